//! Mars Circe, Antimars Circe, Phantom chess and Plus chess: men that leave from another square
//! than the one they stand on.

use super::super::{Caption, Definition, Pawns, castlings};
use super::form::{Form, NEEDS_CAPTURE, NO_CAPTURE, Rule};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Step, WalkId, Which, walk_id};
use crate::position::{Effect, Position, Reason};
use crate::problem::Condition;
use crate::rules::{
    Actor, Castlings, Fact, Kind, Promise, PseudoMove, Purpose, Relocated, Ring, Rules,
    RulesBuilder, Stance, View, Walks, captures_first,
};
use std::sync::Arc;

/// What the parsers, printers and the manual know about Mars Circe.
pub static MARS: Definition = Definition {
    key: "mars-circe",
    pawns: |_| Pawns::Act,
    caption: Caption::without(&["rex-inclusive"]),
    summary: "A man captures only from its Circe rebirth square, which must be free: it goes there first, and captures as \
              if it stood there. Other moves are as usual.",
    install: |condition, rules| {
        install_form(condition, true, [Way::Reborn, Way::Usual], rules);
    },
    decisions: "A man that is lent a walk leaves from the square of that walk. Where the \
                square follows from that of a capture (antipodes, symmetry, file) there is none, for \
                the man has not been captured: it captures nothing.",
    facts: &[Fact::CapturesLeaveFromHome],
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about Antimars Circe.
pub static ANTI_MARS: Definition = Definition {
    key: "anti-mars-circe",
    summary: "A man moves without capture only from its Circe rebirth square, which must be free. Captures are as usual.",
    install: |condition, rules| {
        install_form(condition, true, [Way::Usual, Way::Reborn], rules);
    },
    decisions: "A man that is lent a walk leaves from the square of that walk. Squares \
                that follow from a capture follow from the departure here.",
    facts: &[Fact::MovesLeaveFromHome],
    ..MARS
};

/// What the parsers, printers and the manual know about Phantom chess.
pub static PHANTOM: Definition = Definition {
    key: "phantom-chess",
    pawns: |_| Pawns::Act,
    caption: Caption::without(&["rex-exclusive"]),
    summary: "A man moves and captures from its square and also from its Circe rebirth square, if that is free. Kings do \
              so in the form rex inclusive only.",
    decisions: "No man moves from its rebirth square to where it stands. Other rules judge a move by the man's own square, \
                but a check from the rebirth square as if the man stood there.",
    install: |condition, rules| {
        install_form(condition, false, [Way::Both, Way::Both], rules);
    },
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about Plus chess.
pub static PLUS: Definition = Definition {
    key: "plus-chess",
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
        leave_from(rules, ways, promise, |view, actor, _| {
            let free = CENTRE & view.free_squares();
            CENTRE.contains(actor.square).then_some(free)
        });
    },
    facts: &[Fact::CapturesLeaveFromElsewhere],
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
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
    let form = Form::asked(condition, kings, rules);
    Form::refuse(condition, &NEEDS_CAPTURE, NO_CAPTURE, rules);
    let why = "the man that leaves keeps its walk";
    Form::refuse(condition, &OTHER_WALKS, why, rules);
    if ways.contains(&Way::Reborn) {
        rules.list_moves_of_man_by(captures_before_others);
    }
    let has_none = ways[0] == Way::Reborn && form.square.follows_capture();
    let promise = departures(&form, ways[0], has_none);
    let origins = move |view: View<'_>, actor: Actor, walk: WalkId| {
        let subject = form.departing(view, actor, walk)?;
        if has_none {
            return Some(SquareSet::EMPTY);
        }
        let mut squares = form.place(view, &subject).squares();
        let stays = squares.contains(actor.square) || form.has_choice();
        squares &= view.free_squares();
        if stays {
            squares.insert(actor.square);
        }
        Some(squares)
    };
    leave_from(rules, ways, promise, origins);
}

/// From where men capture, if the man and its square tell.
fn departures(form: &Form, captures: Way, has_none: bool) -> Promise {
    if form.has_choice() || form.square == Rule::Diagram {
        return Promise::nothing();
    }
    let form = form.clone();
    Promise::departures(move |view, man, side, on| {
        let Some(subject) = form.imagined(man, 0, side, on) else {
            return SquareSet::of(on);
        };
        let own = Some(on).filter(|_| captures == Way::Both);
        let home = form.square(view, &subject).filter(|_| !has_none);
        home.into_iter().chain(own).collect()
    })
}

