//! The board of a picture: squares, frame, holes, grids, marked squares, names of files and ranks.

use super::drawing::{Anchor, Colour, Face, Item, Text};
use super::path::{Path, Point, at};
use super::{Style, Theme, cells};
use crate::board::{Geometry, Square, SquareSet};
use crate::conditions::{Definition, Grid, Marks};
use crate::problem::{Condition, Problem};

/// The side of a square.
pub const CELL: f32 = 100.0;
/// The room left and right of the board.
pub const MARGIN: f32 = 56.0;

/// A board at its place.
pub struct Board<'a> {
    /// Its squares.
    pub geometry: &'a Geometry,
    /// The upper left corner of the board.
    pub corner: Point,
    /// How it looks.
    pub style: Style,
}

impl Board<'_> {
    /// Its width without margins.
    pub fn width(&self) -> f32 {
        cells::size(self.geometry).0
    }

    /// Its height without margins.
    pub fn height(&self) -> f32 {
        cells::size(self.geometry).1
    }

    /// The middle of a square.
    pub fn middle(&self, square: Square) -> Point {
        let middle = cells::middle(self.geometry, square);
        at(self.corner.x + middle.x, self.corner.y + middle.y)
    }

    /// A corner between squares; (0, 0) is the lower left one of the board.
    fn point(&self, file: i16, rank: i16) -> Point {
        at(
            self.corner.x + f32::from(file) * CELL,
            self.corner.y + self.height() - f32::from(rank) * CELL,
        )
    }

    /// Squares and frame.
    pub fn items(&self) -> Vec<Item> {
        let mut items = self.squares();
        items.extend(self.frame());
        let mut items = vec![Item::Group(items)];
        items.extend(self.names());
        items
    }

    fn squares(&self) -> Vec<Item> {
        let is_printed = self.style.theme == Theme::Print;
        let mut items = Vec::new();
        let mut hatching = Path::default();
        for square in self.geometry.squares() {
            let middle = self.middle(square);
            let number = self.geometry.colour(square);
            let colour = match (is_printed, number) {
                (true, 2) => Colour(226, 226, 226),
                (true, _) => Colour::WHITE,
                (false, 0) => Colour(196, 203, 190),
                (false, 1) => Colour(246, 240, 226),
                (false, _) => Colour(222, 219, 205),
            };
            items.push(Item::filled(cells::outline(self.geometry, middle), colour));
            if is_printed && number == 0 {
                let corner = at(middle.x - CELL / 2.0, middle.y - CELL / 2.0);
                hatching.append(hatched(corner));
            }
        }
        if !hatching.0.is_empty() {
            items.push(Item::drawn(hatching, Colour(70, 70, 70), 1.8));
        }
        items
    }

    /// Lines where squares end; joined edges are dotted, for play goes on there.
    fn frame(&self) -> Vec<Item> {
        if !self.geometry.has_ranks() {
            return self.outlines();
        }
        let (mut firm, mut open) = (Path::default(), Path::default());
        let (width, height) = (
            i16::from(self.geometry.width()),
            i16::from(self.geometry.height()),
        );
        let there = |file, rank| self.geometry.square(file, rank).is_some();
        let [files, ranks] = self.geometry.joins().pairs();
        for rank in 0..=height {
            for file in 0..=width {
                if there(file, rank) != there(file - 1, rank) {
                    let edge = (self.point(file, rank), self.point(file, rank + 1));
                    let is_open = files && (file == 0 || file == width);
                    add_edge(if is_open { &mut open } else { &mut firm }, edge, is_open);
                }
                if there(file, rank) != there(file, rank - 1) {
                    let edge = (self.point(file, rank), self.point(file + 1, rank));
                    let is_open = ranks && (rank == 0 || rank == height);
                    add_edge(if is_open { &mut open } else { &mut firm }, edge, is_open);
                }
            }
        }
        let mut items = vec![Item::drawn(firm, Colour::BLACK, 3.0)];
        if !open.0.is_empty() {
            items.push(Item::drawn(open, Colour::BLACK, 3.0));
        }
        items
    }

    /// The outline of every cell, where they are none of squares in files and ranks.
    fn outlines(&self) -> Vec<Item> {
        let mut path = Path::default();
        for square in self.geometry.squares() {
            path.append(cells::outline(self.geometry, self.middle(square)));
        }
        vec![Item::drawn(path, Colour::BLACK, 2.0)]
    }

    fn names(&self) -> Vec<Item> {
        if !self.style.coordinates {
            return Vec::new();
        }
        let name = |at: Point, text: String| {
            Item::Text(Text {
                at,
                size: cells::size_of_names(self.geometry),
                anchor: Anchor::Middle,
                face: Face::Regular,
                colour: Colour(60, 60, 60),
                text,
            })
        };
        if !self.geometry.has_ranks() {
            let names = cells::names(self.geometry).into_iter();
            let place = |place: Point| at(self.corner.x + place.x, self.corner.y + place.y);
            return names.map(|(on, text)| name(place(on), text)).collect();
        }
        let below = self.corner.y + self.height() + 34.0;
        let files = (0..self.geometry.width()).map(|file| {
            let x = self.corner.x + (f32::from(file) + 0.5) * CELL;
            name(at(x, below), self.geometry.file_letter(file).to_string())
        });
        let ranks = (0..self.geometry.height()).map(|rank| {
            let y = self.point(0, i16::from(rank)).y - CELL / 2.0 + 10.0;
            name(at(self.corner.x - 26.0, y), (rank + 1).to_string())
        });
        files.chain(ranks).collect()
    }

    /// The thick lines of a grid.
    pub fn grid(&self, grid: &Grid) -> Option<Item> {
        let mut path = Path::default();
        for square in self.geometry.squares() {
            let (file, rank) = (
                i16::from(self.geometry.file(square)),
                i16::from(self.geometry.rank(square)),
            );
            let differs = |file, rank| {
                let other = self.geometry.square(file, rank);
                other.is_some_and(|other| grid.cell(other) != grid.cell(square))
            };
            if differs(file - 1, rank) {
                let ends = (self.point(file, rank), self.point(file, rank + 1));
                path.append(Path::line(ends.0, ends.1));
            }
            if differs(file, rank - 1) {
                let ends = (self.point(file, rank), self.point(file + 1, rank));
                path.append(Path::line(ends.0, ends.1));
            }
        }
        for line in grid.lines() {
            let [from, to] = [line.from, line.to].map(|(file, rank)| self.point(file, rank));
            path.append(Path::line(from, to));
        }
        (!path.0.is_empty()).then(|| Item::drawn(path, Colour(20, 20, 20), 6.0))
    }

    /// A sign on each of these squares.
    pub fn signs(&self, squares: impl Iterator<Item = Square>, sign: Sign) -> Vec<Item> {
        let known = self.geometry.squares();
        let squares = squares.filter(|square| known.contains(*square));
        squares
            .flat_map(|square| sign.items(self.middle(square), CELL))
            .collect()
    }
}

