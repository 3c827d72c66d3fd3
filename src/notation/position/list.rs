//! Cuts the longest list of men off the front of a text, for one choice of letters and signs.
//!
//! **Invariant:** nothing is guessed here: letters, signs and case are those of the candidate,
//! and a word that they cannot read ends the list.

use super::Hints;
use super::lexeme::{Lexeme, Token};
use super::words::{self, Letters, Quality};
use crate::board::{Geometry, Square};
use crate::men::{Attributes, Sides, WalkId, walk_id};

/// Stands among the marks where a word begins the men of a side.
pub(super) const SECTION: char = '§';

/// Stands among the marks where a word says that the men of the other side follow.
pub(super) const AGAINST: char = '⚔';

/// How colours and letters are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// `wKe5`, `wKe5Qf6`.
    Signed,
    /// `WKe5`.
    CapitalSigned,
    /// `wke5`.
    SmallSigned,
    /// `Ke5`, the colour said by words, headings or strokes.
    Plain,
    /// `ke5`, the colour said so, too.
    Small,
    /// `Ke5` white, `ke5` black.
    Case,
}

impl Mode {
    pub(super) const ALL: [Mode; 6] = [
        Mode::Signed,
        Mode::CapitalSigned,
        Mode::SmallSigned,
        Mode::Plain,
        Mode::Small,
        Mode::Case,
    ];

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Mode::Signed | Mode::CapitalSigned | Mode::SmallSigned)
    }
}

/// Letters, signs and case that a list may be written with.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub(super) letters: Letters,
    pub(super) signs: Letters,
    pub(super) mode: Mode,
    /// Whether `neutral` at the front heads all men behind it, not the next one alone.
    pub(super) heads: bool,
    pub(super) hints: &'a Hints<'a>,
}

/// A man as it is written; without a walk it is a square alone.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) sides: Option<Sides>,
    pub(super) walk: Option<WalkId>,
    pub(super) royal: bool,
    pub(super) attributes: Attributes,
    pub(super) square: Square,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Marks between the man before and this one; none within a word.
    pub(super) marks: Vec<char>,
    /// Whether no blank stands before it.
    pub(super) tight: bool,
    /// Whether it has a sign of its own.
    pub(super) signed: bool,
    /// Whether a figurine says its side.
    pub(super) drawn: bool,
}

/// A list as it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Raw {
    pub(super) items: Vec<Item>,
    /// The byte behind it.
    pub(super) end: usize,
    /// The languages in which all its words for colours exist, if there are any.
    pub(super) spoken: Option<Vec<&'static str>>,
    /// Numbers of men: of which items, and how many of White, Black and neutral.
    pub(super) counts: Vec<(std::ops::Range<usize>, Vec<usize>)>,
    /// Whether walks are written out: `Pawns a2 b2`.
    pub(super) named: bool,
    /// The byte behind the man whose square a later one names again, so that the list ends.
    pub(super) named_again: Option<usize>,
    /// The men that are named in words in front of others that have letters.
    pub(super) words_in_front: Option<std::ops::Range<usize>>,
    /// The first man without a sign that is neutral as the one before it.
    pub(super) neutral_again: Option<std::ops::Range<usize>>,
    /// The first man right behind a neutral one that is not, as `neutral` goes with the next man alone.
    pub(super) not_neutral: Option<std::ops::Range<usize>>,
    /// Whether a man has the sign of another side than the one that its section is headed by.
    pub(super) contradicts: bool,
    /// The first man of White that is drawn black, in a section that has no white figurine.
    pub(super) drawn_otherwise: Option<std::ops::Range<usize>>,
    /// Letters that are doubled for several men.
    pub(super) doubled: Option<std::ops::Range<usize>>,
}

/// Reads the longest list at the front.
pub(super) fn raw(lexemes: &[Lexeme<'_>], candidate: Candidate<'_>) -> Option<Raw> {
    let mut scan = Scan {
        lexemes,
        candidate,
        at: 0,
        colour: None,
        headed: None,
        once: None,
        was_neutral: false,
        royal: false,
        attributes: Attributes::NONE,
        marks: Vec::new(),
        section: 0,
        announced: None,
        raw: Raw::default(),
    };
    while scan.step() {}
    scan.close_section();
    (!scan.raw.items.is_empty()).then_some(scan.raw)
}

struct Scan<'a> {
    lexemes: &'a [Lexeme<'a>],
    candidate: Candidate<'a>,
    at: usize,
    colour: Option<Sides>,
    /// The side that a word at the head of the section says.
    headed: Option<Sides>,
    /// For the next man only.
    once: Option<Sides>,
    /// Whether the last man was the one that `neutral` went with.
    was_neutral: bool,
    royal: bool,
    attributes: Attributes,
    marks: Vec<char>,
    /// The first item of the section.
    section: usize,
    /// A number that stands before its men.
    announced: Option<usize>,
    raw: Raw,
}

