//! A position as retro play knows it: men, turn, and what must still be true of its history.
//!
//! **Invariant:** nothing here knows rules. A diagram does not say who may castle, nor what the last
//! move was; a [`Scene`] holds only what a line of retro play has shown to be needed.

use crate::board::{Side, Square};
use crate::orthodox::attack::Each;
use std::hash::{Hash, Hasher};

/// A set of squares of a board with at most 64 squares, a1 first.
pub type Bits = u64;

/// A man by number; 0 is an empty square. The men of the game have fixed numbers ([`code`]), others
/// get theirs from 16 on by the [`Kinds`](super::kinds::Kinds) of a problem.
pub type Code = u8;

/// The numbers of the men of the game.
pub mod code {
    use super::Code;
    /// Added for Black.
    pub const BLACK: Code = 8;
    /// A white pawn.
    pub const PAWN: Code = 1;
    /// A white knight.
    pub const KNIGHT: Code = 2;
    /// A white bishop.
    pub const BISHOP: Code = 3;
    /// A white rook.
    pub const ROOK: Code = 4;
    /// A white queen.
    pub const QUEEN: Code = 5;
    /// A white king.
    pub const KING: Code = 6;
    /// The first number that is free for other men.
    pub const OTHERS: Code = 16;
}

/// Men whose move is still needed not to have been made: one flag a man that may castle, in the order of
/// [`Slot::CASTLING`](crate::position::Slot::CASTLING): White's king, a-rook, h-rook, then Black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Need(pub u8);

/// The squares of these men.
const NEED_SQUARES: [u8; 6] = [4, 0, 7, 60, 56, 63];

impl Need {
    /// Nothing is needed.
    pub const NOTHING: Need = Need(0);

    /// King and rook of a castling. The long one is on the a-file.
    pub const fn of(side: Side, long: bool) -> Need {
        let rook = if long { 0b010 } else { 0b100 };
        Need((0b001 | rook) << (3 * side.index() as u8))
    }

    /// Reads `KQkq` letters; none for a letter of another kind.
    ///
    /// ```
    /// use dawson::retract::Need;
    /// assert_eq!(Need::from_letters("Kq").map(|need| need.letters()), Some("Kq".into()));
    /// assert_eq!(Need::from_letters("-"), Some(Need::NOTHING));
    /// ```
    pub fn from_letters(letters: &str) -> Option<Need> {
        let mut need = Need::NOTHING;
        for letter in letters.chars().filter(|&letter| letter != '-') {
            let side = match letter.is_ascii_uppercase() {
                true => Side::White,
                false => Side::Black,
            };
            let long = match letter.to_ascii_lowercase() {
                'k' => false,
                'q' => true,
                _ => return None,
            };
            need = need.with(Need::of(side, long));
        }
        Some(need)
    }

    /// The castlings whose king and rook are both needed, as in a FEN; `-` if there are none.
    pub fn letters(self) -> String {
        let castlings = [
            ('K', Side::White, false),
            ('Q', Side::White, true),
            ('k', Side::Black, false),
            ('q', Side::Black, true),
        ];
        let needed = |&(_, side, long): &(char, Side, bool)| self.has(Need::of(side, long));
        let letters: String = castlings
            .into_iter()
            .filter(needed)
            .map(|one| one.0)
            .collect();
        match letters.is_empty() {
            true => "-".into(),
            false => letters,
        }
    }

    /// Whether all of these are needed.
    pub const fn has(self, other: Need) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and those.
    #[must_use]
    pub const fn with(self, other: Need) -> Need {
        Need(self.0 | other.0)
    }

    /// Without the men on a square.
    #[must_use]
    pub const fn without_square(self, square: usize) -> Need {
        Need(self.0 & !Need::on(square).0)
    }

    /// The flag of the man whose home this is.
    pub const fn on(square: usize) -> Need {
        let mut place = 0;
        while place < 6 {
            if NEED_SQUARES[place] as usize == square {
                return Need(1 << place);
            }
            place += 1;
        }
        Need::NOTHING
    }

    /// The squares of the needed men.
    pub fn squares(self) -> Bits {
        let places = (0..6).filter(|place| self.0 >> place & 1 != 0);
        places.map(|place| 1 << NEED_SQUARES[place]).sum()
    }
}

/// Men, turn, needed castling rights and a double step that must have been the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scene {
    planes: [Bits; 8],
    /// Whose turn it is; the other side has just moved.
    pub turn: Side,
    /// Who must not have moved.
    pub need: Need,
    /// The square that a pawn passed with the last move; [`Scene::NOWHERE`] if nothing is known.
    pub passed: u8,
}

impl Scene {
    /// No square has been passed.
    pub const NOWHERE: u8 = 64;

    /// An empty board.
    pub const fn empty(turn: Side) -> Scene {
        Scene {
            planes: [0; 8],
            turn,
            need: Need::NOTHING,
            passed: Scene::NOWHERE,
        }
    }

    /// The game array.
    pub fn array() -> Scene {
        use code::{BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK};
        let officers = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        let mut scene = Scene::empty(Side::White);
        for (file, officer) in officers.into_iter().enumerate() {
            scene.put(file, officer);
            scene.put(8 + file, PAWN);
            scene.put(48 + file, PAWN | BLACK);
            scene.put(56 + file, officer | BLACK);
        }
        scene
    }

    /// The same men and turn, and nothing known of what led there.
    #[must_use]
    pub fn without_history(self) -> Scene {
        Scene {
            need: Need::NOTHING,
            passed: Scene::NOWHERE,
            ..self
        }
    }

