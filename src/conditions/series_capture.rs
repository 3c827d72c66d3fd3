//! Series capture: a man that captured may go on capturing, and end with a quiet step.

use super::Definition;
use super::holes::avoids_holes;
use crate::board::Side;
use crate::position::Position;
use crate::rules::{
    Actor, Claim, Numbered, PlayedMove, Promise, PseudoMove, Rules, RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "series-capture",
    summary: "A man that captured may go on in the same move: with further captures, and at last with one step without \
              capture. It may stop after each part. It cannot go on where a king is in check, \
              nor when it has changed sides or was put elsewhere.",
    decisions: "The effects of other conditions follow each part, but rules that judge single moves judge the \
                first part alone. A move has thirteen parts at most, and fewer where each has many choices, such as any \
                square of rebirth. In Alice chess the further parts see men of both boards.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    numbers: |_| Numbered::CAPTURES,
    claims: |_| {
        &[
            Claim::Owns(Thing::FurtherSteps),
            Claim::Removes(Thing::Steps),
            Claim::Removes(Thing::WholeMoves),
        ]
    },
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.go_on(Promise::captures(), ways);
}

fn ways(rules: &Rules, position: &mut Position, part: &PlayedMove) -> Vec<PseudoMove> {
    let (Some(square), side) = (part.now, part.side) else {
        return Vec::new();
    };
    let goes_on = part.captured.is_some()
        && !part.trial
        && position.men_of(side).contains(square)
        && !Side::BOTH
            .into_iter()
            .any(|side| rules.judge().in_check(position, side));
    match goes_on {
        true => {
            let view = rules.view(position);
            let steps = |view: View<'_>| view.bare_steps(Actor { square, side });
            let mut steps = view.among_all(steps);
            // Holes are no rule on moves, but part of the board.
            if !position.holes().is_empty() {
                steps.retain(|step| avoids_holes(view, side, step));
            }
            steps
        }
        false => Vec::new(),
    }
}
