//! From a compiled problem to bitboards, if nothing but orthodox play happens in it.

use super::Orthodox;
use super::attack::bit;
use super::hit_rate::HitRate;
use super::movement::en_passant_victim;
use super::plan::Plans;
use super::state::{CASTLINGS, Promotions, State, walk};
use crate::board::{Side, Square};
use crate::men::{Piece, WalkId, walk_id};
use crate::position::{Position, Slot, unpack_squares};
use crate::rules::{Engine, ShortCut};
use std::sync::Arc;

impl Orthodox {
    /// The position of an engine, if its rules and men are orthodox: no
    /// condition left a trace in the rules but a choice of the best moves, every man is one of
    /// the game and at most one king a side is royal.
    pub fn of(engine: &Engine) -> Option<Orthodox> {
        let position = engine.position();
        let is_plain = engine.rules().are_orthodox() && position.ply() == 0;
        let mut state = State::empty(position.turn());
        for square in position.men().filter(|_| is_plain) {
            let (walk, side) = man(position.piece_on(square))?;
            state.put(square.index(), walk, side);
        }
        let squares = engine.rules().geometry().squares();
        let all = (0..64).filter(|_| is_plain).map(Square::new);
        for hole in all.filter(|&square| !squares.contains(square)) {
            state.close(hole.index());
        }
        let promotions = engine.rules().promotions().iter();
        let promotions = promotions.map(|promotion| number_of(promotion.walk));
        let promotions: Vec<usize> = promotions.filter(|_| is_plain).collect::<Option<_>>()?;
        state.promotions = Promotions::of(&promotions);
        state.allow(rights(position.slot(Slot::CASTLING)));
        let one_king = Side::BOTH
            .iter()
            .all(|&side| position.royals_of(side).len() <= 1);
        let only_usual = set_en_passant(&mut state, position) && has_usual_slots(position);
        let ranking = |side| engine.rules().judge().ranking(position, side).map(Arc::new);
        let short_cuts = engine.rules().short_cuts();
        let may_choose = short_cuts.allow(ShortCut::OrthodoxChoice)
            || !Side::BOTH
                .into_iter()
                .any(|side| engine.rules().judge().selects(side));
        (is_plain && one_king && only_usual && may_choose).then(|| Orthodox {
            states: vec![state],
            ply: 0,
            moves: Vec::with_capacity(512),
            target: engine.rules().routes().cloned(),
            rankings: Side::BOTH.map(ranking),
            plans: Plans::default(),
            worth: HitRate::default(),
            short_cuts,
            diagram: engine.clone(),
        })
    }
}

impl Orthodox {
    /// Puts other men on the board: squares with the numbers of walks, 8 more for Black. Rights are those
    /// of White's long and short castling, then Black's, and `passed` the square of a double step just
    /// played.
    pub(crate) fn set_diagram(
        &mut self,
        men: impl Iterator<Item = (usize, usize)>,
        turn: Side,
        rights: u8,
        passed: Option<u8>,
    ) {
        let mut state = State::empty(turn);
        state.promotions = self.states[0].promotions;
        for (on, man) in men {
            let side = if man < 8 { Side::White } else { Side::Black };
            state.put(on, man & 7, side);
        }
        state.allow(rights);
        if let Some(passed) = passed {
            state.pass_square(usize::from(passed));
        }
        self.ply = 0;
        self.states[0] = state;
    }
}

/// Walk and side of a man of the game or a dummy; its royalty must be the usual one.
fn man(piece: Piece) -> Option<(usize, Side)> {
    let walk = number_of(piece.walk())?;
    let side = Side::BOTH
        .into_iter()
        .find(|&side| piece == Piece::usual(piece.walk(), side))?;
    Some((walk, side))
}

/// The number of a walk that is known here.
pub(super) fn number_of(walk: WalkId) -> Option<usize> {
    let numbered = walk_id::NUMBERED.iter().chain([&walk_id::DUMMY]);
    let place = numbered
        .zip(walk::PAWN..)
        .find(|(known, _)| **known == walk);
    place.map(|(_, number)| number)
}

/// The walk with this number.
pub(super) fn walk_of(number: usize) -> WalkId {
    let place = number.wrapping_sub(walk::PAWN);
    *walk_id::NUMBERED.get(place).unwrap_or(&walk_id::DUMMY)
}

/// The castlings for which king and rook have the right.
fn rights(slot: u128) -> u8 {
    const BOTH_MEN: [u128; 4] = [0b00_0011, 0b00_0101, 0b01_1000, 0b10_1000];
    let castlings = CASTLINGS.iter().zip(BOTH_MEN);
    let allowed = castlings.filter(|(_, men)| slot & men == *men);
    allowed.map(|(castling, _)| castling.right).sum()
}

/// Takes over the double step said to have been played; false if it was no
/// orthodox one.
fn set_en_passant(state: &mut State, position: &Position) -> bool {
    let squares: Vec<Square> = unpack_squares(position.slot(Slot::EN_PASSANT)).collect();
    let (passed, pawn) = match squares[..] {
        [] => return true,
        [passed, pawn] => (passed.index(), pawn.index()),
        _ => return false,
    };
    let men = state.men();
    let side = match passed / 8 {
        2 => Side::White,
        5 => Side::Black,
        _ => return false,
    };
    let is_double_step =
        en_passant_victim(passed) == pawn && men.pawns & men.sides[side.index()] & bit(pawn) != 0;
    if is_double_step {
        state.pass_square(passed);
    }
    is_double_step
}

/// Whether the rules remember nothing that this engine does not know.
fn has_usual_slots(position: &Position) -> bool {
    let known = [Slot::EN_PASSANT, Slot::CASTLING];
    position.remembers_only(&known)
}