    /// The same where the last move must have passed this square, or [`Scene::NOWHERE`].
    #[must_use]
    pub fn with_passed(self, passed: u8) -> Scene {
        Scene { passed, ..self }
    }

    /// The same where these men must not have moved.
    #[must_use]
    pub fn with_need(self, need: Need) -> Scene {
        Scene { need, ..self }
    }

    /// The man on a square, 0 if there is none.
    #[inline]
    pub fn on(&self, square: usize) -> Code {
        let bit = |plane: usize| ((self.planes[plane] >> (square & 63) & 1) as Code) << plane;
        let low = bit(0) | bit(1) | bit(2) | bit(3);
        match self.planes[4] | self.planes[5] | self.planes[6] | self.planes[7] {
            0 => low,
            _ => low | bit(4) | bit(5) | bit(6) | bit(7),
        }
    }

    /// Puts a man, or none, on a square.
    #[inline]
    pub fn put(&mut self, square: usize, man: Code) {
        let mask = 1 << (square & 63);
        for (number, plane) in self.planes.iter_mut().enumerate() {
            match man >> number & 1 {
                0 => *plane &= !mask,
                _ => *plane |= mask,
            }
        }
    }

    /// All squares with men.
    #[inline]
    pub fn men(&self) -> Bits {
        self.planes.iter().fold(0, |men, plane| men | plane)
    }

    /// The squares of the men with this number.
    pub fn with(&self, man: Code) -> Bits {
        let planes = self.planes.iter().enumerate();
        planes.fold(self.men(), |found, (number, plane)| {
            match man >> number & 1 {
                0 => found & !plane,
                _ => found & plane,
            }
        })
    }

    /// The square that the last move passed, if it must have been a double step.
    pub fn passed(&self) -> Option<Square> {
        (self.passed != Scene::NOWHERE).then(|| Square::new(self.passed))
    }

    /// The men, the turn and what is known of the history as one number: equal only for equal scenes, but
    /// for accidents that are as good as impossible.
    pub fn key(&self) -> u128 {
        let mut key = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834_u128;
        let last =
            u64::from(self.need.0) << 16 | u64::from(self.passed) << 8 | self.turn.index() as u64;
        let used = match self.planes[4] | self.planes[5] | self.planes[6] | self.planes[7] {
            0 => 4,
            _ => 8,
        };
        for word in self.planes[..used].iter().chain([&last]) {
            key = (key ^ u128::from(*word)).wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
            key ^= key >> 67;
        }
        key
    }

    /// The men of the game by what they can do; only of use where there are no others.
    #[inline]
    pub(crate) fn orthodox(&self) -> Orthodox {
        let [a, b, c, black, ..] = self.planes;
        let standing = a | b | c;
        Orthodox {
            occupied: standing,
            sides: [standing & !black, standing & black],
            pawns: a & !b & !c,
            knights: b & !a & !c,
            bishops: a & b & !c,
            rooks: c & !a & !b,
            queens: a & c & !b,
            kings: b & c & !a,
        }
    }

    /// The squares on which other men stand than in another scene.
    pub fn differs_from(&self, other: &Scene) -> Bits {
        let planes = self.planes.iter().zip(&other.planes);
        planes.fold(0, |squares, (one, other)| squares | (one ^ other))
    }

    /// The men of the game with their squares.
    pub(crate) fn orthodox_men(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        Each(self.men()).map(|on| (on, usize::from(self.on(on))))
    }

    /// Whether there are only men of the game.
    pub fn is_orthodox(&self) -> bool {
        let [a, b, c, _, ..] = self.planes;
        self.planes[4..].iter().all(|plane| *plane == 0)
            && a & b & c == 0
            && self.planes[3] & !(a | b | c) == 0
    }
}

impl Hash for Scene {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The men of the game in sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orthodox {
    pub occupied: Bits,
    pub sides: [Bits; 2],
    pub pawns: Bits,
    pub knights: Bits,
    pub bishops: Bits,
    pub rooks: Bits,
    pub queens: Bits,
    pub kings: Bits,
}

impl Orthodox {
    /// The walk of the man on a square, 0 if there is none.
    pub fn walk_on(&self, square: usize) -> Code {
        let on = |set: Bits| set >> (square & 63) & 1 != 0;
        let walks = [
            (self.pawns, code::PAWN),
            (self.knights, code::KNIGHT),
            (self.bishops, code::BISHOP),
            (self.rooks, code::ROOK),
            (self.queens, code::QUEEN),
            (self.kings, code::KING),
        ];
        let mut walks = walks.into_iter();
        walks.find(|(set, _)| on(*set)).map_or(0, |(_, walk)| walk)
    }

    /// Takes a man from its square.
    pub fn lift(&mut self, square: usize) {
        let keep = !(1 << (square & 63));
        self.occupied &= keep;
        self.sides[0] &= keep;
        self.sides[1] &= keep;
        self.pawns &= keep;
        self.knights &= keep;
        self.bishops &= keep;
        self.rooks &= keep;
        self.queens &= keep;
        self.kings &= keep;
    }

    /// Puts a man on an empty square.
    pub fn place(&mut self, square: usize, walk: Code, side: Side) {
        let bit = 1 << (square & 63);
        self.occupied |= bit;
        self.sides[side.index()] |= bit;
        match walk & 7 {
            code::PAWN => self.pawns |= bit,
            code::KNIGHT => self.knights |= bit,
            code::BISHOP => self.bishops |= bit,
            code::ROOK => self.rooks |= bit,
            code::QUEEN => self.queens |= bit,
            _ => self.kings |= bit,
        }
    }
}
