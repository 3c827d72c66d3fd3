//! Open parts of a search, from threads that have several for those that have none.
//!
//! **Invariant:** who searches a part does not matter: each line found carries the numbers of its plies, by which all
//! lines are put in order.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The parts that nobody has taken yet.
#[derive(Debug)]
pub(super) struct Parts<P> {
    state: Mutex<State<P>>,
    changed: Condvar,
    /// How many threads wait for more parts than there are.
    wanted: AtomicUsize,
}

#[derive(Debug)]
struct State<P> {
    open: Vec<P>,
    /// How many threads search parts, and may still give some away.
    busy: usize,
    waiting: usize,
}

impl<P> Parts<P> {
    /// The whole is the first part.
    pub fn new(whole: P) -> Parts<P> {
        Parts {
            state: Mutex::new(State {
                open: vec![whole],
                busy: 0,
                waiting: 0,
            }),
            changed: Condvar::new(),
            wanted: AtomicUsize::new(0),
        }
    }

    /// Lets `work` search parts until there are none and nobody could give one away.
    pub fn each(&self, mut work: impl FnMut(P)) {
        while let Some(part) = self.take() {
            let _busy = Busy(self);
            work(part);
        }
    }

    /// Whether a thread waits for a part.
    pub fn are_wanted(&self) -> bool {
        self.wanted.load(Relaxed) > 0
    }

    /// Gives a part away.
    pub fn offer(&self, part: P) {
        let mut state = self.state();
        state.open.push(part);
        self.note(&state);
        self.changed.notify_one();
    }

    fn take(&self) -> Option<P> {
        let mut state = self.state();
        while state.open.is_empty() && state.busy > 0 {
            state.waiting += 1;
            self.note(&state);
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        let part = state.open.pop();
        state.busy += usize::from(part.is_some());
        self.note(&state);
        part
    }

    fn note(&self, state: &State<P>) {
        let wanted = state.waiting.saturating_sub(state.open.len());
        self.wanted.store(wanted, Relaxed);
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that searches a part: until it is done, or breaks off, others may still wait for what it gives away.
struct Busy<'a, P>(&'a Parts<P>);

impl<P> Drop for Busy<'_, P> {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use std::sync::Mutex;

    /// Nobody waits for a thread that broke off.
    #[test]
    fn a_search_that_breaks_off_ends_the_others() {
        let parts = Parts::new(());
        std::thread::scope(|scope| {
            let broken = scope.spawn(|| parts.each(|()| panic!("broken off")));
            scope.spawn(|| parts.each(|()| ()));
            let _ = broken.join();
        });
    }

    /// Each part is a range of numbers, of which half is given away whenever somebody wants it.
    #[test]
    fn every_part_is_searched_once() {
        let parts = Parts::new(0..1000);
        let seen = Mutex::new(Vec::new());
        let search = || {
            parts.each(|mut range| {
                while let Some(number) = range.next() {
                    if parts.are_wanted() && range.len() > 1 {
                        let middle = range.start + range.len() / 2;
                        parts.offer(middle..range.end);
                        range.end = middle;
                    }
                    seen.lock().unwrap().push(number);
                }
            });
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(search))));
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    }
}
