//! A statement with its position, as command lines give them; every command reads them here.

use super::input::{is_path, show};
use super::language::{Tongue, of_system};
use dawson::collection::{Entry, fen_and_statement, posed, unadorned};
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::popeye::words::Language;
use dawson::notation::posed::{Half, Placed, Posed, pose, pose_in};
use dawson::notation::position::{self, Position as Read, board_apart};
use dawson::notation::statement::statement;
use std::io;

/// A position of more bytes is none.
const LONGEST_POSITION: usize = 4096;

/// A statement with its position.
#[derive(Clone, Debug)]
pub struct Given {
    /// The statement as it is written; without words it asks nothing.
    pub statement: String,
    /// The position; without one it is made of the men that the statement names.
    pub position: Option<Position>,
}

/// A position as it is written.
#[derive(Clone, Debug)]
pub struct Position {
    /// What messages call it: the option or the file that gave it.
    pub name: String,
    pub text: String,
    /// Whether its side to move is always meant.
    means_side: bool,
}

/// The positions that options give.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// `--fen`.
    pub fen: Option<&'a str>,
    /// `--position`.
    pub position: Option<&'a str>,
}

/// What the inputs of a command are: a problem in words, and files of problems.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The problem in words, if there is one.
    pub given: Option<Given>,
    /// Files and folders of problems, `-` for standard input.
    pub paths: Vec<String>,
}

/// Tells statements from files. A file or standard input that holds a position and no more belongs
/// to the statement, and so does a file of that kind that an option names.
///
/// # Errors
/// When standard input cannot be read.
pub fn inputs(inputs: &[String], options: Options<'_>) -> io::Result<Inputs> {
    let is_file = |input: &&String| input.as_str() == "-" || is_path(input);
    let (paths, words): (Vec<&String>, Vec<&String>) = inputs.iter().partition(is_file);
    let words: Vec<&str> = words.into_iter().map(String::as_str).collect();
    let mut paths: Vec<String> = paths.into_iter().cloned().collect();
    let mut position = options.read();
    if let (None, false, [path]) = (&position, words.is_empty(), paths.as_slice()) {
        position = Position::of_path(path)?;
        if position.is_some() {
            paths.clear();
        }
    }
    let is_given = position.is_some() || !words.is_empty();
    let mut statement = unadorned(&words.join(" "));
    if position.is_none()
        && !is_block(&statement)
        && let Some((text, rest)) = apart(&statement)
    {
        position = Some(Position::named("position", &text));
        statement = rest;
    }
    let given = is_given.then_some(Given {
        statement,
        position,
    });
    Ok(Inputs { given, paths })
}

/// Whether a text has several lines, and so is read as a file is.
fn is_block(text: &str) -> bool {
    text.trim().contains('\n')
}

/// The position in a text that holds one, and the statement that is left.
fn apart(text: &str) -> Option<(String, String)> {
    let is_position = |text: &str| any_position(text).is_ok();
    let alone = || is_position(text).then(|| (text.to_owned(), String::new()));
    match fen_and_statement(text).or_else(|| board_apart(text)) {
        Some((board, rest)) => {
            // The rest may explain its letters.
            let is_read = || {
                let posed = pose(&rest, Placed::Fen(&board));
                let mut said = posed.diagnostics.iter();
                !said.any(|(half, said)| *half == Half::Position && said.is_error())
            };
            (is_position(&board) || is_read()).then_some((board, rest))
        }
        None => statement(text).is_err().then(alone).flatten(),
    }
}

fn any_position(text: &str) -> Result<Read, Diagnostic> {
    position::position(text, &[], Language::En)
}

impl Options<'_> {
    fn read(self) -> Option<Position> {
        let (name, text) = match (self.fen, self.position) {
            (Some(text), _) => ("fen", text),
            (None, Some(text)) => ("position", text),
            (None, None) => return None,
        };
        let file = is_path(text).then(|| Position::of_file(text)).flatten();
        let means_side = name == "position";
        Some(match file {
            Some(position) => Position {
                means_side,
                ..position
            },
            None => Position {
                name: name.to_owned(),
                text: text.to_owned(),
                means_side,
            },
        })
    }
}

impl Position {
    /// The position that a file holds and nothing else.
    pub fn of_file(path: &str) -> Option<Position> {
        let text = std::fs::read_to_string(path).ok()?;
        let text = text.trim();
        let is_short = text.len() < LONGEST_POSITION;
        let is_position = is_short && any_position(text).is_ok();
        is_position.then(|| Position::named(path, text))
    }

    /// The same for standard input, which is a position whatever it holds.
    fn of_path(path: &str) -> io::Result<Option<Position>> {
        match path {
            "-" => {
                let text = io::read_to_string(io::stdin())?;
                Ok(Some(Position::named("standard input", text.trim())))
            }
            path => Ok(Position::of_file(path)),
        }
    }

    fn named(name: &str, text: &str) -> Position {
        Position {
            name: name.to_owned(),
            text: text.to_owned(),
            means_side: false,
        }
    }

    fn placed(&self) -> Placed<'_> {
        match self.means_side {
            true => Placed::Position(&self.text),
            false => Placed::Fen(&self.text),
        }
    }
}

impl Given {
    /// A statement with what options say of its position.
    pub fn new(statement: &str, options: Options<'_>) -> Given {
        Given {
            statement: statement.to_owned(),
            position: options.read(),
        }
    }

    /// Reads it; `tongue` is the language asked for.
    pub fn pose(&self, tongue: Option<Tongue>) -> Posed {
        let placed = self
            .position
            .as_ref()
            .map_or(Placed::Said, Position::placed);
        let wished = tongue.map(Language::from);
        // A block is read in the language of its own words; where a language is wished for, position and task are
        // told apart here.
        if let (None, Some(_), Some((text, rest))) =
            (&self.position, wished, apart(&self.statement))
        {
            let position = Some(Position::named("position", &text));
            return Given {
                statement: rest,
                position,
            }
            .pose(tongue);
        }
        let mut posed = match (placed, wished) {
            (Placed::Said, None) => posed(&self.statement, of_system()),
            _ => pose_in(&self.statement, placed, wished, of_system()),
        };
        posed.refuse_odd_men(placed);
        posed.credit();
        posed
    }

    /// The text that a half is, and what messages call it.
    pub fn half(&self, half: Half) -> (&str, &str) {
        match (half, &self.position) {
            (Half::Position, Some(position)) => (&position.name, &position.text),
            _ => ("statement", &self.statement),
        }
    }

    /// Shows what is to be said about it.
    pub fn show(&self, posed: &Posed) {
        for (half, diagnostic) in &posed.diagnostics {
            let (name, text) = self.half(*half);
            show(name, text, posed.language, std::slice::from_ref(diagnostic));
        }
    }

    /// The problem, as one of a collection; warnings go with it, errors are shown.
    pub fn entry(&self, tongue: Option<Tongue>) -> Option<Entry> {
        let posed = self.pose(tongue);
        if !posed.is_sound() {
            self.show(&posed);
            return None;
        }
        let warnings = posed.diagnostics.iter().map(|(_, said)| said.to_string());
        Some(Entry {
            warnings: warnings.collect(),
            language: posed.language,
            ..Entry::of(posed.problem)
        })
    }
}
