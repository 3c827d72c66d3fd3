//! What is asked, in signs (`ser-h#8`, `h≠2½`) and in words of three languages
//! (`Mate in two`, `Hilfsmatt in 2½`, `aidé de 3 coups`).

use super::part::{Part, squeezed_phrase};
use super::phrase::Languages;
use crate::board::Geometry;
use crate::notation::popeye::read::stipulation::is_complete;
use crate::notation::popeye::words::{self, Language, Table};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{opt, recognize, value};
use nom::sequence::{preceded, terminated};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// A stipulation as the problem language writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) text: String,
    /// The key of the condition that the sign says as well, as `hc#2` does.
    pub(super) under: Option<&'static str>,
    /// `*` and `v` behind it.
    pub(super) marks: String,
    /// Whether White is said to play; Black if it is false.
    pub(super) white: Option<bool>,
    pub(super) languages: Languages,
    /// Whether one side is said to move and the other to mate.
    pub(super) is_divided: bool,
    /// Of how many parts it consists.
    pub(super) taken: usize,
}

/// The stipulation at the front.
pub(super) fn asked(parts: &[Part]) -> Option<Asked> {
    in_signs(parts)
        .or_else(|| sign_and_length(parts))
        .or_else(|| in_words(parts))
        .or_else(|| from_a_to_b(parts))
}

/// The stipulation of a text that holds nothing else, as the problem language writes it: `h#2` for
/// `Hilfsmatt in 2`.
pub(crate) fn asked_alone(text: &str) -> Option<String> {
    let parts = super::part::parts(text, &Geometry::standard());
    let asked =
        asked(&parts).filter(|asked| asked.taken == parts.len() && asked.under.is_none())?;
    let is_help = asked.text.contains('h');
    (asked.marks.is_empty() && !(asked.white.is_some() && is_help)).then_some(asked.text)
}

/// `ser-zd5 in 7`, `h# in 3`: a sign, and the number of moves in words.
fn sign_and_length(parts: &[Part]) -> Option<Asked> {
    let [sign, link, length, ..] = parts else {
        return None;
    };
    let is_plain = [link, length].iter().all(|part| !part.is_separated());
    let is_link = super::vocabulary::is("in", &link.text);
    // `win in 3` is no goal.
    let is_sign = !sign.text.chars().all(char::is_alphabetic);
    if !is_plain || !is_link || !is_sign {
        return None;
    }
    let (rest, (_, length, _)) = digits(&length.text).ok()?;
    let text = format!("{}{}", sign.text, length?);
    let (text, under) = signs_and_condition(&text).filter(|_| rest.is_empty())?;
    Some(Asked {
        text,
        under,
        marks: String::new(),
        white: None,
        languages: Languages::NONE,
        is_divided: false,
        taken: 3,
    })
}

/// `A->B in 5.5`, `a to b 4`: play from one diagram to another.
fn from_a_to_b(parts: &[Part]) -> Option<Asked> {
    let word = |at: usize| parts.get(at).map(|part| part.text.to_lowercase());
    let leads = |link: &str| super::vocabulary::is("leading", link);
    let mut taken = match (word(0)?, word(1), word(2)) {
        (whole, ..) if is_from_a_to_b(&whole, leads) => 1,
        (a, Some(link), Some(b)) if a == "a" && b == "b" && leads(&link) => 3,
        _ => return None,
    };
    let links = |part: &Part| super::vocabulary::is("in", &part.text);
    taken += usize::from(parts.get(taken).is_some_and(links));
    let (rest, (_, length, _)) = digits(&parts.get(taken)?.text).ok()?;
    let text = format!("a=>b{}", length?);
    (rest.is_empty() && is_complete(&text)).then_some(Asked {
        text,
        under: None,
        marks: String::new(),
        white: None,
        languages: Languages::NONE,
        is_divided: false,
        taken: taken + 1,
    })
}

fn is_from_a_to_b(word: &str, leads: impl Fn(&str) -> bool) -> bool {
    let link = word
        .strip_prefix('a')
        .and_then(|rest| rest.strip_suffix('b'));
    link.is_some_and(|link| !link.starts_with(char::is_alphabetic) && leads(link))
}

