//! The order of the moves that end play with a check: where only orthodox men play, Popeye
//! generates the last ply apart from all others, and tells it in that order.
//!
//! Measured with `#1`, `ser-#1` and `h#0.5`, listed by `MoveNumbers`, and with the last moves
//! of longer play. Everything else is told in the order of generation, which is that of the
//! reference: men from the first square on, their ways in the order of the walk's row, far
//! squares before near ones; castling, the long one first, before the steps of the king; of a
//! pawn its double step, its step, captures towards the h-file and the a-file; promotions to
//! queen, knight, rook, bishop, then to fairy men. In a last ply the men come from the last
//! square to the first, and a pawn captures towards the h-file, then towards the a-file,
//! before it makes its double step and its step. The ways of all other men stay in order.

use super::engine::Engine;
use super::game::{Game, Wanted};
use crate::board::{Side, Square};
use crate::men::walk_id;
use crate::rules::play::candidate::Move;
use crate::solution::{MovePart, MoveRecord};
use std::cmp::Reverse;

/// The place of a move among those of a last ply; equal places keep their order.
pub type LastPlyPlace = (Reverse<Square>, u8);

impl Engine {
    /// Whether the moves wanted are those of a last ply that has an order of its own.
    pub(super) fn orders_last_ply(&self, wanted: Wanted) -> bool {
        let rules = self.rules();
        let checks = matches!(wanted, Wanted::Reaching(goal)
            if rules.goal_facts(goal).needs_check && !goal.row().allows_own_check);
        checks
            && rules.facts.orders_last_plies
            && !rules.check_by_playing
            && !rules.null_moves
            && Side::BOTH.into_iter().all(|side| !rules.selects(side))
            && rules
                .walks
                .iter()
                .all(|walk| walk_id::ORTHODOX.contains(walk))
    }

    /// Keeps the moves that give check, in the order of a last ply. A royal man gives none
    /// itself.
    pub(super) fn keep_checking(&mut self, moves: &mut Vec<(Move, bool)>) {
        let mut placed = Vec::with_capacity(moves.len());
        for (movement, legal) in moves.drain(..) {
            let royal = self.position().piece_on(movement.candidate.from).is_royal();
            self.play(movement);
            let record = self.record();
            self.rewind();
            if record.check && (legal || !royal) {
                placed.push((self.place(&record), (movement, legal)));
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        moves.extend(placed.into_iter().map(|(_, listed)| listed));
    }

    /// Where a move stands in a last ply.
    pub(super) fn place(&self, record: &MoveRecord) -> LastPlyPlace {
        match record.parts.first() {
            Some(part @ &MovePart::Movement { from, .. }) => (Reverse(from), self.pawn_turn(part)),
            Some(MovePart::Castling { .. }) => (Reverse(self.king_home()), 0),
            _ => (Reverse(Square::new(0)), 0),
        }
    }

    /// Which of its ways a pawn goes; other men have no such order.
    fn pawn_turn(&self, part: &MovePart) -> u8 {
        let geometry = self.rules().geometry();
        let &MovePart::Movement {
            man,
            from,
            to,
            captured,
            en_passant,
        } = part
        else {
            return 0;
        };
        match captured {
            _ if man.walk() != walk_id::PAWN => 0,
            _ if en_passant => 4,
            None if geometry.rank(from).abs_diff(geometry.rank(to)) > 1 => 2,
            None => 3,
            Some(_) if geometry.file(to) > geometry.file(from) => 0,
            Some(_) => 1,
        }
    }

    fn king_home(&self) -> Square {
        let first_rank = match self.side_to_move() {
            Side::White => 0,
            Side::Black => 7,
        };
        Square::at(4, first_rank)
    }
}
