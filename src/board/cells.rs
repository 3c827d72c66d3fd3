//! Boards whose cells are no squares in files and ranks: hexagons, and cubes in levels.
//!
//! **Invariant:** a board declares here what is a matter of its cells: their places and names, the steps
//! of each kind, where pawns go, start and promote, how many colours there are, and where a cell lies in
//! a drawing. No code asks which board it is.
//!
//! Hexagons have two axes: the file, and the rank along the file, counted so that a step keeps its
//! vector from file to file. Cubes have three.

use super::{Geometry, GeometryError, Joins, Side, Square, SquareSet, Vector};

/// What the squares of a board are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Cells {
    /// Squares in files and ranks.
    #[default]
    Squares,
    /// Hexagons in files.
    Hexagons(Hexagons),
    /// Cubes in levels.
    Cubes {
        /// How many ranks a level has.
        ranks: u8,
    },
}

/// A board of hexagons: files grow by one up to the middle one, then they shrink again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hexagons {
    /// How many files, an odd number.
    pub files: u8,
    /// How many hexagons the first file has.
    pub first: u8,
    /// Through what its pawns capture.
    pub capture: Through,
    /// The pawns of the array, which may make a double step.
    pub pawns: Option<Chevron>,
}

/// Through which part of a hexagon a step leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Through {
    /// A side.
    Sides,
    /// A corner.
    Corners,
}

/// Pawns in two rows that meet at the middle file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chevron {
    /// How many files at either side have none.
    pub inset: u8,
    /// Whether the one of the middle file may make a double step.
    pub middle: bool,
}

/// The steps that walks are made of, as a board declares them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepKind {
    /// That of a rook.
    Straight,
    /// That of a bishop.
    Diagonal,
    /// That of a unicorn.
    Triagonal,
    /// That of a knight.
    Knight,
}

/// A rook's steps on hexagons, clockwise from below.
const SIDES: [(i8, i8); 6] = [(0, -1), (-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0)];
/// A bishop's steps on hexagons.
const CORNERS: [(i8, i8); 6] = [(-1, -2), (-2, -1), (-1, 1), (1, 2), (2, 1), (1, -1)];
/// A knight's steps on hexagons: two steps of a rook and one at an angle of 60 degrees.
#[rustfmt::skip]
const KNIGHT: [(i8, i8); 12] = [
    (-1, -3), (-2, -3), (-3, -2), (-3, -1), (-2, 1), (-1, 2),
    (1, 3), (2, 3), (3, 2), (3, 1), (2, -1), (1, -2),
];

impl Hexagons {
    /// The board of W. Gliński: 91 hexagons.
    pub const GLINSKI: Hexagons = Hexagons {
        files: 11,
        first: 6,
        capture: Through::Sides,
        pawns: Some(Chevron {
            inset: 1,
            middle: true,
        }),
    };

    /// The same with the pawns of D. McCooey.
    pub const MCCOOEY: Hexagons = Hexagons {
        capture: Through::Corners,
        pawns: Some(Chevron {
            inset: 2,
            middle: false,
        }),
        ..Hexagons::GLINSKI
    };

    /// The small board of problems: 19 hexagons.
    pub const NINETEEN: Hexagons = Hexagons {
        files: 5,
        first: 3,
        capture: Through::Sides,
        pawns: None,
    };

    const fn middle(self) -> u8 {
        self.files / 2
    }

    /// The ranks of a file, first and last.
    fn ranks(self, file: u8) -> [u8; 2] {
        let middle = self.middle();
        [
            file.saturating_sub(middle),
            file.min(middle) + self.first - 1,
        ]
    }

    /// Whether there is a hexagon on this file and rank.
    fn has(self, file: u8, rank: u8) -> bool {
        let [first, last] = self.ranks(file);
        file < self.files && (first..=last).contains(&rank)
    }
}

impl Geometry {
    /// A board of hexagons.
    ///
    /// # Errors
    /// When it would have no cell or is too large.
    ///
    /// ```
    /// use dawson::board::{Geometry, Hexagons};
    /// let board = Geometry::hexagonal(Hexagons::GLINSKI).unwrap();
    /// assert_eq!(board.squares().len(), 91);
    /// assert_eq!(board.name(board.squares().last().unwrap()), "l6");
    /// ```
    pub fn hexagonal(hexagons: Hexagons) -> Result<Geometry, GeometryError> {
        let height = hexagons.first + hexagons.middle();
        let board = Geometry::new(hexagons.files, height, Joins::None)?;
        let is_outside = |on: &Square| !hexagons.has(board.file(*on), board.rank(*on));
        let outside = board.squares().filter(is_outside).collect();
        Ok(board
            .with_holes(outside)
            .with_cells(Cells::Hexagons(hexagons)))
    }

