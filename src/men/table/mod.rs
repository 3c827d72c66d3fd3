//! Walks compiled against a board: where the men of a walk may go from each
//! square, and from where they observe each square.
//!
//! **Invariant:** the table knows walks and geometry, nothing else: no rules,
//! no royalty, no promotion. **Invariant:** [`WalkTable::steps`] and
//! [`WalkTable::captures_on`] come from the same rows and agree.

mod build;
mod chain;
mod passage;
mod relay;
mod scene;
mod views;

use super::jump::Jump;
use super::route::Route;
use super::walk::{Chain, Lenders, Listing, Manner};
use super::{Men, Step, WalkId, Which};
use crate::board::{Side, Square, SquareSet};
use relay::Assumed;
use scene::{Scene, Wanted};
use std::ops::{BitOrAssign, Range};

pub use passage::Passage;
pub use views::CaptureLine;

/// The walks of a problem, laid out on its board.
///
/// A walk that was not compiled has no power at all.
#[derive(Clone, Debug)]
pub struct WalkTable {
    squares: usize,
    edge: SquareSet,
    /// By walk and side.
    powers: Vec<Power>,
    parts: Vec<Laid>,
    /// Where the lines, leaps or jumps of a part from a square begin.
    starts: Vec<u32>,
    /// Leaps: arrival squares. Lines: for each its length and its squares.
    lines: Vec<u8>,
    jumps: Vec<Jump>,
    /// What the lines of alternating parts stand for.
    turns: Vec<(Manner, Which)>,
    /// Where parts of limited arrival may arrive, by departure.
    arrivals: Vec<SquareSet>,
    /// By power and target, the squares that may observe it.
    reach: Vec<SquareSet>,
    /// By side and target, the squares from which any walk may observe it.
    all_reach: Vec<SquareSet>,
    /// By power and target, the squares on the routes there.
    ways: Vec<Ways>,
    /// The squares of their own first rank from which pawns may go.
    free_pawns: SquareSet,
    /// Whether some of these squares are for hurdles.
    needs_men: bool,
    /// Whether some of these squares have owners that matter.
    minds_sides: bool,
    /// Whether some power has no routes.
    by_moving: bool,
    /// By power and departure, the squares where it may arrive or capture.
    range: Vec<SquareSet>,
    /// Where the routes of a power from a target to a departure begin.
    route_starts: Vec<u32>,
    routes: Vec<Route>,
    /// The single legs of the parts that have several.
    legs: Vec<Legs>,
    /// The walks that men lend to borrowers, each with the form in which it is lent.
    lent: Vec<(WalkId, WalkId)>,
    /// The walks that borrow from hostile men, and those that borrow from men of their side.
    borrowers: [Vec<WalkId>; 2],
    /// By side and square, the squares from which nothing is lent to a man there; empty where no
    /// rule shuts ways.
    shut: [Vec<SquareSet>; 2],
    /// By walk and side, the captures of pawns that pass.
    passing: Vec<(WalkId, Side, Passing)>,
}

/// How a man captures a pawn that has just passed a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Passing {
    from: Square,
    passed: Square,
    to: Square,
}

/// Squares on which men decide whether a walk observes a target.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ways {
    /// A man that leaves one of these may let it observe, one that arrives may stop it.
    pub lines: SquareSet,
    /// A man that arrives on one of these may let it observe, one that leaves may stop it.
    pub hurdles: SquareSet,
    /// A man that takes the place of another on one of these may let it observe or stop it.
    pub owners: SquareSet,
}

impl Ways {
    /// Adds the squares of a route.
    #[inline]
    fn add(&mut self, route: &Route) {
        self.lines |= route.watched();
        if route.needs_men() {
            self.hurdles |= route.watched();
        }
        if route.minds_sides() {
            self.owners |= route.watched();
        }
    }
}

impl BitOrAssign for Ways {
    #[inline]
    fn bitor_assign(&mut self, other: Ways) {
        self.lines |= other.lines;
        self.hurdles |= other.hurdles;
        self.owners |= other.owners;
    }
}

/// A walk as a side has it.
#[derive(Clone, Copy, Debug)]
struct Power {
    /// Where its reach begins.
    reach: u32,
    /// Where its `route_starts` begin; none if reach alone decides.
    routes: Option<u32>,
    /// Its first part and the one behind its last.
    parts: [u16; 2],
    /// The squares from which two ways may lead to one arrival.
    repeating: SquareSet,
    listing: Listing,
    /// Some part has no routes: whether it observes is seen by letting it move.
    by_moving: bool,
    /// All parts leap, with and without capture.
    leaps: bool,
}

