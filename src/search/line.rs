//! Help and series play: all lines of one exact length.
//!
//! A line does not go on after a ply that already ends the branch, and lines
//! are told only once they are found: most plies are never put into words.

use super::searcher::{Searcher, wanted};
use crate::board::Side;
use crate::problem::Goal;
use crate::rules::{Game, Wanted};
use crate::solution::{Line, MoveRecord};
use crate::stipulation::{Branch, Manner, Node, nested};
use std::ops::ControlFlow::{Break, Continue};

/// Lines in the making, moves in reverse order. Replies that are forced in
/// common make one group, which a limit never splits.
#[derive(Debug)]
pub(super) struct Found {
    groups: Vec<Vec<Line>>,
    lines: usize,
    limit: usize,
}

impl Found {
    pub(super) fn new(limit: usize) -> Found {
        Found {
            groups: Vec::new(),
            lines: 0,
            limit,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.lines >= self.limit
    }

    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// How many lines more are wanted.
    pub(super) fn room(&self) -> usize {
        self.limit.saturating_sub(self.lines)
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> usize {
        self.lines
    }

    /// Appends what another search found, as far as the limit allows.
    pub(super) fn append(&mut self, other: Found) {
        for group in other.groups {
            if !self.is_full() {
                self.push(group);
            }
        }
    }

    /// The lines with their moves in order of play.
    pub(super) fn into_lines(self, missing: u8) -> Vec<Line> {
        let lines = self.groups.into_iter().flatten();
        let turned = lines.map(|mut line| {
            line.moves.reverse();
            line.missing = missing;
            line
        });
        turned.collect()
    }

    fn push(&mut self, group: Vec<Line>) {
        self.lines += group.len();
        self.groups.push(group);
    }

    fn len(&self) -> usize {
        self.groups.len()
    }

    /// Adds a ply before all lines found since there were `groups`.
    pub(super) fn precede(&mut self, groups: usize, side: Side, movement: &MoveRecord) {
        let lines = self.groups[groups..].iter_mut().flatten();
        lines.for_each(|line| line.moves.push((side, movement.clone())));
    }
}

/// How far a line of a fixed length has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) ply: u16,
    pub(super) length: u16,
}

impl Progress {
    pub(super) fn start(length: u16) -> Progress {
        Progress { ply: 0, length }
    }

    pub(super) fn next(self) -> Progress {
        Progress {
            ply: self.ply + 1,
            ..self
        }
    }

    fn left(self) -> u16 {
        self.length - self.ply
    }
}

impl<G: Game> Searcher<'_, G> {
    /// Finds all ends of a branch that take exactly this length.
    pub(super) fn lines(
        &mut self,
        game: &mut G,
        branch: &Branch,
        progress: Progress,
        found: &mut Found,
    ) {
        if progress.left() == 0 {
            return self.finish(game, branch.end_after(progress.ply), found);
        }
        if progress.ply == 0 && self.ends_before_it_begins(game, branch) {
            return;
        }
        if progress.left() < G::QUICK_PLIES {
            return self.search_lines(game, branch, progress, found);
        }
        let (key, bit) = self.fruitless(game, branch, progress.left());
        let known = self.control.table.get(key).unwrap_or(0);
        if known & bit != 0 {
            return;
        }
        let before = found.len();
        self.search_lines(game, branch, progress, found);
        if found.len() == before && !self.stopped {
            let known = self.control.table.get(key).unwrap_or(0);
            let worth = progress.left().min(255) as u8;
            self.control.table.put(key, known | bit, worth);
        }
    }

    /// Where the table notes that nothing comes of so many plies from here.
    fn fruitless(&self, game: &G, branch: &Branch, left: u16) -> (u128, u32) {
        (self.key(game, branch, left / 32), 1 << (left % 32))
    }

    fn search_lines(
        &mut self,
        game: &mut G,
        branch: &Branch,
        progress: Progress,
        found: &mut Found,
    ) {
        let side = game.side_to_move();
        let wanted = first_wanted(branch, progress);
        let _ = game.visit_moves(wanted, &[], &mut |game, _| {
            self.tick()?;
            let before = found.len();
            self.lines_after(game, branch, progress.next(), found);
            if found.len() > before {
                found.precede(before, side, &game.record());
            }
            if found.is_full() {
                Break(())
            } else {
                Continue(())
            }
        });
    }

