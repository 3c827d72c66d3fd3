//! Solvers: from a game and a stipulation to the phases of its solution.
//!
//! **Invariant:** no rule of chess and no condition is known here, only
//! [`Game`]. **Invariant:** the solution does not depend on the hash table or
//! on the number of threads.

mod battle;
mod control;
mod first_moves;
mod killer;
mod line;
mod searcher;
mod table;
mod variation;

pub use control::{Budget, EngineChoice, Event, Observer};

use crate::board::Side;
use crate::problem::{Options, Stipulation};
use crate::rules::Game;
use crate::solution::{Branch as Told, Mark, Outcome, Phase, PhaseKind, Play, Remark, Tree};
use crate::stipulation::{Branch, Span, TreeOfPlay, compile};
use control::Control;
use first_moves::FirstMoves;
use line::{Found, Progress};
use searcher::{Searcher, salt};
use variation::Style;

/// What solving one position found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solved {
    /// For each side asked for: set play, if it applies, and the actual play.
    /// A phase that cannot begin legally is not there.
    pub phases: Vec<Phase>,
    /// Phases that could not be solved, and why.
    pub remarks: Vec<Remark>,
    /// How the search ended.
    pub outcome: Outcome,
}

/// Solves a position.
pub fn solve<G: Game + Sync>(
    game: &G,
    stipulation: &Stipulation,
    options: &Options,
    budget: &Budget,
    observer: &dyn Observer,
) -> Solved {
    let tree = compile(stipulation, options);
    let control = Control::new(options, budget, observer);
    let mut solved = Solved::default();
    for (number, starter) in starters(&tree, options).into_iter().enumerate() {
        for (kind, task) in tasks(&tree, starter, options) {
            let solver = Solver {
                control: &control,
                game,
                salt: salt(number),
                kind,
            };
            solver.solve(&task, &mut solved);
        }
    }
    solved.outcome = control.outcome();
    solved
}

/// The sides that start the actual play, one after the other.
fn starters(tree: &TreeOfPlay, options: &Options) -> Vec<Side> {
    match (options.duplex, options.half_duplex) {
        (_, true) => vec![!tree.starter],
        (true, _) => vec![tree.starter, !tree.starter],
        _ => vec![tree.starter],
    }
}

/// The phases to solve with this side starting.
fn tasks(tree: &TreeOfPlay, starter: Side, options: &Options) -> Vec<(PhaseKind, Task)> {
    let actual = Task {
        starter,
        branch: tree.branch.clone(),
        missing: tree.missing,
        is_tree: tree.branch.is_battle(),
    };
    let shortened = tree.branch.without_first_ply().map(|branch| Task {
        starter: !starter,
        branch,
        missing: tree.missing + 1,
        is_tree: actual.is_tree,
    });
    if options.post_key_play && actual.is_tree {
        let tasks = shortened.map(|task| (PhaseKind::PostKey, task));
        return tasks.into_iter().collect();
    }
    let set = shortened.filter(|_| options.set_play);
    let set = set.map(|task| (PhaseKind::SetPlay, task));
    set.into_iter()
        .chain([(PhaseKind::Actual, actual)])
        .collect()
}

/// What one phase has to solve.
struct Task {
    starter: Side,
    branch: Branch,
    missing: u8,
    is_tree: bool,
}

/// Solves one phase.
struct Solver<'a, G> {
    control: &'a Control<'a>,
    game: &'a G,
    salt: u128,
    kind: PhaseKind,
}

