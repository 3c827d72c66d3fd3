//! What rules leave of the pseudo-legal moves, and what they make of them.

use crate::board::{Side, SquareSet};
use crate::position::Position;
use crate::rules::Generator;
use crate::rules::hooks::hook::Ring;
use crate::rules::play::pseudo_move::{Kind, PseudoMove};
use crate::rules::short_cut::ShortCut;

impl Generator<'_> {
    /// Asks all rules on single ways about the pseudo-legal moves from `start` on.
    pub(super) fn filter(
        self,
        position: &mut Position,
        side: Side,
        start: usize,
        into: &mut Vec<PseudoMove>,
    ) {
        let stands = |pseudo_move: &PseudoMove| self.lets_stand(position, side, pseudo_move);
        let mut kept = start;
        for place in start..into.len() {
            if stands(&into[place]) {
                into.swap(kept, place);
                kept += 1;
            }
        }
        into.truncate(kept);
        self.rewrite(position, side, start, into);
        if self.rewrites_captures() && !self.hooks.fixed_line.is_empty() {
            let whole = into.split_off(start);
            let is_open = |way: &PseudoMove| {
                !way.is_capture() || self.judge().fixed_line_is_open(position, side, way)
            };
            into.extend(whole.into_iter().filter(is_open));
        }
    }

    /// Puts what the rules on second legs make of them in place of the pseudo-legal moves from `start` on.
    pub(in crate::rules) fn rewrite(
        self,
        position: &mut Position,
        side: Side,
        start: usize,
        into: &mut Vec<PseudoMove>,
    ) {
        for rewrite in &self.hooks.rewrite {
            let end = into.len();
            let keeps =
                |pseudo_move: &PseudoMove| rewrite.captures_only && !pseudo_move.is_capture();
            if into[start..].iter().all(keeps) {
                continue;
            }
            for place in start..end {
                match into[place] {
                    pseudo_move if keeps(&pseudo_move) => into.push(pseudo_move),
                    pseudo_move => (rewrite.act)(self.0, position, side, pseudo_move, into),
                }
            }
            into.drain(start..end);
            remove_repeated(into, start);
        }
    }

    /// Whether rules that are asked about single ways can be asked about each by itself.
    pub(in crate::rules) fn may_filter_late(self) -> bool {
        self.hooks.rewrite.is_empty()
            && self.hooks.siblings.is_empty()
            && self.allow(ShortCut::LateFilters)
    }

    /// Whether the rules on single ways let this one stand.
    pub(in crate::rules) fn lets_stand(
        self,
        position: &Position,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let (view, hooks) = (self.view(position), &self.hooks);
        let is_way = !pseudo_move.is_null() && pseudo_move.kind != Kind::Board;
        let captures = pseudo_move.is_capture();
        !is_way
            || self.way_is_open(position, side, pseudo_move)
                && (!captures || self.judge().capture_is_allowed(position, side, pseudo_move))
                && hooks.move_only.iter().all(|hook| {
                    hook.captures_only && !captures || (hook.act)(view, side, pseudo_move)
                })
    }

    /// Whether rules on lines leave the way open. Where captures go on to other squares, geometry
    /// is asked about the whole way, once it is known.
    fn way_is_open(self, position: &Position, side: Side, pseudo_move: &PseudoMove) -> bool {
        match pseudo_move.is_capture() && self.rewrites_captures() {
            true => self
                .judge()
                .changing_line_is_open(position, Ring::Capture, side, pseudo_move),
            false => self
                .judge()
                .line_is_open(position, Ring::Capture, side, pseudo_move),
        }
    }

    /// Whether rules say how captures go on.
    fn rewrites_captures(self) -> bool {
        let mut rules = self.hooks.rewrite.iter();
        rules.any(|rewrite| rewrite.captures_only)
    }
}

/// Two borrowed walks may lead the same way, and two ways may be rewritten into one: one move.
pub(super) fn remove_repeated(into: &mut Vec<PseudoMove>, start: usize) {
    let mut arrivals = SquareSet::EMPTY;
    let mut kept = start;
    for place in start..into.len() {
        let pseudo_move = into[place];
        let is_new =
            !arrivals.contains(pseudo_move.to) || !into[start..kept].contains(&pseudo_move);
        if is_new {
            arrivals.insert(pseudo_move.to);
            into[kept] = pseudo_move;
            kept += 1;
        }
    }
    into.truncate(kept);
}
