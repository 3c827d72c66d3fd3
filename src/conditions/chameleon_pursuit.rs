//! Chameleon pursuit: a man that enters the square just left changes sides.

use super::Definition;
use crate::position::{Effect, LastMoveFact, Reason};
use crate::rules::{EffectScope, Numbered, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "chameleon-pursuit",
    summary: "A man, unless it is royal or neutral, changes sides when it moves to the square that the last move left; \
              in castling that is the king's. In series play the last move is the side's own.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.remember_last_move([LastMoveFact::Departure]);
    rules.after(Rank::CHAMELEON_PURSUIT, EffectScope::MoverSide, change_side);
}

/// While a move is played, the last move is still the one before it.
fn change_side(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let left = view.position.last_departure();
    let Some(on) = played.now.filter(|_| left == Some(played.pseudo_move.to)) else {
        return;
    };
    let piece = view.piece_on(on);
    if !piece.is_royal() && !played.departed.is_royal() && !piece.is_neutral() {
        let piece = piece.with_sides((!played.side).into());
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}
