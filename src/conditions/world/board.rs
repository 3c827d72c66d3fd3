//! The board that a problem is played on: the diagram's, changed by its conditions.

use super::{cells, compatibility, cylinder, rollerball, size};
use crate::board::{Course, Geometry, Joins};
use crate::problem::{Condition, Problem};

/// The board of play, with all joined edges and holes.
///
/// # Errors
/// Why its conditions do not go together or do not suit the diagram.
pub fn board(problem: &Problem) -> Result<Geometry, String> {
    let start = problem.diagram.geometry.clone();
    let mut conditions: Vec<&Condition> = problem.conditions.iter().collect();
    conditions.sort_by_key(|condition| stage(condition));
    let mut conditions = conditions.into_iter();
    let board =
        conditions.try_fold(start, |board, condition| changed(board, condition, problem))?;
    compatibility::check(&board, &problem.conditions)?;
    let outside = problem
        .diagram
        .men()
        .find(|(square, _)| !board.squares().contains(*square));
    let named = problem.conditions.iter().find_map(|condition| {
        let squares = condition.squares();
        let mut missing = squares.filter(|&square| !board.squares().contains(square));
        Some((condition, missing.next()?)).filter(|_| condition.key != "hole")
    });
    if let Some((condition, square)) = named {
        let (name, key) = (problem.diagram.geometry.name(square), &condition.key);
        return Err(format!(
            "`{key}` names {name}, which is no square of the board"
        ));
    }
    match outside {
        Some((square, _)) => {
            let name = problem.diagram.geometry.name(square);
            Err(format!(
                "a man stands on {name}, which is no square of the board"
            ))
        }
        None => Ok(board),
    }
}

/// A board gets its size first, then its edges are joined, then it loses squares.
fn stage(condition: &Condition) -> u8 {
    match condition.key.as_str() {
        "board" | "rollerball" => 0,
        key if cells::board_of_cells(key).is_some() => 0,
        "hole" => 2,
        _ => 1,
    }
}

fn changed(board: Geometry, condition: &Condition, problem: &Problem) -> Result<Geometry, String> {
    match condition.key.as_str() {
        // As measured: where a man stands there is no hole.
        "hole" => {
            let holes = condition.squares();
            let holes = holes.filter(|&square| problem.diagram.on(square).is_none());
            Ok(board.with_holes(holes.collect()))
        }
        "board" => size::sized(&board, condition),
        "rollerball" => rollerball::ring(&board, condition),
        key if let Some(cells) = cells::board_of_cells(key) => {
            cells::replaced(&board, cells, &problem.diagram)
        }
        _ => match cylinder::joins(condition) {
            Some(joins) => join(board, joins),
            None => Ok(board),
        },
    }
}

/// Two cylinders make no torus: the author has to say what is meant.
fn join(board: Geometry, joins: Joins) -> Result<Geometry, String> {
    if !board.has_ranks() {
        return Err("this board has no edges that could be joined".to_owned());
    }
    match (board.joins(), board.course()) {
        (Joins::None, Course::Open) if joins.has_poles() && !board.width().is_multiple_of(2) => {
            Err(
                "over a pole lies the file opposite: a sphere needs an even number of files"
                    .to_owned(),
            )
        }
        (Joins::None, Course::Open) => Ok(board.joined(joins)),
        (Joins::None, Course::Ring(_)) => {
            Err("the ring of Rollerball has no edges to join".to_owned())
        }
        _ => Err("the edges of the board are joined twice".to_owned()),
    }
}
