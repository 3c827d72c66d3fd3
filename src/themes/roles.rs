//! Themes of men that exchange their parts between solutions of help play.

use super::board::{Kind, line};
use super::proof::Proof;
use super::registry::Recogniser;
use super::story::{LineOfStory, Node, Role, Story};
use crate::board::Side;
use std::collections::BTreeMap;

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser::new("zilahi", |story| zilahi(story, 2)),
    Recogniser::new("cyclic-zilahi", |story| zilahi(story, 3)),
    Recogniser::new("exchange-of-moves", exchange_of_moves),
    Recogniser::new("reciprocal-captures", reciprocal_captures),
    Recogniser::new("exchange-of-first-and-last", exchange_of_places),
    Recogniser::new("exchange-of-functions", exchange_of_functions),
    Recogniser::new("odt", odt),
    Recogniser::new("helpmate-of-the-future", helpmate_of_the_future),
];

/// Who mates in a line and who is captured, of the mating side.
struct Parts {
    version: usize,
    last: usize,
    mates: u8,
    captured: Vec<u8>,
}

fn parts(story: &Story) -> Vec<Parts> {
    let lines = story.solutions().filter_map(|(phase, line)| {
        let last = *line.nodes.last()?;
        let node = story.node(last);
        let is_help = line
            .nodes
            .iter()
            .all(|number| story.node(*number).role == Role::Help);
        let captured = line.nodes.iter().filter_map(|number| {
            let other = story.node(*number);
            let (victim, _) = other.captured.filter(|_| other.side != node.side)?;
            Some(victim.id)
        });
        Some(Parts {
            version: story.phases[phase].version,
            last,
            mates: node.man.filter(|_| is_help)?,
            captured: captured.collect(),
        })
    });
    lines.collect()
}

/// In one solution a man mates that is captured in the next, and so on in a circle of exactly this many at least.
fn zilahi(story: &Story, folds: usize) -> Vec<Proof> {
    let parts = parts(story);
    let mut proofs = Vec::new();
    for start in 0..parts.len() {
        let mut path = vec![start];
        circles(&parts, &mut path, folds, &mut proofs);
    }
    proofs
}

fn circles(parts: &[Parts], path: &mut Vec<usize>, folds: usize, proofs: &mut Vec<Proof>) {
    let last = &parts[path[path.len() - 1]];
    let takes = |next: &Parts| next.captured.contains(&last.mates);
    if path.len() == folds {
        let first = &parts[path[0]];
        // Each circle is told once, from its first line.
        let is_least = path.iter().all(|place| *place >= path[0]);
        let differ = path.iter().enumerate().all(|(index, place)| {
            path[index + 1..]
                .iter()
                .all(|other| parts[*other].mates != parts[*place].mates)
        });
        if takes(first) && is_least && differ {
            let proof = path.iter().fold(Proof::default(), |proof, place| {
                proof.and_line(parts[*place].version, parts[*place].last)
            });
            let men = path.iter().map(|place| parts[*place].mates);
            proofs.push(proof.by(men));
        }
        return;
    }
    for next in 0..parts.len() {
        if !path.contains(&next) && takes(&parts[next]) {
            path.push(next);
            circles(parts, path, folds, proofs);
            path.pop();
        }
    }
}

/// The moves of a side in a line.
fn moves_of<'a>(story: &'a Story, line: &'a LineOfStory, side: Side) -> Vec<&'a Node> {
    let moves = line.nodes.iter().map(|number| story.node(*number));
    moves
        .filter(|node| node.side == side && node.role == Role::Help)
        .collect()
}

/// Whether two moves are the same but for what they capture.
fn is_same(one: &Node, other: &Node) -> bool {
    (one.man, one.from, one.to, one.promotes) == (other.man, other.from, other.to, other.promotes)
        && one.man.is_some()
}

