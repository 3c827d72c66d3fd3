//! The choice of the rule that applies to a move, where several are given to choose among.

use super::RulesBuilder;
use crate::position::{Effect, Position, Reason, Slot};
use crate::rules::Rules;
use crate::rules::hooks::hook::{AfterHook, Effects, Outcome, PlayedMove};
use crate::rules::hooks::promise::Promise;
use crate::rules::hooks::rank::Rank;
use crate::rules::play::pseudo_move::Choices;

impl RulesBuilder<'_> {
    /// The slot with the number of the rule that is chosen for the move being played.
    pub(super) fn choice_slot(&mut self) -> Slot {
        if let Some(slot) = self.choice {
            return slot;
        }
        let slot = self.slot(Slot::named("chosen-rule"));
        self.choice = Some(slot);
        let set = move |value: u128, outcome: &mut Outcome<'_>| {
            outcome.push(Effect::Set { slot, value }, Reason::Silent);
        };
        let rule = std::mem::replace(&mut self.rule, "fes");
        self.after_trying(
            Rank::CHOICE_OF_RULE,
            Promise::nothing(),
            move |rules, position, played, outcome| {
                let different = rules.different_choices(position, slot, played);
                let place = match different.len() {
                    0 | 1 => 0,
                    count => outcome.choose(count),
                };
                set(different.get(place).copied().unwrap_or(1), outcome);
            },
        );
        self.after(
            Rank::END_OF_CHOICE,
            Promise::nothing(),
            move |_, _, outcome| set(0, outcome),
        );
        self.rule = rule;
        slot
    }
}

impl Rules {
    /// The rules among which the mover may choose for this move: of those that would come to the same the first.
    fn different_choices(
        &self,
        position: &mut Position,
        slot: Slot,
        played: &PlayedMove,
    ) -> Vec<u128> {
        let mut found: Vec<(u128, Vec<Wish>)> = Vec::new();
        for rule in 1..=self.to_choose {
            let wishes = position.asked_with(slot, rule, |position| {
                let captures = played.captured.is_some();
                let gated = self.hooks.after.iter().filter(|hook| hook.is_chosen);
                let gated = gated.filter(|hook| hook.concerns(played.departed, captures));
                let wishes = gated.map(|hook| Wish::of(hook, self, position, played));
                let wishes: Vec<Wish> = wishes.collect();
                wishes
                    .into_iter()
                    .filter(|wish| *wish != Wish::default())
                    .collect()
            });
            if !found.iter().any(|(_, other)| *other == wishes) {
                found.push((rule, wishes));
            }
        }
        found.into_iter().map(|(rule, _)| rule).collect()
    }
}

/// What a rule wants to happen, as far as one question tells.
#[derive(PartialEq, Default)]
struct Wish {
    refuses: bool,
    promotes: bool,
    asks: bool,
    effects: Effects,
}

impl Wish {
    fn of(hook: &AfterHook, rules: &Rules, position: &mut Position, played: &PlayedMove) -> Wish {
        let (mut effects, mut choices) = (Effects::new(), Choices::default());
        let mut outcome = Outcome {
            effects: &mut effects,
            choices: &mut choices,
            promotion: None,
            returned: None,
            refused: false,
            found: &mut None,
        };
        (hook.act)(rules, position, played, &mut outcome);
        Wish {
            refuses: outcome.refused,
            promotes: outcome.promotion.is_some(),
            asks: choices.asked_for_more(),
            effects,
        }
    }
}
