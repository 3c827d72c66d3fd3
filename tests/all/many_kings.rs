//! Many kings against a judge of a few lines that shares nothing with the engine: kings, queens,
//! rooks, bishops and knights on an array, every move played and every king looked at.

use crate::common::chance::Chance;
use crate::common::steps::{BISHOP, KNIGHT, ROOK};
use dawson::board::{Side, Square};
use dawson::conditions::compile;
use dawson::men::{Piece, WalkId};
use dawson::problem::{Condition, Problem};
use dawson::rules::Game;
use std::collections::BTreeSet;

pub type At = (i8, i8);
/// By rank and file: a letter, upper case for White, or `.`.
pub type Board = [[u8; 8]; 8];

fn on(board: &Board, (file, rank): At) -> Option<u8> {
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then(|| board[rank as usize][file as usize])
}

fn places(board: &Board, white: bool) -> Vec<At> {
    let all = (0..64i8).map(|index| (index % 8, index / 8));
    let own = |&at: &At| {
        let man = on(board, at).expect("a square");
        man != b'.' && man.is_ascii_uppercase() == white
    };
    all.filter(own).collect()
}

/// Where a man could go or capture, kings too.
fn reach(board: &Board, from: At) -> Vec<At> {
    let man = on(board, from).expect("a square");
    let (vectors, far): (Vec<At>, i8) = match man.to_ascii_uppercase() {
        b'K' => ([ROOK, BISHOP].concat(), 1),
        b'Q' => ([ROOK, BISHOP].concat(), 8),
        b'R' => (ROOK.to_vec(), 8),
        b'B' => (BISHOP.to_vec(), 8),
        _ => (KNIGHT.to_vec(), 1),
    };
    let mut squares = Vec::new();
    for (x, y) in vectors {
        for step in 1..=far {
            let to = (from.0 + x * step, from.1 + y * step);
            let Some(there) = on(board, to) else { break };
            let is_own = there != b'.' && there.is_ascii_uppercase() == man.is_ascii_uppercase();
            if !is_own {
                squares.push(to);
            }
            if there != b'.' {
                break;
            }
        }
    }
    squares
}

pub fn kings(board: &Board, white: bool) -> Vec<At> {
    let king = if white { b'K' } else { b'k' };
    let own = places(board, white).into_iter();
    own.filter(|&at| on(board, at) == Some(king)).collect()
}

fn attackers(board: &Board, at: At, by_white: bool) -> Vec<At> {
    let hostile = places(board, by_white).into_iter();
    hostile
        .filter(|&from| reach(board, from).contains(&at))
        .collect()
}

pub fn attacked(board: &Board, white: bool) -> Vec<At> {
    let own = kings(board, white).into_iter();
    own.filter(|&king| !attackers(board, king, !white).is_empty())
        .collect()
}

/// Every move but those that take a king.
pub fn moves(board: &Board, white: bool) -> Vec<(At, At, Board)> {
    let mut found = Vec::new();
    for from in places(board, white) {
        for to in reach(board, from) {
            if on(board, to).is_some_and(|man| man.eq_ignore_ascii_case(&b'k')) {
                continue;
            }
            let mut after = *board;
            after[to.1 as usize][to.0 as usize] = board[from.1 as usize][from.0 as usize];
            after[from.1 as usize][from.0 as usize] = b'.';
            found.push((from, to, after));
        }
    }
    found
}

fn direction(from: At, to: At) -> At {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let longest = (1..8).rev().find(|n| x % n == 0 && y % n == 0).unwrap_or(1);
    (x / longest, y / longest)
}

/// Every check to the kings of a side: the king, the checking man and whence it comes.
fn checks(board: &Board, white: bool) -> Vec<(At, At, At)> {
    let of = |king: At| {
        let by = attackers(board, king, !white).into_iter();
        by.map(move |from| (king, from, direction(from, king)))
    };
    kings(board, white).into_iter().flat_map(of).collect()
}

