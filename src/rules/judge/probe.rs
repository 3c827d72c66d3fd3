//! Questions that rules may ask in the middle of a move: what a man could do, and what then.
//!
//! **Invariant:** each leaves the position as it was. A rule that may come to ask its own question
//! again guards itself by a slot.

use crate::board::{Side, Square, SquareSet};
use crate::position::{Position, Slot};
use crate::problem::Goal;
use crate::rules::hooks::hook::{Actor, PlayedMove, Ring};
use crate::rules::play::pseudo_move::{Kind, Move, PseudoMove};
use crate::rules::{Judge, View};

/// Few men have more steps.
const MANY: usize = 32;

impl View<'_> {
    /// The steps of a man along its walks, captures in passing among them, where rules on lines
    /// leave the way open. Castlings, what rules add, and all verdicts on captures and moves are
    /// left aside.
    pub fn steps(self, actor: Actor) -> Vec<PseudoMove> {
        let (rules, position) = (self.rules, self.position);
        let mut steps = Vec::with_capacity(MANY);
        rules
            .generator()
            .walk_pseudo_moves(position, actor, &mut steps);
        steps.retain(|step| {
            rules
                .judge()
                .line_is_open(position, Ring::Actor, actor.side, step)
        });
        steps
    }

    /// The same without any verdict on lines.
    pub fn bare_steps(self, actor: Actor) -> Vec<PseudoMove> {
        let mut steps = Vec::with_capacity(MANY);
        self.rules
            .generator()
            .walk_pseudo_moves(self.position, actor, &mut steps);
        steps
    }

    /// The men that `side` may move, each as it acts: its own, then those that rules lend it.
    pub fn movers(self, side: Side) -> impl Iterator<Item = Actor> {
        let of =
            |men: SquareSet, side: Side| men.into_iter().map(move |square| Actor { square, side });
        let own = of(self.rules.generator().movable(self.position, side), side);
        own.chain(of(self.rules.generator().lent(self.position, side), !side))
    }

    /// The men that `side` may capture as men of the other one, where rules say so.
    pub fn prey(self, side: Side) -> Option<(Side, SquareSet)> {
        let is_usual = self.rules.hooks.sides.is_empty();
        (!is_usual).then(|| {
            (
                !side,
                self.rules.generator().capturable(self.position, side),
            )
        })
    }

    /// The man on a square as it acts when `side` moves it: men of the other side alone act for
    /// their own.
    pub fn actor(self, square: Square, side: Side) -> Actor {
        let is_lent = !self.piece_on(square).is_of(side);
        let side = if is_lent { !side } else { side };
        Actor { square, side }
    }

    /// Whether no rule keeps this man from acting.
    pub fn may_act(self, actor: Actor) -> bool {
        !self.rules.judge().is_forbidden(self.position, actor)
    }

    /// Whether the other side is in check, and this man attacks its king as far as all men see each other.
    pub fn gives_check(self, checker: Actor) -> bool {
        if self.rules.judge().divides(self.position) {
            let in_check = || {
                let mut position = self.position.sketch();
                self.rules.judge().in_check(&mut position, !checker.side)
            };
            return self.among_all(|all| all.checks(checker)) && in_check();
        }
        let in_check = || {
            let mut position = self.position.sketch();
            self.rules.judge().in_check(&mut position, !checker.side)
        };
        let is_told = self.rules.judge().checks_by_observing();
        debug_assert!(!is_told || !self.checks(checker) || in_check());
        self.checks(checker) && (is_told || in_check())
    }

    /// Whether the pseudo-legal move captures a royal man.
    pub fn takes_royal(self, pseudo_move: &PseudoMove) -> bool {
        let victim = pseudo_move.captured.map(|on| self.piece_on(on));
        victim.is_some_and(|man| man.is_some() && man.is_royal())
    }
}

/// How deep a rule may ask a question that leads back to itself.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    pub(in crate::rules) slot: Slot,
    pub(in crate::rules) most: u128,
}