/// A side plays the same two moves in two solutions, in the other order.
fn exchange_of_moves(story: &Story) -> Vec<Proof> {
    let lines: Vec<(usize, &LineOfStory)> = story.solutions().collect();
    let mut proofs = Vec::new();
    for (index, (one_phase, one)) in lines.iter().enumerate() {
        for (other_phase, other) in &lines[index + 1..] {
            for side in [Side::White, Side::Black] {
                let (first, second) = (moves_of(story, one, side), moves_of(story, other, side));
                let [.., a, b] = first[..] else { continue };
                let [.., c, d] = second[..] else { continue };
                let exchanged = is_same(a, d) && is_same(b, c) && !is_same(a, b);
                if exchanged && first.len() == second.len() {
                    let ends = [(*one_phase, one), (*other_phase, other)];
                    let proof = ends.iter().fold(Proof::default(), |proof, (phase, line)| {
                        let last = line.nodes[line.nodes.len() - 1];
                        proof.and_line(story.phases[*phase].version, last)
                    });
                    proofs.push(proof.by(a.man.into_iter().chain(b.man)));
                }
            }
        }
    }
    proofs
}

/// In one solution a man captures another, in the next it is captured by it.
fn reciprocal_captures(story: &Story) -> Vec<Proof> {
    let mut captures: BTreeMap<(u8, u8), (usize, usize)> = BTreeMap::new();
    for (phase, line) in story.solutions() {
        for number in &line.nodes {
            let node = story.node(*number);
            if let (Some(man), Some((victim, _)), Role::Help) = (node.man, node.captured, node.role)
            {
                let version = story.phases[phase].version;
                captures
                    .entry((man, victim.id))
                    .or_insert((version, *number));
            }
        }
    }
    let pairs = captures.iter().filter(|((man, victim), _)| man < victim);
    pairs
        .filter_map(|((man, victim), (version, last))| {
            let (other_version, other) = captures.get(&(*victim, *man))?;
            Some(
                Proof::line(*version, *last)
                    .and_line(*other_version, *other)
                    .by([*man, *victim]),
            )
        })
        .collect()
}

/// Two men of the mating side exchange their parts: one begins and the other mates, and the other way round.
fn exchange_of_places(story: &Story) -> Vec<Proof> {
    let lines: Vec<(usize, &LineOfStory)> = story.solutions().collect();
    let mut proofs = Vec::new();
    for (index, (one_phase, one)) in lines.iter().enumerate() {
        for (other_phase, other) in &lines[index + 1..] {
            let (Some(end), Some(other_end)) = (one.nodes.last(), other.nodes.last()) else {
                continue;
            };
            let side = story.node(*end).side;
            let men = |line: &LineOfStory| {
                let moves = moves_of(story, line, side);
                let [first, last] = moves[..] else {
                    return None;
                };
                Some((first.man?, last.man?))
            };
            if let (Some((a, b)), Some((c, d))) = (men(one), men(other))
                && a != b
                && (a, b) == (d, c)
            {
                proofs.push(
                    Proof::line(story.phases[*one_phase].version, *end)
                        .and_line(story.phases[*other_phase].version, *other_end)
                        .by([a, b]),
                );
            }
        }
    }
    proofs
}

/// Every two solutions of help play with their phases.
fn pairs_of_lines(story: &Story) -> Vec<[(usize, &LineOfStory); 2]> {
    /// A problem with more solutions is none, and pairs would be too many.
    const MOST: usize = 64;
    let lines: Vec<(usize, &LineOfStory)> = story.solutions().take(MOST).collect();
    let numbered = lines.iter().enumerate();
    numbered
        .flat_map(|(place, one)| lines[place + 1..].iter().map(|other| [*one, *other]))
        .collect()
}

/// These solutions as evidence.
fn all_of(story: &Story, lines: &[(usize, &LineOfStory)]) -> Proof {
    lines.iter().fold(Proof::default(), |proof, (phase, line)| {
        let last = line.nodes[line.nodes.len() - 1];
        proof.and_line(story.phases[*phase].version, last)
    })
}

