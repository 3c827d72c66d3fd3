//! Walks of a composer's own, written in a small notation:
//! `DE Dervish: leap 1:2 + capture hop 0:1`.
//!
//! Letters, a name if wanted, a colon, then the powers with `+` between them.
//! A power is a manner of going along a path:
//!
//! | words | meaning |
//! |---|---|
//! | `leap 1:3` | leaps by every vector of one square and three |
//! | `ride 0:1` | repeats the vector up to the first man, which it may capture |
//! | `hop 1:1` | over the first man to the next square of the line |
//! | `lion`, `rabbit`, `kangaroo`, `contra`, `locust` | as the men of these names |
//! | `hamster` | to the last empty square before the first man |
//! | `lame 0:1>1:1` | by way of the first vector's square, which must be empty |
//! | `bounce 1:1` | as far the other way as the first man or the edge is |
//! | `as rook` | all powers of a walk of the catalogue, by its key |
//!
//! A path is a vector; `0:1>1:1`, one vector once and then the other, as
//! straight on as can be; `1:2~0:2`, a zigzag of 1:2 leaps that goes 0:2 in
//! two of them; `circle 1:2`, turned an eighth at each step; `reflected 1:1`,
//! diagonals that the edges throw back; or `rings`, round the board as far from
//! the edge as the man stands. Every manner but `leap` and `bounce` goes along every
//! path. Before the
//! manner may stand `move` or `capture` for a power that serves for one of
//! them, and `forward`, `backward` or `sideways` as the own side sees it;
//! behind the path `max 3` for lines of three squares at most, and `gap 1` for
//! a hop that lands one square farther.

use super::WalkId;
use super::vector::{diagonal, oblique, straight};
use super::walk::{Facing, Manner, Part, Path, Walk};
use crate::board::{Geometry, Joins, Vector};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n, take_while1};
use nom::character::complete::{char, digit1, space0, space1};
use nom::combinator::{all_consuming, map, map_res, opt, value, verify};
use nom::multi::{many0, separated_list1};
use nom::sequence::{preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::ops::Range;
use thiserror::Error;

/// Why a definition of a walk was refused.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefinitionError {
    /// It does not follow the notation.
    #[error("`{text}` does not define a walk")]
    Malformed {
        /// The definition.
        text: String,
        /// Where the fault begins and ends, in the text that was given.
        at: Range<usize>,
    },
    /// It copies a walk that the catalogue does not have.
    #[error("no walk of the catalogue has the key `{key}`")]
    UnknownWalk {
        /// The key.
        key: String,
        /// Where it stands in the text that was given.
        at: Range<usize>,
    },
    /// The program knows too many walks already.
    #[error("too many walks of their own in one run of the program")]
    TooMany,
}

impl DefinitionError {
    /// Where the fault is in the text that was given, if it is in one place.
    pub fn place(&self) -> Option<Range<usize>> {
        match self {
            DefinitionError::Malformed { at, .. } | DefinitionError::UnknownWalk { at, .. } => {
                Some(at.clone())
            }
            DefinitionError::TooMany => None,
        }
    }
}

/// Reads the definition of a walk and gives it an id; the same definition has
/// always the same.
///
/// ```
/// use dawson::men::define;
/// let dervish = define("DE Dervish: leap 1:2 + capture hop 0:1").unwrap();
/// assert_eq!(dervish.row().letters[0], "DE");
/// assert_eq!(define("DE  Dervish :leap 1:2+capture hop 0:1").unwrap(), dervish);
/// assert!(define("DE Dervish: fly 1:2").is_err());
/// ```
///
/// # Errors
/// When the text does not follow the notation, see the [module](self).
pub fn define(text: &str) -> Result<WalkId, DefinitionError> {
    let read = all_consuming(terminated(definition, space0)).parse(text.trim());
    let (_, definition) = read.map_err(|_| DefinitionError::Malformed {
        text: text.trim().to_owned(),
        at: place_of(text, fault(text)),
    })?;
    let mut parts = Vec::new();
    for power in &definition.powers {
        power.add_to(text, &mut parts)?;
    }
    let key = definition.key();
    let made = WalkId::own(&key, || definition.walk(&key, parts));
    made.ok_or(DefinitionError::TooMany)
}