impl<G: Game + Sync> Solver<'_, G> {
    fn solve(&self, task: &Task, solved: &mut Solved) {
        self.control.observer.event(Event::Phase(self.kind));
        let mut game = self.game.clone();
        game.set_side_to_move(task.starter);
        if game.can_capture_king() {
            solved.remarks.push(Remark::KingCapturable(task.starter));
            return;
        }
        let play = match (task.is_tree, self.kind) {
            (true, PhaseKind::Actual) => Play::Tree(self.keys(game, &task.branch)),
            (true, _) => Play::Tree(self.defences(game, &task.branch)),
            (false, _) => Play::Lines(self.lines(game, task).into_lines(task.missing)),
        };
        solved.phases.push(Phase {
            kind: self.kind,
            starter: task.starter,
            play,
        });
    }

    fn searcher(&self) -> Searcher<'_, G> {
        Searcher::new(self.control, self.salt)
    }

    fn first_moves(&self, game: G, branch: &Branch, length: u16) -> FirstMoves<'_, G> {
        FirstMoves::new(self.control, game, self.salt, branch, length)
    }

    /// Help and series play: all lengths, shortest first.
    fn lines(&self, mut game: G, task: &Task) -> Found {
        let branch = &task.branch;
        let mut found = Found::new(self.control.max_solutions());
        if branch.is_battle() {
            self.searcher().inner_lines(&mut game, branch, &mut found);
        }
        for length in branch.lengths().filter(|_| !branch.is_battle()) {
            self.control.observer.event(Event::Length(length));
            self.lines_of_length(&mut game, branch, length, &mut found);
            let short = self.control.options.stop_on_short_solutions && !found.is_empty();
            let short = short && length < branch.span.max;
            self.note_limit(short || found.is_full());
            if short || found.is_full() || self.control.must_stop() {
                break;
            }
        }
        found
    }

    fn lines_of_length(&self, game: &mut G, branch: &Branch, length: u16, found: &mut Found) {
        let start = Progress::start(length);
        let mut searcher = self.searcher();
        if length == 0 {
            return searcher.lines(game, branch, start, found);
        }
        if searcher.ends_before_it_begins(game, branch) {
            return;
        }
        let side = game.side_to_move();
        let first_moves = self.first_moves(game.clone(), branch, length);
        let limit = found.room();
        let parts = first_moves.search(limit, Found::count, |searcher, game, record| {
            let mut found = Found::new(limit);
            searcher.lines_after(game, branch, start.next(), &mut found);
            found.precede(0, side, record);
            Some(found)
        });
        parts.into_iter().for_each(|part| found.append(part));
    }

    /// The actual play of a battle: keys and tries.
    fn keys(&self, mut game: G, branch: &Branch) -> Tree {
        let limit = self.control.max_solutions();
        let mut searcher = self.searcher();
        if !searcher.may_attack(&mut game, branch) {
            let branches = searcher.violations(&mut game, branch);
            return tree(branches);
        }
        let first_moves = self.first_moves(game, branch, branch.span.max);
        let branches = first_moves.search(
            limit,
            |_| 1,
            |searcher, game, _| {
                self.key(searcher, game, branch)
                    .or_else(|| self.try_move(searcher, game, branch))
                    .filter(|_| !searcher.stopped)
            },
        );
        self.note_limit(branches.len() >= limit);
        tree(branches)
    }

    /// The first move just played, if it is a key, in its shortest success.
    fn key(&self, searcher: &mut Searcher<'_, G>, game: &mut G, branch: &Branch) -> Option<Told> {
        let mut lengths = branch.lengths().map(|length| Span {
            max: length - 1,
            min: branch.span.min.saturating_sub(1),
        });
        let left = lengths.find(|left| searcher.attack_works(game, branch, *left))?;
        let mut told = match self.control.options.variation {
            true => searcher.tell_attack(game, branch, left, self.style()),
            false => searcher.tell_bare_attack(game, branch, left),
        };
        told.mark = Mark::Key;
        Some(told)
    }

    /// The first move just played, if it has few enough refutations.
    fn try_move(
        &self,
        searcher: &mut Searcher<'_, G>,
        game: &mut G,
        branch: &Branch,
    ) -> Option<Told> {
        let options = self.control.options;
        let most = usize::from(options.defence?);
        let side = game.side_to_move();
        let left = branch.span.after_ply();
        let trivial = options.trivial_tries_avoid && game.in_check(side);
        if most == 0 || left.max == 0 || trivial {
            return None;
        }
        let refutations = searcher.refutations(game, branch, left, most)?;
        let mut told = Told::new(game.record());
        told.mark = Mark::Try;
        told.refutations = refutations;
        if options.variation {
            let reply = searcher.reply(game, branch, left, self.style());
            told.threat = reply.threat;
            told.answers = reply.answers;
        }
        Some(told)
    }

    /// Set play and play after the key: the defender begins.
    fn defences(&self, mut game: G, branch: &Branch) -> Tree {
        let post_key = self.kind == PhaseKind::PostKey;
        let mut searcher = self.searcher();
        let reply = searcher.reply_in_diagram(&mut game, branch, self.style(), post_key);
        let refutations = reply.refutations.into_iter().filter(|_| post_key);
        let refuting = refutations.map(|told| Told {
            mark: Mark::Refutes,
            answers: Vec::new(),
            ..told
        });
        Tree {
            threat: reply.threat,
            branches: reply.answers.into_iter().chain(refuting).collect(),
        }
    }

    fn style(&self) -> Style {
        let options = self.control.options;
        let told = options.variation || self.kind == PhaseKind::PostKey;
        Style {
            threats: told && !options.no_threat,
            full_length_only: options.no_short_variations,
        }
    }

    fn note_limit(&self, reached: bool) {
        if reached {
            self.control.note_limit();
        }
    }
}

fn tree(branches: Vec<Told>) -> Tree {
    Tree {
        branches,
        ..Tree::default()
    }
}
