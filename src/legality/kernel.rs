//! How pawns can pass each other: all ways in which the captures of a game may change the files
//! of pawns, without a look at squares or at other moves.
//!
//! A file is the list of its pawns from the first rank up. A game is a sequence of captures: a
//! pawn goes to a neighbouring file, or a pawn vanishes, or neither. Between captures a pawn with
//! no pawn of the other side ahead may promote. Every game leads to such a sequence, so a target
//! that no sequence reaches is illegal.

use std::collections::HashSet;

/// The pawns of a file from the first rank up: one bit each, 1 for black, below a leading 1.
pub(crate) type File = u16;

/// No pawn.
pub(crate) const EMPTY: File = 1;

/// What is known of the captures of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Task {
    /// The pawns at the end.
    pub files: [File; 8],
    /// By side: files whose pawn never left its home.
    pub steady: [u8; 2],
    /// By side: files on which its pawns cannot promote straight on.
    pub closed: [u8; 2],
    /// By side: files on whose last square nobody promotes, because a man never leaves it.
    pub shut: [u8; 2],
    /// By side: the captures it makes.
    pub captures: [u8; 2],
    /// By side: the most captures its pawns make.
    pub by_pawns: [u8; 2],
    /// By side: the most of its pawns that are captured before they promote.
    pub pawns_lost: [u8; 2],
    /// By side: promotions needed on light and on dark squares at least.
    pub colours: [[u8; 2]; 2],
}

/// What came of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Some sequence of captures leads there.
    Possible,
    /// None does.
    Impossible,
    /// There were too many to try.
    TooMany,
}

/// Tries all sequences of captures, up to so many positions of the pawns.
pub(crate) fn search(task: &Task, most: usize) -> Answer {
    let mut search = Search {
        task,
        seen: HashSet::new(),
        most,
        seed: 0,
    };
    let all = task.captures[0] + task.captures[1];
    match search.finds(search.start(), all, &mut Vec::new()) {
        Some(true) => Answer::Possible,
        Some(false) => Answer::Impossible,
        None => Answer::TooMany,
    }
}

/// A capture that changes the files of pawns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Capture {
    /// A pawn goes to a neighbouring file.
    ByPawn {
        side: usize,
        from: usize,
        at: usize,
        to: usize,
        arrives: Arrival,
    },
    /// An officer takes a pawn of this side.
    OfPawn { side: usize, file: usize, at: usize },
}

/// What a capturing pawn does on its new file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Arrival {
    /// It takes the place of a pawn.
    Takes(usize),
    /// It stands there, after so many pawns of the other side have promoted.
    Stands(usize, usize),
    /// It promotes.
    Promotes,
}

/// The captures of a way, and the files after each, the array first.
pub(crate) type Way = Vec<(Capture, [File; 8])>;

