//! The shape of a board: its size, its holes and which edges are joined.
//!
//! **Invariant:** a geometry is a value. No code outside asks whether a board
//! is "the normal one"; it asks the geometry where a step leads.

use super::cells::Cells;
use super::ring::Course;
use super::{Joins, MAX_SQUARES, Side, Square, SquareSet};
use thiserror::Error;

/// A displacement in files and ranks, and on boards with levels in levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vector {
    /// To the right, in files.
    pub files: i8,
    /// Up the board, in ranks.
    pub ranks: i8,
    /// To higher levels.
    pub levels: i8,
}

impl Vector {
    /// A displacement by `files` to the right and `ranks` up.
    pub const fn new(files: i8, ranks: i8) -> Vector {
        Vector::in_space(files, ranks, 0)
    }

    /// A displacement by `files` to the right, `ranks` up the board and `levels` higher.
    pub const fn in_space(files: i8, ranks: i8, levels: i8) -> Vector {
        Vector {
            files,
            ranks,
            levels,
        }
    }

    /// The same way back.
    pub const fn reversed(self) -> Vector {
        Vector::in_space(-self.files, -self.ranks, -self.levels)
    }

    /// So many times as long.
    pub const fn times(self, times: i8) -> Vector {
        Vector::in_space(self.files * times, self.ranks * times, self.levels * times)
    }

    /// Whether it leads along a file, a rank or a diagonal.
    pub const fn is_on_queen_line(self) -> bool {
        self.files == 0 || self.ranks == 0 || self.files.abs() == self.ranks.abs()
    }
}

/// A board of `width` x `height` squares, some of them holes.
///
/// ```
/// use dawson::board::{Geometry, Square, Vector};
/// let board = Geometry::standard();
/// let a1 = Square::from_name("a1").unwrap();
/// assert_eq!(board.step(a1, Vector::new(-1, 0)), None);
/// assert_eq!(board.step(a1, Vector::new(1, 2)), Square::from_name("b3"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    width: u8,
    height: u8,
    /// How far apart the numbers of two squares of one file are.
    stride: u8,
    joins: Joins,
    course: Course,
    cells: Cells,
    /// What follows for steps from what is joined and from what the cells are.
    steps: Steps,
    squares: SquareSet,
}

/// How the square is found to which a step leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Steps {
    /// By file and rank.
    Flat,
    /// The same, the file counted round the board.
    Files,
    /// The same, the rank counted round the board.
    Ranks,
    /// The same, both counted so.
    Both,
    /// Over edges that turn the way.
    Turning,
    /// From level to level.
    Levels,
}

impl Steps {
    fn of(joins: Joins, cells: Cells) -> Steps {
        match (cells, joins) {
            (Cells::Cubes { .. }, _) => Steps::Levels,
            (_, Joins::None) => Steps::Flat,
            (_, Joins::Files) => Steps::Files,
            (_, Joins::Ranks) => Steps::Ranks,
            (_, Joins::Both) => Steps::Both,
            _ => Steps::Turning,
        }
    }
}

/// Why no board could be made.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GeometryError {
    /// A side is zero or the board has more than [`MAX_SQUARES`] squares.
    #[error("a board of {width} x {height} squares is outside 1 to {MAX_SQUARES} squares")]
    Size {
        /// Files asked for.
        width: u8,
        /// Ranks asked for.
        height: u8,
    },
}

impl Geometry {
    /// The usual board.
    pub fn standard() -> Geometry {
        Geometry::new(8, 8, Joins::None).expect("8 x 8 squares fit")
    }

    /// A board without holes.
    ///
    /// # Errors
    /// When it would have no square or more than [`MAX_SQUARES`].
    pub fn new(width: u8, height: u8, joins: Joins) -> Result<Geometry, GeometryError> {
        let count = usize::from(width) * usize::from(height);
        if !(1..=MAX_SQUARES).contains(&count) {
            return Err(GeometryError::Size { width, height });
        }
        let stride = stride(width, height);
        let square = |index| Square::new(index / width * stride + index % width);
        Ok(Geometry {
            width,
            height,
            stride,
            joins,
            course: Course::Open,
            cells: Cells::Squares,
            steps: Steps::of(joins, Cells::Squares),
            squares: (0..count as u8).map(square).collect(),
        })
    }

