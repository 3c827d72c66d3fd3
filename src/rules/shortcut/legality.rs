//! Legality: what is known of a king's safety, and so of a move, before the move is played.

use crate::board::{Side, Square, SquareSet};
use crate::position::{LastMoveFact, Position, Slot};
use crate::rules::Rules;
use crate::rules::hooks::hook::{Actor, Ring, Turn};
use crate::rules::play::candidate::{Candidate, Kind, Move};
use crate::rules::play::perform::Ways;
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::check_lines::Influence;
use crate::rules::shortcut::gives_check::Prospect;

/// What is known of the safety of a side's royal man before it moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Outlook {
    influence: Influence,
    /// The man that has a way to it, if one has.
    attacker: Option<Attacker>,
    /// What decides whether a move checks, where rules judge checks and nobody has a way to a
    /// royal man of the other side.
    checks: Option<Influence>,
}

impl Outlook {
    /// Whether nobody has a way to the royal man.
    pub(in crate::rules) fn is_quiet(&self) -> bool {
        self.attacker.is_none()
    }
}

#[derive(Clone, Copy, Debug)]
struct Attacker {
    square: Square,
    /// The royal man.
    royal: Square,
    /// Whether its way, or that of the other, can be closed.
    rides: bool,
    /// Whether another man has a way, too: capturing this one is not enough.
    double: bool,
}

/// What the outlook tells about a candidate without playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Verdict {
    /// It cannot expose the royal man, and no rule can object.
    Legal,
    /// It cannot expose the royal man, but rules must be asked.
    Safe,
    /// It leaves the royal man in check.
    Illegal,
    /// Play it and see.
    Unknown,
}

impl Rules {
    /// The outlook of `side`, where ways alone bound what is in check and it has one royal man
    /// at most.
    pub(in crate::rules) fn outlook(&self, position: &Position, side: Side) -> Option<Outlook> {
        let facts = &self.facts;
        let may_tell = facts.geometry_bounds() && self.allow(ShortCut::OwnCheck);
        if !may_tell || position.royals_of(side).has_several() {
            return None;
        }
        let mut influence = self.influence(position, !side);
        let judged = facts.checks_are_judged;
        let checks = judged.then(|| self.new_checks(position, side)).flatten();
        let Some(royal) = influence.royals.first() else {
            return Some(Outlook {
                influence,
                attacker: None,
                checks,
            });
        };
        let mut attacker: Option<Attacker> = None;
        let mut note = |square: Square| {
            let walk = position.piece_on(square).walk();
            let double = attacker.is_some();
            attacker = Some(Attacker {
                square,
                royal,
                rides: !self.table.is_leaper(walk, !side) || attacker.is_some_and(|one| one.rides),
                double,
            });
            double
        };
        if facts.geometry_decides() {
            self.find_observer(position, royal, !side, Ring::Capture, &mut note);
        } else {
            let releases = &mut influence.releases;
            self.find_way(position, royal, !side, &mut |square| {
                let actor = Actor {
                    square,
                    side: !side,
                };
                !self.is_held(position, actor, releases) && note(square)
            });
        }
        Some(Outlook {
            influence,
            attacker,
            checks,
        })
    }

    /// What decides whether a move of `side` checks, if it does not observe a royal man already.
    fn new_checks(&self, position: &Position, side: Side) -> Option<Influence> {
        let influence = self.influence(position, side);
        let mut royals = influence.royals;
        let observes = royals.any(|royal| self.find_way(position, royal, side, &mut |_| true));
        (!observes).then_some(influence)
    }

    /// Whether the move just played may check, as far as the outlook tells.
    pub(in crate::rules) fn may_check_now(
        &self,
        position: &Position,
        side: Side,
        outlook: Option<&Outlook>,
    ) -> bool {
        let checks = outlook.and_then(|outlook| outlook.checks.as_ref());
        checks.is_none_or(|checks| self.may_observe_now(position, checks, side))
    }

    /// Whether rules and position allow to compute the keys after ordinary moves without playing them.
    /// Of each candidate [`Rules::leads_as_told`] is asked as well.
    #[inline]
    pub(in crate::rules) fn may_foretell_keys(&self, position: &Position) -> bool {
        self.facts.nothing_precedes() && self.forgets_no_more_than_a_double_step(position)
    }

