//! What a person writes under a diagram, on one line: `Bolero, Rex inclusif, #3`.
//!
//! Names of conditions, options and stipulations may stand in any order and in
//! English, German or French, with accents, blanks and hyphens as printed. They
//! are turned into words of the problem language and read by its reader.

mod part;
mod phrase;
mod twin;

use crate::board::Side;
use crate::men::{Piece, WalkId};
use crate::notation::diagnostic::{Diagnostic, did_you_mean};
use crate::notation::own_walk::own_walks;
use crate::notation::popeye::read::Reader;
use crate::notation::popeye::read::condition::is_size;
use crate::notation::popeye::read::lexer::{Cursor, Token, squares};
use crate::notation::popeye::read::stipulation::is_complete;
use crate::notation::popeye::words::{self, Language, Table, Word};
use crate::problem::{Condition, Diagram, Options, Problem, Stipulation, Twin};
use miette::SourceSpan;
use part::{Part, is_count, label, number_first, parts, squeezed};
use phrase::{DICE, MEANINGS, Meaning, language, nearest, refinement};

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
    /// How many men the author counts.
    pub men: Option<MenCount>,
    /// The walks that it defines.
    pub walks: Vec<WalkId>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
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
        let told = self.counts.iter().copied().chain(std::iter::repeat(0));
        if found
            .into_iter()
            .zip(told)
            .all(|(found, told)| found == told)
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
        let known = self
            .men(parts)
            .or_else(|| self.stipulation(parts))
            .or_else(|| self.claim(parts))
            .or_else(|| self.marks(part));
        if let Some(taken) = known {
            return taken;
        }
        if let Some((meaning, taken)) = self.phrase(parts) {
            return self.understand(meaning, &parts[..taken], &parts[taken..]);
        }
        if self.is_argument(part) {
            self.argument(part);
        } else if is_count(&part.text) {
            self.count(&part.text);
        } else {
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
                self.mark(marks);
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

    /// `2.1.1.1`: how many replies each half-move of the solution has.
    fn count(&mut self, text: &str) {
        let numbers = text.split('.').filter(|number| !number.is_empty());
        let numbers: Result<Vec<u32>, _> = numbers.map(str::parse).collect();
        let product = numbers.ok().and_then(|numbers| {
            let mut numbers = numbers.into_iter();
            numbers.try_fold(1u32, u32::checked_mul)
        });
        let intended = &mut self.statement.intended_solutions;
        *intended = intended.or(product.filter(|product| *product > 0));
    }

    /// `5+4`, `12 + 9 + 1n`.
    fn men(&mut self, parts: &[Part]) -> Option<usize> {
        let joined = parts.iter().take(5).scan(String::new(), |joined, part| {
            joined.push_str(&part.text);
            Some(joined.clone())
        });
        let joined: Vec<String> = joined.collect();
        let numbers = |text: &str| {
            let text = text.strip_suffix('n').unwrap_or(text);
            let numbers: Result<Vec<usize>, _> = text.split('+').map(str::parse).collect();
            numbers
                .ok()
                .filter(|numbers| (2..=3).contains(&numbers.len()))
        };
        let (index, counts) = joined
            .iter()
            .enumerate()
            .rev()
            .find_map(|(index, text)| Some((index, numbers(text)?)))?;
        let (start, end) = (parts[0].start, parts[index].end);
        let at = (start, end - start).into();
        self.statement.men = Some(MenCount { counts, at });
        Some(index + 1)
    }

    /// `*` for set play, `v`, `vv` for tries, on their own; `C+` for a test by
    /// computer says nothing about the problem.
    fn marks(&mut self, part: &Part) -> Option<usize> {
        if matches!(part.text.as_str(), "C+" | "C-" | "C?") {
            return Some(1);
        }
        let is_mark = |c: char| matches!(c, '*' | 'v');
        if self.takes.is_empty() && part.text.chars().all(is_mark) {
            self.mark(&part.text);
            return Some(1);
        }
        None
    }

    fn mark(&mut self, marks: &str) {
        self.statement.options.set_play |= marks.contains('*');
        if marks.contains(['v', 'V']) {
            self.statement.options.defence = Some(1);
        }
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
                let keys = keys.split(' ');
                for word in keys.filter_map(|key| words::word(table, key)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::problem::{Change, Genre, Goal, Length};

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
