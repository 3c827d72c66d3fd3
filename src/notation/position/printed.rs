//! Boards drawn with letters, one line a rank, as programs print them.

use super::board::{letters_of, letters_of_game};
use super::{oddity, offset, words};
use crate::board::{Geometry, Joins};
use crate::men::{Piece, Sides};
use crate::notation::diagnostic::{Diagnostic, malformed};
use crate::notation::popeye::read::{man_of, own_or_known};
use crate::notation::popeye::words::Language;
use crate::problem::Diagram;
use std::ops::Range;

/// A text and the byte where it starts.
type Cell<'t> = (&'t str, usize);

/// As many lines as the board has ranks with a cell for each file, whatever frames them; none if it is no such
/// board. Letters of files below or above, more than eight, say how wide it is, and then its lines how high.
pub(super) fn board(
    text: &str,
    language: Language,
    board: &Geometry,
) -> Option<Result<Diagram, Diagnostic>> {
    let lettered = lettered_width(text);
    let width = lettered.unwrap_or(board.width().into());
    let mut ranks: Vec<Vec<Cell<'_>>> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let height = lettered.map_or(board.height().into(), |_| usize::MAX);
    let has_labels = has_labels(text, width);
    for line in text.lines() {
        let at = offset(text, line);
        let cells = match is_edge(line) && (has_labels || !is_run(line.trim(), width, false)) {
            true => Vec::new(),
            false => framed(line, at, width).unwrap_or_else(|| cells(line, at, width)),
        };
        match cells.len() {
            length if length == width => {
                lines.push(line);
                ranks.push(cells);
            }
            _ if ranks.len() == height || ranks.is_empty() => {}
            _ if cells.is_empty() => {}
            _ => return None,
        }
    }
    let height = lettered.map_or(height, |_| ranks.len());
    if ranks.len() != height {
        return None;
    }
    let numbers = lines
        .iter()
        .filter_map(|line| line.split_whitespace().next());
    let numbers: Vec<&str> = numbers.collect();
    let is_turned = text.lines().any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        are_files_of_black(&words)
    });
    if let [first, .., last] = numbers[..]
        && first == "1"
        && last.parse() == Ok(height)
        && !is_turned
    {
        let expected = "the board as White sees it: the last rank above, the first below";
        return Some(Err(malformed(first, offset(text, first), expected)));
    }
    if is_turned {
        ranks.reverse();
        ranks.iter_mut().for_each(|rank| rank.reverse());
    }
    let [files, count] = [width, height].map(|size| u8::try_from(size).unwrap_or(u8::MAX));
    let board = Geometry::new(files, count, Joins::None).ok()?;
    let orders = [language, Language::En, Language::De, Language::Fr];
    let mut boards = orders.map(|language| drawn(&ranks, language, &board));
    let read = boards.iter().enumerate();
    let read = read.filter_map(|(place, board)| Some((oddity(board.as_ref().ok()?), place)));
    let best = read.min().map_or(0, |(_, place)| place);
    boards.swap(0, best);
    boards.into_iter().next()
}

/// The boards in a longer text, one line a rank, whatever frames them: the places from their first
/// rank to their last.
pub(super) fn boards(text: &str) -> Vec<Range<usize>> {
    let lettered = lettered_width(text);
    let width = lettered.unwrap_or(8);
    let mut ranks: Vec<Range<usize>> = Vec::new();
    let mut boards = Vec::new();
    let mut close = |ranks: &mut Vec<Range<usize>>| {
        // The lines of a wider board are all its ranks.
        let height = lettered.map_or(8, |_| ranks.len().max(1));
        if ranks.len().is_multiple_of(height) {
            let whole = ranks.chunks(height);
            boards.extend(whole.map(|ranks| ranks[0].start..ranks[height - 1].end));
        }
        ranks.clear();
    };
    let has_labels = has_labels(text, width);
    for line in text.lines() {
        let start = offset(text, line);
        let read = match is_edge(line) && (has_labels || !is_run(line.trim(), width, false)) {
            true => Line::Frame,
            false => Line::of(line, width),
        };
        match read {
            Line::Rank => ranks.push(start..start + line.len()),
            // The head of a table is no rank: `| | | | | | | | |` above `|---|---|`.
            Line::Frame if ranks.len() == 1 && line.contains(is_stroke) && line.contains('-') => {
                let head = &text[ranks[0].clone()];
                ranks.retain(|_| head.contains(char::is_alphanumeric));
            }
            Line::Frame => {}
            Line::Other => close(&mut ranks),
        }
    }
    close(&mut ranks);
    let boards = boards.into_iter();
    boards.map(|board| with_edges(text, board)).collect()
}

