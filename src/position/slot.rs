//! Slots: what the engine and the rules remember from ply to ply, beside the men.
//!
//! The engine has a few slots of its own, named here. A rule declares the others when it is
//! installed and gets a handle; nobody else can reach them.

use crate::board::Square;

/// A place of 128 bits. Every slot is part of the key; 0 means that nothing is remembered.
///
/// ```
/// use dawson::position::{Lifetime, Slot};
/// let declaration = Slot::named("last-capture").lasting(Lifetime::Ply);
/// assert_eq!(declaration.lifetime(), Lifetime::Ply);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot(u8);

/// How long a slot keeps its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lifetime {
    /// Until a rule changes it.
    Game,
    /// Until the next move begins; the engine clears it then. A side that passes in series play
    /// makes no move.
    Ply,
    /// Within one question of a rule, to keep it from asking itself; 0 between moves.
    Question,
}

/// What a rule says about a slot it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotDeclaration {
    name: &'static str,
    lifetime: Lifetime,
}

impl SlotDeclaration {
    /// The same slot with this lifetime instead of [`Lifetime::Game`].
    #[must_use]
    pub const fn lasting(self, lifetime: Lifetime) -> SlotDeclaration {
        SlotDeclaration { lifetime, ..self }
    }

    /// What it is called in messages.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// How long it keeps its value.
    pub const fn lifetime(self) -> Lifetime {
        self.lifetime
    }
}

impl Slot {
    /// Squares passed by the double step just played, see [`pack_squares`]; the last is the pawn's.
    pub const EN_PASSANT: Slot = Slot(0);
    /// One bit for each castling of the problem that is still allowed by its men's history.
    pub const CASTLING: Slot = Slot(1);
    /// Whether the last move was a null move.
    pub const NULL_MOVE: Slot = Slot(2);
    /// What is known of the rolls of the die to come, see [`Rolls`](super::Rolls); 0 without dice.
    pub const ROLLS: Slot = Slot(3);
    /// One bit for each square that has become a hole.
    pub const HOLES: Slot = Slot(4);
    /// The squares of the last move, see [`LastMove`](super::LastMove); 0 where no rule asks.
    pub const LAST_MOVE: Slot = Slot(5);
    /// The mover and the captured man of the last move.
    pub const LAST_MOVER: Slot = Slot(6);
    /// The mover of the last move as it is after all effects.
    pub const LAST_ARRIVED: Slot = Slot(7);

    /// The slots of the engine itself that the next move clears.
    pub const PASSING: [Slot; 2] = [Slot::EN_PASSANT, Slot::NULL_MOVE];

    /// Whether the slot in this place outlasts the next move.
    pub(super) const fn is_lasting(place: usize) -> bool {
        place == Slot::CASTLING.index() || place == Slot::HOLES.index() || place >= Slot::OWN
    }

    /// The number of the first slot that rules declare.
    const OWN: usize = 8;

    /// How many slots the rules of one problem may declare.
    pub const LIMIT: usize = 24;

    /// How many slots a position has.
    pub(super) const COUNT: usize = Slot::OWN + Slot::LIMIT;

    /// A slot to declare, by default for the whole game.
    pub const fn named(name: &'static str) -> SlotDeclaration {
        SlotDeclaration {
            name,
            lifetime: Lifetime::Game,
        }
    }

    /// The handle of the slot that was declared after `before` others; none beyond
    /// [`Slot::LIMIT`].
    pub const fn declared(before: usize) -> Option<Slot> {
        if before >= Slot::LIMIT {
            return None;
        }
        Some(Slot((Slot::OWN + before) as u8))
    }

    /// Its place in a position.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Packs up to sixteen squares, in order, into a slot; 0 is none.
pub fn pack_squares(squares: impl IntoIterator<Item = Square>) -> u128 {
    let byte = |(place, square): (usize, Square)| u128::from(square.byte() + 1) << (8 * place);
    squares.into_iter().take(16).enumerate().map(byte).sum()
}

/// The squares packed into a slot, in order.
pub fn unpack_squares(packed: u128) -> impl DoubleEndedIterator<Item = Square> + Clone {
    let bytes = packed.to_le_bytes();
    let count = (u128::BITS - packed.leading_zeros()).div_ceil(8) as usize;
    (0..count).map(move |place| Square::new(bytes[place] - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_squares_come_back_in_order() {
        let squares: Vec<Square> = (100..116).map(Square::new).collect();
        let packed = pack_squares(squares.iter().copied());
        assert!(unpack_squares(packed).eq(squares));
        assert_eq!(unpack_squares(0).count(), 0);
    }

    #[test]
    fn declared_slots_are_not_those_of_the_engine() {
        let first = Slot::declared(0).expect("there is room");
        assert!(!Slot::PASSING.contains(&first) && first != Slot::HOLES);
        assert!(Slot::declared(Slot::LIMIT).is_none());
    }
}
