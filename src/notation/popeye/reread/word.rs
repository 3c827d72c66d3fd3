//! Rows of play and the words in them.

use crate::men::WalkId;
use crate::notation::popeye::read::own_or_known;
use crate::notation::popeye::words::{self, Language};

/// The walk or hunter with these letters.
pub(super) fn walk(language: Language, letters: &str) -> Option<WalkId> {
    own_or_known(letters, &[], |letters| words::walk(language, letters))
}

/// A line of the text with its place.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

/// The words of a row.
pub(super) struct Words<'a> {
    row: Row<'a>,
    done: usize,
}

impl<'a> Words<'a> {
    pub(super) fn of(row: Row<'a>) -> Words<'a> {
        Words { row, done: 0 }
    }

    pub(super) fn peek(&self) -> Option<Row<'a>> {
        let rest = self.row.text.get(self.done..)?;
        let start = rest.find(|c: char| c != ' ')?;
        let end = rest[start..]
            .find(' ')
            .map_or(rest.len(), |end| start + end);
        Some(Row {
            text: &rest[start..end],
            at: self.row.at + self.done + start,
        })
    }

    pub(super) fn next(&mut self) -> Option<Row<'a>> {
        let word = self.peek()?;
        self.done = word.at - self.row.at + word.text.len();
        Some(word)
    }

    /// All that is left, without blanks around it.
    pub(super) fn rest(&self) -> Row<'a> {
        let rest = self.row.text.get(self.done..).unwrap_or("");
        let text = rest.trim_start();
        Row {
            at: self.row.at + self.row.text.len() - text.len(),
            text: text.trim_end(),
        }
    }

    /// Takes the dots of half-moves that are missing at the start.
    pub(super) fn missing(&mut self) -> u8 {
        let rest = self.row.text;
        for (dots, missing) in [("  1...  ...", 2), ("  1...", 1)] {
            if rest.starts_with(dots) {
                self.done = dots.len();
                return missing;
            }
        }
        0
    }
}

/// `12.Ra1-a2` and `1...Ra1-a2` without their numbers.
pub(super) fn without_number(word: Row<'_>) -> (Option<u32>, Row<'_>) {
    let digits = word.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let behind = word.text.get(digits..).unwrap_or("");
    let rest = behind.strip_prefix("...").or(behind.strip_prefix('.'));
    match (word.text[..digits].parse(), rest) {
        (Ok(number), Some(rest)) => {
            let at = word.at + word.text.len() - rest.len();
            (Some(number), Row { text: rest, at })
        }
        _ => (None, word),
    }
}

/// The depth of a move in a tree, from the column of its number's point.
pub(super) fn depth(row: &str) -> Option<usize> {
    let point = row.find('.')?;
    let number = row[..point].trim_start();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_tree = point >= 4 && (point == 4 || point % 4 == 3);
    (is_number && is_tree).then(|| (point - 3) / 4)
}
