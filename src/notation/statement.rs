//! What a person writes under a diagram, on one line: `Bolero, Rex inclusif, #3`.
//!
//! Names of conditions, options and stipulations may stand in any order and in
//! English, German or French, with accents, blanks and hyphens as printed. They
//! are turned into words of the problem language and read by its reader.

use crate::board::Square;
use crate::men::{Piece, Sides, WalkId};
use crate::notation::diagnostic::{Diagnostic, did_you_mean};
use crate::notation::own_walk::own_walks;
use crate::notation::popeye::read::condition::is_size;
use crate::notation::popeye::read::lexer::{Cursor, Token, square, squares};
use crate::notation::popeye::read::stipulation::is_complete;
use crate::notation::popeye::read::{Reader, man_of, own_or_known};
use crate::notation::popeye::words::{self, Language, Table, Word};
use crate::problem::{Change, Condition, Options, Problem, Stipulation, Twin};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{all_consuming, opt};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// What a statement says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statement {
    /// What is asked, if it is said.
    pub stipulation: Option<Stipulation>,
    /// The conditions in their order.
    pub conditions: Vec<Condition>,
    /// The options.
    pub options: Options,
    /// The twins behind `b)`, `c)` ...; with a zero position also the one behind `a)`.
    pub twins: Vec<Twin>,
    /// Whether the diagram itself is not to be solved.
    pub zero_position: bool,
    /// How many solutions the author claims.
    pub intended_solutions: Option<u32>,
    /// The walks that it defines.
    pub walks: Vec<WalkId>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl Statement {
    /// Puts stipulation, conditions, options and twins into a problem that has a position.
    pub fn apply(&self, problem: &mut Problem) {
        problem.stipulation = self.stipulation.or(problem.stipulation);
        problem.conditions.extend(self.conditions.iter().cloned());
        let (no_castling, en_passant) = (
            problem.options.no_castling,
            std::mem::take(&mut problem.options.en_passant),
        );
        problem.options = self.options.clone();
        problem.options.no_castling |= no_castling;
        if problem.options.en_passant.is_empty() {
            problem.options.en_passant = en_passant;
        }
        problem.twins.extend(self.twins.iter().cloned());
        problem.zero_position |= self.zero_position;
        crate::conditions::fit_diagram(problem);
        crate::notation::popeye::read::resolve_sides(problem);
    }
}

/// Reads a statement.
///
/// ```
/// let statement = dawson::notation::statement::statement("Bolero, Rex inclusif, h≠2,5").unwrap();
/// assert_eq!(statement.conditions[0].key, "bolero");
/// assert!(statement.conditions[0].has_flag("rex-inclusive"));
/// assert!(statement.stipulation.unwrap().length.half);
/// ```
///
/// # Errors
/// All that could not be understood.
pub fn statement(text: &str) -> Result<Statement, Vec<Diagnostic>> {
    let own = own_walks(text, &[',', ';', '\n', '\r']);
    if !own.diagnostics.is_empty() {
        return Err(own.diagnostics);
    }
    let parts = parts(&own.text);
    if parts.is_empty() {
        return Err(vec![Diagnostic::Empty]);
    }
    let mut sorter = Sorter::new(text, language(&parts));
    sorter.statement.walks = own.walks.into_iter().map(|(_, walk)| walk).collect();
    sorter.sort(&parts);
    sorter.finish()
}

/// The language of a statement, so far as its words tell.
pub fn language_of(text: &str) -> Language {
    language(&parts(text))
}

/// A written part: folded to ASCII, with its place.
#[derive(Clone, Debug)]
struct Part {
    text: String,
    start: usize,
    end: usize,
    /// Whether a comma or another mark separates it from the part before.
    separated: bool,
}

/// What a phrase stands for.
#[derive(Clone, PartialEq)]
enum Meaning {
    /// A word of the problem language.
    Word(&'static Word),
    /// Several words of one table.
    Words(Table, &'static [&'static str]),
    /// The beginning of a stipulation, e.g. `mate in`.
    Stipulation(&'static str),
    /// The diagram is a zero position.
    ZeroPosition,
    /// Nothing of importance.
    Noise,
}

/// Sorts phrases into the lists that the reader of the problem language reads.
struct Sorter<'a> {
    text: &'a str,
    language: Language,
    stipulation: Vec<Part>,
    conditions: Vec<Part>,
    /// What refines the dice, wherever it stands, and where it belongs among the conditions.
    dice: Vec<Part>,
    dice_place: Option<usize>,
    options: Vec<Part>,
    last: Last,
    /// What the last word takes.
    takes: &'static str,
    statement: Statement,
    errors: Vec<Diagnostic>,
}

