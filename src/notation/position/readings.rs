//! Men as people list them: any order, punctuation and spelling, in a dozen languages.
//!
//! [`readings`] gives every reading of the longest list that begins at a place, the best one
//! first; [`list_in`] looks for the list within a longer text. What decides between two: the
//! numbers of men in brackets, a legal position, the language asked for, words for colours,
//! `s` as black, letters that need no fairy men, the language of the statement.
//!
//! **Invariant:** where a second reading stays possible, the first says so.

use super::lexeme::{Lexeme, Token, lexemes};
use super::list::{self, Candidate, Item, Mode, Raw};
use super::words::{self, Letters};
use crate::board::{Geometry, Side, Square};
use crate::men::{Sides, WalkId, walk_id};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::read::{PlacedMan, man_of};
use crate::notation::popeye::words::Language;
use crate::notation::statement::Legend;
use crate::problem::Diagram;
use std::ops::Range;
use std::sync::LazyLock;

/// What is known of a list before it is read.
#[derive(Clone, Copy, Default)]
pub struct Hints<'a> {
    /// The language that somebody asked for.
    pub wished: Option<Language>,
    /// The language of the statement or of the head of a file.
    pub spoken: Option<Language>,
    /// Walks of the problem's own.
    pub walks: &'a [WalkId],
    /// What legends say of letters and squares.
    pub legend: Option<&'a Legend>,
    /// Fairy walks that the text names.
    pub mentioned: &'a [WalkId],
    /// The letters, where no others can be meant.
    pub certain: Option<Letters>,
    /// The board, if it is not the usual one.
    pub board: Option<&'a Geometry>,
}

static USUAL: LazyLock<Geometry> = LazyLock::new(Geometry::standard);

impl<'a> Hints<'a> {
    /// The board whose squares are named.
    pub(super) fn board(&self) -> &'a Geometry {
        self.board.unwrap_or(&USUAL)
    }
}

impl Hints<'_> {
    /// What a legend says of letters, whatever their case.
    pub(super) fn explained(&self, letters: &str) -> Option<WalkId> {
        let mut known = self.legend?.letters.iter();
        let explained = known.find(|(written, _)| written.eq_ignore_ascii_case(letters));
        explained.map(|(_, walk)| *walk)
    }

    /// Whether a legend has letters as they are written.
    pub(super) fn has_letters(&self, letters: &str) -> bool {
        let mut known = self.legend.iter().flat_map(|legend| &legend.letters);
        known.any(|(written, _)| written == letters)
    }

    /// What a legend says of a man on this square.
    pub(super) fn stands_on(&self, square: Square) -> Option<WalkId> {
        let mut known = self.legend?.on.iter();
        known.find(|(on, _)| *on == square).map(|(_, walk)| *walk)
    }

    fn explains(&self, walk: WalkId) -> bool {
        self.legend.is_some_and(|legend| {
            let mut walks = legend.letters.iter().map(|(_, walk)| *walk);
            walks.any(|known| known == walk)
        })
    }
}

/// One way to read a list of men.
#[derive(Clone, Debug)]
pub struct ListReading {
    /// Where the list stands.
    pub span: Range<usize>,
    /// Whose letters it is read with.
    pub letters: Letters,
    /// The men, each with its place.
    pub(crate) men: Vec<PlacedMan>,
    /// Numbers of men that are said and do not fit.
    pub miscounted: Option<Diagnostic>,
    /// Which other reading is near, and why it was not taken.
    pub note: Option<Diagnostic>,
    rank: Rank,
    /// Whether words say whose men they are.
    pub(super) says_colours: bool,
    /// The byte behind the man whose square is named again behind the list.
    named_again: Option<usize>,
    /// How men are read that are written in an unusual way.
    told: Vec<Diagnostic>,
    board: Geometry,
}

impl ListReading {
    /// Whether both sides have a king.
    pub fn is_whole(&self) -> bool {
        let has = |side| {
            let mut men = self.men.iter();
            men.any(|man| man.piece.is_royal() && man.piece.is_of(side))
        };
        has(Side::White) && has(Side::Black)
    }

