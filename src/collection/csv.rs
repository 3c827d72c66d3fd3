//! Comma-separated values with a header that names a position and a stipulation.

use super::{Entry, carrier, epd};
use crate::problem::Intention;
use serde_json::Value;
use std::io::BufRead;

/// What a column is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    Fen,
    Statement,
    Conditions,
    Authors,
    Source,
    Award,
    Title,
    Id,
    Solution,
    Intended,
    Twins,
    Carrier,
    White,
    Black,
    Neutral,
    Other,
}

fn column(name: &str) -> Column {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match name.to_lowercase().as_str() {
        "fen" | "position" | "forsyth" | "epd" | "board" => Column::Fen,
        "white" | "weiss" | "wei" | "blancs" => Column::White,
        "black" | "schwarz" | "noirs" => Column::Black,
        "neutral" | "neutre" | "neutres" => Column::Neutral,
        "stipulation" | "stip" | "statement" | "forderung" | "enonce" | "task" => Column::Statement,
        "conditions" | "condition" | "options" => Column::Conditions,
        "authors" | "author" | "autor" | "auteur" => Column::Authors,
        "source" | "origin" | "quelle" => Column::Source,
        "award" => Column::Award,
        "title" => Column::Title,
        "id" | "no" | "nr" | "number" => Column::Id,
        "solution" => Column::Solution,
        "intended" | "intendedsolutions" | "solutions" => Column::Intended,
        "twins" | "twin" => Column::Twins,
        "dawson" => Column::Carrier,
        _ => Column::Other,
    }
}

/// Whether a line is the header of such a file.
pub(super) fn is_header(line: &str) -> bool {
    let names: Vec<Column> = line.split([',', ';', '\t']).map(column).collect();
    let has_lists = names.contains(&Column::White) && names.contains(&Column::Black);
    names.len() > 1
        && (names.contains(&Column::Fen) || has_lists && names.contains(&Column::Statement))
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
        let mut reader = ::csv::ReaderBuilder::new()
            .delimiter(separator(first))
            .flexible(true)
            .trim(::csv::Trim::All)
            .from_reader(input);
        let names = reader.byte_headers().map_err(|error| error.to_string())?;
        let names = names.iter().map(super::record::text).collect();
        Ok(Rows {
            rows: reader.into_byte_records(),
            names,
        })
    }

    fn entry(&self, row: &::csv::ByteRecord, line: usize) -> Entry {
        let cells: Vec<String> = row.iter().map(super::record::text).collect();
        let cell = |wanted: Column| {
            let mut cells = self.names.iter().zip(&cells);
            let found = cells.find(|(name, text)| column(name) == wanted && !text.is_empty());
            found.map(|(_, text)| text.clone())
        };
        let fen = cell(Column::Fen).unwrap_or_else(|| {
            // The words of the head say in which language its men are written.
            let lists = [Column::White, Column::Black, Column::Neutral];
            let lists = lists.into_iter().filter_map(|wanted| {
                let mut names = self.names.iter();
                let side = names.find(|name| column(name) == wanted)?;
                let side = if side == "wei" { "Weiß" } else { side };
                Some(format!("{side}: {}", cell(wanted)?))
            });
            lists.collect::<Vec<_>>().join(" ")
        });
        let parts = [
            cell(Column::Statement),
            cell(Column::Conditions),
            cell(Column::Twins),
        ];
        let statement = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
        let mut entry = epd::read(&fields, &statement, line);
        entry.line = line;
        let lines = |text: Option<String>| -> Vec<String> {
            let text = text.unwrap_or_default();
            let parts = text.split(['|', '\n']).map(str::trim);
            parts
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect()
        };
        entry.problem.authors = lines(cell(Column::Authors));
        entry.problem.origins = lines(cell(Column::Source));
        entry.problem.awards = lines(cell(Column::Award));
        entry.problem.titles = lines(cell(Column::Title));
        entry.id = cell(Column::Id);
        entry.solution = cell(Column::Solution);
        if let Some(claims) = cell(Column::Intended) {
            let mut intention = Intention::default();
            for claim in claims.split('|') {
                match intention.read(claim) {
                    Ok(()) => entry.problem.intention = intention.clone(),
                    Err(why) => entry.warnings.push(format!("line {line}: {why}")),
                }
            }
        }
        for (name, text) in self.names.iter().zip(&cells) {
            if column(name) == Column::Other && !text.is_empty() {
                entry
                    .details
                    .insert(name.clone(), Value::String(text.clone()));
            }
        }
        if let Some(packed) = cell(Column::Carrier) {
            let [authors, origins, awards, titles] = [
                entry.problem.authors.clone(),
                entry.problem.origins.clone(),
                entry.problem.awards.clone(),
                entry.problem.titles.clone(),
            ];
            if carrier::unpack(&mut entry, &packed) && entry.problem.authors.is_empty() {
                (entry.problem.authors, entry.problem.origins) = (authors, origins);
                (entry.problem.awards, entry.problem.titles) = (awards, titles);
            }
        }
        entry
    }
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
