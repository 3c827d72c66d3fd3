//! Transmuted and reflective kings: a king in check moves like the men that check it.

use super::lent::walks_of_observers;
use super::{Caption, Definition};
use crate::board::Side;
use crate::men::WalkId;
use crate::problem::Condition;
use crate::rules::{Fact, Lending, Loan, Manner, Purpose, Ring, RulesBuilder, View, Walks};

/// Transmuted kings of both sides.
pub static TRANSMUTED: Definition = Definition {
    key: "transmuted-kings",
    summary: "A king in check moves, captures and checks like the men that check it, and in no other way. Pawns lend \
              it their walk in its own direction.",
    facts: &[
        Fact::CheckedKingsAreBound(Side::White),
        Fact::CheckedKingsAreBound(Side::Black),
    ],
    ..TRANSMUTED_KING
};

/// Transmuted king of White.
pub static WHITE_TRANSMUTED: Definition = Definition {
    facts: &[Fact::CheckedKingsAreBound(Side::White)],
    ..TRANSMUTED_KING.of_side("white-transmuted-king", Side::White)
};

/// Transmuted king of Black.
pub static BLACK_TRANSMUTED: Definition = Definition {
    facts: &[Fact::CheckedKingsAreBound(Side::Black)],
    ..TRANSMUTED_KING.of_side("black-transmuted-king", Side::Black)
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
    ..REFLECTIVE_KING
};

/// White's and Black's.
pub static SIDES_REFLECTIVE: [Definition; 2] =
    REFLECTIVE_KING.for_each_side("white-reflective-king", "black-reflective-king");

const TRANSMUTED_KING: Definition = Definition {
    summary: "The {side} king in check moves, captures and checks like the men that check it, and in no other way.",
    install: |condition, rules| install(condition, false, rules),
    decisions: CHECKS,
    ..Definition::BASE
};

const REFLECTIVE_KING: Definition = Definition {
    summary: "The {side} king in check also moves and captures like the men that check it. It \
              checks like them only while its own side has such a man.",
    install: |condition, rules| install(condition, true, rules),
    ..Definition::BASE
};

const CHECKS: &str = "Beside power transfer or transmission menace a king in check checks only if it is a king that \
                      checks it.";

fn install(condition: &Condition, keeps_own: bool, rules: &mut RulesBuilder<'_>) {
    let sides = Definition::of(condition).sides;
    rules.list_by_squares();
    let guard = rules.guard();
    let manner = match keeps_own {
        true => Manner::Beside,
        false => Manner::InPlace,
    };
    let lending = Lending::of(Loan::CheckedKing, manner).to_royals();
    rules.lend(lending, move |view, actor, purpose| {
        let is_subject = view.piece_on(actor.square).is_royal() && sides.contains(&actor.side);
        if !is_subject || view.is_out_of_reach_unlent(actor.square, !actor.side) {
            return Walks::new();
        }
        let lent = view.ask_once(guard, |view| walks_of_observers(view, actor, Ring::Capture));
        let mut lent = lent.unwrap_or_default();
        if keeps_own && purpose == Purpose::CHECK {
            lent.retain(|walk| has_such_a_man(view, actor.side, *walk));
        }
        lent
    });
}

fn has_such_a_man(view: View<'_>, side: Side, walk: WalkId) -> bool {
    let men = view.position.with_walk(walk) & view.position.men_of(side);
    !men.is_empty()
}
