//! Solvers: from a game and a stipulation to the phases of its solution.
//!
//! **Invariant:** no rule of chess and no condition is known here, only
//! [`Game`]. **Invariant:** the solution does not depend on the hash table or
//! on the number of threads.

mod aid;
mod battle;
pub mod chance;
mod checkpoint;
mod constraint;
mod control;
mod ending;
mod far;
mod first_moves;
mod found;
mod inquiry;
mod killer;
mod known;
mod line;
mod numbers;
mod ordering;
mod part;
mod prefetch;
mod progress;
mod replies;
mod searcher;
mod stream;
mod table;
mod tell;
mod variation;
mod wishes;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use control::{Budget, EngineChoice, Event, Observer, Part, SharedTable};
pub(crate) use inquiry::{Asks, Question, inquire};

use crate::board::Side;
use crate::problem::Options;
use crate::rules::{Game, ShortCut, Wanted};
use crate::solution::{
    Branch as Told, Mark, NumberedMove, Outcome, Phase, PhaseKind, Play, Remark, Threat, ToldLines,
    Tree,
};
use crate::stipulation::{Branch, PlayKind, Precondition, Span, TreeOfPlay};
use crate::threads;
use aid::{Aid, UnderWay, WORTH_AIDING};
use control::Control;
use far::first_wanted;
use first_moves::FirstMoves;
use found::{Found, Share};
use known::LONGEST;
use progress::Progress;
use searcher::{Searcher, salt};
use std::ops::ControlFlow::Continue;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use stream::Stream;
use variation::Style;
use wishes::Wishes;

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

