//! Twins of a statement: `b) wPe4->e5`, `c) -Sd4`, `d) Rh2=B`, `+e) h#3`.

use super::men::{Name, NamedMen, describe, men};
use super::part::{Label, Part, base, label, span, squeezed};
use super::sort::Sorter;
use super::{StatedTwin, Statement, WrittenChange};
use crate::board::Square;
use crate::men::{Piece, Sides, WalkId, walk_id};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::Language;
use crate::problem::{
    Change, Condition, Length, Mirror, Options, Problem, Rotation, Stipulation, Twin,
};
use miette::SourceSpan;
use nom::Parser;
use nom::bytes::complete::{tag, take_until};
use nom::combinator::rest;

/// A change as it is written; the man it speaks of is looked for on the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Written {
    /// Nothing is left open.
    Done(Change),
    /// `Rh2->g2`, `rook to g2`.
    Move(NamedMen, Square),
    /// `wRh2->wBh2`, `Rh2=B`, `Rh2 black`: another man in its place.
    Become(NamedMen, NamedMen),
    /// `Rh2<->Pd4`.
    Exchange(NamedMen, NamedMen),
    /// `-Pd4`.
    Remove(NamedMen),
    /// `+bPa7`.
    Add(NamedMen),
    /// `with bPa7`: another man, or the king who stands elsewhere.
    With(NamedMen),
    /// `white king on c3`: the only such man goes there, or a new one appears.
    Put(NamedMen, Square),
    /// `change colour of Pd4`.
    Recolour(NamedMen),
    /// `additionally Einstein`: beside what holds already.
    Also(Vec<Condition>),
    /// `Madrasi instead of Circe`.
    Replace(Vec<String>, Vec<Condition>),
    /// `bRh2`: this man stands there.
    Stand(NamedMen),
    /// `no Circe`.
    Without(Vec<String>),
    /// `no conditions`.
    Plain,
}

impl StatedTwin {
    /// Whether it has a stipulation of its own.
    pub(super) fn asks_otherwise(&self) -> bool {
        let mut changes = self.changes.iter();
        changes.any(|change| matches!(change.written, Written::Done(Change::Stipulation(_))))
    }
}

