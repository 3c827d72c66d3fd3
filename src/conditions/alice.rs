//! Alice chess: two boards; a man changes board with each move.

use super::Definition;
use crate::attributes::play_on_two_boards;
use crate::rules::{Claim, Fact, Numbered, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "alice-chess",
    has_two_boards: true,
    summary: "There are two boards. A move is legal on the board of the man, then the man goes to the same square of \
              the other board, which must be empty there. Only men of the same board see each other.",
    decisions: "Rules that bind a side to some of its moves (maximummer, must capture, forced squares) bind nobody here, \
                as in Popeye 4.104. The capture of a king is judged among the men of its board alone; nobody changes board \
                for it, and a king that captures must be safe then. Rules on captures and on what a move has led to \
                (patrol, Isardam, Masand ...) know but one board with all men, and under Danger Circe, power transfer and \
                make & take so do checks. Under All-in, Half-in and Mainly-in chess men move and capture on both boards.",
    install: |_, rules| play_on_two_boards(rules),
    options: Some(&[]),
    numbers: |_| Numbered::ALL,
    claims: |_| &[Claim::Removes(Thing::OneBoard)],
    facts: &[Fact::CapturesOfKingsAreJudged],
    ..Definition::BASE
};
