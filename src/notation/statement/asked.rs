//! What is asked, in signs (`ser-h#8`, `h≠2½`) and in words of three languages
//! (`Mate in two`, `Hilfsmatt in 2½`, `aidé de 3 coups`).

use super::part::Part;
use super::phrase::Languages;
use crate::notation::popeye::read::stipulation::is_complete;
use crate::notation::popeye::words::{self, Language, Table};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{opt, recognize, value};
use nom::sequence::{preceded, terminated};
use std::collections::HashSet;

/// A stipulation as the problem language writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) text: String,
    /// `*` and `v` behind it.
    pub(super) marks: String,
    /// Whether White is said to play; Black if it is false.
    pub(super) white: Option<bool>,
    pub(super) languages: Languages,
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

/// `ser-zd5 in 7`, `h# in 3`: a sign, and the number of moves in words.
fn sign_and_length(parts: &[Part]) -> Option<Asked> {
    let [sign, link, length, ..] = parts else {
        return None;
    };
    let is_plain = [link, length].iter().all(|part| !part.is_separated());
    let is_link = matches!(link.text.to_lowercase().as_str(), "in" | "en");
    // `win in 3` is no goal.
    let is_sign = !sign.text.chars().all(char::is_alphabetic);
    if !is_plain || !is_link || !is_sign {
        return None;
    }
    let (rest, (_, length, _)) = digits(&length.text).ok()?;
    let text = signs(&format!("{}{}", sign.text, length?)).filter(|_| rest.is_empty())?;
    Some(Asked {
        text,
        marks: String::new(),
        white: None,
        languages: Languages::NONE,
        taken: 3,
    })
}

/// `A->B in 5.5`, `a to b 4`: play from one diagram to another.
fn from_a_to_b(parts: &[Part]) -> Option<Asked> {
    let word = |at: usize| parts.get(at).map(|part| part.text.to_lowercase());
    let is = |at, words: &[&str]| word(at).is_some_and(|word| words.contains(&word.as_str()));
    let mut taken = match () {
        () if is(0, &["a=>b", "a->b", "a>b", "a==>b"]) => 1,
        () if is(0, &["a"]) && is(1, &["to", "->", "=>", ">"]) && is(2, &["b"]) => 3,
        () => return None,
    };
    taken += usize::from(is(taken, &["in", "en"]));
    let (rest, (_, length, _)) = digits(&parts.get(taken)?.text).ok()?;
    let text = format!("a=>b{}", length?);
    (rest.is_empty() && is_complete(&text)).then_some(Asked {
        text,
        marks: String::new(),
        white: None,
        languages: Languages::NONE,
        taken: taken + 1,
    })
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
        joined.push_str(&part.text);
        let text = joined.trim_end_matches(['*', 'v', 'V', '.', '!', '?']);
        let marks = joined[joined.trim_end_matches(['*', 'v', 'V']).len()..].to_owned();
        let Some(mut text) = signs(text) else {
            continue;
        };
        let mut taken = index + 1;
        if !text.contains('.') && is_half(&parts[taken..]) {
            text += ".5";
            taken += 2;
        } else if let Some(next) = parts.get(taken).filter(|next| next.text == ".5") {
            text += &next.text;
            taken += 1;
        }
        return Some(Asked {
            text,
            marks,
            white: None,
            languages: Languages::NONE,
            taken,
        });
    }
    None
}

/// `1/2` behind a number of moves.
fn is_half(parts: &[Part]) -> bool {
    match parts {
        [one, two, rest @ ..] => {
            let ends = rest.first().is_none_or(|next| next.mark != Some('/'));
            one.text == "1" && two.text == "2" && two.mark == Some('/') && ends
        }
        _ => false,
    }
}

