//! Where the cells of a board lie in a picture, and what they look like: squares in files and ranks,
//! hexagons, levels side by side.

use super::board::CELL;
use super::path::{Path, Point, at};
use crate::board::{Cells, Geometry, Square};

/// The height of a hexagon, from side to side.
const HEXAGON: f32 = 116.0;
/// The side of a hexagon.
const SIDE: f32 = HEXAGON / 1.732_050_8;
/// How far apart the middles of two files of hexagons are.
const PITCH: f32 = 1.5 * SIDE;
/// The room between two levels.
const GAP: f32 = 50.0;
/// The room above levels for their letters.
const LETTER: f32 = 44.0;

/// How wide and how high the board is, without margins.
pub fn size(geometry: &Geometry) -> (f32, f32) {
    let (files, ranks) = (f32::from(geometry.width()), f32::from(geometry.height()));
    match geometry.cells() {
        Cells::Squares => (files * CELL, ranks * CELL),
        Cells::Cubes { ranks } => {
            let levels = f32::from(geometry.levels());
            let width = levels * files * CELL + (levels - 1.0) * GAP;
            (width, f32::from(ranks) * CELL + LETTER)
        }
        Cells::Hexagons(_) => {
            let (low, high) = heights(geometry);
            let height = f32::from(high - low) / 2.0 + 1.0;
            ((files - 1.0) * PITCH + 2.0 * SIDE, height * HEXAGON)
        }
    }
}

/// The middle of a cell, from the upper left corner of the board.
pub fn middle(geometry: &Geometry, square: Square) -> Point {
    let file = f32::from(geometry.file(square));
    let (_, height) = size(geometry);
    let (level, rank) = geometry.level_and_rank(square);
    let from_below = (f32::from(rank) + 0.5) * CELL;
    match geometry.cells() {
        Cells::Squares => at((file + 0.5) * CELL, height - from_below),
        Cells::Cubes { .. } => {
            let left = f32::from(level) * (f32::from(geometry.width()) * CELL + GAP);
            at(left + (file + 0.5) * CELL, height - from_below)
        }
        Cells::Hexagons(_) => {
            let (low, _) = heights(geometry);
            let up = f32::from(geometry.half_height(square) - low) / 2.0;
            at(SIDE + file * PITCH, height - (up + 0.5) * HEXAGON)
        }
    }
}

/// How large men are drawn.
pub fn man(geometry: &Geometry) -> f32 {
    match geometry.cells() {
        Cells::Hexagons(_) => 88.0,
        _ => CELL,
    }
}

/// The outline of a cell about its middle.
pub fn outline(geometry: &Geometry, middle: Point) -> Path {
    match geometry.cells() {
        Cells::Hexagons(_) => {
            let corner = |x: f32, y: f32| at(middle.x + x * SIDE, middle.y + y * HEXAGON / 2.0);
            Path::polygon(&[
                corner(-1.0, 0.0),
                corner(-0.5, -1.0),
                corner(0.5, -1.0),
                corner(1.0, 0.0),
                corner(0.5, 1.0),
                corner(-0.5, 1.0),
            ])
        }
        _ => Path::rectangle(at(middle.x - CELL / 2.0, middle.y - CELL / 2.0), CELL, CELL),
    }
}

/// The names around and on a board that is none of squares in files and ranks, with where they stand.
pub fn names(geometry: &Geometry) -> Vec<(Point, String)> {
    let below = |on: Square, text: String| {
        let place = middle(geometry, on);
        (at(place.x, place.y + CELL / 2.0 + 34.0), text)
    };
    match geometry.cells() {
        Cells::Squares => Vec::new(),
        // The name of each cell, below its man.
        Cells::Hexagons(_) => {
            let name = |on: Square| {
                let place = middle(geometry, on);
                (
                    at(place.x, place.y + HEXAGON / 2.0 - 6.0),
                    geometry.name(on),
                )
            };
            geometry.squares().map(name).collect()
        }
        Cells::Cubes { ranks } => {
            let mut names = Vec::new();
            for level in 0..geometry.levels() {
                let places: Vec<Square> = geometry.places(level * ranks).collect();
                names.extend(
                    places
                        .iter()
                        .map(|&on| below(on, geometry.file_letter(geometry.file(on)).to_string())),
                );
                let (first, last) = (middle(geometry, places[0]), places[places.len() - 1]);
                let centre = (first.x + middle(geometry, last).x) / 2.0;
                let letter = geometry.level_letter(last).map(String::from);
                names.push((at(centre, LETTER - 12.0), letter.unwrap_or_default()));
            }
            for rank in 0..ranks {
                let on = geometry.places(rank).next();
                names.extend(on.map(|on| {
                    let place = middle(geometry, on);
                    let number = geometry.rank_number(on).to_string();
                    (at(place.x - CELL / 2.0 - 26.0, place.y + 10.0), number)
                }));
            }
            names
        }
    }
}

/// How large these names are.
pub fn size_of_names(geometry: &Geometry) -> f32 {
    match geometry.cells() {
        Cells::Hexagons(_) => 17.0,
        _ => 30.0,
    }
}

/// How high the lowest and the highest hexagon lie, in halves of their height.
fn heights(geometry: &Geometry) -> (i16, i16) {
    let heights = || geometry.squares().map(|on| geometry.half_height(on));
    (heights().min().unwrap_or(0), heights().max().unwrap_or(0))
}
