//! `dawson bench`: solves a fixed set of problems on one thread and says how
//! many positions that took. The counts do not depend on the machine, so they
//! tell whether a change to the search does what it should.

use super::Ending;
use super::limits::{EngineName, memory};
use dawson::notation::popeye::read::read;
use dawson::problem::Problem;
use dawson::search::{Event, Observer};
use dawson::{Settings, solve};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What may be changed.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Files of other problems to measure instead
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Memory for the hash table: a number with K, M or G
    #[arg(long, value_name = "N", value_parser = memory, default_value = "64M")]
    memory: usize,
    /// Only files whose name contains this
    #[arg(long, value_name = "WORD", default_value = "")]
    only: String,
    /// Which engine plays, for comparisons
    #[arg(long, hide = true, value_enum, default_value_t)]
    engine: EngineName,
}

/// The collections that come with the program.
const FILES: [(&str, &str); 6] = [
    ("direct", include_str!("../../problems/direct.inp")),
    ("self", include_str!("../../problems/self.inp")),
    ("reflex", include_str!("../../problems/reflex.inp")),
    ("help", include_str!("../../problems/help.inp")),
    ("helpself", include_str!("../../problems/helpself.inp")),
    ("series", include_str!("../../problems/series.inp")),
];

/// Solves all and prints the counts.
pub fn run(arguments: &Arguments) -> Ending {
    match measure(arguments) {
        Ok(()) => Ending::Done,
        Err(error) => {
            eprintln!("dawson: {error}");
            Ending::Failed
        }
    }
}

fn measure(arguments: &Arguments) -> io::Result<()> {
    let settings = Settings {
        memory: arguments.memory,
        engine: arguments.engine.choice(),
        ..Settings::default()
    };
    let mut out = io::stdout().lock();
    let mut total = Row::default();
    for (name, text) in texts(arguments)? {
        if name.contains(&arguments.only) {
            let row = file(&text, &settings);
            writeln!(out, "{name:10} {row}")?;
            total.add(row);
        }
    }
    writeln!(out, "{:10} {total}", "all")
}

/// The files asked for with their names, or the usual ones.
fn texts(arguments: &Arguments) -> io::Result<Vec<(String, Vec<u8>)>> {
    if arguments.files.is_empty() {
        let usual = FILES.iter();
        let owned = usual.map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()));
        return Ok(owned.collect());
    }
    let text = |file: &PathBuf| Ok((file.display().to_string(), std::fs::read(file)?));
    arguments.files.iter().map(text).collect()
}

fn file(text: &[u8], settings: &Settings) -> Row {
    let mut row = Row::default();
    for read in &read(text).problems {
        row.add(problem(&read.problem, settings));
    }
    row
}

fn problem(problem: &Problem, settings: &Settings) -> Row {
    let counter = Counter::default();
    let start = Instant::now();
    solve(problem, settings, &counter);
    Row {
        problems: 1,
        nodes: counter.0.load(Relaxed),
        time: start.elapsed(),
    }
}

/// Counts positions.
#[derive(Default)]
struct Counter(AtomicU64);

impl Observer for Counter {
    fn event(&self, event: Event<'_>) {
        if let Event::Nodes(nodes) = event {
            self.0.fetch_add(nodes, Relaxed);
        }
    }
}

/// What one or more problems took.
#[derive(Clone, Copy, Default)]
struct Row {
    problems: usize,
    nodes: u64,
    time: Duration,
}

impl Row {
    fn add(&mut self, other: Row) {
        self.problems += other.problems;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.time.as_secs_f64();
        let millions = self.nodes as f64 / seconds.max(1e-9) / 1e6;
        let Row {
            problems, nodes, ..
        } = self;
        write!(
            f,
            "{problems:4} problems {nodes:12} nodes {seconds:8.3} s {millions:7.2} million a second"
        )
    }
}
