//! What the installed hooks leave untouched, so that short cuts are safe.
//!
//! The facts are read off the hook lists themselves: a rule that installs a
//! hook switches off the short cuts that would overlook it, and cannot forget to.

use super::Rules;
use super::candidate::{Candidate, Kind};
use super::hook::Hooks;
use crate::board::{Side, Square, SquareSet};
use crate::men::WalkId;
use crate::position::Position;

/// Facts about the rules of a problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fast {
    /// Observation asks geometry only.
    pub observation_is_geometry: bool,
    /// No rule filters or rewrites candidates.
    pub candidates_are_free: bool,
    /// A move does what the candidate says, at most with a promotion, and any played
    /// move stands that leaves no own royal man observed.
    pub plain: bool,
    /// Every walk is a leaper, a rider or a pawn: a man can only block lines, never open them by arriving.
    pub men_only_block: bool,
}

impl Fast {
    pub(super) fn of(hooks: &Hooks, check_by_playing: bool, walks: &[WalkId]) -> Fast {
        let no_line = hooks.fixed_line.is_empty() && hooks.line.is_empty();
        let own_walks = hooks.borrow.is_empty();
        let observation_is_geometry =
            no_line && hooks.forbid.is_empty() && hooks.capture.is_empty() && own_walks;
        Fast {
            observation_is_geometry,
            candidates_are_free: no_line
                && hooks.capture.is_empty()
                && hooks.move_only.is_empty()
                && hooks.rewrite.is_empty(),
            plain: hooks.line.is_empty()
                && hooks.forbid.is_empty()
                && hooks.capture.is_empty()
                && own_walks
                && !check_by_playing
                && hooks.after.is_empty()
                && hooks.legal.is_empty()
                && hooks.royal_squares.is_empty()
                && hooks.promotion.is_empty(),
            men_only_block: walks.iter().all(|&walk| walk.row().is_only_blocked()),
        }
    }
}

/// Squares that matter for attacks on royal men of one side; candidates that touch none of them
/// neither give nor uncover a check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Influence {
    /// The royal men's squares.
    pub royals: SquareSet,
    /// Squares on lines of riders towards them.
    pub lines: SquareSet,
}

impl Rules {
    /// The squares that matter for attacks by `by` on the royal men of the other side, where
    /// that is a matter of lines alone.
    pub(super) fn influence(&self, position: &Position, by: Side) -> Option<Influence> {
        if !self.fast.plain || !self.fast.men_only_block {
            return None;
        }
        let royals = position.royals_of(!by);
        let lines = royals.into_iter().fold(SquareSet::EMPTY, |lines, royal| {
            let riders = self.walks.iter().filter(|&&walk| walk.row().is_rider());
            riders.fold(lines, |lines, &walk| {
                lines | self.table.reach(walk, by, royal)
            })
        });
        Some(Influence { royals, lines })
    }

    /// Whether the candidate might give check to one of the royal men the influence is about.
    #[inline]
    pub(super) fn may_check(
        &self,
        position: &Position,
        influence: &Influence,
        side: Side,
        candidate: &Candidate,
    ) -> bool {
        if candidate.kind != Kind::Ordinary && candidate.kind != Kind::DoubleStep {
            return true;
        }
        let walk = position.piece_on(candidate.from).walk();
        opens(influence, candidate)
            || walk.row().is_pawn() && self.geometry.rank(candidate.to) == self.last_rank(side)
            || influence
                .royals
                .into_iter()
                .any(|royal| self.table.reach(walk, side, royal).contains(candidate.to))
    }
}

/// Whether the candidate takes a man off a line towards a royal man.
#[inline]
pub(super) fn opens(influence: &Influence, candidate: &Candidate) -> bool {
    let on_line = |square: Square| influence.lines.contains(square);
    on_line(candidate.from)
        || candidate
            .captured
            .is_some_and(|on| on != candidate.to && on_line(on))
}
