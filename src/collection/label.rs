//! What stands before a colon or over a column: `labels.tsv`, all languages at once, and words for colours.

use crate::men::Sides;
use crate::notation::position::words::colour;
use crate::notation::statement::folded;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a label announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    Fen,
    Statement,
    Conditions,
    Authors,
    Source,
    Award,
    Title,
    Id,
    Solution,
    Intended,
    Twins,
    Carrier,
    White,
    Black,
    Neutral,
    Date,
    Remark,
    /// Who is to move.
    Side,
}

/// The labels by their spellings, folded.
static LABELS: LazyLock<HashMap<String, Label>> = LazyLock::new(|| {
    let mut labels = HashMap::new();
    for row in include_str!("labels.tsv").lines().skip(1) {
        let (class, spellings) = row.split_once('\t').unwrap_or((row, ""));
        for spelling in spellings.split(' ') {
            let label = Label::named(class);
            labels.extend(label.map(|label| (folded(spelling), label)));
        }
    }
    labels
});

impl Label {
    /// The label that a name is, whatever its case and signs; `source 1` is `source`.
    pub(super) fn of(name: &str) -> Option<Label> {
        let name: String = name.chars().filter(|sign| sign.is_alphabetic()).collect();
        let of_side = || {
            let (sides, _) = colour(&name)?;
            Some(match sides {
                Sides::White => Label::White,
                Sides::Black => Label::Black,
                Sides::Both => Label::Neutral,
            })
        };
        LABELS.get(&folded(&name)).copied().or_else(of_side)
    }

    fn named(class: &str) -> Option<Label> {
        Some(match class {
            "fen" => Label::Fen,
            "statement" => Label::Statement,
            "conditions" => Label::Conditions,
            "authors" => Label::Authors,
            "source" => Label::Source,
            "award" => Label::Award,
            "title" => Label::Title,
            "id" => Label::Id,
            "solution" => Label::Solution,
            "intended" => Label::Intended,
            "twins" => Label::Twins,
            "carrier" => Label::Carrier,
            "date" => Label::Date,
            "remark" => Label::Remark,
            "side" => Label::Side,
            _ => return None,
        })
    }

    /// The label of a line `Stipulation: h#2`, and what follows it.
    pub(super) fn before(line: &str) -> Option<(Label, &str)> {
        let (name, rest) = line.split_once([':', '='])?;
        let is_name = name.len() < 40 && !name.contains(['/', '.', '#', '+']);
        let label = Label::of(name).filter(|_| is_name)?;
        Some((label, rest.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_label() {
        for row in include_str!("labels.tsv").lines().skip(1) {
            let (class, spellings) = row.split_once('\t').expect("two columns");
            assert!(Label::named(class).is_some(), "{class}");
            for spelling in spellings.split(' ') {
                assert!(
                    Label::of(spelling).is_some() || spelling.contains('-'),
                    "{spelling}"
                );
            }
        }
        assert_eq!(
            Label::before("Lösung: 1.Kb1"),
            Some((Label::Solution, "1.Kb1"))
        );
        assert_eq!(Label::before("1.Kb1: no"), None);
    }
}
