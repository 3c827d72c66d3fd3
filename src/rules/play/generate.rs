//! Generation: the candidates of a side, man by man, then the special moves.

use crate::board::{Side, Square, SquareSet, Vector};
use crate::men::{Piece, Step, WalkId, Which};
use crate::position::{Position, Slot, unpack_squares};
use crate::rules::hooks::asked::{Among, Role};
use crate::rules::hooks::hook::{Actor, Purpose, Ring};
use crate::rules::play::candidate::{Candidate, Kind};
use crate::rules::short_cut::ShortCut;
use crate::rules::{Rules, View};
use smallvec::{SmallVec, smallvec};
use std::cmp::Reverse;

impl View<'_> {
    /// Whether the rules that keep men from acting and moves from being played let this one
    /// stand. They are not asked about its way.
    pub fn may_play(self, side: Side, candidate: &Candidate) -> bool {
        let hooks = &self.rules.hooks;
        let actor = Actor {
            square: candidate.from,
            side,
        };
        !self.rules.is_forbidden(self.position, actor)
            && hooks
                .move_only
                .iter()
                .all(|hook| (hook.act)(self, side, candidate))
    }
}

impl Rules {
    /// All candidates of `side` in the order of generation: the null move, men from the first square on,
    /// a royal man's castlings before its steps, then what rules add.
    pub(in crate::rules) fn candidates(
        &self,
        position: &mut Position,
        side: Side,
        into: &mut Vec<Candidate>,
    ) {
        if self.winner(position).is_some() {
            return;
        }
        self.candidates_of_nobody(position, side, into);
        let start = into.len();
        for from in self.in_order(position, side) {
            self.candidates_of(position, Actor { square: from, side }, into);
        }
        self.finish_candidates(position, side, start, into);
    }

    /// Adds what belongs to no man, compares the moves of the side and puts them in order.
    pub(in crate::rules) fn finish_candidates(
        &self,
        position: &mut Position,
        side: Side,
        start: usize,
        into: &mut Vec<Candidate>,
    ) {
        self.extra_candidates(position, side, into);
        self.compare(Among::Side, position, side, (start, into));
        if self.listed_by_squares {
            into[start..].sort_by_key(|candidate| Reverse((candidate.from, candidate.to)));
        }
    }

    /// The null move and the move of no man.
    pub(in crate::rules) fn candidates_of_nobody(
        &self,
        position: &Position,
        side: Side,
        into: &mut Vec<Candidate>,
    ) {
        if self.null_moves && position.slot(Slot::NULL_MOVE) == 0 {
            into.push(Candidate::NULL);
        }
        if self.offers_bare_move(position, side) {
            into.push(Candidate::BARE);
        }
    }

    /// The squares of the men of `side` in the order of their moves.
    pub(in crate::rules) fn in_order(
        &self,
        position: &Position,
        side: Side,
    ) -> impl Iterator<Item = Square> + use<> {
        let men = self.movable(position, side);
        let first = self.listed_first.map(|mark| position.with_attribute(mark));
        let first = men & first.unwrap_or(men);
        first.chain(men & !first)
    }

    /// Whether there may be candidates that belong to no single man.
    pub(in crate::rules) fn adds_candidates(&self) -> bool {
        let hooks = &self.hooks;
        !hooks.extra.is_empty() || hooks.bare.is_some() || !hooks.sides.is_empty()
    }

    /// Whether rules may add candidates to those of this man.
    pub(in crate::rules) fn adds_candidates_of(&self, man: Piece) -> bool {
        let mut hooks = self.hooks.extra_of_man.iter();
        hooks.any(|hook| man.is_royal() || !hook.royal_only)
    }

    /// Whether `side` has the move in which no man goes anywhere.
    pub(in crate::rules) fn offers_bare_move(&self, position: &Position, side: Side) -> bool {
        let bare = self.hooks.bare.as_ref();
        bare.is_some_and(|bare| (bare.offered)(self.view(position), side))
    }

