//! Protean men: they take the walk of the man they capture.
//!
//! As measured, one protean man in the diagram makes all men act so.

use super::Definition;
use crate::men::{Attribute, Names, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, EffectScope, Promise, Rank, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "protean",
    names: Names {
        en: "Protean",
        de: "Proteisch",
        fr: "Protee",
    },
    attribute: Some(Attribute::Protean),
    definition: "A capturing man takes the walk of the captured one. Capturing a pawn it becomes a reverse pawn, \
                 which moves the other way, and capturing a reverse pawn it becomes a pawn. A protean king \
                 becomes a royal man of the captured walk.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let walks: Vec<WalkId> = rules.diagram_walks().map(inherited).collect();
    rules.may_use(walks);
    rules.after(
        Rank::PROTEAN,
        Promise::from(EffectScope::Captures).displacing(Displaces::Few(0)),
        |view, played, outcome| {
            let (Some(on), Some(captured)) = (played.now, played.captured) else {
                return;
            };
            let walk = inherited(captured.piece.walk());
            let piece = view.piece_on(on).with_walk(walk);
            outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
        },
    );
}

/// The pawn's walk goes to the other side's man, for whom it leads backwards.
fn inherited(walk: WalkId) -> WalkId {
    match walk {
        walk_id::PAWN => walk_id::REVERSE_PAWN,
        walk_id::REVERSE_PAWN => walk_id::PAWN,
        other => other,
    }
}