#[derive(Clone, Copy)]
enum Last {
    Nothing,
    Condition(&'static Word),
    Dice,
    Option,
}

impl<'a> Sorter<'a> {
    fn new(text: &'a str, language: Language) -> Sorter<'a> {
        Sorter {
            text,
            language,
            stipulation: Vec::new(),
            conditions: Vec::new(),
            dice: Vec::new(),
            dice_place: None,
            options: Vec::new(),
            last: Last::Nothing,
            takes: "",
            statement: Statement::default(),
            errors: Vec::new(),
        }
    }

    fn sort(&mut self, parts: &[Part]) {
        let mut rest = parts;
        while !rest.is_empty() {
            let taken = self.take(rest).max(1);
            rest = &rest[taken..];
        }
    }

    /// Understands the first phrase; says of how many parts it consists.
    fn take(&mut self, parts: &[Part]) -> usize {
        let part = &parts[0];
        if let Some((continued, label)) = label(&part.text) {
            return self.twin(continued, label, parts);
        }
        if let Some(taken) = self.stipulation(parts).or_else(|| self.claim(parts)) {
            return taken;
        }
        if let Some((meaning, taken)) = self.phrase(parts) {
            return self.understand(meaning, &parts[..taken], &parts[taken..]);
        }
        if self.is_argument(part) {
            self.argument(part);
        } else if !is_count(&part.text) {
            self.unknown(part);
        }
        1
    }

    /// `h#2.5`, also in pieces (`ser-h = 7`), with the number first (`h2#`), with
    /// a star for set play or a v for tries behind it.
    fn stipulation(&mut self, parts: &[Part]) -> Option<usize> {
        let mut joined = String::new();
        for (index, part) in parts.iter().take(4).enumerate() {
            if index > 0 && part.separated {
                return None;
            }
            joined.push_str(&part.text);
            let text = joined.trim_end_matches(['*', 'v', 'V', '.', '!', '?']);
            let text = number_first(text).unwrap_or_else(|| text.to_owned());
            if is_complete(&text) {
                let marks = &joined[joined.trim_end_matches(['*', 'v', 'V']).len()..];
                self.statement.options.set_play |= marks.contains('*');
                if marks.contains(['v', 'V']) {
                    self.statement.options.defence = Some(1);
                }
                self.ask(text, part, parts[0].start);
                return Some(index + 1);
            }
        }
        None
    }

    fn ask(&mut self, text: String, last: &Part, start: usize) {
        if let Some(former) = self.stipulation.first() {
            self.statement.diagnostics.push(Diagnostic::Replaced {
                what: format!("the stipulation `{}`", former.text),
                line: 1,
                at: (start, last.end - start).into(),
            });
        }
        (self.last, self.takes) = (Last::Nothing, "");
        self.stipulation = vec![Part {
            text,
            start,
            end: last.end,
            separated: true,
        }];
    }

    /// `2 solutions`.
    fn claim(&mut self, parts: &[Part]) -> Option<usize> {
        let number = parts[0].text.parse().ok()?;
        let word = squeezed(&parts.get(1)?.text);
        let is_solutions = ["sol", "loes", "los"]
            .iter()
            .any(|start| word.starts_with(start));
        if !is_solutions {
            return None;
        }
        self.statement.intended_solutions = Some(number);
        Some(2)
    }

    /// The longest phrase with a meaning.
    fn phrase(&self, parts: &[Part]) -> Option<(Meaning, usize)> {
        const LONGEST: usize = 6;
        let joined: Vec<String> = parts
            .iter()
            .enumerate()
            .take_while(|(index, part)| *index < LONGEST && (*index == 0 || !part.separated))
            .scan(String::new(), |joined, (_, part)| {
                joined.push_str(&squeezed(&part.text));
                Some(joined.clone())
            })
            .collect();
        let meanings = joined.iter().enumerate().rev();
        meanings
            .filter_map(|(index, phrase)| Some((self.meaning(phrase, &parts[0])?, index + 1)))
            .next()
    }

    /// A comma makes a new condition of what could refine the last one.
    fn meaning(&self, phrase: &str, first: &Part) -> Option<Meaning> {
        let known = MEANINGS.get(phrase);
        let refinement = match self.last {
            Last::Condition(condition) => refinement(condition, phrase),
            _ => None,
        };
        match (refinement, known) {
            (Some(word), None) => Some(Meaning::Word(word)),
            (Some(word), Some(_)) if !first.separated => Some(Meaning::Word(word)),
            (_, known) => known.cloned(),
        }
    }

    fn understand(&mut self, meaning: Meaning, parts: &[Part], behind: &[Part]) -> usize {
        let (start, end) = (parts[0].start, parts[parts.len() - 1].end);
        let part = |text: &str| Part {
            text: text.to_owned(),
            start,
            end,
            separated: true,
        };
        match meaning {
            Meaning::Noise => {}
            Meaning::ZeroPosition => self.statement.zero_position = true,
            Meaning::Stipulation(goal) => {
                let number = behind.first().map_or("", |next| &next.text);
                let number = number.trim_end_matches('.');
                if is_complete(&format!("{goal}{number}")) {
                    self.ask(format!("{goal}{number}"), &behind[0], start);
                    return parts.len() + 1;
                }
                self.unknown(&part(&self.text[start..end]));
            }
            Meaning::Word(word) => self.add(word, &part),
            Meaning::Words(table, keys) => {
                for word in keys.iter().filter_map(|key| words::word(table, key)) {
                    self.add(word, &part);
                }
            }
        }
        parts.len()
    }

    fn add(&mut self, word: &'static Word, part: &dyn Fn(&str) -> Part) {
        let part = part(word.name(Language::En));
        self.takes = match word.refines(DICE) {
            true => "rolls",
            false => word.takes,
        };
        match word.table {
            Table::Option => {
                self.options.push(part);
                self.last = Last::Option;
            }
            Table::SubOption if word.refines(DICE) => {
                self.dice.push(part);
                self.last = Last::Dice;
            }
            Table::SubOption => self.conditions.push(part),
            _ => {
                self.conditions.push(part);
                self.last = Last::Condition(word);
                if word.key == DICE {
                    self.dice_place = Some(self.conditions.len());
                }
            }
        }
    }

    fn is_argument(&self, part: &Part) -> bool {
        let text = &part.text;
        match self.takes {
            "" => false,
            "walk" | "walks" | "walks+" => self.letters(text).is_some(),
            "size" => is_size(text),
            "square" | "squares" | "square-pair" | "cells" => squares(text).is_some(),
            "lines" | "grid-lines" | "man" => text.len() < 17,
            _ => text.starts_with(|c: char| c.is_ascii_digit() || c == '-'),
        }
    }

    fn argument(&mut self, part: &Part) {
        let mut part = part.clone();
        match self.last {
            Last::Option => self.options.push(part),
            Last::Dice => self.dice.push(part),
            Last::Condition(word) if word.key == DICE => self.dice.push(part),
            _ => {
                let letters = self.letters(&part.text);
                if let Some(letters) = letters.filter(|_| self.takes.starts_with("walk")) {
                    part.text = letters.to_owned();
                }
                self.conditions.push(part);
            }
        }
    }

    /// Letters of a walk in the language of the statement, or in another one.
    fn letters(&self, text: &str) -> Option<&'static str> {
        let own = self
            .statement
            .walks
            .iter()
            .map(|walk| walk.row().letters[0]);
        if let Some(letters) = { own }.find(|letters| letters.eq_ignore_ascii_case(text)) {
            return Some(letters);
        }
        let languages = [self.language].into_iter().chain(Language::ALL);
        let walk = languages
            .into_iter()
            .find_map(|language| words::walk(language, text))?;
        Some(walk.name(Language::En))
    }

