//! Threads that have nothing left aid the others: they search what these search, in an order of their own, and what
//! the hash table then knows need not be searched again.
//!
//! **Invariant:** what an aid finds is thrown away: the solution is that of the threads it aids.

use super::known::Known;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Shorter play is over before another thread could aid.
pub(super) const WORTH_AIDING: u16 = 4;

/// A search that others may aid.
#[derive(Debug, Default)]
pub(super) struct UnderWay {
    finished: AtomicBool,
    /// Whether an aid has looked at everything.
    exhausted: AtomicBool,
    threads: AtomicU32,
}

impl UnderWay {
    /// Its own thread has done all there was to do.
    pub(super) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// An aid has looked at everything: the table knows all it can.
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
    /// From what its order of moves follows.
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

    /// Puts moves in an order that hardly any other thread has here.
    pub(super) fn shuffle<M>(&mut self, moves: &mut [M]) {
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.below(last + 1));
        }
    }

    /// A number below `bound`, each as likely as the others.
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

/// The positions of battle play that a thread is in. Others may find out what is asked there.
#[derive(Debug, Default)]
pub(super) struct Open {
    /// The first one first: their keys, and how many plies are left.
    positions: Vec<(u128, u16)>,
    /// Which of them the thread leaves because the table tells it now, and what it tells.
    leaving: Option<(usize, Known)>,
}

impl Open {
    /// A position of this key, with so many plies left, is looked at.
    pub(super) fn enter(&mut self, key: u128, plies: u16) {
        self.positions.push((key, plies));
    }

    /// Whether the table tells what is asked in one of them.
    pub(super) fn is_told(&mut self, known: impl Fn(u128) -> Known) -> bool {
        let mut positions = self.positions.iter().enumerate();
        let told = |(number, &(key, plies)): (usize, &(u128, u16))| {
            let known = known(key);
            known.decides(plies).then_some((number, known))
        };
        // Once it is on its way nothing can turn it back.
        self.leaving = self.leaving.or_else(|| positions.find_map(told));
        self.leaving.is_some()
    }

    /// Leaves the last one: what the table tells of it, if the thread was on its way there.
    pub(super) fn leave(&mut self) -> Option<Known> {
        self.positions.pop();
        let number = self.positions.len();
        let leaving = self.leaving.take_if(|(first, _)| *first == number);
        leaving.map(|(_, known)| known)
    }
}
