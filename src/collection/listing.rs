//! Lists of men with statements: PDB board text (`wKe1 nDUa3 sSUh8`) and text of WinChloe
//! (`Blancs: Rg6 Ta1`, `Noirs: Rh8`).
//!
//! A problem starts with its men or with the line above them that names its colour; what stands
//! between two lists of men belongs to the first.

use super::Entry;
use super::record::Record;
use crate::board::Square;
use crate::men::{Piece, Sides, WalkId, walk_id};
use crate::notation::popeye::words::{self, Language};
use crate::notation::statement;
use crate::problem::Problem;
use serde_json::Value;

/// The letters of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tongue {
    /// Colour, German letter and rotation: PDB and LaTeX.
    Glyphs,
    /// Letters of this language, without colours.
    Of(Language),
}

/// What rotated figures stand for by custom.
const ROTATED: [(&str, &str); 9] = [
    ("DU", "grasshopper"),
    ("SU", "nightrider"),
    ("DR", "leo"),
    ("DL", "lion"),
    ("TL", "pao"),
    ("LL", "vao"),
    ("SR", "mao"),
    ("E", "equihopper"),
    ("TU", "rook-hopper"),
];

/// The English letter of a German one.
pub(super) fn english(letter: &str) -> &'static str {
    match letter {
        "K" => "K",
        "D" => "Q",
        "T" => "R",
        "L" => "B",
        "S" => "S",
        _ => "",
    }
}

/// Whether a line begins a problem.
pub(super) fn is_start(line: &str) -> bool {
    is_glyph_list(line) || side_of(line).is_some_and(|(side, ..)| side == Sides::White)
}

/// At least two men with colours, and nothing else.
fn is_glyph_list(line: &str) -> bool {
    let text = board_text(line);
    let words: Vec<&str> = text
        .split([' ', ',', '\t'])
        .filter(|word| !word.is_empty())
        .collect();
    words.len() >= 2 && words.iter().all(|word| glyph(word).is_some())
}

/// The men of `POSITION='wKe1 sKh8' AND APIECES=2`, or the line itself.
fn board_text(line: &str) -> String {
    let upper = line.to_uppercase();
    match upper.find("POSITION='") {
        Some(at) => {
            let text = line.get(at + 10..).unwrap_or_default();
            text.split('\'').next().unwrap_or_default().to_owned()
        }
        None => line.trim().trim_end_matches(['.', ';']).to_owned(),
    }
}

/// `Blancs: ...`, `White Kg6 ...`, `Weiß = ...`: whose men they are, and in which language.
fn side_of(line: &str) -> Option<(Sides, Language, String)> {
    const NAMES: [(&str, Sides, Language); 14] = [
        ("blancs", Sides::White, Language::Fr),
        ("blanc", Sides::White, Language::Fr),
        ("noirs", Sides::Black, Language::Fr),
        ("noir", Sides::Black, Language::Fr),
        ("neutres", Sides::Both, Language::Fr),
        ("neutre", Sides::Both, Language::Fr),
        ("white", Sides::White, Language::En),
        ("black", Sides::Black, Language::En),
        ("neutral", Sides::Both, Language::En),
        ("weiss", Sides::White, Language::De),
        ("weiß", Sides::White, Language::De),
        ("schwarz", Sides::Black, Language::De),
        ("neutrals", Sides::Both, Language::En),
        ("neutrale", Sides::Both, Language::De),
    ];
    let line = line.trim();
    let end = line
        .find(|sign: char| !sign.is_alphabetic())
        .unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let word = word.to_lowercase();
    let (_, sides, language) = NAMES.into_iter().find(|(name, ..)| *name == word)?;
    let rest = rest.trim_start();
    let rest = rest.strip_prefix([':', '=']).unwrap_or(rest).trim();
    let men = men(rest, Tongue::Of(language)).ok()?;
    (!men.is_empty()).then(|| (sides, language, rest.to_owned()))
}

