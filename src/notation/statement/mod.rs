//! What a person writes under a diagram, on one line: `Madrasi, Rex inclusif, #3`.
//!
//! Stipulation, conditions, options, twins, claims, men and remarks may stand in any order and
//! in English, German or French, with accents, blanks and hyphens as printed. Conditions are
//! turned into words of the problem language and read by its reader; the grammar is in
//! `docs/statement.md`.
//!
//! **Invariant:** every word is understood, kept as a remark, or reported; nothing is dropped.

mod apply;
mod asked;
mod change;
mod chart;
mod claim;
mod legend;
mod listed;
mod men;
mod near;
mod part;
mod phrase;
mod placed;
mod problem;
mod reader;
mod resolve;
mod rights;
mod say;
mod shape;
mod summary;
mod told;
mod twin;
mod understand;
mod vocabulary;
mod write;

pub(crate) use asked::asked_alone;
pub use claim::Claim;
pub use legend::{Legend, legend};
pub(crate) use part::squeezed_phrase as folded;
pub(crate) use phrase::{keys_of_phrase, spaced, unbuilt};
pub use problem::InputError;
pub use summary::summary;
pub(crate) use summary::{condition_in_words, rooks_at_home};
pub use told::Told;
pub use understand::{Fault, Meant, Understood, understand, understand_in};
pub use write::{text, text_over};

use crate::board::{Geometry, Side};
use crate::men::{Piece, WalkId};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::own_condition::own_conditions;
use crate::notation::own_walk::own_walks;
use crate::notation::popeye::read::condition::is_size;
use crate::notation::popeye::words::Language;
use crate::notation::position::Letters;
use crate::problem::{Condition, Diagram, Genre, Goal, Options, Stipulation};
use listed::Listed;
use men::NamedMen;
use miette::SourceSpan;
use part::parts;
use reader::Reading;
use std::sync::LazyLock;
use twin::Written;

/// What a statement says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statement {
    /// What is asked, if it is said.
    pub stipulation: Option<Stipulation>,
    /// The conditions in their order.
    pub conditions: Vec<Condition>,
    /// The options.
    pub options: Options,
    /// The twins `b)`, `c)` ...; with a zero position also `a)`.
    pub twins: Vec<StatedTwin>,
    /// Whether the diagram itself is not to be solved.
    pub zero_position: bool,
    /// How many solutions the author claims.
    pub intended_solutions: Option<u32>,
    /// The same as it is written.
    pub claim: Option<Claim>,
    /// What is claimed of the diagram alone, where twins have claims of their own.
    pub first_claim: Option<Claim>,
    /// What is claimed of a duplex problem where the other side begins.
    pub second_claim: Option<Claim>,
    /// What is claimed of the set play: `0.1.1.1`.
    pub set_claim: Option<Claim>,
    /// What is claimed of the set play of the diagram alone.
    pub first_set_claim: Option<Claim>,
    /// Whether a star claims set play.
    pub star: bool,
    /// The side that it names as the one to begin.
    pub begins: Option<Side>,
    /// How many men the author counts.
    pub men: Option<MenCount>,
    /// Prizes, sources, dates, marks and remarks: of no importance for the solution.
    pub kept: Vec<Kept>,
    /// The walks that it defines.
    pub walks: Vec<WalkId>,
    /// The language of its words, if all agree on one.
    pub language: Option<Language>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Each part that was understood, with its kind.
    pub(crate) understood: Vec<Understanding>,
    /// Men with their squares.
    placed: Vec<NamedMen>,
    /// Castlings that it says are possible.
    granted: Vec<rights::Granted>,
    /// Walks named without squares.
    legend: Vec<NamedMen>,
    /// Letters that it says what they stand for.
    letters: Vec<(String, WalkId)>,
    /// Whose letters its list of men has, if it has one.
    list: Option<Letters>,
    /// The language of the men of the position, where it leaves no doubt.
    pub(crate) men_language: Option<Language>,
    /// Whether it stands beside a FEN whose knights are written N.
    is_beside_fen: bool,
}

/// A twin as it is written; its changes are found when the position is known.
#[derive(Clone, PartialEq, Debug)]
pub struct StatedTwin {
    /// Whether it alters the twin before instead of the diagram.
    pub continued: bool,
    /// What changes, in order.
    pub changes: Vec<WrittenChange>,
    /// How many solutions are claimed of it.
    pub claim: Option<Claim>,
    /// What is claimed of its set play.
    pub set_claim: Option<Claim>,
    at: SourceSpan,
}

