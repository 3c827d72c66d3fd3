//! What is wrong with a text, and where.

use std::fmt;
use std::ops::Range;

/// A fault of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1 on.
    pub line: usize,
    /// The column, from 1 on, in letters.
    pub column: usize,
    /// The bytes of the text that are meant.
    pub at: Range<usize>,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl Fault {
    pub(super) fn new(text: &str, at: Range<usize>, why: String) -> Fault {
        let before = text.get(..at.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .map_or(0, |rest| rest.chars().count())
            + 1;
        Fault {
            line,
            column,
            at,
            why,
        }
    }
}

/// `4:38  why`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}  {}", self.line, self.column, self.why)
    }
}

impl std::error::Error for Fault {}
