//! What a statement claims: `2.1.1.1`, `3 solutions`, `b) 2 solutions`, a star for set play.

use super::Entry;
use crate::problem::{Claim, Count, Intention, twin_number};
use crate::soundness::replay::{PathKind, PlayedLine, replay};

/// Takes the author's solution for his claim, where he says nothing else: its keys, or the number
/// of its lines. Only what can be played counts.
pub fn claim_of_solution(entry: &mut Entry) {
    let (Some(text), true) = (&entry.solution, entry.is_read()) else {
        return;
    };
    let problem = &entry.problem;
    let Some(asked) = problem.stipulation else {
        return;
    };
    let is_battle = asked.genre.is_battle() && !asked.leads_to_position();
    let is_said = !entry.claims_by_default && problem.intention.all.play.is_some();
    if is_said && !is_battle || problem.options.duplex {
        return;
    }
    let (played, unplayable) = replay(problem, text);
    let mut twins = Vec::new();
    for twin in 0..problem.versions().len() {
        let of_twin = |line: &&PlayedLine| line.twin == twin && line.kind == PathKind::Actual;
        let lines: Vec<&PlayedLine> = match is_battle {
            true => played
                .lines
                .keys()
                .filter(of_twin)
                .filter(|line| line.moves.len() == 1)
                .collect(),
            false => {
                let ends = played
                    .lines
                    .iter()
                    .filter(|(_, ends)| **ends)
                    .map(|(line, _)| line);
                ends.filter(of_twin).collect()
            }
        };
        let complete = !unplayable.iter().any(|fault| fault.twin == twin);
        if lines.is_empty() || !complete {
            return;
        }
        let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        let moves = match is_battle {
            true => lines
                .iter()
                .flat_map(|line| line.moves.iter().cloned())
                .collect(),
            false => Vec::new(),
        };
        let former = entry.problem.intention.of(twin, crate::board::Side::White);
        twins.push((
            twin,
            Claim {
                play: match is_said {
                    true => former.play.clone(),
                    false => Some(Count::Lines(count)),
                },
                set_play: former.set_play.clone(),
                moves,
            },
        ));
    }
    match twins.len() {
        1 => entry.problem.intention.all = twins.remove(0).1,
        _ => entry.problem.intention.twins = twins,
    }
}

/// Whether the number behind a word tells how long play is: `dia 3.5`, `proof game in 7.5`.
fn awaits_length(word: &str) -> bool {
    let word = word.to_lowercase();
    let ends = ["dia", "pg", "game", "partie", "=>b", "in", "#", "="];
    ends.iter().any(|end| word.ends_with(end))
}

/// The claims among the words of a statement.
///
/// ```
/// let claimed = dawson::collection::claims_of("h#2 2.1.1.1 b) wKa1-b1 1.2.1.1");
/// assert_eq!(claimed.texts(), ["2.1.1.1", "b) 1.2.1.1"]);
/// assert!(dawson::collection::claims_of("dia 3.5").is_empty());
/// ```
pub fn claims_of(text: &str) -> Intention {
    let mut intention = Intention::default();
    let mut twin = None;
    let words: Vec<&str> = text
        .split([' ', ',', ';', '\n', '\t', '(', '|'])
        .filter(|word| !word.is_empty())
        .collect();
    for (index, word) in words.iter().enumerate() {
        let label = word.strip_suffix(')').filter(|label| label.len() <= 3);
        if let Some(number) = label.and_then(twin_number) {
            twin = Some(number);
            continue;
        }
        if index > 0 && awaits_length(words[index - 1]) {
            continue;
        }
        let word = word.trim_end_matches(')');
        let next = words.get(index + 1).map(|word| word.to_lowercase());
        let counts = next.is_some_and(|next| {
            ["sol", "lös", "loe", "los"]
                .iter()
                .any(|noun| next.starts_with(noun))
        });
        let is_tree = word.contains('.')
            && word
                .chars()
                .all(|sign| sign.is_ascii_digit() || sign == '.')
            && word.split('.').filter(|part| !part.is_empty()).count() >= 2;
        let is_count = counts && word.bytes().all(|byte| byte.is_ascii_digit());
        let has_star = word.contains('#') || word.contains('=') || word.contains('+');
        let claim = match (is_tree || is_count, has_star && word.ends_with('*')) {
            (true, _) => Claim::read(word).ok(),
            (false, true) => Some(Claim {
                set_play: Some(Count::Some),
                ..Claim::default()
            }),
            (false, false) => None,
        };
        let Some(claim) = claim else { continue };
        let place = match twin.filter(|number| *number > 0) {
            None => &mut intention.all,
            Some(number) => {
                if !intention.twins.iter().any(|(other, _)| *other == number) {
                    intention.twins.push((number, Claim::default()));
                }
                match intention
                    .twins
                    .iter_mut()
                    .find(|(other, _)| *other == number)
                {
                    Some((_, claim)) => claim,
                    None => continue,
                }
            }
        };
        place.play = claim.play.or(place.play.take());
        place.set_play = match (claim.set_play, place.set_play.take()) {
            (Some(Count::Some), Some(former)) => Some(former),
            (claimed, former) => claimed.or(former),
        };
    }
    intention
}