    fn unknown(&mut self, part: &Part) {
        let written = self.text.get(part.start..part.end).unwrap_or(&part.text);
        self.errors.push(Diagnostic::Unknown {
            noun: "word",
            word: written.chars().take(40).collect(),
            help: match self.errors.len() {
                ..8 => did_you_mean(nearest(&part.text)),
                _ => None,
            },
            at: (part.start, part.end - part.start).into(),
        });
    }

    /// `b) wPe4->e5`: the changes up to the next label.
    fn twin(&mut self, continued: bool, label: char, parts: &[Part]) -> usize {
        let behind = &parts[1..];
        let count = behind
            .iter()
            .take_while(|part| self::label(&part.text).is_none())
            .count();
        if label == 'a' && !self.statement.zero_position {
            self.sort(&behind[..count]);
            return count + 1;
        }
        let mut changes = &behind[..count];
        let former = char::from_u32(u32::from(label).saturating_sub(1)).unwrap_or(label);
        let continues = |part: &Part| part.text == format!("={former}");
        if let Some(reference) = changes.iter().position(continues).filter(|at| *at == 0) {
            changes = &changes[reference + 1..];
        }
        let mut twin = Twin {
            continued: continued || changes.len() < count,
            changes: Vec::new(),
        };
        for part in changes {
            match self.change(part) {
                Some(change) => twin.changes.push(change),
                None => self.unknown(part),
            }
        }
        if twin.changes.is_empty() {
            self.errors.push(Diagnostic::Missing {
                word: parts[0].text.clone(),
                needs: "a change, e.g. `wPe4->e5`, `-Sd4`, `+bPa7` or `h#3`".to_owned(),
                at: (parts[0].start, parts[0].end - parts[0].start).into(),
            });
        }
        self.statement.twins.push(twin);
        count + 1
    }

