//! The tree of play: what every stipulation compiles into, and all that the
//! solvers know of a stipulation.
//!
//! **Invariant:** a tree of play is data. It names neither White nor Black nor
//! a genre; who starts is said once, in [`TreeOfPlay::starter`].

mod compile;
mod structured;

pub use compile::compile;
pub use structured::compile as compile_structured;

use crate::board::Side;
use crate::problem::{Goal, Problem};

/// The tree of play of what a problem asks; none if it asks nothing.
///
/// # Errors
/// With the reason, when a tree means nothing.
pub fn of_problem(problem: &Problem) -> Option<Result<TreeOfPlay, String>> {
    let structured = problem.structured.as_ref().map(compile_structured);
    let traditional = problem.stipulation.as_ref();
    structured.or_else(|| Some(Ok(compile(traditional?, &problem.options))))
}

/// A whole stipulation: who starts, and the play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeOfPlay {
    /// The side that makes the first ply.
    pub starter: Side,
    /// The play itself.
    pub branch: Branch,
    /// How many plies a printed line misses at its start: 0 or 1 (`n.5`).
    pub missing: u8,
    /// Whether the other side is to move in the diagram and passes.
    pub other_passes: bool,
    /// What must hold in the diagram, or the play is not told.
    pub provided: Option<Precondition>,
    /// Further play from the diagram, told behind the first.
    pub more: Vec<TreeOfPlay>,
}

/// What must hold in the diagram with this side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Precondition {
    /// The side to move.
    pub to_move: Side,
    /// What must hold.
    pub node: Node,
}

/// What must hold after a ply. Play in it is by the side then to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// The ply just made reached this goal.
    Goal(Goal),
    /// From here this play succeeds.
    Branch(Box<Branch>),
    /// The other does not hold.
    Not(Box<Node>),
    /// Both hold.
    And(Box<Node>, Box<Node>),
    /// At least one holds.
    Or(Box<Node>, Box<Node>),
}

impl Node {
    /// Whether it is about goals alone, without further play.
    pub fn is_leaf(&self) -> bool {
        match self {
            Node::Goal(_) => true,
            Node::Branch(_) => false,
            Node::Not(node) => node.is_leaf(),
            Node::And(first, second) | Node::Or(first, second) => {
                first.is_leaf() && second.is_leaf()
            }
        }
    }
}

/// How plies of a branch are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayKind {
    /// Battle: the first ply is chosen, every second one must be answered.
    Attack,
    /// Battle that begins with the defender.
    Defence,
    /// Both sides cooperate.
    Help,
    /// One side moves alone.
    Series,
}

/// A stretch of play of one manner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Tells positions of different branches apart in the hash table.
    pub id: u16,
    /// Who chooses.
    pub manner: PlayKind,
    /// How many plies it takes.
    pub span: Span,
    /// Where it may end, and in what: after its first, third ... ply, and
    /// after its second, fourth ... ply. Series play knows only the first.
    pub ends: [Option<Node>; 2],
    /// Must hold before every attacking ply; in help and series play before every ply.
    pub constraint: Option<Node>,
    /// In help and series play: what its first, third ... ply must reach, and its second,
    /// fourth ..., wherever the branch ends.
    pub demands: [Option<Node>; 2],
    /// Whether the other side moves only if it is in check; else it passes.
    pub parry: bool,
    /// Whether the side that has just moved begins, instead of the other.
    pub again: bool,
    /// Whether its plies are left out when a line is told.
    pub untold: bool,
    /// Whether what it ends in may be all there is.
    pub may_be_empty: bool,
    /// As the end of another branch: whether that one ends as soon as this one
    /// succeeds, instead of also going on.
    pub ends_early: bool,
}

/// A number of plies between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The least.
    pub min: u16,
    /// The most.
    pub max: u16,
}

impl Span {
    /// Exactly so many plies.
    pub const fn exactly(plies: u16) -> Span {
        Span {
            min: plies,
            max: plies,
        }
    }

    /// At most so many plies.
    pub const fn up_to(plies: u16) -> Span {
        Span { min: 0, max: plies }
    }

    /// What is left after one ply.
    pub const fn after_ply(self) -> Span {
        Span {
            min: self.min.saturating_sub(1),
            max: self.max.saturating_sub(1),
        }
    }
}

impl Branch {
    /// The end after the `ply`-th ply of the branch (1 is the first).
    pub fn end_after(&self, ply: u16) -> Option<&Node> {
        match self.manner {
            PlayKind::Series => self.ends[0].as_ref(),
            _ => self.ends[usize::from(ply + 1) % 2].as_ref(),
        }
    }

    /// What the `ply`-th ply of the branch must reach in any case.
    pub fn demand_after(&self, ply: u16) -> Option<&Node> {
        match self.manner {
            PlayKind::Series => self.demands[0].as_ref(),
            _ => self.demands[usize::from(ply + 1) % 2].as_ref(),
        }
    }

    /// The lengths at which the branch may end, shortest first.
    pub fn lengths(&self) -> impl Iterator<Item = u16> + '_ {
        let least = self.span.min.max(u16::from(!self.may_be_empty));
        (least..=self.span.max).filter(|ply| self.end_after(*ply).is_some())
    }

    /// In battle: what may come after an attacking ply.
    pub fn after_attack(&self) -> Option<&Node> {
        self.ends[usize::from(self.manner == PlayKind::Defence)].as_ref()
    }

    /// In battle: what may come after a defence.
    pub fn after_defence(&self) -> Option<&Node> {
        self.ends[usize::from(self.manner == PlayKind::Attack)].as_ref()
    }

    /// The most plies of the branch, without the play it ends in. In series play a ply that the other side does not make
    /// counts as well.
    pub fn plies(&self) -> u16 {
        match self.manner {
            PlayKind::Series => self.span.max.saturating_mul(2).saturating_sub(1),
            _ => self.span.max,
        }
    }

    /// Whether it is battle play.
    pub fn is_battle(&self) -> bool {
        matches!(self.manner, PlayKind::Attack | PlayKind::Defence)
    }

    /// The same play without its first ply, or none where that means nothing.
    pub fn without_first_ply(&self) -> Option<Branch> {
        let [first, second] = &self.ends;
        let (manner, ends) = match self.manner {
            _ if self.parry => return nested(first.as_ref()).cloned(),
            PlayKind::Attack => (PlayKind::Defence, [second.clone(), first.clone()]),
            PlayKind::Defence => (PlayKind::Attack, [second.clone(), first.clone()]),
            PlayKind::Help => (PlayKind::Help, [second.clone(), first.clone()]),
            PlayKind::Series => return nested(first.as_ref()).cloned(),
        };
        let span = self.span.after_ply();
        let rest = Branch {
            manner,
            span,
            ends,
            ..self.clone()
        };
        (self.is_battle() || span.max > 0).then_some(rest)
    }
}

/// The branch a node consists of, if it is one.
pub fn nested(node: Option<&Node>) -> Option<&Branch> {
    match node {
        Some(Node::Branch(branch)) => Some(branch),
        _ => None,
    }
}
