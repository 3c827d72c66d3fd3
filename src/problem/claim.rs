//! What an author says a problem has: one key, two solutions, `2.1.1.1`, set play.

use crate::board::Side;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Why a text claims nothing that can be held against a solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ClaimError(String);

impl From<ClaimError> for String {
    fn from(error: ClaimError) -> String {
        error.0
    }
}

/// What is claimed for a problem as a whole, for single twins and for single sides.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Intention {
    /// What holds for each version and each side that nothing else is said about.
    pub all: Claim,
    /// What holds for one version alone; 0 is a).
    pub twins: Vec<(usize, Claim)>,
    /// What holds where this side begins.
    pub sides: Vec<(Side, Claim)>,
}

impl Intention {
    /// Whether nothing is claimed.
    pub fn is_empty(&self) -> bool {
        *self == Intention::default()
    }

    /// The claim for a version (0 is a)) with this side to begin: that of the twin, of the side,
    /// of the problem, whichever comes first.
    pub fn of(&self, twin: usize, starter: Side) -> &Claim {
        let of_twin = self.twins.iter().find(|(number, _)| *number == twin);
        let of_side = self.sides.iter().find(|(side, _)| *side == starter);
        let own = of_twin.map(|(_, claim)| claim);
        own.or(of_side.map(|(_, claim)| claim)).unwrap_or(&self.all)
    }

    /// Adds what a text such as `2.1.1.1`, `b) 2 solutions` or `White 1.1` claims.
    ///
    /// # Errors
    /// When it is no claim, with what was expected; when it contradicts a claim that is there.
    pub fn read(&mut self, text: &str) -> Result<(), ClaimError> {
        let text = text.trim();
        if let Some((label, rest)) = text.split_once(')')
            && let Some(number) = twin_number(label)
        {
            let claim = Claim::read(rest)?;
            let former = self.twins.iter_mut().find(|(other, _)| *other == number);
            return match former {
                Some((_, former)) => former.join(claim),
                None => {
                    self.twins.push((number, claim));
                    Ok(())
                }
            };
        }
        let sides = [
            (
                Side::White,
                ["white", "weiss", "weiß", "blanc", "blancs", "w"],
            ),
            (Side::Black, ["black", "schwarz", "noir", "noirs", "b", "s"]),
        ]
        .map(|(side, words): (Side, _)| (side, words.to_vec()));
        if let Some((first, rest)) = text.split_once([' ', ':']) {
            let first = first.to_lowercase();
            let side = sides
                .iter()
                .find(|(_, words)| words.contains(&first.as_str()));
            if let Some((side, _)) = side {
                let claim = Claim::read(rest)?;
                let former = self.sides.iter_mut().find(|(other, _)| other == side);
                return match former {
                    Some((_, former)) => former.join(claim),
                    None => {
                        self.sides.push((*side, claim));
                        Ok(())
                    }
                };
            }
        }
        self.all.join(Claim::read(text)?)
    }

    /// Takes over another claim where it says something; what is said here of the same play goes.
    ///
    /// ```
    /// use dawson::problem::Intention;
    /// let claim = |texts: &[&str]| {
    ///     let mut claim = Intention::default();
    ///     texts.iter().try_for_each(|text| claim.read(text)).expect("claims");
    ///     claim
    /// };
    /// let mut said = claim(&["0.1 + 2.1", "b) 3"]);
    /// said.overrule(claim(&["b) 1"]));
    /// assert_eq!(said, claim(&["0.1 + 2.1", "b) 1"]));
    /// said.overrule(claim(&["4"]));
    /// assert_eq!(said, claim(&["0.1 + 4"]));
    /// ```
    pub fn overrule(&mut self, other: Intention) {
        if !other.all.is_empty() {
            self.all.overrule(other.all);
            self.twins.clear();
            self.sides.clear();
        }
        for (twin, claim) in other.twins {
            let mut whole = self.of(twin, Side::White).clone();
            whole.overrule(claim);
            self.twins.retain(|(number, _)| *number != twin);
            self.twins.push((twin, whole));
        }
        for (side, claim) in other.sides {
            self.sides.retain(|(other, _)| *other != side);
            self.sides.push((side, claim));
        }
    }

    /// The claims as texts that [`read`](Intention::read) reads again.
    pub fn texts(&self) -> Vec<String> {
        let all = (!self.all.is_empty()).then(|| self.all.to_string());
        let twins = self.twins.iter();
        let twins = twins.map(|(number, claim)| format!("{}) {claim}", twin_letter(*number)));
        let sides = self.sides.iter().map(|(side, claim)| match side {
            Side::White => format!("White {claim}"),
            Side::Black => format!("Black {claim}"),
        });
        all.into_iter().chain(twins).chain(sides).collect()
    }
}