    fn change(&mut self, part: &Part) -> Option<Change> {
        if is_complete(&part.text) {
            let stipulation = self.read(std::slice::from_ref(part), |reader, word| {
                reader.stipulation(word)
            });
            return stipulation.map(Change::Stipulation);
        }
        let text = part.text.as_str();
        let arrow = alt((tag("<->"), tag("->"), tag("-")));
        let squares = all_consuming((man_text, arrow, man_text));
        if let Ok((_, (from, arrow, to))) = { squares }.parse(text) {
            return Some(match arrow {
                "<->" => Change::Exchange(from.square, to.square),
                _ => Change::Move(from.square, to.square),
            });
        }
        let (_, (sign, named)) = all_consuming((one_of("+-"), man_text)).parse(text).ok()?;
        match sign {
            '-' => Some(Change::Remove(named.square)),
            _ => Some(Change::Add(named.square, self.piece(&named)?)),
        }
    }

    fn piece(&self, named: &NamedMan<'_>) -> Option<Piece> {
        let sides = match named.colour? {
            'w' => Sides::White,
            'n' => Sides::Both,
            _ => Sides::Black,
        };
        let letters = self.letters(named.letters)?;
        let word = |letters: &str| words::walk(Language::En, letters);
        let walk = own_or_known(letters, &self.statement.walks, word)?;
        Some(man_of(walk, sides))
    }

    /// Lets the reader of the problem language read some parts.
    fn read<T>(
        &mut self,
        parts: &[Part],
        read: impl for<'b> FnOnce(&mut Reader<'b>, Token<'b>) -> T,
    ) -> T {
        let tokens: Vec<Token<'_>> = parts
            .iter()
            .map(|part| Token {
                text: &part.text,
                start: part.start,
                end: part.end,
                starts_line: false,
            })
            .collect();
        let first = tokens.first().copied();
        let word = first.unwrap_or(Token {
            text: "",
            start: 0,
            end: 0,
            starts_line: false,
        });
        let walks = self.statement.walks.iter().map(|&walk| (0, walk));
        let reader = Reader::new(Cursor::of_tokens(self.text, tokens), Language::En);
        let mut reader = reader.with_walks(walks.collect());
        let result = read(&mut reader, word);
        for diagnostic in reader.into_diagnostics() {
            match diagnostic.is_error() {
                true => self.errors.push(diagnostic),
                false => self.statement.diagnostics.push(diagnostic),
            }
        }
        result
    }

    /// The conditions, the rolls behind the one that throws dice.
    fn conditions_with_dice(&mut self) -> Vec<Part> {
        let mut parts = std::mem::take(&mut self.conditions);
        let dice = std::mem::take(&mut self.dice);
        match (self.dice_place, dice.first()) {
            (Some(place), _) => _ = parts.splice(place..place, dice),
            (None, Some(first)) => self.errors.push(Diagnostic::Missing {
                word: self
                    .text
                    .get(first.start..first.end)
                    .unwrap_or("")
                    .to_owned(),
                needs: "a condition that throws dice, e.g. `trigonometric chess`".to_owned(),
                at: (first.start, first.end - first.start).into(),
            }),
            (None, None) => {}
        }
        parts
    }

    fn finish(mut self) -> Result<Statement, Vec<Diagnostic>> {
        let parts = std::mem::take(&mut self.stipulation);
        if !parts.is_empty() {
            self.statement.stipulation = self.read(&parts, |reader, word| reader.stipulation(word));
        }
        let parts = self.conditions_with_dice();
        if !parts.is_empty() {
            let located = self.read(&parts, |reader, word| reader.conditions(word));
            let conditions = located.into_iter().map(|located| located.condition);
            self.statement.conditions = conditions.collect();
        }
        let parts = std::mem::take(&mut self.options);
        if !parts.is_empty() {
            let mut options = std::mem::take(&mut self.statement.options);
            self.read(&parts, |reader, word| {
                reader.options(word, &mut options);
            });
            self.statement.options = options;
        }
        match self.errors.is_empty() {
            true => Ok(self.statement),
            false => Err(self.errors),
        }
    }
}

/// A man named with its square, e.g. `wPe4`, `Sd4`, `e4`.
struct NamedMan<'a> {
    colour: Option<char>,
    letters: &'a str,
    square: Square,
}

fn man_text(input: &str) -> nom::IResult<&str, NamedMan<'_>> {
    let colour = || opt(one_of("wbsn"));
    let letter = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let with_letters = (colour(), take_while_m_n(1, 2, letter), square);
    if let Ok((rest, (colour, letters, square))) = { with_letters }.parse(input) {
        let named = NamedMan {
            colour,
            letters,
            square,
        };
        return Ok((rest, named));
    }
    let (rest, (letters, square)) = alt((
        (
            take_while_m_n(1, 1, |c: char| "KQRBSPTDLkqrspt".contains(c)),
            square,
        ),
        (tag(""), square),
    ))
    .parse(input)?;
    let colour = None;
    let named = NamedMan {
        colour,
        letters,
        square,
    };
    Ok((rest, named))
}