/// Where a man may leave from with a walk, its own or one that it is lent; its own square is among
/// them if it may leave from there in any case. None if the rule does not concern it.
type Origins = dyn Fn(View<'_>, Actor, WalkId) -> Option<SquareSet> + Send + Sync;

/// Lets men leave from other squares than their own: says from where, in captures and in other moves.
/// The promise is one of [departures](Promise::departures) or nothing.
pub fn leave_from(
    rules: &mut RulesBuilder<'_>,
    [captures, quiet]: [Way; 2],
    promise: Promise,
    origins: impl Fn(View<'_>, Actor, WalkId) -> Option<SquareSet> + Send + Sync + 'static,
) {
    let origins: Arc<Origins> = Arc::new(origins);
    let which = match (captures, quiet) {
        (Way::Usual, _) => Which::NonCapture,
        (_, Way::Usual) => Which::Captures,
        _ => Which::All,
    };
    let stays = [captures, quiet].contains(&Way::Both);
    let free = rules.castlings();
    let castles_from_elsewhere = free.filter(|_| [captures, quiet] != [Way::Both; 2]);
    if stays && castles_from_elsewhere.is_some() {
        rules.list_moves_of_man_by(castlings_from_elsewhere_first);
    }
    let leaving = Arc::clone(&origins);
    rules.add_moves_of_man(Promise::nothing(), move |rules, position, actor, into| {
        let view = rules.view(position);
        let noticed = view.noticed(actor.square);
        let among = noticed.as_ref().unwrap_or(position);
        add_departures((view, among), actor, &*leaving, (which, stays), into);
        if [captures, quiet].contains(&Way::Reborn) {
            let rooks_leave = quiet == Way::Reborn;
            add_castlings(rules, position, actor, (&*leaving, rooks_leave), into);
        }
        if let Some(castlings) = castles_from_elsewhere {
            add_free_castlings(rules, position, actor, (&*leaving, castlings, stays), into);
        }
    });
    if captures == Way::Reborn {
        let origins = Arc::clone(&origins);
        rules.keep_line(
            Ring::Geometry,
            Promise::captures(),
            move |view, side, pseudo_move| may_stay(view, &*origins, side, pseudo_move),
        );
    }
    if captures == Way::MovesReborn || quiet == Way::Reborn {
        let origins = Arc::clone(&origins);
        rules.keep_move(Promise::nothing(), move |view, side, pseudo_move| {
            let must_leave = match pseudo_move.is_capture() {
                true => captures == Way::MovesReborn,
                false => quiet == Way::Reborn,
            };
            !must_leave || may_stay(view, &*origins, side, pseudo_move)
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

/// Whether the man may make a move from where it stands.
fn may_stay(view: View<'_>, origins: &Origins, side: Side, pseudo_move: &PseudoMove) -> bool {
    let square = pseudo_move.from;
    let actor = Actor { square, side };
    let purpose = match pseudo_move.is_capture() {
        true => Purpose::Capture,
        false => Purpose::NonCapture,
    };
    let leaves = |&walk: &WalkId| {
        let squares = origins(view, actor, walk);
        squares.is_none_or(|squares| squares.contains(square))
    };
    match pseudo_move.kind {
        Kind::Ordinary | Kind::DoubleStep | Kind::EnPassant => {
            view.walks(actor, purpose).iter().any(leaves)
        }
        _ => true,
    }
}

/// Whether the rule lets a man leave from this square with its own walk.
fn may_start(view: View<'_>, origins: &Origins, actor: Actor, from: Square) -> bool {
    let walk = view.piece_on(actor.square).walk();
    let squares = origins(view, actor, walk);
    squares.is_some_and(|squares| squares.contains(from))
}

/// What a man can do from elsewhere among the men that it takes notice of, but for what it can do
/// from its own square as well.
fn add_departures(
    (view, among): (View<'_>, &Position),
    actor: Actor,
    origins: &Origins,
    (which, stays): (Which, bool),
    into: &mut Vec<PseudoMove>,
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
                let pseudo_move = PseudoMove {
                    kind: Kind::Via {
                        origin,
                        double_step,
                    },
                    ..PseudoMove::ordinary(from, step.to, step.captured)
                };
                // Only a double step may end on the square where the man stands, and only where
                // the man cannot move from that square itself.
                let goes = step.to != from || (double_step && !stays);
                let is_new = !known.contains(&(step.to, step.captured))
                    && (walks.len() == 1 || !into[start..].contains(&pseudo_move));
                if goes && is_new {
                    into.push(pseudo_move);
                }
            };
            view.table().steps(&men, walk, side, origin, which, sink);
        }
    }
}

/// The walks of a man, its own or those it is lent, with what each is for.
fn walks_for(view: View<'_>, actor: Actor, which: Which) -> Vec<(WalkId, Which)> {
    let all_for = |walks: Walks, which| walks.into_iter().map(move |walk| (walk, which));
    let quiet = || view.walks(actor, Purpose::NonCapture);
    let captures = || view.walks(actor, Purpose::Capture);
    match which {
        Which::NonCapture => all_for(quiet(), which).collect(),
        Which::Captures => all_for(captures(), which).collect(),
        Which::All => match (quiet(), captures()) {
            (quiet, captures) if quiet == captures => all_for(quiet, which).collect(),
            (quiet, captures) => all_for(quiet, Which::NonCapture)
                .chain(all_for(captures, Which::Captures))
                .collect(),
        },
    }
}

/// Castlings from elsewhere are listed before captures, which come before all other moves.
fn captures_before_others(pseudo_move: &PseudoMove) -> i32 {
    match pseudo_move.kind {
        Kind::CastlingVia { .. } => 0,
        _ => 1 + captures_first(pseudo_move),
    }
}

/// The same before castlings from the own square.
fn castlings_from_elsewhere_first(pseudo_move: &PseudoMove) -> i32 {
    i32::from(!matches!(pseudo_move.kind, Kind::CastlingVia { .. }))
}

/// Castlings of a king and a rook that are first put on their squares of the array; where men are put
/// there to capture only, the rook has to stand there. A rook that stands on its square needs its right to castle.
fn add_castlings(
    rules: &Rules,
    position: &mut Position,
    actor: Actor,
    (origins, rooks_leave): (&Origins, bool),
    into: &mut Vec<PseudoMove>,
) {
    let Actor { square: from, side } = actor;
    if !position.piece_on(from).is_royal() {
        return;
    }
    let view = rules.view(position);
    let mut found = Vec::new();
    for (castling, way) in rules.generator().castlings_of(side) {
        let Kind::Castling { partner_from, .. } = castling.kind else {
            continue;
        };
        let home = castling.from;
        for rook in position.with_walk(walk_id::ROOK) & position.men_of(side) {
            let at_home = rook == partner_from;
            let both_home = from == home && at_home;
            let partner = Actor { square: rook, side };
            let barred =
                (position.men() | position.holes()) & !(SquareSet::of(from) | SquareSet::of(rook));
            if !both_home
                && (rooks_leave || at_home)
                && may_start(view, origins, actor, home)
                && may_start(view, origins, partner, partner_from)
                && (!at_home || view.has_castling_right(rook))
                && (way & barred).is_empty()
            {
                found.push(castles_via([from, rook], castling));
            }
        }
    }
    found.retain(|castling| may_castle(rules, position, side, castling));
    into.extend(found);
}

/// Castlings of castling chess by a king that is first put on another square; its partner is where it stands.
/// Where the king may leave from its own square as well, it does not pass that: as measured.
fn add_free_castlings(
    rules: &Rules,
    position: &mut Position,
    actor: Actor,
    (origins, castlings, stays): (&Origins, Castlings, bool),
    into: &mut Vec<PseudoMove>,
) {
    let Actor { square: from, side } = actor;
    let king = position.piece_on(from);
    if !king.is_royal() {
        return;
    }
    let squares = origins(rules.view(position), actor, king.walk()).unwrap_or(SquareSet::EMPTY);
    for square in squares.filter(|&origin| origin != from) {
        let there = Actor { square, side };
        let mut found = Vec::new();
        with_men_on(position, [(from, square)], |position| {
            castlings::add_castlings(rules, position, there, castlings, &mut found);
        });
        for castling in found {
            if let Kind::Castling {
                partner_from,
                partner_to,
            } = castling.kind
                && !(stays && partner_to == from)
            {
                into.push(castles_via([from, partner_from], castling));
            }
        }
    }
}

/// A castling of men that are first put where it begins from where they stand.
fn castles_via([from, rook]: [Square; 2], castling: PseudoMove) -> PseudoMove {
    let kind = match castling.kind {
        Kind::Castling {
            partner_from,
            partner_to,
        } => Kind::CastlingVia {
            homes: [castling.from, partner_from],
            rook,
            partner_to,
        },
        other => other,
    };
    PseudoMove {
        from,
        kind,
        ..castling
    }
}

/// Whether king and rook, once put where they begin, may castle there: the king is in check neither on its
/// square nor on the one that it passes.
fn may_castle(rules: &Rules, position: &mut Position, side: Side, castling: &PseudoMove) -> bool {
    let Kind::CastlingVia {
        homes: [home, start],
        rook,
        partner_to,
    } = castling.kind
    else {
        return true;
    };
    with_men_on(
        position,
        [(castling.from, home), (rook, start)],
        |position| rules.generator().may_pass(position, side, home, partner_to),
    )
}

/// The answer to a question asked while men are on other squares.
fn with_men_on<T>(
    position: &mut Position,
    ways: impl IntoIterator<Item = (Square, Square)>,
    ask: impl FnOnce(&mut Position) -> T,
) -> T {
    let played = position.turn();
    position.begin_ply(played);
    for (from, to) in ways {
        if from != to {
            position.apply(Effect::Move { from, to }, Reason::Silent);
        }
    }
    let answer = ask(position);
    position.rewind();
    answer
}
