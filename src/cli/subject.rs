//! One problem that a command is about: a statement with a position, or a problem of a file.

use super::check::inputs::{Amount, each, sources};
use super::input::{is_path, show};
use super::language::{self, Tongue};
use dawson::collection::Entry;
use dawson::notation::any_position;
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::fields::{self, Means};
use dawson::notation::popeye::words::Language;
use dawson::notation::statement;
use dawson::problem::Problem;
use std::sync::Arc;

/// Which problem.
#[derive(Debug, clap::Args)]
pub struct Subject {
    /// A statement such as `#2, Circe`, or a file of problems in any format
    #[arg(value_name = "STATEMENT | FILE")]
    pub statement: String,
    /// The position: a FEN or a list of men such as `wKe1 bKa8`
    #[arg(long, value_name = "POSITION", visible_alias = "position")]
    pub fen: Option<String>,
    /// Which problem of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub number: usize,
    /// Language of piece letters and words [default: that of the statement, or of the system]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub language: Option<Tongue>,
}

impl Subject {
    /// The problem with what its file says of it; what is wrong with it is shown.
    pub fn entry(&self) -> Option<Entry> {
        match is_path(&self.statement) {
            true => self.of_file(),
            false => self.of_statement(),
        }
    }

    /// In which language is spoken about it.
    pub fn spoken(&self) -> Language {
        let spoken = match is_path(&self.statement) {
            true => None,
            false => statement::spoken_language(&self.statement),
        };
        language::choose(self.language, spoken)
    }

    /// The problem with its number in a file.
    fn of_file(&self) -> Option<Entry> {
        let (sources, mut faults) = sources(std::slice::from_ref(&self.statement), None);
        let mut found = None;
        let mut visit = |entry: Entry| {
            let is_it = entry.number == self.number;
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
            faults.push(format!("there is no problem {}", self.number));
        }
        for fault in &faults {
            eprintln!("dawson: {}: {fault}", self.statement);
        }
        found.filter(|_| faults.is_empty())
    }

    fn of_statement(&self) -> Option<Entry> {
        let text = &self.statement;
        let language = self.spoken();
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
        let faults = match &self.fen {
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
            false => Some(Entry::of(problem)),
        }
    }
}
