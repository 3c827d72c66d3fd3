//! What became of men of a game, as far as the user restricts it.

use crate::board::Square;
use crate::men::WalkId;

/// A man by its walk and its square at the start of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManAtStart {
    /// Its walk there.
    pub walk: WalkId,
    /// Its square there.
    pub square: Square,
}

/// A fate that some man is to have, or that none is to have: `+Ph2=Rh8->h1`, `-Ra1->g6(Ph7)`.
/// What is left out may be anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FateWish {
    /// Whether a man must have this fate; otherwise no man may.
    pub wanted: bool,
    /// Who.
    pub man: Option<ManAtStart>,
    /// To what it promotes, and where.
    pub promotion: Option<(WalkId, Square)>,
    /// Where it stands at the end of the game or is captured.
    pub end: Option<Square>,
    /// Who captures it.
    pub captor: Option<ManAtStart>,
}

/// What became of one man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManFate {
    /// Who.
    pub man: ManAtStart,
    /// To what it was promoted, and where.
    pub promotion: Option<(WalkId, Square)>,
    /// Where it stood at the end of the game or was captured.
    pub end: Square,
    /// Who captured it.
    pub captor: Option<ManAtStart>,
}

impl FateWish {
    /// Whether a game with these fates is one of those wished for.
    pub fn is_granted(&self, fates: &[ManFate]) -> bool {
        let fits = |fate: &ManFate| {
            self.man.is_none_or(|man| man == fate.man)
                && self.end.is_none_or(|end| end == fate.end)
                && (self.promotion.is_none() || self.promotion == fate.promotion)
                && (self.captor.is_none() || self.captor == fate.captor)
        };
        fates.iter().any(fits) == self.wanted
    }

    /// Whether this says of the man on one square of the start alone that it is to end on
    /// another, whoever captures it and whatever it becomes.
    pub fn is_of_end_alone(&self) -> bool {
        self.man.is_some() && self.promotion.is_none() && self.captor.is_none()
    }
}
