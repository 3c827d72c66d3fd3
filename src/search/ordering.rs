//! Which attacks are left to be tried, and which defences to try first: those known to refute,
//! then those that leave the attacker the fewest moves, so that little is left to be searched;
//! checks above all.

use super::killer::First;
use super::searcher::Searcher;
use crate::rules::{Game, ShortCut, Wanted};
use crate::stipulation::{Branch, Span};
use smallvec::SmallVec;
use std::ops::ControlFlow::{Break, Continue};

/// With fewer plies left a search costs less than putting defences in order.
const WORTH_ORDER: u16 = 4;
/// So many defences come before those that refuted elsewhere.
const MOST: usize = 4;
/// So many moves a position may have without a place in memory being asked for.
const MANY: usize = 32;
/// The table is looked at for a defence when so many more have been played: what was announced
/// has come by then.
const ARRIVES: usize = 6;
/// A defence that gives no check leaves the attacker freer than the number of moves says.
const NO_CHECK: usize = 2;

impl<G: Game> Searcher<'_, G> {
    /// Adds what to try first as the defender; false if the table knows a refutation: looking at
    /// all defences costs less than searching one.
    pub(super) fn add_promising_defences(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        first: &mut First<G::Move>,
    ) -> bool {
        let may_order = self.control.allow(ShortCut::Ordering);
        let (key, answering) = (game.key(), self.answering);
        if left.max < WORTH_ORDER || !may_order || !game.has_choice() {
            self.refuters.recall(key, left.max, answering, first);
            return true;
        }
        let mut killers = First::none();
        self.refuters.recall(key, left.max, answering, &mut killers);
        let Some(replies) = self.open_replies(game, branch, left) else {
            return false;
        };
        let mut narrow: SmallVec<[(usize, bool, G::Move); MOST + 1]> = SmallVec::new();
        for movement in replies {
            game.play(movement);
            let freedom = freedom(game);
            game.rewind();
            if let Some(freedom) = freedom {
                let elsewhere = !killers.moves().contains(&movement);
                let before = |other: &(usize, bool, _)| (other.0, other.1) <= (freedom, elsewhere);
                let place = narrow.iter().take_while(|other| before(other)).count();
                narrow.insert(place, (freedom, elsewhere, movement));
                narrow.truncate(MOST);
            }
        }
        let narrow = narrow.iter().map(|(_, _, movement)| *movement);
        narrow
            .chain(killers.moves().iter().copied())
            .for_each(|movement| first.add(movement));
        true
    }

    /// The moves of the defender, or none if the table knows that one refutes.
    fn open_replies(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
    ) -> Option<SmallVec<[G::Move; MANY]>> {
        let mut replies: SmallVec<[(u128, G::Move); MANY]> = SmallVec::new();
        let side = game.side_to_move();
        if branch.parry && !game.in_check(side) {
            return Some(SmallVec::new());
        }
        let left = left.after_ply();
        let addition = self.battle_addition(branch, left);
        let refutes = |searcher: &Self, key| searcher.known(key).lost() >= left.max;
        let can_end = branch.after_defence().is_some();
        let (mut looked, mut refuted) = (0, false);
        let _ = game.visit_keys(&[], &mut |key, movement| {
            self.tick()?;
            let key = key ^ addition;
            self.control.table.announce(key);
            replies.push((key, movement));
            if !can_end && replies.len() > looked + ARRIVES {
                refuted = refutes(self, replies[looked].0);
                looked += 1;
            }
            if refuted { Break(()) } else { Continue(()) }
        });
        for &(key, movement) in &replies[looked..] {
            if !refuted && refutes(self, key) {
                game.play(movement);
                refuted = !self.defence_ends(game, branch, left);
                game.rewind();
            }
        }
        (!refuted).then(|| replies.into_iter().map(|(_, movement)| movement).collect())
    }
}

/// What the table says of the attacks.
pub(super) enum Open<M> {
    /// This one wins.
    Won(M),
    /// All others fail.
    Moves(SmallVec<[M; MANY]>),
    /// It was not asked.
    Unknown,
}

impl<G: Game> Searcher<'_, G> {
    /// What the table says of the attacks, all asked for together: one look at the memory takes
    /// as long as playing several moves, many looks at a time little longer.
    pub(super) fn open_attacks(
        &mut self,
        game: &mut G,
        branch: &Branch,
        all: Span,
        left: Span,
        first: &[G::Move],
    ) -> Open<G::Move> {
        let plays_fast = G::QUICK_PLIES > 0 && self.control.allow(ShortCut::Ordering);
        if !plays_fast || left.max <= G::QUICK_PLIES + 1 || branch.parry {
            return Open::Unknown;
        }
        let left = left.after_ply();
        let mut attacks: SmallVec<[(u128, G::Move); MANY]> = SmallVec::new();
        let addition = self.battle_addition(branch, left);
        if self.wishes.judge_lengths() {
            let _ = game.visit_moves(Wanted::All, first, &mut |game, movement| {
                self.tick()?;
                if self.keeps_wishes(game, branch, all.after_ply()) {
                    attacks.push((game.key() ^ addition, movement));
                }
                Continue(())
            });
        } else {
            let _ = game.visit_keys(first, &mut |key, movement| {
                self.tick()?;
                self.control.table.announce(key ^ addition);
                attacks.push((key ^ addition, movement));
                Continue(())
            });
        }
        let mut open = SmallVec::new();
        for (key, movement) in attacks {
            let known = self.known(key);
            if known.won() <= left.max {
                return Open::Won(movement);
            }
            if known.lost() < left.max {
                open.push(movement);
            }
        }
        Open::Moves(open)
    }
}

/// How many moves the side to move has, where that can be told fast; a number for comparison.
fn freedom<G: Game>(game: &mut G) -> Option<usize> {
    if let Some((moves, in_check)) = game.mobility() {
        return Some(if in_check { moves } else { NO_CHECK * moves });
    }
    let side = game.side_to_move();
    game.in_check(side).then(|| moves(game))
}

fn moves<G: Game>(game: &mut G) -> usize {
    let mut moves = 0;
    let _ = game.visit_moves(Wanted::All, &[], &mut |_, _| {
        moves += 1;
        Continue(())
    });
    moves
}
