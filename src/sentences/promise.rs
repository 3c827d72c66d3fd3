//! What follows from a sentence for short cuts: promises are read off the tree.
//!
//! **Invariant:** what cannot be shown from the words is not promised.

use super::tree::{Named, Node, Value};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::conditions::home_square;
use crate::men::{Piece, walk_id};
use crate::rules::{Promise, View};
use std::collections::HashMap;

/// What a `let` means.
pub(super) type Lets = HashMap<String, Node>;

pub(super) type Pair = Box<dyn Fn(Piece, Piece) -> bool + Send + Sync>;
type Alone = Box<dyn Fn(Piece) -> bool + Send + Sync>;

/// What is known of a condition that only speaks of walks and of who reaches the man.
enum Known {
    /// The man alone tells.
    Alone(Alone),
    /// Some hostile man reaches it that goes with it so.
    Reached(Pair),
}

/// The promise of a sentence on who may act: a hostile man of some kind reaches it.
pub(super) fn observed_by(who: &Node, cond: &Node, lets: &Lets) -> Promise {
    let Some(is_meant) = described(who.kid(0)) else {
        return Promise::nothing();
    };
    match known(cond, lets) {
        Some(Known::Reached(pair)) => {
            Promise::observed_by(move |man, other| is_meant(man, man) && pair(man, other))
        }
        _ => Promise::nothing(),
    }
}

fn known(node: &Node, lets: &Lets) -> Option<Known> {
    match (node.category, node.key) {
        ("cond", "and") => {
            let mut alone: Vec<Alone> = Vec::new();
            let mut reached: Option<Pair> = None;
            for kid in &node.kids {
                match known(kid, lets)? {
                    Known::Alone(test) => alone.push(test),
                    Known::Reached(_) if reached.is_some() => return None,
                    Known::Reached(pair) => reached = Some(pair),
                }
            }
            let all = move |man: Piece| alone.iter().all(|test| test(man));
            Some(match reached {
                None => Known::Alone(Box::new(all)),
                Some(pair) => {
                    Known::Reached(Box::new(move |man, other| all(man) && pair(man, other)))
                }
            })
        }
        ("cond", "or") => {
            let mut pairs: Vec<Pair> = Vec::new();
            let mut alone: Vec<Alone> = Vec::new();
            for kid in &node.kids {
                match known(kid, lets)? {
                    Known::Alone(test) => alone.push(test),
                    Known::Reached(pair) => pairs.push(pair),
                }
            }
            match (pairs.is_empty(), alone.is_empty()) {
                (false, true) => Some(Known::Reached(Box::new(move |man, other| {
                    pairs.iter().any(|pair| pair(man, other))
                }))),
                (true, false) => Some(Known::Alone(Box::new(move |man| {
                    alone.iter().any(|test| test(man))
                }))),
                _ => None,
            }
        }
        ("cond", "not") => match known(node.kid(0), lets)? {
            Known::Alone(test) => Some(Known::Alone(Box::new(move |man| !test(man)))),
            Known::Reached(_) => None,
        },
        ("atom", "named") => match &node.value {
            Value::Name(name) => known(lets.get(name)?, lets),
            _ => None,
        },
        ("atom", "says") if node.kid(0).is("man", "it") => alone(node.kid(1)).map(Known::Alone),
        ("atom", "some") => {
            let vp = node.kid(1);
            let it = vp.kid(0).kid(0);
            let is_meant = vp.is("vp", "reaches") && it.is("man", "it");
            let hostile = |kid: &Node| kid.is("adj", "hostile");
            let group = node.kid(0);
            if !is_meant || !group.kids.iter().any(hostile) {
                return None;
            }
            let fits = described(group)?;
            Some(Known::Reached(Box::new(fits)))
        }
        _ => None,
    }
}

/// A description that walks and royalty alone decide: given the man of the sentence and the one described.
pub(super) fn described(group: &Node) -> Option<Pair> {
    let mut tests: Vec<Pair> = Vec::new();
    for kid in &group.kids {
        match (kid.category, kid.key) {
            ("adj", "hostile") | ("kind", "man") => {}
            ("adj", "royal") => tests.push(Box::new(|_, other| other.is_royal())),
            ("adj", "not-royal") => tests.push(Box::new(|_, other| !other.is_royal())),
            ("kind", _) => {
                let is_kind = of_kind(kid)?;
                tests.push(Box::new(move |_, other| is_kind(other)));
            }
            ("tail", "like") if kid.kid(0).is("man", "it") => {
                tests.push(Box::new(|man, other| man.walk() == other.walk()));
            }
            _ => return None,
        }
    }
    Some(Box::new(move |man, other| {
        tests.iter().all(|test| test(man, other))
    }))
}

