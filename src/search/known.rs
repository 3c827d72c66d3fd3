//! What the hash table knows of positions in lines of one length.
//!
//! Lines are searched length by length. A detour to a position that could have been reached
//! sooner leads to nothing as long as all shorter lengths were in vain: without the detour the
//! line would have been shorter. So what counts then is the soonest ply with which a position
//! was reached, and whether greater lengths may bring anything. Where lengths are left out or
//! something has been found, what counts is how many plies are left.

use super::progress::Progress;
use serde::{Deserialize, Serialize};

/// What is known, or to be noted, of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum FailEntry {
    /// Nothing comes of so many plies more: a bit for each number below 32.
    Left(u32),
    /// It was reached after so many plies, and nothing comes of it in lines of this length.
    Reached {
        /// The plies before.
        ply: u16,
        /// The length of the lines.
        length: u16,
    },
}

/// Tells such entries from those of positions by the plies that are left.
const REACHED: u32 = 1 << 31;
/// Set in an entry of a position of which nothing comes in lines of any length.
const FINAL: u32 = 1 << 15;
/// No length is greater.
pub(super) const LONGEST: u16 = (FINAL - 1) as u16;

impl FailEntry {
    /// What is noted of a position once nothing came of it.
    #[inline]
    pub fn after(progress: Progress) -> FailEntry {
        let Progress { ply, length, .. } = progress;
        match progress.sweep {
            Some(_) => FailEntry::Reached { ply, length },
            None => FailEntry::Left(1 << (progress.left() % 32)),
        }
    }

    /// What else the key depends on, within a branch.
    #[inline]
    pub fn place(progress: Progress) -> u32 {
        match progress.sweep {
            Some(sweep) => REACHED | u32::from(sweep),
            None => u32::from(progress.left() / 32),
        }
    }

    /// If an entry says that nothing comes of the position: whether for good.
    #[inline]
    pub fn told_by(self, known: u32) -> Option<bool> {
        match self {
            FailEntry::Left(bit) => (known & bit != 0).then_some(true),
            FailEntry::Reached { ply, length } => {
                let (soonest, last) = (known >> 16, known & u32::from(LONGEST));
                let ply = u32::from(ply);
                let for_good = soonest < ply || soonest == ply && known & FINAL != 0;
                let is_told = for_good || soonest == ply && last == u32::from(length);
                is_told.then_some(for_good)
            }
        }
    }

    /// The entry that says so, for good or not, what was known before being so.
    #[inline]
    pub fn added_to(self, known: Option<u32>, for_good: bool) -> u32 {
        match self {
            FailEntry::Left(bit) => known.unwrap_or(0) | bit,
            FailEntry::Reached { ply, length } => {
                let for_good = if for_good { FINAL } else { 0 };
                u32::from(ply) << 16 | for_good | u32::from(length)
            }
        }
    }
}

/// What the table knows of an attack: the shortest length known to win (high
/// half) and the longest known not to (low half).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Known(pub(super) u32);

impl Known {
    pub(super) const NOTHING: Known = Known(0xffff_0000);

    pub(super) fn won(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(super) fn lost(self) -> u16 {
        self.0 as u16
    }

    /// Whether it tells if so many plies win.
    pub(super) fn decides(self, plies: u16) -> bool {
        self.won() <= plies || self.lost() >= plies
    }

    /// With the news that so many plies win, or do not.
    pub(super) fn with(self, plies: u16, wins: bool) -> Known {
        let won = if wins {
            plies.min(self.won())
        } else {
            self.won()
        };
        let lost = if wins {
            self.lost()
        } else {
            plies.max(self.lost())
        };
        Known(u32::from(won) << 16 | u32::from(lost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detour_is_idle_and_so_is_what_was_searched() {
        let reached = |ply, length| FailEntry::Reached { ply, length };
        let known = reached(3, 9).added_to(None, false);
        assert_eq!(reached(4, 10).told_by(known), Some(true));
        assert_eq!(reached(3, 9).told_by(known), Some(false));
        assert_eq!(reached(3, 10).told_by(known), None);
        assert_eq!(reached(2, 9).told_by(known), None);
    }

    #[test]
    fn what_is_exhausted_stays_so() {
        let reached = |ply, length| FailEntry::Reached { ply, length };
        let known = reached(3, 9).added_to(None, true);
        assert_eq!(reached(3, 10).told_by(known), Some(true));
        assert_eq!(reached(2, 10).told_by(known), None);
    }

    #[test]
    fn of_plies_left_each_number_is_known_alone() {
        let known = FailEntry::Left(1 << 3).added_to(Some(1 << 7), true);
        let told = [3, 4, 7].map(|left| FailEntry::Left(1 << left).told_by(known));
        assert_eq!(told, [Some(true), None, Some(true)]);
    }
}
