//! The texts that composers have contributed: files of the folder `conditions/`.

use super::file::{Text, read};
use super::known::{known, slug};
use crate::conditions::{DEFINITIONS, Definition, Own, forms};
use std::sync::{LazyLock, OnceLock};

/// Each contributed text, in the order of its file names.
pub static TEXTS: &[&str] = include!("library.in");

/// The names of a contributed text, without reading its sentences.
fn names(text: &'static str) -> impl Iterator<Item = &'static str> {
    let heads = ["condition ", "de ", "fr "];
    let name = move |line: &'static str| heads.iter().find_map(|head| line.strip_prefix(head));
    text.lines().filter_map(name).map(str::trim)
}

/// The contributed conditions that a text names.
pub fn bring(text: &str) -> Vec<&'static Own> {
    static NAMES: LazyLock<Vec<(String, &str)>> = LazyLock::new(|| {
        let all = TEXTS
            .iter()
            .flat_map(|text| names(text).map(move |name| (name.to_lowercase(), *text)));
        all.collect()
    });
    let lower = text.to_lowercase();
    let is_named = |(name, _): &&(String, &str)| lower.contains(name.as_str());
    let texts = NAMES
        .iter()
        .filter(is_named)
        .flat_map(|(_, text)| read(text));
    // Without room the name stays unknown, which is said where it is read.
    texts
        .flatten()
        .filter_map(|text| known(&text).ok())
        .collect()
}

/// All contributed conditions.
pub fn all() -> Vec<Text> {
    let texts = TEXTS.iter().filter_map(|text| read(text).ok());
    texts.flatten().collect()
}

/// Whether a built-in condition has this name in some language, so that `own` has to stand before it.
pub fn is_taken(name: &str) -> bool {
    static TAKEN: OnceLock<std::collections::HashSet<String>> = OnceLock::new();
    let taken = TAKEN.get_or_init(|| {
        let squeezed = |name: &str| slug(name).replace('-', "");
        let definitions = DEFINITIONS
            .iter()
            .flat_map(|row: &&Definition| row.names().in_order());
        let forms = forms().map(|form| form.key);
        definitions.chain(forms).map(squeezed).collect()
    });
    taken.contains(&slug(name).replace('-', ""))
}
