//! Sentinels: where an officer leaves, a pawn appears.

use super::{Boards, Caption, Definition, Param, Printed};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Piece, Sides, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{
    Displaces, EffectScope, Fact, Kind, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "sentinelles",
    caption: Caption::of(Printed::Sentinels),
    summary: "A man other than a pawn that leaves a square outside the first and last rank leaves a pawn of its side \
              there, as long as there are not too many pawns. Under Einstein chess and its relatives it does so on \
              every square, in Glasgow chess on all but those of the second and the last rank but one.",
    install,
    options: Some(&[
        Param::Flag("pion-propre"),
        Param::Flag("pion-advers"),
        Param::Flag("pion-neutre"),
        Param::Flag("para-sentinelles"),
        Param::Flag("berolina"),
        Param::Number("maximum-black"),
        Param::Number("maximum-white"),
        Param::Number("maximum-total"),
    ]),
    boards: Boards::Array,
    ..Definition::BASE
};

/// The form played.
#[derive(Clone, Copy)]
struct Form {
    pawn: Pawn,
    para: bool,
    walk: WalkId,
    /// The rank, counted from either edge of the board, on which it may not stand.
    barred: Option<u8>,
    /// The greatest number of pawns of White, of Black, and of both together.
    maximum: [usize; 3],
}

/// Whose pawn appears.
#[derive(Clone, Copy, PartialEq)]
enum Pawn {
    Own,
    Opposing,
    Neutral,
}

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let maximum = |name: &str, default: usize| {
        condition
            .number(name)
            .map_or(default, |number| number.max(0) as usize)
    };
    let form = Form {
        pawn: match (
            condition.has_flag("pion-advers"),
            condition.has_flag("pion-neutre"),
        ) {
            (true, _) => Pawn::Opposing,
            (_, true) => Pawn::Neutral,
            _ => Pawn::Own,
        },
        para: condition.has_flag("para-sentinelles"),
        walk: if condition.has_flag("berolina") {
            walk_id::BEROLINA_PAWN
        } else {
            walk_id::PAWN
        },
        barred: barred_rank(rules),
        maximum: [
            maximum("maximum-white", 8),
            maximum("maximum-black", 8),
            maximum("maximum-total", 16),
        ],
    };
    rules.may_use([form.walk]);
    let squares = move |geometry: &Geometry, walk: WalkId, _| match walk == form.walk {
        true => squares_of_pawns(geometry, form),
        false => SquareSet::EMPTY,
    };
    let left = match form.pawn {
        Pawn::Own => Displaces::Left(Box::new(squares)),
        Pawn::Opposing | Pawn::Neutral => Displaces::Anything,
    };
    let (rank, touch) = (Rank::SENTINELS, EffectScope::Anything);
    rules.after(
        rank,
        Promise::from(touch).displacing(left),
        move |view, played, outcome| leave_pawn(view, played, form, outcome),
    );
}

/// No pawn appears on the first and last rank; in Glasgow chess, on the second and the last but one.
fn barred_rank(rules: &RulesBuilder<'_>) -> Option<u8> {
    match rules.has(Fact::PawnsStandAnywhere) {
        true => None,
        false => Some(u8::from(rules.has(Fact::PawnsPromoteEarly))),
    }
}

/// The squares on which a pawn may appear.
fn squares_of_pawns(geometry: &Geometry, form: Form) -> SquareSet {
    let Some(barred) = form.barred else {
        return geometry.squares();
    };
    let last = geometry.height() - 1;
    let squares = geometry.squares().into_iter();
    let may_stand = |on: &Square| {
        let rank = geometry.rank(*on);
        rank != barred && rank + barred != last
    };
    squares.filter(may_stand).collect()
}

fn leave_pawn(view: View<'_>, played: &PlayedMove, form: Form, outcome: &mut Outcome<'_>) {
    let from = played.pseudo_move.from;
    let moves = played.pseudo_move.kind != Kind::Exchange;
    if moves && !played.departed.walk().row().is_pawn() && can_stand(view, from, form) {
        let sides = sides_of_pawn(played, form);
        if is_allowed(view, played, sides, form) {
            let piece = Piece::new(form.walk, sides);
            outcome.push(
                Effect::Place {
                    on: from,
                    piece,
                    id: 0,
                },
                Reason::Sentinel,
            );
        }
    }
}

/// The square is empty again and one for pawns.
fn can_stand(view: View<'_>, from: Square, form: Form) -> bool {
    view.position.is_free(from) && squares_of_pawns(view.geometry(), form).contains(from)
}

fn sides_of_pawn(played: &PlayedMove, form: Form) -> Sides {
    match form.pawn {
        Pawn::Own => played.side.into(),
        Pawn::Opposing => (!played.side).into(),
        Pawn::Neutral if played.departed.is_neutral() => Sides::Both,
        Pawn::Neutral => played.side.into(),
    }
}

/// The limits, and in the para form the side that gets the pawn must not have more of them than the other.
/// Pawns of another walk do not count.
///
/// A pawn taken in the move counts for the other side, whoever it was of.
fn is_allowed(view: View<'_>, played: &PlayedMove, sides: Sides, form: Form) -> bool {
    let counts = |piece: Piece| piece.walk() == form.walk;
    let pawns = || {
        let pieces = view.position.men().map(|on| view.piece_on(on));
        pieces.filter(|&piece| counts(piece))
    };
    let count = |side: Side| pawns().filter(|piece| piece.is_of(side)).count();
    let taken = usize::from(played.captured.is_some_and(|man| counts(man.piece)));
    let within = |side: Side| !sides.contains(side) || count(side) < form.maximum[side.index()];
    let balanced = |side: Side| count(side) <= count(!side) + taken;
    let balances = match sides {
        Sides::White => balanced(Side::White),
        Sides::Black => balanced(Side::Black),
        Sides::Both => true,
    };
    Side::BOTH.into_iter().all(within)
        && pawns().count() < form.maximum[2]
        && (!form.para || balances)
}
