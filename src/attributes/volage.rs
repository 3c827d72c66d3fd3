//! Volage men: they change sides once, when they first change the colour of their square.

use super::Definition;
use crate::board::Square;
use crate::men::{Attribute, Names, Piece};
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, Fact, Outcome, Rank, RulesBuilder, View};

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
    install: |rules| change_sides(Attribute::Volage, RANKS, rules),
    ..Definition::BASE
};

/// When men with the attribute change: the one that moved, and the one that was reborn.
const RANKS: [Rank; 2] = [Rank::VOLAGE, Rank::VOLAGE_REBIRTH];

/// The men with this mark change sides with the colour of their squares, once.
pub fn change_sides(mark: Attribute, ranks: [Rank; 2], rules: &mut RulesBuilder<'_>) {
    on_other_colour(rules, ranks, move |view, before, on, outcome| {
        let piece = view.piece_on(on);
        if !piece.has(mark) || piece.is_neutral() {
            return;
        }
        // Another rule may have turned it over already: then only the mark goes.
        let turned = piece.with_sides(before.sides().swapped()).without(mark);
        let reason = match turned.sides() != piece.sides() {
            true => Reason::SideChange,
            false => Reason::Silent,
        };
        outcome.push(Effect::Alter { on, piece: turned }, reason);
    });
}

/// Acts on each man that a step has brought to a square of the other colour, with what it was before
/// and where it stands: first the moved man, and later a man that was reborn.
pub fn on_other_colour(
    rules: &mut RulesBuilder<'_>,
    [moved, reborn]: [Rank; 2],
    act: impl Fn(View<'_>, Piece, Square, &mut Outcome<'_>) + Copy + Send + Sync + 'static,
) {
    let differ = |view: View<'_>, one: Square, other: Square| {
        view.geometry().colour(one) != view.geometry().colour(other)
    };
    // A rebirth after a capture is a step of its own; coming out of a wormhole belongs to the move.
    let is_one_step = rules.has(Fact::MovesLeadOn);
    rules.after(moved, Displaces::Few(0), move |view, played, outcome| {
        let Some(on) = played.now else { return };
        let to = if is_one_step {
            on
        } else {
            played.pseudo_move.to
        };
        if differ(view, played.pseudo_move.from, to) || differ(view, to, on) {
            // A man that the other side moves counts as the mover's.
            let before = match played.departed.is_of(played.side) {
                true => played.departed,
                false => played.departed.with_sides(played.side.into()),
            };
            act(view, before, on, outcome);
        }
    });
    rules.after(reborn, Displaces::Few(0), move |view, played, outcome| {
        if let (Some(taken), Some(on)) = (played.returned, played.reborn)
            && differ(view, taken.on, on)
        {
            act(view, taken.piece, on, outcome);
        }
    });
}
