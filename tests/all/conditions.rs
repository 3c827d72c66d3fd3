//! Holds every condition, alone and in company, against measured solutions.
//!
//! `conditions/<key>.jsonl` has the problems of one condition, `conditions/together/<key>.jsonl`
//! those of several at once; the key is that of one of them. The positions are
//! schemes of ours; the solutions come from Popeye 4.104, those of trigonometric chess, which
//! it does not know, from the text of the rules.

use crate::common::parallel::{check_all, settings};
use crate::common::{Case, cases, none_fail};
use dawson::conditions::DEFINITIONS;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// A condition with fewer cases is not tested well enough.
const FEWEST: usize = 3;

#[test]
fn conditions_alone() {
    let keys = DEFINITIONS.iter().map(|definition| definition.key);
    let missing = keys.clone().filter(|key| !file(key).exists());
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "no file of cases");
    check_all(keys.flat_map(|key| cases(&file(key))));
}

#[test]
fn conditions_together() {
    let keys = DEFINITIONS.iter().map(|definition| definition.key);
    let files = keys.map(together).filter(|file| file.exists());
    check_all(files.flat_map(|file| cases(&file)));
}

/// Every permutation of the conditions of every case makes the same rules. Two forms of Circe and its like
/// are one condition, whose words have an order.
#[test]
fn the_order_of_conditions_is_of_no_account() {
    let keys = DEFINITIONS.iter().map(|definition| definition.key);
    let files = keys.flat_map(|key| [file(key), together(key)]);
    let files = files.filter(|file| file.exists());
    let cases: Vec<Case> = files.flat_map(|file| cases(&file)).collect();
    let permuted = cases.iter().flat_map(|case| {
        let orders = orders(case.conditions()).into_iter();
        // As it is written it is solved in another test.
        orders.skip(1).map(move |order| (case, order))
    });
    let permuted: Vec<(&Case, Vec<usize>)> = permuted.collect();
    let failures = permuted.par_iter().filter_map(|(case, order)| {
        let checked = case.check_in_order(order, &settings());
        checked.err()
    });
    none_fail(&failures.collect::<Vec<_>>(), permuted.len());
    assert!(permuted.len() > 600, "most cases in company have an order");
}

/// All orders of so many things, the first of them as they are.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for place in 0..count {
        let longer = orders.iter().flat_map(|order: &Vec<usize>| {
            (0..=order.len()).rev().map(move |at| {
                let mut order = order.clone();
                order.insert(at, place);
                order
            })
        });
        orders = longer.collect();
    }
    orders
}

#[test]
fn every_condition_has_cases() {
    for definition in DEFINITIONS {
        let count = cases(&file(definition.key)).len();
        assert!(count >= FEWEST, "{}: {count} cases", definition.key);
    }
}

/// No file is left behind when a condition gets another key.
#[test]
fn every_file_belongs_to_a_condition() {
    let known = |name: &str| {
        let mut keys = DEFINITIONS.iter().map(|definition| definition.key);
        name == TOGETHER || keys.any(|key| key == name)
    };
    for folder in [folder(), folder().join(TOGETHER)] {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("an entry of the folder").path();
            let name = path.file_stem().and_then(|name| name.to_str());
            assert!(name.is_some_and(known), "{}", path.display());
        }
    }
}

/// The folder of problems with several conditions.
const TOGETHER: &str = "together";

fn together(key: &str) -> PathBuf {
    folder().join(TOGETHER).join(key).with_extension("jsonl")
}

fn file(key: &str) -> PathBuf {
    folder().join(key).with_extension("jsonl")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conditions")
}
