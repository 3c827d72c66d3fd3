//! A FEN and a statement a line: `8/8/... w - - ; h#2, Circe`, also EPD with operations.

use super::record::Record;
use super::{Entry, carrier, said};
use crate::men::WalkId;
use crate::notation::popeye::words::Language;
use crate::notation::position_text::PositionText;
use crate::notation::statement;
use crate::notation::{any_position, fen, position_text};
use crate::problem::Problem;
use serde_json::Value;

/// Whether a line holds a FEN.
pub(super) fn has_fen(line: &str) -> bool {
    line.split_whitespace().any(is_board)
}

/// Eight ranks between slashes, of men, digits and what writes neutral and other men.
fn is_board(word: &str) -> bool {
    let word = word.trim_matches(['"', '\'', ',', ';', '|']);
    let ranks = word.matches('/').count();
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "/=.+-()!*~'".contains(sign);
    (5..=16).contains(&ranks) && word.len() >= 15 && word.chars().all(is_sign)
}

/// The problem of a line; comments begin with `#` or `//` and hold no FEN.
pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let line = record.text.trim();
    if !has_fen(line) {
        let is_comment = line.starts_with(['#', '%', ';']) || line.starts_with("//");
        return match is_comment {
            true => Vec::new(),
            false => {
                let why = format!(
                    "line {}: no FEN is found in `{}`",
                    record.line,
                    shortened(line)
                );
                vec![at_line(Entry::refused(why), record.line)]
            }
        };
    }
    let (line, packed) = match line.find(carrier::MARK) {
        Some(at) => line.split_at(at),
        None => (line, ""),
    };
    let (fields, statement) = split(line);
    let mut entry = read(&fields, &statement.text, record.line);
    carrier::unpack(&mut entry, packed);
    if let Some(id) = statement.id {
        entry.id = Some(id);
    }
    for (key, value) in statement.operations {
        entry.details.insert(key, Value::String(value));
    }
    vec![at_line(entry, record.line)]
}

fn at_line(entry: Entry, line: usize) -> Entry {
    Entry { line, ..entry }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// What a line says beside its FEN.
#[derive(Default)]
struct Said {
    text: String,
    id: Option<String>,
    operations: Vec<(String, String)>,
}

/// The fields of the FEN, and the rest.
fn split(line: &str) -> (Vec<String>, Said) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| is_board(word)).unwrap_or(0);
    let clean = |word: &str| word.trim_matches(['"', '\'', ',', ';', '|']).to_owned();
    let mut fields = vec![clean(words[at])];
    let closed = |word: &str| word.ends_with([';', ',', '|', '"']);
    let mut next = at + 1;
    let mut open = !closed(words[at]);
    let is_field = |index: usize, word: &str| match index {
        1 => matches!(word, "w" | "b"),
        2 => word == "-" || word.chars().all(|sign| "KQkq".contains(sign)),
        3 => word == "-" || word.len() == 2 && word.as_bytes()[1].is_ascii_digit(),
        _ => word.len() < 4 && word.chars().all(|sign| sign.is_ascii_digit()),
    };
    while open && next < words.len() && fields.len() < 6 {
        let word = clean(words[next]);
        if word.is_empty() || !is_field(fields.len(), &word) {
            break;
        }
        open = !closed(words[next]);
        fields.push(word);
        next += 1;
    }
    let rest: Vec<&str> = words[..at].iter().chain(&words[next..]).copied().collect();
    (fields, operations(&rest.join(" ")))
}

