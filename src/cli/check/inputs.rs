//! The files that a command line names, and the problems in them, one after the other.

use crate::cli::input::opener;
use dawson::collection::{self, Entry};
use dawson::notation::any_position;
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::fields::{self, Means, Told};
use dawson::notation::statement;
use dawson::problem::Problem;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Somewhere to read problems from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file that was named, or one of a folder.
    File {
        /// Where it is.
        path: PathBuf,
    },
    /// Standard input.
    Standard,
    /// One problem of the command line.
    Statement(Box<Entry>),
}

impl Source {
    /// As results call it.
    pub fn name(&self) -> String {
        match self {
            Source::File { path } => path.display().to_string(),
            Source::Standard | Source::Statement(_) => "-".to_owned(),
        }
    }
}

/// All sources that the arguments mean, and what cannot be one.
pub fn sources(inputs: &[String], fen: Option<&str>) -> (Vec<Source>, Vec<String>) {
    let is_statement = |input: &String| {
        let path = Path::new(input);
        input != "-"
            && !path.exists()
            && statement::statement(input)
                .is_ok_and(|said| said.has_men() && said.stipulation.is_some())
    };
    let fen = fen.or((inputs.len() == 1 && is_statement(&inputs[0])).then_some(""));
    if let Some(fen) = fen {
        let text = inputs.join(" ");
        return match of_statement(&text, fen) {
            Ok(entry) => (vec![Source::Statement(Box::new(entry))], Vec::new()),
            Err(faults) => (Vec::new(), faults),
        };
    }
    let mut sources = Vec::new();
    let mut faults = Vec::new();
    for input in inputs {
        let path = Path::new(input);
        if input == "-" {
            sources.push(Source::Standard);
        } else if path.is_dir() {
            let before = sources.len();
            let mut files = Vec::new();
            if let Err(fault) = collection::files::files(path, &mut files) {
                faults.push(fault);
            }
            sources.extend(files.into_iter().map(|path| Source::File { path }));
            if sources.len() == before {
                faults.push(format!("{input}: the folder holds no file of problems"));
            }
        } else if path.exists() {
            sources.push(Source::File {
                path: path.to_owned(),
            });
        } else if statement::statement(input).is_ok_and(|said| said.stipulation.is_some()) {
            faults.push(format!(
                "`{input}` is a statement; give its position with --fen"
            ));
        } else {
            faults.push(format!("{input}: no such file or folder"));
        }
    }
    (sources, faults)
}

fn of_statement(text: &str, fen: &str) -> Result<Entry, Vec<String>> {
    let mut problem = Problem::new();
    let said = statement::statement(text).map_err(|faults| {
        let faults = faults.iter().map(ToString::to_string);
        faults.collect::<Vec<_>>()
    })?;
    let warnings: Vec<String> = said.diagnostics.iter().map(ToString::to_string).collect();
    let told = match fen.trim().is_empty() {
        true => Told {
            statement: said.apply(&mut problem),
            ..Told::default()
        },
        false => {
            let language = said.language.unwrap_or_default();
            let position = any_position::position(fen, &said.walks, language);
            let position = position.map_err(|fault| vec![fault.to_string()])?;
            fields::join(said, &position, fen, Means::Mostly, &mut problem)
        }
    };
    if told.statement.iter().any(Diagnostic::is_error) {
        return Err(told.statement.iter().map(ToString::to_string).collect());
    }
    let mut entry = Entry::of(problem);
    let of_position = told.position.iter().map(ToString::to_string);
    entry.warnings = warnings.into_iter().chain(of_position).collect();
    Ok(entry)
}

/// How much was read of how much.
#[derive(Debug, Default)]
pub struct Amount {
    /// Bytes read.
    pub done: AtomicU64,
    /// Bytes there are, as far as files say.
    pub all: AtomicU64,
}

struct Counted<R> {
    input: R,
    amount: Arc<Amount>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.amount.done.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

/// Calls `visit` with each problem of a source until it says no; false if it did.
///
/// # Errors
/// When the source cannot be read at all.
pub fn each(
    source: &Source,
    amount: &Arc<Amount>,
    trusts: bool,
    visit: &mut dyn FnMut(Entry) -> bool,
) -> Result<bool, String> {
    let fault = |error: &io::Error| match error.kind() {
        io::ErrorKind::NotFound => "not found".to_owned(),
        _ => error.to_string(),
    };
    match source {
        Source::Statement(entry) => Ok(visit((**entry).clone())),
        Source::Standard => {
            let input = BufReader::new(io::stdin().lock());
            let refuse = |_: &str| Err("standard input has no folder".to_owned());
            let problems = collection::read("-", input, &refuse).map_err(|error| fault(&error))?;
            Ok(visit_all(problems, visit))
        }
        Source::File { path } => {
            let file = File::open(path).map_err(|error| fault(&error))?;
            let amount = amount.clone();
            let input = BufReader::new(Counted {
                input: file,
                amount,
            });
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let open = opener(path, trusts);
            let problems = collection::read(&name, input, &open).map_err(|error| fault(&error))?;
            Ok(visit_all(problems, visit))
        }
    }
}

fn visit_all(problems: impl Iterator<Item = Entry>, visit: &mut dyn FnMut(Entry) -> bool) -> bool {
    for problem in problems {
        if !visit(problem) {
            return false;
        }
    }
    true
}
