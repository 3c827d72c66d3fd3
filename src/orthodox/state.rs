//! A position in 64 bytes: four bits a square, whose turn it is, castlings, en
//! passant, the key. Playing makes a new one, so taking back is forgetting.

use super::attack::{Bits, bit};
use super::movement::{Kind, Movement};
use crate::board::Side;

/// Walks as they are packed into three bits; 0 is an empty square.
pub(super) mod walk {
    pub const PAWN: usize = 1;
    pub const KNIGHT: usize = 2;
    pub const BISHOP: usize = 3;
    pub const ROOK: usize = 4;
    pub const QUEEN: usize = 5;
    pub const KING: usize = 6;
    /// It stands in the way and never acts.
    pub const DUMMY: usize = 7;
}

/// No man at all: a square that the board lacks.
const HOLE: usize = 8;

/// What pawns become, in the order in which it is tried: walks of three bits, the first one
/// lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Promotions(u16);

impl Promotions {
    pub const USUAL: Promotions =
        Promotions::of(&[walk::QUEEN, walk::KNIGHT, walk::ROOK, walk::BISHOP]);

    /// These walks, five at most.
    pub const fn of(walks: &[usize]) -> Promotions {
        let (mut packed, mut index) = (0, walks.len());
        while index > 0 {
            index -= 1;
            packed = packed << 3 | walks[index] as u16;
        }
        Promotions(packed)
    }

    #[inline]
    pub fn each(self) -> impl Iterator<Item = usize> {
        let walks = std::iter::successors(Some(self.0), |rest| Some(rest >> 3));
        walks
            .map(|rest| usize::from(rest & 7))
            .take_while(|walk| *walk != 0)
    }
}

/// No square: nobody can be captured en passant.
pub(super) const NOWHERE: u8 = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct State {
    /// Three bits for the walk, one for the side.
    planes: [Bits; 4],
    key: u128,
    /// The ply that led here.
    pub last: Movement,
    pub turn: Side,
    /// One bit for each castling whose men have not moved: White's long and
    /// short one, Black's long and short one.
    rights: u8,
    /// The square that the pawn of the last move passed.
    passed: u8,
    /// The same if it is part of the key.
    keyed: u8,
    /// The same in all positions of a play.
    pub promotions: Promotions,
}

/// A castling by the bit of its right.
#[derive(Clone, Copy)]
pub(super) struct Castling {
    pub right: u8,
    pub king: u8,
    pub king_to: u8,
    pub rook: u8,
    pub rook_to: u8,
}

/// The long one of each side first.
pub(super) const CASTLINGS: [Castling; 4] = [
    castling(0, 0, 0, 2, 3),
    castling(1, 0, 7, 6, 5),
    castling(2, 56, 0, 2, 3),
    castling(3, 56, 7, 6, 5),
];

const fn castling(number: u8, rank: u8, rook: u8, king_to: u8, rook_to: u8) -> Castling {
    Castling {
        right: 1 << number,
        king: rank + 4,
        king_to: rank + king_to,
        rook: rank + rook,
        rook_to: rank + rook_to,
    }
}

/// The rights that are left when a man comes to or leaves a square.
const RIGHTS_LEFT: [u8; 64] = {
    let mut left = [0xf; 64];
    let mut number = 0;
    while number < 4 {
        let Castling {
            right, king, rook, ..
        } = CASTLINGS[number];
        left[king as usize] &= !right;
        left[rook as usize] &= !right;
        number += 1;
    }
    left
};

impl State {
    pub fn empty(turn: Side) -> State {
        State {
            planes: [0; 4],
            key: of_turn(turn),
            last: Movement::NONE,
            turn,
            rights: 0,
            passed: NOWHERE,
            keyed: NOWHERE,
            promotions: Promotions::USUAL,
        }
    }

    /// Takes a square from the board.
    pub fn close(&mut self, square: usize) {
        self.set(square, HOLE);
    }

    /// Puts a man on an empty square of a diagram.
    pub fn put(&mut self, square: usize, walk: usize, side: Side) {
        let code = walk | side.index() << 3;
        self.set(square, code);
        self.key ^= of_man(code, square);
    }

