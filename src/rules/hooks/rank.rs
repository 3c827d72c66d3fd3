//! The order in which the effects of a move happen: one table.
//!
//! **Invariant:** the order is total. A rank is its place in the table, so no two are equal; two rules
//! that act at one rank are an error when the rules are built ([`RulesBuilder::build`]), unless both
//! only remember something in slots of their own.
//!
//! The order is that measured with the reference (4.104). `dawson explain --order` prints it.
//!
//! [`RulesBuilder::build`]: crate::rules::RulesBuilder::build

use crate::board::Side;

/// A place in the order of effects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(u16);

/// How far the numbers of two ranks are apart: between them is room for a form of each side, and for rules
/// that act there one after the other.
const STEP: u16 = 256;

impl Rank {
    /// The place of the form of a rule that is for one side: after the rank itself, White's first.
    #[must_use]
    pub const fn of(self, side: Side) -> Rank {
        match side {
            Side::White => Rank(self.0 + 1),
            Side::Black => Rank(self.0 + 2),
        }
    }

    /// The place after this one, for a further rule that acts there in its turn; none if there is no room.
    pub(in crate::rules) fn next(self) -> Option<Rank> {
        let next = Rank((self.0 + 1).max(self.0 / STEP * STEP + 3));
        (next.0 / STEP == self.0 / STEP).then_some(next)
    }

    /// Its name and what happens there.
    pub fn row(self) -> (&'static str, &'static str) {
        Rank::ORDER[usize::from(self.0 / STEP)]
    }
}

/// Numbers the rows of the table from its first one on.
macro_rules! order {
    ($($name:ident: $happens:literal,)*) => {
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name,)* }

        impl Rank {
            $(#[doc = $happens] pub const $name: Rank = Rank(Place::$name as u16 * STEP);)*

            /// The whole order: the name of each rank, and what happens there.
            pub const ORDER: &'static [(&'static str, &'static str)] =
                &[$((stringify!($name), $happens),)*];
        }
    };
}

