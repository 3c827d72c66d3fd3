//! Phases of play: lines with numbered moves, trees by their indentation.

use super::movement;
use super::unreadable;
use super::word::{Row, Words, depth, without_number};
use crate::board::{Side, Square};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::PlayWords;
use crate::problem::{Goal, Problem};
use crate::solution::{
    Branch, Line, Mark, MovePart, MoveRecord, NumberedMove, Phase, PhaseKind, Play, Threat, Tree,
};
use std::time::Duration;

/// The play of one version.
pub(super) struct Reading<'a> {
    pub(super) problem: &'a Problem,
    pub(super) language: Language,
    pub(super) text: &'a str,
    /// Where the text stands in the whole.
    pub(super) base: usize,
}

type Read<T> = Result<T, Diagnostic>;

impl<'a> Reading<'a> {
    /// All phases. Each starts with a line end and ends with one.
    pub(super) fn phases(&self) -> Read<Vec<Phase>> {
        let rows: Vec<Row<'a>> = self.rows();
        let mut phases = Vec::new();
        let mut at = 0;
        while at + 1 < rows.len() {
            self.empty(rows.get(at))?;
            let mut told = PhaseReader {
                reading: self,
                rows: &rows,
                at,
                numbers: Vec::new(),
            };
            phases.push(told.phase()?);
            at = told.at + 1;
        }
        name_set_play(&mut phases);
        Ok(phases)
    }

    /// Nothing may stand here.
    fn empty(&self, row: Option<&Row<'a>>) -> Read<()> {
        match row {
            Some(row) if row.text.is_empty() => Ok(()),
            Some(row) => Err(unreadable(row.text, self.base + row.at, "an empty line")),
            None => Err(unreadable("", self.base + self.text.len(), "an empty line")),
        }
    }

