//! Andernach chess: a man that captures changes sides.

use super::{Boards, Definition};
use crate::position::{Effect, Reason};
use crate::rules::{EffectScope, Numbered, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "andernach-chess",
    summary: "A man that captures, unless it is royal or neutral, changes sides when its move is done.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.after(Rank::ANDERNACH, EffectScope::Capturer, change_side);
}

/// "Assume the opponent's side": a man that another rule turned over already stays so.
fn change_side(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let (Some(on), Some(_)) = (played.now, played.captured) else {
        return;
    };
    let piece = view.piece_on(on);
    if !piece.is_royal() && !played.departed.is_royal() && !piece.is_neutral() {
        let piece = piece.with_sides((!played.side).into());
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}