    /// The same board with these edges joined, and no others.
    pub fn joined(self, joins: Joins) -> Geometry {
        Geometry {
            joins,
            steps: Steps::of(joins, self.cells),
            ..self
        }
    }

    /// The same board of these cells.
    pub(super) fn with_cells(self, cells: Cells) -> Geometry {
        Geometry {
            cells,
            steps: Steps::of(self.joins, cells),
            ..self
        }
    }

    /// The same board without holes.
    pub(super) fn with_every_square(mut self) -> Geometry {
        self.squares = (0..self.height)
            .flat_map(|rank| self.places(rank))
            .collect();
        self
    }

    /// What its squares are.
    #[inline]
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// The same board with traffic of this kind.
    pub(super) fn with_course(self, course: Course) -> Geometry {
        Geometry { course, ..self }
    }

    /// The same board with these squares missing.
    pub fn with_holes(mut self, holes: SquareSet) -> Geometry {
        self.squares &= !holes;
        self
    }

    /// Whether ranks and files are those of the usual board, whatever is joined or missing.
    pub fn is_usual(&self) -> bool {
        self.has_ranks() && self.course == Course::Open && (self.width, self.height) == (8, 8)
    }

    /// Whether squares lie in files and ranks, and a direction stays what it is on the way.
    pub fn keeps_directions(&self) -> bool {
        self.has_ranks() && !self.joins.turn_ways()
    }

    /// Whether its cells are squares in files and ranks.
    pub fn has_ranks(&self) -> bool {
        self.cells == Cells::Squares
    }

    /// How many numbers its squares need: every number is less than this.
    pub fn span(&self) -> usize {
        usize::from(self.stride) * usize::from(self.height)
    }

    /// Which way men go on it.
    pub fn course(&self) -> Course {
        self.course
    }

    /// The squares on which the pawns of `side` promote.
    pub fn promotion_squares(&self, side: Side) -> SquareSet {
        match self.course {
            Course::Open => self.last_rank(side),
            Course::Ring(_) => self.array_of_pawns(!side),
        }
    }

    /// The squares of the last rank of `side`, or what stands for it on a board without ranks.
    pub fn last_rank(&self, side: Side) -> SquareSet {
        match side {
            _ if !self.has_ranks() => self.last_cells(side),
            Side::White => self.of_rank(self.height - 1),
            Side::Black => self.of_rank(0),
        }
    }

    /// Every place of a rank from left to right, holes too, as a diagram shows it.
    pub fn places(&self, rank: u8) -> impl Iterator<Item = Square> + Clone + use<> {
        let start = rank * self.stride;
        (start..start + self.width).map(Square::new)
    }

    /// The squares of one rank that exist.
    fn of_rank(&self, rank: u8) -> SquareSet {
        let squares: SquareSet = self.places(rank).collect();
        squares & self.squares
    }

    /// All squares that exist.
    pub fn squares(&self) -> SquareSet {
        self.squares
    }

    /// How many files there are.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// How many ranks there are.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Which edges are joined.
    pub fn joins(&self) -> Joins {
        self.joins
    }

    /// The file of a square, 0 for the first.
    #[inline]
    pub fn file(&self, square: Square) -> u8 {
        match self.stride {
            USUAL => square.byte() % USUAL,
            stride => square.byte() % stride,
        }
    }

    /// The rank of a square, 0 for the first.
    #[inline]
    pub fn rank(&self, square: Square) -> u8 {
        match self.stride {
            USUAL => square.byte() / USUAL,
            stride => square.byte() / stride,
        }
    }

    /// The square on this file and rank, unless it is off the board or a hole.
    #[inline]
    pub fn square(&self, file: i16, rank: i16) -> Option<Square> {
        let inside = (0..i16::from(self.width)).contains(&file)
            && (0..i16::from(self.height)).contains(&rank);
        let square = inside.then(|| Square::new(rank as u8 * self.stride + file as u8))?;
        self.squares.contains(square).then_some(square)
    }

    /// The square symmetrical to this one about the centre.
    pub fn opposite(&self, square: Square) -> Option<Square> {
        self.square(self.far_file(square), self.far_rank(square))
    }

