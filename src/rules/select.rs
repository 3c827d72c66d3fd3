//! Selection: rules that leave a side only the best of its legal moves.

use super::Rules;
use super::candidate::Candidate;
use super::hook::Preference;
use crate::board::Side;
use crate::position::Position;
use smallvec::SmallVec;

/// How good a candidate is, rule by rule; the first rule has the first say.
pub(super) type Merits = SmallVec<[i64; 2]>;

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
        let merit = |preference: &Preference| (preference.merit)(view, candidate);
        self.preferences(side).map(merit).collect()
    }
}
