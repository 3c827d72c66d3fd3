//! Fates of men in games, read and written as Euclide has them: `+Ph2=Rh8->h1`, `-Ra1->g6(Ph7xRa1)`.

use super::popeye::words::{self, Language};
use crate::board::Square;
use crate::men::{WalkId, walk_id};
use crate::problem::{FateWish, ManAtStart};
use nom::branch::alt;
use nom::bytes::complete::{tag, take};
use nom::character::complete::{char, satisfy};
use nom::combinator::{all_consuming, map_opt, opt, value};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// What such a wish looks like, for messages.
pub const EXPECTED: &str = "a fate such as `+Ph2=Rh8->h1` or `-Ra1->g6(Ph7)`";

/// Reads a wish; letters are those of the language, or in any language `N` for the knight.
///
/// ```
/// use dawson::notation::fate::{read, write};
/// use dawson::notation::popeye::words::Language;
/// let wish = read("+Pa2=Qb8->h3(Ph7xPa2)", Language::En).unwrap();
/// assert!(wish.wanted && wish.captor.is_some());
/// assert_eq!(write(&wish, Language::De), "+Ba2=Db8->h3(Bh7)");
/// assert!(read("+Pa2", Language::En).is_none());
/// ```
pub fn read(text: &str, language: Language) -> Option<FateWish> {
    let (_, (wanted, man, promotion, end, capture)) = parse(text, language).ok()?;
    let said = promotion.is_some() || end.is_some() || capture.is_some();
    let wish = FateWish {
        wanted,
        man,
        promotion,
        end,
        captor: capture.map(|(captor, _)| captor),
    };
    // Who is captured may be named again.
    let victim = capture.and_then(|(_, victim)| victim);
    let agrees = victim.is_none_or(|(walk, square)| {
        let is_man = man.is_some_and(|man| man.square == square);
        is_man && walk.is_none_or(|walk| man.is_some_and(|man| man.walk == walk))
            || walk.is_none() && end == Some(square)
    });
    (said && agrees).then_some(wish)
}

/// Who is captured: its walk, if named, and a square.
type Victim = (Option<WalkId>, Square);

type Parsed = (
    bool,
    Option<ManAtStart>,
    Option<(WalkId, Square)>,
    Option<Square>,
    Option<(ManAtStart, Option<Victim>)>,
);

fn parse(text: &str, language: Language) -> IResult<&str, Parsed> {
    let walk = |input| {
        let letter = satisfy(|c| c.is_ascii_uppercase());
        map_opt(letter, |letter: char| walk_of(letter, language)).parse(input)
    };
    let square = |input| map_opt(take(2_usize), Square::from_name).parse(input);
    let man = |input| {
        let (rest, (walk, square)) = (walk, square).parse(input)?;
        Ok((rest, ManAtStart { walk, square }))
    };
    let victim = preceded(char('x'), (opt(walk), square));
    all_consuming((
        alt((value(true, char('+')), value(false, char('-')))),
        opt(man),
        opt(preceded(char('='), (walk, square))),
        opt(preceded(tag("->"), square)),
        opt(delimited(char('('), (man, opt(victim)), char(')'))),
    ))
    .parse(text)
}

fn walk_of(letter: char, language: Language) -> Option<WalkId> {
    if letter == 'N' {
        return Some(walk_id::KNIGHT);
    }
    let word = words::walk(language, &letter.to_string())?;
    let mut walks = walk_id::NUMBERED.into_iter();
    walks.find(|walk| walk.row().key == word.key)
}

/// Writes a wish with the letters of the language.
pub fn write(wish: &FateWish, language: Language) -> String {
    let letter = |walk: WalkId| walk.row().letters[language.column()].to_uppercase();
    let man = |man: ManAtStart| format!("{}{}", letter(man.walk), man.square);
    let sign = if wish.wanted { '+' } else { '-' };
    let promotion = wish.promotion;
    let promotion = promotion.map(|(walk, on)| format!("={}{on}", letter(walk)));
    format!(
        "{sign}{}{}{}{}",
        wish.man.map(man).unwrap_or_default(),
        promotion.unwrap_or_default(),
        wish.end.map(|end| format!("->{end}")).unwrap_or_default(),
        wish.captor
            .map(|captor| format!("({})", man(captor)))
            .unwrap_or_default(),
    )
}
