//! Phases of play: lines with numbered moves, trees by their indentation.

use super::movement;
use super::unreadable;
use crate::board::{Side, Square};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::PlayWords;
use crate::notation::popeye::write::notation::goal_marker;
use crate::problem::{Goal, Problem};
use crate::solution::{
    Branch, Line, Mark, MovePart, MoveRecord, Phase, PhaseKind, Play, Threat, Tree,
};

/// The play of one version.
pub(super) struct Reading<'a> {
    pub(super) problem: &'a Problem,
    pub(super) language: Language,
    pub(super) text: &'a str,
    /// Where the text stands in the whole.
    pub(super) base: usize,
}

type Read<T> = Result<T, Diagnostic>;

/// A line of the text with its place.
#[derive(Clone, Copy)]
struct Row<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reading<'a> {
    /// All phases. Each starts with a line end and ends with one.
    pub(super) fn phases(&self) -> Read<Vec<Phase>> {
        let rows: Vec<Row<'a>> = self.rows();
        let mut phases = Vec::new();
        let mut at = 0;
        while at + 1 < rows.len() {
            if !rows[at].text.is_empty() {
                let row = rows[at];
                return Err(unreadable(row.text, self.base + row.at, "an empty line"));
            }
            let behind = &rows[at + 1..];
            let count = extent(behind);
            phases.push(self.phase(&behind[..count])?);
            at += 1 + count;
        }
        name_set_play(&mut phases);
        Ok(phases)
    }

    fn rows(&self) -> Vec<Row<'a>> {
        let mut at = 0;
        let mut rows = Vec::new();
        for text in self.text.split('\n') {
            rows.push(Row { text, at });
            at += text.len() + 1;
        }
        rows
    }

    fn phase(&self, rows: &[Row<'a>]) -> Read<Phase> {
        let rows: Vec<Row<'a>> = rows
            .iter()
            .filter(|row| !row.text.is_empty())
            .copied()
            .collect();
        let (kind, play) = match rows.first() {
            Some(row) if depth(row.text).is_some() || is_heading(row.text) => self.tree(&rows)?,
            _ => (PhaseKind::Actual, Play::Lines(self.lines(&rows)?)),
        };
        let starter = match &play {
            Play::Lines(lines) => lines
                .first()
                .and_then(|line| line.moves.first())
                .map(|first| first.0),
            Play::Tree(tree) => tree
                .branches
                .first()
                .map(|branch| self.side_of(&branch.movement)),
        };
        Ok(Phase {
            kind,
            starter: starter.unwrap_or(Side::White),
            play,
            numbers: Vec::new(),
        })
    }

    fn lines(&self, rows: &[Row<'a>]) -> Read<Vec<Line>> {
        rows.iter().map(|row| self.line(*row)).collect()
    }

    fn line(&self, row: Row<'a>) -> Read<Line> {
        let mut words = Words::of(row);
        let missing = words.missing();
        let mut line = Line::ending(None);
        line.missing = missing;
        let mut numbered = Vec::new();
        while let Some(word) = words.next() {
            let (number, word) = without_number(word);
            let word = match word.text.is_empty() {
                true => words.next().unwrap_or(word),
                false => word,
            };
            let (record, goal) = self.half_move(word, &mut words)?;
            line.goal = goal.or(line.goal);
            numbered.push(number.is_some());
            line.moves.push((Side::White, record));
        }
        self.assign_sides(&mut line, &numbered);
        match line.moves.is_empty() {
            true => Err(unreadable(row.text, self.base + row.at, "a line of play")),
            false => Ok(line),
        }
    }

    /// Numbered moves belong to one side; who it is tells the first man.
    fn assign_sides(&self, line: &mut Line, numbered: &[bool]) {
        let Some((_, first)) = line.moves.first() else {
            return;
        };
        let starter = self.side_of(first);
        let counted = match line.missing == 1 {
            true => !starter,
            false => starter,
        };
        for ((side, _), number) in line.moves.iter_mut().zip(numbered) {
            *side = if *number { counted } else { !counted };
        }
        if let Some((side, _)) = line.moves.first_mut() {
            *side = starter;
        }
    }

    /// A move with the signs behind it.
    fn half_move(&self, word: Row<'a>, words: &mut Words<'a>) -> Read<(MoveRecord, Option<Goal>)> {
        let text = match words.peek() {
            Some(next) if next.text.starts_with("ep.") => {
                words.next();
                let end = next.at + next.text.len();
                &self.text[word.at..end]
            }
            _ => word.text,
        };
        let mut record = MoveRecord {
            parts: self.parts(Row { text, at: word.at })?,
            check: false,
        };
        let mut goal = None;
        if words.peek().is_some_and(|next| next.text == "+") {
            words.next();
            record.check = true;
        }
        if let Some(next) = words.peek() {
            goal = goal_of(next.text, arrival(&record));
            if goal.is_some() {
                words.next();
            }
        }
        Ok((record, goal))
    }

    fn parts(&self, row: Row<'a>) -> Read<Vec<MovePart>> {
        let geometry = &self.problem.diagram.geometry;
        let read = |side| movement::parts(row.text, self.language, geometry, side);
        let parts = read(Side::White).map_err(|left| {
            let from = row.text.len() - left;
            let found = row.text.get(from..).unwrap_or(row.text);
            unreadable(found, self.base + row.at + from, "a part of a move")
        })?;
        let departure = parts.iter().find_map(|part| match part {
            MovePart::Movement { man, from, .. } => Some((*man, *from)),
            _ => None,
        });
        let stands = departure.map(|(_, from)| self.problem.diagram.on(from));
        match stands {
            Some(man) if man.is_some() && !man.is_of(Side::White) => {
                Ok(read(Side::Black).unwrap_or(parts))
            }
            _ => Ok(parts),
        }
    }

    fn side_of(&self, record: &MoveRecord) -> Side {
        let from = record.parts.iter().find_map(|part| match part {
            MovePart::Movement { from, .. } => Some(*from),
            MovePart::Exchange { first, .. } => Some(first.1),
            _ => None,
        });
        let man = from.map(|from| self.problem.diagram.on(from));
        match man {
            Some(man) if man.is_some() && !man.is_of(Side::White) => Side::Black,
            _ => Side::White,
        }
    }

    fn tree(&self, rows: &[Row<'a>]) -> Read<(PhaseKind, Play)> {
        let mut tree = TreeReader {
            reading: self,
            words: PlayWords::of(self.language),
            rows,
        };
        let mut read = Tree::default();
        let mut kind = PhaseKind::Actual;
        if let Some(row) = rows.first().filter(|row| is_heading(row.text)) {
            tree.rows = &rows[1..];
            kind = PhaseKind::PostKey;
            read.threat = tree.threat(*row, row.text.trim(), 2)?;
        } else if rows.first().and_then(|row| depth(row.text)) != Some(0) {
            kind = PhaseKind::SetPlay;
        }
        let depth = usize::from(kind != PhaseKind::Actual);
        read.branches = tree.branches(depth)?;
        match tree.rows.first() {
            Some(row) => Err(unreadable(
                row.text,
                self.base + row.at,
                "a move at its depth",
            )),
            None => Ok((kind, Play::Tree(read))),
        }
    }
}

struct TreeReader<'a, 'r> {
    reading: &'r Reading<'a>,
    words: PlayWords,
    rows: &'r [Row<'a>],
}

impl<'a> TreeReader<'a, '_> {
    fn branches(&mut self, wanted: usize) -> Read<Vec<Branch>> {
        let mut branches = Vec::new();
        while let Some(row) = self.rows.first().copied() {
            if depth(row.text) != Some(wanted) {
                break;
            }
            self.rows = &self.rows[1..];
            branches.push(self.branch(row, wanted)?);
        }
        Ok(branches)
    }

    fn branch(&mut self, row: Row<'a>, depth: usize) -> Read<Branch> {
        let mut words = Words::of(row);
        let first = words.next().map(without_number);
        let (_, mut word) = first.unwrap_or((None, row));
        if word.text.is_empty() {
            word = words.next().unwrap_or(word);
        }
        let (movement, goal) = self.reading.half_move(word, &mut words)?;
        let mut branch = Branch::new(movement);
        branch.goal = goal;
        branch.mark = mark(&mut words);
        let behind = words.rest();
        branch.threat = self.threat(row, behind, depth + 2)?;
        branch.answers = self.branches(depth + 1)?;
        if self.is_word(self.words.but, depth) {
            branch.refutations = self.branches(depth + 1)?;
            for refutation in &mut branch.refutations {
                if refutation.mark == Mark::Key {
                    refutation.mark = Mark::Refutation;
                }
            }
        } else if self.is_word(self.words.refutes, depth) {
            branch.mark = Mark::Refutes;
        }
        Ok(branch)
    }

    /// Takes a word that stands alone in its row below a move of this depth.
    fn is_word(&mut self, word: &str, depth: usize) -> bool {
        let alone = format!("{}{word}", " ".repeat(4 * (depth + 1)));
        let found = self.rows.first().is_some_and(|row| row.text == alone);
        if found {
            self.rows = &self.rows[1..];
        }
        found
    }

    /// What the words behind a move say about threats.
    fn threat(&mut self, row: Row<'a>, words: &str, depth: usize) -> Read<Threat> {
        if words.is_empty() {
            Ok(Threat::Unsaid)
        } else if words == self.words.zugzwang {
            Ok(Threat::Zugzwang)
        } else if words == self.words.threat {
            Ok(Threat::Threats(self.branches(depth)?))
        } else {
            let at = self.reading.base + row.at + row.text.len() - words.len();
            Err(unreadable(words, at, "a mark behind a move"))
        }
    }
}

