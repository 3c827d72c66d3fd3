//! Themes of keys, threats and defences in direct play.

use super::board::{Board, Reply};
use super::proof::Proof;
use super::registry::Recogniser;
use super::story::{Node, Phase, PhaseKindOfStory, Story};
use crate::board::Side;
use crate::men::walk_id;
use crate::problem::{Genre, Goal};
use std::collections::{BTreeMap, BTreeSet};

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser::new("block-problem", block_problem),
    Recogniser::new("threat-problem", threat_problem),
    Recogniser::new("complete-block", complete_block),
    Recogniser::new("mutate", mutate),
    Recogniser::new("flight-giving-key", |story| key_flights(story, true)),
    Recogniser::new("flight-taking-key", |story| key_flights(story, false)),
    Recogniser::new("checking-key", |story| keys(story, |node, _| node.checks())),
    Recogniser::new("capturing-key", |story| {
        keys(story, |node, _| node.captured.is_some())
    }),
    Recogniser::new("castling-key", |story| {
        keys(story, |node, _| node.castled.is_some())
    }),
    Recogniser::new("en-passant-key", |story| {
        keys(story, |node, _| node.en_passant)
    }),
    Recogniser::new("promotion-key", |story| {
        keys(story, |node, _| node.promotes.is_some())
    }),
    Recogniser::new("sacrificial-key", sacrificial_key),
    Recogniser::new("unpinning-key", unpinning_key),
    Recogniser::new("pinning-key", pinning_key),
    Recogniser::new("king-key", |story| {
        keys(story, |node, _| {
            node.piece.walk() == walk_id::KING && node.castled.is_none()
        })
    }),
    Recogniser::new("fleck", fleck),
    Recogniser::new("black-correction", black_correction),
    Recogniser::new("total-change", total_change),
    Recogniser::new("multiple-threats", |story| {
        let phases = story.actual().filter(|phase| phase.threats.len() > 1);
        phases.filter_map(of_key).collect()
    }),
];

fn of_key(phase: &Phase) -> Option<Proof> {
    Some(Proof::line(phase.version, phase.key?))
}

/// Play of two moves and more in which one side forces the other to mate or to be mated.
fn is_battle(story: &Story, phase: &Phase) -> bool {
    let asked = story.asked(phase.version);
    asked.is_some_and(|asked| {
        asked.genre.is_battle() && asked.length.moves > 1 && asked.goal == Goal::Mate
    })
}

/// Direct play of two moves and more.
pub(super) fn is_direct(story: &Story, phase: &Phase) -> bool {
    let asked = story.asked(phase.version);
    is_battle(story, phase) && asked.is_some_and(|asked| asked.genre == Genre::Direct)
}

/// Direct play of two moves.
pub(super) fn is_two_mover(story: &Story, phase: &Phase) -> bool {
    let asked = story.asked(phase.version);
    is_direct(story, phase) && asked.is_some_and(|asked| asked.length.moves == 2)
}

fn keys(story: &Story, is_so: impl Fn(&Node, &Phase) -> bool) -> Vec<Proof> {
    let phases = story.actual().filter(|phase| is_battle(story, phase));
    phases
        .filter(|phase| phase.key.is_some_and(|key| is_so(story.node(key), phase)))
        .filter_map(of_key)
        .collect()
}

fn block_problem(story: &Story) -> Vec<Proof> {
    keys(story, |_, phase| phase.is_zugzwang)
}

fn threat_problem(story: &Story) -> Vec<Proof> {
    keys(story, |_, phase| !phase.threats.is_empty())
}

/// The set play of a version.
pub(super) fn set_phase(story: &Story, version: usize) -> Option<&Phase> {
    let mut phases = story.phases.iter();
    phases.find(|phase| phase.version == version && phase.kind == PhaseKindOfStory::Set)
}

