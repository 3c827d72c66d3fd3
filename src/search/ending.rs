//! How a line ends: goals, and further play told as part of the line.
//!
//! Battle play that ends a line is told as lines too, one for each way through
//! it: attacks that succeed soonest, with all their defences.

use super::found::Found;
use super::searcher::{Searcher, visit_replies, wanted_replies};
use super::variation::wanted_attacks;
use crate::board::Side;
use crate::rules::Game;
use crate::solution::{Line, MoveRecord};
use crate::stipulation::{Branch, Node, PlayKind, Span};
use std::ops::ControlFlow::Continue;

/// Play of more plies than this of its own, behind other play, is numbered on its own.
const UNNUMBERED: u16 = 2;

impl<G: Game> Searcher<'_, G> {
    /// If the node holds, the ends of lines it makes.
    pub(super) fn tell_end(&mut self, game: &mut G, node: &Node, found: &mut Found) {
        match node {
            Node::Goal(goal) => {
                if game.reaches(*goal) {
                    found.push(vec![Line::ending(Some(*goal))]);
                }
            }
            Node::Branch(inner) => self.inner_lines(game, inner, found),
            Node::Not(inner) => {
                if !self.holds(game, inner) {
                    found.push(vec![Line::ending(None)]);
                }
            }
            Node::And(..) if !self.holds(game, node) => {}
            Node::Or(first, second) if node.is_leaf() => {
                let first_holds = self.holds(game, first);
                self.tell_end(game, if first_holds { first } else { second }, found);
            }
            Node::And(first, second) | Node::Or(first, second) => {
                self.tell_end(game, first, found);
                self.tell_end(game, second, found);
            }
        }
    }

    /// The lines of a branch of any length, shortest first.
    pub(super) fn inner_lines(&mut self, game: &mut G, branch: &Branch, found: &mut Found) {
        let before = found.len();
        if !self.begin(game, branch) {
            return;
        }
        found.hold();
        match branch.manner {
            PlayKind::Help | PlayKind::Series => self.lines_of_any_length(game, branch, found),
            PlayKind::Attack => self.attack_lines(game, branch, branch.span, found),
            PlayKind::Defence => {
                if self.defence(game, branch, branch.span) {
                    self.defence_lines(game, branch, branch.span, found);
                }
            }
        }
        if branch.again {
            game.rewind();
        }
        self.set_apart(branch, before, found);
        found.release();
    }

    fn set_apart(&mut self, branch: &Branch, before: usize, found: &mut Found) {
        if branch.untold && found.len() > before {
            found.truncate(before);
            found.push(vec![Line::ending(None)]);
        }
        if branch.plies() > UNNUMBERED {
            found
                .since(before)
                .for_each(|line| line.restart = Some(line.moves.len()));
        }
    }

    /// All attacks of the shortest length that succeeds, told to their ends.
    fn attack_lines(&mut self, game: &mut G, branch: &Branch, left: Span, found: &mut Found) {
        let Some(length) = self
            .shortest_attack(game, branch, left)
            .filter(|_| left.max > 0)
        else {
            return;
        };
        let left = Span {
            max: length,
            ..left
        };
        let side = game.side_to_move();
        let _ = game.visit_moves(wanted_attacks(branch, length), &[], &mut |game, _| {
            self.tick()?;
            let left = left.after_ply();
            if self.attack_works(game, branch, left) {
                let record = game.record();
                self.lines_after_attack(game, branch, left, (side, &record), found);
            }
            Continue(())
        });
    }

    /// The lines that begin with the attack just played, which succeeds: one group.
    pub(super) fn lines_after_attack(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        attack: (Side, &MoveRecord),
        found: &mut Found,
    ) {
        let mut ends = Found::new(usize::MAX);
        match branch.after_attack() {
            Some(node) if self.attack_ends(game, branch, left) => {
                self.tell_end(game, node, &mut ends)
            }
            _ => self.defence_lines(game, branch, left, &mut ends),
        }
        ends.precede(0, attack.0, attack.1);
        found.push(ends.into_group());
    }

    /// The lines of a successful attack whose defender is to move: one group.
    fn defence_lines(&mut self, game: &mut G, branch: &Branch, left: Span, found: &mut Found) {
        let side = game.side_to_move();
        let mut group = Found::new(usize::MAX);
        let _ = visit_replies(
            game,
            branch,
            wanted_replies(branch, left),
            &[],
            &mut |game, movement| {
                self.tick()?;
                let (before, left) = (group.len(), left.after_ply());
                match branch.after_defence() {
                    Some(node) if movement.is_some() && self.defence_ends(game, branch, left) => {
                        self.tell_end(game, node, &mut group)
                    }
                    _ => self.attack_lines(game, branch, left, &mut group),
                }
                if movement.is_some() && group.len() > before {
                    group.precede(before, side, &game.record());
                }
                Continue(())
            },
        );
        found.push(group.into_group());
    }

    /// Lines for the plies by which the obligation of reflex play is violated.
    pub(super) fn violating_lines(&mut self, game: &mut G, branch: &Branch) -> Vec<Line> {
        let side = game.side_to_move();
        let told = self.violations(game, branch).into_iter();
        let lines = told.map(|told| Line {
            moves: vec![(side, told.movement)],
            violates: true,
            ..Line::ending(told.goal)
        });
        lines.collect()
    }
}
