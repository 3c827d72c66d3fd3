//! Plays recorded problems through the library: text in, text out.

use dawson::notation::popeye::read::{Reading, read};
use dawson::notation::popeye::write::Writer;
use dawson::solution::{Outcome, Solution};
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

/// The cases of a file, one JSON object a line.
pub fn cases(file: &Path) -> Vec<Case> {
    let name = file.display();
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let case = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.lines().map(case).collect()
}

impl Case {
    /// Solves the problem; an error tells what is amiss.
    pub fn check(&self, settings: &Settings) -> Result<(), String> {
        let found = solved(&self.input, settings).map_err(|why| format!("{self}{why}"))?;
        let found: Vec<&str> = found.lines().collect();
        let wanted: Vec<&str> = self.solution.iter().map(String::as_str).collect();
        match twins(&found) == twins(&wanted) {
            true => Ok(()),
            false => Err(format!("{self}{}", difference(&wanted, &found))),
        }
    }
}

/// The solution of a text that holds one problem, as text.
fn solved(input: &str, settings: &Settings) -> Result<String, String> {
    let reading = read(input.as_bytes());
    let [read] = reading.problems.as_slice() else {
        return Err(format!("expected one problem: {:?}", reading.diagnostics));
    };
    if !read.is_sound() {
        return Err(format!("refused: {:?}", read.diagnostics));
    }
    let solution = solve(&read.problem, settings, &());
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

/// A line with all lines indented below it; the order of lines does not count.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Node {
    text: String,
    below: Vec<Node>,
}

/// The play of each twin, by its heading.
fn twins(lines: &[&str]) -> Vec<(String, Vec<Node>)> {
    let mut twins: Vec<(String, Vec<&str>)> = vec![(String::new(), Vec::new())];
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        match (is_heading(line), twins.last_mut()) {
            (false, Some((_, lines))) => lines.push(line),
            _ => twins.push((squeezed(line), Vec::new())),
        }
    }
    let played = twins.into_iter();
    let played = played.map(|(heading, lines)| (heading, tree(&lines)));
    played.collect()
}

/// `a) `, `+c) wKa1-->b1`.
fn is_heading(line: &str) -> bool {
    let line = line.strip_prefix('+').unwrap_or(line);
    line.starts_with(|letter: char| letter.is_ascii_lowercase()) && line[1..].starts_with(')')
}

/// Nests lines by their indentation.
fn tree(lines: &[&str]) -> Vec<Node> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut nodes = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        let is_below = |other: &&&str| depth(other) > depth(line);
        let (below, next) = after.split_at(after.iter().take_while(is_below).count());
        nodes.push(Node {
            text: squeezed(line),
            below: tree(below),
        });
        rest = next;
    }
    nodes.sort();
    nodes
}

/// Runs of blanks count as one.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first lines that only one of two solutions has.
fn difference(wanted: &[&str], found: &[&str]) -> String {
    let only = |mark: &str, these: &[&str], those: &[&str]| {
        let those: Vec<String> = those.iter().map(|line| squeezed(line)).collect();
        let alone = these.iter().filter(|line| !those.contains(&squeezed(line)));
        let alone = alone.take(6).map(|line| format!("  {mark}: {line}\n"));
        alone.collect::<String>()
    };
    let text = only("missing", wanted, found) + &only("extra", found, wanted);
    match text.is_empty() {
        true => "  the same lines, in another tree\n".to_owned(),
        false => text,
    }
}
