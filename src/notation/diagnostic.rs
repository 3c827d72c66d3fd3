//! What the readers have to say about an input: errors, warnings and where
//! they belong.

use crate::notation::popeye::words::Language;
use miette::{Severity, SourceSpan};
use thiserror::Error;

/// Why an input was refused, or what is odd about it. Each variant that speaks
/// of characters points at them.
#[derive(Debug, Error, miette::Diagnostic, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Diagnostic {
    /// Nothing but white space.
    #[error("the input is empty")]
    #[diagnostic(
        code(input::empty),
        help("a problem starts with BeginProblem, AnfangProblem or DebutProbleme")
    )]
    Empty,

    /// A statement without a word.
    #[error("the statement is empty")]
    #[diagnostic(
        code(input::empty),
        help("write what a magazine prints below the diagram, e.g. `h#3, Circe`")
    )]
    NoStatement,

    /// A position alone.
    #[error("this is a position; what is asked of it is missing")]
    #[diagnostic(
        code(input::nothing_asked),
        help("say it with the position, e.g. `#2`, `h#3, Circe` or `last move?`")
    )]
    OnlyPosition,

    /// A statement alone.
    #[error("a position is missing")]
    #[diagnostic(
        code(input::no_position),
        help(
            "this is a statement; give its position too, e.g. `--fen 7k/8/6K1/8/8/8/8/1R6`, or add the men: `wKg6 wRb1 bKh8`"
        )
    )]
    PositionMissing {
        /// The statement.
        #[label("understood as above")]
        at: SourceSpan,
    },

    /// A position that cannot be.
    #[error("{what}")]
    #[diagnostic(code(input::impossible_position))]
    Impossible {
        /// Why.
        what: String,
        /// The position.
        #[label("in this position")]
        at: SourceSpan,
    },

    /// A position without a man.
    #[error("the position is empty")]
    #[diagnostic(
        code(input::empty),
        help(
            "write a FEN such as `7k/8/6K1/8/8/8/8/1R6` or a list of men such as `wKg6 wRb1 bKh8`"
        )
    )]
    NoPosition,

    /// Bytes that are no text.
    #[error("the input is not text: {why}")]
    #[diagnostic(code(input::not_text), help("save the problem as UTF-8"))]
    NotText {
        /// What gives it away.
        why: &'static str,
        /// The first such byte.
        #[label("no character of a problem")]
        at: SourceSpan,
    },

    /// The first word is no beginning.
    #[error("expected BeginProblem, found `{found}`")]
    #[diagnostic(
        code(input::no_beginning),
        help("a problem starts with BeginProblem, AnfangProblem or DebutProbleme")
    )]
    NoBeginning {
        /// The word there.
        found: String,
        /// Where it stands.
        #[label("expected the beginning of a problem")]
        at: SourceSpan,
    },

    /// The input stops within a problem.
    #[error("end of input before the problem that starts at line {line} ends")]
    #[diagnostic(
        code(input::unexpected_end),
        help("end the problem with `{end}`; `dawson popeye --lenient` solves what was read")
    )]
    UnexpectedEnd {
        /// The line where the problem starts.
        line: usize,
        /// The word to end it, in the language of the input.
        end: &'static str,
        /// The end.
        #[label("the input ends here")]
        at: SourceSpan,
    },

    /// Another problem is announced and missing.
    #[error("`{word}` announces a problem, but the input ends")]
    #[diagnostic(code(input::no_next_problem))]
    NoNextProblem {
        /// The word as written.
        word: String,
        /// Where it stands.
        #[label("nothing follows")]
        at: SourceSpan,
    },

    /// Words behind the last problem.
    #[error("text after the last problem is ignored")]
    #[diagnostic(code(input::after_end), severity(Warning))]
    AfterEnd {
        /// The first word of it.
        #[label("ignored from here on")]
        at: SourceSpan,
    },

    /// A word that is in no table that could apply.
    #[error("unknown {noun} `{word}`")]
    #[diagnostic(code(input::unknown_word))]
    Unknown {
        /// What was expected: `condition`, `option` ...
        noun: &'static str,
        /// The word as written.
        word: String,
        /// What may have been meant.
        #[help]
        help: Option<String>,
        /// Where it stands.
        #[label("unknown")]
        at: SourceSpan,
    },

    /// An abbreviation that is too short.
    #[error("`{word}` is ambiguous: {candidates}")]
    #[diagnostic(code(input::ambiguous), help("write more of the word"))]
    Ambiguous {
        /// The abbreviation.
        word: String,
        /// What it may stand for.
        candidates: String,
        /// Where it stands.
        #[label("too short")]
        at: SourceSpan,
    },

    /// A word that may begin an attribute or be a man that lacks its square.
    #[error("`{word}` is an attribute ({attributes}) or a man without its square")]
    #[diagnostic(
        code(input::ambiguous),
        help("write more of the attribute, or the man and its square in one word")
    )]
    AttributeOrMan {
        /// The word as written.
        word: String,
        /// The attributes it may stand for.
        attributes: String,
        /// Where it stands.
        #[label("too short")]
        at: SourceSpan,
    },

    /// A word that is known, but not here.
    #[error("`{word}` is {actual}, not {expected}")]
    #[diagnostic(code(input::misplaced_word))]
    Misplaced {
        /// The word as written.
        word: String,
        /// What it is, with its article.
        actual: String,
        /// What could stand here, with its article.
        expected: String,
        /// Where it stands.
        #[label("does not belong here")]
        at: SourceSpan,
    },

    /// A word of another language than the first word's.
    #[error("{found} word `{word}` in a problem written in {language}")]
    #[diagnostic(code(input::other_language))]
    OtherLanguage {
        /// The word as written.
        word: String,
        /// Its language.
        found: &'static str,
        /// The language of the problem.
        language: &'static str,
        /// The same word in the language of the problem.
        #[help]
        help: Option<String>,
        /// Where it stands.
        #[label("another language")]
        at: SourceSpan,
    },

    /// Something must follow a word and does not.
    #[error("`{word}` needs {needs}")]
    #[diagnostic(code(input::missing))]
    Missing {
        /// The word.
        word: String,
        /// What it needs.
        needs: String,
        /// Where the word stands.
        #[label("incomplete")]
        at: SourceSpan,
    },

    /// Characters that cannot be read as what must stand there.
    #[error("`{found}` is not {expected}")]
    #[diagnostic(code(input::malformed))]
    Malformed {
        /// The characters.
        found: String,
        /// What must stand there.
        expected: String,
        /// How to write it.
        #[help]
        help: Option<String>,
        /// Where they stand.
        #[label("expected {expected}")]
        at: SourceSpan,
    },

    /// A value outside of its range.
    #[error("{what} must be {range}")]
    #[diagnostic(code(input::out_of_range))]
    OutOfRange {
        /// Whose value.
        what: String,
        /// The range.
        range: &'static str,
        /// Where the value stands.
        #[label("out of range")]
        at: SourceSpan,
    },

    /// Two things that cannot be had together.
    #[error("{second} conflicts with {first}")]
    #[diagnostic(code(input::conflict), help("{reason}"))]
    Conflict {
        /// The former.
        first: String,
        /// The latter.
        second: String,
        /// Why not both.
        reason: &'static str,
        /// Where the latter stands.
        #[label("in conflict")]
        at: SourceSpan,
    },

    /// A word in a place where order matters.
    #[error("{rule}")]
    #[diagnostic(code(input::wrong_order))]
    WrongOrder {
        /// What the order must be.
        rule: String,
        /// The word that comes too early or too late.
        #[label("out of order")]
        at: SourceSpan,
    },

    /// A file named in the input that cannot be put in its place.
    #[error("cannot open the included file `{file}`: {why}")]
    #[diagnostic(code(input::not_included))]
    NotIncluded {
        /// Its name as written.
        file: String,
        /// Why not.
        why: String,
        /// Where it is named.
        #[label("not included")]
        at: SourceSpan,
    },

    /// A file that is named in itself.
    #[error("`{file}` includes itself")]
    #[diagnostic(code(input::includes_itself))]
    IncludesItself {
        /// Its name as written.
        file: String,
        /// Where it is named.
        #[label("not included")]
        at: SourceSpan,
    },

    /// A file named in the input that cannot be written.
    #[error("cannot write `{file}`: {why}")]
    #[diagnostic(code(input::not_written))]
    NotWritten {
        /// Its name as written.
        file: String,
        /// Why not.
        why: String,
        /// Where it is named.
        #[label("not written")]
        at: SourceSpan,
    },

    /// A change of a twin that finds no man.
    #[error("{square} is empty")]
    #[diagnostic(code(input::empty_square))]
    EmptySquare {
        /// The square.
        square: String,
        /// Where it is named.
        #[label("no man stands there")]
        at: SourceSpan,
    },

    /// A change of a twin that cannot be made.
    #[error("{reason}")]
    #[diagnostic(code(input::impossible_change))]
    ImpossibleChange {
        /// Why not.
        reason: String,
        /// The change.
        #[label("impossible")]
        at: SourceSpan,
    },

    /// Several kings or royal men of one side.
    #[error("{side} has several kings or royal men: {squares}")]
    #[diagnostic(
        code(input::several_kings),
        help("at most one man of a side, or one square, may be royal")
    )]
    SeveralKings {
        /// Whose.
        side: &'static str,
        /// Where they stand.
        squares: String,
        /// The last of them.
        #[label("one too many")]
        at: SourceSpan,
    },

    /// A side without king, perhaps by mistake.
    #[error("{side} has no king")]
    #[diagnostic(code(input::no_king), severity(Warning))]
    NoKing {
        /// Whose.
        side: &'static str,
        /// How to say it is meant.
        #[help]
        help: String,
        /// The problem.
        #[label("in this problem")]
        at: SourceSpan,
    },

    /// Nothing is asked.
    #[error("no stipulation is given")]
    #[diagnostic(code(input::no_stipulation))]
    NoStipulation {
        /// The end of the problem.
        #[label("the problem ends without one")]
        at: SourceSpan,
    },

    /// No man is on the board.
    #[error("no men are given")]
    #[diagnostic(code(input::no_men))]
    NoMen {
        /// The end of the problem.
        #[label("the problem ends with an empty board")]
        at: SourceSpan,
    },

    /// Understood, but this program cannot do it.
    #[error("{what} `{word}` is not supported yet")]
    #[diagnostic(code(input::unsupported))]
    Unsupported {
        /// What it is.
        what: &'static str,
        /// As written.
        word: String,
        /// Where it stands.
        #[label("not supported yet")]
        at: SourceSpan,
    },

    /// A later word takes the place of an earlier one.
    #[error("{what} given again: this one replaces the one at line {line}")]
    #[diagnostic(code(input::replaced), severity(Warning))]
    Replaced {
        /// What is given twice.
        what: String,
        /// The line of the former.
        line: usize,
        /// The latter.
        #[label("counts")]
        at: SourceSpan,
    },

    /// The same again, without effect.
    #[error("{what} is repeated ({times} times in all)")]
    #[diagnostic(code(input::repeated), severity(Warning))]
    Repeated {
        /// What is repeated.
        what: String,
        /// How often it is said.
        times: usize,
        /// The first repetition.
        #[label("said before")]
        at: SourceSpan,
    },

    /// A man put where another stands.
    #[error("{square} holds a man already; the new one takes its place")]
    #[diagnostic(code(input::occupied), severity(Warning))]
    Occupied {
        /// The square.
        square: String,
        /// Where the new man is named.
        #[label("takes its place")]
        at: SourceSpan,
    },

    /// Something understood and without effect here.
    #[error("`{word}` is ignored: {reason}")]
    #[diagnostic(code(input::no_effect), severity(Warning))]
    NoEffect {
        /// The word.
        word: String,
        /// Why it has no effect.
        reason: String,
        /// Where it stands.
        #[label("without effect")]
        at: SourceSpan,
    },

    /// A line of a text that says nothing that is known.
    #[error("`{text}` is not understood")]
    #[diagnostic(code(input::unknown_line))]
    UnknownLine {
        /// The line.
        text: String,
        /// Where it stands.
        #[label("not understood")]
        at: SourceSpan,
    },

    /// What is wrong with a text as a whole.
    #[error("{what}")]
    #[diagnostic(code(input::wrong))]
    Wrong {
        /// What it is.
        what: String,
        /// The text.
        #[label("in this text")]
        at: SourceSpan,
    },

    /// Several problems where one is wanted.
    #[error("{count} problems stand here, and one is wanted")]
    #[diagnostic(
        code(input::several_problems),
        help("put them into a file, or give them on standard input as `-`")
    )]
    SeveralProblems {
        /// How many.
        count: usize,
        /// The text.
        #[label("several problems")]
        at: SourceSpan,
    },

    /// A line of a text that nobody understands, and that can hardly be a rule.
    #[error("`{text}` is not understood and kept as a remark{others}")]
    #[diagnostic(code(input::unknown_line), severity(Warning))]
    KeptAsRemark {
        /// How the line begins.
        text: String,
        /// How many more lines are kept so, in brackets.
        others: String,
        /// Where it stands.
        #[label("kept as a remark")]
        at: SourceSpan,
    },

    /// A position that is allowed and surprising.
    #[error("{what}")]
    #[diagnostic(code(input::odd), severity(Warning))]
    Odd {
        /// What is odd.
        what: String,
        /// Where.
        #[label("is this meant?")]
        at: SourceSpan,
    },
}

