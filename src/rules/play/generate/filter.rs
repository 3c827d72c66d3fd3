//! What rules leave of the candidates, and what they make of them.

use crate::board::{Side, SquareSet};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::hooks::hook::Ring;
use crate::rules::play::candidate::{Candidate, Kind};
use crate::rules::short_cut::ShortCut;

impl Rules {
    /// Asks all rules on single ways about the candidates from `start` on.
    pub(super) fn filter(
        &self,
        position: &mut Position,
        side: Side,
        start: usize,
        into: &mut Vec<Candidate>,
    ) {
        let stands = |candidate: &Candidate| self.lets_stand(position, side, candidate);
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
            let is_open =
                |way: &Candidate| !way.is_capture() || self.fixed_line_is_open(position, side, way);
            into.extend(whole.into_iter().filter(is_open));
        }
    }

    /// Puts what the rules on second legs make of them in place of the candidates from `start` on.
    pub(in crate::rules) fn rewrite(
        &self,
        position: &mut Position,
        side: Side,
        start: usize,
        into: &mut Vec<Candidate>,
    ) {
        for rewrite in &self.hooks.rewrite {
            let end = into.len();
            let keeps = |candidate: &Candidate| rewrite.captures_only && !candidate.is_capture();
            if into[start..].iter().all(keeps) {
                continue;
            }
            for place in start..end {
                match into[place] {
                    candidate if keeps(&candidate) => into.push(candidate),
                    candidate => (rewrite.act)(self, position, side, candidate, into),
                }
            }
            into.drain(start..end);
            remove_repeated(into, start);
        }
    }

    /// Whether rules that are asked about single ways can be asked about each by itself.
    pub(in crate::rules) fn may_filter_late(&self) -> bool {
        self.hooks.rewrite.is_empty()
            && self.hooks.siblings.is_empty()
            && self.allow(ShortCut::LateFilters)
    }

    /// Whether the rules on single ways let this one stand.
    pub(in crate::rules) fn lets_stand(
        &self,
        position: &Position,
        side: Side,
        candidate: &Candidate,
    ) -> bool {
        let (view, hooks) = (self.view(position), &self.hooks);
        let is_way = !candidate.is_null() && candidate.kind != Kind::Bare;
        let captures = candidate.is_capture();
        !is_way
            || self.way_is_open(position, side, candidate)
                && (!captures || self.capture_is_allowed(position, side, candidate))
                && hooks.move_only.iter().all(|hook| {
                    hook.captures_only && !captures || (hook.act)(view, side, candidate)
                })
    }

    /// Whether rules on lines leave the way open. Where captures go on to other squares, geometry
    /// is asked about the whole way, once it is known.
    fn way_is_open(&self, position: &Position, side: Side, candidate: &Candidate) -> bool {
        match candidate.is_capture() && self.rewrites_captures() {
            true => self.changing_line_is_open(position, Ring::Capture, side, candidate),
            false => self.line_is_open(position, Ring::Capture, side, candidate),
        }
    }

    /// Whether rules say how captures go on.
    fn rewrites_captures(&self) -> bool {
        let mut rules = self.hooks.rewrite.iter();
        rules.any(|rewrite| rewrite.captures_only)
    }
}

/// Two borrowed walks may lead the same way, and two ways may be rewritten into one: one move.
pub(super) fn remove_repeated(into: &mut Vec<Candidate>, start: usize) {
    let mut arrivals = SquareSet::EMPTY;
    let mut kept = start;
    for place in start..into.len() {
        let candidate = into[place];
        let is_new = !arrivals.contains(candidate.to) || !into[start..kept].contains(&candidate);
        if is_new {
            arrivals.insert(candidate.to);
            into[kept] = candidate;
            kept += 1;
        }
    }
    into.truncate(kept);
}
