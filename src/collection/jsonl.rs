//! One JSON object a line: results of `dawson check` and `dawson solve`, what `dawson convert`
//! writes, and entries of YACPDB.

use super::label::Label;
use super::record::Record;
use super::{Entry, aside, carrier, epd, write, yacpdb};
use crate::notation::popeye::input::own_block;
use crate::notation::popeye::read::read;
use crate::notation::retro::is_retro;
use serde_json::{Map, Value};

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let line = record.line;
    let refused = |why: String| {
        vec![Entry {
            line,
            ..Entry::refused(format!("line {line}: {why}"))
        }]
    };
    let object = match serde_json::from_str::<Value>(&record.text) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return refused("expected a JSON object".to_owned()),
        Err(error) => return refused(format!("broken JSON: {error}")),
    };
    let is_yacpdb = object.contains_key("algebraic");
    let entry = match is_yacpdb {
        true => Some(yacpdb::of_value(&Value::Object(object), line)),
        false => of_object(&object, line),
    };
    match entry {
        Some(entry) => vec![Entry { line, ..entry }],
        None => refused(
            "the object holds no problem: expected `input`, `fen` or `algebraic`".to_owned(),
        ),
    }
}

/// A problem as input of Popeye or as a FEN with a statement; nothing without either.
pub(super) fn of_object(object: &Map<String, Value>, line: usize) -> Option<Entry> {
    if object.contains_key("input") {
        return Some(of_input(object, line));
    }
    let fen = text(object, "fen").or_else(|| text(object, "position"))?;
    Some(of_fen(object, &fen, line))
}

fn text(object: &Map<String, Value>, key: &str) -> Option<String> {
    object.get(key).and_then(Value::as_str).map(str::to_owned)
}

/// A problem as input of Popeye within the object.
fn of_input(object: &Map<String, Value>, line: usize) -> Entry {
    let input = text(object, "input").unwrap_or_default();
    let reading = read(input.as_bytes());
    let Some(read) = reading.problems.first() else {
        return Entry::refused(format!("line {line}: `input` holds no problem"));
    };
    let mut entry = Entry::of(read.problem.clone());
    entry.language = reading.language;
    // The input stands on one line of the file, whatever lines it has itself.
    entry.said("", &read.diagnostics, line);
    carrier::unpack_remarks(&mut entry, &read.remarks);
    entry.errors.extend(contradiction(&entry, object, line));
    let lines = |key: &str| carrier::texts(object, key);
    let fields = [
        (&mut entry.problem.authors, "authors"),
        (&mut entry.problem.origins, "origins"),
        (&mut entry.problem.awards, "awards"),
        (&mut entry.problem.titles, "titles"),
    ];
    for (field, key) in fields {
        if field.is_empty() {
            *field = lines(key);
        }
    }
    take(&mut entry, object);
    entry
}

/// The statement and the FEN beside the input were changed, or the input was: nobody knows which
/// of them is meant.
fn contradiction(entry: &Entry, object: &Map<String, Value>, line: usize) -> Option<String> {
    if !entry.is_read() {
        return None;
    }
    let [fen, statement] = [
        write::fen_of(&entry.problem),
        carrier::statement_of(&entry.problem),
    ];
    let said = |key: &str, written: &str| {
        let said = text(object, key).filter(|said| !said.trim().is_empty());
        said.unwrap_or_else(|| written.to_owned())
    };
    let read = |fen: &str, statement: &str| {
        let fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
        epd::read(&fields, statement, line)
    };
    let [seen_fen, seen_statement] = [said("fen", &fen), said("statement", &statement)];
    if seen_fen == fen && seen_statement == statement {
        return None;
    }
    let written = read(&fen, &statement);
    let found = [
        ("fen", &seen_fen, read(&seen_fen, &statement)),
        ("statement", &seen_statement, read(&fen, &seen_statement)),
    ];
    let is_other = |seen: &Entry| {
        seen.is_read()
            && carrier::content_hash(&seen.problem) != carrier::content_hash(&written.problem)
    };
    let (key, text, _) = found.into_iter().find(|(.., seen)| is_other(seen))?;
    Some(format!(
        "line {line}: `{key}` says `{text}`, `input` is another problem, `{statement}` of `{fen}`: change both, or \
         take one of them away"
    ))
}