impl Sorter<'_> {
    /// `b) wPe4->e5`: the changes up to the next label.
    pub(super) fn twin(&mut self, mut label: Label, parts: &[Part]) -> usize {
        // `i)` and `ii)` count in Roman numbers.
        if label.letter == 'i' && self.statement.twins.is_empty() {
            label.letter = 'a';
        }
        let taken = 1 + to_next_label(&parts[1..]);
        let behind = &parts[1..taken];
        let is_first = label.letter == 'a';
        if is_first && !self.statement.zero_position {
            self.first_of_twins(behind);
            return taken;
        }
        let due = self.due_label();
        if label.letter != due {
            self.errors.push(Diagnostic::Malformed {
                found: parts[0].text.clone(),
                expected: format!("`{due})`: twins are labelled in order"),
                help: None,
                at: parts[0].span(),
            });
        }
        let mut twin = StatedTwin {
            continued: label.continued,
            changes: Vec::new(),
            claim: None,
            set_claim: None,
            at: span(&parts[..taken]),
        };
        let changes = self.base(&mut twin, label, behind);
        let is_last = taken == parts.len();
        self.changes(&mut twin, changes, is_last);
        if twin.changes.is_empty() && self.errors.is_empty() {
            self.errors.push(Diagnostic::Missing {
                word: parts[0].text.clone(),
                needs: "a change, e.g. `wPe4->e5`, `-Sd4`, `+bPa7` or `h#3`".to_owned(),
                at: parts[0].span(),
            });
        }
        self.understood(twin.at, "twin");
        self.statement.twins.push(twin);
        taken
    }

    /// What stands behind `a)`: as a rule a claim, or nothing.
    fn first_of_twins(&mut self, parts: &[Part]) {
        let before = self.statement.claim.take();
        let set_before = self.statement.set_claim.take();
        self.sort(parts);
        self.statement.first_claim = std::mem::replace(&mut self.statement.claim, before);
        self.statement.first_set_claim =
            std::mem::replace(&mut self.statement.set_claim, set_before);
    }

    pub(super) fn due_label(&self) -> char {
        let first = if self.statement.zero_position {
            b'a'
        } else {
            b'b'
        };
        let number = u8::try_from(self.statement.twins.len()).unwrap_or(u8::MAX);
        char::from(first.saturating_add(number))
    }

    /// Takes `=a)`, `b)+` or `further` from the front.
    fn base<'p>(
        &mut self,
        twin: &mut StatedTwin,
        label: Label,
        parts: &'p [Part],
    ) -> std::borrow::Cow<'p, [Part]> {
        let Some(first) = parts.first() else {
            return parts.into();
        };
        let word = squeezed(&first.text);
        if CONTINUED.contains(&word.as_str()) {
            twin.continued = true;
            let adds = ADDED.contains(&word.as_str()) && self.whole_man(&parts[1..]).is_some()
                || self.more_conditions(parts).is_some();
            return (&parts[usize::from(!adds)..]).into();
        }
        if first.text == "="
            && let Some(next) = parts.get(1).filter(|next| base(&next.text).is_some())
        {
            let mut parts = parts[1..].to_vec();
            parts[0].text = format!("={}", next.text);
            let parts = self.base(twin, label, &parts).into_owned();
            return parts.into();
        }
        let Some((letter, rest)) = base(&first.text) else {
            return parts.into();
        };
        let former = char::from_u32(u32::from(label.letter).saturating_sub(1));
        match letter {
            _ if Some(letter) == former => twin.continued = true,
            'a' => twin.continued = false,
            _ => self.errors.push(Diagnostic::Unsupported {
                what: "a twin of a twin other than the one before:",
                word: first.text.clone(),
                at: first.span(),
            }),
        }
        if rest.is_empty() {
            // `c) = b) ferner Ra1 to a2`
            let says_further = parts
                .get(1)
                .is_some_and(|next| CONTINUED.contains(&squeezed(&next.text).as_str()));
            return match says_further {
                true => self.base(twin, label, &parts[1..]),
                false => (&parts[1..]).into(),
            };
        }
        let mut parts = parts.to_vec();
        parts[0].text = rest.to_owned();
        parts.into()
    }

    fn changes(
        &mut self,
        twin: &mut StatedTwin,
        parts: std::borrow::Cow<'_, [Part]>,
        is_last: bool,
    ) {
        let mut parts = &parts[..];
        while !parts.is_empty() {
            if let Some((asked, taken)) = self.other_length(twin, parts) {
                let at = span(&parts[..taken]);
                let written = Written::Done(Change::Stipulation(asked));
                twin.changes.push(WrittenChange { written, at });
                parts = &parts[taken..];
            } else if let Some((man, taken)) = self.also_removed(twin, parts) {
                let at = span(&parts[..taken]);
                let written = Written::Remove(man);
                twin.changes.push(WrittenChange { written, at });
                parts = &parts[taken..];
            } else if let Some((written, taken)) = self.change(parts) {
                let at = span(&parts[..taken]);
                let changes = written.into_iter();
                twin.changes
                    .extend(changes.map(|written| WrittenChange { written, at }));
                parts = &parts[taken..];
            } else if let Some(taken) = self.claim_of_twin(twin, parts) {
                parts = &parts[taken..];
            } else {
                self.rest_of_twin(twin, parts, is_last);
                break;
            }
        }
    }

    /// The stipulation of the problem with another length, as `b) in 3` or `b) in 2½ moves` asks
    /// for it, and the number of parts that say so.
    fn other_length(&mut self, twin: &StatedTwin, parts: &[Part]) -> Option<(Stipulation, usize)> {
        const MOVES: [&str; 6] = ["moves", "move", "zuegen", "zuege", "coups", "coup"];
        let [link, number, rest @ ..] = parts else {
            return None;
        };
        let is_link = matches!(squeezed(&link.text).as_str(), "in" | "en");
        if !is_link || number.is_separated() || twin.asks_otherwise() {
            return None;
        }
        let whole = number.text.strip_suffix(".5");
        let moves = whole.unwrap_or(&number.text).parse().ok()?;
        let mut asked = self.asked_so_far()?;
        if moves == 0 || whole.is_some() && asked.genre.is_battle() {
            return None;
        }
        asked.length = Length {
            moves,
            half: whole.is_some(),
        };
        let names_moves = rest.first().is_some_and(|next| {
            !next.is_separated() && MOVES.contains(&squeezed(&next.text).as_str())
        });
        Some((asked, 2 + usize::from(names_moves)))
    }

    /// The stipulation in front of the twins; what is wrong with it is said at the end.
    fn asked_so_far(&mut self) -> Option<Stipulation> {
        let parts = self.stipulation.clone();
        let errors = self.errors.len();
        let asked = match parts.is_empty() {
            true => None,
            false => self.read(&parts, |reader, word| reader.stipulation(word)),
        };
        self.errors.truncate(errors);
        asked
    }

    /// `without Pe7 and Sd6`: the second man goes, too.
    fn also_removed(&mut self, twin: &StatedTwin, parts: &[Part]) -> Option<(NamedMen, usize)> {
        let and = squeezed(&parts[0].text);
        let is_removal = |change: &WrittenChange| matches!(change.written, Written::Remove(_));
        if !twin.changes.last().is_some_and(is_removal)
            || !["and", "und", "et"].contains(&and.as_str())
        {
            return None;
        }
        match self.change(parts.get(1..).filter(|parts| !parts.is_empty())?)? {
            (Some(Written::Stand(man)), taken) => Some((man, taken + 1)),
            _ => None,
        }
    }

    /// What a change of the board lacks, or why it cannot be made.
    fn incomplete(&self, twin: &StatedTwin, parts: &[Part]) -> Option<Diagnostic> {
        let words: Vec<String> = parts
            .iter()
            .take(3)
            .map(|part| squeezed(&part.text))
            .collect();
        let first = words.first()?.as_str();
        let lacks = |needs: &str| Diagnostic::Missing {
            word: parts[0].text.clone(),
            needs: needs.to_owned(),
            at: parts[0].span(),
        };
        let phrase = words.concat();
        match () {
            () if MIRRORED.contains(&first) => Some(lacks("an axis, e.g. `mirror a1<->h1`")),
            () if TURNED.contains(&first) => Some(lacks("90, 180 or 270 degrees")),
            () if twin.changes.is_empty() && super::sort::names_starter(parts) => {
                Some(Diagnostic::Unsupported {
                    what: "an option of one twin alone:",
                    word: self.text[span(parts).offset()..][..span(parts).len()].to_owned(),
                    at: span(parts),
                })
            }
            () if AFTER_KEY.iter().any(|after| phrase.starts_with(after)) => {
                Some(Diagnostic::Unsupported {
                    what: "a twin",
                    word: "after the key".to_owned(),
                    at: span(parts),
                })
            }
            () => None,
        }
    }

    /// Behind the changes: claims, conditions, prizes.
    fn rest_of_twin(&mut self, twin: &mut StatedTwin, parts: &[Part], is_last: bool) {
        if let Some(fault) = self.incomplete(twin, parts) {
            return self.errors.push(fault);
        }
        let mut sorter = Sorter::new(self.text, self.language);
        sorter.statement.walks.clone_from(&self.statement.walks);
        sorter.sort(parts);
        let said = match sorter.finish() {
            Ok(said) => said,
            Err(errors) => return self.errors.extend(errors),
        };
        for (claim, place) in [
            (said.claim, &mut twin.claim),
            (said.set_claim, &mut twin.set_claim),
        ] {
            let put = claim.map(|claim| claim.put(place, self.text));
            self.errors.extend(put.and_then(Result::err));
        }
        self.statement.star |= said.star;
        self.statement.kept.extend(said.kept);
        self.statement.diagnostics.extend(said.diagnostics);
        self.statement.men = self.statement.men.take().or(said.men);
        self.options_of_twin(twin, &said.options, parts, is_last);
        if let Some(stipulation) = said.stipulation {
            let written = Written::Done(Change::Stipulation(stipulation));
            twin.changes.push(WrittenChange {
                written,
                at: span(parts),
            });
        }
        if said.conditions.is_empty() {
            return;
        }
        let positional = |change: &WrittenChange| change.is_positional();
        let for_all = is_last
            && self.conditions.is_empty()
            && !twin.changes.is_empty()
            && twin.changes.iter().all(positional);
        if for_all {
            self.statement.diagnostics.push(Diagnostic::Odd {
                what: "the condition behind the last twin is taken to hold in all versions"
                    .to_owned(),
                at: span(parts),
            });
            self.statement.conditions.extend(said.conditions);
        } else {
            let written = Written::Done(Change::Conditions(said.conditions));
            twin.changes.push(WrittenChange {
                written,
                at: span(parts),
            });
        }
    }

    /// Options hold in all versions: one that stands behind changes of the last twin is
    /// understood so, with a warning; elsewhere it would be another task.
    fn options_of_twin(
        &mut self,
        twin: &StatedTwin,
        options: &Options,
        parts: &[Part],
        is_last: bool,
    ) {
        let shows = options.set_play || options.defence.is_some();
        let asks = options.duplex
            || options.half_duplex
            || options.white_to_play
            || shows && twin.changes.is_empty();
        let at = span(parts);
        if asks && (!is_last || twin.changes.is_empty()) {
            return self.errors.push(Diagnostic::Unsupported {
                what: "an option of one twin alone:",
                word: self.text[at.offset()..][..at.len()].to_owned(),
                at,
            });
        }
        if asks {
            self.statement.diagnostics.push(Diagnostic::Odd {
                what: "the option behind the last twin is taken to hold in all versions".to_owned(),
                at,
            });
        }
        self.statement.add_options(options);
    }

    /// The change at the front, or none for words without importance; and of how
    /// many parts it consists.
    pub(super) fn change(&mut self, parts: &[Part]) -> Option<(Option<Written>, usize)> {
        if let Some(asked) = super::asked::asked(parts) {
            self.mark(&asked.marks);
            let part = Part {
                text: asked.text,
                start: parts[0].start,
                end: parts[asked.taken - 1].end,
                mark: None,
            };
            let stipulation = self.read(&[part], |reader, word| reader.stipulation(word))?;
            let written = Written::Done(Change::Stipulation(stipulation));
            return Some((Some(written), asked.taken));
        }
        let readers = [
            Self::of_colour,
            Self::of_board,
            Self::of_arrow,
            Self::of_named_arrow,
            Self::of_sign,
            Self::of_words,
            Self::of_conditions,
            Self::of_standing,
        ];
        let mut found = readers.iter().filter_map(|read| read(self, parts));
        if let Some((written, taken)) = found.next() {
            return Some((Some(written), taken));
        }
        let word = squeezed(&parts[0].text);
        let next = parts.get(1).map(|next| squeezed(&next.text));
        let after = ["after", "nach", "apres"].contains(&word.as_str())
            && next.is_some_and(|next| {
                let lists = [REMOVED, ADDED, MOVING, EXCHANGED];
                lists.iter().any(|list| list.contains(&next.as_str()))
            });
        let is_link = LINKS.contains(&word.as_str()) || word.is_empty() || after;
        is_link.then_some((None, 1))
    }

    /// `wPe4->e5`, `Sd4<->Kb1`, `wRh2->wBh2`, `Rh2=B`: also in several words.
    fn of_arrow(&self, parts: &[Part]) -> Option<(Written, usize)> {
        for taken in (1..=MOST.min(parts.len())).rev() {
            let apart = parts[1..taken].iter().any(Part::is_separated);
            let joined: String = parts[..taken]
                .iter()
                .map(|part| part.text.as_str())
                .collect();
            let change = match apart {
                true => None,
                false => self.arrow(&joined, span(&parts[..taken])),
            };
            // `Rh2 -> white bishop`
            let goes_on = |change: &Written| {
                let behind = parts.get(taken).filter(|next| !next.is_separated());
                matches!(change, Written::Become(_, to) if to.name.is_none())
                    && behind.is_some()
                    && men(&parts[taken..], &self.statement.walks).is_some()
            };
            if let Some(change) = change.filter(|change| !goes_on(change)) {
                return Some((change, taken));
            }
        }
        None
    }

    /// `rook h2-g2`.
    fn of_named_arrow(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let (named, taken) = men(parts, &self.statement.walks)?;
        let is_name = named.squares.is_empty() && named.name.is_some();
        let behind = parts.get(taken).filter(|_| is_name)?;
        if behind.is_separated() {
            return None;
        }
        match self.of_arrow(&parts[taken..])? {
            (Written::Move(from, to), more) if from.name.is_none() => {
                let man = NamedMen {
                    squares: from.squares,
                    ..named
                };
                Some((Written::Move(man, to), taken + more))
            }
            _ => None,
        }
    }

    /// A man without a square: `wR`, `the rook`.
    fn bare_man(&self, parts: &[Part]) -> Option<(NamedMen, usize)> {
        let (man, taken) = self.any_man(parts)?;
        let ends = parts.get(taken).is_none_or(|next| {
            next.is_separated() || next.text.starts_with(['+', '-']) || label(next, None).is_some()
        });
        (ends && man.name.is_some() && man.squares.is_empty()).then_some((man, taken))
    }

    fn arrow(&self, text: &str, at: SourceSpan) -> Option<Written> {
        let text = text.trim_end_matches(['.', '!']).trim_start_matches('+');
        let arrows = ["<->", "<>", "==>", "=>", "->", ">", "=", "-"];
        let arrow = arrows
            .iter()
            .find(|arrow| text.get(1..).is_some_and(|behind| behind.contains(**arrow)))?;
        let mut split = (take_until(*arrow), tag(*arrow), rest);
        let parsed: nom::IResult<&str, (&str, &str, &str)> = split.parse(text);
        let (_, (one, _, other)) = parsed.ok()?;
        let plain = |man: &NamedMen| man.name.is_none() && man.sides.is_none();
        let from = self.man_or_name(one, at)?;
        if from.squares.is_empty() {
            // `wK→c3`
            let to = self.man_in_word(other, at).filter(plain)?.square()?;
            let goes = matches!(*arrow, "->" | "=>" | ">");
            return goes.then_some(Written::Move(from, to));
        }
        let square = from.square()?;
        if let (Some(sides), true) = (side_word(&squeezed(other)), *arrow != "-") {
            let to = NamedMen {
                sides: Some(sides),
                name: None,
                squares: Vec::new(),
                ..from.clone()
            };
            return Some(Written::Become(from, to));
        }
        let to = self.man_or_name(other, at)?;
        match (*arrow, to.square()) {
            ("<->" | "<>", Some(_)) => Some(Written::Exchange(from, to)),
            ("<->" | "<>", None) => None,
            ("==>" | "=>", Some(other)) if plain(&from) && plain(&to) => {
                Some(Written::Done(Change::Shift(square, other)))
            }
            ("=", Some(other)) if plain(&from) && plain(&to) => {
                Some(Written::Done(Change::Shift(square, other)))
            }
            ("=" | "=>" | "->" | ">", None) => Some(Written::Become(from, to)),
            (_, Some(other)) if other == square && !plain(&to) => Some(Written::Become(from, to)),
            ("=", Some(_)) => None,
            (_, Some(other)) if plain(&to) => Some(Written::Move(from, other)),
            (_, Some(other))
                if to.name == from.name
                    && to.sides.is_none_or(|sides| from.sides == Some(sides)) =>
            {
                Some(Written::Move(from, other))
            }
            (_, _) => None,
        }
    }

    /// A man in one word, with its square.
    fn man_in_word(&self, text: &str, at: SourceSpan) -> Option<NamedMen> {
        let part = Part {
            text: text.to_owned(),
            start: at.offset(),
            end: at.offset() + at.len(),
            mark: None,
        };
        let (found, _) = men(&[part], &self.statement.walks)?;
        found.square().map(|_| NamedMen { at, ..found })
    }

    /// A man in one word, or its letters alone: `B`, `wB`, `bishop`.
    fn man_or_name(&self, text: &str, at: SourceSpan) -> Option<NamedMen> {
        if let Some(man) = self.man_in_word(text, at) {
            return Some(man);
        }
        // A square that is not there makes a man of bare letters.
        let standing = self.man_in_word(&format!("{text}a1"), at)?;
        (standing.squares.len() == 1 && (standing.name.is_some() || standing.sides.is_some())).then(
            || NamedMen {
                squares: Vec::new(),
                ..standing
            },
        )
    }

    /// `-Sd4`, `+bPa7`, `+wRa1h1`.
    fn of_sign(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let part = parts.first()?;
        let (sign, text) = part.text.split_at_checked(1)?;
        let make = match sign {
            "-" => Written::Remove,
            "+" => Written::Add,
            _ => return None,
        };
        if text.is_empty() {
            let (man, taken) = self.whole_man(parts.get(1..)?)?;
            return Some((make(man), taken + 1));
        }
        let mut parts = parts.to_vec();
        parts[0].text = text.to_owned();
        let bare = || self.bare_man(&parts).filter(|_| sign == "-");
        let (man, taken) = self.whole_man(&parts).or_else(bare)?;
        let man = NamedMen {
            at: part.span(),
            ..man
        };
        Some((make(man), taken))
    }

    /// A man with its square, or one of which only the kind is named: `bR at c7`, `Turm`.
    fn other_man(&self, parts: &[Part]) -> Option<(NamedMen, usize)> {
        self.whole_man(parts).or_else(|| {
            let (man, taken) = self.any_man(parts)?;
            let is_on = |part: &&Part| ON.contains(&squeezed(&part.text).as_str());
            let place = parts.get(taken).filter(is_on).and(parts.get(taken + 1));
            let squares = place.and_then(|place| super::men::squares(&place.text));
            Some(match squares {
                Some(squares) => (NamedMen { squares, ..man }, taken + 2),
                None => (man, taken),
            })
        })
    }

    /// A man with its square, in one word or in several.
    fn whole_man(&self, parts: &[Part]) -> Option<(NamedMen, usize)> {
        let word = |at: usize| parts.get(at).map(|part| squeezed(&part.text));
        let is = |at: usize, list: &[&str]| word(at).is_some_and(|word| list.contains(&&*word));
        let article = usize::from(is(0, ARTICLES));
        let (man, taken) = men(&parts[article..], &self.statement.walks)?;
        let taken = taken + article;
        if man.squares.is_empty() && is(taken, ON) {
            // `the pawn on d4`
            let squares = super::men::squares(&parts.get(taken + 1)?.text)?;
            return Some((NamedMen { squares, ..man }, taken + 2));
        }
        (!man.squares.is_empty()).then_some((man, taken))
    }

    /// `wPe4 nach e5`, `remove Pd4`, `exchange Rh2 and Pd4`, `Rh2 becomes B`, `black Rh2`.
    fn of_words(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let word = |at: usize| parts.get(at).map(|part| squeezed_or_sign(&part.text));
        let is =
            |at: usize, list: &[&str]| word(at).is_some_and(|word| list.contains(&word.as_str()));
        if is(0, REMOVED) {
            let behind = &parts[1 + usize::from(is(1, ARTICLES))..];
            let articles = parts.len() - 1 - behind.len();
            let named = self.whole_man(behind).or_else(|| self.bare_man(behind));
            let (man, taken) = named?;
            return Some((Written::Remove(man), taken + articles + 1));
        }
        if is(0, ADDED) {
            let (man, taken) = self.whole_man(&parts[1..])?;
            let make = match is(0, WITH) {
                true => Written::With,
                false => Written::Add,
            };
            return Some((make(man), taken + 1));
        }
        if let Some(taken) = kings_exchanged(parts) {
            let king = |sides| NamedMen {
                sides: Some(sides),
                royal: false,
                attributes: Vec::new(),
                name: Some(Name::Walk(walk_id::KING)),
                squares: Vec::new(),
                language: None,
                at: super::part::span(&parts[..taken]),
            };
            let exchanged = Written::Exchange(king(Sides::White), king(Sides::Black));
            return Some((exchanged, taken));
        }
        let replaces = is(0, REPLACED);
        let skip = usize::from(is(0, EXCHANGED) || is(0, MOVING) || replaces);
        let skip = skip + usize::from(is(skip, ARTICLES));
        let named = men(&parts[skip..], &self.statement.walks);
        let lettered = || {
            let next = [INSTEAD, MOVED, ON, &["au"]];
            let goes_on = is(0, EXCHANGED) || next.iter().any(|list| is(skip + 1, list));
            let man = self.any_man(&parts[skip..]).filter(|_| goes_on);
            man.filter(|(man, _)| man.name.is_some())
        };
        let (one, first) = named.or_else(lettered)?;
        let first = first + skip;
        let passive = first + usize::from(is(first, PASSIVE));
        if is(passive, GONE) {
            return one.square().map(|_| (Written::Remove(one), passive + 1));
        }
        if is(passive, &["faellt"]) && is(passive + 1, GONE) {
            return one.square().map(|_| (Written::Remove(one), passive + 2));
        }
        if is(passive, ADDED_BEHIND) {
            return Some((Written::Add(one), passive + 1));
        }
        if let Some(found) = self.exchange(parts, &one, first, is(0, EXCHANGED)) {
            return Some(found);
        }
        let instead = match () {
            () if is(first, INSTEAD) => {
                first + 1 + usize::from(is(first + 1, &["of", "de", "von", "du"]))
            }
            () if is(first, &["au"]) && is(first + 1, &["lieu"]) => first + 3,
            () => 0,
        };
        if instead > 0 {
            let (other, second) = self.other_man(parts.get(instead..)?)?;
            if let (Some(to), Some(from)) = (one.square(), other.square())
                && to != from
            {
                // `Rg2 instead of h2`
                let man = NamedMen {
                    squares: vec![from],
                    ..one
                };
                return other
                    .name
                    .is_none()
                    .then_some((Written::Move(man, to), instead + second));
            }
            let square = one.square().or(other.square())?;
            let new = NamedMen {
                squares: Vec::new(),
                ..one
            };
            let old = NamedMen {
                squares: vec![square],
                ..other
            };
            return Some((Written::Become(old, new), instead + second));
        }
        if is(first, BECOMES) || is(passive, BECOMES) || replaces && is(first, FILLERS) {
            let fillers =
                (first..parts.len()).take_while(|at| is(*at, BECOMES) || is(*at, FILLERS));
            let behind = first + fillers.count();
            let (other, second) = self.any_man(parts.get(behind..)?)?;
            if one.squares.len() > 1 || one.squares.is_empty() && one.name.is_none() {
                return None;
            }
            let same = other
                .square()
                .is_none_or(|square| Some(square) == one.square());
            let other = NamedMen {
                squares: Vec::new(),
                ..other
            };
            return same.then_some((Written::Become(one, other), behind + second));
        }
        let first = first + usize::from(is(first, GOES));
        if is(first, MOVED) || is(first, ON) {
            let target = parts.get(first + 1)?;
            let squares = super::men::squares(&target.text)?;
            let [to] = squares[..] else { return None };
            let written = match is(first, ON) && one.squares.is_empty() {
                true => Written::Put(one, to),
                false => Written::Move(one, to),
            };
            return Some((written, first + 2));
        }
        if let Some(sides) = word(first).and_then(|word| side_word(&word))
            && one.square().is_some()
            && !parts[first].is_separated()
        {
            let to = NamedMen {
                sides: Some(sides),
                name: None,
                squares: Vec::new(),
                ..one.clone()
            };
            return Some((Written::Become(one, to), first + 1));
        }
        None
    }

    /// `exchange Rh2 and Pd4`, `Rh2 and Pd4 exchanged`, `Tausch Rh2/Pd4`; `first` is the place
    /// behind the first man.
    fn exchange(
        &self,
        parts: &[Part],
        one: &NamedMen,
        first: usize,
        announced: bool,
    ) -> Option<(Written, usize)> {
        let link = squeezed_or_sign(&parts.get(first)?.text);
        let linked = EXCHANGE_LINKS.contains(&link.as_str());
        let marked = matches!(parts[first].mark, Some('/' | ','));
        // `Rh2/Pd4`
        let both = parts[first].mark == Some('/') && one.square().is_some() && !announced;
        let behind = match () {
            () if linked => first + 1,
            () if announced && marked || both => first,
            () => return None,
        };
        let others = parts.get(behind..)?;
        if both {
            let (other, second) = self.whole_man(others)?;
            let ends = parts.get(first + second).is_none_or(Part::is_separated);
            return (ends && other.name.is_some() && one.name.is_some())
                .then(|| (Written::Exchange(one.clone(), other), first + second));
        }
        let (other, second) = match announced {
            true => self
                .any_man(others)
                .filter(|(man, _)| !man.squares.is_empty() || man.name.is_some()),
            false => self.whole_man(others),
        }?;
        let taken = behind + second;
        if announced || link == "<->" {
            return Some((Written::Exchange(one.clone(), other), taken));
        }
        let next = parts.get(taken).map(|part| squeezed(&part.text))?;
        let passive = usize::from(PASSIVE.contains(&next.as_str()));
        let next = parts
            .get(taken + passive)
            .map(|part| squeezed(&part.text))?;
        EXCHANGED_BEHIND.contains(&next.as_str()).then(|| {
            let written = Written::Exchange(one.clone(), other);
            (written, taken + passive + 1)
        })
    }

    /// `change colour of Pd4`, `Farbwechsel Pd4`.
    fn of_colour(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let end = (1..parts.len().min(7))
            .find(|at| parts[*at].is_separated())
            .unwrap_or(parts.len().min(7));
        let is = |at: usize, list: &[&str]| list.contains(&squeezed(&parts[at].text).as_str());
        (0..end).find(|at| is(*at, COLOUR))?;
        let mut man = None;
        let mut at = 0;
        while at < end {
            if is(at, COLOUR) || is(at, COLOUR_WORDS) {
                at += 1;
            } else if let (None, Some((found, taken))) = (&man, self.whole_man(&parts[at..end])) {
                man = Some(found);
                at += taken;
            } else {
                return None;
            }
        }
        man.map(|man| (Written::Recolour(man), end))
    }

    /// A man with or without a square.
    fn any_man(&self, parts: &[Part]) -> Option<(NamedMen, usize)> {
        if let Some(found) = men(parts, &self.statement.walks) {
            return Some(found);
        }
        let part = parts.first()?;
        if let Some(sides) = side_word(&squeezed(&part.text)) {
            let nobody = self.man_in_word("a1", part.span())?;
            let man = NamedMen {
                sides: Some(sides),
                squares: Vec::new(),
                ..nobody
            };
            return Some((man, 1));
        }
        self.man_or_name(&part.text, part.span())
            .map(|man| (man, 1))
    }

    /// `rotate 90`, `board turned 90°`, `Spiegelung a1<->h1`, `polish`, `all one square up`.
    fn of_board(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let taken = parts.iter().take(8).take_while(|part| {
            !matches!(part.mark, Some(',' | ';')) || part.start == parts[0].start
        });
        let words: Vec<String> = taken.map(|part| squeezed_or_sign(&part.text)).collect();
        let written = &self.text[parts[0].start..parts[0].end];
        if let (Some("90" | "180" | "270"), true) =
            (words.first().map(String::as_str), written.ends_with('°'))
        {
            for length in (1..=words.len()).rev() {
                let mut turned = vec!["rotate".to_owned()];
                turned.extend_from_slice(&words[..length]);
                if let Some(change) = of_board_words(&turned) {
                    return Some((Written::Done(change), length));
                }
            }
        }
        for length in (1..=words.len()).rev() {
            let change = of_board_words(&words[..length]);
            if let Some(change) = change {
                return Some((Written::Done(change), length));
            }
        }
        None
    }

    /// `no Circe`, `without condition`.
    fn of_conditions(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let first = squeezed(&parts.first()?.text);
        if ORTHODOX.contains(&first.as_str()) {
            return Some((Written::Plain, 1));
        }
        let found = self.other_conditions(parts);
        if let Some(found) = found.or_else(|| self.more_conditions(parts)) {
            return Some(found);
        }
        if !WITHOUT.contains(&first.as_str()) {
            return None;
        }
        let named = parts.get(1)?;
        if CONDITION.contains(&squeezed(&named.text).as_str()) {
            return Some((Written::Plain, 2));
        }
        let mut sorter = Sorter::new(self.text, self.language);
        let taken = 1 + to_next_mark(&parts[1..]);
        sorter.sort(&parts[1..taken]);
        let said = sorter.finish().ok()?;
        let keys: Vec<String> = said.conditions.into_iter().map(|found| found.key).collect();
        (!keys.is_empty()).then_some((Written::Without(keys), taken))
    }

    /// Conditions and nothing else.
    fn only_conditions(&self, parts: &[Part]) -> Option<Vec<Condition>> {
        let mut sorter = Sorter::new(self.text, self.language);
        sorter.sort(parts);
        let said = sorter.finish().ok()?;
        let only = said.stipulation.is_none() && said.twins.is_empty() && !said.has_men();
        (only && !said.conditions.is_empty()).then_some(said.conditions)
    }

    /// `additionally Einstein`, `plus Circe`, `additional condition: Circe`.
    fn more_conditions(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let word = |at: usize| parts.get(at).map(|part| squeezed_or_sign(&part.text));
        let is =
            |at: usize, list: &[&str]| word(at).is_some_and(|word| list.contains(&word.as_str()));
        if !is(0, ALSO) {
            return None;
        }
        let first = 1 + usize::from(is(1, CONDITION) || is(1, LINKS));
        let behind = parts.get(first..).filter(|behind| !behind.is_empty())?;
        let end = to_next_mark(behind);
        let conditions = self.only_conditions(&behind[..end])?;
        Some((Written::Also(conditions), first + end))
    }

    /// `Madrasi instead of Circe`.
    fn other_conditions(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let end = to_next_mark(parts);
        let word = |at: usize| squeezed(&parts[at].text);
        let link = (1..end).find(|at| INSTEAD.contains(&word(*at).as_str()))?;
        let behind = link + 1;
        let of = behind < end && ["of", "de", "von", "du"].contains(&word(behind).as_str());
        let new = self.only_conditions(&parts[..link])?;
        if behind >= end {
            return Some((Written::Done(Change::Conditions(new)), end));
        }
        let old = self.only_conditions(&parts[behind + usize::from(of)..end])?;
        let keys = old.into_iter().map(|condition| condition.key).collect();
        Some((Written::Replace(keys, new), end))
    }

    /// `bRh2`, `black Rh2`: a man that stands there now.
    fn of_standing(&self, parts: &[Part]) -> Option<(Written, usize)> {
        let (man, taken) = self.whole_man(parts)?;
        man.name.as_ref()?;
        Some((Written::Stand(man), taken))
    }
}