    /// Whether the candidate leads to nothing but a man on another square and perhaps another
    /// off the board: no rule changes or remembers anything.
    #[inline]
    pub(in crate::rules) fn leads_as_told(
        &self,
        position: &Position,
        candidate: &Candidate,
    ) -> bool {
        let &Candidate {
            from, to, captured, ..
        } = candidate;
        let mover = position.piece_on(from);
        candidate.kind == Kind::Ordinary
            && self.allow(ShortCut::KeysAhead)
            && from != to
            && captured.is_none_or(|on| on != from && position.piece_on(on).is_some())
            && !(mover.walk().row().is_pawn() && self.promotion_squares().contains(to))
            && self.nothing_follows(mover, captured.is_some())
            && self.forgets_no_more_than_a_double_step(position)
            && !self.may_change_rights(position, [Some(from), Some(to), captured])
    }

    /// Whether the candidate can be played in one way only.
    #[inline]
    pub(in crate::rules) fn leaves_no_choice(
        &self,
        position: &Position,
        candidate: &Candidate,
    ) -> bool {
        let mover = position.piece_on(candidate.from);
        let is_pawn = mover.walk().row().is_pawn();
        candidate.is_step()
            && self.facts.nothing_precedes()
            && self.facts.does_as_told(mover, candidate)
            && !(is_pawn && self.promotion_squares().contains(candidate.to))
    }

    /// Whether an ordinary move changes no slot but that of the double step.
    fn forgets_no_more_than_a_double_step(&self, position: &Position) -> bool {
        let passing = self.passing_slots.iter().chain([&Slot::ROLLS]);
        let others = passing.filter(|slot| **slot != Slot::EN_PASSANT);
        let known = self.last_move_facts.without(LastMoveFact::Exchange);
        known.is_empty()
            && position.slot(Slot::LAST_MOVE) == 0
            && others.into_iter().all(|&slot| position.slot(slot) == 0)
    }

    /// What becomes of the royal man's safety with this candidate, and what rules say to it.
    #[inline]
    pub(in crate::rules) fn verdict(
        &self,
        position: &Position,
        outlook: &Outlook,
        side: Side,
        candidate: &Candidate,
    ) -> Verdict {
        match self.safety(position, outlook, side, candidate) {
            Verdict::Safe if self.facts.safe_is_legal() => Verdict::Legal,
            Verdict::Safe if self.surely_stands(position, candidate) => Verdict::Legal,
            Verdict::Safe if self.facts.non_check_is_legal() => {
                let prospect = |checks| self.prospect(position, checks, side, candidate);
                match outlook.checks.as_ref().map(prospect) {
                    Some(Prospect::NoCheck) => Verdict::Legal,
                    _ => Verdict::Safe,
                }
            }
            verdict => verdict,
        }
    }

    #[inline]
    fn safety(
        &self,
        position: &Position,
        outlook: &Outlook,
        side: Side,
        candidate: &Candidate,
    ) -> Verdict {
        let influence = &outlook.influence;
        let mover = position.piece_on(candidate.from);
        // What the mover becomes is no matter to its king, unless hostile men borrow it.
        let lends = self.table.has_borrowers();
        let tame = if lends {
            self.facts.plain
        } else {
            self.facts.tame
        };
        if !Rules::goes_and_stays(candidate)
            || mover.is_neutral()
            || (lends || !self.facts.promotions_are_listed()) && mover.walk().row().is_pawn()
        {
            return Verdict::Unknown;
        }
        let rests = || self.does_as_told_now(position, mover, candidate);
        if !tame.by(mover).of(candidate) && !rests() {
            return match !lends && self.is_safe_to_turn(position, outlook, side, candidate) {
                true => Verdict::Safe,
                false => Verdict::Unknown,
            };
        }
        let by_ways = |royal: Square| self.verdict_by_ways(position, candidate, royal, side);
        match outlook.attacker {
            _ if influence.royals.contains(candidate.from) => by_ways(candidate.to),
            None if !influence.opens(candidate) => Verdict::Safe,
            Some(attacker) if self.facts.geometry_decides() => {
                let captures = candidate.captured == Some(attacker.square);
                // Who captures elsewhere than he arrives may take one checking man and block another.
                let twofold = candidate.captured != Some(candidate.to);
                let closes = attacker.rides && influence.is_touched(candidate);
                match closes || captures && (twofold || !attacker.double) {
                    true => by_ways(attacker.royal),
                    false => Verdict::Illegal,
                }
            }
            _ => influence.royals.first().map_or(Verdict::Safe, by_ways),
        }
    }

