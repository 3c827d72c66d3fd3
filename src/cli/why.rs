//! `dawson why`: why a move is illegal, no key, or no mate.

use super::Ending;
use super::check::inputs::{Amount, each, sources};
use super::input::{is_path, show};
use super::language::{self, Tongue};
use super::limits::Limits;
use dawson::collection::Entry;
use dawson::notation::any_position;
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::fields::{self, Means};
use dawson::notation::statement;
use dawson::problem::Problem;
use dawson::query::why::{Why, why};
use std::io::{self, Write};
use std::sync::Arc;

/// Which problem, and which line of play.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A statement such as `#2, Circe`, or a file of problems in any format
    #[arg(value_name = "STATEMENT | FILE")]
    statement: String,
    /// The moves, from the diagram on: `1.Kf7 Kf5 2.Ra8`, in long or short notation
    #[arg(required = true, value_name = "MOVES")]
    line: Vec<String>,
    /// The position: a FEN or a list of men such as `wKe1 bKa8`
    #[arg(long, value_name = "POSITION", visible_alias = "position")]
    fen: Option<String>,
    /// Which problem of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    number: usize,
    /// Language of piece letters and words [default: that of the statement, or of the system]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    language: Option<Tongue>,
    /// The version of a problem with twins
    #[arg(long, value_name = "LETTER")]
    twin: Option<char>,
    #[command(flatten)]
    limits: Limits,
}

/// Answers.
pub fn run(arguments: &Arguments) -> Ending {
    let Some(problem) = problem(arguments) else {
        return Ending::Failed;
    };
    match why(
        &problem,
        &arguments.line.join(" "),
        &arguments.limits.settings(),
    ) {
        Ok(answer) => print(&answer),
        Err(error) => {
            eprintln!("dawson: {error}");
            Ending::Failed
        }
    }
}

fn print(answer: &Why) -> Ending {
    let mut text = String::new();
    if !answer.played.is_empty() {
        text += &format!("after {}:\n", answer.played.join(" "));
    }
    for reason in &answer.reasons {
        text += &format!("  {reason}\n");
    }
    Ending::Done.after(io::stdout().write_all(text.as_bytes()))
}

/// The version asked about; what is wrong with it is shown.
fn problem(arguments: &Arguments) -> Option<Problem> {
    let problem = match is_path(&arguments.statement) {
        true => of_file(arguments)?,
        false => of_statement(arguments)?,
    };
    let number = arguments.twin.map_or(0, |letter| {
        letter as usize - usize::from(b'a').min(letter as usize)
    });
    let first = usize::from(problem.zero_position && arguments.twin.is_none());
    let version = problem
        .versions()
        .into_iter()
        .nth(number.max(first) - first);
    if version.is_none() {
        eprintln!("dawson: there is no such twin");
    }
    version.map(|version| version.problem)
}

/// The problem with its number in a file.
fn of_file(arguments: &Arguments) -> Option<Problem> {
    let (sources, mut faults) = sources(std::slice::from_ref(&arguments.statement), None);
    let mut found = None;
    let mut visit = |entry: Entry| {
        let is_it = entry.number == arguments.number;
        if is_it {
            found = Some(entry);
        }
        !is_it
    };
    for source in &sources {
        if let Err(fault) = each(source, &Arc::new(Amount::default()), false, &mut visit) {
            faults.push(fault);
        }
    }
    if let Some(entry) = &found {
        faults.extend(entry.errors.iter().cloned());
    } else if faults.is_empty() {
        faults.push(format!("there is no problem {}", arguments.number));
    }
    for fault in &faults {
        eprintln!("dawson: {}: {fault}", arguments.statement);
    }
    found
        .filter(|_| faults.is_empty())
        .map(|entry| entry.problem)
}

fn of_statement(arguments: &Arguments) -> Option<Problem> {
    let text = &arguments.statement;
    let language = language::choose(arguments.language, statement::spoken_language(text));
    let refused =
        |name: &str, text: &str, faults: &[Diagnostic]| show(name, text, language, faults);
    let read = match statement::statement(text) {
        Ok(read) => read,
        Err(faults) => {
            refused("statement", text, &faults);
            return None;
        }
    };
    let mut problem = Problem::new();
    let faults = match &arguments.fen {
        Some(text) => match any_position::position(text, &read.walks, language) {
            Ok(position) => {
                let told = fields::join(read, &position, text, Means::Mostly, &mut problem);
                refused("fen", text, &told.position);
                told.statement
            }
            Err(fault) => {
                refused("fen", text, &[fault]);
                return None;
            }
        },
        None if read.has_men() => read.apply(&mut problem),
        None => {
            let at = (0, text.len()).into();
            refused("statement", text, &[Diagnostic::PositionMissing { at }]);
            return None;
        }
    };
    match refused("statement", text, &faults) {
        true => None,
        false => Some(problem),
    }
}
