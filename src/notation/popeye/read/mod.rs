//! Reads problems written in the problem language of Popeye.
//!
//! **Invariant:** every word is either understood or reported; a problem with
//! an error among its diagnostics is not as its author meant it.

mod asked;
mod check;
pub(crate) mod condition;
mod exclusion;
mod include;
pub(crate) mod lexer;
mod men;
mod option;
mod position;
pub(crate) mod stipulation;
mod structured;
mod twin;

use super::words::{self, Language, Selection, Table, Word};
use crate::board::{Geometry, Square};
use crate::conditions::{DEFINITIONS, Definition, Param};
use crate::men::WalkId;
use crate::notation::diagnostic::{Diagnostic, did_you_mean, in_language};
use crate::notation::own_condition::quoted_conditions;
use crate::notation::own_walk::own_walks;
use crate::notation::position::{Placed, Position, forsyth_men, of_text_with};
use crate::problem::{Condition, Diagram, Goal, Problem};
use include::Includer;
use lexer::{Cursor, Token, decode};
use miette::SourceSpan;
use std::sync::LazyLock;

pub use include::Open;
pub(crate) use men::{PlacedMan, man_of, own_or_known};

/// What was read from an input.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The decoded text; the diagnostics point into it.
    pub text: String,
    /// The language of its first word.
    pub language: Language,
    /// The problems in their order.
    pub problems: Vec<ReadProblem>,
    /// What concerns the input as a whole.
    pub diagnostics: Vec<Diagnostic>,
}

/// A problem with what is to be said about its text.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadProblem {
    /// The problem as far as it was understood.
    pub problem: Problem,
    /// Errors and warnings in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The line, from 1, where it starts.
    pub line: usize,
    /// All its words.
    pub span: SourceSpan,
    /// Texts of `Remark`, to be echoed.
    pub remarks: Vec<String>,
    /// Files the output is to be appended to.
    pub protocols: Vec<NamedFile>,
    /// Files that are to hold the problem and its solution for LaTeX.
    pub latex: Vec<NamedFile>,
    /// How LaTeX draws walks, as far as the input says it.
    pub glyphs: Vec<Glyph>,
}

/// How LaTeX draws a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The walk's key.
    pub walk: &'static str,
    /// Letter and rotation, e.g. `DU`.
    pub glyph: String,
    /// What the walk is called, e.g. `grasshopper`.
    pub name: String,
}

/// A file by the name an input gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedFile {
    /// The name as written.
    pub name: String,
    /// Where it stands.
    pub at: SourceSpan,
}