    /// The square on the same rank and the opposite file.
    pub fn across_files(&self, square: Square) -> Option<Square> {
        self.square(self.far_file(square), self.rank(square).into())
    }

    /// The square on the same file and the opposite rank.
    pub fn across_ranks(&self, square: Square) -> Option<Square> {
        self.square(self.file(square).into(), self.far_rank(square))
    }

    fn far_file(&self, square: Square) -> i16 {
        (self.width - 1 - self.file(square)).into()
    }

    fn far_rank(&self, square: Square) -> i16 {
        (self.height - 1 - self.rank(square)).into()
    }

    /// Where a step leads, over joined edges if need be.
    #[inline]
    pub fn step(&self, from: Square, vector: Vector) -> Option<Square> {
        let file = i16::from(self.file(from)) + i16::from(vector.files);
        let rank = i16::from(self.rank(from)) + i16::from(vector.ranks);
        let (width, height) = (i16::from(self.width), i16::from(self.height));
        match self.steps {
            Steps::Flat => self.square(file, rank),
            Steps::Files => self.square(file.rem_euclid(width), rank),
            Steps::Ranks => self.square(file, rank.rem_euclid(height)),
            Steps::Both => self.square(file.rem_euclid(width), rank.rem_euclid(height)),
            Steps::Turning => self.over_seams(from, vector).map(|(to, _)| to),
            Steps::Levels => self.step_in_space(from, vector),
        }
    }

    /// Where a step leads that goes over no edge, joined or not.
    pub fn step_within(&self, from: Square, vector: Vector) -> Option<Square> {
        let file = i16::from(self.file(from)) + i16::from(vector.files);
        let rank = i16::from(self.rank(from)) + i16::from(vector.ranks);
        self.square(file, rank)
    }

    /// The board as pawns know it: see [`Joins::for_pawns`].
    pub fn for_pawns(&self) -> Geometry {
        self.clone().joined(self.joins.for_pawns())
    }

    /// Whether the square is light (h1 is, a1 is not).
    #[inline]
    pub fn is_light(&self, square: Square) -> bool {
        self.colour(square) == 1
    }

    /// Whether the square lies on the rim of the board.
    pub fn is_edge(&self, square: Square) -> bool {
        if !self.has_ranks() {
            return self.is_rim(square);
        }
        let (file, rank) = (self.file(square), self.rank(square));
        file == 0 || rank == 0 || file == self.width - 1 || rank == self.height - 1
    }

    /// The square's name: a file letter and the number of the rank, after the letter of its level where
    /// there are several.
    pub fn name(&self, square: Square) -> String {
        let level = self.level_letter(square).map(String::from);
        let file = self.file_letter(self.file(square));
        format!(
            "{}{file}{}",
            level.unwrap_or_default(),
            self.rank_number(square)
        )
    }

    /// The square of this name, letters in any case: the opposite of [`Geometry::name`].
    ///
    /// ```
    /// use dawson::board::{Geometry, Joins};
    /// let board = Geometry::new(10, 10, Joins::None)?;
    /// let corner = board.square_named("j10").expect("a corner");
    /// assert_eq!(board.name(corner), "j10");
    /// assert_eq!(board.square_named("k1"), None);
    /// # Ok::<(), dawson::board::GeometryError>(())
    /// ```
    pub fn square_named(&self, name: &str) -> Option<Square> {
        self.split_square(name)
            .and_then(|(square, rest)| rest.is_empty().then_some(square))
    }

    /// The squares whose names a whole word consists of: `a1b10`.
    pub fn squares_named(&self, word: &str) -> Option<Vec<Square>> {
        let (squares, rest) = self.squares_in_front(word);
        (rest.is_empty() && !squares.is_empty()).then_some(squares)
    }

