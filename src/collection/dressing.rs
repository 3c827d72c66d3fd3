//! Takes off what problems are wrapped in: UTF-16, web pages, tables of Markdown, boards of LaTeX.
//!
//! **Invariant:** what is left is a text in one of the usual forms, on the lines it stood on as far
//! as that goes.

use super::label::Label;
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
    if text.contains("://") || text.contains('_') {
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

/// The FEN of each address that has one in its place, and of each word with its fields joined by `_`; all else as it is.
pub(super) fn without_addresses(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let words = line.split(' ').map(|word| match word.contains("://") {
            true => fen_of_address(word).unwrap_or_else(|| word.to_owned()),
            false if is_joined_fen(word) => word.replace('_', " "),
            false => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// `8/8/8/8/8/8/8/8_w_-_-_0_1`
fn is_joined_fen(word: &str) -> bool {
    let is_sided = ["_w_", "_b_"].iter().any(|side| word.contains(side));
    is_sided && word.matches('/').count() == 7
}

/// A text without what only adorns it: signs that nobody sees, marks of Markdown and of boards, bullets.
///
/// ```
/// use dawson::collection::unadorned;
/// assert_eq!(unadorned("**#2** [b]Circe[/b]"), "#2 Circe");
/// assert_eq!(unadorned("* White: Kd1\n* Black: Kh8\n* #2"), "White: Kd1\nBlack: Kh8\n#2");
/// assert_eq!(unadorned("* #2, *vv"), "* #2, *vv");
/// assert_eq!(unadorned("*#2* (_h#3_)"), "#2 (h#3)");
/// assert_eq!(unadorned("*h#2 b) h#3*"), "*h#2 b) h#3*");
/// ```
pub fn unadorned(text: &str) -> String {
    let is_seen = |sign: &char| !UNSEEN.contains(sign) && *sign != '`';
    let mut plain: String = text.chars().filter(is_seen).collect();
    let strong = plain.matches("**").count();
    // `**2k/*4/...` are squares that a board does not have.
    let is_hole = |word: &str| word.contains('/') && word.trim_matches('*').contains('*');
    let has_holes = plain.split_whitespace().any(is_hole);
    if strong > 1 && strong.is_multiple_of(2) && !has_holes {
        plain = plain.replace("**", "");
    }
    for sign in ['*', '_'] {
        if sign != '*' || !has_holes {
            plain = without_emphasis(&plain, sign);
        }
    }
    plain = plain.replace("\\#", "#");
    while let Some((at, name)) = closed_tag(&plain) {
        plain.replace_range(at..at + name.len() + 3, "");
        plain = plain.replace(&format!("[{name}]"), "");
    }
    with_ranks_joined(&without_bullets(&plain))
}

/// The text without signs that emphasise what stands between them: `*#2*`, `_h#3_`. One star alone asks for set play.
fn without_emphasis(text: &str, sign: char) -> String {
    let opens = |at: usize| {
        let (before, behind) = (text[..at].chars().next_back(), &text[at + 1..]);
        before.is_none_or(|c| c.is_whitespace() || "([„\"".contains(c))
            && behind.starts_with(|c: char| c.is_alphanumeric() || "#+=".contains(c))
    };
    let closes = |at: usize| {
        let (before, behind) = (&text[..at], text[at + 1..].chars().next());
        behind.is_none_or(|c| c.is_whitespace() || ")],;.:\"".contains(c))
            && before.ends_with(|c: char| c.is_alphanumeric() || ".:,!)½#+=".contains(c))
    };
    // Twins and problems between them have stars of their own.
    let is_one = |inside: &str| {
        let has_label = inside.split_whitespace().any(|word| {
            word.len() == 2 && word.ends_with(')') && word.starts_with(|c: char| c.is_alphabetic())
        });
        let is_long = inside.contains("\n\n") || inside.matches('\n').count() > 1;
        let asks_twice = inside.contains('\n') && inside.matches('#').count() > 1;
        !has_label && !is_long && !asks_twice
    };
    let signs: Vec<usize> = text.match_indices(sign).map(|(at, _)| at).collect();
    let mut removed = Vec::new();
    let mut at = 0;
    while let Some([open, close]) = signs.get(at..at + 2) {
        let is_pair = opens(*open) && closes(*close) && is_one(&text[*open..*close]);
        removed.extend([*open, *close].into_iter().filter(|_| is_pair));
        at += if is_pair { 2 } else { 1 };
    }
    let mut plain = String::with_capacity(text.len());
    let mut start = 0;
    for at in removed {
        plain += &text[start..at];
        start = at + 1;
    }
    plain + &text[start..]
}

/// Signs that only say how others are drawn, or nothing.
const UNSEEN: [char; 7] = [
    '\u{fe0e}', '\u{fe0f}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}',
];

/// The first `[/b]` of a text, and its name.
fn closed_tag(text: &str) -> Option<(usize, String)> {
    text.match_indices("[/").find_map(|(at, _)| {
        let (name, _) = text[at + 2..].split_once(']')?;
        let is_name = !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphabetic());
        is_name.then(|| (at, name.to_owned()))
    })
}

/// A star in front of a line is a bullet where two lines have one; alone it asks for set play, and several in a line
/// are squares of a board.
fn without_bullets(text: &str) -> String {
    let starred = || {
        text.lines()
            .filter(|line| line.trim_start().starts_with("* "))
    };
    let is_board = starred().any(|line| line.matches('*').count() > 1);
    let has_stars = !is_board && starred().count() > 1;
    let lines = text.split('\n').map(|line| {
        let bare = line.trim_start();
        let rest = bare.strip_prefix(['•', '‣', '▪', '◦']);
        let rest = rest.or_else(|| bare.strip_prefix("* ").filter(|_| has_stars));
        rest.map_or(without_heading(line), str::trim_start)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// `### Problem` without its signs; `## in 2` and `##2` ask for a double mate.
fn without_heading(line: &str) -> &str {
    let rest = line.trim_start_matches('#');
    let words = rest.trim_start();
    let is_heading = line.starts_with("##") && rest.starts_with(' ');
    let is_said = words.starts_with(char::is_alphabetic) && !words.starts_with("in ");
    if is_heading && is_said { words } else { line }
}

/// `3k4 / 8 / ...` and `3k4|8|...` as one word, and eight lines with a rank each, `8: 3k4`, as one line.
fn with_ranks_joined(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(ranks_in_line).collect();
    let mut joined = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let board = lines.get(at..at + 8).and_then(board_of_ranks);
        at += if board.is_some() { 8 } else { 1 };
        joined.push(board.unwrap_or_else(|| lines[at - 1].clone()));
    }
    joined.join("\n")
}

/// The board of eight lines that are its ranks from the eighth to the first.
fn board_of_ranks(lines: &[String]) -> Option<String> {
    let ranks = lines.iter().zip((1..=8).rev());
    let ranks: Option<Vec<&str>> = ranks
        .map(|(line, number)| rank_alone(line, number))
        .collect();
    ranks.map(|ranks| ranks.join("/"))
}

/// A line with eight ranks between strokes.
fn ranks_in_line(line: &str) -> String {
    let by = |sign: char| {
        let ranks: Vec<&str> = line.split(sign).map(str::trim).collect();
        let [first, middle @ .., last] = ranks.as_slice() else {
            return None;
        };
        let first_word = last.split(' ').next().unwrap_or("");
        let last_word = first.rsplit(' ').next().unwrap_or("");
        let ends = [last_word, first_word].iter().all(|rank| is_rank(rank));
        let is_board = middle.len() == 6 && ends && middle.iter().all(|rank| is_rank(rank));
        is_board.then(|| ranks.join("/"))
    };
    let is_apart = line.contains(" /") || line.contains("/ ");
    let joined = is_apart.then(|| by('/')).flatten();
    joined
        .or_else(|| by('|'))
        .unwrap_or_else(|| line.to_owned())
}

/// The rank that a line is, perhaps behind its number or before a stroke.
fn rank_alone(line: &str, number: usize) -> Option<&str> {
    let line = line.trim().trim_end_matches('/').trim_end();
    let (label, rank) = line.split_once(':').unwrap_or(("", line));
    let is_in_place = label.is_empty() || label.trim() == number.to_string();
    Some(rank.trim()).filter(|rank| is_in_place && is_rank(rank))
}

/// Whether a word is eight squares of a FEN.
fn is_rank(word: &str) -> bool {
    let squares = word.chars().map(|sign| match sign.to_digit(10) {
        Some(empty) => Some(empty as usize),
        None => sign.is_ascii_alphabetic().then_some(1),
    });
    squares.sum::<Option<usize>>() == Some(8)
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

/// A table of Markdown has a line of dashes below its head, and the head names what problems have: that of a board
/// does not.
fn is_table(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows = lines.by_ref().take(40).collect::<Vec<_>>();
    let is_head = |line: &str| line.split('|').any(|cell| Label::of(cell).is_some());
    rows.windows(2)
        .any(|pair| pair[0].contains('|') && is_rule(pair[1]) && is_head(pair[0]))
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
