//! Moves in short notation: `1.Bg3!`, `1...Kb4 2.Qa1#`, `Rgf8`.
//!
//! Which letters and squares may be left out depends on the other legal moves, so lines are
//! played through. A move that cannot be found in the position is told in full.

use crate::board::Side;
use crate::conditions::compile;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Goal, Problem};
use crate::rules::{Engine, Game, Wanted};
use crate::solution::{Branch, Line, Mark, MovePart, MoveRecord};
use std::ops::ControlFlow::Continue;

/// Tells moves of one version of a problem.
#[derive(Debug)]
pub struct ShortNotation<'a> {
    engine: Option<Engine>,
    notation: Notation<'a>,
}

/// A move of a line.
pub type Step<'a> = (Side, &'a MoveRecord, Option<Goal>);

impl<'a> ShortNotation<'a> {
    /// For the diagram of this version, in this language.
    pub fn new(problem: &'a Problem, language: Language) -> ShortNotation<'a> {
        ShortNotation {
            engine: compile(problem).ok(),
            notation: Notation::of(problem, language),
        }
    }

    /// `Bg3`, `axb4`, `Rgf8+` ...: each move of a line in short notation.
    pub fn moves(&self, steps: &[Step<'_>]) -> Vec<String> {
        let mut engine = self.engine.clone();
        if let (Some(engine), Some((side, ..))) = (&mut engine, steps.first()) {
            engine.set_side_to_move(*side);
        }
        let moves = steps.iter().map(|step| self.step(&mut engine, *step));
        moves.collect()
    }

    /// The same in long notation.
    pub fn long(&self, steps: &[Step<'_>]) -> Vec<String> {
        let moves = steps.iter().map(|(_, record, goal)| {
            let text = self.notation.movement_reaching(record, *goal);
            text.trim().to_owned()
        });
        moves.collect()
    }

    fn step(&self, engine: &mut Option<Engine>, (side, record, goal): Step<'_>) -> String {
        let played = engine.take().and_then(|mut position| {
            if position.side_to_move() != side {
                position.pass();
            }
            let text = self.play(&mut position, record, goal)?;
            *engine = Some(position);
            Some(text)
        });
        let text = played.unwrap_or_else(|| self.notation.movement(record).trim().to_owned());
        let sign = goal.and_then(|goal| goal.row().sign);
        let implied = goal.is_some_and(|goal| goal.row().implies_check_sign);
        let check = if record.check && !implied { "+" } else { "" };
        format!("{text}{check}{}", sign.unwrap_or(""))
    }

    /// Plays the move if it is legal, and tells it.
    fn play(&self, engine: &mut Engine, record: &MoveRecord, goal: Option<Goal>) -> Option<String> {
        let wanted = goal.map_or(Wanted::All, Wanted::OrReaching);
        let mut found = None;
        let mut others = Vec::new();
        let main = record.parts.first()?;
        let _ = engine.visit_moves(wanted, &[], &mut |engine, movement| {
            let other = engine.record();
            if other.parts == record.parts {
                found.get_or_insert(movement);
            } else if let (Some(part), true) = (other.parts.first(), self.is_movement(main)) {
                others.extend(self.alternative(main, part));
            }
            Continue(())
        });
        let text = self.text(record, &others);
        engine.play(found?);
        Some(text)
    }

    fn is_movement(&self, part: &MovePart) -> bool {
        matches!(part, MovePart::Movement { .. })
    }

    /// The departure of another man with the same letters that could go to the same square.
    fn alternative(&self, main: &MovePart, other: &MovePart) -> Option<String> {
        let (
            MovePart::Movement { man, from, to, .. },
            MovePart::Movement {
                man: other_man,
                from: other_from,
                to: other_to,
                ..
            },
        ) = (main, other)
        else {
            return None;
        };
        let same = self.notation.mover(*man) == self.notation.mover(*other_man);
        (same && to == other_to && from != other_from).then(|| self.notation.square(*other_from))
    }

    fn text(&self, record: &MoveRecord, others: &[String]) -> String {
        let Some(MovePart::Movement {
            man,
            from,
            to,
            captured,
            en_passant,
        }) = record.parts.first()
        else {
            return self.notation.movement(record).trim().to_owned();
        };
        let letters = self.notation.mover(*man);
        let departure = self.notation.square(*from);
        let (file, rank) = split(&departure);
        let shares = |part: &str, of: fn(&str) -> (&str, &str), first: bool| {
            others.iter().any(|other| {
                let (file, rank) = of(other);
                part == if first { file } else { rank }
            })
        };
        let from = match (letters.is_empty(), captured.is_some()) {
            (true, true) => file,
            (true, false) => "",
            _ if others.is_empty() => "",
            _ if !shares(file, split, true) => file,
            _ if !shares(rank, split, false) => rank,
            _ => &departure,
        };
        let arrival = self.notation.square(*to);
        let takes = match captured {
            None => String::new(),
            Some(on) if on == to || *en_passant => "x".to_owned(),
            Some(on) => format!("x{}-", self.notation.square(*on)),
        };
        let passing = if *en_passant { " ep." } else { "" };
        let rest = MoveRecord {
            parts: record.parts[1..].to_vec(),
            check: false,
        };
        let rest = self.notation.movement(&rest);
        format!("{letters}{from}{takes}{arrival}{passing}{}", rest.trim())
    }

    /// A line with its numbers: `1.Rc4 Bb4+ 2.axb4 Sb5#`, `1...Kb4 2.Qa1#`.
    pub fn line(&self, line: &Line) -> String {
        let steps = steps_of(line);
        let moves = self.moves(&steps);
        let sides: Vec<Side> = steps.iter().map(|(side, ..)| *side).collect();
        numbered(&sides, &moves, usize::from(line.missing), line.restart)
    }

    /// The long moves of a line.
    pub fn long_line(&self, line: &Line) -> Vec<String> {
        self.long(&steps_of(line))
    }

    /// The same without the sign of a goal, as moves of a text are kept.
    pub fn unsigned_line(&self, line: &Line) -> Vec<String> {
        self.long(&without_goals(steps_of(line)))
    }

    /// The first move of a battle: `1.Bg3!`.
    pub fn key(&self, starter: Side, key: &Branch) -> String {
        let moves = self.moves(&[(starter, &key.movement, key.goal)]);
        let mark = match key.mark {
            Mark::Key if key.goal.is_none() => "!",
            Mark::Try => "?",
            Mark::ReflexViolation => "?!?",
            _ => "",
        };
        format!("1.{}{mark}", moves.concat())
    }

    /// A move of a battle with those that lead there: `1...c5 2.Qe4 Kd6`, from the `skip`-th on.
    pub fn path(&self, starter: Side, path: &[&Branch], skip: usize) -> String {
        let steps = steps_of_path(starter, path);
        let moves = self.moves(&steps);
        let sides: Vec<Side> = steps.iter().map(|(side, ..)| *side).collect();
        numbered_from(&sides, &moves, 0, None, skip)
    }

    /// The long moves of such a path.
    pub fn long_path(&self, starter: Side, path: &[&Branch]) -> Vec<String> {
        self.long(&steps_of_path(starter, path))
    }

    /// The same without the sign of a goal.
    pub fn unsigned_path(&self, starter: Side, path: &[&Branch]) -> Vec<String> {
        self.long(&without_goals(steps_of_path(starter, path)))
    }
}

fn without_goals(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let steps = steps.into_iter();
    steps
        .map(|(side, record, _)| (side, record, None))
        .collect()
}

fn steps_of(line: &Line) -> Vec<Step<'_>> {
    let last = line.moves.len().saturating_sub(1);
    let steps = line
        .moves
        .iter()
        .enumerate()
        .map(|(index, (side, record))| (*side, record, line.goal.filter(|_| index == last)));
    steps.collect()
}

fn steps_of_path<'b>(starter: Side, path: &[&'b Branch]) -> Vec<Step<'b>> {
    let sides = [starter, !starter];
    let steps = path.iter().enumerate();
    let steps = steps.map(|(index, branch)| (sides[index % 2], &branch.movement, branch.goal));
    steps.collect()
}

