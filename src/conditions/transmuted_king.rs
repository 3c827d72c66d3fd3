//! Transmuted and reflective kings: a king in check moves like the men that check it.

use super::facing::checks_with_own;
use super::vaulting::is_vaulting;
use super::{Caption, Definition, super_transmuting};
use crate::board::Side;
use crate::men::WalkId;
use crate::rules::{Actor, Loan, Promise, Purpose, Ring, RulesBuilder, View, Walks};

/// Transmuted kings of both sides.
pub static TRANSMUTED: Definition = Definition {
    key: "transmuted-kings",
    summary: "A king in check moves, captures and checks like the men that check it, and in no other way. Pawns lend \
              it their walk in its own direction.",
    install: |_, rules| install(&Side::BOTH, false, rules),
    decisions: CHECKS,
    ..Definition::BASE
};

/// Transmuted king of White.
pub static WHITE_TRANSMUTED: Definition = Definition {
    key: "white-transmuted-king",
    summary: "The white king in check moves, captures and checks like the men that check it, and in no other way.",
    install: |_, rules| install(&[Side::White], false, rules),
    decisions: CHECKS,
    ..Definition::BASE
};

/// Transmuted king of Black.
pub static BLACK_TRANSMUTED: Definition = Definition {
    key: "black-transmuted-king",
    summary: "The black king in check moves, captures and checks like the men that check it, and in no other way.",
    install: |_, rules| install(&[Side::Black], false, rules),
    decisions: CHECKS,
    ..Definition::BASE
};

/// Reflective kings of both sides.
pub static REFLECTIVE: Definition = Definition {
    key: "reflective-kings",
    caption: Caption {
        parts: &["white-reflective-king", "black-reflective-king"],
        ..Caption::PLAIN
    },
    summary: "A king in check also moves and captures like the men that check it. It \
              checks like them only while its own side has such a man.",
    install: |_, rules| install(&Side::BOTH, true, rules),
    decisions: VAULTS,
    ..Definition::BASE
};

/// Reflective king of White.
pub static WHITE_REFLECTIVE: Definition = Definition {
    key: "white-reflective-king",
    summary: "The white king in check also moves and captures like the men that check it. It \
              checks like them only while its own side has such a man.",
    install: |_, rules| install(&[Side::White], true, rules),
    decisions: VAULTS,
    ..Definition::BASE
};

/// Reflective king of Black.
pub static BLACK_REFLECTIVE: Definition = Definition {
    key: "black-reflective-king",
    summary: "The black king in check also moves and captures like the men that check it. It \
              checks like them only while its own side has such a man.",
    install: |_, rules| install(&[Side::Black], true, rules),
    decisions: VAULTS,
    ..Definition::BASE
};

const VAULTS: &str = "A king that is a vaulting king, too, does not vault, and checks like the men that check it even if its \
                      own side has no such man.";

const CHECKS: &str = "Beside power transfer or transmission menace a king in check checks only if it is a king that \
                      checks it.";

/// Whether the king of a side has only lent walks while it is in check.
pub(super) fn is_transmuting(rules: &RulesBuilder<'_>, side: Side) -> bool {
    let supers = [&super_transmuting::WHITE, &super_transmuting::BLACK];
    is_said_for(
        rules,
        side,
        [&TRANSMUTED, &WHITE_TRANSMUTED, &BLACK_TRANSMUTED],
    ) || rules.has_condition(supers[side.index()].key)
}

/// Whether the king of a side has lent walks as well as its own while it is in check.
pub(super) fn is_reflecting(rules: &RulesBuilder<'_>, side: Side) -> bool {
    is_said_for(
        rules,
        side,
        [&REFLECTIVE, &WHITE_REFLECTIVE, &BLACK_REFLECTIVE],
    )
}

/// Whether the problem has a condition for this side, whose forms for both, White and Black are given.
pub(super) fn is_said_for(
    rules: &RulesBuilder<'_>,
    side: Side,
    [both, white, black]: [&Definition; 3],
) -> bool {
    let of_side = [white, black][side.index()];
    rules.has_condition(both.key) || rules.has_condition(of_side.key)
}

fn install(sides: &'static [Side], keeps_own: bool, rules: &mut RulesBuilder<'_>) {
    rules.list_by_squares();
    let guard = rules.guard();
    let checks_with_own = checks_with_own(rules);
    let vaulting = Side::BOTH.map(|side| is_vaulting(rules, side));
    rules.lend_walk(
        Loan::Last,
        Promise::royals(),
        move |view, actor, purpose, walks| {
            let borrows = !purpose.is_to_watch();
            if borrows
                && view.piece_on(actor.square).is_royal()
                && sides.contains(&actor.side)
                && !view.is_out_of_reach_unlent(actor.square, !actor.side)
            {
                let lent =
                    view.ask_once(guard, |view| walks_of_observers(view, actor, Ring::Capture));
                let lent = lent.unwrap_or_default();
                if !keeps_own && !lent.is_empty() {
                    walks.clear();
                }
                let checks = purpose == Purpose::Observe(Ring::Capture);
                let own = view.piece_on(actor.square).walk();
                for walk in lent {
                    let counts = match keeps_own {
                        _ if !checks => true,
                        true => {
                            vaulting[actor.side.index()] || has_such_a_man(view, actor.side, walk)
                        }
                        false => !checks_with_own || walk == own,
                    };
                    if counts && !walks.contains(&walk) {
                        walks.push(walk);
                    }
                }
            }
        },
    );
}

fn has_such_a_man(view: View<'_>, side: Side, walk: WalkId) -> bool {
    let men = view.position.with_walk(walk) & view.position.men_of(side);
    !men.is_empty()
}

/// The walks with which hostile men observe a man. Meanwhile nobody borrows by the rule that asks.
pub(super) fn walks_of_observers(view: View<'_>, man: Actor, ring: Ring) -> Walks {
    let mut walks = Walks::new();
    for on in view.lenders(man, ring) {
        let observer = view.actor(on, !man.side);
        for walk in view.observing_walks(observer, man.square, ring) {
            if !walks.contains(&walk) {
                walks.push(walk);
            }
        }
    }
    walks
}
