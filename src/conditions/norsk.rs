//! Norsk sjakk: men change their walks in pairs with every move and capture their like alone.

use super::Definition;
use crate::men::{WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::{
    Captured, EffectScope, Kind, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "norsk-sjakk",
    summary: "With each move a queen becomes a knight and a knight a queen, a rook a bishop and a bishop a rook; a \
              promoted man keeps its walk. A man captures only men of its own kind, a king nothing. Checks are as \
              usual.",
    decisions: "Where checks are judged by playing the capture of the king (Anticirce, Köko, Circe with kings and the \
                like), they have to capture their like, so that there are none.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

type Pairs = [[WalkId; 2]; 2];

const PAIRS: Pairs = [
    [walk_id::QUEEN, walk_id::KNIGHT],
    [walk_id::ROOK, walk_id::BISHOP],
];

fn install(rules: &mut RulesBuilder<'_>) {
    let army = rules.army();
    let pairs = PAIRS.map(|pair| pair.map(|walk| army.walk(walk)));
    rules.may_use(pairs.into_iter().flatten());
    rules.keep_move(Promise::captures(), |view, _, pseudo_move| {
        let mover = view.piece_on(pseudo_move.from);
        let is_like = |on| view.piece_on(on).walk() == mover.walk();
        !mover.is_royal() && pseudo_move.captured.is_none_or(is_like)
    });
    // Where checks are judged by playing, a king is captured as other men are.
    rules.keep_legal(Promise::nothing(), |_, _, played| {
        let takes_like = |taken: &Captured| {
            taken.piece.walk() == played.departed.walk() && !played.departed.is_royal()
        };
        !played.trial || played.captured.as_ref().is_some_and(takes_like)
    });
    rules.after(
        Rank::NORSK,
        EffectScope::Mover,
        move |view, played, outcome| {
            change_walk(view, played, pairs, outcome);
        },
    );
}

fn partner_of(walk: WalkId, pairs: Pairs) -> Option<WalkId> {
    let pair = pairs.iter().find(|pair| pair.contains(&walk))?;
    pair.iter().find(|other| **other != walk).copied()
}

/// A man whose walk another rule has changed in this move already keeps it.
fn change_walk(view: View<'_>, played: &PlayedMove, pairs: Pairs, outcome: &mut Outcome<'_>) {
    let on = match played.pseudo_move.kind {
        Kind::Castling { partner_to, .. } => Some(partner_to),
        Kind::Exchange | Kind::Board => None,
        _ => played
            .now
            .filter(|&on| view.piece_on(on).walk() == played.departed.walk()),
    };
    let Some(on) = on else { return };
    let piece = view.piece_on(on);
    if let Some(walk) = partner_of(piece.walk(), pairs).filter(|_| !piece.is_royal()) {
        let piece = piece.with_walk(walk);
        outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
    }
}
