//! Times ten small problems of `problems/`, plain and fairy; each must be
//! solved as measured.

use criterion::{Criterion, criterion_group, criterion_main};
use dawson::notation::popeye::read::read;
use dawson::notation::popeye::write::Writer;
use dawson::problem::Problem;
use dawson::soundness::{agree, problems};
use dawson::{Settings, solve};
use std::path::{Path, PathBuf};

/// A name, a file of problems and the number of the problem in it, from 1.
const CASES: &[(&str, &str, usize)] = &[
    ("#3", "direct", 9),
    ("=3 Circe", "fairy-circe", 3),
    ("s#3", "self", 7),
    ("s#3 Maximummer", "fairy-conditions", 4),
    ("r#2", "reflex", 1),
    ("h#2", "help", 1),
    ("h=2 Take & Make", "fairy-conditions", 2),
    ("hs#4 Koeko", "helpself", 1),
    ("ser-h=3", "series", 2),
    ("ser-h#24 Imitator", "series", 6),
];

fn solving(criterion: &mut Criterion) {
    let settings = Settings::default();
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10);
    for (name, file, number) in CASES {
        let (problem, expected) = case(file, *number);
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                let solution = solve(&problem, &settings, &());
                let found = Writer::default().whole(&problem, &solution);
                assert!(agree(&found, &expected), "{name}: {found}");
            });
        });
    }
}

/// A problem with the text of its solution.
fn case(file: &str, number: usize) -> (Problem, String) {
    let reading = read(text(file, "inp").as_bytes());
    let problem = reading.problems[number - 1].problem.clone();
    let solution = problems(&text(file, "txt")).swap_remove(number - 1);
    (problem, solution)
}

fn text(file: &str, extension: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let path: PathBuf = folder.join(file).with_extension(extension);
    std::fs::read_to_string(path).expect("the problems come with the source")
}

criterion_group!(benches, solving);
criterion_main!(benches);
