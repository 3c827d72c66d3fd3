//! Reports on a whole run for people: text, Markdown, HTML, and counts.

use super::result::Examined;
use super::write::csv_line;
use crate::notation::message::translate;
use crate::notation::popeye::words::Language;
use crate::soundness::{Class, Unit};
use indexmap::IndexSet;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A form of report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A line a problem, with the evidence below.
    Text,
    /// A table.
    Markdown,
    /// A page with a table that can be sorted.
    Html,
    /// A table of comma-separated values.
    Csv,
}

/// The columns of a table of comma-separated values.
const COLUMNS: [&str; 13] = [
    "file",
    "number",
    "id",
    "authors",
    "source",
    "statement",
    "verdict",
    "mark",
    "solutions",
    "intended",
    "evidence",
    "keywords",
    "warnings",
];

/// How many problems an earlier run has examined.
pub fn former(counts: &BTreeMap<Class, usize>) -> String {
    let total: usize = counts.values().sum();
    let each = counts
        .iter()
        .map(|(class, count)| format!("{count} {class}"));
    let each: Vec<String> = each.collect();
    let problems = match total {
        1 => "1 problem was".to_owned(),
        many => format!("{many} problems were"),
    };
    format!("{problems} examined before: {}", each.join(", "))
}

/// What stands before the first problem.
pub fn head(form: Form, language: Language) -> String {
    match form {
        Form::Text => String::new(),
        Form::Markdown => {
            "| problem | by | asked | verdict | evidence |\n|---|---|---|---|---|\n".to_owned()
        }
        Form::Html => html_head(language),
        Form::Csv => csv_line(&COLUMNS.map(str::to_owned)),
    }
}

