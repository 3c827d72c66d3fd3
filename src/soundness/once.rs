//! A rule may list a move twice (Danger Circe: a flight that is a usual move, too), and solutions
//! print it twice then. For a verdict it is one move.

use crate::solution::{Branch, Line, Play, Threat, TwinSolution};
use serde::Serialize;
use std::collections::HashSet;

/// Leaves each move of a tree and each line once.
pub(super) fn once(mut found: TwinSolution) -> TwinSolution {
    for phase in &mut found.phases {
        match &mut phase.play {
            Play::Tree(tree) => {
                threats(&mut tree.threat);
                branches(&mut tree.branches);
            }
            Play::Lines(lines) => keep_first(lines, |line: &Line| &line.moves),
            Play::Dice(_) => {}
        }
    }
    found
}

fn branches(all: &mut Vec<Branch>) {
    keep_first(all, |branch| &branch.movement);
    for branch in all {
        threats(&mut branch.threat);
        branches(&mut branch.answers);
        branches(&mut branch.refutations);
    }
}

fn threats(threat: &mut Threat) {
    if let Threat::Threats { moves, .. } = threat {
        branches(moves);
    }
}

/// The most that are compared one by one; of more, texts are compared.
const FEW: usize = 64;

fn keep_first<T, M: PartialEq + Serialize>(all: &mut Vec<T>, moves: impl Fn(&T) -> &M) {
    if all.len() > FEW {
        let mut seen = HashSet::new();
        let text = |one: &T| serde_json::to_string(moves(one));
        all.retain(|one| text(one).map_or(true, |text| seen.insert(text)));
        return;
    }
    let mut place = 0;
    while place < all.len() {
        let (before, now) = all.split_at(place);
        let is_known = before.iter().any(|one| moves(one) == moves(&now[0]));
        if is_known {
            all.remove(place);
        } else {
            place += 1;
        }
    }
}
