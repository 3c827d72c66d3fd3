//! Headings of twins: `+c) wKf6-->g6  -wRb1  `.

use super::unreadable;
use super::word::walk;
use crate::board::{Geometry, Square};
use crate::men::{Piece, Sides};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::read::Reader;
use crate::notation::popeye::read::lexer::{Cursor, Token, tokens};
use crate::notation::popeye::words::{Language, Table, name};
use crate::notation::popeye::write::{Notation, letter};
use crate::notation::position::offset;
use crate::problem::{AppliedChange, Change, Mirror, Problem, Rotation, TwinLabel};

/// The play of one version below its heading.
pub(super) struct Part<'a> {
    /// All from the empty line above the heading to its line end.
    pub(super) heading: Option<&'a str>,
    /// What stands below.
    pub(super) play: &'a str,
    /// Where the part starts.
    pub(super) at: usize,
}

/// Cuts a text at its headings.
pub(super) fn versions(text: &str) -> Vec<Part<'_>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_heading(line) {
            starts.push(start_of(text, at));
        }
        at += line.len();
    }
    if starts.is_empty() {
        return vec![Part {
            heading: None,
            play: text,
            at: 0,
        }];
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(from, to)| {
        let part = &text[*from..to];
        let (heading, play) = part.split_at(heading_length(part));
        Part {
            heading: Some(heading),
            play,
            at: *from,
        }
    });
    parts.collect()
}

/// The empty line above a heading belongs to it, and so does the line that
/// names a zero position.
fn start_of(text: &str, heading: usize) -> usize {
    let above = text[..heading]
        .strip_suffix('\n')
        .unwrap_or(&text[..heading]);
    for language in Language::ALL {
        let word = name(Table::TwinStart, "zero-position", language).unwrap_or("");
        let zero = format!("\n{word}\n\n");
        if let Some(above) = above.strip_suffix(&zero) {
            return above.len();
        }
    }
    above.len()
}

/// `a) `, `+c) wKa1-->b1  `, `z2) `.
pub(super) fn is_heading(line: &str) -> bool {
    let line = line.strip_prefix('+').unwrap_or(line);
    let letter = line.split_once(") ").map(|(letter, _)| letter);
    letter.is_some_and(|letter| {
        letter.starts_with(|first: char| first.is_ascii_lowercase())
            && letter[1..].chars().all(|digit| digit.is_ascii_digit())
    })
}

/// Up to the line end behind two blanks, or behind the bare letter.
fn heading_length(part: &str) -> usize {
    let mut length = 0;
    let mut inside = false;
    for line in part.split_inclusive('\n') {
        length += line.len();
        inside |= is_heading(line);
        let text = line.trim_end_matches('\n');
        if inside && (text.ends_with("  ") || text.ends_with(") ")) {
            break;
        }
    }
    length
}

/// How many pairs of blanks are looked for in one change.
const MOST_PARTS: usize = 12;

/// Reads headings in the language of the text.
pub(super) struct Reading<'a> {
    pub(super) problem: &'a Problem,
    pub(super) language: Language,
    pub(super) base: usize,
}

