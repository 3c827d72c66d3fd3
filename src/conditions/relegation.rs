//! Relegation chess: an officer that arrives on the second rank of its own side becomes a pawn.

use super::Definition;
use crate::board::Side;
use crate::men::walk_id;
use crate::position::{Effect, Reason};
use crate::rules::{EffectScope, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "relegation-chess",
    summary: "An officer that moves to the second rank of its own side becomes a pawn there. Kings do not.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.may_use([walk_id::PAWN]);
    rules.after(Rank::RELEGATION, EffectScope::Mover, relegate);
}

/// Looks at the arrival square as generated.
fn relegate(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let on = played.pseudo_move.to;
    let piece = view.piece_on(on);
    if played.now.is_none() || piece.is_none() || piece.is_royal() || piece.walk().row().is_pawn() {
        return;
    }
    let second = match played.side {
        Side::White => 1,
        Side::Black => view.geometry().height() - 2,
    };
    if view.geometry().rank(on) == second {
        let piece = piece.with_walk(walk_id::PAWN);
        outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
    }
}
