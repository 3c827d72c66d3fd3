//! What the installed hooks leave untouched, so that short cuts are safe.
//!
//! The facts are read off the hook lists themselves: a rule that installs a
//! hook switches off the short cuts that would overlook it, and cannot forget to.

use super::Rules;
use super::candidate::{Candidate, Kind};
use super::hook::{Actor, Hooks, Ring, Touch};
use crate::board::{Side, Square, SquareSet};
use crate::position::{Position, Slot};

/// Facts about the rules of a problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fast {
    /// Observation asks geometry only.
    pub observation_is_geometry: bool,
    /// No rule filters or rewrites candidates.
    pub candidates_are_free: bool,
    /// What geometry does not observe is not in check.
    geometry_bounds: bool,
    /// And what it observes is, once and for all: no other man has a say.
    geometry_decides: bool,
    /// Men go by walks of their own, and what they do is not rewritten.
    ways_stay: bool,
    /// Played moves stand that leave no own royal man in check.
    safe_is_legal: bool,
    /// By kind of move: what the candidate does not say concerns the moved man alone.
    tame: ByKind,
    /// By kind of move: it does what the candidate says, at most with a promotion.
    plain: ByKind,
    /// The same, but that captured men may be put back somewhere.
    reborn: ByKind,
}

/// A fact about moves without and with capture.
#[derive(Clone, Copy, Debug)]
struct ByKind {
    quiet: bool,
    capture: bool,
}

impl ByKind {
    /// Whether all hooks with effects on such moves are among those touching no more than told.
    fn touching(hooks: &Hooks, most: &[Touch]) -> ByKind {
        let all = |also: &[Touch]| {
            let touches = |touch: Touch| {
                touch == Touch::Memory || most.contains(&touch) || also.contains(&touch)
            };
            hooks.after.iter().all(|hook| touches(hook.touch))
        };
        ByKind {
            quiet: all(&[Touch::Captures, Touch::Rebirth]),
            capture: all(&[]),
        }
    }

    #[inline]
    fn of(self, candidate: &Candidate) -> bool {
        if candidate.is_capture() {
            self.capture
        } else {
            self.quiet
        }
    }
}

impl Fast {
    pub(super) fn of(hooks: &Hooks, check_by_playing: bool) -> Fast {
        let no_line = hooks.fixed_line.is_empty() && hooks.line.is_empty();
        let own_walks = hooks.borrow.is_empty() && hooks.sight.is_none();
        let free = hooks.forbid.is_empty() && hooks.capture.is_empty();
        let geometry_bounds = hooks.borrow.is_empty() && hooks.royal_squares.is_empty();
        Fast {
            observation_is_geometry: no_line && free && own_walks,
            candidates_are_free: no_line
                && hooks.capture.is_empty()
                && hooks.move_only.is_empty()
                && hooks.rewrite.is_empty(),
            geometry_bounds,
            geometry_decides: geometry_bounds
                && hooks.sight.is_none()
                && hooks.line.is_empty()
                && free
                && !check_by_playing,
            ways_stay: hooks.borrow.is_empty() && hooks.rewrite.is_empty(),
            safe_is_legal: hooks.legal.is_empty() && hooks.promotion.is_empty(),
            tame: ByKind::touching(hooks, &[Touch::Mover]),
            plain: ByKind::touching(hooks, &[]),
            reborn: ByKind::touching(hooks, &[Touch::Rebirth]),
        }
    }
}

/// The squares that matter for attacks on royal men of one side; candidates that touch none of
/// them neither give nor uncover a check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Influence {
    /// The royal men's squares.
    pub royals: SquareSet,
    /// Men that leave these may open a way to them.
    pub lines: SquareSet,
    /// Men that arrive on these may, too.
    pub hurdles: SquareSet,
    /// Men that take the place of others on these may, too.
    pub owners: SquareSet,
}

