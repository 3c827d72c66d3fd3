//! Lines of moves beside a problem: how they begin, where they stand in a line, what numbers stand in front of them.

use crate::problem::Intention;
use crate::soundness::replay::{has_square, pawn_files};

/// `1.Rg6-g7 ...`, `a) 1.Ta1`, `- 1.Rb1`, `*1...Kb1`, `1.0-0`, `1.ed e.p.`, `1 Rb1 Ka3 2 Rb3`.
pub(super) fn is_moves(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '–', '•', '*', ' ']);
    let text = match text.split_once(')') {
        Some((label, rest)) if label.len() <= 2 => rest.trim(),
        _ => text,
    };
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let names_square = || {
        let mut pairs = rest.as_bytes().windows(2);
        let is_square = |pair: &[u8]| (b'a'..=b'p').contains(&pair[0]) && pair[1].is_ascii_digit();
        pairs.any(is_square)
    };
    // `2. Preis` is none.
    let castles = |text: &str| CASTLINGS.iter().any(|castling| text.contains(castling));
    let first = rest.trim_start_matches(['.', ' ']);
    let first = first.split(' ').next().unwrap_or_default();
    let is_number = first.starts_with(|sign: char| sign.is_ascii_digit())
        && rest.get(1..).is_some_and(|rest| rest.starts_with(first))
        && !castles(first);
    let counts = rest.len() < text.len() && rest.starts_with('.') && !is_number;
    let plays = || rest.len() > 3 && (names_square() || castles(rest)) || captures(rest);
    counts && plays() || counts_without_dots(text)
}

/// Castling in signs, short or the beginning of long.
const CASTLINGS: [&str; 3] = ["0-0", "O-O", "o-o"];

/// `.ed!`, `.ed e.p.`: a pawn's capture that names only its two files. In `2. de la Torre`, `de` is a word.
fn captures(rest: &str) -> bool {
    let mut words = rest.trim_start_matches('.').split_whitespace();
    let first = words.next().unwrap_or_default();
    let files = first.trim_end_matches(['!', '?', '+', '#']);
    let is_marked = files.len() < first.len() || files.contains(['x', ':', '*']);
    let is_passing = words.next().is_some_and(|next| next.starts_with("e"));
    let on_board = |(from, to): (char, char)| from <= 'h' && to <= 'h';
    pawn_files(files).is_some_and(on_board) && (is_marked || is_passing)
}

/// `1 Rb1 Ka3 2 Rb3`: numbers without dots, two of them.
fn counts_without_dots(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', '(', ',']).collect();
    let plays = |word: &str| {
        let names_man = word.starts_with(|sign: char| sign.is_ascii_uppercase());
        names_man && has_square(word) || CASTLINGS.iter().any(|castling| word.starts_with(castling))
    };
    let counts = |number: &str| {
        let mut pairs = words.windows(2);
        pairs.any(|pair| pair[0] == number && plays(pair[1]))
    };
    words[0] == "1" && counts("1") && counts("2") && !words[1].contains(',')
}

/// Where the moves begin of a line that says something else before them.
pub(super) fn moves_within(line: &str) -> Option<usize> {
    let mut found = line.match_indices('1').map(|(at, _)| at);
    let begins = |at: &usize| {
        let before = line[..*at].trim_end_matches('*');
        let is_apart = before.ends_with([' ', ':', '(']);
        is_apart && !before.trim().is_empty() && opens_with_move(&line[*at..])
    };
    found.find(begins)
}

/// Whether the first word behind the number of moves is one.
fn opens_with_move(text: &str) -> bool {
    let played = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let played = played.trim_start_matches(['.', '…', ' ']);
    let first = played.split(' ').next().unwrap_or_default();
    let castles = || CASTLINGS.iter().any(|castling| first.starts_with(castling));
    is_moves(text) && (has_square(first) || castles() || captures(played))
}

/// Whether a text is a number of solutions in words, and nothing else: `2 solutions`.
pub(super) fn is_claim(text: &str) -> bool {
    let starts = text.starts_with(|sign: char| sign.is_ascii_digit());
    let says = text.contains(char::is_alphabetic);
    starts && says && text.len() < LONGEST && Intention::default().read(text).is_ok()
}

/// A text of more bytes than this is no number of solutions.
const LONGEST: usize = 160;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_moves() {
        for line in [
            "1.Rg6-g7",
            "a) 1.Ta1",
            "- 1.Rb1",
            "*1...Kb1",
            "1.0-0",
            "I) 1.0-0 Bf6",
            "1.ed e.p.!",
            "1 Rb1 Ka3 2 Rb3",
        ] {
            assert!(is_moves(line), "{line}");
        }
        for line in [
            "2. Preis",
            "1.1.1.1",
            "h#2",
            "1 Rb1",
            "1. de la Torre",
            "-1(w,b) & #1",
        ] {
            assert!(!is_moves(line), "{line}");
        }
        assert_eq!(moves_within("h#2: 1.Kb1 Rh1#"), Some(5));
        assert_eq!(moves_within("#2, 1. Preis, b5"), None);
    }

    #[test]
    fn numbers_of_solutions() {
        assert!(is_claim("2 solutions") && is_claim("1 Lösung"));
        assert!(!is_claim("2") && !is_claim("2 apples"));
    }
}
