//! Which conditions go with which boards.
//!
//! A condition says for which boards it is made; on all others it is refused rather than solved
//! by chance.

use crate::board::{Geometry, Joins};
use crate::conditions::{Boards, find};
use crate::problem::{Argument, Condition};

/// Whether the conditions mean something on the board.
///
/// # Errors
/// The first one that does not, and why.
pub(super) fn check(board: &Geometry, conditions: &[Condition]) -> Result<(), String> {
    conditions
        .iter()
        .try_for_each(|condition| check_one(board, condition))
}

fn check_one(board: &Geometry, condition: &Condition) -> Result<(), String> {
    let has_array = board.is_usual();
    let is_flat = board.joins() == Joins::None;
    let key = condition.key.as_str();
    let boards = find(key).map_or(Boards::Usual, |definition| definition.boards);
    let draws_lines = condition
        .arguments
        .iter()
        .any(|argument| matches!(argument, Argument::Text(word, _) if word == "grid-line"));
    match boards {
        Boards::Own => Ok(()),
        _ if has_array && is_flat => Ok(()),
        Boards::Array if !has_array => Err(format!(
            "`{key}` needs the squares of the usual array, which this board does not have"
        )),
        Boards::Array | Boards::Straight if !board.has_ranks() => Err(format!(
            "`{key}` needs squares in files and ranks, which this board does not have"
        )),
        Boards::Array | Boards::Straight if !board.keeps_directions() => Err(format!(
            "what `{key}` means where directions turn is not defined"
        )),
        Boards::Array | Boards::Straight | Boards::Any if !draws_lines => Ok(()),
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
    fn homes_and_lengths_need_their_boards() {
        let usual = Geometry::standard();
        let cylinder = usual.clone().joined(Joins::Files);
        let ring = Geometry::ring(Sideways::Slide);
        let goes = |board: &Geometry, key: &str| check(board, &[Condition::plain(key)]).is_ok();
        assert!(goes(&usual, "white-maximummer") && !goes(&cylinder, "white-maximummer"));
        assert!(goes(&cylinder, "circe") && !goes(&ring, "circe"));
        assert!(goes(&cylinder, "madrasi") && goes(&ring, "madrasi"));
        let strip = usual.joined(Joins::Moebius);
        assert!(
            goes(&strip, "madrasi") && !goes(&strip, "circe") && !goes(&strip, "magnetic-chess")
        );
        assert!(goes(&cylinder, "magnetic-chess"));
    }
}
