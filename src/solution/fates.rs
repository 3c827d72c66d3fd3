//! Follows every man through a game as it was told: where it ends, who captures it.

use super::{MovePart, MoveRecord};
use crate::board::{Side, Square};
use crate::men::WalkId;
use crate::problem::{Diagram, FateWish, ManAtStart, ManFate};

/// What has become of the men so far.
#[derive(Clone, Debug)]
pub struct Fates {
    men: Vec<ManFate>,
    /// By square: the number of the man that stands there, one more.
    on: Vec<u8>,
}

impl Fates {
    /// The men of a diagram, before any move.
    pub fn new(start: &Diagram) -> Fates {
        let men = start.men().map(|(square, piece)| ManAtStart {
            walk: piece.walk(),
            square,
        });
        Fates::of(men)
    }

    /// These men, before any move.
    pub fn of(men: impl Iterator<Item = ManAtStart>) -> Fates {
        let mut fates = Fates {
            men: Vec::new(),
            on: vec![0; 1 << u8::BITS],
        };
        for man in men {
            fates.men.push(ManFate {
                man,
                promotion: None,
                end: man.square,
                captor: None,
            });
            fates.on[man.square.index()] = fates.men.len() as u8;
        }
        fates
    }

    /// All men with what became of them.
    pub fn men(&self) -> &[ManFate] {
        &self.men
    }

    /// Whether all wishes are granted.
    pub fn grant(&self, wishes: &[FateWish]) -> bool {
        wishes.iter().all(|wish| wish.is_granted(&self.men))
    }

    /// Plays a move of orthodox play.
    pub fn play(&mut self, side: Side, record: &MoveRecord) {
        let mut arrived = None;
        for part in &record.parts {
            match *part {
                MovePart::Movement {
                    from, to, captured, ..
                } => {
                    self.go(from, to, captured);
                    arrived = Some(to);
                }
                MovePart::Castling { long } => self.castle(side, long),
                MovePart::Becomes { man, on } => self.promote(on.or(arrived), man.walk()),
                MovePart::TakesWalk { walk, on } => self.promote(on.or(arrived), walk),
                _ => {}
            }
        }
    }

    /// A man goes, another one may be captured.
    pub fn go(&mut self, from: Square, to: Square, captured: Option<Square>) {
        let goes = usize::from(self.on[from.index()]);
        if let Some(victim) = captured {
            let lost = usize::from(std::mem::take(&mut self.on[victim.index()]));
            let captor = goes.checked_sub(1).map(|number| self.men[number].man);
            if let Some(number) = lost.checked_sub(1) {
                self.men[number].captor = captor;
            }
        }
        self.on[from.index()] = 0;
        self.on[to.index()] = goes as u8;
        if let Some(number) = goes.checked_sub(1) {
            self.men[number].end = to;
        }
    }

    /// The man on this square is promoted.
    pub fn promote(&mut self, on: Option<Square>, walk: WalkId) {
        let number = on.map_or(0, |on| usize::from(self.on[on.index()]));
        if let (Some(number), Some(on)) = (number.checked_sub(1), on) {
            self.men[number].promotion = Some((walk, on));
        }
    }

    /// What stands on this square has this walk now.
    pub fn promote_to(&mut self, on: Square, walk: WalkId) {
        let number = usize::from(self.on[on.index()]).checked_sub(1);
        let is_new = number.is_some_and(|number| {
            let fate = self.men[number];
            fate.promotion.map_or(fate.man.walk, |(walk, _)| walk) != walk
        });
        if is_new {
            self.promote(Some(on), walk);
        }
    }

    /// King and rook of a side castle on the usual board.
    pub fn castle(&mut self, side: Side, long: bool) {
        let rank = side.first_rank();
        let (rook, king_to, rook_to) = if long { (0, 2, 3) } else { (7, 6, 5) };
        self.go(Square::at(4, rank), Square::at(king_to, rank), None);
        self.go(Square::at(rook, rank), Square::at(rook_to, rank), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::men::walk_id;

    #[test]
    fn men_are_followed() {
        let square = |name| Square::from_name(name).expect("a square");
        let man = |walk, name| ManAtStart {
            walk,
            square: square(name),
        };
        let (pawn, rook) = (man(walk_id::PAWN, "h7"), man(walk_id::ROOK, "a8"));
        let mut fates = Fates::of([pawn, rook].into_iter());
        fates.go(square("h7"), square("a8"), Some(square("a8")));
        fates.promote(Some(square("a8")), walk_id::QUEEN);
        fates.go(square("a8"), square("a1"), None);
        let wish = FateWish {
            wanted: true,
            man: Some(pawn),
            promotion: Some((walk_id::QUEEN, square("a8"))),
            end: Some(square("a1")),
            captor: None,
        };
        let lost = FateWish {
            wanted: true,
            man: Some(rook),
            promotion: None,
            end: Some(square("a8")),
            captor: Some(pawn),
        };
        assert!(fates.grant(&[wish, lost]));
        let not = FateWish {
            wanted: false,
            ..wish
        };
        assert!(!fates.grant(&[not]));
    }
}
