//! Replies that are certain to be legal behind a move, told without playing it: where one is
//! left, the move ends nothing.
//!
//! **Invariant:** a reply counts only if squares alone make it legal. It is a quiet step of a
//! man that keeps its walk and side; no rule forbids or rewrites it; and behind it no man has
//! a way to the own royal man, nor, where rules judge checks, to the other.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, walk_id};
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::hooks::facts::RuleFact;
use crate::rules::hooks::hook::Actor;
use crate::rules::play::moved::Moved;
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::short_cut::ShortCut;

/// A quiet step of the side that replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) struct Reply {
    pub from: Square,
    pub to: Square,
}

/// What is asked about replies to the moves of one side, and the one found last.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Replies {
    /// The side that replies.
    side: Side,
    /// Whether the moves are checks, so that only the royal man is looked at.
    to_check: bool,
    last: Option<Reply>,
}

impl Oracle<'_> {
    /// What to ask about replies of `side`, if any can be told.
    pub(in crate::rules) fn replies(
        self,
        position: &Position,
        side: Side,
        to_check: bool,
    ) -> Option<Replies> {
        let royals = position.royals_of(side);
        // Behind a move that wins the game there is no reply.
        let may_tell = self.facts.holds(RuleFact::StepsStand)
            && self.allow(ShortCut::Replies)
            && !self.may_be_won();
        let may_tell = may_tell && !royals.has_several() && !(to_check && royals.is_empty());
        may_tell.then_some(Replies {
            side,
            to_check,
            last: None,
        })
    }

    /// A legal move that the other side certainly has behind this pseudo-legal move, if one can be told.
    pub(in crate::rules) fn certain_reply(
        self,
        position: &Position,
        replies: &mut Replies,
        pseudo_move: &PseudoMove,
    ) -> Option<Reply> {
        let (side, by) = (replies.side, !replies.side);
        let mover = position.piece_on(pseudo_move.from);
        let walk = mover.walk();
        if !pseudo_move.is_step()
            || pseudo_move.from == pseudo_move.to
            || !self.has_no_side_effects_now(position, mover, pseudo_move)
                && !self.turns_alone(mover, pseudo_move)
            || walk.row().is_pawn() && self.promotes_on(walk, by, pseudo_move.to)
        {
            return None;
        }
        let moved = Moved::new(position, pseudo_move);
        let mut men = position.men_of(side) & !position.men_of(by);
        men.remove(pseudo_move.to);
        if let Some(captured) = pseudo_move.captured {
            men.remove(captured);
        }
        let royals = position.royals_of(side) & men;
        let steps = |from: Square| self.quiet_steps(position, &moved, side, from);
        let is_safe = |reply: &Reply| self.is_safe_reply(position, pseudo_move, *reply, side);
        let stands =
            |reply: &Reply| men.contains(reply.from) && steps(reply.from).contains(reply.to);
        let again = replies.last.filter(|reply| stands(reply) && is_safe(reply));
        let reply = again.or_else(|| {
            let others = if replies.to_check {
                SquareSet::EMPTY
            } else {
                men & !royals
            };
            royals.chain(others).find_map(|from| {
                let mut replies = steps(from).map(|to| Reply { from, to });
                replies.find(is_safe)
            })
        });
        replies.last = reply.or(replies.last);
        reply
    }

    /// Whether the other side certainly has a legal move behind this pseudo-legal move, whatever its
    /// choices.
    #[inline]
    pub(in crate::rules) fn leaves_reply(
        self,
        position: &Position,
        replies: &mut Replies,
        pseudo_move: &PseudoMove,
    ) -> bool {
        self.certain_reply(position, replies, pseudo_move).is_some()
            || self.leaves_two_flights(position, replies.side, pseudo_move)
    }

    /// Whether the king has two safe steps behind a capture that may put the captured man back on
    /// the board: it can stand on no more than one of the squares, and in no one's favour but its
    /// own side's.
    fn leaves_two_flights(self, position: &Position, side: Side, pseudo_move: &PseudoMove) -> bool {
        let mover = position.piece_on(pseudo_move.from);
        let captured = pseudo_move.captured.map(|on| position.piece_on(on));
        let goes_back = |man: Piece| man.is_of(side) && !man.is_neutral() && !man.is_royal();
        let is_own = captured.is_some_and(goes_back);
        let promotes =
            mover.walk().row().is_pawn() && self.promotes_on(mover.walk(), !side, pseudo_move.to);
        if !is_own
            || !pseudo_move.is_step()
            || promotes
            || self.facts.has_no_side_effects(mover, pseudo_move)
            || !self.facts.puts_back(mover, pseudo_move)
            || self.facts.checks_are_judged
            || !self.facts.holds(RuleFact::NobodyIsParalysed)
            || self.table.needs_men()
            || self.table.has_borrowers()
        {
            return false;
        }
        let moved = Moved::new(position, pseudo_move);
        let king = position.royals_of(side).first();
        let is_usual_king = |man: Piece| man.walk() == walk_id::KING && !man.is_neutral();
        let king = king.filter(|&king| is_usual_king(position.piece_on(king)));
        let is_safe = |from: Square, to: Square| {
            self.is_safe_reply(position, pseudo_move, Reply { from, to }, side)
        };
        king.is_some_and(|from| {
            let steps = self.quiet_steps(position, &moved, side, from);
            steps.filter(|&to| is_safe(from, to)).nth(1).is_some()
        })
    }

    /// Whether the man has a quiet step that squares alone make legal.
    pub(in crate::rules) fn has_certain_step(self, position: &Position, actor: Actor) -> bool {
        let Actor { square: from, side } = actor;
        self.may_tell_steps()
            && !position.royals_of(side).has_several()
            && self
                .tame_steps(position, (position.piece_on(from), from), side)
                .any(|to| self.is_safe_step(position, side, &PseudoMove::ordinary(from, to, None)))
    }

    /// Whether squares alone may tell that a step is legal.
    pub(super) fn may_tell_steps(self) -> bool {
        self.facts.holds(RuleFact::StepsStand)
            && self.facts.holds(RuleFact::NobodyIsParalysed)
            && self.allow(ShortCut::Replies)
            && !self.may_be_won()
            && !self.facts.checks_are_judged
    }

    /// Where the man may go without capture, if that changes nothing its king minds.
    pub(super) fn tame_steps(
        self,
        position: &Position,
        (piece, from): (Piece, Square),
        side: Side,
    ) -> SquareSet {
        match self.facts.stays_tame(piece, self.table.has_borrowers()) {
            true => self.plain_steps(position, (piece, from), side),
            false => SquareSet::EMPTY,
        }
    }

    /// Whether nothing can be said against the step, as squares tell.
    pub(super) fn is_safe_step(self, position: &Position, side: Side, step: &PseudoMove) -> bool {
        let men = Moved::new(position, step);
        let royal = position.royals_of(side).first();
        let royal = royal.map(|royal| if royal == step.from { step.to } else { royal });
        self.judge().fixed_line_is_open(position, side, step)
            && self.has_company(position, men.occupied(), step.to)
            && !royal.is_some_and(|royal| self.is_reached_by(position, &men, royal, !side))
    }

    /// Whether the moved man may change its sides and that is all. A man that still attacks as if
    /// it had not is no less of a danger to replies, if nobody minds the sides of men on his way.
    pub(super) fn turns_alone(self, mover: Piece, pseudo_move: &PseudoMove) -> bool {
        self.facts.at_most_turns(mover, pseudo_move)
            && !self.facts.checks_are_judged
            && !self.table.minds_sides()
            && !self.table.has_borrowers()
    }

    /// Where the man on `from` may go, as far as squares tell, if it stays what it is.
    fn quiet_steps(
        self,
        position: &Position,
        moved: &Moved<'_>,
        side: Side,
        from: Square,
    ) -> SquareSet {
        let piece = position.piece_on(from);
        let lends = self.table.has_borrowers();
        // What is captured may come back with the reply.
        let rests = || !moved.captures && self.rests(position, (piece, from), false);
        let is_tame = self.facts.stays_tame(piece, lends)
            || rests()
            || !lends && piece.is_royal() && self.facts.royal_steps_are_tame(piece);
        match is_tame {
            true => self.plain_steps(moved, (piece, from), side),
            false => SquareSet::EMPTY,
        }
    }

    /// Where the walk of the man leads without capture or promotion, but for arrivals with effects.
    fn plain_steps<M: Men>(self, men: &M, (piece, from): (Piece, Square), side: Side) -> SquareSet {
        let walk = piece.walk();
        let mut steps = self.table.quiet_arrivals(men, walk, side, from);
        // A man that changes sides may check its own king.
        steps &= !match piece.is_royal() {
            true => self.facts.special_arrivals(piece),
            false => self.facts.arrivals_with_effects(piece),
        };
        match walk.row().is_pawn() {
            true => steps & !self.promotion_squares(),
            false => steps,
        }
    }

    /// Whether nothing can be said against the reply.
    fn is_safe_reply(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
        reply: Reply,
        side: Side,
    ) -> bool {
        let Reply { from, to } = reply;
        let step = PseudoMove::ordinary(from, to, None);
        if !self.judge().fixed_line_is_open(position, side, &step) {
            return false;
        }
        let moved = Moved::new(position, pseudo_move);
        if self.may_be_paralysed(position, &moved, from, !side) {
            return false;
        }
        let men = moved.then(from, to);
        if !self.has_company(position, men.occupied(), to) {
            return false;
        }
        let own = position.royals_of(side).first();
        let own = own.map(|royal| if royal == from { to } else { royal });
        if own.is_some_and(|royal| self.is_reached_by(position, &men, royal, !side)) {
            return false;
        }
        let now = |royal: Square| {
            if royal == pseudo_move.from {
                pseudo_move.to
            } else {
                royal
            }
        };
        let mut hostile = position.royals_of(!side).map(now);
        !self.facts.checks_are_judged
            || !hostile.any(|royal| self.is_reached_by(position, &men, royal, side))
    }

    /// Whether a man of `by` may keep the one on `square` from acting.
    fn may_be_paralysed(
        self,
        position: &Position,
        men: &Moved<'_>,
        square: Square,
        by: Side,
    ) -> bool {
        let man = position.piece_on(square);
        let near = men.men_of(by) & self.table.reach_of_any(by, square);
        let mut near = if self.facts.holds(RuleFact::NobodyIsParalysed) {
            SquareSet::EMPTY
        } else {
            near
        };
        near.any(|from| {
            let other = men.on(from);
            from != square
                && self.may_hold(man, other)
                && self.table.captures_on(men, other.walk(), by, from, square)
        })
    }

    /// Whether one of these men of `by` has a way to `target`, all rules aside.
    pub(super) fn is_reached_by(
        self,
        position: &Position,
        men: &Moved<'_>,
        target: Square,
        by: Side,
    ) -> bool {
        if self.takes_otherwise() {
            return men.men_of(by).into_iter().any(|from| {
                let man = (men.on(from), by, from);
                from != target && self.has_some_way(position, men, man, target)
            });
        }
        (men.men_of(by) & self.table.reach_of_any(by, target)).any(|from| {
            let walk = men.on(from).walk();
            from != target
                && self.table.captures_on(men, walk, by, from, target)
                && !self.is_surely_paralysed(
                    position,
                    men,
                    Actor {
                        square: from,
                        side: by,
                    },
                )
        })
    }

    /// Whether a man of the other side certainly keeps this one from acting.
    fn is_surely_paralysed(self, position: &Position, men: &Moved<'_>, actor: Actor) -> bool {
        let Actor { square, side } = actor;
        let man = men.on(square);
        if self.facts.holds(RuleFact::NobodyIsParalysed)
            || !self.facts.holds(RuleFact::ParalysisIsKnown)
            || man.is_neutral()
        {
            return false;
        }
        let mut near = men.men_of(!side) & self.table.reach_of_any(!side, square);
        near.any(|from| {
            let holder = men.on(from);
            let way = PseudoMove::ordinary(from, square, Some(square));
            self.holds(man, holder)
                && self.judge().fixed_line_is_open(position, !side, &way)
                && self
                    .table
                    .captures_on(men, holder.walk(), !side, from, square)
        })
    }
}