/// The first power of a walk of a composer's own by which no man could go anywhere on the board.
pub fn idle_power(walk: WalkId, board: &Geometry) -> Option<&'static str> {
    if board.joins() != Joins::None || !board.has_ranks() {
        return None;
    }
    let (_, definition) = definition(walk.row().key).ok()?;
    let idle = definition
        .powers
        .iter()
        .find(|power| !power.has_room(board))?;
    Some(idle.text)
}

/// The piece of a text that is no definition at which the notation ends.
fn fault(text: &str) -> &str {
    let whole = text.trim();
    let Ok((powers, _)) = head(whole) else {
        return whole;
    };
    let wrong = |piece: &&str| all_consuming(power).parse(piece.trim()).is_err();
    match powers.split('+').find(wrong).map(str::trim) {
        Some("") => &whole[whole.char_indices().last().map_or(0, |(at, _)| at)..],
        Some(piece) => fault_of_power(piece),
        None => whole,
    }
}

/// The word or the words that keep a piece from being a power.
fn fault_of_power(piece: &str) -> &str {
    let word = |text: &'_ str| text.find(char::is_whitespace).unwrap_or(text.len());
    let (rest, _) = many0(terminated(word_in_front, space1))
        .parse(piece)
        .unwrap_or((piece, Vec::new()));
    let Ok((behind, _)) = terminated(manner, space1).parse(rest) else {
        return &rest[..word(rest)];
    };
    match track(behind) {
        Err(_) => &behind[..word(behind)],
        Ok((left, _)) if left.trim().is_empty() => piece,
        Ok((left, _)) => left.trim(),
    }
}

/// Where a piece of a text stands in it.
fn place_of(text: &str, piece: &str) -> Range<usize> {
    let start = piece.as_ptr() as usize - text.as_ptr() as usize;
    start..start + piece.len()
}

struct Definition<'a> {
    letters: &'a str,
    name: Option<&'a str>,
    powers: Vec<Power<'a>>,
}

impl Definition<'_> {
    /// The definition with blanks in the usual places.
    fn key(&self) -> String {
        let name = self.name.map(|name| format!(" {name}"));
        let powers: Vec<&str> = self.powers.iter().map(|power| power.text).collect();
        let letters = self.letters.to_ascii_uppercase();
        let powers = powers.join(" + ");
        format!("{letters}{}: {powers}", name.unwrap_or_default())
    }

    fn walk(&self, key: &str, parts: Vec<Part>) -> Walk {
        let leak = |text: &str| -> &'static str { String::leak(text.to_owned()) };
        let letters = leak(&self.letters.to_ascii_uppercase());
        let name = self.name.map_or(letters, leak);
        Walk::new(leak(key), [name; 3], [letters; 3], Vec::leak(parts))
    }
}

/// One power, as it was written and as it was understood.
struct Power<'a> {
    text: &'a str,
    words: Vec<Word>,
    kind: Kind<'a>,
}

#[derive(Clone, Copy, PartialEq)]
enum Word {
    Move,
    Capture,
    Forward,
    Backward,
    Sideways,
}

enum Kind<'a> {
    As(&'a str),
    Along {
        manner: Manner,
        leaps: bool,
        track: Track,
        limit: Option<u8>,
    },
}

#[derive(Clone)]
enum Track {
    Straight(Vec<Vector>),
    Bent(Vec<[Vector; 2]>),
    Zigzag(Vec<[Vector; 2]>),
    Circle([Vector; 8]),
    Reflected(Vec<Vector>),
    Rings,
}

