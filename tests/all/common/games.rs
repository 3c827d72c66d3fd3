//! What games played at random need.

use dawson::problem::Problem;
use dawson::rules::{Engine, Game, Move, Wanted};
use dawson::search::EngineChoice;
use dawson::solution::{Outcome, Phase, Play};
use dawson::{Settings, solve};
use std::ops::ControlFlow::Continue;

/// All moves of a position.
pub fn moves(game: &mut Engine) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = game.visit_moves(Wanted::All, &[], &mut |_, movement| {
        moves.push(movement);
        Continue(())
    });
    moves
}

/// How many lines phases have.
pub fn count(phases: &[Phase]) -> usize {
    let lines = phases.iter().map(|phase| match &phase.play {
        Play::Lines(lines) => lines.len(),
        _ => 0,
    });
    lines.sum()
}

/// A number from the environment, or the usual one.
pub fn number(name: &str, usual: usize) -> usize {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The phases of all versions, searched to the end.
#[track_caller]
pub fn phases(problem: &Problem, engine: EngineChoice) -> Vec<Phase> {
    let settings = Settings {
        engine,
        max_solutions: None,
        ..Settings::default()
    };
    let solution = solve(problem, &settings, &());
    assert_eq!(solution.outcome(), Outcome::Finished, "{problem:?}");
    let twins = solution.twins.into_iter();
    twins.flat_map(|twin| twin.phases).collect()
}
