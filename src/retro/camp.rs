//! What is known of one side: where it starts, where it is to end, and how far that is.

use super::assign::{Costs, IMPOSSIBLE, MOST, Prices};
use super::formation::Formation;
use super::pairs::Pairs;
use super::routes::{KING, MOST_CAPTURES, NEVER, PAWN, ROOK, Routes, WALKS, last_rank};
use super::step::{castling_way, king_home};
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit};
use std::sync::Arc;

/// One side of a task with what was deduced of it.
pub(super) struct Camp {
    pub side: Side,
    pub start: Formation,
    /// By walk: where its men stand at the end.
    pub target: [Bits; WALKS],
    /// How many men it captures.
    pub prey: u8,
    /// Squares of men of both sides that never move and are never captured.
    pub walls: Bits,
    /// Its own men that never move.
    pub frozen: Bits,
    /// Where men of the other side may be captured.
    pub hunting: Bits,
    /// Where its own men may be captured.
    pub doomed: Bits,
    /// Where its pawns may arrive by capturing en passant.
    pub passing: Bits,
    /// By walk: where its men may stand at any time.
    pub may_stand: [Bits; WALKS],
    /// Squares that men of the other side guard for ever.
    pub guarded: Bits,
    pub routes: Routes,
    /// What its men get in each other's way, once that was asked.
    pub pairs: Option<Arc<Pairs>>,
    /// By walk and square.
    places: Vec<Place>,
    numbers: [[u8; 64]; WALKS],
    /// By walk and square: the least moves to a square on which it may be captured.
    lost: [[u8; 64]; WALKS],
    /// The same for pawns, by captures at most; they may promote on the way.
    lost_pawn: Box<[[u8; 64]; MOST_CAPTURES + 1]>,
}

/// The castlings by their rights: the long one is 1.
const RIGHTS: [(u8, bool); 2] = [(1, true), (2, false)];

/// A bound for all formations that are one move away from another.
pub(super) struct Outlook<'a> {
    camp: &'a Camp,
    captures: usize,
    /// By square: the number of the man.
    men: [u8; 64],
    columns: [u8; MOST],
    places: usize,
    size: usize,
    ways: Vec<Way>,
}

/// Without castling, or with one.
struct Way {
    right: u8,
    moves: i32,
    prices: Prices,
}

impl Outlook<'_> {
    fn add_way(&mut self, right: u8, moves: i32, men: &[Bits; WALKS]) {
        let mut row = 0;
        let mut costs = Costs::new(MOST);
        for (walk, men_of_walk) in men.iter().enumerate().skip(PAWN) {
            for square in Each(men_of_walk & !self.camp.frozen) {
                if row == MOST {
                    self.ways.clear();
                    return;
                }
                if right == 0 {
                    self.men[square] = row as u8;
                }
                for column in 0..MOST {
                    costs.set(row, column, self.cost(walk, square, column));
                }
                row += 1;
            }
        }
        // Rows keep their numbers only if castling changed no order: it moves one man a walk.
        if right != 0 && (row != self.size || !self.has_same_rows(men, right == 1)) {
            self.ways.clear();
            return;
        }
        self.size = row;
        costs.shrink(row);
        let prices = costs.prices();
        self.ways.push(Way {
            right,
            moves,
            prices,
        });
    }

    /// Whether men that stand where they stood before castling have the same numbers.
    fn has_same_rows(&self, men: &[Bits; WALKS], long: bool) -> bool {
        let [king_to, rook_to] = self.camp.castled_to(long);
        let own = |walk: usize| Each(men[walk] & !self.camp.frozen);
        let all = (PAWN..WALKS).flat_map(|walk| own(walk).map(move |square| (walk, square)));
        all.enumerate().all(|(row, man)| {
            man == (KING, king_to) || man == (ROOK, rook_to) || usize::from(self.men[man.1]) == row
        })
    }

    #[inline]
    fn cost(&self, walk: usize, square: usize, column: usize) -> i32 {
        match column < self.places {
            true => {
                let place = &self.camp.places[usize::from(self.columns[column])];
                place.cost(walk, square, self.captures).0
            }
            false => self.camp.loss(walk, square, self.captures),
        }
    }

    /// No less than the least moves after a man of the formation moved. The rights are those
    /// left.
    pub fn bound(&self, from: usize, to: usize, arrives: usize, rights: u8) -> i32 {
        let row = usize::from(self.men[from]);
        let bounds = self.ways.iter().filter(|way| way.right & !rights == 0);
        let bounds = bounds.map(|way| {
            let costs = (0..self.size).map(|column| self.cost(arrives, to, column));
            way.moves + way.prices.bound(row, costs)
        });
        match self.ways.is_empty() {
            true => 0,
            false => bounds.min().unwrap_or(IMPOSSIBLE),
        }
    }
}

