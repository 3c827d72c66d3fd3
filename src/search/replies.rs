//! Replies to a first move that are kept apart: which they are, and what is known of them.

use super::checkpoint::Place;
use super::known::Known;
use crate::solution::MoveRecord;
use crate::stipulation::Span;

/// The first move whose replies are searched.
#[derive(Clone, Debug)]
pub(super) struct Behind {
    pub(super) place: Place,
    /// The branch of play that it begins.
    pub(super) branch: u16,
    /// The key of the position behind it.
    pub(super) key: u128,
    /// The one reply that is to be searched, if it is only one.
    pub(super) only: Option<usize>,
}

/// What is known of the replies to a first move of a battle.
pub(super) struct Replies {
    pub(super) place: Place,
    pub(super) known: Vec<(MoveRecord, Known)>,
    /// The one that is to be searched, if it is only one; none if there is no such reply.
    pub(super) only: Option<Option<MoveRecord>>,
}

impl Replies {
    /// Whether a reply is known to have no answer in so many plies.
    pub(super) fn refute(&self, left: Span) -> bool {
        let plies = left.max.saturating_sub(1);
        let mut known = self.known.iter();
        self.only.is_none() && known.any(|(_, known)| known.lost() >= plies)
    }
}

/// A line in which the next ply is a reply that is told apart.
#[derive(Clone, Debug)]
pub(super) struct Sharing {
    pub(super) place: Place,
    pub(super) ply: u16,
    pub(super) branch: u16,
    pub(super) only: Option<MoveRecord>,
}
