//! What an author's solution claims.

use super::Entry;
use crate::board::Side;
use crate::problem::{Count, Genre, Version};
use crate::soundness::replay::{PathKind, PlayedLine, replay, without_cooks};
use std::collections::BTreeSet;

/// Takes the author's solution for his claim, where he says nothing else: its keys, or the number
/// of its lines. Only what can be played counts. Set play that he gives is claimed, too.
pub fn claim_of_solution(entry: &mut Entry) {
    let (Some(text), true) = (&entry.solution, entry.is_read()) else {
        return;
    };
    let problem = &entry.problem;
    let Some(asked) = problem.stipulation.filter(|_| !problem.options.duplex) else {
        return;
    };
    let is_battle = asked.genre.is_battle() && !asked.leads_to_position();
    let is_said = !entry.claims_by_default && problem.intention.all.play.is_some();
    let (played, unplayable) = replay(problem, &without_cooks(text));
    let mut twins = Vec::new();
    for (twin, version) in problem.versions().iter().enumerate() {
        if unplayable.iter().any(|fault| fault.twin == twin) {
            return;
        }
        let told = |kind| {
            let lines = played.lines.iter();
            lines.filter(move |(line, _)| line.twin == twin && line.kind == kind)
        };
        let mut claim = problem.intention.of(twin, Side::White).clone();
        if is_battle {
            let keys = told(PathKind::Actual).filter(|(line, _)| line.moves.len() == 1);
            claim.moves = keys.flat_map(|(line, _)| line.moves.clone()).collect();
            if claim.moves.is_empty() {
                return;
            }
            if !is_said {
                claim.play = Some(count(claim.moves.len()));
            }
        } else {
            let ends = |kind| {
                let ends = told(kind).filter(|(_, ends)| **ends);
                ends.map(|(line, _)| line)
            };
            let Some(lines) = full_lines(version, ends(PathKind::Actual)) else {
                return;
            };
            if !is_said {
                claim.play = Some(count(lines));
            }
            if ends(PathKind::Set).next().is_some() {
                claim.set_play.get_or_insert(Count::Some);
            }
        }
        twins.push((twin, claim));
    }
    match twins.len() {
        1 => entry.problem.intention.all = twins.remove(0).1,
        _ => entry.problem.intention.twins = twins,
    }
}

fn count(lines: usize) -> Count {
    Count::Lines(u32::try_from(lines).unwrap_or(u32::MAX))
}

/// Counts the lines of full length. Lines that differ only in the last promotion count as one.
/// `None` if no line has full length: the text is a fragment.
fn full_lines<'l>(version: &Version, lines: impl Iterator<Item = &'l PlayedLine>) -> Option<usize> {
    let asked = version.problem.stipulation?.with(&version.problem.options);
    let lines: Vec<&PlayedLine> = lines.collect();
    let longest = lines.iter().map(|line| line.moves.len()).max()?;
    let plain = [Genre::Help, Genre::SeriesHelp, Genre::Series];
    let is_plain = plain.contains(&asked.genre) && asked.introduction == 0;
    let length = asked.half_moves().filter(|_| is_plain).unwrap_or(longest);
    let full = lines.iter().filter(|line| line.moves.len() == length);
    let full: BTreeSet<Vec<&str>> = full.map(|line| without_promotion(&line.moves)).collect();
    (!full.is_empty()).then_some(full.len())
}

fn without_promotion(moves: &[String]) -> Vec<&str> {
    let mut moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    if let Some(last) = moves.last_mut() {
        *last = last.split('=').next().unwrap_or_default();
    }
    moves
}
