//! Walks compiled against a board: where the men of a walk may go from each
//! square, and from where they observe each square.
//!
//! **Invariant:** the table knows walks and geometry, nothing else: no rules,
//! no royalty, no promotion. **Invariant:** [`WalkTable::steps`] and
//! [`WalkTable::captures_on`] come from the same rows and agree.

use super::catalogue::WALKS;
use super::line::Laying;
use super::ring;
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
    /// By power and target, the squares that may observe it.
    reach: Vec<SquareSet>,
    /// By power and target, the squares on the routes there.
    ways: Vec<Ways>,
    /// Where the routes of a power from a target to a departure begin.
    route_starts: Vec<u32>,
    routes: Vec<Route>,
}

/// Squares on which men decide whether a walk observes a target.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ways {
    /// A man that leaves one of these may let it observe, one that arrives may stop it.
    pub lines: SquareSet,
    /// A man that arrives on one of these may let it observe, one that leaves may stop it.
    pub hurdles: SquareSet,
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
}

impl Power {
    /// That of a dummy.
    const NONE: Power = Power {
        reach: 0,
        routes: None,
        parts: [0, 0],
        repeating: SquareSet::EMPTY,
        listing: Listing::Parts,
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
}

impl WalkTable {
    /// Lays these walks out on a board.
    pub fn compile(geometry: &Geometry, walks: impl IntoIterator<Item = WalkId>) -> WalkTable {
        let squares = geometry.span();
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

    /// The different men over which a man of this walk makes this very step.
    pub fn hurdles<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
        (to, captured): (Square, Option<Square>),
    ) -> Vec<Square> {
        let scene = Scene {
            occupied: men.occupied(),
            hostile: men.men_of(!side),
        };
        let mut hurdles = Vec::new();
        let power = self.power(walk, side);
        self.all_steps(power, &scene, from, Which::All, &mut |step| {
            let is_this = (step.to, step.captured) == (to, captured);
            if let Some(hurdle) = step.hurdle.filter(|on| is_this && !hurdles.contains(on)) {
                hurdles.push(hurdle);
            }
        });
        hurdles
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
        self.reach[power.reach as usize + target.index()].contains(from)
            && match power.routes {
                None => true,
                Some(base) => self.has_open_route(base as usize, from, target, men.occupied()),
            }
    }

    /// The lines on which a man of this walk would capture on `target`: the first two squares of
    /// each, or twice the first. A rose may have several.
    pub fn capture_lines<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
        target: Square,
    ) -> Vec<[Square; 2]> {
        let occupied = men.occupied() | SquareSet::of(target);
        let hostile = occupied;
        let scene = Scene { occupied, hostile };
        let mut found = Vec::new();
        for part in &self.parts[self.power(walk, side).range()] {
            let at = part.starts + from.index();
            let range = self.starts[at] as usize..self.starts[at + 1] as usize;
            let wanted = CAPTURES.and(part.which);
            match part.form {
                Form::Leaps => scene.leaps(&self.lines[range], wanted, &mut |step| {
                    found.extend(is_at(target, &step).then_some([target; 2]));
                }),
                Form::Jumps => scene.jumps(&self.jumps[range], wanted, &mut |step| {
                    found.extend(is_at(target, &step).then_some([target; 2]));
                }),
                Form::Lines(manner) => each_line(&self.lines[range], |line| {
                    found.extend(scene.line_to(target, manner, line, wanted));
                }),
                Form::Mixed => self.each_turn(&self.lines[range], |manner, which, line| {
                    found.extend(scene.line_to(target, manner, line, CAPTURES.and(which)));
                }),
            }
        }
        found
    }

    /// The squares from which this walk might capture on `target`, if men
    /// stood as it needs them.
    #[inline]
    pub fn reach(&self, walk: WalkId, side: Side, target: Square) -> SquareSet {
        self.reach[self.power(walk, side).reach as usize + target.index()]
    }