impl Reading<'_> {
    fn board(&self) -> &Geometry {
        &self.problem.diagram.geometry
    }

    pub(super) fn label(&self, heading: &str) -> Result<TwinLabel, Diagnostic> {
        let zero = name(Table::TwinStart, "zero-position", self.language).unwrap_or("");
        let lines = heading.trim_start_matches('\n');
        let is_zero = lines.starts_with(zero) && !zero.is_empty();
        let line = match is_zero {
            true => lines[zero.len()..].trim_start_matches('\n'),
            false => lines,
        };
        let fault = |found: &str| {
            let at = self.base + offset(heading, found);
            unreadable(found, at, "the heading of a twin")
        };
        let (name, changes) = line.split_once(") ").ok_or_else(|| fault(line))?;
        let continued = name.starts_with('+');
        let name = name.trim_start_matches('+');
        let number = (0..1000).find(|number| letter(*number) == name);
        let changes = changes.trim_end_matches('\n');
        let changes = match changes {
            // Conditions without a caption, such as holes.
            "  " => applied(Change::Conditions(Vec::new()), [Piece::NONE; 2]).map(|one| vec![one]),
            changes => self.changes(changes),
        }
        .ok_or_else(|| fault(changes));
        Ok(TwinLabel {
            number: number.ok_or_else(|| fault(name))?,
            continued,
            zero: is_zero,
            changes: changes?,
        })
    }

    fn notation(&self) -> Notation<'_> {
        Notation::of(self.problem, self.language)
    }

    /// Changes with two blanks behind each. One may hold two blanks itself, so the shortest that
    /// leave something to be read are tried first.
    fn changes(&self, text: &str) -> Option<Vec<AppliedChange>> {
        let text = text.trim_start_matches(' ');
        if text.is_empty() {
            return Some(Vec::new());
        }
        let ends = text.match_indices("  ").map(|(end, _)| end);
        let ends = ends.chain([text.len()]).take(MOST_PARTS);
        ends.into_iter().find_map(|end| {
            let first = self.change(&text[..end])?;
            let further = self.changes(&text[end..])?;
            Some([vec![first], further].concat())
        })
    }

    /// A change that is written again as it is.
    fn change(&self, text: &str) -> Option<AppliedChange> {
        let readers = [
            Self::of_men,
            Self::of_board,
            Self::of_rules,
            Self::of_rules_with_squares,
        ];
        let mut read = readers.iter().filter_map(|read| read(self, text));
        read.find(|change| self.notation().change(change) == text)
    }

    fn of_men(&self, text: &str) -> Option<AppliedChange> {
        if let Some((one, other)) = text.split_once("<-->") {
            let (one, other) = (self.man(one)?, self.man(other)?);
            return applied(Change::Exchange(one.1, other.1), [one.0, other.0]);
        }
        if let Some((man, to)) = text.split_once("-->") {
            let (man, from) = self.man(man)?;
            let to = self.board().square_named(to)?;
            return applied(Change::Move(from, to), [man, Piece::NONE]);
        }
        if let Some((old, new)) = text.split_once(" ==> ") {
            let walk = |letters| walk(self.language, letters);
            return applied(Change::Substitute(walk(old)?, walk(new)?), [Piece::NONE; 2]);
        }
        if let Some(man) = text.strip_prefix('-') {
            let (man, square) = self.man(man)?;
            return applied(Change::Remove(square), [man, Piece::NONE]);
        }
        let (man, square) = self.man(text.strip_prefix('+').unwrap_or(text))?;
        let replaced = match text.starts_with('+') {
            true => Piece::NONE,
            false => man,
        };
        applied(Change::Add(square, man), [replaced, Piece::NONE])
    }

    /// `wrSa1`: colour, marks, letters, square.
    fn man(&self, text: &str) -> Option<(Piece, Square)> {
        let (told, square) = self.board().square_at_end(text)?;
        let letters = told.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let marks = &told[..told.len() - letters.len()];
        let walk = walk(self.language, letters)?;
        let notation = self.notation();
        let all = [Sides::White, Sides::Black, Sides::Both].into_iter();
        let mut men = all.filter_map(|sides| {
            let man = crate::notation::popeye::read::man_of(walk, sides);
            let marks = marks.strip_prefix(notation.colour(sides))?;
            let man = notation.marked(man, marks)?;
            (notation.coloured(man) == told).then_some(man)
        });
        Some((men.next()?, square))
    }

    fn of_board(&self, text: &str) -> Option<AppliedChange> {
        let changes = [Rotation::Quarter, Rotation::Half, Rotation::ThreeQuarters]
            .map(Change::Rotate)
            .into_iter()
            .chain([Mirror::A1H1, Mirror::A1A8, Mirror::A1H8, Mirror::A8H1].map(Change::Mirror))
            .chain([Change::PolishType]);
        let mut same = changes.filter_map(|change| applied(change, [Piece::NONE; 2]));
        let found = same.find(|change| self.notation().change(change) == text);
        found.or_else(|| {
            let (from, to) = text.split_once(" ==> ")?;
            let (_, from) = self.board().square_at_end(from)?;
            let to = self.board().square_named(to)?;
            applied(Change::Shift(from, to), [Piece::NONE; 2])
        })
    }

    /// Stipulations and conditions, by the reader of the problem language.
    fn of_rules(&self, text: &str) -> Option<AppliedChange> {
        // Captions set hunters and squares apart that belong together.
        let text = text.replace("->", " ").replace("/ ", "/");
        self.of_input(&text)
    }

    fn of_rules_with_squares(&self, text: &str) -> Option<AppliedChange> {
        self.of_input(&self.with_squares_joined(text))
    }

    fn of_input(&self, text: &str) -> Option<AppliedChange> {
        let words: Vec<Token<'_>> = tokens(text);
        let word = *words.first()?;
        let reader = || {
            let reader = Reader::new(Cursor::of_tokens(text, words.clone()), self.language);
            reader.on_board(self.board().clone())
        };
        if let Some(stipulation) = reader().stipulation(word) {
            return applied(Change::Stipulation(stipulation), [Piece::NONE; 2]);
        }
        if let Some(structured) = reader().structured_stipulation(word) {
            return applied(Change::Structured(structured), [Piece::NONE; 2]);
        }
        let located = reader().conditions(word).into_iter();
        let conditions = located.map(|located| located.condition).collect();
        applied(Change::Conditions(conditions), [Piece::NONE; 2])
    }

    /// `a1 e6` as one word, as lists of squares are written in problems.
    fn with_squares_joined(&self, text: &str) -> String {
        let mut joined = String::new();
        let mut was_square = false;
        for word in text.split(' ') {
            let is_square = self.board().square_named(word).is_some();
            let goes_on = is_square && was_square;
            if !joined.is_empty() && !goes_on {
                joined.push(' ');
            }
            joined += word;
            was_square = is_square;
        }
        joined
    }
}

fn applied(change: Change, men: [Piece; 2]) -> Option<AppliedChange> {
    Some(AppliedChange { change, men })
}
