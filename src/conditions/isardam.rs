//! Isardam: a move must not leave a Madrasi observation on the board.

use super::alice::DEFINITION as ALICE;
use super::madrasi::meets_its_like;
use super::{Boards, Definition, Param};
use crate::attributes::on_one_board;
use crate::board::Side;
use crate::problem::Condition;
use crate::rules::{Promise, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "isardam",
    summary: "A move is illegal if after it any man is observed by an enemy man of its own walk. In type A a king is in \
              check only if its capture would be legal in this sense; in type B that capture is exempt.",
    decisions: "Where another condition has captures of kings played to judge a check, they are judged as in type A. A man \
                that is lent a walk for moving and capturing counts as one with that walk. In Alice chess men on different \
                boards observe each other, too, but for the capture of a king.",
    install,
    options: Some(&[
        Param::Flag("type-a"),
        Param::Flag("type-b"),
        Param::Flag("rex-inclusive"),
    ]),
    boards: Boards::Any,
    samples: &["RexInclusive"],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    if rules.has_condition("madrasi") {
        rules.refuse("Madrasi and Isardam exclude each other");
    }
    let type_b = condition.has_flag("type-b");
    let rex_inclusive = condition.has_flag("rex-inclusive");
    if !type_b {
        rules.check_by_playing();
        rules.lend_by_playing();
    }
    let has_two_boards = rules.has_condition(ALICE.key);
    rules.keep_legal(Promise::nothing(), move |rules, position, turn| {
        if has_two_boards && !turn.trial {
            return !some_meet(rules.view(&on_one_board(position)), rex_inclusive);
        }
        !some_meet(rules.view(position), rex_inclusive)
    });
}

/// Whether any man is observed by an enemy man of its own walk.
fn some_meet(view: View<'_>, rex_inclusive: bool) -> bool {
    let men = view.position.men().into_iter();
    men.filter(|&on| rex_inclusive || !view.piece_on(on).is_royal())
        .any(|on| {
            let piece = view.piece_on(on);
            Side::BOTH
                .into_iter()
                .filter(|&side| piece.is_of(side))
                .any(|side| meets_its_like(view, on, side))
        })
}
