//! The first moves of a phase, shared among threads. A thread that finds none left aids the others.
//!
//! Results come in the order of the moves, and a limit cuts them where one
//! thread would have stopped, so nobody can tell how many threads there were.

use super::aid::{Aid, UnderWay, WORTH_AIDING};
use super::checkpoint::Place;
use super::control::{Control, Event};
use super::found::{Found, Share};
use super::searcher::Searcher;
use super::stream::Stream;
use super::wishes::Wishes;
use crate::rules::Game;
use crate::solution::{MoveRecord, NumberedMove};
use crate::threads;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

pub(super) struct FirstMoves<'a, G: Game> {
    control: &'a Control<'a>,
    game: G,
    salt: u128,
    wishes: Wishes,
    /// The branch of play that they begin.
    branch: u16,
    moves: Vec<FirstMove<G::Move>>,
    /// How many plies there are, with the first.
    plies: u16,
    /// Whether they are told.
    announced: bool,
    /// Which search of first moves this is.
    stage: u32,
    /// Where lines go before the search is over, if they go anywhere.
    stream: Option<&'a Stream>,
}

struct FirstMove<M> {
    movement: M,
    number: u32,
    legal: bool,
}

/// What was made of a first move.
struct Taken<T> {
    result: Option<T>,
    movement: MoveRecord,
    elapsed: Duration,
}

impl<'a, G: Game + Sync> FirstMoves<'a, G> {
    /// The first moves of play that takes so many plies, as far as they are asked for.
    pub(super) fn new(
        control: &'a Control<'a>,
        game: G,
        (salt, wishes, branch): (u128, Wishes, u16),
        (plies, moves): (u16, Vec<(G::Move, bool)>),
        announced: bool,
    ) -> Self {
        let taken = if announced {
            control.take_numbers(moves.len())
        } else {
            0
        };
        let asked = control.asked(&[]);
        let numbered = (taken + 1..).zip(moves);
        let numbered = numbered.map(|(number, (movement, legal))| FirstMove {
            movement,
            number,
            legal,
        });
        let moves = numbered.filter(|first| !announced || asked.contains(&first.number));
        FirstMoves {
            control,
            salt,
            wishes,
            branch,
            moves: moves.collect(),
            plies,
            game,
            announced,
            stage: control.next_stage(),
            stream: None,
        }
    }

