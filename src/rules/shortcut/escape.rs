//! Escapes: quiet steps that are certainly legal and give no check. Whoever has one is not driven into a goal
//! that needs a check; and where it stays behind most moves of the other side, these force no such goal.
//!
//! **Invariant:** an escape counts only if squares alone make it legal. A move leaves it only if it touches no
//! square on which a change might matter to it, or to a way to a royal man behind it.

use crate::board::{Side, Square, SquareSet};
use crate::men::Piece;
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::hooks::facts::RuleFact;
use crate::rules::play::moved::Moved;
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::check_lines::CheckLines;
use crate::rules::shortcut::reply::Reply;

/// An escape, and where moves of the other side may spoil it.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Escape {
    step: Reply,
    /// The side that moves before it.
    by: Side,
    /// Where men that arrive may stand in its way.
    way: SquareSet,
    /// What may open a way to a royal man of either side behind it.
    lines: CheckLines,
    /// The royal man of its own side, where it stands then.
    royal: Option<Square>,
}

impl Oracle<'_> {
    /// An escape of `side`, were it to move. `last` is the one found before: it is tried first, and replaced by
    /// the one found now.
    pub(in crate::rules) fn find_escape(
        self,
        position: &Position,
        side: Side,
        last: &mut Option<Reply>,
    ) -> Option<Reply> {
        let royals = position.royals_of(side);
        let may_tell = self.may_tell_steps()
            && self.facts.holds(RuleFact::GeometryBounds)
            && self.allow(ShortCut::GivesCheck)
            && !self.judge().selects(side)
            && self.judge().winner(position).is_none()
            && !royals.has_several();
        if !may_tell {
            return None;
        }
        let men = position.men_of(side) & !position.men_of(!side);
        let steps = |from: Square| self.tame_steps(position, (position.piece_on(from), from), side);
        let is_escape = |step: &Reply| self.is_escape(position, side, *step);
        let again =
            last.filter(|last| men.contains(last.from) && steps(last.from).contains(last.to));
        let found = again.filter(is_escape).or_else(|| {
            let mut attacked = royals
                .filter(|&royal| self.judge().find_way(position, royal, !side, &mut |_| true));
            // Few men but the royal one have a step while it is in check.
            let others = match attacked.next() {
                Some(_) => SquareSet::EMPTY,
                None => men & !royals,
            };
            others.chain(royals & men).find_map(|from| {
                let mut steps = steps(from).map(|to| Reply { from, to });
                steps.find(is_escape)
            })
        });
        *last = found.or(*last);
        found
    }

    /// Whether nobody has a way to a royal man behind the step, and no rule can object to it.
    fn is_escape(self, position: &Position, side: Side, Reply { from, to }: Reply) -> bool {
        let step = PseudoMove::ordinary(from, to, None);
        let man = position.piece_on(from);
        let mut hostile = position.royals_of(!side);
        self.is_safe_step(position, side, &step)
            && !hostile.any(|royal| {
                self.may_reach_changed(man, (side, to), royal)
                    || self.is_reached_by(position, &Moved::new(position, &step), royal, side)
            })
    }

    /// Whether a man may have another walk behind its step, and be in the reach of a royal man with it.
    fn may_reach_changed(self, man: Piece, (side, on): (Side, Square), royal: Square) -> bool {
        let changes = !self.facts.elsewhere.by(man).quiet && !self.facts.is_plain(man, false);
        let reach = match self.walk_behind(man, false) {
            Some(walk) => self.table.reach(walk, side, royal),
            None => self.table.reach_of_any(side, royal),
        };
        changes && reach.contains(on)
    }

    /// An escape from moves of `by` with all that may spoil it, if one is found.
    pub(in crate::rules) fn escape(
        self,
        position: &Position,
        by: Side,
        last: &mut Option<Reply>,
    ) -> Option<Escape> {
        let side = !by;
        if !self.allow(ShortCut::Escapes) || !self.nothing_judges_moves() || self.takes_otherwise()
        {
            return None;
        }
        let step @ Reply { from, to } = self.find_escape(position, side, last)?;
        let walk = position.piece_on(from).walk();
        // Only men that arrive in a rider's range stand in its way.
        let way = match walk.row().is_straight_rider() {
            true => self.table.range(walk, side, from) | SquareSet::of(to),
            false => !SquareSet::EMPTY,
        };
        let mut lines = self.check_lines(position, side);
        for royal in lines.royals {
            lines.add(self.table.ways_from(walk, side, to, royal));
        }
        let royal = position.royals_of(side).first();
        let royal = royal.map(|royal| if royal == from { to } else { royal });
        if let Some(royal) = royal {
            for other in position.men_of(by) & self.table.reach_of_any(by, royal) {
                let walk = position.piece_on(other).walk();
                lines.add(self.table.ways_from(walk, by, other, royal));
            }
        }
        Some(Escape {
            step,
            by,
            way,
            lines,
            royal,
        })
    }

    /// Whether the escape is certainly there behind this pseudo-legal move.
    #[inline]
    pub(in crate::rules) fn leaves_escape(
        self,
        position: &Position,
        escape: &Escape,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let &PseudoMove {
            from, to, captured, ..
        } = pseudo_move;
        let (mover, by) = (position.piece_on(from), escape.by);
        let walk = mover.walk();
        let reaches = |side: Side, royal: Square| self.table.reach(walk, side, royal).contains(to);
        let stays_off = || !escape.royal.is_some_and(|royal| reaches(by, royal));
        let mut royals = escape.lines.royals;
        pseudo_move.is_step()
            && from != to
            && captured != Some(escape.step.from)
            && !escape.way.contains(to)
            && !escape.lines.royals.contains(from)
            && !escape.lines.opens(pseudo_move)
            && !(walk.row().is_pawn() && self.promotes_on(walk, by, to))
            && stays_off()
            && (self.has_no_side_effects_now(position, mover, pseudo_move)
                || self.turns_alone(mover, pseudo_move) && !royals.any(|royal| reaches(!by, royal)))
    }
}
