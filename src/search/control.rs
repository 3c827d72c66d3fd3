//! What a search is allowed to take, and how it is told to stop.

use super::checkpoint::Checkpoint;
use super::table::Table;
use crate::board::Side;
use crate::problem::Options;
use crate::rules::{ShortCut, ShortCuts};
use crate::solution::{Line, MoveRecord, Outcome, Phase, PhaseKind};
use crate::stipulation::Branch;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Which engine plays; the solution does not depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    /// The fastest that can play the problem.
    #[default]
    Fastest,
    /// The engine for any rules.
    Rules,
    /// The engine for orthodox play; other problems are refused.
    Orthodox,
    /// The engine for any rules without any short cut: slow, and the measure of all others.
    Plain,
}

/// Limits of a search.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set from outside to stop.
    pub cancel: Arc<AtomicBool>,
    /// How many solutions a phase may have (keys, or lines).
    pub max_solutions: Option<u32>,
    /// Bytes for the hash table.
    pub memory: usize,
    /// How many threads search; the solution does not depend on it.
    pub threads: usize,
    /// Which engine plays.
    pub engine: EngineChoice,
    /// Which short cuts engines and search may take; the plain engine takes none.
    pub short_cuts: ShortCuts,
    /// How many first moves of the problem have been numbered.
    pub numbered: Arc<AtomicU32>,
    /// When solving began.
    pub began: Instant,
    /// Where finished first moves are kept.
    pub checkpoint: Option<Arc<Checkpoint>>,
    /// The part to search, where others search the rest.
    pub part: Option<Part>,
    /// The table of other searches under the same rules, instead of one of its own.
    pub shared: Option<SharedTable>,
}

/// A hash table for several searches under the same rules, one after the other or side by side: of
/// a position that two problems lead to, the second knows what the first found out.
///
/// **Invariant:** what it says of a position depends on the rules, on the stretch of play and on the plies that are left,
/// never on the diagram. Whoever shares it answers for it that stipulation, options and rules are the same, and that
/// the rules do not look back at the diagram.
#[derive(Clone, Debug)]
pub struct SharedTable(Arc<Table>);

impl SharedTable {
    /// An empty table of at most so many bytes.
    pub fn new(bytes: usize) -> SharedTable {
        SharedTable(Arc::new(Table::new(bytes)))
    }
}

impl Budget {
    /// Whether somebody wants the search to end.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Relaxed)
    }

    /// Whether there is no time left.
    pub fn is_time_up(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            deadline: None,
            cancel: Arc::default(),
            max_solutions: None,
            memory: 128 << 20,
            threads: 1,
            engine: EngineChoice::default(),
            short_cuts: ShortCuts::ALL,
            numbered: Arc::default(),
            began: Instant::now(),
            checkpoint: None,
            part: None,
            shared: None,
        }
    }
}

/// A part of a search: what follows some first moves, or one reply to one of them, in each search
/// of first moves that the problem needs. What is found is kept by the checkpoint; whoever has the
/// lines of all parts solves the problem with them, and searches only what is missing.
///
/// A number that no move has makes a search that looks at nothing but tells the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The number of the first move, from 0.
    pub first: usize,
    /// Every so many first moves from there on; beyond all numbers: this one alone.
    pub step: usize,
    /// The number of the reply, from 0.
    pub reply: Option<usize>,
}

impl Part {
    /// Whether the first move with this number belongs to it.
    pub fn has(self, number: usize) -> bool {
        let beyond = number.checked_sub(self.first);
        beyond.is_some_and(|beyond| beyond.is_multiple_of(self.step.max(1)))
    }
}

/// What happens during a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A phase begins.
    Phase(PhaseKind),
    /// The first moves are searched to this length in plies.
    Length(u16),
    /// First moves are about to be searched: so many.
    FirstMoves(usize),
    /// Replies to a first move are about to be searched: so many.
    Replies(usize),
    /// The one reply that is searched refutes the first move.
    Refuted,
    /// A first move is taken up.
    Started {
        /// Its number, from 1.
        number: usize,
        /// How many there are.
        of: usize,
        /// The move.
        movement: &'a MoveRecord,
    },
    /// A first move solves, or begins lines that do.
    Found {
        /// The move.
        movement: &'a MoveRecord,
    },
    /// A first move is done.
    Finished {
        /// Its number, from 1.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// Proof games: the men of a side may stand in so many ways on the way to the target.
    Formations {
        /// Whose men.
        side: Side,
        /// How many ways to stand are left.
        count: usize,
    },
    /// So many positions more were visited.
    Nodes(u64),
}