/// `a`, `b` ... `z`, `z1`, `z2` ...: the number of a version from 0.
pub fn twin_number(label: &str) -> Option<usize> {
    let mut letters = label.trim().trim_start_matches('+').chars();
    let letter = letters.next()?.to_ascii_lowercase();
    if !letter.is_ascii_lowercase() {
        return None;
    }
    let digits = letters.as_str();
    match (letter, digits.is_empty()) {
        (_, true) => Some(usize::from(letter as u8 - b'a')),
        ('z', false) => Some(25 + digits.parse::<usize>().ok()?),
        _ => None,
    }
}

/// The label of a version from its number: `a` for 0.
pub fn twin_letter(number: usize) -> String {
    match u8::try_from(number) {
        Ok(number @ 0..26) => char::from(b'a' + number).to_string(),
        _ => format!("z{}", number - 25),
    }
}

/// What is claimed for one version with one side to begin.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Claim {
    /// The actual play; nothing if no number of solutions is claimed.
    pub play: Option<Count>,
    /// The set play, if there is to be any.
    pub set_play: Option<Count>,
    /// Keys or whole lines that the author gives, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The moves that the author gives after his keys and tries, in direct, self and reflex play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub play_told: Vec<ToldMove>,
}

/// A move of battle play that the author tells, and what he says of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToldMove {
    /// The moves from the diagram on, in English long notation, this one the last; `-` where a side does nothing.
    pub moves: Vec<String>,
    /// Whether the defender begins.
    pub set_play: bool,
    /// What it is said to do.
    pub role: Role,
}

/// What an author says that a move of battle play does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// Behind a key it leads to the goal in the moves left.
    Leads,
    /// It does so behind a try, in set play, or where the text leaves room for another reading.
    Mentioned,
    /// It does so beside another continuation.
    Dual,
    /// It refutes the try before it.
    Refutes,
}

/// A number of solutions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Count {
    /// At least one: `*` behind the stipulation claims set play without counting it.
    Some,
    /// So many keys or lines.
    Lines(u32),
    /// How many moves follow at each half move from the first: `2.1.1.1`.
    Tree(Vec<u32>),
}

impl Count {
    /// The number of lines; for battle play the number of first moves is the claim.
    pub fn lines(&self) -> u32 {
        match self {
            Count::Some => 1,
            Count::Lines(lines) => *lines,
            Count::Tree(numbers) => numbers.iter().fold(1, |all, &one| all.saturating_mul(one)),
        }
    }

    /// Whether both can hold of one play.
    fn agrees(&self, other: &Count) -> bool {
        match (self, other) {
            (Count::Some, _) | (_, Count::Some) => true,
            (Count::Tree(one), Count::Tree(other)) => one == other,
            (one, other) => one.lines() == other.lines(),
        }
    }

    /// The number of first moves.
    pub fn first_moves(&self) -> u32 {
        match self {
            Count::Some => 1,
            Count::Lines(lines) => *lines,
            Count::Tree(numbers) => numbers.first().copied().unwrap_or(1),
        }
    }
}

/// `2`, `2.1.1.1`.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Some => f.write_str("*"),
            Count::Lines(lines) => write!(f, "{lines}"),
            Count::Tree(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                f.write_str(&numbers.join("."))
            }
        }
    }
}

/// `2.1.1.1`, `0.1.1.1 + 2.1.1.1` (set play first).
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.set_play {
            None => {}
            Some(Count::Some) => f.write_str("*")?,
            Some(set_play) => write!(f, "0.{set_play}")?,
        }
        match (&self.play, &self.set_play) {
            (Some(play), None) => write!(f, "{play}"),
            (Some(play), Some(_)) => write!(f, " + {play}"),
            (None, _) => Ok(()),
        }
    }
}

impl Claim {
    /// Whether nothing is claimed.
    pub fn is_empty(&self) -> bool {
        *self == Claim::default()
    }

    /// So many solutions.
    pub fn lines(lines: u32) -> Claim {
        Claim {
            play: Some(Count::Lines(lines)),
            ..Claim::default()
        }
    }