/// A way with few captures, if one is found among so many positions of the pawns; seeds lead to
/// other ways.
pub(crate) fn way(task: &Task, most: usize, seed: u64) -> Option<Way> {
    let all = task.captures[0] + task.captures[1];
    for length in 0..=all {
        let mut search = Search {
            task,
            seen: HashSet::new(),
            most,
            seed,
        };
        let mut way = Vec::new();
        if search.finds(search.start(), length, &mut way) == Some(true) {
            way.reverse();
            return Some(way);
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    files: [File; 8],
    captures: [u8; 2],
    by_pawns: [u8; 2],
    pawns_lost: [u8; 2],
    colours: [[u8; 2]; 2],
}

struct Search<'a> {
    task: &'a Task,
    seen: HashSet<(Node, u8)>,
    most: usize,
    /// Changes the order of equal captures, if it is not 0.
    seed: u64,
}

impl Search<'_> {
    fn start(&self) -> Node {
        Node {
            files: std::array::from_fn(|_| 0b110),
            captures: self.task.captures,
            by_pawns: self.task.by_pawns,
            pawns_lost: self.task.pawns_lost,
            colours: self.task.colours,
        }
    }

    /// Whether so many captures lead to the end; their way, last one first.
    fn finds(&mut self, node: Node, length: u8, way: &mut Way) -> Option<bool> {
        let open = self.open_files(&node);
        if open == 0 && self.has_colours(&node) {
            return Some(true);
        }
        let left = length.min(node.captures[0] + node.captures[1]);
        if left == 0 || pairs_to_cover(open) > left || !self.can_walk(&node) {
            return Some(false);
        }
        if !self.seen.insert((node, left)) {
            return Some(false);
        }
        if self.seen.len() > self.most {
            return None;
        }
        let mut next = Vec::with_capacity(128);
        self.children(&node, &mut next);
        let seed = self.seed;
        next.sort_by_cached_key(|(capture, child)| {
            (self.open_files(child).count_ones(), shuffled(capture, seed))
        });
        next.dedup_by_key(|(_, child)| *child);
        for (capture, child) in next {
            if self.finds(child, left - 1, way)? {
                way.push((capture, child.files));
                return Some(true);
            }
        }
        Some(false)
    }

    /// The files that promotions alone do not bring to their end.
    fn open_files(&self, node: &Node) -> u8 {
        let files = node.files.iter().zip(&self.task.files).enumerate();
        files.fold(0, |open, (number, (file, end))| {
            let closed = [0, 1].map(|side| self.task.closed[side] >> number & 1 != 0);
            match promoted(*file, *end, closed) {
                Some(_) => open,
                None => open | 1 << number,
            }
        })
    }

    /// Whether there are promotions enough on squares of each colour.
    fn has_colours(&self, node: &Node) -> bool {
        let mut needed = node.colours;
        if needed == [[0; 2]; 2] {
            return true;
        }
        for (number, (file, end)) in node.files.iter().zip(&self.task.files).enumerate() {
            let counts = promoted(*file, *end, [false; 2]).unwrap_or([0; 2]);
            for (side, count) in counts.into_iter().enumerate() {
                let colour = promotion_colour(side, number);
                needed[side][colour] = needed[side][colour].saturating_sub(count);
            }
        }
        needed == [[0; 2]; 2]
    }

    /// Whether the captures of each side's pawns are enough to bring pawns to all their files.
    fn can_walk(&self, node: &Node) -> bool {
        [0, 1].into_iter().all(|side| {
            let have = by_file(&node.files, side);
            let want = by_file(&self.task.files, side);
            least_steps(&have, &want)
                .is_some_and(|steps| steps <= node.by_pawns[side].min(node.captures[side]))
        })
    }

    fn children(&self, node: &Node, next: &mut Vec<(Capture, Node)>) {
        for side in [0, 1] {
            if node.captures[side] == 0 {
                continue;
            }
            let mut spent = *node;
            spent.captures[side] -= 1;
            if node.by_pawns[side] > 0 {
                let mut by_pawn = spent;
                by_pawn.by_pawns[side] -= 1;
                for file in 0..8 {
                    self.pawn_captures(&by_pawn, side, file, next);
                }
            }
            if node.pawns_lost[1 - side] > 0 {
                let mut lost = spent;
                lost.pawns_lost[1 - side] -= 1;
                self.pawns_lost(&lost, 1 - side, next);
            }
        }
    }

    fn pawns_lost(&self, node: &Node, side: usize, next: &mut Vec<(Capture, Node)>) {
        for file in 0..8 {
            for at in self.free(node, file) {
                if colour(node.files[file], at) == side {
                    let mut child = *node;
                    child.files[file] = without(node.files[file], at);
                    next.push((Capture::OfPawn { side, file, at }, child));
                }
            }
        }
    }

    /// Where pawns of a file are that may leave their homes.
    fn free(&self, node: &Node, file: usize) -> std::ops::Range<usize> {
        let below = usize::from(self.task.steady[0] >> file & 1);
        let above = usize::from(self.task.steady[1] >> file & 1);
        below..count(node.files[file]).saturating_sub(above)
    }

    fn pawn_captures(
        &self,
        node: &Node,
        side: usize,
        from: usize,
        next: &mut Vec<(Capture, Node)>,
    ) {
        let pawns = node.files[from];
        for at in self.free(node, from) {
            if colour(pawns, at) != side {
                continue;
            }
            let mut left = *node;
            left.files[from] = without(pawns, at);
            let neighbours = [from.wrapping_sub(1), from + 1];
            for to in neighbours.into_iter().filter(|to| *to < 8) {
                let by_pawn = |arrives: Arrival| Capture::ByPawn {
                    side,
                    from,
                    at,
                    to,
                    arrives,
                };
                self.arrivals(&left, side, to, &mut |arrival, child| {
                    next.push((by_pawn(arrival), child));
                });
                let is_first = match side {
                    0 => at + 1 == count(pawns),
                    _ => at == 0,
                };
                if is_first && self.task.shut[side] >> to & 1 == 0 {
                    let mut child = left;
                    promote(&mut child, side, to, 1);
                    next.push((by_pawn(Arrival::Promotes), child));
                }
            }
        }
    }

    /// Every place a pawn may take on a file, with or without a pawn that it captures there.
    fn arrivals(&self, node: &Node, side: usize, to: usize, add: &mut dyn FnMut(Arrival, Node)) {
        let pawns = node.files[to];
        let free = self.free(node, to);
        for at in free.clone() {
            if colour(pawns, at) != side && node.pawns_lost[1 - side] > 0 {
                let mut child = *node;
                child.pawns_lost[1 - side] -= 1;
                child.files[to] = with(without(pawns, at), at, side);
                add(Arrival::Takes(at), child);
            }
        }
        for at in free.start..=free.end {
            let mut child = *node;
            child.files[to] = with(pawns, at, side);
            add(Arrival::Stands(at, 0), child);
        }
        // Pawns of the other side that the newcomer would stop may have promoted before.
        let passed = leaders(pawns, 1 - side);
        let is_closed = self.task.closed[1 - side] >> to & 1 != 0;
        for gone in 1..=if is_closed { 0 } else { passed } {
            let mut child = *node;
            child.files[to] = match side {
                1 => {
                    let rest = below(pawns, count(pawns) - gone);
                    with(rest, count(rest), 1)
                }
                _ => with(above(pawns, gone), 0, 0),
            };
            promote(&mut child, 1 - side, to, gone as u8);
            let at = if side == 1 { count(pawns) - gone } else { 0 };
            add(Arrival::Stands(at, gone), child);
        }
    }
}

