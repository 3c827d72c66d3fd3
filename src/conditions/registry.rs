//! All conditions that are built: `build.rs` finds their definitions.

use super::*;
use crate::problem::Condition;

/// Every condition, sorted by key.
pub static DEFINITIONS: &[&Definition] = &sorted(definitions!());

/// The same rows, sorted by key.
const fn sorted<const N: usize>(mut rows: [&Definition; N]) -> [&Definition; N] {
    let mut end = 1;
    while end < N {
        let mut place = end;
        while place > 0 && is_before(rows[place].key, rows[place - 1].key) {
            rows.swap(place, place - 1);
            place -= 1;
        }
        end += 1;
    }
    rows
}

/// Whether a text comes before another, byte by byte.
const fn is_before(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place < other.len() && (place == one.len() || one[place] < other[place])
}

/// The condition with this key, if it is built.
pub fn find(key: &str) -> Option<&'static Definition> {
    if let Some(own) = Own::find(key) {
        return Some(&own.definition);
    }
    let place = DEFINITIONS
        .binary_search_by_key(&key, |definition| definition.key)
        .ok()?;
    Some(DEFINITIONS[place])
}

impl Definition {
    /// What is known of a condition; of one that is not built the least.
    pub fn of(condition: &Condition) -> &'static Definition {
        find(&condition.key).unwrap_or(&Definition::BASE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_is_sorted_by_key() {
        assert!(DEFINITIONS.is_sorted_by_key(|definition| definition.key));
    }

    #[test]
    fn every_condition_is_documented_in_three_languages() {
        for definition in DEFINITIONS {
            let names = definition.names();
            let texts = [names.en, names.de, names.fr, definition.summary];
            assert!(
                texts.iter().all(|text| !text.is_empty()),
                "{}",
                definition.key
            );
        }
    }
}
