//! The moves of one side alone: the other side's men are only there to be captured.
//!
//! **Invariant:** moves come in the order in which the orthodox engine lists them.

use super::camp::Camp;
use super::formation::Formation;
use super::routes::{
    BISHOP, KING, KNIGHT, PAWN, PROMOTIONS, QUEEN, ROOK, ahead, first_rank, home_rank, last_rank,
    reach,
};
use crate::board::Side;
use crate::orthodox::attack::{
    Bits, DIAGONAL, Each, KING_ORDER, KNIGHT_ORDER, STRAIGHT, ascends, between, bit, first,
    pawn_captures, ray,
};
use serde::{Deserialize, Serialize};

/// A move of a side, packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct Step(u32);

const CAPTURE: u32 = 1 << 15;
const EN_PASSANT: u32 = 1 << 16;
const CASTLING: u32 = 1 << 17;
const DOUBLE: u32 = 1 << 18;

impl Step {
    fn new(from: usize, to: usize, arrives: usize, flags: u32) -> Step {
        Step(from as u32 | (to as u32) << 6 | (arrives as u32) << 12 | flags)
    }

    #[inline]
    pub fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    #[inline]
    pub fn to(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    /// What the man is afterwards.
    #[inline]
    pub fn arrives(self) -> usize {
        (self.0 >> 12 & 7) as usize
    }

    #[inline]
    pub fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    #[inline]
    pub fn is_en_passant(self) -> bool {
        self.0 & EN_PASSANT != 0
    }

    #[inline]
    pub fn is_castling(self) -> bool {
        self.0 & CASTLING != 0
    }

    #[inline]
    pub fn is_double(self) -> bool {
        self.0 & DOUBLE != 0
    }

    /// The way and whether it captures, as a small number.
    #[inline]
    pub fn way(self) -> usize {
        (self.0 & 0xfff) as usize | usize::from(self.is_capture()) << 12
    }

    /// Where the captured man stands.
    #[inline]
    pub fn victim(self) -> usize {
        match self.is_en_passant() {
            true => self.from() & 56 | self.to() & 7,
            false => self.to(),
        }
    }

    /// The squares between departure and arrival, and with castlings between king and rook.
    #[inline]
    pub fn passed(self) -> Bits {
        match self.is_castling() {
            true => castling_way(self.from(), self.to() < self.from()) & !bit(self.to()),
            false => between(self.from(), self.to()),
        }
    }
}

/// A move without capture, for questions about its way.
pub(super) fn quiet(from: usize, to: usize, walk: usize) -> Step {
    Step::new(from, to, walk, 0)
}

/// A capture on the square of arrival, for questions about its way.
pub(super) fn strike(from: usize, to: usize, walk: usize) -> Step {
    Step::new(from, to, walk, CAPTURE)
}

/// The squares between king and rook.
pub(super) fn castling_way(king: usize, long: bool) -> Bits {
    let rank = king & 56;
    match long {
        true => 0b0000_1110 << rank,
        false => 0b0110_0000 << rank,
    }
}

/// Where the rook of a castling comes from and goes to.
pub(super) fn castling_rook(king_to: usize) -> (usize, usize) {
    let rank = king_to & 56;
    match king_to & 7 < 4 {
        true => (rank, rank + 3),
        false => (rank + 7, rank + 5),
    }
}

/// The square of a king that has not moved.
pub(super) fn king_home(side: Side) -> usize {
    match side {
        Side::White => 4,
        Side::Black => 60,
    }
}

/// The castlings left after a man of the side left a square or was captured there.
#[inline]
fn rights_left(side: Side, square: usize) -> u8 {
    match square ^ king_home(side) & 56 {
        4 => 0,
        0 => 2,
        7 => 1,
        _ => 3,
    }
}

/// The formation after a man of it was captured.
pub(super) fn without(side: Side, formation: &Formation, square: usize) -> Formation {
    let mut next = *formation;
    next.lift(square);
    next.rights &= rights_left(side, square);
    next
}

/// The formation after the king has castled.
pub(super) fn castled(side: Side, formation: &Formation, long: bool) -> Formation {
    let home = king_home(side);
    let king_to = if long { home - 2 } else { home + 2 };
    let (rook, rook_to) = castling_rook(king_to);
    let mut next = *formation;
    next.lift(home);
    next.lift(rook);
    next.put(king_to, KING);
    next.put(rook_to, ROOK);
    next.rights = 0;
    next
}

/// Visits all moves of the side, each with the formation after it.
pub(super) fn each_step(
    camp: &Camp,
    formation: &Formation,
    visit: &mut impl FnMut(Step, Formation),
) {
    let own = formation.occupied();
    let mut maker = Maker {
        camp,
        formation,
        blocked: own | camp.walls,
        prey: match formation.captures < camp.prey {
            true => camp.hunting,
            false => 0,
        },
        visit,
    };
    for from in Each(own & !camp.frozen) {
        maker.man(from, formation.walk_on(from));
    }
}

struct Maker<'a, F> {
    camp: &'a Camp,
    formation: &'a Formation,
    blocked: Bits,
    /// Where men of the other side may be captured.
    prey: Bits,
    visit: &'a mut F,
}