/// Whether every move of the defender in the diagram has its mate, the diagram being orthodox.
pub(super) fn is_blocked(story: &Story, phase: &Phase, defender: Side) -> bool {
    let Some(board) = story.starts[phase.version].board() else {
        return false;
    };
    let legal: BTreeSet<(usize, usize)> = board
        .legal(defender)
        .into_iter()
        .map(|step| (step.from, step.to))
        .collect();
    let answered: BTreeSet<(usize, usize)> = phase
        .defences
        .iter()
        .filter(|number| !story.nodes[**number].children.is_empty())
        .map(|number| {
            let node = story.node(*number);
            (node.from.index(), node.to.index())
        })
        .collect();
    !legal.is_empty() && legal.iter().all(|step| answered.contains(step))
}

/// Set play has a mate for every move, and the key threatens nothing.
fn complete_block(story: &Story) -> Vec<Proof> {
    keys(story, |key, phase| {
        let set = set_phase(story, phase.version);
        story.is_orthodox
            && phase.is_zugzwang
            && set.is_some_and(|set| is_blocked(story, set, !key.side))
    })
}

/// Answers to the same defence in two phases that differ.
pub(super) fn changes<'a>(
    story: &'a Story,
    one: &'a Phase,
    other: &'a Phase,
) -> Vec<(usize, usize)> {
    let answered = |phase: &'a Phase| {
        phase
            .defences
            .iter()
            .filter_map(|defence| Some((*defence, story.answer(*defence)?)))
            .collect::<Vec<_>>()
    };
    let after = answered(other);
    answered(one)
        .into_iter()
        .filter_map(|(defence, answer)| {
            let (_, changed) = after
                .iter()
                .find(|(same, _)| story.node(*same).same_as(story.node(defence)))?;
            let (one, other) = (story.node(*changed), story.node(answer));
            let differs = !one.same_as(other) && !one.is_like(other);
            differs.then_some((answer, *changed))
        })
        .collect()
}

/// A complete block in which at least one mate changes.
fn mutate(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for phase in story.actual().filter(|phase| is_battle(story, phase)) {
        let (Some(set), Some(key)) = (set_phase(story, phase.version), phase.key) else {
            continue;
        };
        let is_block = story.is_orthodox && phase.is_zugzwang;
        if !is_block || !is_blocked(story, set, !story.node(key).side) {
            continue;
        }
        let mut proof = Proof::default();
        for (before, after) in changes(story, set, phase) {
            proof = proof
                .and_line(phase.version, before)
                .and_line(phase.version, after);
        }
        if !proof.lines.is_empty() {
            proofs.push(proof);
        }
    }
    proofs
}

/// Every mate of the set play is changed after the key, two at least.
fn total_change(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for phase in story.actual().filter(|phase| is_battle(story, phase)) {
        let Some(set) = set_phase(story, phase.version) else {
            continue;
        };
        let answered = set
            .defences
            .iter()
            .filter(|defence| story.answer(**defence).is_some())
            .count();
        let changed = changes(story, set, phase);
        if answered > 1 && changed.len() == answered {
            let proof = changed
                .iter()
                .fold(Proof::default(), |proof, (one, other)| {
                    proof
                        .and_line(phase.version, *one)
                        .and_line(phase.version, *other)
                });
            proofs.push(proof);
        }
    }
    proofs
}

fn boards(node: &Node) -> Option<(Board, Board)> {
    Some((node.before.board()?, node.after.board()?))
}

/// Flights that the king of the defender has after the key and not before, or the other way round.
fn key_flights(story: &Story, gives: bool) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for phase in story.actual().filter(|phase| is_battle(story, phase)) {
        let Some(key) = phase.key.map(|key| story.node(key)) else {
            continue;
        };
        let Some((before, after)) = boards(key).filter(|_| story.is_orthodox) else {
            continue;
        };
        let flights =
            |board: &Board| -> BTreeSet<usize> { board.flights(!key.side).into_iter().collect() };
        let (before, after) = (flights(&before), flights(&after));
        let squares: Vec<usize> = match gives {
            true => after.difference(&before).copied().collect(),
            false => before.difference(&after).copied().collect(),
        };
        if !squares.is_empty() {
            proofs.extend(of_key(phase).map(|proof| proof.on(squares)));
        }
    }
    proofs
}

