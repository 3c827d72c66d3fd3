//! Writes collections: whatever was read from one format can be written in another, and read
//! back as the same problems with the same details.
//!
//! **Invariant:** a writer that could lose something adds what [`carrier`](super::carrier) packs.

use super::record::Record;
use super::{Entry, carrier, yacpdb};
use crate::board::Side;
use crate::board::names_in;
use crate::notation::latex::Document;
use crate::notation::popeye::input::input;
use crate::notation::popeye::words::{self, Language, Table};
use crate::notation::popeye::write::Notation;
use crate::notation::position::{Position, board_text, text};
use crate::problem::{Intention, Problem};
use crate::solution::Solution;
use indexmap::IndexMap;
use serde_json::{Map, Value};

/// A format that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Input of Popeye in this language.
    Input(Language),
    /// YAML of YACPDB and Olive.
    Yacpdb,
    /// One JSON object a line.
    JsonLines,
    /// LaTeX of the package `diagram`.
    Latex(Language),
    /// Comma-separated values.
    Csv,
    /// A FEN and a statement a line.
    Epd,
    /// Games without moves.
    Pgn,
}

/// What stands before the first problem.
pub fn header(target: Target) -> String {
    match target {
        Target::Csv => {
            let names = cells(&Entry::of(Problem::new())).map(|(name, _)| name);
            format!("{},dawson\n", names.join(","))
        }
        Target::Latex(language) => {
            let whole = Document::new(language, Vec::new()).finish();
            let end = whole.find("\\putsol").unwrap_or(whole.len());
            whole[..end].to_owned()
        }
        Target::Input(language) => {
            let begin = words::name(Table::Start, "begin-problem", language);
            format!("{}\n", begin.unwrap_or_default())
        }
        Target::Yacpdb | Target::JsonLines | Target::Epd | Target::Pgn => String::new(),
    }
}

/// What stands between two problems.
pub fn separator(target: Target) -> String {
    match target {
        Target::Input(language) => {
            let next = words::name(Table::End, "next-problem", language);
            format!("{}\n", next.unwrap_or_default())
        }
        _ => String::new(),
    }
}

/// What stands after the last problem.
pub fn footer(target: Target) -> String {
    match target {
        Target::Latex(_) => "\\putsol%\n\\end{document}%\n".to_owned(),
        Target::Input(language) => {
            let end = words::name(Table::End, "end-problem", language);
            format!("{}\n", end.unwrap_or_default())
        }
        _ => String::new(),
    }
}

/// A problem in this format, with the end of its last line.
pub fn entry(target: Target, entry: &Entry) -> String {
    if let Target::Yacpdb = target {
        return yaml(entry);
    }
    let entry = &entry.settled();
    match target {
        Target::Yacpdb => yaml(entry),
        Target::Input(language) => input_text(entry, language),
        Target::JsonLines => json(entry),
        Target::Latex(language) => latex(entry, language),
        Target::Csv => csv(entry),
        Target::Epd => epd(entry),
        Target::Pgn => pgn(entry),
    }
}

/// Whether what people see of a problem in this format is all of it. Where it is not, `dawson:` holds
/// the rest, which other programs do not read.
pub fn holds_all(target: Target, entry: &Entry) -> bool {
    let shown = match target {
        Target::Input(_) | Target::Yacpdb | Target::JsonLines => return true,
        Target::Csv => super::csv::shown(entry),
        Target::Epd => super::epd::shown(entry, 1),
        Target::Pgn => super::pgn::shown(entry, 1),
        Target::Latex(language) => super::latex::shown(entry, language, 1),
    };
    let shown = shown.entry;
    shown.is_read()
        && carrier::content_hash(&shown.problem) == carrier::content_hash(&entry.problem)
}

/// Problem by problem, with what stands around them.
pub fn whole(target: Target, entries: &[Entry]) -> String {
    let texts: Vec<String> = entries.iter().map(|one| entry(target, one)).collect();
    header(target) + &texts.join(&separator(target)) + &footer(target)
}

