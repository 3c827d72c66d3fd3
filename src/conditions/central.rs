//! Central chess: only men connected with their king by a chain of guards may act.

use super::{Definition, Names};
use crate::board::{Side, SquareSet};
use crate::rules::{Actor, Candidate, Promise, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "central-chess",
    names: Names {
        en: "CentralChess",
        de: "ZentralSchach",
        fr: "EchecsCentral",
    },
    inventor: None,
    summary: "Only men connected with their own king may move, capture, check and guard: the king itself, the men that \
              it observes, the men that those observe, and so on.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(is_connected);
    rules.keep_move(Promise::nothing(), is_connected);
}

fn is_connected(view: View<'_>, side: Side, candidate: &Candidate) -> bool {
    let mover = view.actor(candidate.from, side);
    connected(view, mover.side).contains(mover.square)
}

/// The royal men of `side` and all that a chain of observation joins to them.
fn connected(view: View<'_>, side: Side) -> SquareSet {
    let mut connected = view.position.royals_of(side);
    let mut waiting = connected;
    while let Some(square) = waiting.next() {
        let guard = Actor { square, side };
        let others = view.position.men_of(side) & !connected;
        for on in others.filter(|&on| view.observes(guard, on, Ring::Actor)) {
            connected.insert(on);
            waiting.insert(on);
        }
    }
    connected
}
