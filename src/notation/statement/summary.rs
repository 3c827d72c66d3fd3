//! What was understood, in one line of plain words.

use super::phrase::spaced;
use crate::board::{Geometry, Side, Square};
use crate::conditions;
use crate::legality::rule;
use crate::men::{Sides, walk_id};
use crate::notation::popeye::words::{self, Language, Table};
use crate::problem::{Argument, Condition, Genre, Goal, Problem, Stipulation};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A problem in words: what is asked, under which conditions, who may castle.
///
/// ```
/// use dawson::Problem;
/// use dawson::notation::popeye::words::Language;
/// use dawson::notation::statement::summary;
/// let problem = Problem::from_statement("s#4 Madrasi RI", "4k2r/8/8/8/8/8/8/4K3").unwrap();
/// let text = summary(&problem, Language::En);
/// assert_eq!(text, "selfmate in 4, Madrasi with kings; castling possible for Black");
/// ```
pub fn summary(problem: &Problem, language: Language) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(
        problem
            .stipulation
            .map(|asked| in_words(&asked, &problem.diagram.geometry, language)),
    );
    if parts.is_empty() && !problem.asks() {
        parts.push(say(language, "no stipulation").to_owned());
    }
    let named = problem.conditions.iter();
    parts.extend(named.map(|condition| condition_in_words(condition, problem, language)));
    parts.extend(wishes(problem, language));
    let mut text = parts.join(", ");
    for more in [twins(problem, language), castling(problem, language)]
        .into_iter()
        .flatten()
    {
        text += "; ";
        text += &more;
    }
    text
}

/// The words of `words/told.tsv` by their keys, each in three languages.
static WORDS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let rows = include_str!("words/told.tsv").lines().skip(1);
    let rows = rows.filter_map(|row| row.split_once('\t'));
    rows.map(|(key, words)| (key, words.split('\t').collect()))
        .collect()
});

/// The words for something in a language.
pub(super) fn say(language: Language, key: &str) -> &'static str {
    let words = WORDS.get(key);
    let word = words.and_then(|words| words.get(language.column()));
    word.unwrap_or_else(|| panic!("words/told.tsv has {key}"))
}

/// `helpmate in 2½`, `Hilfsmatt in 2½`, `mat aidé en 2½`.
pub(crate) fn in_words(asked: &Stipulation, board: &Geometry, language: Language) -> String {
    let number = match (asked.length.moves, asked.length.half) {
        (0, true) => "½".to_owned(),
        (moves, true) => format!("{moves}½"),
        (moves, false) => moves.to_string(),
    };
    let aim = match (asked.genre, asked.goal) {
        (Genre::Direct, Goal::ProofGame) => say(language, "proof game").to_owned(),
        (_, Goal::Mate) => mate(asked.genre, language).to_owned(),
        (_, Goal::Stalemate) => stalemate(asked.genre, language),
        (genre, goal) => {
            let sign = words::name(Table::Goal, goal.row().key, language).unwrap_or("");
            let of_square = match goal {
                Goal::Target(square) | Goal::Kiss(square) => board.name(square),
                _ => String::new(),
            };
            let kind = match genre {
                Genre::Direct => say(language, "play").to_owned(),
                _ => mate(genre, language)
                    .replace("mate", " play")
                    .replace("matt", "spiel")
                    .replace("mat ", "jeu ")
                    .replace("  ", " "),
            };
            format!("{kind} {sign}{of_square}")
        }
    };
    let link = say(language, "in");
    let exact = match asked.exact {
        true => format!("{} ", say(language, "exactly")),
        false => String::new(),
    };
    let introduction = match asked.introduction {
        0 => String::new(),
        moves => format!("{moves} + "),
    };
    format!("{aim} {link} {exact}{introduction}{number}")
}

fn mate(genre: Genre, language: Language) -> &'static str {
    say(language, &format!("mate {}", genre.key()))
}

