//! Whether a mate is certainly out of reach: a bound for play in which both sides
//! cooperate, or one is alone to move.
//!
//! For each square on which the king could be mated its flights are counted. A flight
//! must be guarded by a man that stays, or by one that moves, or blocked by a move of the
//! mated side.

use super::attack::{Bits, Each, bit, king};
use super::force::{Force, Man};
use super::picture::Pictures;
use super::prepare::Preparation;
use super::state::{Men, State};
use crate::board::Side;

/// With fewer plies than this no pictures are drawn.
const PICTURED: usize = 3;
/// No more moves than this are shared out.
const MOVES: usize = 8;

/// Whether `by` certainly cannot mate with the last of so many moves, the other side
/// having so many before it.
pub(super) fn is_mate_far(state: &State, by: Side, moves: u16, others: u16) -> bool {
    let men = state.men();
    let told_at_once = moves == 0 || moves == 1 && others == 0;
    if told_at_once || !Force::is_within_bounds(state, &men, by) {
        return false;
    }
    let force = Force::new(state, &men, by);
    match (moves, others) {
        (1, 1) => Preparation::new(&force, &men).is_none(),
        _ => Search::for_mate(&force, &men, moves.into()).is_in_vain(others, &|_, _| false),
    }
}

/// All moves of the side that mates or stalemates.
pub(super) struct Search<'a> {
    force: &'a Force,
    men: &'a Men,
    moves: usize,
    /// Where a check may be given.
    checks: Bits,
    /// Whether one must be.
    needs_check: bool,
    /// How many flights the moves can guard at best.
    guarded: u32,
}

impl<'a> Search<'a> {
    #[inline]
    fn for_mate(force: &'a Force, men: &'a Men, moves: usize) -> Search<'a> {
        Search {
            force,
            men,
            moves,
            checks: force.checks(moves),
            needs_check: true,
            guarded: force.most_guarded(moves),
        }
    }

    /// No check is asked for.
    #[inline]
    pub fn for_stalemate(force: &'a Force, men: &'a Men, moves: usize) -> Search<'a> {
        Search {
            checks: !0,
            needs_check: false,
            ..Search::for_mate(force, men, moves)
        }
    }

    /// Whether there is no square for the mate, the other side having so many moves. With
    /// so many of them left for other men than the king, which has moved or not, there may
    /// be no hope at once.
    pub fn is_in_vain(&self, others: u16, hopeless: &dyn Fn(u16, bool) -> bool) -> bool {
        let pictured = self.moves + usize::from(others) >= PICTURED;
        let pictures = pictured.then(|| Pictures::new(self.force, self.men, others.into()));
        let possible = |target: usize, left: u16| {
            let (moves, left) = (self.moves, left.into());
            pictures
                .as_ref()
                .is_none_or(|pictures| pictures.are_possible(target, moves, left, self.needs_check))
        };
        let (mut near, mut layer) = (bit(self.force.king), bit(self.force.king));
        for left in (0..=others).rev() {
            let blocks = self.force.blocks(self.men, left.into());
            let mut squares = Each(layer & self.checks);
            if !hopeless(left, left < others)
                && squares.any(|square| {
                    self.may_mate(square, left.into(), blocks) && possible(square, left)
                })
            {
                return false;
            }
            let wider = Each(layer).fold(near, |squares, square| squares | king(square));
            layer = wider & !near;
            near = wider;
            if layer == 0 {
                break;
            }
        }
        true
    }

    /// Whether the king may be mated on this square with so many moves left to the other
    /// men of its side, which take them to these squares.
    #[inline]
    fn may_mate(&self, target: usize, left: u32, blocks: Bits) -> bool {
        let ring = king(target) & !self.force.foe;
        let field = Field {
            force: self.force,
            target,
            needs_check: self.needs_check,
            ring,
            left,
            blocks,
        };
        let flights = ring & !self.force.through.once;
        field.are_few(flights, self.guarded)
            && match self.moves {
                1 => field.mates_at_once(),
                2 => field.mates_in_two(),
                moves => field.mates_somehow(flights, moves),
            }
    }
}

/// The squares around a king about to be mated.
struct Field<'a> {
    force: &'a Force,
    target: usize,
    needs_check: bool,
    /// Its flights as far as no men of its side stand there.
    ring: Bits,
    /// How many moves its side has to block some.
    left: u32,
    /// Which squares they can block.
    blocks: Bits,
}

impl Field<'_> {
    /// Whether guarding so many may be enough, the others being blocked.
    #[inline]
    fn are_few(&self, flights: Bits, guarded: u32) -> bool {
        (flights & !self.blocks).count_ones() <= guarded
            && flights.count_ones() <= guarded + self.left
    }

    /// Whether one move may mate.
    fn mates_at_once(&self) -> bool {
        let force = self.force;
        force.men().iter().any(|man| {
            let flights = self.ring & !force.through.without(man.through);
            self.are_few(flights, man.most_guarded(1))
                && self.are_few(flights & !man.reach(1), 0)
                && self.may_check(man, 1)
        })
    }

    /// Whether the man may give or uncover a check after so many moves.
    fn may_check(&self, man: &Man, moves: usize) -> bool {
        !self.needs_check
            || man.checks(moves) & bit(self.target) != 0
            || self.force.may_uncover(man, self.target)
    }

    /// Whether two moves of one man or one move each of two may mate.
    fn mates_in_two(&self) -> bool {
        let men = self.force.men();
        men.iter().enumerate().any(|(index, man)| {
            let mut others = men[..index].iter();
            self.mates_twice(man) || others.any(|other| self.mate_together(man, other))
        })
    }

    fn mates_twice(&self, man: &Man) -> bool {
        let flights = self.ring & !self.force.through.without(man.through);
        self.are_few(flights, man.most_guarded(2))
            && self.are_few(flights & !man.reach(2), 0)
            && (self.may_check(man, 2) || self.may_step_aside(man))
    }

    /// Whether the man may go to another's line, and leave it again.
    fn may_step_aside(&self, man: &Man) -> bool {
        let others = self.force.men().iter();
        let mut others = others.filter(|other| other.square != man.square);
        others.any(|other| other.checks(0) & bit(self.target) != 0)
    }

    #[inline]
    fn mate_together(&self, man: &Man, other: &Man) -> bool {
        let stays = self.force.through.without_two(man.through, other.through);
        let flights = self.ring & !stays;
        self.are_few(flights, man.most_guarded(1) + other.most_guarded(1))
            && self.are_few(flights & !(man.reach(1) | other.reach(1)), 0)
            && (self.may_check(man, 1) || self.may_check(other, 1))
    }

    /// Whether some men may together guard enough in so many moves.
    fn mates_somehow(&self, flights: Bits, moves: usize) -> bool {
        self.are_few(flights, 0)
            || self.are_few(flights, self.most_guarded(flights, moves.min(MOVES)))
    }

    /// How many of the flights the moves can guard, shared out among the men at best.
    fn most_guarded(&self, flights: Bits, moves: usize) -> u32 {
        let mut best = [0; MOVES + 1];
        for man in self.force.men() {
            let gains: [u32; MOVES + 1] = std::array::from_fn(|count| {
                let guarded = man.reach(count) & flights;
                guarded.count_ones().min(man.most_guarded(count))
            });
            for total in (1..=moves).rev() {
                let shared = (1..=total).map(|count| best[total - count] + gains[count]);
                best[total] = shared.fold(best[total], u32::max);
            }
        }
        best[moves]
    }
}