    /// The squares on which men decide whether this walk observes `target` from its reach.
    #[inline]
    pub fn ways(&self, walk: WalkId, side: Side, target: Square) -> Ways {
        self.ways[self.power(walk, side).reach as usize + target.index()]
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
        &self.powers[walk.index() * 2 + side.index()]
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
        for part in &self.parts[power.range()] {
            let wanted = Wanted {
                quiet: which.has_quiet(),
                captures: which.has_captures(),
            };
            let wanted = wanted.and(part.which);
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
        let mut seen = SquareSet::EMPTY;
        let mut distinct: Vec<Step> = Vec::with_capacity(32);
        self.all_steps(power, scene, from, which, &mut |step| {
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
            Form::Mixed => self.mixed_steps(scene, &self.lines[range], wanted, sink),
        }
    }
}

impl WalkTable {
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

    /// Shows the lines of alternating parts with what they stand for.
    fn each_turn(&self, mut packed: &[u8], mut visit: impl FnMut(Manner, Which, &[u8])) {
        while let [turn, length, ..] = *packed {
            let (line, others) = packed[1..].split_at(1 + usize::from(length));
            let (manner, which) = self.turns[usize::from(turn)];
            visit(manner, which, &line[1..]);
            packed = others;
        }
    }
}

/// Which kinds of move a part shall make.
#[derive(Clone, Copy)]
struct Wanted {
    quiet: bool,
    captures: bool,
}

impl Wanted {
    #[inline]
    fn and(self, which: Which) -> Wanted {
        Wanted {
            quiet: self.quiet && which.has_quiet(),
            captures: self.captures && which.has_captures(),
        }
    }
}

/// Nothing but captures.
const CAPTURES: Wanted = Wanted {
    quiet: false,
    captures: true,
};

fn is_at(target: Square, step: &Step) -> bool {
    step.captured == Some(target)
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

    /// The first squares of a line, if a capture along it is one on `target`.
    fn line_to(
        &self,
        target: Square,
        manner: Manner,
        line: &[u8],
        wanted: Wanted,
    ) -> Option<[Square; 2]> {
        let mut packed = vec![line.len() as u8];
        packed.extend(line);
        let mut hits = false;
        self.lines(manner, &packed, wanted, &mut |step| {
            hits |= is_at(target, &step);
        });
        let first = Square::new(*line.first()?);
        let second = line.get(1).map_or(first, |&square| Square::new(square));
        hits.then_some([first, second])
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
        WalkTable {
            squares,
            powers: vec![Power::NONE; WALKS.len() * 2],
            parts: Vec::new(),
            starts: Vec::new(),
            lines: Vec::new(),
            jumps: Vec::new(),
            turns: Vec::new(),
            reach: vec![SquareSet::EMPTY; squares],
            ways: vec![Ways::default(); squares],
            route_starts: Vec::new(),
            routes: Vec::new(),
        }
    }

    fn add(&mut self, geometry: &Geometry, walk: WalkId) {
        let at = walk.index() * 2;
        if self.powers[at].parts != Power::NONE.parts {
            return;
        }
        let faces = |part: &Part| part.facing != Facing::Fixed;
        let pawn_board = walk.row().is_pawn().then(|| geometry.for_pawns());
        let geometry = pawn_board.as_ref().unwrap_or(geometry);
        let parts = ring::parts(geometry, walk).unwrap_or(walk.row().parts);
        self.powers[at] = self.power_of(geometry, walk, parts, Side::White);
        self.powers[at + 1] = if parts.iter().any(faces) {
            self.power_of(geometry, walk, parts, Side::Black)
        } else {
            self.powers[at]
        };
    }

    fn power_of(&mut self, geometry: &Geometry, walk: WalkId, parts: &[Part], side: Side) -> Power {
        let row = walk.row();
        let first = self.parts.len() as u16;
        let mut ways = Layout::none(self.squares);
        let groups = parts.chunk_by(|part, _| part.alternates);
        for parts in groups {
            self.add_parts(geometry, side, parts, &mut ways);
        }
        let (reach, routes) = self.add_routes(&mut ways);
        Power {
            reach,
            routes,
            parts: [first, self.parts.len() as u16],
            repeating: match row.listing {
                Listing::Parts => ways.repeating,
                Listing::Squares => geometry.squares(),
            },
            listing: row.listing,
        }
    }

    /// Adds a part, or several whose lines take turns.
    fn add_parts(&mut self, geometry: &Geometry, side: Side, parts: &[Part], ways: &mut Layout) {
        let layings = parts.iter().map(|part| Laying::new(geometry, part, side));
        let layings: Vec<Laying<'_>> = layings.collect();
        let (form, which) = match *parts {
            [part] => (form_of(&part), part.which),
            _ => (Form::Mixed, Which::All),
        };
        let starts = self.starts.len();
        self.parts.push(Laid {
            form,
            which,
            starts,
        });
        for from in (0..self.squares).map(|index| Square::new(index as u8)) {
            self.starts.push(self.end_of(form));
            if geometry.squares().contains(from) {
                self.add_square(&layings, form, from, ways);
            }
        }
        self.starts.push(self.end_of(form));
    }

    fn end_of(&self, form: Form) -> u32 {
        match form {
            Form::Jumps => self.jumps.len() as u32,
            _ => self.lines.len() as u32,
        }
    }

    fn add_square(&mut self, layings: &[Laying<'_>], form: Form, from: Square, ways: &mut Layout) {
        match form {
            Form::Leaps => layings
                .iter()
                .for_each(|laying| self.add_leaps(laying, from, ways)),
            Form::Jumps => layings
                .iter()
                .for_each(|laying| self.add_jumps(laying, from, ways)),
            Form::Mixed => self.add_turns(layings, from, ways),
            Form::Lines(_) => {
                for laying in layings {
                    for line in laying.lines(from).filter(|line| !line.is_empty()) {
                        self.add_line(laying, from, &line, ways);
                    }
                }
            }
        }
    }

    fn add_leaps(&mut self, laying: &Laying<'_>, from: Square, ways: &mut Layout) {
        let mut seen = SquareSet::EMPTY;
        for to in laying.lines(from).flatten() {
            if !seen.contains(to) {
                seen.insert(to);
                self.lines.push(to.byte());
                ways.add(laying.part.which, from, to, Some(Route::DIRECT));
            }
        }
    }

    fn add_jumps(&mut self, laying: &Laying<'_>, from: Square, ways: &mut Layout) {
        for jump in jumps(laying, from) {
            self.jumps.push(jump);
            ways.add(laying.part.which, from, jump.to, Some(jump.route));
        }
    }

    fn add_line(&mut self, laying: &Laying<'_>, from: Square, line: &[Square], ways: &mut Layout) {
        self.lines.push(line.len() as u8);
        self.lines.extend(line.iter().map(|square| square.byte()));
        let manner = laying.part.manner;
        for (index, &to) in line.iter().enumerate().skip(first_arrival(manner)) {
            let route = capture_route(manner, line, index);
            ways.add(laying.part.which, from, to, route);
        }
    }

    /// The first lines of all parts, then their second lines, and so on.
    fn add_turns(&mut self, layings: &[Laying<'_>], from: Square, ways: &mut Layout) {
        let lines: Vec<_> = layings
            .iter()
            .map(|laying| laying.lines(from).collect::<Vec<_>>())
            .collect();
        let most = lines.iter().map(Vec::len).max().unwrap_or(0);
        for turn in 0..most {
            for (laying, lines) in layings.iter().zip(&lines) {
                if let Some(line) = lines.get(turn).filter(|line| !line.is_empty()) {
                    let turn = self.turn(laying.part);
                    self.lines.push(turn);
                    self.add_line(laying, from, line, ways);
                }
            }
        }
    }

    fn turn(&mut self, part: &Part) -> u8 {
        let turn = (part.manner, part.which);
        let known = self.turns.iter().position(|&each| each == turn);
        known.unwrap_or_else(|| {
            self.turns.push(turn);
            self.turns.len() - 1
        }) as u8
    }

    /// Stores the reach and, unless reach alone decides, the routes.
    fn add_routes(&mut self, ways: &mut Layout) -> (u32, Option<u32>) {
        let reach = self.reach.len();
        self.reach.resize(reach + self.squares, SquareSet::EMPTY);
        self.ways.resize(reach + self.squares, Ways::default());
        for (target, from, route) in &ways.captures {
            let at = reach + target.index();
            self.reach[at].insert(*from);
            self.ways[at].lines |= route.watched();
            if route.needs_men() {
                self.ways[at].hurdles |= route.watched();
            }
        }
        if ways.captures.iter().all(|way| way.2 == Route::DIRECT) {
            return (reach as u32, None);
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
        (reach as u32, Some(base as u32))
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
struct Layout {
    captures: Vec<Way>,
    /// By departure, where quiet moves and captures have led so far.
    arrivals: Vec<[SquareSet; 2]>,
    repeating: SquareSet,
}

impl Layout {
    fn none(squares: usize) -> Layout {
        Layout {
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
