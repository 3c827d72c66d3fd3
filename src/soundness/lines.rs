//! Which lines count as different solutions, and how they branch.

use super::dual::promotion;
use crate::board::Side;
use crate::problem::Problem;
use crate::solution::{Line, MoveRecord};
use std::collections::{HashMap, HashSet};

/// Whether the lines of a problem may be printed and dropped while the search goes on: it is help or series play, there is
/// no claim to compare them with, and not both sides begin, for a report of a duplex depends on the play of both.
pub fn may_drop_lines(problem: &Problem) -> bool {
    let asked = problem.stipulation.as_ref();
    asked.is_some_and(|asked| !asked.genre.is_battle())
        && problem.intention.is_empty()
        && !problem.options.duplex
}

/// The lines that count as different solutions: each once, and one of those that differ in the last promotion alone.
pub fn distinct(lines: &[Line]) -> Vec<&Line> {
    let mut seen = HashSet::new();
    let once = lines.iter().filter(|line| seen.insert(&line.moves));
    without_promotion_duals(&once.collect::<Vec<_>>())
}

/// Lines that differ in the last promotion alone are one.
pub(super) fn without_promotion_duals<'l>(lines: &[&'l Line]) -> Vec<&'l Line> {
    // There may be a million lines: each is compared with those alone that have its moves but the last.
    let mut promoting: HashMap<&[(Side, MoveRecord)], Vec<&Line>> = HashMap::new();
    let is_new = |line: &&'l Line| {
        let Some((last, before)) = line.moves.split_last() else {
            return true;
        };
        if promotion(&last.1, line.goal).is_none() {
            return true;
        }
        let others = promoting.entry(before).or_default();
        let is_new = !others.iter().any(|other| is_promotion_dual(other, line));
        if is_new {
            others.push(line);
        }
        is_new
    };
    lines.iter().copied().filter(is_new).collect()
}

fn is_promotion_dual(one: &Line, other: &Line) -> bool {
    let (Some((last, before)), Some((other_last, other_before))) =
        (one.moves.split_last(), other.moves.split_last())
    else {
        return false;
    };
    let promoted = promotion(&last.1, one.goal);
    promoted.is_some() && before == other_before && promoted == promotion(&other_last.1, other.goal)
}

/// Whether lines branch as the numbers say: so many first moves, each with so many answers ...
pub(super) fn branches_as<T: PartialEq>(lines: &[&[T]], numbers: &[u32]) -> bool {
    let Some((&number, numbers)) = numbers.split_first() else {
        return true;
    };
    let mut groups: Vec<(&T, Vec<&[T]>)> = Vec::new();
    for line in lines {
        let Some((first, rest)) = line.split_first() else {
            return false;
        };
        let many = groups.len();
        match groups.iter_mut().find(|(other, _)| *other == first) {
            Some((_, group)) => group.push(rest),
            None if many == number as usize => return false,
            None => groups.push((first, vec![rest])),
        }
    }
    let has_branches = |(_, group): &(&T, Vec<&[T]>)| branches_as(group, numbers);
    groups.len() == number as usize && groups.iter().all(has_branches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Play;

    /// Those of `1... a8=?` count once for each set of men with the same effect, however many lines there are.
    #[test]
    fn many_lines_are_compared_at_once() {
        let problem = Problem::from_statement("h#0.5", "7k/P7/6K1/8/8/8/8/8").expect("a problem");
        let solution = problem.solve().expect("legal");
        let Play::Lines(found) = &solution.twins[0].phases[0].play else {
            panic!("lines");
        };
        // a8=Q and a8=R mate.
        assert_eq!(found.len(), 2);
        assert_eq!(distinct(found).len(), 1);
        // Pairs of promotions behind moves of their own.
        let many: Vec<Line> = (0..40_000)
            .map(|index| {
                let (mut line, number) = (found[index % 2].clone(), index / 2);
                let mut first = found[0].moves[0].clone();
                for bit in 0..16 {
                    first.1.check = number >> bit & 1 == 1;
                    line.moves.insert(0, first.clone());
                }
                line
            })
            .collect();
        assert_eq!(distinct(&many).len(), 20_000);
    }

    #[test]
    fn lines_branch_as_they_are_claimed() {
        let lines: [&[u32]; 1] = [&[1, 2, 1]];
        assert!(branches_as(&lines, &[1, 1, 1]));
        assert!(!branches_as(&lines, &[2, 1, 1]));
        let two: [&[u32]; 2] = [&[1, 2, 1], &[1, 3, 1]];
        assert!(branches_as(&two, &[1, 2]));
        assert!(branches_as(&two, &[1, 2, 1]));
        assert!(!branches_as(&two, &[2, 1]));
        assert!(!branches_as(&two, &[1, 1]));
        assert!(!branches_as(&two, &[1, 2, 1, 1]), "too short");
    }
}
