//! Positions however people write them: FEN and its dialects, boards of any size, lists of men
//! in three languages, boards of letters pasted from elsewhere.
//!
//! **Invariant:** what cannot be told apart is refused with the reason, never guessed.

use super::diagnostic::{Diagnostic, malformed};
use super::fen;
use super::popeye::words::Language;
use super::position_text::{self, PositionText};
use super::statement::{rooks_at_home, statement};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Sides, WalkId, walk_id};
use crate::problem::{Condition, Diagram, Problem};
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
        return list(text);
    }
    let field = text.split_whitespace().next().unwrap_or("");
    let is_standard = !field.contains(['/', '*']) || has_ranks_of_eight(field);
    match fen::fen_with(text, walks) {
        Ok(position) => Ok(PositionText::from(position)),
        Err(fault) if is_standard => Err(fault),
        Err(_) => other_board(text, walks),
    }
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
        true => other_board(text, walks),
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
    let mut words = text.split(|c: char| c.is_whitespace() || ",;:/|".contains(c));
    words.any(|word| {
        let squares: Vec<char> = word.chars().collect();
        let ends = squares.len() >= 3 && {
            let end = &squares[squares.len() - 2..];
            ('a'..='h').contains(&end[0]) && ('1'..='8').contains(&end[1])
        };
        ends && !text.contains("//") && text.matches('/').count() < 6
    })
}

fn list(text: &str) -> Result<PositionText, Diagnostic> {
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
        let cells = cells(line, fen::offset(text, line));
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
    let mut diagram = Diagram::empty(Geometry::standard());
    for (row, cells) in ranks.iter().enumerate() {
        for (file, (cell, at)) in cells.iter().enumerate() {
            let square = Square::at(file as u8, 7 - row as u8);
            match man(cell, language) {
                Ok(Some(man)) => _ = diagram.put(square, man),
                Ok(None) => {}
                Err(()) => {
                    let expected = "a man or an empty square, e.g. `K`, `-q`, `.`";
                    return Some(Err(malformed(cell, *at, expected)));
                }
            }
        }
    }
    Some(Ok(of_diagram(diagram)))
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
    let names_files = found.iter().map(|(word, _)| *word).eq(files);
    if names_files { Vec::new() } else { found }
}

const FIGURINES: [(char, &str); 12] = [
    ('♔', "K"),
    ('♕', "Q"),
    ('♖', "R"),
    ('♗', "B"),
    ('♘', "S"),
    ('♙', "P"),
    ('♚', "k"),
    ('♛', "q"),
    ('♜', "r"),
    ('♝', "b"),
    ('♞', "s"),
    ('♟', "p"),
];

/// A cell: `.`, `K`, `-K`, `k`, `=G`, `bK`, `♔`.
fn man(cell: &str, language: Language) -> Result<Option<crate::men::Piece>, ()> {
    let mut signs = cell.chars();
    let single = signs.next().filter(|_| signs.next().is_none());
    if single.is_some_and(|c| ".-·*:#_+□■▢▣░▒".contains(c)) {
        return Ok(None);
    }
    let figurine = FIGURINES.iter().find(|(sign, _)| Some(*sign) == single);
    let (sides, letters) = match (figurine, cell.chars().next()) {
        (Some((_, letters)), _) => (None, *letters),
        (None, Some('-' | '*')) => (Some(Sides::Black), &cell[1..]),
        (None, Some('=')) => (Some(Sides::Both), &cell[1..]),
        (None, Some('+')) => (Some(Sides::White), &cell[1..]),
        (None, Some('w')) if cell.len() > 1 => (Some(Sides::White), &cell[1..]),
        (None, Some('b'))
            if cell.len() > 1 && cell[1..].starts_with(|c: char| c.is_ascii_uppercase()) =>
        {
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
            super::popeye::words::walk(
                if figurine.is_some() {
                    Language::En
                } else {
                    language
                },
                letters,
            )
        }),
    };
    let walk = walk.ok_or(())?;
    Ok(Some(super::popeye::read::man_of(
        walk,
        sides.unwrap_or(case),
    )))
}

