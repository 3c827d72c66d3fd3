//! What rules leave of the pseudo-legal moves, and what they make of them.

use crate::board::{Side, Square, SquareSet};
use crate::position::Position;
use crate::rules::Generator;
use crate::rules::hooks::hook::{MoveHook, Ring};
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
        let mut last = Departure::default();
        let mut kept = start;
        for place in start..into.len() {
            if self.lets_stand(position, side, &into[place], &mut last) {
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

    /// Whether the rules on single ways let this one stand, given what they said of the last one in the same
    /// position.
    pub(in crate::rules) fn lets_stand(
        self,
        position: &Position,
        side: Side,
        pseudo_move: &PseudoMove,
        last: &mut Departure,
    ) -> bool {
        let (view, hooks) = (self.view(position), &self.hooks);
        if pseudo_move.is_null() || pseudo_move.kind == Kind::Board {
            return true;
        }
        let captures = pseudo_move.is_capture();
        let [of_captures, of_moves] = last.said_of(pseudo_move);
        let all_let = |hooks: &[MoveHook], view, said: &mut Option<bool>| {
            let stands = |hook: &MoveHook| (hook.act)(view, side, pseudo_move);
            let asked = || hooks.iter().filter(|hook| captures || !hook.captures_only);
            let once = |hook: &&MoveHook| hook.by_departure && self.allow(ShortCut::SharedVerdicts);
            let ask_once = || asked().filter(once).all(stands);
            debug_assert!(said.is_none_or(|said| said == ask_once()));
            asked().filter(|hook| !once(hook)).all(stands) && *said.get_or_insert_with(ask_once)
        };
        self.way_is_open(position, side, pseudo_move)
            && (!captures || all_let(&hooks.capture, view.in_ring(Ring::Capture), of_captures))
            && all_let(&hooks.move_only, view, of_moves)
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

/// What the rules for which only the man and its square count said of the square that was asked about last:
/// of captures there, then of moves without capture and with one.
#[derive(Default)]
pub(in crate::rules) struct Departure {
    from: Option<Square>,
    captures: Option<bool>,
    moves: [Option<bool>; 2],
}

impl Departure {
    /// What is known of captures and of moves from where this one leaves.
    #[inline]
    fn said_of(&mut self, pseudo_move: &PseudoMove) -> [&mut Option<bool>; 2] {
        if self.from != Some(pseudo_move.from) {
            *self = Departure {
                from: Some(pseudo_move.from),
                ..Departure::default()
            };
        }
        let moves = &mut self.moves[usize::from(pseudo_move.is_capture())];
        [&mut self.captures, moves]
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
