//! The mummers: a side must play the longest (or shortest) of its legal moves.

mod length;

use super::{Definition, Names};
use crate::board::Side;
use crate::position::{Effect, Reason, Slot};
use crate::problem::Condition;
use crate::rules::{Candidate, Move, RulesBuilder, View};
use length::squared_length;

/// White maximummer.
pub static WHITE_MAXIMUMMER: Definition = Definition {
    key: "white-maximummer",
    names: Names {
        en: "WhiteMaximummer",
        de: "WeisserLaengstzueger",
        fr: "BlancMaximum",
    },
    inventor: INVENTOR,
    summary: "White must play one of the longest of his legal moves, measured between the centres of the squares. In the \
              form ultra he checks only if the capture of the king would be one of them.",
    install: |condition, rules| install(condition, Side::White, i64::from, rules),
};

/// Black maximummer.
pub static BLACK_MAXIMUMMER: Definition = Definition {
    key: "black-maximummer",
    names: Names {
        en: "BlackMaximummer",
        de: "SchwarzerLaengstzueger",
        fr: "NoirMaximum",
    },
    inventor: INVENTOR,
    summary: "Black must play one of the longest of his legal moves, measured between the centres of the squares. In the \
              form ultra he checks only if the capture of the king would be one of them.",
    install: |condition, rules| install(condition, Side::Black, i64::from, rules),
};

/// White minimummer.
pub static WHITE_MINIMUMMER: Definition = Definition {
    key: "white-minimummer",
    names: Names {
        en: "WhiteMinimummer",
        de: "WeisserKuerzestzueger",
        fr: "BlancMinimum",
    },
    inventor: None,
    summary: "White must play one of the shortest of his legal moves, measured between the centres of the squares.",
    install: |condition, rules| install(condition, Side::White, |length| -i64::from(length), rules),
};

/// Black minimummer.
pub static BLACK_MINIMUMMER: Definition = Definition {
    key: "black-minimummer",
    names: Names {
        en: "BlackMinimummer",
        de: "SchwarzerKuerzestzueger",
        fr: "NoirMinimum",
    },
    inventor: None,
    summary: "Black must play one of the shortest of his legal moves, measured between the centres of the squares.",
    install: |condition, rules| install(condition, Side::Black, |length| -i64::from(length), rules),
};

const INVENTOR: Option<&str> = Some("Thomas Rayner Dawson, 1913");

fn install(condition: &Condition, side: Side, merit: fn(u32) -> i64, rules: &mut RulesBuilder<'_>) {
    if condition.has_flag("exact") {
        rules.refuse("the form `exact` of maximummers is not supported yet");
    }
    if condition.has_flag("ultra") {
        rules.keep_capture(move |view, mover, candidate| {
            mover != side || !takes_royal(view, candidate) || is_best(view, side, merit, candidate)
        });
    }
    rules.select(move |view, mover, moves| {
        if mover == side {
            keep_best(view, merit, moves);
        }
    });
}

fn takes_royal(view: View<'_>, candidate: &Candidate) -> bool {
    let victim = candidate.captured.map(|on| view.piece_on(on));
    victim.is_some_and(|man| man.is_some() && man.is_royal())
}

/// Ultra: a check is a check only if the capture of the king is one of the moves that the side
/// might choose. Whether those would be kings' captures too is not asked again.
fn is_best(view: View<'_>, side: Side, merit: fn(u32) -> i64, capture: &Candidate) -> bool {
    if view.position.slot(Slot::Nesting) != 0 {
        return true;
    }
    let mut position = view.position.clone();
    position.begin_ply(side);
    let inside = Effect::Set {
        slot: Slot::Nesting,
        value: 1,
    };
    position.apply(inside, Reason::Silent);
    let legal = view.rules.legal_candidates(&mut position, side);
    let merit = |candidate: &Candidate| merit(squared_length(view, candidate));
    let best = legal.iter().map(merit).max();
    best.is_none_or(|best| merit(capture) >= best)
}

/// Keeps the moves of the greatest merit.
fn keep_best(view: View<'_>, merit: fn(u32) -> i64, moves: &mut Vec<Move>) {
    let merit = |movement: &Move| merit(squared_length(view, &movement.candidate));
    if let Some(best) = moves.iter().map(merit).max() {
        moves.retain(|movement| merit(movement) == best);
    }
}
