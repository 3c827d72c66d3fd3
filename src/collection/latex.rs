//! LaTeX of the package `diagram`: environments with `\pieces`, `\stipulation` and so on, our own
//! or typed by people.

use super::carrier::{Shows, Visible};
use super::label::Label;
use super::record::Record;
use super::{Entry, aside, carrier, moves, write};
use crate::conditions::board_of_size;
use crate::notation::popeye::words::Language;
use crate::notation::position::{figures_on, list_whole};
use crate::notation::statement;
use crate::problem::Problem;
use serde_json::Value;

/// The letter of a figure as statements have it.
const FIGURES: [(&str, &str); 6] = [
    ("K", "K"),
    ("D", "Q"),
    ("T", "R"),
    ("L", "B"),
    ("S", "S"),
    ("B", ""),
];

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let Some(start) = record.text.find("\\begin{diagram}") else {
        return Vec::new();
    };
    let body = &record.text[start..];
    let body = body.split("\\end{diagram}").next().unwrap_or(body);
    let line = record.line + record.text[..start].matches('\n').count();
    let comments = body
        .lines()
        .filter_map(|line| line.trim().strip_prefix('%'));
    let mut carried = comments.filter(|comment| comment.trim().starts_with(carrier::MARK));
    let text = of_fields(body, line).text;
    let shown = |entry: &Entry| {
        let languages = Language::ALL.into_iter();
        let mut shown = languages.map(|language| shown(entry, language, line));
        let first = shown.next();
        let alike = first.iter().all(|first| first.text == text);
        let other = shown.find(|shown| !alike && shown.text == text);
        other.or(first).unwrap_or_else(|| of_fields("", line))
    };
    let shows = Shows {
        is_as_written: |_: &Entry| false,
        seen: || of_fields(body, line),
        shown,
    };
    let entry = carrier::settle(carried.next().unwrap_or_default(), line, shows);
    vec![Entry { line, ..entry }]
}

/// What our writer writes, but for what is carried along.
pub(super) fn shown(entry: &Entry, language: Language, line: usize) -> Visible {
    of_fields(&write::latex_of(entry, language), line)
}

/// The size in brackets behind the beginning: `\\begin{diagram}[10x8]`.
fn size(body: &str) -> Option<String> {
    let rest = body.split_once("\\begin{diagram}")?.1.trim_start();
    let size = rest.strip_prefix('[')?.split_once(']')?.0;
    Some(size.trim().to_owned())
}

/// What the fields say but for what is carried along.
fn of_fields(body: &str, line: usize) -> Visible {
    let plain = without_comments(body);
    let field = |names: &[&str]| {
        let found = names.iter().find_map(|name| argument(&plain, name));
        found
            .map(|text| unescaped(&text))
            .filter(|text| !text.is_empty())
    };
    let (mut errors, mut notes) = (Vec::new(), Vec::new());
    let board = size(&plain).map(|size| board_of_size(&size));
    let board = board.and_then(|board| {
        let said = board.map_err(|why| errors.push(format!("line {line}: {why}")));
        said.ok()
    });
    let named = || {
        let conditions = field(&["condition", "cond"]).unwrap_or_default();
        statement::board_said(&conditions)
    };
    let mut problem = Problem::on(board.clone().unwrap_or_else(named));
    let pieces = argument(&plain, "pieces");
    match &pieces {
        Some(text) => {
            let board = problem.diagram.geometry.for_names();
            // The package has German letters; people write others, too.
            let other = || list_whole(text, &board);
            match figures_on(text, &board)
                .map(|men| (men, None))
                .or_else(|why| other().ok_or(why))
            {
                Ok((diagram, note)) => {
                    diagram.men().for_each(|(square, man)| {
                        problem.diagram.put(square, man);
                    });
                    notes.extend(note);
                }
                Err(why) => errors.push(format!("line {line}: {why}")),
            }
        }
        None => errors.push(format!("line {line}: the diagram has no \\pieces")),
    }
    let stipulation = field(&["stipulation", "stip"]);
    let names = commands(&plain);
    let labelled = |wanted: Label| {
        let found = names.iter().filter(|name| Label::of(name) == Some(wanted));
        let texts: Vec<String> = found.filter_map(|name| field(&[name])).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    };
    let condition = labelled(Label::Conditions);
    let twins = argument(&plain, "twins").map(|text| {
        let arrows = ["{\\ra}", "\\rightarrow", "\\longrightarrow", "\\to", "\\ra"];
        let plain = arrows
            .iter()
            .fold(text, |text, arrow| text.replace(arrow, "-->"));
        unescaped(&plain)
    });
    if stipulation.is_none() {
        errors.push(format!("line {line}: the diagram has no \\stipulation"));
    }
    let condition = condition.map(|text| text.replace('\n', ", "));
    let side = labelled(Label::Side).and_then(|text| aside::side_said(&text));
    let text: Vec<String> = [stipulation, condition, twins, side]
        .into_iter()
        .flatten()
        .collect();
    let text = text.join(", ");
    let mut entry = Entry::of(Problem::new());
    match statement::statement_on(&text, None, board.as_ref()) {
        _ if text.is_empty() => {}
        Ok(said) => {
            entry.said(&text, &said.diagnostics, line);
            let faults = said.apply(&mut problem);
            entry.said(&text, &faults, line);
        }
        Err(diagnostics) => entry.said(&text, &diagnostics, line),
    }
    entry.said(pieces.as_deref().unwrap_or_default(), &notes, line);
    let authors = field(&["author", "authors"]).unwrap_or_default();
    problem.authors = authors
        .split(';')
        .map(|author| given_first(author.trim()))
        .filter(|author| !author.is_empty())
        .collect();
    let parts = ["source", "issue", "day", "month", "months", "year"];
    let source: Vec<String> = parts.iter().filter_map(|part| field(&[part])).collect();
    if !source.is_empty() {
        problem.origins = vec![source.join(" ")];
    }
    problem.awards = field(&["award"]).into_iter().collect();
    problem.titles = field(&["dedication", "dedic"]).into_iter().collect();
    entry.problem = problem;
    entry.errors.extend(errors);
    entry.id = field(&["sourcenr"]);
    entry.solution = argument(&plain, "solution")
        .or_else(|| argument(&plain, "sol"))
        .map(|text| unescaped(&text));
    for key in [
        "comment",
        "themes",
        "remark",
        "tournament",
        "judgement",
        "prefix",
        "specialdiagnum",
    ] {
        if let Some(text) = field(&[key]) {
            entry.details.insert(key.to_owned(), Value::String(text));
        }
    }
    let claims = labelled(Label::Intended).into_iter();
    let claims = claims.chain(labelled(Label::Remark).filter(|text| moves::is_claim(text)));
    for claim in claims {
        if let Err(why) = entry.problem.intention.read(&claim) {
            entry.warnings.push(format!("line {line}: {why}"));
        }
    }
    for name in &names {
        let text = field(&[name]);
        entry.note_unread(text.iter().map(|text| (name.as_str(), text.as_str())));
    }
    Visible {
        entry,
        text: format!("{}\n{text}", pieces.unwrap_or_default()),
    }
}

