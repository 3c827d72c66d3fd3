//! A thread without first moves of its own aids the others. It searches the same positions from the last move to the
//! first, and fills the hash table that all threads share, so that the others have less to search: where the two meet,
//! neither has searched what the other did. Further aids begin in different places, and so do all aids in battle.
//!
//! **Invariant:** an aid contributes nothing but entries of the hash table. The solution comes from the threads it aids.

use super::known::Known;
use crate::stipulation::PlayKind;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Shorter play is over before another thread could aid.
pub(super) const WORTH_AIDING: u16 = 3;

/// With fewer plies left it costs more to change the order of moves than it brings.
const WORTH_TURNING: u16 = 4;
/// So many plies of a line, after its first, are searched in another order.
const TURNED_PLIES: u16 = 5;

/// A search that others may aid.
#[derive(Debug, Default)]
pub(super) struct UnderWay {
    finished: AtomicBool,
    /// Whether an aid has searched it to its end.
    exhausted: AtomicBool,
    threads: AtomicU32,
}

impl UnderWay {
    /// The thread it belongs to has finished.
    pub(super) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// An aid has searched it to its end: no other aid could add anything to the table.
    pub(super) fn exhaust(&self) {
        self.exhausted.store(true, Relaxed);
    }

    /// Whether there is nothing left to aid.
    pub(super) fn is_done(&self) -> bool {
        self.is_finished() || self.exhausted.load(Relaxed)
    }

    fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }

    /// How many threads aid.
    pub(super) fn aids(&self) -> u32 {
        self.threads.load(Relaxed)
    }
}

/// One thread's part in the search of another.
#[derive(Debug)]
pub(super) struct Aid<'a> {
    under_way: &'a UnderWay,
    /// How many plies the search has.
    plies: u16,
    /// Whether there is no other aid.
    is_first: bool,
    /// The state of the random numbers by which it orders moves.
    order: u64,
}

impl<'a> Aid<'a> {
    pub(super) fn new(under_way: &'a UnderWay, plies: u16, number: u64) -> Aid<'a> {
        Aid {
            under_way,
            plies,
            is_first: under_way.threads.fetch_add(1, Relaxed) == 0,
            order: number.wrapping_mul(STEP),
        }
    }

    /// Whether nobody needs it any more.
    pub(super) fn is_over(&self) -> bool {
        self.under_way.is_finished()
    }

    /// Whether moves are put in another order where so many plies are left. Lines are searched in full: there the
    /// first plies are enough to keep two threads apart, the second ply if there are but four. In battle one move may
    /// decide, and length follows on length.
    pub(super) fn turns(&self, left: u16, kind: PlayKind) -> bool {
        match kind {
            PlayKind::Attack | PlayKind::Defence => left >= WORTH_TURNING,
            PlayKind::Help | PlayKind::Series => {
                let before = self.plies.saturating_sub(left);
                match left >= WORTH_TURNING {
                    true => before <= TURNED_PLIES,
                    false => before == 1 && left + 1 == WORTH_TURNING,
                }
            }
        }
    }

    /// Puts moves in an order in which it does not follow the thread that it aids, nor other aids.
    pub(super) fn turn<M>(&mut self, moves: &mut [M], kind: PlayKind) {
        if self.is_first && matches!(kind, PlayKind::Help | PlayKind::Series) {
            return moves.reverse();
        }
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.below(last + 1));
        }
    }

    /// A random number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.order = self.order.wrapping_add(STEP);
        let mixed = (self.order ^ self.order >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ mixed >> 31) * bound as u128) >> 64) as usize
    }
}

impl Drop for Aid<'_> {
    fn drop(&mut self) {
        self.under_way.threads.fetch_sub(1, Relaxed);
    }
}

/// From one state of Steele, Lea and Flood's SplitMix64 to the next.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The positions on the way from the root to where a thread is in battle play. While it searches them, other threads may
/// store their results in the hash table.
#[derive(Debug, Default)]
pub(super) struct Open {
    /// Their keys and the plies left, from the root on.
    positions: Vec<(u128, u16)>,
    /// The position whose result was found in the table, by its place in the list, and the result. The thread stops all
    /// search below that position.
    leaving: Option<(usize, Known)>,
}

impl Open {
    /// The search of a position begins: its key, and the plies left.
    pub(super) fn enter(&mut self, key: u128, plies: u16) {
        self.positions.push((key, plies));
    }

    /// Whether the table has the result of one of them.
    pub(super) fn is_told(&mut self, known: impl Fn(u128) -> Known) -> bool {
        let mut positions = self.positions.iter().enumerate();
        let told = |(number, &(key, plies)): (usize, &(u128, u16))| {
            let known = known(key);
            known.decides(plies).then_some((number, known))
        };
        // A result once found stays: an entry may be overwritten before the thread is back at its position.
        self.leaving = self.leaving.or_else(|| positions.find_map(told));
        self.leaving.is_some()
    }

    /// The search of the last position ends: its result, if the search was stopped because the table had it.
    pub(super) fn leave(&mut self) -> Option<Known> {
        self.positions.pop();
        let number = self.positions.len();
        let leaving = self.leaving.take_if(|(first, _)| *first == number);
        leaving.map(|(_, known)| known)
    }
}
