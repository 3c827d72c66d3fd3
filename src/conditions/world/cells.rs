//! Boards of hexagons, and boards in space.
//!
//! What their cells are is geometry (`board/cells.rs`), and how walks go there follows from it
//! (`men/cells.rs`); here are their names and definitions.

use super::super::{Boards, Definition};
use crate::board::{Geometry, Hexagons, Joins, Square, SquareSet};
use crate::men::walk_id;
use crate::problem::{Argument, Condition, Diagram, Problem};
use crate::rules::Numbered;

/// The board of Gliński.
pub static GLINSKI: Definition = Definition {
    key: "hexagonal-glinski",
    summary: "91 hexagons in files a to l without j, the middle file f with eleven of them; each file is counted from its \
              lower end. A rook goes through the six sides, a bishop through the six corners, a queen like both, a king one \
              step of a queen; a knight goes two steps of a rook and one more at an angle of 60 degrees. Pawns go up their \
              file, capture on the two cells beside that, make a double step from b1, c2, d3, e4, f5, g4, h3, i2, k1 (Black \
              from b7 to k7) and promote at the end of their file. There is no castling.",
    decisions: "The points that the game gives for stalemate do not matter to problems. A pawn that captures onto another of \
                the start cells may make a double step again. Walks that are sums of rook, bishop and knight go by the steps \
                of this board (grasshopper, nightrider, lion ...); others are refused.",
    boards: Boards::Own,
    options: Some(&[]),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// The same board with the pawns of McCooey.
pub static MCCOOEY: Definition = Definition {
    key: "hexagonal-mccooey",
    summary: "The hexagonal board of Gliński with the pawns of McCooey: they capture through the two corners ahead, like a \
              bishop, and make a double step from c1, d2, e3, g3, h2, i1 (Black from c8, d8, e8, g8, h8, i8), but not from the \
              middle file.",
    decisions: "As in Gliński's chess.",
    ..GLINSKI
};

/// The small board of problems.
pub static NINETEEN: Definition = Definition {
    key: "hexagonal-19",
    summary: "A regular hexagon of 19 hexagons with the corners a1, a3, c5, e3, e1, c1. Men go as on the board of Gliński; pawns \
              have no double step.",
    decisions: "The source is silent on double steps: there are none on a board of at most five cells a file.",
    ..GLINSKI
};

/// Five levels of five by five.
pub static SPACE: Definition = Definition {
    key: "space-chess",
    summary: "A cube of 5x5x5 cells, Aa1 to Ee5: a capital letter for the level, A the lowest, then file and rank. A rook goes \
              along one axis, a bishop along two at once, a unicorn along all three; a queen like all of them, a king one step \
              of a queen, a knight two along one axis and one along another. White pawns go one step ahead or up and capture \
              one step of a bishop ahead or up: ahead or up and to a side, or ahead and up at once; black pawns likewise \
              towards a1 and down. They promote on the last rank of the last level (Ea5 to Ee5, Aa1 to Ae1). There is no double \
              step and no castling.",
    install: |_, rules| rules.add_promotions([walk_id::UNICORN]),
    decisions: "Sources differ on the fifth capture of a pawn, ahead and up at once: it is one (F. Maack's rules as given in the \
                encyclopedias); some pages leave it out. Boards of 8x8x8 have more than 128 cells.",
    ..GLINSKI
};

/// The board of other cells that the condition with this key stands for, if any.
pub fn board_of_cells(key: &str) -> Option<Geometry> {
    let board = match key {
        "hexagonal-glinski" => Geometry::hexagonal(Hexagons::GLINSKI),
        "hexagonal-mccooey" => Geometry::hexagonal(Hexagons::MCCOOEY),
        "hexagonal-19" => Geometry::hexagonal(Hexagons::NINETEEN),
        "space-chess" => Geometry::space(5, 5, 5),
        _ => return None,
    };
    Some(board.expect("it has at most 128 cells"))
}

/// This board in place of the usual one, or of itself. Men of a diagram of squares would be elsewhere.
pub(super) fn replaced(
    before: &Geometry,
    board: Geometry,
    diagram: &Diagram,
) -> Result<Geometry, String> {
    let is_itself = before.cells() == board.cells();
    let is_usual = before.is_usual() && before.joins() == Joins::None;
    if !is_itself && !is_usual {
        return Err("this condition has a board of its own".to_owned());
    }
    match diagram.geometry.cells() == board.cells() || diagram.men().next().is_none() {
        true => Ok(board),
        false => Err("the men have to stand on cells of this board".to_owned()),
    }
}

/// Gives the diagram the cells of the board. Men, and squares that conditions name, go from the usual
/// board to the cells of the same names; men of a diagram that was drawn row by row with the same places
/// missing keep their places. Where a name is that of no cell, and where twins, goals or a double step name
/// squares of another board, all stays as it is and is refused later.
pub(super) fn fit(problem: &mut Problem, board: &Geometry) {
    let before = problem.diagram.geometry.clone();
    let is_drawn = (before.width(), before.squares()) == (board.width(), board.squares());
    let told: Vec<Square> = problem
        .conditions
        .iter()
        .flat_map(Condition::squares)
        .collect();
    let are_elsewhere = problem.goals().any(|goal| goal.square().is_some())
        || !problem.twins.is_empty()
        || !problem.options.en_passant.is_empty()
        || is_drawn && !told.is_empty();
    if !before.has_ranks() || !is_drawn && !before.is_usual() || are_elsewhere {
        return;
    }
    let named = |square| match is_drawn {
        true => Some(square),
        false => board.square_named(&before.name(square)),
    };
    let men = problem.diagram.men();
    let placed: Option<Vec<_>> = men.map(|(on, man)| Some((named(on)?, man))).collect();
    let (Some(placed), true) = (placed, told.iter().all(|&on| named(on).is_some())) else {
        return;
    };
    for condition in &mut problem.conditions {
        for argument in &mut condition.arguments {
            if let Argument::Square(square) = argument {
                *square = named(*square).unwrap_or(*square);
            }
        }
    }
    // Nobody castles there, so that nothing is to be said of it.
    problem.options.no_castling = SquareSet::EMPTY;
    problem.diagram = Diagram::empty(board.clone());
    for (on, man) in placed {
        problem.diagram.put(on, man);
    }
}

/// The key of the condition whose board has the cells of this one.
pub fn key_of_cells(board: &Geometry) -> Option<&'static str> {
    let rows = [&GLINSKI, &MCCOOEY, &NINETEEN, &SPACE];
    let mut keys = rows.into_iter().map(|row| row.key);
    keys.find(|key| board_of_cells(key).is_some_and(|other| other.cells() == board.cells()))
}