/// The key puts a man where it can be captured, or leaves one to be captured that was guarded.
fn sacrificial_key(story: &Story) -> Vec<Proof> {
    keys(story, |key, phase| {
        let is_taken = phase.defences.iter().any(|number| {
            let defence = story.node(*number);
            defence
                .captured
                .is_some_and(|(victim, _)| Some(victim.id) == key.man)
        });
        let safe_before = key.before.board().is_none_or(|board| {
            !board.legal(!key.side).iter().any(|step| {
                step.captured
                    .and_then(|on| board.on(on))
                    .is_some_and(|unit| Some(unit.id) == key.man)
            })
        });
        is_taken && safe_before && key.captured.is_none()
    })
}

/// The key unpins a man of the defender.
fn unpinning_key(story: &Story) -> Vec<Proof> {
    pins_changed(story, |key, before, after| {
        let ids = |board: &Board| -> BTreeSet<u8> {
            let pins = board.pins(!key.side).into_iter();
            pins.filter_map(|pin| Some(board.on(pin.man)?.id)).collect()
        };
        let now = ids(after);
        let all: BTreeSet<u8> = after.men().map(|(_, unit)| unit.id).collect();
        ids(before)
            .into_iter()
            .filter(|man| !now.contains(man) && all.contains(man))
            .collect()
    })
}

/// The key pins a man of the defender that was free.
fn pinning_key(story: &Story) -> Vec<Proof> {
    pins_changed(story, |key, before, after| {
        let ids = |board: &Board| -> BTreeSet<u8> {
            let pins = board.pins(!key.side).into_iter();
            pins.filter_map(|pin| Some(board.on(pin.man)?.id)).collect()
        };
        ids(after).difference(&ids(before)).copied().collect()
    })
}

fn pins_changed(story: &Story, men: impl Fn(&Node, &Board, &Board) -> Vec<u8>) -> Vec<Proof> {
    let mut proofs = Vec::new();
    if !story.is_orthodox {
        return proofs;
    }
    for phase in story.actual().filter(|phase| is_battle(story, phase)) {
        let Some(key) = phase.key.map(|key| story.node(key)) else {
            continue;
        };
        let Some((before, after)) = boards(key) else {
            continue;
        };
        let men = men(key, &before, &after);
        if !men.is_empty() {
            proofs.extend(of_key(phase).map(|proof| proof.by(men)));
        }
    }
    proofs
}

/// The mates that work after a defence of a two-mover, played on the board.
pub(super) fn mates_after(board: &Board, side: Side, mates: &[&Node]) -> Vec<usize> {
    let works = |mate: &Node| {
        let from = mate.from.index();
        let is_there = board.on(from).map(|unit| unit.id) == mate.man;
        let step = board
            .steps(side)
            .into_iter()
            .find(|step| step.from == from && step.to == mate.to.index());
        let Some(step) = step.filter(|_| is_there) else {
            return false;
        };
        let mut after = board.after(step);
        if let (Some(walk), Some(unit)) = (mate.promotes, after.on(step.to)) {
            let piece = crate::men::Piece::usual(walk, side);
            let Some(kind) = super::board::Kind::of(piece) else {
                return false;
            };
            after = after.with(step.to, super::board::Unit { kind, ..unit });
        }
        !after.in_check(side) && after.is_mate(!side)
    };
    let all = mates.iter().enumerate();
    all.filter(|(_, mate)| works(mate))
        .map(|(place, _)| place)
        .collect()
}

