//! What a hook lets happen.

use super::{Captured, Effects};
use crate::board::{Side, Square};
use crate::position::{Effect, Reason};
use crate::rules::play::candidate::Choices;

/// What a hook wants to happen.
#[derive(Debug)]
pub struct Outcome<'a> {
    pub(in crate::rules) effects: &'a mut Effects,
    pub(in crate::rules) choices: &'a mut Choices,
    pub(in crate::rules) promotion: Option<(Square, Side)>,
    pub(in crate::rules) returned: Option<Captured>,
    pub(in crate::rules) refused: bool,
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

    /// The man put on this square is promoted if it is a pawn on its last rank; a neutral pawn
    /// counts for `side`.
    pub fn promote_on(&mut self, square: Square, side: Side) {
        self.promotion = Some((square, side));
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
