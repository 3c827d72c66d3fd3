//! The numbers of moves: the order in which the rules engine tries them, those
//! among them that turn out illegal. They are asked for seldom, so the rules
//! engine itself is asked.

use super::Orthodox;
use super::movement::{Kind, Movement};
use super::set_up::number_of;
use crate::board::Square;
use crate::men::Piece;
use crate::rules::{self, Engine, Game, Wanted};

impl Orthodox {
    /// What a list of numbered moves holds here.
    pub(super) fn numbered(&self, wanted: Wanted) -> Vec<(Movement, bool)> {
        let mut engine = self.diagram.clone();
        engine.set_side_to_move(self.states[0].turn);
        for state in &self.states[1..=self.ply] {
            replay(&mut engine, state.last);
        }
        let moves = engine.numbered_moves(wanted).into_iter();
        let packed = moves.map(|(movement, legal)| (packed(&mut engine, movement), legal));
        packed.collect()
    }
}

/// Plays a ply on the rules engine.
fn replay(engine: &mut Engine, ply: Movement) {
    if !ply.is_move() {
        return engine.pass();
    }
    let moves = engine.legal_moves();
    let same = moves
        .into_iter()
        .find(|&movement| packed(engine, movement) == ply);
    engine.play(same.expect("both engines know the same moves"));
}

/// A move of the rules engine in the words of this one.
fn packed(engine: &mut Engine, movement: rules::Move) -> Movement {
    let pseudo_move = movement.pseudo_move;
    let kind = match pseudo_move.kind {
        rules::Kind::DoubleStep => Kind::DoubleStep,
        rules::Kind::EnPassant => Kind::EnPassant,
        rules::Kind::Castling { .. } => Kind::Castling,
        _ => Kind::Ordinary,
    };
    let departs = code(engine, pseudo_move.from);
    engine.play(movement);
    let arrives = code(engine, pseudo_move.to);
    engine.rewind();
    let (from, to) = (pseudo_move.from.index(), pseudo_move.to.index());
    Movement::new(from, to, departs, arrives, kind, pseudo_move.is_capture())
}

fn code(engine: &Engine, square: Square) -> usize {
    let piece: Piece = engine.position().piece_on(square);
    let black = piece.is_of(crate::board::Side::Black);
    number_of(piece.walk()).unwrap_or(0) | usize::from(black) << 3
}