/// As many words as the longest change of a man has.
const MOST: usize = 5;

/// `kings exchanged`, `Könige vertauscht`: the parts of which it consists.
fn kings_exchanged(parts: &[Part]) -> Option<usize> {
    const KINGS: &[&str] = &["kings", "koenige", "rois", "kk"];
    let word = |at: usize| parts.get(at).map(|part| squeezed(&part.text));
    let is = |at: usize, list: &[&str]| word(at).is_some_and(|word| list.contains(&word.as_str()));
    let turned = is(0, KINGS) && is(1, EXCHANGED_BEHIND) && !parts[1].is_separated();
    let straight = is(0, EXCHANGED) && is(1, KINGS) && word(0).as_deref() != Some("swap");
    (turned || straight).then_some(2)
}

fn to_next_label(parts: &[Part]) -> usize {
    let starts = |at: &usize| {
        let found = label(&parts[*at], parts.get(at + 1));
        // `b)+wKb3->c3`, `=a)` and `= b)` name a base.
        let is_base = *at > 0 && parts[*at - 1].text == "=";
        found.is_some() && !is_base && (*at > 0 || found.is_some_and(|label| label.continued))
    };
    (0..parts.len()).find(starts).unwrap_or(parts.len())
}

fn to_next_mark(parts: &[Part]) -> usize {
    let marked = |at: &usize| *at > 0 && parts[*at].is_separated();
    (0..parts.len()).find(marked).unwrap_or(parts.len())
}

