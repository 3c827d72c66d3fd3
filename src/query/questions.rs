//! Questions about the history of a position that a retro statement asks, handed on to [`legality`](super::legality).

use super::legality::{Answer, Question, answer as ask};
use crate::board::{Side, Square};
use crate::legality::{Effort, Limits, Scrutiny, State, Tongue};
use crate::notation::popeye::words::Language;
use crate::retract::{Level, RetroProblem, Scene, Task};

/// The answer; nothing if the task is no such question.
///
/// # Errors
/// When the question has no answer here: under conditions, or with men that no game has.
pub(super) fn answer(
    retro: &RetroProblem,
    language: Language,
    stops: &dyn Fn() -> bool,
) -> Result<Option<Answer>, String> {
    let question = match retro.task {
        Task::LastMoves(count) => Question::LastMoves(count),
        Task::Legality => Question::Legality,
        Task::Castling => Question::Castling,
        Task::EnPassant => Question::EnPassant,
        Task::Turn => Question::Turn,
        Task::Dead => Question::Dead,
        _ => return Ok(None),
    };
    if !retro.problem.conditions.is_empty() {
        // The last move under conditions is found without the rules of legality.
        return match question {
            Question::LastMoves(1) => Ok(None),
            _ => Err("legality, rights and the turn are judged in orthodox chess alone".into()),
        };
    }
    let start = retro.turn.unwrap_or(Side::White);
    let state = State::of(&retro.problem.diagram, start);
    let state = state.ok_or("legality is judged of men of the game on the usual board alone")?;
    let passed = (retro.passed != Scene::NOWHERE).then(|| Square::new(retro.passed));
    let state = state
        .with_castlings(&retro.need.letters())
        .with_passed(passed);
    let (scrutiny, limits) = effort(retro.rules.level);
    let effort = Effort { limits, stops };
    let tongue = match language {
        Language::En => Tongue::English,
        Language::De => Tongue::German,
        Language::Fr => Tongue::French,
    };
    Ok(Some(ask(
        question, &state, retro.turn, scrutiny, &effort, tongue,
    )))
}

fn effort(level: Level) -> (Scrutiny, Limits) {
    let usual = Limits::default();
    let (scrutiny, depth) = match level {
        Level::None => (Scrutiny::Counts, 0),
        Level::Checks => (Scrutiny::Counts, 1),
        Level::Last(plies) => (Scrutiny::Counts, u8::try_from(plies).unwrap_or(u8::MAX)),
        Level::Full => (Scrutiny::All, usual.depth),
    };
    (scrutiny, Limits { depth, ..usual })
}
