//! What must stand between a man and a square for it to get there.
//!
//! **Invariant:** a route never looks at its departure or arrival square, so
//! the same route serves for moving and for observing.

use super::Passage;
use super::walk::Manner;
use crate::board::{Square, SquareSet};

/// A set of squares and how many men must stand there, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Route {
    watched: SquareSet,
    rule: Rule,
}

/// Which men must stand on the watched squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Rule {
    /// No man at all.
    Empty,
    /// Exactly one man, and on this square.
    Hurdle(Square),
    /// Exactly so many men.
    Count(u8),
    /// Exactly so many men, one of them on this square.
    CountAt(u8, Square),
    /// At least one man.
    Some,
    /// Hostile men on all of them.
    Hostile,
}

impl Route {
    /// A way on which nothing matters.
    pub const DIRECT: Route = Route {
        watched: SquareSet::EMPTY,
        rule: Rule::Empty,
    };

    /// A way on which all these squares are empty.
    pub fn empty(squares: &[Square]) -> Route {
        Route {
            watched: squares.iter().copied().collect(),
            rule: Rule::Empty,
        }
    }

    /// The same squares under another rule.
    pub fn with(self, rule: Rule) -> Route {
        Route { rule, ..self }
    }

    /// The same with this square watched too, where the only man must stand.
    pub fn over(self, hurdle: Square) -> Route {
        Route {
            watched: self.watched | SquareSet::of(hurdle),
            rule: Rule::Hurdle(hurdle),
        }
    }

    /// The same as a passage, if no more than one man stands on it, on a certain square.
    pub fn passage(&self) -> Option<Passage> {
        let hurdle = match self.rule {
            Rule::Empty | Rule::Hurdle(_) => self.hurdle(),
            _ => return None,
        };
        let hurdles: SquareSet = hurdle.into_iter().collect();
        Some(Passage {
            empty: self.watched & !hurdles,
            hurdle,
        })
    }

    /// Where the only man must stand, if there must be one.
    pub fn hurdle(&self) -> Option<Square> {
        match self.rule {
            Rule::Hurdle(square) => Some(square),
            _ => None,
        }
    }

    /// The squares that matter.
    pub fn watched(&self) -> SquareSet {
        self.watched
    }

    /// Whether a man that arrives can open the route: it needs hurdles.
    pub fn needs_men(&self) -> bool {
        self.rule != Rule::Empty
    }

    /// Whether it matters whose the men are.
    pub fn minds_sides(&self) -> bool {
        self.rule == Rule::Hostile
    }

    /// Whether the men stand as the route needs them.
    #[inline]
    pub fn is_open(&self, occupied: SquareSet, hostile: SquareSet) -> bool {
        let men = self.watched & occupied;
        match self.rule {
            Rule::Empty => men.is_empty(),
            Rule::Hurdle(square) => men == SquareSet::of(square),
            Rule::Count(count) => men.len() == usize::from(count),
            Rule::CountAt(count, square) => men.len() == usize::from(count) && men.contains(square),
            Rule::Some => !men.is_empty(),
            Rule::Hostile => self.watched & hostile == self.watched,
        }
    }
}

/// The route on which a capture on `line[index]` is made, if there is one.
pub(super) fn capture_route(manner: Manner, line: &[Square], index: usize) -> Option<Route> {
    let before = Route::empty(&line[..index]);
    let hurdle_at = |at: usize| before.with(Rule::Hurdle(line[at]));
    match manner {
        Manner::Ride => Some(before),
        Manner::Lame => (index % 2 == 1).then_some(before),
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
        Manner::LameLion { hurdles } => {
            let enough = index >= usize::from(hurdles) && index % 2 == 1;
            enough.then(|| before.with(Rule::Count(hurdles)))
        }
        Manner::Kangaroo { hurdles } => {
            let enough = index >= usize::from(hurdles) && index > 0;
            enough.then(|| before.with(Rule::CountAt(hurdles, line[index - 1])))
        }
        _ => None,
    }
}
