//! Cylinders and the torus: boards whose opposite edges are joined.
//!
//! The board itself is geometry; here are the rules that come with it: null moves round
//! the board and castling over the seam.

use super::super::{Boards, Definition, Param};
use crate::board::{Geometry, Joins, Side, Square, Vector};
use crate::men::{Facing, Manner, Part, Path};
use crate::position::Position;
use crate::problem::Condition;
use crate::rules::{
    Actor, CastlingWays, Claim, Displaces, Numbered, PseudoMove, Purpose, RulesBuilder, Thing, View,
};

/// Files a and h are neighbours.
pub static VERTICAL: Definition = Definition {
    key: "cylinder",
    summary: "The left and right edges of the board are joined. Pawns capture over the seam too; castling is as usual. \
              A man does not go round the board to its own square. NullMoves lets a man alone on its line do so, SeamCastling \
              adds the castlings over the seam, NoCastling takes away all.",
    install,
    options: Some(&[
        Param::Flag("null"),
        Param::Flag("castling"),
        Param::Flag("no-castling"),
    ]),
    boards: Boards::Own,
    numbers: |_| Numbered::FEWEST,
    claims: |condition| match condition.has_flag("null") {
        true => &[Claim::Owns(Thing::MovesInPlace)],
        false => &[],
    },
    ..Definition::BASE
};

/// Ranks 1 and 8 are neighbours.
pub static HORIZONTAL: Definition = Definition {
    key: "cylinder-h",
    summary: "The lower and upper edges of the board are joined. Pawns do not cross them: they promote on their last \
              rank as usual.",
    ..VERTICAL
};

/// Both pairs of edges are joined.
pub static TORUS: Definition = Definition {
    key: "torus",
    summary: "The left and right edges of the board are joined, and the lower and upper ones. Pawns capture over the \
              left and right edge only and promote on their last rank as usual.",
    ..VERTICAL
};

/// Which edges a condition with this key joins.
pub fn joins(key: &str) -> Option<Joins> {
    match key {
        "cylinder" => Some(Joins::Files),
        "cylinder-h" => Some(Joins::Ranks),
        "torus" => Some(Joins::Both),
        _ => None,
    }
}

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    if condition.has_flag("castling") {
        rules.set_castlings(CastlingWays::OverTheSeam);
    }
    if condition.has_flag("no-castling") {
        rules.set_castlings(CastlingWays::None);
    }
    if condition.has_flag("null") {
        rules.add_moves(Displaces::Nothing, null_moves);
    }
}

/// A man whose line comes back to it with nobody else on it may go round: the position
/// stays the same, but the turn passes.
fn null_moves(view: View<'_>, side: Side, pseudo_moves: &mut Vec<PseudoMove>) {
    for square in view.position.men_of(side) {
        if goes_round(view, Actor { square, side }) {
            pseudo_moves.push(PseudoMove::ordinary(square, square, None));
        }
    }
}

fn goes_round(view: View<'_>, actor: Actor) -> bool {
    let walks = view.walks(actor, Purpose::NonCapture);
    let mut parts = walks.iter().flat_map(|walk| walk.row().parts);
    let rides = |part: &Part| {
        part.manner == Manner::Ride
            && part.limit == u8::MAX
            && part.which.has_quiet()
            && part.facing == Facing::Fixed
    };
    parts.any(|part| match part.path {
        Path::Straight(vectors) if rides(part) => vectors
            .iter()
            .any(|&vector| is_free_round(view.geometry(), view.position, actor.square, vector)),
        _ => false,
    })
}

fn is_free_round(board: &Geometry, position: &Position, from: Square, vector: Vector) -> bool {
    let mut at = from;
    while let Some(next) = board.step(at, vector) {
        if next == from {
            return at != from;
        }
        if position.piece_on(next).is_some() {
            return false;
        }
        at = next;
    }
    false
}
