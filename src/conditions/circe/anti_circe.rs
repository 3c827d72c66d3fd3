//! Anticirce: the capturing man is reborn on its square of the array, which must be empty.

use super::super::{Boards, Definition, Names};
use super::plain::unknown_option;
use super::rebirth;
use crate::board::Side;
use crate::men::Sides;
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{Outcome, Rank, RulesBuilder, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "anti-circe",
    names: Names {
        en: "AntiCirce",
        de: "AntiCirce",
        fr: "AntiCirce",
    },
    inventor: Some("Pierre Monréal and Jean-Pierre Boyer"),
    summary: "A man that captures, kings included, is reborn at once on the square of the array that belongs to it; if \
              that is occupied the capture is illegal. Type Calvet allows a capture on the rebirth square itself, type \
              Cheylan does not.",
    install,
    boards: Boards::Array,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    if let Some(option) =
        unknown_option(condition, &["calvet", "cheylan", "rex-inclusive", "strict"])
    {
        rules.refuse(format!(
            "the Anticirce option `{option}` is not supported yet"
        ));
    }
    let cheylan = condition.has_flag("cheylan");
    rules.check_by_playing();
    rules.move_capturer(
        Rank::CAPTURER_REBIRTH,
        rebirth::squares,
        move |view, turn, outcome| be_reborn(view, turn, cheylan, outcome),
    );
}

/// The square is that of the walk after promotion, from the square of the captured man.
fn be_reborn(view: View<'_>, turn: &Turn, cheylan: bool, outcome: &mut Outcome<'_>) {
    let (Some(captured), Some(from)) = (turn.captured, turn.now) else {
        return;
    };
    // Another rule may have turned the man over before.
    let man = view.piece_on(from);
    let side = match man.sides() {
        Sides::White => Side::White,
        Sides::Black => Side::Black,
        Sides::Both => turn.side,
    };
    let Some(to) = rebirth::square(view, man, captured.on, side) else {
        outcome.refuse();
        return;
    };
    if to == from && !cheylan {
        outcome.push(Effect::Note(from), Reason::CapturerRebirth);
    } else if to != from && view.position.is_free(to) && !(cheylan && to == captured.on) {
        outcome.push(Effect::Move { from, to }, Reason::CapturerRebirth);
    } else {
        outcome.refuse();
    }
}
