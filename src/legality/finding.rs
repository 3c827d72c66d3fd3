//! What a deduction says: a row of words in three languages, and what fills its gaps.

use crate::board::{Side, Square};
use crate::orthodox::attack::{Bits, Each};
use crate::retro::routes::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// The languages of [`Finding::text`], in the order of the columns of `texts.tsv`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tongue {
    /// English
    English,
    /// German
    German,
    /// French
    French,
}

/// One step of a chain of deductions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static str,
    /// The row of its sentence.
    pub(crate) row: &'static str,
    /// The side it speaks of.
    pub(crate) side: Side,
    /// What fills `{n}` and `{m}`.
    pub(crate) numbers: [u32; 2],
    /// The walk that fills `{man}`.
    pub(crate) walk: usize,
    /// The squares it speaks of.
    pub(crate) on: Bits,
}

impl Finding {
    pub(crate) fn new(rule: &'static str, row: &'static str, side: Side) -> Finding {
        Finding {
            rule,
            row,
            side,
            numbers: [0; 2],
            walk: 0,
            on: 0,
        }
    }

    pub(crate) fn count(self, n: u32, m: u32) -> Finding {
        Finding {
            numbers: [n, m],
            ..self
        }
    }

    pub(crate) fn walk(self, walk: usize) -> Finding {
        Finding { walk, ..self }
    }

    pub(crate) fn on(self, on: Bits) -> Finding {
        Finding { on, ..self }
    }

    /// The squares it speaks of, a1 first.
    pub fn squares(&self) -> Vec<Square> {
        Each(self.on).map(|on| Square::new(on as u8)).collect()
    }

    /// The sentence, ending with a full stop.
    pub fn text(&self, tongue: Tongue) -> String {
        let squares: Vec<String> = self.squares().iter().map(Square::to_string).collect();
        let [side, other] = [self.side, !self.side].map(|side| {
            let key = if side == Side::White {
                "white"
            } else {
                "black"
            };
            [word(key, tongue), word(&format!("of-{key}"), tongue)]
        });
        let man = word(man_key(self.walk), tongue);
        let gaps = [
            ("{side}", side[0].to_owned()),
            ("{of_side}", side[1].to_owned()),
            ("{other}", other[0].to_owned()),
            ("{of_other}", other[1].to_owned()),
            ("{man}", man.to_owned()),
            ("{n}", self.numbers[0].to_string()),
            ("{m}", self.numbers[1].to_string()),
            ("{squares}", squares.join(", ")),
        ];
        let row = word(self.row, tongue).to_owned();
        let text = gaps
            .iter()
            .fold(row, |text, (gap, fill)| text.replace(gap, fill));
        let mut letters = text.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    }
}

fn man_key(walk: usize) -> &'static str {
    match walk {
        PAWN => "pawn",
        KNIGHT => "knight",
        BISHOP => "bishop",
        ROOK => "rook",
        QUEEN => "queen",
        KING => "king",
        _ => "man",
    }
}

/// The sentence of a row of `texts.tsv` without gaps.
pub fn phrase(key: &str, tongue: Tongue) -> &'static str {
    word(key, tongue)
}

/// The words of a row; a question mark if there is none.
fn word(key: &str, tongue: Tongue) -> &'static str {
    let rows = include_str!("texts.tsv").lines().skip(1);
    let mut rows = rows.map(|row| row.split('\t'));
    let row = rows.find_map(|mut cells| (cells.next() == Some(key)).then_some(cells));
    row.and_then(|mut cells| cells.nth(tongue as usize))
        .unwrap_or("?")
}

#[cfg(test)]
mod tests {
    /// Every row has its three sentences with the same gaps.
    #[test]
    fn rows_are_complete() {
        for row in include_str!("texts.tsv").lines() {
            let cells: Vec<&str> = row.split('\t').collect();
            assert_eq!(cells.len(), 4, "{row}");
            let gaps = |text: &str| {
                let mut gaps: Vec<String> = Vec::new();
                for part in text.split('{').skip(1) {
                    let gap = part.split('}').next().unwrap_or_default();
                    gaps.push(gap.trim_start_matches("of_").to_owned());
                }
                gaps.sort();
                gaps.dedup();
                gaps
            };
            assert!(
                cells[1..].iter().all(|cell| gaps(cell) == gaps(cells[1])),
                "{row}"
            );
        }
    }
}
