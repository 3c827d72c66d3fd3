//! `dawson why`: why a move is illegal, no key, or no mate.

use super::Ending;
use super::language;
use super::limits::Limits;
use super::subject::Subject;
use dawson::collection::Entry;
use dawson::notation::message::translate;
use dawson::notation::popeye::words::Language;
use dawson::problem::Problem;
use dawson::query::why::{Tongues, Why, why_in};
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
    let Some((problem, language)) = problem(&subject, arguments.twin) else {
        return Ending::Failed;
    };
    let tongues = Tongues {
        given: subject.language.map(Language::from),
        spoken: language,
        told: language::choose(subject.language, Some(language)),
    };
    match why_in(
        &problem,
        &line.join(" "),
        &arguments.limits.settings(),
        tongues,
    ) {
        Ok(answer) => print(&answer, tongues.told),
        Err(error) => {
            eprintln!("dawson: {}", translate(tongues.told, &error.to_string()));
            Ending::Failed
        }
    }
}

fn print(answer: &Why, language: Language) -> Ending {
    let mut text = String::new();
    if !answer.played.is_empty() {
        let after = format!("after {}:", answer.played.join(" "));
        text += &format!("{}\n", translate(language, &after));
    }
    for reason in &answer.reasons {
        text += &format!("  {}\n", translate(language, reason));
    }
    Ending::Done.after(io::stdout().write_all(text.as_bytes()))
}

/// The version asked about, and the language of its letters; what is wrong with it is shown.
fn problem(subject: &Subject, twin: Option<char>) -> Option<(Problem, Language)> {
    let Entry {
        problem, language, ..
    } = subject.entry()?;
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
    version.map(|version| (version.problem, language))
}
