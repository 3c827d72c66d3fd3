//! Proof games: what became of every man is deduced first, then the games are searched.
//!
//! A task leads from one orthodox position to another in a number of plies. [`deduce`] shares
//! out the places of the target among the men of each side until budgets of moves and captures
//! say nothing new. [`graph`] follows each side alone through time and keeps what lies on a way
//! of exactly the right length; [`mutual`] narrows both by what they say about each other.
//! [`game`] plays the rest out.
//!
//! **Invariant:** every deduction holds of all games that reach the target in the plies asked
//! for; a search without any of them finds the same games in the same order.

pub(crate) mod assign;
mod camp;
mod deduce;
mod endings;
mod explain;
mod formation;
mod game;
mod graph;
mod mutual;
mod pairs;
#[cfg(test)]
mod random;
pub(crate) mod routes;
mod schedule;
mod share;
mod step;
mod tandem;
mod task;
mod timing;
mod trail;

use crate::board::{Side, Square};
use crate::conditions::compile;
use crate::men::{Piece, walk_id};
use crate::orthodox::Orthodox;
use crate::orthodox::attack::bit;
use crate::problem::{Diagram, FateWish, Goal, ManAtStart, Options, Problem, Rights};
use crate::rules::{Engine, Game, ShortCuts};
use crate::search::{Budget, Event, Observer, Solved};
use crate::solution::{Fates, Line, MoveRecord, Outcome, Phase, PhaseKind, Play, Remark};
use crate::stipulation::{self, Branch, Node, PlayKind, TreeOfPlay};
use deduce::{Bound, Terms};
pub use explain::{ManStory, Place, SideStory, Story};
use formation::Formation;
use game::Moves;
use graph::{MOST_PLIES, TooMany};
use routes::{KING, PAWN, WALKS};
use schedule::Schedule;
use serde::{Deserialize, Serialize};
use share::Keeper;
use step::Step;
use task::{Found, Limits, MOST_MEN, Task};

/// Bytes that a ply of a game found takes.
const PLY: usize = 128;

/// Said where more games were found than there is room for.
const FULL: &str = "the memory for the search holds no more games, and there may be more; give it more, \
                    or ask for games of the exact length";

/// Finds all games that lead to the target, shortest first; none if this is not the way to
/// solve the problem and the usual search has to do it.
pub fn solve(
    game: &Orthodox,
    target: &Diagram,
    tree: &TreeOfPlay,
    options: &Options,
    budget: &Budget,
    observer: &dyn Observer,
) -> Option<Solved> {
    let branch = &tree.branch;
    let is_plain = is_plain(tree) && asks_nothing_more(options) && budget.part.is_none();
    if !is_plain || usize::from(branch.span.max) > MOST_PLIES {
        return None;
    }
    let mut game = game.clone();
    game.set_side_to_move(tree.starter);
    if game.can_capture_king() {
        return None;
    }
    let task = task(&game, target, &options.fates, budget.short_cuts)?;
    let start = men_at_start(&game)?;
    let most = [budget.max_solutions, options.max_solutions];
    let most = most.into_iter().flatten().min();
    let most = most.map_or(usize::MAX, |most| most as usize);
    observer.event(Event::Phase(PhaseKind::Actual));
    let mut lines: Vec<Line> = Vec::new();
    let mut outcome = Outcome::Finished;
    let mut remarks = Vec::new();
    let mut room = budget.memory;
    let lengths: Vec<u16> = branch.lengths().collect();
    for length in lengths {
        observer.event(Event::Length(length));
        let schedule = Schedule {
            plies: length.into(),
            starter: tree.starter,
            alone: branch.manner == PlayKind::Series,
        };
        let accepts = |moves: &[Step]| {
            options.fates.is_empty() || fates_of(&start, &schedule, moves).grant(&options.fates)
        };
        let keeper = FirstMoves {
            game: &game,
            budget,
            observer,
            stage: length.into(),
        };
        let is_shared = budget.threads > 1 || budget.checkpoint.is_some();
        let fitting = (room / (PLY * usize::from(length).max(1))).max(1);
        let limits = Limits {
            accepts: &accepts,
            threads: budget.threads,
            keeper: is_shared.then_some(&keeper),
            games: fitting.min(most - lines.len()),
            memory: budget.memory,
            must_stop: &|| budget.is_cancelled() || budget.is_time_up(),
            tell: &|side, count| observer.event(Event::Formations { side, count }),
        };
        let found = match task.search(&schedule, &limits) {
            Ok(found) => found,
            Err(TooMany) if (limits.must_stop)() => Found::stopped(),
            Err(TooMany) => return None,
        };
        observer.event(Event::Nodes(found.nodes));
        let goal = branch.end_after(length).and_then(goal_of);
        let is_full = found.games.len() >= fitting;
        room -= room.min(PLY * usize::from(length) * found.games.len());
        for moves in found.games {
            lines.extend(replay(&mut game, &schedule, &moves, goal));
        }
        if found.stopped {
            outcome = match budget.is_cancelled() {
                true => Outcome::Interrupted,
                false => Outcome::TimeUp,
            };
            break;
        }
        let is_short = options.stop_on_short_solutions && !lines.is_empty();
        let is_enough = lines.len() >= most || is_short && length < branch.span.max;
        if is_full && !is_enough {
            remarks.push(Remark::Note(FULL.to_owned()));
        }
        if is_full || is_enough {
            outcome = Outcome::Limited;
            break;
        }
    }
    Some(Solved {
        phases: vec![Phase {
            kind: PhaseKind::Actual,
            starter: tree.starter,
            play: Play::Lines(lines),
            told: Default::default(),
            numbers: Vec::new(),
        }],
        remarks,
        outcome,
    })
}

