//! Bounds: when a goal is certainly too far away for play in which both sides help, or
//! one is alone.

use super::line::{Progress, first_wanted};
use crate::board::Side;
use crate::problem::Goal;
use crate::rules::{Game, Rest, Wanted};
use crate::stipulation::{Branch, Manner, Node, nested};

/// Whether the goal at the end is certainly too far away.
pub(super) fn is_hopeless<G: Game>(game: &mut G, branch: &Branch, progress: Progress) -> bool {
    let rest = rest(game.side_to_move(), branch, progress);
    rest.is_some_and(|rest| game.is_hopeless(rest))
}

/// Whether a whole branch of so many plies certainly cannot reach its goal.
pub(super) fn is_too_far<G: Game>(game: &mut G, branch: &Branch, plies: u16) -> bool {
    is_hopeless(game, branch, Progress::start(plies))
}

/// Whether play that the node asks for after the ply just made cannot reach its goal.
pub(super) fn is_end_hopeless<G: Game>(game: &mut G, node: &Node) -> bool {
    let mut plies = [0; 2];
    let mover = !game.side_to_move();
    let rest = nested(Some(node)).and_then(|_| goal(node, mover, &mut plies));
    rest.is_some_and(|(goal, by)| game.is_hopeless(Rest { goal, by, plies }))
}

/// What is left of a branch that this side goes on with; none if its end is no single goal.
fn rest(turn: Side, branch: &Branch, progress: Progress) -> Option<Rest> {
    let mut plies = [0; 2];
    let left = progress.left();
    let mover = play(branch.manner, turn, left, &mut plies);
    let (goal, by) = goal(branch.end_after(progress.length)?, mover, &mut plies)?;
    Some(Rest { goal, by, plies })
}

/// Counts plies that begin with this side, and tells who makes the last.
fn play(manner: Manner, turn: Side, left: u16, plies: &mut [u16; 2]) -> Side {
    if manner == Manner::Series {
        plies[turn.index()] += left;
        return turn;
    }
    plies[turn.index()] += left.div_ceil(2);
    plies[(!turn).index()] += left / 2;
    if left.is_multiple_of(2) { !turn } else { turn }
}

/// The only goal in a node that must hold after a ply of `mover`, and who reaches it.
fn goal(node: &Node, mover: Side, plies: &mut [u16; 2]) -> Option<(Goal, Side)> {
    let inner = match node {
        Node::Goal(goal) => return Some((*goal, mover)),
        Node::Branch(inner) => inner,
        Node::Not(_) | Node::And(..) | Node::Or(..) => return None,
    };
    let starter = if inner.again { mover } else { !mover };
    play(inner.manner, starter, inner.span.max, plies);
    match &inner.ends {
        [Some(node), None] => goal(node, starter, plies),
        [None, Some(node)] if inner.manner != Manner::Series => goal(node, !starter, plies),
        _ => None,
    }
}

/// Which moves the next ply has to visit.
pub(super) fn next_wanted(branch: &Branch, progress: Progress) -> Wanted {
    let prepared = match (branch.manner, progress.left()) {
        (Manner::Help, 2) if !branch.parry => branch.end_after(progress.length),
        (Manner::Series, 1) => nested(branch.end_after(progress.length)).and_then(only_move),
        _ => None,
    };
    match prepared {
        Some(Node::Goal(goal)) => Wanted::Preparing(*goal),
        _ => first_wanted(branch, progress),
    }
}

/// What the other side is to reach by its only move.
fn only_move(inner: &Branch) -> Option<&Node> {
    let is_one = inner.manner == Manner::Help && inner.span.max == 1 && !inner.again;
    inner.end_after(1).filter(|_| is_one)
}