impl ReadProblem {
    /// Whether it was understood: no diagnostic is an error.
    pub fn is_sound(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads a file of problems. Never fails as a whole: what cannot be read is
/// said in the diagnostics.
///
/// ```
/// use dawson::notation::popeye::read::read;
/// let text = "BeginProblem Stipulation #1 Pieces White Kg6 Rb1 Black Kh8 EndProblem";
/// let reading = read(text.as_bytes());
/// assert!(reading.problems[0].is_sound());
/// ```
pub fn read(bytes: &[u8]) -> Reading {
    read_file("", bytes, &|_| Err("not found".to_owned()))
}

/// As [`read`], with the files that the file `name` includes by `Input`.
pub fn read_file(name: &str, bytes: &[u8], open: &Open<'_>) -> Reading {
    let mut reading = Reading {
        text: String::new(),
        language: Language::default(),
        problems: Vec::new(),
        diagnostics: Vec::new(),
    };
    match decode(bytes) {
        (text, None) => {
            let (text, diagnostics) = Includer::expand(name, &text, open);
            reading.diagnostics = diagnostics;
            read_text(&text, &mut reading);
        }
        (text, Some(diagnostic)) => {
            reading.text = text;
            reading.diagnostics.push(diagnostic);
        }
    }
    reading
}

fn read_text(text: &str, reading: &mut Reading) {
    reading.text = text.to_owned();
    let named = quoted_conditions(text);
    reading.diagnostics.extend(named.diagnostics);
    let text = named.text.as_str();
    let own = own_walks(text, &['\n', '\r']);
    reading.diagnostics.extend(own.diagnostics);
    let mut cursor = Cursor::new(&own.text);
    let Some(first) = cursor.take() else {
        return reading.diagnostics.push(Diagnostic::Empty);
    };
    let Some(language) = language_of(first.text) else {
        reading.language = likely_language(text);
        return reading.diagnostics.push(Diagnostic::NoBeginning {
            found: shortened(first.text),
            at: first.span(),
        });
    };
    reading.language = language;
    let mut reader = Reader::new(cursor, language).with_walks(own.walks);
    let mut start = first;
    loop {
        let (problem, end) = reader.problem(start);
        reading.problems.push(problem);
        match end {
            End::Next(word) if reader.cursor.peek().is_none() => {
                let (word, at) = (word.text.to_owned(), word.span());
                let diagnostic = Diagnostic::NoNextProblem { word, at };
                return reading.diagnostics.push(diagnostic);
            }
            End::Next(word) => start = word,
            End::Last => break,
        }
    }
    if let Some(token) = reader.cursor.peek() {
        let at = token.span();
        reading.diagnostics.push(Diagnostic::AfterEnd { at });
    }
}

fn language_of(first: &str) -> Option<Language> {
    let begins =
        |language: &Language| words::select(Table::Start, *language, first) != Selection::Nothing;
    Language::ALL.into_iter().find(begins)
}

/// The language of most words of a text that has no beginning.
fn likely_language(text: &str) -> Language {
    let tables = [Table::Command, Table::End, Table::TwinStart, Table::Colour];
    let is_word = |language: Language, token: &Token<'_>| {
        let mut tables = tables.iter();
        tables.any(|table| words::whole(*table, language, token.text).is_some())
    };
    let words = |language: &Language| {
        let mut cursor = Cursor::new(text);
        let tokens = std::iter::from_fn(|| cursor.take());
        tokens.filter(|token| is_word(*language, token)).count()
    };
    let languages = Language::ALL.into_iter();
    languages.max_by_key(words).unwrap_or_default()
}

/// How a problem ended.
enum End<'a> {
    Next(Token<'a>),
    Last,
}

/// Where in the input we are and what was found.
pub(crate) struct Reader<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) language: Language,
    /// The board whose squares are named.
    pub(super) board: Geometry,
    /// Walks defined in the text, with their places.
    own_walks: Vec<(usize, WalkId)>,
    /// Where the problem starts.
    start: usize,
    /// The tables whose words end a list.
    outer: &'static [Table],
    /// Whether the last word was not understood: its followers may belong to it.
    lost: bool,
    /// The attributes given to men of this problem.
    attributes_at: Vec<(&'static str, SourceSpan)>,
    diagnostics: Vec<Diagnostic>,
}

const IN_PROBLEM: &[Table] = &[Table::Command, Table::End, Table::TwinStart];
const IN_TWIN: &[Table] = &[
    Table::TwinChange,
    Table::Command,
    Table::TwinStart,
    Table::End,
];

/// An option with its first and last word.
pub(crate) struct FoundOption<'a> {
    key: &'static str,
    name: Token<'a>,
    last: Token<'a>,
}

/// A problem in the making, with the places of what its checks may blame.
struct Draft<'a> {
    problem: Problem,
    stipulation_at: Option<Token<'a>>,
    /// Where its text stands.
    asked_at: Option<SourceSpan>,
    options_at: Vec<FoundOption<'a>>,
    conditions_at: Vec<(String, SourceSpan)>,
    men_at: Vec<(Square, SourceSpan)>,
    attributes_at: Vec<(&'static str, SourceSpan)>,
    /// A square with royal men of both sides.
    clash: Option<(Square, SourceSpan)>,
    /// Squares given again to the same man: how often, and where first.
    given_again: Vec<(Square, usize, SourceSpan)>,
    remarks: Vec<String>,
    protocols: Vec<NamedFile>,
    latex: Vec<NamedFile>,
    glyphs: Vec<Glyph>,
    /// The diagram after the last twin.
    last_twin: Option<Diagram>,
    /// A position given with its side to move.
    placed: Option<Position>,
}

