//! Two men of a side walking through time, past each other and past the other side.
//!
//! As [`Pairs`](super::pairs::Pairs), but with all that is seen of the other side at each time.

use super::camp::Camp;
use super::pairs::{End, Ends, alone};
use super::routes::{KING, NEVER, PAWN, WALKS, ahead, reach};
use super::timing::Clock;
use crate::orthodox::attack::{Bits, Each, bit};

/// The moves needed together beside those of each alone, by the squares of both.
type Board = [[u8; 64]; 64];

/// More steps of two men than this are not followed for one pair of walks.
const MOST_STEPS: usize = 20_000_000;

/// What pairs of men need beside the least moves of each.
pub(super) struct Tandems {
    /// By the walks of both, the lesser first, and the number of plies.
    extra: [[Vec<Board>; WALKS]; WALKS],
}

impl Tandems {
    /// The pairs of a side; by ply, walk and square it is known where men may go.
    pub fn new(camp: &Camp, clock: &Clock<'_>, pawns: &[[Bits; 64]]) -> Tandems {
        let mut tandems = Tandems {
            extra: Default::default(),
        };
        let Some(pairs) = &camp.pairs else {
            return tandems;
        };
        for (number, one) in pairs.ends.iter().enumerate() {
            for other in &pairs.ends[number..] {
                let walk = Walk {
                    camp,
                    clock,
                    pawns,
                    men: [one, other],
                };
                tandems.extra[one.walk][other.walk] = walk.extra();
            }
        }
        tandems
    }

    /// What two men need more after so many plies; the walk of the first is not the greater one.
    #[inline]
    pub fn extra(&self, ply: usize, [walk, other]: [usize; 2], [on, at]: [usize; 2]) -> u8 {
        let boards = &self.extra[walk][other];
        boards.get(ply).map_or(0, |board| board[on][at])
    }
}

/// Two walks and what is known of them.
struct Walk<'a> {
    camp: &'a Camp,
    clock: &'a Clock<'a>,
    pawns: &'a [[Bits; 64]],
    men: [&'a Ends; 2],
}

impl Walk<'_> {
    /// By the number of plies; nothing if that is not known or would take too long.
    fn extra(&self) -> Vec<Board> {
        let [one, other] = self.men;
        let plies = self.clock.plies();
        let ends = one.squares.count_ones() * other.squares.count_ones();
        let places = one.may_stand.count_ones() * other.may_stand.count_ones();
        let steps = ends as usize * places as usize * plies;
        if one.lost | other.lost != 0 || ends == 0 || steps > MOST_STEPS {
            return Vec::new();
        }
        let ways = self.men.map(|man| self.past(man.walk));
        let mut best = vec![[[u8::MAX; 64]; 64]; plies + 1];
        for to in Each(one.squares) {
            for next in Each(other.squares & !bit(to)) {
                let alone = [(one, to), (other, next)]
                    .map(|(man, to)| alone(self.camp, man.walk, End::On(to)));
                self.follow([to, next], &ways, &alone, &mut best);
            }
        }
        for board in &mut best {
            for (on, row) in board.iter_mut().enumerate() {
                for (at, extra) in row.iter_mut().enumerate() {
                    let promotes = one.promotes & bit(on) != 0 || other.promotes & bit(at) != 0;
                    if promotes || *extra == u8::MAX {
                        *extra = 0;
                    }
                }
            }
        }
        best
    }

    /// Where men of a walk may go past another: by its square and that of the other.
    fn past(&self, walk: usize) -> Vec<Bits> {
        let square = |place: usize| {
            let (on, other) = (place >> 6, place & 63);
            match walk {
                PAWN if ahead(self.camp.side, on) == other => {
                    !(bit(other) | bit(ahead(self.camp.side, other)))
                }
                PAWN => !bit(other),
                _ => reach(walk, on, self.camp.walls | bit(other)) & !bit(other),
            }
        };
        (0..64 * 64).map(square).collect()
    }

    /// Plays backwards from two ends, and notes what is needed more if it is less than known.
    fn follow(
        &self,
        ends: [usize; 2],
        ways: &[Vec<Bits>; 2],
        alone: &[[u8; 64]; 2],
        best: &mut [Board],
    ) {
        let [one, other] = self.men;
        let plies = self.clock.plies();
        let mut later = vec![[NEVER; 64]; 64];
        later[ends[0]][ends[1]] = 0;
        self.note(&later, alone, &mut best[plies]);
        for ply in (0..plies).rev() {
            let mut now = later.clone();
            let moves = self.clock.moves(ply);
            for on in Each(one.may_stand) {
                let goes = self.goes(0, ply, on);
                for at in Each(other.may_stand & !bit(on)) {
                    let mut least = later[on][at];
                    if moves {
                        for to in Each(goes & ways[0][on << 6 | at]) {
                            least = least.min(later[to][at] + 1);
                        }
                        for to in Each(self.goes(1, ply, at) & ways[1][at << 6 | on]) {
                            least = least.min(later[on][to] + 1);
                        }
                    }
                    now[on][at] = least.min(NEVER);
                }
            }
            for on in Each(self.closed(one.walk, ply)) {
                now[on] = [NEVER; 64];
            }
            for row in &mut now {
                Each(self.closed(other.walk, ply)).for_each(|at| row[at] = NEVER);
            }
            self.note(&now, alone, &mut best[ply]);
            later = now;
        }
    }

    fn note(&self, least: &[[u8; 64]], alone: &[[u8; 64]; 2], best: &mut Board) {
        let [one, other] = self.men;
        for on in Each(one.may_stand) {
            for at in Each(other.may_stand & !bit(on)) {
                let sum = alone[0][on].saturating_add(alone[1][at]);
                if sum < NEVER {
                    let extra = match least[on][at] {
                        NEVER.. => NEVER,
                        moves => moves.saturating_sub(sum),
                    };
                    best[on][at] = best[on][at].min(extra);
                }
            }
        }
    }

    fn goes(&self, who: usize, ply: usize, on: usize) -> Bits {
        match self.men[who].walk {
            PAWN => self.pawns[ply][on],
            walk => self.clock.officers[walk][ply][on],
        }
    }

    fn closed(&self, walk: usize, ply: usize) -> Bits {
        match walk {
            KING => self.clock.guarded[ply],
            _ => self.clock.taken[ply],
        }
    }
}
