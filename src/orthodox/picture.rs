//! Whether the men can share out the moves left so that a king is mated or stalemated on a
//! square: who goes where, which flights that guards, and which are left to be blocked.
//!
//! Lines are open, and nobody is in anybody's way: what is not found does not exist.

use super::attack::{Bits, Each, RANK_1, RANK_8, bit, king, pawn_captures};
use super::force::{Force, Man};
use super::reach::{arrive, reach};
use super::state::{Men, walk};

/// So many ways to share out the moves are tried for a square of the king.
const TRIALS: u32 = 400;
/// With more moves than this a man may block any square.
const LAYERS: usize = 8;

/// What is the same for all squares of the king.
pub(super) struct Pictures<'a> {
    force: &'a Force,
    /// By moves: where the king's men may stand.
    blocks: [Bits; LAYERS],
}

impl<'a> Pictures<'a> {
    /// The king's men have so many moves at most.
    pub fn new(force: &'a Force, men: &Men, others: usize) -> Pictures<'a> {
        let mut blocks = [!0; LAYERS];
        for (moves, squares) in blocks.iter_mut().enumerate().take(others + 1) {
            *squares = force.blocks(men, moves);
        }
        Pictures { force, blocks }
    }

    /// Whether the king can have lost its flights on this square, and is in check if it must
    /// be, after so many moves against it and so many of its other men.
    pub fn are_possible(
        &self,
        target: usize,
        moves: usize,
        left: usize,
        needs_check: bool,
    ) -> bool {
        let ring = king(target);
        let mut sketch = Sketch {
            pictures: self,
            target: bit(target),
            ring,
            left,
            useful: [0; 7],
            trials: TRIALS,
        };
        let start = State {
            moves,
            need: ring & !self.force.foe,
            covered: 0,
            taken: 0,
            checks: !needs_check,
        };
        sketch.goes_on(self.force.men(), start)
    }

    /// Which of these squares the king's men cannot block with so many moves.
    fn unblockable(&self, squares: Bits, left: usize) -> Bits {
        match self.blocks.get(left) {
            Some(blocks) => squares & !blocks,
            None => 0,
        }
    }

    /// Whether the king's men can block all these squares with so many moves.
    fn can_block(&self, squares: Bits, left: usize) -> bool {
        let layers = &self.blocks[..LAYERS.min(left + 1)];
        let missing = layers.iter().map(|layer| (squares & !layer).count_ones());
        squares == 0 || missing.sum::<u32>() as usize <= left
    }
}

/// From where a man of a kind attacks all these squares, and perhaps others.
fn attackers(kind: usize, squares: Bits) -> Bits {
    match kind {
        0 | walk::PAWN => !0,
        _ => Each(squares).fold(!0, |from, square| from & reach(kind, 0, square)),
    }
}

/// A picture in the making.
struct Sketch<'a> {
    pictures: &'a Pictures<'a>,
    target: Bits,
    ring: Bits,
    left: usize,
    /// By kind of man: from where it attacks the king or a square beside it; 0 if not yet known.
    useful: [Bits; 7],
    trials: u32,
}

/// How far it has come.
#[derive(Clone, Copy)]
struct State {
    moves: usize,
    /// The squares to be guarded or blocked.
    need: Bits,
    /// The squares that are guarded.
    covered: Bits,
    /// Where men have arrived: these squares cannot be blocked.
    taken: Bits,
    checks: bool,
}

