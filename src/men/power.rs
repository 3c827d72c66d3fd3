//! What a walk's row tells about it as a whole.

use super::Which;
use super::walk::{Arrival, Manner, Part, Path, Walk};

impl Walk {
    /// Whether nothing but the arrival matters to it.
    pub fn is_leaper(&self) -> bool {
        self.parts.iter().all(Part::is_leap)
    }

    /// Whether some part of it rides: men can stand in its way.
    pub fn is_rider(&self) -> bool {
        self.parts
            .iter()
            .any(|part| !part.is_leap() && part.which.has_captures())
    }

    /// Whether other men only ever stand in its way: it needs no hurdle.
    pub fn is_only_blocked(&self) -> bool {
        self.parts
            .iter()
            .all(|part| matches!(part.manner, Manner::Ride | Manner::DoubleStep))
    }

    /// Whether every part leaps, or rides by repeating one vector.
    pub fn is_straight_rider(&self) -> bool {
        let straight = |part: &Part| {
            matches!(part.path, Path::Straight(_)) && part.arrival == Arrival::Anywhere
        };
        self.is_only_blocked() && self.parts.iter().all(straight)
    }

    /// Whether it captures men on other squares than that of its arrival.
    pub fn captures_elsewhere(&self) -> bool {
        self.parts.iter().any(|part| part.manner == Manner::Locust)
    }

    /// Whether it takes part in captures en passant: walks with a pawn's double step and
    /// a pawn's capture do.
    pub fn captures_en_passant(&self) -> bool {
        self.parts
            .iter()
            .any(|part| part.manner == Manner::DoubleStep)
            && self.parts.iter().any(|part| part.which == Which::Captures)
    }

    /// Whether it has no power at all.
    pub fn is_dummy(&self) -> bool {
        self.parts.is_empty()
    }
}

impl Part {
    fn is_leap(&self) -> bool {
        self.manner == Manner::Ride && self.limit == 1 && matches!(self.path, Path::Straight(_))
    }

    /// Whether it serves for capturing.
    pub fn captures(&self) -> bool {
        self.which != Which::Quiet
    }
}
