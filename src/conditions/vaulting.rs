//! Vaulting kings: a king in check may move with walks that are named.

use super::{Caption, Definition, Param, Printed};
use crate::men::{WalkId, walk_id};
use crate::problem::Condition;
use crate::rules::{Fact, Lending, Loan, Manner, Ring, RulesBuilder, Walks};

/// Vaulting kings of both sides.
pub static BOTH: Definition = Definition {
    key: "vaulting-kings",
    summary: "A king in check also moves, captures and checks like an equihopper, or with the walks named instead; if \
              transmuting, with these alone.",
    samples: &["S", "N G", "S Transmuting"],
    ..VAULTING
};

/// White's and Black's.
pub static SIDES: [Definition; 2] =
    VAULTING.for_each_side("white-vaulting-king", "black-vaulting-king");

const VAULTING: Definition = Definition {
    caption: Caption::of(Printed::WalksAsGiven),
    summary: "The {side} king in check also moves, captures and checks like an equihopper, or with the walks named \
              instead; if transmuting, with these alone.",
    install,
    decisions: DECISIONS,
    options: Some(&[Param::Walks, Param::Flag("transmuting")]),
    samples: &["S"],
    ..Definition::BASE
};

const DECISIONS: &str = "A king that a fuddled man attacks, or a man that CAST chess keeps from checking, vaults as well; \
                         under Bicaptures also one that a man of its own side attacks.";

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let sides = Definition::of(condition).sides;
    let mut vaults: Vec<WalkId> = condition.walks().collect();
    if vaults.is_empty() {
        vaults.push(walk_id::EQUIHOPPER);
    }
    rules.may_use(vaults.iter().copied());
    let guard = rules.guard();
    let own_men_check = rules.has(Fact::OwnMenCheck);
    let manner = match condition.has_flag("transmuting") {
        true => Manner::InPlace,
        false => Manner::Beside,
    };
    let lending = Lending::of(Loan::Vault, manner).heard().to_royals();
    rules.lend(lending, move |view, actor, _| {
        let concerns = sides.contains(&actor.side) && view.piece_on(actor.square).is_royal();
        let is_safe = || !own_men_check && view.is_out_of_reach_unlent(actor.square, !actor.side);
        if !concerns || is_safe() {
            return Walks::new();
        }
        let in_check = view.ask_once(guard, |view| {
            view.is_observed(actor.square, !actor.side, Ring::Capture)
                || own_men_check && view.is_observed(actor.square, actor.side, Ring::Capture)
        });
        match in_check {
            Some(true) => vaults.iter().copied().collect(),
            _ => Walks::new(),
        }
    });
}
