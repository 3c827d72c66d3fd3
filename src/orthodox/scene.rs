//! What the side to move has to reckon with: its men, checks against its king,
//! pins, and the squares its king may go to.

use super::attack::{
    Bits, Each, FILE_A, FILE_H, between, bishop, bit, diagonals, first, king, knight, orthogonals,
    pawn_captures, ray_through, rook,
};
use super::movement::{Kind, Movement, en_passant_victim, own_first_rank};
use super::state::{Men, State, walk};
use crate::board::Side;

/// The view of the side to move. It takes 128 bytes: larger ones are copied by a call.
pub(super) struct Scene {
    pub men: Men,
    /// 0 if White is to move.
    pub side: usize,
    pub own: Bits,
    pub foe: Bits,
    pub occupied: Bits,
    /// The king's square, if there is one.
    pub king: Option<usize>,
    /// The men that give check.
    pub checkers: Bits,
    /// Own men that stand alone between their king and a hostile rider.
    pub pinned: Bits,
}

impl Scene {
    #[inline]
    pub fn new(state: &State) -> Scene {
        let mut scene = Scene::without_pins(state, state.turn);
        scene.find_pins();
        scene
    }

    #[inline]
    pub fn find_pins(&mut self) {
        if let Some(king) = self.king {
            self.pinned = self.lone_men_before(king, self.foe) & self.own;
        }
    }

    /// Where own men cannot go: on each other, and on squares that the board lacks.
    #[inline]
    pub fn closed(&self) -> Bits {
        self.occupied & !self.foe
    }

    /// Enough to tell whether it is in check.
    #[inline(always)]
    pub fn without_pins(state: &State, side: Side) -> Scene {
        let men = state.men();
        let side = side.index();
        let (own, foe) = (men.sides[side & 1], men.sides[1 - (side & 1)]);
        let kings = men.kings & own;
        let king = (kings != 0).then(|| first(kings));
        let mut scene = Scene {
            men,
            side,
            own,
            foe,
            occupied: men.occupied,
            king,
            checkers: 0,
            pinned: 0,
        };
        if let Some(king) = king {
            scene.checkers = scene.attackers(king, scene.side ^ 1, scene.occupied) & scene.foe;
        }
        scene
    }

    /// All men of `by` that attack a square, if these squares are occupied.
    #[inline]
    pub fn attackers(&self, square: usize, by: usize, occupied: Bits) -> Bits {
        let men = &self.men;
        let pawns = men.pawns & !own_first_rank(by);
        let mut found = pawn_captures(by ^ 1, square) & pawns
            | knight(square) & men.knights
            | king(square) & men.kings;
        let side = men.sides[by & 1];
        if diagonals(square) & men.diagonal & side != 0 {
            found |= bishop(square, occupied) & men.diagonal;
        }
        if orthogonals(square) & men.straight & side != 0 {
            found |= rook(square, occupied) & men.straight;
        }
        found & side
    }

    /// The riders of `side` that would attack the square on an empty board.
    #[inline]
    fn snipers(&self, square: usize, side: Bits) -> Bits {
        (diagonals(square) & self.men.diagonal | orthogonals(square) & self.men.straight) & side
    }

    /// The men that stand alone between a king and a rider of `riders`.
    #[inline]
    pub fn lone_men_before(&self, king: usize, riders: Bits) -> Bits {
        let mut lone = 0;
        for sniper in Each(self.snipers(king, riders)) {
            let men = between(king, sniper) & self.occupied;
            if men & men.wrapping_sub(1) == 0 {
                lone |= men;
            }
        }
        lone
    }

    /// Whether an own rider stands behind an own man, seen from the king at `target`.
    #[inline]
    pub fn may_uncover(&self, target: usize, man: usize) -> bool {
        let riders = (self.men.diagonal | self.men.straight) & self.own;
        ray_through(target, man) & riders & !bit(man) != 0
    }

