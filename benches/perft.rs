//! Times counting all sequences of legal moves; the numbers must be right.

use criterion::{Criterion, criterion_group, criterion_main};
use dawson::board::Side;
use dawson::conditions::compile;
use dawson::notation::popeye::read::read;
use dawson::rules::{Engine, Game};

/// A diagram with White to move.
struct Case {
    name: &'static str,
    men: &'static str,
    plies: u32,
    sequences: u64,
}

/// The numbers of the array are well known; those of the fairy men are sums of
/// lists by Popeye 4.104.
const CASES: &[Case] = &[
    Case {
        name: "array, 3 plies",
        men: "Forsyth rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR",
        plies: 3,
        sequences: 8902,
    },
    Case {
        name: "array, 4 plies",
        men: "Forsyth rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR",
        plies: 4,
        sequences: 197_281,
    },
    Case {
        name: "nightrider, grasshoppers, lion, locust, 3 plies",
        men: "Pieces White Ke1 Nc3 Gf3 Pb4 Black Ke8 LIc6 Gd5 LOf7 Pg4",
        plies: 3,
        sequences: 4904,
    },
];

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for case in CASES {
        let mut engine = engine(case);
        group.bench_function(case.name, |bencher| {
            bencher.iter(|| assert_eq!(engine.perft(case.plies), case.sequences));
        });
    }
}

fn engine(case: &Case) -> Engine {
    let text = format!("BeginProblem {} Stipulation #1 EndProblem", case.men);
    let reading = read(text.as_bytes());
    let problem = &reading.problems[0].problem;
    let mut engine = compile(problem).expect("plain play is never refused");
    engine.set_side_to_move(Side::White);
    engine
}

criterion_group!(benches, perft);
criterion_main!(benches);
