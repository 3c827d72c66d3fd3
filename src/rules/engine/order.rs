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

use super::Engine;
use crate::board::{Side, Square};
use crate::men::{Piece, walk_id};
use crate::position::{Effect, Entry, Reason};
use crate::problem::Goal;
use crate::rules::Oracle;
use crate::rules::game::{Game, LastPlyPlace, Wanted};
use crate::rules::hooks::hook::Actor;
use crate::rules::play::pseudo_move::{Kind, Move, PseudoMove};
use crate::solution::{MovePart, MoveRecord};
use std::cmp::Reverse;

impl Oracle<'_> {
    /// Whether the reference searches moves that give check apart from all others.
    fn searches_checks_apart(self) -> bool {
        match self.has_rules {
            true => self.numbered.checks,
            false => self.facts.orders_last_plies && !self.check_by_playing,
        }
    }
}

/// What a pawn became by this effect.
fn promoted(entry: &Entry) -> Option<Piece> {
    match entry.effect {
        Effect::Alter { piece, .. } if entry.reason == Reason::Promotion => Some(piece),
        _ => None,
    }
}

impl Engine {
    /// Whether the moves wanted are those of a last ply that has an order of its own.
    pub(super) fn orders_last_ply(&self, wanted: Wanted) -> bool {
        let rules = self.rules();
        let checks = matches!(wanted, Wanted::Reaching(goal)
            if rules.judge().goal_facts(goal).needs_check && !goal.row().allows_own_check);
        checks
            && rules.oracle().searches_checks_apart()
            && !rules.null_moves
            && Side::BOTH
                .into_iter()
                .all(|side| !rules.judge().selects(side))
            && rules
                .walks
                .iter()
                .all(|walk| walk_id::ORTHODOX.contains(walk))
    }

    /// Drops the moves that the reference does not number, but none that reaches the goal.
    pub(super) fn keep_numbered(&mut self, wanted: Wanted, moves: &mut Vec<(Move, bool)>) {
        if self.orders_last_ply(wanted) {
            self.keep_checking(moves);
        }
        let numbered = self.rules().numbered;
        let Wanted::Reaching(goal) = wanted else {
            return;
        };
        let seen = |pseudo_move: &PseudoMove| match goal {
            Goal::Capture | Goal::WinPiece if numbered.captures => pseudo_move.is_capture(),
            Goal::EnPassant if numbered.captures => pseudo_move.kind == Kind::EnPassant,
            Goal::Castling if numbered.captures => {
                matches!(pseudo_move.kind, Kind::Castling { .. })
            }
            Goal::Target(square) if numbered.arrivals => pseudo_move.to == square,
            _ => true,
        };
        moves.retain(|&(movement, legal)| {
            seen(&movement.pseudo_move) || legal && self.reaches_by(movement, goal)
        });
    }

    fn reaches_by(&mut self, movement: Move, goal: Goal) -> bool {
        self.play(movement);
        let reached = self.reaches(goal);
        self.rewind();
        reached
    }

    /// Keeps the moves that give check, at first sight or after all, in the order of a last ply. A
    /// royal man gives none itself.
    fn keep_checking(&mut self, moves: &mut Vec<(Move, bool)>) {
        let mut placed = Vec::with_capacity(moves.len());
        for (movement, legal) in moves.drain(..) {
            let royal = self
                .position()
                .piece_on(movement.pseudo_move.from)
                .is_royal();
            self.play(movement);
            let record = self.record();
            let promotion = self.position().last_ply().iter().find_map(promoted);
            self.rewind();
            let seen = (legal || !royal) && self.checks_at_sight(movement.pseudo_move, promotion);
            if seen || legal && record.check {
                placed.push((self.place(&record), (movement, legal)));
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        moves.extend(placed.into_iter().map(|(_, listed)| listed));
    }

    /// Whether a move gives check by the men as they stand before any effect of the rules. Castlings
    /// are numbered in any case.
    fn checks_at_sight(&self, pseudo_move: PseudoMove, promotion: Option<Piece>) -> bool {
        if matches!(pseudo_move.kind, Kind::Castling { .. }) {
            return true;
        }
        let (rules, side) = (self.rules(), self.position().turn());
        let mut after = self.position().clone();
        after.begin_ply(side);
        let moved = |from, to| Effect::Move { from, to };
        let captured = pseudo_move.captured.map(|on| Effect::Remove { on });
        let goes =
            (pseudo_move.from != pseudo_move.to).then_some(moved(pseudo_move.from, pseudo_move.to));
        let becomes = promotion.map(|piece| Effect::Alter {
            on: pseudo_move.to,
            piece,
        });
        for effect in [captured, goes, becomes].into_iter().flatten() {
            after.apply(effect, Reason::Silent);
        }
        let sees = |square: Square, king: Square| {
            let walk = after.piece_on(square).walk();
            rules
                .judge()
                .could_capture_on(&after, walk, Actor { square, side }, king)
        };
        let mut kings = after.royals_of(!side).into_iter();
        kings.any(|king| {
            after
                .men_of(side)
                .into_iter()
                .any(|square| sees(square, king))
        })
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
        Square::at(4, self.side_to_move().first_rank())
    }
}
