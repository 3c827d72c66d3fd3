//! Joined edges: what happens to a way that goes over one of them.
//!
//! **Invariant:** a join is data, one [`Seam`] for each pair of opposite edges. Where a seam turns
//! directions, whoever walks on has to turn with it ([`Turn`]).

use super::{Geometry, Square, Vector};

/// Which opposite edges of the board are joined, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Joins {
    /// None: the usual flat board.
    #[default]
    None,
    /// The left and right edges: a vertical cylinder.
    Files,
    /// The bottom and top edges: a horizontal cylinder.
    Ranks,
    /// Both pairs: a torus.
    Both,
    /// The bottom and top edges with a twist: a Möbius strip.
    Moebius,
    /// The same, the left and right edges joined as well: a Klein bottle.
    Klein,
    /// Both pairs with a twist: the projective plane.
    Projective,
    /// The left and right edges; files go on over the poles.
    Sphere,
    /// The same, where diagonal steps go over the poles, too.
    SphereWithPoles,
}

/// How one pair of opposite edges is joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seam {
    /// Not at all.
    Open,
    /// Square to square, straight across.
    Straight,
    /// Each square to the one opposite, as seen from the middle of the edge.
    Twisted,
    /// Each edge to itself, half way round: the pole of a sphere.
    Pole {
        /// Whether diagonal steps go over it.
        diagonals: bool,
    },
}

impl Joins {
    /// How the left and right edges are joined, and the bottom and top ones.
    pub const fn seams(self) -> [Seam; 2] {
        match self {
            Joins::None => [Seam::Open, Seam::Open],
            Joins::Files => [Seam::Straight, Seam::Open],
            Joins::Ranks => [Seam::Open, Seam::Straight],
            Joins::Both => [Seam::Straight, Seam::Straight],
            Joins::Moebius => [Seam::Open, Seam::Twisted],
            Joins::Klein => [Seam::Straight, Seam::Twisted],
            Joins::Projective => [Seam::Twisted, Seam::Twisted],
            Joins::Sphere => [Seam::Straight, Seam::Pole { diagonals: false }],
            Joins::SphereWithPoles => [Seam::Straight, Seam::Pole { diagonals: true }],
        }
    }

    /// Whether a way over an edge may go on in another direction.
    pub fn turn_ways(self) -> bool {
        let turns = |seam: Seam| matches!(seam, Seam::Twisted | Seam::Pole { .. });
        self.seams().into_iter().any(turns)
    }

    /// Whether files go on over poles.
    pub fn has_poles(self) -> bool {
        matches!(self.seams()[1], Seam::Pole { .. })
    }

    /// Whether the left and right edges are joined, and whether the bottom and top ones are.
    pub fn pairs(self) -> [bool; 2] {
        self.seams().map(|seam| seam != Seam::Open)
    }

    /// The joins as pawns know them: they go over an edge at their side if it leaves ahead where it
    /// is, and never from the last rank to another one.
    pub fn for_pawns(self) -> Joins {
        match self.seams() {
            [Seam::Straight, _] => Joins::Files,
            _ => Joins::None,
        }
    }
}

/// How the directions of a way changed when it went over an edge.
///
/// ```
/// use dawson::board::{Geometry, Joins, Square, Vector};
/// let strip = Geometry::standard().joined(Joins::Moebius);
/// let (to, turn) = strip.passage(Square::at(1, 7), Vector::new(1, 1)).unwrap();
/// assert_eq!((to, turn.applied(Vector::new(1, 1))), (Square::at(5, 0), Vector::new(-1, 1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turn {
    files: bool,
    ranks: bool,
}

impl Turn {
    /// Directions stay what they are.
    pub const NONE: Turn = Turn {
        files: false,
        ranks: false,
    };

    /// The direction after the turn.
    pub const fn applied(self, way: Vector) -> Vector {
        Vector {
            files: if self.files { -way.files } else { way.files },
            ranks: if self.ranks { -way.ranks } else { way.ranks },
            levels: way.levels,
        }
    }

    /// This turn and then another one.
    pub const fn then(self, next: Turn) -> Turn {
        Turn {
            files: self.files != next.files,
            ranks: self.ranks != next.ranks,
        }
    }
}

impl Geometry {
    /// Where a step leads, over joined edges if need be, and how directions turn on the way.
    pub fn passage(&self, from: Square, vector: Vector) -> Option<(Square, Turn)> {
        match self.joins().turn_ways() {
            false => Some((self.step(from, vector)?, Turn::NONE)),
            true => self.over_seams(from, vector),
        }
    }

