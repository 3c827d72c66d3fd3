//! Plays recorded problems through the library: text in, text out.

pub mod chance;
pub mod games;
pub mod parallel;
pub mod records;
pub mod steps;

use dawson::conditions::spell_out;
use dawson::notation::popeye::read::{Reading, read};
use dawson::notation::popeye::write::Writer;
use dawson::problem::{Problem, Rights};
use dawson::search::Observer;
use dawson::solution::{Outcome, Solution};
use dawson::soundness::agree;
use dawson::{Settings, solve};
use serde::Deserialize;
use std::fmt;
use std::path::Path;

/// A problem with the lines of its solution.
#[derive(Deserialize, Debug)]
pub struct Case {
    /// What it shows.
    pub name: String,
    /// The problem in the language of Popeye.
    pub input: String,
    /// What is written for it apart from diagram, captions and end message.
    pub solution: Vec<String>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.name, self.input)
    }
}

/// Nothing fails, or all that does is told.
#[track_caller]
pub fn none_fail(failures: &[String], of: usize) {
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} of {of} fail:\n\n{}",
        failures.join("\n")
    );
}

/// The cases of a file, one JSON object a line.
pub fn cases(file: &Path) -> Vec<Case> {
    let name = file.display();
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let case = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.lines().map(case).collect()
}

impl Case {
    /// Solves the problem while the observer watches; an error tells what is amiss.
    pub fn check(&self, settings: &Settings, observer: &dyn Observer) -> Result<(), String> {
        let found = solved(&self.input, settings, observer);
        self.judge(found)
    }

    /// The same for the problem with its conditions in another order: the place of each that is written
    /// in the first place, the second, and so on.
    pub fn check_in_order(&self, order: &[usize], settings: &Settings) -> Result<(), String> {
        let permute = |problem: &mut Problem| {
            let written = problem.conditions.clone();
            let permuted = order.iter().map(|&place| written[place].clone());
            problem.conditions = permuted.collect();
        };
        let found = solved_after(&self.input, settings, &(), &permute);
        self.judge(found)
            .map_err(|why| format!("conditions in the order {order:?}: {why}"))
    }

    /// How many conditions the problem has that may be written in any order.
    pub fn conditions(&self) -> usize {
        let reading = read(self.input.as_bytes());
        let Some(read) = reading.problems.first() else {
            return 0;
        };
        let mut conditions = read.problem.conditions.clone();
        conditions.iter_mut().for_each(spell_out);
        let mut keys: Vec<&str> = conditions.iter().map(|one| one.key.as_str()).collect();
        keys.sort_unstable();
        match keys.windows(2).any(|pair| pair[0] == pair[1]) {
            true => 1,
            false => keys.len(),
        }
    }

    fn judge(&self, found: Result<String, String>) -> Result<(), String> {
        let found = found.map_err(|why| format!("{self}{why}"))?;
        let wanted = self.solution.join("\n");
        match agree(&wanted, &found) {
            true => Ok(()),
            false => Err(format!("{self}{}", difference(&wanted, &found))),
        }
    }
}

/// The solution of a text that holds one problem, as text.
pub fn solved(input: &str, settings: &Settings, observer: &dyn Observer) -> Result<String, String> {
    solved_after(input, settings, observer, &|_| {})
}

/// The same of the problem changed as said.
fn solved_after(
    input: &str,
    settings: &Settings,
    observer: &dyn Observer,
    change: &dyn Fn(&mut Problem),
) -> Result<String, String> {
    let mut reading = read(input.as_bytes());
    let [read] = reading.problems.as_mut_slice() else {
        return Err(format!("expected one problem: {:?}", reading.diagnostics));
    };
    if !read.is_sound() {
        return Err(format!("refused: {:?}", read.diagnostics));
    }
    // Popeye asks nobody how the position came about.
    read.problem.options.rights = Rights::Given;
    change(&mut read.problem);
    let solution = solve(&read.problem, settings, observer);
    if solution.outcome() == Outcome::Refused {
        return Err(format!("refused: {:?}", solution.twins[0].remarks));
    }
    Ok(written(&reading, &solution))
}

fn written(reading: &Reading, solution: &Solution) -> String {
    let writer = Writer::new(reading.language);
    let problem = &reading.problems[0].problem;
    let versions = solution.twins.iter();
    versions.map(|twin| writer.version(problem, twin)).collect()
}

/// The first lines that only one of two solutions has.
fn difference(wanted: &str, found: &str) -> String {
    let only = |mark: &str, these: &str, those: &str| {
        let those: Vec<&str> = those.lines().map(str::trim).collect();
        let alone = these.lines().map(str::trim);
        let alone = alone.filter(|line| !those.contains(line)).take(6);
        let told = alone.map(|line| format!("  {mark}: {line}\n"));
        told.collect::<String>()
    };
    let text = only("missing", wanted, found) + &only("extra", found, wanted);
    match text.is_empty() {
        true => "  the same lines, in another tree\n".to_owned(),
        false => text,
    }
}
