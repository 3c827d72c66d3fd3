//! Lost pieces: hostile men that would be mated if they were royal vanish.

use super::Definition;
use crate::board::{Side, Square};
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::rules::{Displaces, Outcome, PlayedMove, Promise, Rank, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "lost-pieces",
    summary: "Behind a move all men of the other side vanish that would be mated if they, and not their king, were royal. \
              The moves that could save a man are judged as if nothing vanished.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let asked = rules.slot(Slot::named("lost").lasting(Lifetime::Question));
    let promise = Promise::nothing().displacing(Displaces::Vanishing);
    rules.after_any_ply(
        Rank::LOST_PIECES,
        promise,
        move |rules, position, played, outcome| {
            if position.slot(asked) == 0 && !played.trial {
                vanish(rules, position, played, asked, outcome);
            }
        },
    );
}

fn vanish(
    rules: &Rules,
    position: &mut Position,
    played: &PlayedMove,
    asked: Slot,
    outcome: &mut Outcome<'_>,
) {
    let side = !played.side;
    let men = position.men_of(side) & !position.royals_of(side);
    for on in men {
        if is_lost(rules, position, side, on, asked) {
            outcome.push(Effect::Remove { on }, Reason::Shown);
        }
    }
}

/// Whether the side would be mated if the man on a square were its king.
fn is_lost(rules: &Rules, position: &mut Position, side: Side, on: Square, asked: Slot) -> bool {
    position.begin_ply(side);
    let value = 1;
    position.apply(Effect::Set { slot: asked, value }, Reason::Silent);
    for king in position.royals_of(side) {
        let piece = position.piece_on(king).non_royal();
        position.apply(Effect::Alter { on: king, piece }, Reason::Silent);
    }
    let piece = position.piece_on(on).royal();
    position.apply(Effect::Alter { on, piece }, Reason::Silent);
    let lost = rules.judge().is_mated(position, side);
    position.rewind();
    lost
}
