//! Line chameleon chess: an officer becomes the officer of the array on whose file it arrives.

use super::Definition;
use crate::men::{WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::{EffectScope, Kind, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "line-chameleon-chess",
    summary: "A queen, rook, bishop or knight becomes by its move the officer that stands on the file of its arrival at \
              the beginning of a game; on the king's file, and in castling, it keeps its walk. A royal officer \
              changes like any other.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

/// What men become on each file; on the king's nothing.
const FILES: [Option<WalkId>; 8] = [
    Some(walk_id::ROOK),
    Some(walk_id::KNIGHT),
    Some(walk_id::BISHOP),
    Some(walk_id::QUEEN),
    None,
    Some(walk_id::BISHOP),
    Some(walk_id::KNIGHT),
    Some(walk_id::ROOK),
];

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.geometry().width() != 8 {
        rules.refuse("line chameleon chess needs a board of eight files");
    }
    let army = rules.army();
    let files = FILES.map(|walk| walk.map(|walk| army.walk(walk)));
    rules.may_use(files.into_iter().flatten());
    rules.after(
        Rank::LINE_CHAMELEON,
        EffectScope::Mover,
        move |view, played, outcome| change_walk(view, played, files, outcome),
    );
}

fn change_walk(
    view: View<'_>,
    played: &PlayedMove,
    files: [Option<WalkId>; 8],
    outcome: &mut Outcome<'_>,
) {
    let moves = !matches!(
        played.pseudo_move.kind,
        Kind::Castling { .. } | Kind::Exchange
    );
    let Some(on) = played.now.filter(|_| moves) else {
        return;
    };
    let piece = view.piece_on(on);
    let changes = files.contains(&Some(piece.walk()));
    let walk = files[usize::from(view.geometry().file(on))];
    if let Some(walk) = walk.filter(|&walk| changes && walk != piece.walk()) {
        let piece = piece.with_walk(walk);
        outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
    }
}