/// Men of one kind with their colour, as `wDUa3` or `wBa2b2`.
fn glyph(word: &str) -> Option<Vec<(Square, Piece)>> {
    let mut signs = word.chars();
    let sides = match signs.next()? {
        'w' => Sides::White,
        's' => Sides::Black,
        'n' => Sides::Both,
        _ => return None,
    };
    let (letters, squares) = letters_and_squares(signs.as_str())?;
    let walk = match english(letters) {
        _ if letters == "B" => walk_id::PAWN,
        "" => {
            let (_, key) = ROTATED.into_iter().find(|(glyph, _)| *glyph == letters)?;
            WalkId::from_key(key)?
        }
        letter => of_letters(Language::En, letter)?,
    };
    let men = squares.into_iter().map(|square| (square, man(walk, sides)));
    Some(men.collect())
}

fn of_letters(language: Language, letters: &str) -> Option<WalkId> {
    WalkId::from_key(words::walk(language, letters)?.key)
}

fn man(walk: WalkId, sides: Sides) -> Piece {
    let man = Piece::new(walk, sides);
    match walk == walk_id::KING {
        true => man.royal(),
        false => man,
    }
}

/// All men of a list.
///
/// # Errors
/// With the first word that is none.
pub(super) fn men(text: &str, tongue: Tongue) -> Result<Vec<(Square, Piece)>, String> {
    let mut men = Vec::new();
    for word in text
        .split([' ', ',', ';', '\t', '\n', '+'])
        .filter(|word| !word.is_empty())
    {
        let word = word.trim_end_matches('.');
        let count = word
            .strip_prefix('(')
            .and_then(|word| word.strip_suffix(')'));
        if let Some(count) = count.and_then(|count| count.parse::<usize>().ok()) {
            if count != men.len() {
                return Err(format!(
                    "{} men are listed, but the text counts {count}",
                    men.len()
                ));
            }
            continue;
        }
        let found = match tongue {
            Tongue::Glyphs => glyph(word),
            Tongue::Of(language) => of_language(word, language),
        };
        match found {
            Some(found) => men.extend(found),
            None if word.is_empty() => {}
            None => return Err(format!("`{word}` is no man with its square, e.g. `wKe1`")),
        }
    }
    Ok(men)
}

/// `Rg6`, `Pa2b2`; a square alone is a pawn's.
fn of_language(word: &str, language: Language) -> Option<Vec<(Square, Piece)>> {
    let (letters, squares) = letters_and_squares(word)?;
    let walk = match letters {
        "" => walk_id::PAWN,
        letters => of_letters(language, letters)?,
    };
    let men = squares
        .into_iter()
        .map(|square| (square, man(walk, Sides::White)));
    Some(men.collect())
}

