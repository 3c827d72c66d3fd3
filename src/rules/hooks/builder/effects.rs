//! What conditions make happen when a move is played.

use super::RulesBuilder;
use crate::position::Position;
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::hook::{AfterHook, EffectScope, Idle, Outcome, PlayedMove, Predicted};
use crate::rules::hooks::promise::{Clause, Promise};
use crate::rules::hooks::rank::Rank;
use crate::rules::{Rules, View};

impl<'p> RulesBuilder<'p> {
    /// Effects of a move at their place in the order. A rule that promises [`EffectScope::Captures`],
    /// [`EffectScope::Capturer`] or [`EffectScope::Rebirth`] is called for captures only.
    pub fn after(
        &mut self,
        rank: Rank,
        promise: impl Into<Promise>,
        hook: impl Fn(View<'_>, &PlayedMove, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.after_trying(rank, promise, move |rules, position, played, outcome| {
            hook(rules.view(position), played, outcome);
        });
    }

    /// The same for a rule that tries something out on the position (play, judge, rewind); it
    /// must leave it as it was.
    pub fn after_trying(
        &mut self,
        rank: Rank,
        promise: impl Into<Promise>,
        hook: impl Fn(&Rules, &mut Position, &PlayedMove, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.insert_hook(rank, promise.into(), Idle::Never, hook);
    }

    /// The same for a rule whose effects also happen after plies in which no man moves: after such moves of
    /// rules, null moves and the pass that shows a threat.
    pub fn after_any_ply(
        &mut self,
        rank: Rank,
        promise: impl Into<Promise>,
        hook: impl Fn(&Rules, &mut Position, &PlayedMove, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.insert_hook(rank, promise.into(), Idle::AllPlies, hook);
    }

    /// The same, but of plies in which no man moves only after moves of rules ([`RulesBuilder::add_board_move`]).
    pub fn after_any_move(
        &mut self,
        rank: Rank,
        promise: impl Into<Promise>,
        hook: impl Fn(&Rules, &mut Position, &PlayedMove, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.insert_hook(rank, promise.into(), Idle::BoardMoves, hook);
    }

    /// The first free place at this rank: rules that act there one after the other do so in the order in which
    /// they are installed.
    pub fn next_place(&mut self, rank: Rank) -> Rank {
        let mut place = rank;
        while self.hooks.after.iter().any(|hook| hook.rank == place) {
            match place.next() {
                Some(next) => place = next,
                None => {
                    self.refuse(
                        "so many rules at one place in the order of effects are not supported",
                    );
                    return place;
                }
            }
        }
        place
    }

    fn insert_hook(
        &mut self,
        rank: Rank,
        promise: Promise,
        idle: Idle,
        hook: impl Fn(&Rules, &mut Position, &PlayedMove, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        let mut after = AfterHook {
            rule: self.rule,
            rank,
            scope: EffectScope::Anything,
            of: None,
            predicted: Predicted::Nothing,
            displaces: Displaces::Anything,
            rests: None,
            arrivals: None,
            stands: false,
            idle,
            is_chosen: false,
            act: Box::new(hook),
        };
        for clause in promise.clauses() {
            match clause {
                Clause::Scope(scope) => {
                    (after.scope, after.displaces) = (scope, scope.displaces());
                }
                Clause::Displaces(displaces) => after.displaces = displaces,
                Clause::Rests(rests) => after.rests = Some(rests),
                Clause::Arrivals(squares) => after.arrivals = Some(squares),
                Clause::Stands => after.stands = true,
                Clause::MovesOf(attribute) => after.of = Some(attribute),
                Clause::Walk(next) => after.predicted = Predicted::Walk(next),
                Clause::Homes(homes) => after.predicted = Predicted::Homes(homes),
                _ => self.refuse_promise("effects of moves"),
            }
        }
        self.hooks.add_after(after);
    }
}