    /// Reads `2`, `2 solutions`, `2.1.1.1`, `2.1;1.1`, `0.1.1.1`, `*`, `4.1.1...`,
    /// and several of them joined by `+`.
    ///
    /// ```
    /// use dawson::problem::{Claim, Count};
    /// assert_eq!(Claim::read("2.1.1.1").unwrap().play, Some(Count::Tree(vec![2, 1, 1, 1])));
    /// assert_eq!(Claim::read("2 solutions").unwrap().play, Some(Count::Lines(2)));
    /// assert_eq!(Claim::read("0.2.1").unwrap().set_play, Some(Count::Tree(vec![2, 1])));
    /// assert!(Claim::read("many").is_err());
    /// ```
    ///
    /// # Errors
    /// When it is no claim; with what was expected.
    pub fn read(text: &str) -> Result<Claim, ClaimError> {
        let mut claim = Claim::default();
        for part in text.split('+') {
            claim.add(part).map_err(ClaimError)?;
        }
        Ok(claim)
    }

    /// Takes over what another claim says of the same play. Of two that agree, the one with more
    /// numbers stays.
    fn join(&mut self, other: Claim) -> Result<(), ClaimError> {
        let places = [
            (&mut self.play, other.play),
            (&mut self.set_play, other.set_play),
        ];
        for (place, count) in places {
            let Some(count) = count else { continue };
            match place.as_ref() {
                Some(former) if !former.agrees(&count) => {
                    return Err(ClaimError(format!(
                        "`{former}` is claimed, and `{count}`, too"
                    )));
                }
                Some(Count::Tree(_)) => {}
                _ => *place = Some(count),
            }
        }
        Ok(())
    }

    fn overrule(&mut self, other: Claim) {
        let places = [
            (&mut self.play, other.play),
            (&mut self.set_play, other.set_play),
        ];
        for (place, count) in places {
            if count.is_some() {
                *place = count;
            }
        }
    }

    fn add(&mut self, part: &str) -> Result<(), String> {
        let refused = || {
            format!(
                "`{}` is no number of solutions, e.g. `2`, `2.1.1.1`",
                part.trim()
            )
        };
        let part_text = part.trim().trim_start_matches('(').trim_end_matches(')');
        let mut words = part_text.split_whitespace();
        let numbers = words.next().unwrap_or_default();
        let is_noun = |word: &str| {
            let word = word.to_lowercase();
            ["sol", "lös", "loe", "los", "key", "line"]
                .iter()
                .any(|start| word.starts_with(start))
        };
        if !words.all(is_noun) {
            return Err(refused());
        }
        if numbers == "*" {
            self.set_play = Some(Count::Some);
            return Ok(());
        }
        let dotted = numbers.contains(['.', ';', ',']);
        let numbers = numbers
            .split(['.', ';', ','])
            .filter(|number| !number.is_empty());
        let numbers: Result<Vec<u32>, _> = numbers.map(str::parse).collect();
        let numbers = numbers.map_err(|_| refused())?;
        match (numbers.as_slice(), dotted) {
            ([], _) => return Err(refused()),
            ([0, rest @ ..], _) if !rest.is_empty() => {
                self.set_play = Some(Count::Tree(rest.to_vec()));
            }
            (numbers, _) if numbers.contains(&0) => return Err(refused()),
            ([lines], false) => self.play = Some(Count::Lines(*lines)),
            (numbers, _) => self.play = Some(Count::Tree(numbers.to_vec())),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_and_written() {
        for text in ["2", "2.1.1.1", "0.1.1.1", "0.1.1.1 + 2.1.1.1", "3.1"] {
            assert_eq!(
                Claim::read(text).map(|claim| claim.to_string()),
                Ok(text.to_owned())
            );
        }
        let same = [
            ("2 solutions", "2"),
            ("4.1.1...", "4.1.1"),
            ("(2.1;1.1)", "2.1.1.1"),
            ("*", "*"),
        ];
        for (text, want) in same {
            assert_eq!(
                Claim::read(text).map(|claim| claim.to_string()),
                Ok(want.to_owned())
            );
        }
        for text in [
            "",
            "0",
            "two",
            "2.x",
            "1.0",
            "2 apples",
            "-1",
            "99999999999",
        ] {
            assert!(Claim::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn twins_and_sides_have_claims_of_their_own() {
        let mut intention = Intention::default();
        for text in ["1", "b) 2 solutions", "Black 3"] {
            intention
                .read(text)
                .unwrap_or_else(|why| panic!("{text}: {why}"));
        }
        let lines = |twin, side| intention.of(twin, side).play.as_ref().map(Count::lines);
        assert_eq!(lines(0, Side::White), Some(1));
        assert_eq!(lines(1, Side::White), Some(2));
        assert_eq!(lines(0, Side::Black), Some(3));
        assert_eq!(intention.texts(), ["1", "b) 2", "Black 3"]);
    }
}
