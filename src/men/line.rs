//! Lays the lines of a walk's part on a board: which squares follow each
//! other from a departure square.
//!
//! **Invariant:** a line never holds its departure square and no square twice;
//! where it comes round, or where a man that counts hurdles would cross its own way, it ends. Squares
//! that a rider meets again are left out: they were empty the first time.

use super::walk::{Facing, Manner, Part, Path, Zone};
use super::{cells, ring, vector};
use crate::board::{Geometry, Side, Square, Turn, Vector};

/// A part of a walk as one side uses it on one board.
pub(super) struct Laying<'a> {
    pub geometry: &'a Geometry,
    pub part: &'a Part,
    side: Side,
    tracks: Vec<Track>,
}

impl<'a> Laying<'a> {
    /// Makes ready to lay the part out.
    pub fn new(geometry: &'a Geometry, part: &'a Part, side: Side) -> Laying<'a> {
        Laying {
            geometry,
            part,
            side,
            tracks: tracks(part.path, geometry),
        }
    }

    /// Every line from `from`, none outside the part's zone. Lines may be
    /// empty.
    pub fn lines(&self, from: Square) -> impl Iterator<Item = Vec<Square>> + '_ {
        let acts = self.acts_from(from);
        let tracks = if acts { self.tracks.as_slice() } else { &[] };
        let tracks = tracks.iter().map(move |track| self.line(from, track));
        let ring = match self.part.path {
            Path::Ring(way) if acts => ring::lines(self.geometry, way, from),
            Path::Concentric if acts => ring::concentric(self.geometry, from),
            _ => Vec::new(),
        };
        tracks.chain(ring)
    }

    /// The lines that come back to `from`.
    pub fn laps(&self, from: Square) -> Vec<Vec<Square>> {
        match self.part.path {
            Path::Reflected { turns, .. } if self.acts_from(from) => {
                let tracks = self.tracks.iter();
                let lines = tracks.map(|track| self.bent_line(from, track, turns, Bend::Reflect));
                let closed = lines.filter(|(_, is_closed)| *is_closed);
                closed.map(|(line, _)| line).collect()
            }
            Path::Concentric => {
                let whole = ring::width(self.geometry, from);
                let lines = self.lines(from);
                lines.filter(|line| line.len() + 1 == whole).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The first vector of each line.
    pub fn first_vectors(&self) -> impl Iterator<Item = Vector> + '_ {
        let first = self
            .tracks
            .iter()
            .filter_map(|track| track.vectors().next());
        first.map(|vector| self.faced(vector))
    }

    /// Whether the part acts from this square at all.
    pub fn acts_from(&self, from: Square) -> bool {
        let height = self.geometry.height();
        let rank = self.geometry.rank(from);
        let rank = if self.is_turned() {
            height - 1 - rank
        } else {
            rank
        };
        match self.part.zone {
            Zone::Board => true,
            Zone::FirstRank => rank == 0,
            Zone::SecondRank => rank == 1,
            Zone::BeyondFirstRank => rank > 0,
            Zone::BeyondFirstRankAnd(squares) => rank > 0 || squares.contains(from),
            Zone::FarHalf => rank >= height / 2,
            Zone::DoubleStep => self.geometry.double_step_squares(self.side).contains(from),
            Zone::Files(files) => files.contains(&self.geometry.file(from)),
        }
    }

    fn line(&self, from: Square, track: &Track) -> Vec<Square> {
        match self.part.path {
            Path::Reflected { turns, .. } => self.bent_line(from, track, turns, Bend::Reflect).0,
            Path::Mirrored(_) => self.bent_line(from, track, 1, Bend::Mirror).0,
            _ => self.straight_line(from, track),
        }
    }

    /// A line that goes on after it met the edge, and whether it ends because it came back.
    /// Who counts hurdles ends where it crosses itself, for a man passed twice would count twice.
    fn bent_line(
        &self,
        from: Square,
        track: &Track,
        mut turns: u8,
        bend: Bend,
    ) -> (Vec<Square>, bool) {
        let mut line: Vec<Square> = Vec::new();
        let (mut at, mut vector) = (from, track.repeated[0]);
        loop {
            let next = match self.geometry.step(at, vector) {
                Some(next) => next,
                None if turns == 0 => break,
                None => {
                    let Some((next, onward)) = self.bent(at, vector, bend) else {
                        break;
                    };
                    turns -= 1;
                    vector = onward;
                    next
                }
            };
            if next == from {
                return (line, true);
            }
            if !line.contains(&next) {
                line.push(next);
            } else if !matches!(self.part.manner, Manner::Ride | Manner::Lap) {
                break;
            }
            at = next;
        }
        (line, false)
    }

    /// The next square and direction of a diagonal that cannot go on.
    fn bent(&self, at: Square, vector: Vector, bend: Bend) -> Option<(Square, Vector)> {
        let file = self.geometry.step(at, Vector::new(vector.files, 0));
        let rank = self.geometry.step(at, Vector::new(0, vector.ranks));
        let (along, onward) = match (file, rank) {
            (Some(along), None) => (along, Vector::new(vector.files, -vector.ranks)),
            (None, Some(along)) => (along, Vector::new(-vector.files, vector.ranks)),
            _ => return None,
        };
        match bend {
            Bend::Mirror => Some((along, onward)),
            Bend::Reflect => Some((self.geometry.step(at, onward)?, onward)),
        }
    }

    fn straight_line(&self, from: Square, track: &Track) -> Vec<Square> {
        let mut line: Vec<Square> = Vec::new();
        let (mut at, mut turned) = (from, Turn::NONE);
        for vector in track.vectors().take(usize::from(self.part.limit)) {
            let way = turned.applied(self.faced(vector));
            match self.geometry.passage(at, way) {
                Some((next, turn)) if next != from => {
                    match line.contains(&next) {
                        false => line.push(next),
                        true if self.crosses_itself() => {}
                        true => break,
                    }
                    (at, turned) = (next, turned.then(turn));
                }
                _ => break,
            }
        }
        line
    }

    /// Whether a way may lead over a square again in another direction, and go on.
    fn crosses_itself(&self) -> bool {
        self.geometry.joins().turn_ways() && self.part.manner == Manner::Ride
    }

    fn faced(&self, vector: Vector) -> Vector {
        if self.is_turned() {
            self.geometry.turned_for_black(vector)
        } else {
            vector
        }
    }

    fn is_turned(&self) -> bool {
        match self.part.facing {
            Facing::Fixed => false,
            Facing::Forward => self.side == Side::Black,
            Facing::Backward => self.side == Side::White,
        }
    }
}

/// What a diagonal does on the edge.
#[derive(Clone, Copy)]
enum Bend {
    Reflect,
    Mirror,
}

/// The vectors of a line: some once, then others over and over.
struct Track {
    once: Vec<Vector>,
    repeated: Vec<Vector>,
}

impl Track {
    fn vectors(&self) -> impl Iterator<Item = Vector> + '_ {
        let repeated = self.repeated.iter().cycle();
        self.once.iter().chain(repeated).copied()
    }
}

