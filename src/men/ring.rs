//! The walks of Rollerball: rook, bishop, queen and pawn as they go round a ring.
//!
//! **Invariant:** they keep their ids; only the parts laid out on a ring board are others,
//! so nothing that asks for rooks or pawns has to know about rings.

use super::walk::{Manner, Part, Path, RingWay};
use super::{WalkId, walk_id};
use crate::board::{Course, Geometry, Sideways, Square, Vector};

/// The parts of a walk on this board where they are not those of its row.
pub(super) fn parts(geometry: &Geometry, walk: WalkId) -> Option<&'static [Part]> {
    if geometry.course() == Course::Open {
        return None;
    }
    match walk {
        walk_id::ROOK => Some(&QUEEN[..3]),
        walk_id::BISHOP => Some(&QUEEN[3..]),
        walk_id::QUEEN => Some(QUEEN),
        walk_id::PAWN => Some(PAWN),
        _ => None,
    }
}

/// Those of the rook, then those of the bishop.
const QUEEN: &[Part] = &[
    ring(RingWay::RookForward),
    ring(RingWay::RookBack),
    ring(RingWay::RookSideways),
    ring(RingWay::BishopForward),
    ring(RingWay::BishopBack),
];

const PAWN: &[Part] = &[ring(RingWay::Pawn)];

const fn ring(way: RingWay) -> Part {
    Part::new(Path::Ring(way), Manner::Ride)
}

/// The lines of a way from a square of the ring.
pub(super) fn lines(geometry: &Geometry, way: RingWay, from: Square) -> Vec<Vec<Square>> {
    let forward = geometry.forward(from);
    let beside = |hand: i8| Vector::new(forward.ranks * hand, forward.files * hand);
    let diagonal = |ahead: Vector, hand| {
        let side = beside(hand);
        Vector::new(ahead.files + side.files, ahead.ranks + side.ranks)
    };
    let step = |vector| geometry.step(from, vector).into_iter().collect::<Vec<_>>();
    let lines = match way {
        RingWay::RookForward => vec![round_the_corner(geometry, from)],
        RingWay::RookBack => vec![geometry.square_before(from).into_iter().collect()],
        RingWay::RookSideways => sideways(geometry, from),
        RingWay::BishopForward => [1, -1]
            .map(|hand| with_rebound(geometry, from, diagonal(forward, hand)))
            .to_vec(),
        RingWay::BishopBack => [1, -1]
            .map(|hand| step(diagonal(forward.reversed(), hand)))
            .to_vec(),
        RingWay::Pawn => vec![
            step(forward),
            step(diagonal(forward, 1)),
            step(diagonal(forward, -1)),
        ],
    };
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// Every square from here on in one direction.
fn straight(geometry: &Geometry, from: Square, vector: Vector) -> Vec<Square> {
    let next = |square: &Square| geometry.step(*square, vector);
    std::iter::successors(geometry.step(from, vector), next).collect()
}

/// Forward, from the outer ring also along the next side of the board.
fn round_the_corner(geometry: &Geometry, from: Square) -> Vec<Square> {
    let mut line = straight(geometry, from, geometry.forward(from));
    if let Some(&last) = line.last()
        && geometry.is_edge(from)
        && geometry.is_corner(last)
    {
        line.extend(straight(geometry, last, geometry.forward(last)));
    }
    line
}

/// In the directions that lead neither forward nor to the square before.
fn sideways(geometry: &Geometry, from: Square) -> Vec<Vec<Square>> {
    let before = geometry.square_before(from);
    let is_sideways = |&vector: &Vector| {
        vector != geometry.forward(from) && geometry.step(from, vector) != before
    };
    super::vector::WAZIR
        .iter()
        .copied()
        .filter(is_sideways)
        .map(|vector| {
            let mut line = straight(geometry, from, vector);
            let against = line
                .get(1)
                .is_some_and(|&square| geometry.forward(square) == vector.reversed());
            if against && geometry.course() == Course::Ring(Sideways::Step) {
                line.truncate(1);
            }
            line
        })
        .collect()
}

/// Diagonally forward, turning once where the next square does not exist.
fn with_rebound(geometry: &Geometry, from: Square, direction: Vector) -> Vec<Square> {
    let mut line = straight(geometry, from, direction);
    if let Some(&last) = line.last() {
        line.extend(straight(geometry, last, geometry.rebound(last, direction)));
    }
    line
}
