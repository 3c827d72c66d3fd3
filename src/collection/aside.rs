//! Fields beside position and task: who is to move, how many solutions are claimed, and what would make it another
//! problem if it were read.

use super::Entry;
use super::label::Label;
use crate::board::Side;
use crate::notation::statement;
use crate::problem::Problem;

/// No rule is as long as this.
const LONGEST: usize = 160;

/// The side that a field such as `turn` names, in any language or as FEN does.
pub(super) fn side_of(text: &str) -> Option<Side> {
    let mut words = text.split(|sign: char| !sign.is_alphabetic());
    words.find_map(|word| match (Label::of(word), word) {
        (Some(Label::White), _) | (_, "w" | "W") => Some(Side::White),
        (Some(Label::Black), _) | (_, "b" | "B") => Some(Side::Black),
        _ => None,
    })
}

/// The same in the words of a statement.
pub(super) fn side_said(text: &str) -> Option<String> {
    side_of(text).map(|side| format!("{} to move", side.name()))
}

/// Puts the side of a field of its own where the position or the statement has it; what is to be said of that.
pub(super) fn place_side(
    text: Option<&str>,
    fields: &mut Vec<String>,
    statement: &mut String,
) -> Option<String> {
    let text = text?;
    let Some(side) = side_of(text) else {
        return Some(format!("`{text}` is no side to move"));
    };
    let letter = match side {
        Side::White => "w",
        Side::Black => "b",
    };
    let has_board = fields.first().is_some_and(|board| board.contains('/'));
    match fields.get_mut(1).filter(|_| has_board) {
        Some(field) if field != letter => {
            let told = format!(
                "the FEN says `{field}`, the field for the side to move `{text}`: that is followed"
            );
            *field = letter.to_owned();
            Some(told)
        }
        None if has_board => {
            fields.push(letter.to_owned());
            None
        }
        _ => {
            // In help play the stipulation says who begins.
            let said = statement::statement(statement).ok();
            let asked = said.and_then(|said| said.stipulation);
            let is_help = asked.is_none_or(|asked| asked.genre.is_help());
            if !has_board && !is_help && side == Side::Black {
                *statement += ", Black to move";
            }
            None
        }
    }
}

impl Entry {
    /// Notes the fields whose names say nothing, and remarks, where they hold a rule, a twin or play for both sides: a
    /// problem that may be another one is not sound.
    pub(super) fn note_unread<'f>(&mut self, fields: impl IntoIterator<Item = (&'f str, &'f str)>) {
        let is_unread = |name| Label::of(name).is_none_or(|label| label == Label::Remark);
        for (name, text) in fields {
            if is_unread(name) && changes(&self.problem, text) {
                let text = format!(
                    "the field `{name}` says `{text}`, which is not read: a name such as `conditions` makes it a part of \
                     the problem"
                );
                self.warnings.push(text.clone());
                self.unread.push(text);
            }
        }
    }
}

/// Whether a text says what the problem does not have.
fn changes(problem: &Problem, text: &str) -> bool {
    let has_words = text.contains(char::is_alphabetic);
    if text.len() > LONGEST || !has_words || !statement::may_say_rule(text) {
        return false;
    }
    let Ok(said) = statement::statement(text) else {
        return false;
    };
    let mut conditions = said.conditions.iter();
    let is_new = conditions.any(|said| {
        let mut known = problem.conditions.iter();
        !known.any(|known| known.key == said.key)
    });
    is_new
        || !said.twins.is_empty() && problem.twins.is_empty()
        || said.options.duplex && !problem.options.duplex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_in_fields() {
        for text in [
            "b",
            "black",
            "Black to move",
            "Schwarz",
            "noirs",
            "Black begins",
        ] {
            assert_eq!(side_of(text), Some(Side::Black), "{text}");
        }
        assert_eq!(side_of("les Blancs"), Some(Side::White));
        assert_eq!(side_of("green"), None);
    }
}
