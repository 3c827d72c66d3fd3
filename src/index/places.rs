//! Where men stand, packed for comparing: under the symmetries of the board, shifted, with colours exchanged.

use crate::board::Square;
use crate::men::{Piece, Sides};
use crate::problem::{Diagram, Problem};

/// A man on its file and rank; its kind is a number that both colours share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub file: i16,
    pub rank: i16,
    /// 1 white, 2 black, 3 neutral.
    pub sides: u8,
    /// What it is: walk and attributes, stable between runs.
    pub kind: u32,
}

/// The eight symmetries of a square, as numbers.
pub(super) const TURNS: std::ops::Range<u8> = 0..8;

/// All men of a diagram.
pub(super) fn places(diagram: &Diagram) -> Vec<Place> {
    diagram
        .men()
        .map(|(on, man)| place(diagram, on, man))
        .collect()
}

pub(super) fn place(diagram: &Diagram, on: Square, man: Piece) -> Place {
    Place {
        file: i16::from(diagram.geometry.file(on)),
        rank: i16::from(diagram.geometry.rank(on)),
        sides: match man.sides() {
            Sides::White => 1,
            Sides::Black => 2,
            Sides::Both => 3,
        },
        kind: kind(man),
    }
}

/// A number for walk, royalty and attributes. The number of a walk is not stable, its key is.
fn kind(man: Piece) -> u32 {
    let key = man.walk().row().key;
    let start = 0x811c_9dc5_u32;
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let of_key = key.bytes().fold(start, hash);
    let attributes = man
        .attributes()
        .places()
        .fold(of_key, |all, place| hash(all, place as u8 + 1));
    hash(attributes, u8::from(man.is_royal()))
}

/// One byte each for file and rank, one for the side, four for the kind.
pub(super) fn pack(places: &[Place]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(7 * places.len());
    for place in places {
        bytes.extend([place.file as u8, place.rank as u8, place.sides]);
        bytes.extend(place.kind.to_le_bytes());
    }
    bytes
}

pub(super) fn unpack(bytes: &[u8]) -> Vec<Place> {
    let all = bytes.chunks_exact(7);
    all.map(|chunk| Place {
        file: i16::from(chunk[0]),
        rank: i16::from(chunk[1]),
        sides: chunk[2],
        kind: u32::from_le_bytes([chunk[3], chunk[4], chunk[5], chunk[6]]),
    })
    .collect()
}

/// The places after a symmetry of a board of this size, colours exchanged or not. Sorted.
pub(super) fn turned(places: &[Place], turn: u8, exchanged: bool, size: i16) -> Vec<Place> {
    let mut all: Vec<Place> = places
        .iter()
        .map(|place| {
            let (mut file, mut rank) = (place.file, place.rank);
            if turn & 1 != 0 {
                file = size - 1 - file;
            }
            if turn & 2 != 0 {
                rank = size - 1 - rank;
            }
            if turn & 4 != 0 {
                (file, rank) = (rank, file);
            }
            let sides = match (place.sides, exchanged) {
                (1, true) => 2,
                (2, true) => 1,
                (sides, _) => sides,
            };
            Place {
                file,
                rank,
                sides,
                ..*place
            }
        })
        .collect();
    all.sort_unstable();
    all
}

/// The places moved into the corner.
pub(super) fn shifted(places: &[Place]) -> Vec<Place> {
    let file = places.iter().map(|place| place.file).min().unwrap_or(0);
    let rank = places.iter().map(|place| place.rank).min().unwrap_or(0);
    places
        .iter()
        .map(|place| Place {
            file: place.file - file,
            rank: place.rank - rank,
            ..*place
        })
        .collect()
}

/// A hash of a position that its symmetries, shifts and an exchange of colours do not change.
pub(super) fn position_hash(places: &[Place]) -> i64 {
    let forms = TURNS.flat_map(|turn| {
        [false, true].map(|exchanged| shifted(&turned(places, turn, exchanged, 8)))
    });
    let least = forms.min().unwrap_or_default();
    hash(&pack(&least))
}

/// How the two kings of the usual board stand to each other, whatever the symmetry and shift; nothing without one each.
pub(super) fn kings(places: &[Place]) -> Option<i64> {
    let royal = kind(Piece::usual(
        crate::men::walk_id::KING,
        crate::board::Side::White,
    ));
    let one = |sides: u8| {
        let mut kings = places
            .iter()
            .filter(|place| (place.sides, place.kind) == (sides, royal));
        let first = kings.next()?;
        kings.next().is_none().then_some(first)
    };
    let (white, black) = (one(1)?, one(2)?);
    let ways = [white.file - black.file, white.rank - black.rank].map(|way| i64::from(way.abs()));
    Some(8 * ways[0].max(ways[1]) + ways[0].min(ways[1]))
}

/// How many men two positions could have in common at most, as far as their kinds tell.
pub(super) fn kinds_in_common(one: &[Place], other: &[Place], exchanged: bool) -> usize {
    let sides = |sides: u8| match (sides, exchanged) {
        (1, true) => 2,
        (2, true) => 1,
        (sides, _) => sides,
    };
    let mut used = 0_u64;
    let mut count = 0;
    for place in one {
        let wanted = (sides(place.sides), place.kind);
        let free = other.iter().enumerate().position(|(number, place)| {
            number < 64 && used & 1 << number == 0 && (place.sides, place.kind) == wanted
        });
        if let Some(number) = free {
            used |= 1 << number;
            count += 1;
        }
    }
    count + other.len().saturating_sub(64)
}

