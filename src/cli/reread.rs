//! `dawson read-solution`: solution data from a text that was printed once.

use super::Ending;
use super::input::{bytes_of, show, why};
use clap::ValueEnum;
use dawson::notation::json;
use dawson::notation::popeye::reread::{Reread, reread};
use std::io::{self, Write};
use std::path::PathBuf;

/// What to read, and how to tell it.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// How to tell the solutions
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Files with the output of `dawson popeye` or of Popeye itself
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// How to tell what was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// One JSON object a line; see `dawson schema`
    #[default]
    Json,
    /// The same text again
    Text,
}

/// Reads all files.
pub fn run(arguments: &Arguments) -> Ending {
    let mut ending = Ending::Done;
    for file in &arguments.files {
        let name = file.display().to_string();
        let bytes = match bytes_of(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("dawson: {name}: {}", why(&error));
                ending = Ending::Failed;
                continue;
            }
        };
        let text = String::from_utf8(bytes).unwrap_or_else(|error| {
            let bytes = error.into_bytes();
            bytes.into_iter().map(char::from).collect()
        });
        let told = match reread(&text) {
            Ok(problems) if problems.is_empty() => {
                eprintln!("dawson: {name}: no printed solution is recognised in it");
                ending = Ending::Failed;
                continue;
            }
            Ok(problems) => tell(&problems, arguments.format),
            Err(diagnostic) => {
                show(&name, &text, Default::default(), &[diagnostic]);
                ending = Ending::Failed;
                continue;
            }
        };
        if write!(io::stdout(), "{told}").is_err() {
            return Ending::Failed;
        }
    }
    ending
}

fn tell(problems: &[Reread], format: Format) -> String {
    let texts = problems.iter().map(|problem| match format {
        Format::Text => problem.text(),
        Format::Json => json::line(&problem.problem, &problem.solution, None) + "\n",
    });
    texts.collect()
}
