//! What the sides may still spend on the lengths of their moves.

use crate::board::Side;
use serde::{Deserialize, Serialize};

/// Lengths in hundredths of the side of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BglBalance {
    /// One for both sides.
    Common(u32),
    /// One for each side, White first; none is no limit.
    Each([Option<u32>; 2]),
}

/// In a slot: no limit.
const UNLIMITED: u128 = (1 << 31) - 1;

/// In a slot: the sides spend the same.
const COMMON: u128 = 1 << 62;

impl BglBalance {
    /// The greatest length.
    pub const MOST: u32 = 1_000_000;

    /// As it is remembered in a slot.
    pub fn packed(self) -> u128 {
        match self {
            BglBalance::Common(left) => COMMON | u128::from(left),
            BglBalance::Each(sides) => {
                let [white, black] = sides.map(|left| left.map_or(UNLIMITED, u128::from));
                white | black << 31
            }
        }
    }

    /// From a slot.
    pub fn of_slot(packed: u128) -> BglBalance {
        let left = |bits: u128| Some(bits & UNLIMITED).filter(|&left| left != UNLIMITED);
        let left = |bits: u128| left(bits).and_then(|left| u32::try_from(left).ok());
        match packed & COMMON != 0 {
            true => BglBalance::Common(left(packed).unwrap_or_default()),
            false => BglBalance::Each([left(packed), left(packed >> 31)]),
        }
    }

    /// What `side` may still spend; none is no limit.
    pub fn left(self, side: Side) -> Option<u32> {
        match self {
            BglBalance::Common(left) => Some(left),
            BglBalance::Each(sides) => sides[side.index()],
        }
    }

    /// After `side` has spent a length that it had left.
    #[must_use]
    pub fn after(self, side: Side, spent: u32) -> BglBalance {
        match self {
            BglBalance::Common(left) => BglBalance::Common(left.saturating_sub(spent)),
            BglBalance::Each(mut sides) => {
                let left = &mut sides[side.index()];
                *left = left.map(|left| left.saturating_sub(spent));
                BglBalance::Each(sides)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_keeps_all() {
        let all = [
            BglBalance::Common(0),
            BglBalance::Common(BglBalance::MOST),
            BglBalance::Each([Some(0), None]),
            BglBalance::Each([None, Some(BglBalance::MOST)]),
        ];
        for budgets in all {
            assert_eq!(BglBalance::of_slot(budgets.packed()), budgets);
        }
    }
}
