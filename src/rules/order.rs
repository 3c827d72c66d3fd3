//! The order in which moves that give check at the end of play are numbered: where only
//! orthodox men play, the last ply is generated apart from all others.
//!
//! Measured: men come from the last square of the board to the first; a pawn captures
//! towards the h-file, then towards the a-file, then makes its double and its single step.
//! All other moves of a man keep the order of generation.

use super::candidate::{Kind, Move};
use super::engine::Engine;
use super::game::{Game, Wanted};
use crate::board::Square;
use crate::men::walk_id;
use crate::problem::Goal;
use std::cmp::Reverse;

impl Engine {
    /// Whether the moves wanted are those of a last ply that has an order of its own.
    pub(super) fn has_mating_order(&self, wanted: Wanted) -> bool {
        let rules = self.rules();
        matches!(wanted, Wanted::Reaching(Goal::Mate | Goal::Check))
            && rules.fast.observation_is_geometry
            && !rules.check_by_playing
            && !rules.null_moves
            && rules.hooks.select.is_empty()
            && rules
                .walks
                .iter()
                .all(|walk| walk_id::ORTHODOX.contains(walk))
    }

    /// Keeps the moves that give check, in the order of a last ply. A royal man gives none
    /// itself.
    pub(super) fn keep_checking(&mut self, moves: &mut Vec<(Move, bool)>) {
        moves.retain(|&(movement, legal)| {
            if !legal && self.position().piece_on(movement.candidate.from).is_royal() {
                return false;
            }
            self.play(movement);
            let side = self.side_to_move();
            let checks = self.in_check(side);
            self.rewind();
            checks
        });
        moves.sort_by_key(|(movement, _)| self.mating_place(movement));
    }

    fn mating_place(&self, movement: &Move) -> (Reverse<Square>, u8) {
        let candidate = movement.candidate;
        let geometry = self.rules().geometry();
        let is_pawn = self.position().piece_on(candidate.from).walk() == walk_id::PAWN;
        let turn = match candidate.kind {
            _ if !is_pawn => 0,
            Kind::EnPassant => 4,
            Kind::DoubleStep => 2,
            _ if !candidate.is_capture() => 3,
            _ if geometry.file(candidate.to) > geometry.file(candidate.from) => 0,
            _ => 1,
        };
        (Reverse(candidate.from), turn)
    }
}