/// Dots where play goes over the edge, a line elsewhere.
fn add_edge(path: &mut Path, (from, to): (Point, Point), is_open: bool) {
    if !is_open {
        path.append(Path::line(from, to));
        return;
    }
    for step in 0..8u8 {
        let part = |share: f32| {
            at(
                from.x + (to.x - from.x) * share,
                from.y + (to.y - from.y) * share,
            )
        };
        let share = f32::from(step) / 8.0;
        path.append(Path::line(part(share + 0.05), part(share + 0.055)));
    }
}

/// Lines from the lower left to the upper right of a square, as in print.
fn hatched(corner: Point) -> Path {
    let mut path = Path::default();
    let lines = 14u8;
    for line in 1..lines {
        let offset = f32::from(line) * 2.0 * CELL / f32::from(lines);
        let over = (offset - CELL).max(0.0);
        let within = offset.min(CELL);
        path.append(Path::line(
            at(corner.x + over, corner.y + within),
            at(corner.x + within, corner.y + over),
        ));
    }
    path
}

/// The signs of squares that conditions name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// A ball: an imitator.
    Ball,
    /// A star: a magic square.
    Star,
    /// A ring.
    Ring,
    /// A square within the square.
    Frame,
    /// A cross.
    Cross,
    /// A triangle.
    Triangle,
}

