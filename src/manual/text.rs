//! Entries of the manual as text: a page, or a line of a list.

use super::capture;
use super::diagram::diagram;
use super::entry::{Entry, Kind, is_for_diagrams};
use crate::conditions;
use std::fmt::Write;

/// Everything about an entry.
///
/// ```
/// use dawson::manual::{Found, find, page};
/// let Found::Entries(found) = find("camel") else { panic!("camels are known") };
/// assert!(page(&found[0]).contains("(1,3)-leaper"));
/// ```
pub fn page(entry: &Entry) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |label: &str, said: &str| {
        if !said.is_empty() {
            let _ = writeln!(text, "{label:<8} {said}");
        }
    };
    line(&format!("{}", entry.kind), entry.names[0]);
    line("", &by_language(entry.names));
    if let Some(written) = entry.written.filter(|_| can_be_written(entry)) {
        line("written", &by_language(written));
    }
    line("also", &entry.other_names.join(", "));
    line("meaning", entry.definition);
    line("", entry.remarks);
    line("takes", &entry.options);
    line("boards", entry.boards);
    line("not with", &entry.excludes);
    line("example", &example(entry));
    line("source", entry.source);
    line("key", entry.key);
    if let Some(diagram) = entry.walk.and_then(diagram) {
        let meant = SIGNS.iter().filter(|(sign, _)| diagram.contains(*sign));
        let meant: Vec<String> = meant.map(|(sign, what)| format!("{sign} {what}")).collect();
        let _ = write!(text, "\n{diagram}\n{}\n", meant.join(", "));
    }
    if let Some(shown) = shown(entry) {
        let _ = write!(text, "\n{shown}");
    }
    text
}

/// What a condition about rebirths does; other conditions have no diagram.
fn shown(entry: &Entry) -> Option<String> {
    let condition = entry.condition.as_ref()?;
    let is_meant = conditions::asks_for_rebirth(&condition.key);
    is_meant.then(|| capture::diagram(condition)).flatten()
}

/// What the signs of a diagram mean.
const SIGNS: [(char, &str); 5] = [
    ('@', "the man (white)"),
    ('o', "it may go there"),
    ('x', "it captures there"),
    ('#', "a black man"),
    ('S', "a white knight"),
];

/// One line for lists: letters or sign, names in three languages, key.
pub fn line(entry: &Entry) -> String {
    let written = entry.written.unwrap_or([""; 3]);
    let names = entry.names.map(|name| format!("{name:<30}"));
    let written = match entry.kind {
        Kind::Walk => written.map(|letters| format!("{letters:<5}")).concat(),
        Kind::Goal | Kind::Genre => format!("{:<14}", written[0]),
        _ => String::new(),
    };
    let text = format!("{written}{} {}", names.join(" "), entry.key);
    text.trim_end().to_owned()
}

fn by_language([en, de, fr]: [&str; 3]) -> String {
    match en == de && en == fr {
        true => en.to_owned(),
        false => format!("{en} (English), {de} (German), {fr} (French)"),
    }
}

/// Walks that only rules bring into play have no letters of their own.
fn can_be_written(entry: &Entry) -> bool {
    entry.walk.is_none_or(|walk| is_for_diagrams(walk.row()))
}

/// Attributes of hoppers.
const HOPPING: [&str; 3] = ["hurdle-colour-changing", "bul", "dob"];

/// How it is used in the problem language.
fn example(entry: &Entry) -> String {
    let [name, ..] = entry.names;
    let [written, ..] = entry.written.unwrap_or([name; 3]);
    match entry.kind {
        Kind::Walk if !can_be_written(entry) => String::new(),
        Kind::Walk if entry.key.contains(':') => {
            format!("Walk {} Pieces White {written}d4", entry.key)
        }
        Kind::Walk => format!("Pieces White {written}d4"),
        Kind::Attribute if entry.key == "neutral" => format!("Pieces {name} Gd4"),
        Kind::Attribute if entry.key == "total-invisible" => format!("Pieces {name} 1"),
        Kind::Attribute if HOPPING.contains(&entry.key) => format!("Pieces White {name} Gd4"),
        Kind::Attribute => format!("Pieces White {name} Qd4"),
        Kind::Condition => format!("Condition {name}"),
        Kind::Goal => match entry.key {
            "target-square" => "Stipulation zd42".to_owned(),
            "kiss" => "Stipulation hkd42".to_owned(),
            "proof-game" => "Stipulation dia5".to_owned(),
            "a-to-b" => "Stipulation a=>b2".to_owned(),
            _ => format!("Stipulation h{written}2"),
        },
        Kind::Genre => format!("Stipulation {written}#2"),
        Kind::Option => format!("Option {name}"),
        Kind::Unbuilt | Kind::Term => String::new(),
        Kind::Addition if entry.key == "rex-exclusive" => {
            format!("Condition MessignyChess {written}")
        }
        Kind::Addition => format!("Condition Madrasi {written}"),
    }
}
