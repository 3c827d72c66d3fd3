//! Holds every genre and option of play against measured solutions, with and
//! without hash table, on one thread and on several.
//!
//! `stipulations/<genre>.jsonl` has schemes of ours; the solutions come from
//! Popeye 4.104.

use crate::common::{Case, cases, none_fail};
use dawson::Settings;
use std::path::Path;

/// Published problems with walks that the reference does not know.
#[test]
fn further_walks() {
    check_all("further-walks");
}

#[test]
fn direct_play() {
    check_all("direct");
}

#[test]
fn self_play() {
    check_all("self");
}

#[test]
fn reflex_play() {
    check_all("reflex");
}

#[test]
fn help_play() {
    check_all("help");
}

#[test]
fn help_self_play() {
    check_all("help-self");
}

#[test]
fn series_play() {
    check_all("series");
}

#[test]
fn help_reflex_play() {
    check_all("help-reflex");
}

#[test]
fn reciprocal_play() {
    check_all("reciprocal");
}

#[test]
fn parry_series() {
    check_all("parry");
}

#[test]
fn introductory_moves() {
    check_all("introduction");
}

#[test]
fn games_between_positions() {
    check_all("game");
}

#[test]
fn structured_stipulations() {
    check_all("structured");
}

#[test]
fn options() {
    check_all("option");
}

fn check_all(genre: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stipulations");
    let cases = cases(&folder.join(genre).with_extension("jsonl"));
    let failures: Vec<String> = cases.iter().filter_map(failure).collect();
    none_fail(&failures, cases.len());
}

/// What goes wrong with a case under the first settings under which it does.
fn failure(case: &Case) -> Option<String> {
    let settings = [(0, 1), (1 << 20, 1), (1 << 20, 3)];
    settings.into_iter().find_map(|(memory, threads)| {
        let settings = Settings {
            memory,
            threads,
            ..Settings::default()
        };
        let why = case.check(&settings, &()).err()?;
        Some(format!("{why}with {memory} bytes and {threads} threads"))
    })
}
