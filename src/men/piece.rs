//! A man packed into 64 bits: its walk, the set of its sides, whether it is
//! royal, and its attributes.

use super::walk_id;
use crate::board::Side;
use serde::{Deserialize, Serialize};

/// A row of the walk catalogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct WalkId(pub u16);

impl WalkId {
    /// How many walks a problem may know: the ids fit ten bits.
    pub const LIMIT: usize = 1 << 10;

    /// Its number, for indexing tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The sides a man belongs to: one, or both if it is neutral.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Sides {
    /// White only.
    White = 1,
    /// Black only.
    Black = 2,
    /// Neutral: either side may move and capture it.
    Both = 3,
}

impl Sides {
    /// Whether men of these sides belong to `side`.
    #[inline]
    pub const fn contains(self, side: Side) -> bool {
        self as u8 >> side.index() & 1 != 0
    }

    /// The sides after every man changed sides: neutral stays neutral.
    pub const fn swapped(self) -> Sides {
        match self {
            Sides::White => Sides::Black,
            Sides::Black => Sides::White,
            Sides::Both => Sides::Both,
        }
    }
}

impl From<Side> for Sides {
    fn from(side: Side) -> Sides {
        match side {
            Side::White => Sides::White,
            Side::Black => Sides::Black,
        }
    }
}

/// A property of a single man beside its walk, side and royalty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Attribute {
    /// Changes side once, when it changes the colour of its square.
    Volage = 0,
    /// Changes into the next walk of its cycle when it moves.
    Chameleon = 1,
    /// As [`Attribute::Volage`], given to every man by the condition of that name and therefore not told.
    VolageByCondition = 2,
    /// Vanishes when it captures.
    Kamikaze = 3,
    /// Captures nothing and paralyses the hostile men it observes.
    Paralysing = 4,
    /// May arrive only next to another man.
    Jigger = 5,
    /// Acts only while a hostile man observes it.
    Functionary = 6,
    /// Becomes neutral, or of one side again, with each of its moves.
    HalfNeutral = 7,
    /// Turns over the man it hops over.
    HurdleColourChanging = 8,
    /// Takes the walk of the man it captures.
    Protean = 9,
    /// Turns over men that it observes anew.
    Magic = 10,
    /// Cannot be captured.
    Uncapturable = 11,
    /// Captures only while a man of its own side observes it.
    Patrol = 12,
    /// Was promoted: some rebirths treat it as a fairy man.
    Frischauf = 13,
    /// The man it hops over must move too, in the manner of the hopper.
    Bul = 14,
    /// The man it hops over must move too, in its own manner.
    Dob = 15,
    /// Becomes neutral, or of one side again, when it gives check.
    Anda = 16,
    /// Becomes neutral, or of one side again, when it gives no check.
    AndaInverse = 17,
    /// Stands on the second board of Alice chess.
    AliceB = 18,
    /// Has captured; given by a condition that counts captures and therefore not told.
    HasCaptured = 19,
    /// Observes, but neither moves nor captures.
    Immobile = 20,
    /// Captures nothing and paralyses the men of its own side that it observes.
    AutoParalysing = 21,
    /// Captures nothing and paralyses the men of both sides that it observes.
    BiParalysing = 22,
    /// Belongs to the other side after each move of its own.
    Transferable = 23,
    /// Leaves a man of its kind behind with its first move.
    Splittable = 24,
    /// Changes the walk of the man it hops over.
    EinsteinHurdles = 25,
    /// Captures without leaving its square.
    Shooter = 26,
    /// Has the first mark of those that composers' own conditions may give. These eight are not written beside the man.
    OwnMark1 = 27,
    /// The second.
    OwnMark2 = 28,
    /// The third.
    OwnMark3 = 29,
    /// The fourth.
    OwnMark4 = 30,
    /// The fifth.
    OwnMark5 = 31,
    /// The sixth.
    OwnMark6 = 32,
    /// The seventh.
    OwnMark7 = 33,
    /// The eighth.
    OwnMark8 = 34,
}

impl Attribute {
    /// Every attribute.
    pub const ALL: [Attribute; 35] = [
        Attribute::Volage,
        Attribute::Chameleon,
        Attribute::VolageByCondition,
        Attribute::Kamikaze,
        Attribute::Paralysing,
        Attribute::Jigger,
        Attribute::Functionary,
        Attribute::HalfNeutral,
        Attribute::HurdleColourChanging,
        Attribute::Protean,
        Attribute::Magic,
        Attribute::Uncapturable,
        Attribute::Patrol,
        Attribute::Frischauf,
        Attribute::Bul,
        Attribute::Dob,
        Attribute::Anda,
        Attribute::AndaInverse,
        Attribute::AliceB,
        Attribute::HasCaptured,
        Attribute::Immobile,
        Attribute::AutoParalysing,
        Attribute::BiParalysing,
        Attribute::Transferable,
        Attribute::Splittable,
        Attribute::EinsteinHurdles,
        Attribute::Shooter,
        Attribute::OwnMark1,
        Attribute::OwnMark2,
        Attribute::OwnMark3,
        Attribute::OwnMark4,
        Attribute::OwnMark5,
        Attribute::OwnMark6,
        Attribute::OwnMark7,
        Attribute::OwnMark8,
    ];

    /// The marks that composers' own conditions may give, in the order in which they get them.
    pub const OWN_MARKS: [Attribute; 8] = match Attribute::ALL.last_chunk() {
        Some(marks) => *marks,
        None => panic!("there are more attributes than marks"),
    };
}

