//! The text of Popeye, byte for byte: diagrams, captions, twins, play and ends
//! in three languages. `data/popeye-text.jsonl` holds schemes of ours and what
//! Popeye 4.104 (`-regression`) printed for them.

use dawson::notation::popeye::read::read;
use dawson::notation::popeye::write::Writer;
use dawson::{Settings, solve};
use serde::Deserialize;

#[derive(Deserialize)]
struct Scheme {
    name: String,
    input: String,
    output: String,
}

fn schemes() -> Vec<Scheme> {
    let lines = include_str!("../data/popeye-text.jsonl").lines();
    let scheme = |line| serde_json::from_str(line).expect("the data file holds schemes");
    lines.map(scheme).collect()
}

/// What Dawson prints for a whole input.
fn printed(input: &str) -> String {
    let reading = read(input.as_bytes());
    let writer = Writer::new(reading.language);
    let settings = Settings {
        memory: 1 << 20,
        ..Settings::default()
    };
    let problems = reading.problems.iter();
    let texts = problems.map(|read| {
        assert!(read.is_sound(), "{:?}", read.diagnostics);
        let solution = solve(&read.problem, &settings, &());
        writer.whole(&read.problem, &solution)
    });
    texts.collect()
}

#[test]
fn every_scheme_is_printed_as_popeye_prints_it() {
    for Scheme {
        name,
        input,
        output,
    } in schemes()
    {
        assert_eq!(printed(&input), output, "{name}");
    }
}
