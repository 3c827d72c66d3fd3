//! The outlines of the figures, drawn for this project, in a box of 100 by 100 units.
//!
//! A figure is a few bodies, each filled and outlined, and details: lines and dots upon them. Bodies come in the
//! order in which they are drawn. All figures stand within a circle, so that they can be turned.

use super::path::Path;

/// The shapes that figures are made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// A crown with a cross.
    King,
    /// A crown with five points.
    Queen,
    /// A tower.
    Rook,
    /// A mitre.
    Bishop,
    /// A horse's head.
    Knight,
    /// A small man.
    Pawn,
    /// An hourglass, alike from both ends: men that leap symmetrically.
    Hourglass,
    /// A disc: men without a figure by habit.
    Disc,
}

/// The parts of a figure.
pub struct Outline {
    /// Filled and outlined, one over the other.
    pub bodies: Vec<Path>,
    /// Lines upon them.
    pub lines: Vec<Path>,
    /// Filled dots upon them.
    pub dots: Vec<Path>,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 8] = [
        Shape::King,
        Shape::Queen,
        Shape::Rook,
        Shape::Bishop,
        Shape::Knight,
        Shape::Pawn,
        Shape::Hourglass,
        Shape::Disc,
    ];

    /// Its letter in the table of figures.
    pub const fn letter(self) -> char {
        match self {
            Shape::King => 'K',
            Shape::Queen => 'Q',
            Shape::Rook => 'R',
            Shape::Bishop => 'B',
            Shape::Knight => 'S',
            Shape::Pawn => 'P',
            Shape::Hourglass => 'H',
            Shape::Disc => 'D',
        }
    }

    /// Whether it looks the same upside down.
    pub const fn is_symmetric(self) -> bool {
        matches!(self, Shape::Hourglass | Shape::Disc)
    }

    /// Its outline.
    pub fn outline(self) -> Outline {
        let (bodies, lines, dots) = match self {
            Shape::King => KING,
            Shape::Queen => QUEEN,
            Shape::Rook => ROOK,
            Shape::Bishop => BISHOP,
            Shape::Knight => KNIGHT,
            Shape::Pawn => PAWN,
            Shape::Hourglass => HOURGLASS,
            Shape::Disc => DISC,
        };
        let paths = |data: &[&str]| data.iter().map(|data| Path::parse(data)).collect();
        Outline {
            bodies: paths(bodies),
            lines: paths(lines),
            dots: paths(dots),
        }
    }
}