fn of_fen(object: &Map<String, Value>, fen: &str, line: usize) -> Entry {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let mut parts = carrier::texts(object, "stipulation");
    parts.extend(carrier::texts(object, "statement"));
    if parts.is_empty() {
        parts.extend(labelled(object, Label::Statement).into_iter().next());
    }
    parts.extend(labelled(object, Label::Conditions));
    parts.extend(labelled(object, Label::Twins));
    let mut statement = parts.join(", ");
    if is_retro(&statement) {
        // Collections say by a keyword which kind of retractor it is.
        let kinds = carrier::texts(object, "keywords").into_iter();
        let kinds = kinds.filter(|keyword| is_retro(keyword));
        kinds.for_each(|kind| statement += &format!("; {kind}"));
    }
    let own = carrier::texts(object, carrier::OWN_CONDITIONS).join("\n");
    if !own.is_empty() {
        statement += &format!("\n{}", own_block(&own));
    }
    let side = labelled(object, Label::Side).into_iter().next();
    let told = aside::place_side(side.as_deref(), &mut fields, &mut statement);
    let mut entry = epd::read(&fields, &statement, line);
    entry.warnings.extend(told);
    entry.problem.authors = carrier::texts(object, "authors");
    entry.problem.origins = carrier::texts(object, "origins");
    take(&mut entry, object);
    if entry.solution.is_none() {
        let lines = labelled(object, Label::Solution);
        entry.solution = (!lines.is_empty()).then(|| lines.join("\n"));
    }
    for key in object.keys().filter(|key| *key != "input") {
        let texts = carrier::texts(object, key);
        entry.note_unread(texts.iter().map(|text| (key.as_str(), text.as_str())));
    }
    entry
}

/// The texts of all keys with this label; `{"b": "Kb3-c3"}` is a twin.
fn labelled(object: &Map<String, Value>, wanted: Label) -> Vec<String> {
    let keys = object.keys().filter(|key| Label::of(key) == Some(wanted));
    let keys = keys.filter(|key| key.as_str() != carrier::OWN_CONDITIONS);
    let texts = keys.flat_map(|key| match object.get(key) {
        Some(Value::Object(twins)) => {
            let twins = twins
                .iter()
                .filter_map(|(label, text)| Some((label, text.as_str()?)));
            let label = |label: &str| label.trim_end_matches(')').to_owned();
            twins
                .map(|(name, text)| format!("{}) {text}", label(name)))
                .collect()
        }
        _ => carrier::texts(object, key),
    });
    texts.collect()
}

/// Id, claims, the author's solution and further details.
fn take(entry: &mut Entry, object: &Map<String, Value>) {
    entry.id = match object.get("id") {
        Some(Value::String(id)) => Some(id.clone()),
        Some(Value::Number(id)) => Some(id.to_string()),
        _ => entry.id.take(),
    };
    if let Some(solution) = text(object, "solution") {
        entry.solution = Some(solution);
    }
    let named = || {
        let mut keys = object.iter();
        let found = keys.find(|(key, _)| Label::of(key) == Some(Label::Intended));
        found.map(|(_, claim)| claim)
    };
    let claims = match object.get("claims").or_else(named) {
        Some(Value::Number(number)) => vec![number.to_string()],
        Some(Value::String(claim)) => vec![claim.clone()],
        Some(Value::Array(claims)) => claims
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    };
    // In results the number of solutions of a battle is always there and claims nothing.
    let is_result = object.contains_key("verdict");
    for claim in claims.iter().filter(|_| !is_result) {
        if let Err(why) = entry.problem.intention.read(claim) {
            entry.warnings.push(why.into());
        }
    }
    if let Some(Value::Object(details)) = object.get("details") {
        for (key, value) in details {
            entry.details.insert(key.clone(), value.clone());
        }
    }
}