    /// The squares whose names a text begins with, perhaps none, and the text after them.
    pub fn squares_in_front<'t>(&self, text: &'t str) -> (Vec<Square>, &'t str) {
        let mut squares = Vec::new();
        let mut rest = text;
        while let Some((square, behind)) = self.split_square(rest) {
            squares.push(square);
            rest = behind;
        }
        (squares, rest)
    }

    /// The name of the first square: letters need one behind them to be those of a man.
    pub fn first_name(&self) -> String {
        let first = self.squares().next();
        first.map_or(String::new(), |square| self.name(square))
    }

    /// The board whose squares texts name where this one is meant: the usual one, unless this one is
    /// larger or has other cells, for squares of smaller boards have the same names and numbers.
    pub fn for_names(&self) -> Geometry {
        let is_larger = self.width > USUAL || self.height > USUAL;
        match is_larger || !self.has_ranks() {
            true => self.clone(),
            false => Geometry::standard(),
        }
    }

    /// The first and the last of its squares by name: what texts may name on it.
    pub fn extent(&self) -> String {
        let mut squares = self.squares();
        let first = squares.next().map(|square| self.name(square));
        let last = squares.last().map(|square| self.name(square));
        [first, last]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" to ")
    }

    /// The square whose name ends the text, letters in any case, the longest of those that do, and the
    /// text before it.
    ///
    /// ```
    /// use dawson::board::Geometry;
    /// let (before, square) = Geometry::standard().square_at_end("wKe4").expect("a square");
    /// assert_eq!((before, square.to_string().as_str()), ("wK", "e4"));
    /// let space = Geometry::space(5, 5, 5)?;
    /// assert_eq!(space.square_at_end("wKAa1").map(|(before, _)| before), Some("wK"));
    /// # Ok::<(), dawson::board::GeometryError>(())
    /// ```
    pub fn square_at_end<'t>(&self, text: &'t str) -> Option<(&'t str, Square)> {
        (2..=LONGEST_NAME).rev().find_map(|length| {
            let (before, name) = text.split_at_checked(text.len().checked_sub(length)?)?;
            Some((before, self.square_named(name)?))
        })
    }

    /// The same, if the name has the letters of [`Geometry::name`].
    pub fn exact_square_at_end<'t>(&self, text: &'t str) -> Option<(&'t str, Square)> {
        let found = self.square_at_end(text);
        found.filter(|(before, square)| text[before.len()..] == self.name(*square))
    }

    /// The square whose name begins the text, the longest of those that do, and the text after it.
    ///
    /// ```
    /// use dawson::board::Geometry;
    /// let (square, rest) = Geometry::standard().split_square("e4-e5").expect("a square");
    /// assert_eq!((square.to_string().as_str(), rest), ("e4", "-e5"));
    /// ```
    pub fn split_square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let (level, text) = self.split_level(text)?;
        let file = self.file_of_letter(text.chars().next()?)?;
        let digits = text.bytes().skip(1).take(MOST_DIGITS);
        let count = digits.take_while(u8::is_ascii_digit).count();
        (1..=count).rev().find_map(|count| {
            let (number, rest) = text.get(1..)?.split_at_checked(count)?;
            let number = number.strip_prefix('0').is_none().then_some(number)?;
            let square = self.numbered(level, file, number.parse().ok()?)?;
            Some((square, rest))
        })
    }
}

/// What is shaped like the name of a square at the front of a text, a small letter with a number, and
/// the text after it; whether a board has such a square does not matter.
pub fn split_name(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let is_name = text.starts_with(|sign: char| sign.is_ascii_lowercase()) && digits > 0;
    is_name.then(|| text.split_at(1 + digits))
}

/// The names that a list such as `a1b10` consists of, by their shape.
///
/// ```
/// use dawson::board::names_in;
/// assert_eq!(names_in("a1b10"), Some(vec!["a1", "b10"]));
/// assert_eq!(names_in("a1B2"), None);
/// ```
pub fn names_in(list: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        let (name, behind) = split_name(rest)?;
        names.push(name);
        rest = behind;
    }
    (!names.is_empty()).then_some(names)
}

/// The number of the last rank of the highest board, one file wide, has this many digits.
const MOST_DIGITS: usize = 3;
/// A name has the letters of level and file in front of them.
const LONGEST_NAME: usize = 2 + MOST_DIGITS;

/// The stride of the usual board, by which no division is needed.
const USUAL: u8 = 8;

/// Boards of up to eight files number their squares as the usual board does, so that a
/// square has the same name on all of them; others number them without gaps.
fn stride(width: u8, height: u8) -> u8 {
    let usual = width < USUAL && usize::from(height) * 8 <= MAX_SQUARES;
    if usual { USUAL } else { width }
}
