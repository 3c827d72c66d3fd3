//! What the installed hooks leave untouched, so that short cuts are safe.
//!
//! The facts are read off the hook lists themselves: a rule that installs a
//! hook switches off the short cuts that would overlook it, and cannot forget to.

use super::Rules;
use super::candidate::{Candidate, Kind};
use super::hook::{Hooks, Ring};
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
        let own_walks = hooks.borrow.is_empty() && hooks.sight.is_none();
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

/// What is known of the safety of a side's royal man before it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    influence: Influence,
    /// The man that gives check, if one does.
    attacker: Option<Attacker>,
}

#[derive(Clone, Copy, Debug)]
struct Attacker {
    square: Square,
    /// Whether men can be put in its way.
    rides: bool,
    /// Whether another man checks too.
    double: bool,
}

/// What the outlook tells about a candidate without playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It cannot expose the royal man.
    Legal,
    /// It leaves the royal man in check.
    Illegal,
    /// Play it and see.
    Unknown,
}

impl Rules {
    /// The outlook of `side`, where lines and leaps alone decide and it has one royal man.
    pub(super) fn outlook(&self, position: &Position, side: Side) -> Option<Outlook> {
        let influence = self.influence(position, !side)?;
        if influence.royals.len() != 1 {
            return None;
        }
        let royal = influence.royals.first()?;
        let mut attacker: Option<Attacker> = None;
        self.find_observer(position, royal, !side, Ring::Capture, &mut |square| {
            let double = attacker.is_some();
            let rides = position.piece_on(square).walk().row().is_rider();
            attacker = Some(Attacker {
                square,
                rides,
                double,
            });
            double
        });
        Some(Outlook {
            influence,
            attacker,
        })
    }
}

impl Outlook {
    /// What becomes of the royal man's safety.
    #[inline]
    pub(super) fn verdict(&self, position: &Position, candidate: &Candidate) -> Verdict {
        let usual = matches!(candidate.kind, Kind::Ordinary | Kind::DoubleStep);
        if !usual
            || self.influence.royals.contains(candidate.from)
            || position.piece_on(candidate.from).is_neutral()
        {
            return Verdict::Unknown;
        }
        let Some(attacker) = self.attacker else {
            let safe = !opens(&self.influence, candidate);
            return if safe {
                Verdict::Legal
            } else {
                Verdict::Unknown
            };
        };
        let parries = candidate.captured == Some(attacker.square)
            || attacker.rides && self.influence.lines.contains(candidate.to);
        if parries && !attacker.double {
            Verdict::Unknown
        } else {
            Verdict::Illegal
        }
    }
}
