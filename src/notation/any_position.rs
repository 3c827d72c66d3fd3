//! Positions however people write them: FEN and its dialects, boards of any size, lists of men
//! in three languages, boards of letters pasted from elsewhere.
//!
//! **Invariant:** what cannot be told apart is refused with the reason, never guessed.

use super::diagnostic::{Diagnostic, malformed};
use super::popeye::words::Language;
use super::position::{Hints, readings};
use super::position_text::{self, PositionText};
use super::statement::statement;
use super::{fen, position};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::conditions::{are_kings_free, royal_square};
use crate::men::{Sides, WalkId, walk_id};
use crate::problem::{Diagram, Problem};
use miette::SourceSpan;

/// Reads a position in any of these forms:
///
/// * FEN and Popeye's Forsyth notation, with the additions of [`fen::fen`];
/// * the position texts of [`position_text::position`], on any board;
/// * a list of men such as `wKe1 bKa8 nPd4` or `Kb1 Qg4 / Kd5 pe6`, in three languages;
/// * eight lines of letters, as programs print boards.
///
/// ```
/// use dawson::notation::any_position::position;
/// use dawson::notation::popeye::words::Language;
/// let one = position("7k/8/6K1/8/8/8/8/1R6", &[], Language::En).unwrap();
/// let other = position("wKg6 wRb1 bKh8", &[], Language::En).unwrap();
/// let third = position("Kg6 Tb1 / Kh8", &[], Language::De).unwrap();
/// assert_eq!(one.position.diagram, other.position.diagram);
/// assert_eq!(one.position.diagram, third.position.diagram);
/// ```
///
/// # Errors
/// When it is none of these, with the place that gives it away.
pub fn position(
    text: &str,
    walks: &[WalkId],
    language: Language,
) -> Result<PositionText, Diagnostic> {
    if text.trim().is_empty() {
        return Err(Diagnostic::NoPosition);
    }
    if let Some(read) = printed_board(text, language) {
        return read;
    }
    if is_list(text) {
        return list(text, walks, language);
    }
    let (plain, counts) = plain_fen(text);
    let read = fen_or_board(&plain, walks)?;
    Ok(with_counts(read, &counts))
}

/// FEN, or a board of another size.
fn fen_or_board(text: &str, walks: &[WalkId]) -> Result<PositionText, Diagnostic> {
    let joined = without_blanks_after_slashes(text);
    let text = joined.as_deref().unwrap_or(text);
    let field = text.split_whitespace().next().unwrap_or("");
    let is_standard = !field.contains(['/', '*']) || has_ranks_of_eight(field);
    match fen::fen_with(text, walks) {
        Ok(position) => Ok(PositionText::from(position)),
        Err(fault) if is_standard => Err(fault),
        Err(_) => other_board(text, walks),
    }
}

