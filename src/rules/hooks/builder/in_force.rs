//! Rules that are not in force all the time: during some plies alone, or in moves for which they are chosen.
//!
//! What such a rule installs is put behind a gate, list by list, and its promises are dropped: they would say
//! what happens although nothing may. What cannot be shut and opened is refused.

use super::RulesBuilder;
use super::gate::Gate;
use crate::position::{Effect, Position, Reason, Slot};
use crate::rules::hooks::hook::EffectScope;

/// When a rule is in force.
///
/// Plies are counted from the first move of the solution, which is ply 1; a side that passes in series play
/// makes none. A move and its effects go by the rules of its own ply; the position after it, with all checks
/// and goals, goes by those of the ply that follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InForce {
    /// The first ply.
    pub from: u16,
    /// The last ply, if there is one.
    pub until: Option<u16>,
    /// Whether it is one of several rules of which the mover applies one to each move.
    pub chosen: bool,
}

impl InForce {
    /// In all plies and moves.
    pub const ALWAYS: InForce = InForce {
        from: 1,
        until: None,
        chosen: false,
    };

    /// Whether it depends on the number of the ply.
    pub fn is_for_some_plies(self) -> bool {
        self.from > 1 || self.until.is_some()
    }

    /// Whether there are plies in which both are in force.
    pub fn meets(self, other: InForce) -> bool {
        let begins_in_time =
            |one: InForce, other: InForce| other.until.is_none_or(|until| one.from <= until);
        begins_in_time(self, other) && begins_in_time(other, self)
    }

    /// The last ply before which something changes.
    fn last_change(self) -> u16 {
        self.until.map_or(self.from, |until| until.max(self.from))
    }
}

/// The count of plies that the rules of a problem need.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct PlyCount {
    /// Holds how many plies were played.
    pub slot: Slot,
    /// From so many on it does not matter any more.
    pub most: u128,
}

impl PlyCount {
    /// One ply more was played.
    pub(in crate::rules) fn count(self, position: &mut Position) {
        let value = (position.slot(self.slot) + 1).min(self.most);
        if value != position.slot(self.slot) {
            let slot = self.slot;
            position.apply(Effect::Set { slot, value }, Reason::Silent);
        }
    }
}

impl<'p> RulesBuilder<'p> {
    /// Installs a rule that is in force at these times alone.
    pub fn install_for(&mut self, when: InForce, install: impl FnOnce(&mut Self)) {
        if when == InForce::ALWAYS {
            return install(self);
        }
        let (hooks, loans) = (
            std::mem::take(&mut self.hooks),
            std::mem::take(&mut self.loans),
        );
        let fixed = self.fixed();
        let checks_are_played = std::mem::take(&mut self.check_by_playing);
        install(self);
        let gated = std::mem::replace(&mut self.hooks, hooks);
        let gated_loans = std::mem::replace(&mut self.loans, loans);
        if self.check_by_playing && !checks_are_played && when.is_for_some_plies() {
            self.plays_checks_at_times = true;
        }
        self.check_by_playing |= checks_are_played;
        if self.fixed() != fixed {
            return self.refuse_gate(
                "it says once for all what the board, the army, promotions or castlings are",
            );
        }
        let has_effects_alone = gated.have_effects_alone();
        if gated.after.is_empty() && has_effects_alone {
            return self.refuse_gate("it says nothing of moves and checks");
        }
        if when.chosen && !has_effects_alone {
            return self.refuse_gate(
                "only rules that say what happens after a move can be chosen for each move",
            );
        }
        let gate = self.gate(when);
        match gated.behind(gate) {
            Ok(gated) => self.absorb(gated, gated_loans),
            Err(why) => self.refuse_gate(why),
        }
    }

    fn refuse_gate(&mut self, why: &str) {
        let rule = self.rule;
        self.refuse(format!("{rule} cannot be in force at times only: {why}"));
    }

    /// All that a rule may say once for all.
    fn fixed(&self) -> impl PartialEq + use<'p> {
        let board = (
            self.geometry.clone(),
            self.army,
            self.castling_ways,
            self.free_pawns,
            self.castles_anew,
        );
        let promotions = (
            self.promotions.clone(),
            self.further_promotions.clone(),
            self.promotion_squares,
            self.carried,
            self.optional.clone(),
        );
        let others = (
            self.hostile_kings_are_spared_by,
            self.keeps_neutral_keys,
            self.check_may_stand,
            self.chooses_freely,
            self.listed_first,
            self.turns,
        );
        (board, promotions, others)
    }

    fn gate(&mut self, when: InForce) -> Gate {
        let plies = when.is_for_some_plies().then(|| {
            let slot = self.ply_slot();
            let most = u128::from(when.last_change()) + 1;
            if let Some(count) = &mut self.plies {
                count.most = count.most.max(most);
            }
            let until = when.until.map_or(u128::MAX, u128::from);
            (slot, u128::from(when.from), until)
        });
        let chosen = when.chosen.then(|| {
            let slot = self.choice_slot();
            self.to_choose += 1;
            (slot, self.to_choose)
        });
        Gate { plies, chosen }
    }

    fn ply_slot(&mut self) -> Slot {
        if let Some(count) = self.plies {
            return count.slot;
        }
        let slot = self.slot(Slot::named("plies"));
        self.plies = Some(PlyCount { slot, most: 0 });
        slot
    }
}

impl EffectScope {
    /// How far effects reach that need not happen.
    pub(super) fn at_times(self) -> EffectScope {
        match self {
            EffectScope::Memory => EffectScope::Memory,
            EffectScope::Captures
            | EffectScope::Capturer
            | EffectScope::Rebirth
            | EffectScope::Away => EffectScope::Captures,
            EffectScope::Anything
            | EffectScope::Mover
            | EffectScope::MoverSide
            | EffectScope::Marks => EffectScope::Anything,
        }
    }
}
