//! Small diagrams of what a walk can do, drawn by letting it move.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Men, Piece, Sides, WalkId, WalkTable, Which, walk_id};
use std::fmt::Write;

/// Where the man stands.
const CENTRE: Square = Square::at(3, 3);

/// Where it stands if it can do nothing there: long leaps and many hurdles need room.
const CORNER: Square = Square::at(0, 0);

/// Hostile men for walks that need others: near and far, on lines of all kinds.
const OTHERS: [Square; 7] = [
    Square::at(3, 5),
    Square::at(5, 3),
    Square::at(2, 4),
    Square::at(5, 5),
    Square::at(1, 3),
    Square::at(4, 1),
    Square::at(5, 2),
];

/// The same for a man in the corner.
const FAR_OTHERS: [Square; 9] = [
    Square::at(0, 1),
    Square::at(0, 3),
    Square::at(2, 0),
    Square::at(1, 3),
    Square::at(2, 3),
    Square::at(2, 2),
    Square::at(3, 3),
    Square::at(4, 4),
    Square::at(5, 5),
];

/// A knight of its own side for a man that needs company: it guards d4.
const KNIGHT: Square = Square::at(1, 2);

/// The diagram of a walk, with other men if it needs them to move at all, or
/// if they make a difference that an empty board does not show.
pub(super) fn diagram(walk: WalkId) -> Option<String> {
    let central = || pair(walk, CENTRE, &OTHERS);
    let in_company = || {
        let scene = Scene::new(walk, CENTRE, &[]).beside_knight();
        (!scene.steps().is_empty()).then(|| scene.draw())
    };
    central()
        .or_else(|| pair(walk, CORNER, &FAR_OTHERS))
        .or_else(in_company)
}

/// What the man does alone and among others, as far as both tell something.
fn pair(walk: WalkId, at: Square, others: &[Square]) -> Option<String> {
    let empty = Scene::new(walk, at, &[]);
    let crowded = Scene::new(walk, at, others);
    match (empty.steps().is_empty(), crowded.steps().is_empty()) {
        (true, true) => None,
        (true, false) => Some(crowded.draw()),
        (false, _) if empty.table.is_leaper(walk, Side::White) => Some(empty.draw()),
        (false, _) => Some(beside(&empty.draw(), &crowded.draw())),
    }
}

/// A man among others.
struct Scene {
    walk: WalkId,
    at: Square,
    table: WalkTable,
    others: SquareSet,
    knights: SquareSet,
}

impl Men for Scene {
    fn on(&self, square: Square) -> Piece {
        match square {
            at if at == self.at => Piece::new(self.walk, Sides::White),
            _ if self.knights.contains(square) => Piece::new(walk_id::KNIGHT, Sides::White),
            _ if self.others.contains(square) => Piece::new(walk_id::ROOK, Sides::Black),
            _ => Piece::NONE,
        }
    }

    fn occupied(&self) -> SquareSet {
        self.others | self.knights | SquareSet::of(self.at)
    }

    fn men_of(&self, side: Side) -> SquareSet {
        match side {
            Side::White => self.knights | SquareSet::of(self.at),
            Side::Black => self.others,
        }
    }
}

impl Scene {
    fn new(walk: WalkId, at: Square, others: &[Square]) -> Scene {
        let walks = [walk, walk_id::ROOK, walk_id::KNIGHT];
        Scene {
            walk,
            at,
            table: WalkTable::compile(&Geometry::standard(), walks),
            others: others.iter().copied().collect(),
            knights: SquareSet::EMPTY,
        }
    }

    fn beside_knight(self) -> Scene {
        Scene {
            knights: SquareSet::of(KNIGHT),
            ..self
        }
    }

    /// Arrivals, each with the man captured on the way, if one is.
    fn steps(&self) -> Vec<(Square, Option<Square>)> {
        let mut steps = Vec::new();
        let (walk, which) = (self.walk, Which::All);
        self.table
            .steps(self, walk, Side::White, self.at, which, &mut |step| {
                steps.push((step.to, step.captured));
            });
        steps
    }

    fn draw(&self) -> String {
        let steps = self.steps();
        let mark = |square: Square| {
            let captured = steps.iter().any(|(_, captured)| *captured == Some(square));
            let arrival = steps.iter().any(|(to, _)| *to == square);
            match () {
                () if square == self.at => '@',
                () if self.knights.contains(square) => 'S',
                () if captured => 'x',
                () if self.others.contains(square) => '#',
                () if arrival => 'o',
                () => '.',
            }
        };
        let mut text = String::new();
        for rank in (0..8).rev() {
            let row: Vec<String> = (0..8)
                .map(|file| mark(Square::at(file, rank)).into())
                .collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {}", rank + 1, row.join(" "));
        }
        text + "  a b c d e f g h\n"
    }
}

/// Two diagrams side by side.
pub(super) fn beside(left: &str, right: &str) -> String {
    let rows = left.lines().zip(right.lines());
    rows.map(|(left, right)| format!("{left:<20}{right}\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_walk_that_moves_has_a_diagram() {
        let flat = crate::board::Geometry::standard();
        let moves =
            |walk: &WalkId| !walk.row().parts.is_empty() && crate::men::is_defined(&flat, *walk);
        for walk in WalkId::all().filter(moves) {
            assert!(diagram(walk).is_some(), "{}", walk.row().key);
        }
    }
}
