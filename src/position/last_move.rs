//! The last move, as far as the rules of a problem want to know about it.
//!
//! A rule names the facts it needs when it is installed; only these are remembered and enter the
//! key, so that positions differ by nothing that no rule looks at.

use super::{ManId, Slot};
use crate::board::{Side, Square};
use crate::men::Piece;

/// Something about the last move that a rule wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum LastMoveFact {
    /// Whose move it was.
    Side = 0,
    /// The square that the man left; in castling the king's.
    Departure = 1,
    /// The square where it went, before any effect.
    Arrival = 2,
    /// From departure to arrival, in files and ranks.
    Vector = 3,
    /// The man as it departed.
    Mover = 4,
    /// The man as it is after all effects, and its square, unless it vanished.
    Arrived = 5,
    /// The captured man and its square.
    Capture = 6,
    /// The identities of the mover and the captured man.
    Identities = 7,
    /// The two squares of an exchange of men.
    Exchange = 8,
}

/// A set of [`LastMoveFact`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LastMoveFacts(u16);

impl LastMoveFacts {
    /// Nothing about the last move.
    pub const NONE: LastMoveFacts = LastMoveFacts(0);

    /// The set with this fact.
    #[must_use]
    pub const fn with(self, fact: LastMoveFact) -> LastMoveFacts {
        LastMoveFacts(self.0 | 1 << fact as u8)
    }

    /// The set without this fact.
    #[must_use]
    pub const fn without(self, fact: LastMoveFact) -> LastMoveFacts {
        LastMoveFacts(self.0 & !(1 << fact as u8))
    }

    /// Whether the fact is wanted.
    #[inline]
    pub const fn has(self, fact: LastMoveFact) -> bool {
        self.0 >> fact as u8 & 1 != 0
    }

    /// Whether nothing is wanted.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// What is known of the last move; what no rule wanted to know is missing, and so is everything
/// before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LastMove {
    /// Whose move it was.
    pub side: Option<Side>,
    /// The square that the man left.
    pub departure: Option<Square>,
    /// The square where it went.
    pub arrival: Option<Square>,
    /// From departure to arrival, in files and ranks.
    pub vector: Option<(i8, i8)>,
    /// The man as it departed.
    pub mover: Option<Piece>,
    /// Where the man is after all effects.
    pub now: Option<Square>,
    /// What the man is after all effects.
    pub arrived: Option<Piece>,
    /// The captured man and its square.
    pub captured: Option<(Piece, Square)>,
    /// The identities of the mover and the captured man, 0 for men that were not in the diagram.
    pub identities: [ManId; 2],
    /// The two squares of an exchange.
    pub exchange: Option<[Square; 2]>,
}

impl LastMove {
    /// The same move, reduced to these facts.
    #[inline]
    #[must_use]
    pub fn reduced_to(self, facts: LastMoveFacts) -> LastMove {
        let has = |fact| facts.has(fact);
        LastMove {
            side: self.side.filter(|_| has(LastMoveFact::Side)),
            departure: self.departure.filter(|_| has(LastMoveFact::Departure)),
            arrival: self.arrival.filter(|_| has(LastMoveFact::Arrival)),
            vector: self.vector.filter(|_| has(LastMoveFact::Vector)),
            mover: self.mover.filter(|_| has(LastMoveFact::Mover)),
            now: self.now.filter(|_| has(LastMoveFact::Arrived)),
            arrived: self.arrived.filter(|_| has(LastMoveFact::Arrived)),
            captured: self.captured.filter(|_| has(LastMoveFact::Capture)),
            identities: match has(LastMoveFact::Identities) {
                true => self.identities,
                false => [0; 2],
            },
            exchange: self.exchange.filter(|_| has(LastMoveFact::Exchange)),
        }
    }