/// What is said of the man of a sentence, if walk and royalty decide it.
fn alone(vp: &Node) -> Option<Alone> {
    let prop = vp.kid(0);
    let test: Alone = match (prop.category, prop.key) {
        ("prop", "royal") => Box::new(|man| man.is_royal()),
        ("prop", "kind") if prop.kid(1).is_nothing() => of_kind(prop.kid(0))?,
        _ => return None,
    };
    match vp.key {
        "prop" => Some(test),
        "not-prop" => Some(Box::new(move |man| !test(man))),
        _ => None,
    }
}

/// Whether a man is of a kind.
pub(super) fn of_kind(kind: &Node) -> Option<Alone> {
    Some(match kind.key {
        "man" => Box::new(|_| true),
        "pawn" => Box::new(|man| man.walk().row().is_pawn()),
        "king" => Box::new(|man| man.is_royal()),
        "officer" => Box::new(|man| {
            !man.is_royal() && !man.walk().row().is_pawn() && man.walk() != walk_id::KING
        }),
        _ => match kind.kid(0).value {
            Value::Walk(walk) => Box::new(move |man| man.walk() == walk),
            _ => return None,
        },
    })
}

/// Whether a description fits royal men alone.
pub(super) fn is_of_royals(group: &Node) -> bool {
    group
        .kids
        .iter()
        .any(|kid| kid.is("adj", "royal") || kid.is("kind", "king"))
}

/// Whether a condition on a played move holds as soon as another man is next to the one that moved: `mover
/// touches other`, `every man A where A was displaced touches other`.
pub(super) fn needs_company(node: &Node, lets: &Lets) -> bool {
    let says = |node: &Node, key: &str| node.is("atom", "says") && node.kid(1).is("vp", key);
    let touches_other = |vp: &Node| vp.is("vp", "touches") && vp.kid(0).is("obj", "another");
    match (node.category, node.key) {
        ("cond", "and") => node.kids.iter().all(|kid| needs_company(kid, lets)),
        ("cond", "or") => node.kids.iter().any(|kid| needs_company(kid, lets)),
        ("atom", "named") => match &node.value {
            Value::Name(name) => lets
                .get(name)
                .is_some_and(|meant| needs_company(meant, lets)),
            _ => false,
        },
        ("atom", "says") => node.kid(0).is("man", "mover") && touches_other(node.kid(1)),
        ("atom", "every") => {
            let moved = |kid: &Node| {
                kid.category == "tail" && kid.key == "where" && says(kid.kid(0), "displaced")
                    || kid.is("tail", "that") && kid.kid(0).is("vp", "displaced")
            };
            node.kid(0).kids.iter().any(moved) && touches_other(node.kid(1))
        }
        _ => false,
    }
}

/// The answer to a condition in a move without capture, if the words tell it.
pub(super) fn when_quiet(node: &Node, lets: &Lets) -> Option<bool> {
    match (node.category, node.key) {
        ("cond", "and") => {
            let all: Vec<_> = node.kids.iter().map(|kid| when_quiet(kid, lets)).collect();
            match all.contains(&Some(false)) {
                true => Some(false),
                false => all.iter().all(|one| *one == Some(true)).then_some(true),
            }
        }
        ("cond", "or") => {
            let all: Vec<_> = node.kids.iter().map(|kid| when_quiet(kid, lets)).collect();
            match all.contains(&Some(true)) {
                true => Some(true),
                false => all.iter().all(|one| *one == Some(false)).then_some(false),
            }
        }
        ("cond", "not") => when_quiet(node.kid(0), lets).map(|answer| !answer),
        ("atom", "named") => match &node.value {
            Value::Name(name) => when_quiet(lets.get(name)?, lets),
            _ => None,
        },
        ("atom", "captured") => Some(false),
        ("atom", "not-captured") => Some(true),
        ("atom", "move-is") => match node.kid(0).key {
            "capture" => Some(false),
            "quiet" => Some(true),
            _ => None,
        },
        ("atom", "says") => {
            let is_missing = matches!(node.kid(0).key, "victim" | "captor");
            is_missing.then_some(false)
        }
        _ => None,
    }
}

/// The sides that a description leaves, if it says no more than that.
pub(super) fn sides_alone(group: &Node) -> Option<&'static [Side]> {
    let mut sides: &'static [Side] = &Side::BOTH;
    for kid in &group.kids {
        match (kid.category, kid.key) {
            ("kind", "man") => {}
            ("adj", "white") => sides = &[Side::White],
            ("adj", "black") => sides = &[Side::Black],
            _ => return None,
        }
    }
    Some(sides)
}

/// Whether a condition goes by the squares of the board alone.
pub(super) fn is_geometry(node: &Node, lets: &Lets) -> bool {
    match (node.category, node.key) {
        ("cond", _) => node.kids.iter().all(|kid| is_geometry(kid, lets)),
        ("atom", "named") => match &node.value {
            Value::Name(name) => lets.get(name).is_none_or(|meant| is_geometry(meant, lets)),
            _ => false,
        },
        ("atom", "same-colour" | "other-colour") => true,
        ("atom", "zone" | "not-zone" | "same-place" | "not-same-place") => {
            node.kids.iter().all(is_fixed)
        }
        ("atom", "equals" | "exceeds") => node.kids.iter().all(is_fixed),
        _ => false,
    }
}

