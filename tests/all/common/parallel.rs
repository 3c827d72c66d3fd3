//! Checks many recorded problems side by side.

use crate::common::{Case, none_fail};
use dawson::Settings;
use rayon::prelude::*;

/// Every case holds, or all that fail are told.
pub fn check_all(cases: impl Iterator<Item = Case>) {
    let cases: Vec<Case> = cases.collect();
    let failures = cases.par_iter();
    let failures = failures.filter_map(|case| case.check(&settings(), &()).err());
    let failures: Vec<String> = failures.collect();
    none_fail(&failures, cases.len());
}

/// A small hash table; cases run side by side.
pub fn settings() -> Settings {
    Settings {
        memory: 1 << 20,
        ..Settings::default()
    }
}
