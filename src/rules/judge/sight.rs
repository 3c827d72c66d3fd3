//! Sight: which men a man takes notice of, and questions that are about all men.
//!
//! Sight belongs to the question. Moves and checks are those of men that see some others only, where a
//! rule says so; whether a capture would stand, and what a move has led to, is asked among all men.

use crate::board::{Square, SquareSet};
use crate::position::{Effect, Position, Reason};
use crate::rules::{Judge, View};

impl Judge<'_> {
    /// The men that the man on a square takes notice of.
    #[inline]
    pub(in crate::rules) fn seen_from(self, position: &Position, from: Square) -> SquareSet {
        let Some(sight) = &self.hooks.sight else {
            return position.men();
        };
        let marked = position.with_attribute(sight.by);
        match marked.contains(from) {
            true => marked,
            false => position.men() & !marked,
        }
    }

    /// The position as it is when all men see each other.
    pub fn among_all(self, position: &Position) -> Position {
        let mut all = position.sketch();
        if let Some(sight) = &self.hooks.sight {
            for on in position.with_attribute(sight.by) {
                let piece = position.piece_on(on).without(sight.by);
                all.apply(Effect::Alter { on, piece }, Reason::Silent);
            }
        }
        all
    }
}

impl View<'_> {
    /// Asks a question in which all men see each other.
    pub fn among_all<T>(self, ask: impl FnOnce(View<'_>) -> T) -> T {
        match self.rules.judge().divides(self.position) {
            false => ask(self),
            true => ask(self
                .rules
                .view(&self.rules.judge().among_all(self.position))),
        }
    }

    /// Whether the man on `from` takes notice of who stands on `on`.
    pub fn notices(self, from: Square, on: Square) -> bool {
        self.rules.hooks.sight.is_none()
            || self
                .rules
                .judge()
                .seen_from(self.position, from)
                .contains(on)
    }

    /// The men of the position without those that the man on `from` takes no notice of.
    pub fn noticed(self, from: Square) -> Option<Position> {
        self.rules.hooks.sight.as_ref()?;
        let mut noticed = self.position.sketch();
        for on in self.position.men() & !self.rules.judge().seen_from(self.position, from) {
            noticed.apply(Effect::Remove { on }, Reason::Silent);
        }
        Some(noticed)
    }
}

impl Judge<'_> {
    /// Whether there are men that do not see each other.
    pub(in crate::rules) fn divides(self, position: &Position) -> bool {
        let sight = self.hooks.sight.as_ref();
        sight.is_some_and(|sight| !position.with_attribute(sight.by).is_empty())
    }
}