/// A number that differs from capture to capture and from seed to seed.
fn shuffled(capture: &Capture, seed: u64) -> u64 {
    use std::hash::{Hash, Hasher};
    if seed == 0 {
        return 0;
    }
    let mut hasher = std::hash::DefaultHasher::new();
    (capture, seed).hash(&mut hasher);
    hasher.finish()
}

fn promote(node: &mut Node, side: usize, file: usize, count: u8) {
    let needed = &mut node.colours[side][promotion_colour(side, file)];
    *needed = needed.saturating_sub(count);
}

/// 0 if a side promotes on a light square of the file, 1 on a dark one.
fn promotion_colour(side: usize, file: usize) -> usize {
    (file + side) % 2
}

pub(crate) fn count(file: File) -> usize {
    15 - file.leading_zeros() as usize
}

pub(crate) fn colour(file: File, at: usize) -> usize {
    usize::from(file >> at & 1)
}

fn below(file: File, at: usize) -> File {
    file & ((1 << at) - 1) | 1 << at
}

fn above(file: File, at: usize) -> File {
    file >> at
}

fn with(file: File, at: usize, colour: usize) -> File {
    (above(file, at) << 1 | colour as File) << at | file & ((1 << at) - 1)
}

fn without(file: File, at: usize) -> File {
    above(file, at + 1) << at | file & ((1 << at) - 1)
}