/// File and rank of a square's name.
fn split(square: &str) -> (&str, &str) {
    square.split_at(square.find(|sign: char| sign.is_ascii_digit()).unwrap_or(0))
}

fn numbered(sides: &[Side], moves: &[String], missing: usize, restart: Option<usize>) -> String {
    numbered_from(sides, moves, missing, restart, 0)
}

/// Numbers stand before each move of the side that began.
fn numbered_from(
    sides: &[Side],
    moves: &[String],
    missing: usize,
    restart: Option<usize>,
    skip: usize,
) -> String {
    let first = sides.first().copied();
    let mut counted = first.map(|side| if missing % 2 == 1 { !side } else { side });
    let mut number = usize::from(missing > 0);
    let mut texts: Vec<String> = Vec::new();
    for (index, (side, text)) in sides.iter().zip(moves).enumerate() {
        if restart == Some(index) {
            (number, counted) = (0, Some(*side));
        }
        let begins = Some(*side) == counted;
        number += usize::from(begins);
        if index < skip {
            continue;
        }
        let text = match (begins, texts.is_empty()) {
            (true, _) => format!("{number}.{text}"),
            (false, true) => format!("{number}...{text}"),
            (false, false) => text.clone(),
        };
        texts.push(text);
    }
    texts.join(" ")
}
