//! Boards of other sizes, and holes.

use super::super::{Boards, Caption, Definition, Marks, Param, Printed};
use super::cells;
use crate::board::{Geometry, Joins};
use crate::problem::{Argument, Condition, Diagram, Problem};
use crate::rules::Numbered;

/// Squares that do not exist.
pub static HOLE: Definition = Definition {
    key: "hole",
    caption: Caption::of(Printed::NotEvenTheName),
    marks: Marks::Holes,
    summary: "These squares do not exist: nobody goes there, and no line leads over them. Where a man stands in the \
              diagram there is no hole.",
    install: |condition, rules| {
        if condition.squares().next().is_none() {
            rules.refuse_argument(HOLE.names().en, "a list of squares is needed");
        }
    },
    options: Some(&[Param::Squares]),
    boards: Boards::Any,
    samples: &["d4"],
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// A board of another size.
pub static BOARD: Definition = Definition {
    key: "board",
    summary: "The board has this many files and ranks, e.g. `Board 6x8`; at most 128 squares. Pawns promote on its last \
              rank; there is no castling but on eight by eight.",
    install: |_, _| {},
    options: Some(&[Param::Text("size")]),
    boards: Boards::Own,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// The board of the size that the condition names.
pub(super) fn sized(board: &Geometry, condition: &Condition) -> Result<Geometry, String> {
    let (width, height) = size_argument(condition).ok_or("Board needs a size, e.g. `10x8`")?;
    let sized = Geometry::new(width, height, Joins::None).map_err(|error| error.to_string())?;
    let same_size = (board.width(), board.height()) == (width, height);
    let same_names = width <= 8 && height <= 8 && (board.width(), board.height()) == (8, 8);
    match board.has_ranks() && (same_size || same_names) {
        true => Ok(sized),
        false => Err(format!(
            "the diagram has {} x {} squares, and the board {width} x {height}",
            board.width(),
            board.height()
        )),
    }
}

/// The board of this size, e.g. `10x8`.
///
/// # Errors
/// When it is no size, or there is no such board.
pub fn board_of_size(size: &str) -> Result<Geometry, String> {
    let (width, height) = parsed(size).ok_or("a board needs a size, e.g. `10x8`")?;
    Geometry::new(width, height, Joins::None).map_err(|error| error.to_string())
}

/// The board whose squares a problem names that says this size.
pub fn naming_board(size: &str) -> Option<Geometry> {
    board_of_size(size).ok().map(|board| board.for_names())
}

/// The board of other cells that one of these conditions stands for, if any.
fn of_cells(conditions: &[Condition]) -> Option<Geometry> {
    let mut keys = conditions.iter().map(|condition| &condition.key);
    keys.find_map(|key| cells::board_of_cells(key))
}

/// The board whose squares a problem with these conditions names.
pub fn board_said(conditions: &[Condition]) -> Geometry {
    if let Some(board) = of_cells(conditions) {
        return board;
    }
    let size = conditions.iter().rev().find_map(size_of);
    let board = size.and_then(|(width, height)| Geometry::new(width, height, Joins::None).ok());
    board.map_or_else(Geometry::standard, |board| board.for_names())
}

/// Gives the diagram the size of the board of play, so that twins turn and reflect it as it
/// is. A diagram with men elsewhere stays as it is and is refused later.
pub fn fit_diagram(problem: &mut Problem) {
    if let Some(board) = of_cells(&problem.conditions) {
        cells::fit(problem, &board);
        return;
    }
    let mut sizes = problem.conditions.iter().rev().filter_map(size_of);
    let Some((width, height)) = sizes.next() else {
        return;
    };
    let before = &problem.diagram.geometry;
    let Ok(board) = Geometry::new(width, height, before.joins()) else {
        return;
    };
    let names_stay = width <= 8 && height <= 8 && (before.width(), before.height()) == (8, 8);
    let is_inside = |(square, _)| names_stay && board.squares().contains(square);
    if problem.diagram.men().all(is_inside) {
        let mut fitted = Diagram::empty(board);
        for (square, man) in problem.diagram.men() {
            fitted.put(square, man);
        }
        problem.diagram = fitted;
    }
}

fn size_of(condition: &Condition) -> Option<(u8, u8)> {
    match condition.key.as_str() {
        "rollerball" => Some((7, 7)),
        "board" => size_argument(condition),
        _ => None,
    }
}

fn size_argument(condition: &Condition) -> Option<(u8, u8)> {
    let mut arguments = condition.arguments.iter();
    arguments.find_map(|argument| match argument {
        Argument::Text(name, text) if name == "size" => parsed(text),
        _ => None,
    })
}

/// The numbers of `10x8`.
fn parsed(text: &str) -> Option<(u8, u8)> {
    let (width, height) = text.split_once(['x', 'X'])?;
    Some((width.parse().ok()?, height.parse().ok()?))
}