/// Solves a position: the play of a tree.
pub fn solve<G: Game + Sync>(
    game: &G,
    tree: &TreeOfPlay,
    options: &Options,
    budget: &Budget,
    observer: &dyn Observer,
) -> Solved {
    let control = Control::new(options, budget, observer);
    let mut solved = Solved::default();
    for (number, starter) in starters(tree, options).into_iter().enumerate() {
        for (kind, task) in tasks(tree, starter, options) {
            let solver = Solver {
                control: &control,
                game,
                salt: salt(number),
                kind,
                in_full: task.in_full,
                wishes: Wishes::new(options, task.starter, &task.branch),
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
        other_passes: tree.other_passes,
        provided: tree.provided.clone(),
        in_full: options.variation,
        is_tree: tree.branch.is_battle() && !tree.branch.parry,
    };
    let shortened = tree.branch.without_first_ply().map(|branch| Task {
        starter: !starter,
        branch,
        missing: tree.missing + 1,
        other_passes: false,
        provided: None,
        is_tree: actual.is_tree,
        in_full: actual.in_full,
    });
    if options.post_key_play && actual.is_tree {
        let tasks = shortened.map(|task| (PhaseKind::PostKey, task));
        return tasks.into_iter().collect();
    }
    let set = shortened.filter(|_| options.set_play);
    let set = set.map(|task| (PhaseKind::SetPlay, task));
    let more = tree.more.iter().map(|further| Task {
        starter: match further.starter == tree.starter {
            true => starter,
            false => !starter,
        },
        branch: further.branch.clone(),
        missing: further.missing,
        provided: further.provided.clone(),
        is_tree: further.branch.is_battle() && !further.branch.parry,
        in_full: true,
        ..actual.clone()
    });
    let actual = std::iter::once(actual.clone()).chain(more);
    let actual = actual.map(|task| (PhaseKind::Actual, task));
    set.into_iter().chain(actual).collect()
}

/// What one phase has to solve.
#[derive(Clone)]
struct Task {
    starter: Side,
    branch: Branch,
    missing: u8,
    other_passes: bool,
    /// What must hold, or there is no phase.
    provided: Option<Precondition>,
    is_tree: bool,
    /// Whether trees are told with all that follows the first moves: always behind other play.
    in_full: bool,
}

impl Task {
    /// Who is to move in the diagram.
    fn first_to_move(&self) -> Side {
        match self.other_passes {
            true => !self.starter,
            false => self.starter,
        }
    }
}

/// Solves one phase.
struct Solver<'a, G> {
    control: &'a Control<'a>,
    game: &'a G,
    salt: u128,
    kind: PhaseKind,
    in_full: bool,
    wishes: Wishes,
}

impl<G: Game + Sync> Solver<'_, G> {
    fn solve(&self, task: &Task, solved: &mut Solved) {
        self.control.observer.event(Event::Phase(self.kind));
        let mut game = self.game.clone();
        let by_first_moves = task.branch.manner != PlayKind::Defence
            && (self.kind == PhaseKind::Actual || !task.is_tree);
        if self.control.budget.part.is_some() && !by_first_moves {
            return;
        }
        let first = task.first_to_move();
        game.set_side_to_move(first);
        if matches!(self.kind, PhaseKind::SetPlay | PhaseKind::PostKey) {
            game.begin_after(1);
        }
        if game.can_capture_king() {
            solved.remarks.push(Remark::KingCapturable(first));
            return;
        }
        if task.other_passes {
            game.pass();
        }
        if let Some(proviso) = &task.provided {
            let mut diagram = self.game.clone();
            diagram.set_side_to_move(proviso.to_move);
            if !self.searcher().holds(&mut diagram, &proviso.node) {
                return;
            }
        }
        let numbers_fail = task.is_tree && self.control.levels() > 1;
        let mut told = ToldLines::default();
        let (play, numbers) = match (task.is_tree, self.kind) {
            _ if numbers_fail => (Play::Tree(Tree::default()), Vec::new()),
            (true, PhaseKind::Actual) if task.branch.manner == PlayKind::Defence => {
                (Play::Tree(self.defended(game, &task.branch)), Vec::new())
            }
            (true, PhaseKind::Actual) => {
                let (tree, numbers) = self.keys(game, &task.branch);
                (Play::Tree(tree), numbers)
            }
            (true, _) => (Play::Tree(self.defences(game, &task.branch)), Vec::new()),
            (false, _) => {
                let (found, before) = self.lines(game, task);
                told = before;
                let (lines, numbers) = found.into_lines(task.missing);
                (Play::Lines(lines), numbers)
            }
        };
        let after_key = task.is_tree && task.branch.manner == PlayKind::Defence;
        let kind = match self.kind {
            PhaseKind::Actual if after_key && task.missing > 0 => PhaseKind::PostKey,
            PhaseKind::Actual if after_key => PhaseKind::Defence,
            kind => kind,
        };
        let phase = Phase {
            kind,
            starter: task.starter,
            play,
            told,
            numbers,
        };
        self.control.observer.phase(&phase);
        solved.phases.push(phase);
    }

    fn searcher(&self) -> Searcher<'_, G> {
        Searcher::new(self.control, self.salt, self.wishes)
    }

    fn first_moves(&self, mut game: G, branch: &Branch, length: u16) -> FirstMoves<'_, G> {
        let wanted = first_wanted(branch, Progress::start(length));
        let announced = self.control.numbers_moves(branch, length);
        let moves = match (announced, self.kind) {
            (true, PhaseKind::SetPlay) => game.numbered_moves(Wanted::All),
            (true, _) => game.numbered_moves(wanted),
            (false, _) => legal_moves(&mut game, wanted),
        };
        FirstMoves::new(
            self.control,
            game,
            (self.salt, self.wishes, branch.id),
            (length, moves),
            announced,
        )
    }

    /// Play told as lines, and what of it was told before.
    fn lines(&self, mut game: G, task: &Task) -> (Found, ToldLines) {
        let branch = &task.branch;
        let mut found = Found::whole(self.control.max_solutions());
        let mut searcher = self.searcher();
        let begun = !searcher.ends_before_it_begins(&mut game, branch);
        if begun && !searcher.may_begin(&mut game, branch) {
            found.push(searcher.violating_lines(&mut game, branch));
        } else if branch.manner == PlayKind::Defence {
            searcher.inner_lines(&mut game, branch, &mut found);
        } else if branch.manner == PlayKind::Attack {
            self.lines_by_first_move(game, branch, &mut found);
        } else {
            let many = self.control.tells_lines_from(branch);
            let stream =
                many.map(|many| Stream::new(self.kind, (task.starter, task.missing), many));
            self.lines_by_length(game, branch, stream.as_ref(), &mut found);
            let told = stream.map(|stream| stream.close(self.control, &mut found));
            return (found, told.unwrap_or_default());
        }
        (found, ToldLines::default())
    }

    /// Help and series play: all lengths, shortest first.
    fn lines_by_length(
        &self,
        mut game: G,
        branch: &Branch,
        stream: Option<&Stream>,
        found: &mut Found,
    ) {
        let full_only = self.control.has_interval();
        let asked = |length: &u16| !full_only || *length == branch.span.max;
        let from_the_first = !full_only && branch.span.min <= 1 && branch.span.max <= LONGEST;
        let leaves_detours = from_the_first && self.control.allow(ShortCut::Detours);
        let sweep = leaves_detours.then(|| self.control.next_sweep()).flatten();
        for length in branch.lengths().filter(asked) {
            self.control.observer.event(Event::Length(length));
            let start = Progress {
                sweep: sweep.filter(|_| found.is_empty()),
                ..Progress::start(length)
            };
            self.lines_of_length(&mut game, branch, (start, stream), found);
            let short = self.control.options.stop_on_short_solutions && !found.is_empty();
            let short = short && length < branch.span.max || found.is_short();
            self.note_limit(short || found.is_full());
            if short || found.is_full() || self.control.must_stop() {
                break;
            }
        }
    }

    /// Battle play told as lines: each first move that succeeds, as soon as it does.
    fn lines_by_first_move(&self, game: G, branch: &Branch, found: &mut Found) {
        let side = game.side_to_move();
        let limit = found.room();
        let first_moves = self.first_moves(game, branch, branch.span.max);
        let (parts, numbers) = first_moves.search(
            limit,
            |_| Share::ONE,
            |searcher, game, record| {
                if searcher.searches_a_reply() {
                    self.one_reply(searcher, game, branch);
                    return None;
                }
                let left = self.shortest_success(searcher, game, branch)?;
                let mut lines = Found::new(usize::MAX);
                searcher.lines_after_attack(game, branch, left, (side, record), &mut lines);
                Some(lines.into_group())
            },
        );
        self.note_limit(parts.len() >= limit);
        found.note_numbers(numbers);
        parts.into_iter().for_each(|part| found.push(part));
    }

    fn lines_of_length(
        &self,
        game: &mut G,
        branch: &Branch,
        (start, stream): (Progress, Option<&Stream>),
        found: &mut Found,
    ) {
        let mut searcher = self.searcher();
        if start.length == 0 {
            return searcher.lines(game, branch, start, found);
        }
        if searcher.ends_before_it_begins(game, branch) {
            return;
        }
        let side = game.side_to_move();
        let first_moves = self.first_moves(game.clone(), branch, start.length);
        let first_moves = first_moves.told_by(stream);
        let limit = found.room();
        if let Some(stream) = stream {
            stream.begin(first_moves.len(), found);
        }
        let (parts, numbers) = first_moves.search(limit, Found::share, |searcher, game, record| {
            let mut found = Found::whole(limit);
            found.enter(Some((side, game.plies())));
            searcher.lines_after(game, branch, start.next(), &mut found);
            let first = found.leave();
            found.precede(first, side, record);
            Some(searcher.finish_first_move(found))
        });
        found.note_numbers(numbers);
        match stream {
            Some(stream) => stream.end(found),
            None => parts.into_iter().for_each(|part| found.append(part)),
        }
    }

    /// The actual play of a battle: keys and tries.
    fn keys(&self, mut game: G, branch: &Branch) -> (Tree, Vec<NumberedMove>) {
        let limit = self.control.max_solutions();
        let mut searcher = self.searcher();
        if !searcher.may_begin(&mut game, branch) {
            let branches = searcher.violations(&mut game, branch);
            return (tree(branches), Vec::new());
        }
        let diagram = game.diagram_key();
        let first_moves = self.first_moves(game, branch, branch.span.max);
        let (branches, numbers) = first_moves.search(
            limit,
            |_| Share::ONE,
            |searcher, game, _| {
                if searcher.searches_a_reply() {
                    self.one_reply(searcher, game, branch);
                    return None;
                }
                self.key(searcher, game, branch, diagram)
                    .or_else(|| self.try_move(searcher, game, branch, diagram))
                    .filter(|_| !searcher.stopped)
            },
        );
        self.note_limit(branches.len() >= limit);
        (tree(branches), numbers)
    }

    /// The first move just played in the diagram of this key, if it is a key, in its shortest
    /// success.
    fn key(
        &self,
        searcher: &mut Searcher<'_, G>,
        game: &mut G,
        branch: &Branch,
        diagram: u128,
    ) -> Option<Told> {
        let left = self.shortest_success(searcher, game, branch)?;
        if searcher.is_taken_back(game, branch, left, diagram) {
            return None;
        }
        let mut told = match self.in_full {
            true => searcher.tell_attack(game, branch, left, self.style()),
            false => searcher.tell_bare_attack(game, branch, left),
        };
        told.mark = Mark::Key;
        Some(told)
    }

    /// Searches the one reply that is asked for, and says whether the first move just played fails
    /// for it.
    fn one_reply(&self, searcher: &mut Searcher<'_, G>, game: &mut G, branch: &Branch) {
        let success = self.shortest_success(searcher, game, branch);
        if success.is_none() && !searcher.stopped {
            self.control.observer.event(Event::Refuted);
        }
    }

    /// What is left after the first move just played, if it succeeds, at the soonest.
    fn shortest_success(
        &self,
        searcher: &mut Searcher<'_, G>,
        game: &mut G,
        branch: &Branch,
    ) -> Option<Span> {
        let mut lengths = branch.lengths().map(|length| Span {
            max: length - 1,
            min: branch.span.min.saturating_sub(1),
        });
        if !searcher.keeps_wishes(game, branch, branch.span.after_ply()) {
            return None;
        }
        lengths.find(|left| searcher.attack_works(game, branch, *left))
    }

    /// The first move just played, if it has few enough refutations.
    fn try_move(
        &self,
        searcher: &mut Searcher<'_, G>,
        game: &mut G,
        branch: &Branch,
        diagram: u128,
    ) -> Option<Told> {
        let options = self.control.options;
        let most = usize::from(options.defence?);
        let side = game.side_to_move();
        let left = branch.span.after_ply();
        let trivial = options.trivial_tries_avoid && game.in_check(side);
        if most == 0 || left.max == 0 || trivial {
            return None;
        }
        if !searcher.keeps_wishes(game, branch, left) {
            return None;
        }
        let refutations = searcher.refutations(game, branch, left, most)?;
        if searcher.is_taken_back(game, branch, left, diagram) {
            return None;
        }
        let mut told = Told::new(game.record());
        told.mark = Mark::Try;
        told.refutations = refutations;
        if self.in_full {
            let reply = searcher.reply(game, branch, left, self.style());
            told.threat = reply.threat;
            told.answers = reply.answers;
        }
        Some(told)
    }

    /// Play asked for that begins with the defender: without variations it is only said that he
    /// is in check.
    fn defended(&self, game: G, branch: &Branch) -> Tree {
        let tree = self.defences(game, branch);
        match (self.in_full, tree.threat) {
            (true, threat) => Tree { threat, ..tree },
            (false, Threat::Check) => Tree {
                threat: Threat::Check,
                branches: Vec::new(),
            },
            (false, _) => Tree::default(),
        }
    }

    /// Set play and play after the key: the defender begins.
    fn defences(&self, game: G, branch: &Branch) -> Tree {
        let post_key = self.kind != PhaseKind::SetPlay;
        let reply = self.aided(&game, branch.span.max, |searcher, game| {
            searcher.reply_in_diagram(game, branch, self.style(), post_key)
        });
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

    /// Lets `work` search play of so many plies, and other threads aid it.
    fn aided<T: Send>(
        &self,
        game: &G,
        plies: u16,
        work: impl Fn(&mut Searcher<'_, G>, &mut G) -> T + Sync,
    ) -> T {
        let search = || work(&mut self.searcher(), &mut game.clone());
        if plies <= WORTH_AIDING {
            return search();
        }
        let (under_way, numbers) = (UnderWay::default(), AtomicU64::new(0));
        let share = || match numbers.fetch_add(1, Relaxed) {
            0 => {
                let found = search();
                under_way.finish();
                Some(found)
            }
            number => {
                let mut searcher = self.searcher();
                searcher.aids(Aid::new(&under_way, plies, number));
                work(&mut searcher, &mut game.clone());
                None
            }
        };
        let shares = threads::each(self.control.budget.threads, share);
        let found = shares.and_then(|shares| shares.into_iter().flatten().next());
        found.unwrap_or_else(search)
    }

    fn style(&self) -> Style {
        let options = self.control.options;
        let told = self.in_full || self.kind == PhaseKind::PostKey;
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

fn legal_moves<G: Game>(game: &mut G, wanted: Wanted) -> Vec<(G::Move, bool)> {
    if game.has_last_ply_order(wanted) {
        let mut moves = game.numbered_moves(wanted);
        moves.retain(|(_, legal)| *legal);
        return moves;
    }
    let mut moves = Vec::new();
    let _ = game.visit_moves(wanted, &[], &mut |_, movement| {
        moves.push((movement, true));
        Continue(())
    });
    moves
}

fn tree(branches: Vec<Told>) -> Tree {
    Tree {
        branches,
        ..Tree::default()
    }
}
