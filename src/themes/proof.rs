//! What shows that a theme is there: lines, squares and men.

use super::board::square;
use super::story::Story;
use crate::board::Square;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// One showing of a theme in a solution.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
pub struct Evidence {
    /// The lines that show it, in short notation, each up to the move that completes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The squares that matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// The men that show it, each with its square in the diagram.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub men: Vec<String>,
}

/// Evidence before it is put into words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Proof {
    /// Versions with the last move of each line.
    pub lines: Vec<(usize, usize)>,
    pub squares: BTreeSet<usize>,
    pub men: BTreeSet<u8>,
}

impl Proof {
    /// A line up to and with a move.
    pub(super) fn line(version: usize, last: usize) -> Proof {
        Proof {
            lines: vec![(version, last)],
            ..Proof::default()
        }
    }

    /// The diagram alone.
    pub(super) fn diagram() -> Proof {
        Proof::default()
    }

    pub(super) fn and_line(mut self, version: usize, last: usize) -> Proof {
        if !self.lines.contains(&(version, last)) {
            self.lines.push((version, last));
        }
        self
    }

    pub(super) fn on(mut self, squares: impl IntoIterator<Item = usize>) -> Proof {
        self.squares.extend(squares);
        self
    }

    pub(super) fn by(mut self, men: impl IntoIterator<Item = u8>) -> Proof {
        self.men.extend(men);
        self
    }

    /// In words.
    pub(super) fn told(&self, story: &Story) -> Evidence {
        let board = &story.versions[0].problem.diagram.geometry;
        let name = |on: &usize| board.name(Square::new(square(*on).byte()));
        Evidence {
            lines: self
                .lines
                .iter()
                .map(|(version, last)| story.text(*version, *last))
                .collect(),
            squares: self.squares.iter().map(name).collect(),
            men: self.men.iter().map(|man| story.name(*man)).collect(),
        }
    }
}
