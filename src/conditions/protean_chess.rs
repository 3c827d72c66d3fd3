//! Protean and Frankfurt chess: a man takes the walk of the man it captures.

use super::Definition;
use crate::men::{WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{Displaces, EffectScope, Promise, Rank, RulesBuilder};

/// Protean chess.
pub static PROTEAN: Definition = Definition {
    key: "protean-chess",
    summary: "A man that captures takes the walk of the captured man, a king too (unless rex exclusive), which stays \
              royal. The capture of a pawn makes a reverse pawn, which moves the other way, that of a reverse pawn a \
              pawn.",
    install: |condition, rules| install(condition, Rank::PROTEAN_CHESS, reversed, rules),
    ..Definition::BASE
};

/// Frankfurt chess.
pub static FRANKFURT: Definition = Definition {
    key: "frankfurt-chess",
    summary: "A man that captures takes the walk of the captured man, a king too (unless rex exclusive), which stays \
              royal. The capture of a pawn makes an ordinary pawn.",
    install: |condition, rules| install(condition, Rank::FRANKFURT, |walk| walk, rules),
    ..Definition::BASE
};

fn install(
    condition: &Condition,
    rank: Rank,
    inherited: fn(WalkId) -> WalkId,
    rules: &mut RulesBuilder<'_>,
) {
    let rex_exclusive = condition.has_flag("rex-exclusive");
    let walks: Vec<WalkId> = rules.diagram_walks().map(inherited).collect();
    rules.may_use(walks);
    rules.after(
        rank,
        Promise::from(EffectScope::Captures).displacing(Displaces::Few(0)),
        move |view, played, outcome| {
            let (Some(on), Some(captured)) = (played.now, played.captured) else {
                return;
            };
            let piece = view.piece_on(on);
            let walk = inherited(captured.piece.walk());
            if walk != piece.walk() && !(rex_exclusive && piece.is_royal()) {
                let piece = piece.with_walk(walk);
                outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
            }
        },
    );
}

/// The pawn's walk goes to the other side's man, for whom it leads backwards.
fn reversed(walk: WalkId) -> WalkId {
    match walk {
        walk_id::PAWN => walk_id::REVERSE_PAWN,
        walk_id::REVERSE_PAWN => walk_id::PAWN,
        other => other,
    }
}
