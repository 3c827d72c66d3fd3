//! The mummers: a side must play the longest (or shortest) of its legal moves.

mod length;
pub(super) mod ultra;

use super::{Definition, Param, Pawns};
use crate::board::Side;
use crate::problem::Condition;
use crate::rules::{Claim, Promise, PseudoMove, RulesBuilder, Thing, View};
use length::squared_length;

/// White maximummer.
pub static WHITE_MAXIMUMMER: Definition = Definition {
    key: "white-maximummer",
    pawns: |_| Pawns::Usual,
    summary: "White must play one of the longest of his legal moves, measured between the centres of the squares. In the \
              form ultra all his moves compete, legal or not, and he checks only if the capture of the king would be \
              one of the longest.",
    install: |condition, rules| install(condition, Side::White, i64::from, rules),
    options: Some(&[Param::Flag("ultra")]),
    samples: &["Ultra"],
    claims: |_| &[Claim::Owns(Thing::Length(Side::White))],
    ..Definition::BASE
};

/// Black maximummer.
pub static BLACK_MAXIMUMMER: Definition = Definition {
    key: "black-maximummer",
    pawns: |_| Pawns::Usual,
    summary: "Black must play one of the longest of his legal moves, measured between the centres of the squares. In the \
              form ultra all his moves compete, legal or not, and he checks only if the capture of the king would be \
              one of the longest.",
    install: |condition, rules| install(condition, Side::Black, i64::from, rules),
    options: Some(&[Param::Flag("ultra")]),
    samples: &["Ultra"],
    claims: |_| &[Claim::Owns(Thing::Length(Side::Black))],
    ..Definition::BASE
};

/// White minimummer.
pub static WHITE_MINIMUMMER: Definition = Definition {
    key: "white-minimummer",
    summary: "White must play one of the shortest of his legal moves, measured between the centres of the squares.",
    install: |condition, rules| install(condition, Side::White, |length| -i64::from(length), rules),
    options: Some(&[Param::Flag("ultra")]),
    claims: |_| &[Claim::Owns(Thing::Length(Side::White))],
    ..Definition::BASE
};

/// Black minimummer.
pub static BLACK_MINIMUMMER: Definition = Definition {
    key: "black-minimummer",
    summary: "Black must play one of the shortest of his legal moves, measured between the centres of the squares.",
    install: |condition, rules| install(condition, Side::Black, |length| -i64::from(length), rules),
    options: Some(&[Param::Flag("ultra")]),
    claims: |_| &[Claim::Owns(Thing::Length(Side::Black))],
    ..Definition::BASE
};

fn install(condition: &Condition, side: Side, merit: fn(u32) -> i64, rules: &mut RulesBuilder<'_>) {
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
