//! `dawson convert`: the same problems in another of Popeye's languages.

use super::Ending;
use super::input::{read_file, show};
use super::language::Tongue;
use dawson::notation::popeye::input::input;
use dawson::notation::popeye::words::Language;
use std::io::{self, Write};
use std::path::PathBuf;

/// What to write, and in which language.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Language of the words and of the piece letters
    #[arg(long, value_enum, default_value_t)]
    language: Tongue,
    /// Files of problems
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Writes all problems of all files as one input file.
pub fn run(arguments: &Arguments) -> Ending {
    let language = Language::from(arguments.language);
    let mut ending = Ending::Done;
    let mut problems = Vec::new();
    for file in &arguments.files {
        let name = file.display().to_string();
        let reading = match read_file(file) {
            Ok(reading) => reading,
            Err(error) => {
                eprintln!("dawson: {name}: {error}");
                ending = Ending::Failed;
                continue;
            }
        };
        let of_problems = reading.problems.iter();
        let said = of_problems.flat_map(|problem| &problem.diagnostics);
        let said: Vec<_> = reading.diagnostics.iter().chain(said).cloned().collect();
        if show(&name, &reading.text, reading.language, &said) {
            ending = Ending::Failed;
        }
        let sound = reading.problems.into_iter().filter(|read| read.is_sound());
        problems.extend(sound.map(|read| read.problem));
    }
    if problems.is_empty() {
        return ending;
    }
    match write!(io::stdout(), "{}", input(&problems, language)) {
        Ok(()) => ending,
        Err(_) => Ending::Failed,
    }
}
