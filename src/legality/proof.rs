//! Games that lead to a position: it is taken back to the game array, best positions first.
//!
//! A [`Plan`] says which pawns change files and promote where. Moves that do not fit it are left
//! out; the others are judged by how many moves the men still need to their homes and promotion
//! squares, past pawns that are home for good.

use super::analysis::{Analysis, Desk, SORTS};
use super::backward::{UnMove, each_un_move, retract, un_moves};
use super::forward::{self, Move};
use super::kernel::Task;
use super::last::{Past, Scrutiny, has_usual_men, is_array};
use super::plan::{Made, Plan};
use super::rules;
use super::state::{State, at_home, homes};
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit, king, knight, pawn_captures};
use crate::retro::assign::{Costs, IMPOSSIBLE, MOST};
use crate::retro::routes::{BISHOP, KING, KNIGHT, NEVER, PAWN, QUEEN, ROOK, WALKS, reach};
use crate::threads;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// What a man that is not on the board is thought to need.
const ABSENT: i32 = 8;

/// What a pawn weighs beside its absence that is captured far from its file.
const FAR_PAWN: i32 = 14;

/// What a way weighs that pawns bar today, in moves.
const BARRED: i32 = 4;

/// What a man weighs that stands in the way of a promotion.
const OBSTACLE: i32 = 6;

/// What moves weigh that come first: those of pawns, and of men that become pawns.
const URGENT: i32 = 3;