/// The least moves from a formation to the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least {
    /// Without castling.
    pub walking: u8,
    /// With a castling.
    pub castling: u8,
    /// Without castling, if nobody were in the way of anybody.
    pub alone: u8,
}

impl Least {
    #[inline]
    pub fn least(self) -> u8 {
        self.walking.min(self.castling)
    }
}

/// A square of the target: how far men are from it.
struct Place {
    walk: usize,
    officer: [u8; 64],
    /// By captures at most.
    pawn: [[u8; 64]; MOST_CAPTURES + 1],
    /// The least captures of a pawn.
    captures: [u8; 64],
}

/// What is known of a side before its routes are drawn.
#[derive(Clone)]
pub(super) struct Outline {
    pub side: Side,
    pub start: Formation,
    pub target: [Bits; WALKS],
    pub prey: u8,
    pub walls: Bits,
    pub frozen: Bits,
    pub hunting: Bits,
    pub doomed: Bits,
    pub passing: Bits,
    pub may_stand: [Bits; WALKS],
    pub guarded: Bits,
}

impl Camp {
    pub fn new(outline: &Outline) -> Camp {
        let Outline { side, target, .. } = *outline;
        let by_capture = outline.hunting | outline.passing;
        let routes = Routes::new(side, outline.walls, outline.guarded, by_capture);
        let mut places = Vec::new();
        let mut numbers = [[u8::MAX; 64]; WALKS];
        for (walk, squares) in target.iter().enumerate() {
            for square in Each(*squares) {
                numbers[walk][square] = places.len() as u8;
                places.push(Place::new(&routes, walk, square));
            }
        }
        let mut camp = Camp {
            side,
            start: outline.start,
            target,
            prey: outline.prey,
            walls: outline.walls,
            frozen: outline.frozen,
            hunting: outline.hunting,
            doomed: outline.doomed,
            passing: outline.passing,
            may_stand: outline.may_stand,
            guarded: outline.guarded,
            routes,
            pairs: None,
            places,
            numbers,
            lost: [[NEVER; 64]; WALKS],
            lost_pawn: Box::new([[NEVER; 64]; MOST_CAPTURES + 1]),
        };
        camp.find_losses();
        camp
    }

    fn find_losses(&mut self) {
        let routes = &self.routes;
        for walk in PAWN + 1..KING {
            for from in 0..64 {
                let moves = Each(self.doomed).map(|on| routes.officer(walk, from, on));
                self.lost[walk][from] = moves.min().unwrap_or(NEVER);
            }
        }
        for captures in 0..=MOST_CAPTURES {
            for from in 0..64 {
                let as_pawn = Each(self.doomed).map(|on| routes.pawn(from, on, captures));
                let promoted = Each(last_rank(self.side)).map(|on| {
                    let then = (PAWN + 1..KING).map(|walk| self.lost[walk][on]).min();
                    let then = then.unwrap_or(NEVER);
                    routes.pawn(from, on, captures).saturating_add(then)
                });
                let least = as_pawn.chain(promoted).min().unwrap_or(NEVER);
                self.lost_pawn[captures][from] = least.min(NEVER);
            }
        }
    }

    /// Whether the formation is the one of the target, whatever it captured.
    #[inline]
    pub fn is_home(&self, formation: &Formation) -> bool {
        formation.all()[1..] == self.target[1..]
    }

