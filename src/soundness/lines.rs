//! Which lines count as different solutions, and how they branch.

use super::dual::promotion;
use crate::solution::Line;

/// The lines that count as different solutions: each once, and one of those that differ in the last promotion alone.
pub fn distinct(lines: &[Line]) -> Vec<&Line> {
    let mut once: Vec<&Line> = Vec::new();
    for line in lines {
        if !once.iter().any(|other| other.moves == line.moves) {
            once.push(line);
        }
    }
    without_promotion_duals(&once)
}

/// Lines that differ in the last promotion alone are one.
pub(super) fn without_promotion_duals<'l>(lines: &[&'l Line]) -> Vec<&'l Line> {
    let mut kept: Vec<&'l Line> = Vec::new();
    for line in lines {
        let same = |other: &&&Line| is_promotion_dual(other, line);
        if kept.iter().find(same).is_none() {
            kept.push(line);
        }
    }
    kept
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
    let mut groups: Vec<Vec<&[T]>> = Vec::new();
    for line in lines {
        let Some((first, rest)) = line.split_first() else {
            return false;
        };
        let group = lines.iter().position(|other| other.first() == Some(first));
        let position = lines
            .iter()
            .take(group.unwrap_or(0))
            .map(|other| other.first())
            .fold(Vec::new(), |mut firsts, first| {
                if !firsts.contains(&first) {
                    firsts.push(first);
                }
                firsts
            })
            .len();
        if groups.len() <= position {
            groups.resize_with(position + 1, Vec::new);
        }
        groups[position].push(rest);
    }
    groups.len() == number as usize && groups.iter().all(|group| branches_as(group, numbers))
}
