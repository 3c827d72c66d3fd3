//! Magic squares: a man that arrives on one of them changes sides.

use super::{Caption, Definition, Marks, Param};
use crate::board::{Square, SquareSet};
use crate::men::{Piece, Sides};
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{
    EffectScope, Kind, Numbered, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "magic-squares",
    caption: Caption {
        untold: &["type1"],
        gaps: &[("type1", " "), ("type2", " ")],
        ..Caption::PLAIN
    },
    marks: Marks::Stars,
    summary: "A man other than a king that arrives on a magic square changes sides. A man reborn after its own capture \
              counts where it is reborn (type 1) or where it captured (type 2).",
    install,
    options: Some(&[Param::Flag("type1"), Param::Flag("type2"), Param::Squares]),
    samples: &["d4e5c3"],
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let squares: SquareSet = condition.squares().collect();
    if rules.has_neutral() {
        rules.refuse("magic squares with neutral men are not defined");
    }
    let rank = match condition.has_flag("type2") {
        true => Rank::MAGIC_SQUARE_BEFORE_REBIRTH,
        false => Rank::MAGIC_SQUARE,
    };
    let promise = Promise::arrivals(squares).touching(EffectScope::MoverSide);
    rules.after(rank, promise, move |view, played, outcome| {
        turn_over(view, played, squares, outcome)
    });
}

/// The man that moved, and in castling its partner. A man that was only exchanged stays.
fn turn_over(view: View<'_>, played: &PlayedMove, squares: SquareSet, outcome: &mut Outcome<'_>) {
    let partner = match played.pseudo_move.kind {
        Kind::Castling { partner_to, .. } => Some(partner_to),
        _ => None,
    };
    let mover = played.now.filter(|_| !played.departed.is_royal());
    let arrived = [mover, partner].into_iter().flatten();
    for on in arrived.filter(|&on| squares.contains(on)) {
        change_side(view, on, outcome);
    }
}

fn change_side(view: View<'_>, on: Square, outcome: &mut Outcome<'_>) {
    let man: Piece = view.piece_on(on);
    let sides = match man.sides() {
        Sides::White => Sides::Black,
        Sides::Black => Sides::White,
        Sides::Both => return,
    };
    if man.is_some() && !man.is_royal() {
        let piece = man.with_sides(sides);
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}