impl Power<'_> {
    fn add_to(&self, text: &str, parts: &mut Vec<Part>) -> Result<(), DefinitionError> {
        match &self.kind {
            Kind::As(key) => {
                let unknown = || DefinitionError::UnknownWalk {
                    key: (*key).to_owned(),
                    at: place_of(text, key),
                };
                let walk = WalkId::from_key(key).ok_or_else(unknown)?;
                let copied = walk
                    .row()
                    .parts
                    .iter()
                    .filter_map(|part| self.limited(*part));
                parts.extend(copied);
            }
            Kind::Along {
                manner,
                leaps,
                track,
                limit,
            } => {
                let part = Part::new(self.path(*manner, track), *manner);
                let limit = if *leaps { Some(1) } else { *limit };
                let part = part.within(limit.unwrap_or(u8::MAX));
                parts.extend(self.limited(part));
            }
        }
        Ok(())
    }

    /// Whether its shortest way fits on the board somewhere.
    fn has_room(&self, board: &Geometry) -> bool {
        let Kind::Along {
            manner,
            track,
            limit,
            ..
        } = &self.kind
        else {
            return true;
        };
        let steps = fewest_steps(*manner);
        let fits = |steps: i16, vector: Vector| {
            let within = |part: i8, size: u8| i16::from(part).abs() * steps < i16::from(size);
            within(vector.files, board.width()) && within(vector.ranks, board.height())
        };
        let first = |pairs: &[[Vector; 2]]| pairs.iter().any(|[first, _]| fits(1, *first));
        let has_room = match self.path(*manner, track) {
            Path::Straight(vectors) => vectors.iter().any(|&vector| fits(steps, vector)),
            Path::Bent(pairs) | Path::Zigzag(pairs) | Path::Legs(pairs) => first(pairs),
            _ => true,
        };
        has_room && limit.is_none_or(|limit| i16::from(limit) >= steps)
    }

    /// The part as far as the words in front leave it.
    fn limited(&self, part: Part) -> Option<Part> {
        let has = |word| self.words.contains(&word);
        let turned = has(Word::Forward) || has(Word::Backward) || has(Word::Sideways);
        let part = match part.facing {
            Facing::Fixed if turned => part.forward(),
            _ => part,
        };
        match (has(Word::Move), has(Word::Capture)) {
            (true, _) if part.which.has_quiet() => Some(part.quietly()),
            (_, true) if part.which.has_captures() => Some(part.capturing()),
            (false, false) if part.manner == Manner::Locust => Some(part.capturing()),
            (false, false) if part.manner == Manner::Approach => Some(part.quietly()),
            (false, false) => Some(part),
            _ => None,
        }
    }

    fn path(&self, manner: Manner, track: &Track) -> Path {
        let keeps = |first: Vector| {
            self.words.iter().all(|word| match word {
                Word::Forward => first.ranks > 0,
                Word::Backward => first.ranks < 0,
                Word::Sideways => first.ranks == 0,
                Word::Move | Word::Capture => true,
            })
        };
        let pairs = |pairs: &[[Vector; 2]]| -> &'static [[Vector; 2]] {
            let kept = pairs.iter().copied().filter(|pair| keeps(pair[0]));
            Vec::leak(kept.collect())
        };
        match track {
            Track::Straight(vectors) => {
                let kept = vectors.iter().copied().filter(|vector| keeps(*vector));
                Path::Straight(Vec::leak(kept.collect()))
            }
            Track::Bent(legs) if manner == Manner::Lame => Path::Legs(pairs(legs)),
            Track::Bent(legs) => Path::Bent(pairs(legs)),
            Track::Zigzag(steps) => Path::Zigzag(pairs(steps)),
            Track::Reflected(diagonals) => Path::Reflected {
                diagonals: Vec::leak(
                    diagonals
                        .iter()
                        .copied()
                        .filter(|vector| keeps(*vector))
                        .collect(),
                ),
                turns: u8::MAX,
            },
            Track::Rings => Path::Concentric,
            Track::Circle(round) => Path::Circles(Box::leak(Box::new(*round))),
        }
    }
}

/// How many steps along its line a man takes at least.
fn fewest_steps(manner: Manner) -> i16 {
    match manner {
        Manner::Hop { gap } => 2 + i16::from(gap),
        Manner::Lion { hurdles } => 1 + i16::from(hurdles),
        Manner::Locust | Manner::Contra | Manner::Approach => 2,
        Manner::Kangaroo { .. } => 3,
        _ => 1,
    }
}

fn definition(text: &str) -> IResult<&str, Definition<'_>> {
    let plus = (space0, char('+'), space0);
    map(
        (head, separated_list1(plus, power)),
        |((letters, name), powers)| Definition {
            letters,
            name,
            powers,
        },
    )
    .parse(text)
}

