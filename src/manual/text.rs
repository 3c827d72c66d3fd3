//! Entries of the manual as text: a page, or a line of a list.

use super::capture;
use super::contrast;
use super::diagram::diagram;
use super::entry::{Entry, Kind, is_for_diagrams};
use crate::conditions;
use crate::notation::popeye::words::Language;
use std::fmt::Write;

/// Everything about an entry.
///
/// ```
/// use dawson::manual::{Found, find, page};
/// let Found::Entries(found) = find("camel") else { panic!("camels are known") };
/// assert!(page(&found[0]).contains("(1,3)-leaper"));
/// ```
pub fn page(entry: &Entry) -> String {
    page_in(entry, Language::En)
}

/// The same with headings and names in a language; where a definition exists in English alone,
/// it says so.
pub fn page_in(entry: &Entry, language: Language) -> String {
    let mut text = String::new();
    let width = if language == Language::En { 8 } else { 14 };
    // Writing to a string cannot fail.
    let mut line = |label: &str, said: &str| {
        if !said.is_empty() {
            let label = in_language(label, language);
            let _ = writeln!(text, "{label:<width$} {said}");
        }
    };
    let name = match language {
        Language::En => entry.names[0],
        Language::De => entry.names[1],
        Language::Fr => entry.names[2],
    };
    let name = if name.is_empty() {
        entry.names[0]
    } else {
        name
    };
    line(&format!("{}", entry.kind), name);
    line("", &by_language(entry.names, language));
    if let Some(written) = entry.written.filter(|_| can_be_written(entry)) {
        line("written", &by_language(written, language));
    }
    line("also", &entry.other_names.join(", "));
    let english_only = match language {
        Language::En => "",
        Language::De => "(Was folgt, gibt es nur auf Englisch.)",
        Language::Fr => "(Ce qui suit n'existe qu'en anglais.)",
    };
    line("", english_only);
    line("meaning", &entry.definition);
    line("", entry.remarks);
    line("takes", &entry.options);
    line("boards", entry.boards);
    line("not with", &entry.excludes);
    line("example", &example(entry));
    line("inventor", &entry.inventor);
    line("source", entry.source);
    line("key", entry.key);
    if let Some(diagram) = entry.walk.and_then(diagram) {
        let meant = SIGNS.iter().filter(|(sign, _)| diagram.contains(*sign));
        let meant: Vec<String> = meant
            .map(|(sign, what)| format!("{sign} {}", in_language(what, language)))
            .collect();
        let _ = write!(text, "\n{diagram}\n{}\n", meant.join(", "));
    }
    if let Some(shown) = shown(entry) {
        let _ = write!(text, "\n{shown}");
    }
    text
}

/// What a condition does: one about rebirths by a capture, others by a move that is only legal under
/// it, or not any longer.
fn shown(entry: &Entry) -> Option<String> {
    let condition = entry.condition.as_ref()?;
    let is_meant = conditions::asks_for_rebirth(&condition.key);
    let capture = is_meant.then(|| capture::diagram(condition)).flatten();
    capture.or_else(|| contrast::diagram(condition))
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

fn by_language([en, de, fr]: [&str; 3], language: Language) -> String {
    if en == de && en == fr {
        return en.to_owned();
    }
    let [english, german, french] =
        ["English", "German", "French"].map(|name| in_language(name, language));
    format!("{en} ({english}), {de} ({german}), {fr} ({french})")
}

/// Words of a page in a language; those that are not in the list stay English.
fn in_language(word: &str, language: Language) -> &str {
    let row = WORDS.iter().find(|(english, ..)| *english == word);
    match (row, language) {
        (Some((_, german, _)), Language::De) => german,
        (Some((.., french)), Language::Fr) => french,
        _ => word,
    }
}

const WORDS: [(&str, &str, &str); 27] = [
    ("walk", "Gangart", "marche"),
    ("attribute", "Eigenschaft", "attribut"),
    ("condition", "Bedingung", "condition"),
    ("goal", "Ziel", "but"),
    ("kind of play", "Spielart", "genre"),
    ("option", "Option", "option"),
    ("term", "Begriff", "terme"),
    (
        "condition, not supported yet",
        "Bedingung, noch nicht unterstützt",
        "condition, pas encore prise en charge",
    ),
    ("written", "geschrieben", "écrit"),
    ("also", "auch", "aussi"),
    ("meaning", "Bedeutung", "sens"),
    ("takes", "nimmt", "prend"),
    ("boards", "Bretter", "échiquiers"),
    ("not with", "nicht mit", "pas avec"),
    ("example", "Beispiel", "exemple"),
    ("inventor", "Erfinder", "inventeur"),
    ("source", "Quelle", "source"),
    ("key", "Schlüssel", "clé"),
    ("English", "englisch", "anglais"),
    ("German", "deutsch", "allemand"),
    ("French", "französisch", "français"),
    ("the man (white)", "der Stein (weiß)", "la pièce (blanche)"),
    (
        "it may go there",
        "dorthin kann er ziehen",
        "elle peut y aller",
    ),
    ("it captures there", "dort schlägt er", "elle y prend"),
    ("a black man", "ein schwarzer Stein", "une pièce noire"),
    ("a white knight", "ein weißer Springer", "un cavalier blanc"),
    (
        "addition to a condition",
        "Zusatz zu einer Bedingung",
        "complément d'une condition",
    ),
];

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