impl Sign {
    /// For conditions without a sign by habit, one after the other.
    const OTHERS: [Sign; 4] = [Sign::Ring, Sign::Frame, Sign::Cross, Sign::Triangle];

    /// The sign around a point, for a square of this side.
    pub fn items(self, centre: Point, side: f32) -> Vec<Item> {
        let map = |data: &str| {
            let scale = side / 100.0;
            Path::parse(data).map(|point| {
                at(
                    centre.x + (point.x - 50.0) * scale,
                    centre.y + (point.y - 50.0) * scale,
                )
            })
        };
        let ink = Colour(150, 40, 40);
        match self {
            Sign::Ball => {
                let letter = Text {
                    at: at(centre.x, centre.y + side * 0.15),
                    size: side * 0.44,
                    anchor: Anchor::Middle,
                    face: Face::Bold,
                    colour: Colour::WHITE,
                    text: "I".to_owned(),
                };
                vec![
                    Item::drawn(Path::circle(centre, side * 0.34), Colour::WHITE, side * 0.1),
                    Item::filled(Path::circle(centre, side * 0.34), Colour::BLACK),
                    Item::Text(letter),
                ]
            }
            Sign::Star => vec![Item::Outline {
                path: map("M 50 8 L 60 40 L 92 50 L 60 60 L 50 92 L 40 60 L 8 50 L 40 40 Z"),
                fill: Some(Colour(240, 214, 120)),
                pen: Some(super::drawing::Pen {
                    colour: ink,
                    width: side * 0.02,
                }),
            }],
            Sign::Ring => vec![Item::drawn(
                Path::circle(centre, side * 0.42),
                ink,
                side * 0.035,
            )],
            Sign::Frame => vec![Item::drawn(map("M 9 9 H 91 V 91 H 9 Z"), ink, side * 0.035)],
            Sign::Cross => vec![Item::drawn(
                map("M 12 12 L 88 88 M 88 12 L 12 88"),
                ink,
                side * 0.035,
            )],
            Sign::Triangle => vec![Item::drawn(
                map("M 50 9 L 91 88 L 9 88 Z"),
                ink,
                side * 0.035,
            )],
        }
    }
}

/// A condition that names squares, with the sign that shows them.
pub struct Marked<'a> {
    /// The condition.
    pub condition: &'a Condition,
    /// Its squares.
    pub squares: SquareSet,
    /// The sign.
    pub sign: Sign,
}

/// The conditions of a problem that name squares; holes and grids show themselves.
pub fn marked(problem: &Problem) -> Vec<Marked<'_>> {
    let mut others = Sign::OTHERS.into_iter().cycle();
    let mut marked = Vec::new();
    for condition in &problem.conditions {
        let squares: SquareSet = condition.squares().collect();
        let marks = Definition::of(condition).marks;
        let shows_itself = matches!(marks, Marks::Holes | Marks::Grid | Marks::GridOfContact);
        if squares.is_empty() || shows_itself {
            continue;
        }
        let sign = match marks {
            Marks::Imitators => Sign::Ball,
            Marks::Stars => Sign::Star,
            _ => others.next().unwrap_or(Sign::Ring),
        };
        marked.push(Marked {
            condition,
            squares,
            sign,
        });
    }
    marked
}
