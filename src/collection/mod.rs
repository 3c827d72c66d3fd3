//! Collections that people own: many problems in a file, in any of the usual formats.
//!
//! A collection is read lazily, problem by problem, so that its size does not matter. The format
//! is recognised by content, not by the ending of a file's name. What a format has beside the
//! problem (comments, keywords, sources in parts ...) is kept in [`Entry::details`], so that
//! writing loses nothing.
//!
//! **Invariant:** what is not understood is said with its line and reason in [`Entry::errors`],
//! and the rest goes on.

mod aside;
mod carrier;
mod claims;
mod csv;
mod dressing;
mod epd;
mod examine;
pub mod files;
mod inp;
mod jsonl;
mod label;
mod latex;
mod moves;
mod pbm;
mod pgn;
mod plain;
mod pointed;
mod popeye_text;
mod record;
pub mod report;
mod result;
pub mod results;
mod sniff;
pub mod write;
mod yacpdb;

pub use carrier::{
    carried, content_hash, intention_of, plainly_asked, statement_and_fen, statement_of,
};
pub use dressing::unadorned;
pub use epd::fen_and_statement;
pub use examine::{examine, examine_observed, examine_solved, limits_text};
pub use pointed::{Pointed, posed};
pub use result::{Examined, Wishes, matches, schema};
pub use sniff::Format;

use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::Language;
use crate::notation::position::oddities;
use crate::problem::Problem;
use crate::retract::RetroProblem;
use crate::soundness::replay::{calls_unsound, tells_cook};
use record::{Cut, Record, Records};
use serde_json::{Map, Value};
use std::io::{self, BufRead};

/// Opens a file that an input names, or says why it cannot.
pub type Open<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// A problem of a collection.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file, from 1, where it starts.
    pub line: usize,
    /// The problem as far as it was understood.
    pub problem: Problem,
    /// The language of its words and letters.
    pub language: Language,
    /// How the collection calls it.
    pub id: Option<String>,
    /// The author's solution, as written.
    pub solution: Option<String>,
    /// Whether its format means one solution, for nothing is said; [`Entry::settle_claim`] says what is claimed.
    pub claims_by_default: bool,
    /// Everything else, under the keys of YACPDB where it has one for it.
    pub details: Map<String, Value>,
    /// Why it could not be read, each with its line.
    pub errors: Vec<String>,
    /// Set if it is a problem in which moves are taken back, which only [`examine()`] can judge.
    pub retro: Option<Retraction>,
    /// What else is to be said about its text.
    pub warnings: Vec<String>,
    /// Why its position cannot be, as far as its text says more than the diagram.
    pub faults: Vec<String>,
    /// Errors and warnings that speak of characters, with these.
    pub pointed: Vec<Pointed>,
    /// Fields that nobody reads and that may make it another problem.
    pub unread: Vec<String>,
}

/// A problem in which moves are taken back.
#[derive(Clone, PartialEq, Debug)]
pub struct Retraction {
    /// The statement, as written.
    pub statement: String,
    /// The problem it states.
    pub task: RetroProblem,
}

impl Entry {
    /// An entry of this problem alone.
    pub fn of(problem: Problem) -> Entry {
        Entry {
            number: 1,
            line: 1,
            problem,
            language: Language::En,
            id: None,
            solution: None,
            claims_by_default: false,
            details: Map::new(),
            errors: Vec::new(),
            retro: None,
            warnings: Vec::new(),
            faults: Vec::new(),
            pointed: Vec::new(),
            unread: Vec::new(),
        }
    }

    fn refused(why: impl Into<String>) -> Entry {
        Entry {
            errors: vec![why.into()],
            ..Entry::of(Problem::new())
        }
    }

    /// Whether its solution is a program's list and no claim of an author.
    pub fn is_program_text(&self) -> bool {
        let text = self.solution.as_deref().unwrap_or_default();
        text.lines().any(popeye_text::is_end)
    }