impl Depth {
    /// The answer to a question one step deeper; none if it has been asked so deep already.
    pub fn deeper<T>(
        self,
        position: &mut Position,
        ask: impl FnOnce(&mut Position) -> T,
    ) -> Option<T> {
        let depth = position.slot(self.slot) + 1;
        (depth <= self.most).then(|| position.asked_with(self.slot, depth, ask))
    }
}

/// What keeps a rule from asking its own question again while it is being answered.
#[derive(Clone, Copy, Debug)]
pub struct Guard(pub(in crate::rules) Slot);

impl View<'_> {
    /// The answer to a question in which the rule itself keeps silent; none if it is just being
    /// asked. Asks a copy of the position.
    pub fn ask_once<T>(self, guard: Guard, ask: impl FnOnce(View<'_>) -> T) -> Option<T> {
        let Guard(slot) = guard;
        if self.position.slot(slot) != 0 {
            return None;
        }
        let mut position = self.position.sketch();
        Some(position.asked_with(slot, 1, |position| ask(self.rules.view(position))))
    }
}

impl Judge<'_> {
    /// Whether a side is in check as soon as a hostile man observes a royal man of it.
    fn checks_by_observing(self) -> bool {
        let hooks = &self.hooks;
        hooks.check.is_empty()
            && hooks.sides.is_empty()
            && hooks.origins.is_empty()
            && self.only_captures_attack()
    }

    /// All legal moves of `side`, each choice for itself; rules that leave a side the best of
    /// its moves only have no say.
    pub fn legal_moves(self, position: &mut Position, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        for pseudo_move in self.all_pseudo_moves(position, side) {
            let mut movement = Move::first(pseudo_move);
            loop {
                if self.player().play(position, &mut movement, side) {
                    moves.push(movement);
                }
                position.rewind();
                if !movement.choices.advance() {
                    break;
                }
            }
        }
        moves
    }

    /// The steps of one man, captures in passing among them, with the verdicts of all rules on
    /// pseudo-legal moves but those that compare the moves of a side.
    pub fn steps_of(self, position: &mut Position, actor: Actor) -> Vec<PseudoMove> {
        let mut steps = Vec::with_capacity(MANY);
        self.generator()
            .pseudo_moves_of(position, actor, &mut steps);
        steps.retain(|step| step.is_step() || step.kind == Kind::EnPassant);
        steps
    }

    /// Whether the pseudo-legal move of `side` is legal with one of its choices.
    pub fn allows(self, position: &mut Position, side: Side, pseudo_move: PseudoMove) -> bool {
        self.some_choice_is_legal(position, pseudo_move, side)
    }

    /// How many legal moves of `side`, each choice for itself, reach the goal; no more than `most`
    /// are counted.
    pub fn moves_reaching(
        self,
        position: &mut Position,
        side: Side,
        goal: Goal,
        most: usize,
    ) -> usize {
        let mut count = 0;
        for pseudo_move in self.all_pseudo_moves(position, side) {
            let mut movement = Move::first(pseudo_move);
            loop {
                let is_legal = self.player().play(position, &mut movement, side);
                count += usize::from(is_legal && self.reaches(position, goal));
                position.rewind();
                if count == most {
                    return count;
                }
                if !movement.choices.advance() {
                    break;
                }
            }
        }
        count
    }

    /// The answer to a question after a move of `side` with all its effects and its first
    /// choices, legal or not; none if a rule refuses it.
    pub fn after_move<T>(
        self,
        position: &mut Position,
        side: Side,
        pseudo_move: PseudoMove,
        ask: impl FnOnce(&mut Position, &PlayedMove) -> T,
    ) -> Option<T> {
        let mut movement = Move::first(pseudo_move);
        let played = self.player().perform(position, &mut movement, side);
        let answer = played.map(|played| ask(position, &played));
        position.rewind();
        answer
    }
}