/// What stands before the squares of a word, and the squares.
fn letters_and_squares(word: &str) -> Option<(&str, Vec<Square>)> {
    let is_square = |at: usize| {
        let text = word.get(at..at + 2);
        text.and_then(Square::from_name).is_some()
    };
    let at = (0..word.len()).find(|at| {
        word.is_char_boundary(*at) && is_square(*at) && (word.len() - at).is_multiple_of(2)
    })?;
    let (letters, squares) = word.split_at(at);
    let squares: Option<Vec<Square>> = (0..squares.len())
        .step_by(2)
        .map(|at| Square::from_name(squares.get(at..at + 2)?))
        .collect();
    Some((letters, squares?))
}

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let line = record.line;
    let mut problem = Problem::new();
    let mut entry = Entry::of(Problem::new());
    let mut has_men = false;
    let mut statement_lines: Vec<String> = Vec::new();
    let mut solution: Vec<&str> = Vec::new();
    let mut notes: Vec<Value> = Vec::new();
    for text in record.text.lines() {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            continue;
        }
        if is_glyph_list(text) {
            for (square, man) in men(&board_text(text), Tongue::Glyphs).unwrap_or_default() {
                problem.diagram.put(square, man);
            }
            has_men = true;
        } else if let Some((sides, language, list)) = side_of(text) {
            for (square, man) in men(&list, Tongue::Of(language)).unwrap_or_default() {
                problem.diagram.put(square, man.with_sides(sides));
            }
            entry.language = language;
            has_men = true;
        } else if let Some(id) = id_of(trimmed) {
            entry.id = Some(id);
        } else if let Some(author) = labelled(trimmed, &["author", "autor", "auteur", "authors"]) {
            problem.authors.push(author);
        } else if let Some(source) = labelled(trimmed, &["source", "quelle", "origin"]) {
            problem.origins.push(source);
        } else if is_moves(trimmed) || !solution.is_empty() {
            solution.push(text);
        } else if is_statement(trimmed, &statement_lines) {
            let stripped = labelled(
                trimmed,
                &[
                    "stipulation",
                    "forderung",
                    "énoncé",
                    "enonce",
                    "condition",
                    "conditions",
                ],
            );
            statement_lines.push(stripped.unwrap_or_else(|| trimmed.to_owned()));
        } else {
            notes.push(Value::String(trimmed.to_owned()));
        }
    }
    if !has_men {
        let is_blank = statement_lines.is_empty() && notes.is_empty();
        return match is_blank {
            true => Vec::new(),
            false => vec![Entry {
                line,
                ..Entry::refused(format!("line {line}: no list of men is found"))
            }],
        };
    }
    let text = statement_lines.join(", ").replace(['‡', '≠'], "#");
    match statement::statement(&text) {
        _ if text.is_empty() => {
            entry.errors.push(format!(
                "line {line}: no stipulation such as `#2` stands with the men"
            ));
        }
        Ok(said) => {
            entry.said(&text, &said.diagnostics, line);
            let faults = said.apply(&mut problem);
            entry.said(&text, &faults, line);
        }
        Err(diagnostics) => entry.said(&text, &diagnostics, line),
    }
    entry.problem = problem;
    entry.line = line;
    let solution = solution.join("\n");
    entry.solution = (!solution.is_empty()).then_some(solution);
    if !notes.is_empty() {
        entry
            .details
            .insert("remarks".to_owned(), Value::Array(notes));
    }
    vec![entry]
}

/// `PROBID='P0000001'`, `P0000001`, `WinChloe 123456`.
fn id_of(text: &str) -> Option<String> {
    let upper = text.to_uppercase();
    if let Some(at) = upper.find("PROBID='") {
        let id = text.get(at + 8..)?;
        return Some(id.split('\'').next().unwrap_or_default().to_owned());
    }
    let is_pdb = text.len() == 8
        && text.starts_with('P')
        && text[1..].bytes().all(|byte| byte.is_ascii_digit());
    let is_chloe = upper.starts_with("WINCHLOE") && text.len() < 24;
    (is_pdb || is_chloe).then(|| text.to_owned())
}

fn labelled(text: &str, labels: &[&str]) -> Option<String> {
    let (label, rest) = text.split_once(':')?;
    let label = label.trim().to_lowercase();
    labels
        .contains(&label.as_str())
        .then(|| rest.trim().to_owned())
}

/// `1.Rg6-g7 ...`, `a) 1.Ta1`.
pub(super) fn is_moves(text: &str) -> bool {
    let text = match text.split_once(')') {
        Some((label, rest)) if label.len() <= 2 => rest.trim(),
        _ => text,
    };
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < text.len()
        && rest.starts_with('.')
        && rest.len() > 3
        && !rest[1..].starts_with(|sign: char| sign.is_ascii_digit())
}

/// The first line that is understood as a statement, and those that are once one is there.
fn is_statement(text: &str, former: &[String]) -> bool {
    let plain = labelled(
        text,
        &[
            "stipulation",
            "forderung",
            "énoncé",
            "enonce",
            "condition",
            "conditions",
        ],
    );
    let plain = plain
        .unwrap_or_else(|| text.to_owned())
        .replace(['‡', '≠'], "#");
    match statement::statement(&plain) {
        Ok(said) => said.stipulation.is_some() || !former.is_empty() || !said.conditions.is_empty(),
        // A line that begins like a stipulation is to be understood, not passed over.
        Err(_) => {
            former.is_empty()
                && plain
                    .split_whitespace()
                    .next()
                    .is_some_and(|first| first.contains('#'))
        }
    }
}