fn stalemate(genre: Genre, language: Language) -> String {
    let mate = mate(genre, language);
    match language {
        Language::En => mate.replace("mate", "stalemate"),
        Language::De => mate.replace("matt", "patt").replace("Matt", "Patt"),
        Language::Fr => mate.replacen("mat", "pat", 1),
    }
}

/// `Madrasi with kings`, `Imitator e5 f6`.
pub(crate) fn condition_in_words(
    condition: &Condition,
    problem: &Problem,
    language: Language,
) -> String {
    let index = language.column();
    let name = condition_name(&condition.key, language);
    let arguments = condition.arguments.iter().map(|argument| match argument {
        Argument::Flag(flag) => flag_in_words(&condition.key, flag, language),
        Argument::Square(square) => problem.diagram.geometry.name(*square),
        Argument::Walk(walk) => walk.row().letters[index].to_owned(),
        Argument::Number(name, number) => match name.as_str() {
            "" => number.to_string(),
            _ => format!("{} {number}", flag_in_words(&condition.key, name, language)),
        },
        Argument::Text(_, text) => text.clone(),
    });
    let mut text = name;
    for argument in arguments {
        text += " ";
        text += &argument;
    }
    text
}

/// The name of a condition as texts have it: `Grid chess`, `magic squares`.
fn condition_name(key: &str, language: Language) -> String {
    let built = conditions::find(key);
    let printed = built.map(|found| found.names().in_order()[language.column()].to_owned());
    let word = |table| words::name(table, key, language).map(spaced);
    let name = printed
        .map(|name| spaced(&name))
        .or_else(|| word(Table::Condition))
        .or_else(|| word(Table::OneSidedCondition))
        .unwrap_or_else(|| key.to_owned());
    super::phrase::as_written(&name, language)
}

fn flag_in_words(condition: &str, flag: &str, language: Language) -> String {
    match flag {
        "rex-inclusive" => say(language, "with kings").to_owned(),
        "rex-exclusive" => say(language, "without kings").to_owned(),
        _ => {
            let mut flags = words::words(Table::SubOption).iter();
            let word = flags.find(|word| word.key == flag && word.refines(condition));
            let name = word.map_or(flag.to_owned(), |word| spaced(word.name(language)));
            if language == Language::De {
                name
            } else {
                lower_first(&name)
            }
        }
    }
}

/// Names with capitals within (`PWC`) stay as they are.
fn lower_first(name: &str) -> String {
    let capitals = name.chars().filter(|c| c.is_uppercase()).count();
    if capitals > 1 {
        name.to_owned()
    } else {
        name.to_lowercase()
    }
}

fn wishes(problem: &Problem, language: Language) -> Vec<String> {
    let options = &problem.options;
    let rows = [
        (options.set_play, "with set play"),
        (options.defence.is_some(), "with tries"),
        (options.duplex, "duplex"),
        (options.half_duplex, "with colours exchanged"),
        (options.white_to_play, "White begins"),
        (options.quodlibet, "quodlibet"),
        (options.post_key_play, "after the key"),
    ];
    let wished = rows.into_iter().filter(|(wished, _)| *wished);
    wished
        .map(|(_, key)| say(language, key).to_owned())
        .collect()
}

fn twins(problem: &Problem, language: Language) -> Option<String> {
    let count = problem.twins.len() + usize::from(!problem.zero_position);
    let word = match problem.zero_position {
        true => say(language, "versions"),
        false => say(language, "twins"),
    };
    (!problem.twins.is_empty()).then(|| format!("{count} {word}"))
}

