//! Conditions for some plies, and conditions among which the mover chooses, against rules that hold all the
//! time: each ply is compared with a fresh diagram under what is in force then.

use crate::common::chance::Chance;
use crate::common::{cases, none_fail};
use dawson::board::{Side, Square};
use dawson::conditions::{CHOSEN, FROM_PLY, UNTIL_PLY, compile};
use dawson::men::{Piece, WalkId, walk_id};
use dawson::problem::{Argument, Condition, Problem};
use dawson::rules::{Engine, Game};
use std::collections::BTreeSet;
use std::path::Path;

const WALKS: [WalkId; 5] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
    walk_id::PAWN,
];

/// Under these a check is what it is without them.
const AFTER_MOVES: [&str; 5] = [
    "circe",
    "andernach-chess",
    "chameleon-chess",
    "anti-andernach-chess",
    "double-tibet",
];

/// Under these it is not, or moves are others.
const OTHERS: [&str; 6] = [
    "madrasi",
    "lortap",
    "ultra-patrol",
    "alphabetic-chess",
    "bichrom-chess",
    "annan-chess",
];

#[test]
fn cases_of_conditions_in_force_at_times() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stipulations/in-force.jsonl");
    let cases = cases(&file);
    let failures = cases.iter().filter_map(|case| {
        let checked = case.check(&dawson::Settings::default(), &());
        checked.err()
    });
    none_fail(&failures.collect::<Vec<_>>(), cases.len());
}

/// Kings and some men in the middle of the board, where no pawn goes two steps and no king castles.
fn scheme(chance: &mut Chance, men: usize) -> Problem {
    let mut problem = Problem::new();
    for side in Side::BOTH {
        let square = Square::at(
            chance.below(8) as u8,
            if side == Side::White { 1 } else { 6 },
        );
        problem
            .diagram
            .put(square, Piece::new(walk_id::KING, side.into()).royal());
    }
    for number in 0..men {
        let square = Square::at(chance.below(8) as u8, 2 + chance.below(4) as u8);
        let side = Side::BOTH[number % 2];
        let man = Piece::new(WALKS[chance.below(WALKS.len())], side.into());
        if problem.diagram.on(square).is_none() {
            problem.diagram.put(square, man);
        }
    }
    problem
}

fn engine(diagram: &Problem, conditions: Vec<Condition>, side: Side) -> Engine {
    let mut problem = diagram.clone();
    problem.conditions = conditions;
    let mut engine = compile(&problem).expect("these conditions are built");
    engine.set_side_to_move(side);
    engine
}

/// The men of a position as a diagram.
fn diagram_of(engine: &Engine) -> Problem {
    let mut problem = Problem::new();
    for square in problem.diagram.geometry.squares() {
        let man = engine.position().piece_on(square);
        if man.is_some() {
            problem.diagram.put(square, man);
        }
    }
    problem
}

fn men(engine: &Engine) -> Vec<(Square, Piece)> {
    diagram_of(engine).diagram.men().collect()
}

/// All positions after the legal moves.
fn reached(engine: &mut Engine) -> BTreeSet<String> {
    let moves = engine.legal_moves();
    let after = moves.into_iter().map(|movement| {
        engine.play(movement);
        let reached = format!("{:?}", men(engine));
        engine.rewind();
        reached
    });
    after.collect()
}

fn limited(key: &str, from: i32, until: i32) -> Condition {
    let number = |word: &str, ply| Argument::Number(word.to_owned(), ply);
    Condition {
        key: key.to_owned(),
        arguments: vec![number(FROM_PLY, from), number(UNTIL_PLY, until)],
    }
}

fn in_force(key: &str, (from, until): (i32, i32), ply: i32) -> Vec<Condition> {
    let holds = (from..=until).contains(&ply);
    holds.then(|| Condition::plain(key)).into_iter().collect()
}

