//! Whether a line is open, and who is kept from acting.

use crate::board::Side;
use crate::position::Position;
use crate::rules::Judge;
use crate::rules::hooks::hook::{Actor, Ring};
use crate::rules::play::pseudo_move::PseudoMove;

impl Judge<'_> {
    /// Whether a rule keeps the man from acting.
    #[inline]
    pub(in crate::rules) fn is_forbidden(self, position: &Position, actor: Actor) -> bool {
        let view = self.view(position);
        let mut rules = self.hooks.forbid.iter();
        rules.any(|hook| {
            let forbids = (hook.act)(view.in_ring(Ring::Actor), actor);
            debug_assert!(
                !forbids || self.oracle().has_holder(hook, view, actor),
                "{} holds a man that nobody holds",
                hook.rule
            );
            forbids
        })
    }

    /// Whether the way is open by geometry alone.
    #[inline]
    pub(in crate::rules) fn fixed_line_is_open(
        self,
        position: &Position,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let view = self.view(position).in_ring(Ring::Geometry);
        let mut lines = self.hooks.fixed_line.iter();
        lines.all(|open| open(view, side, pseudo_move))
    }

    /// Whether the way is open as far as rules on lines are concerned that act in this ring.
    #[inline]
    pub(in crate::rules) fn line_is_open(
        self,
        position: &Position,
        ring: Ring,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> bool {
        self.fixed_line_is_open(position, side, pseudo_move)
            && self.changing_line_is_open(position, ring, side, pseudo_move)
    }

    /// The same for rules that do not go by geometry alone.
    #[inline]
    pub(in crate::rules) fn changing_line_is_open(
        self,
        position: &Position,
        ring: Ring,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let view = self.view(position);
        let captures = pseudo_move.is_capture();
        let lines = self.hooks.line.iter().filter(|hook| hook.ring <= ring);
        let mut lines = lines.filter(|hook| captures || !hook.captures_only);
        lines.all(|hook| (hook.act)(view.in_ring(hook.ring), side, pseudo_move))
    }

    /// Whether all rules on captures let this one stand, whoever may act and whatever is on its way.
    #[inline]
    pub(in crate::rules) fn capture_is_allowed(
        self,
        position: &Position,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let view = self.view(position).in_ring(Ring::Capture);
        let mut captures = self.hooks.capture.iter();
        captures.all(|hook| (hook.act)(view, side, pseudo_move))
    }
}
