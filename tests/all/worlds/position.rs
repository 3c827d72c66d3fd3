//! Positions as text, and moves as squares, for the tests of other worlds.

use dawson::board::{Side, Square};
use dawson::conditions::{compile, system};
use dawson::men::{Piece, Sides, WalkId, walk_id};
use dawson::problem::{Argument, Problem};
use dawson::rules::{Engine, Game, Wanted};
use std::ops::ControlFlow;

/// A problem of this game with the men of a position text, its rights and flags.
pub fn problem(name: &str, text: &str) -> Problem {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut problem = Problem::new();
    problem.conditions = system(name).expect("a known game");
    let rows: Vec<&str> = fields[0].split('/').collect();
    for (row, rank) in rows.iter().zip((0..rows.len() as u8).rev()) {
        let mut file = 0;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(empty) => file += empty as u8,
                None => {
                    if c != '*' {
                        problem.diagram.put(Square::at(file, rank), man(c));
                    }
                    file += 1;
                }
            }
        }
    }
    let third = fields.get(2).copied().unwrap_or("-");
    match name.starts_with("rollerball") {
        true => {
            for (letter, flag) in [('K', "white-run"), ('k', "black-run")] {
                if third.contains(letter) {
                    let flag = Argument::Flag(flag.to_owned());
                    problem.conditions[0].arguments.push(flag);
                }
            }
        }
        false => rights(&mut problem, third, fields.get(3).copied().unwrap_or("-")),
    }
    problem
}

fn rights(problem: &mut Problem, castling: &str, passed: &str) {
    for (letter, name) in [('K', "h1"), ('Q', "a1"), ('k', "h8"), ('q', "a8")] {
        if !castling.contains(letter) {
            problem.options.no_castling.insert(square(name));
        }
    }
    if passed != "-" {
        let [file, rank] = passed.as_bytes() else {
            panic!("a square");
        };
        let ahead: i16 = if *rank == b'3' { 1 } else { -1 };
        let ranks = [-ahead, 0, ahead].map(|step| (i16::from(*rank) + step) as u8);
        let name = |rank: u8| square(&format!("{}{}", *file as char, rank as char));
        problem.options.en_passant = ranks.map(name).to_vec();
    }
}

pub fn man(letter: char) -> Piece {
    let side = if letter.is_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let walk = match letter.to_ascii_uppercase() {
        'K' => return Piece::new(walk_id::KING, side.into()).royal(),
        'Q' => walk_id::QUEEN,
        'R' => walk_id::ROOK,
        'B' => walk_id::BISHOP,
        'N' => walk_id::KNIGHT,
        'U' => walk_id::UNICORN,
        _ => walk_id::PAWN,
    };
    Piece::new(walk, side.into())
}

/// The engine of a game in a position.
pub fn engine(name: &str, text: &str) -> Engine {
    let problem = problem(name, text);
    let mut engine = compile(&problem).expect("a game that can be played");
    let black = text.split(' ').nth(1) == Some("b");
    engine.set_side_to_move(if black { Side::Black } else { Side::White });
    engine
}

/// One white man and no other, White to move.
pub fn lonely(name: &str, letter: char, square: Square) -> Engine {
    let mut problem = problem(name, "8/8/8/8/8/8/8/8 w -");
    problem.diagram.put(square, man(letter));
    compile(&problem).expect("one man can be played")
}

/// All legal moves of the side to move as squares and promotions, sorted.
pub fn moves(engine: &mut Engine) -> Vec<String> {
    let before = engine.position().clone();
    let mut found = Vec::new();
    let _ = engine.visit_moves(Wanted::All, &[], &mut |game, movement| {
        let (from, to) = (movement.pseudo_move.from, movement.pseudo_move.to);
        let (old, new) = (before.piece_on(from), game.position().piece_on(to));
        let promotion = if old.walk() != new.walk() {
            letter(new.walk())
        } else {
            ""
        };
        let board = game.rules().geometry();
        found.push(format!("{}{}{promotion}", board.name(from), board.name(to)));
        ControlFlow::Continue(())
    });
    found.sort();
    found
}

/// Those of the man on a square.
pub fn moves_from(engine: &mut Engine, square: &str) -> Vec<String> {
    let all = moves(engine).into_iter();
    all.filter(|text| text.starts_with(square)).collect()
}

fn letter(walk: WalkId) -> &'static str {
    match walk {
        walk_id::QUEEN => "q",
        walk_id::ROOK => "r",
        walk_id::BISHOP => "b",
        walk_id::KNIGHT => "n",
        walk_id::UNICORN => "u",
        _ => "?",
    }
}

/// A square by its name.
pub fn square(name: &str) -> Square {
    Square::from_name(name).expect("a square of the usual board")
}

/// A man of a side.
pub fn piece(key: &str, sides: Sides) -> Piece {
    let walk = WalkId::from_key(key).expect("a walk of the catalogue");
    let man = Piece::new(walk, sides);
    if walk.row().is_royal() {
        man.royal()
    } else {
        man
    }
}