    /// A board of cubes: so many files, ranks and levels.
    ///
    /// # Errors
    /// When it would have no cell or more than [`MAX_SQUARES`](super::MAX_SQUARES).
    ///
    /// ```
    /// use dawson::board::{Geometry, Vector};
    /// let board = Geometry::space(5, 5, 5).unwrap();
    /// let first = board.squares().first().unwrap();
    /// let unicorn = Vector::in_space(1, 1, 1);
    /// let next = board.step(first, unicorn).unwrap();
    /// assert_eq!((board.name(first), board.name(next)), ("Aa1".into(), "Bb2".into()));
    /// ```
    pub fn space(files: u8, ranks: u8, levels: u8) -> Result<Geometry, GeometryError> {
        let height = ranks.saturating_mul(levels);
        let board = Geometry::new(files, height, Joins::None)?;
        Ok(board.with_cells(Cells::Cubes { ranks }))
    }

    /// How many levels it has.
    pub fn levels(&self) -> u8 {
        match self.cells() {
            Cells::Cubes { ranks } => self.height() / ranks,
            _ => 1,
        }
    }

    /// The level of a square, 0 for the lowest, and its rank on that level.
    pub fn level_and_rank(&self, square: Square) -> (u8, u8) {
        let rank = self.rank(square);
        match self.cells() {
            Cells::Cubes { ranks } => (rank / ranks, rank % ranks),
            _ => (0, rank),
        }
    }

    /// The cell so many files, ranks and levels away.
    pub(super) fn step_in_space(&self, from: Square, vector: Vector) -> Option<Square> {
        let (level, rank) = self.level_and_rank(from);
        let ranks = i16::from(self.height() / self.levels());
        let rank = i16::from(rank) + i16::from(vector.ranks);
        let level = i16::from(level) + i16::from(vector.levels);
        let file = i16::from(self.file(from)) + i16::from(vector.files);
        let inside = (0..ranks).contains(&rank) && (0..i16::from(self.levels())).contains(&level);
        inside.then(|| self.square(file, level * ranks + rank))?
    }

    /// The steps of a kind; none where it has no meaning.
    pub fn steps(&self, kind: StepKind) -> Vec<Vector> {
        match (self.cells(), kind) {
            (Cells::Squares, StepKind::Straight) => plane(&[(0, -1), (-1, 0), (0, 1), (1, 0)]),
            (Cells::Squares, StepKind::Diagonal) => plane(&[(-1, -1), (1, -1), (1, 1), (-1, 1)]),
            (Cells::Squares, StepKind::Knight) => {
                let all = in_space([0, 1, 2]).into_iter();
                all.filter(|vector| vector.levels == 0).collect()
            }
            (Cells::Hexagons(_), StepKind::Straight) => plane(&SIDES),
            (Cells::Hexagons(_), StepKind::Diagonal) => plane(&CORNERS),
            (Cells::Hexagons(_), StepKind::Knight) => plane(&KNIGHT),
            (Cells::Squares | Cells::Hexagons(_), StepKind::Triagonal) => Vec::new(),
            (Cells::Cubes { .. }, StepKind::Straight) => in_space([0, 0, 1]),
            (Cells::Cubes { .. }, StepKind::Diagonal) => in_space([0, 1, 1]),
            (Cells::Cubes { .. }, StepKind::Triagonal) => in_space([1, 1, 1]),
            (Cells::Cubes { .. }, StepKind::Knight) => in_space([0, 1, 2]),
        }
    }

    /// Whether two cells touch: squares and cubes also at a corner, hexagons along a side.
    pub fn are_neighbours(&self, one: Square, other: Square) -> bool {
        let kinds: &[StepKind] = match self.cells() {
            Cells::Squares => {
                let files = self.file(one).abs_diff(self.file(other));
                let ranks = self.rank(one).abs_diff(self.rank(other));
                return files.max(ranks) == 1;
            }
            Cells::Hexagons(_) => &[StepKind::Straight],
            Cells::Cubes { .. } => &[StepKind::Straight, StepKind::Diagonal, StepKind::Triagonal],
        };
        let mut steps = kinds.iter().flat_map(|&kind| self.steps(kind));
        steps.any(|step| self.step(one, step) == Some(other))
    }

