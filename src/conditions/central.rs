//! Central chess: only men connected with their king by a chain of guards may act.

use super::Definition;
use crate::board::{Side, SquareSet};
use crate::rules::{Actor, Fact, Promise, PseudoMove, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "central-chess",
    summary: "Only men connected with their own king may move, capture, check and guard: the king itself, the men that \
              it observes, the men that those observe, and so on.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let guard = rules.guard();
    // Captures along walks do not stand there: others take their place.
    let ring = match rules.has(Fact::CapturesGoOtherWays) {
        true => Ring::Actor,
        false => Ring::Capture,
    };
    let is_connected = move |view: View<'_>, side: Side, pseudo_move: &PseudoMove| {
        let connected = view.ask_once(guard, |view| is_connected(view, side, pseudo_move, ring));
        connected.unwrap_or(true)
    };
    rules.keep_capture(Promise::departure(), is_connected);
    rules.keep_move(Promise::departure(), is_connected);
}

/// A link is a capture that would stand by all other rules.
fn is_connected(view: View<'_>, side: Side, pseudo_move: &PseudoMove, ring: Ring) -> bool {
    let mover = view.actor(pseudo_move.from, side);
    match view.captures_from_elsewhere() {
        false => connected(view, mover.side, ring).contains(mover.square),
        true => is_joined(view, mover, SquareSet::EMPTY, ring),
    }
}

/// The royal men of `side` and all that a chain of observation joins to them.
fn connected(view: View<'_>, side: Side, ring: Ring) -> SquareSet {
    let mut connected = view.position.royals_of(side);
    let mut waiting = connected;
    while let Some(square) = waiting.next() {
        let guard = Actor { square, side };
        let others = view.position.men_of(side) & !connected;
        for on in others.filter(|&on| view.joins(guard, on, ring)) {
            connected.insert(on);
            waiting.insert(on);
        }
    }
    connected
}

/// Whether such a chain ends at this man, where men observe from elsewhere too: each link is looked for
/// from where the one before it leaves.
fn is_joined(view: View<'_>, man: Actor, mut passed: SquareSet, ring: Ring) -> bool {
    let Actor { square, side } = man;
    if view.piece_on(square).is_royal() {
        return true;
    }
    passed.insert(square);
    let guards = view.position.men_of(side) & !passed;
    guards.into_iter().any(|on| {
        let guard = Actor { square: on, side };
        let at_home = || view.joins(guard, square, ring) && is_joined(view, guard, passed, ring);
        at_home() || {
            let mut places = view.elsewhere(guard, square, ring).into_iter();
            places.any(|(on, there)| {
                is_joined(
                    view.rules.view(&there),
                    Actor { square: on, side },
                    passed,
                    ring,
                )
            })
        }
    })
}