impl<'a> Draft<'a> {
    fn option_at(&self, key: &str) -> Option<Token<'a>> {
        self.find_option(key).map(|option| option.name)
    }

    /// The last word of an option: its argument.
    fn argument_of(&self, key: &str) -> Option<Token<'a>> {
        self.find_option(key).map(|option| option.last)
    }

    fn find_option(&self, key: &str) -> Option<&FoundOption<'a>> {
        self.options_at.iter().find(|option| option.key == key)
    }

    /// The men given so far are where `a=>b` starts, those that follow where it ends.
    fn expect_target(&mut self) {
        let board = Diagram::empty(self.problem.diagram.geometry.clone());
        let start = std::mem::replace(&mut self.problem.diagram, board);
        self.problem.start.get_or_insert(start);
        self.given_again.clear();
    }

    fn is_begun(&self) -> bool {
        self.stipulation_at.is_some() || self.problem.diagram.men().next().is_some()
    }
}

/// What a word can be.
enum Resolution {
    /// An item of the list.
    Item(&'static Word),
    /// A word behind the list.
    Ends(&'static Word),
    /// An abbreviation of several words.
    Several(Vec<&'static Word>),
    /// Nothing.
    Nothing,
}

/// What a word in a list is.
enum Role {
    Item(&'static Word),
    Ends,
    Skipped,
}

/// The conditions that say which squares there are and what they are called.
static BOARD_WORDS: LazyLock<Vec<&'static Word>> = LazyLock::new(|| {
    let says_board = |word: &&Word| {
        let board = || crate::conditions::board_said(&[Condition::plain(word.key)]);
        word.takes == "size" || !board().has_ranks()
    };
    let conditions = words::words(Table::Condition).iter();
    conditions.filter(says_board).collect()
});

impl<'a> Reader<'a> {
    pub(crate) fn new(cursor: Cursor<'a>, language: Language) -> Reader<'a> {
        Reader {
            cursor,
            language,
            board: Geometry::standard(),
            own_walks: Vec::new(),
            start: 0,
            outer: IN_PROBLEM,
            lost: false,
            attributes_at: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Knows these walks from their places on.
    pub(crate) fn with_walks(self, own_walks: Vec<(usize, WalkId)>) -> Reader<'a> {
        Reader { own_walks, ..self }
    }

    /// Names the squares of this board.
    pub(crate) fn on_board(self, board: Geometry) -> Reader<'a> {
        Reader { board, ..self }
    }

    /// The squares that a whole word names, e.g. `a1b2`.
    pub(super) fn squares(&self, word: &str) -> Option<Vec<Square>> {
        self.board.squares_named(word)
    }

    /// What was said so far.
    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// Reads up to the word that ends the problem, and that word.
    fn problem(&mut self, start: Token<'a>) -> (ReadProblem, End<'a>) {
        let before = self.cursor.taken();
        if let Some(board) = self.board_named() {
            let read = self.problem_on(start, board.clone());
            if crate::conditions::board_said(&read.0.problem.conditions) == board {
                return read;
            }
            // It stands in a title or in a twin.
            self.cursor.return_to(before);
        }
        let board = self.board_drawn().unwrap_or_else(Geometry::standard);
        self.problem_on(start, board)
    }

    /// The same; it names the squares of this board.
    fn problem_on(&mut self, start: Token<'a>, board: Geometry) -> (ReadProblem, End<'a>) {
        let line = self.cursor.line(start.start);
        self.start = start.start;
        self.board = board;
        self.outer = IN_PROBLEM;
        self.lost = false;
        let mut draft = Draft {
            problem: Problem::on(self.board.clone()),
            stipulation_at: None,
            asked_at: None,
            options_at: Vec::new(),
            conditions_at: Vec::new(),
            men_at: Vec::new(),
            attributes_at: Vec::new(),
            clash: None,
            given_again: Vec::new(),
            remarks: Vec::new(),
            protocols: Vec::new(),
            latex: Vec::new(),
            glyphs: Vec::new(),
            last_twin: None,
            placed: None,
        };
        let (end, last) = self.commands(line, &mut draft);
        self.settle_position(&mut draft);
        draft.attributes_at = std::mem::take(&mut self.attributes_at);
        self.check(&mut draft, last);
        crate::conditions::fit_diagram(&mut draft.problem);
        let (from, to) = (start.start, last.offset() + last.len());
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.offset()));
        let problem = ReadProblem {
            problem: draft.problem,
            diagnostics,
            line,
            span: (from, to.saturating_sub(from)).into(),
            remarks: draft.remarks,
            protocols: draft.protocols,
            latex: draft.latex,
            glyphs: draft.glyphs,
        };
        (problem, end)
    }

    /// The words of the problem that is read next.
    fn words_ahead(&self) -> &[Token<'a>] {
        let ends = |token: &Token<'_>| {
            token.text.len() > 2
                && words::select(Table::End, self.language, token.text) != Selection::Nothing
        };
        let words = self.cursor.rest();
        let count = words.iter().position(ends).unwrap_or(words.len());
        &words[..count]
    }

