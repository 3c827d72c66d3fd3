//! Small diagrams of what a walk can do, drawn by letting it move.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Men, Piece, Sides, WalkId, WalkTable, Which, walk_id};
use std::fmt::Write;

/// Where the man stands.
const AT: Square = Square::at(3, 3);

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

/// The diagram of a walk, with other men if it needs them to move at all, or
/// if they make a difference that an empty board does not show.
pub(super) fn diagram(walk: WalkId) -> Option<String> {
    let empty = Scene::new(walk, &[]);
    let crowded = Scene::new(walk, &OTHERS);
    match (empty.steps().is_empty(), crowded.steps().is_empty()) {
        (true, true) => None,
        (true, false) => Some(crowded.draw()),
        (false, _) if empty.table.is_leaper(walk, Side::White) => Some(empty.draw()),
        (false, _) => Some(beside(&empty.draw(), &crowded.draw())),
    }
}

/// A man on d4 among others.
struct Scene {
    walk: WalkId,
    table: WalkTable,
    others: SquareSet,
}

impl Men for Scene {
    fn on(&self, square: Square) -> Piece {
        match square {
            AT => Piece::new(self.walk, Sides::White),
            _ if self.others.contains(square) => Piece::new(walk_id::ROOK, Sides::Black),
            _ => Piece::NONE,
        }
    }

    fn occupied(&self) -> SquareSet {
        self.others | SquareSet::of(AT)
    }

    fn men_of(&self, side: Side) -> SquareSet {
        match side {
            Side::White => SquareSet::of(AT),
            Side::Black => self.others,
        }
    }
}

impl Scene {
    fn new(walk: WalkId, others: &[Square]) -> Scene {
        Scene {
            walk,
            table: WalkTable::compile(&Geometry::standard(), [walk, walk_id::ROOK]),
            others: others.iter().copied().collect(),
        }
    }

    /// Arrivals, each with the man captured on the way, if one is.
    fn steps(&self) -> Vec<(Square, Option<Square>)> {
        let mut steps = Vec::new();
        let (walk, which) = (self.walk, Which::All);
        self.table
            .steps(self, walk, Side::White, AT, which, &mut |step| {
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
                () if square == AT => '@',
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

fn beside(left: &str, right: &str) -> String {
    let rows = left.lines().zip(right.lines());
    rows.map(|(left, right)| format!("{left:<20}{right}\n"))
        .collect()
}
