//! The fields behind the board: side to move, castling, en passant, kings on their run.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Piece, WalkId, walk_id};
use crate::notation::diagnostic::{Diagnostic, malformed};
use crate::problem::Diagram;

/// A field and the byte where it starts.
pub(super) type Field<'t> = (&'t str, usize);

pub(super) fn side((field, at): Field<'_>) -> Result<Side, Diagnostic> {
    match field {
        "w" | "W" => Ok(Side::White),
        "b" | "B" => Ok(Side::Black),
        _ => Err(malformed(field, at, "the side to move, `w` or `b`")),
    }
}

/// Each right with the other one of its side, and the square of its rook.
const RIGHTS: [(char, char, u8, u8); 4] = [
    ('K', 'Q', 7, 0),
    ('Q', 'K', 0, 0),
    ('k', 'q', 7, 7),
    ('q', 'k', 0, 7),
];

/// The rights that a diagram suggests and that are not lost, as a field.
pub(super) fn castling(diagram: &Diagram, lost: SquareSet) -> String {
    if (diagram.geometry.width(), diagram.geometry.height()) != (8, 8) {
        return "-".to_owned();
    }
    let stands = |on: Square, walk: WalkId, side: Side| {
        let man = diagram.on(on);
        man.is_some() && man.walk() == walk && man.is_of(side) && !lost.contains(on)
    };
    let rights = RIGHTS.iter().filter(|(right, _, file, rank)| {
        let side = match right.is_ascii_uppercase() {
            true => Side::White,
            false => Side::Black,
        };
        stands(Square::at(4, *rank), walk_id::KING, side)
            && stands(Square::at(*file, *rank), walk_id::ROOK, side)
    });
    let named: String = rights.map(|(right, ..)| right).collect();
    match named.is_empty() {
        true => "-".to_owned(),
        false => named,
    }
}

/// All kings and rooks that could castle.
pub(crate) fn no_castling_at_all() -> SquareSet {
    lost_but("-")
}

/// The rights that are not named are lost.
pub(super) fn no_castling((field, at): Field<'_>) -> Result<SquareSet, Diagnostic> {
    // X-FEN may name the files of the rooks: `HAha`.
    let usual = field.chars().map(|c| match c {
        'H' => 'K',
        'A' => 'Q',
        'h' => 'k',
        'a' => 'q',
        c => c,
    });
    let usual: String = usual.collect();
    match field == "-" || usual.chars().all(|c| "KQkq".contains(c)) {
        true => Ok(lost_but(&usual)),
        false => Err(malformed(
            field,
            at,
            "castling rights such as `KQkq` or `-`",
        )),
    }
}

/// The kings and rooks that may not castle where only these rights are kept.
pub(crate) fn lost_but(kept: &str) -> SquareSet {
    let mut lost = SquareSet::EMPTY;
    for (right, other, file, rank) in RIGHTS {
        if !kept.contains(right) {
            lost.insert(Square::at(file, rank));
        }
        if !kept.contains([right, other]) {
            lost.insert(Square::at(4, rank));
        }
    }
    lost
}

/// Departure, passed square and arrival of the double step.
pub(super) fn en_passant(
    (field, at): Field<'_>,
    board: &Geometry,
    next: Option<Side>,
) -> Result<Vec<Square>, Diagnostic> {
    if field == "-" {
        return Ok(Vec::new());
    }
    let steps = |passed| {
        let (file, rank) = (i16::from(board.file(passed)), i16::from(board.rank(passed)));
        let of = |side, passed: i16, ahead: i16| {
            let ranks = [rank - ahead, rank, rank + ahead];
            let squares = ranks.map(|rank| board.square(file, rank));
            let squares: Option<Vec<Square>> = squares.into_iter().collect();
            squares
                .filter(|_| rank == passed)
                .map(|squares| (side, squares))
        };
        let last = i16::from(board.height()) - 1;
        let white = of(Side::White, 2, 1);
        let steps = white.into_iter().chain(of(Side::Black, last - 2, -1));
        steps.collect::<Vec<_>>()
    };
    // On five ranks both sides pass the middle one.
    let mut steps = board.square_named(field).map(steps).unwrap_or_default();
    if steps.len() > 1 {
        steps.retain(|(side, _)| next.is_none_or(|next| next != *side));
    }
    let step = steps.into_iter().next().map(|(_, squares)| squares);
    step.ok_or_else(|| malformed(field, at, PASSED))
}

/// What is expected of the field of en passant.
pub(super) const PASSED: &str = "the square a pawn just passed, such as `e3`, or `-`";

/// `-`, `K`, `k` or `Kk`.
pub(super) fn runs((field, at): Field<'_>, diagram: &Diagram) -> Result<[bool; 2], Diagnostic> {
    let runs = match field {
        "-" => [false, false],
        "K" => [true, false],
        "k" => [false, true],
        "Kk" | "kK" => [true, true],
        _ => {
            let expected = "the kings on their run: `-`, `K`, `k` or `Kk`";
            return Err(malformed(field, at, expected));
        }
    };
    for (side, runs) in Side::BOTH.into_iter().zip(runs) {
        let is_king = |man: Piece| man.is_royal() && man.walk() == walk_id::KING;
        if runs
            && !diagram
                .men()
                .any(|(_, man)| is_king(man) && man.is_of(side))
        {
            return Err(malformed(field, at, "a king that is on the board"));
        }
    }
    Ok(runs)
}