/// Letters run together, or the sign itself.
fn squeezed_or_sign(text: &str) -> String {
    let word = squeezed(text);
    match word.is_empty() || text.contains("->") || text.contains("=>") {
        true => text.to_lowercase(),
        false => word,
    }
}

fn side_word(word: &str) -> Option<Sides> {
    match word {
        "white" | "weiss" | "blanc" | "blanche" => Some(Sides::White),
        "black" | "schwarz" | "noir" | "noire" => Some(Sides::Black),
        "neutral" | "neutre" => Some(Sides::Both),
        _ => None,
    }
}

/// Turns, reflections, shifts and exchanges of colours, in words.
fn of_board_words(words: &[String]) -> Option<Change> {
    let phrase = words.concat();
    if POLISH.contains(&phrase.as_str()) {
        return Some(Change::PolishType);
    }
    let known = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let harmless = |word: &String| {
        [TURNED, BOARD_WORDS, MIRRORED, AXES_WORDS]
            .iter()
            .any(|list| list.contains(&word.as_str()))
            || word.parse::<u16>().is_ok()
            || axis(word).is_some()
            || word.contains('>')
    };
    if !words.iter().all(harmless) && !is_shift(words) {
        return None;
    }
    if known(TURNED) {
        let way = words
            .iter()
            .find_map(|word| word.split_once("->").or(word.split_once("=>")));
        match way.map(|(from, to)| (from.trim_end_matches('='), to)) {
            Some(("a1", "h1")) => return Some(Change::Rotate(Rotation::Quarter)),
            Some(("a1", "h8")) => return Some(Change::Rotate(Rotation::Half)),
            Some(("a1", "a8")) => return Some(Change::Rotate(Rotation::ThreeQuarters)),
            Some(_) => return None,
            None => {}
        }
        let degrees = words.iter().find_map(|word| word.parse::<u16>().ok())?;
        let clockwise = known(&["clockwise", "right", "rechts", "uhrzeigersinn", "droite"])
            && !known(&[
                "anticlockwise",
                "counterclockwise",
                "left",
                "links",
                "gegen",
                "entgegen",
                "gauche",
            ]);
        return match (degrees, clockwise) {
            (90, false) | (270, true) => Some(Change::Rotate(Rotation::Quarter)),
            (180, _) => Some(Change::Rotate(Rotation::Half)),
            (270, false) | (90, true) => Some(Change::Rotate(Rotation::ThreeQuarters)),
            _ => None,
        };
    }
    if known(MIRRORED) {
        // "Horizontally" alone is said of both; "at the horizontal axis" is not.
        let at_axis = known(&["axis", "achse", "axe", "line", "linie"]);
        let along = |list: &[&str]| at_axis && known(list);
        if along(&[
            "vertical",
            "vertikale",
            "vertikaler",
            "vertikalen",
            "verticale",
        ]) {
            return Some(Change::Mirror(Mirror::A1H1));
        }
        if along(&["horizontal", "horizontale", "horizontaler", "horizontalen"]) {
            return Some(Change::Mirror(Mirror::A1A8));
        }
        return words.iter().find_map(|word| axis(word)).map(Change::Mirror);
    }
    shift(words)
}