/// How many pawns of a side have nobody of the other side ahead.
fn leaders(file: File, side: usize) -> usize {
    let places = 0..count(file);
    let is_own = |at: &usize| colour(file, *at) == side;
    match side {
        0 => places.rev().take_while(is_own).count(),
        _ => places.take_while(is_own).count(),
    }
}

/// How many of each side have to promote to make one file of another, if that is possible.
pub(crate) fn promoted(file: File, end: File, closed: [bool; 2]) -> Option<[u8; 2]> {
    if file == end {
        return Some([0; 2]);
    }
    let black = |file: File| file.count_ones() as usize - 1;
    let gone = [
        (count(file) - black(file)).checked_sub(count(end) - black(end))?,
        black(file).checked_sub(black(end))?,
    ];
    let can = [0, 1]
        .into_iter()
        .all(|side| gone[side] == 0 || !closed[side] && gone[side] <= leaders(file, side));
    let rest = above(
        below(file, count(file) - gone[0]),
        gone[1].min(count(file) - gone[0]),
    );
    (can && rest == end).then_some(gone.map(|gone| gone as u8))
}

/// The least pairs of neighbouring files that have all these files among them.
fn pairs_to_cover(files: u8) -> u8 {
    let (mut rest, mut pairs) = (files, 0);
    while rest != 0 {
        let lowest = rest.trailing_zeros();
        rest &= !(0b11_u16 << lowest) as u8;
        pairs += 1;
    }
    pairs
}

fn by_file(files: &[File; 8], side: usize) -> [u8; 8] {
    files.map(|file| {
        let black = file.count_ones() as u8 - 1;
        match side {
            1 => black,
            _ => count(file) as u8 - black,
        }
    })
}

/// The least steps between neighbouring files that bring pawns to all places wanted.
fn least_steps(have: &[u8; 8], want: &[u8; 8]) -> Option<u8> {
    const NEVER: u8 = 99;
    let sources: Vec<usize> = (0..8).flat_map(|f| vec![f; have[f].into()]).collect();
    let places: Vec<usize> = (0..8).flat_map(|f| vec![f; want[f].into()]).collect();
    // Pawns keep their order in some cheapest way.
    let mut row = vec![NEVER; places.len() + 1];
    row[0] = 0;
    for source in sources {
        for place in (0..places.len()).rev() {
            let cost = row[place].saturating_add(source.abs_diff(places[place]) as u8);
            row[place + 1] = row[place + 1].min(cost);
        }
    }
    row.last().copied().filter(|steps| *steps < NEVER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(files: [File; 8], captures: [u8; 2]) -> Task {
        Task {
            files,
            steady: [0; 2],
            closed: [0; 2],
            shut: [0; 2],
            captures,
            by_pawns: captures,
            pawns_lost: [8; 2],
            colours: [[0; 2]; 2],
        }
    }

    #[test]
    fn pawns_pass_each_other_by_captures_alone() {
        let mut files = [0b110; 8];
        // A white pawn above a black one on the e-file.
        files[4] = 0b101;
        assert_eq!(search(&task(files, [0, 0]), 1000), Answer::Impossible);
        assert_eq!(search(&task(files, [1, 0]), 1000), Answer::Impossible);
        assert_eq!(search(&task(files, [2, 0]), 10_000), Answer::Possible);
    }

    #[test]
    fn files_are_lists() {
        let file = with(with(EMPTY, 0, 1), 0, 0);
        assert_eq!(file, 0b110);
        assert_eq!((count(file), colour(file, 0), colour(file, 1)), (2, 0, 1));
        assert_eq!(without(file, 0), 0b11);
        assert_eq!(promoted(0b101, EMPTY, [false; 2]), Some([1, 1]));
        assert_eq!(promoted(0b110, EMPTY, [false; 2]), None);
    }
}