/// Whether a place, a zone or a number follows from departure and arrival.
fn is_fixed(node: &Node) -> bool {
    match (node.category, node.key) {
        ("place", "departure" | "arrival" | "square") => true,
        ("place", "opposite" | "mirror-files" | "mirror-ranks") => is_fixed(node.kid(0)),
        ("zone", "edge" | "light" | "dark" | "rank" | "file" | "squares") => true,
        ("zone", "own-half" | "other-half" | "first-rank" | "second-rank" | "last-rank") => true,
        ("zone", "place" | "file-of" | "rank-of") => is_fixed(node.kid(0)),
        ("number", "digits") => true,
        ("number", "rank" | "file" | "distance") => node.kids.iter().all(is_fixed),
        _ => false,
    }
}

/// Whether a measure goes by departure, arrival, castling and whether something is captured.
pub(super) fn is_way(measure: &Node, lets: &Lets) -> bool {
    let inner = measure.kid(0);
    match measure.key {
        "that" => is_way_cond(inner, lets),
        _ => inner.is("number", "length") || is_fixed(inner),
    }
}

fn is_way_cond(node: &Node, lets: &Lets) -> bool {
    match (node.category, node.key) {
        ("cond", _) => node.kids.iter().all(|kid| is_way_cond(kid, lets)),
        ("atom", "captured" | "not-captured") => true,
        _ => is_geometry(node, lets),
    }
}

/// From where men capture that leave from a place, if the man and its square tell: from there, and from their
/// own squares unless all those that `always` means have to leave.
pub(super) fn departures(place: &Node, always: Option<Pair>, own_too: bool) -> Promise {
    let Some(squares) = squares_of(place) else {
        return Promise::nothing();
    };
    Promise::departures(move |view, man, side, on| {
        let mut found = squares(view, man, side, on);
        let leaves = always.as_ref().is_some_and(|is_meant| is_meant(man, man));
        if own_too || !leaves {
            found.insert(on);
        }
        found
    })
}

type Departing = Box<dyn Fn(View<'_>, Piece, Side, Square) -> SquareSet + Send + Sync>;

/// The squares of a place that follow from the man that acts and its square.
fn squares_of(place: &Node) -> Option<Departing> {
    let mapped = |map: fn(&Geometry, Square) -> Option<Square>| -> Option<Departing> {
        let inner = squares_of(place.kid(0))?;
        Some(Box::new(move |view, man, side, on| {
            let map = |on| map(view.geometry(), on);
            inner(view, man, side, on).filter_map(map).collect()
        }))
    };
    match place.key {
        "home" => Some(Box::new(|view, man, side, on| {
            home_square(view, man, on, side).into_iter().collect()
        })),
        "other-home" => Some(Box::new(|view, man, side, on| {
            home_square(view, man, on, !side).into_iter().collect()
        })),
        "of" if place.kid(0).is("man", "it") => Some(Box::new(|_, _, _, on| SquareSet::of(on))),
        "opposite" => mapped(|board, on| board.opposite(on)),
        "mirror-files" => mapped(|board, on| board.across_files(on)),
        "mirror-ranks" => mapped(|board, on| board.across_ranks(on)),
        "square" => match place.kid(0).value {
            Value::Square(named) => Some(Box::new(move |view, _, _, _| {
                named.on(view.geometry()).into_iter().collect()
            })),
            _ => None,
        },
        "any-where" => {
            let named = chosen_among(place.kid(0))?;
            Some(Box::new(move |view, _, _, _| {
                let on_board = |named: &Named| named.on(view.geometry());
                named.iter().filter_map(on_board).collect()
            }))
        }
        _ => None,
    }
}

/// Squares among which the one of a condition is, if it names them.
fn chosen_among(cond: &Node) -> Option<Vec<Named>> {
    match (cond.category, cond.key) {
        ("cond", "and") => cond
            .kids
            .iter()
            .filter_map(chosen_among)
            .reduce(|mut one, other| {
                one.retain(|named| other.contains(named));
                one
            }),
        ("atom", "zone")
            if cond.kid(0).is("place", "here") && cond.kid(1).is("zone", "squares") =>
        {
            let of = |node: &Node| match node.value {
                Value::Square(named) => Some(named),
                _ => None,
            };
            Some(cond.kid(1).kid(0).kids.iter().filter_map(of).collect())
        }
        _ => None,
    }
}

/// Whether a measure or a condition can only be asked after the move.
pub(super) fn is_afterwards(node: &Node) -> bool {
    node.has("vp", &["gives-check", "displaced"])
        || node.has("atom", &["in-check"])
        || node.has("number", &["count"])
}
