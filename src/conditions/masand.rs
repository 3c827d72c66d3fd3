//! Masand: a man that gives check turns over everything it observes.

use super::{Boards, Definition, Names};
use crate::board::{Side, Square, SquareSet};
use crate::position::{Effect, Reason};
use crate::rules::{Actor, Outcome, Rank, Ring, RulesBuilder, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "masand",
    names: Names {
        en: "Masand",
        de: "Masand",
        fr: "Masand",
    },
    inventor: Some("Petko Petkov, 2004"),
    summary: "When the moved man itself gives check, all other men that it observes, of either side but not royal, \
              change sides.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    ..Definition::BASE
};

/// Generalised Masand.
pub static GENERALISED: Definition = Definition {
    key: "masand-generalised",
    names: Names {
        en: "MasandGeneralised",
        de: "MasandVerallgemeinert",
        fr: "MasandGeneralise",
    },
    inventor: Some("Petko Petkov"),
    summary: "After each move all men that give check, not the moved one alone, turn over what they observe: men of \
              either side that are not royal change sides, each once.",
    install: |_, rules| install_generalised(rules),
    ..Definition::BASE
};

fn install_generalised(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("Masand with neutral men is not defined");
    }
    rules.after(Rank::MASAND, turn_over_by_all);
}

/// A man that has changed sides may check in its turn; each man changes once.
fn turn_over_by_all(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    let mut position = view.position.clone();
    let mut unturned = position.men();
    loop {
        let now = view.rules.view(&position);
        let turned: Vec<Square> = observed_by_checkers(now, turn.side, unturned).collect();
        if turned.is_empty() {
            return;
        }
        for on in turned {
            unturned.remove(on);
            let piece = position.piece_on(on);
            let piece = piece.with_sides(piece.sides().swapped());
            let effect = Effect::Alter { on, piece };
            outcome.push(effect, Reason::Recolouring);
            position.apply(effect, Reason::Recolouring);
        }
    }
}

/// Those of the men that some man of `side` observes that gives check.
fn observed_by_checkers(view: View<'_>, side: Side, men: SquareSet) -> SquareSet {
    let actors = view
        .position
        .men_of(side)
        .map(|square| Actor { square, side });
    let checkers: Vec<Actor> = actors.filter(|&actor| view.checks(actor)).collect();
    let is_observed = |on: &Square| {
        let mut checkers = checkers.iter();
        checkers.any(|&checker| is_turned_over(view, checker, *on))
    };
    men.filter(is_observed).collect()
}

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("Masand with neutral men is not defined");
    }
    rules.after(Rank::MASAND, turn_over);
}

fn turn_over(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    let Some(mover) = turn.now else { return };
    let checker = Actor {
        square: mover,
        side: turn.side,
    };
    if !view.piece_on(mover).is_of(turn.side) || !view.checks(checker) {
        return;
    }
    for on in view.position.men() {
        if is_turned_over(view, checker, on) {
            recolour(view, on, outcome);
        }
    }
}

fn recolour(view: View<'_>, on: Square, outcome: &mut Outcome<'_>) {
    let piece = view.piece_on(on);
    let piece = piece.with_sides(piece.sides().swapped());
    outcome.push(Effect::Alter { on, piece }, Reason::Recolouring);
}

fn is_turned_over(view: View<'_>, checker: Actor, on: Square) -> bool {
    let piece = view.piece_on(on);
    on != checker.square
        && !piece.is_royal()
        && !piece.is_neutral()
        && view.observes(checker, on, Ring::Capture)
}
