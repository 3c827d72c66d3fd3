//! The steps of one man by its walk, and captures in passing.

use super::filter::remove_repeated;
use crate::board::{Square, SquareSet, Vector};
use crate::men::{Step, WalkId, Which};
use crate::position::{Position, Slot, unpack_squares};
use crate::rules::hooks::hook::{Actor, Purpose};
use crate::rules::play::pseudo_move::{Kind, PseudoMove};
use crate::rules::{Generator, Rules};
use smallvec::{SmallVec, smallvec};

impl Generator<'_> {
    pub(in crate::rules) fn walk_pseudo_moves(
        self,
        position: &Position,
        actor: Actor,
        into: &mut Vec<PseudoMove>,
    ) {
        let man = position.piece_on(actor.square);
        let own = man.walk();
        let start = into.len();
        if !self.judge().borrows(man) {
            debug_assert!({
                let mut lenders = self.hooks.borrow.iter();
                lenders.all(|lender| lender.keeps_promise(self.view(position), actor))
            });
            self.add_steps(position, actor, own, Which::All, into);
            self.add_en_passant(position, actor, own, into);
            if own.row().is_pawn() {
                keep_double_steps(into, start);
            }
            return;
        }
        let quiet = self.judge().walks_of(position, actor, Purpose::NonCapture);
        let captures = self.judge().walks_of(position, actor, Purpose::Capture);
        let are_same = quiet == captures;
        for walk in quiet.into_iter().filter(|_| !are_same) {
            self.add_steps(position, actor, walk, Which::NonCapture, into);
        }
        let which = match are_same {
            true => Which::All,
            false => Which::Captures,
        };
        for walk in captures {
            self.add_steps(position, actor, walk, which, into);
            self.add_en_passant(position, actor, walk, into);
        }
        keep_double_steps(into, start);
        remove_repeated(into, start);
    }

    fn add_steps(
        self,
        position: &Position,
        actor: Actor,
        walk: WalkId,
        which: Which,
        into: &mut Vec<PseudoMove>,
    ) {
        let (from, side) = (actor.square, actor.side);
        let mut add = |step: Step| {
            let kind = if step.passed.is_some() {
                Kind::DoubleStep
            } else {
                Kind::Ordinary
            };
            into.push(PseudoMove {
                from,
                to: step.to,
                captured: step.captured,
                kind,
            });
        };
        match self.judge().seen_by(position, actor) {
            None => self
                .table
                .steps(position, walk, side, from, which, &mut add),
            Some(seen) => self.table.steps(&seen, walk, side, from, which, &mut add),
        }
    }

    /// En passant: a pawn that could capture on a passed square captures the pawn that passed it.
    #[inline]
    fn add_en_passant(
        self,
        position: &Position,
        actor: Actor,
        walk: WalkId,
        into: &mut Vec<PseudoMove>,
    ) {
        let packed = position.slot(Slot::EN_PASSANT);
        if packed != 0 && walk.row().captures_en_passant() {
            self.add_captures_in_passing(position, actor, walk, packed, into);
        }
    }

    /// The same where a pawn has passed these squares.
    #[inline(never)]
    fn add_captures_in_passing(
        self,
        position: &Position,
        actor: Actor,
        walk: WalkId,
        packed: u128,
        into: &mut Vec<PseudoMove>,
    ) {
        let mut squares = unpack_squares(packed);
        let pawn = squares
            .next_back()
            .expect("the slot ends in the pawn's square");
        let victim = position.piece_on(pawn);
        if pawn == actor.square || victim.is_none() {
            return;
        }
        // A pawn that changed sides behind its double step may be captured all the same.
        let is_hostile = victim.is_of(!actor.side);
        let reversed = walk.row().is_reversed() || victim.walk().row().is_reversed();
        let faces = |passed: Square| {
            let [from, passed, pawn] =
                [actor.square, passed, pawn].map(|on| self.geometry.rank(on));
            !reversed && (from < passed) == (pawn < passed) && from != passed
        };
        for passed in squares.filter(|&passed| is_hostile || faces(passed)) {
            let Actor { square, side } = actor;
            let arrival = match self.judge().seen_by(position, actor) {
                None => self.table.en_passant(position, walk, side, square, passed),
                Some(seen) => self.table.en_passant(&seen, walk, side, square, passed),
            };
            if let Some(to) = arrival {
                into.push(PseudoMove {
                    from: square,
                    to,
                    captured: Some(pawn),
                    kind: Kind::EnPassant,
                });
            }
        }
    }
}

/// A double step that leads where another walk of the man leads, too, is one move with it: it can be captured in passing.
fn keep_double_steps(into: &mut Vec<PseudoMove>, start: usize) {
    let is_double = |step: &&PseudoMove| step.kind == Kind::DoubleStep;
    let doubles = into[start..].iter().filter(is_double).map(|step| step.to);
    let doubles: SquareSet = doubles.collect();
    let repeats = |step: &PseudoMove| {
        let is_quiet = step.kind == Kind::Ordinary && !step.is_capture();
        is_quiet && doubles.contains(step.to)
    };
    if !doubles.is_empty() && into[start..].iter().any(repeats) {
        let mut steps = into.split_off(start);
        steps.retain(|step| !repeats(step));
        into.append(&mut steps);
    }
}

/// The squares that a pawn's double step passes, and the square where it ends.
pub(in crate::rules) fn passed_squares(
    rules: &Rules,
    from: Square,
    to: Square,
) -> SmallVec<[Square; 8]> {
    let geometry = rules.geometry();
    let straight = geometry.file(from) == geometry.file(to);
    if straight && geometry.rank(from).abs_diff(geometry.rank(to)) == 2 {
        let rank = geometry.rank(from).midpoint(geometry.rank(to));
        let passed = geometry.square(geometry.file(from).into(), rank.into());
        return passed.into_iter().chain([to]).collect();
    }
    let way = |one: u8, other: u8| (i16::from(other) - i16::from(one)).signum() as i8;
    let ranks = way(geometry.rank(from), geometry.rank(to));
    let files = way(geometry.file(from), geometry.file(to));
    // Over joined edges the way leads to the other hand.
    let ways = [files, -files].map(|files| {
        let vector = Vector::new(files, ranks);
        let next = |square: &Square| geometry.step(*square, vector);
        let steps = std::iter::successors(geometry.step(from, vector), next);
        let steps: Vec<Square> = steps.take(usize::from(geometry.height())).collect();
        let end = steps.iter().position(|&square| square == to)?;
        Some(steps[..=end].to_vec())
    });
    let shortest = ways.into_iter().flatten().min_by_key(Vec::len);
    shortest.map_or_else(|| smallvec![to], SmallVec::from_vec)
}