/// Two men of a side exchange their places in the order of its moves, all other moves being made by the same men.
fn exchange_of_functions(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for pair in pairs_of_lines(story) {
        let Some(last) = pair[0].1.nodes.last() else {
            continue;
        };
        let side = story.node(*last).side;
        let men = |line: &LineOfStory| -> Option<Vec<u8>> {
            let moves = moves_of(story, line, side).into_iter();
            moves.map(|node| node.man).collect()
        };
        let (Some(one), Some(other)) = (men(pair[0].1), men(pair[1].1)) else {
            continue;
        };
        let apart: Vec<(u8, u8)> = one
            .iter()
            .copied()
            .zip(other.iter().copied())
            .filter(|(a, b)| a != b)
            .collect();
        let Some((a, b)) = apart.first().copied() else {
            continue;
        };
        let only_these = apart.iter().all(|men| *men == (a, b) || *men == (b, a));
        if one.len() == other.len() && only_these && apart.contains(&(b, a)) {
            proofs.push(all_of(story, &pair).by([a, b]));
        }
    }
    proofs
}

/// How a man moves, as orthodox chess has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    Straight,
    Diagonal,
    Other(Kind),
}

fn manner(node: &Node) -> Option<Manner> {
    let kind = Kind::of(node.piece)?;
    if !kind.is_rider() {
        return Some(Manner::Other(kind));
    }
    let (way, _) = line(node.from.index(), node.to.index())?;
    Some(match way.abs() {
        1 | 8 => Manner::Straight,
        _ => Manner::Diagonal,
    })
}

fn manners(story: &Story, line: &LineOfStory) -> Option<Vec<(Side, Manner)>> {
    let moves = line.nodes.iter().map(|number| story.node(*number));
    let moves = moves.map(|node| match node.role {
        Role::Help if node.castled.is_none() => Some((node.side, manner(node)?)),
        _ => None,
    });
    moves.collect()
}

/// Two solutions of which each move of the mating side along a straight line answers to one along a diagonal and the other
/// way round, its other moves being made by men of the same kind, and so does one move of the other side at least.
fn odt(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    if !story.is_orthodox {
        return proofs;
    }
    for pair in pairs_of_lines(story) {
        let (Some(one), Some(other)) = (manners(story, pair[0].1), manners(story, pair[1].1))
        else {
            continue;
        };
        let turned = |manner: Manner| match manner {
            Manner::Straight => Manner::Diagonal,
            Manner::Diagonal => Manner::Straight,
            Manner::Other(kind) => Manner::Other(kind),
        };
        let Some((mating, _)) = one.last().copied() else {
            continue;
        };
        let answers = |a: &(Side, Manner), b: &(Side, Manner)| a.0 == b.0 && turned(a.1) == b.1;
        let is_line = |of: &(Side, Manner)| !matches!(of.1, Manner::Other(_));
        let mut steps = one.iter().zip(&other);
        let fits = one.len() == other.len()
            && steps.all(|(a, b)| answers(a, b) || a.0 != mating && b.0 != mating);
        let along_lines = |of_mating: bool| {
            let mut steps = one.iter().zip(&other);
            steps.any(|(a, b)| (a.0 == mating) == of_mating && is_line(a) && answers(a, b))
        };
        if fits && along_lines(true) && along_lines(false) {
            proofs.push(all_of(story, &pair));
        }
    }
    proofs
}

/// Who moves in each ply, riders alike, and whether he captures.
type Plies = Vec<(Side, Option<Kind>, bool)>;

/// Four solutions in two pairs: the two of a pair are played by men of the same kinds up to rook and bishop, move by move,
/// and the pairs differ.
fn helpmate_of_the_future(story: &Story) -> Vec<Proof> {
    let mut groups: BTreeMap<Plies, Vec<(usize, &LineOfStory)>> = BTreeMap::new();
    if !story.is_orthodox || !story.is_help() {
        return Vec::new();
    }
    for (phase, line) in story.solutions() {
        let moves = line.nodes.iter().map(|number| story.node(*number));
        let picture: Plies = moves
            .map(|node| {
                let kind = Kind::of(node.piece).filter(|kind| !kind.is_rider());
                (node.side, kind, node.captured.is_some())
            })
            .collect();
        groups.entry(picture).or_default().push((phase, line));
    }
    let is_paired = groups.len() == 2 && groups.values().all(|group| group.len() == 2);
    let lines: Vec<(usize, &LineOfStory)> = groups.into_values().flatten().collect();
    is_paired
        .then(|| all_of(story, &lines))
        .into_iter()
        .collect()
}
