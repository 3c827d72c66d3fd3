//! Finds entries by any of their names, in any language and spelling.

use super::entry::{Entry, entries, of_walk};
use crate::men::{WalkId, define};
use crate::notation::popeye::words::{NEAR, likeness};

/// What a name led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// One or several entries that are called so.
    Entries(Vec<Entry>),
    /// Nothing; these names are near.
    Nothing(Vec<&'static str>),
}

/// Looks a name up: exactly, then whatever its case, accents and marks, then
/// as the beginning of a name. Letters of hunters and definitions of walks are
/// understood too.
///
/// ```
/// use dawson::manual::{Found, find};
/// let keys = |name: &str| match find(name) {
///     Found::Entries(entries) => entries.iter().map(|entry| entry.key).collect(),
///     Found::Nothing(_) => Vec::new(),
/// };
/// assert_eq!(keys("sauterelle"), ["grasshopper"]);
/// assert_eq!(keys("GRASHUEPFER"), ["grasshopper"]);
/// assert_eq!(keys("Mad"), ["madrasi"]);
/// assert_eq!(keys("R/B"), ["rook/bishop"]);
/// ```
pub fn find(name: &str) -> Found {
    let name = name.trim();
    if name.contains(':') || name.contains('/') {
        let hunter = || (0..3).find_map(|language| WalkId::from_letters(name, language));
        let walk = define(name)
            .ok()
            .or_else(|| WalkId::from_key(name))
            .or_else(hunter);
        if let Some(walk) = walk {
            return Found::Entries(vec![of_walk(walk)]);
        }
    }
    let entries = entries();
    let wanted = folded(name);
    let is_same = |known: &str| known.eq_ignore_ascii_case(name);
    let is_alike = |known: &str| !wanted.is_empty() && folded(known) == wanted;
    let begins = |known: &str| wanted.len() > 2 && folded(known).starts_with(&wanted);
    let matching = |test: &dyn Fn(&str) -> bool| -> Vec<Entry> {
        let is_meant = |entry: &&Entry| names(entry).any(test);
        entries.iter().filter(is_meant).cloned().collect()
    };
    let ways: [&dyn Fn(&str) -> bool; 3] = [&is_same, &is_alike, &begins];
    let found = ways
        .into_iter()
        .map(matching)
        .find(|found| !found.is_empty());
    match found {
        Some(found) => Found::Entries(found),
        None => Found::Nothing(near(&wanted, &entries)),
    }
}

/// Everything an entry is called.
fn names(entry: &Entry) -> impl Iterator<Item = &'static str> + '_ {
    let written = entry.written.iter().flatten();
    let names = entry.names.iter().chain(written).chain(&entry.other_names);
    names
        .copied()
        .chain([entry.key])
        .filter(|name| !name.is_empty())
}

/// The few names that are nearest in spelling.
fn near(wanted: &str, entries: &[Entry]) -> Vec<&'static str> {
    let known = entries.iter().flat_map(names).filter(|name| name.len() > 2);
    let mut known: Vec<(f64, &str)> = known
        .map(|name| (likeness(&folded(name), wanted), name))
        .collect();
    known.retain(|(likeness, _)| *likeness >= NEAR);
    known.sort_by(|left, right| right.0.total_cmp(&left.0));
    let mut names: Vec<&'static str> = known.into_iter().map(|(_, name)| name).collect();
    names.dedup();
    names.truncate(5);
    names
}

/// Small letters and digits only; umlauts as ae, oe, ue, other accents left off.
fn folded(name: &str) -> String {
    let mut folded = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' => folded.push_str("ae"),
            'ö' => folded.push_str("oe"),
            'ü' => folded.push_str("ue"),
            'ß' => folded.push_str("ss"),
            'à' | 'â' => folded.push('a'),
            'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
            'î' | 'ï' => folded.push('i'),
            'ô' => folded.push('o'),
            'û' | 'ù' => folded.push('u'),
            'ç' => folded.push('c'),
            'ñ' => folded.push('n'),
            c if c.is_alphanumeric() => folded.push(c),
            _ => {}
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manual::Kind;

    fn keys(name: &str) -> Vec<&'static str> {
        match find(name) {
            Found::Entries(entries) => entries.iter().map(|entry| entry.key).collect(),
            Found::Nothing(_) => Vec::new(),
        }
    }

    #[test]
    fn every_entry_is_found_by_each_of_its_names() {
        for entry in entries() {
            for name in names(&entry) {
                assert!(keys(name).contains(&entry.key), "{name}");
            }
        }
    }

    #[test]
    fn every_entry_is_defined() {
        for entry in entries() {
            assert!(entry.definition.ends_with('.'), "{}", entry.key);
            assert!(!entry.source.is_empty(), "{}", entry.key);
        }
    }

    #[test]
    fn every_kind_has_entries() {
        for kind in Kind::ALL {
            assert!(entries().iter().any(|entry| entry.kind == kind), "{kind}");
        }
    }

    #[test]
    fn a_slip_finds_what_is_near() {
        let Found::Nothing(near) = find("grashoper") else {
            panic!("nothing is called so");
        };
        assert_eq!(near[0], "Grasshopper");
        assert_eq!(find("xyzzyx"), Found::Nothing(Vec::new()));
    }
}
