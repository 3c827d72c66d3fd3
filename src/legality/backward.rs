//! Taking back orthodox moves: every pair of an earlier position and a move that leads here.

use super::state::{EDGES, State};
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit, first, pawn_captures};
use crate::retro::routes::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, first_rank, last_rank, reach};

/// What a move does beside taking a man from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Nothing.
    Ordinary,
    /// It passes a square.
    DoubleStep,
    /// It captures a pawn that passed a square.
    EnPassant,
    /// It moves a rook, too.
    Castling,
}

/// A move that is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnMove {
    /// Where the man came from.
    pub from: u8,
    /// Where it stands.
    pub to: u8,
    /// What it is: 1 a pawn, then knight, bishop, rook, queen, king.
    pub walk: u8,
    /// Whether it was a pawn.
    pub promotion: bool,
    /// What it captured, 0 for nothing.
    pub victim: u8,
    /// What else it did.
    pub kind: Kind,
}

impl UnMove {
    /// Whether it captured.
    pub fn is_capture(self) -> bool {
        self.victim != 0
    }

    /// What the man was.
    pub fn departs(self) -> usize {
        match self.promotion {
            true => PAWN,
            false => self.walk.into(),
        }
    }

    /// Where the captured man stood.
    pub fn victim_square(self) -> usize {
        match self.kind {
            Kind::EnPassant => usize::from(self.from & 56 | self.to & 7),
            _ => self.to.into(),
        }
    }
}

/// The rook's way in a castling, by where the king arrives.
fn rook_way(king_to: usize) -> (usize, usize) {
    match king_to % 8 {
        6 => (king_to + 1, king_to - 1),
        _ => (king_to - 2, king_to + 1),
    }
}

/// The position before a move.
pub(crate) fn retract(state: &State, unmove: UnMove) -> State {
    let mover = !state.turn;
    let (from, to) = (usize::from(unmove.from), usize::from(unmove.to));
    let mut before = *state;
    before.turn = mover;
    before.passed = None;
    before.lift(to, unmove.walk.into(), mover);
    before.put(from, unmove.departs(), mover);
    if unmove.is_capture() {
        before.put(unmove.victim_square(), unmove.victim.into(), state.turn);
    }
    match unmove.kind {
        Kind::EnPassant => before.passed = Some(unmove.to),
        Kind::Castling => {
            let (home, on) = rook_way(to);
            before.lift(on, ROOK, mover);
            before.put(home, ROOK, mover);
            before.need |= bit(from) | bit(home);
        }
        Kind::Ordinary | Kind::DoubleStep => {}
    }
    before
}

/// All moves that may have led here, without a look at how legal the positions before them are
/// beyond checks.
pub(crate) fn un_moves(state: &State) -> Vec<UnMove> {
    let mut found = Vec::with_capacity(64);
    each_un_move(state, &mut |unmove| {
        found.push(unmove);
        true
    });
    found
}

/// Visits them until the visitor says `false`.
pub(crate) fn each_un_move(state: &State, visit: &mut dyn FnMut(UnMove) -> bool) -> bool {
    let mover = !state.turn;
    if state.checkers(mover) != 0 {
        return true;
    }
    let retro = Retro {
        state,
        mover,
        occupied: state.occupied(),
    };
    match state.passed {
        Some(passed) => retro.double_step(passed.into(), visit),
        None => retro.all(visit),
    }
}

struct Retro<'a> {
    state: &'a State,
    mover: Side,
    occupied: Bits,
}

/// What may have been captured, pawns last.
const VICTIMS: [usize; 5] = [QUEEN, ROOK, BISHOP, KNIGHT, PAWN];

