//! SuperCirce: a captured man is reborn on any empty square, as the capturing side likes, or not at all.

use super::super::{Boards, Definition, Names};
use super::plain::unknown_option;
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{Outcome, Rank, RulesBuilder, Touch, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "super-circe",
    names: Names {
        en: "SuperCirce",
        de: "SuperCirce",
        fr: "SuperCirce",
    },
    inventor: None,
    summary: "The capturing side puts the captured man on any empty square, or leaves it off the board. A pawn put on \
              its last rank promotes.",
    install,
    boards: Boards::Any,
    ..Definition::BASE
};

/// A king need not be reborn, so rex inclusive does not touch check.
fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    if let Some(option) = unknown_option(condition, &["rex-inclusive", "rex-exclusive", "relaxed"])
    {
        rules.refuse(format!(
            "the SuperCirce option `{option}` is not supported yet"
        ));
    }
    rules.after_touching(Rank::CIRCE, Touch::Rebirth, be_reborn);
}

fn be_reborn(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    let Some(captured) = turn.captured else {
        return;
    };
    if captured.piece.is_royal() {
        return;
    }
    let taken = view.position.men() | view.position.holes();
    let mut empty = view.geometry().squares() & !taken;
    let choice = outcome.choose(empty.len() + 1);
    // The first choice is to leave the man off the board.
    if let Some(on) = choice.checked_sub(1).and_then(|place| empty.nth(place)) {
        outcome.push(
            Effect::Place {
                on,
                piece: captured.piece,
                id: captured.id,
            },
            Reason::Rebirth,
        );
        outcome.promote_on(on);
    }
}
