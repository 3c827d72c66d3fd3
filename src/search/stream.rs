//! Lines that are told while the search goes on, in their order: nobody can hold millions of them.
//!
//! Until there are many nothing is told. From then on the thread that searches the first of the unfinished first
//! moves tells what it has, and all that was found before it; the others wait once they hold so many.
//!
//! **Invariant:** what is told, and then found in the phase, are together the lines of a search that tells nothing.

use super::control::Control;
use super::found::{Found, in_order};
use crate::board::Side;
use crate::solution::{Line, PhaseKind, ToldLines};
use std::sync::{Mutex, PoisonError};

/// The lines of one phase on their way out.
#[derive(Debug)]
pub(super) struct Stream {
    kind: PhaseKind,
    starter: Side,
    missing: u8,
    /// How many lines are held before the first is told, and from one telling to the next.
    pub(super) many: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The lines of shorter play.
    shorter: Option<Found>,
    /// What was found behind first moves that are finished.
    finished: Vec<Option<Found>>,
    /// The first of the first moves that is not.
    first: usize,
    told: ToldLines,
}

impl Stream {
    pub(super) fn new(kind: PhaseKind, (starter, missing): (Side, u8), many: usize) -> Stream {
        Stream {
            kind,
            starter,
            missing,
            many,
            state: Mutex::default(),
        }
    }

    fn with<T>(&self, use_it: impl FnOnce(&mut State) -> T) -> T {
        use_it(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// So many first moves are searched now; what was found before is taken over.
    pub(super) fn begin(&self, moves: usize, found: &mut Found) {
        let before = std::mem::replace(found, Found::whole(usize::MAX));
        self.with(|state| {
            state.shorter = Some(before);
            state.finished = (0..moves).map(|_| None).collect();
            state.first = 0;
        });
    }

    /// All first moves were searched: gives back what was not told.
    pub(super) fn end(&self, found: &mut Found) {
        self.with(|state| {
            let shorter = state.shorter.take().into_iter();
            let parts = std::mem::take(&mut state.finished).into_iter().flatten();
            shorter.chain(parts).for_each(|part| found.append(part));
        });
    }

    /// What was told, the rest with it if anything was.
    pub(super) fn close(&self, control: &Control<'_>, found: &mut Found) -> ToldLines {
        self.with(|state| {
            if !state.told.is_empty() {
                self.tell(state, control, found.take(&[]));
            }
            std::mem::take(&mut state.told)
        })
    }

    /// A first move is finished.
    pub(super) fn finish(&self, control: &Control<'_>, number: usize, found: Found) {
        self.with(|state| {
            state.finished[number] = Some(found);
            while state.finished.get(state.first).is_some_and(Option::is_some) {
                state.first += 1;
            }
            let parts = state.finished[..state.first].iter().flatten();
            let held: usize = parts.chain(&state.shorter).map(Found::due).sum();
            if held >= self.many {
                self.tell_finished(state, control);
            }
        });
    }

    /// Tells these lines behind a first move that is being searched, if none before it is.
    pub(super) fn may_tell(
        &self,
        control: &Control<'_>,
        number: usize,
        take: impl FnOnce() -> Vec<Line>,
    ) -> bool {
        self.with(|state| {
            let is_first = state.first == number;
            if is_first {
                self.tell_finished(state, control);
                self.tell(state, control, take());
            }
            is_first
        })
    }

    fn tell_finished(&self, state: &mut State, control: &Control<'_>) {
        let shorter = state.shorter.as_mut().map(|found| found.take(&[]));
        self.tell(state, control, shorter.unwrap_or_default());
        let lines: Vec<Line> = state.finished[..state.first]
            .iter_mut()
            .flatten()
            .flat_map(|found| found.take(&[]))
            .collect();
        self.tell(state, control, lines);
    }

    fn tell(&self, state: &mut State, control: &Control<'_>, lines: Vec<Line>) {
        if lines.is_empty() {
            return;
        }
        lines.iter().for_each(|line| state.told.count(line));
        let lines = lines.into_iter().map(|line| in_order(line, self.missing));
        let lines: Vec<Line> = lines.collect();
        control.observer.lines(self.kind, self.starter, &lines);
    }
}
