//! What conditions say of pseudo-legal moves: lines, who may act, captures, further moves.

use super::RulesBuilder;
use crate::board::Side;
use crate::men::{Attribute, Piece};
use crate::position::{Effect, Position, Reason};
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::hook::{
    Actor, BeforeHook, BoardMove, BorrowHook, ExtraHook, ExtraOfSideHook, ForbidHook, Hook,
    LineHook, MoveHook, Outcome, Purpose, RewriteHook, Ring, Sight, Walks,
};
use crate::rules::hooks::promise::{Clause, Promise};
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::{Loan, Rules, View};

impl<'p> RulesBuilder<'p> {
    /// Whether a way is open, from this ring of observation on: `Ring::Geometry` for moving and
    /// all observation, `Ring::Actor` for moving and for observation by men that may act. The
    /// rule asks about observation in smaller rings only.
    pub fn keep_line(
        &mut self,
        ring: Ring,
        promise: impl Into<Promise>,
        open: impl Fn(View<'_>, Side, &PseudoMove) -> bool + Send + Sync + 'static,
    ) {
        let means: [fn(&Clause) -> bool; 2] = [
            |clause| matches!(clause, Clause::Geometry),
            |clause| matches!(clause, Clause::Captures),
        ];
        let [is_fixed, captures_only] = self.all_promises(promise, means, "lines");
        let (rule, act) = (self.rule, Box::new(open));
        match is_fixed {
            true => self.hooks.fixed_line.push(Hook { rule, act }),
            false => self.hooks.line.push(LineHook {
                rule,
                ring,
                captures_only,
                act,
            }),
        }
    }

    /// A man may not act: neither move nor observe (ring actor).
    pub fn forbid_actor(
        &mut self,
        promise: impl Into<Promise>,
        forbids: impl Fn(View<'_>, Actor) -> bool + Send + Sync + 'static,
    ) {
        let mut hook = ForbidHook {
            rule: self.rule,
            act: Box::new(forbids),
            observed_by: None,
        };
        for clause in promise.into().clauses() {
            match clause {
                Clause::ObservedBy(by) => hook.observed_by = Some(by),
                _ => self.refuse_promise("who may act"),
            }
        }
        self.hooks.forbid.push(hook);
    }

    /// What else becomes of the walks that a man has for a purpose; see [`RulesBuilder::lend`].
    pub fn borrow_walk(
        &mut self,
        at: Loan,
        borrow: impl Fn(View<'_>, Actor, Purpose, &mut Walks) + Send + Sync + 'static,
    ) {
        self.lend_walk(at, Promise::nothing(), borrow);
    }

    /// The same with a promise.
    pub(in crate::rules) fn lend_walk(
        &mut self,
        loan: Loan,
        promise: impl Into<Promise>,
        borrow: impl Fn(View<'_>, Actor, Purpose, &mut Walks) + Send + Sync + 'static,
    ) {
        let means = |clause: &Clause| matches!(clause, Clause::Royals);
        let hook = BorrowHook {
            royal_only: self.promises(promise, means, "walks of men"),
            rule: self.rule,
            act: Box::new(borrow),
        };
        self.add_loan(loan, hook);
    }

    /// Adds a rule on walks at the place of its loan.
    pub(super) fn add_loan(&mut self, loan: Loan, hook: BorrowHook) {
        let place = self.loans.partition_point(|&other| other <= loan);
        self.loans.insert(place, loan);
        self.hooks.borrow.insert(place, hook);
    }

    /// Whether a capture would stand, for capturing and for check (ring capture).
    pub fn keep_capture(
        &mut self,
        promise: impl Into<Promise>,
        stands: impl Fn(View<'_>, Side, &PseudoMove) -> bool + Send + Sync + 'static,
    ) {
        let means = |clause: &Clause| matches!(clause, Clause::Departure);
        let by_departure = self.promises(promise, means, "captures");
        self.hooks.capture.push(MoveHook {
            rule: self.rule,
            captures_only: true,
            by_departure,
            act: Box::new(stands),
        });
    }

    /// Whether a pseudo-legal move may be played, without any say about observation.
    pub fn keep_move(
        &mut self,
        promise: impl Into<Promise>,
        stands: impl Fn(View<'_>, Side, &PseudoMove) -> bool + Send + Sync + 'static,
    ) {
        let means: [fn(&Clause) -> bool; 2] = [
            |clause| matches!(clause, Clause::Captures),
            |clause| matches!(clause, Clause::Departure),
        ];
        let question = "moves before they are played";
        let [captures_only, by_departure] = self.all_promises(promise, means, question);
        self.hooks.move_only.push(MoveHook {
            rule: self.rule,
            captures_only,
            by_departure,
            act: Box::new(stands),
        });
    }

    /// Further pseudo-legal moves of a side.
    pub fn add_moves(
        &mut self,
        promise: impl Into<Promise>,
        extra: impl Fn(View<'_>, Side, &mut Vec<PseudoMove>) + Send + Sync + 'static,
    ) {
        let displaces = self.only_displaces(promise.into(), "further moves");
        let (rule, act) = (self.rule, Box::new(extra));
        self.hooks.extra.push(ExtraOfSideHook {
            rule,
            displaces,
            act,
        });
    }

    /// Where a rule may bring men that promises nothing else.
    fn only_displaces(&mut self, promise: Promise, question: &str) -> Displaces {
        let mut all = Displaces::Anything;
        for clause in promise.clauses() {
            match clause {
                Clause::Displaces(displaces) => all = displaces,
                _ => self.refuse_promise(question),
            }
        }
        all
    }

    /// Further pseudo-legal moves of one man, before its steps; those that only a royal man can have, which
    /// are castlings, come first. The rule may try something out on the position; it must leave it as
    /// it was.
    pub fn add_moves_of_man(
        &mut self,
        promise: impl Into<Promise>,
        extra: impl Fn(&Rules, &mut Position, Actor, &mut Vec<PseudoMove>) + Send + Sync + 'static,
    ) {
        let mut hook = ExtraHook {
            royal_only: false,
            displaces: Displaces::Anything,
            act: Box::new(extra),
        };
        for clause in promise.into().clauses() {
            match clause {
                Clause::Royals => hook.royal_only = true,
                Clause::Displaces(displaces) => hook.displaces = displaces,
                _ => self.refuse_promise("further moves"),
            }
        }
        self.hooks.add_extra_of_man(hook);
    }

    /// A move in which no man goes anywhere: who may make it, and what happens then. No filter
    /// is asked about it. Only one rule may have one.
    pub fn add_board_move(
        &mut self,
        promise: impl Into<Promise>,
        offered: impl Fn(View<'_>, Side) -> bool + Send + Sync + 'static,
        effects: impl Fn(View<'_>, Side, &mut Vec<(Effect, Reason)>) + Send + Sync + 'static,
    ) {
        let former = self
            .hooks
            .board_move
            .as_ref()
            .map(|board_move| board_move.rule);
        self.refuse_second(former, "what a move without a man does");
        let displaces = self.only_displaces(promise.into(), "what a move without a man does");
        self.hooks.board_move = Some(BoardMove {
            rule: self.rule,
            is_way_out: false,
            displaces,
            offered: Box::new(offered),
            effects: Box::new(effects),
        });
    }

    /// The same of a move that may parry a check, so that it counts for mate and stalemate. Its effects are those of
    /// [`RulesBuilder::after_any_move`], with their choices.
    pub fn add_drops(&mut self, offered: impl Fn(View<'_>, Side) -> bool + Send + Sync + 'static) {
        let promise = Promise::nothing().displacing(Displaces::Nothing);
        self.add_board_move(promise, offered, |_, _, _| {});
        if let Some(board_move) = &mut self.hooks.board_move {
            board_move.is_way_out = true;
        }
    }

    /// Effects before the men of a pseudo-legal move move. It may refuse the pseudo-legal move.
    pub fn before(
        &mut self,
        promise: impl Into<Promise>,
        hook: impl Fn(View<'_>, Side, &PseudoMove, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        let displaces = self.only_displaces(promise.into(), "effects before a move");
        let (rule, act) = (self.rule, Box::new(hook));
        self.hooks.before.push(BeforeHook {
            rule,
            displaces,
            act,
        });
    }

    /// Turns each pseudo-legal move into those that are really played (second legs). The rule may try
    /// something out on the position; it must leave it as it was.
    pub fn rewrite(
        &mut self,
        promise: impl Into<Promise>,
        rewrite: impl Fn(&Rules, &mut Position, Side, PseudoMove, &mut Vec<PseudoMove>)
        + Send
        + Sync
        + 'static,
    ) {
        let mut hook = RewriteHook {
            rule: self.rule,
            captures_only: false,
            displaces: Displaces::Anything,
            act: Box::new(rewrite),
        };
        for clause in promise.into().clauses() {
            match clause {
                Clause::Captures => hook.captures_only = true,
                Clause::Displaces(displaces) => hook.displaces = displaces,
                _ => self.refuse_promise("second legs"),
            }
        }
        self.hooks.rewrite.push(hook);
    }

    /// For men of this kind every man hopped over makes a move of its own, see [`PlayedMove::hurdle`].
    pub fn follow_hurdles(&mut self, of: impl Fn(Piece) -> bool + Send + Sync + 'static) {
        let (rule, act) = (self.rule, Box::new(of));
        self.hooks.hurdles.push(Hook { rule, act });
    }

    /// Men with the attribute and men without it take no notice of each other when they move, capture
    /// and observe: they might as well not be there. Only one rule may say so. A rule that asks a question
    /// about all men asks it of [`View::among_all`].
    pub fn limit_sight(&mut self, by: Attribute) {
        let former = self.hooks.sight.as_ref().map(|sight| sight.rule);
        self.refuse_second(former, "which men a man takes notice of");
        let rule = self.rule;
        self.hooks.sight = Some(Sight { rule, by });
    }

    /// The moves of men with this attribute are listed before those of all others; only one
    /// attribute can come first.
    pub fn list_first(&mut self, attribute: Attribute) {
        if self.listed_first.is_some_and(|former| former != attribute) {
            self.refuse("two rules say whose moves are listed first");
        }
        self.listed_first = Some(attribute);
    }
}
