//! Alphabetic chess: the man that stands first in the order a1, a2 ... h8 must move.

use super::Definition;
use crate::board::Side;
use crate::rules::{Claim, Promise, RulesBuilder, Thing};

/// Both sides move so.
pub static BOTH: Definition = Definition {
    key: "alphabetic-chess",
    summary: "Each side must move the first of its men that has a legal move, in the order a1, a2 ... a8, b1 ... h8. \
              Checks are as usual.",
    claims: |_| {
        &[
            Claim::Decides(Thing::OrderOfMen(Side::White), 1),
            Claim::Decides(Thing::OrderOfMen(Side::Black), 1),
        ]
    },
    ..OF_ONE_SIDE
};

/// White moves so.
pub static WHITE: Definition = Definition {
    claims: |_| &[Claim::Decides(Thing::OrderOfMen(Side::White), 2)],
    ..OF_ONE_SIDE.of_side("white-alphabetic-chess", Side::White)
};

/// Black moves so.
pub static BLACK: Definition = Definition {
    claims: |_| &[Claim::Decides(Thing::OrderOfMen(Side::Black), 2)],
    ..OF_ONE_SIDE.of_side("black-alphabetic-chess", Side::Black)
};

const OF_ONE_SIDE: Definition = Definition {
    summary: "{Side} must move the first of his men that has a legal move, in the order a1, a2 ... a8, b1 ... h8. Checks \
              are as usual.",
    install: |condition, rules| {
        let sides = Definition::of(condition).sides;
        sides.iter().for_each(|side| install(*side, rules));
    },
    ..Definition::BASE
};

fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    rules.select_best(side, Promise::ways(), |view, pseudo_move| {
        let (file, rank) = (
            view.geometry().file(pseudo_move.from),
            view.geometry().rank(pseudo_move.from),
        );
        -(i64::from(file) * i64::from(view.geometry().height()) + i64::from(rank))
    });
}