/// A FEN without what programs and forums put around it, each byte in its place: a heading, an
/// address, underscores for blanks, numbers of men.
fn plain_fen(text: &str) -> (String, Vec<usize>) {
    let is_dressing = |c: char| "\"'`“”„«»".contains(c);
    let mut plain = text.replace(['_', '\\'], " ").replace(is_dressing, " ");
    if text.contains('\\') {
        plain = text.replace('\\', "/");
    }
    if plain.contains("://") {
        for (code, sign) in [("%2F", "/"), ("%2f", "/"), ("%20", " "), ("+", " ")] {
            plain = plain.replace(code, sign);
        }
    }
    let framed = plain
        .trim()
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    if framed.is_some_and(|inner| inner.contains('/')) {
        plain = plain.replace(['[', ']'], " ");
    }
    let address = plain.find("://").map(|_| {
        let starts = plain.match_indices(['/', '=']).map(|(at, _)| at + 1);
        let is_board = |at: &usize| {
            let field = plain[*at..]
                .split([' ', '&', '?', '%'])
                .next()
                .unwrap_or("");
            let rank = |rank: &str| (1..9).contains(&rank.len());
            field.matches('/').count() == 7 && field.split('/').all(rank)
        };
        starts.clone().find(is_board).unwrap_or(0)
    });
    let heading = plain.find(':').map(|colon| colon + 1).filter(|end| {
        let word = plain[..*end - 1].trim();
        ["fen", "epd", "forsyth", "position"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    });
    if let Some(end) = address.filter(|end| *end > 0).or(heading) {
        plain.replace_range(..end, &" ".repeat(end));
        plain = plain.replace('&', " ");
    }
    let numbers = plain
        .trim_end()
        .rsplit_once(char::is_whitespace)
        .and_then(|(board, last)| {
            let open = board
                .rfind(['(', '['])
                .filter(|_| last.ends_with([')', ']']));
            let open = open.filter(|at| plain[..*at].ends_with(char::is_whitespace));
            let start = open.unwrap_or(board.len());
            let inner = plain[start..].trim().trim_matches(['(', '[', ')', ']']);
            let numbers = inner
                .split(['+', '/', ':'])
                .map(|number| number.trim().parse().ok());
            let numbers: Option<Vec<usize>> = numbers.collect();
            numbers
                .filter(|numbers| numbers.len() > 1)
                .map(|numbers| (start, numbers))
        });
    match numbers {
        Some((start, numbers)) => {
            plain.truncate(start);
            (plain, numbers)
        }
        None => (plain, Vec::new()),
    }
}

/// `8/ 8/ 1K6`: the ranks together, if blanks stand behind slashes.
fn without_blanks_after_slashes(text: &str) -> Option<String> {
    let mut joined = String::new();
    let mut after_slash = false;
    for c in text.trim().chars() {
        if !(after_slash && c.is_whitespace()) {
            joined.push(c);
            after_slash = c == '/';
        }
    }
    (joined.len() < text.trim().len()).then_some(joined)
}

fn with_counts(mut read: PositionText, counts: &[usize]) -> PositionText {
    if counts.is_empty() {
        return read;
    }
    let count = |sides| {
        let men = read.position.diagram.men();
        men.filter(|(_, man)| man.sides() == sides).count()
    };
    let found = [Sides::White, Sides::Black, Sides::Both].map(count);
    let said = counts.iter().copied().chain(std::iter::repeat(0));
    if found
        .into_iter()
        .zip(said)
        .any(|(found, said)| found != said)
    {
        let what = format!("the diagram has {} + {} men", found[0], found[1]);
        read.notes.push(Diagnostic::Odd {
            what,
            at: (0, 0).into(),
        });
    }
    read
}

/// As [`position`], where ranks of eight squares may also be more or fewer than eight.
///
/// # Errors
/// When it is no position, with the place that gives it away.
pub fn position_on_any_board(
    text: &str,
    walks: &[WalkId],
    language: Language,
) -> Result<PositionText, Diagnostic> {
    let field = text.split_whitespace().next().unwrap_or("");
    match field.contains('/') && !is_list(text) {
        true => {
            let (plain, counts) = plain_fen(text);
            let joined = without_blanks_after_slashes(&plain);
            let read = other_board(joined.as_deref().unwrap_or(&plain), walks)?;
            Ok(with_counts(read, &counts))
        }
        false => position(text, walks, language),
    }
}

/// Rights of castling that nobody speaks of are kept.
fn other_board(text: &str, walks: &[WalkId]) -> Result<PositionText, Diagnostic> {
    let mut read = position_text::position_with(text, walks)?;
    if text.split_whitespace().count() < 3 {
        read.position.no_castling = SquareSet::EMPTY;
    }
    Ok(read)
}

/// Whether the first rank is one of the usual board: then the others are meant to be, too.
fn has_ranks_of_eight(field: &str) -> bool {
    let rank = field.split('/').next().unwrap_or("");
    let squares = rank
        .chars()
        .map(|c| c.to_digit(10).map_or(1, |count| count as usize));
    !rank.contains(['(', '{', '*']) && squares.sum::<usize>() == 8
}

/// Whether it names squares, which no FEN does in its first field.
fn is_list(text: &str) -> bool {
    let slashes = text
        .split_whitespace()
        .map(|word| word.matches('/').count())
        .max();
    let is_fen = slashes.is_some_and(|slashes| slashes > 5) || text.contains("//");
    let in_blanks = text.matches('/').count() > 5 && !text.contains(" / ");
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let is_square = |end: &[char]| ('a'..='h').contains(&end[0]) && ('1'..='8').contains(&end[1]);
    let names_square = words.any(|word| {
        let end: Vec<char> = word.chars().rev().take(2).collect();
        end.len() == 2 && is_square(&[end[1], end[0]])
    });
    names_square && !is_fen && !in_blanks
}

fn list(text: &str, walks: &[WalkId], language: Language) -> Result<PositionText, Diagnostic> {
    let hints = Hints {
        spoken: Some(language),
        walks,
        legend: &super::position::legend(text),
        mentioned: &super::position::mentioned(text),
        ..Hints::default()
    };
    let is_end = |c: char| c.is_whitespace() || ".,;".contains(c);
    let start = text.len() - text.trim_start().len();
    if let Some(best) = readings(text, start, &hints).into_iter().next()
        && text[best.span.end..].trim_matches(is_end).is_empty()
    {
        let mut diagram = Diagram::empty(Geometry::standard());
        for man in &best.men {
            diagram.put(man.square, man.piece);
        }
        let notes = best.diagnostics().collect();
        return Ok(PositionText {
            notes,
            ..of_diagram(diagram)
        });
    }
    let said = statement(text)
        .map_err(|errors| errors.into_iter().next().unwrap_or(Diagnostic::NoPosition))?;
    let mut problem = Problem::new();
    let faults = said.apply(&mut problem);
    if let Some(fault) = faults.into_iter().find(Diagnostic::is_error) {
        return Err(fault);
    }
    if !said.has_men() || said.stipulation.is_some() || !said.conditions.is_empty() {
        return Err(malformed(
            text.trim(),
            0,
            "a list of men such as `wKe1 bKa8`",
        ));
    }
    Ok(of_diagram(problem.diagram))
}

fn of_diagram(diagram: Diagram) -> PositionText {
    PositionText::from(fen::Position {
        diagram,
        side_to_move: None,
        no_castling: SquareSet::EMPTY,
        en_passant: Vec::new(),
    })
}

/// Eight lines with eight cells each, whatever frames them.
fn printed_board(text: &str, language: Language) -> Option<Result<PositionText, Diagnostic>> {
    let mut ranks: Vec<Vec<(&str, usize)>> = Vec::new();
    for line in text.lines() {
        let cells = match framed(line, fen::offset(text, line)) {
            Some(cells) => cells,
            None => cells(line, fen::offset(text, line)),
        };
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
    let boards: Vec<_> = orders.map(|language| drawn(&ranks, language)).into();
    let fewest = |(place, board): &(usize, &Diagram)| (position::oddity(board), *place);
    let read = boards
        .iter()
        .enumerate()
        .filter_map(|(place, board)| Some((place, board.as_ref().ok()?)));
    let best = read.min_by_key(fewest).map(|(place, _)| place);
    let board = boards.into_iter().nth(best.unwrap_or(0))?;
    Some(board.map(of_diagram))
}

/// The men of a board of letters, read in one language.
fn drawn(ranks: &[Vec<(&str, usize)>], language: Language) -> Result<Diagram, Diagnostic> {
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
fn framed(line: &str, base: usize) -> Option<Vec<(&str, usize)>> {
    let is_stroke = |c: char| "|│┃║".contains(c);
    if line.matches(is_stroke).count() < 9 {
        return None;
    }
    let cells: Vec<&str> = line.split(is_stroke).collect();
    let inner = cells.get(1..9)?;
    let cells = inner.iter().map(|cell| cell.trim());
    Some(
        cells
            .map(|cell| (cell, base + fen::offset(line, cell)))
            .collect(),
    )
}

/// The cells of a line without frame, rank numbers and strokes.
fn cells(line: &str, base: usize) -> Vec<(&str, usize)> {
    let is_frame = |word: &str| {
        word.chars()
            .all(|c| "+-=|_─━═│┃║┌┐└┘├┤┬┴┼abcdefghABCDEFGH".contains(c))
            && word.len() > 2
    };
    let words = line.split(|c: char| c.is_whitespace() || "|│┃║".contains(c));
    let words = words.filter(|word| !word.is_empty() && !is_frame(word));
    let mut found: Vec<(&str, usize)> = words
        .map(|word| (word, base + fen::offset(line, word)))
        .collect();
    let is_rank = |word: &str| word.len() == 1 && word.bytes().all(|c| c.is_ascii_digit());
    if found.len() > 8 && found.first().is_some_and(|(word, _)| is_rank(word)) {
        found.remove(0);
    }
    if found.len() == 9 && found.last().is_some_and(|(word, _)| is_rank(word)) {
        found.pop();
    }
    let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
    // `.k..p..r`
    if let [(line, at)] = found[..]
        && line.chars().count() == 8
        && line.chars().any(|c| ".-·_".contains(c))
    {
        let letters = line.char_indices();
        return letters
            .map(|(place, c)| (&line[place..place + c.len_utf8()], at + place))
            .collect();
    }
    let names_files = found.iter().map(|(word, _)| *word).eq(files);
    if names_files { Vec::new() } else { found }
}

/// A cell: `.`, `K`, `-K`, `k`, `=G`, `bK`, `♔`.
fn man(cell: &str, language: Language) -> Result<Option<crate::men::Piece>, ()> {
    let mut signs = cell.chars();
    let single = signs.next().filter(|_| signs.next().is_none());
    if cell.is_empty() || single.is_some_and(|c| ".-·*:#_+□■▢▣░▒".contains(c)) {
        return Ok(None);
    }
    if let Some((sides, walk)) = single.and_then(position::figurine) {
        return Ok(Some(super::popeye::read::man_of(walk, sides)));
    }
    let (sides, letters) = match cell.chars().next() {
        Some('-' | '*') => (Some(Sides::Black), &cell[1..]),
        Some('=') => (Some(Sides::Both), &cell[1..]),
        Some('+') => (Some(Sides::White), &cell[1..]),
        Some('w') if cell.len() > 1 => (Some(Sides::White), &cell[1..]),
        Some('b') if cell.len() > 1 && cell[1..].starts_with(|c: char| c.is_ascii_uppercase()) => {
            (Some(Sides::Black), &cell[1..])
        }
        _ => (None, cell),
    };
    let case = match letters.chars().next() {
        Some(c) if c.is_lowercase() => Sides::Black,
        _ => Sides::White,
    };
    // Eight lines of letters come from programs for the game: N is the knight.
    let knight = matches!(letters, "N" | "n") && language == Language::En;
    let walk = match knight {
        true => Some(walk_id::KNIGHT),
        false => super::popeye::read::own_or_known(letters, &[], |letters| {
            super::popeye::words::walk(language, letters)
        }),
    };
    let walk = walk.ok_or(())?;
    Ok(Some(super::popeye::read::man_of(
        walk,
        sides.unwrap_or(case),
    )))
}

/// What is odd about the men of a position: kings, pawns that cannot stand there. `text` is how the
/// position was written; what its other fields mean is up to [`fields`](super::fields).
pub fn oddities(problem: &Problem, text: &str) -> Vec<Diagnostic> {
    let whole: SourceSpan = (0, text.trim_end().len()).into();
    let mut found = Vec::new();
    if problem.target().is_none() {
        found.extend(kings(problem, whole));
    }
    found.extend(pawns(problem, whole));
    found
}

fn kings(problem: &Problem, at: SourceSpan) -> Vec<Diagnostic> {
    let conditions = &problem.conditions;
    let mut found = Vec::new();
    for side in Side::BOTH {
        let men = problem.diagram.men();
        let royals = men.filter(|(_, man)| man.is_royal() && man.is_of(side));
        let squares: Vec<String> = royals
            .map(|(square, _)| problem.diagram.geometry.name(square))
            .collect();
        let (name, none) = match side {
            Side::White => ("White", problem.options.no_white_king),
            Side::Black => ("Black", problem.options.no_black_king),
        };
        if are_kings_free(conditions) || royal_square(conditions, side).is_some() {
            continue;
        }
        match squares.len() {
            0 if !none && problem.invisible == 0 => found.push(Diagnostic::NoKing {
                side: name,
                help: format!("say `no {} king` if it is meant so", name.to_lowercase()),
                at,
            }),
            0 | 1 => {}
            _ => found.push(Diagnostic::SeveralKings {
                side: name,
                squares: squares.join(" "),
                at,
            }),
        }
    }
    found
}

fn pawns(problem: &Problem, at: SourceSpan) -> Option<Diagnostic> {
    let board = &problem.diagram.geometry;
    let last = board.height().saturating_sub(1);
    let pawns = problem.diagram.men().filter(|(square, man)| {
        let rank = board.rank(*square);
        man.walk() == walk_id::PAWN && (rank == 0 || rank == last)
    });
    let squares: Vec<String> = pawns.map(|(square, _)| board.name(square)).collect();
    let what = format!("pawns on the first or last rank: {}", squares.join(" "));
    (!squares.is_empty()).then_some(Diagnostic::Odd { what, at })
}
