//! What an author's solution claims.

use super::Entry;
use crate::board::Side;
use crate::problem::{Claim, Count, Genre, Problem, Version};
use crate::soundness::replay::{PathKind, PlayedLine, replay, without_cooks};
use std::collections::BTreeSet;

/// Takes the author's solution for his claim, where he says nothing else: its keys, or the number
/// of its lines. Set play that he gives is claimed, too.
///
/// Several keys of a text claim no number: many texts are a program's and hold cooks. What cannot
/// be read is told and claims nothing.
pub fn claim_of_solution(entry: &mut Entry) {
    let (Some(text), true) = (entry.solution.clone(), entry.is_read()) else {
        return;
    };
    let problem = &entry.problem;
    if problem.stipulation.is_none() || problem.options.duplex {
        return;
    }
    let is_said = !entry.claims_by_default && problem.intention.all.play.is_some();
    let counts = !is_said && entry.called_unsound().is_none();
    match claims(problem, &text, counts) {
        Ok(mut claims) if claims.len() == 1 => entry.problem.intention.all = claims.remove(0).1,
        Ok(claims) => entry.problem.intention.twins = claims,
        Err(why) => {
            if entry.claims_by_default {
                // One solution is meant where none is given; here one is given.
                entry.problem.intention.all.play = None;
            }
            entry
                .warnings
                .push(format!("solution not understood, taken as none: {why}"));
        }
    }
}

/// What the text claims for each version. Unless it `counts`, no number of lines.
fn claims(problem: &Problem, text: &str, counts: bool) -> Result<Vec<(usize, Claim)>, String> {
    let (played, unplayable) = replay(problem, &without_cooks(text));
    let mut claims = Vec::new();
    for (twin, version) in problem.versions().iter().enumerate() {
        let asked = version.problem.stipulation;
        let is_battle =
            asked.is_some_and(|asked| asked.genre.is_battle() && !asked.leads_to_position());
        if let Some(fault) = unplayable.iter().find(|fault| fault.twin == twin) {
            let after = match fault.after.is_empty() {
                true => String::new(),
                false => format!(" after {}", fault.after.join(" ")),
            };
            return Err(format!("`{}`{after}: {}", fault.written, fault.why));
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
                return Err("it holds no key".to_owned());
            }
        } else {
            let ends = |kind| {
                let ends = told(kind).filter(|(_, ends)| **ends);
                ends.map(|(line, _)| line)
            };
            let Some(lines) = full_lines(version, ends(PathKind::Actual)) else {
                return Err("it holds no line of full length".to_owned());
            };
            if counts {
                claim.play = Some(count(lines));
            }
            if ends(PathKind::Set).next().is_some() {
                claim.set_play.get_or_insert(Count::Some);
            }
        }
        claims.push((twin, claim));
    }
    Ok(claims)
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
