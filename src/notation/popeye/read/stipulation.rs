//! Stipulations such as `ser-h#5` or `exact-h=2.5`.

use super::Reader;
use super::lexer::Token;
use crate::board::{Geometry, Joins};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{Language, Table, Word, words};
use crate::problem::{Genre, Goal, Length, Stipulation};
use nom::bytes::complete::{tag, take};
use nom::character::complete::{char, digit1};
use nom::combinator::{opt, verify};
use nom::error::Error;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};
use std::sync::LazyLock;

/// The longest play there is, in half-moves.
const MOST_HALF_MOVES: u32 = 999;
const EXAMPLES: &str = "a stipulation such as `#2`, `h#2.5`, `s=3` or `ser-zb8 7`";

/// A stipulation as written, not yet judged.
#[derive(Debug, PartialEq, Eq)]
struct Written<'a> {
    introduction: Option<&'a str>,
    exact: bool,
    genre: &'static Word,
    other_goal: Option<WrittenGoal>,
    goal: WrittenGoal,
    moves: Option<&'a str>,
    half: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenGoal {
    pub(super) word: &'static Word,
    pub(super) square: Option<crate::board::Square>,
}

impl<'a> Reader<'a> {
    /// Reads the argument of `word`: one token, or a goal and a number as two.
    pub(crate) fn stipulation(&mut self, word: Token<'a>) -> Option<Stipulation> {
        let Some(token) = self.cursor.peek().filter(|next| !self.ends_list(*next)) else {
            self.missing(word, "a stipulation such as `#2`");
            return None;
        };
        self.cursor.take();
        let written = match written(&self.board, token.text) {
            Ok(("", written)) => written,
            Ok((rest, written)) => {
                let at = token.text.len() - rest.len();
                let expected = match written.moves {
                    None => "a number of moves",
                    Some(_) => "the end of the stipulation",
                };
                return self.malformed_part(token, at, rest, expected);
            }
            Err(_) => return self.not_a_stipulation(token),
        };
        self.judge(token, written)
    }

    fn judge(&mut self, token: Token<'a>, mut written: Written<'a>) -> Option<Stipulation> {
        let mut number = token;
        if written.moves.is_none() {
            let next = self.cursor.peek();
            let next = next.filter(|next| next.text.starts_with(|c: char| c.is_ascii_digit()));
            let Some(next) = next else {
                self.missing(token, "a number of moves");
                return None;
            };
            self.cursor.take();
            let Ok(("", (moves, half))) = length(next.text) else {
                return self.malformed(next, "a number of moves");
            };
            (written.moves, written.half, number) = (Some(moves), half, next);
        }
        if written.half.is_none() && self.decimal_comma(number) {
            written.half = Some(".5");
        }
        let length = self.length(number, &written)?;
        let genre = self.genre(token, &written)?;
        let goal = self.goal(token, written.goal)?;
        let own_goal = match written.other_goal {
            Some(other) => Some(self.goal(token, other)?).filter(|other| *other != goal),
            None => None,
        };
        let introduction = self.introduction(token, &written)?;
        Some(Stipulation {
            genre,
            goal,
            length,
            exact: written.exact,
            own_goal,
            introduction,
        })
    }

    /// Some write `2,5`; the comma made two words of it.
    fn decimal_comma(&mut self, number: Token<'a>) -> bool {
        let next = self.cursor.peek();
        let follows = next.is_some_and(|next| next.text == "5" && next.start == number.end + 1);
        let comma = follows && self.cursor.continues_with(number, ",5");
        if comma {
            self.cursor.take();
        }
        comma
    }

    fn length(&mut self, token: Token<'a>, written: &Written<'a>) -> Option<Length> {
        let digits = written.moves.unwrap_or("");
        let half = written.half.is_some();
        let behind = digits.len() + written.half.map_or(0, str::len);
        let at = token.part(token.text.len().saturating_sub(behind), behind);
        let half_at = token.part(token.text.len().saturating_sub(2), 2);
        let most = MOST_HALF_MOVES / 2;
        let help = may_be_half(written);
        let range = if half && !help {
            "a whole number: half moves exist only in help play"
        } else {
            match digits.parse::<u32>() {
                Ok(0) if !half => "at least 1",
                Ok(0) if written.genre.key.contains("reciprocal") => "at least 1",
                Ok(moves) if moves <= most => {
                    let moves = u16::try_from(moves).unwrap_or(u16::MAX);
                    return Some(Length { moves, half });
                }
                _ => "at most 499 moves",
            }
        };
        self.say(Diagnostic::OutOfRange {
            what: "the length".to_owned(),
            range,
            at: if half && !help { half_at } else { at },
        });
        None
    }

