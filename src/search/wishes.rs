//! What options ask of play beside the goal, phase by phase.

use crate::board::Side;
use crate::problem::{Goal, NonTrivial, Options};
use crate::stipulation::{Branch, Node, PlayKind};

/// The wishes of one phase.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Wishes {
    /// A quiet attack must threaten to win within so many plies.
    pub(super) threat: Option<u16>,
    /// The defender's king has at most so many flights.
    pub(super) flights: Option<u16>,
    /// So many defences may go beyond the trivial ones.
    pub(super) non_trivial: Option<NonTrivial>,
    /// This side must keep a man besides its king.
    pub(super) mating: Option<Side>,
    /// Play ends if the other side reaches the goal.
    pub(super) end: Option<(Side, Goal)>,
}

impl Wishes {
    /// What the options ask for in play that this side begins.
    pub(super) fn new(options: &Options, starter: Side, branch: &Branch) -> Wishes {
        let reaching = reaching(starter, branch);
        let battle = branch.is_battle();
        let threat = options
            .threat
            .filter(|_| battle && threat_applies(options, branch));
        Wishes {
            threat: threat.map(|moves| moves.saturating_mul(2).saturating_sub(1)),
            flights: options.max_flights.filter(|_| battle),
            non_trivial: options.non_trivial.filter(|_| battle),
            mating: reaching
                .map(|(side, _)| side)
                .filter(|_| options.keep_mating_piece),
            end: reaching.filter(|_| options.goal_is_end && !options.quodlibet),
        }
    }

    /// Whether an attack that wins in so many plies may fail where more are left.
    pub(super) fn judge_lengths(&self) -> bool {
        self.threat.is_some() || self.flights.is_some()
    }

    /// Whether nothing is wished for.
    pub(super) fn are_none(&self) -> bool {
        *self == Wishes::default()
    }

    /// How many defences may be no trivial ones, at first.
    pub(super) fn allowance(&self) -> u16 {
        let additional = self.non_trivial.map(|wish| wish.additional);
        additional.unwrap_or(0)
    }
}

/// Whether a threat of so many moves can be asked for in this play.
fn threat_applies(options: &Options, branch: &Branch) -> bool {
    let moves = branch.span.max.div_ceil(2);
    let too_long = |threat: u16| moves > 1 && threat >= moves;
    branch.is_battle() && !options.threat.is_some_and(too_long)
}

/// The side that is to reach the goal, and the goal, where there is but one.
fn reaching(starter: Side, branch: &Branch) -> Option<(Side, Goal)> {
    let second = match branch.manner {
        PlayKind::Series => starter,
        _ => !starter,
    };
    let [first, last] = &branch.ends;
    match (first, last) {
        (Some(node), None) => reached(starter, node),
        (None, Some(node)) => reached(second, node),
        _ => None,
    }
}

fn reached(mover: Side, node: &Node) -> Option<(Side, Goal)> {
    match node {
        Node::Goal(goal) => Some((mover, *goal)),
        Node::Branch(inner) => reaching(!mover, inner),
        _ => None,
    }
}