impl Diagnostic {
    /// Whether it keeps the problem from being solved.
    pub fn is_error(&self) -> bool {
        let severity = miette::Diagnostic::severity(self);
        severity.unwrap_or(Severity::Error) == Severity::Error
    }

    /// What may help, if anything is known.
    pub fn advice(&self) -> Option<String> {
        miette::Diagnostic::help(self).map(|help| help.to_string())
    }

    /// The same of other characters: those of the text that this one was taken from.
    #[must_use]
    pub(crate) fn moved(mut self, to: SourceSpan) -> Diagnostic {
        match &mut self {
            Diagnostic::Empty
            | Diagnostic::NoStatement
            | Diagnostic::OnlyPosition
            | Diagnostic::NoPosition => {}
            Diagnostic::PositionMissing { at, .. }
            | Diagnostic::Impossible { at, .. }
            | Diagnostic::NotText { at, .. }
            | Diagnostic::NoBeginning { at, .. }
            | Diagnostic::UnexpectedEnd { at, .. }
            | Diagnostic::NoNextProblem { at, .. }
            | Diagnostic::AfterEnd { at, .. }
            | Diagnostic::Unknown { at, .. }
            | Diagnostic::Ambiguous { at, .. }
            | Diagnostic::AttributeOrMan { at, .. }
            | Diagnostic::Misplaced { at, .. }
            | Diagnostic::OtherLanguage { at, .. }
            | Diagnostic::Missing { at, .. }
            | Diagnostic::Malformed { at, .. }
            | Diagnostic::OutOfRange { at, .. }
            | Diagnostic::Conflict { at, .. }
            | Diagnostic::WrongOrder { at, .. }
            | Diagnostic::NotIncluded { at, .. }
            | Diagnostic::IncludesItself { at, .. }
            | Diagnostic::NotWritten { at, .. }
            | Diagnostic::EmptySquare { at, .. }
            | Diagnostic::ImpossibleChange { at, .. }
            | Diagnostic::SeveralKings { at, .. }
            | Diagnostic::NoKing { at, .. }
            | Diagnostic::NoStipulation { at, .. }
            | Diagnostic::NoMen { at, .. }
            | Diagnostic::Unsupported { at, .. }
            | Diagnostic::Replaced { at, .. }
            | Diagnostic::Repeated { at, .. }
            | Diagnostic::Occupied { at, .. }
            | Diagnostic::NoEffect { at, .. }
            | Diagnostic::UnknownLine { at, .. }
            | Diagnostic::Wrong { at, .. }
            | Diagnostic::SeveralProblems { at, .. }
            | Diagnostic::KeptAsRemark { at, .. }
            | Diagnostic::Odd { at, .. } => *at = to,
        }
        self
    }

    /// The characters it points at, if any.
    pub fn span(&self) -> Option<SourceSpan> {
        let label = miette::Diagnostic::labels(self)?.next()?;
        Some(*label.inner())
    }
}

/// The line and column, from 1, of a byte of the text; line ends are those of
/// any system.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_ends = before.replace("\r\n", "\n");
    let line = line_ends.matches(['\n', '\r']).count() + 1;
    let last_line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    (
        line,
        last_line.trim_start_matches('\u{feff}').chars().count() + 1,
    )
}

/// "did you mean ...", in the words of the language.
pub(crate) fn did_you_mean(nearest: Option<&str>) -> Option<String> {
    nearest.map(|word| format!("did you mean `{word}`?"))
}

/// The word for the same thing in the problem's language.
pub(crate) fn in_language(language: Language, word: &str) -> Option<String> {
    Some(format!("in {} it is `{word}`", language.english_name()))
}
/// Characters at this byte that cannot be read as what is expected there.
pub(crate) fn malformed(found: &str, at: usize, expected: &str) -> Diagnostic {
    let at: SourceSpan = (at, found.len()).into();
    Diagnostic::Malformed {
        found: found.to_owned(),
        expected: expected.to_owned(),
        help: None,
        at,
    }
}
