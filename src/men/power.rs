//! What a walk's row tells about it as a whole.

use super::walk::{Arrival, Facing, Manner, Part, Path, Walk};
use super::{WalkId, Which};

impl Walk {
    /// Whether both go by the same vectors in the same manner, and in no other way.
    pub fn goes_like(&self, other: &Walk) -> bool {
        let ([one], [two]) = (self.parts, other.parts) else {
            return false;
        };
        let (Path::Straight(own), Path::Straight(theirs)) = (one.path, two.path) else {
            return false;
        };
        let same = own.len() == theirs.len() && own.iter().all(|vector| theirs.contains(vector));
        same && *two
            == Part {
                path: two.path,
                ..*one
            }
    }

    /// Whether no move goes round corners: whatever it passes, its direction is that from departure
    /// to arrival.
    pub fn goes_straight(&self) -> bool {
        self.parts.iter().all(Part::goes_straight)
    }

    /// Whether some of its moves go round no corner.
    pub fn goes_straight_in_part(&self) -> bool {
        self.parts.iter().any(Part::goes_straight)
    }

    /// Whether nothing but the arrival matters to it.
    pub fn is_leaper(&self) -> bool {
        self.parts.iter().all(Part::is_leap)
    }

    /// Whether every part leaps, or rides by repeating one vector.
    pub fn is_straight_rider(&self) -> bool {
        self.parts.iter().all(|part| {
            matches!(part.path, Path::Straight(_))
                && matches!(part.manner, Manner::Ride | Manner::DoubleStep)
        })
    }

    /// Whether every way it goes is free, or over one man that stands on or before its arrival,
    /// without a bend at the edge or in a circle.
    pub fn goes_by_passages(&self) -> bool {
        let approaches = |part: &Part| part.manner == Manner::Approach;
        self.has_passages() && !self.parts.iter().any(approaches)
    }

    /// The same, or up to a man behind its arrival.
    pub fn has_passages(&self) -> bool {
        self.parts.iter().all(|part| {
            let passes = matches!(
                part.manner,
                Manner::Ride
                    | Manner::DoubleStep
                    | Manner::Lame
                    | Manner::Hop { .. }
                    | Manner::Contra
                    | Manner::Approach
                    | Manner::Turn { .. }
                    | Manner::TurnToLeap
                    | Manner::Equihop
                    | Manner::NonstopEquihop
            );
            passes && !part.path.bends()
        })
    }

    /// Whether its way bends or turns back at the edge of the board.
    pub fn bends_at_edges(&self) -> bool {
        let bends = |part: &Part| part.path.bends_at_edges() || part.manner == Manner::Bounce;
        self.parts.iter().any(bends)
    }

    /// Whether it may go all the way round to its own square.
    pub fn goes_round(&self) -> bool {
        self.parts.iter().any(|part| part.manner == Manner::Lap)
    }

    /// Whether it captures men on other squares than that of its arrival.
    pub fn captures_elsewhere(&self) -> bool {
        let elsewhere = |part: &Part| matches!(part.manner, Manner::Locust | Manner::Relay(_));
        self.parts.iter().any(elsewhere)
    }

    /// Whether it has no power of its own but borrows those of other men.
    pub fn borrows(&self) -> bool {
        let borrows = |part: &Part| matches!(part.manner, Manner::Relay(_));
        self.parts.iter().any(borrows)
    }

    /// Whether it captures along lines that can be told apart: of one leg, or of two.
    pub fn has_lines(&self) -> bool {
        let has_lines = |part: &Part| match part.manner {
            Manner::Relay(_) => false,
            Manner::Chain(chain) => chain.has_two_legs(),
            _ => true,
        };
        self.parts.iter().all(has_lines)
    }

    /// Whether it can capture en passant.
    pub fn captures_en_passant(&self) -> bool {
        self.parts.iter().any(|part| part.en_passant)
    }

    /// Whether it goes down the board where pawns go up: it promotes there.
    pub fn is_reversed(&self) -> bool {
        self.parts
            .iter()
            .any(|part| part.facing == Facing::Backward)
    }

    /// What it may become in any case if it promotes.
    pub fn officers(&self) -> impl Iterator<Item = WalkId> + use<> {
        let officers = self.officers.iter();
        officers.filter_map(|key| WalkId::from_key(key))
    }

    /// Whether it has no power at all.
    pub fn is_dummy(&self) -> bool {
        self.parts.is_empty()
    }
}

impl Path {
    /// Whether it leads in a circle, or bends at the edge of the board.
    fn bends(self) -> bool {
        self.bends_at_edges() || matches!(self, Path::Circles(_))
    }

    /// Whether each of its lines repeats one vector.
    pub(super) fn is_straight(self) -> bool {
        matches!(self, Path::Straight(_) | Path::Ahead | Path::AheadBeside)
    }

    fn bends_at_edges(self) -> bool {
        matches!(
            self,
            Path::Reflected { .. } | Path::Mirrored(_) | Path::Ring(_) | Path::Concentric
        )
    }
}

impl Part {
    fn goes_straight(&self) -> bool {
        !self.path.bends() && self.manner.goes_straight()
    }

    fn is_leap(&self) -> bool {
        self.manner == Manner::Ride && self.limit == 1 && matches!(self.path, Path::Straight(_))
    }

    /// Whether White and Black use it in different ways.
    pub(super) fn depends_on_side(&self) -> bool {
        self.facing != Facing::Fixed
            || matches!(self.arrival, Arrival::Ahead | Arrival::Back)
            || matches!(
                self.manner,
                Manner::Relay(_) | Manner::Rotate { hostile: true }
            )
    }

    /// Whether what it observes is seen by letting it move.
    pub(super) fn goes_by_moving(&self) -> bool {
        self.captures() && matches!(self.manner, Manner::Relay(_) | Manner::Chain(_))
    }

    /// Whether it serves for capturing.
    pub fn captures(&self) -> bool {
        self.which != Which::NonCapture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_officer_is_known() {
        for walk in WalkId::all() {
            let row = walk.row();
            assert_eq!(row.officers().count(), row.officers.len(), "{}", row.key);
        }
    }
}