    /// How many threads search them: where play is short, no more than there are moves.
    fn threads(&self) -> usize {
        let threads = self.control.budget.threads;
        match self.plies > WORTH_AIDING {
            true => threads,
            false => threads.min(self.moves.len()),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Lines go there before the search is over.
    pub(super) fn told_by(mut self, stream: Option<&'a Stream>) -> Self {
        self.stream = stream;
        self
    }

    /// Lets `work` look at each first move, already played, until the results
    /// count up to the limit or one is the last. Also the moves taken up, if they are told.
    pub(super) fn search<T: Send + Serialize + DeserializeOwned>(
        &self,
        limit: usize,
        share_of: impl Fn(&T) -> Share + Sync,
        work: impl Fn(&mut Searcher<'_, G>, &mut G, &MoveRecord) -> Option<T> + Sync,
    ) -> (Vec<T>, Vec<NumberedMove>) {
        let all = Event::FirstMoves(self.moves.len());
        self.control.observer.event(all);
        let tally = Tally::new(self.moves.len(), limit);
        let next = AtomicUsize::new(0);
        let under_way: Vec<UnderWay> = self.moves.iter().map(|_| UnderWay::default()).collect();
        let aids = AtomicU64::new(0);
        let share = || {
            let mut searcher = Searcher::new(self.control, self.salt, self.wishes);
            let mut game = self.game.clone();
            let mut taken = Vec::new();
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(under_way) = under_way.get(index) else {
                    break;
                };
                let part = self.control.budget.part;
                if part.is_some_and(|part| !part.has(index)) {
                    // Somebody else searches it.
                } else if !tally.is_full_before(index) && !searcher.stopped {
                    let one = self.one(&mut searcher, &mut game, index, &work);
                    let share = one.result.as_ref().map(&share_of);
                    if share.is_some_and(|share| share.solutions > 0) {
                        let movement = &one.movement;
                        self.control.observer.event(Event::Found { movement });
                    }
                    tally.note(index, share);
                    taken.push((index, one));
                } else if self.announced && tally.has_last_before(index) {
                    taken.push((index, self.only_named(&mut game, index)));
                } else if let Some(stream) = self.stream {
                    stream.finish(self.control, index, Found::new(0));
                }
                under_way.finish();
            }
            if !searcher.stopped {
                self.aid(&mut game, &under_way, &aids, &work);
            }
            taken
        };
        let threads = self.threads();
        let mut taken = match threads::each(threads, share) {
            Some(shares) => shares.into_iter().flatten().collect(),
            None => share(),
        };
        taken.sort_by_key(|(index, _)| *index);
        self.within(limit, taken, share_of)
    }

    /// Searches the first moves that other threads have not finished, the one with the fewest aids first. What comes
    /// of it here is thrown away.
    fn aid<T>(
        &self,
        game: &mut G,
        under_way: &[UnderWay],
        aids: &AtomicU64,
        work: impl Fn(&mut Searcher<'_, G>, &mut G, &MoveRecord) -> Option<T>,
    ) {
        let unfinished = || {
            let all = under_way.iter().enumerate();
            let open = all.filter(|(index, one)| self.moves[*index].legal && !one.is_done());
            open.min_by_key(|(_, one)| one.aids())
        };
        while let Some((index, one)) = unfinished() {
            let mut searcher = Searcher::new(self.control, self.salt, self.wishes);
            searcher.aids(Aid::new(one, self.plies, aids.fetch_add(1, Relaxed)));
            searcher.stream = self.stream.map(|stream| (stream, index));
            game.play(self.moves[index].movement);
            let record = game.record();
            work(&mut searcher, game, &record);
            game.rewind();
            if !searcher.stopped {
                one.exhaust();
            } else if self.control.must_stop() {
                break;
            }
        }
    }

    fn one<T: Serialize + DeserializeOwned>(
        &self,
        searcher: &mut Searcher<'a, G>,
        game: &mut G,
        index: usize,
        work: impl Fn(&mut Searcher<'_, G>, &mut G, &MoveRecord) -> Option<T>,
    ) -> Taken<T> {
        let (first, of) = (&self.moves[index], self.moves.len());
        let (number, elapsed) = (index + 1, self.control.elapsed());
        game.play(first.movement);
        let record = game.record();
        let movement = &record;
        let started = Event::Started {
            number,
            of,
            movement,
        };
        self.control.observer.event(started);
        searcher.stream = self.stream.map(|stream| (stream, index));
        searcher.path.clear();
        searcher.path.extend(self.announced.then_some(first.number));
        searcher.begin_first_move(game, self.place(index), self.branch);
        let result = match first.legal {
            true => self.found_before(index, movement).unwrap_or_else(|| {
                let result = work(searcher, game, movement);
                self.keep(searcher, index, movement, result.as_ref());
                result
            }),
            false => None,
        };
        self.control.observer.event(Event::Finished { number, of });
        game.rewind();
        Taken {
            result,
            movement: record,
            elapsed,
        }
    }

    /// What an earlier run of the program found for a first move.
    fn found_before<T: DeserializeOwned>(
        &self,
        index: usize,
        movement: &MoveRecord,
    ) -> Option<Option<T>> {
        let checkpoint = self.control.budget.checkpoint.as_ref()?;
        checkpoint.find(self.place(index), movement)
    }

    /// Keeps what was found for a first move, unless the search was stopped before its end.
    fn keep<T: Serialize>(
        &self,
        searcher: &Searcher<'_, G>,
        index: usize,
        movement: &MoveRecord,
        result: Option<&T>,
    ) {
        if let Some(checkpoint) = &self.control.budget.checkpoint
            && !searcher.stopped
            && !searcher.searches_a_reply()
        {
            checkpoint.keep(self.place(index), movement, result);
        }
    }

    fn place(&self, number: usize) -> Place {
        Place {
            stage: self.stage,
            number,
        }
    }

    /// A first move that is told but not looked at.
    fn only_named<T>(&self, game: &mut G, index: usize) -> Taken<T> {
        game.play(self.moves[index].movement);
        let movement = game.record();
        game.rewind();
        Taken {
            result: None,
            movement,
            elapsed: self.control.elapsed(),
        }
    }

    /// The results up to the one with which the limit is reached or which is the last. Behind
    /// the last one moves are still told.
    fn within<T>(
        &self,
        limit: usize,
        taken: Vec<(usize, Taken<T>)>,
        share_of: impl Fn(&T) -> Share,
    ) -> (Vec<T>, Vec<NumberedMove>) {
        let (mut results, mut numbers) = (Vec::new(), Vec::new());
        let (mut before, mut is_over) = (0, false);
        for (index, taken) in taken {
            if before >= limit {
                break;
            }
            numbers.extend(self.announced.then_some(NumberedMove {
                path: vec![self.moves[index].number],
                movement: taken.movement,
                before,
                elapsed: taken.elapsed,
            }));
            let result = taken.result.filter(|_| !is_over);
            if let Some(share) = result.as_ref().map(&share_of) {
                before += share.solutions;
                is_over = share.is_last;
            }
            results.extend(result);
        }
        (results, numbers)
    }
}

/// What was found per first move, so that moves beyond the limit are skipped.
struct Tally {
    counts: Vec<AtomicUsize>,
    limit: usize,
    /// The first of the moves known to be the last to search.
    last: AtomicUsize,
}

const UNKNOWN: usize = usize::MAX;

impl Tally {
    fn new(moves: usize, limit: usize) -> Tally {
        let counts = (0..moves).map(|_| AtomicUsize::new(UNKNOWN));
        Tally {
            counts: counts.collect(),
            limit,
            last: AtomicUsize::new(UNKNOWN),
        }
    }

    fn note(&self, index: usize, share: Option<Share>) {
        let count = share.map_or(0, |share| share.solutions);
        self.counts[index].store(count, Relaxed);
        if share.is_some_and(|share| share.is_last) {
            self.last.fetch_min(index, Relaxed);
        }
    }

    /// Whether a move before is the last to search.
    fn has_last_before(&self, index: usize) -> bool {
        self.last.load(Relaxed) < index
    }

    /// Whether what is known of the moves before suffices.
    fn is_full_before(&self, index: usize) -> bool {
        if self.limit == usize::MAX {
            return self.has_last_before(index);
        }
        let counts = self.counts[..index].iter().map(|count| count.load(Relaxed));
        let known = counts.filter(|count| *count != UNKNOWN).sum::<usize>();
        known >= self.limit || self.has_last_before(index)
    }
}
