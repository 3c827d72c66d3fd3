//! Transmuted and reflective kings: a king in check moves like the men that check it.

use super::{Definition, Names};
use crate::board::{Side, SquareSet};
use crate::rules::{Actor, Purpose, Ring, RulesBuilder, View, Walks};

/// Transmuted kings of both sides.
pub static TRANSMUTED: Definition = Definition {
    key: "transmuted-kings",
    names: Names {
        en: "TransmutedKings",
        de: "TransmutierendeKoenige",
        fr: "RoisTransmutes",
    },
    inventor: None,
    summary: "A king in check moves, captures and checks like the men that check it, and in no other way. Pawns lend \
              it their walk in its own direction.",
    install: |_, rules| install(&Side::BOTH, false, rules),
    ..Definition::BASE
};

/// Transmuted king of White.
pub static WHITE_TRANSMUTED: Definition = Definition {
    key: "white-transmuted-king",
    names: Names {
        en: "WhiteTransmutedKing",
        de: "WeisserTransmutierenderKoenig",
        fr: "BlancRoiTransmute",
    },
    inventor: None,
    summary: "The white king in check moves, captures and checks like the men that check it, and in no other way.",
    install: |_, rules| install(&[Side::White], false, rules),
    ..Definition::BASE
};

/// Transmuted king of Black.
pub static BLACK_TRANSMUTED: Definition = Definition {
    key: "black-transmuted-king",
    names: Names {
        en: "BlackTransmutedKing",
        de: "SchwarzerTransmutierenderKoenig",
        fr: "NoirRoiTransmute",
    },
    inventor: None,
    summary: "The black king in check moves, captures and checks like the men that check it, and in no other way.",
    install: |_, rules| install(&[Side::Black], false, rules),
    ..Definition::BASE
};

/// Reflective kings of both sides.
pub static REFLECTIVE: Definition = Definition {
    key: "reflective-kings",
    names: Names {
        en: "ReflectiveKings",
        de: "ReflektierendeKoenige",
        fr: "RoisReflecteurs",
    },
    inventor: None,
    summary: "A king in check also moves and captures like the men that check it. It checks as a king alone.",
    install: |_, rules| install(&Side::BOTH, true, rules),
    ..Definition::BASE
};

/// Reflective king of White.
pub static WHITE_REFLECTIVE: Definition = Definition {
    key: "white-reflective-king",
    names: Names {
        en: "WhiteReflectiveKing",
        de: "WeisserReflektierenderKoenig",
        fr: "BlancRoiReflecteur",
    },
    inventor: None,
    summary: "The white king in check also moves and captures like the men that check it. It checks as a king alone.",
    install: |_, rules| install(&[Side::White], true, rules),
    ..Definition::BASE
};

/// Reflective king of Black.
pub static BLACK_REFLECTIVE: Definition = Definition {
    key: "black-reflective-king",
    names: Names {
        en: "BlackReflectiveKing",
        de: "SchwarzerReflektierenderKoenig",
        fr: "NoirRoiReflecteur",
    },
    inventor: None,
    summary: "The black king in check also moves and captures like the men that check it. It checks as a king alone.",
    install: |_, rules| install(&[Side::Black], true, rules),
    ..Definition::BASE
};

fn install(sides: &'static [Side], keeps_own: bool, rules: &mut RulesBuilder<'_>) {
    rules.list_by_squares();
    let guard = rules.guard();
    rules.borrow_walk(move |view, actor, purpose, walks| {
        let borrows = !(keeps_own && purpose == Purpose::Observe);
        if borrows && view.piece_on(actor.square).is_royal() && sides.contains(&actor.side) {
            let checkers = view.ask_once(guard, |view| checkers(view, actor));
            borrow(view, checkers.unwrap_or_default(), keeps_own, walks);
        }
    });
}

fn borrow(view: View<'_>, checkers: SquareSet, keeps_own: bool, walks: &mut Walks) {
    if checkers.is_empty() {
        return;
    }
    if !keeps_own {
        walks.clear();
    }
    for checker in checkers {
        let walk = view.piece_on(checker).walk();
        if !walks.contains(&walk) {
            walks.push(walk);
        }
    }
}

/// Meanwhile kings have their own walks.
fn checkers(view: View<'_>, king: Actor) -> SquareSet {
    view.observers(king.square, !king.side, Ring::Capture)
}