    /// The moves of men lent to the side and what rules add, judged like all other candidates.
    pub(in crate::rules) fn extra_candidates(
        &self,
        position: &mut Position,
        side: Side,
        into: &mut Vec<Candidate>,
    ) {
        for square in self.lent(position, side) {
            let side = !side;
            self.candidates_of(position, Actor { square, side }, into);
        }
        if self.hooks.extra.is_empty() {
            return;
        }
        let start = into.len();
        self.extra_ways(position, side, into);
        let may_act = |candidate: &Candidate| {
            let actor = Actor {
                square: candidate.from,
                side,
            };
            !self.is_forbidden(position, actor)
        };
        let added = into.split_off(start);
        into.extend(added.into_iter().filter(may_act));
        self.filter(position, side, start, into);
    }

    /// What rules add, before any rule judges it.
    pub(in crate::rules) fn extra_ways(
        &self,
        position: &Position,
        side: Side,
        into: &mut Vec<Candidate>,
    ) {
        for extra in &self.hooks.extra {
            extra(self.view(position), side, into);
        }
    }

    /// The candidates of one man.
    pub(in crate::rules) fn candidates_of(
        &self,
        position: &mut Position,
        actor: Actor,
        into: &mut Vec<Candidate>,
    ) {
        let start = into.len();
        self.ways_of(position, actor, into);
        if !self.facts.candidates_are_free() && into.len() > start {
            self.filter(position, actor.side, start, into);
            self.compare(Among::Man, position, actor.side, (start, into));
        }
    }

    /// The men that `side` may move.
    #[inline]
    pub(in crate::rules) fn movable(&self, position: &Position, side: Side) -> SquareSet {
        self.men_for(position, side, Role::Moves, position.men_of(side))
    }

    /// The men that `side` may move for the other side.
    #[inline]
    pub(in crate::rules) fn lent(&self, position: &Position, side: Side) -> SquareSet {
        self.men_for(position, side, Role::Lent, SquareSet::EMPTY)
    }

    /// The men that `side` may capture.
    #[inline]
    pub(in crate::rules) fn capturable(&self, position: &Position, side: Side) -> SquareSet {
        self.men_for(position, side, Role::Captured, position.men_of(!side))
    }

    /// The men that do something for a side, given those that usually do.
    #[inline]
    pub(in crate::rules) fn men_for(
        &self,
        position: &Position,
        side: Side,
        role: Role,
        usual: SquareSet,
    ) -> SquareSet {
        let rules = self.hooks.sides.iter();
        rules.fold(usual, |men, rule| {
            rule(self.view(position), side, role, men)
        })
    }

    /// Whether rules compare all moves of a side with each other.
    pub(in crate::rules) fn compares_moves_of_side(&self) -> bool {
        let mut rules = self.hooks.siblings.iter();
        rules.any(|hook| hook.among == Among::Side)
    }

    /// Lets rules drop moves from `start` on in view of their siblings.
    fn compare(
        &self,
        among: Among,
        position: &mut Position,
        side: Side,
        (start, into): (usize, &mut Vec<Candidate>),
    ) {
        let mut rules = self
            .hooks
            .siblings
            .iter()
            .filter(|hook| hook.among == among)
            .peekable();
        if rules.peek().is_none() {
            return;
        }
        let mut siblings = into.split_off(start);
        for hook in rules {
            (hook.act)(self, position, side, &mut siblings);
        }
        into.append(&mut siblings);
    }

