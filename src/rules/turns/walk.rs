//! Going through the turns of a side, move by move.

use super::{EarlyCheck, Played, Stuck, Turn, TurnRule, Turns};
use crate::board::{Side, Square};
use crate::men::Piece;
use crate::position::{Effect, Reason, Slot, unpack_squares};
use crate::rules::game::Game;
use crate::rules::play::pseudo_move::{Kind, Move};
use smallvec::SmallVec;
use std::ops::ControlFlow::{self, Continue};

impl Turns {
    /// A ply between two moves of a side, with what may be captured en passant.
    pub(super) fn between(&mut self, side: Side, step: u128, current: &mut Played) {
        let position = self.engine.position_mut();
        position.begin_ply(side);
        if position.slot(Slot::EN_PASSANT) != step {
            let (slot, value) = (Slot::EN_PASSANT, step);
            position.apply(Effect::Set { slot, value }, Reason::Silent);
        }
        current.plies.push(false);
    }

    pub(super) fn take_back(&mut self, current: &mut Played) {
        self.engine.rewind();
        current.plies.pop();
    }

    /// The moves that can be played next in a turn, each with the double step that it uses.
    pub(super) fn candidates(
        &mut self,
        current: &mut Played,
        under_way: &UnderWay,
    ) -> Vec<(Move, u128)> {
        let mut found: Vec<(Move, u128)> = Vec::new();
        let steps = match under_way.may_capture_en_passant(&self.rule) {
            true => under_way.steps.clone(),
            false => SmallVec::new(),
        };
        let others = steps.iter().copied().skip(1);
        for (place, step) in std::iter::once(steps.first().copied().unwrap_or(0))
            .chain(others)
            .enumerate()
        {
            self.between(under_way.side, step, current);
            let moves = match self.rule.is_safe_between {
                true => self.engine.legal_moves(),
                false => self.engine.moves_in_check_or_not(),
            };
            self.take_back(current);
            let is_new =
                |movement: &Move| place == 0 || movement.pseudo_move.kind == Kind::EnPassant;
            found.extend(
                moves
                    .into_iter()
                    .filter(is_new)
                    .map(|movement| (movement, step)),
            );
        }
        let royals = self.engine.position().royals_of(!under_way.side);
        found.retain(|(movement, _)| {
            let pseudo_move = &movement.pseudo_move;
            let takes_king = pseudo_move.captured.is_some_and(|on| royals.contains(on));
            let is_of_man = under_way.man.is_none_or(|man| man == pseudo_move.from);
            !takes_king && is_of_man
        });
        found
    }

    /// Plays the next move of a turn.
    pub(super) fn step(
        &mut self,
        current: &mut Played,
        under_way: &UnderWay,
        (movement, step): (Move, u128),
    ) {
        self.between(under_way.side, step, current);
        self.engine.play(movement);
        current.plies.push(true);
    }

    pub(super) fn step_back(&mut self, current: &mut Played) {
        self.take_back(current);
        self.take_back(current);
    }

