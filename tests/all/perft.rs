//! Counts legal move sequences from positions whose numbers are well known.

use dawson::board::{Side, Square};
use dawson::men::{Piece, WalkId, walk_id};
use dawson::problem::Problem;
use dawson::rules::Game;

/// A position in Forsyth notation with the counts after 1, 2, ... plies.
struct Case {
    name: &'static str,
    forsyth: &'static str,
    turn: Side,
    no_castling: &'static [&'static str],
    en_passant: &'static [&'static str],
    counts: &'static [u64],
}

const CASES: &[Case] = &[
    Case {
        name: "the game array",
        forsyth: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        turn: Side::White,
        no_castling: &[],
        en_passant: &[],
        counts: &[20, 400, 8902, 197_281, 4_865_609],
    },
    Case {
        name: "castling both ways, pins and en passant",
        forsyth: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
        turn: Side::White,
        no_castling: &[],
        en_passant: &[],
        counts: &[48, 2039, 97_862, 4_085_603],
    },
    Case {
        name: "discovered checks by en passant",
        forsyth: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
        turn: Side::White,
        no_castling: &[],
        en_passant: &[],
        counts: &[14, 191, 2812, 43_238],
    },
    Case {
        name: "promotions of both sides",
        forsyth: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1",
        turn: Side::White,
        no_castling: &[],
        en_passant: &[],
        counts: &[6, 264, 9467, 422_333],
    },
    Case {
        name: "en passant in the diagram, no castling",
        forsyth: "r3k2r/8/8/3pP3/8/8/8/R3K2R",
        turn: Side::White,
        no_castling: &["e1", "e8"],
        en_passant: &["d7", "d6", "d5"],
        counts: &[26],
    },
];

#[test]
fn sequences_are_counted() {
    for case in CASES {
        let problem = problem(case);
        let mut engine =
            dawson::conditions::compile(&problem).expect("orthodox play is never refused");
        engine.set_side_to_move(case.turn);
        for (plies, &count) in (1..).zip(case.counts) {
            assert_eq!(
                engine.perft(plies),
                count,
                "{} after {plies} plies",
                case.name
            );
        }
    }
}

fn problem(case: &Case) -> Problem {
    let mut problem = Problem::new();
    for (rank, row) in (0..8).rev().zip(case.forsyth.split('/')) {
        put_row(&mut problem, rank, row);
    }
    let squares = |names: &[&str]| {
        names
            .iter()
            .map(|name| Square::from_name(name).expect("a square"))
            .collect::<Vec<_>>()
    };
    problem.options.no_castling = squares(case.no_castling).into_iter().collect();
    problem.options.en_passant = squares(case.en_passant);
    problem
}

fn put_row(problem: &mut Problem, rank: u8, row: &str) {
    let mut file = 0;
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(empty) => file += empty as u8,
            None => {
                problem.diagram.put(Square::at(file, rank), man(letter));
                file += 1;
            }
        }
    }
}

fn man(letter: char) -> Piece {
    let letters = letter.to_ascii_uppercase().to_string().replace('N', "S");
    let walk = WalkId::from_letters(&letters, 0).expect("an orthodox letter");
    let side = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let piece = Piece::new(walk, side.into());
    if walk == walk_id::KING {
        piece.royal()
    } else {
        piece
    }
}
