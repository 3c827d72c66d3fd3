//! The men of the side that is to mate, and what they may guard.
//!
//! **Invariant:** guards and checks are never overlooked, only imagined: lines may be
//! opened, men may be captured, checks need not be met.

use super::attack::{Bits, Each, between, bishop, bit, rook};
use super::reach::{arrive, kind, reach};
use super::state::{Men, State, walk};
use crate::board::Side;

/// More men than this are not looked at.
const MEN: usize = 16;
/// The most squares around a king that a man of a kind can guard at once.
const GUARDED: [u8; 7] = [2, 2, 2, 2, 4, 5, 3];

/// A man of the side that mates.
#[derive(Clone, Copy, Default)]
pub(super) struct Man {
    /// What it attacks through all men.
    pub through: Bits,
    /// What it attacks, hostile men standing still.
    pub blocked: Bits,
    pub kind: u8,
    pub square: u8,
    /// In how many moves it may be another man.
    promotes: u8,
}

impl Man {
    #[inline]
    pub fn kind(&self) -> usize {
        self.kind.into()
    }

    #[inline]
    pub fn square(&self) -> usize {
        self.square.into()
    }

    pub fn is_pawn(&self) -> bool {
        matches!(self.kind(), 0 | walk::PAWN)
    }

    /// What it may attack after so many moves.
    #[inline]
    pub fn reach(&self, moves: usize) -> Bits {
        reach(self.kind(), moves, self.square())
    }

    /// What it may give check on after so many moves.
    #[inline]
    pub fn checks(&self, moves: usize) -> Bits {
        match self.kind() {
            walk::KING => 0,
            _ => self.reach(moves),
        }
    }

    /// Whether it may be another man after so many moves.
    #[inline]
    pub fn promotes(&self, moves: usize) -> bool {
        moves >= usize::from(self.promotes)
    }

    /// How many squares around a king it can guard after so many moves.
    #[inline]
    pub fn most_guarded(&self, moves: usize) -> u32 {
        let most = match self.promotes(moves) {
            true => GUARDED[walk::QUEEN],
            false => GUARDED[self.kind() % 7],
        };
        most.into()
    }
}

/// Squares attacked at least once, twice, three times.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub once: Bits,
    twice: Bits,
    thrice: Bits,
}

impl Tally {
    #[inline]
    fn add(&mut self, attacked: Bits) {
        self.thrice |= self.twice & attacked;
        self.twice |= self.once & attacked;
        self.once |= attacked;
    }

    /// What is attacked without one man.
    #[inline]
    pub fn without(&self, one: Bits) -> Bits {
        self.twice | self.once & !one
    }

    /// What is attacked without two men.
    #[inline]
    pub fn without_two(&self, one: Bits, other: Bits) -> Bits {
        self.thrice | self.twice & !(one & other) | self.once & !(one | other)
    }
}

/// The men of the side that mates, and what stands in the way.
pub(super) struct Force {
    men: [Man; MEN],
    count: usize,
    pub own: Bits,
    /// The other side's men but its king, and squares that the board lacks.
    pub foe: Bits,
    /// The king to be mated.
    pub king: usize,
    /// What men attack, hostile men standing still.
    pub blocked: Tally,
    /// What they attack through all men.
    pub through: Tally,
    black_foe: bool,
}

impl Force {
    /// Whether a bound thinks of all that may happen here.
    #[inline]
    pub fn is_within_bounds(state: &State, men: &Men, by: Side) -> bool {
        let (own, other) = (men.sides[by.index()], men.sides[1 - by.index()]);
        let few = own.count_ones() as usize <= MEN;
        few && men.kings & other != 0 && state.rights() == 0 && state.passed().is_none()
    }

    /// The force of `by`.
    #[inline(always)]
    pub fn new(state: &State, men: &Men, by: Side) -> Force {
        let (own, other) = (men.sides[by.index()], men.sides[1 - by.index()]);
        let king = men.kings & other;
        let mut force = Force {
            men: [Man::default(); MEN],
            count: 0,
            own,
            foe: other & !king | men.holes(),
            king: king.trailing_zeros() as usize,
            blocked: Tally::default(),
            through: Tally::default(),
            black_foe: by == Side::White,
        };
        for square in Each(own & !men.dummies()) {
            force.add(kind(state.code_on(square)), square);
        }
        force
    }

    #[inline(always)]
    fn add(&mut self, kind: usize, square: usize) {
        let through = reach(kind, 0, square);
        let blocked = match kind {
            walk::BISHOP => bishop(square, self.foe),
            walk::ROOK => rook(square, self.foe),
            walk::QUEEN => bishop(square, self.foe) | rook(square, self.foe),
            _ => through,
        };
        let steps = match kind {
            0 => square / 8,
            walk::PAWN => 7 - square / 8,
            _ => 99,
        };
        self.men[self.count & (MEN - 1)] = Man {
            through,
            blocked,
            kind: kind as u8,
            square: square as u8,
            promotes: (steps - usize::from(steps == 6)) as u8,
        };
        self.count += 1;
        self.blocked.add(blocked);
        self.through.add(through);
    }

    #[inline]
    pub fn men(&self) -> &[Man] {
        &self.men[..self.count]
    }

    /// Where a check may be given in so many moves.
    #[inline]
    pub fn checks(&self, moves: usize) -> Bits {
        let men = self.men().iter();
        men.fold(0, |squares, man| squares | man.checks(moves))
    }

    /// How many squares around a king so many moves can guard at best.
    pub fn most_guarded(&self, moves: usize) -> u32 {
        let mut counts = [0; 6];
        for man in self.men() {
            counts[man.most_guarded(moves) as usize] += 1;
        }
        let (mut left, mut guarded) = (moves, 0);
        for most in (1..6).rev() {
            let count = left.min(counts[most]);
            guarded += count * most;
            left -= count;
        }
        guarded as u32
    }

    /// Where the other side's men but its king may stand after so many moves.
    pub fn blocks(&self, men: &Men, moves: usize) -> Bits {
        let pawn = match self.black_foe {
            true => 0,
            false => walk::PAWN,
        };
        let sets = [
            (pawn, men.pawns),
            (walk::KNIGHT, men.knights),
            (walk::BISHOP, men.diagonal & !men.straight),
            (walk::ROOK, men.straight & !men.diagonal),
            (walk::QUEEN, men.straight & men.diagonal),
        ];
        sets.into_iter().fold(0, |squares, (kind, set)| {
            let men = Each(set & self.foe);
            men.fold(squares, |squares, square| {
                squares | arrive(kind, moves, square)
            })
        })
    }

    /// Whether the man's leaving may open a line on which another gives check to a king on
    /// the square.
    pub fn uncovers(&self, man: &Man, target: usize) -> bool {
        self.men().iter().any(|other| {
            other.kind() != walk::KING
                && other.through & bit(target) != 0
                && between(other.square(), target) & bit(man.square()) != 0
        })
    }

    /// The same, or the man is a pawn that may open a line by capturing en passant.
    pub fn may_uncover(&self, man: &Man, target: usize) -> bool {
        let checked = |other: &Man| other.checks(0) & bit(target) != 0;
        man.is_pawn() && self.men().iter().any(checked) || self.uncovers(man, target)
    }
}
