//! Laying walks out on a board, once per problem.

use super::super::catalogue::WALKS;
use super::super::cells;
use super::super::jump::jumps;
use super::super::line::Laying;
use super::super::route::{Route, capture_route};
use super::super::walk::{Arrival, Lenders, Listing, Manner, Part, Walk, Zone};
use super::super::{WalkId, Which};
use super::chain::leg_manner;
use super::relay::{lends, relays};
use super::{Door, Form, Laid, Legs, Passing, Power, WalkTable, Ways};
use crate::board::{Geometry, Side, Square, SquareSet};

impl WalkTable {
    /// Lays these walks out on a board.
    pub fn compile(geometry: &Geometry, walks: impl IntoIterator<Item = WalkId>) -> WalkTable {
        WalkTable::compile_with_free_pawns(geometry, walks, SquareSet::EMPTY)
    }

    /// The same where pawns do not rest on these squares of their own first rank.
    pub fn compile_with_free_pawns(
        geometry: &Geometry,
        walks: impl IntoIterator<Item = WalkId>,
        free_pawns: SquareSet,
    ) -> WalkTable {
        let mut walks: Vec<WalkId> = walks.into_iter().collect();
        let lent = lent_forms(&walks);
        walks.extend(lent.iter().map(|&(_, lent)| lent));
        let squares = geometry.span();
        let mut table = WalkTable::powerless(squares, &walks);
        table.free_pawns = free_pawns;
        table.edge = geometry
            .squares()
            .filter(|&on| geometry.is_edge(on))
            .collect();
        table.lent = lent;
        let borrows = |lenders| {
            walks
                .iter()
                .copied()
                .filter(move |walk| relays(*walk, lenders))
        };
        table.borrowers =
            [Lenders::Hostile, Lenders::Own].map(|lenders| borrows(lenders).collect());
        for &walk in &walks {
            table.add(geometry, walk);
        }
        table.unite_reach(&walks);
        table
    }

    fn unite_reach(&mut self, walks: &[WalkId]) {
        let targets = || (0..self.squares).map(|index| Square::new(index as u8));
        let any = |side, target| {
            let reach = walks.iter().map(|&walk| self.reach(walk, side, target));
            reach.fold(SquareSet::EMPTY, |all, squares| all | squares)
        };
        let of_side = |side| targets().map(move |target| (side, target));
        let pairs = Side::BOTH.into_iter().flat_map(of_side);
        self.all_reach = pairs.map(|(side, target)| any(side, target)).collect();
        self.needs_men = self.ways.iter().any(|ways| !ways.hurdles.is_empty());
        self.minds_sides = self.ways.iter().any(|ways| !ways.owners.is_empty());
    }

    fn powerless(squares: usize, walks: &[WalkId]) -> WalkTable {
        let most = walks.iter().map(|walk| walk.index() + 1).max().unwrap_or(0);
        WalkTable {
            squares,
            edge: SquareSet::EMPTY,
            powers: vec![Power::NONE; most.max(WALKS.len()) * 2],
            parts: Vec::new(),
            starts: Vec::new(),
            lines: Vec::new(),
            jumps: Vec::new(),
            turns: Vec::new(),
            arrivals: Vec::new(),
            reach: vec![SquareSet::EMPTY; squares],
            all_reach: Vec::new(),
            ways: vec![Ways::default(); squares],
            free_pawns: SquareSet::EMPTY,
            needs_men: false,
            minds_sides: false,
            by_moving: false,
            range: vec![SquareSet::EMPTY; squares],
            route_starts: Vec::new(),
            routes: Vec::new(),
            legs: Vec::new(),
            lent: Vec::new(),
            borrowers: [Vec::new(), Vec::new()],
            shut: [Vec::new(), Vec::new()],
            passing: Vec::new(),
        }
    }