/// The letter of `b)`; `+b)` continues the twin before.
fn label(text: &str) -> Option<(bool, char)> {
    let letter = satisfy(|c| c.is_ascii_lowercase());
    let label = (opt(one_of("+&")), letter, tag(")"));
    let parsed: nom::IResult<&str, (Option<char>, char, &str)> = all_consuming(label).parse(text);
    let (_, (sign, letter, _)) = parsed.ok()?;
    Some((sign.is_some(), letter))
}

/// `h2#` said in the order `h#2`.
fn number_first(text: &str) -> Option<String> {
    let goal = text.find(['#', '=', '+'])?;
    let (front, goal) = text.split_at(goal);
    let genre = front.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &front[genre.len()..];
    (!number.is_empty() && !goal.ends_with(|c: char| c.is_ascii_digit()))
        .then(|| format!("{genre}{goal}{number}"))
}

/// `2.1.1.1` counts solutions.
fn is_count(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.contains('.')
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Splits at blanks and marks; keeps decimal commas, as points.
fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut current: Option<Part> = None;
    let mut separated = true;
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (at, c)) in characters.iter().copied().enumerate() {
        let before = index.checked_sub(1).map(|index| characters[index].1);
        let after = characters.get(index + 1).map(|(_, c)| *c);
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let decimal = c == ',' && is_digit(before) && is_digit(after);
        let is_label = c == ')'
            && before.is_some_and(|c| c.is_ascii_lowercase())
            && current
                .as_ref()
                .is_some_and(|part| is_label_start(&part.text));
        let mark = ",;:()[]{}\"/|".contains(c) && !decimal && !is_label;
        if c.is_whitespace() || mark {
            parts.extend(current.take());
            separated |= mark;
            continue;
        }
        let part = current.get_or_insert_with(|| Part {
            text: String::new(),
            start: at,
            end: at,
            separated: std::mem::take(&mut separated),
        });
        match decimal {
            true => part.text.push('.'),
            false => fold(c, &mut part.text),
        }
        part.end = at + c.len_utf8();
    }
    parts.extend(current);
    for part in &mut parts {
        part.text = part.text.replace("<-->", "<->").replace("-->", "->");
    }
    parts.retain(|part| !part.text.is_empty());
    parts
}

/// The part of a label before its bracket.
fn is_label_start(text: &str) -> bool {
    text.len() == 1 || (text.len() == 2 && text.starts_with(['+', '&']))
}

/// Accents, umlauts and printed signs in plain characters.
fn fold(c: char, to: &mut String) {
    match c {
        'ä' | 'Ä' | 'æ' => to.push_str("ae"),
        'ö' | 'Ö' | 'œ' | 'ø' => to.push_str("oe"),
        'ü' | 'Ü' => to.push_str("ue"),
        'ß' => to.push_str("ss"),
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' => to.push('e'),
        'à' | 'â' | 'á' | 'À' | 'Â' => to.push('a'),
        'ç' | 'Ç' => to.push('c'),
        'î' | 'ï' | 'í' => to.push('i'),
        'ô' | 'ó' => to.push('o'),
        'û' | 'ù' | 'ú' => to.push('u'),
        '‡' | '≠' | '♯' | '＃' | '⧣' => to.push('#'),
        '→' | '⇒' | '⟶' => to.push_str("->"),
        '↔' | '⇔' => to.push_str("<->"),
        '–' | '—' | '−' | '‑' => to.push('-'),
        '½' => to.push_str(".5"),
        '°' | '’' | '\'' | '`' | '´' | '“' | '”' | '„' | '«' | '»' => {}
        _ => to.push(c),
    }
}

/// Letters and digits only, in lower case.
fn squeezed(text: &str) -> String {
    let mut squeezed = String::new();
    for c in text.chars() {
        match c {
            '&' => squeezed.push_str("and"),
            c if c.is_alphanumeric() => squeezed.extend(c.to_lowercase()),
            _ => {}
        }
    }
    squeezed
}

/// The language in which most parts are names; English if in doubt.
fn language(parts: &[Part]) -> Language {
    let squeezed: Vec<_> = parts.iter().map(|part| squeezed(&part.text)).collect();
    let known = |language: &Language| {
        let names = &NAMES[language];
        squeezed.iter().filter(|part| names.contains(*part)).count()
    };
    let languages = [Language::Fr, Language::De, Language::En];
    languages.into_iter().max_by_key(known).unwrap_or_default()
}

static NAMES: LazyLock<HashMap<Language, HashSet<String>>> = LazyLock::new(|| {
    let tables = [Table::Condition, Table::Option, Table::SubOption];
    let names = |language| {
        let words = tables.iter().flat_map(|table| words::words(*table));
        let names = words.map(|word| squeezed(word.name(language)));
        (language, names.collect())
    };
    Language::ALL.into_iter().map(names).collect()
});