fn axis(word: &str) -> Option<Mirror> {
    let word = word.replace("<->", "").replace("<>", "");
    Some(match word.as_str() {
        "a1h1" | "ah" | "leftright" | "lefttoright" | "linksrechts" | "gauchedroite" => {
            Mirror::A1H1
        }
        "a1a8" | "18" | "updown" | "topbottom" | "obenunten" | "hautbas" => Mirror::A1A8,
        "a1h8" => Mirror::A1H8,
        "a8h1" => Mirror::A8H1,
        _ => return None,
    })
}

fn is_shift(words: &[String]) -> bool {
    shift(words).is_some()
}

/// `shift a1->b1`, `move all a1->a2`, `all one square up`, `alles 1 Feld nach rechts`.
fn shift(words: &[String]) -> Option<Change> {
    let is = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if !is(SHIFTED) {
        return None;
    }
    if let Some(way) = words.iter().find(|word| word.contains('>')) {
        let (from, to) = way.split_once("->").or(way.split_once("=>"))?;
        let from = Square::from_name(from.trim_end_matches('='))?;
        return Some(Change::Shift(from, Square::from_name(to)?));
    }
    // `position shifted a1=b1`
    let pair = |word: &String| {
        let (from, to) = word.split_once('=')?;
        Some(Change::Shift(
            Square::from_name(from)?,
            Square::from_name(to)?,
        ))
    };
    if let Some(shift) = words.iter().find_map(pair) {
        return Some(shift);
    }
    let one = |word: &String| (word == "dune" || word == "dun").then_some(1);
    let count = words
        .iter()
        .find_map(|word| super::asked::number(word).or_else(|| one(word)))?;
    let count = u8::try_from(count).ok().filter(|count| *count < 8)?;
    let bare = words.len() < 5 && is(&["all", "everything", "alles", "tout"]);
    if !is(SQUARES) && !bare && !words.iter().any(|word| word.contains("feld")) {
        return None;
    }
    let (origin, target) = if is(&["up", "upwards", "oben", "haut", "hoch", "hoeher", "higher"]) {
        (Square::at(0, 0), Square::at(0, count))
    } else if is(&["down", "downwards", "unten", "bas", "tiefer", "lower"]) {
        (Square::at(0, count), Square::at(0, 0))
    } else if is(&["right", "rechts", "droite"]) {
        (Square::at(0, 0), Square::at(count, 0))
    } else if is(&["left", "links", "gauche"]) {
        (Square::at(count, 0), Square::at(0, 0))
    } else {
        return None;
    };
    Some(Change::Shift(origin, target))
}

