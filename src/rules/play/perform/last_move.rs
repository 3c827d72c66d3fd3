//! What is remembered of the last move.

use crate::men::Piece;
use crate::position::{Effect, LastMove, LastMoveFact, Position, Reason, Slot};
use crate::rules::Player;
use crate::rules::hooks::hook::{AfterHook, EffectScope, Effects, PlayedMove};
use crate::rules::hooks::rank::Rank;
use crate::rules::play::pseudo_move::{Choices, Kind, PseudoMove};

impl Player<'_> {
    /// Keeps what rules want to know about the move just played. Until here they saw the one
    /// before it.
    #[inline]
    pub(super) fn remember_last_move(self, position: &mut Position, played: &PlayedMove) {
        let others = self.last_move_facts.without(LastMoveFact::Exchange);
        let of_use =
            played.pseudo_move.kind == Kind::Exchange || position.slot(Slot::LAST_MOVE) != 0;
        if !others.is_empty() || of_use && !self.last_move_facts.is_empty() {
            let vector = self.vector_of(&played.pseudo_move);
            let last = LastMove {
                vector,
                ..last_move(position, played)
            };
            let last = last.reduced_to(self.last_move_facts);
            set_last_move(position, last);
        }
    }

    /// Lets the rules that only remember something take notice of a move that no man makes.
    pub(super) fn remember(self, position: &mut Position, played: &PlayedMove) {
        self.remember_if(position, played, |_| true);
    }

    /// Lets the rules that remember a move as a whole take notice of one that may have several parts.
    pub(super) fn remember_all_parts(self, position: &mut Position, played: &PlayedMove) {
        self.remember_if(position, played, |hook| self.waits_for_all_parts(hook));
    }

    /// Whether a rule is not asked after each part of a move, but at its end.
    #[inline]
    pub(super) fn waits_for_all_parts(self, hook: &AfterHook) -> bool {
        self.hooks.go_on.is_some() && hook.rank == Rank::WHOLE_MOVE
    }

    fn remember_if(
        self,
        position: &mut Position,
        played: &PlayedMove,
        is_asked: impl Fn(&AfterHook) -> bool,
    ) {
        let memory = |hook: &&AfterHook| hook.scope == EffectScope::Memory && is_asked(hook);
        for hook in self.hooks.after.iter().filter(memory) {
            let (mut choices, mut played) = (Choices::default(), *played);
            let (effects, fork) = (&mut Effects::new(), (0, &mut None));
            let _ = self.run(hook, position, &mut played, &mut choices, effects, fork);
        }
    }
}

/// All that can be known of a move when its effects are done.
pub(super) fn last_move(position: &Position, played: &PlayedMove) -> LastMove {
    let PseudoMove { from, to, kind, .. } = played.pseudo_move;
    let side = Some(played.side);
    if kind == Kind::Board {
        return LastMove {
            side,
            ..LastMove::default()
        };
    }
    // A man that moves from elsewhere leaves the square from which it moves.
    let departure = match kind {
        Kind::Via { origin, .. } => origin,
        _ => from,
    };
    let moved = played.now.map(|on| position.piece_on(on));
    LastMove {
        side,
        departure: Some(departure),
        arrival: Some(to),
        vector: None,
        mover: Some(played.departed),
        now: played.now.filter(|_| moved.is_some_and(Piece::is_some)),
        arrived: moved.filter(|man| man.is_some()),
        captured: played.captured.map(|man| (man.piece, man.on)),
        identities: [played.id, played.captured.map_or(0, |man| man.id)],
        exchange: (kind == Kind::Exchange).then_some([from, to]),
    }
}

/// Remembers a last move.
pub(in crate::rules) fn set_last_move(position: &mut Position, last: LastMove) {
    for (slot, value) in last.packed() {
        if position.slot(slot) != value {
            position.apply(Effect::Set { slot, value }, Reason::Silent);
        }
    }
}
