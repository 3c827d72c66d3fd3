//! Imitators: blockers that copy every move; what they cannot copy is illegal.

use super::{Definition, Names};
use crate::board::{Geometry, Side, Square, SquareSet, Vector};
use crate::men::{Manner, Path, Walk};
use crate::position::{Effect, Position, Reason, Slot, pack_squares, unpack_squares};
use crate::problem::Condition;
use crate::rules::{Candidate, Kind, Outcome, Rank, RulesBuilder, Touch, Turn, View};
use smallvec::SmallVec;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "imitator",
    names: Names {
        en: "Imitator",
        de: "Imitator",
        fr: "Imitator",
    },
    inventor: Some("Theodor Steudel, 1939"),
    summary: "Imitators belong to no side and block lines. Each copies every move by the same way; a move, check or \
              guard that one of them cannot copy does not exist. Pawns may promote to imitators.",
    install,
};

/// How many imitators the position can remember.
const LIMIT: usize = 16;

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let squares: Vec<Square> = condition.squares().collect();
    let copies = |walk: crate::men::WalkId| {
        let row: &Walk = walk.row();
        row.is_pawn() || row.is_leaper() || row.is_straight_rider() || is_hopper(row)
    };
    if !rules.diagram_walks().all(copies) {
        rules.refuse("imitators with walks other than leapers, straight riders, their hoppers and pawns are not supported yet");
    }
    if squares.len() > LIMIT {
        rules.refuse_argument(DEFINITION.names.en, "at most 16 imitators");
    }
    rules.set_up(move |position| {
        for effect in remember(&squares) {
            position.apply(effect, Reason::Silent);
        }
    });
    rules.keep_line(can_copy);
    rules.after_touching(Rank::IMITATOR, Touch::Memory, copy);
    rules.keep_legal(|_, position, _| {
        imitators(position)
            .into_iter()
            .all(|on| position.piece_on(on).is_none())
    });
    if !rules.has_condition("no-imitator-promotion") {
        rules.also_promote(become_imitator);
    }
}

/// The effects that put the imitators on these squares.
fn remember(squares: &[Square]) -> [Effect; 2] {
    let (first, more) = squares.split_at(squares.len().min(8));
    let set = |slot, squares: &[Square]| Effect::Set {
        slot,
        value: pack_squares(squares.iter().copied()),
    };
    [set(Slot::Imitators, first), set(Slot::MoreImitators, more)]
}

/// The imitators in the order in which they came into being.
fn imitators(position: &Position) -> SmallVec<[Square; LIMIT]> {
    let first = unpack_squares(position.slot(Slot::Imitators));
    first
        .chain(unpack_squares(position.slot(Slot::MoreImitators)))
        .collect()
}

/// Every imitator finds its way empty. They all move together with the man, so none of them stands
/// in the way of the man or of another. The captured man stands in the way until the end.
fn can_copy(view: View<'_>, _: Side, candidate: &Candidate) -> bool {
    let mut blocked = view.position.men();
    blocked.remove(candidate.from);
    let way = way(view, candidate);
    imitators(view.position)
        .into_iter()
        .all(|imitator| can_follow(view.geometry(), imitator, &way, blocked))
}

fn can_follow(geometry: &Geometry, imitator: Square, way: &Way, blocked: SquareSet) -> bool {
    let stands = |step: &Vector| {
        let square = geometry.step(imitator, *step);
        square.map(|square| blocked.contains(square))
    };
    let hops = way.hurdle.is_none_or(|step| stands(&step) == Some(true));
    hops && way.empty.iter().all(|step| stands(step) == Some(false))
}

/// What an imitator goes through, as displacements from where it stands.
struct Way {
    /// Squares that must be empty, the last one that where it ends.
    empty: SmallVec<[Vector; 8]>,
    /// Where it needs a man to hop over.
    hurdle: Option<Vector>,
}

/// Whether the walk hops over a man to the square just behind it, on straight lines.
fn is_hopper(row: &Walk) -> bool {
    !row.is_dummy()
        && row.parts.iter().all(|part| {
            part.manner == Manner::Hop { gap: 0 } && matches!(part.path, Path::Straight(_))
        })
}

/// In castling an imitator follows the king step by step and then the rook at once; it hops where
/// the man does.
fn way(view: View<'_>, candidate: &Candidate) -> Way {
    let whole = displacement(view.geometry(), candidate);
    if view.is_castling(candidate) {
        let king = between(view.geometry(), candidate.from, candidate.to);
        let steps = straight(king, king.files.unsigned_abs());
        return Way {
            empty: steps.chain([whole]).collect(),
            hurdle: None,
        };
    }
    let row: &Walk = view.piece_on(candidate.from).walk().row();
    let steps = gcd(whole.files.unsigned_abs(), whole.ranks.unsigned_abs());
    let steps = if row.is_leaper() { 1 } else { steps.max(1) };
    let mut empty: SmallVec<[Vector; 8]> = straight(whole, steps).collect();
    let hops = is_hopper(row) && candidate.kind == Kind::Ordinary && empty.len() > 1;
    let hurdle = hops.then(|| empty.remove(empty.len() - 2));
    Way { empty, hurdle }
}

/// A displacement in so many equal steps.
fn straight(whole: Vector, steps: u8) -> impl Iterator<Item = Vector> {
    let share = move |length: i8, step: u8| length / steps as i8 * step as i8;
    (1..=steps).map(move |step| Vector::new(share(whole.files, step), share(whole.ranks, step)))
}

fn gcd(one: u8, other: u8) -> u8 {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
    }
}

/// The way of the moved man; in castling that of king and rook together.
fn displacement(geometry: &Geometry, candidate: &Candidate) -> Vector {
    let own = between(geometry, candidate.from, candidate.to);
    match candidate.kind {
        Kind::Castling {
            partner_from,
            partner_to,
        } => {
            let partner = between(geometry, partner_from, partner_to);
            Vector::new(own.files + partner.files, own.ranks + partner.ranks)
        }
        Kind::Exchange => Vector::new(0, 0),
        _ => own,
    }
}

fn between(geometry: &Geometry, from: Square, to: Square) -> Vector {
    let files = geometry.file(to) as i8 - geometry.file(from) as i8;
    let ranks = geometry.rank(to) as i8 - geometry.rank(from) as i8;
    Vector::new(files, ranks)
}

fn copy(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    let way = displacement(view.geometry(), &turn.candidate);
    let imitators = imitators(view.position);
    let arrivals: Option<SmallVec<[Square; LIMIT]>> = imitators
        .into_iter()
        .map(|on| view.geometry().step(on, way))
        .collect();
    match arrivals {
        Some(arrivals) => {
            for effect in remember(&arrivals) {
                outcome.push(effect, Reason::Imitator);
            }
        }
        None => outcome.refuse(),
    }
}

/// The pawn vanishes and an imitator stands in its place.
fn become_imitator(view: View<'_>, on: Square, effects: &mut Vec<(Effect, Reason)>) {
    let mut imitators = imitators(view.position);
    imitators.push(on);
    effects.push((Effect::Remove { on }, Reason::Promotion));
    effects.extend(remember(&imitators).map(|effect| (effect, Reason::Silent)));
}
