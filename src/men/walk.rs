//! What a walk is made of: rows of data that moving, capturing and observing
//! all read.
//!
//! **Invariant:** a walk is data. A new walk is a new row in the catalogue;
//! only a new *kind* of part needs code.

use super::Which;
use crate::board::{SquareSet, Vector};

/// A row of the walk catalogue: how a man moves and what it is called.
#[derive(Clone, PartialEq, Debug)]
pub struct Walk {
    /// Its stable name in data, in kebab case.
    pub key: &'static str,
    /// What people call it.
    pub names: Names,
    /// The letters that stand for it in notation: English, German, French.
    pub letters: [&'static str; 3],
    /// Its powers, in the order in which its moves are listed.
    pub parts: &'static [Part],
    /// How rebirth treats it.
    pub home: Home,
    /// What sets it apart from an officer.
    pub rank: Rank,
    /// The order of its moves.
    pub listing: Listing,
    /// The keys of the walks it may become in any case if it promotes.
    pub officers: &'static [&'static str],
}

impl Walk {
    /// An officer of no home in the game array.
    pub const fn new(
        key: &'static str,
        [en, de, fr]: [&'static str; 3],
        letters: [&'static str; 3],
        parts: &'static [Part],
    ) -> Walk {
        Walk {
            key,
            names: Names { en, de, fr },
            letters,
            parts,
            home: Home::Fairy,
            rank: Rank::Officer,
            listing: Listing::Parts,
            officers: &["queen", "knight", "rook", "bishop"],
        }
    }

    /// The same, reborn elsewhere.
    pub const fn home(self, home: Home) -> Walk {
        Walk { home, ..self }
    }

    /// The same with another rank.
    pub const fn rank(self, rank: Rank) -> Walk {
        Walk { rank, ..self }
    }

    /// The same promoting to these walks.
    pub const fn promoting_to(self, officers: &'static [&'static str]) -> Walk {
        Walk { officers, ..self }
    }

    /// The same with its moves listed by their arrival squares.
    pub const fn by_squares(self) -> Walk {
        Walk {
            listing: Listing::Squares,
            ..self
        }
    }

    /// Whether its moves, and with it those of all men, are listed by their squares.
    pub fn is_listed_by_squares(&self) -> bool {
        self.listing == Listing::Squares
    }

    /// Whether it promotes and counts as a pawn.
    pub const fn is_pawn(&self) -> bool {
        matches!(self.rank, Rank::Pawn)
    }

    /// Whether every man of this walk is royal.
    pub const fn is_royal(&self) -> bool {
        matches!(self.rank, Rank::King)
    }

    /// Whether a pawn may promote to it.
    pub const fn is_promotion(&self) -> bool {
        matches!(self.rank, Rank::Officer)
    }
}

/// A name in each language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Names {
    /// English.
    pub en: &'static str,
    /// German.
    pub de: &'static str,
    /// French.
    pub fr: &'static str,
}

impl Names {
    /// English, German, French.
    pub const fn in_order(&self) -> [&'static str; 3] {
        [self.en, self.de, self.fr]
    }
}

/// The man of the game array whose squares a reborn man takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Home {
    /// The king's square.
    King,
    /// The queen's square.
    Queen,
    /// The rook's square of the right colour.
    Rook,
    /// The bishop's square of the right colour.
    Bishop,
    /// The knight's square of the right colour.
    Knight,
    /// The second rank, same file.
    Pawn,
    /// The promotion square of the file.
    Fairy,
    /// None: it cannot be reborn.
    Nowhere,
}

/// What sets a walk apart from an officer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rank {
    /// Nothing.
    Officer,
    /// It promotes.
    Pawn,
    /// It is royal by nature.
    King,
    /// It has no power at all.
    Dummy,
}

/// The order in which the moves of one man are listed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Listing {
    /// Part by part, line by line.
    Parts,
    /// From the board's last square to its first, each arrival once.
    Squares,
}

/// One power of a walk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// The lines it goes along.
    pub path: Path,
    /// How far each line reaches.
    pub limit: u8,
    /// What it needs on the line, and where it lands.
    pub manner: Manner,
    /// Whether it serves for moving, capturing or both.
    pub which: Which,
    /// Whether the side turns it round.
    pub facing: Facing,
    /// The squares from which it acts.
    pub zone: Zone,
    /// The squares on which it may arrive.
    pub arrival: Arrival,
    /// Whether its lines take turns with those of the next part when moves
    /// are listed.
    pub alternates: bool,
    /// Whether it also captures a pawn on a square that this one has just
    /// passed with a double step.
    pub en_passant: bool,
}

