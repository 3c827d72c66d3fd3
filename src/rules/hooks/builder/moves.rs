//! What conditions say of pseudo-legal moves: lines, who may act, captures, further moves.

use super::RulesBuilder;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Piece};
use crate::position::{Effect, Position, Reason};
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::hook::{
    Actor, BareMove, ExtraHook, ExtraOfMan, ForbidHook, Hook, Loan, MoveHook, Outcome, Purpose,
    RewriteHook, Ring, Walks,
};
use crate::rules::play::candidate::Candidate;
use crate::rules::{Rules, View};

impl<'p> RulesBuilder<'p> {
    /// A way stands or not by geometry alone: moving and observing. Must not look at the position.
    pub fn keep_fixed_line(
        &mut self,
        open: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(open));
        self.hooks.fixed_line.push(Hook { rule, act });
    }

    /// A way is open or not, for moving and observing alike (ring geometry).
    pub fn keep_line(
        &mut self,
        open: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        self.line(Ring::Geometry, open);
    }

    /// A man may not act: neither move nor observe (ring actor).
    pub fn forbid_actor(
        &mut self,
        forbids: impl Fn(View<'_>, Actor) -> bool + Send + Sync + 'static,
    ) {
        self.hooks.forbid.push(ForbidHook {
            rule: self.rule,
            act: Box::new(forbids),
            observed_by: None,
        });
    }

    /// The same, for a rule that keeps a man from acting if a hostile one of a certain kind has
    /// a way to it, as [`Ring::Geometry`] tells, or could capture it in passing, and only then:
    /// `observed_by` says whether the second man is of the kind that matters to the first.
    pub fn forbid_actor_observed_by(
        &mut self,
        observed_by: impl Fn(Piece, Piece) -> bool + Send + Sync + 'static,
        forbids: impl Fn(View<'_>, Actor) -> bool + Send + Sync + 'static,
    ) {
        self.hooks.forbid.push(ForbidHook {
            rule: self.rule,
            act: Box::new(forbids),
            observed_by: Some(Box::new(observed_by)),
        });
    }

    /// The walks a man uses for a purpose.
    pub fn borrow_walk(
        &mut self,
        borrow: impl Fn(View<'_>, Actor, Purpose, &mut Walks) + Send + Sync + 'static,
    ) {
        self.lend_walk(Loan::Usual, borrow);
    }

    /// The same for a rule that has its say before others or after them.
    pub fn lend_walk(
        &mut self,
        loan: Loan,
        borrow: impl Fn(View<'_>, Actor, Purpose, &mut Walks) + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(borrow));
        let place = self.loans.partition_point(|&other| other <= loan);
        self.loans.insert(place, loan);
        self.hooks.borrow.insert(place, Hook { rule, act });
    }

    /// Whether a capture would stand, for capturing and for check (ring capture).
    pub fn keep_capture(
        &mut self,
        stands: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(stands));
        self.hooks.capture.push(Hook { rule, act });
    }

    /// Whether a candidate may be played, without any say about observation.
    pub fn keep_move(
        &mut self,
        stands: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        self.hooks.move_only.push(MoveHook {
            rule: self.rule,
            captures_only: false,
            act: Box::new(stands),
        });
    }

    /// The same for captures alone: it is not asked about other candidates.
    pub fn keep_capturing_move(
        &mut self,
        stands: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        self.hooks.move_only.push(MoveHook {
            rule: self.rule,
            captures_only: true,
            act: Box::new(stands),
        });
    }

    /// Further candidates of a side.
    pub fn add_candidates(
        &mut self,
        extra: impl Fn(View<'_>, Side, &mut Vec<Candidate>) + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(extra));
        self.hooks.extra.push(Hook { rule, act });
    }

    /// Further candidates of one man, before its steps.
    pub fn add_candidates_of_man(
        &mut self,
        extra: impl Fn(&Rules, &mut Position, Actor, &mut Vec<Candidate>) + Send + Sync + 'static,
    ) {
        self.add_extra(false, Box::new(extra));
    }

    /// The same for royal men alone: it must add nothing for others.
    pub fn add_candidates_of_royal_man(
        &mut self,
        extra: impl Fn(&Rules, &mut Position, Actor, &mut Vec<Candidate>) + Send + Sync + 'static,
    ) {
        self.add_extra(true, Box::new(extra));
    }

    fn add_extra(&mut self, royal_only: bool, act: Box<ExtraOfMan>) {
        let hook = ExtraHook { royal_only, act };
        self.hooks.extra_of_man.push(hook);
    }

    /// A move in which no man goes anywhere: who may make it, and what happens then. No filter
    /// is asked about it.
    pub fn add_bare_move(
        &mut self,
        offered: impl Fn(View<'_>, Side) -> bool + Send + Sync + 'static,
        effects: impl Fn(View<'_>, Side, &mut Vec<(Effect, Reason)>) + Send + Sync + 'static,
    ) {
        self.hooks.bare = Some(BareMove {
            offered: Box::new(offered),
            effects: Box::new(effects),
        });
    }

    /// Effects before the men of a candidate move. It may refuse the candidate.
    pub fn before(
        &mut self,
        hook: impl Fn(View<'_>, Side, &Candidate, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(hook));
        self.hooks.before.push(Hook { rule, act });
    }

    /// Turns each capture into those that are really played (second legs).
    pub fn rewrite_captures(
        &mut self,
        displaces: Displaces,
        rewrite: impl Fn(View<'_>, Side, Candidate, &mut Vec<Candidate>) + Send + Sync + 'static,
    ) {
        let act = move |rules: &Rules,
                        position: &mut Position,
                        side: Side,
                        candidate: Candidate,
                        into: &mut Vec<Candidate>| {
            rewrite(rules.view(position), side, candidate, into);
        };
        self.hooks.rewrite.push(RewriteHook {
            rule: self.rule,
            captures_only: true,
            displaces,
            act: Box::new(act),
        });
    }

    /// Turns each candidate into those that are really played. The rule may try something out
    /// on the position; it must leave it as it was.
    pub fn rewrite_by_trying(
        &mut self,
        rewrite: impl Fn(&Rules, &mut Position, Side, Candidate, &mut Vec<Candidate>)
        + Send
        + Sync
        + 'static,
    ) {
        self.hooks.rewrite.push(RewriteHook {
            rule: self.rule,
            captures_only: false,
            displaces: Displaces::Anything,
            act: Box::new(rewrite),
        });
    }

    /// For men of this kind every man hopped over makes a move of its own, see [`Turn::hurdle`].
    pub fn follow_hurdles(&mut self, of: impl Fn(Piece) -> bool + Send + Sync + 'static) {
        let (rule, act) = (self.rule, Box::new(of));
        self.hooks.hurdles.push(Hook { rule, act });
    }

    /// The men that the man on a square takes notice of when it moves, captures and observes;
    /// all others might as well not be there.
    pub fn limit_sight(
        &mut self,
        seen: impl Fn(View<'_>, Square) -> SquareSet + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(seen));
        self.hooks.sight = Some(Hook { rule, act });
    }

    /// The moves of men with this attribute are listed before those of all others.
    pub fn list_first(&mut self, attribute: Attribute) {
        self.listed_first = Some(attribute);
    }
}