    /// The keyword of the collection, such as `Cooked`, that says the problem is not sound.
    pub fn called_unsound(&self) -> Option<String> {
        self.keywords().into_iter().find(|word| calls_unsound(word))
    }

    /// What of the collection says that the problem is not sound: its keyword, or a comment that tells a cook.
    fn unsound_by(&self) -> Option<String> {
        let keyword = self
            .called_unsound()
            .map(|word| format!("keyword `{word}`"));
        keyword.or_else(|| {
            let mut comments = carrier::texts(&self.details, "comments").into_iter();
            let cook = comments.find(|comment| tells_cook(comment));
            cook.map(|comment| format!("comment `{comment}`"))
        })
    }

    /// The keywords that the collection gives the problem.
    pub fn keywords(&self) -> Vec<String> {
        let texts = carrier::texts(&self.details, "keywords");
        let words = texts.iter().flat_map(|text| text.split(','));
        let words = words.map(|word| word.trim().to_owned());
        words.filter(|word| !word.is_empty()).collect()
    }

    /// A hash of position, stipulation, conditions, options and twins; for problems in which moves are taken
    /// back with their statement.
    pub fn hash(&self) -> String {
        let forward = carrier::content_hash(&self.problem);
        match &self.retro {
            Some(retro) => format!("{forward} {}", retro.statement),
            None => forward,
        }
    }

    /// Whether it was understood.
    pub fn is_read(&self) -> bool {
        self.errors.is_empty()
    }

    /// Why it cannot be solved: it was not read, or its position cannot be. Nothing if it can.
    ///
    /// ```
    /// let text = "7k/8/6K1/8/8/8/8/R3K3 ; #1\n";
    /// let nowhere = |_: &str| Err("not found".to_owned());
    /// let mut entries = dawson::collection::read("one.epd", text.as_bytes(), &nowhere).unwrap();
    /// let entry = entries.next().unwrap();
    /// assert_eq!(entry.why_not_solved(), ["White has several kings or royal men: e1 g6"]);
    /// ```
    pub fn why_not_solved(&self) -> Vec<String> {
        if !self.is_read() {
            return self.errors.clone();
        }
        if !self.faults.is_empty() {
            return self.faults.clone();
        }
        let odd = oddities(&self.problem, "").into_iter();
        let wrong = odd.filter(Diagnostic::is_error);
        wrong.map(|wrong| wrong.to_string()).collect()
    }

    /// Sorts what a reader said into errors and warnings.
    fn said(&mut self, text: &str, diagnostics: &[Diagnostic], first_line: usize) {
        for diagnostic in diagnostics {
            if let Diagnostic::SeveralKings { .. } = diagnostic {
                self.faults.push(diagnostic.to_string());
                continue;
            }
            self.point(text, diagnostic.clone(), first_line);
        }
    }
}

/// `line 7: unknown word `Circee`; did you mean `Circe`?`.
fn said(text: &str, diagnostic: &Diagnostic, first_line: usize) -> String {
    let help = miette::Diagnostic::help(diagnostic);
    let help = help.map_or(String::new(), |help| format!("; {help}"));
    let at = diagnostic.span().map_or(0, |span| span.offset());
    let before = text.get(..at.min(text.len())).unwrap_or("");
    let line = first_line + before.matches('\n').count();
    format!("line {line}: {diagnostic}{help}")
}

/// A collection that is read problem by problem.
pub struct Collection<'a> {
    format: Format,
    name: String,
    open: &'a Open<'a>,
    records: Source<'a>,
    pending: std::collections::VecDeque<Entry>,
    count: usize,
}