order! {
    CHOICE_OF_RULE: "the mover chooses which of several rules applies",
    IMITATOR: "imitators move along",
    SUPER_TRANSMUTATION: "a king takes the walk of a man that checks it, and is royal no more",
    BURIAL: "a captured man goes below its square",
    HOLE: "the departure becomes a hole",
    KAMIKAZE: "a kamikaze man that captured vanishes",
    CHAMELEON: "a chameleon takes the next walk of its cycle",
    CHAMELEON_CHESS: "the mover takes the next walk of its cycle",
    PROTEAN: "a protean man that captures takes the walk of the captured one",
    PROTEAN_CHESS: "the capturing man takes the walk of the captured one",
    FRANKFURT: "the capturing man takes the walk of the captured one, pawns as pawns",
    BRETON: "another man of the captured walk vanishes",
    SPLIT: "a splittable man leaves another one where it stood",
    SHOT: "a shooter that captured goes back to its square",
    OWN_LANDING: "rules of composers: what happens where a man lands",
    PROMOTION: "a pawn on its last rank is promoted; the engine does it",
    ABSORPTION: "the capturing man gains the walk of the captured one",
    CORONATION: "a man that was promoted to king becomes royal",
    FRISCHAUF: "a promoted man is marked as such",
    SUMMONS: "men below empty squares come up",
    STANDING: "a man changes where it stands",
    FOOTBALL: "a man on an outer file is replaced",
    LINE_CHAMELEON: "the mover takes the walk of its file",
    NORSK: "the mover takes the other walk of its pair",
    WORMHOLE: "the mover comes out of another wormhole",
    ALICE: "the men that moved change board",
    RELEGATION: "the mover becomes a pawn on its second rank",
    EINSTEIN: "the mover's walk changes with what it did",
    REVERSAL_EINSTEIN: "the same, the other way",
    ANTI_EINSTEIN: "the same, without gain by captures",
    OWN_WALK: "rules of composers: a man changes its walk",
    HALF_NEUTRAL: "a half-neutral man changes its phase",
    KOBUL: "a king takes the walk of the man its side lost",
    SNEK: "another man takes the place of the captured one",
    SNEK_CIRCLE: "the same, in a circle of walks",
    LATENT_PROMOTION: "a pawn of the other side that waits on its last rank is promoted",
    MAGIC_SQUARE_BEFORE_REBIRTH: "the mover changes side where it arrived",
    CAPTURER_REBIRTH: "Anticirce: the capturing man is reborn, and promoted again if need be",
    BRETON_AFTER_REBIRTH: "another man of the captured walk vanishes (Breton PY)",
    OWN_CAPTOR: "rules of composers: what becomes of the capturing man",
    TIBET: "a black man that captured another kind changes side",
    DOUBLE_TIBET: "a man that captured another kind changes side",
    ANDERNACH: "the capturing man changes side",
    ANTI_ANDERNACH: "a man that did not capture changes side",
    PAD: "a man that captured again vanishes",
    DARK_SIDE: "the mover changes side in the other half",
    CHAMELEON_PURSUIT: "the mover changes side on the square that the last move left",
    TRAITOR: "a black man in the lower half becomes white",
    VOLAGE: "a volage man changes side",
    HYPERVOLAGE: "a man that changed the colour of its square changes side",
    VOLAGE_CHESS: "the same, once for each man",
    MAGIC_SQUARE: "the mover changes side where it is now",
    OWN_SIDE: "rules of composers: a man changes side",
    SWAPPED_KINGS: "the kings change places",
    HURDLE_COLOUR: "the man hopped over changes side",
    HURDLE_WALK: "the man hopped over changes its walk",
    BUL: "the man that a bul man hopped over moves too",
    DOB: "the man that a dob man hopped over moves too",
    CIRCE: "the captured man is reborn, and promoted if need be",
    NUCLEAR: "men next to a capture go to their Circe squares, or vanish",
    MAGNET: "men in line with the mover are drawn to it, or driven away",
    HANDS: "captured men go to a hand; a man is put on the board, or taken off it",
    MAGIC: "men observed anew by magic men change side",
    VOLAGE_REBIRTH: "a volage man that was reborn changes side",
    HYPERVOLAGE_REBIRTH: "a man that was reborn on the other colour changes side",
    VOLAGE_CHESS_REBIRTH: "the same, once for each man",
    OWN_OTHERS: "rules of composers: other men change, swap or are reborn",
    TRANSFER: "transferable men go over to the other side",
    SENTINELS: "a pawn appears where the mover left",
    UNEARTH: "men below squares come up where these were left",
    KING_LEFT_BOARD: "a king of Alice chess that captured must have been safe on the board it left",
    REPUBLIC: "a king is put on the board where it is mated",
    REVOLVING_BOARD: "the board turns",
    REVOLVING_CENTRE: "the centre turns",
    OWN_BOARD: "rules of composers: what concerns the whole board",
    STRICT_SAT: "it is remembered which kings were attacked",
    ANDA: "a man with that attribute changes between neutral and one side if it checks",
    ANDA_INVERSE: "a man with that attribute does so if it does not check",
    ANDA_CHESS: "the mover does so if it checks",
    ANDA_INVERSE_CHESS: "the mover does so if it does not check",
    RUN: "a king begins, ends or completes its run",
    MASAND: "the men that the mover observes change side if it checks",
    MASAND_GENERALISED: "the men that all men that check observe change side",
    INFLUENCER: "the hostile men next to the mover change their walks",
    SERIES_CAPTURE: "the capturing man goes on capturing",
    DYNASTY: "the last king of a side becomes royal",
    LOST_PIECES: "men that would be mated vanish",
    KING_SQUARES: "kings that stand on certain squares are royal",
    MATE_C: "men that mate change side",
    OWN_VANISH: "rules of composers: men vanish",
    BUDGET: "the length of the move is paid for",
    OWN_MEMORY: "rules of composers: what is remembered",
    PAD_ANEW: "whoever captured may capture again",
    MEMORY: "rules remember what the move did, each for itself",
    WHOLE_MOVE: "the same once, at the end of a move that has several parts",
    END_OF_CHOICE: "the choice is forgotten",
}
