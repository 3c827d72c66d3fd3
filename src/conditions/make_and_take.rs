//! Make & take: a capture is prepared by a quiet step with the walk of the man to be captured.

use super::Definition;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, Step, WalkId, Which, walk_id};
use crate::position::{Position, Slot, unpack_squares};
use crate::rules::{
    Actor, Claim, Displaces, Fact, Kind, Promise, PseudoMove, Purpose, RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "make-and-take-chess",
    summary: "A man captures only after a step without capture, in the same move, with the walk of the man that it takes; \
              from where that step leads it captures with its own walk. Check is given in the same way: before a king is \
              taken comes a king's step, and from the home square of that king its castling with an unmoved rook.",
    decisions: "The text has departure and capture, not the step between, unless it is a castling. Together with Mars Circe, \
                Antimars Circe or Plus chess there are no captures and no checks.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    claims: |_| &[Claim::Owns(Thing::FurtherSteps)],
    facts: &[Fact::CapturesGoOtherWays, Fact::ChecksAskAllMoves],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    // Where another rule says that men capture from elsewhere, or move from there, nobody captures.
    let elsewhere = [
        Fact::MovesLeaveFromHome,
        Fact::CapturesLeaveFromHome,
        Fact::CapturesLeaveFromElsewhere,
    ];
    if elsewhere.into_iter().any(|fact| rules.has(fact)) {
        rules.keep_capture(Promise::nothing(), |_, _, pseudo_move| {
            pseudo_move.captured.is_none()
        });
        return;
    }
    let mut men = rules.men();
    if !men.any(|man| man.walk().row().is_listed_by_squares()) {
        rules.list_by(castlings_last);
    }
    rules.keep_capture(Promise::nothing(), |view, side, pseudo_move| {
        let actor = Actor {
            square: pseudo_move.from,
            side,
        };
        let arrival = (pseudo_move.to, pseudo_move.kind);
        pseudo_move
            .captured
            .is_none_or(|on| captures(view, actor, on).contains(&arrival))
    });
    let anywhere = Displaces::Captor(Box::new(|geometry, _, _| geometry.squares()));
    let promise = Promise::nothing().displacing(anywhere);
    rules.add_moves_of_man(promise, |rules, position, actor, into| {
        let view = rules.view(position);
        let direct = view.steps(actor);
        for on in position.men_of(!actor.side) {
            for (to, kind) in captures(view, actor, on) {
                let way = PseudoMove {
                    kind,
                    ..PseudoMove::ordinary(actor.square, to, Some(on))
                };
                let is_new = |other: &PseudoMove| (other.to, other.captured) != (to, Some(on));
                if matches!(kind, Kind::CastlesOn { .. }) || direct.iter().all(is_new) {
                    into.push(way);
                }
            }
        }
    });
    rules.attack_otherwise(Promise::nothing(), |rules, position, target, side| {
        let mut men = position.men_of(side);
        men.any(|square| {
            let arrivals = captures(rules.view(position), Actor { square, side }, target);
            let way = |(to, kind): (Square, Kind)| PseudoMove {
                kind: match kind {
                    Kind::CastlesOn { .. } => kind,
                    _ => Kind::Ordinary,
                },
                ..PseudoMove::ordinary(square, to, Some(target))
            };
            let mut ways = arrivals.into_iter().map(way);
            ways.any(|way| rules.judge().capture_counts(position, way, side))
        })
    });
}

/// Captures after a castling behind the other moves of the man, those after the short one first.
fn castlings_last(pseudo_move: &PseudoMove) -> i32 {
    let from = pseudo_move.from.index() as i32;
    let place = match pseudo_move.kind {
        Kind::CastlesOn { king_to, .. } => 1 + i32::from(king_to < pseudo_move.from),
        _ => 0,
    };
    from << 2 | place
}

/// Where a man may arrive that takes the one on a square after a step with its walk, and whether in
/// passing.
fn captures(view: View<'_>, actor: Actor, on: Square) -> Vec<(Square, Kind)> {
    // A neutral man does not take itself.
    if on == actor.square {
        return Vec::new();
    }
    let walks = view.walks(actor, Purpose::Capture);
    let squares = origins(view, actor, &walks, on);
    let mut found = captures_from(view, actor, &walks, on, squares);
    debug_assert_eq!(
        found,
        captures_from(view, actor, &walks, on, steps(view, actor, on)),
        "a square was left out from which a man can take"
    );
    add_castlings(view, actor, &walks, on, &mut found);
    found
}