/// Whether no parry helps this king but those that let another into a new check.
fn is_mated_alone(board: &Board, king: At, white: bool) -> bool {
    if attackers(board, king, !white).is_empty() {
        return false;
    }
    let before = checks(board, white);
    moves(board, white).into_iter().all(|(from, to, after)| {
        let now = |at: At| if at == from { to } else { at };
        let checks = checks(&after, white);
        let stays = checks.iter().any(|check| check.0 == now(king));
        let is_old = |check: &(At, At, At)| {
            let mut old = before.iter();
            old.any(|old| (now(old.0), old.1, old.2) == *check)
        };
        stays
            || checks
                .iter()
                .any(|check| check.0 != now(king) && !is_old(check))
    })
}

fn legal(key: &str, board: &Board, white: bool) -> BTreeSet<(At, At)> {
    let stands = |after: &Board| match key {
        "ultra-rex-multiplex" => attacked(after, white).len() < kings(after, white).len(),
        _ => attacked(after, white).is_empty(),
    };
    let is_complete = |after: &Board| {
        let hostile = kings(after, !white);
        key != "rex-multiplex"
            || hostile.len() < 2
            || attacked(after, !white).is_empty()
            || moves(after, !white)
                .iter()
                .any(|(_, _, then)| attacked(then, !white).is_empty())
            || hostile
                .into_iter()
                .all(|king| is_mated_alone(after, king, !white))
    };
    let own = moves(board, white).into_iter();
    let own = own.filter(|(_, _, after)| stands(after) && is_complete(after));
    own.map(|(from, to, _)| (from, to)).collect()
}

/// The problem with these men.
pub fn of_array(board: &Board) -> Problem {
    let mut problem = Problem::new();
    for at in (0..64i8).map(|index| (index % 8, index / 8)) {
        let man = on(board, at).expect("a square");
        if man == b'.' {
            continue;
        }
        let letters = [man.to_ascii_uppercase()];
        let letters = std::str::from_utf8(&letters).expect("a letter");
        let walk = WalkId::from_letters(letters, 0).expect("a walk");
        let of = if man.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        problem.diagram.put(square(at), Piece::usual(walk, of));
    }
    problem
}

fn of_engine(key: &str, board: &Board, side: Side) -> BTreeSet<(At, At)> {
    let mut problem = of_array(board);
    problem.conditions = vec![Condition::plain(key)];
    let mut engine = compile(&problem).expect("nothing is refused");
    engine.set_side_to_move(side);
    let at = |square: Square| (square.index() as i8 % 8, square.index() as i8 / 8);
    let legal = engine.legal_moves().into_iter();
    legal
        .map(|each| (at(each.pseudo_move.from), at(each.pseudo_move.to)))
        .collect()
}

fn square((file, rank): At) -> Square {
    let name = format!("{}{}", (b'a' + file as u8) as char, rank + 1);
    Square::from_name(&name).expect("a square")
}

#[test]
fn kings_are_judged_alike() {
    let mut chance = Chance(462);
    let (mut compared, mut differing) = (0, 0);
    while compared < 300 {
        let mut board: Board = [[b'.'; 8]; 8];
        for man in b"KKkkkQRBSqrs" {
            if chance.below(4) > 0 || *man == b'K' || *man == b'k' {
                // Castling is left aside: no king stands on e1 or e8.
                let (file, rank) = (chance.below(8), chance.below(8));
                if !(file == 4 && (rank == 0 || rank == 7)) {
                    board[rank][file] = *man;
                }
            }
        }
        if kings(&board, true).len() < 2 || kings(&board, false).len() < 2 {
            continue;
        }
        if !attacked(&board, false).is_empty() {
            continue;
        }
        compared += 1;
        let keys = ["siamese-kings", "rex-multiplex", "ultra-rex-multiplex"];
        let answers = keys.map(|key| {
            let naive = legal(key, &board, true);
            assert_eq!(
                of_engine(key, &board, Side::White),
                naive,
                "{key} {board:?}"
            );
            naive
        });
        differing += usize::from(answers[0] != answers[1]);
    }
    assert!(
        differing > 3,
        "no check of several kings in {compared} positions"
    );
}
