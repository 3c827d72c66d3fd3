//! Boards drawn with letters, one line a rank, as programs print them.

use super::board::{letters_of, letters_of_game};
use super::{oddity, offset, words};
use crate::board::{Geometry, Square};
use crate::men::{Piece, Sides};
use crate::notation::diagnostic::{Diagnostic, malformed};
use crate::notation::popeye::read::{man_of, own_or_known};
use crate::notation::popeye::words::Language;
use crate::problem::Diagram;
use std::ops::Range;

/// A text and the byte where it starts.
type Cell<'t> = (&'t str, usize);

/// Eight lines with eight cells each, whatever frames them; none if it is no such board.
pub(super) fn board(text: &str, language: Language) -> Option<Result<Diagram, Diagnostic>> {
    let mut ranks: Vec<Vec<Cell<'_>>> = Vec::new();
    for line in text.lines() {
        let at = offset(text, line);
        let cells = framed(line, at).unwrap_or_else(|| cells(line, at));
        match cells.len() {
            8 => ranks.push(cells),
            _ if ranks.len() == 8 || ranks.is_empty() => {}
            _ if cells.is_empty() => {}
            _ => return None,
        }
    }
    if ranks.len() != 8 {
        return None;
    }
    let orders = [language, Language::En, Language::De, Language::Fr];
    let mut boards = orders.map(|language| drawn(&ranks, language));
    let read = boards.iter().enumerate();
    let read = read.filter_map(|(place, board)| Some((oddity(board.as_ref().ok()?), place)));
    let best = read.min().map_or(0, |(_, place)| place);
    boards.swap(0, best);
    boards.into_iter().next()
}

/// The boards in a longer text, one line a rank, whatever frames them: the places from their first
/// rank to their last.
pub(super) fn boards(text: &str) -> Vec<Range<usize>> {
    let mut ranks: Vec<Range<usize>> = Vec::new();
    let mut boards = Vec::new();
    let mut close = |ranks: &mut Vec<Range<usize>>| {
        if ranks.len().is_multiple_of(8) {
            let whole = ranks.chunks(8).map(|ranks| ranks[0].start..ranks[7].end);
            boards.extend(whole);
        }
        ranks.clear();
    };
    for line in text.lines() {
        let start = offset(text, line);
        match Line::of(line) {
            Line::Rank => ranks.push(start..start + line.len()),
            Line::Frame => {}
            Line::Other => close(&mut ranks),
        }
    }
    close(&mut ranks);
    boards
}

/// What a line of a text may be in a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Rank,
    /// An edge, the letters of files, nothing.
    Frame,
    Other,
}

impl Line {
    fn of(line: &str) -> Line {
        if forsyth_rank(line.trim()) {
            return Line::Rank;
        }
        let cells = framed(line, 0).unwrap_or_else(|| cells(line, 0));
        let is_man = |cell: &Cell<'_>| {
            let mut languages = Language::ALL.into_iter();
            languages.any(|language| man(cell.0, language).is_ok())
        };
        match cells.len() {
            8 if cells.iter().all(is_man) => Line::Rank,
            0 => Line::Frame,
            _ => Line::Other,
        }
    }
}

/// Whether it is a rank of the usual board in Forsyth notation: `2K3q1`.
fn forsyth_rank(text: &str) -> bool {
    let width = |c: char| match c.to_digit(10) {
        Some(empty) => empty as usize,
        None if c.is_ascii_alphabetic() => 1,
        None => 9,
    };
    !text.contains('0') && text.chars().map(width).sum::<usize>() == 8
}

/// Eight ranks in Forsyth notation, one a line, as one field.
pub(super) fn joined(text: &str) -> Option<String> {
    let ranks: Vec<&str> = text.split_whitespace().collect();
    let are_ranks = ranks.len() == 8 && ranks.iter().all(|rank| forsyth_rank(rank));
    are_ranks.then(|| ranks.join("/"))
}

/// Ranks whose empty squares are points, `..K...q.`, in digits.
pub(super) fn counted(field: &str) -> Option<String> {
    let is_rank = |rank: &str| {
        let is_cell = |c: char| c.is_ascii_alphabetic() || ".-*".contains(c);
        rank.len() == 8 && rank.chars().all(is_cell)
    };
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 || !ranks.iter().all(|rank| is_rank(rank)) {
        return None;
    }
    let mut counted = String::new();
    let mut empty = 0;
    for c in field.chars().chain(['/']) {
        match c {
            '.' | '-' | '*' => empty += 1,
            c => {
                if empty > 0 {
                    counted += &empty.to_string();
                }
                empty = 0;
                counted.push(c);
            }
        }
    }
    counted.pop();
    Some(counted)
}

