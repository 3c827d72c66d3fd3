//! Traitor chess: a black man that moves to the lower half of the board becomes white.

use super::Definition;
use crate::board::Side;
use crate::position::{Effect, Reason};
use crate::rules::{EffectScope, Numbered, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "traitor-chess",
    summary: "A black man other than the king that ends its move on one of the first four ranks becomes white.",
    install: |_, rules| install(rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.after(Rank::TRAITOR, EffectScope::MoverSide, change_side);
}

/// As measured, the change is not printed.
fn change_side(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let Some(on) = played.now.filter(|_| played.side == Side::Black) else {
        return;
    };
    let piece = view.piece_on(on);
    let is_traitor = piece.is_of(Side::Black) && !piece.is_neutral() && !piece.is_royal();
    if is_traitor && 2 * view.geometry().rank(on) < view.geometry().height() {
        let piece = piece.with_sides(Side::White.into());
        outcome.push(Effect::Alter { on, piece }, Reason::Silent);
    }
}
