//! Follows single men along all ways of their side: where they end, where they are captured,
//! what they capture, where they promote, whether they castle.

use super::deduce::Man;
use super::graph::Graph;
use super::routes::WALKS;
use super::schedule::Schedule;
use super::step::{Step, castling_rook};
use crate::orthodox::attack::{Bits, Each, bit};

/// What a man may do in games that are still possible.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// By walk: where it may stand at the end.
    pub ends: [Bits; WALKS],
    /// Where it may be captured.
    pub lost: Bits,
    /// Where the men stand that it may capture.
    pub strikes: Bits,
    /// By walk it becomes: where it may promote.
    pub promotions: [Bits; WALKS],
    /// Whether it may move at all.
    pub moves: bool,
    /// Whether it may take part in a long castling, in a short one, and whether it may do
    /// without any.
    pub castles: [bool; 3],
}

impl Trail {
    /// What was deduced of a man where no ways are known.
    pub fn of_fates(man: &Man) -> Trail {
        let mut trail = Trail {
            lost: man.lost_on,
            ..Trail::default()
        };
        for fate in &man.fates {
            if let Some((walk, square)) = fate.end {
                trail.ends[walk] |= bit(square);
            }
            let castling = fate.castling.map_or(2, |long| usize::from(!long));
            trail.castles[castling] = true;
        }
        let all = man.stands.iter().fold(0, |all, squares| all | squares);
        trail.moves = all != bit(man.square);
        trail
    }

    /// Follows the man that starts on this square.
    pub fn follow(graph: &Graph, schedule: &Schedule, home: usize) -> Trail {
        let mut trail = Trail::default();
        let layers = graph.layers(schedule.plies);
        // Where the man may be in each formation, castled or not.
        let mut now = vec![[0; 2]; graph.formations.len()];
        if let Some(start) = now.first_mut() {
            start[0] = bit(home);
        }
        for (ply, layer) in layers.iter().enumerate().take(schedule.plies) {
            let mut next = vec![[0; 2]; now.len()];
            for &at in layer {
                let here = now[at as usize];
                if here == [0; 2] {
                    continue;
                }
                if schedule.mover(ply) == graph.side {
                    for link in graph.links(at) {
                        if graph.stands(link.to, ply + 1) {
                            let before = graph.formations[at as usize].walk_on(link.step.from());
                            trail.step(link.step, before, here, &mut next[link.to as usize]);
                        }
                    }
                    continue;
                }
                if graph.stands(at, ply + 1) {
                    add(&mut next[at as usize], here);
                }
                for loss in graph.losses(at) {
                    if graph.stands(loss.to, ply + 1) {
                        let square = bit(loss.square.into());
                        trail.lost |= (here[0] | here[1]) & square;
                        add(&mut next[loss.to as usize], here.map(|on| on & !square));
                    }
                }
            }
            now = next;
        }
        for &at in &layers[schedule.plies] {
            let [plain, castled] = now[at as usize];
            for on in Each(plain | castled) {
                let walk = graph.formations[at as usize].walk_on(on);
                trail.ends[walk] |= bit(on);
            }
            trail.castles[2] |= plain != 0;
        }
        trail
    }

    fn step(&mut self, step: Step, before: usize, here: [Bits; 2], next: &mut [Bits; 2]) {
        let from = bit(step.from());
        add(next, here.map(|on| on & !from));
        let mut goes = (here[0] | here[1]) & from != 0;
        let mut to = step.to();
        if step.is_castling() {
            let (rook, rook_to) = castling_rook(step.to());
            if here[0] & bit(rook) != 0 {
                next[0] &= !bit(rook);
                (goes, to) = (true, rook_to);
            }
            if goes {
                self.moves = true;
                self.castles[usize::from(step.to() > step.from())] = true;
                next[1] |= bit(to);
            }
            return;
        }
        if !goes {
            return;
        }
        self.moves = true;
        for (next, here) in next.iter_mut().zip(here) {
            if here & from != 0 {
                *next |= bit(to);
            }
        }
        if step.is_capture() {
            self.strikes |= bit(step.victim());
        }
        if before != step.arrives() {
            self.promotions[step.arrives()] |= bit(to);
        }
    }
}

fn add(sets: &mut [Bits; 2], more: [Bits; 2]) {
    for (set, more) in sets.iter_mut().zip(more) {
        *set |= more;
    }
}
