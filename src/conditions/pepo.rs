//! Pepo: one attacker keeps a king from moving, two give check.

use super::Definition;
use crate::board::{Side, Square};
use crate::position::Position;
use crate::rules::{Claim, Fact, Numbered, Promise, Ring, Rules, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "pepo",
    summary: "A king observed by a hostile man cannot move. It is in check only when two hostile men attack it; kings do \
              not count for that. Kings cannot be captured.",
    decisions: "Whether a king is kept from moving goes by the ways of hostile men alone: a man that may not act, or whose \
                capture would not stand, keeps it too. Check asks for captures that would stand.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    numbers: |_| Numbered::FEWEST,
    claims: |_| {
        &[
            Claim::Needs(Thing::CountedAttacks),
            Claim::Removes(Thing::Check),
        ]
    },
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_move(Promise::departure(), |view, side, pseudo_move| {
        let king = view.actor(pseudo_move.from, side);
        let is_attacked = || view.is_observed(king.square, !king.side, Ring::Actor);
        !view.piece_on(king.square).is_royal() || !is_attacked()
    });
    rules.forbid_capture_of_hostile_kings();
    // There nobody is royal.
    if rules.has(Fact::ChecksWithoutKings) {
        return;
    }
    rules.check(|question, position| {
        let (rules, side) = (question.rules(), question.side());
        let mut royals = rules.judge().royals(position, side);
        royals.any(|king| is_attacked_twice(rules, position, king, side))
    });
}

fn is_attacked_twice(rules: &Rules, position: &mut Position, king: Square, side: Side) -> bool {
    let attackers = rules.judge().all_attackers(position, king, side);
    (attackers & !position.royals_of(!side)).len() > 1
}