/// Words that say a twin goes on from the one before.
const CONTINUED: &[&str] = &[
    "ferner",
    "weiter",
    "further",
    "furthermore",
    "continued",
    "enplus",
    "deplus",
    "zusaetzlich",
    "additionally",
];
/// `with`: a king named behind it is the one who stands elsewhere.
const WITH: &[&str] = &["with", "mit", "avec"];
const ADDED_BEHIND: &[&str] = &[
    "added",
    "hinzu",
    "hinzugefuegt",
    "dazu",
    "zusaetzlich",
    "ajoute",
    "ajoutee",
    "more",
    "mehr",
];
const PASSIVE: &[&str] = &[
    "is", "are", "wird", "werden", "est", "sont", "changes", "change",
];
const REPLACED: &[&str] = &[
    "replace",
    "replacing",
    "replaces",
    "ersetze",
    "ersetzen",
    "remplacer",
    "remplacez",
    "change",
];
const FILLERS: &[&str] = &[
    "by", "with", "durch", "mit", "par", "to", "into", "in", "as", "zu", "zum", "zur", "a", "an",
    "the", "ein", "eine", "einen", "un", "une", "en",
];
const GOES: &[&str] = &[
    "moved",
    "moves",
    "goes",
    "shifted",
    "versetzt",
    "verschoben",
    "deplace",
];
const ARTICLES: &[&str] = &[
    "the", "a", "an", "den", "die", "das", "der", "dem", "ein", "eine", "einen", "le", "la", "les",
    "un", "une",
];
const ON: &[&str] = &["on", "at", "sur", "auf", "en"];
const EXCHANGED_BEHIND: &[&str] = &[
    "exchanged",
    "swapped",
    "interchanged",
    "exchange",
    "places",
    "vertauscht",
    "getauscht",
    "tauschen",
    "echanges",
    "permutes",
    "interverti",
    "intervertis",
    "swap",
    "platz",
];
const COLOUR: &[&str] = &[
    "colour",
    "color",
    "colours",
    "colors",
    "farbe",
    "farben",
    "couleur",
    "couleurs",
    "farbwechsel",
    "umgefaerbt",
    "recolour",
    "recolor",
    "recoloured",
    "recolored",
];
const COLOUR_WORDS: &[&str] = &[
    "change",
    "changes",
    "changed",
    "changing",
    "of",
    "the",
    "its",
    "von",
    "des",
    "der",
    "de",
    "du",
    "la",
    "wechselt",
    "wechsel",
    "wechseln",
    "aendern",
    "aendert",
    "andere",
    "other",
    "opposite",
    "reverse",
    "reversed",
    "reversing",
    "seine",
    "is",
    "wird",
    "changement",
    "changee",
    "change",
    "inverse",
    "has",
    "in",
    "hat",
];
/// A condition beside those that hold already.
const ALSO: &[&str] = &[
    "plus",
    "additional",
    "additionally",
    "also",
    "and",
    "too",
    "zusaetzlich",
    "zusaetzliche",
    "auch",
    "ausserdem",
    "und",
    "et",
    "aussi",
    "deplus",
    "furthermore",
    "+",
    "&",
];
/// No condition at all.
const ORTHODOX: &[&str] = &[
    "orthodox",
    "orthodoxe",
    "orthodoxes",
    "unconditional",
    "bedingungslos",
];
const REMOVED: &[&str] = &[
    "without",
    "ohne",
    "sans",
    "minus",
    "remove",
    "removing",
    "delete",
    "omit",
    "entferne",
    "oter",
    "ote",
    "enlever",
    "supprimer",
    "-",
    "no",
    "kein",
    "keine",
    "keinen",
    "retirer",
    "retire",
    "entfernung",
    "deleting",
    "omitting",
    "dropping",
    "drop",
    "loesche",
    "streiche",
];
const GONE: &[&str] = &[
    "gestrichen",
    "eliminated",
    "weggelassen",
    "elimine",
    "retire",
    "disparait",
    "removed",
    "deleted",
    "omitted",
    "entfernt",
    "weg",
    "entfaellt",
    "enleve",
    "ote",
    "supprime",
    "off",
    "away",
    "gone",
    "missing",
    "absent",
    "fehlt",
    "fehlen",
    "dropped",
    "supprimes",
    "enleves",
    "entfernen",
    "remove",
    "retire",
];
const ADDED: &[&str] = &[
    "plus",
    "add",
    "adding",
    "mit",
    "avec",
    "with",
    "hinzufuegen",
    "fuege",
    "ajouter",
    "ajoute",
    "zusaetzlich",
    "+",
    "additional",
    "additionally",
    "extra",
    "zusaetzlicher",
    "zusaetzliche",
    "zusaetzlichem",
    "supplementaire",
    "adds",
    "hinzu",
    "addition",
];
const MOVING: &[&str] = &[
    "move",
    "shift",
    "versetze",
    "deplacer",
    "deplace",
    "moving",
    "moves",
    "versetzt",
    "ziehe",
    "verschiebe",
    "verschiebt",
    "setze",
    "place",
    "put",
    "stelle",
    "placer",
];
const MOVED: &[&str] = &["to", "nach", "auf", "en", "vers", "a", "->", "-", ">"];
const INSTEAD: &[&str] = &[
    "statt",
    "anstatt",
    "instead",
    "insteadof",
    "for",
    "fuer",
    "aulieude",
    "pour",
];
const BECOMES: &[&str] = &[
    "becomes",
    "is",
    "wird",
    "wirdzu",
    "ist",
    "devient",
    "=",
    "=>",
    "->",
    "replacedby",
    "replaced",
    "by",
    "replace",
    "ersetzt",
    "remplace",
    "turns",
    "changed",
    "becoming",
    "changes",
    "werden",
    "deviennent",
    "est",
    "sont",
    "are",
    "remplaces",
    "gewechselt",
    "wechselt",
    "durch",
    "par",
    "ersetzen",
];
const EXCHANGED: &[&str] = &[
    "exchange",
    "swap",
    "exchanging",
    "interchange",
    "tausche",
    "vertausche",
    "tausch",
    "echange",
    "echanger",
    "permuter",
    "swapping",
    "interchanging",
    "platztausch",
    "platzwechsel",
    "vertauschen",
    "austausch",
    "wechsle",
    "permutation",
    "permutez",
    "echangez",
];
const EXCHANGE_LINKS: &[&str] = &[
    "and", "with", "und", "mit", "et", "avec", "<->", "/", "for", "gegen", "contre",
];
const LINKS: &[&str] = &[
    "and",
    "und",
    "et",
    "with",
    "mit",
    "avec",
    "twin",
    "zwilling",
    "jumeau",
    "stipulation",
    "forderung",
    "enonce",
    "then",
    "dann",
    "puis",
    "now",
    "jetzt",
    "but",
    "aber",
    "mais",
    "sowie",
    "ausserdem",
    "also",
    "ersetzt",
    "weiss",
    "the",
    "position",
    "diagram",
    "diagramm",
    "diagramme",
    "change",
    "aenderung",
    "hinzu",
    "places",
    "their",
    "wird",
];
const WITHOUT: &[&str] = &["no", "without", "ohne", "kein", "keine", "sans", "pasde"];
const CONDITION: &[&str] = &[
    "condition",
    "conditions",
    "bedingung",
    "bedingungen",
    "fairycondition",
    "fairyconditions",
    "maerchenbedingung",
];
const POLISH: &[&str] = &[
    "white<->black",
    "weiss<->schwarz",
    "blanc<->noir",
    "polish",
    "polishtype",
    "polishtwin",
    "polnisch",
    "polnischerzwilling",
    "farbwechsel",
    "coloursexchanged",
    "colorsexchanged",
    "exchangecolours",
    "exchangecolors",
    "colourchange",
    "colorchange",
    "coloursreversed",
    "colorsreversed",
    "reversecolours",
    "farbenvertauscht",
    "farbtausch",
    "couleursechangees",
    "echangedescouleurs",
    "couleurechange",
    "polonais",
    "changecolours",
    "changecolors",
    "changeofcolours",
    "changeofcolors",
    "colourschanged",
    "colorschanged",
    "changeallcolours",
    "exchangeofcolours",
    "exchangeofcolors",
    "swapcolours",
    "swapcolors",
    "allcoloursreversed",
    "reversedcolours",
    "reversecolors",
    "reversedcolors",
    "coloursswapped",
    "colorsswapped",
    "farbenwechseln",
    "farbenumgekehrt",
    "farbwechselallersteine",
    "vertauschtefarben",
    "farbentausch",
    "farbenwechsel",
    "allefarbenvertauscht",
    "couleursinversees",
    "inversiondescouleurs",
    "changementdescouleurs",
    "changementdecouleur",
    "polishchess",
    "coloursinterchanged",
    "colorsinterchanged",
    "interchangecolours",
    "interchangecolors",
    "blackandwhiteexchanged",
    "whiteandblackexchanged",
    "blackandwhiteinterchanged",
    "schwarzundweissvertauscht",
    "weissundschwarzvertauscht",
    "blancsetnoirsechanges",
    "exchangeblackandwhite",
    "swapblackandwhite",
    "invertcolours",
    "invertcolors",
    "coloursofallmenreversed",
    "coloursinverted",
    "colorsinverted",
    "coloursofallpiecesreversed",
    "colourinversion",
];
const TURNED: &[&str] = &[
    "rotate",
    "rot",
    "clockwise",
    "anticlockwise",
    "counterclockwise",
    "uhrzeigersinn",
    "uhrzeigersinns",
    "rotated",
    "rotation",
    "turn",
    "turned",
    "turning",
    "drehung",
    "gedreht",
    "drehe",
    "tourne",
    "tourner",
    "drehen",
    "tournee",
    "rotationde",
    "rotating",
    "rotee",
    "pivoter",
    "pivote",
    "brettdrehung",
    "boardrotation",
    "rotationof",
    "rotations",
];
const BOARD_WORDS: &[&str] = &[
    "board",
    "im",
    "gegen",
    "entgegen",
    "dem",
    "den",
    "to",
    "right",
    "left",
    "rechts",
    "links",
    "droite",
    "gauche",
    "a",
    "la",
    "nach",
    "vers",
    "position",
    "the",
    "by",
    "of",
    "degrees",
    "degree",
    "grad",
    "um",
    "brett",
    "stellung",
    "das",
    "die",
    "echiquier",
    "tableau",
    "de",
    "degres",
    "le",
    "la",
    "to",
    "clockwise",
    "anticlockwise",
    "counterclockwise",
    "right",
    "left",
    "nach",
    "rechts",
    "links",
    "im",
    "gegen",
    "den",
    "uhrzeigersinn",
    "a",
    "droite",
    "gauche",
    "diagram",
    "diagramm",
    "diagramme",
    "whole",
    "entire",
    "men",
    "pieces",
    "all",
    "ganze",
    "ganzen",
    "diagrams",
    "angle",
    "an",
    "uhrzeiger",
    "horaire",
    "sens",
    "sinn",
    "dans",
];
const MIRRORED: &[&str] = &[
    "mirror",
    "mirrored",
    "reflection",
    "reflected",
    "spiegelung",
    "gespiegelt",
    "spiegle",
    "miroir",
    "symetrie",
    "reflect",
    "reflecting",
    "reflexion",
    "mirroring",
    "spiegel",
    "spiegeln",
    "spiegelbild",
    "symmetry",
    "miroiter",
];
const AFTER_KEY: &[&str] = &[
    "afterkey",
    "afterthekey",
    "nachschluessel",
    "nachdemschluessel",
    "apreslacle",
    "aprescle",
];
const AXES_WORDS: &[&str] = &[
    "at",
    "an",
    "axis",
    "achse",
    "axe",
    "along",
    "in",
    "on",
    "der",
    "line",
    "linie",
    "vertical",
    "vertikale",
    "vertikaler",
    "vertikalen",
    "verticale",
    "horizontal",
    "horizontale",
    "horizontaler",
    "horizontalen",
    "sur",
    "par",
    "rapport",
];
const SHIFTED: &[&str] = &[
    "shift",
    "shifted",
    "move",
    "moved",
    "all",
    "everything",
    "alle",
    "alles",
    "tout",
    "toutes",
    "verschiebung",
    "verschoben",
    "verschiebe",
    "translation",
    "whole",
    "entire",
    "position",
    "stellung",
    "board",
    "brett",
    "ganze",
    "toute",
    "ensemble",
    "men",
    "pieces",
    "steine",
    "diagram",
    "diagramm",
];
const SQUARES: &[&str] = &[
    "square", "squares", "file", "files", "rank", "ranks", "row", "column", "feld", "felder",
    "linie", "reihe", "case", "cases", "colonne", "rangee", "rows", "columns", "zeile", "rangees",
    "colonnes", "linien", "reihen", "step", "steps", "schritt",
];

