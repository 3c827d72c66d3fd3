//! What the rows of `grammar.tsv` about twins make of men, squares and words.

use super::asked::{self, Asked};
use super::chart::{Leaf, Slots};
use super::men::{self, Name, NamedMen, Own, men};
use super::part::{Part, label};
use super::reader::Reading;
use super::twin::{Written, to_next_mark};
use super::vocabulary::{self, Sense};
use crate::board::{Geometry, Square};
use crate::men::{Sides, walk_id};
use crate::notation::popeye::words::Language;
use crate::problem::{Change, Condition, Length, Mirror, Rotation, Stipulation};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;

/// What fills a slot.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Man(NamedMen),
    Square(Square),
    Asked(Asked),
    Stipulation(Stipulation),
    Conditions(Vec<Condition>),
    /// Words, run together each, that may speak of the board.
    Words(Vec<String>),
}

/// What a row makes.
#[derive(Clone, Debug)]
pub(super) enum Made {
    /// Words without importance.
    Nothing,
    Changes(Vec<Written>),
    Asked(Asked),
    Stipulation(Stipulation),
}

/// Reads the slots of changes.
pub(super) struct Changes<'a> {
    parts: &'a [Part],
    text: &'a str,
    language: Language,
    own: Own<'a>,
    /// What is asked of the diagram.
    asked: Option<Stipulation>,
}

impl<'a> Changes<'a> {
    pub(super) fn new(
        parts: &'a [Part],
        text: &'a str,
        language: Language,
        own: Own<'a>,
        asked: Option<Stipulation>,
    ) -> Changes<'a> {
        Changes {
            parts,
            text,
            language,
            own,
            asked,
        }
    }

    /// `b) Gb3-b4; G = Grasshopper`: letters that stand for the man anyhow are explained, and nothing changes.
    fn is_legend(&self, one: &NamedMen, other: &NamedMen) -> bool {
        let Some(Name::Walk(walk)) = other.name else {
            return false;
        };
        let means = |language: &Language| one.walk(*language, self.own) == Some(walk);
        let is_bare = one.squares.is_empty() && other.squares.is_empty() && one.letters().is_some();
        is_bare && Language::ALL.iter().any(means)
    }

    /// Men with their squares.
    fn man(&self, at: usize) -> Vec<(usize, Found)> {
        let found = men(&self.parts[at..], self.own);
        let found = found.filter(|(man, _)| !man.squares.is_empty());
        found
            .map(|(man, taken)| (at + taken, Found::Man(man)))
            .into_iter()
            .collect()
    }

    /// A man with or without a square: `Rh2`, `rook`, `wB`, `black`.
    fn kind(&self, at: usize) -> Vec<(usize, Found)> {
        let part = &self.parts[at];
        let whole = men(&self.parts[at..], self.own);
        let mut kinds: Vec<(usize, NamedMen)> = Vec::new();
        kinds.extend(whole.map(|(man, taken)| (at + taken, man)));
        let lettered = lettered(part, self.own);
        // `D blanche`
        let next = self
            .parts
            .get(at + 1)
            .filter(|next| !next.is_separated() && next.text.len() > 1);
        let sides = next.and_then(|next| men::side(&next.text));
        let coloured = lettered
            .clone()
            .filter(|man| man.sides.is_none())
            .zip(sides);
        kinds.extend(coloured.map(|(man, sides)| {
            let sides = Some(sides);
            (at + 2, NamedMen { sides, ..man })
        }));
        kinds.extend(lettered.map(|man| (at + 1, man)));
        if let Some(sides) = men::side(&part.text) {
            let mut man = NamedMen::unnamed(Vec::new(), part.span());
            man.sides = Some(sides);
            kinds.push((at + 1, man));
        }
        let mut ends: Vec<usize> = Vec::new();
        kinds.retain(|(end, _)| {
            let is_new = !ends.contains(end);
            ends.push(*end);
            is_new
        });
        let kinds = kinds.into_iter();
        kinds.map(|(end, man)| (end, Found::Man(man))).collect()
    }

    /// The stipulation of the diagram with another length: `3`, `2.5`.
    fn length(&self, at: usize) -> Option<Stipulation> {
        let text = &self.parts[at].text;
        let whole = text.strip_suffix(".5");
        let moves = whole.unwrap_or(text).parse().ok()?;
        let mut asked = self.asked?;
        if moves == 0 || whole.is_some() && asked.genre.is_battle() {
            return None;
        }
        asked.length = Length {
            moves,
            half: whole.is_some(),
        };
        Some(asked)
    }

    /// Conditions and nothing else.
    fn conditions(&self, at: usize, end: usize) -> Option<Vec<Condition>> {
        let mut reading = Reading::new(self.text, self.language);
        reading.sort(self.parts.get(at..end).filter(|parts| !parts.is_empty())?);
        let said = reading.finish().ok()?;
        let only = said.stipulation.is_none() && said.twins.is_empty() && !said.has_men();
        (only && !said.conditions.is_empty()).then_some(said.conditions)
    }

    /// Words up to a comma, all lengths; what was cut at its signs is one word again.
    fn words(&self, at: usize) -> Vec<(usize, Found)> {
        const MOST: usize = 12;
        let is_marked = |part: &Part| matches!(part.mark, Some(',' | ';'));
        let mut words: Vec<String> = Vec::new();
        let mut found = Vec::new();
        let mut next = at;
        let first = &self.parts[at];
        if self
            .text
            .get(first.start..first.end)
            .is_some_and(|written| written.ends_with('°'))
        {
            words.push("rotate".to_owned());
        }
        while next < self.parts.len().min(at + MOST)
            && (next == at || !is_marked(&self.parts[next]))
        {
            let joins = |middle: &&&[Part]| {
                let [one, sign, other] = middle else {
                    return false;
                };
                is_arrow(&sign.text) && one.text.len() < 4 && other.text.len() < 4
            };
            let taken = match self.parts.get(next..next + 3).as_ref().filter(joins) {
                Some(_) => 3,
                None => 1,
            };
            let word: String = self.parts[next..next + taken]
                .iter()
                .map(|part| part.text.as_str())
                .collect();
            let is_way = taken == 3 && word.contains(['=', '>']);
            words.push(match is_way {
                true => word.to_lowercase(),
                false => vocabulary::key(&word),
            });
            next += taken;
            found.push((next, Found::Words(words.clone())));
        }
        found
    }

    /// Whether a man without a square stands alone before `end`.
    fn ends(&self, end: usize) -> bool {
        self.parts.get(end).is_none_or(|next| {
            next.is_separated() || next.text.starts_with(['+', '-']) || label(next, None).is_some()
        })
    }
}

