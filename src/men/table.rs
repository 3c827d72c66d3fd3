//! Walks compiled against a board: where the men of a walk may go from each
//! square, and from where they observe each square.
//!
//! **Invariant:** the table knows walks and geometry, nothing else: no rules,
//! no royalty, no promotion. **Invariant:** [`WalkTable::steps`] and
//! [`WalkTable::captures_on`] come from the same rows and agree.

use super::catalogue::WALKS;
use super::line::Laying;
use super::route::{Jump, Route, capture_route, jumps};
use super::walk::{Arrival, Facing, Listing, Manner, Part, Path};
use super::{Men, Step, WalkId, Which};
use crate::board::{Geometry, Side, Square, SquareSet};
use std::ops::Range;

/// The walks of a problem, laid out on its board.
///
/// A walk that was not compiled has no power at all.
#[derive(Clone, Debug)]
pub struct WalkTable {
    squares: usize,
    /// By walk and side, an index into `powers`.
    index: Vec<u16>,
    powers: Vec<Power>,
    parts: Vec<Laid>,
    /// Where the lines, leaps or jumps of a part from a square begin.
    starts: Vec<u32>,
    /// Leaps: arrival squares. Lines: for each its length and its squares.
    lines: Vec<u8>,
    jumps: Vec<Jump>,
    /// By power and target, the squares that may observe it.
    reach: Vec<SquareSet>,
    /// Where the routes of a power from a target to a departure begin.
    route_starts: Vec<u32>,
    routes: Vec<Route>,
}

/// A walk as one side (or either) has it.
#[derive(Clone, Debug)]
struct Power {
    parts: Range<usize>,
    reach: usize,
    /// Where its `route_starts` begin; none if reach alone decides.
    routes: Option<usize>,
    /// The squares from which two ways may lead to one arrival.
    repeating: SquareSet,
    listing: Listing,
}

/// A part of a walk, laid out.
#[derive(Clone, Copy, Debug)]
struct Laid {
    form: Form,
    which: Which,
    starts: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Arrivals that depend on nothing.
    Leaps,
    /// Squares one behind the other.
    Lines(Manner),
    /// Arrivals with a route each.
    Jumps,
}

impl WalkTable {
    /// Lays these walks out on a board.
    pub fn compile(geometry: &Geometry, walks: impl IntoIterator<Item = WalkId>) -> WalkTable {
        let squares = usize::from(geometry.width()) * usize::from(geometry.height());
        let mut table = WalkTable::powerless(squares);
        for walk in walks {
            table.add(geometry, walk);
        }
        table
    }

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
        let scene = Scene {
            occupied: men.occupied(),
            hostile: men.men_of(!side),
        };
        if power.repeating.contains(from) {
            self.distinct_steps(power, &scene, from, which, sink);
        } else {
            self.all_steps(power, &scene, from, which, sink);
        }
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
        let power = self.power(walk, side);
        self.reach[power.reach + target.index()].contains(from)
            && match power.routes {
                None => true,
                Some(base) => self.has_open_route(base, from, target, men.occupied()),
            }
    }

    /// The squares from which this walk might capture on `target`, if men
    /// stood as it needs them.
    #[inline]
    pub fn reach(&self, walk: WalkId, side: Side, target: Square) -> SquareSet {
        self.reach[self.power(walk, side).reach + target.index()]
    }

    /// Whether [`WalkTable::reach`] alone decides for this walk: it needs no
    /// hurdle and nothing can stand in its way.
    #[inline]
    pub fn is_leaper(&self, walk: WalkId, side: Side) -> bool {
        self.power(walk, side).routes.is_none()
    }

    #[inline]
    fn has_open_route(
        &self,
        base: usize,
        from: Square,
        target: Square,
        occupied: SquareSet,
    ) -> bool {
        let at = base + target.index() * self.squares + from.index();
        let routes = self.route_starts[at] as usize..self.route_starts[at + 1] as usize;
        self.routes[routes]
            .iter()
            .any(|route| route.is_open(occupied))
    }

    #[inline]
    fn power(&self, walk: WalkId, side: Side) -> &Power {
        let index = self.index.get(walk.index() * 2 + side.index());
        &self.powers[usize::from(index.copied().unwrap_or(0))]
    }

    #[inline]
    fn all_steps(
        &self,
        power: &Power,
        scene: &Scene,
        from: Square,
        which: Which,
        sink: &mut impl FnMut(Step),
    ) {
        for part in &self.parts[power.parts.clone()] {
            let wanted = Wanted {
                quiet: which.has_quiet() && part.which.has_quiet(),
                captures: which.has_captures() && part.which.has_captures(),
            };
            if wanted.quiet || wanted.captures {
                self.part_steps(part, scene, from, wanted, sink);
            }
        }
    }

    /// Each arrival (with its capture) once, in the order of the walk's row.
    fn distinct_steps(
        &self,
        power: &Power,
        scene: &Scene,
        from: Square,
        which: Which,
        sink: &mut impl FnMut(Step),
    ) {
        let mut distinct: Vec<Step> = Vec::new();
        self.all_steps(power, scene, from, which, &mut |step| {
            let is_same = |other: &Step| (other.to, other.captured) == (step.to, step.captured);
            if !distinct.iter().any(is_same) {
                distinct.push(step);
            }
        });
        if power.listing == Listing::Squares {
            distinct.sort_by_key(|step| std::cmp::Reverse(step.to));
        }
        distinct.into_iter().for_each(sink);
    }

    #[inline]
    fn part_steps(
        &self,
        part: &Laid,
        scene: &Scene,
        from: Square,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let at = part.starts + from.index();
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        match part.form {
            Form::Leaps => scene.leaps(&self.lines[range], wanted, sink),
            Form::Lines(manner) => scene.lines(manner, &self.lines[range], wanted, sink),
            Form::Jumps => scene.jumps(&self.jumps[range], wanted, sink),
        }
    }
}