/// A change of a twin as it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenChange {
    written: Written,
    at: SourceSpan,
}

/// Something that does not change the task: a prize, a source, a date, `C+`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// `award`, `source`, `author`, `title`, `date`, `number`, `mark` or `remark`.
    pub what: &'static str,
    /// As written.
    pub text: String,
}

impl Kept {
    /// Whether it says who made a problem, or where it stands.
    pub(crate) fn is_credit(&self) -> bool {
        matches!(
            self.what,
            "author" | "award" | "source" | "number" | "date" | "title"
        )
    }
}

/// A part that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Understanding {
    pub(crate) at: SourceSpan,
    pub(crate) what: &'static str,
}

/// `(5+4)`: White's men, Black's, and perhaps the neutral ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenCount {
    counts: Vec<usize>,
    at: SourceSpan,
}

impl MenCount {
    /// Says so if a diagram has other numbers of men.
    pub fn check(&self, diagram: &Diagram) -> Option<Diagnostic> {
        let count = |belongs: fn(Piece) -> bool| {
            let men = diagram.men().filter(|(_, man)| belongs(*man));
            men.count()
        };
        let found = [
            count(|man| man.is_of(Side::White) && !man.is_neutral()),
            count(|man| man.is_of(Side::Black) && !man.is_neutral()),
            count(Piece::is_neutral),
        ];
        let stated = self.counts.iter().copied().chain(std::iter::repeat(0));
        if found
            .into_iter()
            .zip(stated)
            .all(|(found, stated)| found == stated)
        {
            return None;
        }
        let [white, black, neutral] = found;
        let neutral = if neutral > 0 {
            format!(" + {neutral}")
        } else {
            String::new()
        };
        Some(Diagnostic::Odd {
            what: format!("the diagram has {white} + {black}{neutral} men"),
            at: self.at,
        })
    }
}

/// Reads a statement.
///
/// ```
/// let statement = dawson::notation::statement::statement("Madrasi, Rex inclusif, h≠2,5").unwrap();
/// assert_eq!(statement.conditions[0].key, "madrasi");
/// assert!(statement.conditions[0].has_flag("rex-inclusive"));
/// assert!(statement.stipulation.unwrap().length.half);
/// ```
///
/// # Errors
/// All that could not be understood.
pub fn statement(text: &str) -> Result<Statement, Vec<Diagnostic>> {
    statement_in(text, None)
}

/// As [`statement`], its letters in this language rather than in that of its words.
///
/// # Errors
/// All that could not be understood.
pub fn statement_in(text: &str, language: Option<Language>) -> Result<Statement, Vec<Diagnostic>> {
    statement_on(text, language, None)
}

/// As [`statement_in`], for a position on this board. Without one the squares are those of the board that the
/// statement says, before or behind its men.
///
/// # Errors
/// All that could not be understood.
pub fn statement_on(
    text: &str,
    language: Option<Language>,
    board: Option<&Geometry>,
) -> Result<Statement, Vec<Diagnostic>> {
    if let Some(board) = board {
        let board = cells_said(text).unwrap_or_else(|| board.for_names());
        return read_on(text, language, &board);
    }
    let usual = Geometry::standard();
    let board = board_said(text);
    if board == usual {
        return read_on(text, language, &usual);
    }
    let read = read_on(text, language, &board);
    if read.as_ref().is_ok_and(|said| said.board() == board) {
        return read;
    }
    // What looked like a size is something else.
    match read_on(text, language, &usual) {
        Ok(said) if said.board() == usual => Ok(said),
        _ => read,
    }
}

/// The walks that a statement defines.
pub(crate) fn walks_said(text: &str) -> Vec<WalkId> {
    let own = own_walks(text, &[',', ';', '\n', '\r']);
    own.walks.into_iter().map(|(_, walk)| walk).collect()
}

