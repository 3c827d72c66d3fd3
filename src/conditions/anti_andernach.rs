//! Anti-Andernach chess: a man that moves without capturing changes sides.

use super::Definition;
use crate::position::{Effect, Reason};
use crate::rules::{EffectScope, Kind, Numbered, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "anti-andernach-chess",
    summary: "A man that moves without capturing, unless it is royal or neutral, changes sides when its move is done. In \
              castling nobody does.",
    install: |_, rules| install(rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.after(Rank::ANTI_ANDERNACH, EffectScope::MoverSide, change_side);
}

fn change_side(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let moves = matches!(
        played.pseudo_move.kind,
        Kind::Ordinary | Kind::DoubleStep | Kind::Via { .. }
    );
    let Some(on) = played.now.filter(|_| moves && played.captured.is_none()) else {
        return;
    };
    let piece = view.piece_on(on);
    if !piece.is_royal() && !played.departed.is_royal() && !piece.is_neutral() {
        let piece = piece.with_sides((!played.side).into());
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}