fn input_text(entry: &Entry, language: Language) -> String {
    let text = input([&entry.problem], language);
    let mut lines: Vec<&str> = text.lines().collect();
    // The words around the problem are those of the file.
    lines.pop();
    if !lines.is_empty() {
        lines.remove(0);
    }
    let remark = words::name(Table::Command, "remark", language).unwrap_or_default();
    let mut packed = entry.clone();
    let mut remarks = Vec::new();
    if let Some(Value::Array(kept)) = packed.details.remove("remarks") {
        remarks.extend(kept.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    for claim in entry.problem.intention.texts() {
        remarks.push(format!("Intended {claim}"));
    }
    packed.problem.intention = Intention::default();
    remarks.extend(carrier::pack(&packed, false, true));
    let mut out = String::new();
    for text in &remarks {
        out += &format!("{remark} {text}\n");
    }
    for line in lines {
        out += line;
        out += "\n";
    }
    out
}

fn json(entry: &Entry) -> String {
    let mut all = Map::new();
    let mut put = |key: &str, value: Value| {
        all.insert(key.to_owned(), value);
    };
    if let Some(id) = &entry.id {
        put("id", Value::String(id.clone()));
    }
    put("hash", Value::String(carrier::content_hash(&entry.problem)));
    put(
        "statement",
        Value::String(carrier::statement_of(&entry.problem)),
    );
    put(
        "input",
        Value::String(input([&entry.problem], Language::En)),
    );
    let claims = entry.problem.intention.texts();
    if !claims.is_empty() {
        put("claims", Value::from(claims));
    }
    if let Some(solution) = &entry.solution {
        put("solution", Value::String(solution.clone()));
    }
    if !entry.details.is_empty() {
        put("details", Value::Object(entry.details.clone()));
    }
    Value::Object(all).to_string() + "\n"
}

fn yaml(entry: &Entry) -> String {
    let plain = yaml_of(entry, None);
    if reads_back(entry, &plain) {
        return plain;
    }
    let entry = &entry.settled();
    yaml_of(entry, carrier::pack(entry, true, false))
}

/// Whether YAML is read as the same entry.
fn reads_back(entry: &Entry, text: &str) -> bool {
    let record = Record {
        text: text.to_owned(),
        bytes: Vec::new(),
        line: 1,
    };
    match yacpdb::entries(&record).as_slice() {
        [read] => {
            read.problem == entry.problem
                && read.id == entry.id
                && read.details == entry.details
                && read.solution == entry.solution
                && read.claims_by_default == entry.claims_by_default
        }
        _ => false,
    }
}

pub(super) fn yaml_of(entry: &Entry, carried: Option<String>) -> String {
    let mut all: IndexMap<String, Value> = IndexMap::new();
    let problem = &entry.problem;
    if !problem.authors.is_empty() {
        let authors = problem.authors.iter().map(|author| family_first(author));
        all.insert("authors".to_owned(), authors.collect());
    }
    if let Some(origin) = problem.origins.first() {
        all.insert("source".to_owned(), source(origin));
    }
    if let (Some(award), true) = (problem.awards.first(), !problem.origins.is_empty()) {
        let award = [
            ("tourney".to_owned(), Value::from("ditto")),
            ("distinction".to_owned(), Value::from(award.clone())),
        ];
        all.insert(
            "award".to_owned(),
            Value::Object(award.into_iter().collect()),
        );
    }
    for (key, value) in &entry.details {
        all.insert(key.clone(), value.clone());
    }
    fields_of_input(problem, &mut all);
    if let Some(play) = &problem.intention.all.play {
        all.insert(
            "intended-solutions".to_owned(),
            Value::from(play.to_string()),
        );
    }
    if let Some(carried) = carried {
        let mut comments = match all.shift_remove("comments") {
            Some(Value::Array(comments)) => comments,
            Some(other) => vec![other],
            None => Vec::new(),
        };
        comments.push(Value::from(carried));
        all.insert("comments".to_owned(), Value::Array(comments));
    }
    let solution = entry.solution.clone().unwrap_or_default();
    all.insert("solution".to_owned(), Value::from(solution));
    let text = serde_saphyr::to_string(&all);
    match text {
        Ok(text) => format!("---\n{}\n", text.trim_end_matches('\n')),
        // JSON is YAML too.
        Err(_) => format!("---\n{}\n", serde_json::to_string(&all).unwrap_or_default()),
    }
}

/// Stipulation, men, conditions, options and twins, as the writer of inputs words them.
fn fields_of_input(problem: &Problem, all: &mut IndexMap<String, Value>) {
    let text = carrier::bare_input(problem);
    let mut options = Vec::new();
    let mut twins = Map::new();
    let mut algebraic = Map::new();
    let mut stipulation = String::new();
    let mut rules = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "Conditions" {
            let block = lines.by_ref().take_while(|line| *line != "EndConditions");
            rules.extend(block.map(|line| format!("{line}\n")));
            continue;
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "Stipulation" => stipulation = rest.to_owned(),
            "Condition" | "Option" => options.push(Value::from(rest)),
            "Twin" => {
                let label = crate::problem::twin_letter(
                    twins.len() + usize::from(!twins.contains_key("a")),
                );
                twins.insert(label, Value::from(rest));
            }
            "ZeroPosition" => {
                twins.insert("a".to_owned(), Value::from(rest));
            }
            "Pieces" => men(rest, &mut algebraic, &mut options),
            _ => {}
        }
    }
    all.insert("algebraic".to_owned(), Value::Object(algebraic));
    all.insert("stipulation".to_owned(), Value::from(stipulation));
    if !options.is_empty() {
        all.insert("options".to_owned(), Value::Array(options));
    }
    if !rules.is_empty() {
        all.insert(carrier::OWN_CONDITIONS.to_owned(), Value::from(rules));
    }
    if !twins.is_empty() {
        all.insert("twins".to_owned(), Value::Object(twins));
    }
}

/// `White Kg6 Royal Ga1b2 Black Kh8` by colours, each man with its square.
fn men(text: &str, algebraic: &mut Map<String, Value>, options: &mut Vec<Value>) {
    let mut side = "white";
    let mut attributes: Vec<&str> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "White" | "Black" | "Neutral" => {
                side = match word {
                    "White" => "white",
                    "Black" => "black",
                    _ => "neutral",
                };
                attributes.clear();
            }
            "TotalInvisible" => {
                let number = words.next().unwrap_or("1");
                options.push(Value::from(format!("TotalInvisible {number}")));
            }
            _ => {
                let squares = word.find(|sign: char| sign.is_ascii_lowercase());
                let man = squares.map(|at| word.split_at(at));
                let man = man.and_then(|(letters, list)| Some((letters, names_in(list)?)));
                match man {
                    Some((letters, squares)) => {
                        let list = algebraic
                            .entry(side.to_owned())
                            .or_insert_with(|| Value::Array(Vec::new()));
                        for square in squares {
                            let marks = attributes.iter().map(|mark| format!("{mark} "));
                            let man = format!("{}{letters}{square}", marks.collect::<String>());
                            if let Value::Array(list) = list {
                                list.push(Value::from(man));
                            }
                        }
                    }
                    None => attributes.push(word),
                }
            }
        }
    }
}

