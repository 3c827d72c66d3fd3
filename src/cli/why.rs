//! `dawson why`: why a move is illegal, no key, or no mate.

use super::Ending;
use super::limits::Limits;
use super::subject::Subject;
use dawson::problem::Problem;
use dawson::query::why::{Why, why};
use std::io::{self, Write};

/// Which problem, and which line of play.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The moves, from the diagram on: `1.Kf7 Kf5 2.Ra8`, in long or short notation; a file with the
    /// position of a statement stands before them
    #[arg(required = true, value_name = "MOVES")]
    line: Vec<String>,
    /// The version of a problem with twins
    #[arg(long, value_name = "LETTER")]
    twin: Option<char>,
    #[command(flatten)]
    limits: Limits,
}

/// Answers.
pub fn run(arguments: &Arguments) -> Ending {
    let (subject, line) = arguments.subject.with_file(&arguments.line);
    let Some(problem) = problem(&subject, arguments.twin) else {
        return Ending::Failed;
    };
    match why(&problem, &line.join(" "), &arguments.limits.settings()) {
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
fn problem(subject: &Subject, twin: Option<char>) -> Option<Problem> {
    let problem = subject.entry()?.problem;
    let number = twin.map_or(0, |letter| {
        letter as usize - usize::from(b'a').min(letter as usize)
    });
    let first = usize::from(problem.zero_position && twin.is_none());
    let version = problem
        .versions()
        .into_iter()
        .nth(number.max(first) - first);
    if version.is_none() {
        eprintln!("dawson: there is no such twin");
    }
    version.map(|version| version.problem)
}
