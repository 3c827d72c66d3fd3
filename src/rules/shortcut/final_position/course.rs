//! Finds moves after which the target position cannot be reached in time, without playing them.
//!
//! **Invariant:** a move is left out only if it changes no men but as the pseudo-legal move says, and the bound
//! holds for the men that are left by it. Rights to castle and captures en passant count as if none
//! were lost with the move.

use super::astray::{Prospects, men_by_walk};
use super::routes::{PAWN, bit};
use super::{Castled, MenByWalk, number};
use crate::board::Side;
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::play::pseudo_move::{Kind, PseudoMove};
use crate::rules::short_cut::ShortCut;
use smallvec::SmallVec;

/// What moves of one position start from.
#[derive(Debug)]
pub(in crate::rules) struct Course {
    men: MenByWalk,
    castlings: SmallVec<[Castled; 4]>,
    /// The plies that each side has left behind the move.
    plies: [u16; 2],
}

impl Oracle<'_> {
    /// What moves start from behind which each side has so many plies to reach the target, if there
    /// is a bound.
    pub(in crate::rules) fn course(self, position: &Position, plies: [u16; 2]) -> Option<Course> {
        let is_bounded = match &self.routes {
            Some(_) => self.allow(ShortCut::Routes),
            None => self.displaced.is_some() && self.allow(ShortCut::Displacements),
        };
        is_bounded.then_some(())?;
        Some(Course {
            men: men_by_walk(position)?,
            castlings: self.castlings_left(position),
            plies,
        })
    }

    /// Whether the target is certainly out of reach behind this pseudo-legal move.
    pub(in crate::rules) fn leads_too_far(
        self,
        position: &Position,
        course: &Course,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let Some(men) = self.men_behind(position, course, pseudo_move) else {
            return false;
        };
        if let Some(target) = &self.routes {
            let side = position.piece_on(pseudo_move.from).is_of(Side::White);
            let side = if side { Side::White } else { Side::Black };
            let lately = Some(side).filter(|_| !pseudo_move.is_capture());
            return target.is_far(&men, &course.castlings, course.plies, lately);
        }
        let Some(bound) = &self.displaced else {
            return false;
        };
        bound.is_far(&men, course.plies, || {
            let all_plies = usize::from(course.plies[0] + course.plies[1]);
            let pawn = position.piece_on(pseudo_move.from).walk().row();
            let passes = pseudo_move.kind == Kind::DoubleStep
                || pawn.captures_en_passant()
                || self.may_capture_in_passing(position, all_plies);
            let castles = |side: Side| course.castlings.iter().any(|one| one.side == side);
            Prospects {
                castles: Side::BOTH.map(castles),
                passing: if passes { all_plies.div_ceil(2) } else { 0 },
            }
        })
    }

    /// The men behind a pseudo-legal move that does no more than it says.
    fn men_behind(
        self,
        position: &Position,
        course: &Course,
        pseudo_move: &PseudoMove,
    ) -> Option<MenByWalk> {
        let &PseudoMove {
            from, to, captured, ..
        } = pseudo_move;
        let mover = position.piece_on(from);
        let kind = number(mover.walk())?;
        let promotes = kind == PAWN && self.promotion_squares().contains(to);
        let is_told = pseudo_move.is_step()
            && from != to
            && !promotes
            && (self.routes.is_some()
                || self.has_no_side_effects_now(position, mover, pseudo_move));
        is_told.then_some(())?;
        let mut men = course.men;
        if let Some(on) = captured {
            let taken = position.piece_on(on);
            let squares = &mut men[usize::from(taken.is_of(Side::Black))][number(taken.walk())?];
            *squares &= !bit(on.index());
        }
        let squares = &mut men[usize::from(mover.is_of(Side::Black))][kind];
        *squares = *squares & !bit(from.index()) | bit(to.index());
        Some(men)
    }
}
