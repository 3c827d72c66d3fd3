//! One thread's state of a search, and the question all solvers ask: does this
//! node of the tree of play hold here?
//!
//! **Invariant:** after `stopped` is set every answer is meaningless; nothing is
//! remembered and the callers throw away what they were making.

use super::control::{Control, Event};
use super::killer::Killers;
use crate::problem::Goal;
use crate::rules::{Game, Wanted};
use crate::stipulation::{Branch, Manner, Node};
use std::ops::ControlFlow::{self, Break, Continue};

pub(super) struct Searcher<'a, G: Game> {
    pub(super) control: &'a Control<'a>,
    /// Distinguishes the phases of a duplex problem in the hash table.
    salt: u128,
    /// Defences that refuted.
    pub(super) refuters: Killers<G::Move>,
    /// Attacks that won.
    pub(super) winners: Killers<G::Move>,
    /// The kind of the last move of the line being searched.
    pub(super) answering: usize,
    pub(super) stopped: bool,
    until_poll: u64,
}

/// Positions between two looks at the clock.
const POLL: u64 = 1024;

impl<'a, G: Game> Searcher<'a, G> {
    pub(super) fn new(control: &'a Control<'a>, salt: u128) -> Self {
        Searcher {
            control,
            salt,
            refuters: Killers::new(G::MOVE_KINDS),
            winners: Killers::new(G::MOVE_KINDS),
            answering: 0,
            stopped: false,
            until_poll: POLL,
        }
    }

    /// Counts a position; breaks the visit when the search must end.
    #[inline]
    pub(super) fn tick(&mut self) -> ControlFlow<()> {
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.poll();
        }
        if self.stopped {
            Break(())
        } else {
            Continue(())
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.until_poll = POLL;
        self.control.observer.event(Event::Nodes(POLL));
        self.stopped |= self.control.must_stop();
    }

    /// The key of a position within a branch; `extra` tells apart what else the
    /// entry depends on.
    #[inline]
    pub(super) fn key(&self, game: &G, branch: &Branch, extra: u16) -> u128 {
        let inside = u128::from(branch.id) << 16 | u128::from(extra);
        game.key() ^ (inside + 1).wrapping_mul(SPREAD) ^ self.salt
    }

    /// Whether the node holds after the ply just made.
    pub(super) fn holds(&mut self, game: &mut G, node: &Node) -> bool {
        match node {
            Node::Goal(goal) => game.reaches(*goal),
            Node::Branch(branch) => self.succeeds(game, branch),
            Node::Not(node) => !self.holds(game, node),
            Node::And(first, second) => self.holds(game, first) && self.holds(game, second),
            Node::Or(first, second) => self.holds(game, first) || self.holds(game, second),
        }
    }

    /// Whether the play of the branch succeeds from here.
    pub(super) fn succeeds(&mut self, game: &mut G, branch: &Branch) -> bool {
        match branch.manner {
            Manner::Attack => self.attack(game, branch, branch.span),
            Manner::Defence => self.defence(game, branch, branch.span),
            Manner::Help | Manner::Series => self.has_line(game, branch),
        }
    }

    /// Whether the side to move has a ply after which the node holds.
    pub(super) fn can_reach(&mut self, game: &mut G, node: &Node) -> bool {
        let mut found = false;
        let _ = game.visit_moves(wanted(node), &[], &mut |game, _| {
            self.tick()?;
            found = self.holds(game, node);
            if found { Break(()) } else { Continue(()) }
        });
        found
    }
}

/// What was counted since the last poll is told too.
impl<G: Game> Drop for Searcher<'_, G> {
    fn drop(&mut self) {
        let rest = POLL - self.until_poll;
        self.control.observer.event(Event::Nodes(rest));
    }
}

/// An odd number that scatters small ones over 128 bits.
const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

pub(super) fn salt(number: usize) -> u128 {
    (number as u128 + 1).wrapping_mul(SPREAD.rotate_left(29))
}

/// Which moves can matter when only this node is asked for.
pub(super) fn wanted(node: &Node) -> Wanted {
    match node {
        Node::Goal(goal) => reaching(*goal),
        _ => Wanted::All,
    }
}

fn reaching(goal: Goal) -> Wanted {
    match goal {
        Goal::AnyMove => Wanted::All,
        _ => Wanted::Reaching(goal),
    }
}