/// The men of a board of letters, read in one language.
fn drawn(ranks: &[Vec<Cell<'_>>], language: Language) -> Result<Diagram, Diagnostic> {
    let mut diagram = Diagram::empty(Geometry::standard());
    for (row, cells) in ranks.iter().enumerate() {
        for (file, (cell, at)) in cells.iter().enumerate() {
            let square = Square::at(file as u8, 7 - row as u8);
            let man = man(cell, language).map_err(|()| {
                malformed(cell, *at, "a man or an empty square, e.g. `K`, `-q`, `.`")
            })?;
            man.map(|man| diagram.put(square, man));
        }
    }
    Ok(diagram)
}

/// The cells between eight strokes or more, empty ones as well.
fn framed(line: &str, base: usize) -> Option<Vec<Cell<'_>>> {
    let is_stroke = |c: char| "|│┃║".contains(c);
    if line.matches(is_stroke).count() < 9 {
        return None;
    }
    let cells: Vec<&str> = line.split(is_stroke).collect();
    let inner = cells.get(1..9)?.iter().map(|cell| cell.trim());
    Some(
        inner
            .map(|cell| (cell, base + offset(line, cell)))
            .collect(),
    )
}

/// The cells of a line without frame, rank numbers and strokes.
fn cells(line: &str, base: usize) -> Vec<Cell<'_>> {
    let is_frame = |word: &str| {
        word.chars()
            .all(|c| "+-=|_─━═│┃║┌┐└┘├┤┬┴┼abcdefghABCDEFGH".contains(c))
            && word.len() > 2
    };
    // `.k..p..r`, and `--------`, which is no edge.
    let bare = line.trim();
    if bare.chars().count() == 8 && !bare.contains(' ') && bare.contains(['.', '-', '·', '_']) {
        let at = base + offset(line, bare);
        let letters = bare.char_indices();
        return letters
            .map(|(place, c)| (&bare[place..place + c.len_utf8()], at + place))
            .collect();
    }
    let words = line.split(|c: char| c.is_whitespace() || "|│┃║".contains(c));
    let words = words.filter(|word| !word.is_empty() && !is_frame(word));
    let mut found: Vec<Cell<'_>> = words
        .map(|word| (word, base + offset(line, word)))
        .collect();
    let is_rank = |word: &str| word.len() == 1 && word.bytes().all(|c| c.is_ascii_digit());
    if found.len() > 8 && found.first().is_some_and(|(word, _)| is_rank(word)) {
        found.remove(0);
    }
    if found.len() == 9 && found.last().is_some_and(|(word, _)| is_rank(word)) {
        found.pop();
    }
    let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
    match found.iter().map(|(word, _)| *word).eq(files) {
        true => Vec::new(),
        false => found,
    }
}

/// A cell: `.`, `K`, `-K`, `k`, `=G`, `bK`, `♔`.
fn man(cell: &str, language: Language) -> Result<Option<Piece>, ()> {
    let mut signs = cell.chars();
    let single = signs.next().filter(|_| signs.next().is_none());
    if cell.is_empty() || single.is_some_and(|c| ".-·*:#_+□■▢▣░▒".contains(c)) {
        return Ok(None);
    }
    if let Some((sides, walk)) = single.and_then(words::figurine) {
        return Ok(Some(man_of(walk, sides)));
    }
    let is_capital = |text: &str| text.starts_with(|c: char| c.is_ascii_uppercase());
    let (sides, letters) = match cell.chars().next() {
        Some('-' | '*') => (Some(Sides::Black), &cell[1..]),
        Some('=') => (Some(Sides::Both), &cell[1..]),
        Some('+') => (Some(Sides::White), &cell[1..]),
        Some('w') if cell.len() > 1 => (Some(Sides::White), &cell[1..]),
        Some('b') if is_capital(&cell[1..]) => (Some(Sides::Black), &cell[1..]),
        _ => (None, cell),
    };
    let by_case = match letters.chars().next() {
        Some(c) if c.is_lowercase() => Sides::Black,
        _ => Sides::White,
    };
    // Eight lines of letters come from programs for the game: N is the knight.
    let letters_in = match language {
        Language::En => letters_of_game,
        language => letters_of(language),
    };
    let walk = own_or_known(letters, &[], letters_in).ok_or(())?;
    Ok(Some(man_of(walk, sides.unwrap_or(by_case))))
}
