//! Takes off what problems are wrapped in: UTF-16, web pages, tables of Markdown, boards of LaTeX.
//!
//! **Invariant:** what is left is a text in one of the usual forms, on the lines it stood on as far
//! as that goes.

use crate::notation::position::fen_of_address;

/// The text of bytes in UTF-16, with its mark or without.
pub(super) fn of_utf16(bytes: &[u8]) -> Option<String> {
    let (is_big, start) = match bytes {
        [0xff, 0xfe, ..] => (false, 2),
        [0xfe, 0xff, ..] => (true, 2),
        // Latin letters have every second byte zero.
        [0, second, 0, fourth, ..] if *second != 0 && *fourth != 0 => (true, 0),
        [first, 0, third, 0, ..] if is_text(*first) && is_text(*third) => (false, 0),
        _ => return None,
    };
    let units = bytes[start..].chunks_exact(2).map(|pair| match is_big {
        true => u16::from_be_bytes([pair[0], pair[1]]),
        false => u16::from_le_bytes([pair[0], pair[1]]),
    });
    Some(
        char::decode_utf16(units)
            .map(|sign| sign.unwrap_or('\u{fffd}'))
            .collect(),
    )
}

fn is_text(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte.is_ascii_whitespace()
}

/// The text without its dressing; nothing if it wears none.
pub(super) fn undressed(text: &str) -> Option<String> {
    let first = text.trim_start();
    let is_page =
        first.starts_with('<') && has_tags(text) || text.contains("<br") || text.contains("</p>");
    if is_page || text.contains("&#") || text.contains("&nbsp;") {
        return Some(without_tags(text));
    }
    if is_table(text) {
        return Some(as_csv(text));
    }
    if text.lines().filter(|line| line.starts_with('>')).count() > 1 {
        return Some(unquoted(text));
    }
    if text.contains("://") {
        let bare = without_addresses(text);
        return (bare != text).then_some(bare);
    }
    let has_board = ["\\fenboard", "setfen=", "setfen ="]
        .iter()
        .any(|mark| text.contains(mark));
    has_board.then(|| without_commands(text))
}

