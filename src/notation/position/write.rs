//! Writes positions as one line that is read back.

use super::board::any_board;
use super::{Position, field};
use crate::board::Side;
use crate::men::Piece;
use crate::problem::Diagram;

/// Writes a position as [`of_text`](super::of_text) reads it, without en passant rights of longer
/// steps.
///
/// ```
/// use dawson::notation::position::{of_text, text};
/// let array = "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w k";
/// assert_eq!(text(&of_text(array).unwrap()), array);
/// ```
pub fn text(position: &Position) -> String {
    let side = match position.side_to_move {
        Some(Side::Black) => "b",
        _ => "w",
    };
    let diagram = &position.diagram;
    let board = board_text(diagram, position.runs.is_some());
    if let Some(runs) = position.runs {
        let kings = ["K", "k"].into_iter().zip(runs);
        let named: String = kings
            .filter(|(_, runs)| *runs)
            .map(|(king, _)| king)
            .collect();
        let named = if named.is_empty() { "-" } else { &named };
        return format!("{board} {side} {named}");
    }
    let castling = field::castling(diagram, position.no_castling);
    let passed = match position.en_passant.as_slice() {
        [_, passed, _] => diagram.geometry.name(*passed),
        _ => "-".to_owned(),
    };
    format!("{board} {side} {castling} {passed}")
}

/// The first field. Numbers of two digits are taken apart if they would be read digit by digit.
pub(crate) fn board_text(diagram: &Diagram, is_ring: bool) -> String {
    let text = ranks(diagram, is_ring, usize::MAX);
    let width = usize::from(diagram.geometry.width());
    let read = any_board(&text, 0, &[]);
    match read.is_ok_and(|read| !is_ring && read.width() != width) {
        true => ranks(diagram, is_ring, 9),
        false => text,
    }
}

/// The ranks with no greater numbers than `most`.
fn ranks(diagram: &Diagram, is_ring: bool, most: usize) -> String {
    let geometry = &diagram.geometry;
    let (width, height) = match is_ring {
        true => (7, 7),
        false => (geometry.width(), geometry.height()),
    };
    let hole = |file: i16, rank: i16| is_ring && (2..5).contains(&file) && (2..5).contains(&rank);
    let rank = |rank: i16| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..i16::from(width) {
            let square = geometry.square(file, rank).filter(|_| !hole(file, rank));
            let man = square.map(|square| diagram.on(square));
            if man == Some(Piece::NONE) {
                empty += 1;
                continue;
            }
            push_count(&mut text, std::mem::take(&mut empty), most);
            text += &man.map_or("*".to_owned(), man_text);
        }
        push_count(&mut text, empty, most);
        text
    };
    let ranks: Vec<String> = (0..i16::from(height)).rev().map(rank).collect();
    ranks.join("/")
}

fn push_count(text: &mut String, mut count: usize, most: usize) {
    while count > 0 {
        let part = count.min(most);
        *text += &part.to_string();
        count -= part;
    }
}

fn man_text(man: Piece) -> String {
    let row = man.walk().row();
    let is_royal = man.is_royal() && !row.is_royal();
    let letters = match row.letters[0] {
        "S" if !man.is_neutral() && !is_royal => "N",
        letters => letters,
    };
    let letters = match man.is_of(Side::White) {
        true => letters.to_uppercase(),
        false => letters.to_lowercase(),
    };
    let has_case = letters.contains(|c: char| c.is_ascii_alphabetic());
    let sign = match (man.is_neutral(), has_case, man.is_of(Side::White)) {
        (true, ..) => "=",
        (false, true, _) => "",
        (false, false, true) => "+",
        (false, false, false) => "-",
    };
    let royal = if is_royal { "!" } else { "" };
    let is_nightrider = row.letters[0] == "N";
    match sign.is_empty() && royal.is_empty() && letters.len() == 1 && !is_nightrider {
        true => letters,
        false => format!("({sign}{letters}{royal})"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::of_text;
    use super::*;

    fn kept(given: &str) {
        let read = of_text(given).unwrap_or_else(|fault| panic!("{given}: {fault}"));
        assert_eq!(text(&read), given);
    }

    #[test]
    fn what_is_read_is_written_again() {
        kept("rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq -");
        kept("4k3/8/8/3pP3/8/8/8/R3K2R w K d6");
        kept("8/8/8/8/4B3/8/8/k1K5 w - -");
        kept("7/2K4/2***2/2***1k/2***2/7/6P w -");
        kept("10/4k5/10/3*6/4K5/10 b - -");
        kept("11/4k6/11/4K6/11 w - -");
        let spelled = of_text("K92/93 w - -").expect("not a board of three files");
        assert_eq!(text(&spelled), "K11/12 w - -");
        let spelled = of_text("8/8/8/1111B3/8/8/8/k1K11111 w - -").expect("it is a board");
        assert_eq!(text(&spelled), "8/8/8/4B3/8/8/8/k1K5 w - -");
        kept("8/4(P!)3/8/3(=Q)4/8/8/8/k6K w - -");
        kept("8/4(N)3/8/3N4/3(=S)4/8/8/k6K w - -");
        kept("8/4(+15)3/8/3(-15)4/3(=15)4/8/8/k6K w - -");
    }
}
