//! What is odd about the men of a position: kings, pawns that cannot stand there.

use crate::board::Side;
use crate::conditions::{are_kings_free, royal_square};
use crate::men::walk_id;
use crate::notation::diagnostic::Diagnostic;
use crate::problem::Problem;
use miette::SourceSpan;

/// What is odd about the men of a position: kings, pawns that cannot stand there. `text` is how the
/// position was written; what its other fields mean is up to [`fields`](crate::notation::fields).
pub fn oddities(problem: &Problem, text: &str) -> Vec<Diagnostic> {
    let whole: SourceSpan = (0, text.trim_end().len()).into();
    let mut found = Vec::new();
    if problem.target().is_none() {
        found.extend(kings(problem, whole));
    }
    found.extend(pawns(problem, whole));
    found
}

fn kings(problem: &Problem, at: SourceSpan) -> Vec<Diagnostic> {
    let conditions = &problem.conditions;
    let mut found = Vec::new();
    for side in Side::BOTH {
        let men = problem.diagram.men();
        let royals = men.filter(|(_, man)| man.is_royal() && man.is_of(side));
        let squares: Vec<String> = royals
            .map(|(square, _)| problem.diagram.geometry.name(square))
            .collect();
        let (name, none) = match side {
            Side::White => ("White", problem.options.no_white_king),
            Side::Black => ("Black", problem.options.no_black_king),
        };
        if are_kings_free(conditions) || royal_square(conditions, side).is_some() {
            continue;
        }
        match squares.len() {
            0 if !none && problem.invisible == 0 => found.push(Diagnostic::NoKing {
                side: name,
                help: format!("say `no {} king` if it is meant so", name.to_lowercase()),
                at,
            }),
            // A twin may take it off.
            1 if none && problem.twins.is_empty() => {
                let what = format!(
                    "{name} has a king on {}, and is said to have none",
                    squares[0]
                );
                found.push(Diagnostic::Odd { what, at });
            }
            0 | 1 => {}
            _ => found.push(Diagnostic::SeveralKings {
                side: name,
                squares: squares.join(" "),
                at,
            }),
        }
    }
    found
}

fn pawns(problem: &Problem, at: SourceSpan) -> Option<Diagnostic> {
    let board = &problem.diagram.geometry;
    let last = board.height().saturating_sub(1);
    let pawns = problem.diagram.men().filter(|(square, man)| {
        let rank = board.rank(*square);
        man.walk() == walk_id::PAWN && (rank == 0 || rank == last)
    });
    let squares: Vec<String> = pawns.map(|(square, _)| board.name(square)).collect();
    let what = format!("pawns on the first or last rank: {}", squares.join(" "));
    (!squares.is_empty()).then_some(Diagnostic::Odd { what, at })
}