    fn rows(&self) -> Vec<Row<'a>> {
        let mut at = 0;
        let mut rows = Vec::new();
        for text in self.text.split('\n') {
            // No empty line stands above a check.
            if text == " +" {
                rows.push(Row { text: "", at });
            }
            rows.push(Row { text, at });
            at += text.len() + 1;
        }
        rows
    }

    fn line(&self, row: Row<'a>) -> Read<Line> {
        let mut words = Words::of(row);
        let mut line = Line::ending(None);
        line.missing = words.missing();
        let mut counted = None;
        while let Some(word) = words.next() {
            if word.text == "?!?" {
                line.violates = true;
                break;
            }
            let (number, mut word) = without_number(word);
            if word.text.is_empty() {
                word = words.next().unwrap_or(word);
            }
            // Behind an introductory series the other side is counted from 1.
            if number == Some(1) && !line.moves.is_empty() {
                line.restart = Some(line.moves.len());
                counted = counted.map(|counted: Side| !counted);
            }
            // Numbered moves belong to one side; who it is tells the first man.
            let side = counted.map(|counted: Side| match number {
                Some(_) => counted,
                None => !counted,
            });
            let side = side.unwrap_or_else(|| self.side_at(word));
            counted = counted.or(Some(match line.missing == 1 {
                true => !side,
                false => side,
            }));
            let (record, goal) = self.half_move(word, side, &mut words)?;
            line.goal = goal.or(line.goal);
            line.moves.push((side, record));
        }
        match line.moves.is_empty() {
            true => Err(unreadable(row.text, self.base + row.at, "a line of play")),
            false => Ok(line),
        }
    }

    /// A move with the signs behind it.
    fn half_move(
        &self,
        word: Row<'a>,
        side: Side,
        words: &mut Words<'a>,
    ) -> Read<(MoveRecord, Option<Goal>)> {
        let mut text = word.text;
        while let Some(next) = words.peek().filter(|next| belongs_to_move(next.text)) {
            words.next();
            text = &self.text[word.at..next.at + next.text.len()];
        }
        let mut record = MoveRecord {
            parts: self.parts(Row { text, at: word.at }, side)?,
            check: false,
        };
        let mut goal = None;
        if words.peek().is_some_and(|next| next.text == "+") {
            words.next();
            record.check = true;
        }
        if let Some(next) = words.peek() {
            goal = Goal::from_sign(next.text, arrival(&record));
            if goal.is_some() {
                words.next();
            }
        }
        // The sign of mate stands for that of check.
        record.check |= matches!(goal, Some(Goal::Mate | Goal::Check));
        Ok((record, goal))
    }

    fn parts(&self, row: Row<'a>, side: Side) -> Read<Vec<MovePart>> {
        let geometry = &self.problem.diagram.geometry;
        let parts = movement::parts(row.text, self.language, geometry, side);
        parts.map_err(|left| {
            let from = row.text.len() - left;
            let found = row.text.get(from..).unwrap_or(row.text);
            unreadable(found, self.base + row.at + from, "a part of a move")
        })
    }

    /// Whose man stands where a first move starts; White's if that is unknown.
    fn side_at(&self, word: Row<'a>) -> Side {
        let geometry = &self.problem.diagram.geometry;
        let parts = movement::parts(word.text, self.language, geometry, Side::White);
        let from = parts
            .unwrap_or_default()
            .into_iter()
            .find_map(|part| match part {
                MovePart::Movement { from, .. } => Some(from),
                MovePart::Exchange { first, .. } => Some(first.1),
                _ => None,
            });
        let man = from.map(|from| self.problem.diagram.on(from));
        match man {
            Some(man) if man.is_some() && !man.is_of(Side::White) => Side::Black,
            _ => Side::White,
        }
    }

    /// Who makes the first move of a tree.
    fn starter(&self, rows: &[Row<'a>]) -> Option<Side> {
        let row = rows.iter().find(|row| depth(row.text).is_some())?;
        let mut words = Words::of(*row);
        let (_, first) = without_number(words.next()?);
        Some(self.side_at(first))
    }

    fn tree(&self, rows: &[Row<'a>]) -> Read<(PhaseKind, Play)> {
        let first = rows.iter().find_map(|row| depth(row.text)).unwrap_or(0);
        let starter = self.starter(rows).unwrap_or(Side::White);
        let mut tree = TreeReader {
            reading: self,
            words: PlayWords::of(self.language),
            attacker: match first % 2 {
                0 => starter,
                _ => !starter,
            },
            rows,
        };
        let mut read = Tree::default();
        let least = rows.iter().filter_map(|row| depth(row.text)).min();
        let base = usize::from(least != Some(0));
        let heading = rows.first().filter(|row| is_heading(row.text));
        let kind = match (heading, base) {
            (Some(_), 0) => PhaseKind::Defence,
            (Some(_), _) => PhaseKind::PostKey,
            (None, 0) => PhaseKind::Actual,
            (None, _) => PhaseKind::SetPlay,
        };
        if let Some(row) = heading {
            tree.rows = &rows[1..];
            read.threat = tree.threat(Words::of(*row).rest(), base + 1)?;
        }
        read.branches = tree.branches(base)?;
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

/// A phase being read. All up to and with the row `at` is read.
struct PhaseReader<'a, 'r> {
    reading: &'r Reading<'a>,
    rows: &'r [Row<'a>],
    at: usize,
    numbers: Vec<NumberedMove>,
}

impl<'a, 'r> PhaseReader<'a, 'r> {
    fn phase(&mut self) -> Read<Phase> {
        let behind = self.rows[self.at + 1..].iter();
        let mut told = behind.take_while(|row| !row.text.is_empty());
        let first = told.find(|row| !is_number(row.text)).copied();
        let (kind, play) = match first.map(|row| (depth(row.text), is_heading(row.text))) {
            Some((Some(0), _)) if self.tells_defences() => {
                let rows = self.block();
                (PhaseKind::Defence, self.reading.tree(rows)?.1)
            }
            Some((Some(0), _)) => (PhaseKind::Actual, self.first_moves()?),
            Some((depth, heading)) if depth.is_some() || heading => {
                let rows = self.block();
                self.reading.tree(rows)?
            }
            _ => (PhaseKind::Actual, self.lines()?),
        };
        let starter = match &play {
            Play::Lines(lines) => lines
                .first()
                .and_then(|line| line.moves.first())
                .map(|first| first.0),
            Play::Tree(_) => first.and_then(|row| self.reading.starter(&[row])),
            // Play roll by roll is not read back.
            Play::Dice(_) => None,
        };
        Ok(Phase {
            kind,
            starter: starter.unwrap_or(Side::White),
            play,
            told: Default::default(),
            numbers: std::mem::take(&mut self.numbers),
        })
    }

    /// Whether moves in the first column are not marked as keys and tries are, and no further
    /// block follows.
    fn tells_defences(&self) -> bool {
        let behind = &self.rows[self.at + 1..];
        let block = behind.iter().take_while(|row| !row.text.is_empty());
        let is_marked = |row: &Row<'_>| {
            let mut words = row.text.split(' ');
            words.any(|word| ["!", "?", "?!?"].contains(&word))
        };
        let count = block.clone().count();
        let moves = block.filter(|row| depth(row.text) == Some(0));
        !moves.clone().any(is_marked) && behind.len() <= count + 1
    }

    fn next(&self) -> Option<Row<'a>> {
        let row = self.rows.get(self.at + 1).copied();
        row.filter(|row| !row.text.is_empty())
    }

    /// Rows up to an empty one.
    fn block(&mut self) -> &'r [Row<'a>] {
        let rows: &'r [Row<'a>] = self.rows;
        let behind = &rows[self.at + 1..];
        let told = behind.iter().take_while(|row| !row.text.is_empty());
        let count = told.count();
        self.at += count;
        &behind[..count]
    }

    fn lines(&mut self) -> Read<Play> {
        let mut lines = Vec::new();
        while let Some(row) = self.next() {
            self.at += 1;
            match is_number(row.text) {
                true => self.number(row, lines.len())?,
                false => lines.push(self.reading.line(row)?),
            }
        }
        Ok(Play::Lines(lines))
    }

    /// Blocks of first moves, each with an empty row behind it unless it tells a
    /// violation.
    fn first_moves(&mut self) -> Read<Play> {
        let mut tree = Tree::default();
        while let Some(row) = self.next() {
            if is_number(row.text) {
                self.at += 1;
                self.number(row, tree.branches.len())?;
                continue;
            }
            let reading = self.reading;
            let (_, play) = reading.tree(self.block())?;
            if let Play::Tree(read) = play {
                tree.branches.extend(read.branches);
            }
            let last = tree.branches.last().map(|branch| branch.mark);
            if last != Some(Mark::ReflexViolation) {
                self.at += 1;
                reading.empty(self.rows.get(self.at))?;
            }
        }
        Ok(Play::Tree(tree))
    }

    /// `  3  (Sb4-d3 )`, ` 16:7  (Bb8-c7 + )`: a move that was taken up.
    fn number(&mut self, row: Row<'a>, before: usize) -> Read<()> {
        let fault = || unreadable(row.text, self.reading.base + row.at, "a numbered move");
        let (path, told) = row.text.split_once("  (").ok_or_else(fault)?;
        let told = told.strip_suffix(')').ok_or_else(fault)?;
        let (told, elapsed) = match told.split_once("    ") {
            None => (told, Duration::ZERO),
            Some((told, time)) => (told, elapsed(time).ok_or_else(fault)?),
        };
        let path: Result<Vec<u32>, _> = path.trim().split(':').map(str::parse).collect();
        let at = row.at + row.text.find("  (").map_or(0, |at| at + 3);
        let mut words = Words::of(Row { text: told, at });
        let word = words.next().ok_or_else(fault)?;
        let side = self.reading.side_at(word);
        let (movement, _) = self.reading.half_move(word, side, &mut words)?;
        self.numbers.push(NumberedMove {
            path: path.map_err(|_| fault())?,
            movement,
            before,
            elapsed,
        });
        Ok(())
    }
}

