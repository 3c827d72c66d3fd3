//! Conditions given without a side: they concern the one that defends.

use crate::board::Side;
use crate::problem::{Change, Condition, Genre, Problem, Stipulation};

/// Conditions without a side, and what they are called where they concern White or Black.
const ONE_SIDED: [(&str, [&str; 2]); 2] = [
    ("maximummer", ["white-maximummer", "black-maximummer"]),
    (
        "ultra-schach-zwang",
        ["white-ultra-schach-zwang", "black-ultra-schach-zwang"],
    ),
];

/// `Maximummer` without a side concerns the side that defends: Black, but White
/// where Black plays the series, and the other one if the sides are exchanged. In a duplex it is
/// another side in each half.
pub fn resolve(problem: &mut Problem) {
    if problem.options.duplex {
        return;
    }
    let exchanged = problem.options.half_duplex;
    let genre = |stipulation: Stipulation| stipulation.genre == Genre::SeriesHelp;
    let series_help = problem.stipulation.is_some_and(genre);
    let side = match series_help != exchanged {
        true => Side::White,
        false => Side::Black,
    };
    resolve_to(problem, side);
}

/// What people write under a diagram: where one side moves alone, it is that side's longest moves
/// that are meant. Elsewhere nothing is changed.
pub fn resolve_of_series(problem: &mut Problem) {
    let Some(asked) = problem.stipulation.filter(|_| !problem.options.duplex) else {
        return;
    };
    let side = match asked.genre {
        Genre::Series | Genre::ParrySeries | Genre::ParryHelpSeries => Side::White,
        Genre::SeriesHelp | Genre::SeriesReciprocalHelp | Genre::ParrySeriesHelp => Side::Black,
        _ => return,
    };
    match problem.options.half_duplex {
        true => resolve_to(problem, !side),
        false => resolve_to(problem, side),
    }
}

fn resolve_to(problem: &mut Problem, side: Side) {
    resolve_all(&mut problem.conditions, side);
    for twin in &mut problem.twins {
        for change in &mut twin.changes {
            if let Change::Conditions(conditions) = change {
                resolve_all(conditions, side);
            }
        }
    }
}

fn resolve_all(conditions: &mut [Condition], side: Side) {
    for condition in conditions {
        if let Some((_, named)) = ONE_SIDED.iter().find(|(key, _)| *key == condition.key) {
            condition.key = named[side.index()].to_owned();
        }
    }
}

/// The halves of a duplex in which such a condition concerns another side each, or the problem as
/// it is.
pub fn halves(problem: &Problem) -> Vec<Problem> {
    let is_one_sided =
        |condition: &Condition| ONE_SIDED.iter().any(|(key, _)| *key == condition.key);
    if !problem.options.duplex || !problem.conditions.iter().any(is_one_sided) {
        return vec![problem.clone()];
    }
    let half = |exchanged: bool| {
        let mut half = problem.clone();
        half.options.duplex = false;
        half.options.half_duplex = exchanged;
        resolve(&mut half);
        half
    };
    vec![half(false), half(true)]
}
