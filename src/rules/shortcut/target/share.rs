//! Sharing out the places of a target position among the men of a side.

use super::Place;
use super::routes::{NEVER, PAWN, bit, each};

/// More places than this are not looked at.
const PLACES: usize = 16;
/// So many ways to share them out are tried.
const TRIALS: u32 = 300;

/// What a side has left.
#[derive(Clone, Copy)]
pub(super) struct Means {
    /// The most moves.
    pub moves: u16,
    /// How many hostile men will be captured.
    pub captures: usize,
    /// How many pawns will be no pawns any more.
    pub promotions: usize,
}

/// Whether each place may be taken by a man of its own within the means. The men are those
/// that are not where they belong, by walk.
pub(super) fn can_fill(places: &[&Place], men: &[u64], means: Means) -> bool {
    if places.len() > PLACES {
        return true;
    }
    let mut sharing = Sharing {
        wants: [const { None }; PLACES],
        count: places.len(),
        pawns: men[PAWN],
        least: [(0, 0); PLACES + 1],
        trials: TRIALS,
    };
    let mut free = 0;
    for (want, place) in sharing.wants.iter_mut().zip(places) {
        let officers = if place.kind == PAWN {
            0
        } else {
            men[place.kind]
        };
        free |= officers;
        *want = Some(Want { place, officers });
    }
    free |= men[PAWN];
    sharing.sum_least(means) && sharing.fill(0, free, means)
}

/// A place and the men of its walk.
#[derive(Clone, Copy)]
struct Want<'a> {
    place: &'a Place,
    officers: u64,
}

struct Sharing<'a> {
    wants: [Option<Want<'a>>; PLACES],
    count: usize,
    pawns: u64,
    /// From a place on: the least moves and captures, each man serving many places.
    least: [(u16, usize); PLACES + 1],
    trials: u32,
}

impl Sharing<'_> {
    /// Whether the means would suffice if a man could take several places.
    fn sum_least(&mut self, means: Means) -> bool {
        for index in (0..self.count).rev() {
            let Some(want) = self.wants[index] else {
                continue;
            };
            let (mut moves, mut captures) = (NEVER, NEVER.into());
            for from in each(want.officers) {
                moves = moves.min(want.place.officer[from]);
                captures = 0;
            }
            for from in each(self.pawns_for(want, means)) {
                for (count, least) in want.place.pawn[from].iter().enumerate() {
                    if count <= means.captures && *least < NEVER {
                        moves = moves.min(*least);
                        captures = captures.min(count);
                    }
                }
            }
            let (later_moves, later_captures) = self.least[index + 1];
            self.least[index] = (later_moves + u16::from(moves), later_captures + captures);
        }
        self.may_do(0, means)
    }

    fn pawns_for(&self, want: Want<'_>, means: Means) -> u64 {
        match want.place.kind == PAWN || means.promotions > 0 {
            true => self.pawns,
            false => 0,
        }
    }

    fn may_do(&self, index: usize, means: Means) -> bool {
        let (moves, captures) = self.least[index];
        moves <= means.moves && captures <= means.captures
    }

    /// Whether the places from this one on can be filled by the free men.
    fn fill(&mut self, index: usize, free: u64, means: Means) -> bool {
        let Some(want) = self.wants.get(index).copied().flatten() else {
            return true;
        };
        if !self.may_do(index, means) {
            return false;
        }
        self.trials = self.trials.saturating_sub(1);
        if self.trials == 0 {
            return true;
        }
        for from in each(want.officers & free) {
            if self.goes_on(index, free & !bit(from), want.place.officer[from], means) {
                return true;
            }
        }
        for from in each(self.pawns_for(want, means) & free) {
            let mut least = NEVER;
            for captures in 0..=means.captures.min(want.place.pawn[from].len() - 1) {
                let moves = want.place.pawn[from][captures];
                if moves >= least {
                    continue;
                }
                least = moves;
                let left = Means {
                    captures: means.captures - captures,
                    promotions: means.promotions - usize::from(want.place.kind != PAWN),
                    ..means
                };
                if self.goes_on(index, free & !bit(from), moves, left) {
                    return true;
                }
            }
        }
        false
    }

    fn goes_on(&mut self, index: usize, free: u64, moves: u8, means: Means) -> bool {
        let left = means.moves.checked_sub(moves.into());
        left.is_some_and(|moves| self.fill(index + 1, free, Means { moves, ..means }))
    }
}
