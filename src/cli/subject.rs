//! One problem that a command is about: a statement with a position, or a problem of a file.

use super::check::inputs::{Amount, each, files};
use super::given::{Given, Options, Position};
use super::input::is_path;
use super::language::{self, Tongue};
use dawson::collection::Entry;
use dawson::notation::popeye::words::Language;
use dawson::notation::statement;
use std::sync::Arc;

/// Which problem.
#[derive(Clone, Debug, clap::Args)]
pub struct Subject {
    /// A statement such as `#2, Circe`, or a file of problems in any format
    #[arg(value_name = "STATEMENT | FILE")]
    pub statement: String,
    /// The position: a FEN, a list of men such as `wKe1 bKa8`, or a file that holds one
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
    /// The subject and the other words, of which the first may be a file with the position.
    pub fn with_file<'w>(&self, words: &'w [String]) -> (Subject, &'w [String]) {
        let mut subject = self.clone();
        let is_position = |path: &String| is_path(path) && Position::of_file(path).is_some();
        match words {
            [file, rest @ ..] if self.fen.is_none() && is_position(file) => {
                subject.fen = Some(file.clone());
                (subject, rest)
            }
            words => (subject, words),
        }
    }

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
        let (sources, mut faults) = files(std::slice::from_ref(&self.statement));
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
        if let Some(entry) = &mut found {
            entry.settle_claim();
            faults.extend(entry.errors.iter().cloned());
            for warning in &entry.warnings {
                eprintln!("{}: warning: {warning}", self.statement);
            }
        } else if faults.is_empty() {
            faults.push(format!("there is no problem {}", self.number));
        }
        for fault in &faults {
            eprintln!("dawson: {}: {fault}", self.statement);
        }
        found.filter(|_| faults.is_empty())
    }

    fn of_statement(&self) -> Option<Entry> {
        let options = Options {
            fen: self.fen.as_deref(),
            ..Options::default()
        };
        let given = Given::new(&self.statement, options);
        let posed = given.pose(self.language);
        given.show(&posed);
        posed.is_sound().then(|| Entry {
            language: posed.letters.unwrap_or(posed.language),
            ..Entry::of(posed.problem)
        })
    }
}
