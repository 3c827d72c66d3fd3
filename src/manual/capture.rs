//! What a condition about rebirths does, shown by one of its moves: the board before and behind.
//!
//! **Invariant:** the move is played by the rules themselves, so a diagram cannot tell anything
//! but what happens.

use super::diagram::beside;
use crate::board::Side;
use crate::conditions;
use crate::men::Piece;
use crate::notation::popeye::read::read;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Condition, Problem};
use crate::rules::{Engine, Game, Wanted};
use crate::solution::{MovePart, MoveRecord};
use std::fmt::Write;
use std::ops::ControlFlow;

/// Scenes, simple ones first; White is to move.
const SCENES: &[&str] = &[
    "White Rd3 Black Sd6",
    "White Se4 Black Bf6",
    "White Rd3 Black Sd6 Pb8",
    "White Pe6 Black Qd7",
    "White Re3 Black Gh8 Re5",
    "White Rd1 Black Sd6",
    "White Rd3 Black Sh6",
];

/// How many half-moves a rebirth may be late.
const PLIES: usize = 3;

/// The diagrams of a condition with the moves between them; none if nothing is reborn in them.
pub(super) fn diagram(condition: &Condition) -> Option<String> {
    let scene = |men: &&str| {
        let text = format!("BeginProblem Stipulation ~1 Option NoWk NoBk Pieces {men} EndProblem");
        let problem = read(text.as_bytes()).problems.pop()?.problem;
        let condition = condition.clone();
        let conditions = vec![condition];
        Some(Problem {
            conditions,
            ..problem
        })
    };
    let scenes = || SCENES.iter().filter_map(scene);
    let reborn = scenes().find_map(|problem| shown(&problem, is_reborn));
    reborn.or_else(|| scenes().find_map(|problem| shown(&problem, captures)))
}

fn shown(problem: &Problem, is_meant: fn(&MoveRecord) -> bool) -> Option<String> {
    let mut engine = conditions::compile(problem).ok()?;
    engine.set_side_to_move(Side::White);
    let before = draw(&engine);
    let mut found = None;
    for plies in 1..=PLIES {
        found = found.or_else(|| play(&mut engine, problem, plies, is_meant));
    }
    let (moves, behind) = found?;
    let pair = beside(&before, &behind);
    Some(format!(
        "{pair}\n{moves}\nWhite men have capitals, black men small letters.\n"
    ))
}

/// The first moves of which the last is one that is meant, and the board behind them. The first
/// one captures, if any can.
fn play(
    engine: &mut Engine,
    problem: &Problem,
    plies: usize,
    is_meant: fn(&MoveRecord) -> bool,
) -> Option<(String, String)> {
    let mut found = None;
    let is_first = engine.position().ply() == 0;
    let must_capture = is_first && can_capture(engine);
    let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, _| {
        let record = engine.record();
        let text = Notation::of(problem, Language::En).movement(&record);
        if plies == 1 && is_meant(&record) {
            found = Some((text, draw(engine)));
        } else if plies > 1 && (!must_capture || captures(&record)) {
            let rest = play(engine, problem, plies - 1, is_meant);
            found = rest.map(|(further, board)| (format!("{text} {further}"), board));
        }
        match found {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    found
}

fn can_capture(engine: &mut Engine) -> bool {
    let play = engine.visit_moves(Wanted::All, &[], &mut |engine, _| match captures(
        &engine.record(),
    ) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    play.is_break()
}

/// Whether somebody appears, or is put elsewhere, or goes by way of his rebirth square.
fn is_reborn(record: &MoveRecord) -> bool {
    let is_meant = |part: &MovePart| {
        matches!(
            part,
            MovePart::Appears { .. } | MovePart::Transfers { .. } | MovePart::GoesOn { .. }
        )
    };
    record.parts.iter().any(is_meant)
}

fn captures(record: &MoveRecord) -> bool {
    let is_capture = |part: &MovePart| {
        matches!(
            part,
            MovePart::Movement {
                captured: Some(_),
                ..
            }
        )
    };
    record.parts.iter().any(is_capture)
}

pub(super) fn draw(engine: &Engine) -> String {
    let sign = |man: Piece| match man {
        man if man.is_none() => ".".to_owned(),
        man if man.is_of(Side::White) => man.walk().row().letters[0].to_uppercase(),
        man => man.walk().row().letters[0].to_lowercase(),
    };
    let geometry = engine.rules().geometry();
    let mut text = String::new();
    for rank in (0..geometry.height()).rev() {
        let row = geometry
            .places(rank)
            .map(|square| sign(engine.position().piece_on(square)));
        let row: Vec<String> = row.collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", rank + 1, row.join(" "));
    }
    text + "  a b c d e f g h\n"
}
