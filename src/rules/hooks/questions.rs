//! The questions that rules answer: how conditions and attributes install their hooks.

use super::asked::{Among, CheckQuestion, GoalQuestion, Role, Stance};
use super::builder::RulesBuilder;
use super::hook::{
    Actor, Captured, Check, CheckHook, CheckStage, CheckTurn, Gives, GoOnHook, GoalHook, Hook,
    MoveHook, OriginsHook, PlayedMove, SiblingsHook, SidesHook,
};
use super::promise::{Clause, Promise};
use crate::board::{Side, Square, SquareSet};
use crate::men::WalkId;
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::rules::judge::probe::Guard;
use crate::rules::play::pseudo_move::{ListPlace, PseudoMove, from_last_square};
use crate::rules::{Depth, Numbered, Rules, View};

impl RulesBuilder<'_> {
    /// Which men a side may move or capture, and which observe the king of the other side: gets
    /// those that usually do, by the answers of the rules before. A man that is lent to a side acts
    /// for the other one when it is moved. A rule that promises [captures](Promise::captures) lets a
    /// side capture further men of its own that are not royal, and nothing else.
    pub fn sides(
        &mut self,
        promise: impl Into<Promise>,
        men: impl Fn(View<'_>, Side, Role, SquareSet) -> SquareSet + Send + Sync + 'static,
    ) {
        let means = |clause: &Clause| matches!(clause, Clause::Captures);
        let captures_only = self.promises(promise, means, "the men of a side");
        self.hooks.sides.push(SidesHook {
            rule: self.rule,
            captures_only,
            act: Box::new(men),
        });
    }

    /// From which other squares a man captures with a walk, its own or one that it is lent, as if
    /// it stood there; none if the rule does not concern it. Its own square means nothing here.
    /// Observation and check follow from it; moves have to be added. The stance says from where other
    /// rules judge a check by such a capture; they judge moves by the man's own square.
    pub fn capture_from(
        &mut self,
        stance: Stance,
        promise: impl Into<Promise>,
        origins: impl Fn(View<'_>, Actor, WalkId) -> Option<SquareSet> + Send + Sync + 'static,
    ) {
        let mut hook = OriginsHook {
            rule: self.rule,
            act: Box::new(origins),
            departures: None,
            stance,
        };
        for clause in promise.into().clauses() {
            match clause {
                Clause::Departures(departures) => hook.departures = Some(departures),
                _ => self.refuse_promise("the squares from which men capture"),
            }
        }
        self.hooks.origins.push(hook);
    }

    /// Drops moves in view of all others of the man or of the side. They are pseudo-legal; the
    /// rule may play them to see more and must leave the position as it was. A rule that promises
    /// [captures](Promise::captures) drops nothing else.
    pub fn siblings(
        &mut self,
        among: Among,
        promise: impl Into<Promise>,
        keep: impl Fn(&Rules, &mut Position, Side, &mut Vec<PseudoMove>) + Send + Sync + 'static,
    ) {
        let means = |clause: &Clause| matches!(clause, Clause::Captures);
        let captures_only = self.promises(promise, means, "moves in view of others");
        self.hooks.siblings.push(SiblingsHook {
            rule: self.rule,
            among,
            captures_only,
            act: Box::new(keep),
        });
    }

    /// Whether a captured man may be reborn on this square, after the capture.
    pub fn keep_rebirth(
        &mut self,
        may_be_reborn: impl Fn(View<'_>, Square) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(may_be_reborn));
        self.hooks.rebirth.push(Hook { rule, act });
    }

    /// How the man that moved may go on in the same move: asked behind each part of the move with
    /// all its effects, until the player stops or there is no way. Only one rule may say so.
    pub fn go_on(
        &mut self,
        promise: impl Into<Promise>,
        ways: impl Fn(&Rules, &mut Position, &PlayedMove) -> Vec<PseudoMove> + Send + Sync + 'static,
    ) {
        let former = self.hooks.go_on.as_ref().map(|hook| hook.rule);
        self.refuse_second(former, "how a man goes on in the same move");
        let means = |clause: &Clause| matches!(clause, Clause::Captures);
        self.hooks.go_on = Some(GoOnHook {
            captures_only: self.promises(promise, means, "further parts of a move"),
            rule: self.rule,
            act: Box::new(ways),
        });
    }

    /// Whether a man that attacks a royal man gives check: for whoever asks who observes whom it
    /// observes in any case.
    pub fn keep_check(&mut self, gives: impl Fn(View<'_>, Actor) -> bool + Send + Sync + 'static) {
        let rule = self.rule;
        let act: Box<Gives> = Box::new(gives);
        self.hooks.gives.push(Hook { rule, act });
        self.narrow_check(move |question, position| {
            if !question.usual(position) {
                return false;
            }
            let checkers = question.checkers(position);
            let view = question.rules.view(position);
            checkers.is_empty() || checkers.iter().any(|&checker| view.may_check(checker))
        });
    }

    /// Whether a side is in check, instead of the usual answer.
    pub fn check(
        &mut self,
        judge: impl Fn(CheckQuestion<'_>, &mut Position) -> bool + Send + Sync + 'static,
    ) {
        self.add_check(CheckStage::Says, Box::new(judge));
    }

    /// The same for a rule that finds a side in check where the rules that say what check is do, and also elsewhere.
    pub fn widen_check(
        &mut self,
        judge: impl Fn(CheckQuestion<'_>, &mut Position) -> bool + Send + Sync + 'static,
    ) {
        self.add_check(CheckStage::Widens, Box::new(judge));
    }

    /// The same for a rule that finds a side in check only where the rules that say what check is
    /// do.
    pub fn narrow_check(
        &mut self,
        judge: impl Fn(CheckQuestion<'_>, &mut Position) -> bool + Send + Sync + 'static,
    ) {
        self.add_check(CheckStage::Narrows, Box::new(judge));
    }

    /// The same for a rule that makes something else of the answer of the others.
    pub fn turn_check(
        &mut self,
        played: CheckTurn,
        judge: impl Fn(CheckQuestion<'_>, &mut Position) -> bool + Send + Sync + 'static,
    ) {
        self.add_check(CheckStage::Turns(played), Box::new(judge));
    }

    fn add_check(&mut self, stage: CheckStage, act: Box<Check>) {
        let rule = self.rule;
        self.hooks.add_check(CheckHook { rule, stage, act });
    }

    /// Royal men of the other side cannot be captured, unless they are reborn at once.
    pub fn forbid_capture_of_hostile_kings(&mut self) {
        self.hostile_kings_are_spared_by = Some(self.rule);
        self.forbid_capture(|view, side, on| {
            !view.rules.check_by_playing && view.position.royals_of(!side).contains(on)
        });
    }

    /// Royal men of the own side cannot be captured.
    pub fn forbid_capture_of_own_kings(&mut self) {
        self.forbid_capture(|view, side, on| view.position.royals_of(side).contains(on));
    }

    fn forbid_capture(&mut self, forbidden: fn(View<'_>, Side, Square) -> bool) {
        let takes = move |view: View<'_>, side: Side, pseudo_move: &PseudoMove| {
            pseudo_move
                .captured
                .is_some_and(|on| forbidden(view, side, on))
        };
        self.hooks.move_only.push(MoveHook {
            rule: self.rule,
            captures_only: true,
            by_departure: false,
            act: Box::new(move |view, side, pseudo_move| !takes(view, side, pseudo_move)),
        });
    }

    /// Where kings may be reborn, only the played capture tells whether it takes one.
    pub(super) fn spare_hostile_kings(&mut self) {
        let takes_king = |captured: &Captured| captured.piece.is_royal();
        self.keep_legal(Promise::nothing(), move |_, _, played| {
            played.trial
                || played.reborn.is_some()
                || !played.captured.as_ref().is_some_and(takes_king)
        });
    }

    /// Whether a side is mated or stalemated, or a goal reached: replaces or wraps the usual
    /// answer. The rule installed last is asked first.
    pub fn goal(
        &mut self,
        promise: impl Into<Promise>,
        judge: impl Fn(GoalQuestion<'_>, &mut Position) -> bool + Send + Sync + 'static,
    ) {
        let means = |clause: &Clause| matches!(clause, Clause::EndsPlay);
        let keeps_play_ended = self.promises(promise, means, "the end of play");
        let act = Box::new(judge);
        let hook = GoalHook {
            keeps_play_ended,
            act,
        };
        self.hooks.goal.push(hook);
    }

    /// What keeps the rule from going round in a circle, see [`View::ask_once`].
    pub fn guard(&mut self) -> Guard {
        Guard(self.slot(Slot::named("guard").lasting(Lifetime::Question)))
    }

    /// What keeps the rule from asking more than so deep, see [`Depth::deeper`].
    pub fn depth(&mut self, name: &'static str, most: u128) -> Depth {
        let slot = self.slot(Slot::named(name).lasting(Lifetime::Question));
        Depth { slot, most }
    }

    /// Men of the diagram that stand below others take part: they can come up; `upside_down` if the
    /// lowest one is to lie on top.
    pub fn use_men_below(&mut self, upside_down: bool) {
        let mut below = self.diagram().below().to_vec();
        if upside_down {
            below.reverse();
        }
        self.set_up(move |position| {
            for &(on, piece) in &below {
                position.apply(Effect::Bury { on, piece, id: 0 }, Reason::Silent);
            }
        });
    }

    /// Moves are listed by their squares, from the last one to the first.
    pub fn list_by_squares(&mut self) {
        self.list_by(from_last_square);
    }

    /// The moves of a side are listed by this, the smallest first.
    pub fn list_by(&mut self, place: ListPlace) {
        self.listed_by = Some(place);
    }

    /// What the reference numbers in a last ply under this rule; what it leaves out is left out if all
    /// rules let it.
    pub fn number(&mut self, numbered: Numbered) {
        let former = self.numbered.unwrap_or(Numbered::FEWEST);
        self.numbered = Some(former.and(numbered));
    }

    /// The moves of each man are listed by this, the smallest first.
    pub fn list_moves_of_man_by(&mut self, place: ListPlace) {
        self.men_listed_by = Some(place);
    }

    /// Which man is which matters to the rule: identities become part of the key.
    pub fn tell_men_apart(&mut self) {
        self.men_differ = true;
    }
}
