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
    /// How many groups before these were told already, or are not wanted.
    #[serde(skip)]
    gone: usize,
    /// How many lines these were.
    #[serde(skip)]
    told: usize,
    numbers: Vec<NumberedMove>,
    lines: usize,
    limit: usize,
    /// Whether a short solution ended the search.
    short: bool,
    /// The plies under way, from the first move on: which group is the first behind each, and if a man moved,
    /// who moved and how many plies were played then.
    #[serde(skip)]
    under_way: Vec<UnderWay>,
    /// Whether its lines go from the first move to the end of play, so that they may be told.
    #[serde(skip)]
    is_whole: bool,
    /// While this is not 0, what is found may still change.
    #[serde(skip)]
    held: usize,
}

/// A ply of the line that is being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnderWay {
    group: usize,
    pub(super) moved: Option<(Side, usize)>,
}

impl Found {
    pub(super) fn new(limit: usize) -> Found {
        Found {
            groups: Vec::new(),
            gone: 0,
            told: 0,
            numbers: Vec::new(),
            lines: 0,
            limit,
            short: false,
            under_way: Vec::new(),
            is_whole: false,
            held: 0,
        }
    }

    /// Of lines from the first move to the end of play.
    pub(super) fn whole(limit: usize) -> Found {
        Found {
            is_whole: true,
            ..Found::new(limit)
        }
    }

    /// A ply was played; `moved` says who moved and how many plies were played then, or nothing of a pass.
    pub(super) fn enter(&mut self, moved: Option<(Side, usize)>) {
        let group = self.len();
        self.under_way.push(UnderWay { group, moved });
    }

    /// The ply is taken back; the first group behind it.
    pub(super) fn leave(&mut self) -> usize {
        self.under_way.pop().map_or(0, |ply| ply.group)
    }

    /// What is found from now on may still change, until it is released as often.
    pub(super) fn hold(&mut self) {
        self.held += 1;
    }

    pub(super) fn release(&mut self) {
        self.held -= 1;
    }

    /// How many lines are here that may be told now.
    pub(super) fn due(&self) -> usize {
        match self.is_whole && self.held == 0 {
            true => self.lines - self.told,
            false => 0,
        }
    }

    /// The plies under way.
    pub(super) fn under_way(&self) -> &[UnderWay] {
        &self.under_way
    }

    /// Takes all lines out. Those that are still being searched get the moves that lead to them: one for each ply under way.
    pub(super) fn take(&mut self, moves: &[Option<(Side, MoveRecord)>]) -> Vec<Line> {
        let mut lines = Vec::new();
        for group in std::mem::take(&mut self.groups) {
            let number = self.gone;
            let of_plies = self.under_way.iter().zip(moves);
            let lacking: Vec<&(Side, MoveRecord)> = of_plies
                .filter(|(ply, _)| ply.group <= number)
                .filter_map(|(_, movement)| movement.as_ref())
                .rev()
                .collect();
            for mut line in group {
                line.moves
                    .extend(lacking.iter().map(|movement| (*movement).clone()));
                lines.push(line);
            }
            self.gone += 1;
        }
        self.told = self.lines;
        lines
    }

    /// Forgets the lines, but not that there were some.
    pub(super) fn discard(&mut self) {
        self.gone += self.groups.len();
        self.groups.clear();
        self.told = self.lines;
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
        self.len() == 0
    }

    /// How many lines more are wanted.
    pub(super) fn room(&self) -> usize {
        self.limit.saturating_sub(self.lines)
    }

    /// Counts what another search found, without its lines.
    pub(super) fn take_share(&mut self, other: &Found) {
        self.gone += other.len();
        self.lines += other.lines;
        self.told = self.lines;
        self.short |= other.short;
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
        self.gone += other.gone;
        self.lines += other.told;
        self.told += other.told;
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
        let turned = lines.map(|line| in_order(line, missing));
        (turned.collect(), numbers)
    }

    pub(super) fn push(&mut self, group: Vec<Line>) {
        self.lines += group.len();
        self.groups.push(group);
    }

    /// Forgets what was found since there were `groups`.
    pub(super) fn truncate(&mut self, groups: usize) {
        for group in self.groups.drain(groups.saturating_sub(self.gone)..) {
            self.lines -= group.len();
        }
    }

    /// How many groups there are, and were.
    pub(super) fn len(&self) -> usize {
        self.gone + self.groups.len()
    }

    /// Puts the groups found since there were `groups`, of one ply each, in this order.
    pub(super) fn order_last_ply(
        &mut self,
        groups: usize,
        place: impl Fn(&MoveRecord) -> LastPlyPlace,
    ) {
        self.groups[groups.saturating_sub(self.gone)..].sort_by_key(|group| {
            let movement = group.first().and_then(|line| line.moves.last());
            movement.map(|(_, record)| place(record))
        });
    }

    /// The lines found since there were `groups`.
    pub(super) fn since(&mut self, groups: usize) -> impl Iterator<Item = &mut Line> {
        self.groups[groups.saturating_sub(self.gone)..]
            .iter_mut()
            .flatten()
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

/// A finished line with its moves in order of play.
pub(super) fn in_order(mut line: Line, missing: u8) -> Line {
    line.moves.reverse();
    line.missing = missing;
    line.restart = line.restart.map(|tail| line.moves.len() - tail);
    line
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
