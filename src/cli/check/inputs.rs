//! The files that a command line names, and the problems in them, one after the other.

use crate::cli::given::{self, Inputs, Options};
use crate::cli::input::opener;
use crate::cli::language::Tongue;
use dawson::collection::files::unpacked;
use dawson::collection::{self, Entry};
use dawson::notation::statement;
use std::fs::File;
use std::io::{self, Read};
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

/// All sources that the arguments mean, and what cannot be one; what is wrong with a statement has
/// been shown.
pub fn sources(
    inputs: &[String],
    options: Options<'_>,
    tongue: Option<Tongue>,
) -> (Vec<Source>, Vec<String>) {
    let Inputs { given, paths } = match given::inputs(inputs, options) {
        Ok(inputs) => inputs,
        Err(error) => return (Vec::new(), vec![format!("standard input: {error}")]),
    };
    let (mut sources, mut faults) = files(&paths);
    let Some(given) = given else {
        return (sources, faults);
    };
    let is_statement = || statement::statement(&given.statement).is_ok();
    if given.position.is_none() && !given.statement.contains(' ') && !is_statement() {
        faults.push(format!("{}: no such file or folder", given.statement));
    } else if let Some(entry) = given.entry(tongue) {
        sources.insert(0, Source::Statement(Box::new(entry)));
    } else {
        faults.push("the problem of the command line was not read".to_owned());
    }
    (sources, faults)
}

/// The files that paths stand for, and what is wrong with the paths.
pub fn files(paths: &[String]) -> (Vec<Source>, Vec<String>) {
    let mut sources = Vec::new();
    let mut faults = Vec::new();
    for name in paths {
        let path = Path::new(name);
        if name == "-" {
            sources.push(Source::Standard);
        } else if path.is_dir() {
            let mut files = Vec::new();
            if let Err(fault) = collection::files::files(path, &mut files) {
                faults.push(fault);
            }
            if files.is_empty() {
                faults.push(format!("{name}: the folder holds no file of problems"));
            }
            sources.extend(files.into_iter().map(|path| Source::File { path }));
        } else if path.exists() {
            sources.push(Source::File {
                path: path.to_owned(),
            });
        } else {
            faults.push(format!("{name}: no such file or folder"));
        }
    }
    (sources, faults)
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
            let input = unpacked(io::stdin().lock()).map_err(|error| fault(&error))?;
            let refuse = |_: &str| Err("standard input has no folder".to_owned());
            let problems = collection::read("-", input, &refuse).map_err(|error| fault(&error))?;
            Ok(visit_all(problems, visit))
        }
        Source::File { path } => {
            let file = File::open(path).map_err(|error| fault(&error))?;
            let amount = amount.clone();
            let counted = Counted {
                input: file,
                amount,
            };
            let input = unpacked(counted).map_err(|error| fault(&error))?;
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
