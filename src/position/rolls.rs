//! The rolls of the die that are known, packed into [`Slot::ROLLS`](super::Slot::ROLLS).

use crate::board::Roll;

/// What is known of the rolls to come, the one for the next move first. Beyond them any
/// roll may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rolls(u64);

/// Set wherever dice are played with at all.
const DICE: u64 = 1 << 63;
const BITS: u32 = 3;

impl Rolls {
    /// How many rolls can be known at a time.
    pub const LIMIT: usize = 21;

    /// Any roll may come.
    pub const UNKNOWN: Rolls = Rolls(DICE);

    /// These rolls come; those beyond [`Rolls::LIMIT`] are left out.
    pub fn known(rolls: &[Roll]) -> Rolls {
        let code = |(place, roll): (usize, &Roll)| (*roll as u64 + 1) << (BITS * place as u32);
        let codes = rolls.iter().take(Rolls::LIMIT).enumerate().map(code);
        Rolls(codes.fold(DICE, |all, code| all | code))
    }

    /// What a slot holds; none where nobody plays with dice.
    #[inline]
    pub fn of_slot(value: u128) -> Option<Rolls> {
        (value != 0).then_some(Rolls(value as u64))
    }

    /// The value of the slot.
    pub fn packed(self) -> u128 {
        self.0.into()
    }

    /// The roll for the next move, if it is known.
    pub fn next(self) -> Option<Roll> {
        match self.0 & 7 {
            0 => None,
            code => Some(Roll::ALL[(code - 1) as usize & 3]),
        }
    }

    /// What is known after the next move.
    pub fn after_move(self) -> Rolls {
        Rolls((self.0 & !DICE) >> BITS | DICE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_come_in_their_order_and_then_any() {
        let mut rolls = Rolls::known(&[Roll::Zero, Roll::Left, Roll::Back]);
        let mut seen = Vec::new();
        while let Some(roll) = rolls.next() {
            seen.push(roll.degrees());
            rolls = rolls.after_move();
        }
        assert_eq!(seen, [0, -90, 180]);
        assert_eq!(rolls, Rolls::UNKNOWN);
    }

    #[test]
    fn as_many_rolls_as_promised_can_be_known() {
        let rolls = Rolls::known(&[Roll::Left; Rolls::LIMIT]);
        let steps = std::iter::successors(Some(rolls), |rolls| {
            rolls.next().map(|_| rolls.after_move())
        });
        assert_eq!(steps.count(), Rolls::LIMIT + 1);
        assert!(Rolls::of_slot(0).is_none());
    }
}
