//! Whether a stalemate is certainly out of reach: the same bound as for mate, but for the
//! check, and a count of the men that have to lose their moves.

use super::attack::Bits;
use super::far_mate::Search;
use super::force::Force;
use super::mobile::Mobile;
use super::state::{Men, State};
use crate::board::Side;

/// Whether `by` certainly cannot stalemate with the last of so many moves, the other side
/// having so many before it.
pub(super) fn is_stalemate_far(state: &State, by: Side, moves: u16, others: u16) -> bool {
    let men = state.men();
    if moves == 0 || !is_within_bounds(state, &men, by) {
        return false;
    }
    let mobile = Mobile::new(&men, by);
    let busy = mobile.busy(moves.into(), others.into());
    if busy.are_too_many(others.into(), false) {
        return true;
    }
    let force = Force::new(state, &men, by);
    let search = Search::for_stalemate(&force, &men, moves.into());
    search.is_in_vain(others, &|left, moved| busy.are_too_many(left.into(), moved))
}

/// Where the last move of `by` must arrive if it is to stalemate.
pub(super) fn last_arrivals(state: &State, by: Side) -> Bits {
    let men = state.men();
    match is_within_bounds(state, &men, by) {
        true => Mobile::new(&men, by).last_arrivals(),
        false => !0,
    }
}

/// Whether the bound thinks of all that may happen here: men that never act are not thought of.
fn is_within_bounds(state: &State, men: &Men, by: Side) -> bool {
    Force::is_within_bounds(state, men, by) && !state.knows_dummies()
}
