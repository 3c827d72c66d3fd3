//! The names of whole games in scripts, as conditions: the rows of `systems.tsv`.

use crate::problem::{Argument, Condition};

/// The game without conditions.
const ORTHODOX: &str = "orthodox";

/// Name, condition, its word, and the array where that is not the usual one.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let rows = include_str!("systems.tsv").lines().skip(1);
    rows.map(|row| {
        let mut fields = row.split('\t');
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}

/// Every name that [`system`] knows.
pub fn systems() -> Vec<&'static str> {
    let named = rows().map(|[name, ..]| name);
    std::iter::once(ORTHODOX).chain(named).collect()
}

/// The conditions that make up a game with a name of its own.
///
/// ```
/// use dawson::conditions::system;
/// assert_eq!(system("torus").unwrap()[0].key, "torus");
/// assert!(system("orthodox").unwrap().is_empty());
/// assert!(system("chess").is_none());
/// ```
pub fn system(name: &str) -> Option<Vec<Condition>> {
    if name == ORTHODOX {
        return Some(Vec::new());
    }
    let [_, key, word, _] = rows().find(|row| row[0] == name)?;
    let word = Some(word.to_owned()).filter(|word| !word.is_empty());
    Some(vec![Condition {
        key: key.to_owned(),
        arguments: word.map(Argument::Flag).into_iter().collect(),
    }])
}

/// The array from which a game with such a name begins.
pub fn array(name: &str) -> &'static str {
    let own = rows().find(|row| row[0] == name && !row[3].is_empty());
    own.map_or(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        |[.., array]| array,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_conditions_that_are_built() {
        for name in systems() {
            let conditions = system(name).expect("the name is known");
            for condition in conditions {
                assert!(crate::conditions::find(&condition.key).is_some(), "{name}");
            }
        }
    }
}