/// Where a change could not be made.
pub(super) type Fault = Diagnostic;

impl Statement {
    /// Finds the men that twins speak of, tries every change, and puts the twins into the
    /// problem, whose diagram is complete.
    pub(super) fn resolve_twins(&self, problem: &mut Problem) -> Vec<Fault> {
        let mut faults = Vec::new();
        let language = self.language_of_letters(problem);
        for stated in &self.twins {
            problem.twins.push(Twin {
                continued: stated.continued,
                changes: Vec::new(),
            });
            for change in &stated.changes {
                let now = last_version(problem);
                let changes = match change.resolve(&now, language, &self.walks) {
                    Ok(changes) => changes,
                    Err(fault) => {
                        faults.push(fault);
                        continue;
                    }
                };
                let twin = problem.twins.last_mut().expect("it was pushed above");
                twin.changes.extend(changes);
                let versions = problem.versions();
                let notes = versions.last().map(|version| version.notes.clone());
                if let Some(reason) = notes.unwrap_or_default().pop() {
                    faults.push(Diagnostic::ImpossibleChange {
                        reason,
                        at: change.at,
                    });
                    let twin = problem.twins.last_mut().expect("it was pushed above");
                    twin.changes.pop();
                }
            }
        }
        faults
    }

    /// The language whose letters fit the men of the diagram that twins speak of, the
    /// statement's own if several do.
    fn language_of_letters(&self, problem: &Problem) -> Language {
        let own = self.letters_language();
        let fits = |language: &Language| {
            let named = self.twins.iter().flat_map(|twin| &twin.changes);
            let named = named.flat_map(WrittenChange::named_men);
            named
                .filter(|man| {
                    let on = man.square().map(|square| problem.diagram.on(square));
                    on.is_some_and(|on| on.is_some() && man.fits(on, *language, &self.walks))
                })
                .count()
        };
        let others = [Language::Fr, Language::De, Language::En];
        let languages = others.into_iter().filter(|language| *language != own);
        languages.chain([own]).max_by_key(fits).unwrap_or(own)
    }
}

/// The problem as the last twin has it so far.
fn last_version(problem: &Problem) -> Problem {
    let versions = problem.versions();
    let last = versions.into_iter().next_back();
    last.map_or_else(|| problem.clone(), |version| version.problem)
}

impl WrittenChange {
    /// Whether it changes men or board, not what is asked.
    fn is_positional(&self) -> bool {
        !matches!(
            self.written,
            Written::Done(Change::Stipulation(_) | Change::Conditions(_))
                | Written::Without(_)
                | Written::Also(_)
                | Written::Replace(..)
                | Written::Plain
        )
    }

    /// The men that it takes to be on the board.
    fn named_men(&self) -> Vec<&NamedMen> {
        match &self.written {
            Written::Exchange(man, other) => vec![man, other],
            Written::Move(man, _)
            | Written::Become(man, _)
            | Written::Recolour(man)
            | Written::Remove(man) => vec![man],
            _ => Vec::new(),
        }
    }