/// Somebody who wants to know what happens; any thread may call.
pub trait Observer: Sync {
    /// Called for each event.
    fn event(&self, _event: Event<'_>) {}

    /// `Some(count)`: once a phase has at least so many lines, they go to [`Observer::lines`] during the search and are dropped;
    /// [`Phase::told`] says how many. `None`: all lines are in the phase.
    fn takes_lines_from(&self) -> Option<usize> {
        None
    }

    /// These lines come next in the phase that is being searched. Never called unless they are taken.
    fn lines(&self, _kind: PhaseKind, _starter: Side, _lines: &[Line]) {}

    /// A phase is finished. Not called for play that is searched in other ways than move by move (proof games with
    /// deductions, invisible men, dice).
    fn phase(&self, _phase: &Phase) {}
}

/// An observer who is not interested.
impl Observer for () {}

/// What all threads of a search share.
pub(super) struct Control<'a> {
    pub(super) options: &'a Options,
    pub(super) budget: &'a Budget,
    pub(super) observer: &'a dyn Observer,
    pub(super) table: Arc<Table>,
    /// How the search ends, the worse the greater.
    stopped: AtomicU8,
    /// How many times first moves were searched.
    stages: AtomicU32,
    /// How many times lines of growing lengths were.
    sweeps: AtomicU16,
}

const LIMITED: u8 = 1;
const TIME_UP: u8 = 2;
const INTERRUPTED: u8 = 3;

impl<'a> Control<'a> {
    pub(super) fn new(
        options: &'a Options,
        budget: &'a Budget,
        observer: &'a dyn Observer,
    ) -> Control<'a> {
        Control {
            options,
            budget,
            observer,
            table: match &budget.shared {
                Some(SharedTable(table)) => table.clone(),
                None => Arc::new(Table::new(budget.memory)),
            },
            stopped: AtomicU8::new(0),
            stages: AtomicU32::new(0),
            sweeps: AtomicU16::new(0),
        }
    }

    /// Whether search may take this short cut.
    pub(super) fn allow(&self, one: ShortCut) -> bool {
        self.budget.short_cuts.allow(one)
    }

    /// The wanted number of solutions a phase.
    pub(super) fn max_solutions(&self) -> usize {
        let wishes = [self.budget.max_solutions, self.options.max_solutions];
        let least = wishes.into_iter().flatten().min();
        least.map_or(usize::MAX, |count| count as usize)
    }

    /// The count of [`Observer::takes_lines_from`], or none where lines are still needed after they are found: to stop at a
    /// number of solutions, for checkpoints, for move numbers, to be filtered.
    pub(super) fn tells_lines_from(&self, branch: &Branch) -> Option<usize> {
        let options = self.options;
        let may_tell = self.max_solutions() == usize::MAX
            && self.budget.checkpoint.is_none()
            && self.budget.part.is_none()
            && !options.move_numbers
            && options.intelligent.is_none()
            && options.fates.is_empty()
            && !branch.parry;
        self.observer.takes_lines_from().filter(|_| may_tell)
    }

    /// Looks at the clock and the cancel flag; true when the search must end.
    pub(super) fn must_stop(&self) -> bool {
        if self.budget.is_cancelled() {
            self.stopped.fetch_max(INTERRUPTED, Relaxed);
        } else if self.budget.is_time_up() {
            self.stopped.fetch_max(TIME_UP, Relaxed);
        }
        self.stopped.load(Relaxed) > LIMITED
    }

    /// The time since solving began.
    pub(super) fn elapsed(&self) -> Duration {
        self.budget.began.elapsed()
    }

    /// Takes so many numbers for first moves and gives the one before them.
    pub(super) fn take_numbers(&self, count: usize) -> u32 {
        self.budget.numbered.fetch_add(count as u32, Relaxed)
    }

    /// The number of a search of first moves, from 0.
    pub(super) fn next_stage(&self) -> u32 {
        self.stages.fetch_add(1, Relaxed)
    }

    /// The number of a search of lines of growing lengths, from 0; none where the table is shared, for
    /// what is known of such a search is of no use to others.
    pub(super) fn next_sweep(&self) -> Option<u16> {
        let is_alone = self.budget.shared.is_none();
        is_alone.then(|| self.sweeps.fetch_add(1, Relaxed))
    }

    /// A phase had as many solutions as were wanted.
    pub(super) fn note_limit(&self) {
        self.stopped.fetch_max(LIMITED, Relaxed);
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self.stopped.load(Relaxed) {
            LIMITED => Outcome::Limited,
            TIME_UP => Outcome::TimeUp,
            INTERRUPTED => Outcome::Interrupted,
            _ => Outcome::Finished,
        }
    }
}