/// The board of other cells than squares that a text names.
fn cells_said(text: &str) -> Option<Geometry> {
    /// Phrases, the longest first, with their boards.
    static NAMES: LazyLock<Vec<(String, Geometry)>> = LazyLock::new(|| {
        let boards = phrase::MEANINGS.iter().filter_map(|(name, known)| {
            let conditions = known.words.iter();
            let conditions: Vec<_> = conditions.map(|word| Condition::plain(word.key)).collect();
            let board = crate::conditions::board_said(&conditions);
            (!board.has_ranks()).then(|| (name.clone(), board))
        });
        let mut names: Vec<_> = boards.collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        names
    });
    let text = part::squeezed_phrase(text);
    let said = NAMES.iter().find(|(name, _)| text.contains(name.as_str()));
    said.map(|(_, board)| board.clone())
}

/// The board whose squares a text names that has a size in it.
pub(crate) fn board_said(text: &str) -> Geometry {
    if let Some(board) = cells_said(text) {
        return board;
    }
    let text = part::folded(text);
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let sizes = words.filter(|word| is_size(word));
    let usual = Geometry::standard();
    let mut boards = sizes.filter_map(crate::conditions::naming_board);
    boards.find(|board| *board != usual).unwrap_or(usual)
}

fn read_on(
    text: &str,
    language: Option<Language>,
    board: &Geometry,
) -> Result<Statement, Vec<Diagnostic>> {
    let named = own_conditions(text);
    if !named.diagnostics.is_empty() {
        return Err(named.diagnostics);
    }
    let text = named.text.as_str();
    let own = own_walks(text, &[',', ';', '\n', '\r']);
    if !own.diagnostics.is_empty() {
        return Err(own.diagnostics);
    }
    let walks: Vec<WalkId> = own.walks.into_iter().map(|(_, walk)| walk).collect();
    let listed = Listed::apart(&own.text, language, &walks, board);
    let read = |written: &str| {
        let parts = parts(written, board);
        if parts.is_empty() && listed.list.is_none() {
            return Err(vec![Diagnostic::NoStatement]);
        }
        let sorted = |spoken: Language| {
            let mut reading = Reading::new(text, spoken);
            reading.statement.walks.clone_from(&walks);
            reading.legend.clone_from(&listed.legend);
            reading.sort(&parts);
            reading
        };
        // Its own words say in which language its letters are read.
        let usual = language.unwrap_or_default();
        let reading = sorted(usual);
        let spoken = language.or(reading.spoken()).or(listed.spoken());
        match spoken.unwrap_or(usual) {
            spoken if spoken == usual => reading.finish(),
            spoken => sorted(spoken).finish(),
        }
    };
    let mut statement = read(&listed.text).or_else(|errors| {
        // Lines that are too long for a page go on in the next one.
        match listed.text.contains('\n') {
            true => read(&listed.text.replace('\n', " ")).map_err(|_| errors),
            false => Err(errors),
        }
    })?;
    let letters = listed.spoken();
    listed.put(&mut statement);
    statement.language = language.or(statement.language).or(letters);
    Ok(statement)
}

impl Statement {
    /// The board whose squares it names.
    pub(crate) fn board(&self) -> Geometry {
        crate::conditions::board_said(&self.conditions)
    }

    /// Reads `N` as a knight, as the FEN beside it does.
    pub(crate) fn put_beside_fen(&mut self) {
        self.is_beside_fen = true;
    }

    /// Whether it changes the task or claims a number of solutions.
    pub(crate) fn says_more(&self) -> bool {
        let says_who_begins = || {
            self.understood
                .iter()
                .any(|part| part.what == "side to move")
        };
        let claims = self.claim.is_some() || self.set_claim.is_some();
        self.changes_the_task() || claims || says_who_begins()
    }

    /// Whether it says what letters stand for, or what man stands on a square: `G = grasshopper`, `Grasshopper e4`.
    pub(crate) fn explains_letters(&self) -> bool {
        !self.letters.is_empty() || self.placed.iter().any(|man| man.by_legend)
    }

    /// What it says that letters stand for.
    pub(crate) fn letters_explained(&self) -> &[(String, WalkId)] {
        &self.letters
    }

    /// Whether it says more than remarks, claims and men: a rule, an option, a twin.
    pub(crate) fn changes_the_task(&self) -> bool {
        !self.conditions.is_empty()
            || !self.twins.is_empty()
            || self.options != Options::default()
            || !self.granted.is_empty()
    }
}

/// Whether a word is a pawn's first move of two squares: `d7-d5`.
pub(crate) fn is_double_step(word: &str) -> bool {
    shape::fits("double-step", &part::folded(word))
}

