//! Volage men: they change sides once, when they first change the colour of their square.

use super::Definition;
use crate::board::Square;
use crate::men::{Attribute, Names, Piece};
use crate::position::{Effect, Reason};
use crate::rules::{Outcome, Promise, Rank, RulesBuilder, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "volage",
    names: Names {
        en: "Volage",
        de: "Volage",
        fr: "Volage",
    },
    attribute: Some(Attribute::Volage),
    definition: "When the man first moves to a square of the other colour than that of its departure, it changes \
                 sides and is volage no more. Moves to squares of the same colour leave it as it is.",
    install: |rules| change_sides(Attribute::Volage, rules),
};

/// The moved man first, and later a man reborn on a square of the other colour.
pub fn change_sides(mark: Attribute, rules: &mut RulesBuilder<'_>) {
    let steps = steps_of_rebirth(rules);
    rules.after(
        Rank::VOLAGE,
        Promise::nothing(),
        move |view, turn, outcome| {
            if let Some(on) = turn.now {
                let departed = turn.departed;
                let before = match departed.is_of(turn.side) {
                    true => departed,
                    false => departed.with_sides(turn.side.into()),
                };
                let way = way(turn, on, steps);
                change_side(view, before, &way, mark, outcome);
            }
        },
    );
    rules.after(
        Rank::VOLAGE_REBIRTH,
        Promise::nothing(),
        move |view, turn, outcome| {
            if let (Some(taken), Some(on)) = (turn.returned, turn.reborn) {
                change_side(view, taken.piece, &[taken.on, on], mark, outcome);
            }
        },
    );
}

/// The man, which was so before, takes the side it was not of. Another rule may have turned it over
/// already: then only the mark goes.
fn change_side(
    view: View<'_>,
    before: Piece,
    way: &[Square],
    mark: Attribute,
    outcome: &mut Outcome<'_>,
) {
    let Some(&on) = way.last() else {
        return;
    };
    let piece = view.piece_on(on);
    let stays = !piece.has(mark) || piece.is_neutral();
    if !stays && changes_colour(view, way) {
        let turned = piece.with_sides(before.sides().swapped()).without(mark);
        let news = turned.sides() != piece.sides();
        let reason = if news {
            Reason::SideChange
        } else {
            Reason::Silent
        };
        outcome.push(Effect::Alter { on, piece: turned }, reason);
    }
}

/// In how many steps a man goes that is reborn after its capture: the capture and the rebirth. Coming
/// out of a wormhole is part of the move that went into it.
pub fn steps_of_rebirth(rules: &RulesBuilder<'_>) -> Steps {
    match rules.has_condition("wormholes") {
        true => Steps::One,
        false => Steps::Two,
    }
}

/// How the way of a man that moved counts.
#[derive(Clone, Copy)]
pub enum Steps {
    /// From its departure to where it is now.
    One,
    /// From its departure to its arrival, and from there to where it is now.
    Two,
}

/// The way of the man that moved, square by square.
pub fn way(turn: &Turn, now: Square, steps: Steps) -> [Square; 3] {
    let arrival = match steps {
        Steps::One => now,
        Steps::Two => turn.candidate.to,
    };
    [turn.candidate.from, arrival, now]
}

/// Whether a step of this way ends on a square of the other colour.
pub fn changes_colour(view: View<'_>, way: &[Square]) -> bool {
    let is_light = |square| view.geometry().is_light(square);
    way.windows(2)
        .any(|step| is_light(step[0]) != is_light(step[1]))
}
