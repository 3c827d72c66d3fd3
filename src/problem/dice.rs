//! Which dice are thrown, and how likely each roll is.

use crate::board::Roll;

/// A kind of dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dice {
    /// One die of twelve faces: every roll is as likely as any other.
    #[default]
    D12,
    /// Two ordinary dice, their angles added.
    TwoD6,
}

impl Dice {
    /// In how many of [`Dice::cases`] this roll comes.
    pub const fn weight(self, roll: Roll) -> u32 {
        match (self, roll) {
            (Dice::D12, _) => 1,
            (Dice::TwoD6, Roll::Zero | Roll::Back) => 9,
            (Dice::TwoD6, Roll::Right) => 8,
            (Dice::TwoD6, Roll::Left) => 10,
        }
    }

    /// How many cases there are, all equally likely.
    pub const fn cases(self) -> u32 {
        match self {
            Dice::D12 => 4,
            Dice::TwoD6 => 36,
        }
    }

    /// Its key, as in conditions and queries.
    pub const fn key(self) -> &'static str {
        match self {
            Dice::D12 => "d12",
            Dice::TwoD6 => "2d6",
        }
    }

    /// The dice with this key, in any case.
    pub fn from_key(key: &str) -> Option<Dice> {
        [Dice::D12, Dice::TwoD6]
            .into_iter()
            .find(|dice| dice.key().eq_ignore_ascii_case(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One ordinary die shows the faces 1 to 6; a face f turns by 90 f degrees.
    #[test]
    fn two_dice_are_thrown_in_36_ways() {
        let angle = |face: i32| Roll::ALL[(face % 4) as usize];
        for roll in Roll::ALL {
            let pairs = (1..=6).flat_map(|first| (1..=6).map(move |second| first + second));
            let ways = pairs.filter(|sum| angle(*sum) == roll).count();
            assert_eq!(ways as u32, Dice::TwoD6.weight(roll), "{roll}");
            let faces = (1..=12).filter(|face| angle(*face) == roll).count();
            assert_eq!(faces as u32, 3 * Dice::D12.weight(roll), "{roll}");
        }
    }
}
