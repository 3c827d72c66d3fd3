//! Masand: a man that gives check turns over everything it observes.

use super::{Boards, Definition};
use crate::board::{Square, SquareSet};
use crate::men::Piece;
use crate::position::{Effect, Position, Reason};
use crate::rules::{
    Actor, Displaces, Numbered, Outcome, PlayedMove, Rank, Ring, RulesBuilder, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "masand",
    decisions: "A man that checks from elsewhere (phantom chess, plus chess) gives no check itself, and turns over nothing from \
                there. In Alice chess it turns over men of both boards.",
    summary: "When the moved man itself gives check, all other men that it observes, of either side but not royal, \
              change sides.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// Generalised Masand.
pub static GENERALISED: Definition = Definition {
    key: "masand-generalised",
    summary: "After each move all men that give check, not the moved one alone, turn over what they observe: men of \
              either side that are not royal change sides, each once. A man that has changed sides checks in its turn if \
              its square comes after that of the man that turned it over, from a1 to h8.",
    install: |_, rules| install_generalised(rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install_generalised(rules: &mut RulesBuilder<'_>) {
    let depth = rules.depth("turned-over-in-a-question", DEEPEST);
    rules.after(
        Rank::MASAND_GENERALISED,
        Displaces::InPlace,
        move |view, played, outcome| {
            let mut kings = view.royals(!played.side);
            if kings.any(|king| !view.is_out_of_reach(king, played.side)) {
                let mut copy = view.position.sketch();
                let turn_over =
                    |position: &mut Position| turn_over_by_all(view, position, played, outcome);
                depth.deeper(&mut copy, turn_over);
            }
        },
    );
}

/// Where checks are judged by playing the capture, men turn over others in captures that are asked about
/// while men turn over others, and so on: so many questions deep.
const DEEPEST: u128 = 2;

/// Squares are looked at once, from a1 to h8: a man that has changed sides checks in its turn if its
/// square is still to come. Each man changes once.
fn turn_over_by_all(
    view: View<'_>,
    position: &mut Position,
    played: &PlayedMove,
    outcome: &mut Outcome<'_>,
) {
    let side = played.side;
    let mut men = view.position.men();
    let gives_check_now = |position: &Position, square: Square| {
        let now = view.rules.view(position);
        now.piece_on(square).is_of(side) && now.gives_check(Actor { square, side })
    };
    // Before the first man that checks nobody is turned over.
    let Some(first) = men.find(|&square| gives_check_now(position, square)) else {
        return;
    };
    let mut unturned = position.men();
    for square in [first].into_iter().chain(men) {
        if gives_check_now(position, square) {
            let checker = Actor { square, side };
            turn_over_by(view, position, checker, &mut unturned, outcome);
        }
    }
}

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("Masand with neutral men is not defined");
    }
    rules.after(Rank::MASAND, Displaces::InPlace, turn_over);
}

fn turn_over(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let Some(mover) = played.now else { return };
    let checker = Actor {
        square: mover,
        side: played.side,
    };
    if !view.piece_on(mover).is_of(played.side) || !view.gives_check(checker) {
        return;
    }
    let mut position = view.position.sketch();
    let mut men = position.men();
    turn_over_by(view, &mut position, checker, &mut men, outcome);
}

/// One man turns over what it observes, on both boards of Alice chess; what it observes may depend on men
/// already turned over.
fn turn_over_by(
    view: View<'_>,
    position: &mut Position,
    checker: Actor,
    unturned: &mut SquareSet,
    outcome: &mut Outcome<'_>,
) {
    let mut seen = view.rules.judge().among_all(position);
    for on in *unturned {
        if is_turned_over(view.rules.view(&seen), checker, on) {
            unturned.remove(on);
            let turned = |piece: Piece| Effect::Alter {
                on,
                piece: piece.turned(),
            };
            let effect = turned(position.piece_on(on));
            outcome.push(effect, Reason::Recolouring);
            position.apply(effect, Reason::Recolouring);
            seen.apply(turned(seen.piece_on(on)), Reason::Recolouring);
        }
    }
}

fn is_turned_over(view: View<'_>, checker: Actor, on: Square) -> bool {
    let piece = view.piece_on(on);
    on != checker.square
        && !piece.is_royal()
        && !piece.is_neutral()
        && view.observes_as_itself(checker, on, Ring::Capture)
        && could_capture(view, checker, on)
}

/// Whether a capture would stand where checks are judged by playing the capture, whatever the man.
fn could_capture(view: View<'_>, checker: Actor, on: Square) -> bool {
    if !view.rules.judge().plays_all_checks() {
        return true;
    }
    let mut position = view.position.clone();
    let attackers = view
        .rules
        .judge()
        .attackers(&mut position, on, checker.side);
    attackers.contains(checker.square)
}
