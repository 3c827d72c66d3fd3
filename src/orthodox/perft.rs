//! Counting sequences of legal moves.

use super::Orthodox;
use super::generate::{Aim, moves};
use super::scene::Scene;
use crate::rules::Game;
use std::hint::black_box;

impl Orthodox {
    /// The number of legal move sequences of this many plies, each played to its end.
    pub fn perft(&mut self, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let start = self.moves.len();
        let state = &self.states[self.ply];
        moves::<false>(state, &Scene::new(state), &Aim::ALL, &mut self.moves);
        self.keep_best(start);
        let mut count = 0;
        for index in start..self.moves.len() {
            self.play(self.moves[index]);
            count += match plies {
                1 => black_box(1),
                _ => self.perft(plies - 1),
            };
            self.rewind();
        }
        self.moves.truncate(start);
        count
    }
}