/// As many parts as `ser - h # 3 .5` has, and one more.
const MOST_SIGNS: usize = 7;

/// `h#2.5`, also in pieces (`ser-h = 7`), with the number first (`h2#`), with a star for set
/// play or a v for tries behind it.
fn in_signs(parts: &[Part]) -> Option<Asked> {
    let mut joined = String::new();
    for (index, part) in parts.iter().take(MOST_SIGNS).enumerate() {
        let with_goal = |c| matches!(c, '(' | ')') && joined.starts_with("reci");
        match part.mark {
            Some(c) if index > 0 && !with_goal(c) => return None,
            Some(c) if index > 0 => joined.push(c),
            _ => {}
        }
        // `h#` above `#2` is no `h##2`.
        if joined.ends_with('#') && part.text.starts_with('#') {
            return None;
        }
        joined.push_str(&part.text);
        let text = joined.trim_end_matches(['*', 'v', 'V', '.', '!', '?']);
        let marks = joined[joined.trim_end_matches(['*', 'v', 'V']).len()..].to_owned();
        let Some((mut text, under)) = signs_and_condition(text) else {
            continue;
        };
        let mut taken = index + 1;
        if let Some(more) = half(&parts[taken..]).filter(|_| !text.contains('.')) {
            text += ".5";
            taken += more;
        }
        return Some(Asked {
            text,
            under,
            marks,
            white: None,
            languages: Languages::NONE,
            is_divided: false,
            taken,
        });
    }
    None
}

/// `1/2` or `½` behind a number of moves: of how many parts it consists.
fn half(parts: &[Part]) -> Option<usize> {
    match parts {
        // A half is written `.5` inside.
        [half, ..] if half.mark.is_none() && half.text == ".5" => Some(1),
        [one, two, rest @ ..] => {
            let ends = rest.first().is_none_or(|next| next.mark != Some('/'));
            let is_half = one.text == "1"
                && two.text.trim_end_matches('.') == "2"
                && two.mark == Some('/')
                && ends;
            is_half.then_some(2)
        }
        _ => None,
    }
}

/// The same in the spelling of the problem language.
fn signs(text: &str) -> Option<String> {
    let text = &spelled_number(text);
    // Most words name no length, and need not be tried with every kind of play.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if is_complete(text) {
        return Some(text.clone());
    }
    let turned = number_first(text);
    let text: &str = turned.as_ref().unwrap_or(text);
    let introduced: Result<_, nom::Err<nom::error::Error<&str>>> =
        (opt(recognize((digit1, tag("->")))), opt(tag("exact-"))).parse(text);
    let (rest, (introduction, exact)) = introduced.ok()?;
    let is_long = is_long(rest);
    KINDS.iter().find_map(|kind| {
        if kind.only_long.is_some_and(|only_long| only_long != is_long) {
            return None;
        }
        let goal = loosely(rest, kind.written)?;
        let text = format!(
            "{}{}{}{goal}",
            introduction.unwrap_or(""),
            exact.unwrap_or(""),
            kind.genre
        );
        is_complete(&text).then_some(text)
    })
}

/// The same, and behind it the key of the condition that the sign says as well, as `hc#2` does.
fn signs_and_condition(text: &str) -> Option<(String, Option<&'static str>)> {
    let plain = signs(text).map(|text| (text, None));
    plain.or_else(|| {
        UNDER.iter().find_map(|&(written, genre, key)| {
            let rest = loosely(text, written)?;
            Some((signs(&format!("{genre}{rest}"))?, Some(key)))
        })
    })
}

/// Signs of kinds of play that say a condition as well: as written, the kind of play, and the key of the
/// condition.
static UNDER: LazyLock<Vec<(&str, &str, &str)>> = LazyLock::new(|| {
    let under = |(class, _, written): (&'static str, Languages, &'static str)| {
        let (genre, key) = class.strip_prefix("under ")?.split_once(' ')?;
        Some((written, genre, key))
    };
    vocabulary().filter_map(under).collect()
});

/// A kind of play as it may be written.
struct Kind {
    written: &'static str,
    /// The same in the problem language.
    genre: &'static str,
    /// Whether it is meant in long play only, or in short play only.
    only_long: Option<bool>,
}

