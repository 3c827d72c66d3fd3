//! Labels of twins as magazines print them: `(a) 1.Kb1 (b) 1.Kc1`, `a: ... b: ...`, `I. ... II. ...`.

use crate::problem::{Problem, twin_letter};
use std::borrow::Cow;

/// How labels count.
#[derive(Clone, Copy)]
enum Numerals {
    Small,
    Capital,
    Roman,
}

/// What stands before and behind a label.
const STYLES: [(&str, &str, Numerals); 9] = [
    ("(", ")", Numerals::Small),
    ("", ":", Numerals::Small),
    ("", ".", Numerals::Small),
    ("", ")", Numerals::Capital),
    ("", ":", Numerals::Capital),
    ("", ".", Numerals::Capital),
    ("", ")", Numerals::Roman),
    ("", ":", Numerals::Roman),
    ("", ".", Numerals::Roman),
];

const ROMAN: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

/// The text with labels `a)`, `b)`, if it begins with one and there are as many as the problem has versions. Letters behind
/// moves name motifs.
pub(super) fn with_usual_labels<'t>(text: &'t str, problem: &Problem) -> Cow<'t, str> {
    for (before, behind, numerals) in STYLES {
        let label = |number| Some(format!("{before}{}{behind}", numerals.of(number)?));
        if !label(0).is_some_and(|first| text.trim_start().starts_with(&first)) {
            continue;
        }
        let found = places(text, label);
        if found.len() > 1 && found.len() == problem.versions().len() {
            return Cow::Owned(rewritten(text, &found));
        }
    }
    Cow::Borrowed(text)
}

impl Numerals {
    fn of(self, number: usize) -> Option<String> {
        match self {
            Numerals::Small => Some(twin_letter(number)),
            Numerals::Capital => Some(twin_letter(number).to_uppercase()),
            Numerals::Roman => ROMAN.get(number).map(|roman| (*roman).to_owned()),
        }
    }
}

/// Where the labels stand, one after the other, each before a first move.
fn places(text: &str, label: impl Fn(usize) -> Option<String>) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    while let Some(label) = label(found.len()) {
        let from = found.last().map_or(0, |(_, end)| *end);
        let mut places = text[from..].match_indices(&label).map(|(at, _)| from + at);
        let next = places.find(|at| {
            let before = text[..*at].chars().next_back();
            let behind = text[at + label.len()..].trim_start();
            !before.is_some_and(char::is_alphanumeric) && behind.starts_with("1.")
        });
        let Some(at) = next else { break };
        found.push((at, at + label.len()));
    }
    found
}

fn rewritten(text: &str, places: &[(usize, usize)]) -> String {
    let mut whole = String::new();
    let mut from = 0;
    for (number, (start, end)) in places.iter().enumerate() {
        whole += &text[from..*start];
        whole += &format!("{}) ", twin_letter(number));
        from = *end;
    }
    whole + &text[from..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_all_versions() {
        let twins = Problem::from_statement("h#1, b) wRa1-b1", "wKg6 wRa1 bKh8").unwrap();
        for text in [
            "(a) 1.Kg8 Ra8# (b) 1.Kg8 Rb8#",
            "a: 1.Kg8 Ra8# b: 1.Kg8 Rb8#",
            "I. 1.Kg8 Ra8# II. 1.Kg8 Rb8#",
            "A) 1.Kg8 Ra8#; B) 1.Kg8 Rb8#",
        ] {
            let found = with_usual_labels(text, &twins);
            assert!(
                found.contains("a)  1.Kg8") && found.contains("b)  1.Kg8"),
                "{found}"
            );
        }
        for text in ["1.Kg8 (a) Ra8# (b)", "(a) 1.Kg8 Ra8#"] {
            assert_eq!(with_usual_labels(text, &twins), text);
        }
    }
}
