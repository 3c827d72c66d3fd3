//! Comma-separated values with a header that names a position and a stipulation.

use super::carrier::{Shows, Visible};
use super::label::Label;
use super::{Entry, aside, carrier, epd, write};
use crate::notation::statement;
use crate::problem::{Intention, twin_number};
use serde_json::Value;
use std::io::BufRead;

/// Whether a line is the header of such a file.
pub(super) fn is_header(line: &str) -> bool {
    let names: Vec<Option<Label>> = line.split([',', ';', '\t']).map(Label::of).collect();
    let has = |label| names.contains(&Some(label));
    let has_lists = has(Label::White) && has(Label::Black);
    let has_fen_alone = line.contains('/') || line.contains(':');
    names.len() > 1 && !has_fen_alone && (has(Label::Fen) || has_lists && has(Label::Statement))
}

/// Whether a line is a row of a file without header: one cell is a FEN, another asks something.
pub(super) fn is_row(line: &str) -> bool {
    let names = names_without_header(line);
    let has = |name: &str| names.iter().any(|other| other == name);
    // `FEN ; #2` is a line of its own kind, `FEN;#2;1.Qa1` a row.
    let is_apart = separator(line) == b';' && [" ;", "; "].iter().any(|apart| line.contains(apart));
    let has_halves = || {
        let cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        with_halves(cells.clone()).len() < cells.len()
    };
    !is_apart && has("fen") && has("stipulation") && !has_halves()
}

/// What the columns are, from what stands in a row.
fn names_without_header(line: &str) -> Vec<String> {
    let mut reader = ::csv::ReaderBuilder::new()
        .delimiter(separator(line))
        .has_headers(false)
        .trim(::csv::Trim::All)
        .from_reader(line.as_bytes());
    let row = reader
        .records()
        .next()
        .and_then(Result::ok)
        .unwrap_or_default();
    let asks = |cell: &str| {
        let said = statement::statement(cell);
        said.is_ok_and(|said| said.stipulation.is_some() && !said.has_men())
    };
    let name = |(number, cell): (usize, &str)| {
        let known = match cell {
            cell if cell.split_whitespace().next().is_some_and(epd::has_fen) => "fen",
            cell if !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()) => "id",
            cell if super::moves::is_moves(cell) => "solution",
            cell if asks(cell) => "stipulation",
            _ => return format!("{NAMELESS}{}", number + 1),
        };
        known.to_owned()
    };
    row.iter().enumerate().map(name).collect()
}

/// What stands before the number of a column that nothing names.
const NAMELESS: &str = "column ";

/// Whether a name is such a number.
fn is_nameless(name: &str) -> bool {
    let number = name.strip_prefix(NAMELESS);
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

/// A row between whose commas stands a decimal one: `h#2,5`.
fn with_halves(cells: Vec<String>) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    for cell in cells {
        let counts = |before: &&mut String| {
            let moves = before.trim_end_matches(|sign: char| sign.is_ascii_digit());
            moves.len() < before.len() && moves.ends_with(['#', '=', '‡', '≠', '+'])
        };
        match whole
            .last_mut()
            .filter(|before| cell == "5" && counts(before))
        {
            Some(before) => *before += ".5",
            None => whole.push(cell),
        }
    }
    whole
}

/// The separator of a header.
fn separator(line: &str) -> u8 {
    let count = |sign: char| line.matches(sign).count();
    let signs = [',', ';', '\t'];
    let most = signs.into_iter().max_by_key(|sign| count(*sign));
    most.map_or(b',', |sign| sign as u8)
}

