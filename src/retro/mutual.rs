//! What each side's ways say about those of the other: squares that are taken or guarded at a
//! time, captures for which no man is there, men that nobody comes to capture.

use super::camp::Camp;
use super::formation::Formation;
use super::graph::Graph;
use super::routes::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, first_rank};
use super::schedule::Schedule;
use super::step::Step;
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bishop, bit, king, knight, pawn_captures, rook};
use std::collections::HashSet;

/// More different sets of occupied squares than this are not compared one by one.
const MOST_SETS: usize = 4000;

/// So many sets are compared with every formation.
const FEW_SETS: usize = 48;

/// Narrows both sides by each other until nothing changes or it must stop; false if one has no
/// way left.
pub(super) fn narrow(
    graphs: &mut [Graph; 2],
    camps: &[Camp; 2],
    schedule: &Schedule,
    must_stop: &dyn Fn() -> bool,
) -> bool {
    let mut unchanged = 0;
    for side in Side::BOTH.into_iter().cycle() {
        let (own, other) = (side.index(), (!side).index());
        let crowd = crowd(&graphs[own], schedule);
        let mut view = View::new(&graphs[other], &camps[other], schedule, Some(&crowd));
        let before = count(&graphs[own]);
        graphs[own].narrow(schedule, &camps[own], &mut view);
        if !graphs[own].is_possible() {
            return false;
        }
        unchanged = match count(&graphs[own]) == before {
            true => unchanged + 1,
            false => 0,
        };
        if unchanged == 2 || must_stop() {
            break;
        }
    }
    true
}

/// At how many times formations may stand, all together.
pub(super) fn count(graph: &Graph) -> u64 {
    let times = graph.times.iter();
    times.map(|times| u64::from(times.count_ones())).sum()
}

/// After each number of plies: where a side may have a man beside its king.
fn crowd(graph: &Graph, schedule: &Schedule) -> Vec<Bits> {
    let layers = graph.layers(schedule.plies);
    let men = |at: &u32| {
        let formation = &graph.formations[*at as usize];
        formation.occupied() & !formation.men(KING)
    };
    let layers = layers.iter();
    layers
        .map(|layer| layer.iter().map(men).fold(0, |all, men| all | men))
        .collect()
}

/// What can be said of a side at each time.
pub(super) struct View {
    side: Side,
    schedule: Schedule,
    /// After so many plies: squares on which it certainly has a man.
    occupied: Vec<Bits>,
    /// All sets of squares on which it may have its men, if they are few.
    sets: Vec<Option<Vec<Bits>>>,
    /// Squares that it certainly guards.
    guarded: Vec<Bits>,
    /// With this ply: where it may capture a man.
    strikes: Vec<Bits>,
    /// With this ply of the other side: where it may lose a man.
    losses: Vec<Bits>,
    /// By ply and way of the other side: whether it may be free.
    known: Vec<Vec<u8>>,
}

impl View {
    /// Of a side of which nothing more is known.
    pub fn open(side: Side, schedule: &Schedule) -> View {
        let plies = schedule.plies;
        View {
            side,
            schedule: *schedule,
            occupied: vec![0; plies + 1],
            sets: vec![None; plies + 1],
            guarded: vec![0; plies + 1],
            strikes: vec![!0; plies + 1],
            losses: vec![!0; plies + 1],
            known: vec![Vec::new(); plies + 1],
        }
    }

    /// Of a side whose ways are known. The crowd is where men of the other side may stand.
    pub fn new(graph: &Graph, camp: &Camp, schedule: &Schedule, crowd: Option<&[Bits]>) -> View {
        let plies = schedule.plies;
        let mut view = View::open(graph.side, schedule);
        view.occupied.fill(!0);
        view.guarded.fill(!0);
        view.strikes.fill(0);
        view.losses.fill(0);
        for (ply, layer) in graph.layers(plies).iter().enumerate() {
            let mut sets = HashSet::new();
            let crowd = crowd.map_or(!0, |crowd| crowd[ply]);
            for &at in layer {
                let formation = &graph.formations[at as usize];
                let occupied = formation.occupied();
                view.occupied[ply] &= occupied;
                if view.guarded[ply] != 0 {
                    view.guarded[ply] &= guards(camp.side, formation, crowd);
                }
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
            view.sets[ply] = few.then(|| sets.into_iter().collect());
        }
        view
    }

    /// Whether the side may capture on this square with this ply.
    #[inline]
    pub fn strikes(&self, square: usize, ply: usize) -> bool {
        self.strikes[ply] & bit(square) != 0
    }

    /// Squares that the side certainly holds after so many plies.
    pub fn taken(&self, ply: usize) -> Bits {
        self.occupied[ply]
    }

    /// Squares on which the other side's king cannot be after so many plies.
    pub fn kept_from_king(&self, ply: usize) -> Bits {
        let has_moved = ply > 0 && self.schedule.mover(ply - 1) != self.side;
        match has_moved {
            true => self.guarded[ply],
            false => 0,
        }
    }

    /// Whether a formation of the other side may stand after so many plies.
    #[inline]
    pub fn may_stand(&self, formation: &Formation, ply: usize) -> bool {
        let men = formation.occupied();
        if self.occupied[ply] & men != 0 {
            return false;
        }
        if self.kept_from_king(ply) & formation.men(KING) != 0 {
            return false;
        }
        match &self.sets[ply] {
            Some(sets) if sets.len() <= FEW_SETS => sets.iter().any(|set| set & men == 0),
            _ => true,
        }
    }

    /// Whether the other side may make this move with this ply, as far as can be seen.
    #[inline]
    pub fn allows(&mut self, step: Step, ply: usize) -> bool {
        if step.is_capture() && self.losses[ply] & bit(step.victim()) == 0 {
            return false;
        }
        if step.is_castling() || step.is_en_passant() {
            return self.may_be_free(step, ply);
        }
        let way = step.way();
        if self.known[ply].is_empty() {
            self.known[ply] = vec![0; 1 << 13];
        }
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
        if step.is_castling()
            && (bit(step.from()) | step.passed()) & self.castled_over(ply, step) != 0
        {
            return false;
        }
        match &self.sets[ply] {
            Some(sets) => sets
                .iter()
                .any(|occupied| occupied & empty == 0 && occupied & man == man),
            None => true,
        }
    }

    /// Squares of a castling king that are certainly guarded before it.
    fn castled_over(&self, ply: usize, step: Step) -> Bits {
        let king = bit(step.from()) | bit((step.from() + step.to()) / 2);
        self.guarded[ply] & king
    }
}

/// Squares guarded by men of a formation, wherever within the crowd the men of the other side
/// stand.
fn guards(side: Side, formation: &Formation, crowd: Bits) -> Bits {
    let all = formation.all();
    let united = |men: Bits, reach: &dyn Fn(usize) -> Bits| {
        Each(men).fold(0, |squares, on| squares | reach(on))
    };
    let occupied = formation.occupied() | crowd;
    let pawns = all[PAWN] & !first_rank(side);
    united(pawns, &|on| pawn_captures(side.index(), on))
        | united(all[KNIGHT], &knight)
        | united(all[KING], &king)
        | united(all[BISHOP] | all[QUEEN], &|on| bishop(on, occupied))
        | united(all[ROOK] | all[QUEEN], &|on| rook(on, occupied))
}