/// Which kinds of move a part shall make.
#[derive(Clone, Copy)]
struct Wanted {
    quiet: bool,
    captures: bool,
}

/// The men as the moving side sees them.
struct Scene {
    occupied: SquareSet,
    hostile: SquareSet,
}

impl Scene {
    #[inline]
    fn leaps(&self, arrivals: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        for &to in arrivals {
            let to = Square::new(to);
            self.arrive(Step::quiet(to), Step::capture(to), wanted, sink);
        }
    }

    #[inline]
    fn jumps(&self, jumps: &[Jump], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        for jump in jumps {
            if jump.route.is_open(self.occupied) {
                self.arrive(jump.quiet(), jump.capture(), wanted, sink);
            }
        }
    }

    #[inline]
    fn arrive(&self, quiet: Step, capture: Step, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if !self.occupied.contains(quiet.to) {
            if wanted.quiet {
                sink(quiet);
            }
        } else if wanted.captures && self.hostile.contains(quiet.to) {
            sink(capture);
        }
    }

    #[inline]
    fn lines(&self, manner: Manner, lines: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        match manner {
            Manner::Ride => each_line(lines, |line| self.ride(line, None, wanted, sink)),
            Manner::Hop { gap } => each_line(lines, |line| self.hop(line, gap, wanted, sink)),
            Manner::Lion { hurdles } => {
                each_line(lines, |line| self.lion(line, hurdles, wanted, sink));
            }
            Manner::Kangaroo { hurdles } => {
                each_line(lines, |line| self.kangaroo(line, hurdles, wanted, sink));
            }
            Manner::Locust => each_line(lines, |line| self.locust(line, wanted, sink)),
            Manner::Contra => each_line(lines, |line| self.contra(line, wanted, sink)),
            Manner::Lame => each_line(lines, |line| self.lame(line, wanted, sink)),
            Manner::DoubleStep => each_line(lines, |line| self.double_step(line, wanted, sink)),
            Manner::Turn { .. } | Manner::Equihop | Manner::NonstopEquihop => {}
        }
    }

    /// To every square up to the first man, from far to near.
    #[inline]
    fn ride(
        &self,
        line: &[u8],
        hurdle: Option<Square>,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let end = self.first_man(line).unwrap_or(line.len());
        if wanted.captures && end < line.len() {
            let to = Square::new(line[end]);
            if self.hostile.contains(to) {
                let captured = Some(to);
                sink(Step {
                    captured,
                    hurdle,
                    ..Step::quiet(to)
                });
            }
        }
        if wanted.quiet {
            for &to in line[..end].iter().rev() {
                sink(Step {
                    hurdle,
                    ..Step::quiet(Square::new(to))
                });
            }
        }
    }

    #[inline]
    fn hop(&self, line: &[u8], gap: u8, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((hurdle, behind)) = self.past_men(line, 1) {
            let gap = usize::from(gap);
            if behind.len() > gap && self.first_man(&behind[..gap]).is_none() {
                self.land(behind[gap], hurdle, wanted, sink);
            }
        }
    }

    #[inline]
    fn kangaroo(&self, line: &[u8], hurdles: u8, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((hurdle, [to, ..])) = self.past_men(line, hurdles) {
            self.land(*to, hurdle, wanted, sink);
        }
    }

    #[inline]
    fn lion(&self, line: &[u8], hurdles: u8, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((hurdle, behind)) = self.past_men(line, hurdles) {
            self.ride(behind, Some(hurdle), wanted, sink);
        }
    }