    /// The men on their board.
    pub(super) fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(self.board.clone());
        for man in &self.men {
            diagram.put(man.square, man.piece);
        }
        diagram
    }

    /// The language of its words and letters, where they leave no doubt.
    pub fn spoken(&self) -> Option<Language> {
        let language = self.letters.language()?;
        let is_said = self.says_colours && !self.rank.other_colour_words;
        (is_said || language != Language::En && self.note.is_none()).then_some(language)
    }

    /// What is wrong with its numbers, and what else it may mean.
    pub fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> + use<> {
        let notes = [&self.miscounted, &self.note];
        let notes = notes.map(Clone::clone).into_iter().flatten();
        notes.chain(self.told.clone())
    }
}

/// Why a reading is worse than another, the gravest reason first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    miscounted: bool,
    contradicts: bool,
    illegal: usize,
    not_wished: bool,
    other_colour_words: bool,
    other_signs: bool,
    fairy: usize,
    unusual_signs: bool,
    not_spoken: bool,
    style: usize,
    letters: Letters,
}

/// All readings of the longest list of men that begins at byte `at`, the best one first;
/// readings with the same men count once.
///
/// ```
/// use dawson::notation::position::{Hints, Letters, readings};
/// let found = readings("Weiß Ke5 Bf6 Schwarz Kc3", 0, &Hints::default());
/// assert_eq!(found[0].letters, Letters::German);
/// let found = readings("Ke5 Bf6 / Kc3", 0, &Hints::default());
/// assert_eq!(found[0].letters, Letters::English);
/// let note = found[0].note.as_ref().unwrap().to_string();
/// assert!(note.contains("in German it is a pawn"), "{note}");
/// ```
pub fn readings(text: &str, at: usize, hints: &Hints<'_>) -> Vec<ListReading> {
    readings_of(&lexemes(text, at), text, hints)
}