/// Lines of squares that begin beside the departure square.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Path {
    /// One vector repeated.
    Straight(&'static [Vector]),
    /// Two vectors, once each.
    Legs(&'static [[Vector; 2]]),
    /// One vector once, then another repeated.
    Bent(&'static [[Vector; 2]]),
    /// Two vectors in turn.
    Zigzag(&'static [[Vector; 2]]),
    /// Vectors in a circle, from each of them, both ways round.
    Circles(&'static [Vector; 8]),
    /// Diagonals that turn at a right angle on the edge, so many times, but
    /// not in a corner.
    Reflected {
        /// The first directions.
        diagonals: &'static [Vector],
        /// How many turns a line may take.
        turns: u8,
    },
    /// Diagonals that on the edge take one step along it, once, and go on
    /// mirrored.
    Mirrored(&'static [Vector]),
    /// Every vector there is, repeated; file by file.
    AllByFile,
    /// Every vector there is, repeated; oblique ones first.
    AllBySize,
    /// Every vector along a queen's lines, repeated; file by file.
    StraightByFile,
    /// Every vector along a queen's lines, repeated; from far to near.
    StraightBySize,
    /// Along the squares as far from the edge, round the corners, both ways.
    Concentric,
    /// A way of a ring board, see [`RingWay`].
    Ring(RingWay),
    /// Each quiet step of a pawn on a board that is none of squares, repeated.
    Ahead,
    /// Each step with which a pawn captures there.
    AheadBeside,
}

/// How the men of Rollerball go round their ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RingWay {
    /// Straight forward; from the outer ring once round a corner.
    RookForward,
    /// To the square before on the same ring.
    RookBack,
    /// Straight off the ring.
    RookSideways,
    /// Diagonally forward with one rebound.
    BishopForward,
    /// One step diagonally back.
    BishopBack,
    /// One step forward, straight or diagonally.
    Pawn,
}

/// How a man goes along a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// To any square up to the first man, which it may capture.
    Ride,
    /// To every second square, up to the first man.
    Lame,
    /// As [`Manner::Lion`], but to every second square.
    LameLion {
        /// How many men it passes.
        hurdles: u8,
    },
    /// To any square but the first up to the first man; the squares passed
    /// may be captured upon.
    DoubleStep,
    /// Over the first man to the square `gap + 1` behind it, all others empty.
    Hop {
        /// How many empty squares lie between hurdle and arrival.
        gap: u8,
    },
    /// Over `hurdles` men to the square just behind the last of them.
    Kangaroo {
        /// How many men it passes.
        hurdles: u8,
    },
    /// Over `hurdles` men to any square behind the last of them, up to the
    /// next man, which it may capture.
    Lion {
        /// How many men it passes.
        hurdles: u8,
    },
    /// Over a man on the first square, then as [`Manner::Ride`].
    Contra,
    /// As [`Manner::Ride`], away from a man just behind the departure square.
    Recoil,
    /// Over the first man, which it captures, to the empty square behind.
    Locust,
    /// To the last empty square before the first man.
    Approach,
    /// To the first man, then from its square one step at an angle.
    Turn {
        /// The angle in eighths of a full turn, to either hand.
        eighths: u8,
    },
    /// To the first man, then from its square one of the knight's leaps that
    /// are nearest to the same direction.
    TurnToLeap,
    /// Over a man on the first square to the second one; every square through
    /// whose middle the way leads must be empty but for that man.
    Equihop,
    /// Over a man on the first square to the second one, whatever is between.
    NonstopEquihop,
    /// To the first square if a man is on the second one; every other square
    /// through whose middle the way leads must be empty.
    Equistop,
    /// To the first square if a man is on the second one.
    NonstopEquistop,
    /// To a man on the first square, then as far at a right angle; every
    /// square through whose middle the way leads must be empty.
    EagleEquihop,
    /// To a man on the first square, then as far at a right angle.
    NonstopEagleEquihop,
    /// As far the other way as the first man or the edge is away.
    Bounce,
    /// Round a man on the first square to any square as far from it.
    Rotate {
        /// Whether it must be a hostile man.
        hostile: bool,
    },
    /// To the first square of any line, if that of another line, as long, has
    /// a man.
    Echo,
    /// Round its whole line, which comes back to the departure square, with no man on it.
    Lap,
    /// Several legs in one move.
    Chain(Chain),
    /// With the powers of men that observe it.
    Relay(Lenders),
}

impl Manner {
    /// Whether a man that goes this way does not turn off.
    pub(super) const fn goes_straight(self) -> bool {
        !matches!(
            self,
            Manner::Turn { .. } | Manner::TurnToLeap | Manner::Chain(_)
        )
    }

    /// Whether its moves are found square by square along lines.
    pub(super) const fn goes_along_lines(self) -> bool {
        matches!(
            self,
            Manner::Ride
                | Manner::Lame
                | Manner::LameLion { .. }
                | Manner::DoubleStep
                | Manner::Hop { .. }
                | Manner::Kangaroo { .. }
                | Manner::Lion { .. }
                | Manner::Contra
                | Manner::Locust
        )
    }
}

/// A move of several legs; all but the last end on empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    /// How each leg goes along its line.
    pub leg: Leg,
    /// With how many legs it may end.
    pub least: u8,
    /// How many legs there may be.
    pub most: u8,
    /// Whether legs other than the first start on the edge only.
    pub on_edge: bool,
}

impl Chain {
    /// Whether it always has two legs.
    pub const fn has_two_legs(&self) -> bool {
        self.least == 2 && self.most == 2
    }
}

/// How one leg of a [`Chain`] goes along its line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leg {
    /// As [`Manner::Ride`].
    Ride,
    /// As [`Manner::Hop`] without gap.
    Hop,
}

/// The men whose powers a [`Manner::Relay`] part borrows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lenders {
    /// Hostile men that observe it.
    Hostile,
    /// Men of its own side that guard it.
    Own,
}

