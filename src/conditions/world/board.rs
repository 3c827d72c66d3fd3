//! The board that a problem is played on: the diagram's, changed by its conditions.

use super::{cylinder, rollerball};
use crate::board::{Geometry, Joins};
use crate::problem::{Condition, Problem};

/// The board of play, with all joined edges and holes.
///
/// # Errors
/// Why its conditions do not go together or do not suit the diagram.
pub fn board(problem: &Problem) -> Result<Geometry, String> {
    let start = problem.diagram.geometry.clone();
    let board = problem.conditions.iter().try_fold(start, changed)?;
    let outside = problem
        .diagram
        .men()
        .find(|(square, _)| !board.squares().contains(*square));
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

fn changed(board: Geometry, condition: &Condition) -> Result<Geometry, String> {
    match condition.key.as_str() {
        "hole" => Ok(board.with_holes(condition.squares().collect())),
        "rollerball" => rollerball::ring(&board, condition),
        key => match cylinder::joins(key) {
            Some(joins) => join(board, joins),
            None => Ok(board),
        },
    }
}

/// Two cylinders make no torus: the author has to say what is meant.
fn join(board: Geometry, joins: Joins) -> Result<Geometry, String> {
    match board.joins() {
        Joins::None => Ok(board.joined(joins)),
        _ => Err("the edges of the board are joined twice".to_owned()),
    }
}
