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
    pub const BURIAL: Rank = Rank(3);
    pub const HOLE: Rank = Rank(4);
    pub const KAMIKAZE: Rank = Rank(5);
    pub const CHAMELEON: Rank = Rank(6);
    pub const PROTEAN: Rank = Rank(7);
    pub const FRANKFURT: Rank = Rank(8);
    pub const BRETON: Rank = Rank(9);
    pub const PROMOTION: Rank = Rank(10);
    pub const FRISCHAUF: Rank = Rank(11);
    pub const SUMMONS: Rank = Rank(11);
    pub const FOOTBALL: Rank = Rank(12);
    pub const LINE_CHAMELEON: Rank = Rank(13);
    pub const NORSK: Rank = Rank(14);
    pub const WORMHOLE: Rank = Rank(15);
    pub const ALICE: Rank = Rank(16);
    pub const RELEGATION: Rank = Rank(17);
    pub const EINSTEIN: Rank = Rank(18);
    pub const REVERSAL_EINSTEIN: Rank = Rank(19);
    pub const ANTI_EINSTEIN: Rank = Rank(20);
    pub const HALF_NEUTRAL: Rank = Rank(21);
    pub const KOBUL: Rank = Rank(22);
    pub const SNEK: Rank = Rank(23);
    pub const LATENT_PROMOTION: Rank = Rank(24);
    pub const MAGIC_SQUARE_BEFORE_REBIRTH: Rank = Rank(25);
    // The mover is put elsewhere, then changes side.
    pub const CAPTURER_REBIRTH: Rank = Rank(26);
    pub const BRETON_AFTER_REBIRTH: Rank = Rank(27);
    pub const TIBET: Rank = Rank(28);
    pub const DOUBLE_TIBET: Rank = Rank(29);
    pub const ANDERNACH: Rank = Rank(30);
    pub const ANTI_ANDERNACH: Rank = Rank(31);
    pub const PAD: Rank = Rank(32);
    pub const DARK_SIDE: Rank = Rank(33);
    pub const CHAMELEON_PURSUIT: Rank = Rank(34);
    pub const TRAITOR: Rank = Rank(35);
    pub const VOLAGE: Rank = Rank(36);
    pub const MAGIC_SQUARE: Rank = Rank(37);
    // The man hopped over changes side or moves too.
    pub const HURDLE_COLOUR: Rank = Rank(39);
    pub const HURDLE_MOVE: Rank = Rank(40);
    // Other men come back or appear.
    pub const CIRCE: Rank = Rank(41);
    pub const VOLAGE_REBIRTH: Rank = Rank(42);
    pub const MAGIC: Rank = Rank(42);
    pub const SENTINELS: Rank = Rank(43);
    pub const UNEARTH: Rank = Rank(44);
    pub const KING_LEFT_BOARD: Rank = Rank(45);
    // The whole board.
    pub const REVOLVING_BOARD: Rank = Rank(46);
    pub const REVOLVING_CENTRE: Rank = Rank(47);
    pub const ANDA: Rank = Rank(49);
    pub const RUN: Rank = Rank(49);
    pub const MASAND: Rank = Rank(50);
    pub const INFLUENCER: Rank = Rank(51);
    pub const BUDGET: Rank = Rank(57);
    // What rules remember of the whole move.
    pub const MEMORY: Rank = Rank(60);
    /// Rules remember what the whole move did: once, where it has several parts.
    pub const WHOLE_MOVE: Rank = Rank(61);
}

/// Places kept for conditions to come, in the measured order.
#[allow(missing_docs)]
impl Rank {
    pub const SUPER_TRANSMUTATION: Rank = Rank(2);
    pub const SWAPPED_KINGS: Rank = Rank(38);
    pub const REPUBLIC: Rank = Rank(45);
    pub const STRICT_SAT: Rank = Rank(48);
    pub const SERIES_CAPTURE: Rank = Rank(52);
    pub const DYNASTY: Rank = Rank(53);
    pub const LOST_PIECES: Rank = Rank(54);
    pub const KING_SQUARES: Rank = Rank(55);
    pub const MATE_C: Rank = Rank(56);
}