/// The letters of a man without a square: `B`, `wB`, `bishop`.
fn lettered(part: &Part, own: Own<'_>) -> Option<NamedMen> {
    // A square that is not there makes a man of bare letters.
    let whole = Part {
        text: part.text_on_first(),
        ..part.clone()
    };
    let (man, _) = men(&[whole], own)?;
    let said = man.squares.len() == 1 && (man.name.is_some() || man.sides.is_some());
    said.then(|| NamedMen {
        squares: Vec::new(),
        ..man
    })
}

/// Whether nothing is said of a man but its square.
fn is_plain(man: &NamedMen) -> bool {
    man.name.is_none() && man.sides.is_none()
}

fn on(man: &NamedMen, square: Square) -> NamedMen {
    NamedMen {
        squares: vec![square],
        ..man.clone()
    }
}

fn without_square(man: &NamedMen) -> NamedMen {
    NamedMen {
        squares: Vec::new(),
        ..man.clone()
    }
}

impl Slots for Changes<'_> {
    type Found = Found;
    type Made = Made;

    fn slot(&mut self, slot: &str, at: usize) -> Vec<(usize, Found)> {
        let one = |found: Option<(usize, Found)>| found.into_iter().collect();
        let marked = at + to_next_mark(&self.parts[at..]);
        match slot {
            "man" => self.man(at),
            "kind" => self.kind(at),
            "square" => {
                let squares = self.parts[at].squares();
                let square = squares.filter(|squares| squares.len() == 1);
                one(square.map(|squares| (at + 1, Found::Square(squares[0]))))
            }
            "asked" => {
                // A twin with a sign that says a condition would be another problem without it.
                let asked = asked::asked(&self.parts[at..]).filter(|asked| asked.under.is_none());
                one(asked.map(|asked| (at + asked.taken, Found::Asked(asked))))
            }
            "length" => one(self
                .length(at)
                .map(|asked| (at + 1, Found::Stipulation(asked)))),
            "board" => self.words(at),
            "conditions" => one(self
                .conditions(at, marked)
                .map(|found| (marked, Found::Conditions(found)))),
            // Only in front of `instead`, so that it is not tried for nothing.
            "other-conditions" => {
                let is_link = |at: &usize| vocabulary::is("instead", &self.parts[*at].text);
                let link = (at + 1..marked).find(is_link);
                one(link.and_then(|link| {
                    let found = self.conditions(at, link)?;
                    Some((link, Found::Conditions(found)))
                }))
            }
            _ => Vec::new(),
        }
    }

    fn make(
        &mut self,
        action: &'static str,
        leaves: &[Leaf<Found>],
        (_, end): (usize, usize),
    ) -> Option<Made> {
        let mut men: Vec<&NamedMen> = Vec::new();
        let mut squares: Vec<Square> = Vec::new();
        let mut conditions: Vec<&Vec<Condition>> = Vec::new();
        let mut senses: Vec<&Sense> = Vec::new();
        for leaf in leaves {
            match leaf {
                Leaf::Word(sense) => senses.push(sense),
                Leaf::Found(Found::Man(man)) => men.push(man),
                Leaf::Found(Found::Square(square)) => squares.push(*square),
                Leaf::Found(Found::Conditions(found)) => conditions.push(found),
                Leaf::Found(Found::Asked(asked)) => return Some(Made::Asked(asked.clone())),
                Leaf::Found(Found::Stipulation(asked)) => return Some(Made::Stipulation(*asked)),
                Leaf::Found(Found::Words(words)) => {
                    let board = self.parts.first().map(|part| &part.board)?;
                    let change = of_board(action, words, board)?;
                    return Some(Made::Changes(vec![Written::Done(change)]));
                }
            }
        }
        let one = men.first().copied();
        let other = men.get(1).copied();
        let to = squares.first().copied();
        let keys = |conditions: &[Condition]| -> Vec<String> {
            conditions.iter().map(|found| found.key.clone()).collect()
        };
        let written = match action {
            "Link" => return Some(Made::Nothing),
            // `after removing Pd4`, not `after the key`.
            "After" => {
                let classes = ["removed", "added", "moving", "exchanged"];
                let next = self.parts.get(end)?;
                let changes = classes
                    .iter()
                    .any(|class| vocabulary::is(class, &next.text));
                return changes.then_some(Made::Nothing);
            }
            "Polish" => Written::Done(Change::PolishType),
            "Recolour" => Written::Recolour(one?.clone()),
            "RecolourBoth" => {
                let both = [one?, other?].map(|man| Written::Recolour(man.clone()));
                return Some(Made::Changes(both.to_vec()));
            }
            "Colour" => {
                let man = one?;
                man.square()?;
                let sides = match senses.first()?.meaning {
                    "white" => Sides::White,
                    "black" => Sides::Black,
                    _ => Sides::Both,
                };
                let mut to = NamedMen::unnamed(Vec::new(), man.at);
                to.sides = Some(sides);
                Written::Become(man.clone(), to)
            }
            "Move" => {
                one?.square()?;
                Written::Move(one?.clone(), to?)
            }
            "MoveFrom" => {
                let [from, to] = squares[..] else { return None };
                let man = one.filter(|man| man.squares.is_empty())?;
                Written::Move(on(man, from), to)
            }
            "MoveOnly" => {
                let is_only = one?.squares.is_empty() && one?.name.is_some();
                is_only
                    .then(|| one.zip(to))?
                    .map(|(man, to)| Written::Move(man.clone(), to))?
            }
            "Put" => {
                let is_only = one?.squares.is_empty() && one?.name.is_some();
                is_only
                    .then(|| one.zip(to))?
                    .map(|(man, to)| Written::Put(man.clone(), to))?
            }
            "Arrow" => arrow(one?, other?)?,
            "Become" if self.is_legend(one?, other?) => return None,
            "Become" => becomes(one?, other?)?,
            "Substitute" => {
                let is_walk = |man: &NamedMen| {
                    man.squares.is_empty() && man.name.is_some() && man.sides.is_none()
                };
                let both = is_walk(one?) && is_walk(other?);
                both.then(|| one.zip(other))?
                    .map(|(one, other)| Written::Substitute(one.clone(), other.clone()))?
            }
            "ShiftBy" => Written::Done(Change::Shift(to?, *squares.get(1)?)),
            "ShiftOrMove" => Written::ShiftOrMove(to?, *squares.get(1)?),
            "Exchange" => {
                let is_said = |man: &NamedMen| man.name.is_some() || !man.squares.is_empty();
                let both = is_said(one?) && is_said(other?);
                both.then(|| one.zip(other))?
                    .map(|(one, other)| Written::Exchange(one.clone(), other.clone()))?
            }
            "ExchangeNamed" => {
                let is_named = |man: &NamedMen| man.name.is_some() && man.square().is_some();
                let both = is_named(one?) && is_named(other?) && self.ends(end);
                both.then(|| one.zip(other))?
                    .map(|(one, other)| Written::Exchange(one.clone(), other.clone()))?
            }
            "ExchangeKings" => {
                let king = |sides| NamedMen {
                    sides: Some(sides),
                    name: Some(Name::Walk(walk_id::KING)),
                    ..NamedMen::unnamed(Vec::new(), self.parts[end - 1].span())
                };
                Written::Exchange(king(Sides::White), king(Sides::Black))
            }
            "Remove" => {
                let all = men.iter().map(|man| Written::Remove((*man).clone()));
                return Some(Made::Changes(all.collect()));
            }
            "RemoveAll" => {
                // `-Pd4, Kb3-c3`: the second one moves.
                let goes = |next: &Part| is_arrow(&next.text) || next.text == "=";
                if self.parts.get(end).is_some_and(goes) {
                    return None;
                }
                let (first, others) = men.split_first()?;
                let first = [Written::Remove((*first).clone())].into_iter();
                let others = others.iter().map(|man| Written::RemoveToo((*man).clone()));
                return Some(Made::Changes(first.chain(others).collect()));
            }
            "RemoveOnly" => {
                let man = one?;
                let is_only = man.squares.is_empty() && man.name.is_some() && self.ends(end);
                is_only.then(|| Written::Remove(man.clone()))?
            }
            // `with wBc2 at g6`: the man that stands on c2.
            "WithAt" if one?.square().is_some() => Written::Move(one?.clone(), to?),
            "RemoveAt" | "AddAt" | "WithAt" if !one?.squares.is_empty() => return None,
            "RemoveAt" => Written::Remove(without_square(one?)).placed(to?),
            "Add" => Written::Add(one?.clone()),
            "AddAt" => Written::Add(without_square(one?)).placed(to?),
            "With" => Written::With(one?.clone()),
            "WithAt" => Written::With(without_square(one?)).placed(to?),
            "Instead" => instead(one?, other?, to)?,
            "InsteadTurned" => instead(other?, one?, to)?,
            "Plain" => Written::Plain,
            "Without" => Written::Without(keys(conditions.first()?)),
            "Also" => Written::Also((*conditions.first()?).clone()),
            "Replace" => Written::Replace(keys(conditions.get(1)?), (*conditions.first()?).clone()),
            "ReplaceAll" => Written::Done(Change::Conditions((*conditions.first()?).clone())),
            "Stand" => {
                one?.name.as_ref()?;
                Written::Stand(one?.clone())
            }
            _ => return None,
        };
        Some(Made::Changes(vec![written]))
    }
}

