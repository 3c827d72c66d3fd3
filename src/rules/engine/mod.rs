//! The engine for any rules: a position under shared rules, able to play and take back.

mod backward;
mod filter;
mod game;
mod hit_rate;
mod order;
mod selected;
mod visit;

pub use backward::{Bounds, Unbounded};

use crate::board::Square;
use crate::position::Position;
use crate::problem::Goal;
use crate::rules::game::{Game, Wanted};
use crate::rules::hooks::hook::PlayedMove;
use crate::rules::judge::explain::{Fault, Objection};
use crate::rules::judge::select::Merits;
use crate::rules::play::pseudo_move::{Move, PseudoMove};
use crate::rules::short_cut::{ShortCut, ShortCuts};
use crate::rules::shortcut::far::Far;
use crate::rules::shortcut::reply::Reply;
use crate::rules::{Refusal, Rules, RulesBuilder};
use hit_rate::HitRate;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A position under the rules of a problem.
#[derive(Clone, Debug)]
pub struct Engine {
    rules: Arc<Rules>,
    position: Position,
    /// Pseudo-legal move lists to use again.
    spare: Vec<Vec<PseudoMove>>,
    far: Far,
    /// The escape found last, and what it saves to look for one.
    escape: (Option<Reply>, HitRate),
    /// What it saves to look at what moves have to do if the other side shall be able to reach its goal.
    preparation: HitRate,
    /// What it saves to look for replies to moves that are known to check, and to others.
    replies: [HitRate; 2],
}

impl Engine {
    /// The diagram of the builder's problem under the rules collected.
    ///
    /// # Errors
    /// When a condition refused the problem.
    pub fn build(builder: RulesBuilder<'_>) -> Result<Engine, Refusal> {
        let (rules, position) = builder.build()?;
        Ok(Engine {
            rules: Arc::new(rules),
            position,
            spare: Vec::new(),
            far: Far::default(),
            escape: Default::default(),
            preparation: HitRate::default(),
            replies: Default::default(),
        })
    }