/// `dm 2; id "x"; c0 "..."` are operations of EPD; everything else is the statement.
fn operations(text: &str) -> Said {
    let mut said = Said::default();
    let mut parts = Vec::new();
    for part in text.split([';', '|', '\t']) {
        let part = part.trim();
        let (name, value) = part.split_once(' ').unwrap_or((part, ""));
        let value = value.trim().trim_matches('"');
        match name {
            "dm" if value.parse::<u16>().is_ok() => parts.push(format!("#{value}")),
            "id" => said.id = Some(value.to_owned()),
            "stip" | "stipulation" | "task" => parts.push(value.to_owned()),
            "pv" | "sv" | "am" | "bm" | "ce" | "acd" | "acn" | "acs" | "hmvc" | "fmvn" => {
                said.operations.push((name.to_owned(), value.to_owned()));
            }
            _ if name.len() == 2 && name.starts_with('c') && part.contains('"') => {
                said.operations.push((name.to_owned(), value.to_owned()));
            }
            _ if part.is_empty() => {}
            _ => parts.push(part.trim_matches(['"', ',']).trim().to_owned()),
        }
    }
    parts.retain(|part| !part.is_empty());
    said.text = parts.join(", ");
    said
}

/// The problem of a FEN's fields and a statement. In such lists the fields behind the board are
/// mostly a program's default: `-` takes no castling away, and the stipulation says who moves.
pub(super) fn read(fields: &[String], text: &str, line: usize) -> Entry {
    let mut problem = Problem::new();
    let mut entry = Entry::of(Problem::new());
    let mut walks = Vec::new();
    let mut asked = None;
    if text.trim().is_empty() {
        entry
            .errors
            .push(format!("line {line}: a FEN, but no statement such as `#2`"));
    }
    match statement::statement(text) {
        _ if text.trim().is_empty() => {}
        Ok(statement) => {
            entry.language = statement::language_of(text);
            entry.said(text, &statement.diagnostics, line);
            walks.clone_from(&statement.walks);
            asked = Some(statement);
        }
        Err(diagnostics) => entry.said(text, &diagnostics, line),
    }
    let rights = fields.get(2).map(String::as_str).unwrap_or("-");
    let mut kept: Vec<&str> = fields.iter().map(String::as_str).take(4).collect();
    if rights == "-" {
        kept.truncate(1);
    }
    let board = kept.join(" ");
    match fen::fen_with(&board, &walks) {
        Ok(position) => {
            position.apply(&mut problem);
            faults(&position.diagram, rights, &mut entry.faults);
        }
        Err(diagnostic) => match position_text::position_with(&board, &walks) {
            Ok(position) => position.apply(&mut problem),
            Err(_) => match list_of_men(fields, &walks, entry.language) {
                Some(position) => {
                    position.apply(&mut problem);
                    entry.said(&fields.join(" "), &position.notes, line);
                }
                None => entry.errors.push(said(&board, &diagnostic, line)),
            },
        },
    }
    // Twins are changes of what stands on the board.
    if let Some(statement) = asked {
        let faults = statement.apply(&mut problem);
        entry.said(text, &faults, line);
    }
    entry.problem = problem;
    entry
}

/// `wKg6 wRb1 bKh8` instead of a FEN.
fn list_of_men(fields: &[String], walks: &[WalkId], language: Language) -> Option<PositionText> {
    let text = fields.join(" ");
    if fields.len() < 2 || text.contains("/8") {
        return None;
    }
    any_position::position(&text, walks, language).ok()
}

/// Castling rights without their king or rook.
fn faults(diagram: &crate::problem::Diagram, rights: &str, faults: &mut Vec<String>) {
    use crate::board::Square;
    use crate::men::{Sides, walk_id};
    let stands = |square: &str, walk, sides| {
        let square = Square::from_name(square);
        let man = square.map(|square| diagram.on(square));
        man.is_some_and(|man| man.is_some() && man.walk() == walk && man.sides() == sides)
    };
    for right in rights.chars() {
        let (king, rook, sides) = match right {
            'K' => ("e1", "h1", Sides::White),
            'Q' => ("e1", "a1", Sides::White),
            'k' => ("e8", "h8", Sides::Black),
            'q' => ("e8", "a8", Sides::Black),
            _ => continue,
        };
        if !stands(king, walk_id::KING, sides) {
            faults.push(format!("castling right `{right}` without a king on {king}"));
        } else if !stands(rook, walk_id::ROOK, sides) {
            faults.push(format!("castling right `{right}` without a rook on {rook}"));
        }
    }
}
