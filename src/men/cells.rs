//! How walks go on boards that are none of usual squares, and which walks mean something there.
//!
//! **Invariant:** a walk is laid out from its row and from what the geometry declares. Where the two
//! do not make a way together, the walk is refused, never guessed.

use super::walk::{Arrival, Facing, Manner, Part, Path, Zone};
use super::{WalkId, ring, walk_id};
use crate::board::{Geometry, StepKind, Vector};

/// Whether men of this walk have a way to go on the board.
pub fn is_defined(geometry: &Geometry, walk: WalkId) -> bool {
    let pawns = walk.row().is_pawn().then(|| geometry.for_pawns());
    let board = pawns.as_ref().unwrap_or(geometry);
    let mut parts = parts(board, walk).iter();
    match board.has_ranks() {
        true if board.joins().turn_ways() => parts.all(goes_on_when_turned),
        true => !parts.any(leads_to_levels),
        false => parts.all(|part| is_made_of_steps(board, part)),
    }
}

/// The parts of a walk as it is laid out on this board.
pub(super) fn parts(geometry: &Geometry, walk: WalkId) -> &'static [Part] {
    match walk {
        walk_id::PAWN if !geometry.has_ranks() => PAWN,
        _ => ring::parts(geometry, walk).unwrap_or(walk.row().parts),
    }
}

/// A pawn where the board says what is ahead.
const PAWN: &[Part] = &[
    Part::new(Path::Ahead, Manner::DoubleStep)
        .within(2)
        .quietly()
        .forward()
        .from(Zone::DoubleStep),
    Part::new(Path::Ahead, Manner::Ride)
        .within(1)
        .quietly()
        .forward(),
    Part::new(Path::AheadBeside, Manner::Ride)
        .within(1)
        .capturing()
        .forward()
        .in_passing(),
];

/// The vectors of a row as they are on this board: where it is none of squares, each kind of step has the
/// vectors that the board declares. A kind of which a row has only some vectors means nothing there, nor
/// does a step of no kind.
pub(super) fn vectors(geometry: &Geometry, row: &[Vector]) -> Option<Vec<Vector>> {
    if geometry.has_ranks() {
        return Some(
            row.iter()
                .copied()
                .filter(|vector| vector.levels == 0)
                .collect(),
        );
    }
    let mut kinds: Vec<(StepKind, i8)> = Vec::new();
    for &vector in row {
        let kind = kind(vector)?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let usual = Geometry::standard();
    let is_whole = |&(kind, times): &(StepKind, i8)| {
        let mut all = usual.steps(kind).into_iter();
        all.all(|step| row.contains(&step.times(times)))
    };
    if !kinds.iter().all(is_whole) {
        return None;
    }
    // A queen has the lines of rook, bishop and unicorn.
    for times in 1..=geometry.width() as i8 {
        let has = |kind| kinds.contains(&(kind, times));
        if has(StepKind::Straight) && has(StepKind::Diagonal) {
            kinds.push((StepKind::Triagonal, times));
        }
    }
    let steps = kinds.iter().flat_map(|&(kind, times)| {
        let steps = geometry.steps(kind).into_iter();
        steps.map(move |step| step.times(times))
    });
    Some(steps.collect())
}

/// Of which kind a vector of a row is, and how many times as long.
fn kind(vector: Vector) -> Option<(StepKind, i8)> {
    let mut lengths = [vector.files, vector.ranks, vector.levels].map(i8::abs);
    lengths.sort();
    match lengths {
        [0, 0, times] if times > 0 => Some((StepKind::Straight, times)),
        [0, one, times] if one == times => Some((StepKind::Diagonal, times)),
        [0, one, two] if two == 2 * one => Some((StepKind::Knight, one)),
        [one, two, times] if one == two && two == times && one > 0 => {
            Some((StepKind::Triagonal, times))
        }
        _ => None,
    }
}

fn leads_to_levels(part: &Part) -> bool {
    matches!(part.path, Path::Straight(vectors) if vectors.iter().any(|vector| vector.levels != 0))
}

/// Whether a part is made of whole kinds of steps of this board, and asks for no angle and no rank.
fn is_made_of_steps(geometry: &Geometry, part: &Part) -> bool {
    let has_vectors = match part.path {
        Path::Straight(row) => vectors(geometry, row).is_some_and(|vectors| !vectors.is_empty()),
        Path::Ahead | Path::AheadBeside => true,
        _ => false,
    };
    let asks_for_no_angle = part.manner.goes_along_lines()
        || matches!(
            part.manner,
            Manner::Approach | Manner::Recoil | Manner::Chain(_) | Manner::Bounce
        );
    let is_pawn = matches!(part.path, Path::Ahead | Path::AheadBeside);
    let asks_for_no_rank = is_pawn || part.facing == Facing::Fixed && part.zone == Zone::Board;
    let arrives = matches!(part.arrival, Arrival::Anywhere | Arrival::EdgeChange);
    has_vectors && asks_for_no_angle && asks_for_no_rank && arrives
}

/// Whether it is clear how a part goes on behind an edge that turns it: it follows one line and asks
/// for no angle, no distance and no rank.
fn goes_on_when_turned(part: &Part) -> bool {
    let follows_a_line = matches!(
        part.path,
        Path::Straight(_) | Path::Legs(_) | Path::Bent(_) | Path::Zigzag(_) | Path::Circles(_)
    );
    let asks_for_no_angle = part.manner.goes_along_lines()
        || matches!(
            part.manner,
            Manner::Approach | Manner::Recoil | Manner::Chain(_) | Manner::Relay(_)
        );
    let asks_for_no_rank = matches!(part.arrival, Arrival::Anywhere | Arrival::EdgeChange);
    follows_a_line && asks_for_no_angle && asks_for_no_rank && !leads_to_levels(part)
}
