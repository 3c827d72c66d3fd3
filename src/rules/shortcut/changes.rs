//! What a ply changed on the board, and whether that lets a man observe what it did not.

use crate::board::{Side, Square, SquareSet};
use crate::position::{Effect, Entry, Position};
use crate::rules::hooks::facts::RuleFact;
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::check_lines::CheckLines;
use crate::rules::{Oracle, View};

/// The squares that a ply changed.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::rules) struct Changes {
    /// Men stood here and stand here no more.
    emptied: SquareSet,
    /// Nobody stood here.
    filled: SquareSet,
    /// Whoever stands here came or changed.
    altered: SquareSet,
}

impl Changes {
    pub(in crate::rules) fn of(ply: &[Entry]) -> Changes {
        let mut changes = Changes::default();
        for entry in ply {
            changes.note(entry.effect);
        }
        changes
    }

    #[inline]
    fn note(&mut self, effect: Effect) {
        let of = SquareSet::of;
        match effect {
            Effect::Move { from, to } => {
                self.leave(of(from));
                self.arrive(of(to));
            }
            Effect::Remove { on } => self.leave(of(on)),
            Effect::Place { on, .. } | Effect::Unearth { on, .. } => self.arrive(of(on)),
            Effect::Alter { on, .. } => self.altered.insert(on),
            Effect::Swap { first, second } => {
                self.altered |= of(first) | of(second);
            }
            Effect::Set { .. }
            | Effect::Bury { .. }
            | Effect::AlterBelow { .. }
            | Effect::Note(_) => {}
        }
    }

    #[inline]
    fn leave(&mut self, from: SquareSet) {
        let filled = self.filled & from;
        self.filled = self.filled ^ filled;
        self.emptied |= from ^ filled;
        self.altered &= !from;
    }

    #[inline]
    fn arrive(&mut self, on: SquareSet) {
        let emptied = self.emptied & on;
        self.emptied = self.emptied ^ emptied;
        self.filled |= on ^ emptied;
        self.altered |= on;
    }

    fn all(&self) -> SquareSet {
        self.emptied | self.filled | self.altered
    }
}

impl View<'_> {
    /// Whether what the last ply has changed so far may matter to what the man on `from` sees on
    /// `to`: to the men on these squares or to its ways between them.
    pub fn may_see_anew(self, from: Square, to: Square) -> bool {
        let rules = self.rules;
        if !rules.facts.holds(RuleFact::ObservationIsGeometry) {
            return true;
        }
        let changes = Changes::of(self.position.last_ply()).all();
        let man = self.piece_on(from);
        let on_ways = |side: Side| {
            let ways = rules.table.ways_from(man.walk(), side, from, to);
            man.is_of(side) && !(changes & (ways.lines | ways.hurdles | ways.owners)).is_empty()
        };
        changes.contains(from) || changes.contains(to) || Side::BOTH.into_iter().any(on_ways)
    }
}

impl Oracle<'_> {
    /// Whether the last ply may have let a man of `by` observe a royal man the check lines are
    /// about, none having observed one before. All rules aside, as ways go.
    pub(in crate::rules) fn may_observe_now(
        self,
        position: &Position,
        check_lines: &CheckLines,
        by: Side,
    ) -> bool {
        if !self.allow(ShortCut::ChangedSquares) {
            return true;
        }
        let changes = Changes::of(position.last_ply());
        if position.royals_of(!by) != check_lines.royals
            || !(changes.altered & check_lines.royals).is_empty()
            || self.are_opened(check_lines, &changes)
        {
            return true;
        }
        (changes.altered & position.men_of(by)).any(|from| {
            let walk = position.piece_on(from).walk();
            let mut royals = check_lines.royals;
            royals.any(|royal| self.judge().has_way(position, walk, by, from, royal))
        })
    }

    /// Whether the changes may have opened a way. Where men do not see all others, any change
    /// may.
    fn are_opened(self, check_lines: &CheckLines, changes: &Changes) -> bool {
        if !self.facts.holds(RuleFact::MenSeeAll) {
            return !(changes.all() & check_lines.lines).is_empty();
        }
        let opening = changes.emptied & check_lines.lines
            | changes.filled & check_lines.hurdles
            | changes.altered & check_lines.owners
            | changes.all() & check_lines.unparalysing;
        !opening.is_empty()
    }
}
