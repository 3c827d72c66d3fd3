//! The order in which the effects of a move happen: one table.
//!
//! The numbers are those of the measured order (reference 4.104); rules within
//! one rank commute. A rule names its rank, the engine sorts once per problem.

/// A place in the order of effects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(u8);

#[allow(missing_docs)]
impl Rank {
    // Landing and the mover's walk as it is.
    pub const IMITATOR: Rank = Rank(1);
    pub const CHAMELEON: Rank = Rank(6);
    pub const PROMOTION: Rank = Rank(10);
    pub const EINSTEIN: Rank = Rank(19);
    // The mover is put elsewhere, then changes side.
    pub const CAPTURER_REBIRTH: Rank = Rank(26);
    pub const ANDERNACH: Rank = Rank(30);
    pub const VOLAGE: Rank = Rank(36);
    // Other men come back or appear.
    pub const CIRCE: Rank = Rank(41);
    pub const VOLAGE_REBIRTH: Rank = Rank(42);
    pub const SENTINELS: Rank = Rank(43);
    // The whole board.
    pub const RUN: Rank = Rank(49);
    pub const MASAND: Rank = Rank(50);
}
