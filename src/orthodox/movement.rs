//! A move packed into 32 bits: departure, arrival, the man before and after,
//! and what kind of move it is.

/// A move of orthodox play. Two moves are equal if the same man goes the same
/// way, captures alike and becomes the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Movement(u32);

/// What a move does beside taking its man from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Ordinary,
    DoubleStep,
    EnPassant,
    Castling,
}

const TO: u32 = 6;
const DEPARTS: u32 = 12;
const ARRIVES: u32 = 16;
const KIND: u32 = 20;
const CAPTURES: u32 = 1 << 22;
const NO_MOVE: u32 = 1 << 23;

impl Movement {
    /// No ply was played: the diagram.
    pub(super) const NONE: Movement = Movement(NO_MOVE);
    /// The ply was a pass.
    pub(super) const PASS: Movement = Movement(NO_MOVE | 1);

    /// `departs` and `arrives` are the man's codes.
    #[inline]
    pub(super) fn new(
        from: usize,
        to: usize,
        departs: usize,
        arrives: usize,
        kind: Kind,
        captures: bool,
    ) -> Movement {
        Movement(
            from as u32
                | ((to as u32) << TO)
                | ((departs as u32) << DEPARTS)
                | ((arrives as u32) << ARRIVES)
                | ((kind as u32) << KIND)
                | (u32::from(captures) * CAPTURES),
        )
    }

    /// Whether it is a move at all.
    pub(super) fn is_move(self) -> bool {
        self.0 & NO_MOVE == 0
    }

    #[inline]
    pub(super) fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    #[inline]
    pub(super) fn to(self) -> usize {
        (self.0 >> TO & 63) as usize
    }

    /// The man as it leaves.
    #[inline]
    pub(crate) fn departs(self) -> usize {
        (self.0 >> DEPARTS & 15) as usize
    }

    /// The man as it arrives: another one if it was promoted.
    #[inline]
    pub(crate) fn arrives(self) -> usize {
        (self.0 >> ARRIVES & 15) as usize
    }

    #[inline]
    pub(super) fn kind(self) -> Kind {
        match self.0 >> KIND & 3 {
            0 => Kind::Ordinary,
            1 => Kind::DoubleStep,
            2 => Kind::EnPassant,
            _ => Kind::Castling,
        }
    }

    #[inline]
    pub(crate) fn is_capture(self) -> bool {
        self.0 & CAPTURES != 0
    }
}

/// Where the pawn stands that passed this square.
pub(super) fn en_passant_victim(passed: usize) -> usize {
    match passed / 8 {
        2 => passed + 8,
        _ => passed - 8,
    }
}

/// Pawns have no power on the first rank of their side (0 for White).
pub(super) fn own_first_rank(side: usize) -> u64 {
    match side {
        0 => super::attack::RANK_1,
        _ => super::attack::RANK_8,
    }
}