impl Power {
    /// That of a dummy.
    const NONE: Power = Power {
        reach: 0,
        routes: None,
        parts: [0, 0],
        repeating: SquareSet::EMPTY,
        listing: Listing::Parts,
        by_moving: false,
        leaps: false,
    };

    #[inline]
    fn range(&self) -> Range<usize> {
        usize::from(self.parts[0])..usize::from(self.parts[1])
    }
}

/// A part of a walk, laid out.
#[derive(Clone, Copy, Debug)]
struct Laid {
    form: Form,
    which: Which,
    starts: usize,
    /// Where its `arrivals` begin, if not every arrival is allowed.
    arrivals: Option<u32>,
    /// The place of its single legs, if it has several.
    legs: Option<u32>,
}

/// The single legs of a part that has several.
#[derive(Clone, Debug)]
struct Legs {
    /// Where their `route_starts` begin.
    routes: u32,
    /// By target, the squares from which one leg may capture.
    reach: Vec<SquareSet>,
    /// By departure, the squares to which one leg may lead.
    range: Vec<SquareSet>,
    /// By target, the same squares as in `reach`, sorted by what must be hopped over.
    doors: Vec<Vec<Door>>,
}

/// Squares from which a leg leads over the same hurdle.
#[derive(Clone, Copy, Debug)]
struct Door {
    hurdle: Option<Square>,
    squares: SquareSet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Arrivals that depend on nothing.
    Leaps,
    /// Squares one behind the other.
    Lines(Manner),
    /// Lines of several manners in turn, each preceded by its `turns` entry.
    Mixed,
    /// Arrivals with a route each.
    Jumps,
    /// Several legs along lines.
    Chain(Chain),
    /// The powers of other men.
    Relay(Lenders),
}