    /// The way of White's pawns turned for Black.
    pub fn turned_for_black(&self, vector: Vector) -> Vector {
        match self.cells() {
            Cells::Squares => Vector::new(vector.files, -vector.ranks),
            _ => vector.reversed(),
        }
    }

    /// The quiet steps of White's pawns, and those with which they capture, on a board that is none of
    /// squares.
    pub fn pawn_steps(&self) -> [Vec<Vector>; 2] {
        match self.cells() {
            Cells::Squares => [plane(&[(0, 1)]), plane(&[(-1, 1), (1, 1)])],
            Cells::Hexagons(Hexagons { capture, .. }) => {
                let captures = match capture {
                    Through::Sides => [(-1, 0), (1, 1)],
                    Through::Corners => [(-1, 1), (1, 2)],
                };
                [plane(&[(0, 1)]), plane(&captures)]
            }
            Cells::Cubes { .. } => {
                let ways = [(0, 1, 0), (0, 0, 1)];
                let captures = [(-1, 1, 0), (1, 1, 0), (-1, 0, 1), (1, 0, 1), (0, 1, 1)];
                let vector = |(x, y, z)| Vector::in_space(x, y, z);
                [ways.map(vector).to_vec(), captures.map(vector).to_vec()]
            }
        }
    }

    /// The cells from which pawns make a double step, on a board that is none of squares.
    pub fn double_step_squares(&self, side: Side) -> SquareSet {
        let Cells::Hexagons(board) = self.cells() else {
            return SquareSet::EMPTY;
        };
        let Some(Chevron { inset, middle }) = board.pawns else {
            return SquareSet::EMPTY;
        };
        let files = inset..board.files - inset;
        let files = files.filter(|&file| middle || file != board.middle());
        // Black's stand opposite White's about the centre.
        let squares = files.filter_map(|file| {
            let rank = (file - inset).min(board.middle() - inset);
            let (file, rank) = match side {
                Side::White => (file, rank),
                Side::Black => (board.files - 1 - file, self.height() - 1 - rank),
            };
            self.square(file.into(), rank.into())
        });
        squares.collect()
    }

    /// The last cells of `side`: where its pawns promote, on a board that is none of squares.
    pub(super) fn last_cells(&self, side: Side) -> SquareSet {
        match self.cells() {
            Cells::Squares => SquareSet::EMPTY,
            Cells::Hexagons(board) => {
                let of_file = |file| {
                    let [first, last] = board.ranks(file);
                    let rank = if side == Side::White { last } else { first };
                    self.square(file.into(), rank.into())
                };
                (0..board.files).filter_map(of_file).collect()
            }
            Cells::Cubes { .. } => {
                let rank = match side {
                    Side::White => self.height() - 1,
                    Side::Black => 0,
                };
                let places = self.places(rank);
                places.filter(|on| self.squares().contains(*on)).collect()
            }
        }
    }

    /// The colour of a cell, counted from 0: dark squares have 0, light ones 1, hexagons have three
    /// colours.
    #[inline]
    pub fn colour(&self, square: Square) -> u8 {
        let (file, rank) = (self.file(square), self.rank(square));
        match self.cells() {
            Cells::Squares => (file + rank) % 2,
            Cells::Hexagons(_) => (file + rank) % 3,
            Cells::Cubes { .. } => {
                let (level, rank) = self.level_and_rank(square);
                (file + rank + level) % 2
            }
        }
    }

    /// Whether a cell lies on the rim of a board that is none of squares.
    pub(super) fn is_rim(&self, square: Square) -> bool {
        let is_outside = |step: Vector| match self.cells() {
            Cells::Hexagons(board) => {
                let file = self.file(square).checked_add_signed(step.files);
                let rank = self.rank(square).checked_add_signed(step.ranks);
                file.zip(rank)
                    .is_none_or(|(file, rank)| !board.has(file, rank))
            }
            _ => self
                .clone()
                .with_every_square()
                .step(square, step)
                .is_none(),
        };
        self.steps(StepKind::Straight).into_iter().any(is_outside)
    }

    /// The letter of a file; hexagons have no file j.
    pub fn file_letter(&self, file: u8) -> char {
        let skips_j = matches!(self.cells(), Cells::Hexagons(_)) && file >= b'j' - b'a';
        char::from(b'a' + file + u8::from(skips_j))
    }

    /// The number of a square's rank, from 1; on hexagons each file is counted from its first cell, and what
    /// lies below that is no cell.
    pub fn rank_number(&self, square: Square) -> i16 {
        let (_, rank) = self.level_and_rank(square);
        let first = match self.cells() {
            Cells::Hexagons(board) => board.ranks(self.file(square))[0],
            _ => 0,
        };
        i16::from(rank) - i16::from(first) + 1
    }