/// Jane Doe is "Doe, Jane".
fn family_first(author: &str) -> Value {
    match author.rsplit_once(' ') {
        Some((given, family)) if !author.contains(',') => Value::from(format!("{family}, {given}")),
        _ => Value::from(author),
    }
}

fn source(text: &str) -> Value {
    let (name, date) = match text.rsplit_once(", ") {
        Some((name, date)) if date.bytes().any(|byte| byte.is_ascii_digit()) => (name, Some(date)),
        _ => (text, None),
    };
    let mut map = Map::new();
    map.insert("name".to_owned(), Value::from(name));
    if let Some(date) = date {
        map.insert("date".to_owned(), Value::from(date));
    }
    Value::Object(map)
}

fn latex(entry: &Entry, language: Language) -> String {
    let packed = carrier::pack(entry, true, true).unwrap_or_default();
    latex_of(entry, language).replacen("\\end{diagram}", &format!("%{packed}\n\\end{{diagram}}"), 1)
}

/// What people see of it.
pub(super) fn latex_of(entry: &Entry, language: Language) -> String {
    let mut document = Document::new(language, Vec::new());
    document.add(&entry.problem, &Solution::default(), None);
    let whole = document.finish();
    let from = whole.find("\\begin{diagram}").unwrap_or(0);
    let to = whole.find("\\putsol").unwrap_or(whole.len());
    let text = &whole[from..to];
    let Some(solution) = &entry.solution else {
        return text.to_owned();
    };
    let escaped = solution
        .replace('\\', "\\textbackslash ")
        .replace('#', "\\#")
        .replace(['{', '}', '%', '&'], "");
    let lines: Vec<&str> = escaped.lines().map(str::trim).collect();
    let field = format!(
        " \\solution{{{}}}%\n\\end{{diagram}}",
        lines.join("{\\newline} ")
    );
    text.replacen("\\end{diagram}", &field, 1)
}

