//! What may be said of the key of direct play: does it check, capture, take or give flights, and what was not provided for?

use super::play::in_full;
use super::wish::Stage;
use crate::board::{Side, Square};
use crate::men::Men;
use crate::notation::popeye::words::Language;
use crate::problem::{Genre, Problem};
use crate::solution::{Branch, Mark, MovePart, MoveRecord, Phase, PhaseKind, Play};
use crate::solve::Settings;
use crate::soundness::ShortNotation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A key and its faults.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KeyReport {
    /// The key in short notation.
    pub key: String,
    /// Whether it checks.
    pub checks: bool,
    /// Whether it captures.
    pub captures: bool,
    /// Squares that the king could go to before the key, and cannot after it.
    pub takes_flights: Vec<String>,
    /// Squares that he can go to only after the key.
    pub gives_flights: Vec<String>,
    /// Checks by the defender in the diagram that nothing was provided against.
    pub unprovided_checks: Vec<String>,
    /// Flights of the diagram after which no mate was provided.
    pub unprovided_flights: Vec<String>,
    /// Whether the key man takes no part in the diagram: it observes neither the king's square nor one beside him, and
    /// mates nowhere in the set play.
    pub is_out_of_play: bool,
}

/// The report on each key of each version; nothing but for direct play.
pub(super) fn key_report(problem: &Problem, settings: &Settings) -> Vec<KeyReport> {
    let mut problem = problem.clone();
    problem.options.set_play = true;
    let versions = problem.versions();
    let solution = in_full(&problem, settings);
    let mut reports = Vec::new();
    for (version, found) in versions.iter().zip(&solution.twins) {
        let is_direct = |asked: crate::problem::Stipulation| {
            asked.genre == Genre::Direct && !asked.leads_to_position() && asked.length.moves > 1
        };
        if !version.problem.stipulation.is_some_and(is_direct) {
            continue;
        }
        let set = found
            .phases
            .iter()
            .find(|phase| phase.kind == PhaseKind::SetPlay);
        for phase in found
            .phases
            .iter()
            .filter(|phase| phase.kind == PhaseKind::Actual)
        {
            let Play::Tree(tree) = &phase.play else {
                continue;
            };
            let keys = tree.branches.iter().filter(|key| key.mark == Mark::Key);
            let told = keys.filter_map(|key| report(&version.problem, phase.starter, key, set));
            reports.extend(told);
        }
    }
    reports
}

fn report(
    problem: &Problem,
    starter: Side,
    key: &Branch,
    set: Option<&Phase>,
) -> Option<KeyReport> {
    let board = problem.diagram.geometry.clone();
    let name = |square: &Square| board.name(*square);
    let notation = ShortNotation::new(problem, Language::En);
    let mut before = Stage::new(problem)?;
    before.begin(!starter);
    let replies = before.legal();
    let flights_before = flights(&replies, &king_squares(problem, !starter));
    let mut after = Stage::new(problem)?;
    after.play(&[(starter, key.movement.clone())]).ok()?;
    let kings = king_squares_of(&after, !starter, problem);
    let flights_after = flights(&after.legal(), &kings);
    let answered = |record: &MoveRecord| is_answered(set, record);
    let text = |record: &MoveRecord| notation.moves(&[(!starter, record, None)]).concat();
    let is_flight = |record: &MoveRecord| {
        let square = movement(record);
        square.is_some_and(|(from, _)| king_squares(problem, !starter).contains(&from))
    };
    let open = replies.iter().filter(|(_, record)| !answered(record));
    let (mut checks, mut unprovided) = (Vec::new(), Vec::new());
    for (_, record) in open {
        if record.check {
            checks.push(text(record));
        } else if is_flight(record) {
            unprovided.push(text(record));
        }
    }
    Some(KeyReport {
        key: notation.key(starter, key),
        checks: key.movement.check,
        captures: key.movement.parts.iter().any(|part| {
            matches!(
                part,
                MovePart::Movement {
                    captured: Some(_),
                    ..
                }
            )
        }),
        takes_flights: flights_before
            .difference(&flights_after)
            .map(name)
            .collect(),
        gives_flights: flights_after
            .difference(&flights_before)
            .map(name)
            .collect(),
        unprovided_checks: checks,
        unprovided_flights: unprovided,
        is_out_of_play: is_out_of_play(problem, starter, key, set).unwrap_or(false),
    })
}