impl Written {
    /// The same of a man on this square.
    fn placed(self, square: Square) -> Written {
        match self {
            Written::Remove(man) => Written::Remove(on(&man, square)),
            Written::Add(man) => Written::Add(on(&man, square)),
            Written::With(man) => Written::With(on(&man, square)),
            other => other,
        }
    }
}

/// `wRh2->wBh2` makes another man of it, `Rh2-Rg2` moves it.
fn arrow(one: &NamedMen, other: &NamedMen) -> Option<Written> {
    let (from, to) = (one.square()?, other.square()?);
    if from == to && !is_plain(other) {
        return Some(Written::Become(one.clone(), other.clone()));
    }
    let same = is_plain(other)
        || other.name == one.name && other.sides.is_none_or(|sides| one.sides == Some(sides));
    same.then(|| Written::Move(one.clone(), to))
}

/// `Rh2 becomes B`: the other man has no square, or the same.
fn becomes(one: &NamedMen, other: &NamedMen) -> Option<Written> {
    let is_one = one.squares.len() == 1 || one.squares.is_empty() && one.name.is_some();
    let same =
        other.squares.is_empty() || other.square().is_some() && other.square() == one.square();
    let said = !is_plain(other) || other.is_special();
    (is_one && same && said).then(|| Written::Become(one.clone(), without_square(other)))
}