    /// The board that a condition seems to say, before or behind the men.
    fn board_named(&self) -> Option<Geometry> {
        let words = self.words_ahead();
        (0..words.len())
            .rev()
            .find_map(|at| self.board_of(words[at], words.get(at + 1)))
    }

    /// The board of a word that is a condition; of a size, with the word behind it.
    fn board_of(&self, token: Token<'a>, next: Option<&Token<'a>>) -> Option<Geometry> {
        let starts =
            |word: &&'static Word| words::starts_with(word.name(self.language), token.text);
        if !BOARD_WORDS.iter().any(starts) {
            return None;
        }
        let found = words::select(Table::Condition, self.language, token.text);
        let Selection::One(word) = found else {
            return None;
        };
        if word.takes == "size" {
            return crate::conditions::naming_board(next?.text);
        }
        let is_cut = token.text.len() < 4;
        let board = crate::conditions::board_said(&[Condition::plain(word.key)]);
        Some(board).filter(|board| !is_cut && !board.has_ranks())
    }

    /// The board of a position that is given by its ranks.
    fn board_drawn(&self) -> Option<Geometry> {
        let drawn = self.words_ahead().windows(2).find(|pair| {
            let command = words::select(Table::Command, self.language, pair[0].text);
            matches!(command, Selection::One(word) if word.key == "position-text")
        })?;
        let walks: Vec<WalkId> = self.own_walks.iter().map(|(_, walk)| *walk).collect();
        let read = of_text_with(drawn[1].text, 0, &walks).ok()?;
        Some(read.diagram.geometry.for_names())
    }

    fn commands(&mut self, line: usize, draft: &mut Draft<'a>) -> (End<'a>, SourceSpan) {
        loop {
            self.outer = match draft.problem.twins.is_empty() && !draft.problem.zero_position {
                true => IN_PROBLEM,
                false => IN_TWIN,
            };
            let Some(token) = self.cursor.take() else {
                let end = words::name(Table::End, "end-problem", self.language);
                let end = end.unwrap_or_default();
                let at = self.cursor.end();
                self.say(Diagnostic::UnexpectedEnd { line, end, at });
                return (End::Last, at);
            };
            if self.is_beginning(token) {
                match self.beginning_inside(token, line, draft) {
                    Some(end) => return (end, token.span()),
                    None => continue,
                }
            }
            if include::is_include(token) {
                // Why it still stands here was said when files were included.
                self.line_of(token);
                continue;
            }
            let Some(word) = self.command_word(token) else {
                continue;
            };
            match word.key {
                "end-problem" => return (End::Last, token.span()),
                "next-problem" => return (End::Next(token), token.span()),
                _ => self.command(token, word, draft),
            }
        }
    }

    /// At the start of a line an abbreviation is a beginning too, unless it is a command.
    fn is_beginning(&self, token: Token<'a>) -> bool {
        let mut languages = Language::ALL.into_iter();
        let abbreviates = token.text.len() >= 3
            && token.starts_line
            && matches!(self.resolve(&[], None, token), Resolution::Nothing);
        languages.any(|language| match abbreviates {
            true => words::select(Table::Start, language, token.text) != Selection::Nothing,
            false => words::whole(Table::Start, language, token.text).is_some(),
        })
    }

