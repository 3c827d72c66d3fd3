//! Arrivals that are no matter of one line: each is found beforehand, with
//! the route that leads there.

use super::line::{Laying, is_straight};
use super::route::{Route, Rule};
use super::walk::Manner;
use super::{Step, vector};
use crate::board::{Square, Vector};
use std::collections::{HashMap, HashSet};

/// A single arrival with the route that leads there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Jump {
    pub to: Square,
    /// Whether it ends where it began.
    pub is_lap: bool,
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

    fn along(to: Square, route: Route) -> Jump {
        Jump {
            to,
            is_lap: false,
            hurdle: None,
            route,
        }
    }

    fn over(to: Square, hurdle: Square, route: Route) -> Jump {
        Jump {
            hurdle: Some(hurdle),
            ..Jump::along(to, route)
        }
    }
}

/// Every jump of a part that goes by jumps; each only once.
pub(super) fn jumps(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let all = match laying.part.manner {
        Manner::Approach => approaches(laying, from),
        Manner::Recoil => recoils(laying, from),
        Manner::Turn { eighths } => turns(laying, from, |direction| {
            [eighths as i8, -(eighths as i8)].map(|turn| vector::turned(direction, turn))
        }),
        Manner::TurnToLeap => turns(laying, from, nearest_leaps),
        Manner::Bounce => bounces(laying, from),
        Manner::Rotate { hostile } => rotations(laying, from, hostile),
        Manner::Echo => echoes(laying, from),
        Manner::Lap => laps(laying, from),
        _ => {
            let vectors = laying.first_vectors();
            let hops = vectors.flat_map(|vector| equidistant(laying, from, vector));
            hops.collect()
        }
    };
    // A way round joined edges may come back to a square it watches.
    let is_simple = |jump: &Jump| {
        let watched = jump.route.watched();
        (jump.to != from || jump.is_lap) && !watched.contains(jump.to) && !watched.contains(from)
    };
    let mut seen = HashSet::new();
    let simple = all.into_iter().filter(is_simple);
    simple.filter(|jump| seen.insert(*jump)).collect()
}

fn approaches(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for line in laying.lines(from) {
        for (index, pair) in line.windows(2).enumerate() {
            let route = Route::empty(&line[..index]).over(pair[1]);
            jumps.push(Jump::over(pair[0], pair[1], route));
        }
    }
    jumps
}

fn recoils(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for (line, direction) in laying.lines(from).zip(laying.first_vectors()) {
        let Some(behind) = laying.geometry.step(from, direction.reversed()) else {
            continue;
        };
        let free = line.iter().position(|&square| square == behind);
        for index in (0..free.unwrap_or(line.len())).rev() {
            let route = Route::empty(&line[..index]).over(behind);
            jumps.push(Jump::over(line[index], behind, route));
        }
    }
    jumps
}

/// To the first man, then from its square by one of two steps.
fn turns(laying: &Laying<'_>, from: Square, steps: impl Fn(Vector) -> [Vector; 2]) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for (line, direction) in laying.lines(from).zip(laying.first_vectors()) {
        for (index, &hurdle) in line.iter().enumerate() {
            let route = Route::empty(&line[..index]).over(hurdle);
            let arrivals = steps(direction).map(|step| laying.geometry.step(hurdle, step));
            let arrivals = arrivals.into_iter().flatten();
            jumps.extend(arrivals.map(|to| Jump::over(to, hurdle, route)));
        }
    }
    jumps
}

/// The two of the knight's leaps that are nearest to a queen's direction.
fn nearest_leaps(direction: Vector) -> [Vector; 2] {
    let Vector { files, ranks, .. } = direction;
    if files == 0 {
        [
            Vector::new(-ranks, 2 * ranks),
            Vector::new(ranks, 2 * ranks),
        ]
    } else if ranks == 0 {
        [
            Vector::new(2 * files, -files),
            Vector::new(2 * files, files),
        ]
    } else {
        [Vector::new(2 * files, ranks), Vector::new(files, 2 * ranks)]
    }
}

/// As far the other way as the first man, or the square behind the edge, is.
fn bounces(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for direction in laying.first_vectors() {
        let there = run(laying, from, direction);
        let back = run(laying, from, direction.reversed());
        for (index, &hurdle) in there.iter().enumerate() {
            if let Some(&to) = back
                .get(index)
                .filter(|_| !back[..=index].contains(&hurdle))
            {
                let way = [&there[..index], &back[..index]].concat();
                jumps.push(Jump::over(to, hurdle, Route::empty(&way).over(hurdle)));
            }
        }
        let end = there.last().copied().unwrap_or(from);
        let ends_on_edge = laying.geometry.step(end, direction).is_none();
        if let Some(&to) = back.get(there.len()).filter(|_| ends_on_edge) {
            let way = [&there[..], &back[..there.len()]].concat();
            jumps.push(Jump::along(to, Route::empty(&way)));
        }
    }
    jumps
}

/// The squares in a direction until the edge or the departure square.
fn run(laying: &Laying<'_>, from: Square, direction: Vector) -> Vec<Square> {
    let next = |&at: &Square| laying.geometry.step(at, direction).filter(|&to| to != from);
    std::iter::successors(next(&from), next).collect()
}

fn rotations(laying: &Laying<'_>, from: Square, hostile: bool) -> Vec<Jump> {
    let mut jumps = Vec::new();
    let rings = by_length(laying);
    for vector in laying.first_vectors() {
        let Some(centre) = laying.geometry.step(from, vector) else {
            continue;
        };
        let route = match hostile {
            true => Route::empty(&[centre]).with(Rule::Hostile),
            false => Route::empty(&[]).over(centre),
        };
        let round = rings[&length(vector)].iter();
        let arrivals = round.filter_map(|&other| laying.geometry.step(centre, other));
        jumps.extend(arrivals.map(|to| Jump::over(to, centre, route)));
    }
    jumps
}