/// What is odd about a position: kings, pawns that cannot stand there, rights that cannot be.
/// `text` is how the position was written; a list of men and a board have no such fields.
pub fn oddities(problem: &Problem, text: &str) -> Vec<Diagnostic> {
    let whole: SourceSpan = (0, text.trim_end().len()).into();
    let mut found = Vec::new();
    if problem.target().is_none() {
        found.extend(kings(problem, whole));
    }
    found.extend(pawns(problem, whole));
    let fields: Vec<(&str, usize)> = text
        .split_whitespace()
        .map(|field| (field, fen::offset(text, field)))
        .collect();
    let is_fen = fields.first().is_some_and(|(board, _)| board.contains('/'));
    if let Some(field) = fields.get(2).filter(|_| is_fen) {
        found.extend(castling(problem, *field));
    }
    if let Some(field) = fields.get(3).filter(|_| is_fen) {
        found.extend(en_passant(problem, *field));
    }
    found
}

fn kings(problem: &Problem, at: SourceSpan) -> Vec<Diagnostic> {
    let free = [
        "royal-dynasty",
        "extinction-chess",
        "losing-chess",
        "republican-chess",
    ];
    let is_free = |condition: &Condition| free.contains(&condition.key.as_str());
    let royal_square = |side: Side| {
        let key = if side == Side::White {
            "white-royal-square"
        } else {
            "black-royal-square"
        };
        problem
            .conditions
            .iter()
            .any(|condition| condition.key == key)
    };
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
        if problem.conditions.iter().any(is_free) || royal_square(side) {
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

/// Rights that are taken away from men at home, and rights that nobody can have.
fn castling(problem: &Problem, (field, at): (&str, usize)) -> Vec<Diagnostic> {
    let at: SourceSpan = (at, field.len()).into();
    let mut found = Vec::new();
    for (side, name, letters) in [
        (Side::White, "White", ['Q', 'K']),
        (Side::Black, "Black", ['q', 'k']),
    ] {
        let rooks = rooks_at_home(problem, side);
        let file = |letter: char| u8::from(letter.eq_ignore_ascii_case(&'k')) * 7;
        let lost = letters.iter().filter(|letter| {
            let home = rooks.iter().any(|rook| rook.byte() % 8 == file(**letter));
            home && !field.contains(**letter)
        });
        if lost.count() > 0 {
            let what = format!(
                "{name}'s king and rook stand at home, but `{field}` says that {name} may not castle; leave out the fields behind the board if castling is possible"
            );
            found.push(Diagnostic::Odd { what, at });
        }
        let none = letters.iter().find(|letter| {
            field.contains(**letter) && !rooks.iter().any(|rook| rook.byte() % 8 == file(**letter))
        });
        if let Some(letter) = none {
            let what =
                format!("`{letter}` lets {name} castle, but king and rook do not stand at home");
            found.push(Diagnostic::Odd { what, at });
        }
    }
    found
}

fn en_passant(problem: &Problem, (field, at): (&str, usize)) -> Option<Diagnostic> {
    let [_, passed, arrival] = problem.options.en_passant[..] else {
        return None;
    };
    let side = if problem.diagram.geometry.rank(passed) == 2 {
        Side::White
    } else {
        Side::Black
    };
    let man = problem.diagram.on(arrival);
    let stands = man.is_some() && man.walk().row().is_pawn() && man.is_of(side);
    let name = problem.diagram.geometry.name(arrival);
    let colour = if side == Side::White {
        "white"
    } else {
        "black"
    };
    (!stands).then(|| Diagnostic::Odd {
        what: format!("`{field}` says that a pawn just made a double step, but no {colour} pawn stands on {name}"),
        at: (at, field.len()).into(),
    })
}