/// The names of the commands with an argument, each once.
fn commands(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for rest in text.split('\\').skip(1) {
        let end = rest.find(|sign: char| !sign.is_ascii_alphabetic());
        let (name, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let is_new = !name.is_empty() && !names.iter().any(|known| known == name);
        if is_new && behind.trim_start().starts_with(['{', '[']) {
            names.push(name.to_owned());
        }
    }
    names
}

fn given_first(author: &str) -> String {
    match author.split_once(',') {
        Some((family, given)) => format!("{} {}", given.trim(), family.trim()),
        None => author.to_owned(),
    }
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let mut end = line.len();
        for (at, _) in line.match_indices('%') {
            if !line[..at].ends_with('\\') {
                end = at;
                break;
            }
        }
        format!("{}\n", &line[..end])
    });
    lines.collect()
}

/// The argument of `\name{...}` or `\name[..]{...}`, with the braces in it.
fn argument(text: &str, name: &str) -> Option<String> {
    let command = format!("\\{name}");
    let mut found = text
        .match_indices(&command)
        .map(|(at, _)| &text[at + command.len()..]);
    let rest = found.find_map(|rest| {
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('[') {
            Some(option) => option.split_once(']')?.1.trim_start(),
            None => rest,
        };
        rest.strip_prefix('{')
    })?;
    let mut depth = 1usize;
    let mut escaped = false;
    for (at, sign) in rest.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' if depth == 1 => return Some(rest[..at].to_owned()),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// `\#` is `#`, `{\newline}` a line end, `\"u` an umlaut.
fn unescaped(text: &str) -> String {
    let pairs = [
        ("{\\newline}", "\n"),
        ("\\newline", "\n"),
        ("\\\\", "\n"),
        ("\\#", "#"),
        ("\\&", "&"),
        ("\\%", "%"),
        ("\\_", "_"),
        ("\\$", "$"),
        ("\\{", "{"),
        ("\\}", "}"),
        ("\\\"a", "ä"),
        ("\\\"o", "ö"),
        ("\\\"u", "ü"),
        ("\\\"A", "Ä"),
        ("\\\"O", "Ö"),
        ("\\\"U", "Ü"),
        ("{\\ss}", "ß"),
        ("\\ss", "ß"),
        ("\\'e", "é"),
        ("\\`e", "è"),
        ("\\^e", "ê"),
        ("\\'a", "á"),
        ("\\`a", "à"),
        ("\\'o", "ó"),
        ("\\x ", "*"),
        ("{\\x}", "*"),
        ("\\textbackslash", "\\"),
        ("$\\times$", "*"),
        ("\\times", "*"),
        ("\\ldots", "..."),
        ("\\dots", "..."),
        ("~", " "),
        ("$", ""),
    ];
    let mut plain = text.to_owned();
    for (written, meant) in pairs {
        plain = plain.replace(written, meant);
    }
    // `\wK` and the like draw a man.
    for colour in ["\\w", "\\s", "\\n"] {
        for (german, english) in FIGURES {
            plain = plain.replace(&format!("{colour}{german}"), english);
        }
    }
    let plain = plain.replace(['{', '}'], "");
    plain.trim().to_owned()
}
