//! Mars Circe, Antimars Circe, Phantom chess and Plus chess: men that leave from another square
//! than the one they stand on.

use super::super::bolero::{BOLERO, BOLERO_INVERSE};
use super::super::castling_chess::{self, Castlings};
use super::super::{Definition, Names};
use super::captured::LATE;
use super::form::{Form, Occupied, Rule};
use super::immune::{NEEDS_CAPTURE, NO_CAGE, NO_CAPTURE, REBORN_ONLY, departing, imagined};
use super::square::Place;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Step, WalkId, Which, walk_id};
use crate::position::{Effect, Position, Reason};
use crate::problem::Condition;
use crate::rules::{
    Actor, Candidate, Kind, Promise, Purpose, Relocated, Ring, Rules, RulesBuilder, Stance, View,
    captures_first,
};
use std::sync::Arc;

/// What the parsers, printers and the manual know about Mars Circe.
pub static MARS: Definition = Definition {
    key: "mars-circe",
    names: Names {
        en: "MarsCirce",
        de: "MarsCirce",
        fr: "MarsCirce",
    },
    inventor: None,
    summary: "A man captures only from its Circe rebirth square, which must be free: it goes there first, and captures as \
              if it stood there. Other moves are as usual.",
    install: |condition, rules| {
        install_form(condition, true, [Way::Reborn, Way::Usual], rules);
    },
    decisions: "A man that is lent a walk leaves from the square of that walk. Castlings are listed twice, as the reference \
                does. Where the square follows from that of a capture (antipodes, symmetry, file) there is none, for \
                the man has not been captured: it captures nothing.",
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about Antimars Circe.
pub static ANTI_MARS: Definition = Definition {
    key: "anti-mars-circe",
    names: Names {
        en: "AntiMarsCirce",
        de: "AntiMarsCirce",
        fr: "AntiMarsCirce",
    },
    inventor: None,
    summary: "A man moves without capture only from its Circe rebirth square, which must be free. Captures are as usual.",
    install: |condition, rules| {
        install_form(condition, true, [Way::Usual, Way::Reborn], rules);
    },
    decisions: "A man that is lent a walk leaves from the square of that walk. Castlings are listed twice, as the reference \
                does. Squares that follow from a capture follow from the departure here.",
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about Phantom chess.
pub static PHANTOM: Definition = Definition {
    key: "phantom-chess",
    names: Names {
        en: "PhantomChess",
        de: "PhantomSchach",
        fr: "EchecsPhantom",
    },
    inventor: None,
    summary: "A man moves and captures from its square and also from its Circe rebirth square, if that is free. Kings do \
              so in the form rex inclusive only.",
    decisions: "No man moves from its rebirth square to where it stands. Other rules judge a move by the man's own square, \
                but a check from the rebirth square as if the man stood there. Under Bolero, direct or inverse, men capture \
                only from their rebirth squares and move without capture only from their own; they check from both.",
    install: |condition, rules| {
        let bolero = [BOLERO.key, BOLERO_INVERSE.key];
        let ways = match bolero.iter().any(|key| rules.has_condition(key)) {
            true => [Way::MovesReborn, Way::Usual],
            false => [Way::Both, Way::Both],
        };
        install_form(condition, false, ways, rules);
    },
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about Plus chess.
pub static PLUS: Definition = Definition {
    key: "plus-chess",
    names: Names {
        en: "PlusChess",
        de: "PlusSchach",
        fr: "EchecsPlus",
    },
    inventor: None,
    summary: "A man on d4, e4, d5 or e5 may also capture from any other of these squares that is free.",
    decisions: "Other rules judge such a capture by the man's own square, but a check as if the man stood on the square \
                from which it captures.",
    install: |_, rules| {
        rules.keep_neutral_keys();
        let ways = [Way::Both, Way::Usual];
        let promise = Promise::departures(|_, _, _, on| match CENTRE.contains(on) {
            true => CENTRE,
            false => SquareSet::of(on),
        });
        install(rules, (ways, false), promise, |view, actor, _| {
            let free = CENTRE & !(view.position.men() | view.position.holes());
            CENTRE.contains(actor.square).then_some(free)
        });
    },
    ..Definition::BASE
};

/// The squares of Plus chess.
const CENTRE: SquareSet = SquareSet(
    SquareSet::of(Square::at(3, 3)).0
        | SquareSet::of(Square::at(4, 3)).0
        | SquareSet::of(Square::at(3, 4)).0
        | SquareSet::of(Square::at(4, 4)).0,
);

/// From where men may leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// From where they stand.
    Usual,
    /// From elsewhere alone.
    Reborn,
    /// The same, but men observe from where they stand as well.
    MovesReborn,
    /// From either.
    Both,
}

/// Words that change the walk, which a man that leaves keeps.
const OTHER_WALKS: [&str; 3] = ["chameleon", "einstein", "reversal-einstein"];

fn install_form(condition: &Condition, kings: bool, ways: [Way; 2], rules: &mut RulesBuilder<'_>) {
    let form = Form::of(condition, Occupied::Strict, kings, rules);
    form.announce(rules);
    let nobody = "nobody is put back on the board";
    Form::refuse(condition, &REBORN_ONLY, nobody, rules);
    Form::refuse(condition, &LATE, nobody, rules);
    Form::refuse(condition, &NEEDS_CAPTURE, NO_CAPTURE, rules);
    Form::refuse(condition, &["cage"], NO_CAGE, rules);
    Form::refuse(
        condition,
        &OTHER_WALKS,
        "the man that leaves keeps its walk",
        rules,
    );
    let castles_twice = form.kings && ways.contains(&Way::Reborn);
    if ways.contains(&Way::Reborn) {
        rules.list_moves_of_man_by(captures_before_others);
    }
    let promise = departures(&form, ways[0]);
    let has_none = ways[0] == Way::Reborn && form.square.follows_capture();
    let origins = move |view: View<'_>, actor: Actor, walk: WalkId| {
        let subject = departing(view, actor.side, (actor.square, walk), &form)?;
        if has_none {
            return Some(SquareSet::EMPTY);
        }
        let mut squares = match form.place(view, &subject) {
            Place::Caged(_) => SquareSet::EMPTY,
            place => place.squares(),
        };
        let stays = squares.contains(actor.square) || form.has_choice();
        squares &= !(view.position.men() | view.position.holes());
        if stays {
            squares.insert(actor.square);
        }
        Some(squares)
    };
    install(rules, (ways, castles_twice), promise, origins);
}

/// From where men capture, if the man and its square tell.
fn departures(form: &Form, captures: Way) -> Promise {
    if form.has_choice() || form.square == Rule::Diagram {
        return Promise::nothing();
    }
    let form = form.clone();
    Promise::departures(move |view, man, side, on| {
        let Some(subject) = imagined(man, 0, side, (on, man.walk()), &form) else {
            return SquareSet::of(on);
        };
        if captures == Way::Reborn && form.square.follows_capture() {
            return SquareSet::EMPTY;
        }
        let mut squares: SquareSet = form.square(view, &subject).into_iter().collect();
        if captures == Way::Both {
            squares.insert(on);
        }
        squares
    })
}

/// Where a man may leave from with a walk, its own or one that it is lent; its own square is among
/// them if it may leave from there in any case. None if the rule does not concern it.
type Origins = dyn Fn(View<'_>, Actor, WalkId) -> Option<SquareSet> + Send + Sync;

fn install(
    rules: &mut RulesBuilder<'_>,
    ([captures, quiet], castles_twice): ([Way; 2], bool),
    promise: Promise,
    origins: impl Fn(View<'_>, Actor, WalkId) -> Option<SquareSet> + Send + Sync + 'static,
) {
    let origins: Arc<Origins> = Arc::new(origins);
    let which = match (captures, quiet) {
        (Way::Usual, _) => Which::Quiet,
        (_, Way::Usual) => Which::Captures,
        _ => Which::All,
    };
    let stays = [captures, quiet].contains(&Way::Both);
    let free = castling_chess::castlings_of(rules);
    let castles_from_elsewhere = free.filter(|_| [captures, quiet] != [Way::Both; 2]);
    if stays && castles_from_elsewhere.is_some() {
        rules.list_moves_of_man_by(castlings_from_elsewhere_first);
    }
    let leaving = Arc::clone(&origins);
    rules.add_candidates_of_man(Promise::nothing(), move |rules, position, actor, into| {
        let view = rules.view(position);
        if castles_twice {
            let walk = view.piece_on(actor.square).walk();
            let squares = leaving(view, actor, walk);
            if squares.is_some_and(|squares| squares.contains(actor.square)) {
                repeat_castlings(actor, into);
            }
        }
        let noticed = view.noticed(actor.square);
        let among = noticed.as_ref().unwrap_or(position);
        add_departures((view, among), actor, &*leaving, (which, stays), into);
        if [captures, quiet].contains(&Way::Reborn) {
            let rooks_leave = quiet == Way::Reborn;
            add_castlings(rules, position, actor, (&*leaving, rooks_leave), into);
        }
        if let Some(castlings) = castles_from_elsewhere {
            let start = into.len();
            add_free_castlings(rules, position, actor, (&*leaving, castlings), into);
            if stays {
                drop_castlings_over(actor.square, start, into);
            }
        }
    });
    let may_stay = move |origins: &Origins, view: View<'_>, side: Side, candidate: &Candidate| {
        let is_usual = matches!(
            candidate.kind,
            Kind::Ordinary | Kind::DoubleStep | Kind::EnPassant
        );
        let square = candidate.from;
        let actor = Actor { square, side };
        let purpose = match candidate.is_capture() {
            true => Purpose::Capture,
            false => Purpose::Quiet,
        };
        let leaves = |&walk: &WalkId| {
            let squares = origins(view, actor, walk);
            squares.is_none_or(|squares| squares.contains(square))
        };
        !is_usual || view.walks(actor, purpose).iter().any(leaves)
    };
    if captures == Way::Reborn {
        let origins = Arc::clone(&origins);
        rules.keep_line(
            Ring::Geometry,
            Promise::captures(),
            move |view, side, candidate| may_stay(&*origins, view, side, candidate),
        );
    }
    if captures == Way::MovesReborn {
        let origins = Arc::clone(&origins);
        rules.keep_move(Promise::nothing(), move |view, side, candidate| {
            !candidate.is_capture() || may_stay(&*origins, view, side, candidate)
        });
    }
    if quiet == Way::Reborn {
        let origins = Arc::clone(&origins);
        rules.keep_move(Promise::nothing(), move |view, side, candidate| {
            candidate.is_capture() || may_stay(&*origins, view, side, candidate)
        });
    }
    if captures != Way::Usual {
        let stance = match captures {
            Way::Both => Stance::OriginInChecks,
            _ => Stance::Home,
        };
        rules.capture_from(stance, promise, move |view, actor, walk| {
            origins(view, actor, walk)
        });
    }
}

/// What a man can do from elsewhere among the men that it takes notice of, but for what it can do
/// from its own square as well.
fn add_departures(
    (view, among): (View<'_>, &Position),
    actor: Actor,
    origins: &Origins,
    (which, stays): (Which, bool),
    into: &mut Vec<Candidate>,
) {
    let Actor { square: from, side } = actor;
    let walks = walks_for(view, actor, which);
    let mut known: Vec<(Square, Option<Square>)> = Vec::new();
    if stays {
        let sink = &mut |step: Step| known.push((step.to, step.captured));
        for &(walk, which) in &walks {
            view.table().steps(among, walk, side, from, which, sink);
        }
    }
    let start = into.len();
    for &(walk, which) in &walks {
        let Some(squares) = origins(view, actor, walk) else {
            continue;
        };
        let mut squares: Vec<Square> = squares.filter(|&origin| origin != from).collect();
        squares.reverse();
        for origin in squares {
            let men = Relocated {
                position: among,
                from,
                origin,
                hostile: view.prey(side),
            };
            let sink = &mut |step: Step| {
                let double_step = step.passed.is_some();
                let candidate = Candidate {
                    from,
                    to: step.to,
                    captured: step.captured,
                    kind: Kind::Via {
                        origin,
                        double_step,
                    },
                };
                // Only a double step may end on the square where the man stands, and only where
                // the man cannot move from that square itself.
                let goes = step.to != from || (double_step && !stays);
                let is_new = !known.contains(&(step.to, step.captured))
                    && (walks.len() == 1 || !into[start..].contains(&candidate));
                if goes && is_new {
                    into.push(candidate);
                }
            };
            view.table().steps(&men, walk, side, origin, which, sink);
        }
    }
}

/// The walks of a man, its own or those it is lent, with what each is for.
fn walks_for(view: View<'_>, actor: Actor, which: Which) -> Vec<(WalkId, Which)> {
    let quiet = view.walks(actor, Purpose::Quiet).into_iter();
    let captures = view.walks(actor, Purpose::Capture).into_iter();
    match which {
        Which::Quiet => quiet.map(|walk| (walk, which)).collect(),
        Which::Captures => captures.map(|walk| (walk, which)).collect(),
        Which::All if quiet.clone().eq(captures.clone()) => {
            quiet.map(|walk| (walk, which)).collect()
        }
        Which::All => {
            let quiet = quiet.map(|walk| (walk, Which::Quiet));
            let captures = captures.map(|walk| (walk, Which::Captures));
            quiet.chain(captures).collect()
        }
    }
}

/// Castlings from elsewhere are listed before captures, which come before all other moves.
fn captures_before_others(candidate: &Candidate) -> i32 {
    match candidate.kind {
        Kind::CastlingVia { .. } => 0,
        _ => 1 + captures_first(candidate),
    }
}

/// The same before castlings from the own square.
fn castlings_from_elsewhere_first(candidate: &Candidate) -> i32 {
    i32::from(!matches!(candidate.kind, Kind::CastlingVia { .. }))
}

/// The reference lists castlings among the captures of the king and again among its other moves.
fn repeat_castlings(actor: Actor, into: &mut Vec<Candidate>) {
    let castles = |candidate: &&Candidate| {
        candidate.from == actor.square && matches!(candidate.kind, Kind::Castling { .. })
    };
    let castlings: Vec<Candidate> = into.iter().filter(castles).copied().collect();
    into.extend(castlings);
}

/// Castlings of a king and a rook that are first put on their squares of the array; where men are put
/// there to capture only, the rook has to stand there. A rook that stands on its square needs its right to castle.
fn add_castlings(
    rules: &Rules,
    position: &mut Position,
    actor: Actor,
    (origins, rooks_leave): (&Origins, bool),
    into: &mut Vec<Candidate>,
) {
    let Actor { square: from, side } = actor;
    if !position.piece_on(from).is_royal() {
        return;
    }
    let view = rules.view(position);
    let may_start = |square: Square, home: Square| {
        let walk = view.piece_on(square).walk();
        let squares = origins(view, Actor { square, side }, walk);
        squares.is_some_and(|squares| squares.contains(home))
    };
    let mut found = Vec::new();
    for (castling, way) in rules.castlings_of(side) {
        let Candidate { from: home, to, .. } = castling;
        let Kind::Castling {
            partner_from,
            partner_to,
        } = castling.kind
        else {
            continue;
        };
        let is_rook = |&square: &Square| view.piece_on(square).walk() == walk_id::ROOK;
        for rook in view.position.men_of(side).into_iter().filter(is_rook) {
            let at_home = rook == partner_from;
            let both_home = from == home && at_home;
            let barred = (view.position.men() | view.position.holes())
                & !(SquareSet::of(from) | SquareSet::of(rook));
            if !both_home
                && (rooks_leave || at_home)
                && may_start(from, home)
                && may_start(rook, partner_from)
                && (!at_home || view.has_castling_right(rook))
                && (way & barred).is_empty()
            {
                let homes = [home, partner_from];
                let kind = Kind::CastlingVia {
                    homes,
                    rook,
                    partner_to,
                };
                found.push((
                    Candidate {
                        from,
                        to,
                        captured: None,
                        kind,
                    },
                    (homes, rook),
                    partner_to,
                ));
            }
        }
    }
    for (candidate, homes, passed) in found {
        if may_castle(rules, position, actor, homes, passed) {
            into.push(candidate);
        }
    }
}

/// Castlings of castling chess by a king that is first put on another square; its partner is where it stands.
fn add_free_castlings(
    rules: &Rules,
    position: &mut Position,
    actor: Actor,
    (origins, castlings): (&Origins, Castlings),
    into: &mut Vec<Candidate>,
) {
    let Actor { square: from, side } = actor;
    let king = position.piece_on(from);
    if !king.is_royal() {
        return;
    }
    let squares = origins(rules.view(position), actor, king.walk()).unwrap_or(SquareSet::EMPTY);
    for square in squares.filter(|&origin| origin != from) {
        let turn = position.turn();
        position.begin_ply(turn);
        position.apply(Effect::Move { from, to: square }, Reason::Silent);
        let mut found = Vec::new();
        let there = Actor { square, side };
        castling_chess::add_castlings(rules, position, there, castlings, &mut found);
        position.rewind();
        into.extend(
            found
                .into_iter()
                .map(|castling| castles_via(from, castling)),
        );
    }
}

/// Where a king may leave from its own square as well, it does not pass that when it castles from elsewhere:
/// as measured.
fn drop_castlings_over(own: Square, start: usize, into: &mut Vec<Candidate>) {
    let found = into.split_off(start).into_iter();
    let passes = |castling: &Candidate| matches!(castling.kind, Kind::CastlingVia { partner_to, .. } if partner_to == own);
    into.extend(found.filter(|castling| !passes(castling)));
}

/// A castling of a king that stands on another square than where it sets out.
fn castles_via(from: Square, castling: Candidate) -> Candidate {
    match castling.kind {
        Kind::Castling {
            partner_from: rook,
            partner_to,
        } => {
            let homes = [castling.from, rook];
            let kind = Kind::CastlingVia {
                homes,
                rook,
                partner_to,
            };
            Candidate {
                from,
                kind,
                ..castling
            }
        }
        _ => castling,
    }
}

/// Whether king and rook, once put on their squares of the array, may castle there: the king is in check
/// neither on its square nor on the one that it passes.
fn may_castle(
    rules: &Rules,
    position: &mut Position,
    Actor { square, side }: Actor,
    ([home, start], rook): ([Square; 2], Square),
    passed: Square,
) -> bool {
    let turn = position.turn();
    position.begin_ply(turn);
    for (from, to) in [(square, home), (rook, start)] {
        if from != to {
            position.apply(Effect::Move { from, to }, Reason::Silent);
        }
    }
    let safe = rules.may_pass(position, side, home, passed);
    position.rewind();
    safe
}
