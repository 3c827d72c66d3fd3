//! The reversible changes of a position and why they happen.

use super::{ManId, Slot};
use crate::board::Square;
use crate::men::Piece;

/// One reversible change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A man goes to an empty square.
    Move {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// A man vanishes.
    Remove {
        /// Its square.
        on: Square,
    },
    /// A man appears on an empty square.
    Place {
        /// Where.
        on: Square,
        /// Who.
        piece: Piece,
        /// Its identity, 0 for a new man.
        id: ManId,
    },
    /// A man's walk, sides, royalty or attributes change.
    Alter {
        /// Its square.
        on: Square,
        /// What it becomes.
        piece: Piece,
    },
    /// Two men change places.
    Swap {
        /// One square.
        first: Square,
        /// The other.
        second: Square,
    },
    /// A rule remembers something.
    Set {
        /// Where it remembers.
        slot: Slot,
        /// What.
        value: u128,
    },
    /// A man that left the board goes below a square, on top of those that are there.
    Bury {
        /// Below which square.
        on: Square,
        /// Who.
        piece: Piece,
        /// Its identity.
        id: ManId,
    },
    /// The topmost man below a square becomes another.
    AlterBelow {
        /// Which square.
        on: Square,
        /// What it becomes.
        piece: Piece,
    },
    /// A man comes up from below to its empty square.
    Unearth {
        /// The square.
        on: Square,
        /// How many men lie deeper than it.
        depth: u8,
        /// What it is on the board.
        piece: Piece,
    },
    /// Nothing changes, but notation needs to know: the man here moved or was reborn on the spot.
    Note(Square),
}

/// Why an effect happens; notation and nothing else depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The man moved makes its way.
    Movement,
    /// The man moved goes on from where it was put before.
    GoingOn,
    /// The king or rook of a castling.
    Castling,
    /// A man is taken.
    Capture,
    /// A man is taken en passant.
    EnPassantCapture,
    /// A pawn is promoted.
    Promotion,
    /// A captured man is reborn.
    Rebirth,
    /// The capturing man is reborn.
    CapturerRebirth,
    /// A man changes side.
    SideChange,
    /// A man changes its walk; told with all its marks.
    WalkChange,
    /// A man changes its walk; the walk alone is told.
    BareWalkChange,
    /// A man changes side through the doing of another; told with its square.
    Recolouring,
    /// A man changes its walk, or keeps it, through the doing of another; written with its square.
    WalkInfluence,
    /// A man appears where another left.
    Sentinel,
    /// The imitators move along.
    Imitator,
    /// Two men are exchanged.
    Exchange,
    /// The man that moved vanishes.
    Vanishing,
    /// A man changes between neutral and one side with each of its moves.
    Phase,
    /// A man changes between neutral and one side for the check it gives; told with all its marks.
    Neutrality,
    /// The man hopped over moves too.
    HurdleMove,
    /// A man changes to the other board of two.
    BoardChange,
    /// The die that was thrown for this move is used up; told in where the man turns to.
    Roll,
    /// The partner of a king that castles from anywhere.
    Partner,
    /// The sides exchange their roles.
    RoleExchange,
    /// What the sides may still spend on their moves.
    Budget,
    /// A man goes below another.
    Burial,
    /// Told from the shape of the effect alone: `=X` behind the man just told of, else `[e4=X]`,
    /// `[+man]`, `[-man]`, `[a->b]`, `[a<->b]`.
    Shown,
    /// As [`Reason::Shown`], of a man that changes instead of moving: only with a new side it counts as one that has
    /// not moved.
    InPlace,
    /// As [`Reason::Shown`], of a man that is put on the board instead of a move: for goals it is the man that moved.
    Drop,
    /// As [`Reason::Shown`], always in brackets and with the square.
    Bracketed,
    /// Bookkeeping that is not told.
    Silent,
}

/// An effect that happened, with what is needed to undo and to tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What happened.
    pub effect: Effect,
    /// Why.
    pub reason: Reason,
    /// The man concerned, as it was before; of no meaning where a slot is set.
    pub piece: Piece,
    /// Its identity.
    pub id: ManId,
    /// In a swap, the other man concerned.
    pub other: Piece,
}

impl Entry {
    pub(super) fn men(effect: Effect, reason: Reason, piece: Piece, id: ManId) -> Entry {
        Entry {
            effect,
            reason,
            piece,
            id,
            other: Piece::NONE,
        }
    }

    /// The former value of the slot takes the place of the men, for no man is concerned.
    pub(super) fn slot(effect: Effect, reason: Reason, before: u128) -> Entry {
        Entry {
            effect,
            reason,
            piece: Piece::from_bits(before as u64),
            id: 0,
            other: Piece::from_bits((before >> 64) as u64),
        }
    }

    /// The former value of the slot that was set.
    pub fn before(&self) -> u128 {
        u128::from(self.piece.bits()) | u128::from(self.other.bits()) << 64
    }
}
