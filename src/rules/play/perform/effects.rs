//! The effects of rules while a move is played: those before it, and those after it in their order.

use super::fork::Fork;
use super::promote::promotes_on;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece};
use crate::position::{Effect, Position, Reason, Rolls, Slot};
use crate::rules::hooks::hook::{AfterHook, Effects, Idle, Outcome, PlayedMove};
use crate::rules::hooks::rank::Rank;
use crate::rules::play::pseudo_move::{Choices, Move, PseudoMove};
use crate::rules::{Player, View};

impl Player<'_> {
    /// What rules do before the men move; none when one refuses the move.
    pub(super) fn run_before(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> Result<(), &'static str> {
        for hook in &self.hooks.before {
            let ask = |view: View<'_>, outcome: &mut Outcome<'_>| {
                (hook.act)(view, side, &movement.pseudo_move, outcome);
            };
            let applied = self.apply_outcome(position, &mut movement.choices, ask);
            applied.ok_or(hook.rule)?;
        }
        Ok(())
    }

    /// Applies the effects that a rule has when asked; none when it refuses.
    fn apply_outcome(
        self,
        position: &mut Position,
        choices: &mut Choices,
        ask: impl FnOnce(View<'_>, &mut Outcome<'_>),
    ) -> Option<()> {
        let mut effects = Effects::new();
        let mut outcome = Outcome {
            effects: &mut effects,
            choices,
            promotion: None,
            returned: None,
            refused: false,
            found: &mut None,
        };
        ask(self.view(position), &mut outcome);
        if outcome.refused {
            return None;
        }
        for (effect, reason) in effects {
            position.apply(effect, reason);
        }
        Some(())
    }

    /// What holds for one ply only ends with the next.
    #[inline]
    pub(super) fn forget_last_ply(self, position: &mut Position) {
        for &slot in &self.passing_slots {
            if position.slot(slot) != 0 {
                position.apply(Effect::Set { slot, value: 0 }, Reason::Silent);
            }
        }
        if let Some(rolls) = Rolls::of_slot(position.slot(Slot::ROLLS)) {
            let (slot, value) = (Slot::ROLLS, rolls.after_move().packed());
            position.apply(Effect::Set { slot, value }, Reason::Roll);
        }
    }

    /// Takes the steps after the movement, from this one on: the hooks in the order of their ranks,
    /// promotion in its place.
    #[inline]
    pub(super) fn run_after(
        self,
        position: &mut Position,
        played: &mut PlayedMove,
        choices: &mut Choices,
        (first, fork): (usize, &mut Option<Fork>),
    ) -> Result<(), &'static str> {
        match self.hooks.after.is_empty() {
            true if first > 0 => Ok(()),
            true => {
                self.promote(position, played, promotes_on(played), choices, (0, fork));
                Ok(())
            }
            false => self.run_hooks(position, played, choices, (first, fork)),
        }
    }

    fn run_hooks(
        self,
        position: &mut Position,
        played: &mut PlayedMove,
        choices: &mut Choices,
        (first, fork): (usize, &mut Option<Fork>),
    ) -> Result<(), &'static str> {
        let hooks = &self.hooks.after;
        let before_promotion = |hook: &&AfterHook| hook.rank < Rank::PROMOTION;
        let promotion = hooks.iter().take_while(before_promotion).count();
        let (early, late) = hooks.split_at(promotion);
        let (mover, captures) = (played.departed, played.captured.is_some());
        let concerned = |(_, hook): &(usize, &AfterHook)| {
            hook.concerns(mover, captures) && !self.waits_for_all_parts(hook)
        };
        let mut effects = Effects::new();
        for (step, hook) in early.iter().enumerate().skip(first).filter(concerned) {
            let done = self.run(hook, position, played, choices, &mut effects, (step, fork));
            done.ok_or(hook.rule)?;
        }
        if first <= promotion {
            let arrival = promotes_on(played);
            self.promote(position, played, arrival, choices, (promotion, fork));
        }
        let steps = (promotion + 1..).zip(late);
        let left = steps.skip(first.saturating_sub(promotion + 1));
        for (step, hook) in left.filter(concerned) {
            let done = self.run(hook, position, played, choices, &mut effects, (step, fork));
            done.ok_or(hook.rule)?;
        }
        Ok(())
    }

    /// After a null move, or a pass that shows a threat: the effects that happen even then.
    pub(super) fn run_behind_nothing(self, position: &mut Position, side: Side) {
        let (played, choices) = (&mut PlayedMove::of(side), &mut Choices::default());
        let _ = self.run_idle(position, played, choices, Idle::AllPlies);
    }

    /// The effects that happen although no man moves; none when a rule refuses them on the way.
    pub(super) fn run_idle(
        self,
        position: &mut Position,
        played: &mut PlayedMove,
        choices: &mut Choices,
        after: Idle,
    ) -> Result<(), &'static str> {
        let hooks = &self.hooks.after;
        let mut hooks = hooks.iter().filter(|hook| hook.idle >= after).peekable();
        if hooks.peek().is_none() {
            return Ok(());
        }
        let mut effects = Effects::new();
        for hook in hooks {
            let fork = (0, &mut None);
            self.run(hook, position, played, choices, &mut effects, fork)
                .ok_or(hook.rule)?;
        }
        self.generator().update_castling(position);
        Ok(())
    }

    pub(super) fn run(
        self,
        hook: &AfterHook,
        position: &mut Position,
        played: &mut PlayedMove,
        choices: &mut Choices,
        effects: &mut Effects,
        (step, fork): (usize, &mut Option<Fork>),
    ) -> Option<()> {
        let before = *choices;
        let mut found = fork.as_mut().and_then(|fork| fork.found_in(step));
        let mut outcome = Outcome {
            effects,
            choices,
            promotion: None,
            returned: None,
            refused: false,
            found: &mut found,
        };
        (hook.act)(self.0, position, played, &mut outcome);
        if outcome.choices.is_open_since(&before) {
            *fork = Some(Fork {
                mark: position.mark(),
                played: *played,
                choices: before,
                step,
                promotion: None,
                found: outcome.found.take(),
                resumed: false,
                going_on: None,
            });
        }
        if outcome.refused {
            debug_assert!(
                self.oracle().may_refuse_effects(hook, position, played),
                "{} refused what it promised to let stand",
                hook.rule
            );
            outcome.effects.clear();
            return None;
        }
        let (promotion, returned) = (outcome.promotion, outcome.returned);
        debug_assert!(
            self.oracle().keeps_promise(hook, position, played, effects),
            "{} promised {:?} and did {effects:?}",
            hook.rule,
            hook.scope
        );
        for &(effect, reason) in effects.iter() {
            played.follow(effect);
            if let (Effect::Place { on, .. } | Effect::Unearth { on, .. }, Reason::Rebirth) =
                (effect, reason)
            {
                played.reborn = Some(on);
                played.returned = returned;
            }
            position.apply(effect, reason);
        }
        effects.clear();
        self.promote(position, played, promotion, choices, (step, fork));
        Some(())
    }
}

/// The men as they stood before the movement just made.
pub(super) struct Before<'a> {
    pub(super) position: &'a Position,
    pub(super) played: &'a PlayedMove,
}

impl Before<'_> {
    fn put_back(&self, mut men: SquareSet, belongs: impl Fn(Piece) -> bool) -> SquareSet {
        let PseudoMove { from, to, .. } = self.played.pseudo_move;
        men.remove(to);
        if belongs(self.played.departed) {
            men.insert(from);
        }
        if let Some(captured) = self.played.captured.filter(|man| belongs(man.piece)) {
            men.insert(captured.on);
        }
        men
    }
}

impl Men for Before<'_> {
    fn on(&self, square: Square) -> Piece {
        let PseudoMove { from, to, .. } = self.played.pseudo_move;
        match self.played.captured {
            Some(captured) if captured.on == square => captured.piece,
            _ if square == from => self.played.departed,
            _ if square == to => Piece::NONE,
            _ => self.position.piece_on(square),
        }
    }

    fn occupied(&self) -> SquareSet {
        self.put_back(self.position.men(), Piece::is_some)
    }

    fn men_of(&self, side: Side) -> SquareSet {
        self.put_back(self.position.men_of(side), |piece| piece.is_of(side))
    }
}
