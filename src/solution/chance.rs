//! Play with dice: how likely a goal is, and what to do for each roll.

use super::MoveRecord;
use crate::board::Roll;
use crate::problem::Goal;
use std::fmt;

/// A probability as a reduced fraction.
///
/// ```
/// use dawson::solution::Chance;
/// assert_eq!(Chance::new(9, 36).to_string(), "1/4");
/// assert_eq!(Chance::new(0, 36).to_string(), "0");
/// assert!(Chance::new(2, 3) > Chance::new(91, 648));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chance {
    favourable: u128,
    cases: u128,
}

impl Chance {
    /// So many favourable cases among equally likely ones.
    ///
    /// # Panics
    /// When there is no case at all.
    pub fn new(favourable: u128, cases: u128) -> Chance {
        assert!(cases > 0, "something must happen");
        let common = greatest_common_divisor(favourable, cases);
        Chance {
            favourable: favourable / common,
            cases: cases / common,
        }
    }

    /// Whether it cannot happen.
    pub fn is_none(self) -> bool {
        self.favourable == 0
    }

    /// Whether it is bound to happen.
    pub fn is_certain(self) -> bool {
        self.favourable == self.cases
    }

    /// The fraction with its denominator, also where that is 1: `3/4`, `0/1`.
    pub fn fraction(self) -> String {
        format!("{}/{}", self.favourable, self.cases)
    }

    /// Roughly, for people.
    pub fn as_percent(self) -> f64 {
        100.0 * self.favourable as f64 / self.cases as f64
    }
}

impl std::ops::Mul for Chance {
    type Output = Chance;

    /// Both, independently.
    fn mul(self, other: Chance) -> Chance {
        let (one, two) = (
            Chance::new(self.favourable, other.cases),
            Chance::new(other.favourable, self.cases),
        );
        Chance {
            favourable: one.favourable * two.favourable,
            cases: one.cases * two.cases,
        }
    }
}

impl std::ops::Add for Chance {
    type Output = Chance;

    /// One or the other, which exclude each other.
    fn add(self, other: Chance) -> Chance {
        let common = greatest_common_divisor(self.cases, other.cases);
        let cases = self.cases / common * other.cases;
        let favourable =
            self.favourable * (cases / self.cases) + other.favourable * (cases / other.cases);
        Chance::new(favourable, cases)
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Chance) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    /// Compares as continued fractions, so nothing overflows.
    fn cmp(&self, other: &Chance) -> std::cmp::Ordering {
        let whole = |chance: &Chance| chance.favourable / chance.cases;
        let rest = |chance: &Chance| (chance.favourable % chance.cases, chance.cases);
        let by_whole = whole(self).cmp(&whole(other));
        by_whole.then_with(|| match (rest(self), rest(other)) {
            ((0, _), (0, _)) => std::cmp::Ordering::Equal,
            ((0, _), _) => std::cmp::Ordering::Less,
            (_, (0, _)) => std::cmp::Ordering::Greater,
            ((one, of), (another, among)) => Chance::new(among, another).cmp(&Chance::new(of, one)),
        })
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cases {
            1 => write!(f, "{}", self.favourable),
            _ => f.write_str(&self.fraction()),
        }
    }
}

fn greatest_common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// Play in which nobody knows the rolls beforehand.
#[derive(Clone, PartialEq, Debug)]
pub struct DicePlay {
    /// Whether the goal is to be forced whatever the dice; if not, to be made as likely as can be.
    pub forced: bool,
    /// How likely the goal is before the first throw; in forced play only if it is certain.
    pub value: Option<Chance>,
    /// What to do for each roll.
    pub throws: Vec<Throw>,
}

/// What comes of one roll.
#[derive(Clone, PartialEq, Debug)]
pub struct Throw {
    /// The roll.
    pub roll: Roll,
    /// How often it comes.
    pub likelihood: Chance,
    /// How likely the goal is now; in forced play only if it is certain.
    pub value: Option<Chance>,
    /// What the roll does to a side that has no move for it.
    pub end: Option<RollEnd>,
    /// The moves worth telling: keys, best moves; of the defender all.
    pub moves: Vec<Wager>,
}

/// How a roll ends the play of a side that cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RollEnd {
    /// The side is in check: mated by the roll.
    Mate,
    /// It is not: stalemate by the roll.
    Stalemate,
}

/// A move in play with dice.
#[derive(Clone, PartialEq, Debug)]
pub struct Wager {
    /// The move.
    pub movement: MoveRecord,
    /// The goal it reaches, whatever the next roll.
    pub goal: Option<Goal>,
    /// How likely the goal is after it.
    pub value: Option<Chance>,
    /// What follows each roll of the other side, where that is told.
    pub throws: Vec<Throw>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_fractions_compare_without_overflow() {
        let large = u128::MAX;
        assert!(Chance::new(large - 1, large) < Chance::new(large, large));
        assert!(Chance::new(1, large) > Chance::new(0, 1));
        assert_eq!(
            Chance::new(3, 9).cmp(&Chance::new(1, 3)),
            std::cmp::Ordering::Equal
        );
    }
}