fn refinement(condition: &Word, phrase: &str) -> Option<&'static Word> {
    let phrase = REX
        .iter()
        .find(|(alias, _)| *alias == phrase)
        .map_or(phrase, |(_, full)| full);
    let mut words = words::words(Table::SubOption).iter();
    words.find(|word| {
        let named = |language| squeezed(word.name(language)) == phrase;
        let letter = || word.key.strip_prefix("type-") == Some(phrase);
        word.refines(condition.key) && (letter() || Language::ALL.into_iter().any(named))
    })
}

fn nearest(text: &str) -> Option<&'static str> {
    let tables = [Table::Condition, Table::Option, Table::SubOption];
    let mut languages = [Language::En, Language::De, Language::Fr].into_iter();
    languages
        .find_map(|language| words::nearest(&tables, language, text))
        .filter(|word| !word.eq_ignore_ascii_case(text))
}

/// The condition whose rolls may stand anywhere in a statement.
const DICE: &str = "trigonometric-chess";

const REX: [(&str, &str); 6] = [
    ("rexincl", "rexinclusive"),
    ("rexinkl", "rexinclusive"),
    ("rexinclusiv", "rexinclusive"),
    ("ri", "rexinclusive"),
    ("rexexcl", "rexexclusive"),
    ("rexexkl", "rexexclusive"),
];

/// Printed names beside those of the vocabulary.
const PRINTED: &[(&str, Table, &[&str])] = &[
    ("koko", Table::Condition, &["koeko"]),
    ("kolnerkontaktschach", Table::Condition, &["koeko"]),
    ("koelnerkontaktschach", Table::Condition, &["koeko"]),
    ("patrol", Table::Condition, &["patrouille"]),
    ("patrolchess", Table::Condition, &["patrouille"]),
    ("sentinels", Table::Condition, &["sentinelles"]),
    ("takeandmake", Table::Condition, &["take-and-make-chess"]),
    ("imitators", Table::Condition, &["imitator"]),
    ("imitateur", Table::Condition, &["imitator"]),
    ("nocaptures", Table::Condition, &["no-capture"]),
    ("monochromatic", Table::Condition, &["monochrom-chess"]),
    ("monochromaticchess", Table::Condition, &["monochrom-chess"]),
    ("monochromeschach", Table::Condition, &["monochrom-chess"]),
    ("bichromatic", Table::Condition, &["bichrom-chess"]),
    ("bichromaticchess", Table::Condition, &["bichrom-chess"]),
    (
        "schwarzermaximummer",
        Table::Condition,
        &["black-maximummer"],
    ),
    ("weissermaximummer", Table::Condition, &["white-maximummer"]),
    ("maximumnoir", Table::Condition, &["black-maximummer"]),
    ("maximumblanc", Table::Condition, &["white-maximummer"]),
    (
        "schwarzerminimummer",
        Table::Condition,
        &["black-minimummer"],
    ),
    ("weisserminimummer", Table::Condition, &["white-minimummer"]),
    ("minimumnoir", Table::Condition, &["black-minimummer"]),
    ("minimumblanc", Table::Condition, &["white-minimummer"]),
    ("minimummer", Table::Condition, &["black-minimummer"]),
    ("kuerzestzueger", Table::Condition, &["black-minimummer"]),
    (
        "doublemaximummer",
        Table::Condition,
        &["white-maximummer", "black-maximummer"],
    ),
    (
        "doppellaengstzueger",
        Table::Condition,
        &["white-maximummer", "black-maximummer"],
    ),
    (
        "trigonometrisch",
        Table::Condition,
        &["trigonometric-chess"],
    ),
    (
        "mustcapture",
        Table::Condition,
        &["white-must-capture", "black-must-capture"],
    ),
    (
        "schlagzwang",
        Table::Condition,
        &["white-must-capture", "black-must-capture"],
    ),
    (
        "priseforcee",
        Table::Condition,
        &["white-must-capture", "black-must-capture"],
    ),
    ("cylinder", Table::Condition, &["cylinder"]),
    ("cylindre", Table::Condition, &["cylinder"]),
    ("echiquiercylindrique", Table::Condition, &["cylinder"]),
    ("vertikalzylinder", Table::Condition, &["cylinder"]),
    ("vertikalerzylinder", Table::Condition, &["cylinder"]),
    ("senkrechterzylinder", Table::Condition, &["cylinder"]),
    ("horizontalerzylinder", Table::Condition, &["cylinder-h"]),
    ("waagerechterzylinder", Table::Condition, &["cylinder-h"]),
    ("ohneschachgebot", Table::Condition, &["checkless-chess"]),
    ("inverserbolero", Table::Condition, &["bolero-inverse"]),
    ("inversebolero", Table::Condition, &["bolero-inverse"]),
    ("withsetplay", Table::Option, &["set-play"]),
    ("satzspiel", Table::Option, &["set-play"]),
    ("jeuapparent", Table::Option, &["set-play"]),
    ("tries", Table::Option, &["try"]),
    ("v", Table::Option, &["try"]),
    ("vv", Table::Option, &["try"]),
    ("vvv", Table::Option, &["try"]),
    ("verfuehrungen", Table::Option, &["try"]),
    ("whitetobegin", Table::Option, &["white-to-play"]),
    ("whitebegins", Table::Option, &["white-to-play"]),
    ("whitestarts", Table::Option, &["white-to-play"]),
    ("nowhiteking", Table::Option, &["no-white-king"]),
    ("noblackking", Table::Option, &["no-black-king"]),
];

