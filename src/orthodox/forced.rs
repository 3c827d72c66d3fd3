//! Whether the other side can be driven into mating at once, found with little play: most
//! moves leave it one that gives no check.

use super::Orthodox;
use super::attack::{
    Bits, Each, RANK_1, RANK_8, bit, diagonals, first, king, knight, orthogonals, pawn_captures,
};
use super::evade::is_mate;
use super::generate::{Aim, any_goes, moves};
use super::movement::{Movement, own_first_rank};
use super::scene::Scene;
use super::state::{Men, State, walk};
use crate::board::Side;

impl Orthodox {
    /// Whether after some move the other side must mate.
    pub(super) fn can_force_mate(&mut self) -> bool {
        let start = self.moves.len();
        let state = &self.states[self.ply];
        let scene = Scene::new(state);
        let aim = Aim::checks_and(&scene, disturbing(&scene));
        moves::<false>(state, &scene, &aim, &mut self.moves);
        let end = self.moves.len();
        let flights = scene.quiet_flights_of_foe(state);
        let mut next = State::empty(Side::White);
        let forces = (start..end).any(|index| {
            let movement = self.moves[index];
            let by_king = movement.departs() & 7 == walk::KING;
            if !by_king && flights & !scene.guarded_after(movement) != 0 {
                return false;
            }
            self.states[self.ply].play_into(movement, &mut next);
            must_mate(&next, &mut self.moves)
        });
        self.moves.truncate(start);
        forces
    }
}

/// Whether each move is mate, and there is one.
pub(super) fn must_mate(state: &State, spare: &mut Vec<Movement>) -> bool {
    let mut scene = Scene::without_pins(state, state.turn);
    if has_quiet_king_move(&scene) {
        return false;
    }
    scene.find_pins();
    if has_quiet_move(state, &scene, spare) {
        return false;
    }
    let start = spare.len();
    moves::<false>(state, &scene, &Aim::ALL, spare);
    let mut next = State::empty(Side::White);
    let mates = spare[start..].iter().all(|&movement| {
        state.play_into(movement, &mut next);
        is_mate(&next)
    });
    let any = spare.len() > start;
    spare.truncate(start);
    any && mates
}

/// Whether the king has a move that uncovers no check.
fn has_quiet_king_move(scene: &Scene) -> bool {
    let (Some(king), foes) = (scene.king, scene.men.kings & scene.foe) else {
        return false;
    };
    let flights = scene.flights();
    flights != 0 && (foes == 0 || !scene.may_uncover(first(foes), king))
}

/// Whether some move of a man other than the king can be seen to give no check without being
/// played.
fn has_quiet_move(state: &State, scene: &Scene, spare: &mut Vec<Movement>) -> bool {
    if scene.parrying() == 0 {
        return false;
    }
    let aim = Aim::quiet(scene);
    let promoting = scene.men.pawns & before_promotion(scene.side);
    let men = scene.own & !scene.men.kings & !aim.uncovering() & !promoting;
    any_goes(state, scene, &aim, men, spare)
}

/// Where a man other than the king must arrive to disturb each sturdy quiet move of the
/// other side: a move of one step, by a man on no line with either king, that no check
/// follows wherever the first side's men go.
fn disturbing(scene: &Scene) -> Bits {
    let (kings, own_king) = (scene.men.kings & scene.foe, scene.king);
    let Some(target) = own_king.filter(|_| kings & kings.wrapping_sub(1) == 0) else {
        return !0;
    };
    let other = scene.side ^ 1;
    let mut lines = queen_lines(target);
    if kings != 0 {
        lines |= queen_lines(first(kings));
    }
    let men = &scene.men;
    let free = scene.foe & !kings & !lines;
    let mut disturbing = !0;
    for from in Each(free & (men.knights | men.diagonal | men.straight)) {
        let steps = match men.knights & bit(from) {
            0 => rider_steps(men, from) & !queen_lines(target),
            _ => knight(from) & !knight(target),
        };
        disturbing &= spoiling(from, steps & !(scene.foe | men.holes()));
    }
    let pawns = free & men.pawns & !own_first_rank(other) & !before_promotion(other);
    for from in Each(pawns) {
        let step = match other {
            0 => bit(from) << 8,
            _ => bit(from) >> 8,
        };
        let checks = pawn_captures(scene.side, target);
        disturbing &= spoiling(from, step & !scene.occupied & !checks);
    }
    disturbing
}

/// Where to arrive to spoil all these steps of a man.
fn spoiling(from: usize, steps: Bits) -> Bits {
    match steps {
        0 => !0,
        one if one & (one - 1) == 0 => bit(from) | one,
        _ => bit(from),
    }
}

/// One step of a rider.
fn rider_steps(men: &Men, from: usize) -> Bits {
    let diagonal = match men.diagonal & bit(from) {
        0 => 0,
        _ => diagonals(from),
    };
    let straight = match men.straight & bit(from) {
        0 => 0,
        _ => orthogonals(from),
    };
    king(from) & (diagonal | straight)
}

fn queen_lines(square: usize) -> Bits {
    diagonals(square) | orthogonals(square)
}

/// The rank from which pawns of a side (0 for White) promote.
fn before_promotion(side: usize) -> Bits {
    match side {
        0 => RANK_8 >> 8,
        _ => RANK_1 << 8,
    }
}