/// All kinds of play by their names, longer names first, and then by other spellings.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let mut kinds: Vec<Kind> = words::words(Table::Genre)
        .iter()
        .map(|word| word.name(Language::En))
        .map(|genre| Kind {
            written: genre,
            genre,
            only_long: None,
        })
        .collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.written.len()));
    kinds.extend(vocabulary().filter_map(|(class, _, written)| {
        let (class, genre) = class.split_once(' ')?;
        let only_long = match class {
            "alias" => None,
            "long-alias" => Some(true),
            "short-alias" => Some(false),
            _ => return None,
        };
        Some(Kind {
            written,
            genre,
            only_long,
        })
    }));
    kinds
});

/// Whether a stipulation has five moves or more.
fn is_long(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let number = digits.split('.').next().unwrap_or("");
    number.parse::<u32>().is_ok_and(|number| number > 4)
}

/// What follows a kind of play written with other points and hyphens.
fn loosely<'t>(text: &'t str, genre: &str) -> Option<&'t str> {
    let mut rest = text;
    for letter in genre.chars().filter(char::is_ascii_alphabetic) {
        rest = rest.trim_start_matches(['-', '.']);
        let first = rest.chars().next()?;
        if !first.eq_ignore_ascii_case(&letter) {
            return None;
        }
        rest = &rest[first.len_utf8()..];
    }
    Some(rest.trim_start_matches(['-', '.']))
}

/// `h#two` as `h#2`.
fn spelled_number(text: &str) -> String {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match number(&text[letters.len()..]) {
        Some(number) if letters.ends_with(['#', '=']) && letters.len() < text.len() => {
            format!("{letters}{number}")
        }
        _ => text.to_owned(),
    }
}

/// `h2#` said in the order `h#2`.
fn number_first(text: &str) -> Option<String> {
    let goal = text.find(['#', '=', '+'])?;
    let (front, goal) = text.split_at(goal);
    let genre = front.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &front[genre.len()..];
    (!number.is_empty() && !goal.ends_with(|c: char| c.is_ascii_digit()))
        .then(|| format!("{genre}{goal}{number}"))
}

/// The number that a word is, in digits or in letters.
pub(super) fn number(text: &str) -> Option<u32> {
    let spelled = || NUMBERS.get(&text.to_lowercase()).copied();
    text.parse().ok().or_else(spelled)
}

/// The words that stand for numbers.
static NUMBERS: LazyLock<HashMap<String, u32>> = LazyLock::new(|| {
    let numbers = WORDS.iter().filter_map(|(word, piece, _)| match piece {
        Piece::Number(number) => Some((word.clone(), u32::from(*number))),
        _ => None,
    });
    numbers.collect()
});

/// What a word adds to a stipulation in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Series,
    Help,
    Self_,
    Reflex,
    Semi,
    Reciprocal,
    Parry,
    Exact,
    Goal(&'static str),
    /// A game that leads to the diagram.
    Game,
    /// `two-mover`.
    Mover,
    /// `et demi` behind the number and `coups`.
    Half,
    /// `einhalb` behind a number in letters, and part of it.
    JoinedHalf,
    White,
    Black,
    /// `to move`, `am Zug`: who stands before it begins.
    Moving,
    /// `setzt`: who stands before it reaches the goal.
    Doing,
    /// `forces`: the same, or the side behind it reaches the goal.
    Forcing,
    Number(u16),
    Nothing,
}

impl Piece {
    /// The piece that a class of `words/asked.tsv` stands for.
    fn of(class: &'static str) -> Option<Piece> {
        let (class, meaning) = class.split_once(' ').unwrap_or((class, ""));
        Some(match class {
            "game" => Piece::Game,
            "goal" => Piece::Goal(meaning),
            "self" => Piece::Self_,
            "series" => Piece::Series,
            "parry" => Piece::Parry,
            "reciprocal" => Piece::Reciprocal,
            "semi" => Piece::Semi,
            "reflex" => Piece::Reflex,
            "help" => Piece::Help,
            "exact" => Piece::Exact,
            "mover" => Piece::Mover,
            "half" => Piece::Half,
            "joined-half" => Piece::JoinedHalf,
            "white" => Piece::White,
            "black" => Piece::Black,
            "moving" => Piece::Moving,
            "doing" => Piece::Doing,
            "forcing" => Piece::Forcing,
            "nothing" => Piece::Nothing,
            "number" => Piece::Number(meaning.parse().ok()?),
            _ => return None,
        })
    }
}