    /// Where the king may go without being in check there.
    #[inline]
    pub fn flights(&self) -> Bits {
        let Some(square) = self.king else { return 0 };
        let (by, men) = (self.side ^ 1, &self.men);
        let mut flights = king(square) & !self.closed();
        flights &= !self.pawn_attacks(by);
        let near = |leap: fn(usize) -> Bits, men: Bits, flights: &mut Bits| {
            for man in Each(men & self.foe) {
                *flights &= !leap(man);
            }
        };
        near(king, men.kings, &mut flights);
        near(knight, men.knights, &mut flights);
        let occupied = self.occupied ^ bit(square);
        for rider in Each(men.diagonal & self.foe) {
            if diagonals(rider) & flights != 0 {
                flights &= !bishop(rider, occupied);
            }
        }
        for rider in Each(men.straight & self.foe) {
            if orthogonals(rider) & flights != 0 {
                flights &= !rook(rider, occupied);
            }
        }
        flights
    }

    /// Where the hostile king may go now, if that cannot uncover check to the own king.
    pub fn quiet_flights_of_foe(&self, state: &State) -> Bits {
        let other = Scene::without_pins(state, !state.turn);
        match (self.king, other.king) {
            (Some(own), Some(king)) if !other.may_uncover(own, king) => other.flights(),
            _ => 0,
        }
    }

    /// A set that holds all squares which a move of this side may guard anew against the
    /// hostile king, its arrival included.
    #[inline]
    pub fn guarded_after(&self, movement: Movement) -> Bits {
        let (from, to) = (movement.from(), movement.to());
        if movement.kind() != Kind::Ordinary && movement.kind() != Kind::DoubleStep {
            return !0;
        }
        let occupied = (self.occupied & !(self.men.kings & self.foe) & !bit(from)) | bit(to);
        let guarded = match movement.arrives() & 7 {
            walk::PAWN => pawn_captures(self.side, to),
            walk::KNIGHT => knight(to),
            walk::BISHOP => bishop(to, occupied),
            walk::ROOK => rook(to, occupied),
            walk::QUEEN => bishop(to, occupied) | rook(to, occupied),
            walk::DUMMY => 0,
            _ => king(to),
        };
        guarded | bit(to) | diagonals(from) | orthogonals(from)
    }

    /// All squares on which pawns of a side capture.
    #[inline]
    fn pawn_attacks(&self, by: usize) -> Bits {
        let pawns = self.men.pawns & self.men.sides[by & 1] & !own_first_rank(by);
        match by {
            0 => (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9,
            _ => (pawns & !FILE_H) >> 7 | (pawns & !FILE_A) >> 9,
        }
    }

    /// Where men other than the king must arrive: anywhere, or where they
    /// parry the only check, or nowhere.
    #[inline]
    pub fn parrying(&self) -> Bits {
        let Some(king) = self.king else { return !0 };
        match self.checkers {
            0 => !0,
            one if one & (one - 1) == 0 => one | between(king, first(one)),
            _ => 0,
        }
    }

    /// Where a man may go as far as a pin allows.
    #[inline]
    pub fn free_way(&self, from: usize) -> Bits {
        match self.king {
            Some(king) if self.pinned & bit(from) != 0 => ray_through(king, from),
            _ => !0,
        }
    }

    /// Whether a capture en passant leaves the own king safe.
    #[cold]
    pub fn is_safe_en_passant(&self, from: usize, passed: usize) -> bool {
        let Some(king) = self.king else { return true };
        let victim = bit(en_passant_victim(passed));
        let occupied = (self.occupied ^ bit(from) ^ victim) | bit(passed);
        self.attackers(king, self.side ^ 1, occupied) & !victim == 0
    }

    /// The own pawns that can capture on a passed square, as far as walks go.
    #[inline]
    pub fn catchers(&self, passed: usize) -> Bits {
        let pawns = self.men.pawns & self.own & !own_first_rank(self.side);
        pawn_captures(self.side ^ 1, passed) & pawns
    }
}

impl State {
    /// Whether the king of a side is attacked.
    #[inline]
    pub fn is_in_check(&self, side: Side) -> bool {
        Scene::without_pins(self, side).checkers != 0
    }
}
