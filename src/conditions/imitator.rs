//! Imitators: blockers that copy every move; what they cannot copy is illegal.

use super::{Boards, Caption, Definition, Marks, Param, Printed};
use crate::board::{Geometry, Side, Square, SquareSet, Vector};
use crate::men::{Passage, WalkId, Which};
use crate::position::{Effect, Position, Reason, Slot, pack_squares, unpack_squares};
use crate::problem::Condition;
use crate::rules::{
    Actor, Claim, EffectScope, Fact, Kind, Numbered, Outcome, PlayedMove, Promise, PseudoMove,
    Purpose, Rank, Ring, RulesBuilder, Thing, View,
};
use smallvec::SmallVec;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "imitator",
    caption: Caption::of(Printed::SquaresAsGiven),
    marks: Marks::Imitators,
    summary: "Imitators belong to no side and block lines. Each copies every move by the same way; a move, check or \
              guard that one of them cannot copy does not exist. Pawns may promote to imitators.",
    install,
    options: Some(&[Param::Squares]),
    samples: &["d4"],
    claims: |_| &[Claim::Needs(Thing::Steps)],
    ..Definition::BASE
};

/// Pawns do not become imitators.
pub static NO_PROMOTION: Definition = Definition {
    key: "no-imitator-promotion",
    caption: Caption {
        beside: Some(Marks::Imitators),
        ..Caption::PLAIN
    },
    summary: "No pawn is promoted to an imitator. Without imitators it changes nothing.",
    options: Some(&[]),
    boards: Boards::Straight,
    numbers: |_| Numbered::FEWEST,
    facts: &[Fact::NoImitatorPromotion],
    ..Definition::BASE
};

/// How many imitators the position can remember.
const LIMIT: usize = 16;

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let squares: Vec<Square> = condition.squares().collect();
    let copies = |walk: WalkId| walk.row().goes_by_passages();
    if !rules.diagram_walks().all(copies) {
        rules.refuse(
            "imitators can copy leapers, riders, pawns and men that hop over one man, no others",
        );
    }
    if squares.len() > LIMIT {
        rules.refuse_argument(DEFINITION.names().en, "at most 16 imitators");
    }
    let slot = rules.slot(Slot::named("imitators"));
    rules.set_up(move |position| position.apply(remember(slot, &squares), Reason::Silent));
    rules.keep_line(
        Ring::Geometry,
        Promise::nothing(),
        move |view, side, pseudo_move| {
            can_copy(imitators(slot, view.position), view, side, pseudo_move)
        },
    );
    rules.after(
        Rank::IMITATOR,
        EffectScope::Memory,
        move |view, played, outcome| {
            copy(slot, view, played, outcome);
        },
    );
    rules.keep_legal(Promise::nothing(), move |_, position, _| {
        imitators(slot, position).all(|on| position.piece_on(on).is_none())
    });
    if !rules.has(Fact::NoImitatorPromotion) {
        rules.also_promote(move |view, on, effects| become_imitator(slot, view, on, effects));
    }
}

/// The effect that puts the imitators on these squares.
fn remember(slot: Slot, squares: &[Square]) -> Effect {
    let value = pack_squares(squares.iter().copied());
    Effect::Set { slot, value }
}

/// The imitators in the order in which they came into being.
fn imitators(slot: Slot, position: &Position) -> impl Iterator<Item = Square> + Clone + use<> {
    unpack_squares(position.slot(slot))
}

/// Every imitator finds a way of the man open where it stands itself. They all move together with
/// the man, so none of them stands in the way of the man or of another. The captured man stands
/// in the way until the end, and the man itself may serve as hurdle.
fn can_copy(
    imitators: impl Iterator<Item = Square> + Clone,
    view: View<'_>,
    side: Side,
    pseudo_move: &PseudoMove,
) -> bool {
    let hurdles = view.position.men();
    let mut blocked = hurdles;
    blocked.remove(pseudo_move.from);
    let geometry = view.geometry();
    let whole = displacement(geometry, pseudo_move);
    let ends = |imitator: Square| geometry.step(imitator, whole);
    let is_free = |end: Square| !blocked.contains(end);
    if !imitators.clone().all(|on| ends(on).is_some_and(is_free)) {
        return false;
    }
    match pseudo_move.kind {
        Kind::Castling { .. } => imitators
            .clone()
            .all(|imitator| goes_straight(geometry, imitator, pseudo_move, blocked)),
        Kind::Exchange | Kind::Board => true,
        _ => any_passage(view, side, pseudo_move, |passage| {
            let follows = |imitator: Square| {
                let way = (pseudo_move.from, passage);
                can_follow(geometry, imitator, way, [hurdles, blocked])
            };
            imitators.clone().all(follows)
        }),
    }
}

