//! Vaulting kings: a king in check may move with walks that are named.

use super::transmuted_king::{is_reflecting, is_said_for, is_transmuting};
use super::{Caption, Definition, Param, Printed};
use crate::board::Side;
use crate::men::{WalkId, walk_id};
use crate::problem::Condition;
use crate::rules::{Loan, Promise, Ring, RulesBuilder};

/// Vaulting kings of both sides.
pub static BOTH: Definition = Definition {
    key: "vaulting-kings",
    caption: Caption::of(Printed::WalksAsGiven),
    summary: "A king in check also moves, captures and checks like an equihopper, or with the walks named instead; if \
              transmuting, with these alone.",
    install: |condition, rules| install(condition, &Side::BOTH, rules),
    decisions: DECISIONS,
    options: OPTIONS,
    samples: &["S", "N G", "S Transmuting"],
    ..Definition::BASE
};

/// Vaulting king of White.
pub static WHITE: Definition = Definition {
    key: "white-vaulting-king",
    caption: Caption::of(Printed::WalksAsGiven),
    summary: "The white king in check also moves, captures and checks like an equihopper, or with the walks named \
              instead; if transmuting, with these alone.",
    install: |condition, rules| install(condition, &[Side::White], rules),
    decisions: DECISIONS,
    options: OPTIONS,
    samples: &["S"],
    ..Definition::BASE
};

/// Vaulting king of Black.
pub static BLACK: Definition = Definition {
    key: "black-vaulting-king",
    caption: Caption::of(Printed::WalksAsGiven),
    summary: "The black king in check also moves, captures and checks like an equihopper, or with the walks named \
              instead; if transmuting, with these alone.",
    install: |condition, rules| install(condition, &[Side::Black], rules),
    decisions: DECISIONS,
    options: OPTIONS,
    samples: &["S"],
    ..Definition::BASE
};

const DECISIONS: &str = "A king that a fuddled man attacks, or a man that CAST chess keeps from checking, vaults as well; \
                         under Bicaptures also one that a man of its own side attacks.";

const OPTIONS: Option<&[Param]> = Some(&[Param::Walks, Param::Flag("transmuting")]);

/// Whether the king of a side is lent walks while it is in check.
pub(super) fn is_vaulting(rules: &RulesBuilder<'_>, side: Side) -> bool {
    is_said_for(rules, side, [&BOTH, &WHITE, &BLACK])
}

fn install(condition: &Condition, sides: &'static [Side], rules: &mut RulesBuilder<'_>) {
    let transmuting = condition.has_flag("transmuting");
    let mut vaults: Vec<WalkId> = condition.walks().collect();
    if vaults.is_empty() {
        vaults.push(walk_id::EQUIHOPPER);
    }
    rules.may_use(vaults.iter().copied());
    let guard = rules.guard();
    // A king that the men that check it lend their walks (transmuted, reflective) does not vault.
    let is_lent_walks = |side| is_transmuting(rules, side) || is_reflecting(rules, side);
    let is_lent_walks = Side::BOTH.map(is_lent_walks);
    let bicaptures = rules.has_condition(super::bicaptures::DEFINITION.key);
    rules.lend_walk(
        Loan::Last,
        Promise::royals(),
        move |view, actor, purpose, walks| {
            let vaults_at_all = sides.contains(&actor.side) && !is_lent_walks[actor.side.index()];
            let concerns = vaults_at_all && view.piece_on(actor.square).is_royal();
            let is_safe = || !bicaptures && view.is_out_of_reach_unlent(actor.square, !actor.side);
            if !concerns || purpose.is_to_watch() || is_safe() {
                return;
            }
            let in_check = view.ask_once(guard, |view| {
                view.is_observed(actor.square, !actor.side, Ring::Capture)
                    || bicaptures && view.is_observed(actor.square, actor.side, Ring::Capture)
            });
            if in_check == Some(true) {
                if transmuting {
                    walks.clear();
                }
                for &walk in &vaults {
                    if !walks.contains(&walk) {
                        walks.push(walk);
                    }
                }
            }
        },
    );
}