/// Whether numbered moves are told with times.
pub(super) fn tells_times(text: &str) -> bool {
    let mut rows = text.lines().filter(|row| is_number(row));
    rows.any(|row| row.contains(" = "))
}

/// `Time = 1:02.500 m:s`.
fn elapsed(text: &str) -> Option<Duration> {
    let (_, time) = text.split_once(" = ")?;
    let (time, _) = time.split_once(' ')?;
    let (whole, millis) = time.split_once('.')?;
    let parts: Result<Vec<u64>, _> = whole.split(':').map(str::parse).collect();
    let parts = parts.ok()?.into_iter();
    let seconds = parts.fold(0u64, |sum, part| {
        sum.saturating_mul(60).saturating_add(part)
    });
    let millis: u64 = millis.parse().ok().filter(|millis| *millis < 1000)?;
    Some(Duration::from_secs(seconds).saturating_add(Duration::from_millis(millis)))
}

/// A row that tells which move is taken up.
fn is_number(row: &str) -> bool {
    let path = row.split_once("  (").map_or("", |(path, _)| path.trim());
    !path.is_empty() && path.chars().all(|c| c.is_ascii_digit() || c == ':')
}

struct TreeReader<'a, 'r> {
    reading: &'r Reading<'a>,
    words: PlayWords,
    /// Who moves at even depths.
    attacker: Side,
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
        let side = match depth % 2 {
            0 => self.attacker,
            _ => !self.attacker,
        };
        let (movement, goal) = self.reading.half_move(word, side, &mut words)?;
        let mut branch = Branch::new(movement);
        branch.goal = goal;
        branch.mark = mark(&mut words);
        branch.threat = self.threat(words.rest(), depth + 2)?;
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