/// Who may castle, if kings and rooks stand at home; and a double step that may be captured.
fn castling(problem: &Problem, language: Language) -> Option<String> {
    let at_home = Side::BOTH
        .into_iter()
        .any(|side| stands_at_home(problem, side));
    // What retro analysis disproves is not possible.
    let ruled = if at_home { rule(problem) } else { Ok(None) };
    let ruled = ruled.ok().flatten().map(|ruling| ruling.problem);
    let (stated, problem) = (problem, ruled.as_ref().unwrap_or(problem));
    let able: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|side| may_castle(problem, *side))
        .collect();
    // Who forbids it has said so.
    let forbids = conditions::one_that(|row| row.forbids_castling).map_or("", |row| row.key);
    let is_forbidden = problem.conditions.iter().any(|rule| rule.key == forbids);
    let castling = match able[..] {
        _ if !at_home || is_forbidden => None,
        [] => Some("no castling"),
        [Side::White] => Some("castling of White"),
        [Side::Black] => Some("castling of Black"),
        _ => Some("castling of both"),
    };
    let castling = castling.map(|key| {
        let able = lost(problem, &able, language);
        say(language, key).to_owned() + &able + &disproved(stated, problem, language)
    });
    // Behind the square that was passed stands the pawn that made the double step.
    let is_possible = problem
        .options
        .en_passant
        .get(2)
        .is_none_or(|arrival| problem.diagram.on(*arrival).is_some());
    let passed = problem.options.en_passant.get(1).filter(|_| is_possible);
    let passed = passed.map(|square| {
        let name = problem.diagram.geometry.name(*square);
        let text = say(language, "en passant");
        format!("{text} {name}")
    });
    let all: Vec<String> = castling.into_iter().chain(passed).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// King and a rook on their squares of the game array.
pub(crate) fn rooks_at_home(problem: &Problem, side: Side) -> Vec<Square> {
    let board = &problem.diagram.geometry;
    if (board.width(), board.height()) != (8, 8) {
        return Vec::new();
    }
    let rank = side.first_rank();
    let stands = |square: Square, walk| {
        let man = problem.diagram.on(square);
        man.is_some() && man.walk() == walk && man.sides() == Sides::from(side)
    };
    if !stands(Square::at(4, rank), walk_id::KING) {
        return Vec::new();
    }
    let corners = [Square::at(0, rank), Square::at(7, rank)];
    corners
        .into_iter()
        .filter(|square| stands(*square, walk_id::ROOK))
        .collect()
}

fn stands_at_home(problem: &Problem, side: Side) -> bool {
    !rooks_at_home(problem, side).is_empty()
}

/// `, but not 0-0 for White`: what is lost of a side that may castle with its other rook.
fn lost(problem: &Problem, able: &[Side], language: Language) -> String {
    let lost = problem.options.no_castling;
    let of_side = |side: &Side| {
        let rooks = rooks_at_home(problem, *side).into_iter();
        let whose = match side {
            Side::White => "for White",
            Side::Black => "for Black",
        };
        let [but, whose] = ["but not", whose].map(|key| say(language, key));
        let lost = rooks.filter(|rook| lost.contains(*rook));
        let lost = lost.map(|rook| match rook.byte() % 8 {
            0 => format!(", {but} 0-0-0 {whose}"),
            _ => format!(", {but} 0-0 {whose}"),
        });
        lost.collect::<String>()
    };
    able.iter().map(of_side).collect()
}

/// ` (by retro analysis not for White)`: whose castlings are stated and have been ruled out.
fn disproved(stated: &Problem, ruled: &Problem, language: Language) -> String {
    let sides = [(Side::White, "for White"), (Side::Black, "for Black")].into_iter();
    let disproved =
        sides.filter(|(side, _)| may_castle(stated, *side) && !may_castle(ruled, *side));
    let whose: Vec<&str> = disproved.map(|(_, whose)| say(language, whose)).collect();
    match whose[..] {
        [] => String::new(),
        _ => format!(
            " ({} {})",
            say(language, "by retro analysis not"),
            whose.join(", ")
        ),
    }
}

fn may_castle(problem: &Problem, side: Side) -> bool {
    let lost = problem.options.no_castling;
    let rank = side.first_rank();
    let mut rooks = rooks_at_home(problem, side).into_iter();
    !lost.contains(Square::at(4, rank)) && rooks.any(|rook| !lost.contains(rook))
}
