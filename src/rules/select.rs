//! Selection: rules that leave a side only the best of its legal moves.

use super::Rules;
use super::candidate::Candidate;
use super::hook::Preference;
use crate::board::Side;
use crate::position::Position;

/// How many rules may judge the moves of a side.
pub(super) const JUDGES: usize = 4;

/// How good a candidate is, rule by rule; the first rule has the first say.
pub(super) type Merits = [i64; JUDGES];

impl Rules {
    /// The preferences that bind a side.
    pub(super) fn preferences(&self, side: Side) -> impl Iterator<Item = &Preference> {
        let preferences = self.hooks.select.iter();
        preferences.filter(move |preference| preference.side == side)
    }

    /// Whether not all legal moves of a side may be played.
    pub(super) fn selects(&self, side: Side) -> bool {
        self.preferences(side).next().is_some()
    }

    /// The merits of a candidate of this side.
    pub(super) fn merits(&self, position: &Position, side: Side, candidate: &Candidate) -> Merits {
        let view = self.view(position);
        let mut merits = [0; JUDGES];
        for (merit, preference) in merits.iter_mut().zip(self.preferences(side)) {
            *merit = (preference.merit)(view, candidate);
        }
        merits
    }
}
