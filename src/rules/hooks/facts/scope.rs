//! Whose moves a fact is about: of royal men or others, with or without a capture.

use crate::men::{Attributes, Piece};
use crate::rules::hooks::hook::{AfterHook, EffectScope, Hooks};
use crate::rules::play::pseudo_move::PseudoMove;

/// A fact about the moves of men, some of which have attributes that rules ask for.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct ByMover {
    marks: Attributes,
    pub(super) marked: ByKind,
    pub(super) others: ByKind,
}

impl ByMover {
    /// It holds of no move of any man.
    pub(super) const NEVER: ByMover = ByMover {
        marks: Attributes::NONE,
        marked: ByKind::NEITHER,
        others: ByKind::NEITHER,
    };

    /// Whether all hooks with effects on such moves are among those touching no more than told.
    pub(super) fn touching(hooks: &Hooks, most: &[EffectScope]) -> ByMover {
        ByMover::of(hooks, hooks.after.iter(), most)
    }

    /// Whether nothing but hooks of one kind has effects on such moves, and one does.
    pub(super) fn beside(hooks: &Hooks, is_of_kind: fn(&AfterHook) -> bool) -> ByMover {
        let others = hooks.after.iter().filter(move |hook| !is_of_kind(hook));
        match hooks.after.iter().any(is_of_kind) {
            true => ByMover::of(hooks, others, &[]),
            false => ByMover::NEVER,
        }
    }

    fn of<'a>(
        hooks: &Hooks,
        after: impl Iterator<Item = &'a AfterHook> + Clone,
        most: &[EffectScope],
    ) -> ByMover {
        let marks = after.clone().filter_map(|hook| hook.of);
        let of_all = after.clone().filter(|hook| hook.of.is_none());
        let both = [
            ByKind::touching(after, most),
            ByKind::touching(of_all, most),
        ];
        let goes_on = hooks.go_on.as_ref();
        let [marked, others] = both.map(|kind| match goes_on {
            _ if !hooks.before.is_empty() => ByKind::NEITHER,
            Some(rule) if !rule.captures_only => ByKind::NEITHER,
            Some(_) => ByKind {
                capture: false,
                ..kind
            },
            None => kind,
        });
        ByMover {
            marks: marks.fold(Attributes::NONE, Attributes::with),
            marked,
            others,
        }
    }

    /// The fact about the moves of this man.
    #[inline]
    pub(in crate::rules) fn by(&self, mover: Piece) -> ByKind {
        match mover.has_any(self.marks) {
            true => self.marked,
            false => self.others,
        }
    }
}

/// A fact about moves without and with capture.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct ByKind {
    pub quiet: bool,
    pub capture: bool,
}

impl ByKind {
    /// It holds of no move.
    const NEITHER: ByKind = ByKind {
        quiet: false,
        capture: false,
    };

    /// Whether all hooks with effects on such moves are among those touching no more than told.
    pub(super) fn touching<'a>(
        hooks: impl Iterator<Item = &'a AfterHook> + Clone,
        most: &[EffectScope],
    ) -> ByKind {
        let all = |also: &[EffectScope]| {
            let touches = |scope: EffectScope| {
                scope == EffectScope::Memory || most.contains(&scope) || also.contains(&scope)
            };
            hooks.clone().all(|hook| touches(hook.scope))
        };
        ByKind {
            quiet: all(&[
                EffectScope::Captures,
                EffectScope::Capturer,
                EffectScope::Rebirth,
                EffectScope::Away,
            ]),
            capture: all(&[]),
        }
    }

    #[inline]
    pub(in crate::rules) fn of(self, pseudo_move: &PseudoMove) -> bool {
        self.if_captures(pseudo_move.is_capture())
    }

    #[inline]
    pub(in crate::rules) fn if_captures(self, captures: bool) -> bool {
        match captures {
            true => self.capture,
            false => self.quiet,
        }
    }
}

/// What is known of a man that moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum MoverAfter {
    /// It has its walk, and if not its side, then the other; nothing else happened.
    AsItWas,
    /// It is there, whatever it has become; nothing else happened.
    Changed,
    /// It is as it was, and the man it captured may be somewhere else on the board.
    PutsBack,
    /// It captured, and is as it was, but on one of its homes.
    Away,
    /// Nothing.
    Anything,
}