/// Letters and name, up to the colon and the blanks behind it.
fn head(text: &str) -> IResult<&str, (&str, Option<&str>)> {
    let letters = take_while_m_n(1, 2, |c: char| c.is_ascii_alphanumeric());
    let name = verify(take_while1(|c: char| !":+/".contains(c)), |name: &str| {
        !name.trim().is_empty()
    });
    let name = opt(preceded(space1, name));
    let colon = (space0, char(':'), space0);
    let head = terminated((letters, name), colon);
    map(head, |(letters, name): (&str, Option<&str>)| {
        (letters, name.map(str::trim))
    })
    .parse(text)
}

fn word_in_front(text: &str) -> IResult<&str, Word> {
    alt((
        value(Word::Move, tag("move")),
        value(Word::Capture, tag("capture")),
        value(Word::Forward, tag("forward")),
        value(Word::Backward, tag("backward")),
        value(Word::Sideways, tag("sideways")),
    ))
    .parse(text)
}

fn power(text: &str) -> IResult<&str, Power<'_>> {
    let copied = preceded(
        (tag("as"), space1),
        take_while1(|c: char| c.is_ascii_alphanumeric() || c == '-'),
    );
    let kind = alt((along, map(copied, Kind::As)));
    let (rest, (words, kind)) = (many0(terminated(word_in_front, space1)), kind).parse(text)?;
    let text = &text[..text.len() - rest.len()];
    Ok((rest, Power { text, words, kind }))
}

fn along(text: &str) -> IResult<&str, Kind<'_>> {
    let (rest, (manner, leaps)) = terminated(manner, space1).parse(text)?;
    let (rest, track) = track(rest)?;
    let number = |name| preceded((space1, tag(name), space1), small_number);
    let (rest, gap) = opt(number("gap")).parse(rest)?;
    let (rest, limit) = opt(number("max")).parse(rest)?;
    let straight = matches!(track, Track::Straight(_));
    let manner = match (manner, gap) {
        (Manner::Hop { .. }, gap) => Manner::Hop {
            gap: gap.unwrap_or(0),
        },
        (manner, None) => manner,
        (_, Some(_)) => return Err(refused(text)),
    };
    if !straight && (leaps || manner == Manner::Bounce) {
        return Err(refused(text));
    }
    let kind = Kind::Along {
        manner,
        leaps,
        track,
        limit,
    };
    Ok((rest, kind))
}

fn manner(text: &str) -> IResult<&str, (Manner, bool)> {
    let going = |manner: Manner, name| value((manner, false), tag(name));
    alt((
        value((Manner::Ride, true), tag("leap")),
        going(Manner::Ride, "ride"),
        going(Manner::Hop { gap: 0 }, "hop"),
        going(Manner::Lion { hurdles: 1 }, "lion"),
        going(Manner::Lion { hurdles: 2 }, "rabbit"),
        going(Manner::Approach, "hamster"),
        going(Manner::Kangaroo { hurdles: 2 }, "kangaroo"),
        going(Manner::Contra, "contra"),
        going(Manner::Locust, "locust"),
        going(Manner::Lame, "lame"),
        going(Manner::Bounce, "bounce"),
    ))
    .parse(text)
}

fn track(text: &str) -> IResult<&str, Track> {
    let circle = preceded((tag("circle"), space1), vector);
    let bent = separated_pair(vector, char('>'), vector);
    let zigzag = separated_pair(vector, char('~'), vector);
    alt((
        map_res(circle, circle_of),
        value(Track::Rings, tag("rings")),
        map_res(
            preceded((tag("reflected"), space1), vector),
            |of| match of {
                (1, 1) => Ok(Track::Reflected(turned(of))),
                _ => Err(()),
            },
        ),
        map(bent, |(first, then)| Track::Bent(bends(first, then))),
        map(zigzag, |(step, sum)| Track::Zigzag(zigzags(step, sum))),
        map(vector, |of| Track::Straight(turned(of))),
    ))
    .parse(text)
}

fn circle_of(of: (i8, i8)) -> Result<Track, ()> {
    match of {
        (small, large) if small > 0 && small < large => Ok(Track::Circle(oblique(small, large))),
        _ => Err(()),
    }
}

