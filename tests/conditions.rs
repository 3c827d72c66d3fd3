//! Holds every condition, alone and in company, against measured solutions.
//!
//! `conditions/<key>.jsonl` has the problems of one condition, `conditions/together/<key>.jsonl`
//! those of several at once; the key is that of one of them. The positions are
//! schemes of ours; the solutions come from Popeye 4.104, those of trigonometric chess, which
//! it does not know, from the text of the rules.

mod common;
#[path = "common/parallel.rs"]
mod parallel;

use common::cases;
use dawson::conditions::DEFINITIONS;
use parallel::check_all;
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