    /// Visits all ways to go on with a turn.
    pub(super) fn go_on(
        &mut self,
        under_way: &UnderWay,
        turn: &mut Turn,
        current: &mut Played,
        visit: &mut dyn FnMut(&mut Turns, Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (side, place) = (under_way.side, under_way.place);
        for (movement, step) in self.candidates(current, under_way) {
            self.step(current, under_way, (movement, step));
            turn.moves[place] = Some(movement);
            let is_last = place + 1 == under_way.moves;
            let checks = self.rule.early_check != EarlyCheck::Nothing
                && !is_last
                && self.engine.in_check(!side);
            let flow = match self.rule.early_check {
                EarlyCheck::Illegal if checks => Continue(()),
                _ if is_last || checks => self.complete(under_way, turn, current, false, visit),
                _ => self.continued(under_way, turn, current, (movement, step), visit),
            };
            turn.moves[place] = None;
            self.step_back(current);
            flow?;
        }
        Continue(())
    }

    /// Visits all ways to go on after a move that does not end the turn.
    fn continued(
        &mut self,
        under_way: &UnderWay,
        turn: &mut Turn,
        current: &mut Played,
        (movement, step): (Move, u128),
        visit: &mut dyn FnMut(&mut Turns, Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let next = under_way.after(&movement, step, &self.rule);
        if self.rule.stuck == Stuck::Illegal || !self.is_stuck(current, &next) {
            return self.go_on(&next, turn, current, visit);
        }
        let is_over = self.rule.stuck == Stuck::Draw;
        self.complete(under_way, turn, current, is_over, visit)
    }

    /// Whether no further move can be played in a turn.
    fn is_stuck(&mut self, current: &mut Played, under_way: &UnderWay) -> bool {
        let candidates = self.candidates(current, under_way);
        let is_last = under_way.place + 1 == under_way.moves;
        if self.rule.early_check != EarlyCheck::Illegal || is_last {
            return candidates.is_empty();
        }
        candidates.into_iter().all(|candidate| {
            self.step(current, under_way, candidate);
            let checks = self.engine.in_check(!under_way.side);
            self.step_back(current);
            checks
        })
    }

    /// Shows a turn that has come to its end, if it is legal.
    fn complete(
        &mut self,
        under_way: &UnderWay,
        turn: &Turn,
        current: &Played,
        is_over: bool,
        visit: &mut dyn FnMut(&mut Turns, Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.played.push(Played {
            steps: self.open_steps(current),
            is_over,
            counts: true,
            ..current.clone()
        });
        let is_safe = self.rule.is_safe_between || !self.in_check(under_way.side);
        let changes = under_way.men.as_ref().is_none_or(|men| *men != self.men());
        let flow = match is_safe && changes {
            true => visit(self, *turn),
            false => Continue(()),
        };
        self.played.pop();
        flow
    }

    /// The double steps of a turn whose pawns have gone no further, and behind which nobody stands.
    pub(super) fn open_steps(&self, current: &Played) -> SmallVec<[u128; 2]> {
        let position = self.engine.position();
        let mut found: SmallVec<[u128; 2]> = SmallVec::new();
        let mut copy = self.engine.clone();
        for is_move in current.plies.iter().rev() {
            let step = copy.position().slot(Slot::EN_PASSANT);
            if *is_move && step != 0 {
                let squares: SmallVec<[Square; 4]> = unpack_squares(step).collect();
                let (pawn, passed) = squares
                    .split_last()
                    .map_or((None, &[][..]), |(pawn, passed)| (Some(*pawn), passed));
                let stands = pawn.is_some_and(|pawn| {
                    position.piece_on(pawn).walk() == copy.position().piece_on(pawn).walk()
                        && position.piece_on(pawn).is_some()
                });
                let is_free = passed.iter().all(|&on| position.piece_on(on).is_none());
                if stands && is_free && !found.contains(&step) {
                    found.push(step);
                }
            }
            copy.rewind();
        }
        found
    }
}

/// A turn that is being played.
#[derive(Clone)]
pub(super) struct UnderWay {
    pub side: Side,
    /// How many moves it may have.
    pub moves: usize,
    /// How many it has.
    pub place: usize,
    /// Where the man stands that has to go on.
    pub man: Option<Square>,
    /// The double steps after which pawns may be captured en passant.
    pub steps: SmallVec<[u128; 2]>,
    /// Whether it had captures en passant alone.
    pub en_passant_alone: bool,
    /// The men before it, where they must stand otherwise afterwards.
    pub men: Option<Vec<(Square, Piece)>>,
}

impl Turns {
    /// The turn of the side to move before its first move.
    pub(super) fn begin_turn(&self) -> UnderWay {
        let side = self.engine.side_to_move();
        UnderWay {
            side,
            moves: self.rule.moves_of(side, self.turn()),
            place: 0,
            man: None,
            steps: self.steps(),
            en_passant_alone: true,
            men: self.rule.must_change.then(|| self.men()),
        }
    }
}

impl UnderWay {
    fn may_capture_en_passant(&self, rule: &TurnRule) -> bool {
        self.place == 0 || rule.many_en_passant && self.en_passant_alone
    }

    pub fn after(&self, movement: &Move, step: u128, rule: &TurnRule) -> UnderWay {
        let is_en_passant = movement.pseudo_move.kind == Kind::EnPassant;
        let steps = self.steps.iter().copied();
        UnderWay {
            place: self.place + 1,
            man: rule.one_man.then_some(movement.pseudo_move.to),
            steps: steps.filter(|other| *other != step).collect(),
            en_passant_alone: self.en_passant_alone && is_en_passant,
            ..self.clone()
        }
    }
}