/// The words of `words/asked.tsv`, run together in plain small letters, longer ones before their
/// beginnings, each with the languages it belongs to.
static WORDS: LazyLock<Vec<(String, Piece, Languages)>> = LazyLock::new(|| {
    let mut words: Vec<(String, Piece, Languages)> = Vec::new();
    for (class, language, written) in vocabulary() {
        let Some(piece) = Piece::of(class) else {
            continue;
        };
        let word = squeezed_phrase(written);
        match words
            .iter_mut()
            .find(|(known, of, _)| *known == word && *of == piece)
        {
            Some((.., languages)) => *languages = languages.or(language),
            None => words.push((word, piece, language)),
        }
    }
    words.sort_by_key(|(word, ..)| std::cmp::Reverse(word.len()));
    words
});

/// Each word with its class and its language; words of other languages belong to none.
fn vocabulary() -> impl Iterator<Item = (&'static str, Languages, &'static str)> {
    let rows = include_str!("words/asked.tsv").lines().skip(1);
    rows.flat_map(|row| {
        let mut fields = row.split('\t');
        let class = fields.next().unwrap_or("");
        let languages = [Language::En, Language::De, Language::Fr].map(Languages::of);
        let languages = languages.into_iter().chain([Languages::ALL]);
        fields.zip(languages).flat_map(move |(words, language)| {
            let words = words.split(", ").filter(|word| !word.is_empty());
            words.map(move |word| (class, language, word))
        })
    })
}

/// Words worth suggesting.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let words = vocabulary().filter(|(class, ..)| {
        let class = class.split(' ').next().unwrap_or("");
        !matches!(
            class,
            "nothing" | "moving" | "doing" | "forcing" | "number" | "joined-half"
        ) && !class.ends_with("alias")
    });
    words.map(|(.., word)| word).filter(|word| word.len() > 3)
}

/// As many parts as `les Blancs jouent et font mat en deux coups et demi` has.
const MOST_WORDS: usize = 11;

/// Whether a word, or its beginning, is a word of a stipulation or a number.
fn may_begin(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphanumeric());
    let word: String = letters.collect::<String>().to_lowercase();
    let of_words = || {
        let mut known = words_of(word.as_bytes().first());
        known.any(|(known, ..)| word.starts_with(known.as_str()) || known.starts_with(&word))
    };
    word.starts_with(|c: char| c.is_ascii_digit()) || word.is_empty() || of_words()
}

/// The words that begin with a byte.
fn words_of(first: Option<&u8>) -> impl Iterator<Item = &'static (String, Piece, Languages)> {
    let places = first.and_then(|first| BY_FIRST.get(first));
    let places = places.map_or(&[][..], Vec::as_slice);
    places.iter().map(|place| &WORDS[*place])
}

/// The places of the words that begin with each byte.
static BY_FIRST: LazyLock<HashMap<u8, Vec<usize>>> = LazyLock::new(|| {
    let mut by_first: HashMap<u8, Vec<usize>> = HashMap::new();
    for (place, (word, ..)) in WORDS.iter().enumerate() {
        let first = word.as_bytes().first().copied();
        by_first.entry(first.unwrap_or(0)).or_default().push(place);
    }
    by_first
});

/// As many moves as a problem may have.
const MOST_MOVES: u32 = 499;

/// `Hilfsmatt` of `h#3, Hilfsmatt`: the kind of play once more in one word, and with a number of
/// moves what the whole would be.
pub(super) fn kind_of_play(part: &Part, moves: &str) -> Option<String> {
    let word = super::part::squeezed(&part.text);
    let is_whole = |(class, _, written): (&str, Languages, &str)| {
        class == "whole" && squeezed_phrase(written) == word
    };
    let named = vocabulary()
        .any(is_whole)
        .then(|| bag(&format!("{word}{moves}")));
    named.flatten().map(|asked| asked.text)
}

