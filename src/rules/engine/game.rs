//! The engine as the game that the search plays.

use super::Engine;
use crate::board::{Roll, Side, Square};
use crate::position::{Effect, Reason, Rolls, Slot};
use crate::problem::Goal;
use crate::rules::game::LastPlyPlace;
use crate::rules::game::{DiceGame, Game, Prefetch, Remaining, Wanted};
use crate::rules::play::pseudo_move::{Kind, Move};
use crate::solution::{MovePart, MoveRecord};
use std::ops::ControlFlow;

impl Game for Engine {
    type Move = Move;

    fn has_chosen(movement: Move) -> bool {
        movement.choices.asked_for_more()
    }

    fn side_to_move(&self) -> Side {
        self.position.turn()
    }

    fn set_side_to_move(&mut self, side: Side) {
        self.position.set_turn(side);
    }

    fn begin_after(&mut self, plies: u16) {
        if let Some(count) = self.rules.plies {
            (0..plies).for_each(|_| count.count(&mut self.position));
            self.position.forget_history();
        }
    }

    fn visit_moves(
        &mut self,
        wanted: Wanted,
        first: &[Move],
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.rules.judge().selects(self.position.turn()) {
            true => self.visit_selected(wanted, first, None, visit),
            false => self.visit_unselected(wanted, first, None, visit),
        }
    }

    fn visit_moves_prefetching(
        &mut self,
        wanted: Wanted,
        first: &[Move],
        prefetch: Prefetch<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.rules.judge().selects(self.position.turn()) {
            true => self.visit_selected(wanted, first, Some(prefetch), visit),
            false => self.visit_unselected(wanted, first, Some(prefetch), visit),
        }
    }

    fn numbered_moves(&mut self, wanted: Wanted) -> Vec<(Move, bool)> {
        let mut moves = self.played_moves();
        if self.rules.judge().selects(self.position.turn()) {
            let selected = self.selected(wanted, self.position.turn());
            let legal = moves.iter().filter(|(_, legal)| *legal).count();
            if selected.len() < legal {
                moves.retain(|(movement, _)| selected.contains(movement));
            }
        }
        self.keep_numbered(wanted, &mut moves);
        if wanted.allows_own_check() {
            moves.iter_mut().for_each(|(_, legal)| *legal = true);
        }
        moves
    }

    fn has_last_ply_order(&self, wanted: Wanted) -> bool {
        self.orders_last_ply(wanted)
    }

    fn last_ply_place(&self, record: &MoveRecord) -> LastPlyPlace {
        self.place(record)
    }

    fn flights(&mut self) -> usize {
        let royals = self.position.royals_of(self.position.turn());
        let moves = self.legal_moves().into_iter();
        let flees = |movement: &Move| {
            let pseudo_move = movement.pseudo_move;
            pseudo_move.kind == Kind::Ordinary && royals.contains(pseudo_move.from)
        };
        moves.filter(flees).count()
    }

    fn has_choice(&self) -> bool {
        !self.rules.judge().selects(self.position.turn())
    }

    fn has_officer(&self, side: Side) -> bool {
        let royals = self.position.royals_of(side);
        !(self.position.men_of(side) & !royals).is_empty()
    }

    fn play(&mut self, movement: Move) {
        let side = self.position.turn();
        let mut again = movement;
        self.rules
            .player()
            .play_safe(&mut self.position, &mut again, side);
    }

    fn plies(&self) -> usize {
        self.position.ply()
    }

    fn pass(&mut self) {
        let side = self.position.turn();
        self.rules.player().pass(&mut self.position, side);
    }

    fn pass_as_move(&mut self) -> Vec<MovePart> {
        let side = self.position.turn();
        self.rules.player().pass_as_move(&mut self.position, side);
        let mut changes =
            crate::rules::tell::parts(self.position.last_ply(), self.rules.geometry());
        changes.retain(|part| *part != MovePart::Pass);
        changes
    }

    fn rewind(&mut self) {
        self.position.rewind();
    }

    fn in_check(&mut self, side: Side) -> bool {
        self.rules.judge().in_check(&mut self.position, side)
    }

    fn has_move(&mut self) -> bool {
        let side = self.position.turn();
        self.rules.judge().can_move(&mut self.position, side)
    }

    fn reaches(&mut self, goal: Goal) -> bool {
        self.rules.judge().reaches(&mut self.position, goal)
    }

    fn must_reach_at_once(&mut self, goal: Goal) -> Option<bool> {
        let (rules, position, last) = (&self.rules, &self.position, &mut self.escape.0);
        let escapes = rules.judge().usable_goal_facts(goal).needs_check
            && rules
                .oracle()
                .find_escape(position, position.turn(), last)
                .is_some();
        debug_assert!(
            !escapes || self.has_move_beside(goal),
            "all moves reach {goal:?}, though one was said to give no check"
        );
        escapes.then_some(false)
    }

    fn is_out_of_reach(&mut self, rest: Remaining) -> bool {
        match rest.goal {
            Goal::ProofGame | Goal::AToB => self.rules.oracle().is_far(&self.position, rest.plies),
            _ => self.far.is_out_of_reach(&self.rules, &self.position, rest),
        }
    }

    fn can_capture_king(&mut self) -> bool {
        let side = self.position.turn();
        !self.rules.check_may_stand && self.rules.judge().in_check(&mut self.position, !side)
    }

    fn neutral_step(&self) -> Option<(Square, Square)> {
        match self.rules.keeps_neutral_keys() {
            true => None,
            false => self.position.neutral_step(),
        }
    }

    fn diagram_key(&self) -> u128 {
        self.position.diagram_key()
    }

    fn key(&self) -> u128 {
        match self.tells_men_apart() {
            true => self.position.key_with_identities(),
            false => self.position.key(),
        }
    }

    fn record(&mut self) -> MoveRecord {
        let turn = self.position.turn();
        let check = self.rules.judge().in_check(&mut self.position, turn);
        MoveRecord {
            parts: crate::rules::tell::parts(self.position.last_ply(), self.rules.geometry()),
            check,
        }
    }
}

impl DiceGame for Engine {
    fn throw(&mut self, roll: Roll) {
        let side = self.position.turn();
        self.position.begin_ply(side);
        let value = Rolls::known(&[roll]).packed();
        let slot = Slot::ROLLS;
        self.position
            .apply(Effect::Set { slot, value }, Reason::Silent);
    }
}