    /// The letter of a square's level, where there are several.
    pub fn level_letter(&self, square: Square) -> Option<char> {
        let (level, _) = self.level_and_rank(square);
        matches!(self.cells(), Cells::Cubes { .. }).then(|| char::from(b'A' + level))
    }

    /// The level that a name begins with, where there are several, and what follows.
    pub(super) fn split_level<'t>(&self, name: &'t str) -> Option<(u8, &'t str)> {
        if !matches!(self.cells(), Cells::Cubes { .. }) {
            return Some((0, name));
        }
        let letter = name.bytes().next().filter(u8::is_ascii_alphabetic)?;
        Some((letter.to_ascii_lowercase() - b'a', name.get(1..)?))
    }

    /// The file with this letter in any case, whether there is one so far to the right or not.
    pub(super) fn file_of_letter(&self, letter: char) -> Option<u8> {
        let letter = letter.to_ascii_lowercase();
        let file = letter.is_ascii_lowercase().then(|| letter as u8 - b'a')?;
        [file, file.saturating_sub(1)]
            .into_iter()
            .find(|&file| self.file_letter(file) == letter)
    }

    /// The square of a file whose rank has this number in names.
    pub(super) fn numbered(&self, level: u8, file: u8, number: i16) -> Option<Square> {
        let first = match self.cells() {
            Cells::Squares => 0,
            Cells::Hexagons(board) => board.ranks(file)[0].into(),
            Cells::Cubes { ranks } if (1..=i16::from(ranks)).contains(&number) => {
                i16::from(level) * i16::from(ranks)
            }
            Cells::Cubes { .. } => return None,
        };
        self.square(file.into(), first + number - 1)
    }

    /// The lines of a text diagram from the top: the name of each, and its cells from left to right. Lines
    /// of hexagons are half a cell apart, so every second place is empty; levels lie one above the other,
    /// with an empty line between.
    pub fn lines(&self) -> Vec<(String, Vec<Option<Square>>)> {
        match self.cells() {
            Cells::Squares => {
                let line = |rank: u8| {
                    (
                        (rank + 1).to_string(),
                        self.places(rank).map(Some).collect(),
                    )
                };
                (0..self.height()).rev().map(line).collect()
            }
            Cells::Cubes { ranks } => {
                let line = |rank: u8| {
                    let level = char::from(b'A' + rank / ranks);
                    let name = format!("{level}{}", rank % ranks + 1);
                    (name, self.places(rank).map(Some).collect())
                };
                let levels = (0..self.levels()).rev();
                let level = |level: u8| (level * ranks..(level + 1) * ranks).rev().map(line);
                let levels = levels.map(|number| level(number).collect::<Vec<_>>());
                levels
                    .collect::<Vec<_>>()
                    .join(&(String::new(), Vec::new()))
            }
            Cells::Hexagons(_) => {
                let heights = |on: Square| self.half_height(on);
                let all = self.squares();
                let (Some(low), Some(high)) = (all.map(heights).min(), all.map(heights).max())
                else {
                    return Vec::new();
                };
                let line = |height: i16| {
                    let on_file = |file: u8| {
                        let mut cells = self.squares();
                        cells.find(|&on| self.file(on) == file && heights(on) == height)
                    };
                    (String::new(), (0..self.width()).map(on_file).collect())
                };
                (low..=high).rev().map(line).collect()
            }
        }
    }

    /// How high a hexagon lies, in halves of its height.
    pub fn half_height(&self, square: Square) -> i16 {
        2 * i16::from(self.rank(square)) - i16::from(self.file(square))
    }
}

/// Steps in files and ranks.
fn plane(steps: &[(i8, i8)]) -> Vec<Vector> {
    steps.iter().map(|&(x, y)| Vector::new(x, y)).collect()
}

/// Every vector with these distances along the three axes, in any order and direction.
fn in_space(distances: [i8; 3]) -> Vec<Vector> {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut vectors = Vec::new();
    for order in orders {
        for signs in 0..8u8 {
            let part = |axis: usize| match signs >> axis & 1 {
                0 => -distances[order[axis]],
                _ => distances[order[axis]],
            };
            let vector = Vector::in_space(part(0), part(1), part(2));
            if !vectors.contains(&vector) {
                vectors.push(vector);
            }
        }
    }
    vectors
}
