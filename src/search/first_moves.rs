//! The first moves of a phase, shared among threads.
//!
//! Results come in the order of the moves, and a limit cuts them where one
//! thread would have stopped, so nobody can tell how many threads there were.

use super::control::{Control, Event};
use super::line::{Progress, first_wanted};
use super::searcher::Searcher;
use crate::rules::Game;
use crate::solution::MoveRecord;
use crate::stipulation::Branch;
use rayon::prelude::*;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

pub(super) struct FirstMoves<'a, G: Game> {
    control: &'a Control<'a>,
    game: G,
    salt: u128,
    moves: Vec<G::Move>,
}

impl<'a, G: Game + Sync> FirstMoves<'a, G> {
    /// The first moves of play that takes so many plies.
    pub(super) fn new(
        control: &'a Control<'a>,
        mut game: G,
        salt: u128,
        branch: &Branch,
        length: u16,
    ) -> Self {
        let mut moves = Vec::new();
        let wanted = first_wanted(branch, Progress::start(length));
        let _ = game.visit_moves(wanted, &[], &mut |_, movement| {
            moves.push(movement);
            Continue(())
        });
        FirstMoves {
            control,
            game,
            salt,
            moves,
        }
    }

    /// Lets `work` look at each first move, already played, until the results
    /// count up to the limit.
    pub(super) fn search<T: Send>(
        &self,
        limit: usize,
        count: impl Fn(&T) -> usize + Sync,
        work: impl Fn(&mut Searcher<'_, G>, &mut G, &MoveRecord) -> Option<T> + Sync,
    ) -> Vec<T> {
        let tally = Tally::new(self.moves.len(), limit);
        let numbers = self.numbers();
        let task = |(searcher, game): &mut (Searcher<'_, G>, G), index: usize| {
            if tally.is_full_before(index) || searcher.stopped {
                return None;
            }
            let result = self.one(searcher, game, index, &work);
            tally.note(index, result.as_ref().map_or(0, &count));
            result
        };
        let worker = || (Searcher::new(self.control, self.salt), self.game.clone());
        let results: Vec<Option<T>> = match self.pool(numbers.len()) {
            Some(pool) => pool.install(|| {
                let numbers = numbers.into_par_iter().with_max_len(1);
                numbers.map_init(worker, task).collect()
            }),
            None => {
                let mut worker = worker();
                numbers.map(|index| task(&mut worker, index)).collect()
            }
        };
        within(limit, results.into_iter().flatten(), count)
    }

    fn one<T>(
        &self,
        searcher: &mut Searcher<'_, G>,
        game: &mut G,
        index: usize,
        work: impl Fn(&mut Searcher<'_, G>, &mut G, &MoveRecord) -> Option<T>,
    ) -> Option<T> {
        let (number, of) = (index + 1, self.moves.len());
        game.play(self.moves[index]);
        let record = game.record();
        let movement = &record;
        let started = Event::Started {
            number,
            of,
            movement,
        };
        self.control.observer.event(started);
        let result = work(searcher, game, movement);
        self.control.observer.event(Event::Finished { number, of });
        game.rewind();
        result
    }

    /// The first moves asked for, all unless an interval was given.
    fn numbers(&self) -> std::ops::Range<usize> {
        let options = self.control.options;
        let start = options.start_move_number.unwrap_or(1).saturating_sub(1) as usize;
        let asked = options
            .up_to_move_number
            .map_or(usize::MAX, |end| end as usize);
        start.min(self.moves.len())..asked.min(self.moves.len())
    }

    /// Threads, if more than one is wanted and has something to do. Deep play
    /// recurses deeply, so their stacks are generous.
    fn pool(&self, moves: usize) -> Option<rayon::ThreadPool> {
        let threads = self.control.budget.threads.min(moves);
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let builder = builder.stack_size(STACK);
        if threads > 1 {
            builder.build().ok()
        } else {
            None
        }
    }
}

const STACK: usize = 64 << 20;

/// The results up to the one with which the limit is reached.
fn within<T>(
    limit: usize,
    results: impl Iterator<Item = T>,
    count: impl Fn(&T) -> usize,
) -> Vec<T> {
    let mut sum = 0;
    let wanted = results.take_while(|result| {
        let more = sum < limit;
        sum += count(result);
        more
    });
    wanted.collect()
}

/// What was found per first move, so that moves beyond the limit are skipped.
struct Tally {
    counts: Vec<AtomicUsize>,
    limit: usize,
}

const UNKNOWN: usize = usize::MAX;

impl Tally {
    fn new(moves: usize, limit: usize) -> Tally {
        let counts = (0..moves).map(|_| AtomicUsize::new(UNKNOWN));
        Tally {
            counts: counts.collect(),
            limit,
        }
    }

    fn note(&self, index: usize, count: usize) {
        self.counts[index].store(count, Relaxed);
    }

    /// Whether what is known of the moves before suffices.
    fn is_full_before(&self, index: usize) -> bool {
        if self.limit == usize::MAX {
            return false;
        }
        let counts = self.counts[..index].iter().map(|count| count.load(Relaxed));
        counts.filter(|count| *count != UNKNOWN).sum::<usize>() >= self.limit
    }
}