/// A set of [`Attribute`]s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Attributes(u64);

impl Attributes {
    /// No attribute.
    pub const NONE: Attributes = Attributes(0);

    /// Whether the attribute is there.
    pub const fn has(self, attribute: Attribute) -> bool {
        self.0 >> attribute as u8 & 1 != 0
    }

    /// The set with this attribute.
    pub const fn with(self, attribute: Attribute) -> Attributes {
        Attributes(self.0 | 1 << attribute as u8)
    }

    /// The set with all of these too.
    pub const fn union(self, others: Attributes) -> Attributes {
        Attributes(self.0 | others.0)
    }

    /// What both sets have.
    pub const fn intersection(self, others: Attributes) -> Attributes {
        Attributes(self.0 & others.0)
    }

    /// The places of its attributes in [`Attribute::ALL`].
    #[inline]
    pub fn places(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(place)
        })
    }

    /// The set without this attribute.
    pub const fn without(self, attribute: Attribute) -> Attributes {
        Attributes(self.0 & !(1 << attribute as u8))
    }
}

/// A man on a square, or [`Piece::NONE`] where there is none.
///
/// ```
/// use dawson::board::Side;
/// use dawson::men::{Piece, Sides, WalkId};
/// let man = Piece::new(WalkId(4), Sides::Both);
/// assert!(man.is_of(Side::White) && man.is_of(Side::Black));
/// assert!(!man.is_royal());
/// ```
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Piece(u64);

const SIDES: u32 = 10;
const ROYAL: u32 = 12;
const ATTRIBUTES: u32 = 13;

/// Keys put the number of a square beside the bits of a man, so eight bits stay free.
const _: () = assert!(Attribute::ALL.len() <= 64 - 8 - ATTRIBUTES as usize);

impl Piece {
    /// An empty square.
    pub const NONE: Piece = Piece(0);

    /// A man without royalty and attributes.
    pub const fn new(walk: WalkId, sides: Sides) -> Piece {
        Piece(walk.0 as u64 | (sides as u64) << SIDES)
    }

    /// Whether there is a man at all.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Whether there is no man.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// How it moves. Meaningless for [`Piece::NONE`].
    #[inline]
    pub const fn walk(self) -> WalkId {
        WalkId((self.0 & ((1 << SIDES) - 1)) as u16)
    }

    /// Whose it is.
    ///
    /// # Panics
    /// On [`Piece::NONE`], which belongs to nobody.
    pub fn sides(self) -> Sides {
        match self.0 >> SIDES & 3 {
            1 => Sides::White,
            2 => Sides::Black,
            3 => Sides::Both,
            _ => panic!("an empty square has no sides"),
        }
    }

    /// Whether `side` may move it.
    #[inline]
    pub const fn is_of(self, side: Side) -> bool {
        self.0 >> (SIDES + side.index() as u32) & 1 != 0
    }

    /// Whether it belongs to both sides.
    #[inline]
    pub const fn is_neutral(self) -> bool {
        self.0 >> SIDES & 3 == 3
    }

    /// Whether it must not be lost.
    #[inline]
    pub const fn is_royal(self) -> bool {
        self.0 >> ROYAL & 1 != 0
    }

    /// Its attributes beside royalty.
    pub const fn attributes(self) -> Attributes {
        Attributes(self.0 >> ATTRIBUTES)
    }

    /// Whether it has the attribute.
    #[inline]
    pub const fn has(self, attribute: Attribute) -> bool {
        self.attributes().has(attribute)
    }

    /// Whether it has one of the attributes.
    #[inline]
    pub const fn has_any(self, attributes: Attributes) -> bool {
        self.attributes().0 & attributes.0 != 0
    }

    /// The same man with another walk.
    pub const fn with_walk(self, walk: WalkId) -> Piece {
        Piece(self.0 & !((1 << SIDES) - 1) | walk.0 as u64)
    }

    /// The same man of other sides.
    pub const fn with_sides(self, sides: Sides) -> Piece {
        Piece(self.0 & !(3 << SIDES) | (sides as u64) << SIDES)
    }

    /// The same man after it changed sides; a neutral one stays neutral.
    pub fn turned(self) -> Piece {
        self.with_sides(self.sides().swapped())
    }

    /// A man as the game has it: only its kings are royal.
    pub fn usual(walk: WalkId, side: Side) -> Piece {
        let piece = Piece::new(walk, side.into());
        match walk {
            walk_id::KING => piece.royal(),
            _ => piece,
        }
    }

    /// The same man, royal.
    pub const fn royal(self) -> Piece {
        Piece(self.0 | 1 << ROYAL)
    }

    /// The same man, not royal.
    pub const fn non_royal(self) -> Piece {
        Piece(self.0 & !(1 << ROYAL))
    }

    /// The same man with exactly these attributes.
    pub const fn with_attributes(self, attributes: Attributes) -> Piece {
        Piece(self.0 & ((1 << ATTRIBUTES) - 1) | attributes.0 << ATTRIBUTES)
    }

    /// The same man with one attribute more.
    pub const fn with(self, attribute: Attribute) -> Piece {
        self.with_attributes(self.attributes().with(attribute))
    }

    /// The same man with one attribute less.
    pub const fn without(self, attribute: Attribute) -> Piece {
        self.with_attributes(self.attributes().without(attribute))
    }

    /// Its bits, for keys and slots.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The man with these [`bits`](Piece::bits).
    pub(crate) const fn from_bits(bits: u64) -> Piece {
        Piece(bits)
    }
}
