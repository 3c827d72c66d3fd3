//! Moves of several legs: each leg but the last ends on an empty square, from
//! which the next one starts.

use super::super::Step;
use super::super::walk::{Chain, Leg, Manner};
use super::scene::{Scene, Wanted};
use super::{Laid, Legs, WalkTable};
use crate::board::{Square, SquareSet};

/// Steps that capture nothing.
const QUIET: Wanted = Wanted {
    quiet: true,
    captures: false,
};

impl WalkTable {
    /// Every arrival of a chain of legs, those of fewer legs first. The man
    /// counts as standing on its departure square to the end.
    pub(super) fn chain(
        &self,
        part: &Laid,
        chain: Chain,
        from: Square,
        scene: &Scene,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let mut starts = SquareSet::of(from);
        let mut visited = starts;
        for leg in 1..=chain.most {
            let counts = leg >= chain.least;
            let mut reached = SquareSet::EMPTY;
            let leg_wanted = Wanted {
                quiet: true,
                captures: wanted.captures && counts,
            };
            for start in starts {
                self.leg(part, chain.leg, start, scene, leg_wanted, &mut |step| {
                    if step.captured.is_none() {
                        reached.insert(step.to);
                    }
                    let is_wanted = step.captured.is_some() || wanted.quiet && counts;
                    if is_wanted && step.to != from {
                        sink(step);
                    }
                });
            }
            if chain.on_edge {
                reached &= self.edge;
            }
            starts = reached & !visited;
            visited |= starts;
            if starts.is_empty() {
                return;
            }
        }
    }

    /// Whether the last leg captures a hostile man on `target`: asked by routes, so that only the
    /// legs before need to be walked.
    pub(super) fn chain_captures(
        &self,
        part: &Laid,
        chain: Chain,
        from: Square,
        target: Square,
        scene: &Scene,
    ) -> bool {
        let Some(legs) = self.legs_of(part) else {
            return false;
        };
        let routes = legs.routes as usize;
        if chain.has_two_legs() && !chain.on_edge {
            let middles = legs.range[from.index()] & !scene.occupied;
            let leads = |middle: Square| {
                middle != from
                    && self.has_open_route(routes, middle, target, scene)
                    && self.has_open_route(routes, from, middle, scene)
            };
            let mut doors = legs.doors[target.index()].iter();
            return doors.any(|door| {
                let hurdle = door.hurdle;
                hurdle.is_none_or(|hurdle| scene.occupied.contains(hurdle))
                    && (door.squares & middles).any(leads)
            });
        }
        let near = legs.reach[target.index()];
        let mut starts = SquareSet::of(from);
        let mut visited = starts;
        for leg in 1..=chain.most {
            let captures = |start: Square| self.has_open_route(routes, start, target, scene);
            if leg >= chain.least && (starts & near).any(captures) {
                return true;
            }
            if leg == chain.most {
                break;
            }
            let mut reached = SquareSet::EMPTY;
            for start in starts {
                self.leg(part, chain.leg, start, scene, QUIET, &mut |step| {
                    reached.insert(step.to);
                });
            }
            if chain.on_edge {
                reached &= self.edge;
            }
            starts = reached & !visited;
            visited |= starts;
            if starts.is_empty() {
                break;
            }
        }
        false
    }

    /// Where a chain of two legs touches down on its ways to a capture on `target`.
    pub(super) fn last_landings(
        &self,
        part: &Laid,
        chain: Chain,
        from: Square,
        target: Square,
        scene: &Scene,
    ) -> Vec<Square> {
        let Some(legs) = self.legs_of(part).filter(|_| chain.has_two_legs()) else {
            return Vec::new();
        };
        let routes = legs.routes as usize;
        let mut landings = Vec::new();
        self.leg(part, chain.leg, from, scene, QUIET, &mut |step| {
            landings.push(step.to);
        });
        landings.retain(|start| self.has_open_route(routes, *start, target, scene));
        landings
    }

    #[inline]
    fn legs_of(&self, part: &Laid) -> Option<&Legs> {
        part.legs.map(|place| &self.legs[place as usize])
    }

    fn leg(
        &self,
        part: &Laid,
        leg: Leg,
        start: Square,
        scene: &Scene,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let manner = leg_manner(leg);
        let lines = &self.lines[self.laid_from(part, start)];
        scene.lines(manner, lines, wanted, sink);
    }
}

/// How a single leg goes.
pub(super) fn leg_manner(leg: Leg) -> Manner {
    match leg {
        Leg::Ride => Manner::Ride,
        Leg::Hop => Manner::Hop { gap: 0 },
    }
}
