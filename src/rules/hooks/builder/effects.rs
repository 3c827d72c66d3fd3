//! What conditions make happen when a move is played.

use super::RulesBuilder;
use crate::board::{Side, SquareSet};
use crate::men::{Attribute, Piece, WalkId};
use crate::position::Position;
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::hook::{AfterHook, Foretold, Outcome, Touch, Turn};
use crate::rules::hooks::rank::Rank;
use crate::rules::{Rules, View};

impl<'p> RulesBuilder<'p> {
    /// Effects of a move, at their place in the order, whatever they are.
    pub fn after(
        &mut self,
        rank: Rank,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.after_touching(rank, Touch::Anything, hook);
    }

    /// Effects of a move that reach no further than told. A hook for [`Touch::Captures`],
    /// [`Touch::Capturer`] or [`Touch::Rebirth`] is called for captures only.
    pub fn after_touching(
        &mut self,
        rank: Rank,
        touch: Touch,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.after_displacing(rank, touch, touch.displaces(), hook);
    }

    /// The same, for effects that bring men to no other places than these.
    pub fn after_displacing(
        &mut self,
        rank: Rank,
        touch: Touch,
        displaces: Displaces,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.add_after(AfterHook {
            rule: self.rule,
            rank,
            touch,
            of: None,
            foretold: Foretold::Nothing,
            displaces,
            act: Box::new(looking(hook)),
        });
    }

    /// Effects of moves of men, with this attribute if one is named, that give the man that moved
    /// the walk that `next` tells of its own and change nothing else.
    pub fn change_walk(
        &mut self,
        of: Option<Attribute>,
        rank: Rank,
        next: impl Fn(WalkId) -> WalkId + Send + Sync + 'static,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.add_after(AfterHook {
            rule: self.rule,
            rank,
            touch: Touch::Mover,
            of,
            foretold: Foretold::Walk(Box::new(next)),
            displaces: Displaces::Nothing,
            act: Box::new(looking(hook)),
        });
    }

    /// Effects of captures that put the capturing man on one of its homes or refuse the move, and
    /// change nothing else.
    pub fn move_capturer(
        &mut self,
        rank: Rank,
        homes: impl Fn(View<'_>, Piece, Side) -> SquareSet + Send + Sync + 'static,
        displaces: Displaces,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.add_after(AfterHook {
            rule: self.rule,
            rank,
            touch: Touch::Away,
            of: None,
            foretold: Foretold::Homes(Box::new(homes)),
            displaces,
            act: Box::new(looking(hook)),
        });
    }

    /// Effects of the moves of men that had this attribute before them; other moves are none of
    /// its business.
    pub fn after_moves_of(
        &mut self,
        attribute: Attribute,
        (rank, touch): (Rank, Touch),
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.add_after(AfterHook {
            rule: self.rule,
            rank,
            touch,
            of: Some(attribute),
            foretold: Foretold::Nothing,
            displaces: touch.displaces(),
            act: Box::new(looking(hook)),
        });
    }

    pub(in crate::rules) fn add_after(&mut self, hook: AfterHook) {
        let hooks = &mut self.hooks.after;
        let place = hooks.partition_point(|other| other.rank <= hook.rank);
        hooks.insert(place, hook);
    }
}

/// A hook with effects that only looks at the position.
fn looking(
    hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
) -> impl Fn(&Rules, &mut Position, &Turn, &mut Outcome<'_>) + Send + Sync + 'static {
    move |rules, position, turn, outcome| hook(rules.view(position), turn, outcome)
}