    /// The slots that hold it, with their values.
    #[inline]
    pub fn packed(self) -> [(Slot, u128); 3] {
        let mut bits = Packer::default();
        bits.push(
            SIDE_BITS,
            self.side.map_or(0, |side| side.index() as u128 + 1),
        );
        for square in [self.departure, self.arrival, self.now] {
            bits.push(8, packed_square(square));
        }
        bits.push(8, packed_square(self.captured.map(|(_, on)| on)));
        let exchange = self.exchange.map_or([None; 2], |squares| squares.map(Some));
        for square in exchange {
            bits.push(8, packed_square(square));
        }
        let vector = self.vector.map_or(0, |(files, ranks)| {
            u128::from(files as u8) | u128::from(ranks as u8) << 8 | 1 << 16
        });
        bits.push(17, vector);
        for id in self.identities {
            bits.push(16, id.into());
        }
        let man = |man: Option<Piece>| u128::from(man.unwrap_or(Piece::NONE).bits());
        let captured = self.captured.map(|(man, _)| man);
        [
            (Slot::LAST_MOVE, bits.value),
            (Slot::LAST_MOVER, man(self.mover) | man(captured) << 64),
            (Slot::LAST_ARRIVED, man(self.arrived)),
        ]
    }

    /// The square that the man left, from what the first of these slots holds.
    #[inline]
    pub(super) fn departure_in(squares: u128) -> Option<Square> {
        unpacked_square(squares >> SIDE_BITS & 0xff)
    }

    /// What the slots hold, in the order of [`LastMove::packed`].
    #[inline]
    pub fn unpacked([squares, men, arrived]: [u128; 3]) -> LastMove {
        let mut bits = Packer {
            value: squares,
            at: 0,
        };
        let side = match bits.pop(SIDE_BITS) {
            1 => Some(Side::White),
            2 => Some(Side::Black),
            _ => None,
        };
        let mut square = || unpacked_square(bits.pop(8));
        let [departure, arrival, now, captured_on, first, second] =
            std::array::from_fn(|_| square());
        let vector = bits.pop(17);
        let vector = (vector != 0).then_some((vector as u8 as i8, (vector >> 8) as u8 as i8));
        let identities = std::array::from_fn(|_| bits.pop(16) as ManId);
        let man = |bits: u128| Some(Piece::from_bits(bits as u64)).filter(|man| man.is_some());
        LastMove {
            side,
            departure,
            arrival,
            vector,
            mover: man(men),
            now,
            arrived: man(arrived),
            captured: man(men >> 64).zip(captured_on),
            identities,
            exchange: first.zip(second).map(|(first, second)| [first, second]),
        }
    }
}

/// What the side takes of the first slot; the departure comes behind it.
const SIDE_BITS: u32 = 2;

/// Bits put side by side.
#[derive(Default)]
struct Packer {
    value: u128,
    at: u32,
}

impl Packer {
    #[inline]
    fn push(&mut self, width: u32, bits: u128) {
        self.value |= bits << self.at;
        self.at += width;
    }

    #[inline]
    fn pop(&mut self, width: u32) -> u128 {
        let bits = self.value >> self.at & ((1 << width) - 1);
        self.at += width;
        bits
    }
}

#[inline]
fn packed_square(square: Option<Square>) -> u128 {
    square.map_or(0, |square| u128::from(square.byte()) + 1)
}

#[inline]
fn unpacked_square(packed: u128) -> Option<Square> {
    packed.checked_sub(1).map(|byte| Square::new(byte as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::men::{Attribute, Sides, walk_id};

    fn full() -> LastMove {
        let man = Piece::new(walk_id::ROOK, Sides::Both).with(Attribute::AliceB);
        LastMove {
            side: Some(Side::Black),
            departure: Some(Square::new(0)),
            arrival: Some(Square::new(127)),
            vector: Some((-15, 7)),
            mover: Some(man),
            now: Some(Square::new(9)),
            arrived: Some(man.royal()),
            captured: Some((man, Square::new(63))),
            identities: [1, 128],
            exchange: Some([Square::new(5), Square::new(6)]),
        }
    }

    #[test]
    fn slots_keep_all_of_it() {
        for last in [full(), LastMove::default()] {
            let values = last.packed().map(|(_, value)| value);
            assert_eq!(LastMove::unpacked(values), last);
            assert_eq!(LastMove::departure_in(values[0]), last.departure);
        }
        let nothing = LastMove::default().packed();
        assert!(nothing.iter().all(|(_, value)| *value == 0));
    }

    #[test]
    fn what_nobody_wants_is_forgotten() {
        let departure = LastMoveFacts::NONE.with(LastMoveFact::Departure);
        let reduced = full().reduced_to(departure);
        let expected = LastMove {
            departure: full().departure,
            ..LastMove::default()
        };
        assert_eq!(reduced, expected);
        assert_eq!(full().reduced_to(LastMoveFacts::NONE), LastMove::default());
    }
}
