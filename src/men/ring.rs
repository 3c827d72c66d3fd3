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

/// How far a square is from the edge.
fn depth(geometry: &Geometry, square: Square) -> u8 {
    let (file, rank) = (geometry.file(square), geometry.rank(square));
    let (far_file, far_rank) = (geometry.width() - 1 - file, geometry.height() - 1 - rank);
    file.min(far_file).min(rank.min(far_rank))
}

/// How many squares are as far from the edge as this one; none if these are not a ring but
/// a square or a row of them.
pub(super) fn width(geometry: &Geometry, square: Square) -> usize {
    let depth = depth(geometry, square);
    let inner = |size: u8| usize::from(size - 1 - 2 * depth);
    let (files, ranks) = (inner(geometry.width()), inner(geometry.height()));
    match files.min(ranks) {
        0 => 0,
        _ => 2 * (files + ranks),
    }
}

/// Both ways round the squares as far from the edge as this one, up to a hole if there is one.
pub(super) fn concentric(geometry: &Geometry, from: Square) -> Vec<Vec<Square>> {
    let length = width(geometry, from);
    if length == 0 {
        return Vec::new();
    }
    let own = depth(geometry, from);
    let beside = |at: Square, vector: Vector| geometry.step_within(at, vector);
    let on_ring = |next: &Square| depth(geometry, *next) == own;
    let way = |turn: fn(Vector) -> Vector| {
        let is_way = |direction: &Vector| {
            let inside = beside(from, turn(*direction));
            beside(from, *direction).is_some_and(|next| on_ring(&next))
                && inside.is_some_and(|inner| depth(geometry, inner) >= own)
        };
        let mut line: Vec<Square> = Vec::new();
        let Some(mut direction) = super::vector::WAZIR.iter().copied().find(is_way) else {
            return line;
        };
        let mut at = from;
        while line.len() + 1 < length {
            let mut next = beside(at, direction).filter(on_ring);
            if next.is_none() {
                direction = turn(direction);
                next = beside(at, direction).filter(on_ring);
            }
            match next {
                Some(next) => line.push(next),
                None => break,
            }
            at = line[line.len() - 1];
        }
        line
    };
    let left = |vector: Vector| Vector::new(-vector.ranks, vector.files);
    let right = |vector: Vector| Vector::new(vector.ranks, -vector.files);
    vec![way(left), way(right)]
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
