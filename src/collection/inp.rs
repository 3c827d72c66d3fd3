//! Input files of Popeye, in its three languages.

use super::record::Record;
use super::{Entry, Open, carrier, said};
use crate::notation::popeye::read::lexer::tokens;
use crate::notation::popeye::read::{ReadProblem, Reading, read_file};
use crate::notation::popeye::words::{self, Language, Selection, Table};

/// Whether a text begins as an input does.
pub(super) fn begins(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let is = |table, language, word: &str| {
        !word.is_empty() && words::select(table, language, word) != Selection::Nothing
    };
    let is_command = |language| {
        let found = words::select(Table::Command, language, second);
        matches!(found, Selection::One(_))
    };
    let mut languages = Language::ALL.into_iter();
    // What is so short that it may be any word is followed by a command, not by the next file of a
    // printed board, `a b c`.
    languages.any(|language| {
        is(Table::Start, language, first) && (first.len() >= 4 || is_command(language))
    }) || bare(text).is_some()
}

/// The language of an input without its first and its last word: a stipulation, and a line with the men.
fn bare(text: &str) -> Option<Language> {
    let mut lines = text.lines().filter_map(|line| {
        let first = line.split_whitespace().next();
        first.filter(|first| first.len() >= 4)
    });
    let is_named = |language, first: &str, key: &str| {
        let found = words::select(Table::Command, language, first);
        matches!(found, Selection::One(word) if word.key == key)
    };
    let first = text.split_whitespace().next()?;
    let mut languages = Language::ALL.into_iter();
    let language = languages.find(|language| is_named(*language, first, "stipulation"))?;
    let has_men = lines.any(|first| is_named(language, first, "pieces"));
    (has_men && first.len() >= 4).then_some(language)
}

/// Whether a line separates two problems.
pub(super) fn is_next(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    is_word("next-problem", first)
}

/// Whether a line ends a problem, as in input whose beginning is missing.
pub(super) fn ends(text: &str) -> bool {
    let mut first = text
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    first.any(|first| is_word("end-problem", first))
}

fn is_word(key: &str, first: &str) -> bool {
    first.len() >= 4
        && Language::ALL.into_iter().any(|language| {
            let name = words::name(Table::End, key, language).unwrap_or_default();
            name.to_lowercase().starts_with(&first.to_lowercase())
        })
}

/// All problems of a record.
pub(super) fn entries(name: &str, record: &Record, open: &Open<'_>) -> Vec<Entry> {
    let (text, shift) = whole(&record.text);
    let reading = read_file(name, text.as_bytes(), open);
    let first_line = (record.line + usize::from(record.line == 0)).saturating_sub(shift);
    let mut entries: Vec<Entry> = reading
        .problems
        .iter()
        .map(|problem| entry(&reading, problem, first_line))
        .collect();
    let general = reading
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error());
    let general: Vec<String> = general
        .map(|diagnostic| said(&reading.text, diagnostic, first_line))
        .collect();
    match entries.first_mut() {
        Some(first) if !general.is_empty() => first.warnings.extend(general),
        Some(_) => {}
        None => {
            let mut refused = Entry::refused(general.join("; "));
            refused.line = first_line;
            entries.push(refused);
        }
    }
    entries
}

fn entry(reading: &Reading, read: &ReadProblem, first_line: usize) -> Entry {
    let mut entry = Entry::of(read.problem.clone());
    entry.language = reading.language;
    entry.line = first_line + read.line.saturating_sub(1);
    entry.said(&reading.text, &read.diagnostics, first_line);
    carrier::unpack_remarks(&mut entry, &read.remarks);
    entry
}

/// A piece of a file as a file of its own; with how many lines it got in front.
fn whole(text: &str) -> (String, usize) {
    if let Some(language) = bare(text) {
        let begin = words::name(Table::Start, "begin-problem", language).unwrap_or_default();
        let end = words::name(Table::End, "end-problem", language).unwrap_or_default();
        let end = if ends(text) { "" } else { end };
        return (format!("{begin}\n{text}\n{end}\n"), 1);
    }
    let words = tokens(text);
    let first = words.first().map_or("", |token| token.text);
    if !is_word("next-problem", first) {
        let has_end = words
            .last()
            .is_some_and(|last| is_word("end-problem", last.text));
        let language = Language::ALL
            .into_iter()
            .find(|language| words::select(Table::Start, *language, first) != Selection::Nothing);
        return match (has_end, language) {
            (false, Some(language)) if is_cut(text) => {
                let end = words::name(Table::End, "end-problem", language).unwrap_or_default();
                (format!("{text}\n{end}\n"), 0)
            }
            _ => (text.to_owned(), 0),
        };
    }
    let language = Language::ALL.into_iter().find(|language| {
        let name = words::name(Table::End, "next-problem", *language).unwrap_or_default();
        name.to_lowercase().starts_with(&first.to_lowercase())
    });
    let language = language.unwrap_or_default();
    let begin = words::name(Table::Start, "begin-problem", language).unwrap_or_default();
    let end = words::name(Table::End, "end-problem", language).unwrap_or_default();
    let body = text.replacen(first, begin, 1);
    let has_end = words
        .last()
        .is_some_and(|last| is_word("end-problem", last.text));
    match has_end {
        true => (body, 0),
        false => (format!("{body}\n{end}\n"), 0),
    }
}

/// Whether a piece is so long that it was cut from a larger file.
fn is_cut(text: &str) -> bool {
    text.len() >= 256 << 10
}
