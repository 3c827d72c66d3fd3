//! The judge of problems in which moves are taken back: ways to take back, keys or last moves are
//! counted like the solutions of other problems.
//!
//! **Invariant:** no mark says more than was looked at: below the level `full` it names the moves only.

use super::judge::unit_of;
use super::{Class, Evidence, Unit, Verdict, program};
use crate::board::{Side, Square};
use crate::legality::{self, Limits, Scrutiny, State};
use crate::notation::popeye::words::Language;
use crate::notation::retro::Scribe;
use crate::problem::Intention;
use crate::retract::{
    Level, Limit, RetroFound, RetroProblem, RetroSolution, Scene, Stopped, Task, Wanted, Ways,
    solve,
};
use crate::solve::Settings;
use std::time::Instant;

/// What was counted.
struct Counted {
    /// In short notation.
    found: Vec<String>,
    /// Whether fewer moves taken back do, too.
    is_short: bool,
    /// Whether all were looked for.
    outcome: Stopped,
    positions: u64,
    /// Whether other positions were refuted only as far as moves can be taken back.
    is_moves_only: bool,
}

/// Examines a retractor or a question for the last moves. Where nothing is claimed, one solution is.
///
/// ```
/// use dawson::Settings;
/// use dawson::notation::popeye::words::Language;
/// use dawson::notation::retro::read;
/// use dawson::soundness::{Class, check_retro};
/// let posed = read("-1(b,w) & #1", "n7/8/7K/8/1k6/4B3/8/8");
/// let judged = check_retro(&posed.task, &Default::default(), Language::En, &Settings::default());
/// assert_eq!(judged.verdict, Class::Sound);
/// assert_eq!(judged.units[0].found, ["1.Ka3xQb4 Qc4-b4 & 1.Be3-c1#"]);
/// ```
pub fn check_retro(
    retro: &RetroProblem,
    intention: &Intention,
    language: Language,
    settings: &Settings,
) -> Verdict {
    let began = Instant::now();
    let wanted = intention.all.play.as_ref().map_or(1, |count| count.lines());
    let (unit, positions, mark) = match counted(retro, wanted, language, settings) {
        Err((class, reason)) => (unit_of(&None, class, vec![reason]), 0, None),
        Ok(counted) => {
            let unit = judged(&counted, wanted);
            let mark = match counted.is_moves_only {
                true => format!("C+ (moves only) {}", program()),
                false => format!("C+ {}", program()),
            };
            let mark = (unit.verdict == Class::Sound).then_some(mark);
            (unit, counted.positions, mark)
        }
    };
    let evidence = unit.evidence.iter().map(|one| one.text.clone());
    Verdict {
        verdict: unit.verdict,
        mark,
        solutions: unit.solutions,
        intended: Some(wanted),
        evidence: evidence.collect(),
        units: vec![unit],
        seconds: began.elapsed().as_secs_f64(),
        positions,
    }
}

/// So many solutions too many are found before the search ends.
const SURPLUS: usize = 4;

fn counted(
    retro: &RetroProblem,
    wanted: u32,
    language: Language,
    settings: &Settings,
) -> Result<Counted, (Class, String)> {
    match retro.task {
        Task::Help(_) | Task::Defensive(_) => {}
        Task::LastMoves(count) if retro.problem.conditions.is_empty() => {
            return last_moves(retro, count);
        }
        Task::LastMoves(1) => {}
        _ => {
            let why = "a question about a position, not a problem with a solution to count";
            return Err((Class::NotExamined, why.to_owned()));
        }
    }
    let limit = Limit {
        max_solutions: Some(wanted as usize + SURPLUS),
        ..Limit::new(
            settings.time_limit,
            settings.threads,
            settings.memory,
            &settings.cancel,
        )
    };
    let solved = solve(retro, Ways::Fastest, Wanted::default(), &limit);
    let solved = solved.map_err(|reason| (Class::NotSupported, reason))?;
    let scribe = Scribe::new(&retro.problem, &solved.kinds, language);
    Ok(Counted {
        found: texts(&solved, scribe),
        is_short: matches!(&solved.found, RetroFound::Defensive(found) if found.shorter),
        outcome: solved.outcome,
        positions: solved.nodes,
        is_moves_only: retro.rules.level != Level::Full,
    })
}

