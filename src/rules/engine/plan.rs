//! What one visit of moves knows of its candidates before it plays them.

use crate::board::{Side, SquareSet};
use crate::position::Position;
use crate::problem::Goal;
use crate::rules::Rules;
use crate::rules::game::{Ahead, Wanted};
use crate::rules::play::candidate::{Candidate, Move};
use crate::rules::shortcut::check_lines::Influence;
use crate::rules::shortcut::flight::{Flights, Preparation};
use crate::rules::shortcut::legality::Outlook;
use crate::rules::shortcut::reply::Replies;
use crate::rules::shortcut::target::Course;

/// What is known of a candidate before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Care {
    /// It is legal.
    Safe,
    /// It has to be found out.
    Usual,
    /// Whether the own king is in check need not be asked.
    Unguarded,
    /// The own king may be left in check to reach this goal.
    UnguardedFor(Goal),
}

/// What holds for all candidates of one visit.
pub(super) struct Plan<'a> {
    pub(super) side: Side,
    /// The moves shown already.
    pub(super) first: &'a [Move],
    /// What decides whether a move may give check, if only such moves are wanted.
    pub(super) skippable: Option<Influence>,
    /// What tells that a move leaves the other side a reply, if none may be left.
    pub(super) replies: Option<Replies>,
    /// What is known of the safety of the own king, once it was looked at.
    pub(super) outlook: Option<Outlook>,
    pub(super) has_looked: bool,
    /// How candidates are played that may leave the own king in check, if the goal allows it.
    pub(super) unguarded: Option<Care>,
    /// Where the king and the other men must go, if the other side is to reach its goal next.
    pub(super) preparing: Option<[SquareSet; 2]>,
    /// What such moves have to do to the king's flights.
    pub(super) preparation: Option<Preparation>,
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
    pub(super) foretold: Option<Ahead<'a>>,
    /// The same if they cannot: then it gets each key as soon as the move is played, before it is judged.
    pub(super) reached: Option<Ahead<'a>>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        rules: &Rules,
        wanted: Wanted,
        skippable: Option<Influence>,
        replies: Option<Replies>,
        first: &'a [Move],
        side: Side,
    ) -> Plan<'a> {
        Plan {
            side,
            first,
            skippable,
            replies,
            outlook: None,
            has_looked: false,
            unguarded: unguarded(wanted),
            needs_check: rules.needs_check(wanted),
            preparing: None,
            preparation: None,
            ends_play: matches!(wanted, Wanted::Reaching(goal) if rules.usable_goal_facts(goal).ends_play),
            flights: Flights::from(side),
            course: None,
            found: false,
            foretold: None,
            reached: None,
        }
    }

    /// Whether the candidate leads too far away and is left out.
    pub(super) fn leaves_out(
        &self,
        rules: &Rules,
        position: &Position,
        candidate: &Candidate,
    ) -> bool {
        let course = self.course.as_ref();
        let too_far = course.filter(|(course, _)| rules.leads_too_far(position, course, candidate));
        if let Some((_, leave_out)) = too_far {
            leave_out();
        }
        too_far.is_some()
    }

    /// Drops candidates after which the other side certainly cannot reach the goal at once.
    pub(super) fn keep_preparing(&self, position: &Position, list: &mut Vec<Candidate>) {
        if let Some([of_king, of_others]) = self.preparing {
            let kings = position.royals_of(self.side);
            list.retain(|candidate| match kings.contains(candidate.from) {
                true => of_king.contains(candidate.to),
                false => of_others.contains(candidate.to),
            });
        }
    }
}

/// How candidates are played where the goal may leave the own king in check.
pub(super) fn unguarded(wanted: Wanted) -> Option<Care> {
    match wanted {
        Wanted::Reaching(goal) if goal.row().allows_own_check => Some(Care::Unguarded),
        Wanted::OrReaching(goal) if goal.row().allows_own_check => Some(Care::UnguardedFor(goal)),
        _ => None,
    }
}
