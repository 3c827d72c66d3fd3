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
/// that are not where they belong, by walk, without and with those that are said to have
/// castled; of the latter no two share a square, but a man may still stand where one will be.
pub(super) fn can_fill(places: &[&Place], men: &[u64], castled: &[u64], means: Means) -> bool {
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
    let mut free = Free::default();
    for (want, place) in sharing.wants.iter_mut().zip(places) {
        let officers = match place.kind {
            PAWN => Free::default(),
            kind => Free {
                men: men[kind],
                castled: castled[kind],
            },
        };
        free.men |= officers.men;
        free.castled |= officers.castled;
        *want = Some(Want { place, officers });
    }
    free.men |= men[PAWN];
    sharing.sum_least(means) && sharing.fill(0, free, means)
}

/// Men that have no place yet.
#[derive(Clone, Copy, Default)]
struct Free {
    men: u64,
    castled: u64,
}

impl Free {
    /// Each of these men that is also among the others: its square, and the others without it.
    fn each_of(self, others: Free) -> impl Iterator<Item = (usize, Free)> {
        let men = each(self.men & others.men).map(move |from| {
            let men = others.men & !bit(from);
            (from, Free { men, ..others })
        });
        let castled = each(self.castled & others.castled).map(move |from| {
            let castled = others.castled & !bit(from);
            (from, Free { castled, ..others })
        });
        men.chain(castled)
    }
}

/// A place and the men of its walk.
#[derive(Clone, Copy)]
struct Want<'a> {
    place: &'a Place,
    officers: Free,
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
            for (from, _) in want.officers.each_of(want.officers) {
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
    fn fill(&mut self, index: usize, free: Free, means: Means) -> bool {
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
        for (from, left) in want.officers.each_of(free) {
            if self.goes_on(index, left, want.place.officer[from], means) {
                return true;
            }
        }
        let pawns = Free {
            men: self.pawns_for(want, means),
            castled: 0,
        };
        for (from, free) in pawns.each_of(free) {
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
                if self.goes_on(index, free, moves, left) {
                    return true;
                }
            }
        }
        false
    }

    fn goes_on(&mut self, index: usize, free: Free, moves: u8, means: Means) -> bool {
        let left = means.moves.checked_sub(moves.into());
        left.is_some_and(|moves| self.fill(index + 1, free, Means { moves, ..means }))
    }
}
