//! Problems as people write them in mails, forums and notes: a position (FEN or a board of letters)
//! with lines around it that say what is asked, who made it, and how it goes; with labels
//! (`Stipulation: h#2`) or without.
//!
//! A problem is a block between blank lines that holds a position, with the blocks after it that
//! hold none. A second position in a block begins another problem.

use super::label::Label;
use super::record::Record;
use super::{Entry, epd, listing};
use crate::notation::statement;
use serde_json::Value;

/// Whether a text is of this kind: a position on a line of its own that says nothing else, or with
/// a label, or a board of eight lines.
pub(super) fn is_plain(text: &str) -> bool {
    let mut lines = text.lines();
    let lone = lines.any(|line| {
        let line = match Label::before(line) {
            Some((Label::Fen, rest)) => rest,
            _ => line,
        };
        epd::is_fen_alone(line)
    });
    lone || boards(text).next().is_some()
}

/// The first lines of boards of eight lines.
fn boards(text: &str) -> impl Iterator<Item = usize> {
    let lines: Vec<&str> = text.lines().collect();
    let mut next = 0;
    (0..lines.len()).filter(move |at| {
        let Some(board) = lines.get(*at..at + 8).filter(|_| *at >= next) else {
            return false;
        };
        let is_board = board.iter().all(|line| is_rank(line)) && has_men(board);
        if is_board {
            next = at + 8;
        }
        is_board
    })
}

/// Eight cells between blanks or strokes, or eight signs on end; a number or strokes may frame them.
fn is_rank(line: &str) -> bool {
    let cells: Vec<&str> = line
        .split(|sign: char| sign.is_whitespace() || "|│".contains(sign))
        .filter(|cell| !cell.is_empty())
        .collect();
    let is_cell =
        |cell: &&str| cell.chars().count() <= 2 && cell.chars().all(|sign| !sign.is_ascii_digit());
    let is_number = |cell: &&&str| cell.bytes().all(|byte| byte.is_ascii_digit());
    let inner = cells.iter().filter(|cell| !is_number(cell));
    inner.clone().count() == 8 && inner.clone().all(is_cell) && cells.len() < 11
}

fn has_men(board: &[&str]) -> bool {
    let signs: String = board.concat();
    let men = signs
        .chars()
        .filter(|sign| sign.is_alphabetic() || ('♔'..='♟').contains(sign));
    let kings = signs.chars().filter(|sign| "KkRr♔♚".contains(*sign));
    (1..=40).contains(&men.count()) && kings.count() > 0
}

/// A problem in the making.
#[derive(Default)]
struct Draft {
    line: usize,
    position: String,
    statement: Vec<String>,
    conditions: Vec<String>,
    solution: Vec<String>,
    authors: Vec<String>,
    origins: Vec<String>,
    awards: Vec<String>,
    titles: Vec<String>,
    intended: Option<String>,
    id: Option<String>,
    /// Remarks above the position, and below it.
    above: Vec<String>,
    notes: Vec<String>,
}

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let lines: Vec<&str> = record.text.lines().collect();
    let starts: Vec<usize> = boards(&record.text).collect();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut draft = Draft::default();
    let mut at = 0;
    let mut is_new_block = true;
    while at < lines.len() {
        let line = lines[at].trim();
        let number = record.line + at;
        if line.is_empty() {
            is_new_block = true;
            at += 1;
            continue;
        }
        let (label, text) = match Label::before(line) {
            Some((label, rest)) => (Some(label), rest),
            None => (None, line),
        };
        let board = starts.contains(&at).then(|| lines[at..at + 8].join("\n"));
        let is_fen = board.is_none() && label != Some(Label::Solution) && epd::has_fen(text);
        // What stands above a position in its block belongs to it.
        let begins = (board.is_some() || is_fen) && !draft.position.is_empty();
        let above =
            is_new_block && !draft.position.is_empty() && block_has_position(&lines, &starts, at);
        if begins || above {
            drafts.push(std::mem::take(&mut draft));
        }
        if draft.line == 0 {
            draft.line = number;
        }
        is_new_block = false;
        if let Some(board) = board {
            draft.position = board;
            at += 8;
            continue;
        }
        match is_fen {
            true => draft.fen(text),
            false => draft.take(label, text),
        }
        at += 1;
    }
    drafts.push(draft);
    let drafts = drafts.into_iter();
    let drafts = drafts.filter(|draft| draft.line > 0);
    drafts.map(Draft::entry).collect()
}

