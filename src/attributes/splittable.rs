//! Splittable men: one goes, one stays.

use super::Definition;
use crate::men::{Attribute, Names};
use crate::position::{Effect, Reason};
use crate::rules::{
    Claim, Displaces, Kind, Outcome, PlayedMove, Promise, Rank, RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "splittable",
    names: Names {
        en: "Splittable",
        de: "Teilbar",
        fr: "Dedoublable",
    },
    attribute: Some(Attribute::Splittable),
    definition: "When the man moves or captures, it leaves a man of its walk and side on its departure square; neither is splittable any more. A pawn that promotes leaves a pawn. Castling does not split the rook. Kings cannot be splittable.",
    install,
    claims: &[Claim::Needs(Thing::LeftSquares)],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let is_royal = |man: &crate::men::Piece| man.is_royal() && man.has(Attribute::Splittable);
    if rules.men().any(|man| is_royal(&man)) {
        rules.refuse("royal men cannot be splittable: a side would have two kings".to_owned());
    }
    let promise = Promise::nothing()
        .moves_of(Attribute::Splittable)
        .displacing(Displaces::Few(0));
    rules.after(Rank::SPLIT, promise, split);
}

/// The man that stays is the departed one; the mark is taken from both.
fn split(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let kind = played.pseudo_move.kind;
    let goes = matches!(kind, Kind::Ordinary | Kind::DoubleStep | Kind::EnPassant);
    if !goes || !played.departed.has(Attribute::Splittable) {
        return;
    }
    let ordinary = played.departed.without(Attribute::Splittable);
    let from = played.pseudo_move.from;
    if view.position.is_free(from) {
        let stays = Effect::Place {
            on: from,
            piece: ordinary,
            id: 0,
        };
        outcome.push(stays, Reason::Silent);
    }
    if let Some(on) = played.now {
        let piece = view.piece_on(on).without(Attribute::Splittable);
        outcome.push(Effect::Alter { on, piece }, Reason::Silent);
    }
}