/// Two numbers, the smaller one first.
fn vector(text: &str) -> IResult<&str, (i8, i8)> {
    let pair = separated_pair(small_number, char(':'), small_number);
    let sorted = map(pair, |(one, other)| {
        (one.min(other) as i8, one.max(other) as i8)
    });
    verify(sorted, |&(_, large): &(i8, i8)| large > 0).parse(text)
}

/// Boards are not larger than sixteen files or ranks by much.
fn small_number(text: &str) -> IResult<&str, u8> {
    verify(map_res(digit1, str::parse), |&number: &u8| number < 32).parse(text)
}

fn turned((small, large): (i8, i8)) -> Vec<Vector> {
    match (small, large) {
        (0, large) => straight(large).to_vec(),
        (small, large) if small == large => diagonal(large).to_vec(),
        (small, large) => oblique(small, large).to_vec(),
    }
}

/// The first vector, then those of the second that lead most straight on.
fn bends(first: (i8, i8), then: (i8, i8)) -> Vec<[Vector; 2]> {
    let along = |a: Vector, b: Vector| {
        let product = |one: i8, other: i8| i16::from(one) * i16::from(other);
        product(a.files, b.files) + product(a.ranks, b.ranks)
    };
    let mut bends = Vec::new();
    for first in turned(first) {
        let onward = turned(then);
        let most = onward.iter().map(|&then| along(first, then)).max();
        let best = onward
            .into_iter()
            .filter(|&then| Some(along(first, then)) == most);
        bends.extend(best.map(|then| [first, then]));
    }
    bends
}

/// Pairs of such steps whose sum is such a vector.
fn zigzags(step: (i8, i8), sum: (i8, i8)) -> Vec<[Vector; 2]> {
    let sums = turned(sum);
    let steps = turned(step);
    let pairs = steps.iter().flat_map(|&first| {
        let pair = move |&second: &Vector| [first, second];
        steps.iter().map(pair).collect::<Vec<_>>()
    });
    let of_sum = |[first, second]: &[Vector; 2]| {
        let sum = Vector::new(first.files + second.files, first.ranks + second.ranks);
        sums.contains(&sum)
    };
    pairs.filter(of_sum).collect()
}