impl WalkTable {
    /// Every move of a man of this walk that stands on `from` and moves for
    /// `side`, before all rules.
    #[inline]
    pub fn steps<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
        which: Which,
        sink: &mut impl FnMut(Step),
    ) {
        let power = self.power(walk, side);
        let place = Place { men, side, from };
        if power.repeating.contains(from) {
            self.distinct_steps(power, &place, which, sink);
        } else {
            self.all_steps(power, &place, which, sink);
        }
    }

    /// As [`steps`](WalkTable::steps), but each way to a square is a step of its own even where
    /// the walk is one that goes to a square only once.
    pub fn steps_by_way<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
        which: Which,
        sink: &mut impl FnMut(Step),
    ) {
        let place = Place { men, side, from };
        self.all_steps(self.power(walk, side), &place, which, sink);
    }

    /// Whether a man of this walk on `from` would capture a hostile man on
    /// `target`, whatever stands there now.
    #[inline]
    pub fn captures_on<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
        target: Square,
    ) -> bool {
        self.captures_in((men, || Scene::of(men, side)), walk, side, from, target)
    }

    /// The same where the scene is made only if it matters, or known already.
    #[inline]
    fn captures_in<M: Men>(
        &self,
        (men, scene): (&M, impl FnOnce() -> Scene),
        walk: WalkId,
        side: Side,
        from: Square,
        target: Square,
    ) -> bool {
        let power = self.power(walk, side);
        self.reach[power.reach as usize + target.index()].contains(from)
            && power.routes.is_none_or(|base| {
                self.has_open_route(base as usize, from, target, &scene())
                    || power.by_moving && self.moves_to_capture(men, walk, side, from, target)
            })
    }

    /// The squares from which this walk might capture on `target`, if men
    /// stood as it needs them.
    #[inline]
    pub fn reach(&self, walk: WalkId, side: Side, target: Square) -> SquareSet {
        self.reach[self.power(walk, side).reach as usize + target.index()]
    }

    /// The squares from which a man of `side` with any walk laid out here might capture on
    /// `target`.
    #[inline]
    pub fn reach_of_any(&self, side: Side, target: Square) -> SquareSet {
        self.all_reach[side.index() * self.squares + target.index()]
    }

    /// The squares on which this walk might arrive or capture from `from`, if men stood as it
    /// needs them.
    #[inline]
    pub fn range(&self, walk: WalkId, side: Side, from: Square) -> SquareSet {
        self.range[self.power(walk, side).reach as usize + from.index()]
    }

    /// The squares of their own first rank from which pawns may go.
    pub fn free_pawns(&self) -> SquareSet {
        self.free_pawns
    }

    /// Whether some walk borrows the powers of other men.
    #[inline]
    pub fn has_borrowers(&self) -> bool {
        !self.lent.is_empty()
    }

    /// By side and square, the squares from which a rule leaves no way there.
    pub fn shut_ways(&self, is_open: impl Fn(Side, Square, Square) -> bool) -> [Vec<SquareSet>; 2] {
        let squares = || (0..self.squares).map(|index| Square::new(index as u8));
        Side::BOTH.map(|side| {
            let shut = |to| squares().filter(|&from| !is_open(side, from, to)).collect();
            squares().map(shut).collect()
        })
    }

    /// Nothing is lent along these ways.
    pub fn shut_lending(&mut self, ways: [Vec<SquareSet>; 2]) {
        self.shut = ways;
    }

    /// Whether a man more on the board may help some walk to observe.
    #[inline]
    pub fn needs_men(&self) -> bool {
        self.needs_men
    }

    /// Whether some walk minds the sides of men on its way.
    #[inline]
    pub fn minds_sides(&self) -> bool {
        self.minds_sides
    }

    /// Whether [`WalkTable::reach`] alone decides for this walk: it needs no
    /// hurdle and nothing can stand in its way.
    #[inline]
    pub fn is_leaper(&self, walk: WalkId, side: Side) -> bool {
        self.power(walk, side).routes.is_none()
    }

    /// Whether it is seen only by letting it move where some walk observes.
    #[inline]
    pub fn some_go_by_moving(&self) -> bool {
        self.by_moving
    }

    /// The same of this walk.
    #[inline]
    pub fn goes_by_moving(&self, walk: WalkId, side: Side) -> bool {
        self.power(walk, side).by_moving
    }

    /// Whether the sides of men on its way may decide where this walk observes.
    #[inline]
    pub fn goes_by_sides(&self, walk: WalkId, side: Side) -> bool {
        self.minds_sides || self.goes_by_moving(walk, side)
    }

    /// Whether men of this walk do nothing but leap.
    pub fn goes_by_leaps(&self, walk: WalkId, side: Side) -> bool {
        let mut parts = self.parts[self.power(walk, side).range()].iter();
        parts.all(|part| part.form == Form::Leaps && part.arrivals.is_none())
    }

    /// Whether they do nothing but leap, and capture on the same squares to which they go without capture.
    #[inline]
    pub fn does_but_leap(&self, walk: WalkId, side: Side) -> bool {
        self.power(walk, side).leaps
    }

    /// The squares on which men decide whether this walk observes `target` from its reach.
    #[inline]
    pub fn ways(&self, walk: WalkId, side: Side, target: Square) -> Ways {
        self.ways[self.power(walk, side).reach as usize + target.index()]
    }

    /// As [`WalkTable::ways`], for a man of this walk on `from`.
    #[inline]
    pub fn ways_from(&self, walk: WalkId, side: Side, from: Square, target: Square) -> Ways {
        let power = self.power(walk, side);
        if power.by_moving {
            return self.ways(walk, side, target);
        }
        let mut ways = Ways::default();
        let base = power.routes.map(|base| base as usize);
        for route in base
            .into_iter()
            .flat_map(|base| self.routes(base, from, target))
        {
            ways.add(route);
        }
        ways
    }

    /// Where a man of this walk on `from` arrives when it captures a pawn that
    /// has just passed the empty square `passed`.
    pub fn en_passant<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
        passed: Square,
    ) -> Option<Square> {
        let occupied = men.occupied();
        let is_here = |&&(own, acting, passing): &&(WalkId, Side, Passing)| {
            (own, acting, passing.from, passing.passed) == (walk, side, from, passed)
                && !occupied.contains(passed)
                && !occupied.contains(passing.to)
        };
        self.passing.iter().find(is_here).map(|found| found.2.to)
    }

    #[inline]
    fn has_open_route(&self, base: usize, from: Square, target: Square, scene: &Scene) -> bool {
        let mut routes = self.routes(base, from, target).iter();
        routes.any(|route| route.is_open(scene.occupied, scene.hostile))
    }

    #[inline]
    fn routes(&self, base: usize, from: Square, target: Square) -> &[Route] {
        let at = base + target.index() * self.squares + from.index();
        let routes = self.route_starts[at] as usize..self.route_starts[at + 1] as usize;
        &self.routes[routes]
    }

    /// Whether a part without routes captures on the target, seen by putting a hostile man
    /// there.
    #[cold]
    fn moves_to_capture(
        &self,
        men: &dyn Men,
        walk: WalkId,
        side: Side,
        from: Square,
        target: Square,
    ) -> bool {
        let parts = &self.parts[self.power(walk, side).range()];
        let scene = Scene::with_hostile(men.occupied(), men.men_of(!side), target);
        let men = Assumed::new(men, target, !side);
        parts.iter().any(|part| match part.form {
            Form::Relay(lenders) if part.arrivals.is_none() => {
                self.relays_capture(lenders, (&men, &scene), side, from, target)
            }
            Form::Chain(chain) if part.arrivals.is_none() => {
                self.chain_captures(part, chain, from, target, &scene)
            }
            Form::Relay(_) | Form::Chain(_) => {
                let mut captures = false;
                let men: &dyn Men = &men;
                let place = Place {
                    men: &men,
                    side,
                    from,
                };
                self.filtered_steps(part, &place, Which::Captures, &mut |step| {
                    captures |= step.captured == Some(target);
                });
                captures
            }
            _ => false,
        })
    }

    /// The steps as a list, for walks that ask for those of others.
    fn collected(
        &self,
        men: &dyn Men,
        walk: WalkId,
        side: Side,
        from: Square,
        which: Which,
    ) -> Vec<Step> {
        let mut steps = Vec::new();
        self.steps(&men, walk, side, from, which, &mut |step| steps.push(step));
        steps
    }

    #[inline]
    fn power(&self, walk: WalkId, side: Side) -> &Power {
        let at = walk.index() * 2 + side.index();
        self.powers.get(at).unwrap_or(&Power::NONE)
    }

    #[inline]
    fn all_steps<M: Men>(
        &self,
        power: &Power,
        place: &Place<'_, M>,
        which: Which,
        sink: &mut impl FnMut(Step),
    ) {
        for part in &self.parts[power.range()] {
            self.filtered_steps(part, place, which, sink);
        }
    }

    /// The steps of one part that arrive where it may.
    #[inline]
    fn filtered_steps<M: Men>(
        &self,
        part: &Laid,
        place: &Place<'_, M>,
        which: Which,
        sink: &mut impl FnMut(Step),
    ) {
        let scene = Scene::of(place.men, place.side);
        let wanted = Wanted {
            quiet: which.has_quiet(),
            captures: which.has_captures(),
        };
        let wanted = wanted.and(part.which);
        if !wanted.quiet && !wanted.captures {
            return;
        }
        match part.arrivals {
            None => self.part_steps(part, place, &scene, wanted, sink),
            Some(base) => {
                let allowed = self.arrivals[base as usize + place.from.index()];
                self.part_steps(part, place, &scene, wanted, &mut |step: Step| {
                    if allowed.contains(step.to) {
                        sink(step);
                    }
                });
            }
        }
    }

    /// Each arrival (with its capture) once, in the order of the walk's row.
    fn distinct_steps<M: Men>(
        &self,
        power: &Power,
        place: &Place<'_, M>,
        which: Which,
        sink: &mut impl FnMut(Step),
    ) {
        let mut seen = SquareSet::EMPTY;
        let mut distinct: Vec<Step> = Vec::with_capacity(32);
        self.all_steps(power, place, which, &mut |step| {
            let is_same = |other: &Step| (other.to, other.captured) == (step.to, step.captured);
            if !seen.contains(step.to) || !distinct.iter().any(is_same) {
                seen.insert(step.to);
                distinct.push(step);
            }
        });
        if power.listing == Listing::Squares {
            distinct.sort_unstable_by_key(|step| std::cmp::Reverse(step.to));
        }
        distinct.into_iter().for_each(sink);
    }

    #[inline]
    fn part_steps<M: Men>(
        &self,
        part: &Laid,
        place: &Place<'_, M>,
        scene: &Scene,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let range = self.laid_from(part, place.from);
        match part.form {
            Form::Leaps => scene.leaps(&self.lines[range], wanted, sink),
            Form::Lines(manner) => scene.lines(manner, &self.lines[range], wanted, sink),
            Form::Jumps => scene.jumps(&self.jumps[range], wanted, sink),
            Form::Mixed => self.mixed_steps(scene, &self.lines[range], wanted, sink),
            Form::Chain(chain) => self.chain(part, chain, place.from, scene, wanted, sink),
            Form::Relay(lenders) => self.relay(lenders, place, wanted, sink),
        }
    }

    /// Where the lines or jumps of a part from a square stand.
    #[inline]
    fn laid_from(&self, part: &Laid, from: Square) -> Range<usize> {
        let at = part.starts + from.index();
        self.starts[at] as usize..self.starts[at + 1] as usize
    }

    fn mixed_steps(
        &self,
        scene: &Scene,
        mut packed: &[u8],
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        while let [turn, length, ..] = *packed {
            let (line, others) = packed[1..].split_at(1 + usize::from(length));
            let (manner, which) = self.turns[usize::from(turn)];
            scene.lines(manner, line, wanted.and(which), sink);
            packed = others;
        }
    }
}

/// A man about to move: where, for which side, among which men.
struct Place<'a, M> {
    men: &'a M,
    side: Side,
    from: Square,
}
