//! Moves as scripts write them: `e2e4`, `e7e8q`, `e1g1`, `d4f4>d2`.

use crate::board::Side;
use crate::men::Piece;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::Problem;
use crate::solution::{MovePart, MoveRecord};

/// Writes moves of one problem.
#[derive(Clone, Copy)]
pub(super) struct Scribe<'a> {
    notation: Notation<'a>,
    /// Whether the mover chose the roll, so that a turn shows only where it captured.
    chosen: bool,
}

impl<'a> Scribe<'a> {
    /// Writes moves whose rolls are known.
    pub(super) fn new(problem: &'a Problem) -> Scribe<'a> {
        Scribe {
            notation: Notation::of(problem, Language::En),
            chosen: false,
        }
    }

    /// Writes moves whose rolls were chosen by the mover.
    pub(super) fn of_chosen_rolls(self) -> Scribe<'a> {
        Scribe {
            chosen: true,
            ..self
        }
    }

    /// A move by `side`. What it does beyond going and promoting follows as usually printed.
    pub(super) fn movement(self, record: &MoveRecord, side: Side) -> String {
        let turns = |part: &MovePart| matches!(part, MovePart::Turns { .. });
        let mark = match self.chosen && record.parts.iter().any(turns) {
            true => "x",
            false => "",
        };
        let mut text = String::new();
        let mut mover = None;
        let mut further = Vec::new();
        for part in &record.parts {
            match part {
                MovePart::Movement { man, from, to, .. } if text.is_empty() => {
                    let square = |square| self.notation.square(square);
                    text = format!("{}{mark}{}", square(*from), square(*to));
                    mover = Some(*man);
                }
                MovePart::Turns { to } => text += &format!(">{}", self.notation.square(*to)),
                MovePart::Castling { long } if text.is_empty() => text = castling(side, *long),
                MovePart::Becomes { man, on: None } if promotes(mover, *man) => {
                    text += &self.promotion(*man);
                }
                part => further.push(part.clone()),
            }
        }
        let further = MoveRecord {
            parts: further,
            check: false,
        };
        text + self.notation.movement(&further).trim()
    }

    fn promotion(self, man: Piece) -> String {
        match self.notation.letters(man.walk()) {
            "S" => "n".to_owned(),
            letters => letters.to_lowercase(),
        }
    }
}

/// Kings castle from the e-file.
fn castling(side: Side, long: bool) -> String {
    let rank = if side == Side::White { 1 } else { 8 };
    let file = if long { 'c' } else { 'g' };
    format!("e{rank}{file}{rank}")
}

fn promotes(mover: Option<Piece>, man: Piece) -> bool {
    let is_pawn = |man: Piece| man.walk().row().is_pawn();
    mover.is_some_and(is_pawn) && !is_pawn(man)
}
