//! Answers of retro play as JSON: one object for the task, with an answer of the shape of its kind.

use super::legality::ask;
use super::text::Scribe as Coordinates;
use crate::notation::popeye::words::Language;
use crate::notation::retro::{self, Scribe};
use crate::retract::{
    HelpSolution, Level, Limit, Material, RetroFound, RetroKey, RetroProblem, RetroSolution,
    Stopped, Task, UnMove, Wanted, Ways, Wing, solve,
};
use crate::solve::Settings;
use serde_json::{Value, json};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Answers a retro statement with its position.
///
/// ```
/// use dawson::{Settings, query::retract};
/// let fen = "n7/8/7K/8/1k6/4B3/8/8";
/// let answer = retract::answer("-1(b,w) & #1", fen, None, &Settings::default()).unwrap();
/// assert_eq!(answer["answer"]["solutions"][0]["forward"][0], "e3c1");
/// ```
///
/// # Errors
/// With everything that is wrong with statement and position, or the reason why it cannot be answered.
pub fn answer(
    statement: &str,
    fen: &str,
    level: Option<Level>,
    settings: &Settings,
) -> Result<Value, String> {
    let posed = retro::read(statement, fen);
    if !posed.is_sound() {
        let wrong = posed.diagnostics.iter().filter(|(_, one)| one.is_error());
        let wrong: Vec<String> = wrong.map(|(_, one)| one.to_string()).collect();
        return Err(wrong.join("; "));
    }
    let mut task = posed.task;
    task.rules.level = level.unwrap_or(task.rules.level);
    if let Some(answer) = question(&task, posed.language, settings)? {
        return Ok(answer.json);
    }
    let limit = Limit::new(
        settings.time_limit,
        settings.threads,
        settings.memory,
        &settings.cancel,
    );
    let wanted = Wanted {
        full_play: true,
        tries: 0,
    };
    let solved = solve(&task, Ways::Fastest, wanted, &limit)?;
    Ok(solution(&task, &solved, posed.language))
}

/// An answer to a question about the past of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Answered {
    /// For programs.
    pub json: Value,
    /// For people, one sentence a line.
    pub lines: Vec<String>,
}

/// The answer to a question about legality, rights, the turn or the last moves; nothing for other tasks.
///
/// # Errors
/// When the question has no answer here: under conditions, or with men that no game has.
pub fn question(
    retro: &RetroProblem,
    language: Language,
    settings: &Settings,
) -> Result<Option<Answered>, String> {
    let deadline = settings.time_limit;
    let deadline = deadline.and_then(|time| Instant::now().checked_add(time));
    let is_late = || deadline.is_some_and(|end| Instant::now() >= end);
    let is_cancelled = || settings.cancel.load(Relaxed);
    let stops = || is_late() || is_cancelled();
    let answered = ask(retro, language, &stops)?;
    Ok(answered.map(|answer| {
        let outcome = match (is_cancelled(), is_late()) {
            (true, _) => Stopped::Interrupted,
            (_, true) => Stopped::TimeUp,
            _ => Stopped::Finished,
        };
        let json = json!({
            "task": kind(&retro.task),
            "outcome": self::outcome(outcome),
            "legality": legality(retro.rules.level, Material::Count),
            "answer": answer.json,
        });
        Answered {
            json,
            lines: answer.lines,
        }
    }))
}

/// What was found, as one JSON object.
pub fn solution(retro: &RetroProblem, solved: &RetroSolution, language: Language) -> Value {
    let writer = Writer {
        scribe: Scribe::new(&retro.problem, &solved.kinds, language),
        coordinates: Coordinates::new(&retro.problem),
    };
    json!({
        "task": kind(&retro.task),
        "outcome": outcome(solved.outcome),
        "legality": legality(retro.rules.level, solved.material),
        "nodes": solved.nodes,
        "answer": writer.answer(&solved.found),
    })
}

/// A task that was refused.
pub fn refusal(retro: &RetroProblem, reason: &str) -> Value {
    json!({"task": kind(&retro.task), "outcome": "refused", "reason": reason})
}

/// The name of a task in answers.
pub fn kind(task: &Task) -> &'static str {
    match task {
        Task::UnMoves => "un-moves",
        Task::Help(_) => "help-retractor",
        Task::Defensive(_) => "defensive",
        Task::LastMoves(_) => "last-move",
        Task::Legality => "legality",
        Task::Castling | Task::EnPassant => "rights",
        Task::Turn => "to-move",
        Task::Dead => "dead",
        Task::Resolve => "resolve",
    }
}

fn outcome(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Finished => "finished",
        Stopped::TimeUp => "time-up",
        Stopped::Interrupted => "interrupted",
        Stopped::Enough => "limited",
    }
}