    /// The changes of the problem language, for the version as it stands.
    fn resolve(
        &self,
        problem: &Problem,
        language: Language,
        own: &[WalkId],
    ) -> Result<Vec<Change>, Fault> {
        let finder = Finder {
            problem,
            language,
            own,
            at: self.at,
        };
        Ok(match &self.written {
            Written::Done(change) => vec![change.clone()],
            Written::Move(man, to) => vec![Change::Move(finder.find(man)?, *to)],
            Written::Exchange(one, other) => {
                vec![Change::Exchange(finder.find(one)?, finder.find(other)?)]
            }
            Written::Remove(man) if man.squares.is_empty() => {
                vec![Change::Remove(finder.find(man)?)]
            }
            Written::Remove(man) => {
                let each = man.squares.iter().map(|square| {
                    let man = NamedMen {
                        squares: vec![*square],
                        ..man.clone()
                    };
                    finder.find(&man).map(Change::Remove)
                });
                each.collect::<Result<_, _>>()?
            }
            Written::Add(man) => finder.add(man)?,
            Written::With(man) if finder.walk(man)? == walk_id::KING => finder.stand(man)?,
            Written::With(man) => finder.add(man)?,
            Written::Put(man, to) => finder.put(man, *to)?,
            Written::Recolour(man) => finder.recolour(man)?,
            Written::Also(new) => {
                let all = problem.conditions.iter().chain(new);
                vec![Change::Conditions(all.cloned().collect())]
            }
            Written::Replace(keys, new) => {
                let without =
                    |key: &&String| !problem.conditions.iter().any(|held| held.key == **key);
                if let Some(missing) = keys.iter().find(without) {
                    return Err(finder.does_not_hold(missing));
                }
                let left = problem.conditions.iter();
                let left = left.filter(|held| !keys.contains(&held.key));
                vec![Change::Conditions(left.chain(new).cloned().collect())]
            }
            Written::Stand(man) => finder.stand(man)?,
            Written::Become(man, to) => {
                let square = finder.find(man)?;
                let before = problem.diagram.on(square);
                let walk = match to.name {
                    Some(_) => finder.walk(to)?,
                    None => before.walk(),
                };
                let after = to.piece(walk, to.sides.unwrap_or(before.sides()));
                let after = match to.name {
                    None if before.is_royal() => after.royal(),
                    _ => after,
                };
                vec![Change::Add(square, after)]
            }
            Written::Without(keys) => {
                let without =
                    |key: &String| !problem.conditions.iter().any(|held| held.key == *key);
                if let Some(missing) = keys.iter().find(|key| without(key)) {
                    return Err(finder.does_not_hold(missing));
                }
                let left = problem.conditions.iter();
                let left = left.filter(|held| !keys.contains(&held.key));
                vec![Change::Conditions(left.cloned().collect())]
            }
            Written::Plain => vec![Change::Conditions(Vec::new())],
        })
    }
}

/// Looks for men on the board of a version.
struct Finder<'a> {
    problem: &'a Problem,
    language: Language,
    own: &'a [WalkId],
    at: SourceSpan,
}

impl Finder<'_> {
    /// The square of the man that is named; it must be the one that stands there.
    fn find(&self, man: &NamedMen) -> Result<Square, Fault> {
        let Some(square) = man.square() else {
            return self.only_one(man);
        };
        let on = self.problem.diagram.on(square);
        if on.is_none() {
            return Err(Diagnostic::EmptySquare {
                square,
                at: self.at,
            });
        }
        if self.fits(man, on) {
            return Ok(square);
        }
        let name = self.problem.diagram.geometry.name(square);
        Err(self.impossible(format!("a {} stands on {name}", describe(on))))
    }

    /// The only man on the board that is called so.
    fn only_one(&self, man: &NamedMen) -> Result<Square, Fault> {
        let men = self.problem.diagram.men();
        let mut men = men.filter(|(_, on)| self.fits(man, *on));
        match (men.next(), men.next()) {
            (Some((square, _)), None) => Ok(square),
            (None, _) => Err(self.impossible("no such man is on the board".to_owned())),
            _ => Err(self.impossible("there are several such men: name the square".to_owned())),
        }
    }

    fn walk(&self, man: &NamedMen) -> Result<WalkId, Fault> {
        let walk = man.walk(self.language, self.own);
        let anywhere = || {
            Language::ALL
                .into_iter()
                .find_map(|language| man.walk(language, self.own))
        };
        walk.or_else(anywhere)
            .ok_or_else(|| self.impossible("no man has these letters".to_owned()))
    }

    fn add(&self, man: &NamedMen) -> Result<Vec<Change>, Fault> {
        let Some(sides) = man.sides else {
            return Err(Diagnostic::Missing {
                word: "the man to add".to_owned(),
                needs: "its colour, e.g. `+bPa7`".to_owned(),
                at: self.at,
            });
        };
        let piece = man.piece(self.walk(man)?, sides);
        for square in &man.squares {
            let on = self.problem.diagram.on(*square);
            if on.is_some() {
                let name = self.problem.diagram.geometry.name(*square);
                return Err(self.impossible(format!("a {} stands on {name} already", describe(on))));
            }
        }
        Ok(man
            .squares
            .iter()
            .map(|square| Change::Add(*square, piece))
            .collect())
    }

    /// `bRh2`: replaces or recolours the man there; on an empty square the king that has moved.
    fn stand(&self, man: &NamedMen) -> Result<Vec<Change>, Fault> {
        let walk = self.walk(man)?;
        let Some(square) = man.square() else {
            return self.add(man);
        };
        let on = self.problem.diagram.on(square);
        let name = self.problem.diagram.geometry.name(square);
        if on.is_some() {
            let piece = man.piece(walk, man.sides.unwrap_or(on.sides()));
            if piece == on {
                let already = format!("a {} stands on {name} already", describe(on));
                return Err(self.impossible(already));
            }
            return Ok(vec![Change::Add(square, piece)]);
        }
        let same = |other: &(Square, Piece)| {
            other.1.walk() == walk && man.sides.is_none_or(|sides| sides == other.1.sides())
        };
        let mut men = self.problem.diagram.men().filter(same);
        match (men.next(), men.next()) {
            (Some((from, found)), None) if found.is_royal() => Ok(vec![Change::Move(from, square)]),
            (None, _) if man.sides.is_some() => self.add(man),
            _ => Err(Diagnostic::Malformed {
                found: name.clone(),
                expected: "an occupied square".to_owned(),
                help: Some(format!(
                    "write `+` in front to add a man, or say where it comes from, e.g. `a1->{name}`"
                )),
                at: self.at,
            }),
        }
    }

    /// Whether a man may be the one that is named; letters that the language lacks are read in
    /// another.
    fn fits(&self, man: &NamedMen, on: Piece) -> bool {
        let foreign = || {
            let unknown = man.name.is_some() && man.walk(self.language, self.own).is_none();
            unknown
                && self.walk(man).is_ok_and(|walk| walk == on.walk())
                && man.sides.is_none_or(|sides| sides == on.sides())
        };
        man.fits(on, self.language, self.own) || foreign()
    }

    /// The only such man goes to the square; if there is none, one appears. On an occupied
    /// square it takes the place of the man there.
    fn put(&self, man: &NamedMen, to: Square) -> Result<Vec<Change>, Fault> {
        if self.problem.diagram.on(to).is_some() {
            return self.stand(&NamedMen {
                squares: vec![to],
                ..man.clone()
            });
        }
        let mut men = self.problem.diagram.men();
        if men.any(|(_, on)| self.fits(man, on)) {
            return Ok(vec![Change::Move(self.only_one(man)?, to)]);
        }
        self.add(&NamedMen {
            squares: vec![to],
            ..man.clone()
        })
    }

    /// The man in the other colour.
    fn recolour(&self, man: &NamedMen) -> Result<Vec<Change>, Fault> {
        let square = self.find(man)?;
        let before = self.problem.diagram.on(square);
        let sides = match before.sides() {
            Sides::White => Sides::Black,
            Sides::Black => Sides::White,
            Sides::Both => {
                return Err(self.impossible("a neutral man has no other colour".to_owned()));
            }
        };
        Ok(vec![Change::Add(square, before.with_sides(sides))])
    }

    fn does_not_hold(&self, key: &str) -> Fault {
        self.impossible(format!("`{key}` does not hold in this version"))
    }

    fn impossible(&self, reason: String) -> Fault {
        Diagnostic::ImpossibleChange {
            reason,
            at: self.at,
        }
    }
}