    fn add(&mut self, geometry: &Geometry, walk: WalkId) {
        let at = walk.index() * 2;
        if self.powers[at].parts != Power::NONE.parts {
            return;
        }
        let pawn_board = walk.row().is_pawn().then(|| geometry.for_pawns());
        let geometry = pawn_board.as_ref().unwrap_or(geometry);
        let parts = cells::parts(geometry, walk);
        let parts = &resting_but_on(parts, self.free_pawns);
        self.powers[at] = self.power_of(geometry, walk, parts, Side::White);
        self.powers[at + 1] = if parts.iter().any(Part::depends_on_side) {
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
        for group in groups {
            self.add_parts(geometry, side, group, &mut ways);
        }
        let by_moving = parts.iter().any(Part::goes_by_moving);
        self.by_moving |= by_moving;
        if by_moving {
            ways.repeating = geometry.squares();
        }
        for part in parts.iter().filter(|part| part.en_passant) {
            self.add_passing(geometry, walk, side, part);
        }
        let (reach, routes) = self.add_routes(geometry, &mut ways, by_moving);
        let leaps = |part: &Laid| {
            part.form == Form::Leaps && part.arrivals.is_none() && part.which == Which::All
        };
        let laid = usize::from(first)..self.parts.len();
        Power {
            reach,
            routes,
            parts: [first, self.parts.len() as u16],
            repeating: match row.listing {
                Listing::Parts => ways.repeating,
                Listing::Squares => geometry.squares(),
            },
            listing: row.listing,
            by_moving,
            leaps: !laid.is_empty() && self.parts[laid].iter().all(leaps),
        }
    }

    fn add_passing(&mut self, geometry: &Geometry, walk: WalkId, side: Side, part: &Part) {
        let laying = Laying::new(geometry, part, side);
        for from in geometry.squares() {
            for line in laying.lines(from) {
                let arrival = usize::from(part.manner == Manner::Locust);
                if let (Some(&passed), Some(&to)) = (line.first(), line.get(arrival))
                    && may_arrive(geometry, side, part.arrival, from, to)
                {
                    let passing = Passing { from, passed, to };
                    self.passing.push((walk, side, passing));
                }
            }
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
        let arrivals = self.add_arrivals(geometry, side, parts[0].arrival);
        self.parts.push(Laid {
            form,
            which,
            starts: self.starts.len(),
            arrivals,
            legs: None,
        });
        ways.allowed = arrivals.map(|base| self.arrivals[base as usize..].to_vec());
        for from in (0..self.squares).map(|index| Square::new(index as u8)) {
            self.starts.push(self.end_of(form));
            if geometry.squares().contains(from) {
                self.add_square(&layings, form, from, ways);
            }
        }
        self.starts.push(self.end_of(form));
        if let Form::Chain(chain) = form {
            let legs = self.add_legs(geometry, &layings, leg_manner(chain.leg));
            self.parts.last_mut().expect("it was just added").legs = Some(legs);
        }
    }

    /// Lays out single legs and tells their place.
    fn add_legs(&mut self, geometry: &Geometry, layings: &[Laying<'_>], manner: Manner) -> u32 {
        let mut captures: Vec<Way> = Vec::new();
        for from in geometry.squares() {
            for line in layings.iter().flat_map(|laying| laying.lines(from)) {
                for (index, &target) in line.iter().enumerate() {
                    let route = capture_route(manner, &line, index);
                    captures.extend(route.map(|route| (target, from, route)));
                }
            }
        }
        let mut reach = vec![SquareSet::EMPTY; self.squares];
        let mut range = reach.clone();
        let mut doors: Vec<Vec<Door>> = vec![Vec::new(); self.squares];
        for (target, from, route) in &captures {
            reach[target.index()].insert(*from);
            range[from.index()].insert(*target);
            let hurdle = route.hurdle();
            let doors = &mut doors[target.index()];
            match doors.iter_mut().find(|door| door.hurdle == hurdle) {
                Some(door) => door.squares.insert(*from),
                None => doors.push(Door {
                    hurdle,
                    squares: SquareSet::of(*from),
                }),
            }
        }
        let routes = self.add_ways(captures);
        self.legs.push(Legs {
            routes,
            reach,
            range,
            doors,
        });
        self.legs.len() as u32 - 1
    }

    /// The squares where a part may arrive from each square, unless from all on all.
    fn add_arrivals(&mut self, geometry: &Geometry, side: Side, arrival: Arrival) -> Option<u32> {
        if arrival == Arrival::Anywhere {
            return None;
        }
        let base = self.arrivals.len();
        for from in (0..self.squares).map(|index| Square::new(index as u8)) {
            let is_allowed = |&to: &Square| may_arrive(geometry, side, arrival, from, to);
            self.arrivals
                .push(geometry.squares().filter(is_allowed).collect());
        }
        Some(base as u32)
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
            Form::Relay(_) => {}
            Form::Lines(_) | Form::Chain(_) => {
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
                if ways.allows(from, to) {
                    ways.add(laying.part.which, from, to, to, Some(Route::DIRECT));
                }
            }
        }
    }

    fn add_jumps(&mut self, laying: &Laying<'_>, from: Square, ways: &mut Layout) {
        for jump in jumps(laying, from) {
            if ways.allows(from, jump.to) {
                self.jumps.push(jump);
                ways.add(laying.part.which, from, jump.to, jump.to, Some(jump.route));
            }
        }
    }

    fn add_line(&mut self, laying: &Laying<'_>, from: Square, line: &[Square], ways: &mut Layout) {
        self.lines.push(line.len() as u8);
        self.lines.extend(line.iter().map(|square| square.byte()));
        let manner = laying.part.manner;
        if matches!(manner, Manner::Chain(_)) {
            return;
        }
        for (index, &to) in line.iter().enumerate().skip(first_arrival(manner)) {
            let route = capture_route(manner, line, index);
            let arrival = match manner {
                Manner::Locust => line.get(index + 1).copied(),
                _ => Some(to),
            };
            if let Some(arrival) = arrival.filter(|&arrival| ways.allows(from, arrival)) {
                ways.add(laying.part.which, from, to, arrival, route);
            }
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
    fn add_routes(
        &mut self,
        geometry: &Geometry,
        ways: &mut Layout,
        by_moving: bool,
    ) -> (u32, Option<u32>) {
        let reach = self.add_reach(geometry, ways, by_moving);
        if !by_moving && ways.captures.iter().all(|way| way.2 == Route::DIRECT) {
            return (reach as u32, None);
        }
        let captures = std::mem::take(&mut ways.captures);
        (reach as u32, Some(self.add_ways(captures)))
    }

    /// Stores routes by target and departure; where they begin.
    fn add_ways(&mut self, mut captures: Vec<Way>) -> u32 {
        let base = self.route_starts.len();
        captures.sort_by_key(|&(target, from, _)| (target, from));
        let mut rest = captures.as_slice();
        for pair in 0..self.squares * self.squares {
            self.route_starts.push(self.routes.len() as u32);
            let is_here = |way: &&Way| way.0.index() * self.squares + way.1.index() == pair;
            let here = rest.iter().take_while(is_here).count();
            self.add_distinct_routes(&rest[..here]);
            rest = &rest[here..];
        }
        self.route_starts.push(self.routes.len() as u32);
        base as u32
    }

    /// Stores from where each square may be observed, and what matters to it.
    fn add_reach(&mut self, geometry: &Geometry, ways: &Layout, by_moving: bool) -> usize {
        let reach = self.reach.len();
        let all = |target: usize| {
            let mut squares = geometry.squares();
            squares.remove(Square::new(target as u8));
            squares
        };
        for target in 0..self.squares {
            let squares = match by_moving {
                true => all(target),
                false => SquareSet::EMPTY,
            };
            self.reach.push(squares);
            self.ways.push(Ways {
                lines: squares,
                hurdles: squares,
                owners: squares,
            });
        }
        for &range in &ways.range {
            self.range.push(match by_moving {
                true => geometry.squares(),
                false => range,
            });
        }
        for (target, from, route) in &ways.captures {
            let at = reach + target.index();
            self.reach[at].insert(*from);
            self.ways[at].add(route);
        }
        reach
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
        Manner::Lame | Manner::LameLion { .. } | Manner::DoubleStep => 1,
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
    /// By departure, where it may arrive or capture.
    range: Vec<SquareSet>,
    /// By departure, where the part being laid out may arrive.
    allowed: Option<Vec<SquareSet>>,
}

impl Layout {
    fn none(squares: usize) -> Layout {
        Layout {
            captures: Vec::new(),
            arrivals: vec![[SquareSet::EMPTY; 2]; squares],
            repeating: SquareSet::EMPTY,
            range: vec![SquareSet::EMPTY; squares],
            allowed: None,
        }
    }

    fn allows(&self, from: Square, to: Square) -> bool {
        let allowed = self.allowed.as_ref();
        allowed.is_none_or(|allowed| allowed[from.index()].contains(to))
    }

    fn add(
        &mut self,
        which: Which,
        from: Square,
        target: Square,
        to: Square,
        route: Option<Route>,
    ) {
        let range = &mut self.range[from.index()];
        range.insert(to);
        range.insert(target);
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
            self.captures.push((target, from, route));
        }
    }
}

/// Leaps and rides have forms of their own for speed; what is no line of
/// squares goes by jumps.
fn form_of(part: &Part) -> Form {
    match part.manner {
        Manner::Chain(chain) => Form::Chain(chain),
        Manner::Relay(lenders) => Form::Relay(lenders),
        Manner::Ride if part.limit == 1 && part.path.is_straight() => Form::Leaps,
        manner if manner.goes_along_lines() => Form::Lines(manner),
        _ => Form::Jumps,
    }
}

fn may_arrive(geometry: &Geometry, side: Side, arrival: Arrival, from: Square, to: Square) -> bool {
    let ranks = i16::from(geometry.rank(to)) - i16::from(geometry.rank(from));
    let forward = if side == Side::White { ranks } else { -ranks };
    match arrival {
        Arrival::Anywhere => true,
        Arrival::EdgeChange => geometry.is_edge(from) != geometry.is_edge(to),
        Arrival::Ahead => forward > 0,
        Arrival::Back => forward < 0,
    }
}

/// The walks that are lent, if any man borrows. Pawns lend their powers without the rule
/// that they rest on their own first rank.
fn lent_forms(walks: &[WalkId]) -> Vec<(WalkId, WalkId)> {
    let has_borrower = walks.iter().any(|walk| walk.row().borrows());
    let mut lending: Vec<WalkId> = walks.iter().copied().filter(|walk| lends(*walk)).collect();
    lending.sort();
    lending.dedup();
    let lent = |walk: WalkId| (walk, lent_form(walk.row()).unwrap_or(walk));
    match has_borrower {
        true => lending.into_iter().map(lent).collect(),
        false => Vec::new(),
    }
}

/// The same parts for a pawn that may leave these squares of its own first rank.
fn resting_but_on(parts: &[Part], squares: SquareSet) -> Vec<Part> {
    let freed = |part: &Part| match part.zone {
        Zone::BeyondFirstRank => part.from(Zone::BeyondFirstRankAnd(squares)),
        _ => *part,
    };
    parts.iter().map(freed).collect()
}

fn lent_form(row: &Walk) -> Option<WalkId> {
    let rests = |part: &Part| part.zone == Zone::BeyondFirstRank;
    if !row.parts.iter().any(rests) {
        return None;
    }
    let parts = resting_but_on(row.parts, SquareSet::ALL);
    let key = format!("lent-{}", row.key);
    WalkId::own(&key, || Walk {
        key: String::leak(key.clone()),
        parts: Vec::leak(parts),
        ..row.clone()
    })
}