impl<F: FnMut(Step, Formation)> Maker<'_, F> {
    fn man(&mut self, from: usize, walk: usize) {
        if walk == PAWN {
            return self.pawn(from);
        }
        if walk == KING && self.formation.rights != 0 {
            self.castlings(from);
        }
        let mut arrivals =
            reach(walk, from, self.blocked) & !self.blocked & self.camp.may_stand[walk];
        if walk == KING {
            arrivals &= !self.camp.guarded;
        }
        if arrivals == 0 {
            return;
        }
        match walk {
            KNIGHT => self.leaps(from, walk, arrivals, &KNIGHT_ORDER[from]),
            KING => self.leaps(from, walk, arrivals, &KING_ORDER[from]),
            BISHOP => self.lines(from, walk, arrivals, DIAGONAL),
            ROOK => self.lines(from, walk, arrivals, STRAIGHT),
            QUEEN => self.lines(from, walk, arrivals, 0..8),
            _ => {}
        }
    }

    fn leaps(&mut self, from: usize, walk: usize, arrivals: Bits, order: &[u8; 8]) {
        for to in order.map(usize::from) {
            if to < 64 && arrivals & bit(to) != 0 {
                self.officer(from, to, walk);
            }
        }
    }

    fn lines(
        &mut self,
        from: usize,
        walk: usize,
        arrivals: Bits,
        directions: std::ops::Range<usize>,
    ) {
        for direction in directions {
            let mut line = ray(direction, from) & arrivals;
            while line != 0 {
                let to = match ascends(direction) {
                    true => (63 - line.leading_zeros()) as usize,
                    false => first(line),
                };
                line ^= bit(to);
                self.officer(from, to, walk);
            }
        }
    }

    fn officer(&mut self, from: usize, to: usize, walk: usize) {
        self.push(Step::new(from, to, walk, 0));
        if self.prey & bit(to) != 0 {
            self.push(Step::new(from, to, walk, CAPTURE));
        }
    }

    fn castlings(&mut self, from: usize) {
        for (right, long) in [(1, true), (2, false)] {
            let is_free = castling_way(from, long) & self.blocked == 0;
            if self.formation.rights & right != 0 && is_free {
                let to = if long { from - 2 } else { from + 2 };
                let next = castled(self.camp.side, self.formation, long);
                (self.visit)(Step::new(from, to, KING, CASTLING), next);
            }
        }
    }

    fn pawn(&mut self, from: usize) {
        let side = self.camp.side;
        if bit(from) & (first_rank(side) | last_rank(side)) != 0 {
            return;
        }
        let one = ahead(side, from);
        let is_free = self.blocked & bit(one) == 0;
        let may_stand = self.camp.may_stand[PAWN];
        let captures = pawn_captures(side.index(), from) & !self.blocked;
        let two = ahead(side, one);
        let twice = bit(two) & !self.blocked & may_stand;
        if is_free && bit(from) & home_rank(side) != 0 && twice != 0 {
            self.push(Step::new(from, two, PAWN, DOUBLE));
        }
        if bit(one) & last_rank(side) != 0 {
            if is_free {
                self.promotions(from, one, 0);
            }
            for to in down(captures & self.prey) {
                self.promotions(from, to, CAPTURE);
            }
            return;
        }
        let captures = captures & may_stand;
        if is_free && may_stand & bit(one) != 0 {
            self.push(Step::new(from, one, PAWN, 0));
        }
        for to in down(captures & self.prey) {
            self.push(Step::new(from, to, PAWN, CAPTURE));
        }
        for to in Each(captures & self.camp.passing) {
            let step = Step::new(from, to, PAWN, CAPTURE | EN_PASSANT);
            if self.prey & bit(step.victim()) != 0 && self.blocked & bit(step.victim()) == 0 {
                self.push(step);
            }
        }
    }

    fn promotions(&mut self, from: usize, to: usize, flags: u32) {
        let may_stand = |walk: &usize| self.camp.may_stand[*walk] & bit(to) != 0;
        for walk in PROMOTIONS.into_iter().filter(may_stand) {
            self.push(Step::new(from, to, walk, flags));
        }
    }

    #[inline]
    fn push(&mut self, step: Step) {
        let mut next = *self.formation;
        next.lift(step.from());
        next.put(step.to(), step.arrives());
        next.rights &= rights_left(self.camp.side, step.from());
        next.captures += u8::from(step.is_capture());
        (self.visit)(step, next);
    }
}

/// The squares of a set from h8 down.
fn down(squares: Bits) -> impl Iterator<Item = usize> {
    std::iter::successors((squares != 0).then_some(squares), |left| {
        let rest = left ^ highest(*left);
        (rest != 0).then_some(rest)
    })
    .map(|left| first(highest(left)))
}

fn highest(squares: Bits) -> Bits {
    1 << (63 - squares.leading_zeros())
}