    /// How many men are left to be captured; none if too many were.
    pub fn losses_left(&self, formation: &Formation) -> Option<u32> {
        let end: u32 = self.target.iter().map(|men| men.count_ones()).sum();
        formation.occupied().count_ones().checked_sub(end)
    }

    /// The least moves that lead from the formation to the target.
    #[cfg(test)]
    pub fn least(&self, formation: &Formation) -> u8 {
        self.least_ways(formation).least()
    }

    /// The least moves without castling, and with it.
    pub fn least_ways(&self, formation: &Formation) -> Least {
        let captures = usize::from(self.prey.saturating_sub(formation.captures));
        let men = formation.all();
        let more = |least: u8, castlers: Bits| match (&self.pairs, least) {
            (Some(pairs), ..NEVER) => {
                let extra = pairs.extra(&men, self.frozen | castlers);
                least.saturating_add(extra).min(NEVER)
            }
            _ => least,
        };
        let mut castling = NEVER;
        for (right, long) in RIGHTS {
            if formation.rights & right != 0 && self.may_castle(long) {
                let castled = self.castled(&men, long);
                let after = castled.map_or(0, |men| self.least_walking(&men, captures));
                let least = more(after.saturating_add(1), self.castlers_on(long));
                castling = castling.min(least);
            }
        }
        let alone = self.least_walking(&men, captures);
        Least {
            walking: more(alone, 0),
            castling,
            alone,
        }
    }

    /// What bounds the moves that formations after one more move need.
    pub fn outlook(&self, formation: &Formation) -> Outlook<'_> {
        let captures = usize::from(self.prey.saturating_sub(formation.captures));
        let men = formation.all();
        let mut outlook = Outlook {
            camp: self,
            captures,
            men: [0; 64],
            columns: [0; MOST],
            places: 0,
            size: 0,
            ways: Vec::with_capacity(3),
        };
        for (walk, squares) in self.target.iter().enumerate() {
            for square in Each(squares & !self.frozen) {
                if outlook.places == MOST {
                    return outlook;
                }
                outlook.columns[outlook.places] = self.numbers[walk][square];
                outlook.places += 1;
            }
        }
        outlook.add_way(0, 0, &men);
        for (right, long) in RIGHTS {
            if formation.rights & right != 0 && self.may_castle(long) {
                match self.castled(&men, long) {
                    Some(men) => outlook.add_way(right, 1, &men),
                    None => outlook.ways.clear(),
                }
                if outlook.ways.is_empty() {
                    break;
                }
            }
        }
        outlook
    }

    /// The men after a castling, whoever stands in its way; none if a rook does.
    fn castled(&self, men: &[Bits; WALKS], long: bool) -> Option<[Bits; WALKS]> {
        let mut men = *men;
        for ((walk, home), to) in self.castlers(long).into_iter().zip(self.castled_to(long)) {
            if men[walk] & bit(to) != 0 {
                return None;
            }
            men[walk] ^= bit(home) | bit(to);
        }
        Some(men)
    }

    /// Whether no wall stands between king and rook, and neither stays where it is.
    fn may_castle(&self, long: bool) -> bool {
        let home = king_home(self.side);
        castling_way(home, long) & self.walls == 0
    }

    /// Where king and rook arrive by castling.
    pub fn castled_to(&self, long: bool) -> [usize; 2] {
        let home = king_home(self.side);
        match long {
            true => [home - 2, home - 1],
            false => [home + 2, home + 1],
        }
    }

    /// The same without castling.
    fn least_walking(&self, men: &[Bits; WALKS], captures: usize) -> u8 {
        let mut astray = [(0, 0); MOST];
        let mut open = [0_u8; MOST];
        let (mut count, mut places) = (0, 0);
        for (walk, men_of_walk) in men.iter().enumerate().skip(PAWN) {
            for square in Each(men_of_walk & !self.target[walk]) {
                if count == MOST {
                    return 0;
                }
                astray[count] = (walk, square);
                count += 1;
            }
            for square in Each(self.target[walk] & !men_of_walk) {
                if places == MOST {
                    return 0;
                }
                open[places] = self.numbers[walk][square];
                places += 1;
            }
        }
        if places > count {
            return NEVER;
        }
        if count == 0 {
            return 0;
        }
        let mut costs = Costs::new(count);
        let mut hits = Costs::new(count);
        let mut needs_captures = false;
        for (row, &(walk, from)) in astray[..count].iter().enumerate() {
            for (column, &number) in open[..places].iter().enumerate() {
                let place = &self.places[usize::from(number)];
                let (moves, hit) = place.cost(walk, from, captures);
                costs.set(row, column, moves);
                hits.set(row, column, hit);
                needs_captures |= hit > 0 && hit < IMPOSSIBLE;
            }
            let lost = self.loss(walk, from, captures);
            for column in places..count {
                costs.set(row, column, lost);
                hits.set(row, column, 0);
            }
        }
        let Some(moves) = costs.least() else {
            return NEVER;
        };
        if needs_captures && hits.least().is_none_or(|hits| hits > captures as i32) {
            return NEVER;
        }
        moves.min(NEVER.into()) as u8
    }

    /// The least moves of a man to a square where it may be captured.
    pub fn loss(&self, walk: usize, from: usize, captures: usize) -> i32 {
        let moves = match walk {
            PAWN => self.lost_pawn[captures.min(MOST_CAPTURES)][from],
            KING => NEVER,
            _ => self.lost[walk][from],
        };
        cost(moves)
    }

    /// The squares of king and rook before a castling, as a set.
    pub fn castlers_on(&self, long: bool) -> Bits {
        let castlers = self.castlers(long).into_iter();
        castlers.fold(0, |all, (_, on)| all | bit(on))
    }

    /// The squares of king and rook before a castling.
    pub fn castlers(&self, long: bool) -> [(usize, usize); 2] {
        let home = king_home(self.side);
        let rook = home & 56 | if long { 0 } else { 7 };
        [(KING, home), (ROOK, rook)]
    }
}

