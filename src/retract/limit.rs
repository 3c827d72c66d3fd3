//! When a search has to stop, and how many threads it may use.

use crate::threads;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What a retro search may cost.
#[derive(Clone, Debug)]
pub struct Limit {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set from outside to stop.
    pub cancel: Arc<AtomicBool>,
    /// How many threads search; the result does not depend on it.
    pub threads: usize,
    /// Bytes for what is remembered of positions.
    pub memory: usize,
    /// How many solutions are wanted.
    pub max_solutions: Option<usize>,
    /// Whether it had to stop.
    pub stopped: Arc<AtomicBool>,
    /// How many solutions have been found.
    pub solutions: Arc<AtomicUsize>,
}

impl Default for Limit {
    fn default() -> Limit {
        Limit {
            deadline: None,
            cancel: Arc::default(),
            threads: 1,
            memory: 128 << 20,
            max_solutions: None,
            stopped: Arc::default(),
            solutions: Arc::default(),
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// It was finished.
    Finished,
    /// There was no time left.
    TimeUp,
    /// Somebody wanted it to end.
    Interrupted,
    /// There were as many solutions as were wanted.
    Enough,
}

impl Limit {
    /// A search that stops when so much time has passed, or when somebody wants it to; `memory` is in
    /// bytes.
    pub fn new(
        time: Option<Duration>,
        threads: usize,
        memory: usize,
        cancel: &Arc<AtomicBool>,
    ) -> Limit {
        Limit {
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            cancel: cancel.clone(),
            threads,
            memory,
            ..Limit::default()
        }
    }

    /// Whether the search has to stop now.
    pub fn is_reached(&self) -> bool {
        if self.stopped.load(Relaxed) {
            return true;
        }
        let is_late = self.deadline.is_some_and(|end| Instant::now() >= end);
        let has_enough = self
            .max_solutions
            .is_some_and(|most| self.solutions.load(Relaxed) >= most);
        let must = is_late || has_enough || self.cancel.load(Relaxed);
        if must {
            self.stopped.store(true, Relaxed);
        }
        must
    }

    /// So many more solutions have been found.
    pub fn count(&self, solutions: usize) {
        self.solutions.fetch_add(solutions, Relaxed);
    }

    /// How the search has ended.
    pub fn outcome(&self) -> Stopped {
        match self.stopped.load(Relaxed) {
            false => Stopped::Finished,
            true if self.cancel.load(Relaxed) => Stopped::Interrupted,
            true if self
                .max_solutions
                .is_some_and(|most| self.solutions.load(Relaxed) >= most) =>
            {
                Stopped::Enough
            }
            true => Stopped::TimeUp,
        }
    }

    /// What becomes of each item, on so many threads.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync + Send,
    ) -> Vec<R> {
        threads::map(Some(self.threads), items, work)
    }
}