/// `Rg2 instead of h2` moves, `Bh2 instead of Rh2` makes another man.
fn instead(one: &NamedMen, other: &NamedMen, place: Option<Square>) -> Option<Written> {
    let old = place.or(other.square());
    if let (Some(to), Some(from)) = (one.square(), old)
        && to != from
    {
        let moves = other.name.is_none() || other.name == one.name;
        return moves.then(|| Written::Move(on(one, from), to));
    }
    let square = one.square().or(old)?;
    Some(Written::Become(on(other, square), without_square(one)))
}

fn is_arrow(text: &str) -> bool {
    matches!(text, "->" | "=>" | "==>" | "<->" | "<>" | ">" | "-" | "=")
}

/// Turns, reflections and shifts of the board, in words.
fn of_board(action: &str, words: &[String], board: &Geometry) -> Option<Change> {
    match action {
        "Rotate" => rotation(words, board).map(Change::Rotate),
        "Mirror" => reflection(words).map(Change::Mirror),
        "Shift" => shift(words, board),
        _ => None,
    }
}

/// Whether one of the words belongs to a class.
fn any(words: &[String], class: &str) -> bool {
    words.iter().any(|word| vocabulary::is(class, word))
}

fn is_about_board(words: &[String]) -> bool {
    const CLASSES: [&str; 7] = [
        "turned",
        "board-word",
        "mirrored",
        "axis-word",
        "at-axis",
        "vertical",
        "horizontal",
    ];
    words.iter().all(|word| {
        word.parse::<u16>().is_ok()
            || word.contains(['>', '='])
            || axis(word).is_some()
            || CLASSES.iter().any(|class| vocabulary::is(class, word))
    })
}