    fn introduction(&mut self, token: Token<'a>, written: &Written<'a>) -> Option<u16> {
        let Some(digits) = written.introduction else {
            return Some(0);
        };
        let moves = digits.parse::<u16>().ok();
        let moves = moves.filter(|moves| (1..=MOST_HALF_MOVES).contains(&u32::from(*moves)));
        if moves.is_none() {
            self.say(Diagnostic::OutOfRange {
                what: "the number of introductory moves".to_owned(),
                range: "at least 1",
                at: token.part(0, digits.len()),
            });
        }
        moves
    }

    fn genre(&mut self, token: Token<'a>, written: &Written<'a>) -> Option<Genre> {
        let genre = Genre::from_key(written.genre.key);
        let own_goal = written.other_goal.is_some();
        let reciprocal = matches!(
            genre,
            Some(Genre::ReciprocalHelp | Genre::SeriesReciprocalHelp)
        );
        if own_goal && !reciprocal {
            return self.malformed(
                token,
                "a stipulation: a second goal goes with reciprocal play",
            );
        }
        if reciprocal && written.goal.word.key == "proof-game" {
            return self.malformed(token, "a stipulation: dia goes with no other goal");
        }
        genre
    }

    fn goal(&mut self, token: Token<'a>, written: WrittenGoal) -> Option<Goal> {
        let goal = Goal::from_key(written.word.key, written.square);
        goal.or_else(|| self.unsupported("goal in", token))
    }

    /// Finds out what is wrong: the square of the goal, the kind of play, or all.
    fn not_a_stipulation(&mut self, token: Token<'a>) -> Option<Stipulation> {
        let text = token.text;
        if text.len() <= 4 && text.starts_with(['z', 'Z', 'k', 'K']) {
            self.missing(token, "a square behind its goal, e.g. `zb8 3`");
            return None;
        }
        let genre = text.find(['#', '=', '+', '%', '~', '!', '<']).unwrap_or(0);
        let genre = &text[..genre];
        if genre.is_empty() {
            self.malformed_part(token, 0, text, EXAMPLES)
        } else if genre.to_ascii_lowercase().ends_with("semi-") {
            self.malformed_part(token, 0, genre, "a kind of play: semi- goes with r only")
        } else {
            let expected = "a kind of play: h, s, r, semi-r, hs, ser-, ser-h, ser-s or none";
            self.malformed_part(token, 0, genre, expected)
        }
    }
}

/// Whether a word is a stipulation with its length, on whatever board its goal names a square.
pub(crate) fn is_complete(text: &str) -> bool {
    let is_on = |board: &Geometry| matches!(written(board, text), Ok(("", written)) if written.moves.is_some());
    let others = || BOARDS[1..].iter().any(is_on);
    is_on(&BOARDS[0]) || may_name_square(text) && others()
}

/// Boards of which one has each square that some board has; the usual one first.
static BOARDS: LazyLock<Vec<Geometry>> = LazyLock::new(|| {
    let sizes = [(8, 8), (11, 11), (16, 8), (8, 16)].into_iter();
    let boards = sizes.map(|(files, ranks)| Geometry::new(files, ranks, Joins::None));
    boards.flatten().collect()
});

/// Whether the name of a goal that takes a square stands in a text: without one the board does not matter.
fn may_name_square(text: &str) -> bool {
    let mut goals = words(Table::Goal)
        .iter()
        .filter(|word| !word.takes.is_empty());
    let text = text.to_ascii_lowercase();
    goals.any(|goal| text.contains(goal.name(Language::En)))
}

fn may_be_half(written: &Written<'_>) -> bool {
    let genre = Genre::from_key(written.genre.key);
    genre.is_some_and(Genre::is_help) || matches!(written.goal.word.key, "proof-game" | "a-to-b")
}

fn written<'i>(board: &Geometry, input: &'i str) -> IResult<&'i str, Written<'i>> {
    let (input, introduction) = opt(terminated(digit1, tag("->"))).parse(input)?;
    let (input, exact) = opt(no_case("exact-")).parse(input)?;
    let (rest, (genre, other_goal, goal)) = play(board, input)?;
    let (rest, (moves, half)) = opt(length).parse(rest).map(|(rest, length)| match length {
        Some((moves, half)) => (rest, (Some(moves), half)),
        None => (rest, (None, None)),
    })?;
    let written = Written {
        introduction,
        exact: exact.is_some(),
        genre,
        other_goal,
        goal,
        moves,
        half,
    };
    Ok((rest, written))
}