fn refused(text: &str) -> nom::Err<nom::error::Error<&str>> {
    nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Verify))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SquareSet;
    use crate::board::{Geometry, Side, Square};
    use crate::men::{Men, Piece, WalkTable, Which};

    /// Men that differ in nothing: dummies of both sides.
    struct Crowd([SquareSet; 2]);

    impl Men for Crowd {
        fn on(&self, square: Square) -> Piece {
            let side = Side::BOTH
                .into_iter()
                .find(|side| self.0[side.index()].contains(square));
            side.map_or(Piece::NONE, |side| {
                Piece::new(super::super::walk_id::DUMMY, side.into())
            })
        }
        fn occupied(&self) -> SquareSet {
            self.0[0] | self.0[1]
        }
        fn men_of(&self, side: Side) -> SquareSet {
            self.0[side.index()]
        }
    }

    /// Where a walk goes from each square among some men.
    fn moves(walk: WalkId, side: Side) -> Vec<Vec<String>> {
        let square = |name: &&str| Square::from_name(name).expect("a square");
        let white = ["b2", "e3", "f5", "d6"].iter().map(square).collect();
        let black = ["c3", "e6", "g2", "d3", "b7"].iter().map(square).collect();
        let crowd = Crowd([white, black]);
        let geometry = Geometry::standard();
        let table = WalkTable::compile(&geometry, [walk]);
        let of = |from: Square| {
            let mut steps = Vec::new();
            table.steps(&crowd, walk, side, from, Which::All, &mut |step| {
                steps.push(format!("{:?}", (step.to, step.captured)));
            });
            steps.sort();
            steps
        };
        geometry.squares().map(of).collect()
    }

    #[test]
    fn walks_of_the_catalogue_can_be_written() {
        for (written, key) in [
            ("X: leap 1:3", "camel"),
            ("X: leap 0:1 + leap 1:1", "erlking"),
            ("X: ride 0:1 + leap 1:2", "empress"),
            ("X: hop 0:1 + hop 1:1", "grasshopper"),
            ("X: hop 0:1 gap 1 + hop 1:1 gap 1", "grasshopper-2"),
            ("X: lion 0:1 + lion 1:1", "lion"),
            ("X: kangaroo 0:1 + kangaroo 1:1", "kangaroo"),
            ("X: locust 0:1 + locust 1:1", "locust"),
            ("X: contra 0:1 + contra 1:1", "contra-grasshopper"),
            ("X: move ride 0:1 + capture lion 0:1", "pao"),
            ("X: lame 0:1>1:1", "mao"),
            ("X: lame 1:1>0:1", "moa"),
            ("X: ride 1:2>0:2", "cat"),
            ("X: ride 1:2~0:2", "zigzag-nightrider-2-0"),
            ("X: ride 1:1~0:2", "boyscout"),
            ("X: ride circle 1:2", "rose"),
            ("X: hop circle 1:2", "rose-hopper"),
            ("X: bounce 1:1", "bishop-bouncer"),
            ("X: hop 0:1 max 2 + hop 1:1 max 2", "kinghopper"),
            ("X: as rook + as knight", "empress"),
            ("X: move as bishop + capture as vao", "vao"),
            (
                "X: forward move ride 0:1 + forward capture ride 1:1",
                "superpawn",
            ),
            (
                "X: move forward ride 1:1 + capture forward ride 0:1",
                "berolina-superpawn",
            ),
        ] {
            let own = define(written).expect(written);
            let known = WalkId::from_key(key).expect(key);
            for side in Side::BOTH {
                assert_eq!(moves(own, side), moves(known, side), "{written} is {key}");
            }
        }
    }

    #[test]
    fn what_is_no_definition_is_refused() {
        for text in [
            "",
            "DE",
            "DE Dervish",
            "DE Dervish:",
            ": leap 1:2",
            "ABC: leap 1:2",
            "DE: leap 0:0",
            "DE: leap 1:2>1:1",
            "DE: ride circle 1:1",
            "DE: leap 1:99",
            "DE: leap 1:2 +",
            "DE: ride 0:1 gap 1",
            "DE: as phoenix",
        ] {
            assert!(define(text).is_err(), "{text}");
        }
    }

    #[test]
    fn faults_are_located() {
        for (text, fault) in [
            ("DE Dervish: leap 1:2 + bogus 1:1", "bogus"),
            ("DE Dervish: leap 1:2 + move ride 1:x + leap 0:1", "1:x"),
            ("DE Dervish: hop 0:1 gab 1", "gab 1"),
            ("DE Dervish: leap 1:2 +", "+"),
            (" DE Dervish: as phoenix", "phoenix"),
            ("DE Dervish", "DE Dervish"),
        ] {
            let place = define(text).expect_err(text).place().expect("a place");
            assert_eq!(&text[place], fault, "{text}");
        }
    }

    #[test]
    fn a_fault_is_whole_letters() {
        for text in [
            "DE Dervish: leap 1:2 + + capture hop 0:1ຌ",
            "DE Dervish: leap 1:2 + é",
            "DE: + ß",
        ] {
            assert!(define(text).is_err(), "{text}");
        }
    }

    #[test]
    fn powers_that_lead_nowhere_are_found() {
        let board = Geometry::standard();
        for (power, is_idle) in [
            ("ride 9:9", true),
            ("hop 0:1 gap 9", true),
            ("hop 0:1 gap 5", false),
            ("hop 0:1 max 1", true),
            ("sideways leap 1:1", true),
            ("kangaroo 0:3", true),
            ("leap 0:7", false),
            ("lame 0:1>1:1", false),
        ] {
            let walk = define(&format!("DE: leap 1:2 + {power}")).expect(power);
            let idle = idle_power(walk, &board);
            assert_eq!(idle, is_idle.then_some(power));
        }
        let long = Geometry::new(1, 20, Joins::None).expect("a board");
        let walk = define("DE: hop 0:1 gap 9").expect("a definition");
        assert_eq!(idle_power(walk, &long), None);
    }
}