/// Words about dice; they need not stand beside their condition.
const DICE_WORDS: &[(&str, &str)] = &[
    ("rolls", "rolls"),
    ("roll", "rolls"),
    ("wuerfe", "rolls"),
    ("wurf", "rolls"),
    ("wuerfel", "rolls"),
    ("jets", "rolls"),
    ("jet", "rolls"),
    ("lancers", "rolls"),
    ("d12", "d12"),
    ("1d12", "d12"),
    ("w12", "d12"),
    ("1w12", "d12"),
    ("2d6", "2d6"),
    ("2w6", "2d6"),
    ("twodice", "2d6"),
    ("zweiwuerfel", "2d6"),
    ("deuxdes", "2d6"),
];

const STIPULATIONS: &[(&str, &str)] = &[
    ("matein", "#"),
    ("mattin", "#"),
    ("maten", "#"),
    ("selfmatein", "s#"),
    ("selbstmattin", "s#"),
    ("automaten", "s#"),
    ("inversesmaten", "s#"),
    ("chanceofmatein", "P#"),
    ("bestchanceofmatein", "P#"),
    ("wahrscheinlichkeitfuermattin", "P#"),
    ("probabilitedematen", "P#"),
    ("reflexmatein", "r#"),
    ("reflexmattin", "r#"),
    ("helpmatein", "h#"),
    ("hilfsmattin", "h#"),
    ("mataideen", "h#"),
    ("stalematein", "="),
    ("pattin", "="),
    ("paten", "="),
    ("helpstalematein", "h="),
    ("hilfspattin", "h="),
    ("pataideen", "h="),
    ("selfstalematein", "s="),
    ("selbstpattin", "s="),
    ("serieshelpmatein", "ser-h#"),
    ("serienhilfsmattin", "ser-h#"),
    ("seriesmatein", "ser-#"),
    ("serienmattin", "ser-#"),
    ("helpselfmatein", "hs#"),
    ("hilfsselbstmattin", "hs#"),
];

const NOISE: &[&str] = &[
    "with",
    "mit",
    "avec",
    "and",
    "und",
    "et",
    "condition",
    "conditions",
    "bedingung",
    "option",
    "options",
    "c",
    "type",
    "typ",
    "moves",
    "zuegen",
    "coups",
];

