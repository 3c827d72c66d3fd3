//! Power transfer: a man has the walk of the man on its rebirth square.

use super::circe::home_square;
use super::lent::WATCH;
use super::{Boards, Definition, Param, Pawns};
use crate::problem::Condition;
use crate::rules::{Fact, Lending, Loan, Manner, RulesBuilder, Walks};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "power-transfer",
    pawns: |_| Pawns::Act,
    summary: "While any man stands on the square on which a man would be reborn in Circe, that man moves, captures and \
              checks with the walk of the man there and not with its own. Kings keep theirs unless rex inclusive.",
    decisions: WATCH,
    install: |condition, rules| install(condition, rules),
    options: Some(&[Param::Flag("rex-inclusive"), Param::Flag("rex-exclusive")]),
    boards: Boards::Array,
    samples: &["RexInclusive"],
    facts: &[Fact::ChecksAskAllMoves, Fact::LentChecksAreSilent],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let rex_inclusive = condition.has_flag("rex-inclusive");
    let lending = Lending::of(Loan::Home, Manner::InPlace).heard();
    rules.lend(lending, move |view, actor, _| {
        let man = view.piece_on(actor.square);
        if man.is_royal() && !rex_inclusive {
            return Walks::new();
        }
        let home = home_square(view, man, actor.square, actor.side);
        let home = home.filter(|&home| view.notices(actor.square, home));
        let lender = home.map(|home| view.piece_on(home));
        let lender = lender.filter(|lender| lender.is_some());
        lender.map(|lender| lender.walk()).into_iter().collect()
    });
}