/// The place of a board with the lines right above and below it that are its edges or name its files.
fn with_edges(text: &str, board: Range<usize>) -> Range<usize> {
    let below = text[board.end..].lines().skip(1);
    let below = below.take_while(|line| is_edge(line)).last();
    let above = text[..board.start].lines().rev();
    let above = above.take_while(|line| is_edge(line)).last();
    let start = above.map_or(board.start, |line| offset(text, line));
    start..below.map_or(board.end, |line| offset(text, line) + line.len())
}

/// `+---+---+`, `a b c d e f g h`, `abcdefgh`: the edge of a board, or its files.
fn is_edge(line: &str) -> bool {
    let words = line.split(|c: char| c.is_whitespace() || is_stroke(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_rule = |word: &&str| word.chars().all(|c| FRAME.contains(c));
    // `- - - - - - - -` is a rank without men.
    let is_drawn = |word: &&str| word.len() > 1 || *word == "+";
    let length: usize = words.iter().map(|word| word.chars().count()).sum();
    let letters: Vec<&str> = words.iter().flat_map(|word| word.split("")).collect();
    let letters: Vec<&str> = letters.into_iter().filter(|c| !c.is_empty()).collect();
    // `-- -- -- -- -- -- -- --` is a rank beside `wK`; `|-|-|-|-|-|-|-|-|-|` has a cell for the numbers of ranks.
    let is_rank = words.len() == 8 && words.iter().all(|word| *word == "--");
    let has_numbers = words.len() == 9;
    let is_line =
        words.iter().all(is_rule) && (has_numbers || words.iter().any(is_drawn)) && !is_rank;
    length >= 8 && (is_line || are_files(&letters) || are_files_of_black(&letters))
}

/// Whether ranks have their number and all their squares in one word: `8 ...k....`.
fn has_labels(text: &str, width: usize) -> bool {
    let mut lines = text.lines();
    lines.any(|line| {
        let bare = unlabelled(line);
        bare.len() < line.trim().len() && is_run(bare, width, true)
    })
}

/// A line without the number of its rank in front or behind, and without strokes around it: `8 | ...k....`.
fn unlabelled(line: &str) -> &str {
    let is_beside = |c: char| c.is_whitespace() || is_stroke(c);
    let bare = line.trim_matches(is_beside);
    let is_number = |word: &str| {
        let digits = word.trim_end_matches([':', '.', ')']);
        (1..3).contains(&digits.len()) && digits.bytes().all(|c| c.is_ascii_digit())
    };
    let bare = match bare.split_once(is_beside) {
        Some((number, rest)) if is_number(number) => rest.trim_start_matches(is_beside),
        _ => bare,
    };
    match bare.rsplit_once(is_beside) {
        Some((rest, number)) if is_number(number) => rest.trim_end_matches(is_beside),
        _ => bare,
    }
}

/// Whether a word is all squares of a rank; behind a number they may all hold men.
fn is_run(word: &str, width: usize, is_labelled: bool) -> bool {
    let is_empty = |c: char| ".-·_*".contains(c) || DRAWN.contains(&c);
    let is_square =
        |c: char| is_empty(c) || c.is_ascii_alphabetic() || words::figurine(c).is_some();
    let has_width = word.chars().count() == width && word.chars().all(is_square);
    has_width && (is_labelled || word.contains(is_empty))
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
    fn of(line: &str, width: usize) -> Line {
        if forsyth_rank(line.trim()) {
            return Line::Rank;
        }
        let cells = framed(line, 0, width).unwrap_or_else(|| cells(line, 0, width));
        let is_man = |cell: &Cell<'_>| {
            let mut languages = Language::ALL.into_iter();
            // A legend may say what a letter stands for.
            let is_letter = cell.0.len() == 1 && cell.0.bytes().all(|c| c.is_ascii_alphabetic());
            is_letter || languages.any(|language| man(cell.0, language).is_ok())
        };
        match cells.len() {
            length if length == width && cells.iter().all(is_man) => Line::Rank,
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

/// A drawn board with other letters in the cells that are one of those explained.
pub(super) fn with_letters(text: &str, letters_of: impl Fn(char) -> Option<String>) -> String {
    let lines = text.lines().map(|line| {
        let cells = framed(line, 0, 8).unwrap_or_else(|| cells(line, 0, 8));
        let lone = |cell: &str| {
            let mut signs = cell.chars();
            let sign = signs.next().filter(|_| signs.next().is_none());
            sign.and_then(&letters_of)
        };
        if cells.len() != 8 || !cells.iter().any(|(cell, _)| lone(cell).is_some()) {
            return line.to_owned();
        }
        let cells = cells.iter().map(|(cell, _)| match cell.is_empty() {
            true => ".".to_owned(),
            false => lone(cell).unwrap_or_else(|| (*cell).to_owned()),
        });
        cells.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
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
fn drawn(
    ranks: &[Vec<Cell<'_>>],
    language: Language,
    board: &Geometry,
) -> Result<Diagram, Diagnostic> {
    let mut diagram = Diagram::empty(board.clone());
    for (cells, rank) in ranks.iter().rev().zip(0..) {
        for ((cell, at), square) in cells.iter().zip(board.places(rank)) {
            let man = man(cell, language).map_err(|()| {
                malformed(cell, *at, "a man or an empty square, e.g. `K`, `-q`, `.`")
            })?;
            man.map(|man| diagram.put(square, man));
        }
    }
    Ok(diagram)
}

/// How many files a line of their letters names that stands in the text, if they are more than eight.
fn lettered_width(text: &str) -> Option<usize> {
    let widths = text.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        are_files(&words).then_some(words.len())
    });
    widths.max().filter(|width| *width > 8)
}

/// Whether words are the letters of files from the first on.
fn are_files(words: &[&str]) -> bool {
    let mut files = words.iter().zip(b'a'..=b'z');
    words.len() <= 26 && files.all(|(word, file)| word.as_bytes().eq_ignore_ascii_case(&[file]))
}

/// Whether they are the letters of the files as Black sees them.
fn are_files_of_black(words: &[&str]) -> bool {
    let turned: Vec<&str> = words.iter().rev().copied().collect();
    words.len() == 8 && are_files(&turned)
}

/// The signs of edges.
const FRAME: &str = "+-=|_─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬";

fn is_stroke(c: char) -> bool {
    "|│┃║".contains(c)
}

/// The cells between strokes, one more than the board has files, empty ones as well.
fn framed(line: &str, base: usize, width: usize) -> Option<Vec<Cell<'_>>> {
    if line.matches(is_stroke).count() <= width {
        return None;
    }
    let cells: Vec<&str> = line.split(is_stroke).collect();
    // A table has the number of the rank in a cell of its own.
    let is_number = |cell: &str| !cell.is_empty() && cell.bytes().all(|c| c.is_ascii_digit());
    let first = cells.get(1)?.trim();
    let start = 1 + usize::from(cells.len() > width + 2 && is_number(first));
    let inner = cells
        .get(start..start + width)?
        .iter()
        .map(|cell| cell.trim());
    Some(
        inner
            .map(|cell| (cell, base + offset(line, cell)))
            .collect(),
    )
}

/// The cells of a line without frame, rank numbers and strokes.
fn cells(line: &str, base: usize, width: usize) -> Vec<Cell<'_>> {
    let is_frame = |word: &str| {
        let is_sign = |c: char| FRAME.contains(c) || "abcdefghABCDEFGH".contains(c);
        word.chars().all(is_sign) && word.len() > 2
    };
    // `.k..p..r`, and `--------`, which is no edge.
    let bare = unlabelled(line);
    if is_run(bare, width, bare.len() < line.trim().len()) {
        let at = base + offset(line, bare);
        let letters = bare.char_indices();
        return letters
            .map(|(place, c)| (&bare[place..place + c.len_utf8()], at + place))
            .collect();
    }
    let words = line.split(|c: char| c.is_whitespace() || is_stroke(c));
    let words = words.filter(|word| !word.is_empty() && !is_frame(word));
    let mut found: Vec<Cell<'_>> = words
        .map(|word| (word, base + offset(line, word)))
        .collect();
    let is_rank = |word: &str| word.len() < 4 && word.bytes().all(|c| c.is_ascii_digit());
    if found.len() > width && found.first().is_some_and(|(word, _)| is_rank(word)) {
        found.remove(0);
    }
    if found.len() == width + 1 && found.last().is_some_and(|(word, _)| is_rank(word)) {
        found.pop();
    }
    let words: Vec<&str> = found.iter().map(|(word, _)| *word).collect();
    match found.len() == width && (are_files(&words) || are_files_of_black(&words)) {
        true => Vec::new(),
        false => found,
    }
}

/// Signs of empty squares that stand for nothing else.
const DRAWN: [char; 17] = [
    '□', '■', '▢', '▣', '░', '▒', '⬜', '⬛', '◻', '◼', '◽', '◾', '🟫', '🟨', '🟩', '🟦', '🟧',
];

/// A cell: `.`, `--`, `K`, `-K`, `k`, `=G`, `bK`, `sK` in German, `♔`.
fn man(cell: &str, language: Language) -> Result<Option<Piece>, ()> {
    let mut signs = cell.chars();
    let single = signs.next().filter(|_| signs.next().is_none());
    let is_empty = |c: char| ".-·*:#_+".contains(c) || DRAWN.contains(&c);
    // `--` beside `wK`
    if cell.is_empty() || single.is_some_and(is_empty) || matches!(cell, "--" | ".." | "··") {
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
        Some('s') if language == Language::De && is_capital(&cell[1..]) => {
            (Some(Sides::Black), &cell[1..])
        }
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