/// Adds where the man may arrive that takes a king after a castling of that king's side, which begins
/// on the square of the man. The rook must have its right; nobody asks for check.
fn add_castlings(
    view: View<'_>,
    actor: Actor,
    walks: &[WalkId],
    on: Square,
    found: &mut Vec<(Square, Kind)>,
) {
    if view.piece_on(on).walk() != walk_id::KING {
        return;
    }
    let position = view.position;
    let barred = position.men() | position.holes();
    for (castling, way) in view.rules.generator().castlings_of(!actor.side) {
        let PseudoMove { from, to, .. } = castling;
        let Kind::Castling {
            partner_from,
            partner_to,
        } = castling.kind
        else {
            continue;
        };
        if from != actor.square
            || !view.has_castling_right(partner_from)
            || !(way & barred).is_empty()
        {
            continue;
        }
        let made = Made {
            position,
            moves: [Some((from, to)), Some((partner_from, partner_to))],
        };
        let kind = Kind::CastlesOn {
            king_to: to,
            partner_from,
            partner_to,
        };
        for &walk in walks {
            let table = view.table();
            table.steps(&made, walk, actor.side, to, Which::Captures, &mut |step| {
                if step.captured == Some(on) && !found.contains(&(step.to, kind)) {
                    found.push((step.to, kind));
                }
            });
        }
    }
}

/// Where the man may step with the walk of the one to be taken, as far as its own walk may take it
/// from there.
fn origins(view: View<'_>, actor: Actor, walks: &[WalkId], on: Square) -> SquareSet {
    let (table, side) = (view.table(), actor.side);
    let mut near = SquareSet::EMPTY;
    for target in passed_by(view.position, on).chain([on]) {
        for &walk in walks {
            near |= table.reach(walk, side, target);
        }
    }
    let victim = view.piece_on(on).walk();
    match (near & table.range(victim, !side, actor.square)).is_empty() {
        true => SquareSet::EMPTY,
        false => near & steps(view, actor, on),
    }
}

/// Where the man may step with the walk of the one on a square.
fn steps(view: View<'_>, actor: Actor, on: Square) -> SquareSet {
    let (position, victim) = (view.position, view.piece_on(on).walk());
    let mut arrivals = SquareSet::EMPTY;
    let mut add = |step: Step| arrivals.insert(step.to);
    let (table, side, from) = (view.table(), !actor.side, actor.square);
    table.steps(position, victim, side, from, Which::NonCapture, &mut add);
    arrivals
}

/// Where the man may arrive from one of these squares.
fn captures_from(
    view: View<'_>,
    actor: Actor,
    walks: &[WalkId],
    on: Square,
    origins: SquareSet,
) -> Vec<(Square, Kind)> {
    let (table, side, from) = (view.table(), actor.side, actor.square);
    let position = view.position;
    let passed: Vec<Square> = passed_by(position, on).collect();
    let mut arrivals = Vec::new();
    let mut add = |arrival: (Square, Kind)| {
        if !arrivals.contains(&arrival) {
            arrivals.push(arrival);
        }
    };
    for origin in origins {
        let made = Made {
            position,
            moves: [Some((from, origin)), None],
        };
        for &walk in walks {
            table.steps(&made, walk, side, origin, Which::Captures, &mut |step| {
                if step.captured == Some(on) {
                    add((step.to, Kind::Ordinary));
                }
            });
            for &passed in passed.iter().filter(|_| walk.row().captures_en_passant()) {
                let to = table.en_passant(&made, walk, side, origin, passed);
                to.into_iter().for_each(|to| add((to, Kind::EnPassant)));
            }
        }
    }
    arrivals
}

/// The squares that the man on this one has just passed with its double step.
fn passed_by(position: &Position, on: Square) -> impl Iterator<Item = Square> {
    let mut squares = unpack_squares(position.slot(Slot::EN_PASSANT));
    let has_passed = squares.next_back() == Some(on);
    squares.filter(move |_| has_passed)
}

/// The board between make and take: who went where, and in castling the rook.
struct Made<'a> {
    position: &'a Position,
    moves: [Option<(Square, Square)>; 2],
}

impl Men for Made<'_> {
    fn on(&self, square: Square) -> Piece {
        for &(from, to) in self.moves.iter().flatten() {
            if square == to {
                return self.position.piece_on(from);
            }
            if square == from {
                return Piece::NONE;
            }
        }
        self.position.piece_on(square)
    }

    fn occupied(&self) -> SquareSet {
        self.moved(self.position.men())
    }

    fn men_of(&self, side: Side) -> SquareSet {
        self.moved(self.position.men_of(side))
    }
}

impl Made<'_> {
    fn moved(&self, mut men: SquareSet) -> SquareSet {
        for &(from, to) in self.moves.iter().flatten() {
            if men.contains(from) {
                men.remove(from);
                men.insert(to);
            }
        }
        men
    }
}
