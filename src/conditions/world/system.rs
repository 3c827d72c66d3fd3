//! The names of whole games in scripts, as conditions.

use super::rollerball::RING;
use crate::problem::{Argument, Condition};

/// Every name that [`system`] knows.
pub static SYSTEMS: &[&str] = &[
    "orthodox",
    "rollerball",
    "rollerball-narrow",
    "cylinder",
    "cylinder-null",
    "cylinder-castling",
    "cylinder-h",
    "torus",
    "bolero",
    "bolero-ri",
    "bolero-inv",
    "bolero-inv-ri",
];

/// The conditions that make up a game with a name of its own.
///
/// ```
/// use dawson::conditions::system;
/// assert_eq!(system("bolero-ri").unwrap()[0].key, "bolero");
/// assert!(system("orthodox").unwrap().is_empty());
/// assert!(system("chess").is_none());
/// ```
pub fn system(name: &str) -> Option<Vec<Condition>> {
    let (key, flag) = match name {
        "orthodox" => return Some(Vec::new()),
        "rollerball" | "cylinder" | "cylinder-h" | "torus" | "bolero" => (name, None),
        "rollerball-narrow" => ("rollerball", Some("narrow")),
        "cylinder-null" => ("cylinder", Some("null")),
        "cylinder-castling" => ("cylinder", Some("castling")),
        "bolero-ri" => ("bolero", Some("rex-inclusive")),
        "bolero-inv" => ("bolero-inverse", None),
        "bolero-inv-ri" => ("bolero-inverse", Some("rex-inclusive")),
        _ => return None,
    };
    let flag = flag.map(|flag| Argument::Flag(flag.to_owned()));
    Some(vec![Condition {
        key: key.to_owned(),
        arguments: flag.into_iter().collect(),
    }])
}

/// The array from which a game with such a name begins.
pub fn array(name: &str) -> &'static str {
    match system(name).is_some_and(|game| game.iter().any(|condition| condition.key == RING)) {
        true => "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w -",
        false => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_conditions_that_are_built() {
        for name in SYSTEMS {
            let conditions = system(name).expect("the name is known");
            for condition in conditions {
                assert!(crate::conditions::find(&condition.key).is_some(), "{name}");
            }
        }
    }
}