/// Fowler, Noll and Vo's hash 1a, as SQLite's number.
pub(super) fn hash(bytes: &[u8]) -> i64 {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash as i64
}

/// How many men two positions have in common in the best of all their forms.
pub(super) fn in_common(forms: &[Vec<Place>], other: &[Place]) -> usize {
    let mut best = 0;
    for form in forms {
        let (mut i, mut j, mut same) = (0, 0, 0);
        while i < form.len() && j < other.len() {
            match form[i].cmp(&other[j]) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    same += 1;
                    i += 1;
                    j += 1;
                }
            }
        }
        best = best.max(same);
    }
    best
}

/// All forms of a position.
pub(super) fn forms(places: &[Place]) -> Vec<Vec<Place>> {
    let forms =
        TURNS.flat_map(|turn| [false, true].map(|exchanged| turned(places, turn, exchanged, 8)));
    let mut all: Vec<Vec<Place>> = forms.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Which shifts and turns a pattern may be looked for under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Freedom {
    pub files: bool,
    pub ranks: bool,
    /// All eight symmetries, the mirror image only, or none.
    pub turns: Turns,
}

/// Which symmetries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turns {
    All,
    Mirror,
    None,
}

/// A pattern in all forms that it may be looked for in.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    forms: Vec<Vec<Place>>,
    freedom: Freedom,
}

impl Pattern {
    pub(super) fn new(places: &[Place], freedom: Freedom) -> Pattern {
        let turns: &[u8] = match freedom.turns {
            Turns::All => &[0, 1, 2, 3, 4, 5, 6, 7],
            Turns::Mirror => &[0, 1],
            Turns::None => &[0],
        };
        let turned = |turn: &u8| turned(places, *turn, false, 8);
        let mut forms: Vec<Vec<Place>> = turns.iter().map(turned).collect();
        forms.sort_unstable();
        forms.dedup();
        Pattern { forms, freedom }
    }

    /// Whether all its men stand among these, moved and turned as far as allowed.
    pub(super) fn holds(&self, places: &[Place]) -> bool {
        let stands = |wanted: Place| {
            places.iter().any(|place| {
                (place.file, place.rank, place.sides, place.kind)
                    == (wanted.file, wanted.rank, wanted.sides, wanted.kind)
            })
        };
        self.forms.iter().any(|pattern| {
            let Some(first) = pattern.first() else {
                return true;
            };
            let mut anchors = places
                .iter()
                .filter(|place| (place.sides, place.kind) == (first.sides, first.kind));
            anchors.any(|anchor| {
                let (files, ranks) = (anchor.file - first.file, anchor.rank - first.rank);
                let allowed =
                    (files == 0 || self.freedom.files) && (ranks == 0 || self.freedom.ranks);
                allowed
                    && pattern.iter().all(|place| {
                        stands(Place {
                            file: place.file + files,
                            rank: place.rank + ranks,
                            ..*place
                        })
                    })
            })
        })
    }
}

/// The men of a list such as `wKa1 bQh8`, as places.
///
/// # Errors
/// With what cannot be read.
pub(super) fn of_list(text: &str) -> Result<Vec<Place>, String> {
    let problem = Problem::from_statement("#1", text).map_err(|error| error.to_string())?;
    Ok(places(&problem.diagram))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Place> {
        of_list(text).expect("men")
    }

    #[test]
    fn the_hash_knows_no_symmetry_shift_or_colour() {
        let hash = position_hash(&of("wKa1 wQb3 bKd4"));
        for same in [
            "wKh1 wQg3 bKe4",
            "wKb2 wQc4 bKe5",
            "bKa1 bQb3 wKd4",
            "wKa1 wQc2 bKd4",
        ] {
            assert_eq!(position_hash(&of(same)), hash, "{same}");
        }
        for other in ["wKa1 wRb3 bKd4", "wKa1 wQb4 bKd4"] {
            assert_ne!(position_hash(&of(other)), hash, "{other}");
        }
    }

    #[test]
    fn places_survive_packing() {
        let places = of("wKa1 wQb3 bKd4 nPe5");
        assert_eq!(unpack(&pack(&places)), places);
    }

    #[test]
    fn a_pattern_is_found_shifted_and_mirrored() {
        let places = of("wKc1 bKe5 wRe1");
        let free = Freedom {
            files: true,
            ranks: true,
            turns: Turns::All,
        };
        assert!(Pattern::new(&of("wKa1 wRc1"), free).holds(&places));
        assert!(Pattern::new(&of("wRa1 wKc1"), free).holds(&places));
        let none = Freedom {
            files: false,
            ranks: false,
            turns: Turns::None,
        };
        assert!(!Pattern::new(&of("wKa1 wRc1"), none).holds(&places));
        assert!(Pattern::new(&of("wKc1 wRe1"), none).holds(&places));
    }

    #[test]
    fn kings_stand_alike_in_every_form() {
        let stand = kings(&of("wKc1 bKe5 wRe1"));
        assert_eq!(stand, Some(8 * 4 + 2));
        for turn in TURNS {
            let turned = turned(&of("wKc1 bKe5 wRe1"), turn, turn % 2 == 1, 8);
            assert_eq!(kings(&shifted(&turned)), stand);
        }
        assert_eq!(kings(&of("wKc1 wRe1")), None);
    }
}
