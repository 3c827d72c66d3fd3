//! Which conditions go with which boards.
//!
//! A condition says of itself nothing about boards. It is let in where this table says so;
//! all others are refused on an unusual board rather than solved by chance.

use crate::board::{Geometry, Joins};
use crate::problem::{Argument, Condition};

/// What a condition relies on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// Who can go and observe where, and nothing else.
    Moves,
    /// Files, ranks and squares of the usual array, but no distances.
    Array,
}

/// Sorted by key.
const NEEDS: &[(&str, Needs)] = &[
    ("andernach-chess", Needs::Moves),
    ("anti-circe", Needs::Array),
    ("bichrom-chess", Needs::Moves),
    ("black-must-capture", Needs::Moves),
    ("black-royal-square", Needs::Moves),
    ("bolero", Needs::Array),
    ("bolero-inverse", Needs::Array),
    ("chameleon-chess", Needs::Moves),
    ("checkless-chess", Needs::Moves),
    ("circe", Needs::Array),
    ("einstein-chess", Needs::Array),
    ("grid-chess", Needs::Array),
    ("hole", Needs::Moves),
    ("isardam", Needs::Moves),
    ("koeko", Needs::Moves),
    ("lortap", Needs::Moves),
    ("madrasi", Needs::Moves),
    ("masand", Needs::Moves),
    ("messigny-chess", Needs::Moves),
    ("monochrom-chess", Needs::Moves),
    ("no-black-capture", Needs::Moves),
    ("no-capture", Needs::Moves),
    ("no-white-capture", Needs::Moves),
    ("patrouille", Needs::Moves),
    ("sentinelles", Needs::Array),
    ("take-and-make-chess", Needs::Array),
    ("trigonometric-chess", Needs::Moves),
    ("volage", Needs::Moves),
    ("white-must-capture", Needs::Moves),
    ("white-royal-square", Needs::Moves),
];

/// The conditions that are boards themselves.
const BOARDS: &[&str] = &["board", "cylinder", "cylinder-h", "rollerball", "torus"];

/// Whether the conditions mean something on the board.
///
/// # Errors
/// The first one that does not, and why.
pub(super) fn check(board: &Geometry, conditions: &[Condition]) -> Result<(), String> {
    let is_board = |condition: &&Condition| BOARDS.contains(&condition.key.as_str());
    conditions
        .iter()
        .filter(|condition| !is_board(condition))
        .try_for_each(|condition| check_one(board, condition))
}

fn check_one(board: &Geometry, condition: &Condition) -> Result<(), String> {
    let has_array = board.is_usual();
    let is_flat = board.joins() == Joins::None;
    let key = condition.key.as_str();
    let place = NEEDS.binary_search_by_key(&key, |(known, _)| known);
    let needs = place.ok().map(|place| NEEDS[place].1);
    let draws_lines = condition
        .arguments
        .iter()
        .any(|argument| matches!(argument, Argument::Text(word, _) if word == "grid-line"));
    match needs {
        _ if has_array && is_flat => Ok(()),
        Some(Needs::Array) if !has_array => Err(format!(
            "`{key}` needs the squares of the usual array, which this board does not have"
        )),
        Some(_) if !draws_lines => Ok(()),
        _ if has_array => Err(format!(
            "what `{key}` means over joined edges is not defined"
        )),
        _ => Err(format!("what `{key}` means on this board is not defined")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Sideways;

    #[test]
    fn the_table_is_sorted_and_names_conditions() {
        assert!(NEEDS.is_sorted_by_key(|(key, _)| *key));
        for (key, _) in NEEDS {
            assert!(crate::conditions::find(key).is_some(), "{key}");
        }
    }

    #[test]
    fn homes_and_lengths_need_their_boards() {
        let usual = Geometry::standard();
        let cylinder = usual.clone().joined(Joins::Files);
        let ring = Geometry::ring(Sideways::Slide);
        let goes = |board: &Geometry, key: &str| check(board, &[Condition::plain(key)]).is_ok();
        assert!(goes(&usual, "white-maximummer") && !goes(&cylinder, "white-maximummer"));
        assert!(goes(&cylinder, "circe") && !goes(&ring, "circe"));
        assert!(goes(&cylinder, "madrasi") && goes(&ring, "madrasi"));
    }
}