    /// Whether a man that may change its sides where it arrives cannot expose the royal man, as
    /// nobody else can.
    fn is_safe_to_turn(
        &self,
        position: &Position,
        outlook: &Outlook,
        side: Side,
        candidate: &Candidate,
    ) -> bool {
        let influence = &outlook.influence;
        let mover = position.piece_on(candidate.from);
        let promotes =
            mover.walk().row().is_pawn() && self.promotion_squares().contains(candidate.to);
        let reaches = |royal: Square| self.would_reach(position, candidate, royal, !side);
        let mut royals = influence.royals;
        self.facts.at_most_turns(mover, candidate)
            && self.facts.men_see_all()
            && outlook.is_quiet()
            && !mover.is_royal()
            && !promotes
            && !influence.opens(candidate)
            && !royals.any(reaches)
    }

    /// The verdict on a candidate after which the royal man is on this square, from the ways that
    /// would then be open.
    fn verdict_by_ways(
        &self,
        position: &Position,
        candidate: &Candidate,
        royal: Square,
        side: Side,
    ) -> Verdict {
        let moves_royal = candidate.to == royal;
        if !self.facts.men_see_all() || moves_royal && candidate.kind == Kind::DoubleStep {
            return Verdict::Unknown;
        }
        match self.would_have_way(position, candidate, royal, !side) {
            false => Verdict::Safe,
            true if self.facts.geometry_decides() && self.facts.observation_is_geometry() => {
                Verdict::Illegal
            }
            true => Verdict::Unknown,
        }
    }
}

impl Rules {
    /// Whether the only royal man of `side` is observed behind this step of its own, where ways
    /// alone tell; rules on check are not asked.
    pub(in crate::rules) fn would_be_observed(
        &self,
        position: &Position,
        side: Side,
        step: &Candidate,
    ) -> Option<bool> {
        let royal = position.piece_on(step.from);
        let is_known = self.allow(ShortCut::OwnCheck)
            && self.facts.observation_is_geometry()
            && self.facts.men_see_all()
            && self.facts.nothing_precedes()
            && self.only_captures_attack();
        let goes_alone = step.kind == Kind::Ordinary
            && step.from != step.to
            && position.royals_of(side) == SquareSet::of(step.from)
            && !royal.is_neutral()
            && !royal.walk().row().is_pawn();
        (is_known && goes_alone && self.does_as_told_now(position, royal, step))
            .then(|| self.would_have_way(position, step, step.to, !side))
    }

    /// Whether the royal man is in check after a move of `side` that this is the outlook of.
    pub(in crate::rules) fn is_exposed(
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

    /// Plays a move for `side` and tells whether it is legal, with what was known of the safety
    /// of its king before. Opens a ply in any case, so the caller rewinds in any case.
    #[inline]
    pub(in crate::rules) fn play_expecting(
        &self,
        position: &mut Position,
        (movement, ways): (&mut Move, &mut Ways),
        side: Side,
        outlook: Option<&Outlook>,
    ) -> bool {
        let mut turn = Turn::of(side);
        self.perform_way(position, movement, &mut turn, ways)
            && !self.is_exposed(position, side, outlook)
            && self.stands_expecting(position, &turn, outlook)
    }

    /// Whether the rules on played moves let this one stand, with what was known before.
    pub(in crate::rules) fn stands_expecting(
        &self,
        position: &mut Position,
        turn: &Turn,
        outlook: Option<&Outlook>,
    ) -> bool {
        self.stands_unless(position, turn, |position| {
            !self.may_check_now(position, turn.side, outlook)
        })
    }
}
