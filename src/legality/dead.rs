//! Dead positions: no legal play leads to mate of either side.

use super::forward::{Move, flights, is_mate, moves, play};
use super::state::{LIGHT, State};
use crate::board::Side;
use crate::orthodox::attack::first;
use crate::retro::routes::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// What is known of the play that can follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// These moves end in mate.
    Mates(Vec<Move>),
    /// No moves do.
    Dead,
    /// Neither was shown.
    Unknown,
}

/// Looks for a mate of either side among so many positions.
pub fn dead(state: &State, positions: usize) -> Play {
    if lacks_men(state) {
        return Play::Dead;
    }
    // A guided look for a mate first: most positions have one not far away.
    for side in Side::BOTH {
        if can_mate(state, side) {
            let guided = search(state, positions / 8, Some(!side));
            if let Some(answer) = guided {
                return answer;
            }
        }
    }
    search(state, positions, None).unwrap_or(Play::Unknown)
}

/// Whether a side has more than its king.
fn can_mate(state: &State, side: Side) -> bool {
    state.all(side).count_ones() > 1
}

/// Whether there are not men enough for any mate: at most one knight, or bishops on squares
/// of one colour alone.
fn lacks_men(state: &State) -> bool {
    let all = |walk: usize| state.of_walk(Side::White, walk) | state.of_walk(Side::Black, walk);
    let strong = all(PAWN) | all(ROOK) | all(QUEEN);
    let (knights, bishops) = (all(KNIGHT), all(BISHOP));
    let is_one_colour = bishops & LIGHT == 0 || bishops & !LIGHT == 0;
    strong == 0 && (knights == 0 && is_one_colour || knights.count_ones() == 1 && bishops == 0)
}

/// All positions that can be reached, or first those in which a side is nearly mated; nothing if
/// there are more than may be looked at.
fn search(start: &State, most: usize, victim: Option<Side>) -> Option<Play> {
    let mut places: HashMap<State, u32> = HashMap::new();
    let mut all: Vec<(State, u32, Option<Move>)> = vec![(*start, 0, None)];
    let mut open = BinaryHeap::new();
    places.insert(*start, 0);
    open.push(Reverse((0_u32, 0_u32)));
    while let Some(Reverse((_, place))) = open.pop() {
        let state = all[place as usize].0;
        if is_mate(&state) {
            return Some(Play::Mates(way(&all, place)));
        }
        for one in moves(&state) {
            let mut next = play(&state, one);
            if !can_capture_passed(&next) {
                next.passed = None;
            }
            if places.contains_key(&next) {
                continue;
            }
            if all.len() >= most {
                return None;
            }
            let number = all.len() as u32;
            places.insert(next, number);
            all.push((next, place, Some(one)));
            let worth = victim.map_or(number, |side| worth(&next, side));
            open.push(Reverse((worth, number)));
        }
    }
    Some(Play::Dead)
}

/// The less, the nearer to mate of a side.
fn worth(state: &State, victim: Side) -> u32 {
    let kings = Side::BOTH.map(|side| first(state.of_walk(side, KING)));
    let [white, black] = kings;
    let apart = (white % 8)
        .abs_diff(black % 8)
        .max((white / 8).abs_diff(black / 8)) as u32;
    let king = kings[victim.index()];
    let (file, rank) = (king % 8, king / 8);
    let edge = (file.min(7 - file) + rank.min(7 - rank)) as u32;
    let checked = u32::from(state.checkers(victim) == 0);
    let men = state.all(victim).count_ones();
    let killers = state.of_walk(!victim, QUEEN) | state.of_walk(!victim, ROOK);
    let advance: u32 = crate::orthodox::attack::Each(state.of_walk(!victim, PAWN))
        .map(|on| if victim == Side::Black { 7 - on / 8 } else { on / 8 } as u32)
        .sum();
    let queens = if killers == 0 { 20 + advance } else { 0 };
    4 * flights(state, victim) + 2 * edge + apart + checked + men / 4 + queens
}

fn can_capture_passed(state: &State) -> bool {
    use crate::orthodox::attack::pawn_captures;
    let own = state.of_walk(state.turn, PAWN);
    let behind = |on: u8| pawn_captures((!state.turn).index(), on.into());
    state.passed.is_some_and(|on| behind(on) & own != 0)
}

fn way(all: &[(State, u32, Option<Move>)], place: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut place = place;
    while let (_, before, Some(one)) = all[place as usize] {
        moves.push(one);
        place = before;
    }
    moves.reverse();
    moves
}