fn in_words(parts: &[Part]) -> Option<Asked> {
    let mut joined = String::new();
    let mut best = None;
    // `BCM 1955. Mate in 3`: a year is no length.
    let first = parts.first()?.text.trim_end_matches('.');
    let is_long = number(first).is_some_and(|number| number > MOST_MOVES);
    if is_long || super::say::is_year(first) || !may_begin(first) {
        return None;
    }
    for (index, part) in parts.iter().take(MOST_WORDS).enumerate() {
        let is_mark = matches!(part.mark, Some(';' | ')' | '|' | '/' | '\n'));
        // `White Ke5`: the colour is that of men. `Pg4` is a man, too, and no proof game.
        let is_colour = super::men::side(&part.text).is_some();
        let names_men = is_man(part) || is_colour && opens_men(&parts[index + 1..]);
        // `Selfmate in 4, Black Maximummer`: behind a whole stipulation a side has to move.
        let is_other = best.is_some()
            && is_colour
            && parts.get(index + 1).is_some_and(|next| !is_moving(next));
        // `Schach-Echo 1976, Hilfsmatt in 2`, `Nr. 15893, Hilfsmatt in 2`
        let is_number = index == 1
            && part.mark == Some(',')
            && parts[0].text.bytes().all(|c| c.is_ascii_digit());
        // `CAST inverse, #2`: what signs ask is no number of the words in front.
        let is_whole = part.is_separated() && part.text.contains(['#', '=']);
        // `Hilfspatt, 2 Lösungen`
        let counts_solutions =
            index > 0 && part.is_separated() && number(&part.text).is_some() && {
                let next = parts.get(index + 1).filter(|next| !next.is_separated());
                next.is_some_and(|next| super::vocabulary::is("solutions", &next.text))
            };
        // `Matt in 2, en passant auf d6`
        let is_filler = best.is_some() && part.is_separated() && is_filler(part);
        if names_men
            || is_filler
            || is_number
            || is_other
            || counts_solutions
            || index > 0 && is_whole
        {
            break;
        }
        // `in 4, 2 solutions` is no 42.
        let is_second_number = part.text.starts_with(|c: char| c.is_ascii_digit())
            && joined.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        if index > 0 && (is_mark || is_second_number || part.text.ends_with(')')) {
            break;
        }
        joined.extend(
            part.text
                .chars()
                .filter(|c| c.is_alphanumeric() || *c == '.'),
        );
        let text = joined.to_lowercase();
        if let Some(bag) = bag(text.trim_end_matches('.')) {
            let marks = part.text.trim_start_matches(|c| !matches!(c, '*'));
            best = Some(Asked {
                marks: marks.to_owned(),
                taken: index + 1,
                ..bag
            });
        }
    }
    let mut best = best?;
    // `Helpmate s#2`
    let signs = parts[1..best.taken].iter().filter(|part| {
        let is_sign = part.text.contains(['#', '=']);
        is_sign && part.text.starts_with(char::is_alphabetic)
    });
    let mut signs = signs.filter_map(|part| in_signs(std::slice::from_ref(part)));
    if signs.any(|asked| asked.text != best.text) {
        return None;
    }
    if let Some(more) = half(&parts[best.taken..]).filter(|_| !best.text.contains('.')) {
        best.text += ".5";
        best.taken += more;
    }
    Some(best)
}

/// Whether a part is a man with its square, as far as one sees: `Pg4`, `Bp5`.
fn is_man(part: &Part) -> bool {
    let letters = part.text.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_mixed = letters.starts_with(|c: char| c.is_ascii_uppercase())
        && letters.ends_with(|c: char| c.is_ascii_lowercase())
        && letters.len() == 2
        && letters.len() < part.text.len();
    is_mixed || super::men::is_man(&part.board, &part.text)
}

/// Whether a word says nothing by itself: `in`, `en`.
fn is_filler(part: &Part) -> bool {
    let word = super::part::squeezed(&part.text);
    let mut words = WORDS.iter();
    words.any(|(known, piece, _)| *piece == Piece::Nothing && *known == word)
}

