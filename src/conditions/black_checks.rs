//! Black checks: Black gives check, or passes if he cannot.

use super::Definition;
use crate::board::Side;
use crate::position::{Lifetime, Slot};
use crate::rules::{Claim, Displaces, End, Kind, Promise, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "black-checks",
    summary: "Black plays moves that check only. Where he has no legal one he passes, unless he is in check.",
    decisions: "Mate and stalemate are judged as if Black were free: a check that he could parry without checking is no \
                mate, although he has no move, and a side that only has moves without check is not stalemated.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    claims: |_| &[Claim::Removes(Thing::QuestionsInMoves)],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let is_pass = |kind: Kind| kind == Kind::Board;
    let free = rules.slot(Slot::named("black-may-do-without-check").lasting(Lifetime::Question));
    rules.add_board_move(
        Displaces::Nothing,
        |_, side| side == Side::Black,
        |_, _, _| {},
    );
    rules.keep_legal(
        Promise::nothing().sparing_trials(),
        move |rules, position, played| {
            let is_bound = played.side == Side::Black
                && !is_pass(played.pseudo_move.kind)
                && position.slot(free) == 0;
            !is_bound || rules.judge().in_check(position, Side::White)
        },
    );
    rules.select_best(Side::Black, Promise::nothing(), move |_, pseudo_move| {
        (!is_pass(pseudo_move.kind)).into()
    });
    rules.goal(
        Promise::ends_play(),
        move |question, position| match question.end() {
            End::Mate(Side::Black) | End::Stalemate(Side::Black) => {
                position.asked_with(free, 1, |position| question.usual(position))
            }
            _ => question.usual(position),
        },
    );
}
