//! Games that start from a FEN, where a tag tells the stipulation.

use super::record::Record;
use super::{Entry, epd};
use serde_json::Value;

/// Tags that may hold a stipulation, the likeliest first.
const STIPULATIONS: [&str; 5] = ["Stipulation", "Stip", "Task", "Problem", "Event"];

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let (tags, moves) = split(&record.text);
    if tags.is_empty() && moves.trim().is_empty() {
        return Vec::new();
    }
    let tag = |name: &str| {
        let found = tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found
            .map(|(_, value)| value.clone())
            .filter(|value| !value.is_empty() && value != "?")
    };
    let line = record.line;
    let Some(fen) = tag("FEN") else {
        let why = format!("line {line}: the game has no tag `FEN`");
        return vec![Entry {
            line,
            ..Entry::refused(why)
        }];
    };
    let fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let stipulations = STIPULATIONS.iter().filter_map(|name| tag(name));
    let stipulation = stipulations.into_iter().find(|text| {
        crate::notation::statement::statement(text).is_ok_and(|said| said.stipulation.is_some())
    });
    let mut statement = stipulation.unwrap_or_default();
    for name in ["Condition", "Conditions", "Twins"] {
        if let Some(more) = tag(name) {
            statement = format!("{statement}, {more}");
        }
    }
    let mut entry = epd::read(&fields, &statement, line);
    if statement.is_empty() {
        entry.errors = vec![format!(
            "line {line}: no tag tells the stipulation, e.g. `[Stipulation \"#2\"]`"
        )];
    }
    entry.line = line;
    let people = [tag("Author"), tag("White"), tag("Composer")];
    entry.problem.authors = people.into_iter().flatten().take(1).collect();
    let date = tag("Date").filter(|date| !date.starts_with('?'));
    let source = tag("Source").or_else(|| tag("Site"));
    let source: Vec<String> = [source, date].into_iter().flatten().collect();
    if !source.is_empty() {
        entry.problem.origins = vec![source.join(" ")];
    }
    entry.id = tag("Id").or_else(|| tag("ProblemId"));
    if let Some(claim) = tag("Intended")
        && let Err(why) = entry.problem.intention.read(&claim)
    {
        entry.warnings.push(format!("line {line}: {why}"));
    }
    let taken = [
        "FEN",
        "SetUp",
        "Stipulation",
        "Stip",
        "Condition",
        "Conditions",
        "Twins",
        "Author",
        "White",
        "Id",
        "Intended",
    ];
    for (name, value) in &tags {
        if !taken.iter().any(|taken| taken.eq_ignore_ascii_case(name)) {
            entry
                .details
                .insert(name.clone(), Value::String(value.clone()));
        }
    }
    let moves = moves.trim();
    let has_moves = moves.split_whitespace().any(|word| {
        word.starts_with(|sign: char| sign.is_ascii_digit())
            && word != "1-0"
            && word != "0-1"
            && word != "1/2-1/2"
    });
    entry.solution = has_moves.then(|| moves.to_owned());
    vec![entry]
}

/// Tags, and the moves behind them.
fn split(text: &str) -> (Vec<(String, String)>, String) {
    let mut tags = Vec::new();
    let mut moves = String::new();
    for line in text.lines() {
        match tag(line).filter(|_| moves.trim().is_empty()) {
            Some(tag) => tags.push(tag),
            None => {
                moves += line;
                moves += "\n";
            }
        }
    }
    (tags, moves)
}

fn tag(line: &str) -> Option<(String, String)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((
        name.to_owned(),
        value.replace("\\\"", "\"").replace("\\\\", "\\"),
    ))
}
