//! A roll of the die: by how much it turns a way on the board.

use super::{Geometry, Square, Vector};
use std::fmt;

/// One of the four turns a die can ask for.
///
/// ```
/// use dawson::board::{Roll, Vector};
/// let right = Roll::from_degrees(90).unwrap();
/// assert_eq!(right.turned(Vector::new(0, 2)), Vector::new(2, 0));
/// assert_eq!(Roll::from_degrees(45), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Roll {
    /// No turn.
    Zero,
    /// 90 degrees clockwise.
    Right,
    /// 180 degrees.
    Back,
    /// 90 degrees anticlockwise, written -90.
    Left,
}

impl Roll {
    /// Every roll.
    pub const ALL: [Roll; 4] = [Roll::Zero, Roll::Right, Roll::Back, Roll::Left];

    /// The turn in degrees, clockwise: 0, 90, 180 or -90.
    pub const fn degrees(self) -> i32 {
        match self {
            Roll::Zero => 0,
            Roll::Right => 90,
            Roll::Back => 180,
            Roll::Left => -90,
        }
    }

    /// The roll of so many degrees, written as [`Roll::degrees`] writes it.
    pub fn from_degrees(degrees: i32) -> Option<Roll> {
        Roll::ALL.into_iter().find(|roll| roll.degrees() == degrees)
    }

    /// A way after the turn.
    pub const fn turned(self, way: Vector) -> Vector {
        match self {
            Roll::Zero => way,
            Roll::Right => Vector::new(way.ranks, -way.files),
            Roll::Back => way.reversed(),
            Roll::Left => Vector::new(-way.ranks, way.files),
        }
    }

    /// The turn that takes this one back.
    pub const fn reversed(self) -> Roll {
        match self {
            Roll::Right => Roll::Left,
            Roll::Left => Roll::Right,
            Roll::Zero | Roll::Back => self,
        }
    }

    /// Where a man that went from `from` to `via` stands after the turn about `from`.
    pub fn carried(self, geometry: &Geometry, from: Square, via: Square) -> Option<Square> {
        let way = |to: u8, from: u8| (i16::from(to) - i16::from(from)) as i8;
        let files = way(geometry.file(via), geometry.file(from));
        let ranks = way(geometry.rank(via), geometry.rank(from));
        geometry.step(from, self.turned(Vector::new(files, ranks)))
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.degrees())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_d4_to_f4_turns_as_described() {
        let square = |name| Square::from_name(name).expect("a square");
        let board = Geometry::standard();
        let arrivals = Roll::ALL.map(|roll| roll.carried(&board, square("d4"), square("f4")));
        let names = ["f4", "d2", "b4", "d6"];
        assert_eq!(arrivals, names.map(|name| Some(square(name))));
    }

    #[test]
    fn a_turn_taken_back_leads_home() {
        let way = Vector::new(3, -2);
        for roll in Roll::ALL {
            assert_eq!(roll.reversed().turned(roll.turned(way)), way);
        }
    }
}
