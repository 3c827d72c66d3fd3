//! Trigonometric chess against a generator of its own: numbers of move sequences and chances.

mod slow;

use self::slow::{ROLLS, Slow};
use dawson::notation::statement::statement;
use dawson::problem::{Dice, Problem};
use dawson::{Settings, conditions, query};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Positions with castling, en passant, promotion, pins and double checks.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3",
    "qQ2k3/3b4/4Q1K1/8/8/8/8/8 b - -",
    "r3k2r/P6P/8/2pP4/8/8/p5p1/4K2R w Kkq c6",
];

fn ask(question: Value) -> Value {
    let line = query::answer(&question.to_string(), &Settings::default());
    let mut answer: Value = serde_json::from_str(&line).expect("an answer is JSON");
    assert!(answer.get("error").is_none(), "{question}: {answer}");
    answer["answer"].take()
}

fn check_perft(position: &str, plies: usize, rolls: Option<Vec<i32>>) {
    let each = match &rolls {
        Some(rolls) => rolls.iter().map(|roll| vec![*roll]).collect(),
        None => vec![ROLLS.to_vec(); plies],
    };
    let slow = Slow::from_fen(position).perft(&each);
    let found = ask(
        json!({"id": 0, "system": "trigonometric", "position": position,
        "stipulation": format!("perft {plies}"), "question": "perft", "rolls": rolls}),
    );
    assert_eq!(found, json!(slow), "{position}, {plies} plies, {rolls:?}");
}

#[test]
fn as_many_sequences_as_the_slow_generator_finds() {
    for position in POSITIONS {
        check_perft(position, 1, None);
        check_perft(position, 2, None);
        for roll in ROLLS {
            check_perft(position, 1, Some(vec![roll]));
        }
        check_perft(position, 3, Some(vec![-90, 90, 0]));
    }
    check_perft(POSITIONS[3], 3, None);
    check_perft(POSITIONS[4], 3, Some(vec![180, -90, 180]));
}

/// A small generator of numbers; the same positions every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// The given men on random squares, White to move, nobody in an impossible check.
    fn position(&mut self, men: &[u8]) -> String {
        loop {
            let mut board = [b'.'; 64];
            for man in men {
                let on = self.below(64) as usize;
                let pawn = man.eq_ignore_ascii_case(&b'p');
                if board[on] != b'.' || pawn && !(8..=55).contains(&on) {
                    continue;
                }
                board[on] = *man;
            }
            let fen = fen(&board);
            let kings = fen.contains('K') && fen.contains('k');
            if kings && !Slow::from_fen(&fen).is_illegal() {
                return fen;
            }
        }
    }
}

fn fen(board: &[u8; 64]) -> String {
    let ranks = (0..8).rev().map(|rank| {
        let men = board[8 * rank..8 * rank + 8].iter();
        men.map(|man| if *man == b'.' { '1' } else { char::from(*man) })
            .collect::<String>()
    });
    ranks.collect::<Vec<_>>().join("/") + " w - -"
}

fn check_chance(position: &str, moves: u32, dice: &str) {
    let weights: [u128; 4] = match dice {
        "d12" => [1, 1, 1, 1],
        _ => [9, 8, 9, 10],
    };
    let cases: u128 = weights.iter().sum();
    let slow = Slow::from_fen(position).chance(moves, weights, &mut HashMap::new());
    let all = cases.pow(2 * moves);
    let found = ask(
        json!({"id": 0, "system": "trigonometric", "position": position, "dice": dice,
        "stipulation": format!("P#{moves}"), "question": "probability"}),
    );
    let value = found["value"].as_str().expect("a fraction");
    let (favourable, of) = value.split_once('/').expect("a fraction");
    let number = |text: &str| text.parse::<u128>().expect("a number");
    assert_eq!(
        number(favourable) * all,
        slow * number(of),
        "{position}: {value}, not {slow}/{all}"
    );
    let keys = ask(
        json!({"id": 0, "system": "trigonometric", "position": position, "dice": dice,
        "stipulation": format!("#{moves}"), "question": "solutions"}),
    );
    let by_roll = keys["keys"].as_object().expect("keys for each roll");
    let forced = by_roll
        .values()
        .all(|keys| keys.as_array().is_some_and(|keys| !keys.is_empty()));
    assert_eq!(forced, slow == all, "{position}: {keys}");
}

#[test]
fn chances_of_one_move_are_those_of_the_slow_way() {
    let mut numbers = Numbers(4);
    for round in 0..60 {
        let position = numbers.position(b"KQRNBkpnb");
        check_chance(&position, 1, if round % 2 == 0 { "d12" } else { "2d6" });
    }
}

#[test]
fn chances_of_two_moves_are_those_of_the_slow_way() {
    let mut numbers = Numbers(7);
    for round in 0..4 {
        let position = numbers.position(b"KQRkp");
        check_chance(&position, 2, if round % 2 == 0 { "d12" } else { "2d6" });
    }
    check_chance("k7/8/1K6/8/8/8/8/1Q6 w - -", 2, "d12");
}

#[test]
fn rolls_are_read_in_three_languages() {
    let texts = [
        "Trigonometric chess, #2, rolls 90 0 -90, 2d6",
        "Trigonometrisches Schach, #2, Würfe 90° 0° −90°, 2W6",
        "Échecs trigonométriques, 2D6, Circe, #2, jets 90 0 -90",
    ];
    for text in texts {
        let mut problem = Problem::new();
        let _ = statement(text).expect(text).apply(&mut problem);
        let (dice, rolls) = conditions::dice(&problem).expect(text);
        let degrees: Vec<i32> = rolls.iter().map(|roll| roll.degrees()).collect();
        assert_eq!(
            (dice, &degrees[..]),
            (Dice::TwoD6, &[90, 0, -90][..]),
            "{text}"
        );
    }
    assert!(
        statement("Circe, #2, rolls 90 0 0").is_err(),
        "nobody throws dice"
    );
    assert!(
        statement("Trigonometric chess, #2, rolls 45 0 0").is_err(),
        "no such roll"
    );
}

#[test]
fn the_problems_of_the_collection_are_solved_as_told() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/problems/worlds/trigonometric.inp"
    );
    let mut command = assert_cmd::Command::cargo_bin("dawson").expect("the program is built");
    let output = command.args(["solve", file, "--threads", "1"]).output();
    let output = output.expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("reports are text");
    assert!(output.status.success(), "{text}");
    assert!(text.contains("19 of 19 solutions agree"), "{text}");
}
