//! Isardam: a move must not leave a Madrasi observation on the board.

use super::meeting::meets_its_like;
use super::{Boards, Definition, Param};
use crate::board::Side;
use crate::problem::Condition;
use crate::rules::{Claim, Fact, Promise, RulesBuilder, Thing, View};

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
    claims: |_| &[Claim::Owns(Thing::Paralysis)],
    facts: &[Fact::CapturesOfKingsAreJudged],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let type_b = condition.has_flag("type-b");
    let rex_inclusive = condition.has_flag("rex-inclusive");
    if !type_b {
        rules.check_by_playing();
        rules.lend_by_playing();
    }
    rules.keep_legal(Promise::nothing(), move |rules, position, played| {
        let meet = |view: View<'_>| some_meet(view, rex_inclusive);
        let view = rules.view(position);
        !match played.trial {
            true => meet(view),
            false => view.among_all(meet),
        }
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