/// The same in the spelling of the problem language.
fn signs(text: &str) -> Option<String> {
    let text = &spelled_number(text);
    if is_complete(text) {
        return Some(text.clone());
    }
    let turned = number_first(text);
    let text: &str = turned.as_ref().unwrap_or(text);
    let introduced: Result<_, nom::Err<nom::error::Error<&str>>> =
        (opt(recognize((digit1, tag("->")))), opt(tag("exact-"))).parse(text);
    let (rest, (introduction, exact)) = introduced.ok()?;
    let mut genres: Vec<&str> = words::words(Table::Genre)
        .iter()
        .map(|word| word.name(Language::En))
        .collect();
    genres.sort_by_key(|genre| std::cmp::Reverse(genre.len()));
    let aliases = [
        ("sh", "ser-h"),
        ("series-h", "ser-h"),
        ("serien-h", "ser-h"),
        ("serie-h", "ser-h"),
        ("series-", "ser-"),
        ("serien-", "ser-"),
        ("serh", "ser-h"),
        ("sr", "semi-r"),
    ];
    let genres = genres
        .into_iter()
        .map(|genre| (genre, genre))
        .chain(aliases);
    genres
        .filter_map(|(written, genre)| {
            let goal = loosely(rest, written)?;
            let text = format!(
                "{}{}{genre}{goal}",
                introduction.unwrap_or(""),
                exact.unwrap_or("")
            );
            is_complete(&text).then_some(text)
        })
        .next()
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
    match NUMBERS
        .iter()
        .find(|(word, _, _)| *word == text[letters.len()..].to_lowercase())
    {
        Some((_, number, _)) if letters.ends_with(['#', '=']) => format!("{letters}{number}"),
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

/// Numbers in words.
const NUMBERS: &[(&str, u16, Language)] = &[
    ("one", 1, Language::En),
    ("two", 2, Language::En),
    ("three", 3, Language::En),
    ("four", 4, Language::En),
    ("five", 5, Language::En),
    ("six", 6, Language::En),
    ("seven", 7, Language::En),
    ("eight", 8, Language::En),
    ("nine", 9, Language::En),
    ("ten", 10, Language::En),
    ("eleven", 11, Language::En),
    ("twelve", 12, Language::En),
    ("einem", 1, Language::De),
    ("ein", 1, Language::De),
    ("eine", 1, Language::De),
    ("zwei", 2, Language::De),
    ("drei", 3, Language::De),
    ("vier", 4, Language::De),
    ("fuenf", 5, Language::De),
    ("sechs", 6, Language::De),
    ("sieben", 7, Language::De),
    ("acht", 8, Language::De),
    ("neun", 9, Language::De),
    ("zehn", 10, Language::De),
    ("elf", 11, Language::De),
    ("zwoelf", 12, Language::De),
    ("un", 1, Language::Fr),
    ("une", 1, Language::Fr),
    ("deux", 2, Language::Fr),
    ("trois", 3, Language::Fr),
    ("quatre", 4, Language::Fr),
    ("cinq", 5, Language::Fr),
    ("sept", 7, Language::Fr),
    ("huit", 8, Language::Fr),
    ("neuf", 9, Language::Fr),
    ("dix", 10, Language::Fr),
    ("onze", 11, Language::Fr),
    ("douze", 12, Language::Fr),
];

/// The number that a word is, in digits or in letters.
pub(super) fn number(text: &str) -> Option<u32> {
    let word = text.to_lowercase();
    let spelled = NUMBERS.iter().find(|(known, ..)| *known == word);
    let spelled = spelled.map(|(_, number, _)| u32::from(*number));
    spelled.or_else(|| text.parse().ok())
}

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
    White,
    Black,
    Nothing,
}

const EN: Language = Language::En;
const DE: Language = Language::De;
const FR: Language = Language::Fr;

/// The words, run together in plain small letters, longer ones before their beginnings.
#[rustfmt::skip]
const WORDS: &[(&str, Piece, &[Language])] = &[
    ("shortestproofgame", Piece::Game, &[EN]), ("proofgame", Piece::Game, &[EN]),
    ("kuerzestebeweispartie", Piece::Game, &[DE]), ("beweispartie", Piece::Game, &[DE]),
    ("pluscourtepartiejustificative", Piece::Game, &[FR]), ("partiejustificative", Piece::Game, &[FR]),
    ("spg", Piece::Game, &[EN]), ("kbp", Piece::Game, &[DE]), ("plcpj", Piece::Game, &[FR]), ("plc", Piece::Game, &[FR]),
    ("pg", Piece::Game, &[EN]), ("bp", Piece::Game, &[DE]), ("pj", Piece::Game, &[FR]),
    ("doublestalemate", Piece::Goal("=="), &[EN]), ("doppelpatt", Piece::Goal("=="), &[DE]), ("doublepat", Piece::Goal("=="), &[FR]),
    ("doublemate", Piece::Goal("##"), &[EN]), ("doppelmatt", Piece::Goal("##"), &[DE]), ("doublemat", Piece::Goal("##"), &[FR]),
    ("autostalemate", Piece::Goal("!="), &[EN]), ("autopatt", Piece::Goal("!="), &[DE]), ("autopat", Piece::Goal("!="), &[FR]),
    ("stalemates", Piece::Goal("="), &[EN]), ("stalemate", Piece::Goal("="), &[EN]), ("patt", Piece::Goal("="), &[DE]), ("pat", Piece::Goal("="), &[FR]),
    ("checkmates", Piece::Goal("#"), &[EN]), ("checkmate", Piece::Goal("#"), &[EN]),
    ("directmate", Piece::Goal("#"), &[EN]), ("direktmatt", Piece::Goal("#"), &[DE]), ("matdirect", Piece::Goal("#"), &[FR]),
    ("automate", Piece::Self_, &[FR]), ("automat", Piece::Self_, &[FR]),
    ("mates", Piece::Goal("#"), &[EN]), ("mate", Piece::Goal("#"), &[EN]), ("matts", Piece::Goal("#"), &[DE]), ("matt", Piece::Goal("#"), &[DE]), ("mat", Piece::Goal("#"), &[FR]),
    ("enserie", Piece::Series, &[FR]), ("deserie", Piece::Series, &[FR]), ("serienzug", Piece::Series, &[DE]), ("serienzueger", Piece::Series, &[DE]), ("serien", Piece::Series, &[DE]),
    ("series", Piece::Series, &[EN]), ("serie", Piece::Series, &[FR, DE]), ("ser", Piece::Series, &[EN, DE, FR]),
    ("parry", Piece::Parry, &[EN]),
    ("reciprocal", Piece::Reciprocal, &[EN]), ("reziprokes", Piece::Reciprocal, &[DE]), ("reziprok", Piece::Reciprocal, &[DE]), ("reciproque", Piece::Reciprocal, &[FR]),
    ("semi", Piece::Semi, &[EN, FR]), ("halb", Piece::Semi, &[DE]), ("demi", Piece::Semi, &[FR]),
    ("reflexe", Piece::Reflex, &[FR]), ("reflex", Piece::Reflex, &[EN, DE]),
    ("help", Piece::Help, &[EN]), ("hilfs", Piece::Help, &[DE]), ("aidee", Piece::Help, &[FR]), ("aide", Piece::Help, &[FR]),
    ("self", Piece::Self_, &[EN]), ("selbst", Piece::Self_, &[DE]), ("inverse", Piece::Self_, &[FR]),
    ("exactly", Piece::Exact, &[EN]), ("genau", Piece::Exact, &[DE]), ("exactement", Piece::Exact, &[FR]),
    ("movers", Piece::Mover, &[EN]), ("mover", Piece::Mover, &[EN]), ("zueger", Piece::Mover, &[DE]),
    ("moves", Piece::Nothing, &[EN]), ("move", Piece::Nothing, &[EN]), ("zuegen", Piece::Nothing, &[DE]), ("zuege", Piece::Nothing, &[DE]), ("zug", Piece::Nothing, &[DE]), ("coups", Piece::Nothing, &[FR]), ("coup", Piece::Nothing, &[FR]),
    ("white", Piece::White, &[EN]), ("weisser", Piece::White, &[DE]), ("weiss", Piece::White, &[DE]), ("lesblancs", Piece::White, &[FR]), ("blancs", Piece::White, &[FR]),
    ("black", Piece::Black, &[EN]), ("schwarz", Piece::Black, &[DE]), ("lesnoirs", Piece::Black, &[FR]), ("noirs", Piece::Black, &[FR]),
    ("toplay", Piece::Nothing, &[EN]), ("tomove", Piece::Nothing, &[EN]), ("plays", Piece::Nothing, &[EN]), ("to", Piece::Nothing, &[EN]), ("and", Piece::Nothing, &[EN]),
    ("ziehtan", Piece::Nothing, &[DE]), ("zieht", Piece::Nothing, &[DE]), ("beginnt", Piece::Nothing, &[DE]), ("und", Piece::Nothing, &[DE]), ("setzt", Piece::Nothing, &[DE]), ("haelt", Piece::Nothing, &[DE]),
    ("jouentet", Piece::Nothing, &[FR]), ("jouent", Piece::Nothing, &[FR]), ("font", Piece::Nothing, &[FR]),
    ("within", Piece::Nothing, &[EN]), ("in", Piece::Nothing, &[EN, DE]), ("en", Piece::Nothing, &[FR]), ("dans", Piece::Nothing, &[FR]), ("de", Piece::Nothing, &[FR]), ("et", Piece::Nothing, &[FR]), ("of", Piece::Nothing, &[EN]),
    ("spiel", Piece::Nothing, &[DE]),
    ("andahalf", Piece::Half, &[EN]), ("undeinhalb", Piece::Half, &[DE]), ("etdemie", Piece::Half, &[FR]), ("etdemi", Piece::Half, &[FR]),
    ("lapluscourte", Piece::Nothing, &[FR]), ("pluscourte", Piece::Nothing, &[FR]),
    ("forces", Piece::Nothing, &[EN]), ("toforce", Piece::Nothing, &[EN]), ("force", Piece::Nothing, &[EN]), ("erzwingt", Piece::Nothing, &[DE]), ("forcent", Piece::Nothing, &[FR]),
    ("amzug", Piece::Nothing, &[DE]), ("begins", Piece::Nothing, &[EN]), ("commencent", Piece::Nothing, &[FR]), ("direct", Piece::Nothing, &[EN]),
];

/// Words worth suggesting.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let single = WORDS
        .iter()
        .filter(|(_, piece, _)| *piece != Piece::Nothing);
    let single = single.map(|(word, ..)| *word).filter(|word| word.len() > 3);
    let whole = [
        "helpmate",
        "selfmate",
        "stalemate",
        "reflexmate",
        "helpstalemate",
        "Hilfsmatt",
        "Selbstmatt",
        "Hilfspatt",
        "Reflexmatt",
        "seriesmate",
        "serieshelpmate",
        "Serienmatt",
        "Serienhilfsmatt",
        "helpselfmate",
    ];
    single.chain(whole)
}

