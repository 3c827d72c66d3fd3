//! Lays the lines of a walk's part on a board: which squares follow each
//! other from a departure square.
//!
//! **Invariant:** a line never holds its departure square and no square twice;
//! on joined edges it ends when it comes round.

use super::walk::{Facing, Part, Path, Zone};
use crate::board::{Geometry, Side, Square, Vector};

/// A part of a walk as one side uses it on one board.
#[derive(Clone, Copy)]
pub(super) struct Laying<'a> {
    pub geometry: &'a Geometry,
    pub part: &'a Part,
    pub side: Side,
}

impl Laying<'_> {
    /// Every line from `from`, none outside the part's zone. Lines may be
    /// empty.
    pub fn lines(&self, from: Square) -> Vec<Vec<Square>> {
        if !self.acts_from(from) {
            return Vec::new();
        }
        let tracks = tracks(self.part.path, self.geometry);
        tracks.iter().map(|track| self.line(from, track)).collect()
    }

    /// Every first vector of a path, in the order of its lines.
    pub fn first_vectors(&self) -> Vec<Vector> {
        let tracks = tracks(self.part.path, self.geometry);
        let first = tracks.iter().filter_map(|track| track.vectors().next());
        first.map(|vector| self.faced(vector)).collect()
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
            Zone::FarHalf => rank >= height / 2,
        }
    }

    fn line(&self, from: Square, track: &Track) -> Vec<Square> {
        let mut line: Vec<Square> = Vec::new();
        let mut at = from;
        for vector in track.vectors().take(usize::from(self.part.limit)) {
            match self.geometry.step(at, self.faced(vector)) {
                Some(next) if next != from && !line.contains(&next) => line.push(next),
                _ => break,
            }
            at = line[line.len() - 1];
        }
        line
    }

    fn faced(&self, vector: Vector) -> Vector {
        if self.is_turned() {
            Vector::new(vector.files, -vector.ranks)
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
    match path {
        Path::Straight(vectors) => vectors.iter().map(|v| track(&[], &[*v])).collect(),
        Path::Legs(legs) => legs.iter().map(|legs| track(legs, &[])).collect(),
        Path::Bent(legs) => legs.iter().map(|[a, b]| track(&[*a], &[*b])).collect(),
        Path::Zigzag(pairs) => pairs.iter().map(|pair| track(&[], pair)).collect(),
        Path::Circles(round) => circles(round).map(|round| track(&[], &round)).collect(),
        Path::Everywhere => everywhere(geometry).map(|v| track(&[], &[v])).collect(),
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