fn mark(words: &mut Words<'_>) -> Mark {
    let mark = match words.peek().map(|word| word.text) {
        Some("!") => Mark::Key,
        Some("?") => Mark::Try,
        Some("?!?") => Mark::ReflexViolation,
        _ => return Mark::None,
    };
    words.next();
    mark
}

/// The words of a row.
struct Words<'a> {
    row: Row<'a>,
    done: usize,
}

impl<'a> Words<'a> {
    fn of(row: Row<'a>) -> Words<'a> {
        Words { row, done: 0 }
    }

    fn peek(&self) -> Option<Row<'a>> {
        let rest = self.row.text.get(self.done..)?;
        let start = rest.find(|c: char| c != ' ')?;
        let end = rest[start..]
            .find(' ')
            .map_or(rest.len(), |end| start + end);
        Some(Row {
            text: &rest[start..end],
            at: self.row.at + self.done + start,
        })
    }

    fn next(&mut self) -> Option<Row<'a>> {
        let word = self.peek()?;
        self.done = word.at - self.row.at + word.text.len();
        Some(word)
    }

    /// All that is left, without blanks around it.
    fn rest(&self) -> &'a str {
        self.row.text.get(self.done..).unwrap_or("").trim()
    }

    /// Takes the dots of half-moves that are missing at the start.
    fn missing(&mut self) -> u8 {
        let rest = self.row.text;
        for (dots, missing) in [("  1...  ...", 2), ("  1...", 1)] {
            if rest.starts_with(dots) {
                self.done = dots.len();
                return missing;
            }
        }
        0
    }
}

