//! What stands before a colon or over a column: `labels.tsv`, all languages at once, and words for colours.

use super::moves::{is_claim, moves_within};
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

    /// The label of a line `Stipulation: h#2`, and what follows it. Moves behind the name of a solution, of its author or of
    /// what he means are his solution; a number of solutions stays in front of them.
    pub(super) fn before(line: &str) -> Option<(Label, &str)> {
        Label::before_moves(line).or_else(|| {
            let (name, rest) = line.split_once([':', '='])?;
            let label = Label::named_by(name)?;
            let is_number = label == Label::Intended && rest.trim().is_empty() && is_claim(name);
            let rest = if is_number { name } else { rest };
            Some((label, rest.trim()))
        })
    }

    /// `Author: 1.Kf3!`, `Key 1.Kf3!`, `2 solutions: 1.Kf3! 1.Kf4!`
    fn before_moves(line: &str) -> Option<(Label, &str)> {
        let at = moves_within(line)?;
        let name = line[..at].trim_end_matches([' ', ':', '=', '-', '–']);
        let announces = [Label::Solution, Label::Authors, Label::Intended];
        Label::named_by(name).filter(|label| announces.contains(label))?;
        let moves = if is_claim(name) { line } else { &line[at..] };
        Some((Label::Solution, moves.trim()))
    }

    fn named_by(name: &str) -> Option<Label> {
        let is_name = name.len() < 40 && !name.contains(['/', '.', '#', '+']);
        Label::of(name).filter(|_| is_name)
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
        for (line, moves) in [
            ("Author: 1.Kb1!", "1.Kb1!"),
            ("Key 1.Kb1!", "1.Kb1!"),
            ("2 solutions: 1.Kb1! 1.Kc1!", "2 solutions: 1.Kb1! 1.Kc1!"),
        ] {
            assert_eq!(Label::before(line), Some((Label::Solution, moves)));
        }
        assert_eq!(
            Label::before("2 solutions:"),
            Some((Label::Intended, "2 solutions"))
        );
        assert_eq!(
            Label::before("Author: A. Smith"),
            Some((Label::Authors, "A. Smith"))
        );
    }
}
