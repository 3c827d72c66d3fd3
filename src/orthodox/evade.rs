//! Whether the side to move has a legal move, found without generating any
//! where that is possible. This decides mate and stalemate.

use super::attack::{Bits, Each, between, bit, first, king, knight, pawn_captures};
use super::generate::{Aim, moves};
use super::movement::{Movement, own_first_rank};
use super::scene::Scene;
use super::state::State;

/// Whether the side to move is mated.
#[inline]
pub(super) fn is_mate(state: &State) -> bool {
    let mut scene = Scene::without_pins(state, state.turn);
    if scene.checkers == 0 || scene.flights() != 0 {
        return false;
    }
    scene.find_pins();
    !can_parry(state, &scene)
}

/// Whether the side to move has a legal move.
pub(super) fn has_move(state: &State, spare: &mut Vec<Movement>) -> bool {
    let mut scene = Scene::without_pins(state, state.turn);
    if scene.flights() != 0 {
        return true;
    }
    scene.find_pins();
    match scene.checkers {
        0 => has_free_move(&scene) || has_any_move(state, &scene, spare),
        _ => can_parry(state, &scene),
    }
}

/// Whether a man other than the king can meet the check. A pinned man cannot.
fn can_parry(state: &State, scene: &Scene) -> bool {
    let (Some(king), checkers) = (scene.king, scene.checkers) else {
        return false;
    };
    if checkers & (checkers - 1) != 0 {
        return false;
    }
    let checker = first(checkers);
    let free = scene.own & !scene.pinned & !bit(king);
    scene.attackers(checker, scene.side, scene.occupied) & free != 0
        || Each(between(king, checker)).any(|square| can_interpose(scene, square, free))
        || state.passed().is_some_and(|passed| {
            let mut catchers = Each(scene.catchers(passed));
            catchers.any(|from| scene.is_safe_en_passant(from, passed))
        })
}

/// Whether one of the free men can go to an empty square.
fn can_interpose(scene: &Scene, square: usize, free: Bits) -> bool {
    let officers = free & !scene.men.pawns;
    let pawns = free & scene.men.pawns & !own_first_rank(scene.side);
    scene.attackers(square, scene.side, scene.occupied) & officers != 0
        || pawn_arrivals(scene, pawns) & bit(square) != 0
}

/// The squares that pawns reach by steps.
fn pawn_arrivals(scene: &Scene, pawns: Bits) -> Bits {
    let empty = !scene.occupied;
    match scene.side {
        0 => {
            let single = pawns << 8 & empty;
            single | (single & 0xff << 16) << 8 & empty
        }
        _ => {
            let single = pawns >> 8 & empty;
            single | (single & 0xff << 40) >> 8 & empty
        }
    }
}

/// Whether a man that is not pinned has an obvious move, there being no check.
fn has_free_move(scene: &Scene) -> bool {
    let free = scene.own & !scene.pinned;
    let pawns = free & scene.men.pawns & !own_first_rank(scene.side);
    let goes = |men: Bits, reach: fn(usize) -> Bits| {
        Each(men & free).any(|from| reach(from) & !scene.closed() != 0)
    };
    let captures = |from: usize| pawn_captures(scene.side, from) & scene.foe != 0;
    pawn_arrivals(scene, pawns) != 0
        || goes(scene.men.knights, knight)
        || goes(scene.men.straight, straight_steps)
        || goes(scene.men.diagonal, diagonal_steps)
        || Each(pawns).any(captures)
}

fn straight_steps(from: usize) -> Bits {
    king(from) & super::attack::orthogonals(from)
}

fn diagonal_steps(from: usize) -> Bits {
    king(from) & super::attack::diagonals(from)
}

/// The slow way, for pinned men and captures en passant.
#[cold]
fn has_any_move(state: &State, scene: &Scene, spare: &mut Vec<Movement>) -> bool {
    let before = spare.len();
    moves::<false>(state, scene, &Aim::ALL, spare);
    let found = spare.len() > before;
    spare.truncate(before);
    found
}
