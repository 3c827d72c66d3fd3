//! What promises foresee of single men and moves: answers to be had without playing.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, WalkId};
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::hooks::facts::{MoverAfter, RuleFact};
use crate::rules::hooks::hook::{EffectScope, LegalHook, Predicted};
use crate::rules::play::moved::Moved;
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::short_cut::ShortCut;
use smallvec::SmallVec;

impl Oracle<'_> {
    /// Whether a rule on observation alone keeps the man from acting while the other has a way to
    /// it.
    pub(in crate::rules) fn holds(self, man: Piece, holder: Piece) -> bool {
        let mut rules = self.hooks.forbid.iter();
        rules.any(|hook| hook.observed_by.as_ref().is_some_and(|by| by(man, holder)))
    }

    /// Whether some rule may keep the man from acting on account of the other.
    pub(in crate::rules) fn may_hold(self, man: Piece, other: Piece) -> bool {
        let mut rules = self.hooks.forbid.iter();
        rules.any(|hook| hook.observed_by.as_ref().is_none_or(|by| by(man, other)))
    }

    /// Whether no rule has to do with the moves of this man, with or without capture.
    pub(in crate::rules) fn nothing_follows(self, mover: Piece, captures: bool) -> bool {
        let mut rules = self.hooks.after.iter();
        self.facts.holds(RuleFact::NothingPrecedes)
            && !rules.any(|hook| hook.concerns(mover, captures))
    }

    /// For each rule that asks for company the squares about an arrival of which one must hold a
    /// man.
    pub(in crate::rules) fn company_about(
        self,
        position: &Position,
        on: Square,
    ) -> SmallVec<[SquareSet; 2]> {
        let view = self.view(position);
        let rules = self.hooks.legal.iter().filter_map(LegalHook::company);
        rules.map(|near| near(view, on)).collect()
    }

    /// Whether one of these men is in company with the one on a square, for all rules that ask.
    pub(in crate::rules) fn has_company(
        self,
        position: &Position,
        men: SquareSet,
        on: Square,
    ) -> bool {
        if self.hooks.legal.is_empty() {
            return true;
        }
        let others = men & !SquareSet::of(on);
        let company = self.company_about(position, on);
        company.into_iter().all(|near| !(near & others).is_empty())
    }

    /// Whether the capture of a royal man stands and takes it off the board, as squares tell or as
    /// rules promise.
    pub(in crate::rules) fn surely_takes(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
        by: Side,
    ) -> bool {
        let mover = position.piece_on(pseudo_move.from);
        let men = || Moved::new(position, pseudo_move).occupied();
        let mut hooks = self.hooks.after.iter();
        let mut all_stand = || hooks.all(|hook| hook.stands || !hook.concerns(mover, true));
        // Company about the arrival is none about a home.
        let goes_home =
            || self.hooks.legal.is_empty() && self.finds_home(position, (mover, by), men());
        let mut is_promised = || {
            !mover.is_royal()
                && self.facts.holds(RuleFact::NothingPrecedes)
                && (all_stand() || goes_home())
        };
        self.squares_let(position, pseudo_move)
            && (self.facts.has_no_side_effects(mover, pseudo_move) || is_promised())
    }

    /// Whether a man that is put on one of its homes behind a capture finds none of these men there.
    pub(super) fn finds_home(
        self,
        position: &Position,
        (mover, by): (Piece, Side),
        men: SquareSet,
    ) -> bool {
        let homes = self.homes(position, mover, by);
        self.facts.mover_after(mover, true) == MoverAfter::Away
            && self.hooks.rebirth.is_empty()
            && !homes.is_empty()
            && (homes & men).is_empty()
    }

    /// Whether all rules on played moves let the pseudo-legal move stand, as squares tell.
    pub(in crate::rules) fn surely_stands(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let mover = position.piece_on(pseudo_move.from);
        self.facts.has_no_side_effects(mover, pseudo_move)
            && self.squares_let(position, pseudo_move)
    }

    /// The same if the move does no more than it says.
    fn squares_let(self, position: &Position, pseudo_move: &PseudoMove) -> bool {
        let is_pawn = position.piece_on(pseudo_move.from).walk().row().is_pawn();
        let men = || Moved::new(position, pseudo_move).occupied();
        self.facts.holds(RuleFact::SquaresJudge)
            && !(is_pawn && self.promotion_squares().contains(pseudo_move.to))
            && pseudo_move.is_step()
            && self.has_company(position, men(), pseudo_move.to)
    }

    /// The homes of a man that captures for `side`, where it is put on one.
    pub(in crate::rules) fn homes(self, position: &Position, man: Piece, side: Side) -> SquareSet {
        let view = self.view(position);
        let hooks = self.hooks.after.iter();
        let homes = hooks.filter_map(|hook| match &hook.predicted {
            Predicted::Homes(homes) if hook.concerns(man, true) => Some(homes(view, man, side)),
            _ => None,
        });
        homes.fold(SquareSet::EMPTY, |all, more| all | more)
    }

    /// Whether the pseudo-legal move of this man does no more than it says, but for a promotion, if only
    /// because rules rest now.
    #[inline]
    pub(in crate::rules) fn has_no_side_effects_now(
        self,
        position: &Position,
        mover: Piece,
        pseudo_move: &PseudoMove,
    ) -> bool {
        self.facts.has_no_side_effects(mover, pseudo_move)
            || pseudo_move.captured.is_none_or(|on| on == pseudo_move.to)
                && self.rests(
                    position,
                    (mover, pseudo_move.from),
                    pseudo_move.is_capture(),
                )
    }

    /// Whether steps of this man, with or without a capture on their arrival, do no more than they
    /// say, but for promotions, because rules rest.
    #[inline]
    pub(in crate::rules) fn rests(
        self,
        position: &Position,
        (mover, from): (Piece, Square),
        captures: bool,
    ) -> bool {
        let all_rest = || {
            let mut hooks = self.hooks.after.iter();
            hooks.all(|hook| {
                let mut rests = hook.rests.iter();
                rests.all(|rests| rests(self.view(position), from))
            })
        };
        self.facts.resting.by(mover).if_captures(captures)
            && self.allow(ShortCut::RestingRules)
            && all_rest()
    }

    /// Whether a rule may end the game at once, so that no move follows.
    pub(in crate::rules) fn may_be_won(self) -> bool {
        !self.hooks.end.is_empty()
    }

    /// Whether no rule judges played moves or ends the game.
    pub(in crate::rules) fn nothing_judges_moves(self) -> bool {
        self.hooks.legal.is_empty() && self.hooks.end.is_empty()
    }

    /// Whether one rule with effects rests now and then, and no rule judges played moves or
    /// closes ways by geometry.
    pub(in crate::rules) fn one_rule_rests_alone(self) -> bool {
        let hooks = &self.hooks;
        let resting = hooks.after.iter().filter(|hook| hook.rests.is_some());
        hooks.legal.is_empty() && hooks.fixed_line.is_empty() && resting.count() == 1
    }

    /// Whether men take royal men from elsewhere or otherwise than by a capture along their walk.
    #[inline]
    pub(in crate::rules) fn takes_otherwise(self) -> bool {
        !self.hooks.origins.is_empty() || !self.hooks.attack.is_empty()
    }

    /// Where a man that stands on this square for a side may take a royal man otherwise, where
    /// rules say so beforehand.
    pub(in crate::rules) fn reach_otherwise(
        self,
        position: &Position,
        man: Piece,
        side: Side,
        on: Square,
    ) -> SquareSet {
        let view = self.view(position);
        let hooks = self.hooks.attack.iter();
        let reaches = hooks.filter_map(|hook| hook.reach.as_ref());
        let squares = reaches.map(|reach| reach(view, man, side, on));
        squares.fold(SquareSet::EMPTY, |all, more| all | more)
    }

    /// The squares from which a man captures for a side where it stands on this one: its own, but
    /// where rules let men capture from elsewhere and say from where.
    pub(in crate::rules) fn departures(
        self,
        position: &Position,
        man: Piece,
        side: Side,
        on: Square,
    ) -> SquareSet {
        let view = self.view(position);
        let hooks = self.hooks.origins.iter();
        if self.hooks.origins.is_empty() {
            return SquareSet::of(on);
        }
        let departures = hooks.filter_map(|hook| hook.departures.as_ref());
        let squares = departures.map(|departures| departures(view, man, side, on));
        squares.fold(SquareSet::EMPTY, |all, more| all | more)
    }

    /// The walk that a man has after a move without promotion, where it is known.
    pub(in crate::rules) fn walk_behind(self, mover: Piece, captures: bool) -> Option<WalkId> {
        let mut hooks = self.hooks.after.iter();
        if self.facts.turned.by(mover).if_captures(captures) {
            return Some(mover.walk());
        }
        if mover.walk().row().is_pawn() || !self.allow(ShortCut::PredictedMovers) {
            return None;
        }
        let after = hooks.try_fold(mover.walk(), |walk, hook| {
            if !hook.concerns(mover, captures) {
                return Some(walk);
            }
            match (hook.scope, &hook.predicted) {
                (EffectScope::Mover, Predicted::Walk(next)) => Some(next(walk)),
                (EffectScope::Memory | EffectScope::MoverSide | EffectScope::Capturer, _) => {
                    Some(walk)
                }
                _ => None,
            }
        });
        after.filter(|walk| !walk.row().is_pawn())
    }

    /// The walk that a man has after any move without promotion, where it is known.
    /// On some arrivals rules may give it another.
    pub(in crate::rules) fn walk_behind_any(self, mover: Piece) -> Option<WalkId> {
        let elsewhere = self.facts.elsewhere.by(mover);
        if elsewhere.quiet && elsewhere.capture {
            return Some(mover.walk());
        }
        let quiet = self.walk_behind(mover, false)?;
        let captures = match self.facts.mover_after(mover, true) {
            MoverAfter::AsItWas | MoverAfter::Changed => self.walk_behind(mover, true)?,
            MoverAfter::PutsBack | MoverAfter::Away | MoverAfter::Anything => quiet,
        };
        (quiet == captures).then_some(quiet)
    }
}