    #[inline]
    fn contra(&self, line: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((&hurdle, behind)) = line.split_first() {
            let hurdle = Square::new(hurdle);
            if self.occupied.contains(hurdle) {
                self.ride(behind, Some(hurdle), wanted, sink);
            }
        }
    }

    #[inline]
    fn locust(&self, line: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((captured, [to, ..])) = self.past_men(line, 1) {
            let to = Square::new(*to);
            let is_open = self.hostile.contains(captured) && !self.occupied.contains(to);
            if wanted.captures && is_open {
                let captured = Some(captured);
                sink(Step {
                    captured,
                    ..Step::quiet(to)
                });
            }
        }
    }

    #[inline]
    fn lame(&self, line: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let [passed, to] = *line
            && !self.occupied.contains(Square::new(passed))
        {
            let to = Square::new(to);
            self.arrive(Step::quiet(to), Step::capture(to), wanted, sink);
        }
    }

    #[inline]
    fn double_step(&self, line: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        let free = self.first_man(line).unwrap_or(line.len());
        if wanted.quiet && free > 1 {
            let passed = Some(Square::new(line[0]));
            for &to in line[1..free].iter().rev() {
                sink(Step {
                    passed,
                    ..Step::quiet(Square::new(to))
                });
            }
        }
    }

    #[inline]
    fn land(&self, to: u8, hurdle: Square, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        let to = Square::new(to);
        let (quiet, capture) = (Step::quiet(to), Step::capture(to));
        self.arrive(quiet.over(hurdle), capture.over(hurdle), wanted, sink);
    }

    #[inline]
    fn first_man(&self, line: &[u8]) -> Option<usize> {
        line.iter()
            .position(|&square| self.occupied.contains(Square::new(square)))
    }

    /// The last of the first `count` men on a line and the squares behind it.
    #[inline]
    fn past_men<'a>(&self, mut line: &'a [u8], count: u8) -> Option<(Square, &'a [u8])> {
        let mut last = None;
        for _ in 0..count {
            let index = self.first_man(line)?;
            last = Some(Square::new(line[index]));
            line = &line[index + 1..];
        }
        last.map(|last| (last, line))
    }
}

#[inline]
fn each_line(mut packed: &[u8], mut visit: impl FnMut(&[u8])) {
    while let Some((&length, rest)) = packed.split_first() {
        let (line, others) = rest.split_at(usize::from(length));
        visit(line);
        packed = others;
    }
}

/// Building, once per problem.
impl WalkTable {
    fn powerless(squares: usize) -> WalkTable {
        let dummy = Power {
            parts: 0..0,
            reach: 0,
            routes: None,
            repeating: SquareSet::EMPTY,
            listing: Listing::Parts,
        };
        WalkTable {
            squares,
            index: vec![0; WALKS.len() * 2],
            powers: vec![dummy],
            parts: Vec::new(),
            starts: Vec::new(),
            lines: Vec::new(),
            jumps: Vec::new(),
            reach: vec![SquareSet::EMPTY; squares],
            route_starts: Vec::new(),
            routes: Vec::new(),
        }
    }

    fn add(&mut self, geometry: &Geometry, walk: WalkId) {
        let at = walk.index() * 2;
        if self.index[at] != 0 {
            return;
        }
        let faces = |part: &Part| part.facing != Facing::Fixed;
        self.index[at] = self.add_power(geometry, walk, Side::White);
        self.index[at + 1] = if walk.row().parts.iter().any(faces) {
            self.add_power(geometry, walk, Side::Black)
        } else {
            self.index[at]
        };
    }

    fn add_power(&mut self, geometry: &Geometry, walk: WalkId, side: Side) -> u16 {
        let row = walk.row();
        let first = self.parts.len();
        let mut ways = Ways::none(self.squares);
        for part in row.parts {
            let laying = Laying {
                geometry,
                part,
                side,
            };
            self.add_part(laying, &mut ways);
        }
        let (reach, routes) = self.add_routes(&mut ways);
        self.powers.push(Power {
            parts: first..self.parts.len(),
            reach,
            routes,
            repeating: match row.listing {
                Listing::Parts => ways.repeating,
                Listing::Squares => geometry.squares(),
            },
            listing: row.listing,
        });
        (self.powers.len() - 1) as u16
    }

    fn add_part(&mut self, laying: Laying<'_>, ways: &mut Ways) {
        let form = form_of(laying.part);
        let which = laying.part.which;
        let starts = self.starts.len();
        self.parts.push(Laid {
            form,
            which,
            starts,
        });
        for from in (0..self.squares).map(|index| Square::new(index as u8)) {
            self.starts.push(self.end_of(form));
            if laying.geometry.squares().contains(from) {
                self.add_square(laying, form, from, ways);
            }
        }
        self.starts.push(self.end_of(form));
    }