/// As many parts as `les Blancs jouent et font mat en deux coups et demi` has.
const MOST_WORDS: usize = 11;

fn in_words(parts: &[Part]) -> Option<Asked> {
    let mut joined = String::new();
    let mut best = None;
    for (index, part) in parts.iter().take(MOST_WORDS).enumerate() {
        let is_mark = matches!(part.mark, Some(';' | ')' | '|' | '/'));
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
        if let Some((text, white, languages)) = bag(text.trim_end_matches('.')) {
            let marks = part.text.trim_start_matches(|c| !matches!(c, '*'));
            best = Some(Asked {
                text,
                marks: marks.to_owned(),
                white,
                languages,
                taken: index + 1,
            });
        }
    }
    let mut best = best?;
    if !best.text.contains('.') && is_half(&parts[best.taken..]) {
        best.text += ".5";
        best.taken += 2;
    }
    Some(best)
}

type Bag = (String, Option<bool>, Languages);

/// A stipulation from words in any order, exactly one of them a number.
fn bag(text: &str) -> Option<Bag> {
    let pieces = pieces(text, 0, &mut HashSet::new())?;
    let mut numbers = pieces.iter().filter_map(|(_, number, _)| number.as_ref());
    let (number, None) = (numbers.next()?, numbers.next()) else {
        return None;
    };
    let has = |piece| pieces.iter().any(|(found, ..)| *found == piece);
    let mut goals = pieces.iter().filter_map(|(piece, ..)| match piece {
        Piece::Goal(goal) => Some(*goal),
        _ => None,
    });
    let (goal, more) = (goals.next(), goals.next());
    let said = [Piece::Help, Piece::Self_, Piece::Reflex, Piece::Mover].map(has);
    let [help, self_, reflex, mover] = said;
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
    let white = match (has(Piece::White), has(Piece::Black)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    is_complete(&text).then_some((text, white, languages))
}

type Found = (Piece, Option<String>, Languages);

/// Cuts the text into words, longer ones first; `stuck` has the places from which that fails.
fn pieces(text: &str, at: usize, stuck: &mut HashSet<usize>) -> Option<Vec<Found>> {
    if at == text.len() {
        return Some(Vec::new());
    }
    if stuck.contains(&at) {
        return None;
    }
    for (length, found) in starts(&text[at..]) {
        if let Some(mut behind) = pieces(text, at + length, stuck) {
            behind.insert(0, found);
            return Some(behind);
        }
    }
    stuck.insert(at);
    None
}

/// The words and numbers at the front with their lengths, the longest first.
fn starts(text: &str) -> Vec<(usize, Found)> {
    let words = WORDS.iter().filter(|(word, ..)| text.starts_with(word));
    let words = words.map(|(word, piece, languages)| {
        let of = languages.iter().map(|language| Languages::of(*language));
        let of = of.fold(Languages::NONE, Languages::or);
        (word.len(), (*piece, None, of))
    });
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
    const HALVES: [&str; 4] = ["andahalf", "einhalb", "etdemi", "etdemie"];
    let mut numbers: Vec<_> = NUMBERS.iter().collect();
    numbers.sort_by_key(|(word, ..)| std::cmp::Reverse(word.len()));
    for (word, number, language) in numbers {
        if let Some(rest) = input.strip_prefix(word) {
            let half = HALVES.iter().rev().find_map(|half| rest.strip_prefix(half));
            let text = match half {
                Some(_) => format!("{number}.5"),
                None => number.to_string(),
            };
            let found = (Piece::Nothing, Some(text), Languages::of(*language));
            return Ok((half.unwrap_or(rest), found));
        }
    }
    nom::combinator::fail().parse(input)
}

#[cfg(test)]
mod tests {
    use super::super::part::parts;
    use super::*;

    fn read(text: &str) -> Option<(String, usize)> {
        asked(&parts(text)).map(|asked| (asked.text, asked.taken))
    }

    #[test]
    fn signs_are_read_however_they_are_spaced() {
        let same = [
            ("h#2.5", "h#2.5"),
            ("h≠2,5", "h#2.5"),
            ("h#2½", "h#2.5"),
            ("h#2 1/2", "h#2.5"),
            ("ser.h#8", "ser-h#8"),
            ("serh#8", "ser-h#8"),
            ("ser h#8", "ser-h#8"),
            ("ser-h-#8", "ser-h#8"),
            ("ser - h # 8", "ser-h#8"),
            ("sh#8", "ser-h#8"),
            ("h#two", "h#2"),
            ("3#", "#3"),
            ("dia 8.5", "dia8.5"),
        ];
        for (text, want) in same {
            assert_eq!(
                read(text).map(|(text, _)| text).as_deref(),
                Some(want),
                "{text}"
            );
        }
        assert_eq!(read("h#2 2.1.1.1"), Some(("h#2".to_owned(), 1)));
    }

    #[test]
    fn words_of_three_languages_ask_the_same() {
        let rows = [
            ("Mate in two", "#2"),
            ("White mates in 2", "#2"),
            ("White to play and mate in 3 moves", "#3"),
            ("Weiß zieht und setzt in 3 Zügen matt", "#3"),
            ("les Blancs jouent et font mat en 2 coups", "#2"),
            ("two-mover", "#2"),
            ("Dreizüger", "#3"),
            ("helpmate 3", "h#3"),
            ("Helpmate in three", "h#3"),
            ("Hilfsmatt in 2½", "h#2.5"),
            ("aidé de 3 coups", "h#3"),
            ("aidé 2", "h#2"),
            ("mat aidé en 2,5 coups", "h#2.5"),
            ("série aidé mat 5", "ser-h#5"),
            ("Serienzug-Hilfsmatt in 7", "ser-h#7"),
            ("selfmate 3", "s#3"),
            ("mat inverse en 4", "s#4"),
            ("semi-reflexmate in 2", "semi-r#2"),
            ("Hilfspatt in 3", "h=3"),
            ("partie justificative 8,5", "dia8.5"),
            ("Beweispartie in 9,5 Zügen", "dia9.5"),
            ("help selfmate in 3", "hs#3"),
            ("Helpmate in 4, 2 solutions", "h#4"),
            ("Helpmate in two, one solution", "h#2"),
            ("Helpmate in 3 1/2 moves", "h#3.5"),
            ("mat aidé en deux coups et demi", "h#2.5"),
            ("White forces selfmate in 5", "s#5"),
            ("shortest proof game in 8.0 moves", "dia8"),
            ("SPG 9.0", "dia9"),
        ];
        for (text, want) in rows {
            assert_eq!(
                read(text).map(|(text, _)| text).as_deref(),
                Some(want),
                "{text}"
            );
        }
        assert_eq!(read("white Kb1"), None);
        assert_eq!(read("in 2"), None);
    }
}
