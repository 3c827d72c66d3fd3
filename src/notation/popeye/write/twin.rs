//! Headings of twins, e.g. `+c) wKf6-->g6  -wRb1  `.

use super::Notation;
use crate::board::{Square, SquareSet};
use crate::men::Piece;
use crate::notation::popeye::words::{Language, Table, name};
use crate::problem::{AppliedChange, Change, Mirror, Problem, Rotation, TwinLabel};

/// The lines above the play of the diagram or a twin.
pub(super) fn heading(problem: &Problem, label: &TwinLabel, language: Language) -> String {
    let notation = Notation::of(problem, language);
    let zero = label.zero.then(|| format!("\n{}\n\n", zero_word(language)));
    let continued = if label.continued { "+" } else { "" };
    let changes = label
        .changes
        .iter()
        .enumerate()
        .filter(|(place, _)| !is_silent(&label.changes, *place))
        .map(|(place, applied)| match replaces(&label.changes, place) {
            Some((on, added)) => notation.coloured(added) + &notation.square(on) + "  ",
            None => as_played(problem, notation, applied) + "  ",
        });
    let changes: String = changes.collect();
    let letter = letter(label.number);
    let zero = zero.unwrap_or_default();
    format!("{zero}\n{continued}{letter}) {changes}\n")
}

/// A change as it is said above play: the stipulation is that with what options make of it.
fn as_played(problem: &Problem, notation: Notation<'_>, applied: &AppliedChange) -> String {
    match &applied.change {
        Change::Stipulation(asked) => notation.stipulation(&asked.with(&problem.options)),
        _ => change(notation, applied),
    }
}

/// Whether Popeye says nothing of a change: so of invisible men, and of a man whose place another one takes.
fn is_silent(changes: &[AppliedChange], place: usize) -> bool {
    match changes[place].change {
        Change::Invisible(_) => true,
        Change::Remove(from) => changes[place + 1..]
            .iter()
            .any(|later| matches!(later.change, Change::Add(on, _) if on == from)),
        _ => false,
    }
}

/// The man that takes the place of one removed in the same twin.
fn replaces(changes: &[AppliedChange], place: usize) -> Option<(Square, Piece)> {
    let Change::Add(on, added) = changes[place].change else {
        return None;
    };
    let mut former = changes[..place].iter();
    let removed = former.any(|former| matches!(former.change, Change::Remove(from) if from == on));
    removed.then_some((on, added))
}

impl Notation<'_> {
    /// The changes of a twin, e.g. `wKf6-->g6`.
    pub fn changes(self, label: &TwinLabel) -> Vec<String> {
        let changes = label.changes.iter();
        changes.map(|applied| change(self, applied)).collect()
    }

    /// One change of a twin.
    pub fn change(self, applied: &AppliedChange) -> String {
        change(self, applied)
    }
}

/// `a` to `z`, then `z1`, `z2` ...
pub(crate) fn letter(number: usize) -> String {
    match u8::try_from(number) {
        Ok(number @ 0..26) => char::from(b'a' + number).to_string(),
        _ => format!("z{}", number - 25),
    }
}

fn zero_word(language: Language) -> &'static str {
    name(Table::TwinStart, "zero-position", language).unwrap_or_default()
}

fn change(notation: Notation<'_>, applied: &AppliedChange) -> String {
    let [first, second] = applied.men;
    let at = |square| notation.square(square);
    let man = |man: Piece, square| notation.coloured(man) + &at(square);
    match &applied.change {
        Change::Move(from, to) => {
            let moved = format!("{}-->{}", man(first, *from), at(*to));
            match second.is_some() {
                true => format!("-{}  {moved}", man(second, *to)),
                false => moved,
            }
        }
        Change::Exchange(one, other) => {
            format!("{}<-->{}", man(first, *one), man(second, *other))
        }
        Change::Remove(square) => format!("-{}", man(first, *square)),
        Change::Add(square, added) => {
            let plus = if first.is_some() { "" } else { "+" };
            format!("{plus}{}", man(*added, *square))
        }
        Change::Substitute(old, new) => {
            format!("{} ==> {}", notation.letters(*old), notation.letters(*new))
        }
        Change::Rotate(rotation) => {
            format!("{} {}", word("rotate", notation), degrees(*rotation))
        }
        Change::Mirror(mirror) => format!("{} {}", word("mirror", notation), axis(*mirror)),
        Change::Shift(from, to) => {
            format!("{} {} ==> {}", word("shift", notation), at(*from), at(*to))
        }
        Change::Invisible(_) => String::new(),
        Change::PolishType => word("polish-type", notation).to_owned(),
        Change::Stipulation(stipulation) => notation.stipulation(stipulation),
        Change::Structured(structured) => notation.structured(structured),
        Change::Conditions(conditions) => notation.captions(conditions).join("\n   "),
        Change::Rights(lost, passed) => rights(notation, *lost, passed),
    }
}

/// `NoCastling h8`, `EnPassant g7 g6 g5`; all rights there are without a word.
fn rights(notation: Notation<'_>, lost: SquareSet, passed: &[Square]) -> String {
    let lost: Vec<Square> = lost.into_iter().collect();
    let rows = [("no-castling", &lost[..]), ("en-passant", passed)];
    let rows = rows.into_iter().filter(|(_, squares)| !squares.is_empty());
    let rows = rows.map(|(key, squares)| {
        let names = squares
            .iter()
            .map(|square| format!(" {}", notation.square(*square)));
        let word = name(Table::Option, key, notation.language()).unwrap_or_default();
        word.to_owned() + &names.collect::<String>()
    });
    rows.collect::<Vec<String>>().join("  ")
}

fn word(key: &str, notation: Notation<'_>) -> &'static str {
    name(Table::TwinChange, key, notation.language()).unwrap_or_default()
}

fn degrees(rotation: Rotation) -> u16 {
    match rotation {
        Rotation::Quarter => 90,
        Rotation::Half => 180,
        Rotation::ThreeQuarters => 270,
    }
}

fn axis(mirror: Mirror) -> &'static str {
    match mirror {
        Mirror::A1H1 => "a1<-->h1",
        Mirror::A1A8 => "a1<-->a8",
        Mirror::A1H8 => "a1<-->h8",
        Mirror::A8H1 => "a8<-->h1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_z() {
        let letters = [0, 1, 25, 26, 29].map(letter);
        assert_eq!(letters, ["a", "b", "z", "z1", "z4"]);
    }
}
