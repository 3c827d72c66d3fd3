//! Files of Problemist (`.pbm`): records of fixed form, little endian.

use super::Entry;
use super::record::{self, Record};
use crate::notation::popeye::read::read;
use serde_json::Value;

/// The men by the byte of their square.
const MEN: [(u8, &str); 12] = [
    (33, "White R"),
    (34, "White Q"),
    (35, "White B"),
    (36, "White P"),
    (37, "White S"),
    (38, "White K"),
    (42, "Black K"),
    (43, "Black P"),
    (44, "Black S"),
    (45, "Black B"),
    (46, "Black Q"),
    (47, "Black R"),
];

/// Board bytes run from 32.
const FIRST: u8 = 32;

/// The bytes of a record before its board: id, type, moves, seven offsets.
const HEAD: usize = 2 + 1 + 1 + 7 * 4;
const BOARD: usize = 64;

/// Whether bytes look like such a file: the board of the first record holds men alone.
pub(super) fn is_pbm(bytes: &[u8]) -> bool {
    let Some(board) = bytes.get(2 + HEAD..2 + HEAD + BOARD) else {
        return false;
    };
    board.iter().all(|byte| (FIRST..FIRST + 16).contains(byte))
}

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let bytes = &record.bytes;
    let Some(count) = short(bytes, 0) else {
        return vec![Entry::refused("the file is too short for a .pbm file")];
    };
    let count = usize::from(count) + 1;
    let mut entries = Vec::new();
    for number in 0..count {
        let at = 2 + number * (HEAD + BOARD);
        match entry(bytes, at) {
            Some(entry) => entries.push(entry),
            None => {
                entries.push(Entry::refused(format!(
                    "record {}: the file ends within it",
                    number + 1
                )));
                break;
            }
        }
    }
    entries
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes([bytes[0], bytes[1]]))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).ok()
}

/// The bytes a string's offset leads to; none where it leads nowhere.
fn string(bytes: &[u8], at: usize) -> Vec<u8> {
    let found = long(bytes, at)
        .filter(|offset| *offset > 0)
        .and_then(|offset| {
            let length = usize::from(short(bytes, offset)?);
            bytes.get(offset + 2..offset + 2 + length)
        });
    found.map(<[u8]>::to_vec).unwrap_or_default()
}

fn entry(bytes: &[u8], at: usize) -> Option<Entry> {
    let id = short(bytes, at)?;
    let kind = *bytes.get(at + 2)?;
    let moves = *bytes.get(at + 3)?;
    let board = bytes.get(at + HEAD..at + HEAD + BOARD)?;
    let strings: Vec<Vec<u8>> = (0..7)
        .map(|index| string(bytes, at + 4 + 4 * index))
        .collect();
    let text = |index: usize| {
        record::text(&strings[index])
            .replace(['\r', '\n'], " ")
            .trim()
            .to_owned()
    };
    let mut lines = Vec::new();
    for (command, index) in [("Author", 0), ("Origin", 1), ("Award", 2)] {
        if !text(index).is_empty() {
            lines.push(format!("{command} {}", text(index)));
        }
    }
    lines.push(format!("Stipulation {}", stipulation(kind, moves)));
    if kind & 0x20 != 0 {
        lines.push("Condition BlackMaximummer".to_owned());
    }
    let mut unknown = None;
    for (index, byte) in board.iter().enumerate().filter(|(_, byte)| **byte != FIRST) {
        let square = square(index);
        match MEN.iter().find(|(code, _)| code == byte) {
            Some((_, man)) => lines.push(format!("Pieces {man}{square}")),
            None => unknown = Some(format!("an unknown man ({byte}) on {square}")),
        }
    }
    let twins = twins(&strings[5]);
    if let Ok(twins) = &twins {
        lines.extend(twins.iter().cloned());
    }
    let input = format!("BeginProblem\n{}\nEndProblem\n", lines.join("\n"));
    let reading = read(input.as_bytes());
    let found = reading.problems.first()?;
    let mut entry = Entry::of(found.problem.clone());
    entry.said(&input, &found.diagnostics, 1);
    entry.errors.extend(unknown);
    if let Err(why) = twins {
        entry.errors.push(why);
    }
    entry.id = Some(id.to_string());
    for (key, index) in [("comments", 3), ("text", 4), ("extra", 6)] {
        let text = record::text(&strings[index]);
        if !text.trim().is_empty() {
            entry.details.insert(key.to_owned(), Value::String(text));
        }
    }
    Some(entry)
}

/// The board runs from a8 to h1.
fn square(index: usize) -> String {
    let file = char::from(b'a' + (index % 8) as u8);
    let rank = 8 - index / 8;
    format!("{file}{rank}")
}

/// Bits 0 and 1: direct, help, self, reflex; 3 series; 4 stalemate; 6 half a move more.
fn stipulation(kind: u8, moves: u8) -> String {
    let series = if kind & 0x08 != 0 { "ser-" } else { "" };
    let genre = ["", "h", "s", "r"][usize::from(kind & 3)];
    let goal = if kind & 0x10 != 0 { "=" } else { "#" };
    let half = if kind & 0x40 != 0 { ".5" } else { "" };
    format!("{series}{genre}{goal}{moves}{half}")
}

/// Four bytes a change: type, two squares, a man.
fn twins(bytes: &[u8]) -> Result<Vec<String>, String> {
    let (continued, bytes) = match bytes.strip_prefix(b"~") {
        Some(rest) => ("Continued ", rest),
        None => ("", bytes),
    };
    let mut twins = Vec::new();
    let mut changes: Vec<String> = Vec::new();
    for change in bytes.chunks_exact(4) {
        let [kind, from, to, man] = [change[0], change[1], change[2], change[3]];
        let on = |place: u8| square(usize::from(place.min(63)));
        let text = match kind & 0x1f {
            0 => String::new(),
            1 => format!("Move {} {}", on(from), on(to)),
            2 => format!("Remove {}", on(from)),
            3 | 4 => match MEN.iter().find(|(code, _)| *code == man) {
                Some((_, man)) => format!("Add {man}{}", on(from)),
                None => return Err(format!("a twin with an unknown man ({man})")),
            },
            5 => format!("Exchange {} {}", on(from), on(to)),
            6 => "Rotate 90".to_owned(),
            7 => "Rotate 180".to_owned(),
            8 => "Rotate 270".to_owned(),
            9 => format!("Shift {} {}", on(from), on(to)),
            11 => "Mirror a1<-->h1".to_owned(),
            12 => "Mirror a1<-->a8".to_owned(),
            15 => "PolishType".to_owned(),
            other => return Err(format!("a twin of a kind that is not read ({other})")),
        };
        changes.push(text);
        if kind & 0x40 == 0 {
            let text = changes.join(" ");
            if !text.trim().is_empty() {
                let continued = if twins.is_empty() { "" } else { continued };
                twins.push(format!("Twin {continued}{text}"));
            }
            changes.clear();
        }
    }
    Ok(twins)
}
