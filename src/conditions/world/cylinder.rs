//! Boards whose opposite edges are joined: cylinders, the torus, and those whose joins turn directions.
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

/// A join that turns directions.
const TURNING: Definition = Definition {
    options: Some(&[Param::Flag("no-castling")]),
    ..VERTICAL
};

/// Ranks 1 and 8 are neighbours, with the files reversed.
pub static MOEBIUS: Definition = Definition {
    key: "moebius-strip",
    summary: "The lower and upper edges of the board are joined with a twist: above a8 lies h1, above b8 g1. Who goes over \
              them keeps on upward or downward, but left and right change places. Pawns do not cross them: they promote \
              on their last rank as usual; castling is as usual. NoCastling takes it away.",
    decisions: "The board has one side, as in problems; games on both sides of the strip (14 ranks) are others. A rider whose \
                way crosses itself goes on; back on its own square the way ends. A man that counts hurdles ends where its way \
                crosses itself.",
    ..TURNING
};

/// The same, and files a and h are neighbours.
pub static KLEIN: Definition = Definition {
    key: "klein-bottle",
    summary: "The left and right edges of the board are joined as on the cylinder, the lower and upper ones with a twist: \
              above a8 lies h1. Pawns capture over the left and right edge only and promote on their last rank as usual; \
              castling is as usual. NoCastling takes it away.",
    decisions: "As on the Möbius strip.",
    ..TURNING
};

/// Both pairs of edges are joined with a twist.
pub static PROJECTIVE: Definition = Definition {
    key: "projective-plane",
    summary: "Both pairs of opposite edges are joined with a twist: above a8 lies h1, and to the right of h4 lies a5. Pawns \
              cross no edge and promote on their last rank as usual; castling is as usual. NoCastling takes it away.",
    decisions: "A diagonal through a corner would lead back to the square from which it came: it ends there. Pawns cross no \
                edge, for behind it their way ahead would lead back. Else as on the Möbius strip.",
    ..TURNING
};

/// Files a and h are neighbours, and files go on over the poles.
pub static SPHERE: Definition = Definition {
    key: "sphere",
    summary: "The left and right edges of the board are joined as on the cylinder. Past the last rank a way goes on over the \
              pole, down the file opposite, four files away; past the first likewise. Diagonal steps end at the poles; \
              Poles lets them go over them: from a8 to the right to f8, then g7. Pawns capture over the left and right edge \
              only and promote on their last rank as usual; castling is as usual. NoCastling takes it away.",
    options: Some(&[Param::Flag("poles"), Param::Flag("no-castling")]),
    samples: &["Poles"],
    decisions: "Sources differ on diagonals at the poles: they end there unless Poles is given. Oblique leaps go over the poles. \
                Else as on the Möbius strip.",
    ..VERTICAL
};

/// Which edges a condition joins.
pub fn joins(condition: &Condition) -> Option<Joins> {
    match condition.key.as_str() {
        "moebius-strip" => Some(Joins::Moebius),
        "klein-bottle" => Some(Joins::Klein),
        "projective-plane" => Some(Joins::Projective),
        "sphere" if condition.has_flag("poles") => Some(Joins::SphereWithPoles),
        "sphere" => Some(Joins::Sphere),
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
