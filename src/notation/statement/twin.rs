//! Twins of a statement: `b) wPe4->e5`, `c) -Sd4`, `+d) h#3`.

use super::Sorter;
use super::part::{Part, label, squeezed};
use super::phrase::{MEANINGS, Meaning};
use crate::board::Square;
use crate::men::{Piece, Sides};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::read::lexer::square;
use crate::notation::popeye::read::stipulation::is_complete;
use crate::notation::popeye::read::{man_of, own_or_known};
use crate::notation::popeye::words::{self, Language, Table};
use crate::problem::{Change, Mirror, Rotation, Twin};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::one_of;
use nom::combinator::{all_consuming, opt};

impl Sorter<'_> {
    /// `b) wPe4->e5`: the changes up to the next label.
    pub(super) fn twin(&mut self, continued: bool, label: char, parts: &[Part]) -> usize {
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
        let continues = |part: &Part| {
            part.text == format!("={former}") || CONTINUED.contains(&squeezed(&part.text).as_str())
        };
        if changes.first().is_some_and(continues) {
            changes = &changes[1..];
        }
        let mut twin = Twin {
            continued: continued || changes.len() < count,
            changes: Vec::new(),
        };
        while let Some(part) = changes.first() {
            match self.change(changes) {
                Some((change, taken)) => {
                    twin.changes.extend(change);
                    changes = &changes[taken..];
                }
                None => {
                    match self.conditions_of(changes) {
                        Some(change) => twin.changes.push(change),
                        None => self.unknown(part),
                    }
                    break;
                }
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

    /// The change at the front, or none for words without importance; and of how
    /// many parts it consists.
    fn change(&mut self, parts: &[Part]) -> Option<(Option<Change>, usize)> {
        let part = parts.first()?;
        if is_complete(&part.text) {
            let stipulation = self.read(std::slice::from_ref(part), |reader, word| {
                reader.stipulation(word)
            });
            return Some((Some(Change::Stipulation(stipulation?)), 1));
        }
        let readers = [Self::of_man, Self::of_words, Self::of_board];
        let mut found = readers.iter().filter_map(|read| read(self, parts));
        if let Some((change, taken)) = found.next() {
            return Some((Some(change), taken));
        }
        let meaning = MEANINGS.get(&squeezed(&part.text));
        matches!(meaning, Some(Meaning::Noise)).then_some((None, 1))
    }

    /// `wPe4->e5`, `Sd4<->Kb1`, `-Sd4`, `+bPa7`, `wBe4=wSe4`, each in one word.
    fn of_man(&self, parts: &[Part]) -> Option<(Change, usize)> {
        let text = parts.first()?.text.as_str();
        let arrow = alt((tag("<->"), tag("->"), tag("-"), tag("=")));
        let squares = all_consuming((man_text, arrow, man_text));
        if let Ok((_, (from, arrow, to))) = { squares }.parse(text) {
            let change = match arrow {
                "<->" => Change::Exchange(from.square, to.square),
                "=" => Change::Add(to.square, self.piece(&to)?),
                _ => Change::Move(from.square, to.square),
            };
            return Some((change, 1));
        }
        let signed = all_consuming((one_of("+-"), man_text)).parse(text).ok();
        let (sign, named) = signed.map(|(_, found)| found)?;
        let change = match sign {
            '-' => Change::Remove(named.square),
            _ => Change::Add(named.square, self.piece(&named)?),
        };
        Some((change, 1))
    }

    /// The same in several words: `wPe4 nach e5`, `ohne Sd4`, `+ bPa7`.
    fn of_words(&self, parts: &[Part]) -> Option<(Change, usize)> {
        let man = |at: usize| {
            let text = parts.get(at)?.text.as_str();
            let (_, man) = all_consuming(man_text).parse(text).ok()?;
            Some(man)
        };
        let word = |at: usize| parts.get(at).map(|part| part.text.to_lowercase());
        if let Some(named) = man(1) {
            let first = word(0)?;
            if REMOVED.contains(&first.as_str()) {
                return Some((Change::Remove(named.square), 2));
            }
            if ADDED.contains(&first.as_str()) {
                return Some((Change::Add(named.square, self.piece(&named)?), 2));
            }
        }
        let (first, second) = (man(0)?, man(2)?);
        let between = word(1)?;
        let change = if MOVED.contains(&between.as_str()) {
            Change::Move(first.square, second.square)
        } else if between == "<->" {
            Change::Exchange(first.square, second.square)
        } else if INSTEAD.contains(&between.as_str()) {
            Change::Add(first.square, self.piece(&first)?)
        } else {
            return None;
        };
        Some((change, 3))
    }

    /// `rotate 90`, `Spiegelung a1<->h1`, `PolishType`.
    fn of_board(&self, parts: &[Part]) -> Option<(Change, usize)> {
        let first = parts.first()?.text.as_str();
        let named = |language| words::whole(Table::TwinChange, language, first);
        let word = Language::ALL.into_iter().find_map(named)?;
        let next = parts.get(1).map(|part| part.text.trim_end_matches('°'));
        let change = match (word.key, next) {
            ("polish-type", _) => return Some((Change::PolishType, 1)),
            ("rotate", Some("90")) => Change::Rotate(Rotation::Quarter),
            ("rotate", Some("180")) => Change::Rotate(Rotation::Half),
            ("rotate", Some("270")) => Change::Rotate(Rotation::ThreeQuarters),
            ("mirror", Some("a1<->h1")) => Change::Mirror(Mirror::A1H1),
            ("mirror", Some("a1<->a8")) => Change::Mirror(Mirror::A1A8),
            ("mirror", Some("a1<->h8")) => Change::Mirror(Mirror::A1H8),
            ("mirror", Some("a8<->h1")) => Change::Mirror(Mirror::A8H1),
            ("shift", Some(way)) => {
                let (from, to) = way.split_once("->").or(way.split_once("=>"))?;
                let from = Square::from_name(from.trim_end_matches('='))?;
                Change::Shift(from, Square::from_name(to)?)
            }
            _ => return None,
        };
        Some((change, 2))
    }

    /// What is left may be other conditions.
    fn conditions_of(&self, parts: &[Part]) -> Option<Change> {
        let mut sorter = Sorter::new(self.text, self.language);
        sorter.statement.walks.clone_from(&self.statement.walks);
        sorter.sort(parts);
        let statement = sorter.finish().ok()?;
        let conditions = Some(statement.conditions);
        conditions
            .filter(|conditions| !conditions.is_empty())
            .map(Change::Conditions)
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
}

/// Words that say a twin goes on from the one before.
const CONTINUED: &[&str] = &["ferner", "weiter", "further", "continued", "enplus"];
const REMOVED: &[&str] = &["without", "ohne", "sans", "minus", "-"];
const ADDED: &[&str] = &["plus", "add", "mit", "avec", "with", "+"];
const MOVED: &[&str] = &["to", "nach", "auf", "en", "vers", "->", "-"];
const INSTEAD: &[&str] = &["statt", "anstatt", "instead"];

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
