//! Times the orthodox engine against two well-known libraries: all sequences of
//! legal moves, every move played, none counted in bulk; the numbers must be right.

use cozy_chess::Board;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dawson::conditions::compile;
use dawson::notation::position::fen;
use dawson::orthodox::Orthodox;
use dawson::problem::Problem;
use dawson::rules::Game;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
use std::hint::black_box;

/// Name, position, plies, sequences: numbers that everybody knows.
const CASES: [(&str, &str, u32, u64); 3] = [
    (
        "array",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
        4_865_609,
    ),
    (
        "castlings and pins",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4_085_603,
    ),
    (
        "few men",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        5,
        674_624,
    ),
];

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("orthodox");
    group.sample_size(10);
    for (name, text, plies, sequences) in CASES {
        group.throughput(Throughput::Elements(sequences));
        let mut ours = ours(text);
        group.bench_function(BenchmarkId::new("dawson", name), |bencher| {
            bencher.iter(|| assert_eq!(ours.perft(plies), sequences));
        });
        let board: Board = text.parse().expect("the position is legal");
        group.bench_function(BenchmarkId::new("cozy-chess", name), |bencher| {
            bencher.iter(|| assert_eq!(cozy(&board, plies), sequences));
        });
        let chess = shakmaty_position(text);
        group.bench_function(BenchmarkId::new("shakmaty", name), |bencher| {
            bencher.iter(|| assert_eq!(shakmaty_count(&chess, plies), sequences));
        });
    }
}

fn ours(text: &str) -> Orthodox {
    let position = fen(text).expect("the position can be read");
    let mut problem = Problem::new();
    position.apply(&mut problem);
    let rules = compile(&problem).expect("orthodox play is never refused");
    let mut orthodox = Orthodox::of(&rules).expect("the position is orthodox");
    let side = position.side_to_move.expect("the text says who moves");
    orthodox.set_side_to_move(side);
    orthodox
}

fn cozy(board: &Board, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut count = 0;
    board.generate_moves(|moves| {
        for each in moves {
            let mut next = board.clone();
            next.play_unchecked(each);
            count += cozy(black_box(&next), plies - 1);
        }
        false
    });
    count
}

fn shakmaty_position(text: &str) -> Chess {
    let text: Fen = text.parse().expect("the position can be read");
    text.into_position(CastlingMode::Standard)
        .expect("the position is legal")
}

fn shakmaty_count(position: &Chess, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let play = |each: shakmaty::Move| {
        let mut next = position.clone();
        next.play_unchecked(each);
        shakmaty_count(black_box(&next), plies - 1)
    };
    position.legal_moves().into_iter().map(play).sum()
}

criterion_group!(benches, perft);
criterion_main!(benches);