    /// The same over edges that may turn it. A leap goes along its file first; where both edges turn
    /// it, the order makes no difference.
    pub(super) fn over_seams(&self, from: Square, vector: Vector) -> Option<(Square, Turn)> {
        let (width, height) = (i16::from(self.width()), i16::from(self.height()));
        let [beside, ahead] = self.joins().seams();
        let mut file = i16::from(self.file(from)) + i16::from(vector.files);
        let mut rank = i16::from(self.rank(from)) + i16::from(vector.ranks);
        let mut turn = Turn::NONE;
        let laps = rank.div_euclid(height);
        match ahead {
            _ if laps == 0 => {}
            Seam::Open => return None,
            Seam::Straight => rank = rank.rem_euclid(height),
            Seam::Twisted => {
                rank = rank.rem_euclid(height);
                if laps % 2 != 0 {
                    file = width - 1 - file;
                    turn.files = true;
                }
            }
            Seam::Pole { diagonals } => {
                if !diagonals && vector.files.abs() == vector.ranks.abs() {
                    return None;
                }
                rank = rank.rem_euclid(height);
                if laps % 2 != 0 {
                    rank = height - 1 - rank;
                    file += width / 2;
                    turn.ranks = true;
                }
            }
        }
        let laps = file.div_euclid(width);
        match beside {
            _ if laps == 0 => {}
            Seam::Open | Seam::Pole { .. } => return None,
            Seam::Straight => file = file.rem_euclid(width),
            Seam::Twisted => {
                file = file.rem_euclid(width);
                if laps % 2 != 0 {
                    rank = height - 1 - rank;
                    turn.ranks = true;
                }
            }
        }
        Some((self.square(file, rank)?, turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(joins: Joins, from: (u8, u8), vector: Vector, steps: usize) -> String {
        let board = Geometry::standard().joined(joins);
        let (mut at, mut turn) = (Square::at(from.0, from.1), Turn::NONE);
        let mut names = Vec::new();
        for _ in 0..steps {
            let Some((next, turned)) = board.passage(at, turn.applied(vector)) else {
                break;
            };
            (at, turn) = (next, turn.then(turned));
            names.push(board.name(at));
        }
        names.join(" ")
    }

    /// The examples of the definitions.
    #[test]
    fn ways_go_on_as_the_definitions_say() {
        let up = Vector::new(0, 1);
        assert_eq!(names(Joins::Moebius, (0, 6), up, 3), "a8 h1 h2");
        assert_eq!(names(Joins::Projective, (0, 6), up, 3), "a8 h1 h2");
        assert_eq!(
            names(Joins::Projective, (6, 3), Vector::new(1, 0), 3),
            "h4 a5 b5"
        );
        assert_eq!(names(Joins::Sphere, (0, 6), up, 3), "a8 e8 e7");
        assert_eq!(
            names(Joins::Klein, (6, 3), Vector::new(1, 0), 3),
            "h4 a4 b4"
        );
    }

    #[test]
    fn diagonals_end_at_a_pole_unless_they_are_let_over_it() {
        let diagonal = Vector::new(1, 1);
        assert_eq!(names(Joins::Sphere, (0, 6), diagonal, 3), "b8");
        assert_eq!(
            names(Joins::SphereWithPoles, (0, 6), diagonal, 3),
            "b8 g8 h7"
        );
    }

    /// Whatever leads there leads back the other way, turned as often.
    #[test]
    fn every_way_can_be_gone_back() {
        let turning = [
            Joins::Moebius,
            Joins::Klein,
            Joins::Projective,
            Joins::Sphere,
        ];
        for joins in turning.into_iter().chain([Joins::SphereWithPoles]) {
            let board = Geometry::standard().joined(joins);
            let vectors = (-7..=7).flat_map(|x| (-7..=7).map(move |y| Vector::new(x, y)));
            for (from, vector) in board
                .squares()
                .flat_map(|on| vectors.clone().map(move |v| (on, v)))
            {
                let Some((to, turn)) = board.passage(from, vector) else {
                    continue;
                };
                let back = board.passage(to, turn.applied(vector.reversed()));
                assert_eq!(back, Some((from, turn)), "{joins:?} {from} {vector:?}");
            }
        }
    }
}
