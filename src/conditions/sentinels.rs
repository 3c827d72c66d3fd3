//! Sentinels: where an officer leaves, a pawn appears.

use super::{Boards, Definition, Names, Param};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Piece, Sides, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{Displaces, Kind, Outcome, Promise, Rank, RulesBuilder, Touch, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "sentinelles",
    names: Names {
        en: "Sentinelles",
        de: "Sentinelles",
        fr: "Sentinelles",
    },
    inventor: Some("Pierre Monréal, 1974"),
    summary: "A man other than a pawn that leaves a square outside the first and last rank leaves a pawn of its side \
              there, as long as there are not too many pawns.",
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
        maximum: [
            maximum("maximum-white", 8),
            maximum("maximum-black", 8),
            maximum("maximum-total", 16),
        ],
    };
    rules.may_use([form.walk]);
    let squares = move |geometry: &Geometry, walk: WalkId, _| match walk == form.walk {
        true => inner_ranks(geometry),
        false => SquareSet::EMPTY,
    };
    let left = match form.pawn {
        Pawn::Own => Displaces::Left(Box::new(squares)),
        Pawn::Opposing | Pawn::Neutral => Displaces::Anything,
    };
    let (rank, touch) = (Rank::SENTINELS, Touch::Anything);
    rules.after(
        rank,
        Promise::from(touch).displacing(left),
        move |view, turn, outcome| leave_pawn(view, turn, form, outcome),
    );
}

/// All squares but those of the first and last rank.
fn inner_ranks(geometry: &Geometry) -> SquareSet {
    let ranks = 1..geometry.height() - 1;
    let squares = geometry.squares().into_iter();
    squares
        .filter(|on| ranks.contains(&geometry.rank(*on)))
        .collect()
}

fn leave_pawn(view: View<'_>, turn: &Turn, form: Form, outcome: &mut Outcome<'_>) {
    let from = turn.candidate.from;
    let moves = turn.candidate.kind != Kind::Exchange;
    if moves && !turn.departed.walk().row().is_pawn() && can_stand(view, from) {
        let sides = sides_of_pawn(turn, form);
        if is_allowed(view, turn, sides, form) {
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

/// The square is empty again and not on the first or last rank.
fn can_stand(view: View<'_>, from: Square) -> bool {
    let rank = view.geometry().rank(from);
    view.position.is_free(from) && rank != 0 && rank != view.geometry().height() - 1
}

fn sides_of_pawn(turn: &Turn, form: Form) -> Sides {
    match form.pawn {
        Pawn::Own => turn.side.into(),
        Pawn::Opposing => (!turn.side).into(),
        Pawn::Neutral if turn.departed.is_neutral() => Sides::Both,
        Pawn::Neutral => turn.side.into(),
    }
}

/// The limits, and in the para form the side that gets the pawn must not have had more than the other.
fn is_allowed(view: View<'_>, turn: &Turn, sides: Sides, form: Form) -> bool {
    let count = |side: Side| {
        pawns(view)
            .filter(|&on| view.piece_on(on).is_of(side))
            .count()
    };
    let taken =
        |side: Side| usize::from(turn.captured.is_some_and(|man| is_pawn_of(man.piece, side)));
    let within = |side: Side| !sides.contains(side) || count(side) < form.maximum[side.index()];
    let balanced = |side: Side| count(side) + taken(side) <= count(!side) + taken(!side);
    let balances = match sides {
        Sides::White => balanced(Side::White),
        Sides::Black => balanced(Side::Black),
        Sides::Both => true,
    };
    Side::BOTH.into_iter().all(within)
        && pawns(view).count() < form.maximum[2]
        && (!form.para || balances)
}

fn pawns(view: View<'_>) -> impl Iterator<Item = Square> + '_ {
    view.position
        .men()
        .filter(move |&on| view.piece_on(on).walk().row().is_pawn())
}

fn is_pawn_of(piece: Piece, side: Side) -> bool {
    piece.is_of(side) && piece.walk().row().is_pawn()
}
