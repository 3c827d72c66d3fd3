//! Annan and Nanna chess: a man goes like the own man behind it, or in front of it.

use super::super::{Definition, Pawns};
use super::neighbour::{CHECKS, beside, lend_all};
use crate::problem::Condition;
use crate::rules::{Actor, Claim, Lending, Loan, Manner, RulesBuilder, Thing, View};

/// Annan chess.
pub static ANNAN: Definition = Definition {
    key: "annan-chess",
    pawns: |_| Pawns::Act,
    summary: "A man with a man of its own side directly behind it moves, captures and checks like that man and not by \
              its own walk. Type A: kings lend and borrow; B: kings do not lend; C: kings do not borrow; D: neither.",
    decisions: CHECKS,
    install: |condition, rules| install(condition, -1, rules),
    claims: |_| &[Claim::Owns(Thing::Lender)],
    ..Definition::BASE
};

/// Nanna chess.
pub static NANNA: Definition = Definition {
    key: "nanna-chess",
    summary: "A man with a man of its own side directly in front of it moves, captures and checks like that man and not \
              by its own walk. Type A: kings lend and borrow; B: kings do not lend; C: kings do not borrow; D: neither.",
    install: |condition, rules| install(condition, 1, rules),
    ..ANNAN
};

/// Which kings take part.
#[derive(Clone, Copy)]
struct Kings {
    lend: bool,
    borrow: bool,
}

fn install(condition: &Condition, ranks: i8, rules: &mut RulesBuilder<'_>) {
    let has = |types: [&str; 2]| types.iter().any(|flag| condition.has_flag(flag));
    let kings = Kings {
        lend: !has(["type-b", "type-d"]),
        borrow: !has(["type-c", "type-d"]),
    };
    lend_all(rules);
    let lending = Lending::of(Loan::Neighbour, Manner::InPlace).for_all_purposes();
    rules.lend(lending, move |view, actor, _| {
        lent(view, actor, ranks, kings).into_iter().collect()
    });
}

fn lent(view: View<'_>, actor: Actor, ranks: i8, kings: Kings) -> Option<crate::men::WalkId> {
    if view.piece_on(actor.square).is_royal() && !kings.borrow {
        return None;
    }
    let on = beside(view, actor.square, actor.side, 0, ranks)?;
    let lender = view.piece_on(on);
    let lends = lender.is_of(actor.side) && (kings.lend || !lender.is_royal());
    lends.then_some(lender.walk())
}