/// The two squares of `a1->h1`.
fn way(words: &[String], board: &Geometry) -> Option<(Square, Square)> {
    words.iter().find_map(|word| {
        let sign = ["==>", "=>", "->", "="]
            .into_iter()
            .find(|sign| word.contains(sign))?;
        let (from, to) = word.split_once(sign)?;
        board.square_named(from).zip(board.square_named(to))
    })
}

/// The two squares of `shift a1 to b1`; `move a1 to b1` speaks of a man.
fn way_in_words(words: &[String], board: &Geometry) -> Option<(Square, Square)> {
    let [first, .., from, link, to] = words else {
        return None;
    };
    let is_way = vocabulary::is("shift", first) && vocabulary::is("to", link);
    is_way.then(|| board.square_named(from).zip(board.square_named(to)))?
}

fn rotation(words: &[String], board: &Geometry) -> Option<Rotation> {
    if !is_about_board(words) || !any(words, "turned") {
        return None;
    }
    if let Some((from, to)) = way(words, board) {
        let place = |square| [board.file(square), board.rank(square)];
        let (last_file, last_rank) = (board.width() - 1, board.height() - 1);
        return match place(to) {
            _ if place(from) != [0, 0] => None,
            to if to == [last_file, 0] => Some(Rotation::Quarter),
            to if to == [last_file, last_rank] => Some(Rotation::Half),
            to if to == [0, last_rank] => Some(Rotation::ThreeQuarters),
            _ => None,
        };
    }
    let degrees = words.iter().find_map(|word| word.parse::<u16>().ok())?;
    let clockwise = any(words, "clockwise") && !any(words, "anticlockwise");
    match (degrees, clockwise) {
        (90, false) | (270, true) => Some(Rotation::Quarter),
        (180, _) => Some(Rotation::Half),
        (270, false) | (90, true) => Some(Rotation::ThreeQuarters),
        _ => None,
    }
}

fn reflection(words: &[String]) -> Option<Mirror> {
    if !is_about_board(words) || !any(words, "mirrored") {
        return None;
    }
    // "Horizontally" alone is said of both; "at the horizontal axis" is not.
    let at_axis = any(words, "at-axis");
    match () {
        () if at_axis && any(words, "vertical") => Some(Mirror::A1H1),
        () if at_axis && any(words, "horizontal") => Some(Mirror::A1A8),
        () => words.iter().find_map(|word| axis(word)),
    }
}

fn axis(word: &str) -> Option<Mirror> {
    let mut senses = vocabulary::senses(word).iter();
    let axis = senses.find(|sense| sense.class == "axis")?;
    Some(match axis.meaning {
        "a1h1" => Mirror::A1H1,
        "a1a8" => Mirror::A1A8,
        "a1h8" => Mirror::A1H8,
        _ => Mirror::A8H1,
    })
}