fn legality(level: Level, material: Material) -> Value {
    let counted = match material {
        Material::Count => "count",
        Material::Total => "total",
        Material::Any => "any",
    };
    match level {
        Level::None => json!({"level": "none", "material": counted}),
        Level::Checks => json!({"level": "checks", "material": counted}),
        Level::Last(depth) => json!({"level": "last", "depth": depth, "material": counted}),
        Level::Full => json!({"level": "full", "material": counted}),
    }
}

struct Writer<'a> {
    scribe: Scribe<'a>,
    coordinates: Coordinates<'a>,
}

impl Writer<'_> {
    fn answer(&self, found: &RetroFound) -> Value {
        match found {
            RetroFound::UnMoves(all) => {
                let all: Vec<Value> = all.iter().map(|one| self.un_move(one)).collect();
                json!({"count": all.len(), "un_moves": all})
            }
            RetroFound::Help(all) => {
                let texts: Vec<String> = all.iter().map(|one| self.help_text(one)).collect();
                let solutions: Vec<Value> = all.iter().map(|one| self.help(one)).collect();
                json!({"count": all.len(), "solutions": solutions, "texts": texts})
            }
            RetroFound::Defensive(found) => {
                let keys: Vec<Value> = found.keys.iter().map(|key| self.key(key)).collect();
                let tries: Vec<Value> = found.tries.iter().map(|one| self.attempt(one)).collect();
                let line = found.keys.first().and_then(|key| {
                    Some(
                        self.scribe
                            .main_line(key.choices.first()?, key.plays.first()),
                    )
                });
                json!({"keys": keys, "shorter": found.shorter, "line": line, "tries": tries})
            }
        }
    }

    fn un_move(&self, one: &UnMove) -> Value {
        let castling = one.castling.map(|wing| match wing {
            Wing::Short => "0-0",
            Wing::Long => "0-0-0",
        });
        json!({
            "move": self.scribe.un_move(one),
            "from": self.scribe.square(one.from),
            "arrival": self.scribe.square(one.arrival),
            "to": self.scribe.square(one.to),
            "captured": self.scribe.fen_letter(one.captured),
            "promotion": self.scribe.fen_letter(one.promotion),
            "castling": castling,
            "ep": one.en_passant,
            "rebirth": self.scribe.square(one.reborn),
            "before": self.scribe.fen(&one.before),
        })
    }

    fn help(&self, one: &HelpSolution) -> Value {
        let befores = one
            .line
            .iter()
            .map(|un_move| self.scribe.fen(&un_move.before));
        let befores: Vec<String> = befores.collect();
        let forward = one
            .forward
            .iter()
            .map(|(side, record)| self.coordinates.movement(record, *side));
        let forward: Vec<String> = forward.collect();
        json!({"befores": befores, "forward": forward})
    }

    fn help_text(&self, one: &HelpSolution) -> String {
        let back = self.scribe.back_line(&one.line);
        format!("R: {back} & {}", self.scribe.forward_line(&one.forward))
    }

    /// A first retraction. Who does not choose the captured man names them all.
    fn key(&self, key: &RetroKey) -> Value {
        let captures = key.choices.iter().map(|choice| self.capture(choice));
        let mut captures: Vec<String> = captures.collect();
        captures.sort();
        let before = key
            .choices
            .iter()
            .map(|choice| self.scribe.fen(&choice.before));
        let before: Vec<String> = before.collect();
        let first = key.choices.first();
        let line = first.map(|first| self.scribe.main_line(first, key.plays.first()));
        json!({
            "text": first.map(|first| self.scribe.un_move(first)),
            "from": first.and_then(|first| self.scribe.square(first.from)),
            "arrival": first.and_then(|first| self.scribe.square(first.arrival)),
            "to": first.and_then(|first| self.scribe.square(first.to)),
            "promotion": first.and_then(|first| self.scribe.fen_letter(first.promotion)),
            "castling": first.and_then(|first| first.castling).map(|wing| match wing {
                Wing::Short => "0-0",
                Wing::Long => "0-0-0",
            }),
            "captures": captures,
            "before": before,
            "line": line,
        })
    }

    fn attempt(&self, one: &RetroKey) -> Value {
        let refutations = one
            .refutations
            .iter()
            .map(|refutation| self.scribe.un_move(refutation));
        let refutations: Vec<String> = refutations.collect();
        json!({
            "text": one.choices.first().map(|first| self.scribe.un_move(first)),
            "refutations": refutations,
        })
    }

    /// `-`, `ep`, or the letter of the captured man.
    fn capture(&self, choice: &UnMove) -> String {
        match choice.captured {
            0 => "-".into(),
            _ if choice.en_passant => "ep".into(),
            captured => self.scribe.fen_letter(captured).unwrap_or_default(),
        }
    }
}
