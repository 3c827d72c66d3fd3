//! Tibet and double Tibet: a man that captures a man of another kind changes sides.

use super::Definition;
use crate::board::Side;
use crate::position::{Effect, Reason};
use crate::rules::{EffectScope, Numbered, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// Tibet chess.
pub static TIBET: Definition = Definition {
    key: "tibet",
    summary: "A black man other than the king that captures a man of another kind becomes white. A promoted pawn counts \
              as what it has become.",
    install: |_, rules| install(Rank::TIBET, &[Side::Black], rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// Double Tibet chess.
pub static DOUBLE: Definition = Definition {
    key: "double-tibet",
    summary: "A man of either side, kings apart, that captures a man of another kind changes sides. A promoted pawn \
              counts as what it has become.",
    install: |_, rules| install(Rank::DOUBLE_TIBET, &Side::BOTH, rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rank: Rank, sides: &'static [Side], rules: &mut RulesBuilder<'_>) {
    rules.after(rank, EffectScope::Capturer, move |view, played, outcome| {
        if sides.contains(&played.side) {
            change_side(view, played, outcome);
        }
    });
}

fn change_side(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let (Some(on), Some(captured)) = (played.now, played.captured) else {
        return;
    };
    let piece = view.piece_on(on);
    let is_royal = piece.is_royal() || played.departed.is_royal();
    // A man that was reborn elsewhere counts as one of another kind in any case.
    let is_alike = on == played.pseudo_move.to && piece.walk() == captured.piece.walk();
    let stays = is_royal || piece.is_neutral() || is_alike;
    if !stays {
        let piece = piece.with_sides((!played.side).into());
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}