#[test]
fn each_ply_is_played_by_what_is_in_force() {
    let mut chance = Chance(46_001);
    let mut compared = 0;
    for round in 0..100 {
        let all = AFTER_MOVES.iter().chain(&OTHERS);
        let keys: Vec<&str> = all.copied().collect();
        let key = keys[round % keys.len()];
        let from = 1 + chance.below(3) as i32;
        let range = (from, from + chance.below(3) as i32);
        let start = scheme(&mut chance, 10);
        let mut side = Side::BOTH[round % 2];
        let mut played = engine(&start, vec![limited(key, range.0, range.1)], side);
        if played.can_capture_king() {
            continue;
        }
        let before = played.position().clone();
        for ply in 1..=6 {
            let now = in_force(key, range, ply);
            let changes = now != in_force(key, range, ply + 1);
            let mut fresh = engine(&diagram_of(&played), now, side);
            assert_eq!(
                played.in_check(side),
                fresh.in_check(side),
                "{key} {range:?}, ply {ply}: {:?}",
                men(&played)
            );
            if !changes || AFTER_MOVES.contains(&key) {
                let found = reached(&mut played);
                assert_eq!(found, reached(&mut fresh), "{key} {range:?}, ply {ply}");
                compared += 1;
            }
            let moves = played.legal_moves();
            if moves.is_empty() {
                break;
            }
            let movement = moves[chance.below(moves.len())];
            played.play(movement);
            assert_eq!(played.position().key(), played.position().fresh_key());
            side = !side;
        }
        while played.plies() > 0 {
            played.rewind();
        }
        assert_eq!(*played.position(), before, "{key} {range:?} is taken back");
    }
    assert!(compared > 200, "only {compared} plies were compared");
}

#[test]
fn the_mover_chooses_one_rule_for_each_move() {
    let mut chance = Chance(46_002);
    let mut differ = 0;
    for round in 0..200 {
        let one = AFTER_MOVES[round % AFTER_MOVES.len()];
        let other = AFTER_MOVES[(round + 1 + chance.below(4)) % AFTER_MOVES.len()];
        if one == other {
            continue;
        }
        let start = scheme(&mut chance, 12);
        let side = Side::BOTH[round % 2];
        let chosen = [one, other].map(|key| Condition {
            key: key.to_owned(),
            arguments: vec![Argument::Flag(CHOSEN.to_owned())],
        });
        let mut both = engine(&start, chosen.to_vec(), side);
        if both.can_capture_king() {
            continue;
        }
        let [first, second] = [one, other].map(|key| {
            let mut alone = engine(&start, vec![Condition::plain(key)], side);
            reached(&mut alone)
        });
        let union: BTreeSet<String> = first.union(&second).cloned().collect();
        assert_eq!(reached(&mut both), union, "{one} or {other}");
        let moves = both.legal_moves();
        assert_eq!(moves, both.legal_moves_by_playing(), "{one} or {other}");
        let told = "moves that come to the same";
        assert_eq!(moves.len(), union.len(), "{one} or {other}: {told}");
        differ += usize::from(first != second);
    }
    assert!(differ > 50, "{differ} positions in which the rules differ");
}

/// Rules that say something once for all, or answer other questions, are refused with the reason.
#[test]
fn what_cannot_be_shut_and_opened_is_refused() {
    let start = scheme(&mut Chance(1), 4);
    let refused = |conditions: &[(&str, Argument)]| {
        let mut problem = start.clone();
        problem.conditions = conditions
            .iter()
            .map(|(key, argument)| Condition {
                key: (*key).to_owned(),
                arguments: vec![argument.clone()],
            })
            .collect();
        compile(&problem)
            .map(|_| ())
            .expect_err("it is refused")
            .to_string()
    };
    let from = |ply| Argument::Number(FROM_PLY.to_owned(), ply);
    let until = |ply| Argument::Number(UNTIL_PLY.to_owned(), ply);
    let chosen = || Argument::Flag(CHOSEN.to_owned());
    for (conditions, why) in [
        (vec![("cylinder", from(2))], "is a board"),
        (vec![("einstein-chess", from(2))], "once for all"),
        (vec![("madrasi", from(0))], "the first ply has the number 1"),
        (vec![("circe", chosen())], "but one condition"),
        (
            vec![("circe", chosen()), ("madrasi", chosen())],
            "after a move",
        ),
        (
            vec![("circe", until(3)), ("circe", from(2))],
            "at the same time",
        ),
    ] {
        let told = refused(&conditions);
        assert!(told.contains(why), "{conditions:?}: {told}");
    }
}