    /// Goes on after a ply of the branch, which `progress` counts already.
    pub(super) fn lines_after(
        &mut self,
        game: &mut G,
        branch: &Branch,
        progress: Progress,
        found: &mut Found,
    ) {
        if progress.left() == 0 {
            return self.finish(game, branch.end_after(progress.ply), found);
        }
        let in_series = branch.manner == Manner::Series;
        if in_series && checks(game) || self.ends_early(game, branch, progress) {
            return;
        }
        if in_series {
            game.pass();
            self.lines(game, branch, progress, found);
            game.rewind();
        } else {
            self.lines(game, branch, progress, found);
        }
    }

    /// Whether a branch that has not begun is at its end: the side to move is
    /// already forced.
    pub(super) fn ends_before_it_begins(&mut self, game: &mut G, branch: &Branch) -> bool {
        let battle = nested(branch.end_after(0)).filter(|inner| inner.is_battle());
        let forced = battle.filter(|_| branch.manner == Manner::Help);
        forced.is_some_and(|inner| self.succeeds(game, inner))
    }

    /// Whether the branch has reached its end before its length. After mate
    /// or stalemate there is nothing to play on with, except in series.
    fn ends_early(&mut self, game: &mut G, branch: &Branch, progress: Progress) -> bool {
        match branch.end_after(progress.ply) {
            Some(Node::Goal(Goal::Mate | Goal::Stalemate)) if branch.manner == Manner::Help => {
                false
            }
            Some(Node::Branch(inner)) if !inner.is_battle() => false,
            Some(node) => self.holds(game, node),
            None => false,
        }
    }

    /// A branch has been played out: does it end as it should, and how?
    fn finish(&mut self, game: &mut G, node: Option<&Node>, found: &mut Found) {
        match node {
            Some(Node::Goal(goal)) if game.reaches(*goal) => found.push(vec![line(*goal)]),
            Some(Node::Branch(inner)) => self.inner_lines(game, inner, found),
            _ => {}
        }
    }

    /// The lines of a branch of any length, shortest first.
    pub(super) fn inner_lines(&mut self, game: &mut G, branch: &Branch, found: &mut Found) {
        match branch.manner {
            Manner::Help | Manner::Series => branch
                .lengths()
                .for_each(|length| self.lines(game, branch, Progress::start(length), found)),
            Manner::Defence => self.forced_lines(game, branch, found),
            Manner::Attack => {}
        }
    }

    /// If every move of the side to move ends the branch: all of them.
    fn forced_lines(&mut self, game: &mut G, branch: &Branch, found: &mut Found) {
        let goal = match branch.after_defence() {
            Some(Node::Goal(goal)) if self.defence(game, branch, branch.span) => *goal,
            _ => return,
        };
        let side = game.side_to_move();
        let mut group = Vec::new();
        let _ = game.visit_moves(Wanted::All, &[], &mut |game, _| {
            let mut line = line(goal);
            line.moves.push((side, game.record()));
            group.push(line);
            Continue(())
        });
        found.push(group);
    }

    /// Whether the branch has a line at all.
    pub(super) fn has_line(&mut self, game: &mut G, branch: &Branch) -> bool {
        let mut found = Found::new(1);
        self.inner_lines(game, branch, &mut found);
        found.is_full()
    }
}

fn line(goal: Goal) -> Line {
    Line {
        missing: 0,
        moves: Vec::new(),
        goal,
    }
}

/// Which moves the next ply needs to visit.
pub(super) fn first_wanted(branch: &Branch, progress: Progress) -> Wanted {
    match branch.end_after(progress.ply + 1) {
        Some(node) if progress.left() == 1 => wanted(node),
        _ => Wanted::All,
    }
}

/// Whether the ply just made gives check.
fn checks<G: Game>(game: &mut G) -> bool {
    let side = game.side_to_move();
    game.in_check(side)
}
