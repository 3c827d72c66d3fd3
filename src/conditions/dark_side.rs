//! The dark side: a man that ends its move in the other half of the board changes sides.

use super::Definition;
use crate::board::Side;
use crate::position::{Effect, Reason};
use crate::rules::{EffectScope, Kind, Numbered, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "dark-side",
    summary: "A white man that moves to the upper half of the board becomes black, a black man that moves to the lower \
              half becomes white; a neutral man counts for the side that moves it, and becomes black. Kings do not change.",
    install: |_, rules| install(rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.after(Rank::DARK_SIDE, EffectScope::MoverSide, change_side);
}

/// Looks at the arrival square as generated.
fn change_side(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let on = played.pseudo_move.to;
    let piece = view.piece_on(on);
    let exchanges = played.pseudo_move.kind == Kind::Exchange;
    let is_royal = piece.is_royal() || played.departed.is_royal();
    if exchanges || played.now.is_none() || piece.is_none() || is_royal {
        return;
    }
    let is_upper = 2 * view.geometry().rank(on) >= view.geometry().height();
    if is_upper == (played.side == Side::White) {
        let sides = match piece.is_neutral() {
            true => Side::Black.into(),
            false => piece.sides().swapped(),
        };
        let piece = piece.with_sides(sides);
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}