/// Whether a line is what people write at the end of a letter: `Cheers,`.
pub(crate) fn closes_letter(line: &str) -> bool {
    vocabulary::is("closing", line)
}

/// All words of a class of `words/words.tsv`.
pub(crate) fn words_of(class: &str) -> impl Iterator<Item = &'static str> + use<> {
    vocabulary::words(class).map(|(.., word)| word)
}

/// The kind of play and the goal of a text that says no number of moves: `Helpmates`, `h#`, `Mat aidé`.
pub(crate) fn kind_alone(text: &str) -> Option<(Genre, Goal)> {
    let text = text.trim_end_matches([':', '.', '!']);
    let said = statement(&format!("{text} in 2")).ok()?;
    let asked = said
        .stipulation
        .filter(|_| asked_alone(&format!("{text} in 2")).is_some())?;
    Some((asked.genre, asked.goal))
}

/// Whether a text that cannot be read asks for something that is not supported.
pub(crate) fn asks_unsupported(errors: &[Diagnostic]) -> bool {
    let is_one = |error: &Diagnostic| matches!(error, Diagnostic::Unsupported { .. });
    errors.iter().any(is_one)
}

/// Whether a short text that cannot be read says a rule or a twin, but for a word: `Circee`,
/// `Circe Foo`, `b) Ka1-a3 perhaps`.
pub(crate) fn is_nearly_said(text: &str) -> bool {
    let parts = parts(text, &board_said(text));
    let is_short = (1..=SHORT).contains(&parts.len());
    is_short && (opens_task(&parts) || near::is_slip_of_rule(&parts))
}

/// Whether a text that cannot be read has something of a task in it: a rule anywhere, a twin, a man or
/// a property of men.
pub(crate) fn mentions_task(text: &str) -> bool {
    // `Madrasi-Circe`
    let parts = parts(&text.replace('-', " "), &board_said(text));
    let mut rests = (0..parts.len()).map(|at| &parts[at..]);
    is_nearly_said(text) || rests.any(|rest| opens_task(rest) || names_man(&rest[0].text))
}

/// Whether the words of a text allow that it says a rule, a twin or men with their squares. Prose that they rule out need
/// not be read as a statement, which takes a hundred times as long.
pub(crate) fn may_say_rule(text: &str) -> bool {
    let has_sign = || text.contains(|sign: char| sign.is_numeric() || sign == '*');
    let parts = parts(text, &board_said(text));
    let reading = Reading::new(text, Language::En);
    let says = |at: usize| {
        let rest = &parts[at..];
        let known = || {
            reading
                .phrase(rest)
                .is_some_and(|(known, _)| known.is_rule())
        };
        opens_task(rest) || known()
    };
    has_sign() || (0..parts.len()).any(says)
}

/// The same, or that it asks for something or names a side.
pub(crate) fn may_say_task(text: &str) -> bool {
    let parts = parts(text, &board_said(text));
    let says = |at: usize| {
        let rest = &parts[at..];
        men::side(&rest[0].text).is_some() || asked::asked(rest).is_some()
    };
    may_say_rule(text) || (0..parts.len()).any(says)
}

/// Whether a line that cannot be read would be a rule, a twin or men rather than prose or a source: it is short and has
/// no year, or the label of a twin stands in front. A line that begins with a rule may be longer.
pub(crate) fn is_task_like(text: &str) -> bool {
    let parts = parts(text, &board_said(text));
    let is_dated = || parts.iter().any(|part| say::is_year(&part.text));
    let is_short = |most: usize| parts.len() <= most && !is_dated();
    let labelled = || part::label(&parts[0], parts.get(1)).is_some();
    let opens = || parts[0].text.len() > 2 && opens_task(&parts);
    // `b4: royal grasshopper`
    let places = || parts[0].squares().is_some();
    is_short(SHORT) || labelled() || is_short(2 * SHORT) && (opens() || places())
}

/// Whether a text that cannot be read is a sentence about the problem, such as `h#3 would be cooked`: it begins with a
/// stipulation, and names no rule, man or twin.
pub(crate) fn is_said_of_task(text: &str) -> bool {
    let parts = parts(text, &board_said(text));
    let Some(asked) = asked::asked(&parts) else {
        return false;
    };
    let behind = &parts[asked.taken..];
    let is_word = |at: usize| {
        let rest = &behind[at..];
        let is_plain = rest[0]
            .text
            .chars()
            .all(|c| c.is_alphabetic() && !c.is_uppercase());
        is_plain && !opens_task(rest) && !names_man(&rest[0].text)
    };
    behind.len() > 1 && (0..behind.len()).all(is_word)
}

