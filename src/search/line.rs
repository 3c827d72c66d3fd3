//! Help and series play: all lines of one exact length.
//!
//! A line does not go on after a ply that already ends the branch, and lines
//! are told only once they are found: most plies are never put into words.

use super::far::{
    first_wanted, is_end_out_of_reach, is_out_of_reach, next_wanted, plies_to_target,
};
use super::found::Found;
use super::known::FailEntry;
use super::progress::Progress;
use super::searcher::{Searcher, visit_replies};
use crate::rules::{Game, TooFar};
use crate::stipulation::{Branch, Node, PlayKind, nested};
use std::cell::Cell;
use std::ops::ControlFlow::{self, Break, Continue};

/// With so few plies left not all moves are visited, and most positions are not looked up.
const SELECTIVE: u16 = 2;

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
            return self.finish_before_it_begins(game, branch, found);
        }
        if progress.ply == 0 && self.ends_before_it_begins(game, branch)
            || !self.may_move(game, branch)
        {
            return;
        }
        if self.is_numbered(branch, progress) {
            return self.numbered_lines(game, branch, progress, found);
        }
        if let Some(behind) = self.replies_to_first_move(branch, progress) {
            return self.lines_by_reply(game, branch, progress, &behind, found);
        }
        // Series lead to the same positions so often that looking them up pays to the end.
        let is_quick = progress.left() < G::QUICK_PLIES && branch.manner != PlayKind::Series;
        let key = self.key(game, branch, FailEntry::place(progress));
        let failed = FailEntry::after(progress);
        if !is_quick {
            self.control.table.announce(key);
        }
        if is_out_of_reach(game, branch, progress) {
            self.open_ends += 1;
            return;
        }
        if is_quick {
            if self.may_end_now(game, branch, progress) {
                self.search_lines(game, branch, progress, found);
            }
            return;
        }
        let known = self.control.table.get(key);
        if let Some(for_good) = known.and_then(|known| failed.told_by(known)) {
            self.open_ends += u64::from(!for_good);
            return;
        }
        let (before, ends) = (found.len(), self.open_ends);
        self.open_ends += u64::from(progress.left() <= SELECTIVE);
        self.search_lines(game, branch, progress, found);
        // Where enough was found before, not all was searched.
        if found.len() == before && !found.is_full() && !self.stopped {
            let known = failed.added_to(self.control.table.get(key), self.open_ends == ends);
            let worth = progress.left().min(255) as u8;
            self.control.table.put(key, known, worth);
        }
    }

    /// Whether the last ply can end the branch, as far as the engine knows at once.
    fn may_end_now(&mut self, game: &mut G, branch: &Branch, progress: Progress) -> bool {
        let end = branch.end_after(progress.ply + 1);
        let node = end.filter(|_| progress.left() == 1 && !branch.parry);
        let node = node.filter(|_| demand(branch, progress.next()).is_none());
        node.and_then(|node| self.can_reach_goal(game, node)) != Some(false)
    }

    pub(super) fn search_lines(
        &mut self,
        game: &mut G,
        branch: &Branch,
        progress: Progress,
        found: &mut Found,
    ) {
        let side = game.side_to_move();
        let start = found.len();
        let ordered = game.has_last_ply_order(first_wanted(branch, progress));
        let first = self.first_of(
            game,
            (branch.manner, next_wanted(branch, progress)),
            &[],
            progress.left(),
        );
        let next = progress.next();
        if ordered {
            found.hold();
        }
        let visit = |searcher: &mut Self, game: &mut G, is_move: bool| {
            searcher.tick()?;
            found.enter(is_move.then(|| (side, game.plies())));
            searcher.lines_behind(game, branch, next, found);
            let before = found.leave();
            if is_move && found.len() > before {
                found.precede(before, side, &game.record());
                if !ordered {
                    searcher.tell_lines(game, found);
                }
            }
            if found.is_full() && !ordered {
                Break(())
            } else {
                Continue(())
            }
        };
        self.visit_plies(game, branch, progress, &first, visit);
        if ordered && found.len() > start + 1 {
            found.order_last_ply(start, |record| game.last_ply_place(record));
        }
        if ordered {
            found.release();
        }
    }

    /// Visits the next plies of a line, telling moves from passes.
    fn visit_plies(
        &mut self,
        game: &mut G,
        branch: &Branch,
        progress: Progress,
        first: &[G::Move],
        mut visit: impl FnMut(&mut Self, &mut G, bool) -> ControlFlow<()>,
    ) {
        if branch.parry && progress.ply % 2 == 1 {
            let wanted = first_wanted(branch, progress);
            let _ = visit_replies(game, branch, wanted, first, &mut |game, movement| {
                visit(self, game, movement.is_some())
            });
            return;
        }
        let wanted = next_wanted(branch, progress);
        let next = progress.next();
        let side = game.side_to_move();
        let turn = match branch.manner {
            PlayKind::Series => side,
            _ => !side,
        };
        let is_looked_up = !branch.parry && !self.is_numbered(branch, next);
        let open_end = Cell::new(false);
        let leave_out = || open_end.set(true);
        let plies = plies_to_target(branch, next, turn).filter(|_| is_looked_up && next.ply > 1);
        if next.left() == 0 && plies.is_none() {
            let _ = game.visit_moves(wanted, first, &mut |game, _| visit(self, game, true));
            return;
        }
        let too_far = plies.map(|plies| TooFar {
            plies,
            leave_out: &leave_out,
        });
        let addition = self.addition(branch, FailEntry::place(next));
        let failed = FailEntry::after(next);
        self.visit_asking(
            game,
            (wanted, first),
            (turn, addition, too_far),
            |known| {
                let may_tell = is_looked_up && next.left() > 0;
                let told = failed.told_by(known).filter(|_| may_tell);
                open_end.set(open_end.get() || told == Some(false));
                told.is_some()
            },
            |searcher, game, _| visit(searcher, game, true),
        );
        self.open_ends += u64::from(open_end.get());
    }

    /// Goes on after a ply of the branch, which `progress` counts already.
    pub(super) fn lines_after(
        &mut self,
        game: &mut G,
        branch: &Branch,
        progress: Progress,
        found: &mut Found,
    ) {
        let demand = demand(branch, progress);
        if !self.can_go_on(game) || demand.is_some_and(|node| !self.holds(game, node)) {
            return;
        }
        if progress.left() == 0 {
            return self.finish(game, branch.end_after(progress.ply), found);
        }
        let in_series = branch.manner == PlayKind::Series;
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
        let inner = nested(branch.end_after(0)).filter(|inner| inner.ends_early);
        let forced = inner.filter(|_| branch.may_be_empty);
        forced.is_some_and(|inner| self.succeeds(game, inner))
    }

    /// Whether the branch has reached its end before its length. Mate and stalemate end nothing
    /// by themselves: if the mated or stalemated side has to move, it cannot.
    fn ends_early(&mut self, game: &mut G, branch: &Branch, progress: Progress) -> bool {
        match branch.end_after(progress.ply) {
            Some(Node::Goal(goal)) if goal.row().ends_play => false,
            Some(Node::Branch(inner)) if !inner.ends_early => false,
            Some(Node::And(..) | Node::Or(..) | Node::Not(..)) | None => false,
            Some(node) => !is_end_out_of_reach(game, node) && self.holds(game, node),
        }
    }

    /// A branch without a ply: where one side moves alone the other now begins.
    fn finish_before_it_begins(&mut self, game: &mut G, branch: &Branch, found: &mut Found) {
        let alone = branch.manner == PlayKind::Series;
        if alone {
            game.pass();
        }
        self.finish(game, branch.end_after(0), found);
        if alone {
            game.rewind();
        }
    }

    /// A branch has been played out: does it end as it should, and how?
    fn finish(&mut self, game: &mut G, node: Option<&Node>, found: &mut Found) {
        if let Some(node) = node.filter(|node| !is_end_out_of_reach(game, node)) {
            self.tell_end(game, node, found);
        }
    }

    /// Whether the branch has a line at all.
    pub(super) fn has_line(&mut self, game: &mut G, branch: &Branch) -> bool {
        let mut found = Found::new(1);
        self.lines_of_any_length(game, branch, &mut found);
        found.is_full()
    }

    /// The lines of help or series play, shortest first. A short one may be the end of all.
    pub(super) fn lines_of_any_length(&mut self, game: &mut G, branch: &Branch, found: &mut Found) {
        let before = found.len();
        for length in branch.lengths() {
            self.lines(game, branch, Progress::start(length), found);
            let is_short = length < branch.span.max && found.len() > before;
            if is_short && self.control.options.stop_on_short_solutions {
                found.end_here();
            }
            if found.is_full() {
                break;
            }
        }
    }
}

/// What the ply just made must reach in any case. In help play the ply that reaches the goal
/// at the end is free of it.
fn demand(branch: &Branch, progress: Progress) -> Option<&Node> {
    let is_last = branch.manner == PlayKind::Help && progress.left() == 0;
    let end = branch.end_after(progress.ply).filter(|_| is_last);
    let demand = branch.demand_after(progress.ply);
    demand.filter(|_| !end.is_some_and(Node::is_leaf))
}

/// Whether the ply just made gives check.
fn checks<G: Game>(game: &mut G) -> bool {
    let side = game.side_to_move();
    game.in_check(side)
}