/// A game that leads to a position, if one is found among so many positions; `stops` is asked now
/// and then.
///
/// Every attempt follows a plan of its own, some from a few moves before the position: what the
/// last moves did is then no part of the plan.
pub(crate) fn game(
    state: &State,
    nodes: usize,
    attempts: u64,
    stops: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Move>> {
    let here = Root::new(Vec::new(), *state)?;
    let together = threads::usual() as u64;
    let mut done = 0;
    while done < attempts && !stops() {
        let next: Vec<u64> = (done..attempts.min(done + together)).collect();
        // The first of them that finds a game counts, so the game does not depend on the threads.
        let games = threads::map(None, &next, |&attempt| {
            let back = back(attempt);
            let earlier = (back > 0).then(|| earlier(state, back, attempt));
            let root = match earlier {
                Some(way) => &way.and_then(|(way, before)| Root::new(way, before))?,
                None => &here,
            };
            root.search(attempt, nodes, stops)
                .and_then(|way| replayed(state, &way))
        });
        if let Some(game) = games.into_iter().flatten().next() {
            return Some(game);
        }
        done += next.len() as u64;
    }
    None
}

/// How many moves before the position an attempt begins.
fn back(attempt: u64) -> usize {
    match attempt % 4 {
        1 => 1,
        3 => 2 + (attempt / 4 % 4) as usize,
        _ => 0,
    }
}

/// A position from which a game is looked for, and the moves taken back to it.
struct Root {
    way: Vec<UnMove>,
    state: State,
    task: Task,
    tombs: Bits,
}

impl Root {
    /// None if the position is known to be illegal.
    fn new(way: Vec<UnMove>, state: State) -> Option<Root> {
        let mut desk = Desk::new(2000);
        let analysis = Analysis::new(&state).run(&mut desk);
        (!analysis.is_illegal).then(|| Root {
            way,
            state,
            task: rules::passages(&analysis),
            tombs: analysis.tombs,
        })
    }

    /// A way back to the array that follows the plan of an attempt.
    fn search(
        &self,
        attempt: u64,
        nodes: usize,
        stops: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<UnMove>> {
        let mut plan = Plan::new(&self.task, balance(&self.state), 20_000, attempt / 4)?;
        let mut search = Search {
            plan: &mut plan,
            ways: &mut Ways::default(),
            tombs: self.tombs,
            salt: attempt,
            known: HashMap::new(),
        };
        let rest = search.run(&self.state, nodes, stops)?;
        Some(self.way.iter().copied().chain(rest).collect())
    }
}

/// So many moves taken back at random, rather quiet ones: the moves, and the position before them.
fn earlier(state: &State, moves: usize, seed: u64) -> Option<(Vec<UnMove>, State)> {
    let mut past = Past::new(Scrutiny::Counts, 0, NEAR);
    let (mut way, mut before) = (Vec::new(), *state);
    for step in 0..moves {
        let all = un_moves(&before).into_iter().enumerate();
        let all = all.filter(|(_, unmove)| {
            let before = retract(&before, *unmove);
            past.is_possible(&before) && past.has_past(&before, 2) != Ok(false)
        });
        let chosen = all.min_by_key(|(number, unmove)| {
            let chance = shuffled((64 * number + step) as u32, seed) >> 8;
            match unmove.is_capture() {
                true => chance.saturating_mul(4),
                false => chance,
            }
        });
        let (_, unmove) = chosen?;
        before = retract(&before, unmove);
        way.push(unmove);
    }
    Some((way, before))
}

/// Positions looked at to see that moves can be taken back before the one chosen.
const NEAR: usize = 20_000;

/// By side: how many promoted men there are at least, and how many officers of the array are gone.
fn balance(state: &State) -> [[u32; 2]; 2] {
    let count = |difference: fn(u32, u32) -> u32| {
        Side::BOTH.map(|side| {
            let sorts = SORTS.into_iter().map(|sort| {
                let men = state.of_walk(side, sort.walk) & sort.field;
                difference(men.count_ones(), sort.first)
            });
            sorts.sum()
        })
    };
    [
        count(u32::saturating_sub),
        count(|men, first| first.saturating_sub(men)),
    ]
}

/// The moves of a way back, played from the array: only if all are legal and lead to the position.
fn replayed(end: &State, way: &[UnMove]) -> Option<Vec<Move>> {
    let mut state = State::array().with_castlings("KQkq");
    let mut game = Vec::with_capacity(way.len());
    for unmove in way.iter().rev() {
        let one = Move {
            from: unmove.from,
            to: unmove.to,
            walk: unmove.walk,
            promotes: unmove.promotion,
        };
        if !forward::moves(&state).contains(&one) {
            return None;
        }
        state = forward::play(&state, one);
        game.push(one);
    }
    let keeps = state.need & end.need == end.need;
    let passed = end.passed.is_none() || end.passed == state.passed;
    (keeps && passed && state.men == end.men && state.turn == end.turn).then_some(game)
}

struct Node {
    state: State,
    made: Made,
    from: u32,
    by: Option<UnMove>,
    depth: u16,
}

struct Search<'a> {
    plan: &'a mut Plan,
    ways: &'a mut Ways,
    tombs: Bits,
    salt: u64,
    /// What officers cost.
    known: HashMap<Officers, Option<i32>>,
}

/// A side's men, and what stands in their way or is to be done: walls, guards, promotions.
type Officers = (Side, [Bits; WALKS], [Bits; 3]);

impl Search<'_> {
    fn run(
        &mut self,
        start: &State,
        most: usize,
        stops: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<UnMove>> {
        let last = self.plan.all();
        if !self.plan.stage(last).fits(start) {
            return None;
        }
        let mut all = vec![Node {
            state: *start,
            made: last,
            from: 0,
            by: None,
            depth: 0,
        }];
        let mut seen: HashSet<(State, Made)> = HashSet::from([(*start, last)]);
        let mut open = BinaryHeap::new();
        open.push(Reverse((0_i32, 0_u32, 0_u32)));
        let mut looked = 0;
        while let Some(Reverse((_, _, place))) = open.pop() {
            let Node {
                state, made, depth, ..
            } = all[place as usize];
            if is_array(&state) {
                return Some(way(&all, place));
            }
            looked += 1;
            if looked > most || looked % 256 == 0 && stops() {
                return None;
            }
            let mut next = Vec::with_capacity(64);
            each_un_move(&state, &mut |unmove| {
                let before = retract(&state, unmove);
                if let Some(made) = self.plan.before(made, &state, &before, unmove) {
                    next.push((unmove, before, made));
                }
                true
            });
            for (unmove, before, made) in next {
                if seen.contains(&(before, made)) || !has_usual_men(&before) {
                    continue;
                }
                seen.insert((before, made));
                let Some(far) = self.far(&before, made) else {
                    continue;
                };
                let number = all.len() as u32;
                let chance = shuffled(number, self.salt);
                let noise = if self.salt == 0 {
                    0
                } else {
                    (chance >> 8) as i32 % 24
                };
                let worth = 8 * (2 * far + i32::from(depth)) + noise;
                open.push(Reverse((worth, chance, number)));
                all.push(Node {
                    state: before,
                    made,
                    from: place,
                    by: Some(unmove),
                    depth: depth + 1,
                });
            }
        }
        None
    }

    /// About how many moves both sides need to be taken back; none if they cannot all come home.
    fn far(&mut self, state: &State, made: Made) -> Option<i32> {
        let stage = self.plan.stage(made);
        let mut home_pawns = 0;
        let mut sum = 0;
        let mut on_board = [0; 2];
        let ready = Side::BOTH.map(|side| {
            is_ready(state, side) && { stage.promotions(state, (!side).index()).is_empty() }
        });
        stage.visit_pawns(state, &mut |side, rank, made| {
            let from_home = if side == 0 { rank - 1 } else { 6 - rank };
            let straight = from_home.saturating_sub(made);
            let double = i32::from(straight >= 2);
            let moves = from_home as i32 - double;
            sum += match (made, ready[side]) {
                (0, true) => i32::from(moves > 0) + moves,
                // Pawns go home last: they shut others in.
                (0, false) => 6 + (from_home as i32 - 3).abs(),
                _ => 6 + URGENT * moves,
            };
            on_board[side] += 1;
        });
        for side in Side::BOTH {
            home_pawns |= state.of_walk(side, PAWN) & homes(side, PAWN);
            sum += in_the_way(state, side, &stage.promotions(state, side.index()));
        }
        let walls = walls(state, home_pawns);
        for side in Side::BOTH {
            let promotions = stage.promotions(state, side.index());
            let by_file = promotions
                .iter()
                .fold(0_u64, |all, file| all + (1 << (8 * file)));
            let others = [PAWN, BISHOP, QUEEN, KING].into_iter();
            let others = others.map(|walk| match walk {
                PAWN => state.of_walk(!side, PAWN),
                _ => state.of_walk(!side, walk) & homes(!side, walk),
            });
            let others = others.fold(0, |all, men| all | men);
            let key = (side, state.men[side.index()], [walls, others, by_file]);
            let absent_pawns = 8 - on_board[side.index()] - promotions.len() as i32;
            let known = self.known.get(&key).copied();
            let least = known.unwrap_or_else(|| {
                let least = self.officers(state, &promotions, side, walls);
                self.known.insert(key, least);
                least
            });
            sum += least? + ABSENT * absent_pawns.max(0);
        }
        if home_pawns.count_ones() == 16 && !has_parity(state) {
            return None;
        }
        Some(sum + 6 * made.count_ones() as i32 + FAR_PAWN * stage.far_pawns)
    }

    /// The least cost of taking a side's officers home or to promotion squares.
    fn officers(
        &mut self,
        state: &State,
        promotions: &[usize],
        side: Side,
        walls: Bits,
    ) -> Option<i32> {
        let guards = Each(state.of_walk(!side, PAWN) & walls);
        let guarded = guards.fold(0, |all, on| all | pawn_captures((!side).index(), on));
        let pawns = state.of_walk(side, PAWN) | state.of_walk(!side, PAWN);
        let settled = Side::BOTH.into_iter().flat_map(|side| {
            [BISHOP, QUEEN, KING].map(|walk| state.of_walk(side, walk) & homes(side, walk))
        });
        let settled = settled.fold(pawns, |all, men| all | men);
        let last = if side == Side::White { 56 } else { 0 };
        // Places: homes of officers by walk, then promotions.
        let mut places: Vec<(usize, usize, i32)> = Vec::with_capacity(16);
        for walk in [KNIGHT, BISHOP, ROOK, QUEEN, KING] {
            places.extend(Each(homes(side, walk)).map(|on| (walk, on, 0)));
        }
        places.extend(
            promotions
                .iter()
                .map(|file| (0, last + file, 5 * URGENT + 2)),
        );
        let mut men: Vec<(usize, usize)> = Vec::with_capacity(16);
        for walk in [KNIGHT, BISHOP, ROOK, QUEEN, KING] {
            men.extend(Each(state.of_walk(side, walk)).map(|on| (walk, on)));
        }
        if men.len() > places.len() || places.len() > MOST {
            return None;
        }
        let mut costs = Costs::new(places.len());
        for (column, (walk, on, more)) in places.iter().enumerate() {
            for row in 0..places.len() {
                let cost = match men.get(row) {
                    Some((own, _)) if *walk != 0 && own != walk || *own == KING && *walk == 0 => {
                        IMPOSSIBLE
                    }
                    Some((own, from)) => {
                        let closed = if *own == KING { guarded } else { 0 };
                        let moves = self.ways.moves(
                            *own,
                            *from,
                            *on,
                            [walls, (walls | settled) & !bit(*on)],
                            closed,
                        );
                        match moves {
                            None => IMPOSSIBLE,
                            Some(moves) if *own == KNIGHT && *walk != 0 => moves,
                            Some(moves) => moves * URGENT + more,
                        }
                    }
                    None => self.absent(state, side, *walk, *on, walls) + more,
                };
                costs.set(row, column, cost);
            }
        }
        costs.least()
    }

    /// What a place costs whose man is not on the board.
    fn absent(&self, state: &State, side: Side, walk: usize, on: usize, walls: Bits) -> i32 {
        let is_home = walk != 0 && self.tombs & bit(on) == 0;
        let is_shut = is_home && exits(walk, on) & !walls == 0;
        match walk == KING || is_shut && state.of_walk(side, walk) & bit(on) == 0 {
            true => IMPOSSIBLE,
            false => ABSENT,
        }
    }
}

/// How many moves men need to a square; each table is made when it is first needed.
#[derive(Default)]
struct Ways {
    known: HashMap<(usize, usize, Bits, Bits), Box<[u8; 64]>>,
}

impl Ways {
    /// The moves of an officer past walls that never open; past pawns, if there is a way at all, for
    /// else it has to wait until they go.
    fn moves(
        &mut self,
        walk: usize,
        from: usize,
        to: usize,
        [walls, now]: [Bits; 2],
        closed: Bits,
    ) -> Option<i32> {
        let least = self.table(walk, to, now, closed)[from];
        if least != NEVER {
            return Some(least.into());
        }
        let least = self.table(walk, to, walls, closed)[from];
        (least != NEVER).then(|| i32::from(least) + BARRED)
    }

    /// The moves to a square from all others.
    fn table(&mut self, walk: usize, to: usize, walls: Bits, closed: Bits) -> &[u8; 64] {
        if self.known.len() > 100_000 {
            self.known.clear();
        }
        let key = (walk, to, walls, closed);
        self.known.entry(key).or_insert_with(|| {
            let mut table = Box::new([NEVER; 64]);
            table[to] = 0;
            if bit(to) & (walls | closed) != 0 {
                return table;
            }
            let mut reached = bit(to);
            let mut newest = reached;
            let mut moves = 1;
            while newest != 0 {
                let from = newest & !closed;
                let next = Each(from).fold(0, |next, on| next | reach(walk, on, walls));
                let next = next & !reached & !walls;
                Each(next).for_each(|on| table[on] = moves);
                reached |= next;
                newest = next;
                moves += 1;
            }
            table
        })
    }
}

/// What men of the other side cost that stand where a side's men have to become pawns again.
fn in_the_way(state: &State, side: Side, promotions: &[usize]) -> i32 {
    let last = if side == Side::White { 56 } else { 0 };
    let seventh = if side == Side::White { 48 } else { 8 };
    let king = state.of_walk(!side, KING);
    let mut sum = 0;
    for file in promotions {
        let blocked = bit(last + file) | bit(seventh + file);
        let guarded = pawn_captures(side.index(), seventh + file);
        sum += OBSTACLE * (state.all(!side) & blocked).count_ones() as i32;
        sum += OBSTACLE * (king & guarded).count_ones() as i32;
    }
    sum
}

/// Whether all officers but knights are at home.
fn is_ready(state: &State, side: Side) -> bool {
    let mut walks = [BISHOP, ROOK, QUEEN, KING].into_iter();
    walks.all(|walk| state.of_walk(side, walk) == homes(side, walk))
}

fn shuffled(number: u32, salt: u64) -> u32 {
    match salt {
        // Newest first.
        0 => !number,
        _ => ((u64::from(number) ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32,
    }
}

/// Men that no move takes back any more: pawns at home, and officers that they shut in.
fn walls(state: &State, home_pawns: Bits) -> Bits {
    let mut together = home_pawns;
    for on in Each(0xff00_0000_0000_00ff) {
        if let Some((side, walk)) = at_home(on)
            && state.of_walk(side, walk) & bit(on) != 0
        {
            together |= bit(on);
        }
    }
    loop {
        let officers = together & 0xff00_0000_0000_00ff;
        let free = Each(officers).filter(|on| {
            let walk = at_home(*on).map_or(0, |(_, walk)| walk);
            exits(walk, *on) & !together != 0
        });
        let free = free.fold(0, |all, on| all | bit(on));
        if free == 0 {
            return together;
        }
        together &= !free;
    }
}

/// The squares next to a home by which a man comes there.
fn exits(walk: usize, on: usize) -> Bits {
    match walk {
        KNIGHT => knight(on),
        KING => king(on),
        _ => reach(walk, on, !0),
    }
}

/// Whether the number of moves that are left fits the turn, where that is known.
fn has_parity(state: &State) -> bool {
    let free = [QUEEN, KING, BISHOP, ROOK].into_iter();
    let is_shut = Side::BOTH.into_iter().all(|side| {
        free.clone().all(|walk| {
            let men = state.of_walk(side, walk);
            men == homes(side, walk)
        })
    });
    if !is_shut {
        return true;
    }
    let colour = super::state::LIGHT;
    let odd = Side::BOTH.map(|side| {
        let men = state.of_walk(side, KNIGHT);
        let absent = 2 - men.count_ones();
        ((men & colour).count_ones() + 1) % 2 + 2 * absent
    });
    let is_known = odd.iter().all(|odd| *odd < 2);
    !is_known || (odd[0] == odd[1]) == (state.turn == Side::White)
}

fn way(all: &[Node], place: u32) -> Vec<UnMove> {
    let mut moves = Vec::new();
    let mut place = place;
    while let Some(unmove) = all[place as usize].by {
        moves.push(unmove);
        place = all[place as usize].from;
    }
    moves.reverse();
    moves
}
