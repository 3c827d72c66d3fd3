//! What a search of lines has found so far, and what that means for the first moves after it.

use crate::board::Side;
use crate::rules::LastPlyPlace;
use crate::solution::{Line, MoveRecord, NumberedMove};
use serde::{Deserialize, Serialize};

/// Lines in the making, moves in reverse order. Replies that are forced in
/// common make one group, which a limit never splits.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Found {
    groups: Vec<Vec<Line>>,
    numbers: Vec<NumberedMove>,
    lines: usize,
    limit: usize,
    /// Whether a short solution ended the search.
    short: bool,
}

impl Found {
    pub(super) fn new(limit: usize) -> Found {
        Found {
            groups: Vec::new(),
            numbers: Vec::new(),
            lines: 0,
            limit,
            short: false,
        }
    }

    /// Whether nothing more is wanted.
    pub(super) fn is_full(&self) -> bool {
        self.short || self.lines >= self.limit
    }

    /// Whether a short solution ended the search within the play that follows.
    pub(super) fn is_short(&self) -> bool {
        self.short
    }

    /// A short solution ends the search.
    pub(super) fn end_here(&mut self) {
        self.short = true;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// How many lines more are wanted.
    pub(super) fn room(&self) -> usize {
        self.limit.saturating_sub(self.lines)
    }

    /// What it adds to the first moves before it.
    pub(super) fn share(&self) -> Share {
        Share {
            solutions: self.lines,
            is_last: self.short,
        }
    }

    /// Notes the moves that a search took up whose lines are appended afterwards.
    pub(super) fn note_numbers(&mut self, numbers: Vec<NumberedMove>) {
        for mut number in numbers {
            number.before += self.lines;
            self.numbers.push(number);
        }
    }

    /// Appends what another search found, as far as the limit allows.
    pub(super) fn append(&mut self, mut other: Found) {
        self.note_numbers(std::mem::take(&mut other.numbers));
        for group in other.groups {
            if !self.is_full() {
                self.push(group);
            }
        }
        self.short |= other.short;
    }

    /// Notes that a move is taken up now.
    pub(super) fn announce(&mut self, mut number: NumberedMove) {
        number.before = self.lines;
        self.numbers.push(number);
    }

    /// The lines with their moves in order of play, and the moves taken up.
    pub(super) fn into_lines(self, missing: u8) -> (Vec<Line>, Vec<NumberedMove>) {
        let mut numbers = self.numbers;
        numbers.sort_by(|one, other| one.path.cmp(&other.path));
        let lines = self.groups.into_iter().flatten();
        let turned = lines.map(|mut line| {
            line.moves.reverse();
            line.missing = missing;
            line.restart = line.restart.map(|tail| line.moves.len() - tail);
            line
        });
        (turned.collect(), numbers)
    }

    pub(super) fn push(&mut self, group: Vec<Line>) {
        self.lines += group.len();
        self.groups.push(group);
    }

    /// Forgets what was found since there were `groups`.
    pub(super) fn truncate(&mut self, groups: usize) {
        self.groups.truncate(groups);
        self.lines = self.groups.iter().map(Vec::len).sum();
    }

    /// How many groups there are.
    pub(super) fn len(&self) -> usize {
        self.groups.len()
    }

    /// Puts the groups found since there were `groups`, of one ply each, in this order.
    pub(super) fn order_last_ply(
        &mut self,
        groups: usize,
        place: impl Fn(&MoveRecord) -> LastPlyPlace,
    ) {
        self.groups[groups..].sort_by_key(|group| {
            let movement = group.first().and_then(|line| line.moves.last());
            movement.map(|(_, record)| place(record))
        });
    }

    /// The lines found since there were `groups`.
    pub(super) fn since(&mut self, groups: usize) -> impl Iterator<Item = &mut Line> {
        self.groups[groups..].iter_mut().flatten()
    }

    /// All lines as one group.
    pub(super) fn into_group(self) -> Vec<Line> {
        self.groups.into_iter().flatten().collect()
    }

    /// Adds a ply before all lines found since there were `groups`.
    pub(super) fn precede(&mut self, groups: usize, side: Side, movement: &MoveRecord) {
        self.since(groups)
            .for_each(|line| line.moves.push((side, movement.clone())));
    }
}

/// What the result of one first move means for the search.
#[derive(Clone, Copy)]
pub(super) struct Share {
    /// How many solutions it counts.
    pub(super) solutions: usize,
    /// Whether nothing is to be searched behind it.
    pub(super) is_last: bool,
}

impl Share {
    /// One solution; the search goes on.
    pub(super) const ONE: Share = Share {
        solutions: 1,
        is_last: false,
    };
}
