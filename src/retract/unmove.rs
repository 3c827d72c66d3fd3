//! A move taken back: the position before it and what it did.

use super::scene::{Code, Scene};

/// A castling by its wing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    /// With the h-rook.
    Short,
    /// With the a-rook.
    Long,
}

/// An earlier position and the move that leads from it to the present one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnMove {
    /// The position before the move.
    pub before: Scene,
    /// The man as it stood on its departure: a pawn if it was promoted.
    pub man: Code,
    /// Its departure.
    pub from: u8,
    /// Where it went or captured.
    pub arrival: u8,
    /// Where it stands now: elsewhere if it was reborn; 64 if it has vanished.
    pub to: u8,
    /// Who was captured; 0 for nobody.
    pub captured: Code,
    /// Where the captured man stood.
    pub captured_on: u8,
    /// What the man became by promotion; 0 if it was not promoted.
    pub promotion: Code,
    /// Whether it was a castling; then the man is the king.
    pub castling: Option<Wing>,
    /// Whether a pawn was captured en passant.
    pub en_passant: bool,
    /// Where the captured man stands now, if it was reborn; 64 if it was not.
    pub reborn: u8,
}

impl UnMove {
    /// Whether somebody was captured.
    pub fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// The same movement, whoever was captured: what a side chooses that does not choose the captured
    /// man.
    pub fn movement(&self) -> (u8, u8, u8, Code, Code, Option<Wing>) {
        let UnMove {
            from,
            arrival,
            to,
            man,
            promotion,
            castling,
            ..
        } = *self;
        (from, arrival, to, man, promotion, castling)
    }
}
