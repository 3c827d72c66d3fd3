//! The ways by which a man gets to a square, for rules that make others go the same way.

use super::super::walk::Manner;
use super::super::{Men, Step, WalkId, Which};
use super::scene::{Scene, each_line};
use super::{Form, Laid, WalkTable};
use crate::board::{Side, Square, SquareSet};
use crate::men::route::{Route, capture_route};
use smallvec::SmallVec;

/// What a man goes through to arrive on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage {
    /// Squares that are empty on the way.
    pub empty: SquareSet,
    /// The man it hops over or turns at.
    pub hurdle: Option<Square>,
}

impl Passage {
    /// Nothing is on the way.
    pub const DIRECT: Passage = Passage {
        empty: SquareSet::EMPTY,
        hurdle: None,
    };
}

impl WalkTable {
    /// Where a man of this walk arrives without capture, but for double steps and back where it
    /// was.
    #[inline]
    pub fn quiet_arrivals<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
    ) -> SquareSet {
        if self.power(walk, side).leaps {
            let mut arrivals = self.range(walk, side, from) & !men.occupied();
            arrivals.remove(from);
            return arrivals;
        }
        let mut arrivals = SquareSet::EMPTY;
        self.steps(
            men,
            walk,
            side,
            from,
            Which::NonCapture,
            &mut |step: Step| {
                if step.captured.is_none() && step.passed.is_none() && step.to != from {
                    arrivals.insert(step.to);
                }
            },
        );
        arrivals
    }

    /// Whether some passage will do by which a man of this walk gets from one square to another, quietly or
    /// to capture there. Ways on which several men stand, and moves of several legs, are none.
    pub fn some_passage<M: Men>(
        &self,
        men: &M,
        (walk, side): (WalkId, Side),
        from: Square,
        (to, which): (Square, Which),
        will_do: impl Fn(&Passage) -> bool,
    ) -> bool {
        let scene = Scene::of(men, side);
        let leads = |route: &Route| {
            route.is_open(scene.occupied, scene.hostile)
                && route.passage().is_some_and(|passage| will_do(&passage))
        };
        let power = self.power(walk, side);
        if self.goes_as_it_captures(walk, side) {
            return match power.routes {
                Some(base) => self.routes(base as usize, from, to).iter().any(leads),
                None => leads(&Route::DIRECT),
            };
        }
        let mut found = false;
        for part in &self.parts[power.range()] {
            self.each_route(part, from, to, &mut |of, route| {
                let serves = of == Which::All || of == which;
                found = found || serves && route.as_ref().is_some_and(leads);
            });
        }
        found
    }

    /// Whether all ways of a walk are those on which it captures where it arrives.
    fn goes_as_it_captures(&self, walk: WalkId, side: Side) -> bool {
        let mut parts = self.parts[self.power(walk, side).range()].iter();
        parts.all(|part| {
            let arrives = match part.form {
                Form::Leaps | Form::Jumps => true,
                Form::Lines(manner) => !matches!(manner, Manner::Locust | Manner::DoubleStep),
                Form::Mixed | Form::Chain(_) | Form::Relay(_) => false,
            };
            arrives && part.which == Which::All
        })
    }

    /// Shows every route of a part that leads to the square, open or not, and what it serves for.
    fn each_route(
        &self,
        part: &Laid,
        from: Square,
        to: Square,
        visit: &mut impl FnMut(Which, Option<Route>),
    ) {
        let at = part.starts + from.index();
        let range = || self.starts[at] as usize..self.starts[at + 1] as usize;
        match part.form {
            Form::Leaps => {
                let leads = self.lines[range()].contains(&to.byte());
                visit(part.which, leads.then_some(Route::DIRECT));
            }
            Form::Jumps => {
                let jumps = self.jumps[range()].iter().filter(|jump| jump.to == to);
                jumps.for_each(|jump| visit(part.which, Some(jump.route)));
            }
            Form::Lines(manner) => each_line(&self.lines[range()], |line| {
                visit(part.which, route_to(manner, line, to));
            }),
            Form::Mixed => self.each_turn(&self.lines[range()], |manner, which, line| {
                visit(which, route_to(manner, line, to));
            }),
            Form::Chain(_) | Form::Relay(_) => {}
        }
    }
}

fn route_to(manner: Manner, line: &[u8], to: Square) -> Option<Route> {
    let index = line.iter().position(|&square| square == to.byte())?;
    let line = line.iter().map(|&square| Square::new(square));
    let line: SmallVec<[Square; 16]> = line.collect();
    match manner {
        // A double step captures nothing, so it has no route of a capture.
        Manner::DoubleStep => (index == 1).then(|| Route::empty(&line[..1])),
        _ => capture_route(manner, &line, index),
    }
}
