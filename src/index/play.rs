//! Hashes of play: two problems whose men go the same ways, or that end in the same picture, share one.

use super::places::{Place, hash, pack, place, position_hash, turned};
use crate::board::{Side, Square};
use crate::men::Piece;
use crate::problem::Problem;
use crate::solution::{Branch, Mark, MovePart, MoveRecord, PhaseKind, Play, Scene, Solution};

/// So many lines of a problem are kept.
const LINES: usize = 64;

/// The hashes of the lines that solve a problem.
pub(super) fn hashes(problem: &Problem, solution: &Solution) -> Vec<(i64, &'static str)> {
    let mut all = Vec::new();
    for (version, found) in problem.versions().iter().zip(&solution.twins) {
        let diagram = version.problem.start_of_play().into_owned();
        for phase in found
            .phases
            .iter()
            .filter(|phase| phase.kind == PhaseKind::Actual)
        {
            match &phase.play {
                Play::Lines(lines) => {
                    for line in lines.iter().take(LINES) {
                        let moves: Vec<(Side, &MoveRecord)> = line
                            .moves
                            .iter()
                            .map(|(side, record)| (*side, record))
                            .collect();
                        of_line(&Scene::new(diagram.clone(), Vec::new()), &moves, &mut all);
                    }
                }
                Play::Tree(tree) => {
                    for key in tree.branches.iter().filter(|key| key.mark == Mark::Key) {
                        let scene = Scene::new(diagram.clone(), Vec::new());
                        of_branch(&scene, phase.starter, key, &mut Vec::new(), &mut all);
                    }
                }
                Play::Dice(_) => {}
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all.truncate(4 * LINES);
    all
}

fn of_branch<'a>(
    start: &Scene,
    side: Side,
    branch: &'a Branch,
    path: &mut Vec<(Side, &'a MoveRecord)>,
    all: &mut Vec<(i64, &'static str)>,
) {
    if all.len() > 4 * LINES {
        return;
    }
    path.push((side, &branch.movement));
    if branch.goal.is_some() {
        of_line(start, path, all);
    }
    for answer in &branch.answers {
        of_branch(start, !side, answer, path, all);
    }
    path.pop();
}

fn of_line(start: &Scene, moves: &[(Side, &MoveRecord)], all: &mut Vec<(i64, &'static str)>) {
    let mut scene = start.clone();
    // Each move is a man that leaves one square and one that comes to another.
    let mut steps: Vec<Place> = Vec::new();
    for (side, record) in moves {
        scene.play(*side, record);
        if let Some((man, from, to)) = movement(record) {
            steps.push(place(&scene.diagram, from, man));
            steps.push(place(&scene.diagram, to, man));
        }
    }
    all.push((line_hash(&steps), "line"));
    let end: Vec<Place> = picture(&scene);
    all.push((position_hash(&end), "end"));
}

fn movement(record: &MoveRecord) -> Option<(Piece, Square, Square)> {
    record.parts.iter().find_map(|part| match part {
        MovePart::Movement { man, from, to, .. } => Some((*man, *from, *to)),
        _ => None,
    })
}

/// The same under the symmetries of the board and with colours exchanged; order matters.
fn line_hash(steps: &[Place]) -> i64 {
    let one = |turn: u8, exchanged: bool| -> Vec<Place> {
        let each = steps.iter();
        each.flat_map(|step| turned(std::slice::from_ref(step), turn, exchanged, 8))
            .collect()
    };
    let forms = (0..8).flat_map(|turn| [false, true].map(|exchanged| one(turn, exchanged)));
    hash(&pack(&forms.min().unwrap_or_default()))
}

/// The men near the king that cannot move, and those that may guard him: all men of the final position but pawns that stand
/// away from him.
fn picture(scene: &Scene) -> Vec<Place> {
    let men: Vec<(Square, Piece)> = scene.diagram.men().collect();
    let place_of = |on: Square, man: Piece| place(&scene.diagram, on, man);
    let kings: Vec<Place> = men
        .iter()
        .filter(|(_, man)| man.is_royal())
        .map(|(on, man)| place_of(*on, *man))
        .collect();
    men.iter()
        .map(|(on, man)| (place_of(*on, *man), *man))
        .filter(|(place, man)| {
            !man.walk().row().is_pawn()
                || kings.iter().any(|king| {
                    king.file.abs_diff(place.file) <= 1 && king.rank.abs_diff(place.rank) <= 1
                })
        })
        .map(|(place, _)| place)
        .collect()
}