fn echoes(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let mut jumps = Vec::new();
    let rings = by_length(laying);
    for vector in laying.first_vectors() {
        let Some(to) = laying.geometry.step(from, vector) else {
            continue;
        };
        let round = rings[&length(vector)].iter();
        let others = round.filter_map(|&other| laying.geometry.step(from, other));
        let others: Vec<Square> = others.filter(|&on| on != to && on != from).collect();
        let route = Route::empty(&others).with(Rule::Some);
        jumps.push(Jump::along(to, route));
    }
    jumps
}

/// Back to the departure square with no man on the way round.
fn laps(laying: &Laying<'_>, from: Square) -> Vec<Jump> {
    let lap = |line: Vec<Square>| Jump {
        is_lap: true,
        ..Jump::along(from, Route::empty(&line))
    };
    laying.laps(from).into_iter().map(lap).collect()
}

/// The vectors of a part by their lengths.
fn by_length(laying: &Laying<'_>) -> HashMap<i32, Vec<Vector>> {
    let mut rings: HashMap<i32, Vec<Vector>> = HashMap::new();
    for vector in laying.first_vectors() {
        rings.entry(length(vector)).or_default().push(vector);
    }
    rings
}

/// The square of its length.
fn length(vector: Vector) -> i32 {
    let square = |part: i8| i32::from(part) * i32::from(part);
    square(vector.files) + square(vector.ranks)
}

/// The jumps over, in front of, or off a man at the end of this vector.
fn equidistant(laying: &Laying<'_>, from: Square, vector: Vector) -> Vec<Jump> {
    let onto = |to, hurdle, way: Option<Vec<Square>>| {
        way.map(|way| Jump::over(to, hurdle, Route::empty(&way).over(hurdle)))
    };
    let step = |at, vector| laying.geometry.step(at, vector);
    let Some(first) = step(from, vector) else {
        return Vec::new();
    };
    let second = step(first, vector);
    let way = || passed(laying, from, vector, 2, first);
    let none = || Some(Vec::new());
    match laying.part.manner {
        Manner::Equihop => Vec::from_iter(second.and_then(|to| onto(to, first, way()))),
        Manner::NonstopEquihop => Vec::from_iter(second.and_then(|to| onto(to, first, none()))),
        Manner::Equistop | Manner::NonstopEquistop => {
            let is_nonstop = laying.part.manner == Manner::NonstopEquistop;
            let way = if is_nonstop { none() } else { way() };
            let mut jump = second.and_then(|man| onto(first, man, way));
            // As measured, nobody is hopped over where the man stopped at is off the queen's
            // lines, or where what lies between is passed.
            if let Some(jump) = &mut jump
                && (is_nonstop || !vector.is_on_queen_line())
            {
                jump.hurdle = None;
            }
            Vec::from_iter(jump)
        }
        Manner::EagleEquihop if is_eagle_leg(vector, false) => {
            off_at_right_angles(laying, vector, first)
                .filter_map(|(to, onward)| {
                    let way = passed(laying, from, vector, 1, first)?;
                    let rest = passed(laying, first, onward, 1, first)?;
                    onto(to, first, Some([way, rest].concat()))
                })
                .collect()
        }
        Manner::NonstopEagleEquihop if is_eagle_leg(vector, true) => {
            off_at_right_angles(laying, vector, first)
                .filter_map(|(to, _)| onto(to, first, none()))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn off_at_right_angles<'a>(
    laying: &'a Laying<'_>,
    vector: Vector,
    hurdle: Square,
) -> impl Iterator<Item = (Square, Vector)> + 'a {
    let left = Vector::new(-vector.ranks, vector.files);
    [left, left.reversed()]
        .into_iter()
        .filter_map(move |onward| Some((laying.geometry.step(hurdle, onward)?, onward)))
}

/// Eagle equihoppers use queen lines and the three shortest oblique vectors;
/// the nonstop form their multiples too.
fn is_eagle_leg(vector: Vector, multiples: bool) -> bool {
    let divisor = common_divisor(vector.files.unsigned_abs(), vector.ranks.unsigned_abs());
    let (files, ranks) = (vector.files.unsigned_abs(), vector.ranks.unsigned_abs());
    let unit = (files.min(ranks) / divisor, files.max(ranks) / divisor);
    is_straight(vector) || matches!(unit, (1, 2) | (1, 3) | (2, 3)) && (multiples || divisor == 1)
}

/// The squares through whose middle the way of `times` vectors leads, but its
/// ends and `left_out`; none if it comes back to one of these.
fn passed(
    laying: &Laying<'_>,
    from: Square,
    vector: Vector,
    times: i8,
    left_out: Square,
) -> Option<Vec<Square>> {
    let divisor = common_divisor(vector.files.unsigned_abs(), vector.ranks.unsigned_abs()) as i8;
    let unit = Vector::new(vector.files / divisor, vector.ranks / divisor);
    let mut squares = Vec::new();
    let mut at = from;
    for place in 1..times * divisor {
        at = laying.geometry.step(at, unit)?;
        let is_middle = place == divisor;
        if !is_middle && (at == from || at == left_out) {
            return None;
        }
        if !is_middle {
            squares.push(at);
        }
    }
    Some(squares)
}

fn common_divisor(left: u8, right: u8) -> u8 {
    if right == 0 {
        left.max(1)
    } else {
        common_divisor(right, left % right)
    }
}