fn readings_of(lexemes: &[Lexeme<'_>], text: &str, hints: &Hints<'_>) -> Vec<ListReading> {
    let Some(start) = lexemes.first().map(|first| first.start) else {
        return Vec::new();
    };
    let mut found: Vec<ListReading> = Vec::new();
    let modes = modes(hints.board(), lexemes);
    let first = lexemes[0].word().and_then(words::colour);
    let variants: &[bool] = match first {
        Some((Sides::Both, _)) => &[true, false],
        _ => &[true],
    };
    let says = |letters: Letters| {
        let languages = first.iter().flat_map(|(_, languages)| languages);
        languages.into_iter().any(|code| *code == letters.code())
    };
    let candidates = candidates(hints).filter(|one| {
        let is_certain = hints.certain == Some(one.letters);
        let may_be = !one.letters.needs_word() || is_certain || says(one.letters);
        may_be && modes.contains(&one.mode)
    });
    let candidates = candidates.flat_map(|one| {
        let variants = variants.iter();
        variants.map(move |&heads| Candidate { heads, ..one })
    });
    for candidate in candidates {
        let Some(raw) = list::raw(lexemes, candidate) else {
            continue;
        };
        let Some(sides) = colours(&raw) else { continue };
        for style in [Style::Grouped, Style::Bare] {
            let men = men(&raw, &sides, style);
            let Some(men) = men.filter(|men| !men.is_empty()) else {
                continue;
            };
            let miscounted = miscounted(&raw, &sides, text);
            found.push(ListReading {
                span: start..end_of(&raw, text),
                letters: candidate.letters,
                rank: rank(&raw, &men, style, candidate, miscounted.is_some()),
                men,
                miscounted,
                note: None,
                says_colours: raw.spoken.is_some(),
                named_again: raw.named_again,
                told: unusual(&raw, text),
                board: hints.board().clone(),
            });
        }
    }
    let longest = found.iter().map(|reading| reading.span.end).max();
    found.retain(|reading| Some(reading.span.end) == longest);
    found.sort_by(|one, other| one.rank.cmp(&other.rank));
    let mut distinct: Vec<ListReading> = Vec::new();
    for reading in found {
        if distinct.iter().all(|known| !same(&known.men, &reading.men)) {
            distinct.push(reading);
        }
    }
    let note = note(&distinct, text);
    if let Some(first) = distinct.first_mut() {
        first.note = note;
    }
    distinct
}

/// Warnings that say how men are read that are written in an unusual way.
fn unusual(raw: &Raw, text: &str) -> Vec<Diagnostic> {
    let in_words = words_beside_letters(raw, text);
    let rows = [
        (&in_words, "is read as a man of the list beside it"),
        (
            &raw.neutral_again,
            "is read as neutral like the man before it",
        ),
        (
            &raw.not_neutral,
            "is not read as neutral like the man before it",
        ),
        (
            &raw.drawn_otherwise,
            "stands among White's men and is read as white",
        ),
        (&raw.doubled, "is read as several men with this letter"),
    ];
    let told = rows.into_iter().filter_map(|(at, how)| {
        let at = at.clone()?;
        let what = format!("`{}` {how}", &text[at.clone()]);
        let at = at.into();
        Some(Diagnostic::Odd { what, at })
    });
    told.collect()
}

/// The men that are named in words in front of others that have letters.
fn words_beside_letters(raw: &Raw, text: &str) -> Option<Range<usize>> {
    let at = raw.words_in_front.clone()?;
    let is_lettered = |item: &Item| {
        let written = text[item.start..item.end].trim_end_matches(|c: char| c.is_ascii_digit());
        item.walk.is_some() && item.start >= at.end && written.len() < 4
    };
    raw.items.iter().any(is_lettered).then_some(at)
}

/// The byte behind a list, with the full stop that ends it.
fn end_of(raw: &Raw, text: &str) -> usize {
    let mut rest = text[raw.end..].chars();
    let stops = rest.next() == Some('.') && rest.next().is_none_or(char::is_whitespace);
    raw.end + usize::from(stops)
}

/// The list of men with two kings in a longer text, if there is one: before the first twin, on
/// lines of its own or in square brackets. Else the first with one king.
///
/// ```
/// use dawson::notation::position::{Hints, list_in};
/// let text = "helpmate in 3, White Ke5 Pg4 Black Kc3, Circe";
/// let list = list_in(text, &Hints::default()).unwrap();
/// assert_eq!(&text[list.span], "White Ke5 Pg4 Black Kc3");
/// ```
pub fn list_in(text: &str, hints: &Hints<'_>) -> Option<ListReading> {
    if !names_squares(text) {
        return None;
    }
    let lexemes = lexemes(text, 0);
    let mut behind = 0;
    let mut in_twins = false;
    let mut part = None;
    let mut whole: Option<ListReading> = None;
    let mut twin = None;
    let mut behind_twin = None;
    for (index, lexeme) in lexemes.iter().enumerate() {
        let is_twin = lexeme.is_mark(')') && index > 0 && {
            let label = lexemes[index - 1].word().filter(|_| !lexeme.apart);
            label.is_some_and(|label| label.len() == 1 && label.as_bytes()[0].is_ascii_lowercase())
        };
        in_twins |= is_twin && !text[..lexeme.start].ends_with("(a");
        if is_twin {
            twin = Some(index);
        }
        let starts_line = lexemes[..index]
            .last()
            .is_some_and(|last| last.is_mark('\n') || last.is_mark('['));
        // `b) Sd4 nach e5. Weiß: Kb3`
        let is_head = || {
            let before = lexemes[..index].last();
            let parts = before.is_some_and(|last| last.is_mark('.') || last.is_mark(';'));
            let named = lexeme
                .word()
                .is_some_and(|word| words::colour(word).is_some());
            let next = |ahead: usize| lexemes.get(index + ahead);
            let by_colon = next(1).is_some_and(|next| next.is_mark(':'))
                || next(2).is_some_and(|next| next.is_mark(':'));
            parts && named && by_colon
        };
        let starts_line = starts_line || in_twins && is_head();
        // `b) h#3, Kg1 Sd4 Ra1 / Kb5`: behind all that the twin says a whole list may stand.
        let is_apart = lexeme
            .word()
            .is_some_and(|word| words::colour(word).is_some())
            || index > 0
                && matches!(lexemes[index - 1].token, Token::Mark(mark) if ",;.".contains(mark));
        let says_something = twin.is_some_and(|twin| index > twin + 1);
        if in_twins && !starts_line && (behind_twin.is_some() || !says_something) {
            continue;
        }
        let glued = index > 0
            && !lexeme.apart
            && !matches!(lexemes[index - 1].token, Token::Mark(mark) if ",;:.([\n".contains(mark));
        if glued || !may_begin(hints.board(), &lexemes[index..]) {
            continue;
        }
        if lexeme.start < behind && !starts_line {
            continue;
        }
        let mut found = readings_of(&lexemes[index..], text, hints).into_iter();
        let Some(best) = found.next() else {
            continue;
        };
        // `Lion g7; Kg1 / Kh8 LIg7`: what is named again belongs to a legend in front.
        behind = best.named_again.unwrap_or(best.span.end);
        if in_twins && !starts_line {
            // Without a mark in front it begins with a king: `b) Sd4-e5 wKg1 wSd4 bKh8`.
            let begins = is_apart || best.men.first().is_some_and(|man| man.piece.is_royal());
            let is_one = begins && best.is_whole() && best.men.len() > 2;
            behind_twin = Some(best).filter(|_| is_one);
            continue;
        }
        let is_longer = |whole: &ListReading| whole.span.end < best.span.end;
        if best.is_whole() && whole.as_ref().is_none_or(is_longer) {
            if best.named_again.is_none() {
                return Some(best);
            }
            whole = Some(best);
            continue;
        }
        let has_king = best.men.iter().any(|man| man.piece.is_royal());
        if best.men.len() > 1 && has_king && !in_twins && part.is_none() {
            part = Some(best);
        }
    }
    whole.or(part).or(behind_twin)
}

/// Whether a text names two squares at least.
pub(crate) fn names_squares(text: &str) -> bool {
    let pairs = text
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_lowercase() && (b'1'..=b'9').contains(&pair[1]));
    pairs.take(2).count() > 1
}

