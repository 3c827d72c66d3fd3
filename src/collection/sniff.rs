//! Which format a text has: by what stands in it, not by the name of its file.

use super::{dressing, record};
use super::{epd, inp, plain, popeye_text};
use std::fmt;

/// A format of collections.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Input of Popeye in English, German or French.
    Input,
    /// Text printed by Popeye or by `dawson popeye`.
    PopeyeText,
    /// YAML of YACPDB and Olive (`.olv`).
    Yacpdb,
    /// One JSON object a line: our own results, or YACPDB entries.
    JsonLines,
    /// JSON of YACPDB: one entry, a list of them, or an answer of its gateway.
    Json,
    /// A FEN and a statement a line.
    Epd,
    /// Comma-separated values with a header.
    Csv,
    /// Games that start from a FEN, with a tag for the stipulation.
    Pgn,
    /// LaTeX with environments `diagram`.
    Latex,
    /// Positions with lines around them, as people write them in mails and notes, and lists of men as
    /// databases and WinChloe write them.
    Plain,
    /// A file of Problemist.
    Pbm,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Input => "Popeye input",
            Format::PopeyeText => "Popeye's text",
            Format::Yacpdb => "YACPDB/Olive YAML",
            Format::JsonLines => "JSON Lines",
            Format::Json => "JSON",
            Format::Epd => "FEN with statements",
            Format::Csv => "CSV",
            Format::Pgn => "PGN",
            Format::Latex => "LaTeX",
            Format::Plain => "text",
            Format::Pbm => "Problemist",
        })
    }
}

impl Format {
    /// The format of a text that starts like this, if it is one of them.
    pub fn of(start: &[u8]) -> Option<Format> {
        let plain = plain_text(start);
        let start = plain.as_deref().map_or(start, str::as_bytes);
        if start.iter().take(4096).any(|byte| *byte == 0) {
            return super::pbm::is_pbm(start).then_some(Format::Pbm);
        }
        Format::of_text(&record::text(start))
    }

    /// The same for a text that somebody hands over as problems: a short one that is in no format is a statement.
    pub fn presumed(start: &[u8]) -> Option<Format> {
        let is_short = start.len() < plain::LONGEST && !start.contains(&0);
        let is_text = || is_short && std::str::from_utf8(start).is_ok_and(|text| !inp::ends(text));
        Format::of(start).or_else(|| is_text().then_some(Format::Plain))
    }

    fn of_text(text: &str) -> Option<Format> {
        let first = text.lines().find(|line| !line.trim().is_empty())?.trim();
        if first.starts_with(['{', '[']) && Format::is_json(text) {
            let is_line = serde_json::from_str::<serde_json::Value>(first).is_ok();
            return Some(match is_line && first.starts_with('{') {
                true if !first.contains("\"result\"") || !first.contains("\"entries\"") => {
                    Format::JsonLines
                }
                _ if first.starts_with('{')
                    && text
                        .lines()
                        .nth(1)
                        .is_some_and(|line| line.starts_with('{')) =>
                {
                    Format::JsonLines
                }
                _ => Format::Json,
            });
        }
        if text.contains("\\begin{diagram}") {
            return Some(Format::Latex);
        }
        if inp::begins(text) {
            return Some(Format::Input);
        }
        let tags = || text.lines().filter(|line| line.starts_with('['));
        if first.starts_with('[') && tags().any(|line| line.starts_with("[FEN ")) {
            // With what is asked below it a tag alone is no game.
            let asks = tags().count() == 1 && text.lines().any(plain::says_apart);
            return Some(if asks { Format::Plain } else { Format::Pgn });
        }
        let yaml_keys = [
            "stipulation:",
            "algebraic:",
            "authors:",
            "- stipulation:",
            "- authors:",
            "- algebraic:",
        ];
        let is_key = |line: &str| yaml_keys.iter().any(|key| line.starts_with(key));
        // Dashes in front of more are a rank of a board.
        let is_yaml = first == "---" || first.starts_with("--- ") || first.starts_with("%YAML");
        let has_fen = text.lines().take(50).any(epd::has_fen);
        if is_yaml || !has_fen && text.lines().any(is_key) {
            return Some(Format::Yacpdb);
        }
        if super::csv::is_header(first) || super::csv::is_row(first) {
            return Some(Format::Csv);
        }
        // Behind the formats whose problems may hold such a text as their solution.
        if text.lines().any(popeye_text::is_frame) || text.lines().any(popeye_text::is_end) {
            return Some(Format::PopeyeText);
        }
        let lines = || text.lines().filter(|line| !line.trim().is_empty());
        // The examples of a block of conditions have positions, too.
        if plain::has_own_block(text) {
            return Some(Format::Plain);
        }
        if lines().any(epd::is_ours) {
            return Some(Format::Epd);
        }
        if plain::is_plain(text) {
            return Some(Format::Plain);
        }
        if lines().take(50).any(epd::has_fen) {
            // `#2` below a FEN with a rule is no comment.
            let asks = lines()
                .take(50)
                .any(|line| plain::says_apart(line) || plain::is_solution(line));
            return Some(if asks { Format::Plain } else { Format::Epd });
        }
        let is_plain =
            plain::has_lists(text) || plain::has_statements(text) || plain::is_statement(text);
        is_plain.then_some(Format::Plain)
    }

    /// Whether a text is input of Popeye as it stands, not wrapped in anything.
    pub fn is_bare_input(start: &[u8]) -> bool {
        plain_text(start).is_none() && Format::of(start) == Some(Format::Input)
    }

    fn is_json(text: &str) -> bool {
        let inside = text
            .trim_start()
            .trim_start_matches(['{', '['])
            .trim_start();
        inside.starts_with(['"', '{', '[', ']', '}'])
            && !text.lines().any(|line| line.starts_with("[FEN "))
    }
}

/// The text that is wrapped in UTF-16, a web page, a table of Markdown or LaTeX, if it is.
pub(super) fn plain_text(bytes: &[u8]) -> Option<String> {
    let wide = dressing::of_utf16(bytes);
    let text = match &wide {
        Some(text) => text.trim_start_matches('\u{feff}').to_owned(),
        None if bytes.iter().take(4096).any(|byte| *byte == 0) => return None,
        None => record::text(bytes),
    };
    let is_wrapped = Format::of_text(&text)
        .is_none_or(|format| matches!(format, Format::Epd | Format::Plain | Format::Csv));
    let bare = dressing::undressed(&text).filter(|_| is_wrapped);
    let dressed = bare.as_deref().unwrap_or(&text);
    let is_free =
        Format::of_text(dressed).is_none_or(|format| matches!(format, Format::Epd | Format::Plain));
    let plain = is_free.then(|| dressing::unadorned(dressed));
    let plain = plain.filter(|plain| plain != dressed);
    plain.or(bare).or(wide.map(|_| text))
}