/// A mail without the signs of what it quotes.
fn unquoted(text: &str) -> String {
    let lines = text.lines().map(|line| match line.starts_with('>') {
        true => line.trim_start_matches(['>', ' ']),
        false => line,
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The FEN of each address that has one in its place; all else as it is.
pub(super) fn without_addresses(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let words = line.split(' ').map(|word| match word.contains("://") {
            true => fen_of_address(word).unwrap_or_else(|| word.to_owned()),
            false => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn has_tags(text: &str) -> bool {
    [
        "<p",
        "<html",
        "<div",
        "<table",
        "<!DOCTYPE",
        "<!doctype",
        "<pre",
        "<span",
        "<li",
        "<ul",
        "<b>",
    ]
    .iter()
    .any(|tag| text.contains(tag))
}

/// A page as lines of text.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        plain += &rest[..open];
        let inside = &rest[open + 1..];
        let Some(close) = inside.find('>').filter(|_| is_tag(inside)) else {
            plain.push('<');
            rest = inside;
            continue;
        };
        let name = inside[..close].trim_start_matches('/').to_lowercase();
        let name = name
            .split(|sign: char| !sign.is_alphanumeric())
            .next()
            .unwrap_or_default();
        if matches!(name, "script" | "style") && !inside.starts_with('/') {
            let end = inside.find(&format!("</{name}")).unwrap_or(inside.len());
            rest = &inside[end..];
            continue;
        }
        match name {
            "br" | "tr" => plain.push('\n'),
            "p" | "div" | "table" | "h1" | "h2" | "h3" | "h4" | "li" | "pre" | "dt" | "dd"
            | "hr" => {
                plain.push('\n');
            }
            "td" | "th" => plain.push(' '),
            _ => {}
        }
        rest = &inside[close + 1..];
    }
    plain += rest;
    with_signs(&plain)
}

fn is_tag(inside: &str) -> bool {
    inside.starts_with(|sign: char| sign.is_ascii_alphabetic() || "/!".contains(sign))
}

/// `&#35;`, `&#x265A;`, `&amp;` as the signs they stand for.
fn with_signs(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain += &rest[..at];
        let inside = &rest[at + 1..];
        let end = inside.find(';').filter(|end| *end < 10);
        match end.and_then(|end| Some((end, sign_of(&inside[..end])?))) {
            Some((end, sign)) => {
                plain.push(sign);
                rest = &inside[end + 1..];
            }
            None => {
                plain.push('&');
                rest = inside;
            }
        }
    }
    plain + rest
}

fn sign_of(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hexadecimal = number.strip_prefix(['x', 'X']);
        let code = match hexadecimal {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        return char::from_u32(code.ok()?);
    }
    let mut rows = include_str!("entities.tsv").lines().skip(1);
    let row = rows.find(|row| row.split('\t').next() == Some(name))?;
    char::from_u32(u32::from_str_radix(row.split('\t').nth(1)?, 16).ok()?)
}

/// A table of Markdown has a line of dashes below its head.
fn is_table(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows = lines.by_ref().take(40).collect::<Vec<_>>();
    rows.windows(2)
        .any(|pair| pair[0].contains('|') && is_rule(pair[1]))
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains("--") && line.contains('|') && line.chars().all(|sign| "|-: ".contains(sign))
}

/// The rows of the table on the lines they stand on.
fn as_csv(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let head = (1..lines.len())
        .find(|at| is_rule(lines[*at]))
        .map_or(0, |at| at - 1);
    let rows = lines.iter().enumerate().map(|(at, line)| {
        if at < head || is_rule(line) || !line.contains('|') {
            return String::new();
        }
        let inside = line.trim().trim_start_matches('|').trim_end_matches('|');
        let cells = inside.split('|').map(|cell| {
            let cell = cell.trim().trim_matches('`');
            format!("\"{}\"", cell.replace('"', "\"\""))
        });
        cells.collect::<Vec<_>>().join(",")
    });
    rows.collect::<Vec<_>>().join("\n") + "\n"
}

/// Text of LaTeX with the FEN of each board on a line of its own.
fn without_commands(text: &str) -> String {
    let mut plain = String::new();
    for line in text.lines() {
        let line = line
            .split_once('%')
            .map_or(line, |(before, _)| match before.ends_with('\\') {
                true => line,
                false => before,
            });
        if let Some(fen) = fen_of_board(line) {
            plain += &format!("{fen}\n");
            continue;
        }
        let is_setting = [
            "\\documentclass",
            "\\usepackage",
            "\\begin",
            "\\end",
            "\\newgame",
            "\\chessboard",
            "\\showboard",
        ];
        if !is_setting
            .iter()
            .any(|command| line.trim_start().starts_with(command))
        {
            plain += &without_command(line);
        }
        plain.push('\n');
    }
    plain
}

/// What stands in `\fenboard{...}` or behind `setfen=`.
fn fen_of_board(line: &str) -> Option<String> {
    let behind = match line.split_once("\\fenboard") {
        Some((_, behind)) => behind,
        None => line
            .split_once("setfen")?
            .1
            .trim_start()
            .strip_prefix('=')?,
    };
    let behind = behind.trim_start().trim_start_matches('{');
    let end = behind.find(['}', ',', ']']).unwrap_or(behind.len());
    Some(behind[..end].trim().to_owned())
}

/// `\textbf{Mate in 2}`, `h\#2` and `\mainline{1.Kb1}` without the commands.
fn without_command(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('\\') {
        plain += &rest[..at];
        let name = &rest[at + 1..];
        let length = name
            .find(|sign: char| !sign.is_ascii_alphabetic())
            .unwrap_or(name.len());
        let is_sign = length == 0;
        rest = &name[length..];
        if !is_sign && !rest.starts_with('{') {
            plain.push(' ');
        }
    }
    plain += rest;
    plain
        .chars()
        .filter(|sign| !"{}$".contains(*sign))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dressings_come_off() {
        let page = undressed("<p>White: Kg6<br>Black: Kh8</p>\n<p>&#35;1 &amp; more</p>");
        assert_eq!(
            page.as_deref(),
            Some("\nWhite: Kg6\nBlack: Kh8\n\n\n#1 & more\n")
        );
        let table = undressed("| FEN | Stip |\n|---|:--|\n| 8/8 | h#1 |\n");
        assert_eq!(
            table.as_deref(),
            Some("\"FEN\",\"Stip\"\n\n\"8/8\",\"h#1\"\n")
        );
        let board = undressed("\\fenboard{8/8 w - - 0 1}\n\\textbf{h\\#2}");
        assert_eq!(board.as_deref(), Some("8/8 w - - 0 1\nh#2\n"));
        assert_eq!(undressed("BeginProblem"), None);
        let wide: Vec<u8> = "be".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(of_utf16(&wide).as_deref(), Some("be"));
        assert_eq!(of_utf16(b"begin"), None);
    }
}
