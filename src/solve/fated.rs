//! Games in which men are to have certain fates, where they are searched without deductions.

use crate::problem::{FateWish, Options, Problem};
use crate::search::{Budget, Solved};
use crate::solution::{Fates, Line, Outcome, Play};

/// Searches, and keeps the games in which all men have the fates wished for.
pub(super) fn solve(
    problem: &Problem,
    budget: &Budget,
    search: impl Fn(&Options, &Budget) -> Solved,
) -> Solved {
    let options = &problem.options;
    if options.fates.is_empty() {
        return search(options, budget);
    }
    let most = [budget.max_solutions, options.max_solutions];
    let most = most.into_iter().flatten().min();
    let mut all = options.clone();
    all.max_solutions = None;
    all.stop_on_short_solutions = false;
    let budget = Budget {
        max_solutions: None,
        ..budget.clone()
    };
    let mut solved = search(&all, &budget);
    for phase in &mut solved.phases {
        let Play::Lines(lines) = &mut phase.play else {
            continue;
        };
        lines.retain(|line| grants(problem, line, &options.fates));
        let shortest = lines.iter().map(|line| line.moves.len()).min();
        if options.stop_on_short_solutions {
            lines.retain(|line| Some(line.moves.len()) == shortest);
        }
        let most = most.map_or(usize::MAX, |most| most as usize);
        if lines.len() >= most {
            lines.truncate(most);
            solved.outcome = Outcome::Limited;
        }
    }
    solved
}

fn grants(problem: &Problem, line: &Line, wishes: &[FateWish]) -> bool {
    let mut fates = Fates::new(&problem.start_of_play());
    for (side, record) in &line.moves {
        fates.play(*side, record);
    }
    fates.grant(wishes)
}
