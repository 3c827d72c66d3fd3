//! The ring board of Rollerball: its hole, its traffic and its edges.
//!
//! **Invariant:** "forward" depends on the departure square alone: play runs clockwise, and
//! a square belongs to the side of the ring that traffic has reached there.

use super::{Geometry, Joins, Side, Square, SquareSet, Vector};

/// Which way men go on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Course {
    /// Every man as it likes.
    #[default]
    Open,
    /// Rooks, bishops and pawns run clockwise round a hole.
    Ring(Sideways),
}

/// How far a rook goes sideways against the traffic of the side that it enters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sideways {
    /// Any distance.
    Slide,
    /// One step.
    Step,
}

impl Geometry {
    /// The board of Rollerball: 7x7 squares with a hole of 3x3 in the middle.
    ///
    /// ```
    /// use dawson::board::{Geometry, Sideways};
    /// assert_eq!(Geometry::ring(Sideways::Slide).squares().len(), 40);
    /// ```
    pub fn ring(sideways: Sideways) -> Geometry {
        let board = Geometry::new(7, 7, Joins::None).expect("7 x 7 squares fit");
        let hole = (2..5).flat_map(|rank| (2..5).map(move |file| (file, rank)));
        let hole: SquareSet = hole
            .filter_map(|(file, rank)| board.square(file, rank))
            .collect();
        board.with_holes(hole).with_course(Course::Ring(sideways))
    }

    /// Which way is forward from a square of the ring.
    pub fn forward(&self, from: Square) -> Vector {
        let (x, y) = self.place_about_centre(from);
        let radius = x.abs().max(y.abs());
        match (x, y) {
            _ if y == -radius && x > -radius => Vector::new(-1, 0),
            _ if x == -radius && y < radius => Vector::new(0, 1),
            _ if y == radius && x < radius => Vector::new(1, 0),
            _ => Vector::new(0, -1),
        }
    }

    /// The square of the same ring from which one step forward leads here.
    pub fn square_before(&self, square: Square) -> Option<Square> {
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .filter_map(|(files, ranks)| self.step(square, Vector::new(files, ranks)))
            .find(|&before| {
                self.is_edge(before) == self.is_edge(square)
                    && self.step(before, self.forward(before)) == Some(square)
            })
    }

    /// Whether the square is one of the four outer corners.
    pub fn is_corner(&self, square: Square) -> bool {
        let (x, y) = self.place_about_centre(square);
        self.is_edge(square) && x.abs() == y.abs()
    }

    /// Where a diagonal way goes on from a square whose next one does not exist: the part of the
    /// direction that points through the edge turns round; at a point of the hole the part
    /// that is forward stays.
    pub fn rebound(&self, at: Square, direction: Vector) -> Vector {
        let Vector { files, ranks, .. } = direction;
        let is_open = |vector| self.step(at, vector).is_some();
        let (sideways, upright) = (Vector::new(files, 0), Vector::new(0, ranks));
        match (is_open(sideways), is_open(upright)) {
            (false, true) => Vector::new(-files, ranks),
            (true, false) => Vector::new(files, -ranks),
            _ if self.forward(at) == sideways => Vector::new(files, -ranks),
            _ => Vector::new(-files, ranks),
        }
    }

    /// Where the king of `side` stands in the array of Rollerball.
    pub fn array_of_king(&self, side: Side) -> SquareSet {
        self.named(match side {
            Side::White => &[(3, 1)],
            Side::Black => &[(3, 5)],
        })
    }

    /// Where the pawns of `side` stand in the array of Rollerball.
    pub fn array_of_pawns(&self, side: Side) -> SquareSet {
        self.named(match side {
            Side::White => &[(2, 0), (2, 1)],
            Side::Black => &[(4, 5), (4, 6)],
        })
    }

    /// The squares behind the start line of `side`, on which its king's run begins.
    pub fn before_start_line(&self, side: Side) -> SquareSet {
        self.named(match side {
            Side::White => &[(3, 0), (3, 1)],
            Side::Black => &[(3, 5), (3, 6)],
        })
    }

    fn named(&self, squares: &[(i16, i16)]) -> SquareSet {
        squares
            .iter()
            .filter_map(|&(file, rank)| self.square(file, rank))
            .collect()
    }

    fn place_about_centre(&self, square: Square) -> (i8, i8) {
        let middle = |size: u8| (size / 2) as i8;
        (
            self.file(square) as i8 - middle(self.width()),
            self.rank(square) as i8 - middle(self.height()),
        )
    }
}