/// Tells what can be deduced of a proof game or of `a=>b` without searching for the games: what
/// all games of the full length have in common.
///
/// # Errors
/// With the reason, when the problem is no orthodox proof game.
pub fn explain(problem: &Problem, budget: &Budget) -> Result<Story, String> {
    let tree = stipulation::of_problem(problem).ok_or("nothing is asked")??;
    let engine = compile(problem).map_err(|refusal| refusal.to_string())?;
    refuse_fates(problem, &engine)?;
    let target = problem.target().filter(|_| is_plain(&tree));
    let target = target.ok_or("only games that lead to a position are explained")?;
    let mut game = Orthodox::of(&engine).ok_or("only orthodox games are explained")?;
    game.set_side_to_move(tree.starter);
    let length = tree.branch.span.max;
    let task = task(&game, target, &problem.options.fates, budget.short_cuts)
        .filter(|_| usize::from(length) <= MOST_PLIES);
    let task = task.ok_or("the game is too long or has too many men to be explained")?;
    let schedule = Schedule {
        plies: length.into(),
        starter: tree.starter,
        alone: tree.branch.manner == PlayKind::Series,
    };
    let limits = Limits {
        games: 0,
        memory: budget.memory,
        must_stop: &|| budget.is_cancelled() || budget.is_time_up(),
        tell: &|_, _| {},
        accepts: &|_| true,
        threads: 1,
        keeper: None,
    };
    Ok(explain::explain(&task, &schedule, &limits))
}

/// Refuses fates where men cannot be followed, or where nobody of that name is there.
///
/// # Errors
/// With the reason.
pub fn refuse_fates(problem: &Problem, engine: &Engine) -> Result<(), String> {
    let wishes = &problem.options.fates;
    if wishes.is_empty() {
        return Ok(());
    }
    let is_game = problem.target().is_some() && problem.invisible == 0;
    if !is_game || Orthodox::of(engine).is_none() {
        let why = "fates of men are understood in orthodox proof games and `a=>b` only";
        return Err(why.to_owned());
    }
    let start = problem.start_of_play();
    let named = wishes.iter().flat_map(|wish| [wish.man, wish.captor]);
    for man in named.flatten() {
        if start.on(man.square).is_none() || start.on(man.square).walk() != man.walk {
            let name = man.walk.row().names.en.to_lowercase();
            return Err(format!("no {name} stands on {} at the start", man.square));
        }
    }
    Ok(())
}

