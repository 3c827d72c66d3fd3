//! The texts that composers have contributed: files of the folder `conditions/`.

use super::file::{Text, read};
use super::known::{known, slug};
use crate::conditions::{DEFINITIONS, Definition, forms};
use std::sync::{LazyLock, OnceLock};

/// Each contributed text, in the order of its file names.
pub static TEXTS: &[&str] = include!("library.in");

/// The names of a contributed text, without reading its sentences.
fn names(text: &'static str) -> impl Iterator<Item = &'static str> {
    let heads = ["condition ", "de ", "fr "];
    let name = move |line: &'static str| heads.iter().find_map(|head| line.strip_prefix(head));
    text.lines().filter_map(name).map(str::trim)
}

/// Makes those contributed conditions known that a text names.
pub fn bring(text: &str) {
    static NAMES: LazyLock<Vec<(String, &str)>> = LazyLock::new(|| {
        let all = TEXTS
            .iter()
            .flat_map(|text| names(text).map(move |name| (name.to_lowercase(), *text)));
        all.collect()
    });
    let lower = text.to_lowercase();
    for (_, contributed) in NAMES.iter().filter(|(name, _)| lower.contains(name)) {
        learn(contributed);
    }
}

fn learn(text: &str) {
    if let Ok(texts) = read(text) {
        // Without room the name stays unknown, which is said where it is read.
        let _ = texts.iter().map(known).all(|known| known.is_ok());
    }
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
