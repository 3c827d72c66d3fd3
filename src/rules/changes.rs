//! What a ply changed on the board, and whether that lets a man observe what it did not.

use super::Rules;
use super::fast::Influence;
use crate::board::{Side, Square, SquareSet};
use crate::position::{Effect, Entry, Position};

/// The squares that a ply changed.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Changes {
    /// Men stood here and stand here no more.
    emptied: SquareSet,
    /// Nobody stood here.
    filled: SquareSet,
    /// Whoever stands here came or changed.
    altered: SquareSet,
}

impl Changes {
    pub(super) fn of(ply: &[Entry]) -> Changes {
        let mut changes = Changes::default();
        for entry in ply {
            changes.note(entry.effect);
        }
        changes
    }

    #[inline]
    fn note(&mut self, effect: Effect) {
        match effect {
            Effect::Move { from, to } => {
                self.leave(from);
                self.arrive(to);
            }
            Effect::Remove { on } => self.leave(on),
            Effect::Place { on, .. } => self.arrive(on),
            Effect::Alter { on, .. } => self.altered.insert(on),
            Effect::Swap { first, second } => {
                self.altered.insert(first);
                self.altered.insert(second);
            }
            Effect::Set { .. } | Effect::Note(_) => {}
        }
    }

    #[inline]
    fn leave(&mut self, from: Square) {
        match self.filled.contains(from) {
            true => self.filled.remove(from),
            false => self.emptied.insert(from),
        }
        self.altered.remove(from);
    }

    #[inline]
    fn arrive(&mut self, on: Square) {
        match self.emptied.contains(on) {
            true => self.emptied.remove(on),
            false => self.filled.insert(on),
        }
        self.altered.insert(on);
    }

    fn all(&self) -> SquareSet {
        self.emptied | self.filled | self.altered
    }
}

impl Rules {
    /// Whether the last ply may have let a man of `by` observe a royal man the influence is
    /// about, none having observed one before. All rules aside, as ways go.
    pub(super) fn may_observe_now(
        &self,
        position: &Position,
        influence: &Influence,
        by: Side,
    ) -> bool {
        let changes = Changes::of(position.last_ply());
        if position.royals_of(!by) != influence.royals
            || !(changes.altered & influence.royals).is_empty()
            || self.are_opened(influence, &changes)
        {
            return true;
        }
        (changes.altered & position.men_of(by)).any(|from| {
            let walk = position.piece_on(from).walk();
            let mut royals = influence.royals;
            royals.any(|royal| self.has_way(position, walk, by, from, royal))
        })
    }

    /// Whether the changes may have opened a way. Where men do not see all others, any change
    /// may.
    fn are_opened(&self, influence: &Influence, changes: &Changes) -> bool {
        if self.hooks.sight.is_some() {
            return !(changes.all() & influence.lines).is_empty();
        }
        let opening = changes.emptied & influence.lines
            | changes.filled & influence.hurdles
            | changes.altered & influence.owners
            | changes.all() & influence.releases;
        !opening.is_empty()
    }
}