    /// What the rules change when the defender passes, as printed behind the word for threats.
    fn passing(&self, changes: Row<'a>, depth: usize) -> Read<MoveRecord> {
        let side = match depth % 2 {
            0 => !self.attacker,
            _ => self.attacker,
        };
        let parts = match changes.text.is_empty() {
            true => Vec::new(),
            false => self.reading.parts(changes, side)?,
        };
        let check = false;
        Ok(MoveRecord { parts, check })
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
    fn threat(&mut self, words: Row<'a>, depth: usize) -> Read<Threat> {
        if words.text.is_empty() {
            Ok(Threat::Unsaid)
        } else if words.text == self.words.zugzwang {
            Ok(Threat::Zugzwang)
        } else if words.text == "+" {
            Ok(Threat::Check)
        } else if let Some(changes) = words.text.strip_prefix(self.words.threat) {
            let at = words.at + self.words.threat.len();
            let passing = self.passing(Row { text: changes, at }, depth)?;
            let moves = self.branches(depth)?;
            Ok(Threat::Threats { passing, moves })
        } else {
            let at = self.reading.base + words.at;
            Err(unreadable(words.text, at, "a mark behind a move"))
        }
    }
}

/// `ep.` and what follows it, or `(2.5/3)`.
fn belongs_to_move(word: &str) -> bool {
    let is_budget = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    word.starts_with("ep.") || word.strip_prefix('(').is_some_and(is_budget)
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

/// A row that says alone what threatens, after the key.
fn is_heading(row: &str) -> bool {
    let is_word = row.starts_with(' ') && !row.starts_with("  ");
    is_word && row[1..].starts_with(|c: char| c.is_alphabetic() || c == '+')
}

fn arrival(record: &MoveRecord) -> Option<Square> {
    record.parts.iter().rev().find_map(|part| match part {
        MovePart::Movement { to, .. } => Some(*to),
        MovePart::Exchange { second, .. } => Some(second.1),
        MovePart::Castling { long } => Some(Square::at(if *long { 2 } else { 6 }, 0)),
        _ => None,
    })
}

/// Of two phases of one side, the former is set play.
fn name_set_play(phases: &mut [Phase]) {
    for index in 1..phases.len() {
        let missing = |phase: &Phase| match &phase.play {
            Play::Lines(lines) => lines.first().map_or(0, |line| line.missing),
            Play::Tree(_) | Play::Dice(_) => 0,
        };
        if missing(&phases[index - 1]) > missing(&phases[index]) {
            phases[index - 1].kind = PhaseKind::SetPlay;
        }
    }
}
