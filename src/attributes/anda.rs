//! Anda and its inverse: a man changes between neutral and one side for the check it gives.

use super::Definition;
use crate::men::{Attribute, Names, Sides};
use crate::position::{Effect, Reason};
use crate::rules::{Actor, Displaces, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static ANDA: Definition = Definition {
    key: "anda",
    names: Names {
        en: "Anda",
        de: "Anda",
        fr: "Anda",
    },
    attribute: Some(Attribute::Anda),
    definition: "If after its own move the man itself gives check to the hostile king, it changes: a white or \
                 black one becomes neutral, a neutral one takes the side that moved it.",
    install: |rules| install((Attribute::Anda, Rank::ANDA), true, rules),
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about it.
pub static ANDA_INVERSE: Definition = Definition {
    key: "anda-inverse",
    names: Names {
        en: "AndaInverse",
        de: "AndaInvers",
        fr: "AndaInverse",
    },
    attribute: Some(Attribute::AndaInverse),
    definition: "If after its own move the man itself gives no check to the hostile king, it changes: a white or \
                 black one becomes neutral, a neutral one takes the side that moved it.",
    install: |rules| install((Attribute::AndaInverse, Rank::ANDA_INVERSE), false, rules),
    ..Definition::BASE
};

fn install((attribute, rank): (Attribute, Rank), for_check: bool, rules: &mut RulesBuilder<'_>) {
    let promise = Promise::nothing()
        .moves_of(attribute)
        .displacing(Displaces::Few(0));
    rules.after(rank, promise, move |view, played, outcome| {
        change_for_check(view, played, for_check, outcome);
    });
}

/// The man that moved changes if it gives check, or if it gives none.
pub fn change_for_check(
    view: View<'_>,
    played: &PlayedMove,
    for_check: bool,
    outcome: &mut Outcome<'_>,
) {
    if mover_gives_check(view, played) == for_check {
        change(view, played, outcome);
    }
}

fn mover_gives_check(view: View<'_>, played: &PlayedMove) -> bool {
    let Some(square) = played.now else {
        return false;
    };
    let side = played.side;
    let checker = Actor { square, side };
    view.piece_on(square).is_of(side) && view.gives_check(checker)
}

fn change(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let Some(on) = played.now else { return };
    let piece = view.piece_on(on);
    let sides = match piece.is_neutral() {
        true => played.side.into(),
        false => Sides::Both,
    };
    let piece = piece.with_sides(sides);
    outcome.push(Effect::Alter { on, piece }, Reason::Neutrality);
}
