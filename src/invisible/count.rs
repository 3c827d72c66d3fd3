//! How many invisible men a line needs at least: no two of those counted can be one man.

use super::board::{Man, walk};
use super::closed::{Closed, in_the_way};
use super::scene::{Ply, Victim, castled};
use super::story::Step;
use crate::orthodox::attack::{Bits, Each, between, bit};

/// Somebody is needed on one of these squares after a ply, perhaps of one side.
#[derive(Clone, Copy, Debug)]
struct Call {
    time: usize,
    squares: Bits,
    side: Option<usize>,
    /// Whether he is captured with the next ply.
    is_captured: bool,
}

/// The men whom the plies of a line call for.
pub(super) struct Calls<'a> {
    steps: &'a [Step],
    calls: Vec<Call>,
    /// Where nobody stands now who stood there when somebody may last have gone anywhere unseen.
    closed: Vec<Bits>,
}

impl Calls<'_> {
    pub fn of<'a>(steps: &'a [Step], closed: &[Closed]) -> Calls<'a> {
        let mut since = Vec::with_capacity(steps.len());
        for (time, (step, closed)) in steps.iter().zip(closed).enumerate() {
            let before = match time > 0 && is_quiet(step, time, steps) {
                true => since[time - 1],
                false => 0,
            };
            since.push(before | closed.for_all());
        }
        let mut calls = Calls {
            steps,
            calls: Vec::with_capacity(16),
            closed: since,
        };
        for side in (0..2).filter(|side| steps[0].board.king(*side).is_none()) {
            calls.call_king(steps, closed, side);
        }
        for time in 0..steps.len() {
            calls.add(
                time,
                &steps[time],
                time.checked_sub(1).map(|before| &steps[before]),
            );
        }
        calls
    }

    /// A king who was never seen is somewhere.
    fn call_king(&mut self, steps: &[Step], closed: &[Closed], side: usize) {
        let walk = walk::KING;
        let last = steps.len() - 1;
        let mut squares = !closed[last].to(Man { side, walk });
        for time in (1..=last).rev() {
            if !is_quiet(&steps[time], time, steps) {
                break;
            }
            squares &= !closed[time - 1].to(Man { side, walk });
        }
        self.call(last, squares, Some(side));
    }

    /// Whether a further ply calls for more men than there are.
    pub fn are_too_many(&mut self, next: &Step, men: usize) -> bool {
        let count = self.calls.len();
        self.add(self.steps.len(), next, self.steps.last());
        let too_many = self.exceed(next, men);
        self.calls.truncate(count);
        too_many
    }

    fn add(&mut self, time: usize, step: &Step, before: Option<&Step>) {
        if let Some(king) = step.board.king(step.mover) {
            self.shield(time, step, king, step.mover);
        }
        for (square, man) in &step.reveals {
            self.call(time, bit(*square), Some(man.side));
        }
        let (Some(ply), Some(before)) = (step.ply, before) else {
            return;
        };
        let (stood, side) = (time - 1, step.mover);
        let mut victim = |square: usize| {
            if before.board.on(square).is_none() {
                self.call(stood, bit(square), Some(1 - side));
                if let Some(call) = self.calls.last_mut() {
                    call.is_captured = true;
                }
            }
        };
        match ply {
            Ply::Man {
                victim: Victim::Seen(square),
                ..
            } => victim(square),
            Ply::Man {
                to,
                victim: Victim::Shown,
                ..
            } => victim(to),
            Ply::Man { .. } | Ply::InvisibleMoves => {}
            Ply::InvisibleTakes(to) => {
                victim(to);
                self.call(time, bit(to), Some(side));
            }
            Ply::Castling { rook } => {
                if before.board.on(rook).is_none() {
                    self.call(stood, bit(rook), Some(side));
                }
                let home = if rook < 8 { 4 } else { 60 };
                self.shield(stood, before, home, side);
                self.shield(stood, before, castled(home, rook).1, side);
            }
        }
    }

    /// Somebody on each line towards a square that must not be observed.
    fn shield(&mut self, time: usize, step: &Step, square: usize, side: usize) {
        for at in Each(step.board.observers(square, 1 - side)) {
            self.call(time, between(at, square), None);
        }
    }

    fn call(&mut self, time: usize, squares: Bits, side: Option<usize>) {
        let closed = self.closed.get(time).copied();
        self.calls.push(Call {
            time,
            squares: squares & !closed.unwrap_or_default(),
            side,
            is_captured: false,
        });
    }

    /// Whether more calls than there are men need a man each, or nobody can answer one.
    fn exceed(&self, next: &Step, men: usize) -> bool {
        let steps = self.steps;
        let (way, own) = in_the_way(next.ply);
        let mut calls = self.calls.clone();
        for call in calls.iter_mut().filter(|call| call.time + 1 == steps.len()) {
            let is_own = call.side == Some(next.mover);
            call.squares &= !(way | if is_own { own } else { 0 });
        }
        if calls.iter().any(|call| call.squares == 0) {
            return true;
        }
        let count = calls.len().min(32);
        if count <= men {
            return false;
        }
        // The last ply before which everybody may have gone elsewhere unseen.
        let all = steps.iter().chain([next]).enumerate();
        let unrest: Vec<usize> = all
            .filter(|(time, step)| *time > 0 && !is_quiet(step, *time, steps))
            .map(|(time, _)| time)
            .collect();
        let apart = |one: &Call, other: &Call| {
            let (first, last) = (one.time.min(other.time), one.time.max(other.time));
            let is_other_side = one
                .side
                .zip(other.side)
                .is_some_and(|(one, other)| one != other);
            let is_gone = one.is_captured && other.time > one.time
                || other.is_captured && one.time > other.time;
            let stays = !unrest.iter().any(|time| first < *time && *time <= last);
            is_other_side || is_gone || stays && one.squares & other.squares == 0
        };
        let apart: Vec<u32> = (0..count)
            .map(|one| {
                let others = (0..count).filter(|other| apart(&calls[one], &calls[*other]));
                others.fold(0, |all, other| all | 1 << other)
            })
            .collect();
        has_group(&apart, u32::MAX >> (32 - count), men + 1)
    }
}

/// Whether a ply moves nobody but a man who was never invisible.
fn is_quiet(step: &Step, time: usize, steps: &[Step]) -> bool {
    match step.ply {
        Some(Ply::Man { from, .. }) => steps[time - 1].board.on(from).is_some(),
        _ => false,
    }
}

/// Whether so many of these are pairwise apart.
fn has_group(apart: &[u32], among: u32, size: usize) -> bool {
    if size == 0 {
        return true;
    }
    let mut left = among;
    while left.count_ones() as usize >= size {
        let one = left.trailing_zeros() as usize;
        left &= left - 1;
        if has_group(apart, left & apart[one], size - 1) {
            return true;
        }
    }
    false
}
