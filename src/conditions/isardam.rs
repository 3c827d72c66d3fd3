//! Isardam: a move must not leave a Madrasi observation on the board.

use super::alice::DEFINITION as ALICE;
use super::madrasi::meets_its_like;
use super::{Boards, Definition, Names, Param};
use crate::board::{Side, SquareSet};
use crate::men::Attribute;
use crate::position::{Effect, Position, Reason};
use crate::problem::Condition;
use crate::rules::{Outcome, Promise, Rank, RulesBuilder, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "isardam",
    names: Names {
        en: "Isardam",
        de: "Isardam",
        fr: "Isardam",
    },
    inventor: None,
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
    }
    if rules.has_condition(ALICE.key) {
        return install_on_two_boards(rex_inclusive, rules);
    }
    rules.keep_legal(Promise::nothing(), move |rules, position, _| {
        !some_meet(rules.view(position), rex_inclusive)
    });
}

/// In Alice chess the capture of a king is judged before the man leaves its board, where it sees that
/// board alone; moves are judged as if all men stood on one board.
fn install_on_two_boards(rex_inclusive: bool, rules: &mut RulesBuilder<'_>) {
    let capture = move |view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>| {
        let Some(on) = turn.now.filter(|_| turn.trial) else {
            return;
        };
        let second = view.position.with_attribute(Attribute::AliceB);
        let board = match second.contains(on) {
            true => second,
            false => view.position.men() & !second,
        };
        if some_of_meet(view, board, rex_inclusive) {
            outcome.refuse();
        }
    };
    rules.after(Rank::BEFORE_ALICE, Promise::nothing(), capture);
    rules.keep_legal(Promise::nothing(), move |rules, position, turn| {
        turn.trial || !some_meet(rules.view(&on_one_board(position)), rex_inclusive)
    });
}

/// The position of Alice chess with all men on the first board.
fn on_one_board(position: &Position) -> Position {
    let mut copy = position.clone();
    for on in position.with_attribute(Attribute::AliceB) {
        let piece = position.piece_on(on).without(Attribute::AliceB);
        copy.apply(Effect::Alter { on, piece }, Reason::Silent);
    }
    copy
}

/// Whether any man is observed by an enemy man of its own walk.
fn some_meet(view: View<'_>, rex_inclusive: bool) -> bool {
    some_of_meet(view, view.position.men(), rex_inclusive)
}

/// The same for one of these men.
fn some_of_meet(view: View<'_>, men: SquareSet, rex_inclusive: bool) -> bool {
    men.into_iter()
        .filter(|&on| rex_inclusive || !view.piece_on(on).is_royal())
        .any(|on| {
            let piece = view.piece_on(on);
            Side::BOTH
                .into_iter()
                .filter(|&side| piece.is_of(side))
                .any(|side| meets_its_like(view, on, side))
        })
}
