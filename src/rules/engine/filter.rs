//! What one visit of moves knows of its pseudo-legal moves before it plays them.

use super::Engine;
use crate::board::{Side, SquareSet};
use crate::position::Position;
use crate::problem::Goal;
use crate::rules::Rules;
use crate::rules::game::{Prefetch, Wanted};
use crate::rules::play::pseudo_move::{Move, PseudoMove};
use crate::rules::shortcut::check_lines::CheckLines;
use crate::rules::shortcut::escape::Escape;
use crate::rules::shortcut::final_position::Course;
use crate::rules::shortcut::flight::{Flights, Preparation};
use crate::rules::shortcut::legality::KingSafety;
use crate::rules::shortcut::reply::Replies;

/// What is known of a pseudo-legal move before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LegalityCheck {
    /// It is legal.
    Safe,
    /// It has to be found out.
    Usual,
    /// Whether the own king is in check need not be asked.
    Unguarded,
    /// The own king may be left in check to reach this goal.
    UnguardedFor(Goal),
}

impl Engine {
    /// A step of the other side that gives no check, if one is found and only moves are wanted that leave none.
    pub(super) fn escape(&mut self, wanted: Wanted, side: Side) -> Option<Escape> {
        let (last, hit_rate) = &mut self.escape;
        match wanted {
            Wanted::Forcing(goal)
                if self.rules.judge().usable_goal_facts(goal).needs_check
                    && hit_rate.is_taken() =>
            {
                self.rules.oracle().escape(&self.position, side, last)
            }
            _ => None,
        }
    }
}

/// What holds for all pseudo-legal moves of one visit.
pub(super) struct MoveFilter<'a> {
    pub(super) side: Side,
    /// The moves shown already.
    pub(super) first: &'a [Move],
    /// What decides whether a move may give check, if only such moves are wanted.
    pub(super) skippable: Option<CheckLines>,
    /// What tells that a move leaves the other side a reply, if none may be left.
    pub(super) replies: Option<Replies>,
    /// What is known of the safety of the own king, once it was looked at.
    pub(super) king_safety: Option<KingSafety>,
    pub(super) knows_king_safety: bool,
    /// How pseudo-legal moves are played that may leave the own king in check, if the goal allows it.
    pub(super) unguarded: Option<LegalityCheck>,
    /// Where the king and the other men must go, if the other side is to reach its goal next.
    pub(super) preparing: Option<[SquareSet; 2]>,
    /// What such moves have to do to the king's flights.
    pub(super) preparation: Option<Preparation>,
    /// A step that most moves leave the other side, if it shall have none but those that reach a goal with check.
    pub(super) escape: Option<Escape>,
    /// Whether only moves are wanted that check: then whether a move does is cheaper to ask, as
    /// most do not, than whether it is legal.
    pub(super) needs_check: bool,
    /// Whether only moves are wanted that leave the other side none.
    pub(super) ends_play: bool,
    /// What is known of the flights of the other king then, once they were looked for.
    pub(super) flights: Flights,
    /// What tells moves that lead too far away from a target position, and what to call when one of them
    /// is left out.
    pub(super) course: Option<(Course, &'a dyn Fn())>,
    /// Whether a legal move was left out.
    pub(super) found: bool,
    /// The search gets the keys of positions before their moves are played, so that it can fetch entries
    /// of its table. Here if the keys can be computed without playing.
    pub(super) predicted: Option<Prefetch<'a>>,
    /// The same if they cannot: then it gets each key as soon as the move is played, before it is judged.
    pub(super) reached: Option<Prefetch<'a>>,
}

impl<'a> MoveFilter<'a> {
    pub(super) fn new(
        rules: &Rules,
        wanted: Wanted,
        skippable: Option<CheckLines>,
        replies: Option<Replies>,
        first: &'a [Move],
        side: Side,
    ) -> MoveFilter<'a> {
        MoveFilter {
            side,
            first,
            skippable,
            replies,
            king_safety: None,
            knows_king_safety: false,
            unguarded: unguarded(wanted),
            needs_check: rules.oracle().needs_check(wanted),
            preparing: None,
            preparation: None,
            escape: None,
            ends_play: matches!(wanted, Wanted::Reaching(goal) if rules.judge().usable_goal_facts(goal).ends_play),
            flights: Flights::from(side),
            course: None,
            found: false,
            predicted: None,
            reached: None,
        }
    }

    /// Whether the pseudo-legal move leads too far away and is left out.
    pub(super) fn leaves_out(
        &self,
        rules: &Rules,
        position: &Position,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let course = self.course.as_ref();
        let too_far = course
            .filter(|(course, _)| rules.oracle().leads_too_far(position, course, pseudo_move));
        if let Some((_, leave_out)) = too_far {
            leave_out();
        }
        too_far.is_some()
    }

    /// Drops pseudo-legal moves that leave the other side an escape, and tells how many: to play one takes as long
    /// as to look for an escape from all moves of a position.
    pub(super) fn keep_forcing(
        &self,
        rules: &Rules,
        position: &Position,
        list: &mut Vec<PseudoMove>,
    ) -> usize {
        let (all, oracle) = (list.len(), rules.oracle());
        if let Some(escape) = &self.escape {
            list.retain(|pseudo_move| !oracle.leaves_escape(position, escape, pseudo_move));
        }
        all - list.len()
    }

    /// Drops pseudo-legal moves after which the other side certainly cannot reach the goal at once.
    pub(super) fn keep_preparing(&self, position: &Position, list: &mut Vec<PseudoMove>) {
        if let Some([of_king, of_others]) = self.preparing {
            let kings = position.royals_of(self.side);
            list.retain(|pseudo_move| match kings.contains(pseudo_move.from) {
                true => of_king.contains(pseudo_move.to),
                false => of_others.contains(pseudo_move.to),
            });
        }
    }
}

/// How pseudo-legal moves are played where the goal may leave the own king in check.
pub(super) fn unguarded(wanted: Wanted) -> Option<LegalityCheck> {
    match wanted {
        Wanted::Reaching(goal) if goal.row().allows_own_check => Some(LegalityCheck::Unguarded),
        Wanted::OrReaching(goal) if goal.row().allows_own_check => {
            Some(LegalityCheck::UnguardedFor(goal))
        }
        _ => None,
    }
}
