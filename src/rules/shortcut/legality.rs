//! Legality: what is known of a king's safety, and so of a move, before the move is played.

use crate::board::{Side, Square, SquareSet};
use crate::position::{LastMoveFact, Position, Slot};
use crate::rules::Oracle;
use crate::rules::hooks::facts::RuleFact;
use crate::rules::hooks::hook::{Actor, PlayedMove, Ring};
use crate::rules::play::perform::Ways;
use crate::rules::play::pseudo_move::{Kind, Move, PseudoMove};
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::check_lines::CheckLines;
use crate::rules::shortcut::gives_check::GivesCheck;

/// What is known of the safety of a side's royal man before it moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct KingSafety {
    check_lines: CheckLines,
    /// The man that has a way to it, if one has.
    attacker: Option<Attacker>,
    /// What decides whether a move checks, where rules judge checks and nobody has a way to a
    /// royal man of the other side.
    checks: Option<CheckLines>,
}

impl KingSafety {
    /// Whether nobody has a way to the royal man.
    pub(in crate::rules) fn is_unattacked(&self) -> bool {
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

/// What the outlook tells about a pseudo-legal move without playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Legality {
    /// It cannot expose the royal man, and no rule can object.
    Legal,
    /// It cannot expose the royal man, but rules must be asked.
    Safe,
    /// It leaves the royal man in check.
    Illegal,
    /// Play it and see.
    Unknown,
}

impl Oracle<'_> {
    /// The outlook of `side`, where ways alone bound what is in check and it has one royal man
    /// at most.
    pub(in crate::rules) fn king_safety(
        self,
        position: &Position,
        side: Side,
    ) -> Option<KingSafety> {
        let facts = &self.facts;
        let may_tell = facts.holds(RuleFact::GeometryBounds) && self.allow(ShortCut::OwnCheck);
        if !may_tell || position.royals_of(side).has_several() {
            return None;
        }
        let mut check_lines = self.check_lines(position, !side);
        let judged = facts.checks_are_judged;
        let checks = judged.then(|| self.new_checks(position, side)).flatten();
        let Some(royal) = check_lines.royals.first() else {
            return Some(KingSafety {
                check_lines,
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
        if facts.holds(RuleFact::GeometryDecides) {
            self.judge()
                .find_observer(position, royal, !side, Ring::Capture, &mut note);
        } else {
            let unparalysing = &mut check_lines.unparalysing;
            self.judge()
                .find_way(position, royal, !side, &mut |square| {
                    let actor = Actor {
                        square,
                        side: !side,
                    };
                    !self.is_paralysed(position, actor, unparalysing) && note(square)
                });
        }
        Some(KingSafety {
            check_lines,
            attacker,
            checks,
        })
    }

    /// What decides whether a move of `side` checks, if it does not observe a royal man already.
    fn new_checks(self, position: &Position, side: Side) -> Option<CheckLines> {
        let check_lines = self.check_lines(position, side);
        let mut royals = check_lines.royals;
        let observes =
            royals.any(|royal| self.judge().find_way(position, royal, side, &mut |_| true));
        (!observes).then_some(check_lines)
    }

    /// Whether the move just played may check, as far as the outlook tells.
    pub(in crate::rules) fn may_check_now(
        self,
        position: &Position,
        side: Side,
        king_safety: Option<&KingSafety>,
    ) -> bool {
        let checks = king_safety.and_then(|king_safety| king_safety.checks.as_ref());
        checks.is_none_or(|checks| self.may_observe_now(position, checks, side))
    }

    /// Whether rules and position allow to compute the keys after ordinary moves without playing them.
    /// Of each pseudo-legal move [`Oracle::key_is_predictable`] is asked as well.
    #[inline]
    pub(in crate::rules) fn may_foretell_keys(self, position: &Position) -> bool {
        self.facts.holds(RuleFact::NothingPrecedes)
            && self.forgets_no_more_than_a_double_step(position)
    }

    /// Whether the pseudo-legal move leads to nothing but a man on another square and perhaps another
    /// off the board: no rule changes or remembers anything.
    #[inline]
    pub(in crate::rules) fn key_is_predictable(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let &PseudoMove {
            from, to, captured, ..
        } = pseudo_move;
        let mover = position.piece_on(from);
        pseudo_move.kind == Kind::Ordinary
            && self.allow(ShortCut::KeysAhead)
            && from != to
            && captured.is_none_or(|on| on != from && position.piece_on(on).is_some())
            && !(mover.walk().row().is_pawn() && self.promotion_squares().contains(to))
            && self.nothing_follows(mover, captured.is_some())
            && self.forgets_no_more_than_a_double_step(position)
            && !self
                .generator()
                .may_change_rights(position, [Some(from), Some(to), captured])
    }

    /// Whether the pseudo-legal move can be played in one way only.
    #[inline]
    pub(in crate::rules) fn leaves_no_choice(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let mover = position.piece_on(pseudo_move.from);
        let is_pawn = mover.walk().row().is_pawn();
        pseudo_move.is_step()
            && self.facts.holds(RuleFact::NothingPrecedes)
            && self.facts.has_no_side_effects(mover, pseudo_move)
            && !(is_pawn && self.promotion_squares().contains(pseudo_move.to))
    }

    /// Whether an ordinary move changes no slot but that of the double step.
    fn forgets_no_more_than_a_double_step(self, position: &Position) -> bool {
        let passing = self.passing_slots.iter().chain([&Slot::ROLLS]);
        let others = passing.filter(|slot| **slot != Slot::EN_PASSANT);
        let known = self.last_move_facts.without(LastMoveFact::Exchange);
        known.is_empty()
            && position.slot(Slot::LAST_MOVE) == 0
            && others.into_iter().all(|&slot| position.slot(slot) == 0)
    }

    /// What becomes of the royal man's safety with this pseudo-legal move, and what rules say to it.
    #[inline]
    pub(in crate::rules) fn legality(
        self,
        position: &Position,
        king_safety: &KingSafety,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> Legality {
        match self.safety(position, king_safety, side, pseudo_move) {
            Legality::Safe if self.facts.holds(RuleFact::SafeIsLegal) => Legality::Legal,
            Legality::Safe if self.surely_stands(position, pseudo_move) => Legality::Legal,
            Legality::Safe if self.facts.holds(RuleFact::NonCheckIsLegal) => {
                let gives_check = |checks| self.gives_check(position, checks, side, pseudo_move);
                match king_safety.checks.as_ref().map(gives_check) {
                    Some(GivesCheck::No) => Legality::Legal,
                    _ => Legality::Safe,
                }
            }
            legality => legality,
        }
    }

    #[inline]
    fn safety(
        self,
        position: &Position,
        king_safety: &KingSafety,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> Legality {
        let check_lines = &king_safety.check_lines;
        let mover = position.piece_on(pseudo_move.from);
        // What the mover becomes is no matter to its king, unless hostile men borrow it.
        let lends = self.table.has_borrowers();
        let tame = if lends {
            self.facts.plain
        } else {
            self.facts.tame
        };
        if !Oracle::goes_and_stays(pseudo_move)
            || mover.is_neutral()
            || (lends || !self.facts.holds(RuleFact::PromotionsAreListed))
                && mover.walk().row().is_pawn()
        {
            return Legality::Unknown;
        }
        let rests = || self.has_no_side_effects_now(position, mover, pseudo_move);
        if !tame.by(mover).of(pseudo_move) && !rests() {
            return match !lends && self.is_safe_to_turn(position, king_safety, side, pseudo_move) {
                true => Legality::Safe,
                false => Legality::Unknown,
            };
        }
        let by_ways = |royal: Square| self.legality_by_ways(position, pseudo_move, royal, side);
        match king_safety.attacker {
            _ if check_lines.royals.contains(pseudo_move.from) => by_ways(pseudo_move.to),
            None if !check_lines.opens(pseudo_move) => Legality::Safe,
            Some(attacker) if self.facts.holds(RuleFact::GeometryDecides) => {
                let captures = pseudo_move.captured == Some(attacker.square);
                // Who captures elsewhere than he arrives may take one checking man and block another.
                let twofold = pseudo_move.captured != Some(pseudo_move.to);
                let closes = attacker.rides && check_lines.is_touched(pseudo_move);
                match closes || captures && (twofold || !attacker.double) {
                    true => by_ways(attacker.royal),
                    false => Legality::Illegal,
                }
            }
            _ => check_lines.royals.first().map_or(Legality::Safe, by_ways),
        }
    }

    /// Whether a man that may change its sides where it arrives cannot expose the royal man, as
    /// nobody else can.
    fn is_safe_to_turn(
        self,
        position: &Position,
        king_safety: &KingSafety,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let check_lines = &king_safety.check_lines;
        let mover = position.piece_on(pseudo_move.from);
        let promotes =
            mover.walk().row().is_pawn() && self.promotion_squares().contains(pseudo_move.to);
        let reaches = |royal: Square| self.would_reach(position, pseudo_move, royal, !side);
        let mut royals = check_lines.royals;
        self.facts.at_most_turns(mover, pseudo_move)
            && self.facts.holds(RuleFact::MenSeeAll)
            && king_safety.is_unattacked()
            && !mover.is_royal()
            && !promotes
            && !check_lines.opens(pseudo_move)
            && !royals.any(reaches)
    }

    /// The verdict on a pseudo-legal move after which the royal man is on this square, from the ways that
    /// would then be open.
    fn legality_by_ways(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
        royal: Square,
        side: Side,
    ) -> Legality {
        let moves_royal = pseudo_move.to == royal;
        if !self.facts.holds(RuleFact::MenSeeAll)
            || moves_royal && pseudo_move.kind == Kind::DoubleStep
        {
            return Legality::Unknown;
        }
        match self.would_have_way(position, pseudo_move, royal, !side) {
            false => Legality::Safe,
            true if self.facts.holds(RuleFact::GeometryDecides)
                && self.facts.holds(RuleFact::ObservationIsGeometry) =>
            {
                Legality::Illegal
            }
            true => Legality::Unknown,
        }
    }
}

impl Oracle<'_> {
    /// Whether the only royal man of `side` is observed behind this step of its own, where ways
    /// alone tell; rules on check are not asked.
    pub(in crate::rules) fn would_be_observed(
        self,
        position: &Position,
        side: Side,
        step: &PseudoMove,
    ) -> Option<bool> {
        let royal = position.piece_on(step.from);
        let is_known = self.allow(ShortCut::OwnCheck)
            && self.facts.holds(RuleFact::ObservationIsGeometry)
            && self.facts.holds(RuleFact::MenSeeAll)
            && self.facts.holds(RuleFact::NothingPrecedes)
            && self.judge().only_captures_attack();
        let goes_alone = step.kind == Kind::Ordinary
            && step.from != step.to
            && position.royals_of(side) == SquareSet::of(step.from)
            && !royal.is_neutral()
            && !royal.walk().row().is_pawn();
        (is_known && goes_alone && self.has_no_side_effects_now(position, royal, step))
            .then(|| self.would_have_way(position, step, step.to, !side))
    }

    /// Whether the royal man is in check after a move of `side` that this is the outlook of.
    pub(in crate::rules) fn is_exposed(
        self,
        position: &mut Position,
        side: Side,
        king_safety: Option<&KingSafety>,
    ) -> bool {
        let is_safe = king_safety.is_some_and(|king_safety| {
            king_safety.is_unattacked()
                && !self.may_observe_now(position, &king_safety.check_lines, !side)
        });
        !is_safe && self.judge().in_check(position, side)
    }

    /// Plays a move for `side` and tells whether it is legal, with what was known of the safety
    /// of its king before. Opens a ply in any case, so the caller rewinds in any case.
    #[inline]
    pub(in crate::rules) fn play_expecting(
        self,
        position: &mut Position,
        (movement, ways): (&mut Move, &mut Ways),
        side: Side,
        king_safety: Option<&KingSafety>,
    ) -> bool {
        let mut played = PlayedMove::of(side);
        self.player()
            .perform_way(position, movement, &mut played, ways)
            && !self.is_exposed(position, side, king_safety)
            && self.stands_expecting(position, &played, king_safety)
    }

    /// Whether the rules on played moves let this one stand, with what was known before.
    pub(in crate::rules) fn stands_expecting(
        self,
        position: &mut Position,
        played: &PlayedMove,
        king_safety: Option<&KingSafety>,
    ) -> bool {
        self.player().stands_unless(position, played, |position| {
            !self.may_check_now(position, played.side, king_safety)
        })
    }
}
