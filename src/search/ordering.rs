//! Which attacks are left to be tried, and which defences to try first: those known to refute,
//! then those that leave the attacker the fewest moves, so that little is left to be searched;
//! checks above all.

use super::killer::First;
use super::searcher::{Searcher, visit_replies};
use crate::rules::{Game, Wanted};
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
const ARRIVES: usize = 4;
/// A defence that gives no check leaves the attacker freer than the number of moves says.
const NO_CHECK: usize = 2;

impl<G: Game> Searcher<'_, G> {
    /// What to try first as the defender, or that the table knows a refutation: looking at
    /// all defences costs less than searching one.
    pub(super) fn promising_defences(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
    ) -> Defences<G::Move> {
        let killers = self.refuters.recall(game.key(), left.max, self.answering);
        if left.max < WORTH_ORDER || !game.has_choice() {
            return Defences::First(killers);
        }
        let Some(replies) = self.open_replies(game, branch, left) else {
            return Defences::Refuted;
        };
        let mut narrow: SmallVec<[(usize, bool, G::Move); MANY]> = SmallVec::new();
        for &movement in &replies {
            game.play(movement);
            let freedom = freedom(game);
            game.rewind();
            let elsewhere = !killers.moves().contains(&movement);
            narrow.extend(freedom.map(|freedom| (freedom, elsewhere, movement)));
        }
        narrow.sort_by_key(|(freedom, elsewhere, _)| (*freedom, *elsewhere));
        let narrow = narrow.iter().take(MOST).map(|(_, _, movement)| *movement);
        let mut first = First::none();
        narrow
            .chain(killers.moves().iter().copied())
            .for_each(|movement| first.add(movement));
        if branch.parry || self.is_aid() {
            return Defences::First(first);
        }
        let is_early = |movement: &G::Move| first.moves().contains(movement);
        let (early, late): (Several<G::Move>, Several<G::Move>) =
            replies.into_iter().partition(is_early);
        let first = first.moves().iter();
        let early = first.filter(|movement| early.contains(movement));
        Defences::All(early.copied().chain(late).collect())
    }

    /// The moves of the defender, or none if the table knows that one refutes.
    fn open_replies(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
    ) -> Option<Several<G::Move>> {
        let left = left.after_ply();
        let refutes = |searcher: &Self, key| searcher.known(key).lost() >= left.max;
        let can_end = branch.after_defence().is_some();
        let mut replies: SmallVec<[(u128, G::Move); MANY]> = SmallVec::new();
        let (mut looked, mut refuted) = (0, false);
        let _ = visit_replies(game, branch, Wanted::All, &[], &mut |game, movement| {
            self.tick()?;
            let key = self.battle_key(game, branch, left);
            self.control.table.announce(key);
            replies.extend(movement.map(|movement| (key, movement)));
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

/// Which defences to try.
pub(super) enum Defences<M> {
    /// The table knows one that refutes.
    Refuted,
    /// These first, if they are legal.
    First(First<M>),
    /// These in this order; there are no others.
    All(Several<M>),
}

/// As many moves as most positions have.
type Several<M> = SmallVec<[M; MANY]>;

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
        let plays_fast = G::QUICK_PLIES > 0;
        if !plays_fast || left.max <= G::QUICK_PLIES + 1 || branch.parry {
            return Open::Unknown;
        }
        let left = left.after_ply();
        let mut attacks: SmallVec<[(u128, G::Move); MANY]> = SmallVec::new();
        let _ = game.visit_moves(Wanted::All, first, &mut |game, movement| {
            self.tick()?;
            if self.keeps_wishes(game, branch, all.after_ply()) {
                let key = self.battle_key(game, branch, left);
                self.control.table.announce(key);
                attacks.push((key, movement));
            }
            Continue(())
        });
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