/// Whether a rule is named in a text.
pub(crate) fn names_rule(text: &str) -> bool {
    let parts = parts(text, &board_said(text));
    let rule = |at: usize| phrase::longest(&parts[at..], |phrase| phrase::MEANINGS.get(phrase));
    (0..parts.len()).any(|at| rule(at).is_some_and(|(known, _)| known.names_rule()))
}

/// Whether a text is a word for nothing, as behind `Conditions:`.
pub(crate) fn says_none(text: &str) -> bool {
    vocabulary::is("none", text)
}

/// Whether a text begins with the label of a twin and a bracket: `b) ...`, `(C) ...`.
pub(crate) fn opens_with_label(text: &str) -> bool {
    let parts = parts(text, &board_said(text));
    let is_counted = || parts[0].text.starts_with(|c: char| c.is_ascii_digit());
    let label = parts
        .first()
        .and_then(|first| part::label(first, parts.get(1)));
    label.is_some() && parts[0].text.ends_with(')') && !is_counted()
}

/// Whether a text begins with the name of a man or with a property, as a line does that says what stands on a square.
pub(crate) fn opens_with_man(text: &str) -> bool {
    let parts = parts(text, &board_said(text));
    parts.first().is_some_and(|first| names_man(&first.text))
}

/// Whether a word is the name of a man, or says a property of one.
fn names_man(word: &str) -> bool {
    men::is_quality(word) || men::is_name(word)
}

/// Whether parts begin with a rule or a twin.
fn opens_task(parts: &[part::Part]) -> bool {
    let label = || part::label(parts.first()?, parts.get(1));
    let is_twin = || label().is_some_and(|label| label.letter == 'b');
    let known = phrase::longest(parts, |phrase| phrase::MEANINGS.get(phrase));
    known.is_some_and(|(known, _)| known.is_rule()) || is_twin()
}

/// As many words as a line with a rule has that is not understood; longer ones are prose.
const SHORT: usize = 4;

/// The language of a statement if all its words that are not the same in all languages agree.
///
/// ```
/// use dawson::notation::popeye::words::Language;
/// use dawson::notation::statement::spoken_language;
/// assert_eq!(spoken_language("Hilfsmatt in 3, Längstzüger"), Some(Language::De));
/// assert_eq!(spoken_language("h#3 Circe"), None);
/// ```
pub fn spoken_language(text: &str) -> Option<Language> {
    let own = own_walks(text, &[',', ';', '\n', '\r']);
    let board = board_said(text);
    let listed = Listed::apart(&own.text, None, &[], &board);
    words_spoken(&listed.text, &board).or(listed.spoken())
}

/// The language of a text without definitions and men.
fn words_spoken(text: &str, board: &Geometry) -> Option<Language> {
    let mut reading = Reading::new(text, Language::En);
    reading.sort(&parts(text, board));
    reading.spoken()
}

/// As [`spoken_language`]; English if the words do not say.
pub fn language_of(text: &str) -> Language {
    spoken_language(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the captions that are statements for which `says` holds, though their words rule it out.
    fn missed(says: fn(&Statement) -> bool, may_say: fn(&str) -> bool) -> Vec<&'static str> {
        let captions = include_str!("../../../tests/data/captions.tsv").lines();
        let texts = captions.filter_map(|row| row.split('\t').next());
        let is_said = |text: &str| statement(text).is_ok_and(|said| says(&said));
        let missed = texts.filter(|text| is_said(text) && !may_say(text));
        missed.collect()
    }

    #[test]
    fn words_allow_what_a_text_says() {
        let changes = |said: &Statement| {
            let has_rule = !said.conditions.is_empty() || said.options.duplex;
            has_rule || !said.twins.is_empty() || said.has_men()
        };
        let asks = |said: &Statement| said.stipulation.is_some() || said.changes_the_task();
        let none: [&str; 0] = [];
        assert_eq!(missed(changes, may_say_rule), none);
        assert_eq!(missed(asks, may_say_task), none);
        assert!(!may_say_rule(
            "The white queen and the black rook change functions"
        ));
        assert!(!may_say_task("The queen and the rook change functions"));
    }
}