/// The cells of a row with their names, but for what is carried along.
pub(super) fn cells(entry: &Entry) -> [(&'static str, String); 9] {
    let problem = &entry.problem;
    [
        ("id", entry.id.clone().unwrap_or_default()),
        ("fen", fen_of(problem)),
        ("statement", carrier::statement_beside_fen(problem)),
        ("authors", problem.authors.join(" | ")),
        ("source", problem.origins.join(" | ")),
        ("award", problem.awards.join(" | ")),
        ("title", problem.titles.join(" | ")),
        ("intended", problem.intention.texts().join(" | ")),
        ("solution", entry.solution.clone().unwrap_or_default()),
    ]
}

fn csv(entry: &Entry) -> String {
    let cells = cells(entry).into_iter().map(|(_, text)| text);
    let packed = carrier::pack(entry, true, true).unwrap_or_default();
    let cells: Vec<String> = cells.chain([packed]).collect();
    csv_line(&cells)
}

/// Cells as a line of a table.
pub(super) fn csv_line(cells: &[String]) -> String {
    let mut writer = ::csv::WriterBuilder::new().from_writer(Vec::new());
    let written = writer.write_record(cells).is_ok();
    let bytes = writer.into_inner().unwrap_or_default();
    match written {
        true => String::from_utf8_lossy(&bytes).into_owned(),
        false => String::new(),
    }
}

/// The diagram as the first field of a FEN.
pub fn fen_of(problem: &Problem) -> String {
    board_text(&problem.diagram, false)
}

/// The position as PGN; what PGN cannot say stands in a tag of its own.
fn pgn(entry: &Entry) -> String {
    pgn_of(entry, Some(carrier::carried(entry)))
}

pub(super) fn pgn_of(entry: &Entry, carried: Option<String>) -> String {
    let problem = &entry.problem;
    let position = text(&Position {
        side_to_move: Some(Side::White),
        no_castling: problem.options.no_castling,
        en_passant: problem.options.en_passant.clone(),
        ..Position::from(problem.diagram.clone())
    });
    let tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{name} \"{}\"]\n", value.replace('\n', " "))
    };
    let notation = Notation::of(problem, Language::En);
    let tags = [
        ("Event", notation.asked(problem).unwrap_or_default()),
        ("White", problem.authors.join("; ")),
        ("Site", problem.origins.join("; ")),
        ("Result", "*".to_owned()),
        ("SetUp", "1".to_owned()),
        ("FEN", format!("{position} 0 1")),
        ("Stipulation", carrier::statement_beside_fen(problem)),
    ];
    let carried = carried.map(|carried| ("Dawson", carried));
    let tags: String = tags
        .iter()
        .chain(&carried)
        .map(|(name, value)| tag(name, value))
        .collect();
    let fairy = notation.captions(&problem.conditions).join(", ");
    let fairy = fairy.replace('}', ")");
    let comment = match fairy.is_empty() {
        true => String::new(),
        false => format!("{{{fairy}}} "),
    };
    format!("{tags}\n{comment}*\n\n")
}

/// The FEN and the statement for other programs; all of the problem behind them.
fn epd(entry: &Entry) -> String {
    let packed = carrier::pack(entry, true, true).unwrap_or_default();
    format!("{}{packed}\n", epd_of(entry))
}

/// The same without all of the problem.
pub(super) fn epd_of(entry: &Entry) -> String {
    let fen = fen_of(&entry.problem);
    let statement = carrier::statement_beside_fen(&entry.problem);
    let statement = statement.replace(';', ",");
    format!("{fen} ; {statement} ; ")
}
