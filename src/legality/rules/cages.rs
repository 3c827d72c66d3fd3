//! Cages: men in a part of the board that no moves taken back ever let out.
//!
//! Only the men of that part and those that never moved are looked at. All others are thought
//! away: they stand in nobody's way, they may have been captured anywhere, and the sides need not
//! move in turn. Men that get out are thought away, too. If even so there is no way back to the
//! game array, no game leads to the position.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk};
use crate::legality::finding::Finding;
use crate::legality::state::homes;
use crate::orthodox::attack::{Bits, Each, bit, king, knight, pawn_captures};
use crate::retro::routes::{
    BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WALKS, first_rank, last_rank, reach,
};
use std::collections::HashSet;

pub(super) const RULE: Rule = Rule { key: "cage", apply };

fn apply(analysis: &mut Analysis, desk: &mut Desk) {
    if desk.cages == 0 {
        return;
    }
    for zone in zones(desk.widest) {
        let cage = Cage::of(analysis, zone);
        if cage.men.iter().flatten().all(|men| *men == 0) {
            continue;
        }
        let most = desk.cages;
        let is_shut = desk.zones.entry(cage);
        let is_shut = *is_shut.or_insert_with_key(|cage| cage.is_shut(most));
        if is_shut {
            let on = (analysis.state.occupied() & zone) | (zone & analysis.steady);
            let finding = Finding::new(RULE.key, "cage", analysis.state.turn);
            return analysis.refute(finding.on(on));
        }
    }
}

/// Rectangles along the edges of the first and the last ranks, small ones first.
fn zones(widest: usize) -> impl Iterator<Item = Bits> {
    (2..=4_usize).flat_map(move |height| {
        (3..=widest).flat_map(move |width| {
            (0..=8 - width).flat_map(move |file| {
                let row = ((1_u64 << width) - 1) << file;
                let low = (0..height).fold(0, |all, rank| all | row << (8 * rank));
                [low, low.swap_bytes()]
            })
        })
    })
}

/// A part of the board with what is known of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cage {
    zone: Bits,
    /// By side: pawns and locked men that never moved, in or next to the zone.
    walls: [Bits; 2],
    wall_pawns: [Bits; 2],
    /// By side and walk: the men that are looked at.
    men: [[Bits; WALKS]; 2],
    /// Whether men of a side may have been pawns.
    promotes: [bool; 2],
    /// Whether pawns of a side may have captured.
    captures: [bool; 2],
}

type Men = [[Bits; WALKS]; 2];

impl Cage {
    fn of(analysis: &Analysis, zone: Bits) -> Cage {
        let state = &analysis.state;
        let around = zone | Each(zone).fold(0, |all, on| all | king(on));
        let near = analysis.steady & around;
        let mut men = state.men;
        for men in men.iter_mut().flatten() {
            *men &= zone & !analysis.steady;
        }
        Cage {
            zone,
            walls: Side::BOTH.map(|side| near & state.all(side)),
            wall_pawns: Side::BOTH.map(|side| near & state.of_walk(side, PAWN)),
            men,
            promotes: Side::BOTH.map(|side| analysis.pawns(side) < 8),
            captures: Side::BOTH.map(|side| analysis.captures(side) > 0),
        }
    }

    /// Whether all ways back were tried and none leads out; not if there are too many.
    fn is_shut(&self, most: usize) -> bool {
        let mut seen: HashSet<Men> = HashSet::from([self.men]);
        let mut open = vec![self.men];
        while let Some(men) = open.pop() {
            if is_home(&men) {
                return false;
            }
            let mut next = Vec::new();
            for side in Side::BOTH {
                self.back(&men, side, &mut next);
            }
            // Fewer men left come first.
            next.sort_by_key(|men| std::cmp::Reverse(count(men)));
            for men in next {
                if seen.insert(men) {
                    if seen.len() > most {
                        return false;
                    }
                    open.push(men);
                }
            }
        }
        true
    }

    fn occupied(&self, men: &Men) -> Bits {
        men[0][0] | men[1][0] | self.walls[0] | self.walls[1]
    }