/// The rows, one after the other.
pub(super) struct Rows<'a> {
    rows: ::csv::ByteRecordsIntoIter<Box<dyn BufRead + 'a>>,
    names: Vec<String>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(mut input: Box<dyn BufRead + 'a>) -> Result<Rows<'a>, String> {
        let start = input.fill_buf().map_err(|error| error.to_string())?;
        let text = super::record::text(start);
        let first = text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let has_header = is_header(first);
        let mut reader = ::csv::ReaderBuilder::new()
            .delimiter(separator(first))
            .flexible(true)
            .has_headers(has_header)
            .trim(::csv::Trim::All)
            .from_reader(input);
        let names = match has_header {
            true => {
                let names = reader.byte_headers().map_err(|error| error.to_string())?;
                names.iter().map(super::record::text).collect()
            }
            false => names_without_header(first),
        };
        Ok(Rows {
            rows: reader.into_byte_records(),
            names,
        })
    }

    fn entry(&self, row: &::csv::ByteRecord, line: usize) -> Entry {
        let cells: Vec<String> = row.iter().map(super::record::text).collect();
        let cells = match cells.len() > self.names.len() {
            true => with_halves(cells),
            false => cells,
        };
        let carried = self.cell(&cells, Label::Carrier).unwrap_or_default();
        let is_same = |(name, (cell, written)): (&String, (&String, &String))| {
            cell == written || Label::of(name) == Some(Label::Carrier)
        };
        let shows = Shows {
            is_as_written: |entry: &Entry| {
                let written = self.written(entry);
                let mut pairs = self.names.iter().zip(cells.iter().zip(&written));
                cells.len() == written.len() && pairs.all(is_same)
            },
            seen: || self.visible(&cells, line),
            shown: |entry: &Entry| self.visible(&self.written(entry), line),
        };
        let entry = carrier::settle(&carried, line, shows);
        Entry { line, ..entry }
    }

    /// What stands in the first cell with this label that is not empty.
    fn cell(&self, cells: &[String], wanted: Label) -> Option<String> {
        let mut cells = self.names.iter().zip(cells);
        let found = cells.find(|(name, text)| Label::of(name) == Some(wanted) && !text.is_empty());
        found.map(|(_, text)| text.clone())
    }

    /// What stands in all cells with this label.
    fn cells(&self, cells: &[String], wanted: Label) -> Vec<String> {
        let cells = self.names.iter().zip(cells);
        let found =
            cells.filter(|(name, text)| Label::of(name) == Some(wanted) && !text.is_empty());
        found.map(|(_, text)| text.clone()).collect()
    }

    /// Twins in columns of their own: `b)`, `c)`.
    fn twins_by_letter(&self, cells: &[String]) -> Vec<String> {
        let cells = self.names.iter().zip(cells);
        let twins = cells.filter(|(name, text)| {
            let label = name.strip_suffix(')').filter(|label| label.len() == 1);
            label.and_then(twin_number).is_some() && !text.is_empty()
        });
        twins.map(|(name, text)| format!("{name} {text}")).collect()
    }

    /// What cells without a name say of the task: conditions, options, claims.
    fn said_without_header(&self, cells: &[String]) -> Vec<String> {
        let cells = self.names.iter().zip(cells);
        let nameless = cells.filter(|(name, text)| !text.is_empty() && is_nameless(name));
        // What is understood and cannot be done has to be refused.
        let says = |text: &&String| match statement::statement(text) {
            Ok(said) => said.says_more(),
            Err(errors) => statement::asks_unsupported(&errors),
        };
        let said = nameless.map(|(_, text)| text).filter(says);
        said.cloned().collect()
    }

    /// The cells that our writer fills, in the columns of this file.
    fn written(&self, entry: &Entry) -> Vec<String> {
        let written = write::cells(entry);
        let cell = |name: &String| {
            let label = Label::of(name);
            let mut written = written.iter();
            let found = written.find(|(name, _)| label.is_some() && Label::of(name) == label);
            found.map_or(String::new(), |(_, text)| text.trim().to_owned())
        };
        self.names.iter().map(cell).collect()
    }

    /// What the cells say but for what is carried along.
    fn visible(&self, cells: &[String], line: usize) -> Visible {
        let cell = |wanted: Label| self.cell(cells, wanted);
        let fen = cell(Label::Fen).unwrap_or_else(|| {
            // The words of the head say in which language its men are written.
            let lists = [Label::White, Label::Black, Label::Neutral];
            let lists = lists.into_iter().filter_map(|wanted| {
                let mut names = self.names.iter();
                let side = names.find(|name| Label::of(name) == Some(wanted))?;
                let side = if side == "wei" { "Weiß" } else { side };
                Some(format!("{side}: {}", cell(wanted)?))
            });
            lists.collect::<Vec<_>>().join(" ")
        });
        let asked = cell(Label::Statement).into_iter();
        let parts = asked.chain(self.cells(cells, Label::Conditions));
        let parts = parts.chain(self.cells(cells, Label::Twins));
        let parts = parts.chain(self.twins_by_letter(cells));
        let parts = parts.chain(self.said_without_header(cells));
        let mut statement = parts.collect::<Vec<_>>().join(", ");
        let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
        let side = cell(Label::Side);
        let told = aside::place_side(side.as_deref(), &mut fields, &mut statement);
        let mut entry = epd::read(&fields, &statement, line);
        entry.line = line;
        entry.warnings.extend(told);
        let lines = |text: Option<String>| -> Vec<String> {
            let text = text.unwrap_or_default();
            let parts = text.split(['|', '\n']).map(str::trim);
            parts
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect()
        };
        entry.problem.authors = lines(cell(Label::Authors));
        entry.problem.origins = lines(cell(Label::Source));
        entry.problem.awards = lines(cell(Label::Award));
        entry.problem.titles = lines(cell(Label::Title));
        entry.id = cell(Label::Id);
        entry.solution = cell(Label::Solution);
        if let Some(claims) = cell(Label::Intended) {
            let mut intention = Intention::default();
            for claim in claims.split('|') {
                match intention.read(claim) {
                    Ok(()) => entry.problem.intention = intention.clone(),
                    Err(why) => entry.warnings.push(format!("line {line}: {why}")),
                }
            }
        }
        for (name, text) in self.names.iter().zip(cells) {
            let is_aside = |label| matches!(label, Label::Date | Label::Remark);
            if Label::of(name).is_none_or(is_aside) && !text.is_empty() {
                entry
                    .details
                    .insert(name.clone(), Value::String(text.clone()));
            }
        }
        let named = self.names.iter().zip(cells);
        let named = named.filter(|(name, _)| !is_nameless(name));
        entry.note_unread(named.map(|(name, text)| (name.as_str(), text.as_str())));
        let text = format!("{fen}\n{statement}");
        Visible { entry, text }
    }
}

/// What our writer writes, but for what is carried along.
pub(super) fn shown(entry: &Entry) -> Visible {
    let rows = Rows {
        rows: ::csv::ReaderBuilder::new()
            .from_reader(Box::new(std::io::empty()) as Box<dyn BufRead>)
            .into_byte_records(),
        names: write::cells(entry).map(|(name, _)| name.to_owned()).into(),
    };
    rows.visible(&rows.written(entry), 1)
}

impl Iterator for Rows<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        Some(match self.rows.next()? {
            Ok(row) => {
                let line = row.position().map_or(0, ::csv::Position::line) as usize;
                self.entry(&row, line)
            }
            Err(error) => Entry::refused(error.to_string()),
        })
    }
}