/// Whether a list may begin here: with a colour, or with a man and its square.
fn may_begin(board: &Geometry, lexemes: &[Lexeme<'_>]) -> bool {
    let word = |at: usize| lexemes.get(at).and_then(Lexeme::word);
    let Some(first) = word(0) else {
        return lexemes.first().is_some_and(|first| first.is_mark('='));
    };
    let ends = ends_in_square(board, first);
    let follows = (1..4).any(|at| word(at).is_some_and(|next| board.squares_named(next).is_some()));
    let is_short = first.chars().count() < 5;
    let heads = is_short
        && lexemes.get(1).is_some_and(|next| {
            next.is_mark(':') || next.is_mark('.') || matches!(next.token, Token::Count(_))
        });
    // `W Kh1 Rg2`
    let second = || {
        word(1)
            .is_some_and(|next| board.squares_named(next).is_none() && ends_in_square(board, next))
    };
    let is_sign = || words::heading_in_any(first) && second();
    ends || heads
        || is_sign()
        || words::colour(first).is_some()
        || follows && (is_short || words::named(first).is_some())
        || words::quality(first).is_some()
}

/// The fairy walks that a text names.
pub fn mentioned(text: &str) -> Vec<WalkId> {
    let lexemes = lexemes(text, 0);
    let words: Vec<&str> = lexemes.iter().filter_map(Lexeme::word).collect();
    let joined = (1..=3).flat_map(|length| words.windows(length).map(<[&str]>::concat));
    let walks = joined
        .filter(|name| name.len() > 3)
        .filter_map(|name| words::named(&name));
    walks
        .filter(|walk| !walk_id::ORTHODOX.contains(walk))
        .collect()
}

/// The modes in which the first man of a list can be written.
fn modes(board: &Geometry, lexemes: &[Lexeme<'_>]) -> &'static [Mode] {
    let words = lexemes.iter().take(8).filter_map(Lexeme::word);
    let mut men = words.filter(|word| ends_in_square(board, word) && words::colour(word).is_none());
    let Some(man) = men.next() else {
        return &Mode::ALL;
    };
    let letters = man
        .chars()
        .take_while(|c| !c.is_ascii_digit())
        .count()
        .saturating_sub(1);
    let first = man.chars().next().is_some_and(char::is_lowercase);
    let capital = man.chars().take(letters).any(char::is_uppercase);
    match (first, capital) {
        _ if letters == 0 => &Mode::ALL,
        (true, true) => &[Mode::Signed],
        (true, false) => &[
            Mode::Signed,
            Mode::SmallSigned,
            Mode::Plain,
            Mode::Small,
            Mode::Case,
        ],
        (false, _) => &[Mode::CapitalSigned, Mode::Plain, Mode::Case],
    }
}

/// Whether a word is more than a square and ends in one.
pub(super) fn ends_in_square(board: &Geometry, word: &str) -> bool {
    let square = board.exact_square_at_end(word);
    square.is_some_and(|(before, _)| !before.is_empty())
}

fn candidates<'a>(hints: &'a Hints<'a>) -> impl Iterator<Item = Candidate<'a>> {
    let all = Letters::ALL.iter().filter(|_| hints.certain.is_none());
    let all = all.copied().chain(hints.certain);
    all.flat_map(move |letters| {
        let own = match letters {
            Letters::Spanish | Letters::Italian => Letters::French,
            Letters::Game => Letters::English,
            Letters::Figures => Letters::German,
            _ => letters,
        };
        let signs = [own, Letters::English].into_iter();
        let is_one = own == Letters::English || letters == Letters::Figures;
        let signs = signs.take(if is_one { 1 } else { 2 });
        signs.flat_map(move |signs| {
            // Figures have signs, for else a bishop of another language is a pawn.
            let modes = Mode::ALL.into_iter();
            let modes =
                modes.filter(move |mode| letters != Letters::Figures || *mode == Mode::Signed);
            modes.map(move |mode| Candidate {
                letters,
                signs,
                mode,
                heads: true,
                hints,
            })
        })
    })
}

/// The side of each item, if it is said by words, signs, case or a stroke.
fn colours(raw: &Raw) -> Option<Vec<Sides>> {
    let said: Vec<Option<Sides>> = raw.items.iter().map(|item| item.sides).collect();
    // What is said to be neutral stays so, wherever it stands.
    let is_neutral = |sides: &&Option<Sides>| **sides == Some(Sides::Both);
    let mut others = said.iter().filter(|sides| !is_neutral(sides));
    let first = others.next().copied();
    let is_split = first
        .is_some_and(|first| first != Some(Sides::Black) && others.all(|sides| *sides == first));
    let front = said.iter().take_while(is_neutral).count();
    let behind = said.iter().rev().take_while(is_neutral).count();
    let place = is_split
        .then(|| stroke(&raw.items[front..said.len() - behind]))
        .flatten();
    let Some(place) = place else {
        return said.into_iter().collect();
    };
    let sides = said.iter().enumerate().map(|(index, sides)| match sides {
        Some(Sides::Both) => Sides::Both,
        _ if index < front + place => Sides::White,
        _ => Sides::Black,
    });
    Some(sides.collect())
}

/// Where Black's men begin: behind the only mark of its kind that leaves each side a king, else
/// behind the only stroke.
fn stroke(items: &[Item]) -> Option<usize> {
    const STROKES: [&[char]; 10] = [
        &[list::AGAINST],
        &['/'],
        &['|'],
        &[';'],
        &['-'],
        &['+'],
        &[']'],
        &['\n'],
        &['.'],
        &[':'],
    ];
    let between = |kind: &[char], both: bool| {
        let with = |item: &Item| item.marks.iter().any(|mark| kind.contains(mark));
        let mut places = (1..items.len()).filter(|index| with(&items[*index]));
        let place = places.next().filter(|_| places.next().is_none())?;
        let king = |item: &Item| {
            let is_royal = item.royal || item.walk.is_some_and(|walk| walk.row().is_royal());
            is_royal && item.sides != Some(Sides::Both)
        };
        let (white, black) = items.split_at(place);
        let kings = [white, black].map(|men| men.iter().any(king));
        let is_man = black[0].walk.is_some() && kings.contains(&true);
        (kings == [true; 2] || !both && is_man).then_some(place)
    };
    let in_order = STROKES.iter().find_map(|kind| between(kind, true));
    in_order.or_else(|| STROKES[..3].iter().find_map(|kind| between(kind, false)))
}

/// What a square without letters is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Another man of the walk before: `Ra1 h1`.
    Grouped,
    /// A pawn: `Ke5 f6`.
    Bare,
}

fn men(raw: &Raw, sides: &[Sides], style: Style) -> Option<Vec<PlacedMan>> {
    let mut men: Vec<PlacedMan> = Vec::new();
    let mut last: Option<&Item> = None;
    // `Kb3,Rh2,d4`: commas part men, too.
    let tight_commas = raw
        .items
        .iter()
        .any(|item| item.walk.is_some() && item.tight && item.marks == [',']);
    for (item, sides) in raw.items.iter().zip(sides) {
        let meant = match item.walk {
            Some(_) => {
                last = Some(item);
                item
            }
            None => {
                let grouped = last.filter(|last| {
                    let is_king = last.walk.is_some_and(|walk| walk.row().is_royal());
                    let side_of_last = men.last().map(|man| man.piece.sides());
                    let edge = matches!(item.square.byte() / 8, 0 | 7);
                    let joined = item.tight
                        && (item.marks.is_empty() || !tight_commas && item.marks == [',']);
                    !is_king
                        && !item.signed
                        && side_of_last == Some(*sides)
                        && (style == Style::Grouped || edge || joined)
                });
                grouped.unwrap_or(item)
            }
        };
        let piece = man_of(meant.walk.unwrap_or(walk_id::PAWN), *sides);
        let piece = if meant.royal { piece.royal() } else { piece };
        let piece = piece.with_attributes(piece.attributes().union(meant.attributes));
        let at = (item.start, item.end - item.start).into();
        men.push(PlacedMan {
            square: item.square,
            piece,
            at,
        });
    }
    Some(men)
}

/// Says so if there are other numbers of men than in brackets.
fn miscounted(raw: &Raw, sides: &[Sides], text: &str) -> Option<Diagnostic> {
    raw.counts.iter().find_map(|(items, said)| {
        let of = |wanted: Sides| {
            let sides = sides.get(items.clone()).unwrap_or(&[]);
            sides.iter().filter(|sides| **sides == wanted).count()
        };
        let [white, black, neutral] = [Sides::White, Sides::Black, Sides::Both].map(of);
        let found = match said.len() {
            1 => vec![items.len()],
            2 if neutral == 0 => vec![white, black],
            _ => vec![white, black, neutral],
        };
        (found != *said).then(|| {
            let numbers = |numbers: &[usize]| {
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                numbers.join(" + ")
            };
            let start = raw.items.get(items.start).map_or(0, |item| item.start);
            let end = raw
                .items
                .get(items.end.wrapping_sub(1))
                .map_or(text.len(), |item| item.end);
            Diagnostic::Odd {
                what: format!(
                    "{} men are listed, but the text counts {}",
                    numbers(&found),
                    numbers(said)
                ),
                at: (start, end.saturating_sub(start)).into(),
            }
        })
    })
}

fn rank(
    raw: &Raw,
    men: &[PlacedMan],
    style: Style,
    candidate: Candidate<'_>,
    miscounted: bool,
) -> Rank {
    let Candidate {
        letters,
        signs,
        mode,
        hints,
        ..
    } = candidate;
    let language = letters.language();
    let spoken = |words: &Vec<&'static str>| {
        let code = if letters == Letters::Game {
            "en"
        } else {
            letters.code()
        };
        !words.contains(&code)
    };
    let is_latin = !matches!(letters, Letters::English | Letters::Game | Letters::German);
    let foreign = match signs {
        Letters::German => letters != Letters::German,
        Letters::French => !is_latin || letters == Letters::Russian,
        _ => false,
    };
    let signed = mode.is_signed();
    let is_black_sign = |man: &PlacedMan| man.piece.is_of(Side::Black);
    let unusual = signed && signs == Letters::English && men.iter().any(is_black_sign);
    let fairy = men.iter().filter(|man| {
        let walk = man.piece.walk();
        let explained = hints.explains(walk);
        let known =
            walk_id::ORTHODOX.contains(&walk) || explained || hints.mentioned.contains(&walk);
        !known && !hints.walks.contains(&walk)
    });
    Rank {
        miscounted,
        contradicts: raw.contradicts,
        illegal: illegal(men),
        not_wished: hints.wished.is_some() && language != hints.wished,
        other_colour_words: raw.spoken.as_ref().is_some_and(spoken),
        other_signs: signed && foreign,
        fairy: fairy.count(),
        unusual_signs: unusual && !matches!(letters, Letters::English | Letters::Game),
        not_spoken: hints.spoken.is_some() && language != hints.spoken,
        style: usize::from(style != likely_style(raw)),
        letters,
    }
}

/// How odd a diagram is: how far from a game, and how many men are no men of the game.
pub(crate) fn oddity(diagram: &Diagram) -> usize {
    let men: Vec<PlacedMan> = diagram
        .men()
        .map(|(square, piece)| PlacedMan {
            square,
            piece,
            at: (0, 0).into(),
        })
        .collect();
    let fairy = men
        .iter()
        .filter(|man| !walk_id::ORTHODOX.contains(&man.piece.walk()));
    100 * illegal(&men) + fairy.count()
}

/// Where pawns have letters, or squares stand closer together than men, squares of one walk
/// stand together; else a square alone is a pawn.
fn likely_style(raw: &Raw) -> Style {
    let is_bare = |item: &&Item| item.walk.is_none();
    let pawns = raw
        .items
        .iter()
        .any(|item| item.walk == Some(walk_id::PAWN));
    let within = |item: &&Item| !item.tight && item.marks.iter().all(|mark| *mark == ',');
    let loose = raw.items.iter().skip(1).filter(within);
    let bare_marks = loose
        .clone()
        .filter(is_bare)
        .map(|item| item.marks.len())
        .max();
    let named_marks = loose
        .filter(|item| !is_bare(item))
        .map(|item| item.marks.len())
        .min();
    let closer = bare_marks
        .zip(named_marks)
        .is_some_and(|(bare, named)| bare < named);
    match pawns || raw.named || closer {
        true => Style::Grouped,
        false => Style::Bare,
    }
}

/// How far men are from a game: kings that are missing, too many or side by side, pawns on the
/// first and last rank, more men than there are.
fn illegal(men: &[PlacedMan]) -> usize {
    // A neutral king is rare, and `nRh2` no French one that makes a position legal.
    let kings = |side: Side| {
        let kings = men.iter().filter(move |man| {
            man.piece.is_royal() && man.piece.is_of(side) && !man.piece.is_neutral()
        });
        kings.map(|man| man.square)
    };
    // Where a king is missing, it is no better that the other is there.
    let is_whole = Side::BOTH.iter().all(|side| kings(*side).count() > 0);
    let mut found = if is_whole { 0 } else { 4 };
    for side in Side::BOTH {
        found += kings(side).count().saturating_sub(1) * 2;
        let of_side = || men.iter().filter(move |man| man.piece.is_of(side));
        let count = |walk: WalkId| of_side().filter(|man| man.piece.walk() == walk).count();
        let pawns = count(walk_id::PAWN);
        let set = [
            (walk_id::QUEEN, 1),
            (walk_id::ROOK, 2),
            (walk_id::BISHOP, 2),
            (walk_id::KNIGHT, 2),
        ];
        let promoted: usize = set
            .map(|(walk, most)| count(walk).saturating_sub(most))
            .iter()
            .sum();
        found += usize::from(pawns + promoted > 8) + usize::from(of_side().count() > 16);
    }
    let edge = |man: &&PlacedMan| {
        man.piece.walk() == walk_id::PAWN && matches!(man.square.byte() / 8, 0 | 7)
    };
    found += men.iter().filter(edge).count();
    let beside =
        kings(Side::White).flat_map(|one| kings(Side::Black).map(move |other| (one, other)));
    let beside = beside.filter(|(one, other)| {
        let distance = |one: u8, other: u8| one.abs_diff(other);
        distance(one.byte() % 8, other.byte() % 8).max(distance(one.byte() / 8, other.byte() / 8))
            < 2
    });
    found + beside.count()
}

fn same(one: &[PlacedMan], other: &[PlacedMan]) -> bool {
    one.len() == other.len()
        && one.iter().all(|man| {
            other
                .iter()
                .any(|twin| twin.square == man.square && twin.piece == man.piece)
        })
}

/// What the second reading is, if nothing that is said decides against it.
fn note(readings: &[ListReading], text: &str) -> Option<Diagnostic> {
    let [first, others @ ..] = readings else {
        return None;
    };
    let is_near = |other: &&ListReading| {
        let (one, two) = (&first.rank, &other.rank);
        let of_game = [first.letters, other.letters].contains(&Letters::Game)
            && [first.letters, other.letters].contains(&Letters::English);
        (one.miscounted, one.contradicts, one.illegal)
            == (two.miscounted, two.contradicts, two.illegal)
            && one.not_wished == two.not_wished
            && one.other_colour_words == two.other_colour_words
            && one.other_signs == two.other_signs
            && (one.fairy == two.fairy || of_game)
    };
    let other = others.iter().find(is_near)?;
    let differs = first.men.iter().find_map(|man| {
        let twin = other.men.iter().find(|twin| twin.square == man.square);
        twin.filter(|twin| twin.piece != man.piece)
            .map(|twin| (man, twin))
    });
    let (man, twin) = differs?;
    let written = &text[man.at.offset()..man.at.offset() + man.at.len()];
    let same_walk = man.piece.walk() == twin.piece.walk();
    let name = |man: &PlacedMan| {
        let colour = match man.piece.sides() {
            Sides::White => "white ",
            Sides::Black => "black ",
            Sides::Both => "neutral ",
        };
        let walk = man.piece.walk().row().names.en.to_lowercase();
        format!("{}{walk}", if same_walk { colour } else { "" })
    };
    let (taken, left) = (name(man), name(twin));
    let what = match first.letters == other.letters {
        true => format!("`{written}` is read as a {taken}; it could be a {left}"),
        false if first.letters.name() == other.letters.name() => format!(
            "`{written}` is read as a {taken}; among letters of fairy chess it is a {left}: write `{}`",
            words::letters_of(Letters::English, man.piece.walk())
        ),
        false => {
            let why = match first.rank.not_spoken == other.rank.not_spoken {
                true => "as usual",
                false => "the language of the statement",
            };
            format!(
                "`{written}` is read as a {taken} in {} ({why}); in {} it is a {left}",
                first.letters.name(),
                other.letters.name()
            )
        }
    };
    Some(Diagnostic::Odd { what, at: man.at })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let found = readings(text, 0, &Hints::default());
        let Some(best) = found.first() else {
            return "-".to_owned();
        };
        assert_eq!(best.span.end, text.len(), "{text}");
        let mut men: Vec<String> = best
            .men
            .iter()
            .map(|man| {
                let sign = match man.piece.sides() {
                    Sides::White => 'w',
                    Sides::Black => 'b',
                    Sides::Both => 'n',
                };
                format!("{sign}{}{}", man.piece.walk().row().letters[0], man.square)
            })
            .collect();
        men.sort();
        men.join(" ")
    }

    #[test]
    fn one_position_in_many_styles() {
        for text in [
            "White: Kb3, Rh2 Black: Ka1",
            "wKb3,Rh2 bKa1",
            "blancs : Rb3, Th2 ; noirs : Ra1",
            "White: Kb3, Rh2 (2)\nBlack: Ka1 (1)",
            "wKb3 Rh2 (2) - bKa1 (1)",
            "wkb3 wrh2 bka1",
            "W: Kb3 Rh2 B: Ka1",
            "Kb3, Rh2 – Ka1",
            "WKb3 WRh2 BKa1",
            "Белые: Крb3, Лh2. Чёрные: Крa1",
            "Blancas: Rb3, Th2; Negras: Ra1",
            "Bianco: Rb3, Th2; Nero: Ra1",
            "white king b3, white rook h2, black king a1",
            "roi blanc b3, tour blanche h2, roi noir a1",
            "wK b3 wR h2 bK a1",
            "Kb3 Rh2 ka1",
            "Kb3 Rh2 | Ka1",
            "Kb3Rh2 - Ka1 (2+1)",
            "bRb3 bTh2 nRa1",
            "wKb3Th2 sKa1",
            "White 2: Kb3 Rh2; Black 1: Ka1",
            "♔b3 ♖h2 ♚a1",
            "wKb3 wRh2 (2) - bKa1 (1)",
        ] {
            assert_eq!(read(text), "bKa1 wKb3 wRh2", "{text}");
        }
        for text in [
            "neutral pawns d4, e5, Kb1 / Kh8",
            "Kb1 / Kh8, neutral pawns d4, e5",
            "white Kb1, black Kh8, neutral pawns d4, e5",
            "wKb1 bKh8 neutral Pd4 e5",
            "wKb1 bKh8, nPd4 e5",
            "nPd4, nPe5, Kb1 / Kh8",
            "Kb1 neutral Pd4 e5 / Kh8",
            "Neutral: Pd4, e5; White: Kb1; Black: Kh8",
            "neutral Pd4 e5, white Kb1, black Kh8",
        ] {
            assert_eq!(read(text), "bKh8 nPd4 nPe5 wKb1", "{text}");
        }
        assert_eq!(read("neutral Qd4, Kb1 / Kh8"), "bKh8 nQd4 wKb1");
        assert_eq!(read("wkb3 wrh2 bka1 bbh8"), "bBh8 bKa1 wKb3 wRh2");
        assert_eq!(read("Ke5 f6 / Kc3 b2"), "bKc3 bPb2 wKe5 wPf6");
        assert_eq!(read("wKe5 wBf6 sKc3 sBb2"), "bKc3 bPb2 wKe5 wPf6");
    }

    #[test]
    fn moves_and_changes_are_no_men() {
        for text in ["e4", "Imitator d4", "b) wKe1", "Rh2=B", "a1-a4"] {
            assert_eq!(read(text), "-", "{text}");
        }
    }

    #[test]
    fn numbers_are_checked() {
        let found = readings("Kb3, Rh2 (3) / Ka1 (1)", 0, &Hints::default());
        assert!(found[0].miscounted.is_some());
    }
}
