//! Ghost and haunted chess: captured men wait below their squares and come back.

use super::{Definition, Names};
use crate::attributes::keep_uncapturable;
use crate::men::{Attribute, Piece};
use crate::position::{Buried, Effect, Reason};
use crate::rules::{Outcome, Rank, RulesBuilder, Turn, View};

/// Men come back uncapturable.
pub static GHOST: Definition = Definition {
    key: "ghost-chess",
    names: Names {
        en: "GhostChess",
        de: "Geisterschach",
        fr: "EchecsGhost",
    },
    inventor: None,
    summary: "A captured man waits below the square on which it was captured. When that square becomes empty it appears \
              there again, with its sides, as a ghost that cannot be captured; of several men the last captured one \
              is the first. A pawn taken en passant appears at once.",
    install: |_, rules| {
        keep_uncapturable(rules);
        install(|man| man.with(Attribute::Uncapturable), rules);
    },
};

/// Men come back as they were.
pub static HAUNTED: Definition = Definition {
    key: "haunted-chess",
    names: Names {
        en: "HauntedChess",
        de: "Spukschach",
        fr: "EchecsHantes",
    },
    inventor: None,
    summary: "A captured man waits below the square on which it was captured. When that square becomes empty it appears \
              there again, with its sides, and can be captured as before; of several men the last captured one is \
              the first. A pawn taken en passant appears at once.",
    install: |_, rules| install(|man| man, rules),
};

/// Rules that dispose of captured men, of the men that capture or of squares.
const UNDEFINED: [&str; 3] = ["circe", "anti-circe", "haaner-chess"];

fn install(ghost_of: fn(Piece) -> Piece, rules: &mut RulesBuilder<'_>) {
    if let Some(other) = UNDEFINED.into_iter().find(|key| rules.has_condition(key)) {
        rules.refuse(format!(
            "captured men that come back with `{other}` are not defined"
        ));
    }
    if rules.has_attribute(Attribute::Kamikaze) {
        rules.refuse("captured men that come back with kamikaze men are not defined");
    }
    rules.after(Rank::BURIAL, bury);
    rules.after(Rank::SUMMONS, move |view, _, outcome| {
        summon(ghost_of, view, outcome);
    });
}

fn bury(_: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    if let Some(captured) = turn.captured {
        let (on, piece, id) = (captured.on, captured.piece, captured.id);
        outcome.push(Effect::Bury { on, piece, id }, Reason::Silent);
    }
}

/// The man on top appears wherever a square with men below it is empty.
fn summon(ghost_of: fn(Piece) -> Piece, view: View<'_>, outcome: &mut Outcome<'_>) {
    let below = view.position.buried();
    for stack in below.chunk_by(|one, other| one.on == other.on) {
        let Some(&Buried { on, piece, .. }) = stack.last() else {
            continue;
        };
        if view.position.is_free(on) {
            let depth = (stack.len() - 1) as u8;
            let piece = ghost_of(piece);
            outcome.push(Effect::Unearth { on, depth, piece }, Reason::Shown);
        }
    }
}