    /// Lets only these short cuts be taken; to be said before anything is played.
    ///
    /// # Panics
    /// When the engine has been cloned before.
    pub fn use_only(&mut self, short_cuts: ShortCuts) {
        let rules = Arc::get_mut(&mut self.rules);
        let rules = rules.expect("short cuts are chosen before the engine is shared");
        rules.use_only(short_cuts);
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position, to be changed by plies that are taken back.
    pub(in crate::rules) fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// All moves of the side to move that no rule refuses, also those that leave its own king in check.
    pub(in crate::rules) fn moves_in_check_or_not(&mut self) -> Vec<Move> {
        let moves = self.played_moves().into_iter();
        moves.map(|(movement, _)| movement).collect()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Lets bounds be prepared at the first question whether a goal is out of reach, not only
    /// once that pays: for comparing them with search.
    pub fn bound_at_once(&mut self) {
        self.far.tell_at_once();
    }

    /// The same position, but as a diagram: nobody knows how it came about.
    pub fn as_diagram(&self) -> Engine {
        let mut engine = self.clone();
        engine.position.forget_history();
        engine
    }

    /// All legal moves of the side to move, in the order of generation.
    pub fn legal_moves(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(Wanted::All, &[], &mut |_, movement| {
            moves.push(movement);
            ControlFlow::Continue(())
        });
        moves
    }

    /// All legal moves found by playing every pseudo-legal move: the oracle of
    /// [`legal_moves`](Engine::legal_moves), which asks for less.
    pub fn legal_moves_by_playing(&mut self) -> Vec<Move> {
        let side = self.position.turn();
        let moves = self.rules.judge().legal_moves(&mut self.position, side);
        if !self.rules.judge().selects(side) {
            return moves;
        }
        let (rules, position) = (&self.rules, &mut self.position);
        let mut measured: Vec<(Merits, Move)> = Vec::with_capacity(moves.len());
        for mut movement in moves {
            let merits = rules.judge().played_merits(position, &mut movement, side);
            measured.extend(merits.map(|merits| (merits, movement)));
        }
        let best = measured.iter().map(|(merits, _)| *merits).max();
        measured.retain(|(merits, _)| Some(*merits) == best);
        measured.into_iter().map(|(_, movement)| movement).collect()
    }

    /// Steps that are provably legal answers to each of these moves, found without playing. After
    /// a move that checks, only steps of the royal man are considered.
    pub fn certain_replies(
        &self,
        movements: &[Move],
        checks: bool,
    ) -> Vec<Option<(Square, Square)>> {
        let side = self.position.turn();
        let mut replies = self.rules.oracle().replies(&self.position, !side, checks);
        let mut reply = |movement: &Move| {
            let (replies, pseudo_move) = (replies.as_mut()?, &movement.pseudo_move);
            let reply = self
                .rules
                .oracle()
                .certain_reply(&self.position, replies, pseudo_move)?;
            Some((reply.from, reply.to))
        };
        movements.iter().map(&mut reply).collect()
    }

    /// Whether the other side provably has an answer to this move, found without playing. After a
    /// move that checks, only steps of the royal man are considered.
    pub fn is_surely_answered(&self, movement: &Move, checks: bool) -> bool {
        let side = self.position.turn();
        let (rules, position) = (&self.rules, &self.position);
        let replies = rules.oracle().replies(position, !side, checks);
        replies.is_some_and(|mut replies| {
            rules
                .oracle()
                .leaves_reply(position, &mut replies, &movement.pseudo_move)
        })
    }

    /// Whether the side to move has a legal move that does not reach the goal.
    fn has_move_beside(&self, goal: Goal) -> bool {
        let mut copy = self.clone();
        let moves = copy.legal_moves();
        moves.into_iter().any(|movement| {
            copy.play(movement);
            let reaches = copy.reaches(goal);
            copy.rewind();
            !reaches
        })
    }

    /// The hash key after a move that ends the turn, if it can be predicted without playing.
    pub fn key_after(&self, movement: &Move) -> Option<u128> {
        let pseudo_move = &movement.pseudo_move;
        let way = (pseudo_move.from, pseudo_move.to);
        let turn = !self.position.turn();
        let key = || self.position.key_after(way, pseudo_move.captured, turn);
        let is_told = self
            .rules
            .oracle()
            .key_is_predictable(&self.position, pseudo_move);
        is_told.then(key)
    }

    /// Whether this very move is legal: the question of `visit_moves` for one move.
    pub fn is_legal(&mut self, movement: Move) -> bool {
        let mut pseudo_moves = Vec::new();
        let side = self.position.turn();
        self.rules
            .generator()
            .pseudo_moves(&mut self.position, side, &mut pseudo_moves);
        if !pseudo_moves.contains(&movement.pseudo_move) {
            return false;
        }
        let mut again = movement;
        let legal = self
            .rules
            .player()
            .play(&mut self.position, &mut again, side);
        self.position.rewind();
        legal
            && again == movement
            && (!self.rules.judge().selects(side)
                || self.selected(Wanted::All, side).contains(&movement))
    }

    /// What the rules have against a move of the side to move between these squares, rule by
    /// rule; nothing if such a move is legal.
    pub fn explain_illegal(&mut self, from: Square, to: Square) -> Vec<Objection> {
        let side = self.position.turn();
        let objections = self
            .rules
            .judge()
            .objections(&mut self.position, side, (from, to));
        let is_way =
            |movement: &Move| (movement.pseudo_move.from, movement.pseudo_move.to) == (from, to);
        let selects = objections.is_empty() && self.rules.judge().selects(side);
        if !selects {
            // A rule may lead a move there on a way that nobody but it knows.
            let is_legal = !objections.is_empty() && self.legal_moves().iter().any(is_way);
            return if is_legal { Vec::new() } else { objections };
        }
        let best = self.selected(Wanted::All, side);
        let squares: Vec<Square> = best
            .iter()
            .map(|movement| movement.pseudo_move.to)
            .collect();
        if best.is_empty() || best.iter().any(is_way) {
            return objections;
        }
        let objection = |rule: &'static str| Objection {
            rule: Some(rule).filter(|rule| !rule.is_empty()),
            fault: Fault::NotBest,
            squares: squares.clone(),
        };
        let rules = self.rules.judge().preferences(side);
        rules.map(|preference| objection(preference.rule)).collect()
    }

    /// Plays a pseudo-legal move in each of its ways, legal or not, and takes it back: the first answer that
    /// `look` has to one.
    pub fn try_out<T>(
        &mut self,
        way: PseudoMove,
        mut look: impl FnMut(&Rules, &mut Position, &PlayedMove) -> Option<T>,
    ) -> Option<T> {
        let side = self.position.turn();
        let mut movement = Move::first(way);
        loop {
            let player = self.rules.player();
            let played = player.perform(&mut self.position, &mut movement, side);
            let found = played.and_then(|played| look(&self.rules, &mut self.position, &played));
            self.position.rewind();
            if found.is_some() || !movement.choices.advance() {
                return found;
            }
        }
    }

    /// The number of legal move sequences of this many plies.
    pub fn perft(&mut self, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut count = 0;
        let _ = self.visit_moves(Wanted::All, &[], &mut |game, _| {
            count += if plies == 1 { 1 } else { game.perft(plies - 1) };
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether the key tells which man is which.
    fn tells_men_apart(&self) -> bool {
        self.rules.men_differ || !self.rules.allow(ShortCut::AnonymousKeys)
    }

    /// Every move that can be played, with whether it is legal.
    fn played_moves(&mut self) -> Vec<(Move, bool)> {
        let side = self.position.turn();
        let mut list = self.borrow_list();
        self.rules
            .generator()
            .pseudo_moves(&mut self.position, side, &mut list);
        let mut moves = Vec::new();
        for &pseudo_move in &list {
            let mut movement = Move::first(pseudo_move);
            loop {
                let legal = self
                    .rules
                    .player()
                    .try_play(&mut self.position, &mut movement, side);
                self.position.rewind();
                moves.extend(legal.map(|legal| (movement, legal)));
                if !movement.choices.advance() {
                    break;
                }
            }
        }
        self.return_list(list);
        moves
    }

    fn borrow_list(&mut self) -> Vec<PseudoMove> {
        self.spare.pop().unwrap_or_else(|| Vec::with_capacity(64))
    }

    fn return_list(&mut self, mut list: Vec<PseudoMove>) {
        list.clear();
        self.spare.push(list);
    }
}
