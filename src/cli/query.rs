//! `dawson query`: answers a file of questions, one JSON object a line.

use super::Ending;
use super::limits::Limits;
use dawson::{Settings, query};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Where the questions are and what an answer may cost.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A file with one question a line, `-` for standard input
    #[arg(long, value_name = "FILE")]
    jsonl: String,
    #[command(flatten)]
    limits: Limits,
}

/// Answers every line of the file.
pub fn run(arguments: &Arguments) -> Ending {
    let settings = arguments.limits.settings();
    let answered = match arguments.jsonl.as_str() {
        "-" => answer_all(io::stdin().lock(), &settings),
        path => File::open(path).and_then(|file| answer_all(BufReader::new(file), &settings)),
    };
    match answered {
        Ok(()) => Ending::Done,
        // The reader of our output went away: nothing more to do.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Done,
        Err(error) => {
            eprintln!("dawson: {}: {}", arguments.jsonl, super::input::why(&error));
            Ending::Failed
        }
    }
}

fn answer_all(questions: impl BufRead, settings: &Settings) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in questions.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if !line.is_empty() {
            writeln!(out, "{}", answer(line, settings))?;
            out.flush()?;
        }
    }
    Ok(())
}

/// A fault of ours must not keep the other lines from being answered.
fn answer(line: &str, settings: &Settings) -> String {
    let attempt = catch_unwind(AssertUnwindSafe(|| query::answer(line, settings)));
    attempt.unwrap_or_else(|_| query::failure(line, "internal error"))
}
