//! A game of turns as the game that solvers play.

use super::{EarlyCheck, MOST_MOVES, Played, Stuck, Turn, Turns};
use crate::board::Side;
use crate::problem::Goal;
use crate::rules::game::{Game, Wanted};
use crate::solution::{MovePart, MoveRecord};
use smallvec::SmallVec;
use std::ops::ControlFlow::{self, Continue};

impl Game for Turns {
    type Move = Turn;

    fn side_to_move(&self) -> Side {
        self.engine.side_to_move()
    }

    fn set_side_to_move(&mut self, side: Side) {
        self.engine.set_side_to_move(side);
    }

    fn begin_after(&mut self, plies: u16) {
        self.before = plies;
    }

    fn visit_moves(
        &mut self,
        _wanted: Wanted,
        _first: &[Turn],
        visit: &mut dyn FnMut(&mut Turns, Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let under_way = self.begin_turn();
        if self.is_over() || under_way.moves > MOST_MOVES {
            return Continue(());
        }
        let (mut turn, mut current) = (Turn::EMPTY, Played::default());
        self.go_on(&under_way, &mut turn, &mut current, visit)
    }

    fn play(&mut self, turn: Turn) {
        let mut under_way = self.begin_turn();
        let mut current = Played::default();
        for movement in turn.moves() {
            let candidates = self.candidates(&mut current, &under_way);
            let step = candidates.into_iter().find(|(other, _)| *other == movement);
            let step = step.map_or(0, |(_, step)| step);
            self.step(&mut current, &under_way, (movement, step));
            under_way = under_way.after(&movement, step, &self.rule);
        }
        let checks =
            self.rule.early_check != EarlyCheck::Nothing && self.engine.in_check(!under_way.side);
        let is_short = (1..under_way.moves).contains(&under_way.place) && !checks;
        self.played.push(Played {
            steps: self.open_steps(&current),
            is_over: is_short && self.rule.stuck == Stuck::Draw,
            counts: true,
            ..current
        });
    }

    fn plies(&self) -> usize {
        self.played.len()
    }

    fn pass(&mut self) {
        self.engine.pass();
        let steps = self.steps();
        self.played.push(Played {
            plies: SmallVec::from_slice(&[false]),
            steps,
            is_over: false,
            counts: false,
        });
    }

    fn pass_as_move(&mut self) -> Vec<MovePart> {
        let changes = self.engine.pass_as_move();
        self.played.push(Played {
            plies: SmallVec::from_slice(&[false]),
            counts: true,
            ..Played::default()
        });
        changes
    }

    fn rewind(&mut self) {
        let played = self.played.pop().unwrap_or_default();
        for _ in played.plies {
            self.engine.rewind();
        }
    }

    fn in_check(&mut self, side: Side) -> bool {
        match self.rule.checks_by_turns {
            true => self.could_take_king(!side),
            false => self.engine.in_check(side),
        }
    }

    fn has_move(&mut self) -> bool {
        self.has_turn()
    }

    fn has_officer(&self, side: Side) -> bool {
        self.engine.has_officer(side)
    }

    fn reaches(&mut self, goal: Goal) -> bool {
        let side = self.side_to_move();
        match goal {
            Goal::AnyMove => true,
            _ if self.is_over() => false,
            Goal::Check => self.in_check(side),
            Goal::Mate => self.in_check(side) && !self.has_turn(),
            Goal::Stalemate => !self.has_turn() && !self.in_check(side),
            _ => !self.has_turn(),
        }
    }

    fn can_capture_king(&mut self) -> bool {
        let side = self.side_to_move();
        self.in_check(!side)
    }

    fn diagram_key(&self) -> u128 {
        self.engine.diagram_key()
    }

    fn key(&self) -> u128 {
        let turn = match self.rule.grows {
            0 => self.turn().min(self.rule.single_turns),
            _ => self.turn(),
        };
        let turn = u128::from(turn);
        let mix = |key: u128, value: u128| {
            const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
            (key ^ value.wrapping_add(1).wrapping_mul(ODD))
                .rotate_left(41)
                .wrapping_mul(ODD)
        };
        let key = mix(self.engine.key(), turn << 1 | u128::from(self.is_over()));
        self.steps().into_iter().fold(key, mix)
    }

    fn record(&mut self) -> MoveRecord {
        let mut copy = self.engine.clone();
        let mut records = Vec::new();
        let plies = self.played.last().map(|played| played.plies.clone());
        for is_move in plies.unwrap_or_default().into_iter().rev() {
            if is_move {
                records.push(copy.record().parts);
            }
            copy.rewind();
        }
        records.reverse();
        let mut parts = Vec::new();
        for (place, record) in records.into_iter().enumerate() {
            if place > 0 {
                parts.push(MovePart::Further);
            }
            parts.extend(record);
        }
        let side = self.side_to_move();
        let check = self.in_check(side);
        MoveRecord { parts, check }
    }
}