impl Retro<'_> {
    fn all(&self, visit: &mut dyn FnMut(UnMove) -> bool) -> bool {
        let men = &self.state.men[self.mover.index()];
        for (walk, men) in men.iter().enumerate().skip(PAWN) {
            for to in Each(men & !self.state.need) {
                let goes_on = match walk {
                    PAWN => self.pawn(to, PAWN, visit),
                    _ => self.officer(walk, to, visit),
                };
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }

    fn officer(&self, walk: usize, to: usize, visit: &mut dyn FnMut(UnMove) -> bool) -> bool {
        for from in Each(reach(walk, to, self.occupied) & !self.occupied) {
            if !self.from(walk, false, from, to, true, true, visit) {
                return false;
            }
        }
        let promotes = walk != KING && bit(to) & last_rank(self.mover) != 0;
        if promotes && !self.pawn(to, walk, visit) {
            return false;
        }
        walk != KING || self.castling(to, visit)
    }

    /// A pawn's ways to a square, where it may have become something else.
    fn pawn(&self, to: usize, walk: usize, visit: &mut dyn FnMut(UnMove) -> bool) -> bool {
        let promotion = walk != PAWN;
        let behind = match self.mover {
            Side::White => to.wrapping_sub(8),
            Side::Black => to + 8,
        };
        // A pawn on its own second rank has not moved.
        if behind > 63 || bit(behind) & first_rank(self.mover) != 0 {
            return true;
        }
        if self.occupied & bit(behind) == 0 {
            if !self.from(walk, promotion, behind, to, true, false, visit) {
                return false;
            }
            let on_fourth = to / 8 == if self.mover == Side::White { 3 } else { 4 };
            let home = if self.mover == Side::White {
                to.wrapping_sub(16)
            } else {
                to + 16
            };
            if on_fourth && self.occupied & bit(home) == 0 {
                let double = UnMove {
                    from: home as u8,
                    to: to as u8,
                    walk: PAWN as u8,
                    promotion: false,
                    victim: 0,
                    kind: Kind::DoubleStep,
                };
                if self.is_quiet(double) && !visit(double) {
                    return false;
                }
            }
        }
        let diagonal = pawn_captures((!self.mover).index(), to) & !self.occupied;
        for from in Each(diagonal) {
            if !self.from(walk, promotion, from, to, false, true, visit) {
                return false;
            }
            if promotion || !self.can_be_en_passant(from, to) {
                continue;
            }
            let unmove = UnMove {
                from: from as u8,
                to: to as u8,
                walk: PAWN as u8,
                promotion: false,
                victim: PAWN as u8,
                kind: Kind::EnPassant,
            };
            if self.is_quiet(unmove) && !visit(unmove) {
                return false;
            }
        }
        true
    }

    /// Whether the squares are empty that the captured pawn left, passed and stood on.
    fn can_be_en_passant(&self, from: usize, to: usize) -> bool {
        let (sixth, ahead) = match self.mover {
            Side::White => (5, to + 8),
            Side::Black => (2, to.wrapping_sub(8)),
        };
        let victim = from & 56 | to & 7;
        to / 8 == sixth && self.occupied & (bit(ahead) | bit(victim)) == 0
    }

    #[allow(clippy::too_many_arguments)]
    fn from(
        &self,
        walk: usize,
        promotion: bool,
        from: usize,
        to: usize,
        quiet: bool,
        captures: bool,
        visit: &mut dyn FnMut(UnMove) -> bool,
    ) -> bool {
        let unmove = |victim: usize| UnMove {
            from: from as u8,
            to: to as u8,
            walk: walk as u8,
            promotion,
            victim: victim as u8,
            kind: Kind::Ordinary,
        };
        if quiet && self.is_quiet(unmove(0)) && !visit(unmove(0)) {
            return false;
        }
        if captures && self.is_quiet(unmove(QUEEN)) {
            for victim in VICTIMS {
                if victim == PAWN && bit(to) & EDGES != 0 {
                    continue;
                }
                if !visit(unmove(victim)) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the side not to move before the move was not in check.
    fn is_quiet(&self, unmove: UnMove) -> bool {
        let before = retract(self.state, unmove);
        before.checkers(self.state.turn) == 0
    }

    fn double_step(&self, passed: usize, visit: &mut dyn FnMut(UnMove) -> bool) -> bool {
        let (to, from) = match self.mover {
            Side::White => (passed + 8, passed.wrapping_sub(8)),
            Side::Black => (passed.wrapping_sub(8), passed + 8),
        };
        let sits = to < 64 && self.state.of_walk(self.mover, PAWN) & bit(to) != 0;
        let third = passed / 8 == if self.mover == Side::White { 2 } else { 5 };
        if !sits || !third || self.occupied & (bit(passed) | bit(from)) != 0 {
            return true;
        }
        let unmove = UnMove {
            from: from as u8,
            to: to as u8,
            walk: PAWN as u8,
            promotion: false,
            victim: 0,
            kind: Kind::DoubleStep,
        };
        !self.is_quiet(unmove) || visit(unmove)
    }

    fn castling(&self, to: usize, visit: &mut dyn FnMut(UnMove) -> bool) -> bool {
        let rank = if self.mover == Side::White { 0 } else { 56 };
        if to != rank + 6 && to != rank + 2 {
            return true;
        }
        let (home, on) = rook_way(to);
        let from = rank + 4;
        let has_rook = self.state.of_walk(self.mover, ROOK) & bit(on) & !self.state.need != 0;
        let mut empty = bit(from) | bit(home);
        if to == rank + 2 {
            empty |= bit(rank + 1);
        }
        if !has_rook || self.occupied & empty != 0 {
            return true;
        }
        let unmove = UnMove {
            from: from as u8,
            to: to as u8,
            walk: KING as u8,
            promotion: false,
            victim: 0,
            kind: Kind::Castling,
        };
        let before = retract(self.state, unmove);
        let occupied = before.occupied();
        let is_attacked = |square: usize| before.attackers(self.state.turn, square, occupied) != 0;
        let crosses = (to + from) / 2;
        if is_attacked(from) || is_attacked(crosses) || before.checkers(self.state.turn) != 0 {
            return true;
        }
        visit(unmove)
    }
}

/// The only king of a side.
pub(crate) fn king_of(state: &State, side: Side) -> usize {
    first(state.of_walk(side, KING))
}
