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

mod assign;
mod camp;
mod deduce;
mod explain;
mod formation;
mod game;
mod graph;
mod mutual;
#[cfg(test)]
mod random;
mod routes;
mod schedule;
mod step;
mod task;
mod timing;
mod trail;

use crate::board::Side;
use crate::conditions::compile;
use crate::men::{Piece, walk_id};
use crate::orthodox::Orthodox;
use crate::problem::{Diagram, Goal, Options, Problem};
use crate::rules::Game;
use crate::search::{Budget, Event, Observer, Solved};
use crate::solution::{Line, MoveRecord, Outcome, Phase, PhaseKind, Play};
use crate::stipulation::{self, Branch, Manner, Node, TreeOfPlay};
pub use explain::{ManStory, Place, SideStory, Story};
use formation::Formation;
use graph::{MOST_PLIES, TooMany};
use routes::{KING, PAWN, WALKS};
use schedule::Schedule;
use step::Step;
use task::{Found, Limits, MOST_MEN, Task};

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
    let is_plain = is_plain(tree) && asks_nothing_more(options) && budget.checkpoint.is_none();
    if !is_plain || usize::from(branch.span.max) > MOST_PLIES {
        return None;
    }
    let mut game = game.clone();
    game.set_side_to_move(tree.starter);
    if game.can_capture_king() {
        return None;
    }
    let task = task(&game, target)?;
    let most = [budget.max_solutions, options.max_solutions];
    let most = most.into_iter().flatten().min();
    let most = most.map_or(usize::MAX, |most| most as usize);
    observer.event(Event::Phase(PhaseKind::Actual));
    let mut lines: Vec<Line> = Vec::new();
    let mut outcome = Outcome::Finished;
    let lengths: Vec<u16> = branch.lengths().collect();
    for length in lengths {
        observer.event(Event::Length(length));
        let schedule = Schedule {
            plies: length.into(),
            starter: tree.starter,
            alone: branch.manner == Manner::Series,
        };
        let limits = Limits {
            games: most - lines.len(),
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
        if lines.len() >= most || is_short && length < branch.span.max {
            outcome = Outcome::Limited;
            break;
        }
    }
    Some(Solved {
        phases: vec![Phase {
            kind: PhaseKind::Actual,
            starter: tree.starter,
            play: Play::Lines(lines),
            numbers: Vec::new(),
        }],
        remarks: Vec::new(),
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
    let target = problem.target().filter(|_| is_plain(&tree));
    let target = target.ok_or("only games that lead to a position are explained")?;
    let game = Orthodox::of(&engine).ok_or("only orthodox games are explained")?;
    let length = tree.branch.span.max;
    let task = task(&game, target).filter(|_| usize::from(length) <= MOST_PLIES);
    let task = task.ok_or("the game is too long or has too many men to be explained")?;
    let schedule = Schedule {
        plies: length.into(),
        starter: tree.starter,
        alone: tree.branch.manner == Manner::Series,
    };
    let limits = Limits {
        games: 0,
        memory: budget.memory,
        must_stop: &|| budget.is_cancelled() || budget.is_time_up(),
        tell: &|_, _| {},
    };
    Ok(explain::explain(&task, &schedule, &limits))
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
    matches!(branch.manner, Manner::Help | Manner::Series)
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
        ..options.clone()
    };
    others == Options::default()
}

/// The task of a position and a target; none if it is beyond what is known here.
fn task(game: &Orthodox, target: &Diagram) -> Option<Task> {
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
    })
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