const STYLE: &str = r#"<style>
body { font-family: sans-serif; margin: 2em; color: #111; background: #fff; }
table { border-collapse: collapse; margin-bottom: 2em; }
th, td { border: 1px solid #ccc; padding: .3em .6em; text-align: left; vertical-align: top; }
th { cursor: pointer; background: #eee; } td svg { width: 11em; height: auto; display: block; } td:last-child { min-width: 6em; }
.sound { color: #060; } .bad { color: #a00; } .open { color: #850; } #tools { margin: 0 0 1em; } #tools > * { margin-right: .6em; }
.unnamed .by { visibility: hidden; }
@media print { #tools { display: none; } body { margin: 0; font-size: 9pt; } tr { break-inside: avoid; } th { background: none; } }
</style>"#;

/// What stands before the table: it is filtered by words and verdicts, names can be hidden for a judge, and there is room
/// for what he writes.
fn html_head(language: Language) -> String {
    let say = |text: &str| escaped(&translate(language, text));
    let columns = [
        "problem", "diagram", "by", "asked", "verdict", "evidence", "keywords", "judge",
    ];
    let heads: String = columns
        .iter()
        .map(|name| format!("<th>{}</th>", say(name)))
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>Dawson: {title}</title>\n{STYLE}</head>\
         <body><h1>{title}</h1>\n<p id=\"tools\"><input id=\"words\" type=\"search\" placeholder=\"{}\" aria-label=\"{}\">\
         <select id=\"class\" aria-label=\"{}\"><option value=\"\">{}</option></select>\
         <label><input id=\"names\" type=\"checkbox\"> {}</label><span id=\"shown\"></span></p>\n\
         <table id=\"problems\"><thead><tr>{heads}</tr></thead><tbody>\n",
        ["en", "de", "fr"][language.column()],
        say("filter"),
        say("filter"),
        say("verdict"),
        say("all verdicts"),
        say("hide names"),
        title = say("Verdicts"),
    )
}

const SORT: &str = r#"<script>
(function () {
  var table = document.getElementById("problems"), rows = Array.from(table.tBodies[0].rows);
  var words = document.getElementById("words"), choice = document.getElementById("class"), names = document.getElementById("names");
  var counts = new Map();
  rows.forEach(function (row) { counts.set(row.dataset.class, (counts.get(row.dataset.class) || 0) + 1); });
  counts.forEach(function (count, name) {
    var one = document.createElement("option");
    one.value = name;
    one.textContent = rows.find(function (row) { return row.dataset.class === name; }).cells[4].firstChild.textContent.trim() + " (" + count + ")";
    choice.appendChild(one);
  });
  function filter() {
    var wanted = words.value.toLowerCase().split(/\s+/), shown = 0;
    rows.forEach(function (row) {
      var text = row.textContent.toLowerCase();
      var fits = (!choice.value || row.dataset.class === choice.value) && wanted.every(function (word) { return text.includes(word); });
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    document.getElementById("shown").textContent = shown + "/" + rows.length;
  }
  words.addEventListener("input", filter);
  choice.addEventListener("change", filter);
  names.addEventListener("change", function () { table.className = names.checked ? "unnamed" : ""; });
  filter();
})();
document.querySelectorAll("th").forEach(function (head) {
  head.addEventListener("click", function () {
    var body = head.closest("table").tBodies[0], at = head.cellIndex;
    var up = head.dataset.up !== "yes"; head.dataset.up = up ? "yes" : "no";
    Array.from(body.rows).sort(function (a, b) {
      var x = a.cells[at].textContent, y = b.cells[at].textContent;
      return (up ? 1 : -1) * x.localeCompare(y, undefined, { numeric: true });
    }).forEach(function (row) { body.appendChild(row); });
  });
});
</script>
"#;

/// `b) 1.Rc4 Bb4+ 2.axb4 Sb5#`: the first lines of one of several units.
fn lines_of(unit: &Unit, language: Language) -> String {
    let lines: Vec<&str> = unit.found.iter().take(2).map(String::as_str).collect();
    unit.heading_in(language) + &lines.join(", ")
}

/// One problem.
///
/// `figure` is its diagram as SVG, or nothing; words are in this language.
pub fn problem(form: Form, result: &Examined, language: Language, figure: &str) -> String {
    let name = format!("{} {}", result.file, result.number);
    let judged = &result.judged;
    let class = &translate(language, judged.verdict.name());
    let found = match (judged.verdict, judged.units.as_slice()) {
        (Class::Sound, [only]) => only.found.iter().take(4).cloned().collect(),
        (Class::Sound, several) => several
            .iter()
            .map(|unit| lines_of(unit, language))
            .collect(),
        _ => judged.evidence.clone(),
    };
    match form {
        Form::Text => {
            let by = result.by();
            let mark = judged
                .mark
                .as_deref()
                .map_or(String::new(), |mark| format!("  {mark}"));
            let told = match judged.units.len() {
                1 => found.first().cloned().unwrap_or_default(),
                _ => found.join("  "),
            };
            let key = match judged.verdict == Class::Sound && !told.is_empty() {
                true => format!("  {told}"),
                false => String::new(),
            };
            let by = if by.is_empty() { by } else { format!("  {by}") };
            let mut text = format!(
                "{name}{by}  {}  {}{key}{mark}\n",
                result.statement,
                class.to_uppercase()
            );
            if judged.verdict != Class::Sound {
                for line in &judged.evidence {
                    let _ = writeln!(text, "    {line}");
                }
            }
            let notes: IndexSet<&String> =
                judged.units.iter().flat_map(|unit| &unit.notes).collect();
            for note in notes {
                let _ = writeln!(text, "    {}: {note}", translate(language, "note"));
            }
            for warning in &result.warnings {
                let [label, warning] = ["warning", warning].map(|text| translate(language, text));
                let _ = writeln!(text, "    {label}: {warning}");
            }
            text
        }
        Form::Markdown => {
            let cells = [
                name,
                result.by(),
                result.statement.clone(),
                class.clone(),
                found.join("; "),
            ];
            let cells = cells.map(|cell| cell.replace('|', "\\|").replace('\n', " "));
            format!("| {} |\n", cells.join(" | "))
        }
        Form::Csv => csv_line(&[
            result.file.clone(),
            result.number.to_string(),
            result.id.clone().unwrap_or_default(),
            result.authors.join(" | "),
            result.source.join(" | "),
            result.statement.clone(),
            class.clone(),
            judged.mark.clone().unwrap_or_default(),
            judged
                .solutions
                .map_or(String::new(), |count| count.to_string()),
            judged
                .intended
                .map_or(String::new(), |count| count.to_string()),
            judged.evidence.join("; "),
            result.keywords.join(", "),
            result.warnings.join("; "),
        ]),
        Form::Html => {
            let kind = match judged.verdict {
                Class::Sound => "sound",
                Class::NotExamined | Class::Stopped | Class::NotSupported => "open",
                _ => "bad",
            };
            let cells = [
                escaped(&name),
                escaped(&result.by()),
                escaped(&result.statement),
            ];
            let mark = judged.mark.as_deref().map_or(String::new(), |mark| {
                format!(" <small>{}</small>", escaped(mark))
            });
            let evidence: Vec<String> = found.iter().map(|line| escaped(line)).collect();
            format!(
                "<tr data-class=\"{}\"><td>{}</td><td>{figure}</td><td class=\"by\">{}</td><td>{}</td><td class=\"{kind}\">{}{mark}</td><td>{}</td><td>{}</td><td></td></tr>\n",
                judged.verdict.name().replace(' ', "-"),
                cells[0],
                cells[1],
                cells[2],
                escaped(class),
                evidence.join("<br>"),
                escaped(&result.keywords.join(", ")),
            )
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// How many problems of which kind have which verdict.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    verdicts: BTreeMap<Class, usize>,
    groups: BTreeMap<(&'static str, String), BTreeMap<Class, usize>>,
}

/// So many rows of a group are told.
const ROWS: usize = 40;

impl Counts {
    /// Counts a problem: its kind of play, its conditions and its authors.
    pub fn add(&mut self, result: &Examined, play: &str, conditions: &[String]) {
        let class = result.judged.verdict;
        *self.verdicts.entry(class).or_default() += 1;
        let plays = std::iter::once(("kind of play", play.to_owned()));
        let conditions = conditions.iter().map(|name| ("condition", name.clone()));
        let authors = result.authors.iter().map(|name| ("author", name.clone()));
        for key in plays.chain(conditions).chain(authors) {
            *self
                .groups
                .entry(key)
                .or_default()
                .entry(class)
                .or_default() += 1;
        }
    }

    /// How many problems have this verdict.
    pub fn of(&self, class: Class) -> usize {
        self.verdicts.get(&class).copied().unwrap_or(0)
    }

    /// All problems.
    pub fn total(&self) -> usize {
        self.verdicts.values().sum()
    }

    /// `300 problems: 210 sound, 40 cooked ...`.
    pub fn line(&self, language: Language) -> String {
        let parts = self
            .verdicts
            .iter()
            .map(|(class, count)| format!("{count} {}", translate(language, class.name())));
        let noun = if self.total() == 1 {
            "problem"
        } else {
            "problems"
        };
        let noun = translate(language, noun);
        let parts: Vec<String> = parts.collect();
        match parts.is_empty() {
            true => format!("0 {noun}"),
            false => format!("{} {noun}: {}", self.total(), parts.join(", ")),
        }
    }

    /// What stands behind the last problem.
    pub fn foot(&self, form: Form, language: Language) -> String {
        let line = self.line(language);
        match form {
            Form::Csv => String::new(),
            Form::Text => format!("\n{line}\n"),
            Form::Markdown => format!("\n{line}\n\n{}", self.tables(form)),
            Form::Html => format!(
                "</tbody></table>\n<p>{}</p>\n{}{SORT}</body></html>\n",
                escaped(&line),
                self.tables(form)
            ),
        }
    }

    fn tables(&self, form: Form) -> String {
        let classes: Vec<Class> = self.verdicts.keys().copied().collect();
        let mut text = String::new();
        for group in ["kind of play", "condition", "author"] {
            let rows = self.groups.iter().filter(|((name, _), _)| *name == group);
            let mut rows: Vec<_> = rows.collect();
            rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.values().sum::<usize>()));
            rows.truncate(ROWS);
            if rows.is_empty() {
                continue;
            }
            let names: Vec<String> = classes.iter().map(ToString::to_string).collect();
            let head = std::iter::once(group.to_owned())
                .chain(["all".to_owned()])
                .chain(names);
            text += &row(form, &head.collect::<Vec<_>>(), true);
            for ((_, name), counts) in rows {
                let all: usize = counts.values().sum();
                let cells = classes
                    .iter()
                    .map(|class| counts.get(class).copied().unwrap_or(0).to_string());
                let cells = [name.clone(), all.to_string()].into_iter().chain(cells);
                text += &row(form, &cells.collect::<Vec<_>>(), false);
            }
            text += match form {
                Form::Html => "</tbody></table>\n",
                _ => "\n",
            };
        }
        text
    }
}

fn row(form: Form, cells: &[String], is_head: bool) -> String {
    match (form, is_head) {
        (Form::Html, true) => {
            let cells: String = cells
                .iter()
                .map(|cell| format!("<th>{}</th>", escaped(cell)))
                .collect();
            format!("<table><thead><tr>{cells}</tr></thead><tbody>\n")
        }
        (Form::Html, false) => {
            let cells: String = cells
                .iter()
                .map(|cell| format!("<td>{}</td>", escaped(cell)))
                .collect();
            format!("<tr>{cells}</tr>\n")
        }
        (_, is_head) => {
            let line = format!(
                "| {} |\n",
                cells
                    .iter()
                    .map(|cell| cell.replace('|', "\\|"))
                    .collect::<Vec<_>>()
                    .join(" | ")
            );
            match is_head {
                true => format!("{line}|{}\n", "---|".repeat(cells.len())),
                false => line,
            }
        }
    }
}
