//! Ghost and haunted chess: captured men wait below their squares and come back.

use super::Definition;
use crate::attributes::keep_uncapturable;
use crate::board::Square;
use crate::men::{Attribute, Piece};
use crate::position::{Buried, Effect, Reason};
use crate::rules::{
    Claim, Displaces, Numbered, Outcome, PlayedMove, Promise, Rank, RulesBuilder, Thing, View,
};

/// Men come back uncapturable.
pub static GHOST: Definition = Definition {
    key: "ghost-chess",
    summary: "A captured man waits below the square on which it was captured. When that square becomes empty it appears \
              there again, with its sides, as a ghost that cannot be captured; of several men the last captured one \
              is the first. A pawn taken en passant appears at once.",
    install: |_, rules| {
        keep_uncapturable(rules);
        install(|man| man.with(Attribute::Uncapturable), rules);
    },
    options: Some(&[]),
    promises: Some("uncapturable"),
    decisions: "A rook that comes back at home may castle, as measured.",
    numbers: |_| Numbered::FEWEST,
    claims: |_| {
        &[
            Claim::Owns(Thing::CapturedMen),
            Claim::Owns(Thing::Captors),
            Claim::Needs(Thing::LeftSquares),
        ]
    },
    ..Definition::BASE
};

/// Men come back as they were.
pub static HAUNTED: Definition = Definition {
    key: "haunted-chess",
    summary: "A captured man waits below the square on which it was captured. When that square becomes empty it appears \
              there again, with its sides, and can be captured as before; of several men the last captured one is \
              the first. A pawn taken en passant appears at once.",
    install: |_, rules| install(|man| man, rules),
    ..GHOST
};

fn install(ghost_of: fn(Piece) -> Piece, rules: &mut RulesBuilder<'_>) {
    rules.use_men_below(false);
    rules.leave_traces("men go below squares");
    rules.after(
        Rank::BURIAL,
        Promise::rests(nobody_comes_up).displacing(Displaces::Few(0)),
        move |_, played, outcome| {
            bury(ghost_of, played, outcome);
        },
    );
    rules.after(
        Rank::SUMMONS,
        Promise::rests(nobody_comes_up).displacing(Displaces::Few(0)),
        |view, _, outcome| summon(view, outcome),
    );
}

/// Whether no man is below the square that a man leaves, nor below an empty one.
fn nobody_comes_up(view: View<'_>, from: Square) -> bool {
    let mut below = view.position.buried().iter();
    below.all(|man| man.on != from && view.position.men().contains(man.on))
}

fn bury(ghost_of: fn(Piece) -> Piece, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    if let Some(captured) = played.captured {
        let (on, piece, id) = (captured.on, ghost_of(captured.piece), captured.id);
        outcome.push(Effect::Bury { on, piece, id }, Reason::Silent);
    }
}

/// The man on top appears wherever a square with men below it is empty.
fn summon(view: View<'_>, outcome: &mut Outcome<'_>) {
    let below = view.position.buried();
    for stack in below.chunk_by(|one, other| one.on == other.on) {
        let Some(&Buried { on, piece, .. }) = stack.last() else {
            continue;
        };
        if view.position.is_free(on) {
            let depth = (stack.len() - 1) as u8;
            outcome.push(Effect::Unearth { on, depth, piece }, Reason::Shown);
        }
    }
}