/// Whether the imitator can go from where it stands as the man goes from its departure, up to
/// the arrival.
fn can_follow(
    geometry: &Geometry,
    imitator: Square,
    (from, passage): (Square, &Passage),
    [hurdles, blocked]: [SquareSet; 2],
) -> bool {
    let stands = |on: Square, men: SquareSet| {
        let square = geometry.step(imitator, between(geometry, from, on));
        square.map(|square| men.contains(square))
    };
    let hops = |on: Square| stands(on, hurdles) == Some(true);
    let passes = |on: Square| stands(on, blocked) == Some(false);
    passage.hurdle.is_none_or(hops) && passage.empty.into_iter().all(passes)
}

/// Whether the imitator can follow a castling king step by step; then it follows the rook at once.
fn goes_straight(
    geometry: &Geometry,
    imitator: Square,
    pseudo_move: &PseudoMove,
    blocked: SquareSet,
) -> bool {
    let king = between(geometry, pseudo_move.from, pseudo_move.to);
    straight(king, king.files.unsigned_abs()).all(|step| {
        let square = geometry.step(imitator, step);
        square.is_some_and(|square| !blocked.contains(square))
    })
}

/// Whether one of the ways that the man itself can take will do; an imitator goes, hops and turns
/// where the man does.
fn any_passage(
    view: View<'_>,
    side: Side,
    pseudo_move: &PseudoMove,
    will_do: impl Fn(&Passage) -> bool,
) -> bool {
    let (which, purpose) = match pseudo_move.captured {
        None => (Which::NonCapture, Purpose::NonCapture),
        Some(_) => (Which::Captures, Purpose::Capture),
    };
    let Actor { square, side } = view.actor(pseudo_move.from, side);
    let arrival = (pseudo_move.to, which);
    let table = view.table();
    let has_passage =
        |&walk: &WalkId| table.some_passage(view.position, (walk, side), square, arrival, &will_do);
    let walks = view.walks(Actor { square, side }, purpose);
    // Nothing is on the way of a leap.
    if let [walk] = walks[..]
        && table.does_but_leap(walk, side)
    {
        return will_do(&Passage::DIRECT);
    }
    walks.iter().any(has_passage)
}

/// A displacement in so many equal steps.
fn straight(whole: Vector, steps: u8) -> impl Iterator<Item = Vector> {
    let share = move |length: i8, step: u8| length / steps as i8 * step as i8;
    (1..=steps).map(move |step| Vector::new(share(whole.files, step), share(whole.ranks, step)))
}

/// The way of the moved man; in castling that of king and rook together.
fn displacement(geometry: &Geometry, pseudo_move: &PseudoMove) -> Vector {
    let own = between(geometry, pseudo_move.from, pseudo_move.to);
    match pseudo_move.kind {
        Kind::Castling {
            partner_from,
            partner_to,
        } => {
            let partner = between(geometry, partner_from, partner_to);
            Vector::new(own.files + partner.files, own.ranks + partner.ranks)
        }
        Kind::Exchange | Kind::Board => Vector::new(0, 0),
        _ => own,
    }
}

fn between(geometry: &Geometry, from: Square, to: Square) -> Vector {
    let files = geometry.file(to) as i8 - geometry.file(from) as i8;
    let ranks = geometry.rank(to) as i8 - geometry.rank(from) as i8;
    Vector::new(files, ranks)
}

fn copy(slot: Slot, view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let way = displacement(view.geometry(), &played.pseudo_move);
    let arrivals: Option<SmallVec<[Square; LIMIT]>> = imitators(slot, view.position)
        .map(|on| view.geometry().step(on, way))
        .collect();
    match arrivals {
        Some(arrivals) => outcome.push(remember(slot, &arrivals), Reason::Imitator),
        None => outcome.refuse(),
    }
}

/// The pawn vanishes and an imitator stands in its place.
fn become_imitator(slot: Slot, view: View<'_>, on: Square, effects: &mut Vec<(Effect, Reason)>) {
    let imitators: SmallVec<[Square; LIMIT]> = imitators(slot, view.position).chain([on]).collect();
    effects.push((Effect::Remove { on }, Reason::Promotion));
    effects.push((remember(slot, &imitators), Reason::Silent));
}
