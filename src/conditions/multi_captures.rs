//! Multicaptures: a man is captured only where two captures of it are possible.

use super::{Definition, Param};
use crate::board::{Side, Square};
use crate::men::{Step, Which};
use crate::problem::Condition;
use crate::rules::{
    Actor, Among, Claim, Kind, Promise, PseudoMove, Purpose, RulesBuilder, Thing, View,
    from_last_square,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "multi-captures",
    summary: "A man can be captured only if there are at least two captures of it, and a king is in check only by two \
              attackers. With the name of a side, the captures of that side alone are bound.",
    decisions: "Captures that would leave the own king in check count, the promotions of one pawn count once, and captures \
                in passing are free and do not count.",
    options: Some(&[Param::Flag("white"), Param::Flag("black")]),
    samples: &["White", "Black"],
    install,
    claims: |_| &[Claim::Needs(Thing::CountedAttacks)],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let named = ["white", "black"].map(|side| condition.has_flag(side));
    let is_bound = move |side: Side| named == [false; 2] || named[side.index()];
    rules.siblings(
        Among::Side,
        Promise::captures(),
        move |rules, position, side, moves| {
            if is_bound(side) {
                let view = rules.view(position);
                let all = moves.clone();
                moves.retain(|capture| !counts(capture) || has_partner(view, side, &all, capture));
                moves.sort_by_key(double_steps_last);
            }
        },
    );
    rules.narrow_check(move |question, position| {
        let (rules, side) = (question.rules(), question.side());
        if !question.usual(position) {
            return false;
        }
        if !is_bound(!side) {
            return true;
        }
        let mut royals = rules.judge().royals(position, side);
        royals.any(|king| {
            let attackers = rules
                .judge()
                .all_attackers(position, king, side)
                .into_iter();
            let elsewhere = rules
                .judge()
                .attackers_from_elsewhere(position, king, !side);
            let home = rules.judge().observers_at_home(position, king, !side);
            let view = rules.view(position);
            let gives = |from: &Square| view.may_check(view.actor(*from, !side));
            let ways = attackers
                .filter(|from| !elsewhere.contains(from) || home.contains(*from))
                .filter(gives)
                .map(|from| ways(view, view.actor(from, !side), king));
            ways.sum::<usize>() + elsewhere.iter().filter(|from| gives(from)).count() > 1
        })
    });
}

/// The reference lists the moves by their squares, then castlings, double steps and captures.
fn double_steps_last(pseudo_move: &PseudoMove) -> (u8, i32) {
    match pseudo_move.kind {
        Kind::Castling { .. } => (1, 0),
        Kind::DoubleStep => (2, from_last_square(pseudo_move)),
        _ if pseudo_move.is_capture() => (3, from_last_square(pseudo_move)),
        _ => (0, from_last_square(pseudo_move)),
    }
}

/// Whether there is another capture of the same man, or another way for this one.
fn has_partner(view: View<'_>, side: Side, all: &[PseudoMove], capture: &PseudoMove) -> bool {
    let same = |other: &&PseudoMove| counts(other) && other.captured == capture.captured;
    all.iter().filter(same).count() > 1
        || capture
            .captured
            .is_some_and(|on| ways(view, view.actor(capture.from, side), on) > 1)
}

/// Along how many ways a man can capture on a square: one at least.
fn ways(view: View<'_>, actor: Actor, on: Square) -> usize {
    let mut ways = 0;
    for walk in view.walks(actor, Purpose::Capture) {
        let mut add = |step: Step| ways += usize::from(step.captured == Some(on));
        let (position, from, which) = (view.position, actor.square, Which::Captures);
        view.table()
            .steps_by_way(position, walk, actor.side, from, which, &mut add);
    }
    ways.max(1)
}

fn counts(pseudo_move: &PseudoMove) -> bool {
    pseudo_move.is_capture() && pseudo_move.kind != Kind::EnPassant
}