fn texts(solved: &RetroSolution, scribe: Scribe<'_>) -> Vec<String> {
    match &solved.found {
        RetroFound::UnMoves(all) => all.iter().map(|one| scribe.un_move(one)).collect(),
        RetroFound::Help(all) => {
            let text = |one: &crate::retract::HelpSolution| {
                let back = scribe.back_line(&one.line);
                format!("{back} & {}", scribe.forward_line(&one.forward))
            };
            all.iter().map(text).collect()
        }
        RetroFound::Defensive(found) => {
            let keys = found.keys.iter();
            let first = keys.filter_map(|key| key.choices.first());
            first
                .map(|first| format!("1.{}", scribe.un_move(first)))
                .collect()
        }
    }
}

/// The last moves that the rules of legality leave, so far back as each is forced.
fn last_moves(retro: &RetroProblem, count: u32) -> Result<Counted, (Class, String)> {
    let diagram = &retro.problem.diagram;
    let turns = retro.turn.map_or(Side::BOTH.to_vec(), |turn| vec![turn]);
    let mut states = Vec::new();
    for turn in turns {
        let state = State::of(diagram, turn).ok_or_else(|| {
            let why = "legality is judged of men of the game on the usual board alone";
            (Class::NotSupported, why.to_owned())
        })?;
        let passed = (retro.passed != Scene::NOWHERE).then(|| Square::new(retro.passed));
        let state = state.with_castlings(&retro.need.letters());
        states.push(state.with_passed(passed));
    }
    let mut line: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for _ in 0..count.max(1) {
        let limits = Limits::default();
        let moves = states.iter();
        let moves = moves.flat_map(|state| legality::last_moves(state, Scrutiny::All, &limits));
        let moves: Vec<legality::LastMove> = moves.collect();
        found = moves.iter().map(legality::LastMove::text).collect();
        match moves[..] {
            [only] => {
                line.push(only.text());
                states = vec![only.before];
            }
            _ => break,
        }
    }
    if line.len() as u32 >= count.max(1) {
        found = vec![line.join(" ")];
    }
    Ok(Counted {
        found,
        is_short: false,
        outcome: Stopped::Finished,
        positions: 0,
        is_moves_only: false,
    })
}

fn judged(counted: &Counted, wanted: u32) -> Unit {
    let count = counted.found.len();
    let is_whole = counted.outcome == Stopped::Finished;
    let (class, text) = match count.cmp(&(wanted as usize)) {
        std::cmp::Ordering::Greater => {
            let all: Vec<&str> = counted.found.iter().map(String::as_str).collect();
            (Class::Cooked, format!("cooked: {}", all.join(" and ")))
        }
        _ if !is_whole => (Class::Stopped, "the search was stopped".to_owned()),
        _ if counted.is_short => {
            let why = "fewer moves taken back do, too";
            (Class::Short, why.to_owned())
        }
        std::cmp::Ordering::Equal => (Class::Sound, String::new()),
        std::cmp::Ordering::Less if count == 0 => (Class::NoSolution, "no solution".to_owned()),
        std::cmp::Ordering::Less => (Class::Missing, format!("{count} of {wanted} found")),
    };
    let evidence = (!text.is_empty()).then_some(Evidence {
        class,
        text,
        line: Vec::new(),
    });
    Unit {
        solutions: is_whole.then_some(count),
        intended: Some(wanted.to_string()),
        found: counted.found.clone(),
        evidence: evidence.into_iter().collect(),
        ..unit_of(&None, class, Vec::new())
    }
}