    /// An abbreviated beginning said again before anything else is harmless:
    /// such files exist. Within a problem the former one lacks its end.
    fn beginning_inside(
        &mut self,
        token: Token<'a>,
        line: usize,
        draft: &Draft<'a>,
    ) -> Option<End<'a>> {
        let whole = words::whole(Table::Start, self.language, token.text).is_some();
        let same = words::select(Table::Start, self.language, token.text) != Selection::Nothing;
        if same && !whole && !draft.is_begun() {
            self.say(Diagnostic::Repeated {
                what: format!("the beginning of the problem that starts at line {line}"),
                times: 2,
                at: token.span(),
            });
            return None;
        }
        let rule = format!(
            "`{}` inside the problem that starts at line {line}",
            token.text
        );
        let at = token.span();
        self.say(Diagnostic::WrongOrder { rule, at });
        draft.is_begun().then_some(End::Next(token))
    }

    /// The command a word selects; other words are reported.
    fn command_word(&mut self, token: Token<'a>) -> Option<&'static Word> {
        match self.resolve(&[], None, token) {
            Resolution::Ends(word) => {
                self.lost = false;
                Some(word)
            }
            resolution => {
                self.unresolved(&[], resolution, token);
                None
            }
        }
    }

    fn command(&mut self, token: Token<'a>, word: &'static Word, draft: &mut Draft<'a>) {
        if self.outer == IN_TWIN && word.table == Table::Command && word.key != "remark" {
            return self.late_command(token, draft);
        }
        let problem = &mut draft.problem;
        match (word.table, word.key) {
            (Table::TwinStart, "twin") => self.twin(token, draft),
            (Table::TwinStart, _) => self.zero_position(token, draft),
            (Table::TwinChange, _) => self.stray_change(token),
            (_, "remark") => draft.remarks.push(self.line_of(token)),
            (_, "author") => problem.authors.extend(self.text_of(token)),
            (_, "origin") => problem.origins.extend(self.text_of(token)),
            (_, "title") => problem.titles.extend(self.text_of(token)),
            (_, "award") => problem.awards = self.text_of(token).into_iter().collect(),
            (_, "protocol") => draft.protocols.extend(self.file_of(token)),
            (_, "latex") => {
                draft.latex.extend(self.file_of(token));
                self.glyphs(draft);
            }
            (_, "latex-pieces") => {
                self.line_of(token);
                self.glyphs(draft);
            }
            (_, "initial-game-array") => self.game_array(token, draft),
            (_, "forsyth") => self.forsyth(token, draft),
            (_, "position-text") => self.position_command(token, draft),
            (_, "pieces") => self.pieces(token, draft),
            (_, "condition") => self.condition_command(token, draft),
            (_, "option") => {
                let found = self.options(token, &mut problem.options);
                draft.options_at.extend(found);
            }
            (_, "structured-stipulation") => self.structured_command(token, draft),
            (_, "stipulation") => self.stipulation_command(token, draft),
            _ => self.unknown(Table::Command, token),
        }
    }

    fn structured_command(&mut self, token: Token<'a>, draft: &mut Draft<'a>) {
        self.replaces_stipulation(token, draft);
        draft.problem.stipulation = None;
        draft.problem.structured = self.structured_stipulation(token);
    }

    fn stipulation_command(&mut self, token: Token<'a>, draft: &mut Draft<'a>) {
        self.replaces_stipulation(token, draft);
        draft.problem.structured = None;
        draft.problem.stipulation = self.stipulation(token);
        draft.asked_at = self.cursor.previous().map(|word| word.span());
        let asked = draft.problem.stipulation;
        if asked.is_some_and(|asked| asked.goal == Goal::AToB) {
            draft.expect_target();
        }
    }

    fn replaces_stipulation(&mut self, token: Token<'a>, draft: &mut Draft<'a>) {
        if let Some(former) = draft.stipulation_at {
            self.say(Diagnostic::Replaced {
                what: "the stipulation".to_owned(),
                line: self.cursor.line(former.start),
                at: token.span(),
            });
        }
        draft.stipulation_at = Some(token);
    }

    fn condition_command(&mut self, token: Token<'a>, draft: &mut Draft<'a>) {
        for located in self.conditions(token) {
            let key = located.condition.key.clone();
            draft.conditions_at.push((key, located.at));
            draft.problem.conditions.push(located.condition);
        }
    }

    fn late_command(&mut self, token: Token<'a>, draft: &Draft<'a>) {
        let twin = match draft.problem.zero_position {
            true => "ZeroPosition",
            false => "the first Twin",
        };
        self.say(Diagnostic::WrongOrder {
            rule: format!("`{}` must come before {twin}", token.text),
            at: token.span(),
        });
        self.lost = true;
    }

    fn stray_change(&mut self, token: Token<'a>) {
        self.say(Diagnostic::WrongOrder {
            rule: format!("`{}` must follow Twin", token.text),
            at: token.span(),
        });
        self.lost = true;
    }

    fn forsyth(&mut self, word: Token<'a>, draft: &mut Draft<'a>) {
        let Some(token) = self.cursor.take() else {
            return self.missing(word, "a Forsyth text such as `8/8/8/3k4/8/8/8/K7`");
        };
        match forsyth_men(token.text, token.start, self.language, &self.own()) {
            Ok(Placed { men, filled }) => {
                for man in men {
                    self.put(draft, man);
                }
                let ranks = token.text.trim_end_matches('/').split('/').count();
                if (2..8).contains(&ranks) && filled < 64 {
                    self.say(Diagnostic::Odd {
                        what: format!("only {ranks} of 8 ranks are written; the others stay empty"),
                        at: token.span(),
                    });
                }
            }
            Err(diagnostic) => self.say(diagnostic),
        }
    }

    /// Lines with the letters of a piece, its glyph and its name.
    fn glyphs(&mut self, draft: &mut Draft<'a>) {
        while let Some(token) = self.cursor.peek() {
            let is_glyph = |next: Token<'_>| {
                let letters = next.text.bytes().all(|byte| byte.is_ascii_alphabetic());
                !next.starts_line && next.text.len() < 3 && letters
            };
            let follows = self.cursor.peek_second().is_some_and(is_glyph);
            let Some(walk) = self.walk(token.text).filter(|_| follows) else {
                return;
            };
            self.cursor.take();
            let line = self.line_of(token);
            let (glyph, name) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            draft.glyphs.push(Glyph {
                walk: walk.row().key,
                glyph: glyph.to_ascii_uppercase(),
                name: name.trim().to_owned(),
            });
        }
    }

    /// The first word of the rest of the line.
    fn file_of(&mut self, token: Token<'a>) -> Option<NamedFile> {
        let next = self.cursor.peek();
        let line = self.text_of(token);
        let (Some(next), Some(_)) = (next, line) else {
            self.missing(token, "the name of a file");
            return None;
        };
        Some(NamedFile {
            name: next.text.to_owned(),
            at: next.span(),
        })
    }

    fn line_of(&mut self, token: Token<'a>) -> String {
        self.cursor.rest_of_line(token).to_owned()
    }

    /// The rest of the line, unless it is empty.
    fn text_of(&mut self, token: Token<'a>) -> Option<String> {
        Some(self.line_of(token)).filter(|text| !text.trim().is_empty())
    }

    /// What a word is in a list of words of `tables`, or of words that refine
    /// `condition`. A word that is nothing is reported.
    fn role(&mut self, tables: &[Table], condition: Option<&str>, token: Token<'a>) -> Role {
        let resolution = self.resolve(tables, condition, token);
        let (Resolution::Item(_) | Resolution::Ends(_)) = resolution else {
            self.unresolved(tables, resolution, token);
            return Role::Skipped;
        };
        self.lost = false;
        match resolution {
            Resolution::Item(word) => Role::Item(word),
            _ => Role::Ends,
        }
    }

    fn unresolved(&mut self, tables: &[Table], resolution: Resolution, token: Token<'a>) {
        match resolution {
            Resolution::Several(found) => self.ambiguous(token, &found),
            _ => self.unknown(*tables.first().unwrap_or(&self.outer[0]), token),
        }
    }

    /// Whole words are sought before abbreviations. Behind a word that was not
    /// understood short abbreviations count only at the start of a line.
    fn resolve(&self, tables: &[Table], condition: Option<&str>, token: Token<'a>) -> Resolution {
        let (language, written) = (self.language, token.text);
        let refinement = condition.map_or(Selection::Nothing, |condition| {
            words::select_refinement(condition, language, written)
        });
        if let Selection::One(word) = refinement
            && word.name(language).len() == written.len()
        {
            return Resolution::Item(word);
        }
        let whole = |table: &Table| words::whole(*table, language, written);
        if let Some(word) = tables.iter().find_map(whole) {
            return Resolution::Item(word);
        }
        if let Some(word) = self.outer.iter().find_map(whole) {
            return Resolution::Ends(word);
        }
        if self.lost && !token.starts_line && self.is_distrusted(written) {
            return Resolution::Nothing;
        }
        let select = |table: &Table| words::select(*table, language, written);
        let mut inner = std::iter::once(refinement).chain(tables.iter().map(select));
        let inner = inner.find(|selection| *selection != Selection::Nothing);
        let mut outer = self.outer.iter().map(select);
        match inner {
            Some(Selection::One(word)) => Resolution::Item(word),
            Some(Selection::Several(found)) => Resolution::Several(found),
            _ => match outer.find(|selection| *selection != Selection::Nothing) {
                Some(Selection::One(word)) => Resolution::Ends(word),
                Some(Selection::Several(found)) => Resolution::Several(found),
                _ => Resolution::Nothing,
            },
        }
    }

    /// Behind a word that was not understood: short abbreviations, and words
    /// that would be its arguments.
    fn is_distrusted(&self, written: &str) -> bool {
        written.chars().count() < 4 || words::whole(Table::Colour, self.language, written).is_some()
    }

    /// Whether a word, which could be anything, is a whole word that ends a list.
    fn ends_list(&self, token: Token<'a>) -> bool {
        let mut tables = self.outer.iter();
        tables.any(|table| words::whole(*table, self.language, token.text).is_some())
    }

    pub(super) fn say(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// How many errors were found in this problem so far.
    fn errors(&self) -> usize {
        let errors = self.diagnostics.iter();
        errors.filter(|diagnostic| diagnostic.is_error()).count()
    }

    fn ambiguous(&mut self, token: Token<'a>, found: &[&'static Word]) {
        let mut names: Vec<_> = found.iter().map(|word| word.name(self.language)).collect();
        names.sort_by_key(|name| name.len());
        names.truncate(4);
        let mut candidates = names.join(", ");
        if found.len() > 4 {
            candidates.push_str(", ...");
        }
        if std::mem::replace(&mut self.lost, true) {
            return;
        }
        self.say(Diagnostic::Ambiguous {
            word: token.text.to_owned(),
            candidates,
            at: token.span(),
        });
    }

    /// Reports a word that is none of `table`, once in a row.
    fn unknown(&mut self, table: Table, token: Token<'a>) {
        if std::mem::replace(&mut self.lost, true) {
            return;
        }
        let diagnostic = self
            .misplaced(table, token)
            .or_else(|| self.other_language(token))
            .unwrap_or_else(|| Diagnostic::Unknown {
                noun: table.noun(),
                word: shortened(token.text),
                help: self.suggestion(table, token),
                at: token.span(),
            });
        self.say(diagnostic);
    }

    fn suggestion(&self, table: Table, token: Token<'a>) -> Option<String> {
        if table == Table::Command && ["w", "b"].contains(&token.text) {
            let forsyth = words::name(Table::Command, "forsyth", self.language)?;
            return Some(format!(
                "`{forsyth}` takes the board alone, without the further fields of FEN"
            ));
        }
        if let Some((first, second)) = token.text.split_once(':')
            && [first, second]
                .iter()
                .all(|number| number.parse::<f64>().is_ok())
        {
            return Some(format!("write the numbers apart: `{first} {second}`"));
        }
        if table == Table::Condition
            && let Some(name) = self.joined_with_word_before(token)
        {
            return Some(format!("did you mean `{name}`?"));
        }
        if table == Table::Condition
            && let Some(help) = self.word_of_a_condition(token)
        {
            return Some(help);
        }
        let nearest = words::nearest(&near(table), self.language, token.text);
        let listed: &[&str] = match table {
            Table::Colour => &["white", "black", "neutral"],
            Table::Command => &["stipulation", "pieces", "condition", "option", "forsyth"],
            Table::TwinChange => &["move", "exchange", "remove", "add", "stipulation"],
            _ => &[],
        };
        let names = listed.iter();
        let names = names.filter_map(|key| words::name(table, key, self.language));
        let names: Vec<_> = names.collect();
        let listed = || match (table, names.is_empty()) {
            (_, true) => None,
            (Table::Colour, _) => Some(format!("expected one of {}", names.join(", "))),
            _ => Some(format!("expected a word such as {}", names.join(", "))),
        };
        let twin_or_command = || match table {
            Table::Walk => self.twin_or_command(token.text),
            _ => None,
        };
        did_you_mean(nearest)
            .or_else(listed)
            .or_else(twin_or_command)
    }

    /// `Grid Chess`: a name that was written in two words.
    fn joined_with_word_before(&self, token: Token<'a>) -> Option<&'static str> {
        let before = self
            .cursor
            .text_before(token)
            .split_whitespace()
            .next_back()?;
        let joined = format!("{before}{}", token.text);
        match words::select(Table::Condition, self.language, &joined) {
            Selection::One(word) => Some(word.name(self.language)),
            _ => None,
        }
    }

    /// A word that says more about a condition, but does not stand behind it.
    fn word_of_a_condition(&self, token: Token<'a>) -> Option<String> {
        let word = words::whole(Table::SubOption, self.language, token.text)?;
        let takes_it = |definition: &&&Definition| {
            let options = definition.options.unwrap_or_default();
            options.contains(&Param::Flag(word.key))
        };
        let mut takers = DEFINITIONS.iter().filter(takes_it);
        let written = word.name(self.language);
        let (Some(taker), None) = (takers.next(), takers.next()) else {
            return Some(format!("`{written}` belongs right after its condition"));
        };
        let name = words::name(Table::Condition, taker.key, self.language)?;
        Some(format!("`{written}` belongs right after `{name}`"))
    }

    fn misplaced(&self, table: Table, token: Token<'a>) -> Option<Diagnostic> {
        const NAMED: [Table; 5] = [
            Table::Option,
            Table::Condition,
            Table::TwinChange,
            Table::Attribute,
            Table::Colour,
        ];
        let known = |other: &&Table| {
            let long = token.text.chars().count() >= 4;
            let selection = words::select(**other, self.language, token.text);
            **other != table && long && matches!(selection, Selection::One(_))
        };
        let other = NAMED.iter().find(known)?;
        let article = |table: Table| match table.noun() {
            noun if noun.starts_with(['a', 'o']) => format!("an {noun}"),
            noun => format!("a {noun}"),
        };
        Some(Diagnostic::Misplaced {
            word: token.text.to_owned(),
            actual: article(*other),
            expected: article(table),
            at: token.span(),
        })
    }

    fn other_language(&self, token: Token<'a>) -> Option<Diagnostic> {
        const NAMED: [Table; 8] = [
            Table::Command,
            Table::End,
            Table::TwinStart,
            Table::Condition,
            Table::Option,
            Table::TwinChange,
            Table::Colour,
            Table::Attribute,
        ];
        let mut languages = Language::ALL.into_iter();
        let (language, word) = languages.find_map(|language| {
            let mut tables = NAMED.iter();
            let word = tables.find_map(|table| words::whole(*table, language, token.text))?;
            (language != self.language).then_some((language, word))
        })?;
        Some(Diagnostic::OtherLanguage {
            word: token.text.to_owned(),
            found: language.english_name(),
            language: self.language.english_name(),
            help: in_language(self.language, word.name(self.language)),
            at: token.span(),
        })
    }

    fn missing(&mut self, word: Token<'a>, needs: &str) {
        self.say(Diagnostic::Missing {
            word: shortened(word.text),
            needs: needs.to_owned(),
            at: word.span(),
        });
    }

    fn malformed<T>(&mut self, token: Token<'a>, expected: &str) -> Option<T> {
        self.malformed_part(token, 0, token.text, expected)
    }

    fn malformed_part<T>(
        &mut self,
        token: Token<'a>,
        offset: usize,
        found: &str,
        expected: &str,
    ) -> Option<T> {
        self.lost = true;
        self.say(Diagnostic::Malformed {
            found: shortened(found),
            expected: expected.to_owned(),
            help: None,
            at: token.part(offset, found.len()),
        });
        None
    }

    fn unsupported<T>(&mut self, what: &'static str, token: Token<'a>) -> Option<T> {
        self.say(Diagnostic::Unsupported {
            what,
            word: shortened(token.text),
            at: token.span(),
        });
        None
    }

    fn no_effect(&mut self, token: Token<'a>, reason: &str) {
        self.say(Diagnostic::NoEffect {
            word: shortened(token.text),
            reason: reason.to_owned(),
            at: token.span(),
        });
    }
}

/// Where the words a user may have meant are sought.
fn near(table: Table) -> Vec<Table> {
    match table {
        Table::Command => IN_PROBLEM.to_vec(),
        Table::TwinChange => IN_TWIN.to_vec(),
        Table::Condition => vec![Table::Condition, Table::SubOption, Table::OneSidedCondition],
        other => vec![other],
    }
}

/// Long words are cut in messages.
fn shortened(word: &str) -> String {
    const LONGEST: usize = 40;
    match word.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}... ({} characters)", &word[..at], word.chars().count()),
        None => word.to_owned(),
    }
}