fn tracks(path: Path, geometry: &Geometry) -> Vec<Track> {
    let track = |once: &[Vector], repeated: &[Vector]| Track {
        once: once.to_vec(),
        repeated: repeated.to_vec(),
    };
    let each = |vectors: Vec<Vector>| vectors.iter().map(|v| track(&[], &[*v])).collect();
    match path {
        Path::Straight(vectors) => each(cells::vectors(geometry, vectors).unwrap_or_default()),
        Path::Ahead => {
            let [ahead, _] = geometry.pawn_steps();
            each(ahead)
        }
        Path::AheadBeside => {
            let [_, beside] = geometry.pawn_steps();
            each(beside)
        }
        Path::Mirrored(vectors)
        | Path::Reflected {
            diagonals: vectors, ..
        } => vectors.iter().map(|v| track(&[], &[*v])).collect(),
        Path::Legs(legs) => legs.iter().map(|legs| track(legs, &[])).collect(),
        Path::Bent(legs) => legs.iter().map(|[a, b]| track(&[*a], &[*b])).collect(),
        Path::Zigzag(pairs) => pairs.iter().map(|pair| track(&[], pair)).collect(),
        Path::Circles(round) => circles(round).map(|round| track(&[], &round)).collect(),
        Path::Ring(_) | Path::Concentric => Vec::new(),
        Path::AllByFile => everywhere(geometry).map(|v| track(&[], &[v])).collect(),
        Path::StraightByFile => everywhere(geometry)
            .filter(|&v| is_straight(v))
            .map(|v| track(&[], &[v]))
            .collect(),
        Path::AllBySize | Path::StraightBySize => {
            let mut vectors: Vec<Vector> = everywhere(geometry).collect();
            vectors.retain(|&vector| path == Path::AllBySize || is_straight(vector));
            vectors.sort_by_key(|&vector| order_by_size(vector));
            vectors.iter().map(|v| track(&[], &[*v])).collect()
        }
    }
}

/// From each vector of the circle, one way round and the other.
fn circles(round: &[Vector; 8]) -> impl Iterator<Item = [Vector; 8]> + '_ {
    (0..8).flat_map(move |first| {
        let onward = std::array::from_fn(|step| round[(first + step) % 8]);
        let backward = std::array::from_fn(|step| round[(first + 8 - step) % 8]);
        [onward, backward]
    })
}

/// Every vector that stays on a board of this size, file by file.
fn everywhere(geometry: &Geometry) -> impl Iterator<Item = Vector> {
    let (files, ranks) = (geometry.width() as i8, geometry.height() as i8);
    (1 - files..files)
        .flat_map(move |file| (1 - ranks..ranks).map(move |rank| Vector::new(file, rank)))
        .filter(|vector| *vector != Vector::new(0, 0))
}

/// Whether it lies on a queen's line.
pub(super) fn is_straight(vector: Vector) -> bool {
    let (files, ranks) = (vector.files.unsigned_abs(), vector.ranks.unsigned_abs());
    files == 0 || ranks == 0 || files == ranks
}

/// Oblique vectors from large to small, then queen lines from far to near.
fn order_by_size(vector: Vector) -> (bool, i16, usize, i16) {
    let (files, ranks) = (i16::from(vector.files), i16::from(vector.ranks));
    let unit = Vector::new(files.signum() as i8, ranks.signum() as i8);
    if is_straight(vector) {
        let place = vector::QUEEN_REVERSED.iter().position(|&each| each == unit);
        return (true, 0, place.unwrap_or(0), -files.abs().max(ranks.abs()));
    }
    let (small, large) = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
    let order = vector::oblique(small as i8, large as i8);
    let place = order.iter().position(|&each| each == vector);
    (false, small - 32 * large, place.unwrap_or(0), 0)
}
