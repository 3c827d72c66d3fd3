//! The mummers: a side must play the longest (or shortest) of its legal moves.

pub(super) mod length;
pub(super) mod ultra;

use super::{Definition, Param, Pawns};
use crate::board::Side;
use crate::problem::Condition;
use crate::rules::{Claim, Promise, PseudoMove, RulesBuilder, Thing, View};
use length::squared_length;

/// White maximummer.
pub static WHITE_MAXIMUMMER: Definition = Definition {
    claims: |_| &[Claim::Owns(Thing::Length(Side::White))],
    ..LONGEST.of_side("white-maximummer", Side::White)
};

/// Black maximummer.
pub static BLACK_MAXIMUMMER: Definition = Definition {
    claims: |_| &[Claim::Owns(Thing::Length(Side::Black))],
    ..LONGEST.of_side("black-maximummer", Side::Black)
};

/// White minimummer.
pub static WHITE_MINIMUMMER: Definition = Definition {
    claims: |_| &[Claim::Owns(Thing::Length(Side::White))],
    ..SHORTEST.of_side("white-minimummer", Side::White)
};

/// Black minimummer.
pub static BLACK_MINIMUMMER: Definition = Definition {
    claims: |_| &[Claim::Owns(Thing::Length(Side::Black))],
    ..SHORTEST.of_side("black-minimummer", Side::Black)
};

const LONGEST: Definition = Definition {
    pawns: |_| Pawns::Usual,
    summary: "{Side} must play one of the longest of his legal moves, measured between the centres of the squares. In the \
              form ultra all his moves compete, legal or not, and he checks only if the capture of the king would be \
              one of the longest.",
    install: |condition, rules| install(condition, i64::from, rules),
    options: Some(&[Param::Flag("ultra")]),
    samples: &["Ultra"],
    ..Definition::BASE
};

const SHORTEST: Definition = Definition {
    summary: "{Side} must play one of the shortest of his legal moves, measured between the centres of the squares.",
    install: |condition, rules| install(condition, |length| -i64::from(length), rules),
    options: Some(&[Param::Flag("ultra")]),
    ..Definition::BASE
};

fn install(condition: &Condition, merit: fn(u32) -> i64, rules: &mut RulesBuilder<'_>) {
    let side = Definition::of(condition).side();
    if condition.has_flag("exact") {
        rules.refuse("the form `exact` of maximummers is not supported yet");
    }
    if condition.has_flag("ultra") {
        let measure = move |view: View<'_>, pseudo_move: &PseudoMove| {
            merit(squared_length(view, pseudo_move))
        };
        ultra::install(side, measure, rules);
    }
    rules.select_best(side, Promise::ways(), move |view, pseudo_move| {
        merit(squared_length(view, pseudo_move))
    });
}