impl<'a> Scan<'a> {
    fn peek(&self, ahead: usize) -> Option<&'a Lexeme<'a>> {
        self.lexemes.get(self.at + ahead)
    }

    fn board(&self) -> &'a Geometry {
        self.candidate.hints.board()
    }

    fn is_mark(&self, ahead: usize, mark: char) -> bool {
        self.peek(ahead).is_some_and(|next| next.is_mark(mark))
    }

    /// Takes the next part of the list; false at its end.
    fn step(&mut self) -> bool {
        let Some(next) = self.peek(0) else {
            return false;
        };
        match &next.token {
            Token::Count(numbers) => self.count(numbers, next.end),
            Token::Mark('=') => {
                let is_sign = next.apart && self.peek(1).is_some_and(|word| !word.apart);
                self.once = Some(Sides::Both);
                self.at += 1;
                is_sign
            }
            Token::Mark('(') if self.side_behind() => true,
            Token::Mark(mark) => {
                let parts = ",;/|-+\n\r:.&•·[]".contains(*mark) && self.is_begun();
                self.marks.push(*mark);
                self.at += 1;
                parts
            }
            Token::Word(word) => {
                self.colour_word(word)
                    || self.heading(word)
                    || self.men(word)
                    || self.doubled(word)
                    || self.man_apart(word)
                    || self.name()
                    || self.quality(word)
                    || self.link(word)
                    || self.aside(word)
            }
        }
    }

    fn is_begun(&self) -> bool {
        self.colour.is_some() || !self.raw.items.is_empty()
    }

    fn count(&mut self, numbers: &[usize], end: usize) -> bool {
        let items = self.raw.items.len();
        match numbers {
            _ if !self.is_begun() => return false,
            [number] if self.section == items => self.announced = Some(*number),
            [_] => {
                self.settle_drawn();
                self.note_count(self.section..items, numbers, end);
                self.section = items;
            }
            _ if items > 1 => self.note_count(0..items, numbers, end),
            _ => return false,
        }
        self.at += 1;
        true
    }

    fn note_count(&mut self, items: std::ops::Range<usize>, numbers: &[usize], end: usize) {
        self.raw.counts.push((items, numbers.to_vec()));
        self.raw.end = self.raw.end.max(end);
    }

    fn begin_section(&mut self, sides: Sides) {
        self.close_section();
        (self.colour, self.headed) = (Some(sides), Some(sides));
        self.section = self.raw.items.len();
        self.marks.push(SECTION);
        (self.royal, self.attributes) = (false, Attributes::NONE);
    }

    fn close_section(&mut self) {
        self.settle_drawn();
        let items = self.section..self.raw.items.len();
        if let Some(number) = self.announced.take().filter(|_| !items.is_empty()) {
            self.raw.counts.push((items, vec![number]));
        }
    }

    /// `White: ♚d1 ♛e4`, as dark boards are pasted: the word says whose they are. With white figurines among them, they
    /// say it themselves: `White ♔d1 ♚h8`.
    fn settle_drawn(&mut self) {
        let drawn = || {
            self.raw.items[self.section..]
                .iter()
                .filter(|item| item.drawn)
        };
        let is_black = |item: &Item| item.sides == Some(Sides::Black);
        let is_headed = self.headed == Some(Sides::White);
        if !is_headed || !drawn().all(is_black) {
            return;
        }
        let Some(first) = drawn().next() else { return };
        let at = first.start..first.end;
        self.raw.drawn_otherwise.get_or_insert(at);
        let items = self.raw.items[self.section..].iter_mut();
        let drawn = items.filter(|item| item.drawn);
        drawn.for_each(|item| item.sides = Some(Sides::White));
    }

    /// `Ke5, Pf6 (white)`, `Kc3 (b)`: the side of the men before.
    fn side_behind(&mut self) -> bool {
        let Candidate { signs, mode, .. } = self.candidate;
        let word = self
            .peek(1)
            .and_then(Lexeme::word)
            .filter(|_| self.is_mark(2, ')'));
        let items = self.raw.items.len();
        let Some(word) = word.filter(|_| self.section < items && !mode.is_signed()) else {
            return false;
        };
        // `Ka1 (b) Pd4 to d5`: a twin.
        if word == "b" && self.section == 0 && self.peek(3).and_then(Lexeme::word).is_some() {
            return false;
        }
        let said = words::colour(word).map(|(sides, languages)| (sides, Some(languages)));
        let by_sign = || words::heading(signs, word).map(|sides| (sides, None));
        let Some((sides, languages)) = said.or_else(by_sign) else {
            return false;
        };
        for item in &mut self.raw.items[self.section..] {
            item.sides = Some(sides);
        }
        self.raw.end = self.lexemes[self.at + 2].end;
        self.spoken(languages);
        (self.section, self.colour, self.headed) = (items, None, None);
        self.at += 3;
        true
    }

    /// A word for a colour exists in these languages.
    fn spoken(&mut self, languages: Option<Vec<&'static str>>) {
        match (&mut self.raw.spoken, languages) {
            (Some(spoken), Some(languages)) => spoken.retain(|one| languages.contains(one)),
            (None, languages) => self.raw.spoken = languages,
            (Some(_), None) => {}
        }
    }

    /// `White`, `Weiß (5):`, `Blancs 5:`, `White pieces:`.
    fn colour_word(&mut self, word: &str) -> bool {
        let said = words::colour(word).filter(|_| self.candidate.mode != Mode::Case);
        // Tables head men by colours that have signs of their own: `White: wkb3 wbb2`.
        let is_headed = self.is_mark(1, ':');
        let is_signed = self.candidate.mode.is_signed();
        let is_free = |sides: Sides| sides == Sides::Both || !is_signed || is_headed;
        let Some((sides, languages)) = said.filter(|(sides, _)| is_free(*sides)) else {
            return false;
        };
        let is_man = |next: &Lexeme<'_>| next.word().is_some_and(words::is_men);
        let mut taken = 1;
        taken += usize::from(self.peek(taken).is_some_and(is_man));
        let number = self
            .peek(taken)
            .and_then(Lexeme::word)
            .and_then(|word| word.parse().ok());
        let behind = taken + 1 + usize::from(self.peek(taken + 1).is_some_and(is_man));
        let number = number.filter(|_| self.is_mark(behind, ':'));
        taken += usize::from(number.is_some());
        taken += usize::from(number.is_some() && self.peek(taken).is_some_and(is_man));
        let by_colon = self.is_mark(taken, ':') || self.is_mark(taken, '=');
        taken += usize::from(by_colon);
        // `White has king d1`
        let next = self.peek(taken).and_then(Lexeme::word);
        taken += usize::from(next.and_then(words::link) == Some("has"));
        match sides {
            // `neutral Qd5` among men of a colour: of the next man alone; `Neutral Qa8 Sc6` and
            // `/ neutral Qa8 Sc6` head a section.
            Sides::Both if !by_colon && !self.heads_section(word) => {
                self.once = Some(sides);
            }
            _ if self.is_section_empty() => return false,
            _ => self.begin_section(sides),
        }
        self.announced = number.or(self.announced);
        self.spoken(Some(languages));
        self.at += taken;
        true
    }

    /// Whether no man stands behind the last head: `Volage White` above `White: Kb1`, where the first colour is no
    /// head, but belongs to what stands before it.
    fn is_section_empty(&self) -> bool {
        let is_begun = self.colour.is_some() && self.section == self.raw.items.len();
        is_begun && self.raw.items.is_empty() || self.attributes_wait()
    }

    /// Whether a word for a colour stands as a head does: with a capital, behind a mark, or at the
    /// front.
    fn heads_section(&self, word: &str) -> bool {
        if !self.is_begun() {
            return self.candidate.heads;
        }
        let is_head = |mark: &char| "/;|\n\r".contains(*mark);
        word.starts_with(char::is_uppercase) || self.marks.last().is_some_and(is_head)
    }

    /// `W:`, `Bl.`
    fn heading(&mut self, word: &str) -> bool {
        let Candidate { signs, mode, .. } = self.candidate;
        let sides = words::heading(signs, word);
        let Some(sides) = sides.filter(|_| matches!(mode, Mode::Plain | Mode::Small)) else {
            return false;
        };
        let counted = usize::from(matches!(
            self.peek(1).map(|next| &next.token),
            Some(Token::Count(_))
        ));
        let is_man = |ahead: usize| {
            let word = self.peek(ahead).and_then(Lexeme::word);
            word.is_some_and(|word| super::readings::ends_in_square(self.board(), word))
        };
        let by_colon = self.is_mark(1 + counted, ':');
        let is_long = word.chars().count() > 1;
        let by_point = self.is_mark(1, '.') && (is_long || is_man(2) || self.is_mark(2, ':'));
        if !by_point && !by_colon && !is_man(1) || self.is_section_empty() {
            return false;
        }
        self.begin_section(sides);
        self.at += 1 + usize::from(by_point || by_colon && counted == 0);
        true
    }

    /// `Ke5`, `wKe5Qf6`, `f6`.
    fn men(&mut self, word: &'a str) -> bool {
        let lexeme = &self.lexemes[self.at];
        let Some(items) = self.candidate.items(word, lexeme.start) else {
            return false;
        };
        let is_bare = items
            .first()
            .is_some_and(|item| item.walk.is_none() && item.sides.is_none());
        // Among capitals each word has its sign.
        let capital = self.candidate.mode == Mode::CapitalSigned;
        if capital
            && items
                .iter()
                .any(|item| item.sides.is_none() || item.walk.is_none())
        {
            return false;
        }
        if self.is_change(1) || is_bare && (!self.is_begun() || self.once.is_some()) {
            return false;
        }
        self.add(items, 1)
    }

    /// Whether the word before the `ahead`th lexeme is part of a change or a move: `e4-e5`.
    fn is_change(&self, ahead: usize) -> bool {
        let Some(next) = self.peek(ahead) else {
            return false;
        };
        let Token::Mark(mark) = next.token else {
            return false;
        };
        let behind = self.peek(ahead + 1);
        let is_square = |next: &Lexeme<'_>| {
            let is_head = |word: &str| self.board().split_square(word).is_some();
            !next.apart && next.word().is_some_and(is_head)
        };
        match mark {
            '-' if !next.apart => {
                behind.is_some_and(|next| is_square(next) || next.is_mark('-') || next.is_mark('>'))
            }
            '-' => {
                let dashed = behind.is_some_and(|next| next.is_mark('-'));
                let tip = if dashed { self.peek(ahead + 2) } else { behind };
                tip.is_some_and(|next| next.is_mark('>'))
            }
            '=' if next.apart && behind.is_some_and(|word| !word.apart) => false,
            '=' | '→' | '>' | '<' | '↔' | '×' | '⇒' | '⇔' | '*' => true,
            // In `Kc3 #2` a stipulation follows the last man.
            '#' | '!' | '?' => !next.apart,
            _ => false,
        }
    }

    fn add(&mut self, mut items: Vec<Item>, taken: usize) -> bool {
        let known = &self.raw.items;
        let stands = |item: &Item| known.iter().find(|other| other.square == item.square);
        if let Some(known) = items.iter().find_map(stands) {
            self.raw.named_again = Some(known.end);
            return false;
        }
        let signed = self.candidate.mode.is_signed();
        // `neutral pawns d4, e5`: the square alone is that of another neutral man.
        let goes_on = self.once.is_none() && self.marks.iter().all(|mark| *mark == ',');
        // `neutral Ge4, Kb1 / Kh8`: only among men with signs is the next one neutral, too.
        let is_sign = |item: &Item| item.signed && item.sides != Some(Sides::Both);
        let has_signs = self.raw.items.iter().any(is_sign);
        let is_right_behind = self.was_neutral && self.once.is_none() && self.marks.is_empty();
        let goes_alone = !signed && self.once == Some(Sides::Both);
        for item in &mut items {
            let has_sign = item.sides.is_some();
            item.signed = signed && item.sides.is_some();
            self.raw.contradicts |= item.signed && !item.drawn && self.is_of_other_side(item.sides);
            let is_unsigned = signed && item.walk.is_some() && self.once.or(item.sides).is_none();
            if signed {
                let said = self.once.or(item.sides);
                let said = said.filter(|sides| *sides != Sides::Both || has_signs);
                self.colour = said.or(self.colour);
            }
            // Of figurines people often have the white ones only.
            let drawn = item.sides.filter(|sides| signed || *sides != Sides::White);
            let goes_on = item.walk.is_none() && goes_on;
            let as_before = self.raw.items.last().and_then(|last| last.sides);
            let as_before = as_before.filter(|sides| goes_on && *sides == Sides::Both);
            let said = self.once.or(drawn).or(as_before).or(self.colour);
            item.sides = said.or(item.sides);
            if is_unsigned && item.sides == Some(Sides::Both) {
                self.raw.neutral_again.get_or_insert(item.start..item.end);
            }
            let is_other = item.walk.is_some() && !has_sign && item.sides != Some(Sides::Both);
            if is_right_behind && is_other {
                self.raw.not_neutral.get_or_insert(item.start..item.end);
            }
            item.royal |= self.royal;
            item.attributes = item.attributes.union(self.attributes);
        }
        (self.royal, self.attributes, self.once) = (false, Attributes::NONE, None);
        self.was_neutral = goes_alone;
        items[0].marks = std::mem::take(&mut self.marks);
        items[0].tight = !self.lexemes[self.at].apart && !self.lexemes[self.at].is_mark('\n');
        self.raw.items.extend(items);
        self.at += taken;
        self.raw.end = self.lexemes[self.at - 1].end;
        true
    }

    /// Whether a section is headed by one side and these are the other.
    fn is_of_other_side(&self, sides: Option<Sides>) -> bool {
        let is_one = |sides: &Sides| *sides != Sides::Both;
        let headed = self.headed.filter(is_one);
        headed.is_some_and(|headed| sides.filter(is_one).is_some_and(|sides| sides != headed))
    }

    /// `RR a2, b3`: two rooks, as old captions have it, and no man of fairy chess; `2R a2, b3`.
    fn doubled(&mut self, word: &'a str) -> bool {
        let doubled = self.candidate.doubled(word);
        let is_doubled = doubled.is_some();
        let doubled = doubled.map(|one| (one, word.chars().count()));
        let Some((one, men)) = doubled.or_else(|| self.candidate.numbered(word)) else {
            return false;
        };
        let mut items: Vec<Item> = Vec::new();
        let mut taken = 1;
        while items.len() < men {
            let is_link = |next: &Lexeme<'_>| {
                next.is_mark(',') || next.word().and_then(words::link) == Some("and")
            };
            let linked = usize::from(taken > 1 && self.peek(taken).is_some_and(is_link));
            let Some(next) = self.peek(taken + linked) else {
                return false;
            };
            let on = next
                .word()
                .and_then(|word| self.board().squares_named(word));
            let Some(on) = on else { return false };
            let places = places(self.board(), &on, next.start);
            items.extend(places.map(|(square, start, end)| Item {
                square,
                start,
                end,
                tight: true,
                ..one.clone()
            }));
            taken += 1 + linked;
        }
        if items.len() != men || self.is_change(taken) {
            return false;
        }
        let lexeme = &self.lexemes[self.at];
        let at = lexeme.start..lexeme.end;
        let is_added = self.add(items, taken);
        if is_added && is_doubled {
            self.raw.doubled.get_or_insert(at);
        }
        is_added
    }

    /// `K e5`, `wK: e5`.
    fn man_apart(&mut self, word: &'a str) -> bool {
        // `п. a2`
        let is_short = self.candidate.letters == Letters::Russian && self.is_mark(1, '.');
        let colon = usize::from(self.is_mark(1, ':') || is_short);
        let Some(next) = self.peek(1 + colon) else {
            return false;
        };
        let Some(on) = next
            .word()
            .and_then(|word| self.board().squares_named(word))
        else {
            return false;
        };
        if self.is_change(2 + colon) {
            return false;
        }
        let first = &self.lexemes[self.at];
        let joined = self.candidate.on_first(word);
        let items = self.candidate.items(&joined, first.start);
        let Some([man]) = items.as_deref() else {
            return false;
        };
        if man.walk.is_none() {
            return false;
        }
        let places = places(self.board(), &on, next.start);
        let items = places
            .enumerate()
            .map(|(number, (square, start, end))| Item {
                square,
                start: if number == 0 { first.start } else { start },
                end,
                tight: true,
                ..man.clone()
            });
        self.add(items.collect(), 2 + colon)
    }

    /// `King e5`, `Pawns a2b2`, `roi blanc en e5`.
    fn name(&mut self) -> bool {
        let mut joined = String::new();
        let mut found = None;
        for length in 1..=3 {
            let Some(word) = self.peek(length - 1).and_then(Lexeme::word) else {
                break;
            };
            joined += word;
            found = words::named(&joined).map(|walk| (walk, length)).or(found);
            // `Spiral-Springer`
            if self.is_mark(length, '-') {
                break;
            }
        }
        let Some((walk, mut length)) = found else {
            return false;
        };
        let word = |scan: &Scan<'a>, at: usize| scan.peek(at).and_then(Lexeme::word);
        let mut sides = self.once;
        if let Some((colour, _)) = word(self, length).and_then(words::colour) {
            sides = Some(colour);
            length += 1;
        }
        length += usize::from(word(self, length).and_then(words::link) == Some("on"));
        length += usize::from(self.is_mark(length, ':'));
        let Some(next) = self.peek(length) else {
            return false;
        };
        let Some(on) = next
            .word()
            .and_then(|word| self.board().squares_named(word))
        else {
            return false;
        };
        let range = self
            .range(&on, length + 1)
            .filter(|_| walk == walk_id::PAWN);
        if range.is_none() && self.is_change(length + 1) {
            return false;
        }
        let start = self.lexemes[self.at].start;
        let mut places: Vec<_> = places(self.board(), &on, next.start).collect();
        if let Some((squares, taken)) = range {
            length += taken;
            let last = &self.lexemes[self.at + length];
            places.extend(
                squares
                    .into_iter()
                    .map(|square| (square, last.start, last.end)),
            );
        }
        let items = places
            .into_iter()
            .enumerate()
            .map(|(number, (square, behind, end))| Item {
                sides: None,
                walk: Some(walk),
                royal: false,
                attributes: Attributes::NONE,
                square,
                start: if number == 0 { start } else { behind },
                end,
                marks: Vec::new(),
                tight: number > 0,
                signed: false,
                drawn: false,
            });
        self.once = sides;
        let is_first = self.raw.items.is_empty() && self.colour.is_none() && sides.is_none();
        let added = self.add(items.collect(), length + 1);
        self.raw.named = true;
        if is_first && added {
            self.raw.words_in_front = Some(start..self.raw.end);
        }
        added
    }

    /// `f2-h2`, `f2 to h2`: the squares behind the first one, on its rank, and how many lexemes name them. No pawn moves so.
    fn range(&self, on: &[Square], at: usize) -> Option<(Vec<Square>, usize)> {
        let next = self.peek(at)?;
        let is_to = next.word().and_then(words::link) == Some("to");
        let [first] = on else { return None };
        let last = self.peek(at + 1).filter(|_| is_to || next.is_mark('-'))?;
        let board = self.board();
        let [last] = board.squares_named(last.word()?)?[..] else {
            return None;
        };
        let files = board.file(*first) + 1..=board.file(last);
        let rank = board.rank(last);
        let is_one = board.rank(*first) == rank && !files.is_empty();
        let squares = files.filter_map(|file| board.square(i16::from(file), i16::from(rank)));
        is_one.then(|| (squares.collect(), 2))
    }

    /// `royal`, `half neutral` before a man, or behind one where another mark or colour follows.
    fn quality(&mut self, word: &str) -> bool {
        let next = self.peek(1).and_then(Lexeme::word);
        let joined = next.and_then(|next| words::quality_in_two(word, next));
        let single = words::quality(word);
        let Some(quality) = single.or(joined) else {
            return false;
        };
        self.at += 1 + usize::from(single.is_none());
        let is_small = word.starts_with(char::is_lowercase);
        let is_last = self.peek(0).is_none_or(|next| match next.token {
            Token::Word(word) => words::colour(word).is_some(),
            _ => true,
        });
        let behind = is_small && is_last && self.marks.is_empty() && !self.attributes_wait();
        match self.raw.items.last_mut().filter(|_| behind) {
            Some(man) => {
                match quality {
                    Quality::Royal => man.royal = true,
                    Quality::Attribute(attribute) => {
                        man.attributes = man.attributes.with(attribute);
                    }
                }
                self.raw.end = self.lexemes[self.at - 1].end;
            }
            None => match quality {
                Quality::Royal => self.royal = true,
                Quality::Attribute(attribute) => self.attributes = self.attributes.with(attribute),
            },
        }
        true
    }

    fn attributes_wait(&self) -> bool {
        self.royal || self.attributes != Attributes::NONE || self.once.is_some()
    }

    /// `Ra1 and h1`, `Ke5 Qf6 vs. Kc3`.
    fn link(&mut self, word: &str) -> bool {
        let link = words::link(word).filter(|_| !self.raw.items.is_empty());
        match link {
            Some("against") => self.marks.push(AGAINST),
            Some("and") => {}
            _ => return false,
        }
        self.at += 1;
        true
    }

    /// `a`, `two`, `2`, `with` in front of the name of a man, and whatever else of them stands between.
    fn aside(&mut self, word: &str) -> bool {
        let is_number = |word: &str| word.len() == 1 && word.bytes().all(|c| c.is_ascii_digit());
        let is_aside = |word: &str| words::link(word) == Some("aside") || is_number(word);
        let is_of_man =
            |word: &&str| words::quality(word).is_some() || words::colour(word).is_some();
        let mut behind = (1..5).map_while(|ahead| self.peek(ahead)?.word());
        let next = behind.find(|word| !is_aside(word) && !is_of_man(word));
        let names = next.is_some_and(|word| words::named(word).is_some());
        let is_one = self.is_begun() && is_aside(word) && names;
        self.at += usize::from(is_one);
        is_one
    }
}

