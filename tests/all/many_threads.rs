//! Many threads find what one finds, and share the work: on as many simulated processors, however few there are here.

use crate::common::none_fail;
use dawson::search::{Event, Observer};
use dawson::solution::{Solution, TwinSolution};
use dawson::{Problem, Settings, solve};
use std::collections::HashMap;
use std::sync::{Condvar, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// Own schemes: what is asked, and the position.
const SCHEMES: [(&str, &str); 8] = [
    ("h#3, Anticirce", "8/8/8/3k4/8/2n5/6p1/R3K2B"),
    ("h=3, Madrasi", "8/8/3p4/3k4/8/8/1R6/K6R"),
    ("#4, Andernach", "8/8/8/8/2k5/8/7Q/K6R"),
    ("#4, Circe", "7k/8/5K2/8/8/6p1/8/RR6"),
    ("#5", "8/8/8/3k4/8/8/1R6/K6R"),
    ("r#4", "8/8/8/8/2p5/2k5/7Q/K6R"),
    ("ser-h#8", "8/5p2/7k/8/3p2r1/8/8/K2B3R"),
    ("s#4", "8/8/8/8/8/1p1Q4/1r6/k1K1R3"),
];

/// No thread gets farther ahead of the others than so many positions.
const SLICE: u64 = 256;
/// A thread that has not come for so long has nothing to do.
const GONE: Duration = Duration::from_millis(200);

/// Processors of the same speed, one a thread: time is counted in positions.
struct Processors {
    threads: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    clocks: HashMap<ThreadId, u64>,
    /// What the first search of this many threads began with.
    now: u64,
    expected: usize,
    work: u64,
}

impl State {
    fn latest(&self) -> u64 {
        self.clocks.values().copied().max().unwrap_or(self.now)
    }

    fn slowest(&self) -> Option<(ThreadId, u64)> {
        let clocks = self.clocks.iter().map(|(id, clock)| (*id, *clock));
        clocks.min_by_key(|(_, clock)| *clock)
    }
}

impl Processors {
    fn new(threads: usize) -> Processors {
        Processors {
            threads,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// How long all took together, and how much they did.
    fn time_and_work(&self) -> (u64, u64) {
        let state = self.state.lock().expect("no panic");
        (state.latest(), state.work)
    }

    /// The thread that asks looked at so many positions more; it goes on when its turn has come.
    fn pass(&self, positions: u64) {
        let me = thread::current().id();
        let mut state = self.state.lock().expect("no panic");
        state.work += positions;
        let begin = state.slowest().map_or(state.now, |(_, clock)| clock);
        *state.clocks.entry(me).or_insert(begin) += positions;
        self.changed.notify_all();
        if self.threads == 1 {
            return;
        }
        loop {
            let (slowest, least) = state.slowest().unwrap_or((me, 0));
            let all_came = state.clocks.len() >= state.expected;
            let mine = state.clocks.get(&me).copied().unwrap_or(least);
            if all_came && mine <= least + SLICE {
                break;
            }
            let (after, waited) = self.changed.wait_timeout(state, GONE).expect("no panic");
            state = after;
            if waited.timed_out() {
                let again = state.slowest();
                if state.clocks.len() < state.expected {
                    state.expected = state.clocks.len();
                } else if slowest != me && again == Some((slowest, least)) {
                    state.clocks.remove(&slowest);
                    state.expected = state.clocks.len();
                }
                self.changed.notify_all();
            }
        }
    }
}

impl Observer for Processors {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Nodes(positions) if positions > 0 => self.pass(positions),
            Event::FirstMoves(_) => {
                let mut state = self.state.lock().expect("no panic");
                state.now = state.latest();
                state.clocks.clear();
                state.expected = self.threads;
            }
            _ => {}
        }
    }
}

/// All that does not depend on how long it took.
fn found(solution: &Solution) -> Vec<TwinSolution> {
    let mut twins = solution.twins.clone();
    for phase in twins.iter_mut().flat_map(|twin| &mut twin.phases) {
        for number in &mut phase.numbers {
            number.elapsed = Duration::ZERO;
        }
    }
    twins
}

fn solved_on(problem: &Problem, processors: &Processors) -> Vec<TwinSolution> {
    let settings = Settings::default().with_threads(processors.threads);
    found(&solve(problem, &settings, processors))
}

#[test]
fn many_threads_find_what_one_finds_in_less_time() {
    let (mut alone, mut together) = (0, 0);
    let different: Vec<String> = SCHEMES
        .iter()
        .filter_map(|(statement, position)| {
            let problem = Problem::from_statement(statement, position).expect("a scheme");
            let (one, many) = (Processors::new(1), Processors::new(8));
            let expected = solved_on(&problem, &one);
            let same = solved_on(&problem, &many) == expected;
            let (time, (shared, work)) = (one.time_and_work().0, many.time_and_work());
            println!("{statement}: {time} positions, on eight {shared}, in all {work}");
            alone += time;
            together += shared;
            (!same).then(|| format!("{statement} {position}: another solution on eight threads"))
        })
        .collect();
    none_fail(&different, SCHEMES.len());
    assert!(
        alone > 4 * together,
        "{alone} positions, {together} on eight processors"
    );
}
