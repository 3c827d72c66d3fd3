//! Checkless chess: a check is legal only if it mates.

use super::{Boards, Definition};
use crate::board::Side;
use crate::position::Position;
use crate::problem::{Genre, Goal};
use crate::rules::{Depth, PlayedMove, Promise, Rules, RulesBuilder};

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
    let goal = rules
        .stipulation()
        .filter(|stipulation| stipulation.goal == Goal::Check);
    if goal.is_some() && rules.options().duplex {
        rules.refuse("checkless chess with the goal of check is not supported in duplex");
    }
    let reaching = goal.map(|stipulation| match stipulation.genre {
        Genre::Self_ | Genre::Reflex | Genre::SemiReflex | Genre::HelpSelf | Genre::SeriesSelf => {
            Side::Black
        }
        _ => Side::White,
    });
    let reaching = if rules.options().half_duplex {
        reaching.map(|side| !side)
    } else {
        reaching
    };
    let depth = rules.depth("checks-in-a-row", LIMIT);
    let caged = rules.while_legality_is_asked();
    rules.keep_legal(
        Promise::checks().sparing_trials(),
        move |rules, position, played| {
            let is_free = reaching == Some(played.side) || position.slot(caged) != 0;
            is_free || is_legal(depth, rules, position, played)
        },
    );
}

/// How many checks in a row are followed up before the question counts as undecided.
const LIMIT: u128 = 12;

/// The replies of the checked side are judged under the same rule: a parry that gives check
/// must itself mate. A chain of such checks may have no end, so it is cut after [`LIMIT`];
/// the move then counts as no mate.
fn is_legal(depth: Depth, rules: &Rules, position: &mut Position, played: &PlayedMove) -> bool {
    let mates = |position: &mut Position| !rules.judge().has_legal_move(position, !played.side);
    !rules.judge().in_check(position, !played.side) || depth.deeper(position, mates) == Some(true)
}
