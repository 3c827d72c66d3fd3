//! A thread without first moves of its own aids the others. It searches the same positions with the moves in another
//! order, and fills the hash table that all threads share, so that the others have less to search.
//!
//! **Invariant:** an aid contributes nothing but entries of the hash table. The solution comes from the threads it aids.

use super::known::Known;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Shorter play is over before another thread could aid.
pub(super) const WORTH_AIDING: u16 = 4;

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
    /// The state of the random numbers by which it orders moves.
    order: u64,
}

impl<'a> Aid<'a> {
    pub(super) fn new(under_way: &'a UnderWay, number: u64) -> Aid<'a> {
        under_way.threads.fetch_add(1, Relaxed);
        Aid {
            under_way,
            order: number.wrapping_mul(STEP),
        }
    }

    /// Whether nobody needs it any more.
    pub(super) fn is_over(&self) -> bool {
        self.under_way.is_finished()
    }

    /// Puts moves in random order, so that aids begin in different places.
    pub(super) fn shuffle<M>(&mut self, moves: &mut [M]) {
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
