//! The texts that composers have contributed: files of the folder `conditions/`.

use super::file::{Text, read};
use super::known::{known, plain, slug};
use crate::conditions::{DEFINITIONS, Definition, Own, forms};
use std::sync::{LazyLock, OnceLock};

/// Each contributed text, in the order of its file names, as `build.rs` finds them.
pub static TEXTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A contributed text, read when somebody first names what it defines.
struct Contributed {
    /// In small letters without accents.
    names: Vec<String>,
    text: &'static str,
    own: OnceLock<Vec<&'static Own>>,
}

static CONTRIBUTED: LazyLock<Vec<Contributed>> =
    LazyLock::new(|| TEXTS.iter().map(|text| Contributed::new(text)).collect());

impl Contributed {
    /// The names are found without reading the sentences.
    fn new(text: &'static str) -> Contributed {
        let heads = ["condition ", "de ", "fr ", "also "];
        let name = |line: &'static str| heads.iter().find_map(|head| line.strip_prefix(head));
        let names = text
            .lines()
            .filter_map(name)
            .flat_map(|names| names.split(','));
        Contributed {
            names: names.map(|name| plain(name.trim())).collect(),
            text,
            own: OnceLock::new(),
        }
    }

    /// Without room a name stays unknown; whoever reads it says so.
    fn own(&self) -> &[&'static Own] {
        self.own.get_or_init(|| {
            let texts = read(self.text).into_iter().flatten();
            texts.filter_map(|text| known(&text).ok()).collect()
        })
    }
}

/// The contributed conditions that a text names.
pub fn bring(text: &str) -> Vec<&'static Own> {
    let said = plain(text);
    let is_named = |one: &&Contributed| one.names.iter().any(|name| said.contains(name.as_str()));
    let named = CONTRIBUTED.iter().filter(is_named);
    named.flat_map(Contributed::own).copied().collect()
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