    fn end_of(&self, form: Form) -> u32 {
        match form {
            Form::Jumps => self.jumps.len() as u32,
            Form::Leaps | Form::Lines(_) => self.lines.len() as u32,
        }
    }

    fn add_square(&mut self, laying: Laying<'_>, form: Form, from: Square, ways: &mut Ways) {
        match form {
            Form::Leaps => {
                let mut arrivals: Vec<Square> = Vec::new();
                for to in laying.lines(from).into_iter().flatten() {
                    if !arrivals.contains(&to) {
                        arrivals.push(to);
                    }
                }
                for to in arrivals {
                    self.lines.push(to.byte());
                    ways.add(laying.part.which, from, to, Some(Route::DIRECT));
                }
            }
            Form::Lines(manner) => {
                for line in laying.lines(from).iter().filter(|line| !line.is_empty()) {
                    self.lines.push(line.len() as u8);
                    self.lines.extend(line.iter().map(|square| square.byte()));
                    let arrivals = line.iter().enumerate().skip(first_arrival(manner));
                    for (index, &to) in arrivals {
                        ways.add(
                            laying.part.which,
                            from,
                            to,
                            capture_route(manner, line, index),
                        );
                    }
                }
            }
            Form::Jumps => {
                for jump in jumps(laying, from) {
                    self.jumps.push(jump);
                    ways.add(laying.part.which, from, jump.to, Some(jump.route));
                }
            }
        }
    }

    /// Stores the reach and, unless reach alone decides, the routes.
    fn add_routes(&mut self, ways: &mut Ways) -> (usize, Option<usize>) {
        let reach = self.reach.len();
        self.reach.resize(reach + self.squares, SquareSet::EMPTY);
        for (target, from, _) in &ways.captures {
            self.reach[reach + target.index()].insert(*from);
        }
        if ways.captures.iter().all(|way| way.2 == Route::DIRECT) {
            return (reach, None);
        }
        let base = self.route_starts.len();
        ways.captures
            .sort_by_key(|&(target, from, _)| (target, from));
        let mut rest = ways.captures.as_slice();
        for pair in 0..self.squares * self.squares {
            self.route_starts.push(self.routes.len() as u32);
            let is_here = |way: &&Way| way.0.index() * self.squares + way.1.index() == pair;
            let here = rest.iter().take_while(is_here).count();
            self.add_distinct_routes(&rest[..here]);
            rest = &rest[here..];
        }
        self.route_starts.push(self.routes.len() as u32);
        (reach, Some(base))
    }

    fn add_distinct_routes(&mut self, ways: &[Way]) {
        let first = self.routes.len();
        for (_, _, route) in ways {
            if !self.routes[first..].contains(route) {
                self.routes.push(*route);
            }
        }
    }
}

/// The place on a line of the first square where a man may arrive.
fn first_arrival(manner: Manner) -> usize {
    match manner {
        Manner::Lame | Manner::DoubleStep => 1,
        _ => 0,
    }
}

/// A target, a departure, and the route between them.
type Way = (Square, Square, Route);

/// What is known of one walk while it is laid out.
struct Ways {
    captures: Vec<Way>,
    /// By departure, where quiet moves and captures have led so far.
    arrivals: Vec<[SquareSet; 2]>,
    repeating: SquareSet,
}

impl Ways {
    fn none(squares: usize) -> Ways {
        Ways {
            captures: Vec::new(),
            arrivals: vec![[SquareSet::EMPTY; 2]; squares],
            repeating: SquareSet::EMPTY,
        }
    }

    fn add(&mut self, which: Which, from: Square, to: Square, route: Option<Route>) {
        for (kind, is_kind) in [which.has_quiet(), which.has_captures()]
            .into_iter()
            .enumerate()
        {
            let arrivals = &mut self.arrivals[from.index()][kind];
            if is_kind && arrivals.contains(to) {
                self.repeating.insert(from);
            }
            if is_kind {
                arrivals.insert(to);
            }
        }
        if let Some(route) = route
            && which.has_captures()
        {
            self.captures.push((to, from, route));
        }
    }
}

/// Leaps and rides have forms of their own for speed; what is no line of
/// squares goes by jumps.
fn form_of(part: &Part) -> Form {
    match part.manner {
        Manner::Turn { .. } | Manner::Equihop | Manner::NonstopEquihop => Form::Jumps,
        _ if part.arrival != Arrival::Anywhere => Form::Jumps,
        Manner::Ride if part.limit == 1 && matches!(part.path, Path::Straight(_)) => Form::Leaps,
        manner => Form::Lines(manner),
    }
}
