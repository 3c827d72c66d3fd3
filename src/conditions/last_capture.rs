//! Last capture: the man that was captured by the move that led to the diagram.

use super::{Caption, Definition, Param, Printed};
use crate::attributes;
use crate::board::Square;
use crate::men::{Piece, Sides, WalkId};
use crate::position::LastMove;
use crate::problem::{Argument, Condition};
use crate::rules::{Announced, Claim, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "last-capture",
    caption: Caption::of(Printed::Nothing),
    summary: "The move that led to the diagram captured this man on this square. Only rules that look at the last \
              capture, such as Circe Parrain, take notice of it.",
    install,
    options: Some(&[Param::Text("man")]),
    samples: &["White Sd5"],
    announce,
    claims: |_| &[Claim::Owns(Thing::LastMove)],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    if captured_man(condition).is_none() {
        rules.refuse_argument(
            DEFINITION.names().en,
            "say colour, man and square of the captured man, e.g. `White Bd5`",
        );
    }
}

fn announce(condition: &Condition, announced: &mut Announced) {
    let captured = captured_man(condition);
    announced.last_move(LastMove {
        captured,
        ..LastMove::default()
    });
}

/// The man that the condition names, and its square.
fn captured_man(condition: &Condition) -> Option<(Piece, Square)> {
    let mut texts = condition
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Text(_, text) => Some(text.as_str()),
            _ => None,
        });
    texts.next().and_then(captured)
}

/// `White Bd5`, `Neutral Royal Gc3`: colour, attributes, letters with the square.
fn captured(text: &str) -> Option<(Piece, Square)> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let last = words.pop()?;
    let (letters, square) = last.split_at_checked(last.len().checked_sub(2)?)?;
    let square = Square::from_name(square)?;
    let mut walks = WalkId::all();
    let walk = walks.find(|walk| walk.row().letters[0].eq_ignore_ascii_case(letters))?;
    let (colour, marks) = words.split_first()?;
    let man = Piece::new(walk, sides(colour)?);
    marks.iter().try_fold(man, mark).map(|man| (man, square))
}

fn sides(word: &str) -> Option<Sides> {
    match word.to_lowercase().as_str() {
        "white" => Some(Sides::White),
        "black" => Some(Sides::Black),
        "neutral" => Some(Sides::Both),
        _ => None,
    }
}

fn mark(man: Piece, word: &&str) -> Option<Piece> {
    if word.eq_ignore_ascii_case("royal") {
        return Some(man.royal());
    }
    let mut rows = attributes::DEFINITIONS.iter();
    let row = rows.find(|row| row.names.en.eq_ignore_ascii_case(word))?;
    row.attribute.map(|attribute| man.with(attribute))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::men::{Attribute, walk_id};

    #[test]
    fn a_man_is_colour_marks_letters_and_square() {
        let bishop = Piece::new(walk_id::BISHOP, Sides::White);
        let d5 = Square::at(3, 4);
        assert_eq!(captured("White Bd5"), Some((bishop, d5)));
        let magic = bishop
            .with_sides(Sides::Both)
            .with(Attribute::Magic)
            .royal();
        assert_eq!(captured("neutral Royal Magic bd5"), Some((magic, d5)));
        for wrong in ["", "Bd5", "White", "White d5", "White Bz9", "Green Bd5"] {
            assert_eq!(captured(wrong), None, "{wrong}");
        }
    }
}
