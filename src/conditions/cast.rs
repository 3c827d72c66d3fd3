//! CAST chess: a man that could capture several men captures none of them.

use super::Definition;
use crate::board::SquareSet;
use crate::men::{Step, Which};
use crate::problem::Condition;
use crate::rules::{
    Actor, Among, Claim, Kind, Promise, PseudoMove, Purpose, RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "cast-chess",
    summary: "A man that could make more than one capture may make none, and gives no check if it attacks the king and \
              another man. Inverse: a man that could make exactly one capture may not make it, and gives check only if it \
              attacks another man beside the king; kings cannot be captured. Captures in passing do not count and are free.",
    install,
    claims: |_| &[Claim::Needs(Thing::OneBoard)],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let is_inverse = condition.has_flag("inverse");
    let may_capture = move |captures: usize| match is_inverse {
        true => captures > 1,
        false => captures < 2,
    };
    rules.siblings(
        Among::Man,
        Promise::captures(),
        move |rules, position, side, moves| {
            let view = rules.view(position);
            // Own men that it may capture are not on the ways of its walk. A capture with several second
            // steps is one.
            let taken = || moves.iter().filter(|pseudo_move| counts(pseudo_move));
            let victims: SquareSet = taken().filter_map(|taking| taking.captured).collect();
            let first = taken().next().copied();
            let ways =
                |first: PseudoMove| captures(view, view.actor(first.from, side)).max(victims.len());
            if first.is_some_and(|first| !may_capture(ways(first))) {
                moves.retain(|pseudo_move| !counts(pseudo_move));
            }
        },
    );
    rules.keep_check(move |view, checker| {
        may_capture(captures(view, view.actor(checker.square, checker.side)))
    });
    if is_inverse {
        rules.forbid_capture_of_hostile_kings();
    }
}

/// How many captures the man that goes has, that of a king among them. A capture along two ways
/// counts twice.
fn captures(view: View<'_>, actor: Actor) -> usize {
    let Actor { square: from, side } = actor;
    let steps = view.bare_steps(actor);
    let stands = |way: &Step| {
        let mut steps = steps.iter().filter(|step| counts(step));
        steps.any(|step| (step.to, step.captured) == (way.to, way.captured))
    };
    let mut ways = 0;
    for walk in view.walks(actor, Purpose::Capture) {
        let (position, which) = (view.position, Which::Captures);
        let mut add = |way| ways += usize::from(stands(&way));
        view.table()
            .steps_by_way(position, walk, side, from, which, &mut add);
    }
    ways
}

/// Captures in passing are always free and never counted: as measured.
fn counts(pseudo_move: &PseudoMove) -> bool {
    pseudo_move.is_capture() && pseudo_move.kind != Kind::EnPassant
}