/// Whether a word begins what says that a side moves: `to play`, `am Zug`, `commencent`.
fn is_moving(part: &Part) -> bool {
    let word = super::part::squeezed(&part.text);
    let mut words = WORDS.iter().filter(|(_, piece, _)| *piece == Piece::Moving);
    !word.is_empty() && words.any(|(known, ..)| known.starts_with(&word))
}

/// Whether men stand at the front: `Ke5`, `(5): Ke5`, `: Kb3`.
fn opens_men(parts: &[Part]) -> bool {
    let counts = |part: &Part| part.mark == Some('(') && number(&part.text).is_some();
    let counted = usize::from(parts.first().is_some_and(counts));
    let Some(next) = parts.get(counted) else {
        return false;
    };
    counted > 0 || next.mark == Some(':') || is_man(next)
}

/// A stipulation from words in any order, exactly one of them a number.
fn bag(text: &str) -> Option<Asked> {
    let pieces = pieces(text, 0, 1, &mut HashSet::new())?;
    let number = pieces.iter().find_map(|(_, number, _)| number.as_ref())?;
    let has = |piece| pieces.iter().any(|(found, ..)| *found == piece);
    let mut goals = pieces.iter().filter_map(|(piece, ..)| match piece {
        Piece::Goal(goal) => Some(*goal),
        _ => None,
    });
    let (goal, more) = (goals.next(), goals.next());
    let said = [Piece::Help, Piece::Self_, Piece::Reflex, Piece::Mover].map(has);
    let [help, self_, reflex, mover] = said;
    let forcing = who_forces(pieces.iter().map(|(piece, ..)| *piece));
    let self_ = self_ || forcing.is_some();
    let is_battle_or_help = help || self_ || reflex || mover;
    if more.is_some() || (goal.is_none() && !is_battle_or_help && !has(Piece::Game)) {
        return None;
    }
    let languages = pieces.iter().map(|(.., languages)| *languages);
    let languages = languages.fold(Languages::ALL, Languages::and);
    let series = match (has(Piece::Series), has(Piece::Parry)) {
        (_, true) => "pser-",
        (true, false) => "ser-",
        (false, false) => "",
    };
    let kind = match (help, self_, reflex) {
        (true, true, _) => "hs",
        (true, false, true) => "hr",
        (true, false, false) if has(Piece::Reciprocal) => "reci-h",
        (true, false, false) => "h",
        (false, true, _) => "s",
        (false, false, true) if has(Piece::Semi) => "semi-r",
        (false, false, true) => "r",
        (false, false, false) => "",
    };
    let number = match has(Piece::Half) && !number.contains('.') {
        true => format!("{number}.5"),
        false => number.clone(),
    };
    let exact = if has(Piece::Exact) { "exact-" } else { "" };
    let goal = match has(Piece::Game) {
        true => "dia",
        false => goal.unwrap_or("#"),
    };
    let text = format!("{exact}{series}{kind}{goal}{number}");
    let (moves, reaches) = who_plays(pieces.iter().map(|(piece, ..)| *piece));
    let is_divided = moves.is_some() && reaches.is_some() && moves != reaches;
    // `White helps Black to mate` is play with colours exchanged, which these words do not ask for elsewhere.
    if help && is_divided && reaches == Some(Piece::Black) {
        return None;
    }
    let white = match (has(Piece::White), has(Piece::Black)) {
        _ if forcing.is_some() => Some(forcing == Some(Piece::White)),
        (true, false) => Some(true),
        (false, true) => Some(false),
        // `Black mates White in 2`
        (true, true) if !help && !is_divided => reaches.map(|side| side == Piece::White),
        _ => None,
    };
    is_complete(&text).then(|| Asked {
        text,
        under: None,
        marks: String::new(),
        white,
        languages,
        is_divided,
        taken: 0,
    })
}