/// Squeezed phrases with their meanings. Names come first, then names without
/// `chess`, `Schach` or `échecs` where these are no names themselves.
static MEANINGS: LazyLock<HashMap<String, Meaning>> = LazyLock::new(|| {
    let mut meanings = HashMap::new();
    let tables = [Table::Condition, Table::OneSidedCondition, Table::Option];
    let named = tables.iter().flat_map(|table| words::words(*table));
    let named: Vec<(String, &'static Word)> = named
        .flat_map(|word| Language::ALL.map(|language| (squeezed(word.name(language)), word)))
        .collect();
    for (name, word) in &named {
        meanings.entry(name.clone()).or_insert(Meaning::Word(word));
    }
    for (phrase, table, keys) in PRINTED {
        let meaning = Meaning::Words(*table, keys);
        meanings.entry((*phrase).to_owned()).or_insert(meaning);
    }
    for (phrase, key) in DICE_WORDS {
        let refines = |word: &&&'static Word| word.refines(DICE) && word.key == *key;
        let mut words = words::words(Table::SubOption).iter();
        if let Some(word) = words.find(|word| refines(&word)) {
            meanings.insert((*phrase).to_owned(), Meaning::Word(word));
        }
    }
    for (phrase, goal) in STIPULATIONS {
        meanings.insert((*phrase).to_owned(), Meaning::Stipulation(goal));
    }
    for (name, word) in &named {
        let chess = ["chess", "schach"]
            .iter()
            .find_map(|end| name.strip_suffix(end));
        let short = chess.or_else(|| name.strip_prefix("echecs"));
        if let Some(short) = short.filter(|short| short.len() > 4) {
            meanings
                .entry(short.to_owned())
                .or_insert(Meaning::Word(word));
        }
        let long = [format!("{name}chess"), format!("{name}schach")];
        for long in long.into_iter().filter(|_| word.table == Table::Condition) {
            meanings.entry(long).or_insert(Meaning::Word(word));
        }
    }
    for zero in ["zeroposition", "nullstellung", "zero"] {
        meanings.insert(zero.to_owned(), Meaning::ZeroPosition);
    }
    for noise in NOISE {
        meanings
            .entry((*noise).to_owned())
            .or_insert(Meaning::Noise);
    }
    meanings
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Genre, Goal, Length};

    fn read(text: &str) -> Statement {
        statement(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
    }

    fn keys(text: &str) -> Vec<String> {
        let conditions = read(text).conditions.into_iter();
        conditions.map(|condition| condition.key).collect()
    }

    #[test]
    fn printed_names_of_three_languages_are_known() {
        assert_eq!(keys("Anticirce, #2"), ["anti-circe"]);
        assert_eq!(keys("Circé h#2"), ["circe"]);
        assert_eq!(keys("Köko, s#3"), ["koeko"]);
        assert_eq!(keys("Take & Make #2"), ["take-and-make-chess"]);
        assert_eq!(keys("Maximummer s#9"), ["maximummer"]);
        assert_eq!(keys("Schwarzer Längstzüger, s#9"), ["black-maximummer"]);
        assert_eq!(keys("Échecs Andernach h#3"), ["andernach-chess"]);
        assert_eq!(
            keys("Gitterschach Einstein"),
            ["grid-chess", "einstein-chess"]
        );
        assert_eq!(keys("Circe, Take & Make"), ["circe", "take-and-make-chess"]);
        assert_eq!(keys("Schlagzwang").len(), 2);
    }

    #[test]
    fn words_refine_the_condition_before_them() {
        for text in [
            "Bolero Rex inclusive",
            "Bolero, Rex inclusiv",
            "Bolero rex incl.",
        ] {
            assert!(read(text).conditions[0].has_flag("rex-inclusive"), "{text}");
        }
        assert!(read("Isardam type B").conditions[0].has_flag("type-b"));
        assert!(read("Isardam (B) h#2").conditions[0].has_flag("type-b"));
        assert!(read("Anticirce Cheylan").conditions[0].has_flag("cheylan"));
        assert_eq!(read("Imitator d4").conditions[0].squares().count(), 1);
    }

    #[test]
    fn stipulations_are_read_as_printed() {
        let asked = |text| read(text).stipulation;
        let length = Length {
            moves: 2,
            half: true,
        };
        let help = Stipulation {
            length,
            ..Stipulation::new(Genre::Help, Goal::Mate, 2)
        };
        for text in ["h#2.5", "h#2,5", "h≠2½", "h‡2,5 2 solutions", "H#2.5*"] {
            assert_eq!(asked(text), Some(help), "{text}");
        }
        let three = Some(Stipulation::new(Genre::Direct, Goal::Mate, 3));
        for text in ["#3", "3#", "Mate in 3", "Matt in 3", "Mat en 3", "# 3"] {
            assert_eq!(asked(text), three, "{text}");
        }
        let series = Some(Stipulation::new(Genre::SeriesHelp, Goal::Stalemate, 7));
        assert_eq!(asked("ser-h=7"), series);
        assert_eq!(asked("ser-h = 7"), series);
        assert_eq!(read("h#2 3 solutions, Duplex").intended_solutions, Some(3));
        assert!(read("h#2 Duplex").options.duplex);
        assert!(read("h#2*").options.set_play);
    }

    #[test]
    fn twins_are_changes_behind_letters() {
        let twins = read("h#2 b) wPe4→e5 c) -Sd4 d) +bPa7 e) h=3").twins;
        assert_eq!(twins.len(), 4);
        let square = |name| Square::from_name(name).expect("a square");
        assert_eq!(twins[0].changes, [Change::Move(square("e4"), square("e5"))]);
        assert_eq!(twins[1].changes, [Change::Remove(square("d4"))]);
        assert!(matches!(twins[2].changes[..], [Change::Add(_, _)]));
        assert!(matches!(twins[3].changes[..], [Change::Stipulation(_)]));
        let zero = read("h#2 zeroposition a) Pe4-e5 b) =a) Sd4→d6 +c) -Sb1");
        assert!(zero.zero_position);
        let continued: Vec<_> = zero.twins.iter().map(|twin| twin.continued).collect();
        assert_eq!(continued, [false, true, true]);
    }

    #[test]
    fn unknown_words_are_pointed_at() {
        let errors = statement("#2 Cirrce").unwrap_err();
        assert!(
            matches!(&errors[..], [Diagnostic::Unknown { help: Some(help), .. }] if help.contains("Circe"))
        );
        assert_eq!(errors[0].span().map(|span| span.offset()), Some(3));
    }
}
