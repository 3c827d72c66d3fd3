//! Power transfer: a man has the walk of the man on its rebirth square.

use super::circe::home_square;
use super::facing::WATCH;
use super::{Boards, Definition, Param, Pawns};
use crate::problem::Condition;
use crate::rules::{Loan, Promise, RulesBuilder};
use smallvec::smallvec;

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
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let rex_inclusive = condition.has_flag("rex-inclusive");
    rules.lend_walk(
        Loan::First,
        Promise::nothing(),
        move |view, actor, purpose, walks| {
            let man = view.piece_on(actor.square);
            if purpose.is_to_watch() || (man.is_royal() && !rex_inclusive) {
                return;
            }
            let home = home_square(view, man, actor.square, actor.side);
            let home = home.filter(|&home| view.notices(actor.square, home));
            let lender = home.map(|home| view.piece_on(home));
            if let Some(lender) = lender.filter(|lender| lender.is_some()) {
                *walks = smallvec![lender.walk()];
            }
        },
    );
}
