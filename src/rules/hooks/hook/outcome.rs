//! What a hook lets happen.

use super::{Captured, Effects};
use crate::board::{Side, Square};
use crate::men::Piece;
use crate::position::{Effect, Reason};
use crate::rules::play::pseudo_move::Choices;

/// A pawn that is promoted, if it is one and stands on its last rank.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Promotes {
    pub on: Square,
    /// For which side a neutral pawn counts.
    pub side: Side,
    pub becomes: Becomes,
}

/// What a pawn may become where it is promoted.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) enum Becomes {
    Anything,
    NoMan,
}

/// Squares to choose among, and who would stand there.
pub(in crate::rules) type Found = Vec<(Square, Piece)>;

/// What a hook wants to happen.
#[derive(Debug)]
pub struct Outcome<'a> {
    pub(in crate::rules) effects: &'a mut Effects,
    pub(in crate::rules) choices: &'a mut Choices,
    pub(in crate::rules) promotion: Option<Promotes>,
    pub(in crate::rules) returned: Option<Captured>,
    pub(in crate::rules) refused: bool,
    /// What the hook found in the former way of this move, if the ways differ in its choice alone.
    pub(in crate::rules) found: &'a mut Option<Found>,
}

impl Outcome<'_> {
    /// One more effect, after those already wanted.
    pub fn push(&mut self, effect: Effect, reason: Reason) {
        self.effects.push((effect, reason));
    }

    /// Which of `count` alternatives (at least one) to take: a free choice of the mover.
    pub fn choose(&mut self, count: usize) -> usize {
        self.choices.choose(count)
    }

    /// What there is to choose among, looked for once for all ways that differ in this choice alone.
    pub fn find(&mut self, mut look: impl FnMut() -> Vec<(Square, Piece)>) -> Vec<(Square, Piece)> {
        debug_assert!(self.found.as_ref().is_none_or(|found| *found == look()));
        self.found.get_or_insert_with(look).clone()
    }

    /// The man put on this square is promoted if it is a pawn on its last rank; a neutral pawn
    /// counts for `side`.
    pub fn promote_on(&mut self, square: Square, side: Side) {
        self.promote(square, side, Becomes::Anything);
    }

    /// The same of a pawn that becomes something else than a man there.
    pub fn become_no_man_on(&mut self, square: Square, side: Side) {
        self.promote(square, side, Becomes::NoMan);
    }

    fn promote(&mut self, on: Square, side: Side, becomes: Becomes) {
        self.promotion = Some(Promotes { on, side, becomes });
    }

    /// The man put back by these effects is the one that was taken so.
    pub fn bring_back(&mut self, taken: Captured) {
        self.returned = Some(taken);
    }

    /// The move cannot be played at all.
    pub fn refuse(&mut self) {
        self.refused = true;
    }
}