fn movement(record: &MoveRecord) -> Option<(Square, Square)> {
    record.parts.iter().find_map(|part| match part {
        MovePart::Movement { from, to, .. } => Some((*from, *to)),
        _ => None,
    })
}

fn king_squares(problem: &Problem, side: Side) -> BTreeSet<Square> {
    let royal = problem
        .diagram
        .men()
        .filter(|(_, man)| man.is_royal() && man.is_of(side));
    royal.map(|(square, _)| square).collect()
}

fn king_squares_of(stage: &Stage, side: Side, problem: &Problem) -> BTreeSet<Square> {
    let position = stage.engine.position();
    let squares = problem.diagram.geometry.squares().into_iter();
    let royal = squares.filter(|square| {
        let man = position.on(*square);
        man.is_some() && man.is_royal() && man.is_of(side)
    });
    royal.collect()
}

fn flights<M>(legal: &[(M, MoveRecord)], kings: &BTreeSet<Square>) -> BTreeSet<Square> {
    let moves = legal.iter().filter_map(|(_, record)| movement(record));
    moves
        .filter(|(from, _)| kings.contains(from))
        .map(|(_, to)| to)
        .collect()
}

/// Whether a defence has an answer in the set play.
fn is_answered(set: Option<&Phase>, record: &MoveRecord) -> bool {
    let Some(Play::Tree(tree)) = set.map(|phase| &phase.play) else {
        return false;
    };
    let mut here = tree
        .branches
        .iter()
        .filter(|defence| defence.movement == *record);
    here.any(|defence| !defence.answers.is_empty())
}

fn is_out_of_play(
    problem: &Problem,
    starter: Side,
    key: &Branch,
    set: Option<&Phase>,
) -> Option<bool> {
    let (from, _) = movement(&key.movement)?;
    let board = &problem.diagram.geometry;
    let kings = king_squares(problem, !starter);
    let near = |square: Square| {
        kings.iter().any(|king| {
            board.file(*king).abs_diff(board.file(square)) <= 1
                && board.rank(*king).abs_diff(board.rank(square)) <= 1
        })
    };
    let mut stage = Stage::new(problem)?;
    stage.begin(starter);
    let reaches = stage
        .legal()
        .iter()
        .any(|(_, record)| movement(record).is_some_and(|(man, to)| man == from && near(to)));
    let mates = |answer: &Branch| movement(&answer.movement).is_some_and(|(man, _)| man == from);
    let in_set_play = match set.map(|phase| &phase.play) {
        Some(Play::Tree(tree)) => tree
            .branches
            .iter()
            .any(|defence| defence.answers.iter().any(mates)),
        _ => false,
    };
    // What it guards on squares where its own men stand, or by being pinned to a line, is not seen by moves.
    let guards = key_guards(problem, from, starter, &near);
    Some(!reaches && !in_set_play && !guards)
}

/// Whether without the key man the king has a flight more: then it guarded one.
fn key_guards(
    problem: &Problem,
    man: Square,
    starter: Side,
    near: &dyn Fn(Square) -> bool,
) -> bool {
    let squares = |problem: &Problem| {
        let mut stage = Stage::new(problem)?;
        stage.begin(!starter);
        let kings = king_squares(problem, !starter);
        Some(flights(&stage.legal(), &kings))
    };
    let mut without = problem.clone();
    without.diagram.put(man, crate::men::Piece::NONE);
    match (squares(problem), squares(&without)) {
        (Some(with), Some(without)) => without.difference(&with).any(|square| near(*square)),
        _ => true,
    }
}