/// A two-mover whose key threatens at least three mates; each defence leaves one of them, and each is forced once.
fn fleck(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    if !story.is_orthodox {
        return proofs;
    }
    for phase in story.actual() {
        if !is_two_mover(story, phase) || phase.threats.len() < 3 {
            continue;
        }
        let Some(key) = phase.key.map(|key| story.node(key)) else {
            continue;
        };
        let Some(board) = key.after.board() else {
            continue;
        };
        let threats: Vec<&Node> = phase
            .threats
            .iter()
            .map(|number| story.node(*number))
            .collect();
        if threats.iter().any(|threat| threat.castled.is_some()) {
            continue;
        }
        let mut forced: BTreeMap<usize, Reply> = BTreeMap::new();
        for reply in board.legal(!key.side) {
            let after = board.after(reply);
            if let [only] = mates_after(&after, key.side, &threats)[..] {
                forced.insert(only, reply);
            }
        }
        if forced.len() == threats.len() {
            let squares = forced.values().map(|reply| reply.to);
            proofs.extend(of_key(phase).map(|proof| proof.on(squares)));
        }
    }
    proofs
}

/// In longer and self play: two moves of one man at least have the same answer, which is no threat, and another of its
/// moves has another answer.
fn random_and_corrected(story: &Story, phase: &Phase) -> Vec<Proof> {
    let mut by_man: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for defence in &phase.defences {
        let node = story.node(*defence);
        if let (Some(man), Some(answer), false) =
            (node.man, story.answer(*defence), node.piece.is_royal())
        {
            by_man.entry(man).or_default().push(answer);
        }
    }
    let mut proofs = Vec::new();
    for (man, answers) in by_man {
        let same = |one: usize, other: usize| story.node(one).same_as(story.node(other));
        let count = |answer: usize| answers.iter().filter(|other| same(**other, answer)).count();
        let is_threat = |answer: usize| phase.threats.iter().any(|threat| same(*threat, answer));
        let random = answers
            .iter()
            .copied()
            .filter(|answer| count(*answer) > 1 && !is_threat(*answer))
            .max_by_key(|answer| count(*answer));
        let Some(random) = random else { continue };
        let corrected = answers
            .iter()
            .find(|answer| count(**answer) == 1 && !is_threat(**answer));
        if let Some(corrected) = corrected {
            proofs.push(
                Proof::line(phase.version, random)
                    .and_line(phase.version, *corrected)
                    .by([man]),
            );
        }
    }
    proofs
}

/// Moves of one man share an error, that it leaves its square; one of them at least parries what the others allow and
/// makes another error.
fn black_correction(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    if !story.is_orthodox {
        return proofs;
    }
    for phase in story.actual() {
        if is_battle(story, phase) && !is_two_mover(story, phase) {
            proofs.extend(random_and_corrected(story, phase));
        }
        let (Some(key), true) = (phase.key, is_two_mover(story, phase)) else {
            continue;
        };
        let Some(board) = story.node(key).after.board() else {
            continue;
        };
        let side = story.node(key).side;
        let mut by_man: BTreeMap<u8, Vec<(usize, usize)>> = BTreeMap::new();
        for defence in &phase.defences {
            if let (Some(man), Some(answer)) = (story.node(*defence).man, story.answer(*defence)) {
                by_man.entry(man).or_default().push((*defence, answer));
            }
        }
        for (man, moves) in by_man {
            let Some(home) = board.find(man) else {
                continue;
            };
            let is_king = board
                .on(home)
                .is_some_and(|unit| unit.kind == super::board::Kind::King);
            if is_king {
                continue;
            }
            let away = board.without(home);
            for (_, general) in &moves {
                let mate = story.node(*general);
                let is_threat = phase
                    .threats
                    .iter()
                    .any(|threat| story.node(*threat).same_as(mate));
                // The error is to leave: without the man the mate works.
                if is_threat
                    || mate.captured.is_some()
                    || mates_after(&away, side, &[mate]).is_empty()
                {
                    continue;
                }
                let corrected = moves
                    .iter()
                    .find(|(_, other)| !story.node(*other).same_as(mate));
                if let Some((_, corrected)) = corrected {
                    proofs.push(
                        Proof::line(phase.version, *general)
                            .and_line(phase.version, *corrected)
                            .by([man]),
                    );
                    break;
                }
            }
        }
    }
    proofs
}
