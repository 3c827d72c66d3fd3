//! Bounds: when a goal is certainly too far away for play in which both sides help, or
//! one is alone.

use super::progress::Progress;
use super::searcher::{or_reaching, wanted};
use crate::board::Side;
use crate::problem::Goal;
use crate::rules::{Game, Remaining, Wanted};
use crate::stipulation::{Branch, Node, PlayKind, nested};

/// Whether the goal at the end is certainly too far away.
pub(super) fn is_out_of_reach<G: Game>(game: &mut G, branch: &Branch, progress: Progress) -> bool {
    let mut plies = [0; 2];
    let turn = game.side_to_move();
    let mover = play(branch.manner, turn, progress.left(), &mut plies);
    let end = branch.end_after(progress.length);
    end.is_some_and(|node| is_node_out_of_reach(game, node, mover, (plies, false)))
}

/// Whether a whole branch of so many plies certainly cannot reach its goal.
pub(super) fn is_too_far<G: Game>(game: &mut G, branch: &Branch, plies: u16) -> bool {
    is_out_of_reach(game, branch, Progress::start(plies))
}

/// Whether play that the node asks for after the ply just made cannot reach its goal.
pub(super) fn is_end_out_of_reach<G: Game>(game: &mut G, node: &Node) -> bool {
    let mover = !game.side_to_move();
    !node.is_leaf() && is_node_out_of_reach(game, node, mover, ([0; 2], false))
}

/// Counts plies that begin with this side, and tells who makes the last.
fn play(manner: PlayKind, turn: Side, left: u16, plies: &mut [u16; 2]) -> Side {
    if manner == PlayKind::Series {
        plies[turn.index()] += left;
        return turn;
    }
    plies[turn.index()] += left.div_ceil(2);
    plies[(!turn).index()] += left / 2;
    if left.is_multiple_of(2) { !turn } else { turn }
}

/// Whether a node certainly cannot hold after a ply of `mover`, the last of so many plies, to
/// which it may be forced.
fn is_node_out_of_reach<G: Game>(
    game: &mut G,
    node: &Node,
    mover: Side,
    (mut plies, is_forced): ([u16; 2], bool),
) -> bool {
    let inner = match node {
        Node::Goal(goal) => {
            let (goal, by) = (*goal, mover);
            return game.is_out_of_reach(Remaining {
                goal,
                by,
                plies,
                is_forced,
            });
        }
        Node::And(first, second) => {
            return is_node_out_of_reach(game, first, mover, (plies, is_forced))
                || is_node_out_of_reach(game, second, mover, (plies, is_forced));
        }
        Node::Or(first, second) => {
            return is_node_out_of_reach(game, first, mover, (plies, is_forced))
                && is_node_out_of_reach(game, second, mover, (plies, is_forced));
        }
        Node::Not(_) => return false,
        Node::Branch(inner) => inner,
    };
    let starter = if inner.again { mover } else { !mover };
    play(inner.manner, starter, inner.span.max, &mut plies);
    match &inner.ends {
        [Some(node), None] => {
            let is_forced = inner.manner == PlayKind::Defence;
            is_node_out_of_reach(game, node, starter, (plies, is_forced))
        }
        [None, Some(node)] if inner.manner != PlayKind::Series => {
            let is_forced = inner.manner == PlayKind::Attack;
            is_node_out_of_reach(game, node, !starter, (plies, is_forced))
        }
        _ => false,
    }
}

/// The plies that each side has left when `turn` is to move, if play ends in a target position: only
/// then can the engine find moves that lead too far away without playing them.
pub(super) fn plies_to_target(branch: &Branch, progress: Progress, turn: Side) -> Option<[u16; 2]> {
    let end = branch.end_after(progress.length);
    let has_target = matches!(end, Some(Node::Goal(Goal::ProofGame | Goal::AToB)));
    has_target.then(|| {
        let mut plies = [0; 2];
        play(branch.manner, turn, progress.left(), &mut plies);
        plies
    })
}

/// Which moves the next ply has to visit.
pub(super) fn next_wanted(branch: &Branch, progress: Progress) -> Wanted {
    let prepared = match (branch.manner, progress.left()) {
        (PlayKind::Help, 2) if !branch.parry => branch.end_after(progress.length),
        (PlayKind::Series, 1) => nested(branch.end_after(progress.length)).and_then(only_move),
        _ => None,
    };
    match prepared {
        Some(Node::Goal(goal)) => Wanted::BeforeGoal(*goal),
        _ => first_wanted(branch, progress),
    }
}

/// What the other side is to reach by its only move.
fn only_move(inner: &Branch) -> Option<&Node> {
    let is_one = inner.manner == PlayKind::Help && inner.span.max == 1 && !inner.again;
    inner.end_after(1).filter(|_| is_one)
}

/// Which moves the next ply needs to visit.
pub(super) fn first_wanted(branch: &Branch, progress: Progress) -> Wanted {
    match branch.end_after(progress.ply + 1) {
        Some(node) if progress.left() == 1 => wanted(node),
        Some(node) if branch.is_battle() && branch.span.min <= 1 => or_reaching(node),
        _ => Wanted::All,
    }
}