/// The first moves of games of one length: reported when their search begins, kept when it ends.
struct FirstMoves<'a> {
    game: &'a Orthodox,
    budget: &'a Budget,
    observer: &'a dyn Observer,
    stage: u32,
}

/// What was found behind a first move.
#[derive(Serialize, Deserialize)]
struct Kept {
    games: Vec<Moves>,
}

impl FirstMoves<'_> {
    fn record(&self, first: Step) -> Option<MoveRecord> {
        let mut game = self.game.clone();
        let movement = game.legal_step(first.from(), first.to(), first.arrives())?;
        game.play(movement);
        Some(game.record())
    }
}

impl Keeper for FirstMoves<'_> {
    fn count(&self, first_moves: usize) {
        self.observer.event(Event::FirstMoves(first_moves));
    }

    fn known(&self, number: usize, first: Step) -> Option<Vec<Moves>> {
        let checkpoint = self.budget.checkpoint.as_ref()?;
        let kept: Kept = checkpoint.found_behind(self.stage, number, &self.record(first)?)?;
        Some(kept.games)
    }

    fn begun(&self, number: usize, of: usize, first: Step) {
        if let Some(movement) = &self.record(first) {
            let number = number + 1;
            self.observer.event(Event::Started {
                number,
                of,
                movement,
            });
        }
    }

    fn finished(&self, number: usize, of: usize, first: Step, games: &[Moves]) {
        if let (Some(checkpoint), Some(record)) = (&self.budget.checkpoint, self.record(first)) {
            let games = games.to_vec();
            checkpoint.keep_behind(self.stage, number, &record, &Kept { games });
        }
        let number = number + 1;
        self.observer.event(Event::Finished { number, of });
    }
}

/// Whether the play is nothing but moves that lead to the target.
fn is_plain(tree: &TreeOfPlay) -> bool {
    let branch = &tree.branch;
    let leads = |node: &Option<Node>| node.as_ref().is_none_or(|node| goal_of(node).is_some());
    let plain = Branch {
        id: branch.id,
        manner: branch.manner,
        span: branch.span,
        ends: branch.ends.clone(),
        constraint: None,
        demands: [None, None],
        parry: false,
        again: false,
        untold: false,
        may_be_empty: false,
        ends_early: branch.ends_early,
    };
    matches!(branch.manner, PlayKind::Help | PlayKind::Series)
        && branch.ends.iter().all(leads)
        && *branch == plain
        && tree.missing == 0
        && !tree.other_passes
        && tree.provided.is_none()
        && tree.more.is_empty()
}

fn goal_of(node: &Node) -> Option<Goal> {
    match node {
        Node::Goal(goal @ (Goal::ProofGame | Goal::AToB)) => Some(*goal),
        _ => None,
    }
}

/// Whether no option asks for more than the games, or for fewer of them.
fn asks_nothing_more(options: &Options) -> bool {
    let others = Options {
        max_solutions: None,
        max_time: None,
        no_board: false,
        no_castling: Default::default(),
        en_passant: Vec::new(),
        white_to_play: false,
        no_white_king: false,
        no_black_king: false,
        stop_on_short_solutions: false,
        variation: false,
        fates: Vec::new(),
        // A game from its beginning has the castlings it has.
        rights: Rights::default(),
        ..options.clone()
    };
    others == Options::default()
}

/// The task of a position and a target; none if it is beyond what is known here.
fn task(
    game: &Orthodox,
    target: &Diagram,
    wishes: &[FateWish],
    short_cuts: ShortCuts,
) -> Option<Task> {
    let mut starts = [Formation::default(); 2];
    let mut targets = [[0; WALKS]; 2];
    for side in Side::BOTH {
        let start = &mut starts[side.index()];
        for (number, squares) in game.men_of(side)?.into_iter().enumerate() {
            for square in crate::orthodox::attack::Each(squares) {
                start.put(square, number + PAWN);
            }
        }
        start.rights = game.castlings_of(side);
        if start.occupied().count_ones() > MOST_MEN || start.men(KING).count_ones() > 1 {
            return None;
        }
    }
    for (square, man) in target.men() {
        let side = Side::BOTH.into_iter().find(|side| man.is_of(*side))?;
        let known = walk_id::NUMBERED.iter();
        let number = known
            .enumerate()
            .find(|(_, walk)| man == Piece::usual(**walk, side))?
            .0;
        *targets[side.index()].get_mut(number + PAWN)? |=
            1_u64.checked_shl(square.byte().into())?;
    }
    Some(Task {
        starts,
        targets,
        passed: game.passed_square(),
        terms: Terms {
            bounds: wishes.iter().filter_map(bound).collect(),
            short_cuts,
        },
    })
}