/// `12.Ra1-a2` and `1...Ra1-a2` without their numbers.
fn without_number(word: Row<'_>) -> (Option<u32>, Row<'_>) {
    let digits = word.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let behind = word.text.get(digits..).unwrap_or("");
    let rest = behind.strip_prefix("...").or(behind.strip_prefix('.'));
    match (word.text[..digits].parse(), rest) {
        (Ok(number), Some(rest)) => {
            let at = word.at + word.text.len() - rest.len();
            (Some(number), Row { text: rest, at })
        }
        _ => (None, word),
    }
}

/// The depth of a move in a tree, from the column of its number's point.
fn depth(row: &str) -> Option<usize> {
    let point = row.find('.')?;
    let number = row[..point].trim_start();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_tree = point >= 4 && (point == 4 || point % 4 == 3);
    (is_number && is_tree).then(|| (point - 3) / 4)
}

/// How many rows the first phase fills. Blocks of first moves have an empty row
/// behind them, unless they tell a violation.
fn extent(rows: &[Row<'_>]) -> usize {
    let block = |rows: &[Row<'_>]| {
        let told = rows.iter().take_while(|row| !row.text.is_empty());
        told.count()
    };
    let mut end = block(rows);
    let is_open = |row: &Row<'_>| is_first_move(row.text) && !row.text.ends_with("?!?");
    if !rows.first().is_some_and(is_open) {
        return end;
    }
    while rows.get(end + 1).is_some_and(is_open) {
        end += 1 + block(&rows[end + 1..]);
    }
    end + 1
}

/// The first move of an actual phase in a tree.
fn is_first_move(row: &str) -> bool {
    depth(row) == Some(0)
}

/// A row that says alone what threatens, after the key.
fn is_heading(row: &str) -> bool {
    let is_word = row.starts_with(' ') && !row.starts_with("  ");
    is_word && row[1..].starts_with(|c: char| c.is_alphabetic())
}

fn goal_of(marker: &str, square: Option<Square>) -> Option<Goal> {
    let goals = [
        Some(Goal::Mate),
        Some(Goal::Stalemate),
        Some(Goal::Check),
        Some(Goal::Capture),
        square.map(Goal::Target),
    ];
    let mut goals = goals.into_iter().flatten();
    goals.find(|goal| goal_marker(*goal) == Some(marker))
}

fn arrival(record: &MoveRecord) -> Option<Square> {
    record.parts.iter().rev().find_map(|part| match part {
        MovePart::Movement { to, .. } => Some(*to),
        _ => None,
    })
}

/// Of two phases of one side, the former is set play.
fn name_set_play(phases: &mut [Phase]) {
    for index in 1..phases.len() {
        let missing = |phase: &Phase| match &phase.play {
            Play::Lines(lines) => lines.first().map_or(0, |line| line.missing),
            Play::Tree(_) => 0,
        };
        if missing(&phases[index - 1]) > missing(&phases[index]) {
            phases[index - 1].kind = PhaseKind::SetPlay;
        }
    }
}