impl Influence {
    /// Whether the candidate might let a man other than the one that moves observe a royal man.
    #[inline]
    pub(super) fn opens(&self, candidate: &Candidate) -> bool {
        let replaces = candidate.captured == Some(candidate.to);
        let arrivals = if replaces { self.owners } else { self.hurdles };
        self.lines.contains(candidate.from)
            || arrivals.contains(candidate.to)
            || candidate
                .captured
                .is_some_and(|on| on != candidate.to && self.lines.contains(on))
    }

    /// Whether the candidate changes anything on the ways to the royal men.
    #[inline]
    fn is_touched(&self, candidate: &Candidate) -> bool {
        let touches = |square: Square| self.lines.contains(square);
        touches(candidate.from) || touches(candidate.to) || candidate.captured.is_some_and(touches)
    }
}

impl Rules {
    fn influence(&self, position: &Position, by: Side) -> Influence {
        let royals = position.royals_of(!by);
        let mut influence = Influence {
            royals,
            lines: SquareSet::EMPTY,
            hurdles: SquareSet::EMPTY,
            owners: SquareSet::EMPTY,
        };
        for royal in royals {
            for &walk in &self.walks {
                let ways = self.table.ways(walk, by, royal);
                influence.lines |= ways.lines;
                influence.hurdles |= ways.hurdles;
                influence.owners |= ways.owners;
            }
        }
        influence
    }

    /// What decides whether a candidate of `by` can give check at all; none where that is no
    /// matter of ways alone, or where a way is open already and some rule holds the check back.
    pub(super) fn outlook_on_check(&self, position: &Position, by: Side) -> Option<Influence> {
        if !self.fast.geometry_bounds {
            return None;
        }
        let influence = self.influence(position, by);
        let held_back = !self.fast.geometry_decides
            && influence
                .royals
                .into_iter()
                .any(|royal| self.find_way(position, royal, by, &mut |_| true));
        (!held_back).then_some(influence)
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
        let moves_royal = influence.royals.contains(candidate.from);
        if moves_royal
            || !is_usual(candidate)
            || !self.does_as_told(position, influence, side, candidate)
        {
            return true;
        }
        let walk = position.piece_on(candidate.from).walk();
        influence.opens(candidate)
            || walk.row().is_pawn() && self.promotes_on(walk, side, candidate.to)
            || influence
                .royals
                .into_iter()
                .any(|royal| self.table.reach(walk, side, royal).contains(candidate.to))
    }

    /// Whether a candidate of the man on `from` might give check to one of the royal men the
    /// influence is about. Asks squares alone, so it may say yes too often.
    pub(super) fn may_check_from(
        &self,
        position: &Position,
        influence: &Influence,
        side: Side,
        from: Square,
    ) -> bool {
        let piece = position.piece_on(from);
        let (walk, row) = (piece.walk(), piece.walk().row());
        if !self.fast.ways_stay
            || !self.fast.plain.quiet
            || influence.lines.contains(from)
            || influence.royals.contains(from)
            || self.may_castle(position, Actor { square: from, side })
            || position.slot(Slot::EnPassant) != 0 && row.captures_en_passant()
        {
            return true;
        }
        let mut decisive = influence.hurdles | influence.owners;
        for royal in influence.royals {
            decisive |= self.table.reach(walk, side, royal);
        }
        if row.captures_elsewhere() {
            decisive |= influence.lines;
        }
        if row.is_pawn() {
            decisive |= self.promotion_squares[Side::White.index()]
                | self.promotion_squares[Side::Black.index()];
        }
        if !self.fast.plain.capture {
            let reborn = self.fast.reborn.capture && influence.hurdles.is_empty();
            decisive |= match reborn {
                true => position.men_of(!side) & position.men_of(side),
                false => position.men_of(!side),
            };
        }
        !(decisive & self.table.range(walk, side, from)).is_empty()
    }