    /// Whether there are men that never act, or pawns may become such men.
    pub fn knows_dummies(&self) -> bool {
        let become_dummies = self.promotions.each().any(|walk| walk == walk::DUMMY);
        become_dummies || self.men().dummies() != 0
    }

    /// Says which castlings a diagram allows.
    pub fn allow(&mut self, rights: u8) {
        self.key ^= of_rights(self.rights) ^ of_rights(rights);
        self.rights = rights;
    }

    /// The pawn before this square has just passed it.
    pub fn pass_square(&mut self, square: usize) {
        self.passed = square as u8;
        self.update_passed_key();
    }

    /// Gives the turn to a side in a diagram.
    pub fn set_turn(&mut self, turn: Side) {
        self.key ^= of_turn(self.turn) ^ of_turn(turn);
        self.turn = turn;
        self.update_passed_key();
    }

    pub fn key(&self) -> u128 {
        self.key
    }

    pub fn rights(&self) -> u8 {
        self.rights
    }

    /// The square on which a pawn can be captured en passant now, if there is a pawn to do so.
    pub fn passed(&self) -> Option<usize> {
        (self.keyed != NOWHERE).then_some(usize::from(self.keyed))
    }

    /// The man on a square: its walk, and 8 more if it is black.
    #[inline]
    pub fn code_on(&self, square: usize) -> usize {
        let plane = |number: usize| (self.planes[number] >> (square & 63) & 1) as usize;
        plane(0) | plane(1) << 1 | plane(2) << 2 | plane(3) << 3
    }

    /// The side to move passes; what it passed before may still be captured.
    pub fn after_pass(&self) -> State {
        let mut next = *self;
        next.last = Movement::PASS;
        next.set_turn(!self.turn);
        next
    }

    /// Writes what this position becomes by a legal move. Each word is made once and
    /// in its place: copying all and changing some takes twice as long.
    #[inline]
    pub fn play_into(&self, movement: Movement, next: &mut State) {
        let (from, to) = (movement.from(), movement.to());
        let arrives = movement.arrives();
        let clear = !(bit(from) | bit(to));
        for (number, plane) in next.planes.iter_mut().enumerate() {
            let arrival = ((arrives >> number & 1) as Bits) << (to & 63);
            *plane = self.planes[number] & clear | arrival;
        }
        next.key = self.plain_key_after(movement);
        next.last = movement;
        next.turn = !self.turn;
        next.rights = self.rights;
        next.passed = NOWHERE;
        next.keyed = NOWHERE;
        next.promotions = self.promotions;
        let rights = self.rights & RIGHTS_LEFT[from & 63] & RIGHTS_LEFT[to & 63];
        if rights != self.rights {
            next.allow(rights);
        }
        if self.keyed != NOWHERE {
            next.key ^= of_passed(self.keyed);
        }
        match movement.kind() {
            Kind::Ordinary => {}
            Kind::DoubleStep => next.pass_square((from + to) / 2),
            Kind::EnPassant => next.lift(from & 56 | to & 7),
            Kind::Castling => next.bring_rook(to),
        }
    }

    /// The key as far as the man that moves and the man on the square it goes to decide.
    #[inline]
    fn plain_key_after(&self, movement: Movement) -> u128 {
        let to = movement.to();
        let departs = of_man(movement.departs(), movement.from());
        let key = self.key ^ departs ^ of_man(movement.arrives(), to) ^ TURN_KEY;
        match movement.is_capture() {
            true => key ^ of_man(self.code_on(to), to),
            false => key,
        }
    }

    /// The key of what this position becomes by a legal move.
    #[inline]
    pub fn key_after(&self, movement: Movement) -> u128 {
        let is_plain = movement.kind() == Kind::Ordinary;
        if is_plain && self.rights == 0 && self.keyed == NOWHERE {
            return self.plain_key_after(movement);
        }
        let mut next = State::empty(self.turn);
        self.play_into(movement, &mut next);
        next.key
    }

    fn lift(&mut self, square: usize) {
        self.key ^= of_man(self.code_on(square), square);
        let clear = !bit(square);
        self.planes.iter_mut().for_each(|plane| *plane &= clear);
    }