    /// The same before rules are asked about single ways.
    pub(in crate::rules) fn ways_of(
        &self,
        position: &mut Position,
        actor: Actor,
        into: &mut Vec<Candidate>,
    ) {
        if self.is_forbidden(position, actor) {
            return;
        }
        if self.may_castle(position, actor) {
            self.castling_candidates(position, actor.side, into);
        }
        for extra in &self.hooks.extra_of_man {
            (extra.act)(self, position, actor, into);
        }
        self.walk_candidates(position, actor, into);
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
                && (!captures
                    || hooks
                        .capture
                        .iter()
                        .all(|stands| stands(view, side, candidate)))
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

    pub(in crate::rules) fn walk_candidates(
        &self,
        position: &Position,
        actor: Actor,
        into: &mut Vec<Candidate>,
    ) {
        let own = position.piece_on(actor.square).walk();
        if self.hooks.borrow.is_empty() {
            self.add_steps(position, actor, own, Which::All, into);
            self.add_en_passant(position, actor, own, into);
            return;
        }
        let start = into.len();
        for (purpose, which) in [
            (Purpose::Quiet, Which::Quiet),
            (Purpose::Capture, Which::Captures),
        ] {
            for walk in self.walks_of(position, actor, purpose) {
                self.add_steps(position, actor, walk, which, into);
                if purpose == Purpose::Capture {
                    self.add_en_passant(position, actor, walk, into);
                }
            }
        }
        remove_repeated(into, start);
    }

    fn add_steps(
        &self,
        position: &Position,
        actor: Actor,
        walk: WalkId,
        which: Which,
        into: &mut Vec<Candidate>,
    ) {
        let (from, side) = (actor.square, actor.side);
        let mut add = |step: Step| {
            let kind = if step.passed.is_some() {
                Kind::DoubleStep
            } else {
                Kind::Ordinary
            };
            into.push(Candidate {
                from,
                to: step.to,
                captured: step.captured,
                kind,
            });
        };
        match self.seen_by(position, actor) {
            None => self
                .table
                .steps(position, walk, side, from, which, &mut add),
            Some(seen) => self.table.steps(&seen, walk, side, from, which, &mut add),
        }
    }

    /// En passant: a pawn that could capture on a passed square captures the pawn that passed it.
    fn add_en_passant(
        &self,
        position: &Position,
        actor: Actor,
        walk: WalkId,
        into: &mut Vec<Candidate>,
    ) {
        let packed = position.slot(Slot::EN_PASSANT);
        if packed == 0 || !walk.row().captures_en_passant() {
            return;
        }
        let mut squares = unpack_squares(packed);
        let pawn = squares
            .next_back()
            .expect("the slot ends in the pawn's square");
        let victim = position.piece_on(pawn);
        if pawn == actor.square || victim.is_none() {
            return;
        }
        // A pawn that changed sides behind its double step may be captured all the same.
        let is_hostile = victim.is_of(!actor.side);
        let reversed = walk.row().is_reversed() || victim.walk().row().is_reversed();
        let faces = |passed: Square| {
            let [from, passed, pawn] =
                [actor.square, passed, pawn].map(|on| self.geometry.rank(on));
            !reversed && (from < passed) == (pawn < passed) && from != passed
        };
        for passed in squares.filter(|&passed| is_hostile || faces(passed)) {
            let Actor { square, side } = actor;
            let arrival = match self.seen_by(position, actor) {
                None => self.table.en_passant(position, walk, side, square, passed),
                Some(seen) => self.table.en_passant(&seen, walk, side, square, passed),
            };
            if let Some(to) = arrival {
                into.push(Candidate {
                    from: square,
                    to,
                    captured: Some(pawn),
                    kind: Kind::EnPassant,
                });
            }
        }
    }

    /// Asks all rules on single ways about the candidates from `start` on.
    fn filter(&self, position: &mut Position, side: Side, start: usize, into: &mut Vec<Candidate>) {
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
}

/// Two borrowed walks may lead the same way, and two ways may be rewritten into one: one move.
fn remove_repeated(into: &mut Vec<Candidate>, start: usize) {
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

/// The squares that a pawn's double step passes, and the square where it ends.
pub(in crate::rules) fn passed_squares(
    rules: &Rules,
    from: Square,
    to: Square,
) -> SmallVec<[Square; 8]> {
    let geometry = rules.geometry();
    let straight = geometry.file(from) == geometry.file(to);
    if straight && geometry.rank(from).abs_diff(geometry.rank(to)) == 2 {
        let rank = geometry.rank(from).midpoint(geometry.rank(to));
        let passed = geometry.square(geometry.file(from).into(), rank.into());
        return passed.into_iter().chain([to]).collect();
    }
    let way = |one: u8, other: u8| (i16::from(other) - i16::from(one)).signum() as i8;
    let ranks = way(geometry.rank(from), geometry.rank(to));
    let files = way(geometry.file(from), geometry.file(to));
    // Over joined edges the way leads to the other hand.
    let ways = [files, -files].map(|files| {
        let vector = Vector::new(files, ranks);
        let next = |square: &Square| geometry.step(*square, vector);
        let steps = std::iter::successors(geometry.step(from, vector), next);
        let steps: Vec<Square> = steps.take(usize::from(geometry.height())).collect();
        let end = steps.iter().position(|&square| square == to)?;
        Some(steps[..=end].to_vec())
    });
    let shortest = ways.into_iter().flatten().min_by_key(Vec::len);
    shortest.map_or_else(|| smallvec![to], SmallVec::from_vec)
}