/// How a part depends on the side that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Facing {
    /// Not at all.
    Fixed,
    /// As written for White, upside down for Black.
    Forward,
    /// As written for Black, upside down for White.
    Backward,
}

/// From where a part acts; ranks are counted in the sense of [`Facing`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zone {
    /// From everywhere.
    Board,
    /// From the first rank.
    FirstRank,
    /// From the second rank.
    SecondRank,
    /// From every rank but the first.
    BeyondFirstRank,
    /// From every rank but the first, and from these squares.
    BeyondFirstRankAnd(SquareSet),
    /// From the far half of the board.
    FarHalf,
    /// From these files, 0 for the first.
    Files(&'static [u8]),
    /// From the cells where the board lets pawns of that side make a double step.
    DoubleStep,
}

/// On which squares a part may arrive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arrival {
    /// On all.
    Anywhere,
    /// From the edge inside, from inside on the edge.
    EdgeChange,
    /// On ranks farther from its side's base line.
    Ahead,
    /// On ranks nearer to its side's base line.
    Back,
}

impl Part {
    /// Goes along `path` in this manner, moving and capturing alike.
    pub const fn new(path: Path, manner: Manner) -> Part {
        Part {
            path,
            limit: u8::MAX,
            manner,
            which: Which::All,
            facing: Facing::Fixed,
            zone: Zone::Board,
            arrival: Arrival::Anywhere,
            alternates: false,
            en_passant: false,
        }
    }

    /// The same, capturing en passant too.
    pub const fn in_passing(self) -> Part {
        Part {
            en_passant: true,
            ..self
        }
    }

    /// The same with lines of at most `limit` squares.
    pub const fn within(self, limit: u8) -> Part {
        Part { limit, ..self }
    }

    /// The same for quiet moves only.
    pub const fn quietly(self) -> Part {
        Part {
            which: Which::NonCapture,
            ..self
        }
    }

    /// The same for captures only.
    pub const fn capturing(self) -> Part {
        Part {
            which: Which::Captures,
            ..self
        }
    }

    /// The same with vectors written for White and turned for Black.
    pub const fn forward(self) -> Part {
        Part {
            facing: Facing::Forward,
            ..self
        }
    }

    /// The same with vectors written for Black and turned for White.
    pub const fn backward(self) -> Part {
        Part {
            facing: Facing::Backward,
            ..self
        }
    }

    /// The same from these squares only.
    pub const fn from(self, zone: Zone) -> Part {
        Part { zone, ..self }
    }

    /// The same onto these squares only.
    pub const fn onto(self, arrival: Arrival) -> Part {
        Part { arrival, ..self }
    }

    /// The same, its lines listed in turn with those of the next part.
    pub const fn alternating(self) -> Part {
        Part {
            alternates: true,
            ..self
        }
    }
}
