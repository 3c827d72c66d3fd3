//! What must stand between a man and a square for it to get there.
//!
//! **Invariant:** a route never looks at its departure or arrival square, so
//! the same route serves for moving and for observing.

use super::line::Laying;
use super::walk::{Arrival, Manner};
use super::{Step, vector};
use crate::board::{Square, SquareSet, Vector};

/// A set of squares and how many men must stand there, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Route {
    watched: SquareSet,
    rule: Rule,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Rule {
    /// No man at all.
    Empty,
    /// Exactly one man, and on this square.
    Hurdle(Square),
    /// Exactly so many men.
    Count(u8),
    /// Exactly so many men, one of them on this square.
    CountAt(u8, Square),
}

impl Route {
    /// A way on which nothing matters.
    pub const DIRECT: Route = Route {
        watched: SquareSet::EMPTY,
        rule: Rule::Empty,
    };

    fn empty(squares: &[Square]) -> Route {
        Route {
            watched: squares.iter().copied().collect(),
            rule: Rule::Empty,
        }
    }

    fn with(self, rule: Rule) -> Route {
        Route { rule, ..self }
    }

    /// The squares of which it matters whether a man stands there.
    pub fn watched(&self) -> SquareSet {
        self.watched
    }

    /// Whether a man that arrives can open the route: it needs hurdles.
    pub fn needs_men(&self) -> bool {
        self.rule != Rule::Empty
    }

    /// Whether the men stand as the route needs them.
    #[inline]
    pub fn is_open(&self, occupied: SquareSet) -> bool {
        let men = self.watched & occupied;
        match self.rule {
            Rule::Empty => men.is_empty(),
            Rule::Hurdle(square) => men == SquareSet::of(square),
            Rule::Count(count) => men.len() == usize::from(count),
            Rule::CountAt(count, square) => men.len() == usize::from(count) && men.contains(square),
        }
    }
}

/// The route on which a capture on `line[index]` is made, if there is one.
pub(super) fn capture_route(manner: Manner, line: &[Square], index: usize) -> Option<Route> {
    let before = Route::empty(&line[..index]);
    let hurdle_at = |at: usize| before.with(Rule::Hurdle(line[at]));
    match manner {
        Manner::Ride => Some(before),
        Manner::Lame => (index == 1).then_some(before),
        Manner::Hop { gap } => index.checked_sub(1 + usize::from(gap)).map(hurdle_at),
        Manner::Contra => (index > 0).then(|| hurdle_at(0)),
        Manner::Locust => {
            let behind = *line.get(index + 1)?;
            let watched = before.watched | SquareSet::of(behind);
            Some(Route { watched, ..before })
        }
        Manner::Lion { hurdles } => {
            let enough = index >= usize::from(hurdles);
            enough.then(|| before.with(Rule::Count(hurdles)))
        }
        Manner::Kangaroo { hurdles } => {
            let enough = index >= usize::from(hurdles) && index > 0;
            enough.then(|| before.with(Rule::CountAt(hurdles, line[index - 1])))
        }
        Manner::DoubleStep | Manner::Turn { .. } | Manner::Equihop | Manner::NonstopEquihop => None,
    }
}

/// A single arrival with the route that leads there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Jump {
    pub to: Square,
    pub hurdle: Option<Square>,
    pub route: Route,
}

impl Jump {
    /// The quiet move this jump makes.
    #[inline]
    pub fn quiet(&self) -> Step {
        Step {
            hurdle: self.hurdle,
            ..Step::quiet(self.to)
        }
    }

    /// The capture this jump makes.
    #[inline]
    pub fn capture(&self) -> Step {
        Step {
            hurdle: self.hurdle,
            ..Step::capture(self.to)
        }
    }
}

/// Every jump of a part that goes by jumps; each only once.
pub(super) fn jumps(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let all = match laying.part.manner {
        Manner::Turn { eighths } => turns(laying, from, eighths as i8),
        Manner::Equihop => equihops(laying, from),
        Manner::NonstopEquihop => nonstop_equihops(laying, from),
        _ => rides(laying, from),
    };
    let mut kept: Vec<Jump> = Vec::new();
    for jump in all {
        let arrives = jump.to != from && may_arrive(laying, from, jump.to);
        if arrives && !kept.contains(&jump) {
            kept.push(jump);
        }
    }
    kept
}

fn may_arrive(laying: &Laying<'_>, from: Square, to: Square) -> bool {
    match laying.part.arrival {
        Arrival::Anywhere => true,
        Arrival::EdgeChange => laying.geometry.is_edge(from) != laying.geometry.is_edge(to),
    }
}

/// Lines cut into jumps, each from far to near.
fn rides(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for line in laying.lines(from) {
        for (index, &to) in line.iter().enumerate().rev() {
            let route = capture_route(laying.part.manner, &line, index);
            jumps.extend(route.map(|route| Jump {
                to,
                hurdle: None,
                route,
            }));
        }
    }
    jumps
}

fn turns(laying: &Laying<'_>, from: Square, eighths: i8) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for (line, direction) in laying.lines(from).zip(laying.first_vectors()) {
        for (index, &hurdle) in line.iter().enumerate() {
            let route = Route::empty(&line[..=index]).with(Rule::Hurdle(hurdle));
            let steps = [eighths, -eighths].map(|turn| vector::turned(direction, turn));
            let arrivals = steps.map(|step| laying.geometry.step(hurdle, step));
            // A way round joined edges may come back to a square it watches.
            let free = arrivals.into_iter().flatten();
            let free = free.filter(|&to| !route.watched.contains(to));
            jumps.extend(free.map(|to| Jump {
                to,
                hurdle: Some(hurdle),
                route,
            }));
        }
    }
    jumps
}

fn nonstop_equihops(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let hops = laying.lines(from);
    let hops = hops.filter_map(|line| Some((*line.first()?, *line.get(1)?)));
    hops.map(|(hurdle, to)| Jump {
        to,
        hurdle: Some(hurdle),
        route: Route::empty(&[hurdle]).with(Rule::Hurdle(hurdle)),
    })
    .collect()
}

fn equihops(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let vectors = laying.first_vectors();
    vectors
        .filter_map(|vector| equihop(laying, from, vector))
        .collect()
}

fn equihop(laying: &Laying<'_>, from: Square, vector: Vector) -> Option<Jump> {
    let step = |at, vector| laying.geometry.step(at, vector);
    let hurdle = step(from, vector)?;
    let to = step(hurdle, vector)?;
    let divisor = common_divisor(vector.files.unsigned_abs(), vector.ranks.unsigned_abs()) as i8;
    let unit = Vector::new(vector.files / divisor, vector.ranks / divisor);
    let mut passed = Vec::new();
    let mut at = from;
    for _ in 1..2 * divisor {
        at = step(at, unit)?;
        passed.push(at);
    }
    let is_simple = !passed.contains(&from) && !passed.contains(&to);
    is_simple.then(|| Jump {
        to,
        hurdle: Some(hurdle),
        route: Route::empty(&passed).with(Rule::Hurdle(hurdle)),
    })
}

fn common_divisor(left: u8, right: u8) -> u8 {
    if right == 0 {
        left.max(1)
    } else {
        common_divisor(right, left % right)
    }
}
