//! Move numbers: which moves are announced, and which of them an interval leaves.
//!
//! An interval is two paths, `2:3` to `4`: of the first moves the second to the fourth, and
//! after the second and the fourth the moves from the third on. Only play of full length is
//! numbered.

use super::control::Control;
use super::far::first_wanted;
use super::found::Found;
use super::progress::Progress;
use super::searcher::Searcher;
use crate::rules::Game;
use crate::solution::NumberedMove;
use crate::stipulation::Branch;
use std::ops::RangeInclusive;

impl Control<'_> {
    /// Whether play of this length is numbered.
    pub(super) fn numbers_moves(&self, branch: &Branch, length: u16) -> bool {
        self.options.move_numbers && length == branch.span.max
    }

    /// Whether only some of the first moves are asked for: then nothing shorter is searched.
    pub(super) fn has_interval(&self) -> bool {
        self.levels() > 0
    }

    /// How many plies an interval gives numbers for.
    pub(super) fn levels(&self) -> usize {
        let options = self.options;
        options
            .start_move_number
            .len()
            .max(options.up_to_move_number.len())
    }

    /// The numbers asked for of the moves that follow the moves with these numbers.
    pub(super) fn asked(&self, path: &[u32]) -> RangeInclusive<u32> {
        self.options.asked_numbers(path)
    }
}

impl<G: Game> Searcher<'_, G> {
    /// Whether the next ply is one of those after the first that are numbered too.
    pub(super) fn is_numbered(&self, branch: &Branch, progress: Progress) -> bool {
        self.path.len() == usize::from(progress.ply)
            && progress.ply > 0
            && self.path.len() < self.control.levels()
            && self.control.numbers_moves(branch, progress.length)
    }

    /// Finds all ends of a branch as `lines` does, and numbers the next ply.
    pub(super) fn numbered_lines(
        &mut self,
        game: &mut G,
        branch: &Branch,
        progress: Progress,
        found: &mut Found,
    ) {
        let side = game.side_to_move();
        let asked = self.control.asked(&self.path);
        let moves = game.numbered_moves(first_wanted(branch, progress));
        for (number, (movement, legal)) in (1..).zip(moves) {
            if !asked.contains(&number) || found.is_full() || self.tick().is_break() {
                continue;
            }
            game.play(movement);
            let record = game.record();
            self.path.push(number);
            found.announce(NumberedMove {
                path: self.path.clone(),
                movement: record.clone(),
                before: 0,
                elapsed: self.control.elapsed(),
            });
            if legal {
                let before = found.len();
                self.lines_after(game, branch, progress.next(), found);
                found.precede(before, side, &record);
            }
            self.path.pop();
            game.rewind();
        }
    }
}
