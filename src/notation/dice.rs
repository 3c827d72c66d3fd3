//! Tells play with dice roll by roll, for the text of Popeye's kind and for the report.
//!
//! Of the defender's moves only those that leave the least chance are told, and of several
//! best moves the first is followed.

use super::popeye::write::Notation;
use super::sayings;
use crate::solution::{Chance, DicePlay, RollEnd, Throw, Wager};

/// A line with its indentation in steps: an attacker's rolls at even depth.
pub(crate) struct Line {
    pub(crate) depth: usize,
    pub(crate) text: String,
}

/// What to do for each roll, then the chance before the first one.
pub(crate) fn lines(notation: Notation<'_>, play: &DicePlay) -> Vec<Line> {
    let mut teller = Teller {
        notation,
        forced: play.forced,
        lines: Vec::new(),
    };
    for throw in &play.throws {
        teller.throw(throw, 0);
    }
    let result = match (play.forced, play.value) {
        (true, Some(_)) => teller.word(Word::Forced).to_owned(),
        (true, None) => teller.word(Word::NotForced).to_owned(),
        (false, value) => teller.total(value.unwrap_or(Chance::new(0, 1))),
    };
    teller.line(0, result);
    teller.lines
}

struct Teller<'a> {
    notation: Notation<'a>,
    forced: bool,
    lines: Vec<Line>,
}

#[derive(Clone, Copy)]
enum Word {
    Mated,
    Stalemated,
    Nothing,
    Chance,
    Forced,
    NotForced,
}

impl Teller<'_> {
    fn throw(&mut self, throw: &Throw, depth: usize) {
        let head = match self.forced {
            true => format!("{}:", throw.roll),
            false => format!("{} ({}):", throw.roll, throw.likelihood),
        };
        let told = self.best(throw, depth);
        let text = match (throw.end, told.is_empty()) {
            (Some(RollEnd::Mate), _) => self.word(Word::Mated).to_owned(),
            (Some(RollEnd::Stalemate), _) => self.word(Word::Stalemated).to_owned(),
            (None, true) => self.word(Word::Nothing).to_owned(),
            (None, false) => self.moves(throw, &told, depth),
        };
        self.line(depth, format!("{head} {text}"));
        let followed = told.into_iter().find(|wager| !wager.throws.is_empty());
        for next in followed.map_or(&[][..], |wager| &wager.throws) {
            self.throw(next, depth + 1);
        }
    }

    /// The moves of the throw's own value; where that is nothing an attacker has none to tell.
    fn best<'w>(&self, throw: &'w Throw, depth: usize) -> Vec<&'w Wager> {
        let is_attack = depth.is_multiple_of(2);
        if is_attack && throw.value.is_none_or(Chance::is_none) {
            return Vec::new();
        }
        let moves = throw.moves.iter();
        moves.filter(|wager| wager.value == throw.value).collect()
    }

    fn moves(&self, throw: &Throw, told: &[&Wager], depth: usize) -> String {
        let dots = if depth.is_multiple_of(2) { "." } else { "..." };
        let number = depth / 2 + 1;
        let moves: Vec<String> = told
            .iter()
            .map(|wager| self.notation.movement_reaching(&wager.movement, wager.goal))
            .collect();
        let value = throw.value.filter(|_| !self.forced);
        let value = value.map_or(String::new(), |value| format!("  {value}"));
        let mark = if depth == 0 { " !" } else { "" };
        format!("{number}{dots}{}{mark}{value}", moves.join(", "))
    }

    fn total(&self, value: Chance) -> String {
        let percent = value.as_percent();
        format!("{}: {value} ({percent:.2} %)", self.word(Word::Chance))
    }

    fn line(&mut self, depth: usize, text: String) {
        self.lines.push(Line { depth, text });
    }

    fn word(&self, word: Word) -> &'static str {
        let english = match word {
            Word::Mated => "mate by the roll",
            Word::Stalemated => "stalemate by the roll",
            Word::Nothing => "nothing",
            Word::Chance => "chance",
            Word::Forced => "forced whatever the dice",
            Word::NotForced => "not forced whatever the dice",
        };
        sayings::said("dice", english, self.notation.language()).unwrap_or(english)
    }
}