impl Candidate<'_> {
    /// Letters with the name of some square behind them, as they need one to be those of a man.
    fn on_first(&self, letters: &str) -> String {
        letters.to_owned() + &self.hints.board().first_name()
    }

    /// The squares at the front of a word, one at least.
    fn squares<'t>(&self, word: &'t str) -> Option<(Vec<Square>, &'t str)> {
        let found = self.hints.board().squares_in_front(word);
        Some(found).filter(|(on, _)| !on.is_empty())
    }

    /// The men that a word consists of.
    fn items(&self, word: &str, base: usize) -> Option<Vec<Item>> {
        let mut items: Vec<Item> = Vec::new();
        let mut rest = word;
        while !rest.is_empty() {
            let start = word.len() - rest.len();
            let (man, on, behind) = self.man(rest)?;
            let length = rest.len() - behind.len();
            let board = self.hints.board();
            let names: usize = on.iter().map(|square| board.name(*square).len()).sum();
            let first = base + start + length - names;
            for (number, (square, behind, end)) in places(board, &on, first).enumerate() {
                items.push(Item {
                    square,
                    start: if number == 0 { base + start } else { behind },
                    end,
                    tight: !items.is_empty(),
                    ..man.clone()
                });
            }
            rest = behind;
        }
        (!items.is_empty()).then_some(items)
    }

    /// A man with its squares at the front of a word.
    fn man<'t>(&self, word: &'t str) -> Option<(Item, Vec<Square>, &'t str)> {
        let nameless = Item {
            sides: None,
            walk: None,
            royal: false,
            attributes: Attributes::NONE,
            square: Square::at(0, 0),
            start: 0,
            end: 0,
            marks: Vec::new(),
            tight: false,
            signed: false,
            drawn: false,
        };
        let first = word.chars().next()?;
        if let Some((sides, walk)) = words::figurine(first) {
            let (on, behind) = self.squares(&word[first.len_utf8()..])?;
            let man = Item {
                sides: Some(sides),
                walk: Some(walk),
                drawn: true,
                ..nameless
            };
            return Some((man, on, behind));
        }
        let neutral = first == 'n' && self.mode == Mode::Plain;
        let neutral = neutral.then_some(Sides::Both);
        if let Some(sides) = self.sign(first).or(neutral) {
            let rest = &word[first.len_utf8()..];
            if let Some((walk, on, behind)) = self.lettered(rest) {
                let man = Item {
                    sides: Some(sides),
                    walk: Some(walk),
                    ..nameless
                };
                return Some((man, on, behind));
            }
            if let Some((on, behind)) = self.squares(rest) {
                let man = Item {
                    sides: Some(sides),
                    ..nameless
                };
                return Some((man, on, behind));
            }
        }
        // `A1g1`, where `A1` is a camel
        let is_code = |end: usize| {
            word.get(..end)
                .is_some_and(|code| self.hints.has_letters(code))
        };
        if let Some((on, behind)) = self.squares(word).filter(|_| !(1..4).any(is_code)) {
            return Some((nameless, on, behind));
        }
        let (walk, on, behind) = self.lettered(word)?;
        let sides = (self.mode == Mode::Case).then_some(match first.is_lowercase() {
            true => Sides::Black,
            false => Sides::White,
        });
        let man = Item {
            sides,
            walk: Some(walk),
            ..nameless
        };
        Some((man, on, behind))
    }

    /// `2S`: so many men of a kind.
    fn numbered(&self, word: &str) -> Option<(Item, usize)> {
        let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = word[..word.len() - letters.len()].parse().ok();
        let number = number.filter(|number| (2..=16).contains(number))?;
        let joined = self.on_first(letters);
        let (man, ..) = self.man(&joined).filter(|_| !letters.is_empty())?;
        man.walk.is_some().then_some((man, number))
    }

    /// The man that doubled letters stand for: `RR`, but not where a text says what they mean.
    fn doubled(&self, word: &str) -> Option<Item> {
        let first = word.chars().next().filter(|first| first.is_uppercase())?;
        let is_doubled = word.chars().count() > 1 && word.chars().all(|c| c == first);
        let explained = |walk: &WalkId| {
            let mut legend = self.hints.legend.iter().flat_map(|legend| &legend.letters);
            let own = self.hints.walks.iter().chain(self.hints.mentioned);
            legend.any(|(written, _)| written == word) || own.into_iter().any(|own| own == walk)
        };
        let is_explained = || self.walk(word).is_some_and(|walk| explained(&walk));
        let joined = self.on_first(&first.to_string());
        let (man, ..) = self
            .man(&joined)
            .filter(|_| is_doubled && !is_explained())?;
        let is_of_game = man
            .walk
            .is_some_and(|walk| walk_id::ORTHODOX.contains(&walk));
        is_of_game.then_some(man)
    }

    fn sign(&self, sign: char) -> Option<Sides> {
        let small: String = sign.to_lowercase().collect();
        let is_capital = sign.is_uppercase();
        let fits = match self.mode {
            Mode::Signed | Mode::SmallSigned => !is_capital,
            Mode::CapitalSigned => is_capital,
            Mode::Plain | Mode::Small | Mode::Case => false,
        };
        words::sign(self.signs, &small).filter(|_| fits)
    }

    /// Letters of a walk with squares behind them; two letters before one.
    fn lettered<'t>(&self, word: &'t str) -> Option<(WalkId, Vec<Square>, &'t str)> {
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
        let ends: Vec<usize> = ends.take(5).collect();
        ends.into_iter().rev().find_map(|end| {
            let (letters, rest) = word.split_at(end);
            let (on, behind) = self.squares(rest)?;
            let walk = self
                .walk(letters)
                .or_else(|| self.explained_on(letters, &on))?;
            Some((walk, on, behind))
        })
    }

    /// Letters that the language does not know are those of the man that a legend names there.
    fn explained_on(&self, letters: &str, on: &[Square]) -> Option<WalkId> {
        let is_code = letters.starts_with(|c: char| c.is_uppercase())
            && letters
                .chars()
                .all(|c| c.is_uppercase() || c.is_ascii_digit());
        let [square] = on else { return None };
        let has_capitals = !matches!(self.mode, Mode::Small | Mode::SmallSigned);
        self.hints
            .stands_on(*square)
            .filter(|_| is_code && has_capitals)
    }

    fn walk(&self, letters: &str) -> Option<WalkId> {
        let small = letters.chars().all(|c| c.is_lowercase() || c.is_numeric());
        let first = letters.chars().next()?;
        let capital = match self.letters {
            Letters::Russian => first.is_uppercase(),
            // `Pa = Pao`
            _ if self.hints.has_letters(letters) => first.is_uppercase(),
            _ => letters.chars().all(|c| !c.is_lowercase()),
        };
        let known = |letters: &str| {
            let hints = self.hints;
            let mut own = hints.walks.iter();
            let own = own.find(|walk| walk.row().letters[0].eq_ignore_ascii_case(letters));
            let first = hints.explained(letters).or(own.copied());
            first.or_else(|| self.letters.walk(letters))
        };
        let spelled = self
            .letters
            .spelled(letters)
            .filter(|_| !self.hints.has_letters(letters));
        if let Some(walk) =
            spelled.filter(|_| self.mode == Mode::Plain || self.mode == Mode::Signed)
        {
            return Some(walk);
        }
        let walk = match letters.split_once('/') {
            Some((ahead, back)) => WalkId::hunter(known(ahead)?, known(back)?),
            None if self.letters.is_small_pawn(letters) => Some(walk_id::PAWN),
            None => known(letters),
        }?;
        let is_small_pawn = small && walk == walk_id::PAWN;
        let fits = match self.mode {
            Mode::Signed | Mode::CapitalSigned => {
                capital || is_small_pawn && self.letters == Letters::Russian
            }
            Mode::Plain => capital || is_small_pawn,
            Mode::SmallSigned | Mode::Small => small,
            Mode::Case => small || capital,
        };
        fits.then_some(walk)
    }
}

/// Where the names of these squares stand that follow each other from a byte on.
fn places(
    board: &Geometry,
    on: &[Square],
    start: usize,
) -> impl Iterator<Item = (Square, usize, usize)> {
    on.iter().scan(start, move |at, square| {
        let start = *at;
        *at += board.name(*square).len();
        Some((*square, start, *at))
    })
}