    #[cold]
    fn bring_rook(&mut self, king_to: usize) {
        let castling = CASTLINGS
            .iter()
            .find(|castling| usize::from(castling.king_to) == king_to);
        if let Some(castling) = castling {
            self.lift(castling.rook.into());
            self.put(castling.rook_to.into(), walk::ROOK, !self.turn);
        }
    }

    fn set(&mut self, square: usize, code: usize) {
        for (number, plane) in self.planes.iter_mut().enumerate() {
            *plane |= ((code >> number & 1) as Bits) << (square & 63);
        }
    }

    /// A passed square belongs to the key only if a pawn stands ready to capture there.
    fn update_passed_key(&mut self) {
        if self.keyed != NOWHERE {
            self.key ^= of_passed(self.keyed);
            self.keyed = NOWHERE;
        }
        if self.passed != NOWHERE && self.can_capture_passed() {
            self.keyed = self.passed;
            self.key ^= of_passed(self.keyed);
        }
    }

    fn can_capture_passed(&self) -> bool {
        let men = self.men();
        let passed = usize::from(self.passed);
        let (own, foe) = (self.turn.index(), 1 - self.turn.index());
        let victim = bit(super::movement::en_passant_victim(passed));
        let catchers = super::attack::pawn_captures(foe, passed) & movable_pawns(&men, own);
        victim & men.pawns & men.sides[foe] != 0 && men.occupied & bit(passed) == 0 && catchers != 0
    }

    #[inline]
    pub fn men(&self) -> Men {
        let [a, b, c, black] = self.planes;
        let standing = a | b | c;
        Men {
            occupied: standing | black,
            sides: [standing & !black, standing & black],
            pawns: a & !b & !c,
            knights: b & !a & !c,
            diagonal: a & (b ^ c),
            straight: c & !b,
            kings: b & c & !a,
        }
    }
}

/// The pawns that are not on their own first rank, where they have no power.
fn movable_pawns(men: &Men, side: usize) -> Bits {
    men.pawns & men.sides[side] & !super::movement::own_first_rank(side)
}

/// The men of a position by what they can do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men {
    pub occupied: Bits,
    pub sides: [Bits; 2],
    pub pawns: Bits,
    pub knights: Bits,
    /// Bishops and queens.
    pub diagonal: Bits,
    /// Rooks and queens.
    pub straight: Bits,
    pub kings: Bits,
}

impl Men {
    /// Squares that the board lacks: occupied, but by no man.
    #[inline]
    pub fn holes(&self) -> Bits {
        self.occupied & !(self.sides[0] | self.sides[1])
    }

    /// Men that never act.
    #[inline]
    pub fn dummies(&self) -> Bits {
        let men = self.sides[0] | self.sides[1];
        men & !(self.pawns | self.knights | self.diagonal | self.straight | self.kings)
    }
}

/// By man and square, empty squares 0; then the castlings, then the passed squares.
static KEYS: [u128; 16 * 64 + 16 + 64] = keys();
const TURN_KEY: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834;

const fn keys() -> [u128; 16 * 64 + 16 + 64] {
    let mut keys = [0; 16 * 64 + 16 + 64];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut at = 0;
    while at < keys.len() {
        let code = at / 64;
        let is_empty = code < 16 && code & 7 == 0;
        let high = next_random(&mut seed);
        let low = next_random(&mut seed);
        if !is_empty && at != 16 * 64 {
            keys[at] = (high as u128) << 64 | low as u128;
        }
        at += 1;
    }
    keys
}

/// The SplitMix64 generator.
const fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut number = *seed;
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[inline]
fn of_man(code: usize, square: usize) -> u128 {
    KEYS[(code & 15) << 6 | square & 63]
}

#[inline]
fn of_rights(rights: u8) -> u128 {
    KEYS[16 * 64 + usize::from(rights & 15)]
}

#[inline]
fn of_passed(square: u8) -> u128 {
    KEYS[16 * 64 + 16 + usize::from(square & 63)]
}

fn of_turn(turn: Side) -> u128 {
    match turn {
        Side::White => 0,
        Side::Black => TURN_KEY,
    }
}
