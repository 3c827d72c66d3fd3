//! `dawson read`: what a statement or a file of problems was understood as, without solving.

use super::Ending;
use super::check::inputs::{Amount, each, files};
use super::given::{self, Given, Inputs, Options};
use super::language::Tongue;
use clap::ValueEnum;
use dawson::collection::{Entry, Pointed};
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::message::translate;
use dawson::notation::popeye::words::Language;
use dawson::notation::statement::Told;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;

/// What to read, and how to tell it.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A statement such as `h#2, Circe`, files or folders of problems in any format, `-` for
    /// standard input
    #[arg(required = true, value_name = "STATEMENT | PATH")]
    inputs: Vec<String>,
    /// The position of the statement: a FEN or a list of men such as `wKe1 bKa8`
    #[arg(long, value_name = "POSITION", visible_alias = "position")]
    fen: Option<String>,
    /// Language of piece letters and words [default: that of the statement, or of the system]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    language: Option<Tongue>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Let problem files name files outside their own folder
    #[arg(long)]
    trust_files: bool,
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// A problem as it was understood.
#[derive(Debug, Serialize)]
struct Line<'a> {
    /// The file, or `statement`.
    source: &'a str,
    /// The number in the file, from 1.
    number: usize,
    #[serde(flatten)]
    told: Told,
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// Reads, and tells what was understood.
pub fn run(arguments: &Arguments) -> Ending {
    let options = Options {
        fen: arguments.fen.as_deref(),
        ..Options::default()
    };
    let Inputs { given, paths } = match given::inputs(&arguments.inputs, options) {
        Ok(inputs) => inputs,
        Err(error) => return Ending::Failed.after(Err(error)),
    };
    let mut ending = Ending::Done;
    if let Some(given) = given {
        ending = ending.max(of_statement(arguments, &given));
    }
    if !paths.is_empty() {
        ending = ending.max(of_files(arguments, &paths));
    }
    ending
}

fn of_statement(arguments: &Arguments, given: &Given) -> Ending {
    let mut posed = given.pose(arguments.language);
    // A statement can be explained without its position.
    let is_missing = |said: &Diagnostic| matches!(said, Diagnostic::PositionMissing { .. });
    posed.diagnostics.retain(|(_, said)| !is_missing(said));
    let (problem, language) = (&posed.problem, posed.language);
    let is_understood = posed.is_sound();
    let told = match is_understood {
        true => Told::of(problem, language),
        false => Told::default(),
    };
    match arguments.format {
        Format::Text => {
            given.show(&posed);
            let written = match is_understood {
                true => print(&told.to_string()),
                false => Ok(()),
            };
            ending_of(is_understood).after(written)
        }
        Format::Json => {
            let texts = |errors: bool| {
                let said = posed.diagnostics.iter().map(|(_, said)| said);
                let said = said.filter(|said| said.is_error() == errors);
                said.map(|said| translate(language, &said.to_string()))
                    .collect()
            };
            let line = Line {
                source: "statement",
                number: 1,
                told,
                errors: texts(true),
                warnings: texts(false),
            };
            ending_of(is_understood).after(print_json(&line))
        }
    }
}

fn of_files(arguments: &Arguments, paths: &[String]) -> Ending {
    let (sources, faults) = files(paths);
    let mut ending = Ending::Done;
    for fault in &faults {
        eprintln!("dawson: {fault}");
        ending = Ending::Failed;
    }
    for source in &sources {
        let name = source.name();
        let mut visit = |entry: Entry| {
            let (is_understood, written) = tell(arguments, &name, &entry);
            ending = ending.max(ending_of(is_understood)).after(written);
            true
        };
        let amount = Arc::new(Amount::default());
        if let Err(fault) = each(source, &amount, arguments.trust_files, &mut visit) {
            eprintln!("dawson: {name}: {fault}");
            ending = Ending::Failed;
        }
    }
    ending
}

fn tell(arguments: &Arguments, source: &str, entry: &Entry) -> (bool, io::Result<()>) {
    let language = arguments.language.map_or(entry.language, Language::from);
    let pointed = |fault: &String| {
        let mut pointed = entry.pointed.iter();
        pointed.find(|pointed| pointed.said == *fault)
    };
    // A statement can be explained without its position.
    let is_missing = |fault: &&String| {
        pointed(fault)
            .is_some_and(|pointed| matches!(pointed.diagnostic, Diagnostic::PositionMissing { .. }))
    };
    let said: Vec<String> = entry.errors.iter().chain(&entry.faults).cloned().collect();
    let said = match said.is_empty() {
        true => entry.why_not_solved(),
        false => said,
    };
    let faults: Vec<&String> = said.iter().filter(|fault| !is_missing(fault)).collect();
    let errors = faults.iter().map(|fault| translate(language, fault));
    let errors: Vec<String> = errors.collect();
    let is_understood = errors.is_empty();
    let told = match is_understood {
        true => Told::of(&entry.problem, language),
        false => Told::default(),
    };
    let written = match arguments.format {
        Format::Json => print_json(&Line {
            source,
            number: entry.number,
            told,
            errors,
            warnings: entry.warnings.clone(),
        }),
        Format::Text => {
            let place = format!("{source} {}", entry.number);
            for (fault, said) in faults.into_iter().zip(&errors) {
                eprintln!("dawson: {place}: {said}");
                if let Some(excerpt) = pointed(fault).and_then(Pointed::excerpt) {
                    eprintln!("{excerpt}");
                }
            }
            for warning in &entry.warnings {
                eprintln!("dawson: {place}: {warning}");
            }
            match is_understood {
                true => print(&format!("{place}  {}", told.in_one_line())),
                false => Ok(()),
            }
        }
    };
    (is_understood, written)
}

fn ending_of(is_understood: bool) -> Ending {
    match is_understood {
        true => Ending::Done,
        false => Ending::Failed,
    }
}

fn print(text: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}

fn print_json(line: &Line<'_>) -> io::Result<()> {
    print(&serde_json::to_string(line).map_err(io::Error::other)?)
}
