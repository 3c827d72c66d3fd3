//! What each side's ways say about those of the other: lines that are blocked at a time,
//! captures for which no man is there, men that nobody comes to capture.

use super::camp::Camp;
use super::graph::Graph;
use super::routes::{PAWN, first_rank};
use super::schedule::Schedule;
use super::step::Step;
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit, king, knight, pawn_captures};
use std::collections::HashSet;

/// More different sets of occupied squares than this are not compared one by one.
const MOST_SETS: usize = 4000;

/// Narrows both sides by each other until nothing changes; false if one has no way left.
pub(super) fn narrow(graphs: &mut [Graph; 2], camps: &[Camp; 2], schedule: &Schedule) -> bool {
    loop {
        let mut changed = false;
        for side in Side::BOTH {
            let (own, other) = (side.index(), (!side).index());
            let mut view = View::new(&graphs[other], &camps[other], schedule);
            let before: u64 = count(&graphs[own]);
            let strikes = std::mem::take(&mut view.strikes);
            let allows = |step: Step, ply: usize| view.allows(step, ply);
            let loses = |square: usize, ply: usize| strikes[ply] & bit(square) != 0;
            graphs[own].narrow(schedule, &camps[own], allows, loses);
            if !graphs[own].is_possible() {
                return false;
            }
            changed |= count(&graphs[own]) != before;
        }
        if !changed {
            return true;
        }
    }
}

/// At how many times formations may stand, all together.
pub(super) fn count(graph: &Graph) -> u64 {
    let times = graph.times.iter();
    times.map(|times| u64::from(times.count_ones())).sum()
}

/// What can be said of a side at each time.
struct View {
    /// After so many plies: squares on which it certainly has a man.
    occupied: Vec<Bits>,
    /// All sets of squares on which it may have its men, if they are few.
    sets: Vec<Option<Vec<Bits>>>,
    /// Squares that its leapers and pawns certainly guard.
    guarded: Vec<Bits>,
    /// With this ply: where it may capture a man.
    strikes: Vec<Bits>,
    /// With this ply of the other side: where it may lose a man.
    losses: Vec<Bits>,
    /// By ply and way of the other side: whether it may be free.
    known: Vec<Vec<u8>>,
}

impl View {
    fn new(graph: &Graph, camp: &Camp, schedule: &Schedule) -> View {
        let plies = schedule.plies;
        let mut view = View {
            occupied: vec![!0; plies + 1],
            sets: Vec::with_capacity(plies + 1),
            guarded: vec![!0; plies + 1],
            strikes: vec![0; plies + 1],
            losses: vec![0; plies + 1],
            known: Vec::new(),
        };
        for (ply, layer) in graph.layers(plies).iter().enumerate() {
            let mut sets = HashSet::new();
            for &at in layer {
                let formation = &graph.formations[at as usize];
                let occupied = formation.occupied();
                view.occupied[ply] &= occupied;
                view.guarded[ply] &= guards(camp.side, formation);
                if sets.len() <= MOST_SETS {
                    sets.insert(occupied);
                }
                if ply == plies {
                    continue;
                }
                if schedule.mover(ply) == graph.side {
                    for link in graph.links(at) {
                        if link.step.is_capture() && graph.stands(link.to, ply + 1) {
                            view.strikes[ply] |= bit(link.step.victim());
                        }
                    }
                } else {
                    for loss in graph.losses(at) {
                        if graph.stands(loss.to, ply + 1) {
                            view.losses[ply] |= bit(loss.square.into());
                        }
                    }
                }
            }
            let few = sets.len() <= MOST_SETS;
            view.sets.push(few.then(|| sets.into_iter().collect()));
            view.known.push(vec![0; 1 << 13]);
        }
        view
    }

    /// Whether the other side may make this move with this ply, as far as can be seen.
    fn allows(&mut self, step: Step, ply: usize) -> bool {
        if step.is_capture() && self.losses[ply] & bit(step.victim()) == 0 {
            return false;
        }
        let is_king = step.arrives() == super::routes::KING;
        if is_king && !step.is_castling() && self.guarded[ply + 1] & bit(step.to()) != 0 {
            return false;
        }
        if step.is_castling() || step.is_en_passant() {
            return self.may_be_free(step, ply);
        }
        let way = step.way();
        if self.known[ply][way] == 0 {
            self.known[ply][way] = 1 + u8::from(self.may_be_free(step, ply));
        }
        self.known[ply][way] == 2
    }

    fn may_be_free(&self, step: Step, ply: usize) -> bool {
        let mut empty = step.passed();
        if !step.is_capture() || step.is_en_passant() {
            empty |= bit(step.to());
        }
        let man = match step.is_capture() {
            true => bit(step.victim()),
            false => 0,
        };
        if self.occupied[ply] & empty != 0 {
            return false;
        }
        match &self.sets[ply] {
            Some(sets) => sets
                .iter()
                .any(|occupied| occupied & empty == 0 && occupied & man == man),
            None => true,
        }
    }
}

/// Squares guarded by pawns, knights and the king of a formation.
fn guards(side: Side, formation: &super::formation::Formation) -> Bits {
    let all = formation.all();
    let pawns = Each(all[PAWN] & !first_rank(side));
    let pawns = pawns.fold(0, |all, on| all | pawn_captures(side.index(), on));
    let knights = Each(all[super::routes::KNIGHT]).fold(0, |all, on| all | knight(on));
    let kings = Each(all[super::routes::KING]).fold(0, |all, on| all | king(on));
    pawns | knights | kings
}