/// Bodies, lines and dots as path data.
type Data = (
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

const KING: Data = (
    &[
        "M 47 5 H 53 V 10.5 H 58.5 V 16.5 H 53 V 25 H 47 V 16.5 H 41.5 V 10.5 H 47 Z",
        "M 50 55 C 43 42 40 36 42 29 C 43.5 24 47 22.5 50 22.5 C 53 22.5 56.5 24 58 29 C 60 36 57 42 50 55 Z",
        "M 25 71 C 13 61 8 51 10 42 C 13 31 28 29 38 36 C 45 41 49 48 50 56 C 51 48 55 41 62 36 C 72 29 87 31 90 42 \
         C 92 51 87 61 75 71 Q 50 60 25 71 Z",
        "M 25 71 Q 50 60 75 71 V 86 Q 50 95 25 86 Z",
    ],
    &[
        "M 25 78 Q 50 68 75 78",
        "M 50 56 V 64",
        "M 29 64 C 20 56 16 50 17 44 C 20 37 29 37 35 42 C 41 46 43 52 44 60",
        "M 71 64 C 80 56 84 50 83 44 C 80 37 71 37 65 42 C 59 46 57 52 56 60",
    ],
    &[],
);

const QUEEN: Data = (
    &[
        "M 24 66 L 11 35 L 30 54 L 28 24 L 43 51 L 50 20 L 57 51 L 72 24 L 70 54 L 89 35 L 76 66 Q 50 56 24 66 Z",
        "M 24 66 Q 50 56 76 66 C 76 71 73 73 73 78 L 75 86 Q 50 95 25 86 L 27 78 C 27 73 24 71 24 66 Z",
        "M 15.2 30.5 C 15.2 33.1 13.1 35.2 10.5 35.2 C 7.9 35.2 5.8 33.1 5.8 30.5 C 5.8 27.9 7.9 25.8 10.5 25.8 \
         C 13.1 25.8 15.2 27.9 15.2 30.5 Z",
        "M 32.2 19.5 C 32.2 22.1 30.1 24.2 27.5 24.2 C 24.9 24.2 22.8 22.1 22.8 19.5 C 22.8 16.9 24.9 14.8 27.5 14.8 \
         C 30.1 14.8 32.2 16.9 32.2 19.5 Z",
        "M 54.7 14.5 C 54.7 17.1 52.6 19.2 50 19.2 C 47.4 19.2 45.3 17.1 45.3 14.5 C 45.3 11.9 47.4 9.8 50 9.8 \
         C 52.6 9.8 54.7 11.9 54.7 14.5 Z",
        "M 77.2 19.5 C 77.2 22.1 75.1 24.2 72.5 24.2 C 69.9 24.2 67.8 22.1 67.8 19.5 C 67.8 16.9 69.9 14.8 72.5 14.8 \
         C 75.1 14.8 77.2 16.9 77.2 19.5 Z",
        "M 94.2 30.5 C 94.2 33.1 92.1 35.2 89.5 35.2 C 86.9 35.2 84.8 33.1 84.8 30.5 C 84.8 27.9 86.9 25.8 89.5 25.8 \
         C 92.1 25.8 94.2 27.9 94.2 30.5 Z",
    ],
    &["M 27 78 Q 50 68 73 78"],
    &[],
);

const ROOK: Data = (
    &[
        "M 34 40 H 66 L 68 70 H 32 Z",
        "M 24 14 H 34.5 V 21 H 44.5 V 14 H 55.5 V 21 H 65.5 V 14 H 76 V 31 L 66 40 H 34 L 24 31 Z",
        "M 32 70 H 68 L 75 78 V 80 H 25 V 78 Z",
        "M 20 80 H 80 V 90 H 20 Z",
    ],
    &["M 24 31 H 76"],
    &[],
);

const BISHOP: Data = (
    &[
        "M 50 78 C 46 89 30 83 13 86 L 10 93 C 26 95 40 97 50 88 C 60 97 74 95 90 93 L 87 86 C 70 83 54 89 50 78 Z",
        "M 50 19 C 37 28 25 41 26.5 54 C 27 60 31 64 34 68 C 44 64 56 64 66 68 C 69 64 73 60 73.5 54 C 75 41 63 28 50 \
         19 Z",
        "M 34 68 C 44 64 56 64 66 68 L 69 79 Q 50 73 31 79 Z",
        "M 56 13.5 C 56 16.8 53.3 19.5 50 19.5 C 46.7 19.5 44 16.8 44 13.5 C 44 10.2 46.7 7.5 50 7.5 C 53.3 7.5 56 \
         10.2 56 13.5 Z",
    ],
    &["M 50 33 V 53", "M 41 42 H 59"],
    &[],
);

const KNIGHT: Data = (
    &[
        "M 29 90 C 28 77 36 70 43 63 C 48 58 49 54 48 49 C 42 53 37 54 33 56 C 29 58 27 62 24 65 C 21 68 17 67 14.5 64 \
         C 11 60 11 56 14 51 C 18 44 22 40 23.5 34 C 24.5 29 27 25 30 22 L 30 10 L 39 18 L 46 8 L 50 18 C 70 20 84 40 \
         83 90 Z",
    ],
    &[
        "M 51 24 C 66 28 76 46 76 84",
        "M 48 49 C 50 46 51 43 50.5 39",
        "M 19.5 62 C 21.5 61 22.5 59.5 23.5 57.5",
    ],
    &[
        "M 36.4 31 C 36.4 32.9 34.9 34.4 33 34.4 C 31.1 34.4 29.6 32.9 29.6 31 C 29.6 29.1 31.1 27.6 33 27.6 C 34.9 \
         27.6 36.4 29.1 36.4 31 Z",
        "M 18.2 54.5 C 18.2 55.6 17.3 56.5 16.2 56.5 C 15.5 56.5 15.3 55.6 15.6 54.8 C 16 53.6 16.8 52.5 17.4 52.5 \
         C 18 52.5 18.2 53.4 18.2 54.5 Z",
    ],
);

const PAWN: Data = (
    &[
        "M 25 90 C 24 73 33 64 43 58 C 36 54 34 49 35 44 C 36 40 38 37 42 35.5 H 58 C 62 37 64 40 65 44 C 66 49 64 54 57 58 \
     C 67 64 76 73 75 90 Z",
        "M 62 25 C 62 31.6 56.6 37 50 37 C 43.4 37 38 31.6 38 25 C 38 18.4 43.4 13 50 13 C 56.6 13 62 18.4 62 25 Z",
    ],
    &[],
    &[],
);

const HOURGLASS: Data = (
    &[
        "M 28 20 H 72 C 72 38 55 42 55 50 C 55 58 72 62 72 80 H 28 C 28 62 45 58 45 50 C 45 42 28 38 28 20 Z",
        "M 21 11 H 79 V 20 H 21 Z",
        "M 21 80 H 79 V 89 H 21 Z",
    ],
    &[
        "M 35 28 C 37 37 48 41 50 47 C 52 41 63 37 65 28",
        "M 35 72 C 37 63 48 59 50 53 C 52 59 63 63 65 72",
    ],
    &[],
);

const DISC: Data = (
    &[
        "M 84 50 C 84 68.8 68.8 84 50 84 C 31.2 84 16 68.8 16 50 C 16 31.2 31.2 16 50 16 C 68.8 16 84 31.2 84 50 Z",
    ],
    &[
        "M 76 50 C 76 64.4 64.4 76 50 76 C 35.6 76 24 64.4 24 50 C 24 35.6 35.6 24 50 24 C 64.4 24 76 35.6 76 50 Z",
    ],
    &[],
);
