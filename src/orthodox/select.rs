//! Sides that may play the best of their legal moves only.
//!
//! **Invariant:** they have a move whenever they had one in free play, so mate and stalemate
//! are what they are there.

use super::Orthodox;
use super::evade::is_mate;
use super::generate::{Aim, moves};
use super::movement::{Kind, Movement};
use super::scene::Scene;
use super::state::State;
use crate::board::Side;
use crate::rules::Ranking;

impl Orthodox {
    /// Whether the side to move may play the best of its moves only.
    #[inline]
    pub(super) fn must_choose(&self) -> bool {
        self.rankings[self.now().turn.index()].is_some()
    }

    /// Whether some side may play the best of its moves only.
    #[inline]
    pub(super) fn someone_must_choose(&self) -> bool {
        self.rankings.iter().any(Option::is_some)
    }

    /// Of the legal moves of the side to move, which begin at `start`, drops those that it may
    /// not choose.
    #[inline]
    pub(super) fn keep_best(&mut self, start: usize) {
        let turn = self.states[self.ply].turn.index();
        let Some(ranking) = self.rankings[turn].as_deref() else {
            return;
        };
        let best = self.moves[start..]
            .iter()
            .map(|movement| place(ranking, *movement))
            .max();
        let mut kept = start;
        for index in start..self.moves.len() {
            let movement = self.moves[index];
            if Some(place(ranking, movement)) == best {
                self.moves[kept] = movement;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Lists the moves that the side to move may choose behind those already listed; tells
    /// where they begin.
    pub(super) fn list_best(&mut self) -> usize {
        let start = self.moves.len();
        let state = &self.states[self.ply];
        moves::<true>(state, &Scene::new(state), &Aim::ALL, &mut self.moves);
        self.keep_best(start);
        start
    }

    /// Whether some move that the side to move may choose is mate, and whether each is.
    pub(super) fn choices_mate(&mut self) -> (bool, bool) {
        let start = self.list_best();
        let mut next = State::empty(Side::White);
        let state = &self.states[self.ply];
        let mut mates = |movement: &Movement| {
            state.play_into(*movement, &mut next);
            is_mate(&next)
        };
        let choices = &self.moves[start..];
        let some = choices.iter().any(&mut mates);
        let each = some && choices.iter().all(&mut mates);
        self.moves.truncate(start);
        (some, each)
    }
}

fn place(ranking: &Ranking, movement: Movement) -> u16 {
    match movement.kind() {
        Kind::Castling => ranking.of_castling(movement.to()),
        _ => ranking.of_way(movement.from(), movement.to(), movement.is_capture()),
    }
}
