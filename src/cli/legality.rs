//! `dawson legality`: whether a position can arise in a game, and what can be said of its past.

use super::Ending;
use super::input::show;
use super::language::{Tongue, choose};
use super::limits::Limits;
use clap::ValueEnum;
use dawson::legality::{self, Effort, Scrutiny, State};
use dawson::notation::position::fen;
use dawson::notation::retro;
use dawson::query::legality::{answer, tongue};
use dawson::query::retract::kind;
use dawson::retract::Task;
use serde_json::json;
use std::io::{self, Write};
use std::time::Instant;

/// What to ask about a position.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dawson legality --fen '8/8/8/8/8/krn5/p7/K7 b'
  dawson legality 'last move?' --fen '8/8/8/8/1k6/P7/1K6/8 b'
  dawson legality 'castling?' --fen 'r3k2r/4pp1p/8/1K6/8/1P6/8/8 w'")]
pub struct Arguments {
    /// What is asked: `legal?`, `last move?`, `last 4 single moves?`, `castling?`, `en passant?`,
    /// `who is to move?`, `dead position?`
    #[arg(value_name = "QUESTION", default_value = "legal?")]
    question: String,
    /// The position; castlings named in it are taken as known, `-` as unknown
    #[arg(long, value_name = "FEN")]
    fen: String,
    /// How legal earlier positions must be: `last=N` counts men and takes back N single moves,
    /// `full` draws all conclusions
    #[arg(long, value_name = "LEVEL", value_parser = level, default_value = "full")]
    legality: Level,
    /// Language of sentences [default: that of the system]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    language: Option<Tongue>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    limits: Limits,
}

/// How closely earlier positions are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Level {
    scrutiny: Scrutiny,
    depth: u8,
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Report,
    /// One JSON object a line; the last one is the answer
    Jsonl,
}

fn level(text: &str) -> Result<Level, String> {
    let depth = match text {
        "full" => None,
        _ => {
            let depth = text
                .strip_prefix("last=")
                .and_then(|depth| depth.parse().ok());
            Some(depth.ok_or("expected last=N or full")?)
        }
    };
    Ok(Level {
        scrutiny: depth.map_or(Scrutiny::All, |_| Scrutiny::Counts),
        depth: depth.unwrap_or(4),
    })
}

/// Answers the question.
pub fn run(arguments: &Arguments) -> Ending {
    let language = choose(arguments.language, None);
    let asked = retro::question(&arguments.question);
    let is_one = |task: &Task| !matches!(task, Task::UnMoves | Task::Resolve);
    let Some(question) = asked.filter(is_one) else {
        eprintln!(
            "dawson: `{}` is no question about the past of a position; ask `legal?`, `last move?`, \
             `castling?`, `en passant?`, `who is to move?` or `dead position?`",
            arguments.question
        );
        return Ending::Usage;
    };
    let position = match fen(&arguments.fen) {
        Ok(position) => position,
        Err(diagnostic) => {
            show("fen", &arguments.fen, language, &[diagnostic]);
            return Ending::Failed;
        }
    };
    let turn = position.side_to_move;
    let start = turn.unwrap_or(dawson::board::Side::White);
    let Some(state) = State::of(&position.diagram, start) else {
        eprintln!(
            "dawson: only men of orthodox chess on the usual board have a past that is known"
        );
        return Ending::Failed;
    };
    let castlings = arguments.fen.split_whitespace().nth(2).unwrap_or("-");
    let state = state
        .with_castlings(castlings)
        .with_passed(position.en_passant.get(1).copied());
    let settings = arguments.limits.settings();
    let deadline = settings.time_limit;
    let deadline = deadline.and_then(|time| Instant::now().checked_add(time));
    let stops = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let effort = Effort {
        limits: legality::Limits {
            depth: arguments.legality.depth,
            ..legality::Limits::default()
        },
        stops: &stops,
    };
    let answer = answer(
        &question,
        &state,
        turn,
        arguments.legality.scrutiny,
        &effort,
        tongue(language),
    );
    let Some(answer) = answer else {
        return Ending::Usage;
    };
    let text = match arguments.format {
        Format::Report => answer.lines.join("\n"),
        Format::Jsonl => {
            let level = match arguments.legality.scrutiny {
                Scrutiny::All => "full",
                Scrutiny::Counts => "last",
            };
            let outcome = if stops() { "time-up" } else { "finished" };
            json!({
                "task": kind(&question),
                "outcome": outcome,
                "legality": {"level": level, "depth": arguments.legality.depth},
                "answer": answer.json,
            })
            .to_string()
        }
    };
    let written = writeln!(io::stdout().lock(), "{text}");
    Ending::Done.after(written)
}
