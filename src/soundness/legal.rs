//! Positions that cannot be judged because they cannot be: kings, pawns, castling, en passant.
//!
//! **Invariant:** only what the diagram itself denies is said. Whether a game
//! leads to the position is neither examined nor claimed.

use crate::board::{Side, Square};
use crate::conditions::{self, Pawns, are_kings_free, royal_square};
use crate::men::{Piece, Sides, walk_id};
use crate::problem::{Goal, Problem};

/// What makes a version of a problem impossible; nothing if it may be.
///
/// ```
/// use dawson::notation::popeye::read::read;
/// use dawson::soundness::faults;
/// let text = "BeginProblem Stipulation #2 Pieces White Kg6 Pb1 Black Kh8 EndProblem";
/// let problem = &read(text.as_bytes()).problems[0].problem;
/// assert_eq!(faults(problem), ["the white pawn b1 stands on its first rank"]);
/// ```
pub fn faults(problem: &Problem) -> Vec<String> {
    let mut faults = Vec::new();
    if problem.diagram.men().next().is_none() && problem.invisible == 0 {
        faults.push("there is no man on the board".to_owned());
        return faults;
    }
    kings(problem, &mut faults);
    pawns(problem, &mut faults);
    en_passant(problem, &mut faults);
    faults
}

fn kings(problem: &Problem, faults: &mut Vec<String>) {
    if are_kings_free(&problem.conditions) {
        return;
    }
    for side in Side::BOTH {
        let royal = |(_, man): &(Square, Piece)| man.is_royal() && man.is_of(side);
        let kings: Vec<Square> = problem
            .diagram
            .men()
            .filter(royal)
            .map(|(on, _)| on)
            .collect();
        let name = side.name();
        if kings.len() > 1 {
            let squares: Vec<String> = kings
                .iter()
                .map(|on| problem.diagram.geometry.name(*on))
                .collect();
            faults.push(format!(
                "{name} has {} kings: {}",
                kings.len(),
                squares.join(", ")
            ));
        }
        let meant = match side {
            Side::White => problem.options.no_white_king,
            Side::Black => problem.options.no_black_king,
        };
        if kings.is_empty()
            && !meant
            && problem.invisible == 0
            && royal_square(&problem.conditions, side).is_none()
            && needs_king(problem, side)
        {
            faults.push(format!("{name} has no king"));
        }
    }
}

/// Whether play is about the king of this side: it is to be mated or checked.
fn needs_king(problem: &Problem, side: Side) -> bool {
    let about_kings = |goal: Goal| {
        matches!(
            goal,
            Goal::Mate | Goal::Check | Goal::DoubleMate | Goal::CounterMate | Goal::AutoMate
        )
    };
    if !problem.goals().any(about_kings) {
        return false;
    }
    let both = problem
        .goals()
        .any(|goal| matches!(goal, Goal::DoubleMate | Goal::CounterMate));
    let Some(asked) = problem.stipulation else {
        return false;
    };
    let options = &problem.options;
    let starter = crate::stipulation::compile(&asked, options).starter;
    both || options.duplex || goal_side(&asked, starter, options.half_duplex) != Some(side)
}

/// The side that reaches the goal.
fn goal_side(asked: &crate::problem::Stipulation, starter: Side, exchanged: bool) -> Option<Side> {
    use crate::problem::Genre;
    let by_white = match asked.genre {
        Genre::Direct | Genre::Help | Genre::Chance | Genre::SeriesHelp => true,
        Genre::ParrySeriesHelp => true,
        Genre::Series | Genre::ParrySeries | Genre::ParryHelpSeries => starter == Side::White,
        Genre::Self_ | Genre::Reflex | Genre::SemiReflex | Genre::HelpSelf => false,
        Genre::HelpReflex | Genre::SeriesSelf | Genre::SeriesReflex => false,
        _ => return None,
    };
    let side = if by_white { Side::White } else { Side::Black };
    Some(if exchanged { !side } else { side })
}

fn pawns(problem: &Problem, faults: &mut Vec<String>) {
    let plain = conditions::pawns(&problem.conditions) == Pawns::Usual;
    let leads = problem.target().is_some();
    if !plain || leads || !conditions::board(problem).is_ok_and(|board| board.is_usual()) {
        return;
    }
    let geometry = &problem.diagram.geometry;
    for (square, man) in problem.diagram.men() {
        if man.walk() != walk_id::PAWN {
            continue;
        }
        let place = match (man.sides(), geometry.rank(square)) {
            (Sides::White, 0) | (Sides::Black, 7) => "first",
            (Sides::White, 7) | (Sides::Black, 0) => "last",
            (Sides::Both, 0 | 7) => "last",
            _ => continue,
        };
        let colour = match man.sides() {
            Sides::White => "white",
            Sides::Black => "black",
            _ => "neutral",
        };
        let name = geometry.name(square);
        faults.push(format!(
            "the {colour} pawn {name} stands on its {place} rank"
        ));
    }
}

/// The double step said to have been played must be possible.
fn en_passant(problem: &Problem, faults: &mut Vec<String>) {
    let squares = &problem.options.en_passant;
    let board = &problem.diagram;
    let (Some(&from), Some(&to)) = (squares.first(), squares.last()) else {
        return;
    };
    if squares.len() < 3 {
        return;
    }
    let name = |square| board.geometry.name(square);
    if !board.on(to).walk().row().is_pawn() || board.on(to) == Piece::NONE {
        faults.push(format!("no pawn has just moved to {}", name(to)));
    }
    let mut passed = squares[1..squares.len() - 1].iter().chain([&from]);
    if let Some(square) = passed.find(|square| board.on(**square) != Piece::NONE) {
        faults.push(format!(
            "the double step to {} cannot be: {} is occupied",
            name(to),
            name(*square)
        ));
    }
}