    /// All un-moves of the men of a side.
    fn back(&self, men: &Men, side: Side, next: &mut Vec<Men>) {
        // Who has just moved is not in check.
        if self.is_touched(men, side) {
            return;
        }
        let own = &men[side.index()];
        let occupied = self.occupied(men);
        for (walk, own) in own.iter().enumerate().skip(PAWN) {
            for on in Each(*own) {
                if walk != PAWN {
                    let from = reach(walk, on, occupied) & !occupied;
                    self.add(men, side, walk, on, walk, from, next);
                }
                let was_pawn = walk == PAWN
                    || walk != KING
                        && bit(on) & last_rank(side) != 0
                        && self.promotes[side.index()];
                if was_pawn {
                    let from = self.pawn_from(side, on, walk, occupied);
                    self.add(men, side, walk, on, PAWN, from, next);
                }
                if walk == KING || walk == ROOK {
                    let from = castled_from(side, walk, on) & !occupied;
                    self.add(men, side, walk, on, walk, from, next);
                }
            }
        }
    }

    fn pawn_from(&self, side: Side, on: usize, walk: usize, occupied: Bits) -> Bits {
        let back = |squares: Bits| match side {
            Side::White => squares >> 8,
            Side::Black => squares << 8,
        };
        let one = back(bit(on)) & !occupied;
        let fourth = match side {
            Side::White => 0xff_u64 << 24,
            Side::Black => 0xff_u64 << 32,
        };
        let two = match walk == PAWN && bit(on) & fourth != 0 {
            true => back(one) & !occupied,
            false => 0,
        };
        let aside = match self.captures[side.index()] {
            true => pawn_captures((!side).index(), on) & !occupied,
            false => 0,
        };
        (one | two | aside) & !first_rank(side)
    }

    #[allow(clippy::too_many_arguments)]
    fn add(
        &self,
        men: &Men,
        side: Side,
        walk: usize,
        on: usize,
        departs: usize,
        from: Bits,
        next: &mut Vec<Men>,
    ) {
        for from in Each(from) {
            let mut before = *men;
            let own = &mut before[side.index()];
            own[walk] &= !bit(on);
            own[0] &= !bit(on);
            if bit(from) & self.zone != 0 {
                own[departs] |= bit(from);
                own[0] |= bit(from);
            }
            // Who was not to move was not in check.
            if !self.is_touched(&before, !side) {
                next.push(before);
            }
        }
    }

    /// Whether a side's king is attacked by a man so near that nobody can stand between.
    fn is_touched(&self, men: &Men, side: Side) -> bool {
        let own_king = men[side.index()][KING];
        if own_king == 0 {
            return false;
        }
        let on = own_king.trailing_zeros() as usize;
        let foe = &men[(!side).index()];
        let beside = king(on);
        let diagonal = beside & crate::orthodox::attack::diagonals(on);
        let straight = beside & !diagonal;
        let pawns = foe[PAWN] | self.wall_pawns[(!side).index()];
        diagonal & (foe[BISHOP] | foe[QUEEN])
            | straight & (foe[ROOK] | foe[QUEEN])
            | beside & foe[KING]
            | knight(on) & foe[KNIGHT]
            | pawn_captures(side.index(), on) & pawns
            != 0
    }
}

fn count(men: &Men) -> u32 {
    men[0][0].count_ones() + men[1][0].count_ones()
}

/// Whether all that are left stand where men of their walk begin.
fn is_home(men: &Men) -> bool {
    Side::BOTH.into_iter().all(|side| {
        let own = &men[side.index()];
        (PAWN..=KING).all(|walk| own[walk] & !homes(side, walk) == 0)
    })
}

/// Where a king or rook came from by castling, whoever else is there.
fn castled_from(side: Side, walk: usize, on: usize) -> Bits {
    let rank = if side == Side::White { 0 } else { 56 };
    match (walk, on.wrapping_sub(rank)) {
        (KING, 2 | 6) => bit(rank + 4),
        (ROOK, 3) => bit(rank),
        (ROOK, 5) => bit(rank + 7),
        _ => 0,
    }
}