/// What a wish says of a single man.
fn bound(wish: &FateWish) -> Option<Bound> {
    let man = wish.man?;
    let end = wish.end.map_or(!0, |end| bit(end.index()));
    let mut ends = [end; WALKS];
    let mut lost = end;
    match wish.wanted {
        true => {
            if let Some((promoted, _)) = wish.promotion {
                let walks = walk_id::NUMBERED.iter().zip(&mut ends[PAWN..]);
                let others = walks.filter(|(walk, _)| **walk != promoted);
                others.for_each(|(_, squares)| *squares = 0);
            }
            if wish.captor.is_some() {
                ends = [0; WALKS];
            }
        }
        // Only where nothing else is said, each end there is excluded.
        false if wish.promotion.is_none() && wish.captor.is_none() => {
            (ends, lost) = ([!end; WALKS], !end);
        }
        false => return None,
    }
    Some(Bound {
        home: man.square.index(),
        ends,
        lost,
    })
}

/// All men with their squares.
fn men_at_start(game: &Orthodox) -> Option<Vec<ManAtStart>> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        let men = game.men_of(side)?.into_iter().zip(walk_id::NUMBERED);
        all.extend(men.flat_map(|(squares, walk)| {
            crate::orthodox::attack::Each(squares).map(move |on| ManAtStart {
                walk,
                square: square(on),
            })
        }));
    }
    Some(all)
}

fn square(on: usize) -> Square {
    Square::new(on as u8)
}

/// What became of all men in a game.
fn fates_of(start: &[ManAtStart], schedule: &Schedule, moves: &[Step]) -> Fates {
    let mut fates = Fates::of(start.iter().copied());
    for (ply, step) in moves.iter().enumerate() {
        if step.is_castling() {
            fates.castle(schedule.mover(ply), step.to() < step.from());
            continue;
        }
        let captured = step.is_capture().then(|| square(step.victim()));
        let [from, to] = [step.from(), step.to()].map(square);
        fates.go(from, to, captured);
        fates.promote_to(to, walk_id::NUMBERED[step.arrives() - PAWN]);
    }
    fates
}

/// Plays a game on the orthodox engine, which tells its moves; none if it is not legal there.
fn replay(
    game: &mut Orthodox,
    schedule: &Schedule,
    moves: &[Step],
    goal: Option<Goal>,
) -> Option<Line> {
    let mut told: Vec<(Side, MoveRecord)> = Vec::with_capacity(moves.len());
    for (ply, step) in moves.iter().enumerate() {
        let legal = game.legal_step(step.from(), step.to(), step.arrives());
        debug_assert!(legal.is_some(), "moves of a game found are legal");
        if let Some(movement) = legal {
            game.play(movement);
            told.push((schedule.mover(ply), game.record()));
        }
        if schedule.alone && ply + 1 < moves.len() {
            game.pass();
        }
    }
    let is_whole = told.len() == moves.len();
    let reached = goal.is_some_and(|goal| game.reaches(goal));
    debug_assert!(reached, "a game found leads to the target");
    game.rewind_all();
    (is_whole && reached).then(|| Line {
        moves: told,
        ..Line::ending(goal)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rights_are_asked_of_changes_no_game() {
        for rights in [Rights::Codex, Rights::Given, Rights::Strategy] {
            let options = Options {
                rights,
                ..Options::default()
            };
            assert!(asks_nothing_more(&options), "{rights:?}");
        }
    }
}
