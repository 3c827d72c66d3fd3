//! Finds entries by any of their names, in any language and spelling.

use super::entry::{Entry, Kind, entries, of_walk};
use crate::men::{DefinitionError, WalkId, define};
use crate::notation::popeye::words::{NEAR, likeness};
use crate::notation::statement::keys_of_phrase;
use std::collections::HashSet;

/// What a name led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// One or several entries that are called so.
    Entries(Vec<Entry>),
    /// Nothing; these names are near.
    Nothing(Vec<&'static str>),
    /// It looks like the definition of a walk and is none.
    NoDefinition(DefinitionError),
}

/// Looks a name up: exactly, then whatever its case, accents and marks, then
/// as the beginning of a name. Letters of hunters, definitions of walks, vectors such as `1:2`
/// and stipulations such as `h#` or `ser-zd4 5` are understood too.
///
/// ```
/// use dawson::manual::{Found, find};
/// let keys = |name: &str| match find(name) {
///     Found::Entries(entries) => entries.iter().map(|entry| entry.key).collect(),
///     _ => Vec::new(),
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
    let ways: [&dyn Fn() -> Vec<Entry>; 6] = [
        &|| matching(&is_same),
        &|| by_vector(name, &entries),
        &|| of_stipulation(name, &entries),
        &|| matching(&is_alike),
        &|| by_phrase(name, &entries),
        &|| matching(&begins),
    ];
    let mut found = ways.into_iter().map(|way| way());
    match found.find(|found| !found.is_empty()) {
        Some(found) => Found::Entries(found),
        None => match define(name) {
            Err(error) if name.contains(": ") => Found::NoDefinition(error),
            _ => Found::Nothing(near(&wanted, &entries)),
        },
    }
}

/// What a phrase of a statement means: `jeu apparent`, `RI`, `Anticirce Cheylan`.
fn by_phrase(name: &str, entries: &[Entry]) -> Vec<Entry> {
    let keys = keys_of_phrase(name);
    let keyed = keys.iter().flat_map(|key| {
        let called = entries.iter().filter(move |entry| entry.key == *key);
        called.filter(|entry| entry.kind != Kind::Attribute && entry.kind != Kind::Walk)
    });
    keyed.cloned().collect()
}

/// The leaper and the rider of a vector such as `1:2`.
fn by_vector(name: &str, entries: &[Entry]) -> Vec<Entry> {
    // `(1,2)` is written `1:2` as well.
    let bare = name.trim_matches(['(', ')']).replace(',', ":");
    let name = bare.as_str();
    if !name.contains(':') || !name.chars().all(|c| c == ':' || c.is_ascii_digit()) {
        return Vec::new();
    }
    let goes = |manner: &str| define(&format!("X: {manner} {name}")).ok();
    let walks: Vec<WalkId> = ["leap", "ride"].into_iter().filter_map(goes).collect();
    let goes_so = |walk: WalkId| walks.iter().any(|own| walk.row().goes_like(own.row()));
    let is_meant = |entry: &&Entry| entry.walk.is_some_and(goes_so);
    entries.iter().filter(is_meant).cloned().collect()
}

/// The kind of play and the goal of a stipulation, with or without its length.
fn of_stipulation(name: &str, entries: &[Entry]) -> Vec<Entry> {
    let of_kind = |kind: Kind| {
        let of_kind = entries.iter().filter(move |entry| entry.kind == kind);
        of_kind.flat_map(|entry| {
            let written = entry.written.into_iter().flatten();
            written.map(move |written| (written, entry))
        })
    };
    let mut found: Option<(usize, [&Entry; 2])> = None;
    for (prefix, genre) in of_kind(Kind::Genre) {
        for (sign, goal) in of_kind(Kind::Goal) {
            let tail = name
                .strip_prefix(prefix)
                .and_then(|rest| rest.strip_prefix(sign));
            let length = prefix.len() + sign.len();
            let is_longer = found.is_none_or(|(known, _)| length > known);
            if is_longer && tail.is_some_and(is_length) {
                found = Some((length, [genre, goal]));
            }
        }
    }
    let found = found.into_iter().flat_map(|(_, entries)| entries);
    found.cloned().collect()
}

/// Whether this may stand behind a goal: a square if need be, and a number of moves.
fn is_length(tail: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let number = match tail.strip_prefix(|c| ('a'..='h').contains(&c)) {
        Some(rest) => rest.strip_prefix(|c| ('1'..='8').contains(&c)),
        None => Some(tail),
    };
    number.is_some_and(|number| number.trim().chars().all(is_digit))
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

/// How much less like the word than the best a name may be to be worth naming.
const NEXT: f64 = 0.1;

/// The few names that are nearest in spelling.
fn near(wanted: &str, entries: &[Entry]) -> Vec<&'static str> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let known = entries.iter().flat_map(names).filter(|name| name.len() > 2);
    let mut known: Vec<(f64, &str)> = known
        .map(|name| (likeness(&folded(name), wanted), name))
        .collect();
    known.retain(|(likeness, _)| *likeness >= NEAR);
    known.sort_by(|left, right| right.0.total_cmp(&left.0));
    let best = known.first().map_or(0.0, |(likeness, _)| *likeness);
    known.retain(|(likeness, _)| *likeness >= best - NEXT);
    let mut names: Vec<&'static str> = known.into_iter().map(|(_, name)| name).collect();
    let mut told = HashSet::new();
    names.retain(|name| told.insert(folded(name)));
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
            _ => Vec::new(),
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
            let is_there = entries().iter().any(|entry| entry.kind == kind);
            assert!(is_there, "{kind}");
        }
    }

    #[test]
    fn names_of_three_languages_find_goals_and_rules() {
        assert_eq!(keys("Patt"), ["stalemate"]);
        assert_eq!(keys("mat"), ["mate"]);
        assert_eq!(
            keys("Längstzüger"),
            ["black-maximummer", "white-maximummer"]
        );
        assert_eq!(keys("TI"), ["total-invisible"]);
    }

    #[test]
    fn what_is_no_name_is_taken_apart() {
        assert_eq!(keys("h#"), ["help", "mate"]);
        assert_eq!(keys("hz"), ["help", "target-square"]);
        assert_eq!(keys("ser-hzd45"), ["series-help", "target-square"]);
        assert_eq!(keys("#3"), ["direct", "mate"]);
        assert_eq!(keys("1:2"), ["knight", "nightrider"]);
        assert_eq!(keys("rex inclusive"), ["rex-inclusive"]);
    }

    #[test]
    fn every_further_name_belongs_to_an_entry() {
        let rows = include_str!("other_names.tsv").lines().skip(1);
        for key in rows.filter_map(|row| row.split('\t').next()) {
            assert!(entries().iter().any(|entry| entry.key == key), "{key}");
        }
    }

    #[test]
    fn a_wrong_definition_is_told_as_such() {
        for text in ["DE Dervish: fly 1:2", "DE Dervish: as dervich"] {
            assert!(matches!(find(text), Found::NoDefinition(_)), "{text}");
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
