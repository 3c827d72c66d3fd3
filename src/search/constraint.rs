//! Options that cut play short: what an attack must keep, besides winning, to be followed.
//!
//! Measured: a wish is judged by all the plies that are left, not by the length of the win,
//! so with `MaxFlightsquares` a short win may be missed.

use super::searcher::Searcher;
use crate::rules::Game;
use crate::stipulation::{Branch, Span};
use std::ops::ControlFlow::{Break, Continue};

/// With so many plies left flights no longer count.
const NEAR_THE_END: u16 = 3;

impl<G: Game> Searcher<'_, G> {
    /// The key of a position in battle; with wishes it depends on what they still allow.
    ///
    /// Few defences may be non-trivial where many plies are left. That alone never makes a
    /// longer attack fail where a shorter one wins: near its end each defence of a win is
    /// trivial. So what is known of one length serves the others.
    #[inline]
    pub(super) fn battle_key(&self, game: &G, branch: &Branch, left: Span) -> u128 {
        game.key() ^ self.battle_addition(branch, left)
    }

    /// What that key has beside the position's.
    pub(super) fn battle_addition(&self, branch: &Branch, left: Span) -> u128 {
        let min = left.min.saturating_sub(1);
        if !self.wishes.judge_lengths() && self.wishes.non_trivial.is_none() {
            return self.addition(branch, min.into());
        }
        let plies = match self.wishes.judge_lengths() {
            true => u128::from(left.max) + 1,
            false => 0,
        };
        let what = plies << 32 | u128::from(self.allowance) << 48;
        self.addition(branch, min.into())
            ^ (what + 1).wrapping_mul(super::searcher::SPREAD.rotate_left(57))
    }

    /// Whether the attack just played keeps what was wished for.
    #[inline]
    pub(super) fn keeps_wishes(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        if !self.wishes.judge_lengths() {
            return true;
        }
        self.attack_ends(game, branch, left)
            || self.has_few_flights(game, left) && self.has_short_threat(game, branch, left)
    }

    fn has_few_flights(&mut self, game: &mut G, left: Span) -> bool {
        let most = self.wishes.flights.filter(|_| left.max > NEAR_THE_END);
        most.is_none_or(|most| game.flights() <= usize::from(most))
    }

    fn has_short_threat(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        let Some(plies) = self.wishes.threat.filter(|plies| left.max > *plies) else {
            return true;
        };
        let side = game.side_to_move();
        if game.in_check(side) {
            return true;
        }
        game.pass_as_move();
        let threatens = plies > 0
            && !game.in_check(side)
            && self.attack(game, branch, Span { max: plies, ..left });
        game.rewind();
        threatens
    }

    /// How many defences may be no trivial ones after the one about to be played; none if
    /// there are too many now.
    pub(super) fn next_allowance(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
    ) -> Option<u16> {
        match self.open_defences(game, branch, left) {
            None => Some(self.allowance),
            Some(open) => open.allowance(self.allowance),
        }
    }

    /// The defences that are no trivial ones, where they are counted: those up to one more
    /// than there may be.
    pub(super) fn open_defences(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
    ) -> Option<OpenDefences<G::Move>> {
        let trivial = self.wishes.non_trivial?.moves;
        let plies = trivial.saturating_mul(2).saturating_add(1);
        if left.max <= plies + 1 {
            return None;
        }
        let most = usize::from(self.allowance) + 1;
        let mut open = OpenDefences::none();
        let _ = game.visit_moves(crate::rules::Wanted::All, &[], &mut |game, movement| {
            self.tick()?;
            let left = Span {
                max: plies,
                ..left.after_ply()
            };
            open.any = true;
            if !self.is_answered(game, branch, left) {
                open.moves.push(movement);
            }
            if open.moves.len() > most {
                Break(())
            } else {
                Continue(())
            }
        });
        Some(open)
    }

    /// Whether play can still lead to the goal: the side to reach it has a man for that, and
    /// the other side has not just reached it.
    #[inline]
    pub(super) fn can_go_on(&mut self, game: &mut G) -> bool {
        let bare = self
            .wishes
            .mating
            .is_some_and(|side| !game.has_officer(side));
        !bare && !self.wrong_side_is_there(game)
    }

    fn wrong_side_is_there(&mut self, game: &mut G) -> bool {
        let end = self
            .wishes
            .end
            .filter(|(side, _)| game.side_to_move() == *side);
        end.is_some_and(|(_, goal)| game.reaches(goal))
    }
}

/// Defences that are no trivial ones.
pub(super) struct OpenDefences<M> {
    pub(super) moves: Vec<M>,
    /// Whether there is any defence at all.
    pub(super) any: bool,
}

impl<M> OpenDefences<M> {
    fn none() -> Self {
        OpenDefences {
            moves: Vec::new(),
            any: false,
        }
    }

    /// How many more there may be later; none if there are too many already.
    pub(super) fn allowance(&self, before: u16) -> Option<u16> {
        let (count, most) = (self.moves.len() as u16, before + 1);
        (count <= most).then(|| most - count.max(1))
    }
}
