//! Which defences to try first: those known to refute, then those that leave the attacker
//! the fewest moves, so that little is left to be searched; checks above all.

use super::killer::First;
use super::searcher::{Searcher, visit_replies};
use crate::rules::{Game, Wanted};
use crate::stipulation::{Branch, Span};
use std::ops::ControlFlow::{Break, Continue};

/// With fewer plies left a search costs less than putting defences in order.
const WORTH_ORDER: u16 = 4;
/// So many defences come before those that refuted elsewhere.
const MOST: usize = 4;
/// A defence that gives no check leaves the attacker freer than the number of moves says.
const NO_CHECK: usize = 2;

impl<G: Game> Searcher<'_, G> {
    /// What to try first as the defender, or none if the table knows a refutation: looking at
    /// all defences costs less than searching one.
    pub(super) fn promising_defences(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
    ) -> Option<First<G::Move>> {
        let killers = self.refuters.recall(game.key(), left.max, self.answering);
        if left.max < WORTH_ORDER || !game.has_choice() {
            return Some(killers);
        }
        let mut refuted = false;
        let mut narrow = Vec::new();
        let _ = visit_replies(
            game,
            branch,
            Wanted::All,
            killers.moves(),
            &mut |game, movement| {
                self.tick()?;
                let left = left.after_ply();
                let key = self.battle_key(game, branch, left);
                self.control.table.announce(key);
                let freedom = movement.and_then(|_| freedom(game));
                refuted =
                    self.known(key).lost() >= left.max && !self.defence_ends(game, branch, left);
                if refuted {
                    return Break(());
                }
                narrow.extend(freedom.zip(movement));
                Continue(())
            },
        );
        if refuted {
            return None;
        }
        narrow.sort_by_key(|(freedom, _)| *freedom);
        let narrow = narrow.iter().take(MOST).map(|(_, movement)| *movement);
        let mut first = First::none();
        narrow
            .chain(killers.moves().iter().copied())
            .for_each(|movement| first.add(movement));
        Some(first)
    }
}

/// How many moves the side to move has, where that can be told fast; a number for comparison.
fn freedom<G: Game>(game: &mut G) -> Option<usize> {
    let side = game.side_to_move();
    match game.in_check(side) {
        true => game.mobility().or_else(|| Some(moves(game))),
        false => Some(NO_CHECK * game.mobility()?),
    }
}

fn moves<G: Game>(game: &mut G) -> usize {
    let mut moves = 0;
    let _ = game.visit_moves(Wanted::All, &[], &mut |_, _| {
        moves += 1;
        Continue(())
    });
    moves
}
