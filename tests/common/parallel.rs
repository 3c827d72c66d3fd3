//! Checks many recorded problems side by side.

use crate::common::Case;
use dawson::Settings;
use rayon::prelude::*;

/// Every case holds, or all that fail are told.
pub fn check_all(cases: impl Iterator<Item = Case>) {
    let cases: Vec<Case> = cases.collect();
    let failures = cases.par_iter();
    let failures = failures.filter_map(|case| case.check(&settings()).err());
    let failures: Vec<String> = failures.collect();
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} of {} fail:\n\n{}",
        cases.len(),
        failures.join("\n")
    );
}

/// A small hash table; cases run side by side.
pub fn settings() -> Settings {
    Settings {
        memory: 1 << 20,
        ..Settings::default()
    }
}