impl Sketch<'_> {
    /// From where a man of a kind attacks the king or a square beside it.
    fn useful(&mut self, kind: usize) -> Bits {
        if self.useful[kind % 7] == 0 {
            self.useful[kind % 7] = self.find_useful(kind);
        }
        self.useful[kind % 7]
    }

    fn find_useful(&self, kind: usize) -> Bits {
        let squares = Each(self.ring | self.target);
        let useful = match kind {
            0 => squares.fold(0, |from, square| from | pawn_captures(0, square)),
            walk::PAWN => squares.fold(0, |from, square| from | pawn_captures(1, square)),
            _ => squares.fold(0, |from, square| from | reach(kind, 0, square)),
        };
        match kind {
            walk::KING => useful & !self.ring & !self.target,
            _ => useful,
        }
    }

    /// Whether these men can complete it.
    fn goes_on(&mut self, men: &[Man], now: State) -> bool {
        let open = now.need & !now.covered;
        let Some((man, others)) = men.split_first() else {
            return now.checks && open & now.taken == 0 && self.can_block(open);
        };
        let (mut reached, mut checks) = (0, now.checks);
        for man in men {
            reached |= man.reach(now.moves);
            checks |= man.checks(now.moves) & self.target != 0;
        }
        let rest = open & !reached;
        if !checks || rest & now.taken != 0 || !self.can_block(rest) {
            return false;
        }
        self.trials = self.trials.saturating_sub(1);
        if self.trials == 0 {
            return true;
        }
        self.goes_on_if_it_stays(man, others, now) || self.goes_on_if_it_moves(man, others, now)
    }

    fn can_block(&self, squares: Bits) -> bool {
        self.pictures.can_block(squares, self.left)
    }

    fn goes_on_if_it_stays(&mut self, man: &Man, others: &[Man], now: State) -> bool {
        let is_beside = bit(man.square()) & self.ring != 0;
        let stays = man.kind() != walk::KING || !is_beside;
        stays
            && self.goes_on(
                others,
                State {
                    covered: now.covered | man.through,
                    checks: now.checks || man.checks(0) & self.target != 0,
                    ..now
                },
            )
    }

    fn goes_on_if_it_moves(&mut self, man: &Man, others: &[Man], now: State) -> bool {
        let (kind, from) = (man.kind(), man.square());
        let mut seen = bit(from);
        for moves in 1..=now.moves {
            if man.promotes(moves) {
                return self.goes_on_if_it_promotes(man, others, now);
            }
            let arrivals = arrive(kind, moves, from);
            let arrivals = (kind, arrivals & !seen);
            seen |= arrivals.1;
            if self.goes_on_after(arrivals, moves, others, now) {
                return true;
            }
        }
        // A king must not stay beside the other; anywhere else it may guard nothing.
        let leaves = kind == walk::KING && bit(from) & self.ring != 0;
        leaves
            && now.moves > 0
            && self.goes_on(
                others,
                State {
                    moves: now.moves - 1,
                    ..now
                },
            )
    }

    fn goes_on_if_it_promotes(&mut self, man: &Man, others: &[Man], now: State) -> bool {
        let (kind, from) = (man.kind(), man.square());
        let promotes = (1..=now.moves).find(|&moves| man.promotes(moves));
        let first = promotes.unwrap_or(now.moves);
        let squares = arrive(kind, first, from) & (RANK_1 | RANK_8);
        [walk::QUEEN, walk::KNIGHT].into_iter().any(|kind| {
            (first..=now.moves).any(|moves| {
                // One square further than the pawn alone: it may take its time.
                let arrivals = match moves - first {
                    0 => squares,
                    1 => Each(squares).fold(RANK_1 | RANK_8, |all, on| all | arrive(kind, 1, on)),
                    _ => !0,
                };
                self.goes_on_after((kind, arrivals), moves, others, now)
            })
        })
    }

    /// Whether the others can complete it once a man of a kind has come to one of these
    /// squares with so many moves.
    fn goes_on_after(
        &mut self,
        (kind, arrivals): (usize, Bits),
        moves: usize,
        others: &[Man],
        now: State,
    ) -> bool {
        let open = now.need & !now.covered;
        let wants = match now.checks || kind == walk::KING {
            true => open,
            false => open | self.target,
        };
        let arrivals = arrivals & self.useful(kind);
        if arrivals == 0 {
            return false;
        }
        let left = now.moves - moves;
        let others_reach = others.iter().fold(0, |all, man| all | man.reach(left));
        let must = self.pictures.unblockable(open & !others_reach, self.left);
        Each(arrivals & attackers(kind, must)).any(|to| {
            let attacked = reach(kind, 0, to);
            let on_ring = bit(to) & self.ring;
            attacked & wants != 0
                && self.goes_on(
                    others,
                    State {
                        moves: left,
                        need: now.need | on_ring,
                        covered: now.covered | attacked,
                        taken: now.taken | on_ring,
                        checks: now.checks || kind != walk::KING && attacked & self.target != 0,
                    },
                )
        })
    }
}