impl Place {
    fn new(routes: &Routes, walk: usize, square: usize) -> Place {
        let pawn = |captures: usize, from: usize| match walk {
            PAWN => routes.pawn(from, square, captures),
            KING => NEVER,
            _ => routes.promoted(walk, from, square, captures),
        };
        let tables: [[u8; 64]; MOST_CAPTURES + 1] =
            std::array::from_fn(|captures| std::array::from_fn(|from| pawn(captures, from)));
        Place {
            walk,
            officer: match walk {
                PAWN => [NEVER; 64],
                _ => std::array::from_fn(|from| routes.officer(walk, from, square)),
            },
            captures: std::array::from_fn(|from| {
                let least = tables.iter().position(|table| table[from] < NEVER);
                least.map_or(NEVER, |captures| captures as u8)
            }),
            pawn: tables,
        }
    }

    /// The least moves and captures of a man that is to stand here.
    #[inline]
    fn cost(&self, walk: usize, from: usize, captures: usize) -> (i32, i32) {
        match walk {
            PAWN => {
                let moves = self.pawn[captures.min(MOST_CAPTURES)][from];
                (cost(moves), cost(self.captures[from]))
            }
            _ if walk == self.walk => (cost(self.officer[from]), 0),
            _ => (IMPOSSIBLE, IMPOSSIBLE),
        }
    }
}

#[inline]
fn cost(moves: u8) -> i32 {
    match moves {
        NEVER.. => IMPOSSIBLE,
        moves => moves.into(),
    }
}

/// Squares that these men of a side guard wherever all others stand.
pub(super) fn guards(side: Side, men: &Formation, of: Bits) -> Bits {
    use super::routes::{BISHOP, KNIGHT, QUEEN};
    use crate::orthodox::attack::{king, knight, pawn_captures};
    Each(of).fold(0, |guarded, on| {
        guarded
            | match men.walk_on(on) {
                PAWN if bit(on) & super::routes::first_rank(side) != 0 => 0,
                PAWN => pawn_captures(side.index(), on),
                KNIGHT => knight(on),
                KING => king(on),
                ROOK => king(on) & crate::orthodox::attack::orthogonals(on),
                BISHOP => king(on) & crate::orthodox::attack::diagonals(on),
                QUEEN => king(on),
                _ => 0,
            }
    })
}