enum Source<'a> {
    Records(Records<'a>),
    Csv(Box<csv::Rows<'a>>),
}

/// Reads a collection. `name` is that of the file; `open` opens what its problems include.
///
/// ```
/// use dawson::collection::read;
/// let text = "7k/8/6K1/8/8/8/8/1R6 ; #1\n7k/8/6K1/8/8/8/8/R7 ; #1\n";
/// let problems = read("two.epd", text.as_bytes(), &|_| Err("not found".to_owned())).unwrap();
/// assert_eq!(problems.filter(|problem| problem.is_read()).count(), 2);
/// ```
///
/// # Errors
/// When nothing can be read, or the format is not known.
pub fn read<'a>(
    name: &str,
    input: impl BufRead + 'a,
    open: &'a Open<'a>,
) -> io::Result<Collection<'a>> {
    let mut input: Box<dyn BufRead + 'a> = Box::new(input);
    let mut start = record::peek(&mut input)?;
    if let Some(text) = sniff::plain_text(&start) {
        // What is wrapped in something else is unwrapped as a whole.
        let text = match record::whole(start, input)? {
            // Its beginning may only look as if it were wrapped.
            whole if whole.len() as u64 > record::START => {
                sniff::plain_text(&whole).map_or(whole, String::into_bytes)
            }
            _ => text.into_bytes(),
        };
        input = Box::new(io::Cursor::new(text));
        start = record::peek(&mut input)?;
    }
    let unknown = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why);
    if start.iter().all(u8::is_ascii_whitespace) {
        return Err(unknown("the file is empty"));
    }
    let format = Format::presumed(&start).ok_or_else(|| {
        unknown(
            "unknown format: expected problems as Popeye input or output, YACPDB/Olive YAML, JSON \
             Lines, FEN or EPD with a statement, CSV with a header, PGN, LaTeX `diagram`, PDB or \
             WinChloe text, or a .pbm file",
        )
    })?;
    let whole = record::chain(start, input);
    let records = match format {
        Format::Csv => Source::Csv(Box::new(
            csv::Rows::new(whole).map_err(|why| unknown(&why))?,
        )),
        _ => Source::Records(Records::new(whole, cut(format))),
    };
    Ok(Collection {
        format,
        name: name.to_owned(),
        open,
        records,
        pending: std::collections::VecDeque::new(),
        count: 0,
    })
}

/// How a format separates its problems.
fn cut(format: Format) -> Cut {
    match format {
        Format::Input => Cut::BeforeOnceLarge(inp::is_next),
        Format::Yacpdb => Cut::Before(|line| line.starts_with("---")),
        Format::JsonLines | Format::Epd => Cut::Lines,
        Format::Json | Format::Pbm | Format::Csv | Format::Plain => Cut::Whole,
        Format::Pgn => Cut::Games,
        Format::Latex => Cut::Before(|line| line.trim_start().starts_with("\\begin{diagram}")),
        Format::PopeyeText => Cut::After(popeye_text::is_end),
    }
}

impl Collection<'_> {
    /// The format that was recognised.
    pub fn format(&self) -> Format {
        self.format
    }

    fn entries(&self, record: &Record) -> Vec<Entry> {
        match self.format {
            Format::Input => inp::entries(&self.name, record, self.open),
            Format::Yacpdb => yacpdb::entries(record),
            Format::Json => yacpdb::of_json(record),
            Format::JsonLines => jsonl::entries(record),
            Format::Epd => epd::entries(record),
            Format::Pgn => pgn::entries(record),
            Format::Latex => latex::entries(record),
            Format::PopeyeText => popeye_text::entries(record),
            Format::Plain => plain::entries(record),
            Format::Pbm => pbm::entries(record),
            Format::Csv => Vec::new(),
        }
    }

    fn more(&mut self) -> Option<Vec<Entry>> {
        let record = match &mut self.records {
            Source::Csv(rows) => return rows.next().map(|entry| vec![entry]),
            Source::Records(records) => records.next()?,
        };
        Some(match record {
            Ok(record) => self.entries(&record),
            Err((line, why)) => vec![Entry {
                line,
                ..Entry::refused(format!("line {line}: {why}"))
            }],
        })
    }
}

impl Iterator for Collection<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        while self.pending.is_empty() {
            let more = self.more()?;
            self.pending.extend(more);
        }
        let mut entry = self.pending.pop_front()?;
        self.count += 1;
        entry.number = self.count;
        Some(entry)
    }
}