    /// Whether what the candidate does not say is no matter to ways of `side`: a hostile man put
    /// back on the board can only stand in the way, unless there are hurdles.
    fn does_as_told(
        &self,
        position: &Position,
        influence: &Influence,
        side: Side,
        candidate: &Candidate,
    ) -> bool {
        let is_own = |on: Square| position.piece_on(on).is_of(side);
        self.fast.plain.of(candidate)
            || self.fast.reborn.of(candidate)
                && influence.hurdles.is_empty()
                && !candidate.captured.is_some_and(is_own)
    }
}

fn is_usual(candidate: &Candidate) -> bool {
    matches!(candidate.kind, Kind::Ordinary | Kind::DoubleStep)
}

/// What is known of the safety of a side's royal man before it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    influence: Influence,
    /// The man that has a way to it, if one has.
    attacker: Option<Attacker>,
}

impl Outlook {
    /// Whether nobody has a way to the royal man.
    pub(super) fn is_quiet(&self) -> bool {
        self.attacker.is_none()
    }
}

#[derive(Clone, Copy, Debug)]
struct Attacker {
    square: Square,
    /// Whether its way, or that of the other, can be closed.
    rides: bool,
    /// Whether another man has a way, too: capturing this one is not enough.
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
    /// The outlook of `side`, where ways alone bound what is in check and it has one royal man
    /// at most.
    pub(super) fn outlook(&self, position: &Position, side: Side) -> Option<Outlook> {
        let fast = &self.fast;
        if !fast.geometry_bounds || position.royals_of(side).len() > 1 {
            return None;
        }
        let influence = self.influence(position, !side);
        let Some(royal) = influence.royals.first() else {
            let attacker = None;
            return Some(Outlook {
                influence,
                attacker,
            });
        };
        let mut attacker: Option<Attacker> = None;
        let mut note = |square: Square| {
            let walk = position.piece_on(square).walk();
            let double = attacker.is_some();
            attacker = Some(Attacker {
                square,
                rides: !self.table.is_leaper(walk, !side) || attacker.is_some_and(|one| one.rides),
                double,
            });
            double
        };
        if fast.geometry_decides {
            self.find_observer(position, royal, !side, Ring::Capture, &mut note);
        } else {
            self.find_way(position, royal, !side, &mut note);
        }
        Some(Outlook {
            influence,
            attacker,
        })
    }

    /// What becomes of the royal man's safety with this candidate.
    #[inline]
    pub(super) fn verdict(
        &self,
        position: &Position,
        outlook: &Outlook,
        candidate: &Candidate,
    ) -> Verdict {
        let influence = &outlook.influence;
        if !self.fast.safe_is_legal
            || !is_usual(candidate)
            || !self.fast.tame.of(candidate)
            || influence.royals.contains(candidate.from)
            || position.piece_on(candidate.from).is_neutral()
        {
            return Verdict::Unknown;
        }
        match outlook.attacker {
            None if influence.opens(candidate) => Verdict::Unknown,
            None => Verdict::Legal,
            Some(attacker) if self.fast.geometry_decides => {
                let captures = candidate.captured == Some(attacker.square);
                // Who captures elsewhere than he arrives may take one checking man and block another.
                let twofold = candidate.captured != Some(candidate.to);
                let closes = attacker.rides && influence.is_touched(candidate);
                if closes || captures && (twofold || !attacker.double) {
                    Verdict::Unknown
                } else {
                    Verdict::Illegal
                }
            }
            Some(_) => Verdict::Unknown,
        }
    }
}

impl Rules {
    /// Whether the royal man is in check after a move of `side` that this is the outlook of.
    pub(super) fn is_exposed(
        &self,
        position: &mut Position,
        side: Side,
        outlook: Option<&Outlook>,
    ) -> bool {
        let is_safe = outlook.is_some_and(|outlook| {
            outlook.is_quiet() && !self.may_observe_now(position, &outlook.influence, !side)
        });
        !is_safe && self.in_check(position, side)
    }
}
