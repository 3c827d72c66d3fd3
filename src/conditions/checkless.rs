//! Checkless chess: a check is legal only if it mates.

use super::circe::CAGES;
use super::{Boards, Definition};
use crate::board::Side;
use crate::position::{Lifetime, Position, Slot};
use crate::problem::{Genre, Goal};
use crate::rules::{Promise, Rules, RulesBuilder, Turn};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "checkless-chess",
    summary: "A move that gives check is legal only if it mates; whether it does is judged under the same rule.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    ..Definition::BASE
};

/// Where the goal is to give check, the check that reaches it is legal.
fn install(rules: &mut RulesBuilder<'_>) {
    let problem = rules.problem();
    let goal = problem
        .stipulation
        .filter(|stipulation| stipulation.goal == Goal::Check);
    if goal.is_some() && problem.options.duplex {
        rules.refuse("checkless chess with the goal of check is not supported in duplex");
    }
    let reaching = goal.map(|stipulation| match stipulation.genre {
        Genre::Self_ | Genre::Reflex | Genre::SemiReflex | Genre::HelpSelf | Genre::SeriesSelf => {
            Side::Black
        }
        _ => Side::White,
    });
    let reaching = if problem.options.half_duplex {
        reaching.map(|side| !side)
    } else {
        reaching
    };
    let depth = rules.slot(Slot::named("checks-in-a-row").lasting(Lifetime::Question));
    let caged = rules.shared_slot(CAGES);
    rules.keep_legal(
        Promise::checks().sparing_trials(),
        move |rules, position, turn| {
            let is_free = reaching == Some(turn.side) || position.slot(caged) != 0;
            is_free || is_legal(depth, rules, position, turn)
        },
    );
}

/// How many checks in a row are followed up before the question counts as undecided.
const LIMIT: u128 = 12;

/// The replies of the checked side are judged under the same rule: a parry that gives check
/// must itself mate. A chain of such checks may have no end, so it is cut after [`LIMIT`];
/// the move then counts as no mate.
fn is_legal(slot: Slot, rules: &Rules, position: &mut Position, turn: &Turn) -> bool {
    if !rules.in_check(position, !turn.side) {
        return true;
    }
    let depth = position.slot(slot);
    if depth == LIMIT {
        return false;
    }
    position.asked_with(slot, depth + 1, |position| {
        !rules.has_legal_move(position, !turn.side)
    })
}