/// The word in small or capital letters of ASCII: other signs have no case here, whatever
/// Unicode knows of them.
fn no_case<'i>(word: &str) -> impl Parser<&'i str, Output = &'i str, Error = Error<&'i str>> {
    let is_word = move |found: &&str| found.eq_ignore_ascii_case(word);
    verify(take(word.chars().count()), is_word)
}

type PlayText = (&'static Word, Option<WrittenGoal>, WrittenGoal);

/// The table lists longer words first and ends with the empty word of direct
/// play, so the first kind of play that leaves a goal is the one.
fn play<'i>(board: &Geometry, input: &'i str) -> IResult<&'i str, PlayText> {
    let genres = words(Table::Genre).iter();
    let mut texts = genres.filter_map(|genre| play_of(genre, board, input).ok());
    texts
        .next()
        .map_or_else(|| nom::combinator::fail().parse(input), Ok)
}

fn play_of<'i>(
    genre: &'static Word,
    board: &Geometry,
    input: &'i str,
) -> IResult<&'i str, PlayText> {
    let name = genre.name(Language::En);
    let (rest, _) = no_case(name).parse(input)?;
    let (rest, other_goal) = opt(delimited(
        char('('),
        |input| written_goal(board, input),
        char(')'),
    ))
    .parse(rest)?;
    let (rest, goal) = written_goal(board, rest)?;
    Ok((rest, (genre, other_goal, goal)))
}

/// A goal at the beginning of a text.
pub(super) fn written_goal<'i>(board: &Geometry, input: &'i str) -> IResult<&'i str, WrittenGoal> {
    let (rest, word) = first_word(Table::Goal, input)?;
    if word.takes.is_empty() {
        return Ok((rest, WrittenGoal { word, square: None }));
    }
    match board.split_square(rest) {
        Some((square, rest)) => {
            let square = Some(square);
            Ok((rest, WrittenGoal { word, square }))
        }
        None => nom::combinator::fail().parse(rest),
    }
}

fn first_word(table: Table, input: &str) -> IResult<&str, &'static Word> {
    for word in words(table) {
        let name = word.name(Language::En);
        if let Ok((rest, _)) = no_case(name).parse(input) {
            return Ok((rest, word));
        }
    }
    nom::combinator::fail().parse(input)
}

type LengthText<'a> = (&'a str, Option<&'a str>);

fn length(input: &str) -> IResult<&str, LengthText<'_>> {
    (digit1, opt(nom::branch::alt((tag(".5"), tag(".0")))))
        .parse(input)
        .map(|(rest, (moves, half))| (rest, (moves, half.filter(|half| *half == ".5"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Option<(&'static str, &'static str, Option<&str>, bool)> {
        let (rest, written) = written(&Geometry::standard(), text).ok()?;
        let parts = (written.genre.key, written.goal.word.key);
        rest.is_empty()
            .then_some((parts.0, parts.1, written.moves, written.half.is_some()))
    }

    #[test]
    fn run_together_texts_are_split_as_the_tables_say() {
        assert_eq!(keys("001"), Some(("direct", "castling", Some("1"), false)));
        assert_eq!(keys("c811"), Some(("direct", "chess81", Some("1"), false)));
        assert_eq!(
            keys("zb81"),
            Some(("direct", "target-square", Some("1"), false))
        );
        assert_eq!(
            keys("##!3"),
            Some(("direct", "countermate", Some("3"), false))
        );
        assert_eq!(keys("hs#2.5"), Some(("help-self", "mate", Some("2"), true)));
        assert_eq!(
            keys("ser-hs=2"),
            Some(("series-help-self", "stalemate", Some("2"), false))
        );
        assert_eq!(
            keys("SEMI-R#2"),
            Some(("semi-reflex", "mate", Some("2"), false))
        );
        assert_eq!(
            keys("reci-h(=)#2"),
            Some(("reciprocal-help", "mate", Some("2"), false))
        );
        assert_eq!(keys("h#"), Some(("help", "mate", None, false)));
        assert_eq!(keys("q#2"), None);
    }
}