/// Whether a word speaks of some men: `all black men one file left` is no shift of the board.
fn names_some(word: &str) -> bool {
    let is_walk = || word.len() > 2 && men::walk_named(word, Language::En, Own::NONE).is_some();
    ["sides", "kings"]
        .iter()
        .any(|class| vocabulary::is(class, word))
        || is_walk()
}

/// `shift a1->b1`, `move all a1->a2`, `all one square up`, `alles 1 Feld nach rechts`.
fn shift(words: &[String], board: &Geometry) -> Option<Change> {
    if !any(words, "shifted") || words.iter().any(|word| names_some(word)) {
        return None;
    }
    if let Some((from, to)) = way(words, board).or_else(|| way_in_words(words, board)) {
        return Some(Change::Shift(from, to));
    }
    let one = |word: &String| vocabulary::is("of-one", word).then_some(1);
    let mut counts = words.iter();
    let count = counts.find_map(|word| asked::number(word).or_else(|| one(word)))?;
    let count = i16::try_from(count).ok()?;
    let square = |file, rank| board.square(file, rank);
    let bare = words.len() < 5 && any(words, "everything");
    if !bare && !any(words, "squares-word") {
        return None;
    }
    let (origin, target) = match () {
        () if any(words, "up") => (square(0, 0), square(0, count)),
        () if any(words, "down") => (square(0, count), square(0, 0)),
        () if any(words, "right") => (square(0, 0), square(count, 0)),
        () if any(words, "left") => (square(count, 0), square(0, 0)),
        () => return None,
    };
    Some(Change::Shift(origin?, target?))
}

/// The parts, cut at the signs of changes: `wPe4->e5` in three, `-Sd4` in two; each with the
/// number of the part it comes from.
pub(super) fn signs_apart(parts: &[Part]) -> (Vec<Part>, Vec<usize>) {
    let pieces = parts.iter().enumerate();
    let pieces = pieces.flat_map(|(number, part)| {
        let pieces = apart(part).into_iter();
        pieces.map(move |piece| (piece, number))
    });
    pieces.unzip()
}

fn apart(part: &Part) -> Vec<Part> {
    if is_arrow(&part.text) {
        return vec![part.clone()];
    }
    let piece = |text: &str, is_first: bool| Part {
        text: text.to_owned(),
        mark: part.mark.filter(|_| is_first),
        ..part.clone()
    };
    let trimmed = part.text.trim_end_matches(['.', '!']);
    let text = match ends_in_square(trimmed, &part.board) || trimmed.contains('=') {
        true => trimmed,
        false => &part.text,
    };
    let mut pieces: Vec<Part> = Vec::new();
    let mut rest = text;
    if let Some(behind) = rest.strip_prefix(['+', '-'])
        && behind.starts_with(|c: char| c.is_alphabetic() || c == '=')
    {
        pieces.push(piece(&rest[..1], true));
        rest = behind;
    }
    if let Some((at, length)) = first_arrow(rest, &part.board) {
        for text in [&rest[..at], &rest[at..at + length], &rest[at + length..]] {
            let is_first = pieces.is_empty();
            pieces.push(piece(text, is_first));
        }
        pieces.retain(|piece| !piece.text.is_empty());
        return pieces;
    }
    let is_first = pieces.is_empty();
    pieces.push(piece(rest, is_first));
    pieces
}

/// Where the first arrow behind a man stands, and how long it is; a hyphen is one behind a
/// square and in front of a man.
fn first_arrow(text: &str, board: &Geometry) -> Option<(usize, usize)> {
    let places = text.char_indices().map(|(at, _)| at).skip(1);
    places.into_iter().find_map(|at| {
        let behind = &text[at..];
        let arrow: nom::IResult<&str, &str> = alt((
            tag("<->"),
            tag("<>"),
            tag("==>"),
            tag("=>"),
            tag("->"),
            tag(">"),
            tag("="),
        ))
        .parse(behind);
        if let Ok((_, arrow)) = arrow {
            return Some((at, arrow.len()));
        }
        let joins = behind
            .strip_prefix('-')
            .is_some_and(|man| ends_in_square(man, board) && ends_in_square(&text[..at], board));
        joins.then_some((at, 1))
    })
}

fn ends_in_square(text: &str, board: &Geometry) -> bool {
    board.square_at_end(text).is_some()
}