/// `Black to move and White mates`, `White mates in 2, Black to move`: the side that is said to move,
/// and the one that is said to reach the goal. A side named before another that reaches it moves.
fn who_plays(pieces: impl Iterator<Item = Piece>) -> (Option<Piece>, Option<Piece>) {
    let (mut side, mut moves, mut reaches) = (None, None, None);
    for piece in pieces {
        match piece {
            Piece::White | Piece::Black => {
                let other = side.filter(|side| *side != piece && reaches.is_none());
                moves = moves.or(other);
                side = Some(piece);
            }
            Piece::Moving => moves = moves.or(side),
            Piece::Goal(_) | Piece::Doing | Piece::Forcing => reaches = reaches.or(side),
            _ => {}
        }
    }
    (moves, reaches)
}

/// `White forces Black to mate`: who does, where the other side is named behind the word.
fn who_forces(pieces: impl Iterator<Item = Piece>) -> Option<Piece> {
    let (mut side, mut forces) = (None, None);
    for piece in pieces {
        match piece {
            Piece::White | Piece::Black if forces.is_some() => {
                return forces.filter(|forces| *forces != piece);
            }
            Piece::White | Piece::Black => side = Some(piece),
            Piece::Forcing => forces = side,
            _ => {}
        }
    }
    None
}

type Found = (Piece, Option<String>, Languages);

/// Cuts the text into words, longer ones first, so many of them numbers; `stuck` has the places
/// from which that fails. `4moveselfmate` is no `moves elf mate`.
fn pieces(
    text: &str,
    at: usize,
    numbers: usize,
    stuck: &mut HashSet<(usize, usize)>,
) -> Option<Vec<Found>> {
    if at == text.len() {
        return (numbers == 0).then(Vec::new);
    }
    if stuck.contains(&(at, numbers)) {
        return None;
    }
    for (length, found) in starts(&text[at..]) {
        let left = numbers.checked_sub(usize::from(found.1.is_some()));
        let behind = left.and_then(|left| pieces(text, at + length, left, stuck));
        if let Some(mut behind) = behind {
            behind.insert(0, found);
            return Some(behind);
        }
    }
    stuck.insert((at, numbers));
    None
}

/// The words and numbers at the front with their lengths, the longest first.
fn starts(text: &str) -> Vec<(usize, Found)> {
    let words = words_of(text.as_bytes().first());
    let words = words.filter(|(word, piece, _)| {
        !matches!(piece, Piece::Number(_) | Piece::JoinedHalf) && text.starts_with(word)
    });
    let words = words.map(|(word, piece, languages)| (word.len(), (*piece, None, *languages)));
    let numbers = [digits(text), spelled(text)].into_iter().flatten();
    let numbers = numbers.map(|(rest, found)| (text.len() - rest.len(), found));
    let mut starts: Vec<(usize, Found)> = words.chain(numbers).collect();
    starts.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    starts
}

/// `2`, `2.5`, `2.0`, `2.`.
fn digits(input: &str) -> nom::IResult<&str, Found> {
    let half = alt((
        value(".5", preceded(char('.'), char('5'))),
        value("", preceded(char('.'), char('0'))),
    ));
    let whole = value("", terminated(opt(char('.')), take_while(|c| c == '.')));
    let mut number = (
        take_while1(|c: char| c.is_ascii_digit()),
        alt((half, whole)),
    );
    let (rest, (moves, half)) = number.parse(input)?;
    Ok((
        rest,
        (
            Piece::Nothing,
            Some(format!("{moves}{half}")),
            Languages::ALL,
        ),
    ))
}

/// `two`, `zweieinhalb`, `deux et demi`.
fn spelled(input: &str) -> nom::IResult<&str, Found> {
    for (word, piece, languages) in words_of(input.as_bytes().first()) {
        if let (Piece::Number(number), Some(rest)) = (piece, input.strip_prefix(word.as_str())) {
            let mut halves = WORDS.iter();
            let half = halves.find_map(|(half, piece, _)| match piece {
                Piece::JoinedHalf => rest.strip_prefix(half.as_str()),
                _ => None,
            });
            let text = match half {
                Some(_) => format!("{number}.5"),
                None => number.to_string(),
            };
            let found = (Piece::Nothing, Some(text), *languages);
            return Ok((half.unwrap_or(rest), found));
        }
    }
    nom::combinator::fail().parse(input)
}