/// Whether a position stands between a line and the next blank one.
fn block_has_position(lines: &[&str], boards: &[usize], from: usize) -> bool {
    let block = lines[from..].iter().enumerate();
    let mut block = block.take_while(|(_, line)| !line.trim().is_empty());
    block.any(|(at, line)| epd::has_fen(line) || boards.contains(&(from + at)))
}

impl Draft {
    /// A line with a FEN, which may say more.
    fn fen(&mut self, text: &str) {
        let (fields, rest) = epd::fields_and_rest(text);
        self.position = fields.join(" ");
        if !rest.is_empty() {
            self.statement.push(rest);
        }
    }

    fn take(&mut self, label: Option<Label>, text: &str) {
        let text_owned = text.to_owned();
        match label {
            Some(Label::Statement | Label::Twins) => self.statement.push(text_owned),
            Some(Label::Conditions) => self.conditions.push(text_owned),
            Some(Label::Authors) => self.authors.push(text_owned),
            Some(Label::Source) => self.origins.push(text_owned),
            Some(Label::Award) => self.awards.push(text_owned),
            Some(Label::Title) => self.titles.push(text_owned),
            Some(Label::Intended) => self.intended = Some(text_owned),
            Some(Label::Id) => self.id = Some(text_owned),
            Some(Label::Solution) => self.solution.push(text_owned),
            Some(Label::White | Label::Black | Label::Neutral) => {
                let side = match label {
                    Some(Label::White) => "White",
                    Some(Label::Black) => "Black",
                    _ => "neutral",
                };
                self.position += &format!(" {side} {text}");
            }
            _ if listing::is_moves(text) || !self.solution.is_empty() => {
                self.solution.push(text_owned);
            }
            _ => self.unlabelled(text),
        }
    }

    /// `No. 3 (id: P0099999)`, a statement, or a remark.
    fn unlabelled(&mut self, text: &str) {
        if let Some(at) = text.find("id:") {
            let id = text[at + 3..].trim().trim_end_matches(')');
            self.id = Some(id.to_owned());
            return;
        }
        let plain = text.replace(['‡', '≠'], "#");
        match statement::statement(&plain) {
            Ok(said) if said.stipulation.is_some() || !self.statement.is_empty() => {
                self.statement.push(plain);
            }
            Ok(said) if !said.conditions.is_empty() => self.conditions.push(plain),
            // A line that begins like a stipulation is to be understood, not passed over.
            Err(_)
                if self.statement.is_empty()
                    && plain
                        .split(' ')
                        .next()
                        .is_some_and(|first| first.contains('#')) =>
            {
                self.statement.push(plain);
            }
            _ if self.position.is_empty() => self.above.push(text.to_owned()),
            _ => self.notes.push(text.to_owned()),
        }
    }

    fn entry(mut self) -> Entry {
        let line = self.line;
        self.statement.append(&mut self.conditions);
        let statement = self.statement.join(", ");
        let mut entry = match self.position.is_empty() {
            true => {
                let text = statement.chars().take(60).collect::<String>();
                Entry::refused(format!("line {line}: no FEN is found in `{text}`"))
            }
            false => epd::of_position(&self.position, &statement, line),
        };
        // Records with a number have their author above the position.
        if self.id.is_some() && self.authors.is_empty() && !self.above.is_empty() {
            self.authors.push(self.above.remove(0));
        }
        self.above.append(&mut self.notes);
        self.notes = self.above;
        entry.line = line;
        entry.id = self.id;
        entry.problem.authors = self.authors;
        entry.problem.origins = self.origins;
        entry.problem.awards = self.awards;
        entry.problem.titles = self.titles;
        if let Some(claim) = self.intended
            && let Err(why) = entry.problem.intention.read(&claim)
        {
            entry.warnings.push(format!("line {line}: {why}"));
        }
        let solution = self.solution.join("\n");
        entry.solution = (!solution.is_empty()).then_some(solution);
        if !self.notes.is_empty() {
            let notes = self.notes.into_iter().map(Value::String).collect();
            entry
                .details
                .insert("remarks".to_owned(), Value::Array(notes));
        }
        entry
    }
}
