//! How many moves it takes to fill the places that are not filled.

use super::super::MenByWalk;
use super::super::routes::{NEVER, bit, each};
use super::{Displaced, Place, state};
use crate::board::Side;
use smallvec::SmallVec;

impl Displaced {
    /// Whether it takes more than so many moves to fill the places of these sides, of which so many
    /// at most are filled by men that are put on the board.
    pub(super) fn needs_more(
        &self,
        men: &MenByWalk,
        sides: &[Side],
        quiet: bool,
        put: i32,
        moves: i32,
    ) -> bool {
        let puts = self.reborn || self.left || self.castles;
        let spared = if puts { put.max(0) } else { 0 };
        // Each of the others takes a move at least, but for rooks that castle.
        let missing = sides.iter().map(|side| self.missing(men, *side));
        missing.sum::<i32>() - spared > moves || self.need(men, sides, quiet, spared) > moves
    }

    /// How many places of a side hold no such man, but for those where rooks castle to.
    fn missing(&self, men: &MenByWalk, side: Side) -> i32 {
        let sets = self.men[side.index()].iter().zip(&men[side.index()]);
        let missing = sets.fold(0, |all, (then, now)| all | then & !now);
        (missing & !self.castled).count_ones() as i32
    }

    /// The least moves that fill the places of these sides, of which so many at most are filled
    /// by men that are put on the board.
    fn need(&self, men: &MenByWalk, sides: &[Side], quiet: bool, put: i32) -> i32 {
        let mut sum = 0;
        let mut spared: SmallVec<[i32; 32]> = SmallVec::new();
        let missing = |place: &&Place| {
            sides.contains(&place.side)
                && men[place.side.index()][place.kind] & bit(place.square) == 0
        };
        for place in self.places.iter().filter(missing) {
            let table = if quiet { &place.quiet } else { &place.any };
            let mut least = NEVER;
            for side in sides {
                for (kind, squares) in men[side.index()].iter().enumerate() {
                    for on in each(squares & !self.men[side.index()][kind]) {
                        least = least.min(table[state(*side, kind, on)]);
                    }
                }
            }
            // More than any number of plies, but sums stay small.
            let cost = |moves: u8| match moves {
                NEVER => 1 << 20,
                _ => i32::from(moves),
            };
            sum += cost(least);
            spared.push((cost(least) - cost(place.put)).max(0));
        }
        if put > 0 {
            spared.sort_unstable_by_key(|saved| -saved);
            sum -= spared.iter().take(put as usize).sum::<i32>();
        }
        sum
    }
}
