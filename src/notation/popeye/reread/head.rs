//! What stands above the play: where it ends, and the men of its diagram.

use super::word::walk;
use crate::board::Square;
use crate::men::{Piece, Sides};
use crate::notation::popeye::read::man_of;
use crate::notation::popeye::words::Language;
use crate::problem::Problem;

const BORDER: &str = "+---a---";

/// How many bytes stand above the play: up to the last line of the captions.
pub(super) fn length(text: &str) -> usize {
    let Some(last) = text.rmatch_indices(BORDER).map(|(at, _)| at).next() else {
        return complaints(text);
    };
    let lines = text[last..].split_inclusive('\n');
    let told = lines.take_while(|line| !line.trim().is_empty() && *line != " +\n");
    last + told.map(str::len).sum::<usize>()
}

/// How many bytes complaints about the input take, where no diagram was drawn.
fn complaints(text: &str) -> usize {
    let complains = |line: &&str| COMPLAINTS.iter().any(|start| line.starts_with(start));
    let lines = text.split_inclusive('\n').take_while(complains);
    lines.map(str::len).sum()
}

/// How complaints about an input begin, in all languages.
const COMPLAINTS: [&str; 2] = ["input-error:", "offending item:"];

/// A problem with the men of the last diagram.
pub(super) fn problem(head: &str, language: Language) -> Problem {
    let mut problem = Problem::new();
    let lines: Vec<&str> = head.lines().collect();
    let rows = lines.iter().enumerate();
    for (index, row) in rows {
        let Some(rank) = rank(row) else {
            continue;
        };
        let below = lines.get(index + 1).copied().unwrap_or("");
        for file in 0..8 {
            let square = Square::at(file, rank);
            let man = man_at(row, below, usize::from(file), language);
            problem.diagram.put(square, man.unwrap_or(Piece::NONE));
        }
    }
    problem
}

/// The rank of a row `8   .   .  ...   8`, from 0.
fn rank(row: &str) -> Option<u8> {
    let number = row.split_whitespace().next()?;
    let frames = row.ends_with(number) && row.starts_with(number) && row.len() == 37;
    let rank: u8 = number.parse().ok()?;
    (frames && (1..=8).contains(&rank)).then(|| rank - 1)
}

/// The man in four columns of a row; the second part of a hunter stands below.
fn man_at(row: &str, below: &str, file: usize, language: Language) -> Option<Piece> {
    let at = 2 + 4 * file;
    let cell = row.get(at..at + 4)?.trim_start_matches('|');
    let (sides, letters) = match cell.trim_start().split_at_checked(1)? {
        ("-", letters) => (Sides::Black, letters),
        ("=", letters) => (Sides::Both, letters),
        _ => (Sides::White, cell.trim_start()),
    };
    let letters = letters.trim_end();
    let divided = letters.strip_suffix('/');
    let whole = divided.map(|first| {
        let second = below.get(at..at + 4).unwrap_or("");
        format!("{first}/{}", second.trim())
    });
    let walk = walk(language, whole.as_deref().unwrap_or(letters))?;
    Some(man_of(walk, sides))
}
