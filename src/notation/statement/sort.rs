//! Sorts the phrases of a statement into the lists that the reader of the problem language reads.

use super::asked::{asked, number};
use super::list::list;
use super::men::{men, vector_leaper, walk_named};
use super::near::{is_slip, nearest};
use super::part::{Label, Part, label, span, squeezed};
use super::phrase::{DICE, Known, Languages, MEANINGS, Meaning, REFINEMENTS, refinement};
use super::placed::{self, Made};
use super::vocabulary;
use super::{Claim, Kept, MenCount, Statement, Understanding};
use crate::board::Side;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::fate;
use crate::notation::popeye::read::Reader;
use crate::notation::popeye::read::condition::is_size;
use crate::notation::popeye::read::lexer::{Cursor, Token, squares};
use crate::notation::popeye::words::{self, Language, Table, Word};
use crate::problem::{Argument, Condition};
use miette::SourceSpan;
use nom::Parser;
use nom::bytes::complete::tag;
use nom::character::complete::digit1;
use nom::combinator::{all_consuming, opt};
use nom::multi::{many1, separated_list1};
use nom::sequence::terminated;

/// Takes phrases one after the other.
pub(super) struct Sorter<'a> {
    pub(super) text: &'a str,
    pub(super) language: Language,
    pub(super) stipulation: Vec<Part>,
    pub(super) conditions: Vec<Part>,
    /// Where the names of conditions stand among them.
    named: Vec<(usize, &'static Word)>,
    /// Words that refine a condition and stand before it.
    pending: Vec<(Vec<&'static Word>, Part)>,
    /// What refines the dice, wherever it stands, and where it belongs among the conditions.
    dice: Vec<Part>,
    dice_place: Option<usize>,
    options: Vec<Part>,
    last: Last,
    /// What the last word takes.
    takes: &'static str,
    /// Who is said to move first.
    starter: Option<(Side, SourceSpan)>,
    /// Who is said to reach the goal.
    actor: Option<(Side, SourceSpan)>,
    /// The languages in which all words so far exist.
    spoken: Languages,
    pub(super) statement: Statement,
    pub(super) errors: Vec<Diagnostic>,
}

#[derive(Clone, Copy)]
enum Last {
    Nothing,
    Condition(&'static Word),
    Dice,
    Option,
}

/// Whether this says that a program tested the problem, or that none could.
fn is_tested(text: &str) -> bool {
    vocabulary::words("tested").any(|(.., mark)| mark == text)
}

/// As many words as the longest phrase has.
const LONGEST: usize = 8;

impl<'a> Sorter<'a> {
    pub(super) fn new(text: &'a str, language: Language) -> Sorter<'a> {
        Sorter {
            text,
            language,
            stipulation: Vec::new(),
            conditions: Vec::new(),
            named: Vec::new(),
            pending: Vec::new(),
            dice: Vec::new(),
            dice_place: None,
            options: Vec::new(),
            last: Last::Nothing,
            takes: "",
            starter: None,
            actor: None,
            spoken: Languages::ALL,
            statement: Statement::default(),
            errors: Vec::new(),
        }
    }

    pub(super) fn sort(&mut self, parts: &[Part]) {
        // It may stand behind the twins, whose labels it changes.
        let names_zero = |at: usize| {
            let known = longest(&parts[at..], |phrase| MEANINGS.get(phrase));
            known.is_some_and(|(known, _)| known.meaning == Meaning::ZeroPosition)
        };
        let has_first = parts
            .iter()
            .zip(parts.iter().skip(1).map(Some).chain([None]))
            .any(|(part, next)| {
                label(part, next).is_some_and(|label| ['a', 'i'].contains(&label.letter))
            });
        self.statement.zero_position |= has_first && (0..parts.len()).any(names_zero);
        let mut rest = parts;
        while !rest.is_empty() {
            let taken = self.take(rest).max(1);
            rest = &rest[taken.min(rest.len())..];
        }
    }

    /// The language of the words, if all agree on one.
    pub(super) fn spoken(&self) -> Option<Language> {
        self.spoken.only()
    }

    pub(super) fn understood(&mut self, at: SourceSpan, what: &'static str) {
        self.statement.understood.push(Understanding { at, what });
    }

    /// Understands the first phrase; says of how many parts it consists.
    fn take(&mut self, parts: &[Part]) -> usize {
        let part = &parts[0];
        if let Some(label) = label(part, parts.get(1)) {
            return self.twin(label, parts);
        }
        if let Some(taken) = self.unlabelled_twin(parts) {
            return taken;
        }
        if vector_leaper(parts).is_some()
            && let Some(taken) = self.placed(parts).or_else(|| self.legend(parts))
        {
            return taken;
        }
        let known = self
            .by_whom(parts)
            .or_else(|| self.fate(parts))
            .or_else(|| self.dash(parts))
            .or_else(|| self.count_of_men(parts))
            .or_else(|| self.number_in_front(parts))
            .or_else(|| self.stipulation(parts))
            .or_else(|| self.claim(parts))
            .or_else(|| self.number_of_tries(parts))
            .or_else(|| self.marks(part))
            .or_else(|| self.award(parts))
            .or_else(|| self.month(parts))
            .or_else(|| self.source_with_article(parts))
            .or_else(|| self.placed(parts));
        if let Some(taken) = known {
            return taken;
        }
        if let Some((meaning, taken)) = self.phrase(parts) {
            return self.understand(meaning, &parts[..taken], &parts[taken..]);
        }
        if self.is_argument(part) {
            self.argument(part);
            return 1;
        }
        self.size(parts)
            .or_else(|| self.neighbour(part))
            .or_else(|| self.composed(part))
            .or_else(|| self.count_before_squares(parts))
            .or_else(|| self.legend(parts))
            .or_else(|| self.date(parts))
            .or_else(|| self.source(parts))
            .unwrap_or_else(|| self.unknown(parts))
    }

    fn speak(&mut self, languages: Languages) {
        if languages != Languages::NONE {
            self.spoken = self.spoken.and(languages);
        }
    }

    fn stipulation(&mut self, parts: &[Part]) -> Option<usize> {
        // `h2 = nightrider`, `h2 = royal`
        let names_square = super::men::squares(&parts[0].text).is_some()
            && parts.get(1).is_some_and(|next| next.text == "=")
            && parts
                .get(2)
                .is_some_and(|next| number(&next.text).is_none());
        if names_square {
            return None;
        }
        let asked = asked(parts)?;
        let taken = &parts[..asked.taken];
        self.mark(&asked.marks);
        self.speak(asked.languages);
        if !self.stipulation.is_empty() {
            self.errors.push(Diagnostic::Conflict {
                first: format!("`{}`", self.stipulation[0].text),
                second: format!("`{}`", asked.text),
                reason: "a problem has one stipulation; another one belongs to a twin, e.g. `b) h#3`",
                at: span(taken),
            });
        }
        (self.last, self.takes) = (Last::Nothing, "");
        let written = self.written(span(taken));
        if written.to_lowercase().starts_with("sr") {
            let other = match asked.text.strip_prefix("semi-") {
                Some(reflex) => format!("ser-{reflex}"),
                None => asked.text.replacen("ser-", "semi-", 1),
            };
            self.statement.diagnostics.push(Diagnostic::Odd {
                what: format!("`{written}` is read as `{}`, not as `{other}`", asked.text),
                at: span(taken),
            });
        }
        if let Some(white) = asked.white {
            let side = if white { Side::White } else { Side::Black };
            self.actor = Some((side, span(taken)));
        }
        if asked.is_divided && !asked.text.contains('h') {
            self.divided(span(taken));
        }
        self.stipulation = vec![Part {
            text: asked.text,
            start: taken[0].start,
            end: taken[taken.len() - 1].end,
            mark: None,
        }];
        self.understood(span(taken), "stipulation");
        Some(taken.len())
    }

    /// One side is said to move first and the other to reach the goal.
    fn divided(&mut self, at: SourceSpan) {
        self.errors.push(Diagnostic::Conflict {
            first: "the side that moves first".to_owned(),
            second: "the side that mates".to_owned(),
            reason: "in direct play the same side does both; for the play after a key write e.g. `#3, post-key play`, for play together `h#2`",
            at,
        });
    }

    /// `2 solutions`, `zwei Lösungen`, `2sols`, `2.1.1.1`, `2/1/1/1`.
    fn claim(&mut self, parts: &[Part]) -> Option<usize> {
        // `Sentinelles 8/8`
        let counts_men = |condition: &Word| {
            refinement(condition, "maximum").is_some() && !parts[0].is_separated()
        };
        if matches!(self.last, Last::Condition(condition) if counts_men(condition)) {
            let (_, taken) = counts(parts)?;
            let at = span(&parts[..taken]);
            self.errors.push(Diagnostic::Malformed {
                found: self.written(at),
                expected: "a number of pawns for both sides together".to_owned(),
                help: Some("write `MaximumWhite 5 MaximumBlack 3` for each side".to_owned()),
                at,
            });
            self.takes = "";
            return Some(taken);
        }
        if let Some(taken) = self.claim_of_set_play(parts) {
            return Some(taken);
        }
        let (numbers, per_move, taken) = solutions(parts)
            .map(|(number, taken)| (vec![number], false, taken))
            .or_else(|| counts(parts).map(|(numbers, taken)| (numbers, true, taken)))?;
        let claim = Claim {
            numbers,
            per_move,
            at: span(&parts[..taken]),
        };
        self.understood(claim.at, "claim");
        let claims_set_play = claim.per_move && claim.numbers.first() == Some(&0);
        let by_stroke = parts[0].mark == Some('/') && self.statement.claim.is_some();
        let place = match claims_set_play {
            true => &mut self.statement.set_claim,
            // `duplex, 2.1.1.1 / 1.1.1.1`
            false if by_stroke => &mut self.statement.second_claim,
            false => &mut self.statement.claim,
        };
        let put = claim.put(place, self.text);
        self.errors.extend(put.err());
        self.statement.options.set_play |= claims_set_play;
        Some(taken)
    }

    /// `2 Verführungen`: how many tries there are is not judged.
    fn number_of_tries(&mut self, parts: &[Part]) -> Option<usize> {
        number(&parts[0].text)?;
        parts.get(1).filter(|next| !next.is_separated())?;
        let (known, taken) = longest(&parts[1..], |phrase| MEANINGS.get(phrase))?;
        let Meaning::Words(words) = &known.meaning else {
            return None;
        };
        let is_try = words.iter().all(|word| word.key == "try") && taken == 1;
        is_try.then(|| {
            self.statement.options.defence = Some(1);
            self.understood(span(&parts[..2]), "option");
            2
        })
    }

    /// `1 set play`.
    fn claim_of_set_play(&mut self, parts: &[Part]) -> Option<usize> {
        let number = number(&parts[0].text)?;
        parts.get(1).filter(|next| !next.is_separated())?;
        let (known, taken) = longest(&parts[1..], |phrase| MEANINGS.get(phrase))?;
        let Meaning::Words(words) = &known.meaning else {
            return None;
        };
        if !words.iter().all(|word| word.key == "set-play") {
            return None;
        }
        let claim = Claim {
            numbers: vec![number],
            per_move: false,
            at: span(&parts[..=taken]),
        };
        self.understood(claim.at, "claim");
        let put = claim.put(&mut self.statement.set_claim, self.text);
        self.errors.extend(put.err());
        self.statement.options.set_play = true;
        Some(1 + taken)
    }

    /// `5+4`, `12 + 9 + 1n`.
    fn count_of_men(&mut self, parts: &[Part]) -> Option<usize> {
        let mut joined = String::new();
        let mut found = None;
        for (index, part) in parts.iter().take(5).enumerate() {
            if index > 0 && part.is_separated() {
                break;
            }
            joined.push_str(&part.text);
            let numbers = separated_list1(tag("+"), digit1);
            let mut men = all_consuming(terminated(numbers, opt(tag("n"))));
            let read: nom::IResult<&str, Vec<&str>> = men.parse(&joined);
            if let Ok((_, numbers)) = read
                && (2..=3).contains(&numbers.len())
            {
                found = Some((numbers.iter().map(|text| text.parse()).collect(), index + 1));
            }
        }
        let (numbers, taken): (Result<Vec<usize>, _>, usize) = found?;
        let counts_solutions = parts
            .get(taken)
            .is_some_and(|next| !next.is_separated() && is_solutions(&next.text));
        if counts_solutions {
            return None;
        }
        let at = span(&parts[..taken]);
        self.statement.men = Some(MenCount {
            counts: numbers.ok()?,
            at,
        });
        self.understood(at, "number of men");
        Some(taken)
    }

    /// `+Ph2=Rh8->h1`, `-Ra1->g6(Ph7)`: what a man of the game is to become, or not to become.
    fn fate(&mut self, parts: &[Part]) -> Option<usize> {
        let start = parts[0].start;
        let written = self
            .text
            .get(start..)?
            .split([' ', ',', ';', '\n'])
            .next()?;
        if !written.starts_with(['+', '-']) {
            return None;
        }
        let mut languages = [self.language].into_iter().chain(Language::ALL);
        let wish = languages.find_map(|language| fate::read(written, language))?;
        self.statement.options.fates.push(wish);
        let end = start + written.len();
        let taken = parts.iter().take_while(|part| part.start < end).count();
        self.understood(span(&parts[..taken]), "fate of a man");
        Some(taken)
    }

    /// `v. J. Müller`: "von", not the sign for tries.
    fn by_whom(&mut self, parts: &[Part]) -> Option<usize> {
        let is_short = self.written(parts[0].span()) == "v." || {
            parts[0].text == "v" && self.text[parts[0].end..].starts_with('.')
        };
        if !is_short || parts.get(1)?.is_separated() {
            return None;
        }
        match self.names(&parts[1..]) {
            0 => None,
            named => Some(self.keep("author", &parts[..=named])),
        }
    }

    /// `*` for set play, `v`, `vv` for tries, on their own.
    fn marks(&mut self, part: &Part) -> Option<usize> {
        if is_tested(&part.text) {
            return None;
        }
        let is_mark = |c: char| matches!(c, '*' | 'v');
        let is_help = self
            .stipulation
            .first()
            .is_some_and(|asked| asked.text.starts_with('h'));
        // `(v)` ends like the label of a twin; in front of all else it is a version.
        let is_version = is_help || self.stipulation.is_empty();
        if part.text.trim_end_matches(')') == "v" && part.mark == Some('(') && is_version {
            return Some(self.keep("remark", std::slice::from_ref(part)));
        }
        if self.takes.is_empty() && part.text.chars().all(is_mark) {
            self.mark(&part.text);
            self.understood(part.span(), "mark");
            return Some(1);
        }
        None
    }

    pub(super) fn mark(&mut self, marks: &str) {
        self.statement.star |= marks.contains('*');
        self.statement.options.set_play |= marks.contains('*');
        if marks.contains(['v', 'V']) {
            self.statement.options.defence = Some(1);
        }
    }

    /// `1. Preis Schwalbe 1987`, `3rd HM`, `C+ Popeye 4.61`.
    fn award(&mut self, parts: &[Part]) -> Option<usize> {
        if is_tested(&parts[0].text) {
            let taken = 1 + testers(&parts[1..]);
            let taken = taken + time_of_test(&parts[taken..]);
            return Some(self.keep("mark", &parts[..taken]));
        }
        let is_ordinal = usize::from(is_ordinal(&parts[0].text));
        let (known, taken) = longest(parts.get(is_ordinal..)?, |phrase| MEANINGS.get(phrase))?;
        let what = match known.meaning {
            Meaning::Award => "award",
            Meaning::Mark if is_ordinal == 0 => "mark",
            Meaning::Source if is_ordinal == 1 => "source",
            Meaning::Number
                if is_ordinal == 0
                    && parts
                        .get(taken)
                        .is_some_and(|next| starts_number(&next.text)) =>
            {
                let known = known.languages;
                self.speak(known);
                return Some(self.keep("number", &parts[..=taken]));
            }
            _ => return None,
        };
        let languages = known.languages;
        self.speak(languages);
        let taken = taken + is_ordinal;
        let tail = match what {
            "award" => self.names(&parts[taken..]),
            "source" => issue(&parts[taken..]),
            _ => testers(&parts[taken..]),
        };
        Some(self.keep(what, &parts[..taken + tail]))
    }

    /// How many of the parts that follow are a name and a year: neither separated nor phrases.
    fn names(&self, parts: &[Part]) -> usize {
        let mut taken = 0;
        while let Some(part) = parts.get(taken) {
            let opens_year = part.mark == Some('(') && is_year(&part.text);
            // `1982/I`
            let is_half = part.mark == Some('/')
                && taken > 0
                && part.text.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
            if is_half {
                taken += 1;
                continue;
            }
            if part.is_separated() && !opens_year {
                break;
            }
            let rest = &parts[taken..];
            if asked(rest).is_some() || is_label_or_claim(rest) {
                break;
            }
            let starts = part
                .text
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
            let links = vocabulary::is("name-link", &part.text);
            taken += match magazine(rest) {
                Some(words) => words,
                None if (starts || links) && !is_rule(rest) => 1,
                None => break,
            };
        }
        taken
    }

    fn keep(&mut self, what: &'static str, parts: &[Part]) -> usize {
        let at = span(parts);
        let text = self
            .text
            .get(at.offset()..at.offset() + at.len())
            .unwrap_or("");
        self.statement.kept.push(Kept {
            what,
            text: text.to_owned(),
        });
        self.understood(at, what);
        parts.len()
    }

    /// Men with their squares.
    fn placed(&mut self, parts: &[Part]) -> Option<usize> {
        if let Some(list) = list(parts, &self.statement.walks) {
            self.understood(span(&parts[..list.taken]), "men");
            self.speak(list.languages);
            self.statement.placed.extend(list.men);
            return Some(list.taken);
        }
        let (made, taken) = placed::at_front("men", parts, self.place(parts))?;
        let Made::Placed(men) = made else { return None };
        self.understood(span(&parts[..taken]), "men");
        self.statement.placed.extend(men);
        Some(taken)
    }

    /// What stands in front of men, and what their words mean beside.
    fn place(&self, parts: &[Part]) -> placed::Place<'_> {
        let counted = usize::from(parts.len() > 1 && number(&parts[0].text).is_some());
        let refining = longest(&parts[counted..], |phrase| REFINEMENTS.get(phrase));
        placed::Place {
            own: &self.statement.walks,
            takes: self.takes,
            is_refined: self.is_refined_by(&parts[0]),
            refines: refining.is_some(),
        }
    }

    /// `with nightriders`, `sqS=Sauterelle`: walks without squares are a legend, checked against
    /// the board.
    fn legend(&mut self, parts: &[Part]) -> Option<usize> {
        let (made, taken) = placed::at_front("legend", parts, self.place(parts))?;
        let Made::Legend(named, letters) = made else {
            return None;
        };
        if let Some(letters) = letters {
            let walk = named.walk(self.language, &self.statement.walks)?;
            self.statement.letters.push((letters, walk));
        }
        self.understood(span(&parts[..taken]), "legend");
        self.statement.legend.push(named);
        Some(taken)
    }

    /// The longest phrase with a meaning.
    fn phrase(&self, parts: &[Part]) -> Option<(Known, usize)> {
        let mut joined = String::new();
        let mut best = None;
        for (index, part) in parts.iter().take(LONGEST).enumerate() {
            // `Masand (generalised)`
            if index > 0 && part.is_separated() && part.mark != Some('(') {
                break;
            }
            joined += &squeezed(&part.text);
            if let Some(known) = self.meaning(&joined, &parts[0]) {
                best = Some((known, index + 1));
            }
        }
        // `mit Königen` is more than `mit`, also where it refines nothing.
        let refining =
            longest(parts, |phrase| REFINEMENTS.get(phrase)).map_or(0, |(_, taken)| taken);
        best.filter(|(known, taken)| known.meaning != Meaning::Noise || *taken >= refining)
    }

    /// A comma makes a new condition of what could refine the last one.
    fn meaning(&self, phrase: &str, first: &Part) -> Option<Known> {
        let known = MEANINGS.get(phrase);
        let refinement = match self.last {
            Last::Condition(condition) => refinement(condition, phrase),
            _ => None,
        };
        let refined = |word: &'static Word| {
            let refining = REFINEMENTS.get(phrase)?;
            Some(Known {
                meaning: Meaning::Words(vec![word]),
                written: refining.written.clone(),
                languages: refining.languages,
            })
        };
        let is_noise = known.is_none_or(|known| known.meaning == Meaning::Noise);
        match refinement {
            Some(word) if is_noise || !first.is_separated() => refined(word),
            _ => known.cloned(),
        }
    }

    /// Whether this word refines the last condition, whatever it takes.
    fn is_refined_by(&self, part: &Part) -> bool {
        let phrase = squeezed(&part.text);
        matches!(self.last, Last::Condition(condition) if refinement(condition, &phrase).is_some())
    }

    fn understand(&mut self, known: Known, parts: &[Part], behind: &[Part]) -> usize {
        let at = span(parts);
        if !matches!(known.meaning, Meaning::Noise) {
            self.speak(known.languages);
            let is_rule = matches!(known.meaning, Meaning::Words(_) | Meaning::ZeroPosition);
            if is_rule && self.written(at).contains(FRENCH_ACCENTS) {
                let french = Languages::of(Language::Fr);
                self.speak(known.languages.and(french));
            }
        }
        let part = |text: &str| Part {
            text: text.to_owned(),
            start: at.offset(),
            end: at.offset() + at.len(),
            mark: Some(','),
        };
        match known.meaning {
            Meaning::Noise => {}
            Meaning::ZeroPosition => {
                self.statement.zero_position = true;
                self.understood(at, "zero position");
            }
            Meaning::Sign(sign) => {
                let number = behind
                    .first()
                    .map_or("", |next| next.text.trim_end_matches('.'));
                let joined = Part {
                    text: format!("{sign}{number}"),
                    ..part("")
                };
                if let (Some(next), Some(_)) =
                    (behind.first(), asked(std::slice::from_ref(&joined)))
                {
                    let joined = Part {
                        end: next.end,
                        ..joined
                    };
                    self.stipulation(&[joined]);
                    return parts.len() + 1;
                }
                return self.unknown(parts);
            }
            Meaning::Words(words) => {
                let is_refining = words.iter().all(|word| word.table == Table::SubOption);
                for word in words {
                    self.add(word, &part);
                }
                let what = if is_refining {
                    "refinement"
                } else {
                    "condition"
                };
                let is_option = matches!(self.last, Last::Option);
                self.understood(at, if is_option { "option" } else { what });
            }
            Meaning::NeedsColour(stem) => {
                let written = self.written(at);
                self.errors.push(Diagnostic::Missing {
                    word: written.clone(),
                    needs: format!("a side: write `white {written}` or `black {written}`"),
                    at,
                });
                // One of the sides, so that its arguments are understood.
                let word = words::word(Table::Condition, &format!("white-{stem}"));
                word.into_iter().for_each(|word| self.add(word, &part));
            }
            Meaning::Starter(side) => {
                self.starter = Some((side, at));
                self.understood(at, "side to move");
            }
            Meaning::Study => {
                self.errors.push(Diagnostic::Unsupported {
                    what: "a study (play without a number of moves):",
                    word: self.written(at),
                    at,
                });
            }
            Meaning::Unbuilt(_) => {
                self.errors.push(Diagnostic::Unsupported {
                    what: "condition",
                    word: known.written,
                    at,
                });
            }
            Meaning::Remark => {
                let tail = behind
                    .iter()
                    .position(|part| matches!(part.mark, Some(';' | '|')));
                let tail = tail.unwrap_or(behind.len());
                let mut named = behind[..tail].to_vec();
                let is_listed = named.first().is_some_and(|first| first.mark == Some(':'));
                if is_listed {
                    named[0].mark = None;
                }
                let named = self.names(&named).max(usize::from(is_listed));
                let all: Vec<Part> = parts.iter().chain(&behind[..named]).cloned().collect();
                return self.keep("remark", &all);
            }
            Meaning::Theme => return self.keep("remark", parts),
            Meaning::Author => return self.keep_named("author", parts, behind),
            Meaning::Dedication => return self.keep_named("remark", parts, behind),
            Meaning::Vague(needs) => {
                self.errors.push(Diagnostic::Missing {
                    word: self.written(at),
                    needs: needs.to_owned(),
                    at,
                });
            }
            Meaning::Source => {
                let tail = issue(behind);
                let all: Vec<Part> = parts.iter().chain(&behind[..tail]).cloned().collect();
                return self.keep("source", &all);
            }
            Meaning::Mark | Meaning::Award => {
                return self.keep("mark", parts);
            }
            Meaning::Number => return self.unknown(parts),
        }
        parts.len()
    }

    /// Words that are kept with the name behind them, and unknown without one.
    fn keep_named(&mut self, what: &'static str, parts: &[Part], behind: &[Part]) -> usize {
        let is_colour = |next: &Part| super::men::side(&next.text).is_some();
        let named = match behind.first().is_some_and(is_colour) {
            true => 0,
            false => self.names(behind),
        };
        if named == 0 {
            return self.unknown(parts);
        }
        let all: Vec<Part> = parts.iter().chain(&behind[..named]).cloned().collect();
        self.keep(what, &all)
    }

    fn written(&self, at: SourceSpan) -> String {
        let written = self.text.get(at.offset()..at.offset() + at.len());
        written.unwrap_or("").to_owned()
    }

    fn add(&mut self, word: &'static Word, part: &dyn Fn(&str) -> Part) {
        let part = part(word.name(Language::En));
        self.takes = match word.refines(DICE) {
            true => "rolls",
            false => word.takes,
        };
        match word.table {
            Table::Option => {
                self.options.push(part);
                self.last = Last::Option;
            }
            Table::SubOption if word.refines(DICE) => {
                self.dice.push(part);
                self.last = Last::Dice;
            }
            Table::SubOption => self.conditions.push(part),
            _ => self.add_condition(word, part),
        }
    }

    fn add_condition(&mut self, word: &'static Word, part: Part) {
        self.named.push((self.conditions.len(), word));
        self.conditions.push(part);
        self.last = Last::Condition(word);
        if word.key == DICE {
            self.dice_place = Some(self.conditions.len());
        }
        let pending = std::mem::take(&mut self.pending);
        for (words, part) in pending {
            match words.iter().find(|found| found.refines(word.key)) {
                Some(found) => {
                    let text = found.name(Language::En).to_owned();
                    self.conditions.push(Part { text, ..part });
                }
                None => self.pending.push((words, part)),
            }
        }
    }

    fn is_argument(&self, part: &Part) -> bool {
        let text = &part.text;
        match self.takes {
            "" => false,
            "walk" | "walks" | "walks+" => {
                walk_named(text, self.language, &self.statement.walks).is_some()
            }
            "size" => is_size(text),
            "square" | "square-pair" | "cells" => squares(text).is_some(),
            "squares" => squares(text).is_some() || squares_between(text).is_some(),
            "lines" | "grid-lines" | "man" => text.len() < 17,
            _ => text.starts_with(|c: char| c.is_ascii_digit() || c == '-'),
        }
    }

    fn argument(&mut self, part: &Part) {
        let mut part = part.clone();
        self.understood(part.span(), "argument");
        match self.last {
            Last::Option => self.options.push(part),
            Last::Dice => self.dice.push(part),
            Last::Condition(word) if word.key == DICE => self.dice.push(part),
            _ => {
                if self.takes.starts_with("walk") {
                    let walk = walk_named(&part.text, self.language, &self.statement.walks);
                    part.text = walk.map_or(part.text, |walk| walk.row().letters[0].to_owned());
                }
                let takes_list = matches!(self.takes, "squares" | "square-pair" | "cells");
                if self.takes == "squares"
                    && let Some(line) = squares_between(&part.text)
                {
                    part.text = line;
                }
                match self.conditions.last_mut() {
                    Some(last) if takes_list && squares(&last.text).is_some() => {
                        last.text += &part.text;
                        last.end = part.end;
                    }
                    _ => self.conditions.push(part),
                }
            }
        }
    }

    /// `10x8`, `10x8 board`: a board of its own; `8x8` is the usual one.
    fn size(&mut self, parts: &[Part]) -> Option<usize> {
        let part = &parts[0];
        // `2x1` counts something else.
        let sides = part.text.split(['x', 'X']).map(str::parse);
        let is_small = sides.flatten().any(|side: u8| side < 3);
        if !is_size(&part.text) || is_small {
            return None;
        }
        if !part.text.eq_ignore_ascii_case("8x8") {
            let word = words::word(Table::Condition, "board")?;
            let name = Part {
                text: word.name(Language::En).to_owned(),
                ..part.clone()
            };
            self.add_condition(word, name);
            self.conditions.push(part.clone());
        }
        self.takes = "";
        self.understood(part.span(), "board");
        let is_board = |next: &&Part| !next.is_separated() && vocabulary::is("board", &next.text);
        Some(1 + usize::from(parts.get(1).filter(is_board).is_some()))
    }

    /// The walk of Köko in another form: `Köko Springer`, `Köko 1:2`.
    fn neighbour(&mut self, part: &Part) -> Option<usize> {
        let Last::Condition(condition) = self.last else {
            return None;
        };
        let word = refinement(condition, "neighbour")?;
        let walk = walk_named(&part.text, self.language, &self.statement.walks)?;
        if walk == crate::men::walk_id::KING {
            return None;
        }
        let named = |text: &str| Part {
            text: text.to_owned(),
            ..part.clone()
        };
        self.conditions.push(named(word.name(Language::En)));
        self.conditions.push(named(walk.row().letters[0]));
        self.understood(part.span(), "argument");
        Some(1)
    }

    /// `Ultramaximummer`, `Exaktlängstzüger`: a refinement and its condition in one word; or
    /// a refinement that stands before its condition.
    fn composed(&mut self, part: &Part) -> Option<usize> {
        let phrase = squeezed(&part.text);
        for (_, _, prefix) in vocabulary::words("prefix") {
            let condition = phrase.strip_prefix(prefix).filter(|rest| rest.len() > 3);
            let known = condition.and_then(|condition| MEANINGS.get(condition));
            if let (
                Some(Known {
                    meaning: Meaning::Words(words),
                    languages,
                    ..
                }),
                Some(refining),
            ) = (known, REFINEMENTS.get(prefix))
            {
                let refined = |word: &Word| {
                    refining
                        .words
                        .iter()
                        .copied()
                        .find(|found| found.refines(word.key))
                };
                let all: Option<Vec<_>> = words.iter().map(|word| refined(word)).collect();
                let all = all?;
                self.speak(languages.and(refining.languages));
                for (word, refining) in words.clone().into_iter().zip(all) {
                    let named = |text: &str| Part {
                        text: text.to_owned(),
                        ..part.clone()
                    };
                    self.add(word, &named);
                    self.conditions.push(named(refining.name(Language::En)));
                }
                self.understood(part.span(), "condition");
                return Some(1);
            }
        }
        None
    }

    /// `2 Imitators`: the squares say how many.
    fn count_before_squares(&mut self, parts: &[Part]) -> Option<usize> {
        number(&parts[0].text)?;
        let (known, taken) = longest(parts.get(1..)?, |phrase| MEANINGS.get(phrase))?;
        let Meaning::Words(words) = &known.meaning else {
            return None;
        };
        let takes_squares = words.iter().all(|word| word.takes == "squares");
        let has_squares = parts
            .get(1 + taken)
            .is_some_and(|next| squares(&next.text).is_some());
        (takes_squares && has_squares).then_some(1)
    }

    /// `1987`, `5/1987`, `12.03.1987`.
    fn date(&mut self, parts: &[Part]) -> Option<usize> {
        let is_part = |at: &usize| {
            let part = &parts[*at];
            let digits = part
                .text
                .chars()
                .all(|c| c.is_ascii_digit() || c == '.' || c == '-');
            digits && (*at == 0 || part.mark == Some('/'))
        };
        let taken = (0..parts.len()).take_while(is_part).count();
        let last = parts.get(taken.checked_sub(1)?)?;
        let year = last.text.rsplit(['.', '-']).next().unwrap_or("");
        let first = last.text.split(['.', '-']).next().unwrap_or("");
        if !is_year(year) && !is_year(first) {
            return None;
        }
        Some(self.keep("date", &parts[..taken]))
    }

    /// `Die Schwalbe 1987`, `W. Pauly`, `Hans Rehm gewidmet`: a name that ends in a year, begins
    /// with an initial, or stands in front of all else and of a source.
    fn source(&mut self, parts: &[Part]) -> Option<usize> {
        let run = name_run(parts);
        if run == 0 {
            return None;
        }
        if let Some(next) = parts.get(run).filter(|next| !next.is_separated())
            && vocabulary::is("dedicated", &next.text)
        {
            return Some(self.keep("remark", &parts[..=run]));
        }
        let words = |parts: &[Part]| -> Vec<Part> {
            let words = parts.iter().filter(|part| !starts_number(&part.text));
            words.cloned().collect()
        };
        let dated = (0..run).rev().find(|at| is_year(&parts[*at].text));
        if let Some(last) = dated {
            if is_slip(&words(&parts[..last])) {
                return None;
            }
            let taken = last + 1;
            let taken = taken + issue(&parts[taken..]);
            return Some(self.keep("source", &parts[..taken]));
        }
        let is_author = is_initial(&parts[0]) && run > 1
            || is_name_with_initials(&parts[0].text)
            || self.is_author(parts, run);
        (is_author && !is_slip(&words(&parts[..run]))).then(|| self.keep("author", &parts[..run]))
    }

    /// Two names or more that nothing stands before and a source behind.
    fn is_author(&self, parts: &[Part], run: usize) -> bool {
        let is_name = |part: &Part| {
            let word = squeezed(&part.text);
            part.text
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '&'))
                && !vocabulary::words("no-name")
                    .any(|(.., rule)| word.ends_with(&vocabulary::key(rule)))
        };
        let behind = &parts[run..];
        let is_source = || {
            let run = name_run(behind);
            magazine(behind).is_some()
                || behind[..run].iter().any(|part| is_year(&part.text))
                || behind.first().is_some_and(|part| is_year(&part.text))
        };
        let least = if magazine(behind).is_some() { 1 } else { 2 };
        self.stipulation.is_empty()
            && self.named.is_empty()
            && (least..9).contains(&run)
            && parts[..run].iter().all(is_name)
            && !behind.is_empty()
            && is_source()
    }

    /// `The Macedonian Problemist 1999`: an article belongs to the name behind it.
    fn source_with_article(&mut self, parts: &[Part]) -> Option<usize> {
        let article = &parts[0].text;
        let is_article = vocabulary::is("name-article", article)
            && article.starts_with(|c: char| c.is_uppercase());
        let run = match is_article {
            true => name_run(parts.get(1..)?),
            false => 0,
        };
        let year = (0..run).rev().find(|at| is_year(&parts[at + 1].text))?;
        if parts[1].is_separated() || year == 0 || is_slip(&parts[1..=year]) {
            return None;
        }
        let taken = year + 2;
        let taken = taken + issue(&parts[taken..]);
        Some(self.keep("source", &parts[..taken]))
    }

    /// `March 1987`, `12 mars 1987`: March is no Mars Circe.
    fn month(&mut self, parts: &[Part]) -> Option<usize> {
        let day = usize::from(
            starts_number(&parts[0].text) && parts[0].text.trim_end_matches('.').len() < 3,
        );
        let is_month = vocabulary::is("month", &parts.get(day)?.text);
        let is_dated = parts
            .get(day + 1)
            .is_some_and(|next| is_year(&next.text) && next.mark.is_none());
        let is_roman =
            |text: &str| !text.is_empty() && text.bytes().all(|c| matches!(c, b'I' | b'V' | b'X'));
        if is_roman(&parts[0].text)
            && parts
                .get(1)
                .is_some_and(|next| next.mark == Some('/') && is_year(&next.text))
        {
            return Some(self.keep("date", &parts[..2]));
        }
        let is_american = day == 0
            && parts
                .get(1)
                .is_some_and(|next| starts_number(&next.text) && next.text.len() < 3)
            && parts
                .get(2)
                .is_some_and(|next| is_year(&next.text) && next.mark == Some(','));
        if is_month && is_american {
            return Some(self.keep("date", &parts[..3]));
        }
        (is_month && is_dated).then(|| self.keep("date", &parts[..day + 2]))
    }

    /// `1234. h#2`, `F123 h#2`: what stands in front of all else is the problem's number.
    fn number_in_front(&mut self, parts: &[Part]) -> Option<usize> {
        let text = &parts[0].text;
        let is_id = text.len() > 6
            && text.starts_with('P')
            && text[1..].bytes().all(|c| c.is_ascii_digit());
        if is_id {
            return Some(self.keep("number", &parts[..1]));
        }
        if parts[0].start > 1 || parts.len() < 2 {
            return None;
        }
        let letters = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '#');
        let digits = letters.trim_end_matches(['.', ':']);
        let is_number = !digits.is_empty()
            && text.len() - letters.len() < 3
            && digits.bytes().all(|c| c.is_ascii_digit())
            && (digits.len() > 2
                || letters.ends_with('.')
                || matches!(parts[1].mark, Some(')' | ':')))
            && !(text.starts_with('#') && digits.len() < 4);
        let is_numbered = is_number
            && asked(&parts[1..]).is_some_and(|asked| asked.text.contains(['#', '=', 'z', 'd']))
            || is_number && !is_year(digits) && !is_ordinal_award(parts);
        is_numbered.then(|| self.keep("number", &parts[..1]))
    }

    /// A dash between parts: `h#2 - 2 solutions`.
    fn dash(&mut self, parts: &[Part]) -> Option<usize> {
        let is_dash = matches!(parts[0].text.as_str(), "-" | "--" | "&" | "~");
        let next = parts.get(1);
        let is_change = next.is_some() && men(&parts[1..], &self.statement.walks).is_some();
        (is_dash && !is_change).then_some(1)
    }

    /// `Twin: Pd4-d5`: a change behind the word, without a letter; `2 twins`.
    fn unlabelled_twin(&mut self, parts: &[Part]) -> Option<usize> {
        let is_twin = |part: &Part| vocabulary::is("twin", &part.text);
        let next = parts.get(1).filter(|next| !next.is_separated());
        if number(&parts[0].text).is_some() && next.is_some_and(is_twin) {
            return Some(2);
        }
        if !is_twin(&parts[0]) || parts.len() < 2 || label(&parts[1], parts.get(2)).is_some() {
            return None;
        }
        let label = Label {
            letter: self.due_label(),
            continued: false,
        };
        self.opens_change(&parts[1..])
            .then(|| self.twin(label, parts))
    }

    /// A claim at the front, for a twin.
    pub(super) fn claim_of_twin(
        &mut self,
        twin: &mut super::StatedTwin,
        parts: &[Part],
    ) -> Option<usize> {
        let mut swap = |sorter: &mut Self| {
            std::mem::swap(&mut sorter.statement.claim, &mut twin.claim);
            std::mem::swap(&mut sorter.statement.set_claim, &mut twin.set_claim);
        };
        swap(self);
        let taken = self.claim(parts);
        swap(self);
        taken
    }

    /// A word that nobody knows; the one it may be a slip for consists of several, perhaps.
    fn unknown(&mut self, parts: &[Part]) -> usize {
        let refining = longest(parts, |phrase| REFINEMENTS.get(phrase));
        if let Some((refining, taken)) = refining {
            let part = Part {
                mark: None,
                ..joined(&parts[..taken])
            };
            let words = refining.words.clone();
            let languages = refining.languages;
            self.speak(languages);
            self.understood(span(&parts[..taken]), "refinement");
            self.pending.push((words, part));
            return taken;
        }
        let near = match self.errors.len() {
            ..8 => nearest(parts),
            _ => None,
        };
        let taken = near.map_or(1, |(_, taken)| taken);
        let at = span(&parts[..taken]);
        let help = match near {
            Some((word, _)) => Some(format!("did you mean `{word}`?")),
            None => self.advice(&parts[0]),
        };
        self.errors.push(Diagnostic::Unknown {
            noun: "word",
            word: self.written(at).chars().take(40).collect(),
            help,
            at,
        });
        taken
    }

    /// What to write instead of words that look like something.
    fn advice(&self, part: &Part) -> Option<String> {
        let text = part.text.trim_end_matches(['*', '.']);
        let ends_in_goal = text.ends_with(['#', '=', '+']) && !text.is_empty();
        let genres = words::words(Table::Genre).iter();
        let mut genres = genres
            .map(|word| word.name(Language::En))
            .filter(|name| !name.is_empty());
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
        let front = &text[..text.len() - digits.len()];
        if ends_in_goal {
            return Some(format!("a number of moves is missing: write `{text}3`"));
        }
        let is_number =
            !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
        if is_number && genres.any(|name| name == front) {
            return Some(format!("a goal is missing: write `{front}#{digits}`"));
        }
        if squares(text).is_some() {
            return Some("name the man that stands there, e.g. `Ge4`".to_owned());
        }
        let word = squeezed(text);
        if vocabulary::words("promotion").any(|(.., end)| word.ends_with(&vocabulary::key(end))) {
            let advice =
                "walks on the board may be promoted to; for others write e.g. `PromOnly QG`";
            return Some(advice.to_owned());
        }
        let is_man = super::men::is_part_of_man(&part.text, &self.statement.walks);
        is_man.then(|| "men need their letters and squares, e.g. `neutral royal Ge4`".to_owned())
    }

    /// Lets the reader of the problem language read some parts.
    pub(super) fn read<T>(
        &mut self,
        parts: &[Part],
        read: impl for<'b> FnOnce(&mut Reader<'b>, Token<'b>) -> T,
    ) -> T {
        let tokens: Vec<Token<'_>> = parts
            .iter()
            .map(|part| Token {
                text: &part.text,
                start: part.start,
                end: part.end,
                starts_line: false,
            })
            .collect();
        let first = tokens.first().copied();
        let word = first.unwrap_or(Token {
            text: "",
            start: 0,
            end: 0,
            starts_line: false,
        });
        let walks = self.statement.walks.iter().map(|&walk| (0, walk));
        let reader = Reader::new(Cursor::of_tokens(self.text, tokens), Language::En);
        let mut reader = reader.with_walks(walks.collect());
        let result = read(&mut reader, word);
        for diagnostic in reader.into_diagnostics() {
            match diagnostic.is_error() {
                true => self.errors.push(diagnostic),
                false => self.statement.diagnostics.push(diagnostic),
            }
        }
        result
    }

    /// Puts what stands before or far behind its condition to it.
    fn place_pending(&mut self) {
        for (words, part) in std::mem::take(&mut self.pending) {
            let mut named = self.named.iter().rev();
            let place = named.find_map(|(place, condition)| {
                let found = words.iter().find(|word| word.refines(condition.key))?;
                Some((*place, *found))
            });
            match place {
                Some((place, found)) => self.insert_behind(place, found, part),
                None => {
                    let named = self
                        .named
                        .iter()
                        .map(|(_, word)| super::phrase::spaced(word.name(Language::En)));
                    let named: Vec<String> = named.collect();
                    self.errors.push(Diagnostic::Missing {
                        word: self.written(part.span()),
                        needs: match named.is_empty() {
                            true => "a condition that it goes with".to_owned(),
                            false => format!(
                                "a condition that it goes with; {} is none",
                                named.join(", ")
                            ),
                        },
                        at: part.span(),
                    });
                }
            }
        }
    }

    fn insert_behind(&mut self, place: usize, word: &'static Word, part: Part) {
        let text = word.name(Language::En).to_owned();
        self.conditions.insert(place + 1, Part { text, ..part });
        for (other, _) in &mut self.named {
            *other += usize::from(*other > place);
        }
        if let Some(dice) = &mut self.dice_place {
            *dice += usize::from(*dice > place + 1);
        }
    }

    /// The conditions, the rolls behind the one that throws dice.
    fn conditions_with_dice(&mut self) -> Vec<Part> {
        self.place_pending();
        let mut parts = std::mem::take(&mut self.conditions);
        let dice = std::mem::take(&mut self.dice);
        match (self.dice_place, dice.first()) {
            (Some(place), _) => _ = parts.splice(place..place, dice),
            (None, Some(first)) => self.errors.push(Diagnostic::Missing {
                word: self.written(first.span()),
                needs: "a condition that throws dice, e.g. `trigonometric chess`".to_owned(),
                at: first.span(),
            }),
            (None, None) => {}
        }
        parts
    }

    /// Who begins, if that is not who begins anyway.
    fn begin(&mut self) {
        let Some((side, at)) = self.starter.or(self.actor) else {
            return;
        };
        let Some(asked) = self.statement.stipulation else {
            self.statement.options.white_to_play |= side == Side::White;
            return;
        };
        let other = self.actor.is_some_and(|(actor, _)| actor != side);
        if other && !asked.is_help() {
            return self.divided(at);
        }
        let options = &mut self.statement.options;
        let usual = crate::stipulation::compile(&asked, options).starter;
        match side {
            _ if side == usual => {}
            Side::White if asked.is_help() => options.white_to_play = true,
            _ => options.half_duplex = true,
        }
    }

    pub(super) fn finish(mut self) -> Result<Statement, Vec<Diagnostic>> {
        let spoken = self.spoken();
        self.statement.language = spoken;
        let parts = std::mem::take(&mut self.stipulation);
        if !parts.is_empty() {
            self.statement.stipulation = self.read(&parts, |reader, word| reader.stipulation(word));
        }
        self.understand_first_zero();
        let parts = self.conditions_with_dice();
        if !parts.is_empty() {
            let located = self.read(&parts, |reader, word| reader.conditions(word));
            let conditions = located.into_iter().map(|mut located| {
                self.choose_reading(&mut located.condition, located.at);
                located.condition
            });
            let conditions: Vec<_> = conditions.collect();
            let behind_twins = std::mem::take(&mut self.statement.conditions);
            self.statement.conditions = conditions.into_iter().chain(behind_twins).collect();
        }
        let parts = std::mem::take(&mut self.options);
        if !parts.is_empty() {
            let mut options = std::mem::take(&mut self.statement.options);
            self.read(&parts, |reader, word| {
                reader.options(word, &mut options);
            });
            self.statement.options = options;
        }
        self.begin();
        self.check_claims();
        let claim = self.statement.claim.as_ref();
        self.statement.intended_solutions = claim.map(Claim::solutions);
        match self.errors.is_empty() {
            true => Ok(self.statement),
            false => Err(self.errors),
        }
    }

    /// A name that means one rule here and another there: the reader's language decides, and what
    /// was taken is said. The name of the problem language itself means one thing alone.
    fn choose_reading(&mut self, condition: &mut Condition, at: SourceSpan) {
        let names =
            Language::ALL.map(|language| words::name(Table::Condition, &condition.key, language));
        let written = self.written(at);
        if !condition.arguments.is_empty() || names.contains(&Some(&written)) {
            return;
        }
        let code = super::understand::code(self.language);
        let readings = include_str!("words/readings.tsv").lines().skip(1);
        let mut readings = readings.filter_map(|row| {
            let mut fields = row.split('\t');
            let (key, language) = (fields.next()?, fields.next()?);
            let fits = key == condition.key && (language.is_empty() || language == code);
            Some((language, fields.next()?, fields.next()?)).filter(|_| fits)
        });
        let Some((language, taken, other)) = readings.next() else {
            return;
        };
        if !language.is_empty() {
            condition.arguments.push(Argument::Flag(taken.to_owned()));
        }
        self.statement.diagnostics.push(Diagnostic::Odd {
            what: format!(
                "`{written}` is read as `{written} {taken}`; the other rule is `{written} {other}`"
            ),
            at,
        });
    }

    /// `h#3 0.2.1.1.1.1`: no first half-move, so White begins. A single line is set play, and so is
    /// what the author calls so.
    fn understand_first_zero(&mut self) {
        let is_set_play = |part: &Part| {
            words::word(Table::Option, "set-play")
                .is_some_and(|word| word.name(Language::En) == part.text)
        };
        let said = &mut self.statement;
        let is_said = said.star || said.claim.is_some() || self.options.iter().any(is_set_play);
        let (Some(asked), Some(claim)) = (said.stipulation.as_mut(), &said.set_claim) else {
            return;
        };
        let is_whole = asked.genre == crate::problem::Genre::Help && !asked.length.half;
        // `0.2.1…`: one move each from there on.
        let goes_on = self.text[claim.at.offset()..][..claim.at.len()].ends_with(['.', '…']);
        let all = asked.half_moves() == Some(claim.numbers.len()) || goes_on;
        if is_said || !is_whole || !all || claim.solutions() < 2 || !claim.per_move {
            return;
        }
        asked.length.moves -= 1;
        asked.length.half = true;
        let at = claim.at;
        let mut claim = claim.clone();
        claim.numbers.remove(0);
        said.claim = Some(claim);
        said.set_claim = None;
        said.options.set_play = false;
        said.diagnostics.push(Diagnostic::Odd {
            what: format!(
                "`{}` is taken to say that White begins; for set play write `set play` beside it",
                &self.text[at.offset()..][..at.len()]
            ),
            at,
        });
    }

    /// A claim move by move has no more numbers than the play has half-moves.
    fn check_claims(&mut self) {
        if let (Some(first), Some(second), false) = (
            &self.statement.claim,
            &self.statement.second_claim,
            self.statement.options.duplex,
        ) {
            self.errors.extend(
                second
                    .clone()
                    .put(&mut Some(first.clone()), self.text)
                    .err(),
            );
        }
        let Some(asked) = self.statement.stipulation else {
            return;
        };
        let Some(most) = asked.half_moves() else {
            return;
        };
        let statement = &self.statement;
        let alike = statement.twins.iter().filter(|twin| !twin.asks_otherwise());
        let of_twins = alike.flat_map(|twin| [&twin.claim, &twin.set_claim]);
        let claims = [
            &statement.claim,
            &statement.first_claim,
            &statement.set_claim,
            &statement.second_claim,
            &statement.first_set_claim,
        ];
        let claims = claims.into_iter().chain(of_twins).flatten();
        for claim in claims.filter(|claim| claim.per_move && claim.numbers.len() > most) {
            self.errors.push(Diagnostic::Malformed {
                found: self.text[claim.at.offset()..][..claim.at.len()].to_owned(),
                expected: format!("a claim of {most} numbers at most"),
                help: Some(format!(
                    "the play has {most} half-moves, one number belongs to each"
                )),
                at: claim.at,
            });
        }
    }
}

/// `c3-c5`: all squares of a line, in one word.
fn squares_between(text: &str) -> Option<String> {
    let (first, last) = text.split_once('-')?;
    let [first, last] = [first, last].map(|square| match square.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some([*file, *rank]),
        _ => None,
    });
    let (first, last) = (first?, last?);
    let distances = [0, 1].map(|axis| i16::from(last[axis]) - i16::from(first[axis]));
    let [files, ranks] = distances;
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = files.abs().max(ranks.abs());
    if !is_line || length == 0 {
        return None;
    }
    let mut line = String::new();
    for step in 0..=length {
        for axis in 0..2 {
            let at = i16::from(first[axis]) + step * distances[axis].signum();
            line.push(char::from(u8::try_from(at).ok()?));
        }
    }
    Some(line)
}

/// Whether these words say who moves.
pub(super) fn names_starter(parts: &[Part]) -> bool {
    let known = longest(parts, |phrase| MEANINGS.get(phrase));
    known.is_some_and(|(known, _)| matches!(known.meaning, Meaning::Starter(_)))
}

/// The parts as one.
fn joined(parts: &[Part]) -> Part {
    let at = span(parts);
    Part {
        text: parts.iter().map(|part| part.text.as_str()).collect(),
        start: at.offset(),
        end: at.offset() + at.len(),
        mark: parts[0].mark,
    }
}

/// The longest phrase at the front for which something is found.
fn longest<'t, T>(parts: &[Part], find: impl Fn(&str) -> Option<&'t T>) -> Option<(&'t T, usize)> {
    let mut joined = String::new();
    let mut best = None;
    for (index, part) in parts.iter().take(LONGEST).enumerate() {
        if index > 0 && part.is_separated() {
            break;
        }
        joined += &squeezed(&part.text);
        if let Some(found) = find(&joined) {
            best = Some((found, index + 1));
        }
    }
    best
}

fn is_label_or_claim(parts: &[Part]) -> bool {
    label(&parts[0], parts.get(1)).is_some()
        || solutions(parts).is_some()
        || counts(parts).is_some()
}

/// How many parts at the front claim something.
pub(super) fn extent_of_claim(parts: &[Part]) -> Option<usize> {
    let of_set_play = || {
        number(&parts[0].text)?;
        parts.get(1).filter(|next| !next.is_separated())?;
        let (known, taken) = longest(&parts[1..], |phrase| MEANINGS.get(phrase))?;
        let is_set_play = |word: &&'static Word| word.key == "set-play";
        match &known.meaning {
            Meaning::Words(words) if words.iter().all(is_set_play) => Some(1 + taken),
            _ => None,
        }
    };
    let in_words = || solutions(parts).map(|(_, taken)| taken);
    let by_moves = || counts(parts).map(|(_, taken)| taken);
    of_set_play().or_else(in_words).or_else(by_moves)
}

/// Whether a word counts solutions.
fn is_solutions(text: &str) -> bool {
    vocabulary::is("solutions", text)
}

/// `2 solutions`, `zwei Lösungen`, `2sols`.
fn solutions(parts: &[Part]) -> Option<(u32, usize)> {
    let is_word = is_solutions;
    let first = &parts[0].text;
    if let Some(next) = parts.get(1).filter(|next| next.mark == Some(':'))
        && is_word(first)
        && let Some(count) = next.text.parse().ok()
    {
        return Some((count, 2));
    }
    if let Some(count) = number(first).filter(|_| first.parse::<f64>().is_ok() || first.len() > 1) {
        let next = parts
            .get(1)
            .filter(|next| !next.is_separated() && is_word(&next.text))?;
        return (!next.text.is_empty()).then_some((count, 2));
    }
    let digits: String = first.chars().take_while(char::is_ascii_digit).collect();
    let rest = &first[digits.len()..];
    let count = digits.parse().ok()?;
    is_word(rest).then_some((count, 1))
}

/// `2.1.1.1`, `2/1/1/1`, `2;1;1;1`, `2.1...`: how many moves each half-move has.
fn counts(parts: &[Part]) -> Option<(Vec<u32>, usize)> {
    let text = &parts[0].text;
    if let Some(grouped) = grouped_counts(parts) {
        return Some(grouped);
    }
    if text.contains('.') {
        let mut dotted = all_consuming((
            separated_list1(many1(tag(".")), digit1),
            opt(many1(tag("."))),
        ));
        let read: nom::IResult<&str, (Vec<&str>, Option<Vec<&str>>)> = dotted.parse(text);
        let (_, (numbers, tail)) = read.ok()?;
        let is_claim = numbers.len() > 1 || tail.is_some_and(|tail| tail.len() > 1);
        let numbers: Result<Vec<u32>, _> = numbers.into_iter().map(str::parse).collect();
        let numbers = numbers
            .ok()
            .filter(|numbers| is_claim && numbers.iter().all(|number| *number < 1000))?;
        let is_date = text.split('.').any(is_year);
        return (!is_date).then_some((numbers, 1));
    }
    let sign = parts
        .get(1)?
        .mark
        .filter(|mark| matches!(mark, '/' | ';'))?;
    let is_number = |at: &usize| {
        let part = &parts[*at];
        let small = part.text.len() < 4 && part.text.bytes().all(|c| c.is_ascii_digit());
        small && (*at == 0 || part.mark == Some(sign))
    };
    let taken = (0..parts.len()).take_while(is_number).count();
    let numbers: Result<Vec<u32>, _> = parts[..taken]
        .iter()
        .map(|part| part.text.parse())
        .collect();
    let next_is_year = sign == '/' && parts.get(taken).is_some_and(|next| next.mark == Some('/'));
    (taken > 1 && !next_is_year).then_some((numbers.ok()?, taken))
}

/// `2.1;1.1`, `1.2;1.1;1`: the half-moves of each move together.
fn grouped_counts(parts: &[Part]) -> Option<(Vec<u32>, usize)> {
    let pair = |part: &Part| {
        let numbers: Result<Vec<u32>, _> = part.text.split('.').map(str::parse).collect();
        numbers
            .ok()
            .filter(|numbers| numbers.len() < 3 && numbers.iter().all(|number| *number < 1000))
    };
    let is_next = |at: &usize| *at == 0 || parts[*at].mark == Some(';');
    let groups: Vec<Vec<u32>> = (0..parts.len())
        .take_while(is_next)
        .map_while(|at| pair(&parts[at]))
        .collect();
    let is_grouped = groups.len() > 1 && groups.iter().any(|group| group.len() == 2);
    is_grouped.then(|| (groups.concat(), groups.len()))
}

/// `1.`, `2nd`, `3e`, `1er`, `1st-2nd`, `=1st`, `Special`.
fn is_ordinal(text: &str) -> bool {
    let text = text.trim_start_matches('=').trim_end_matches('=');
    match text.split_once('-') {
        Some((one, other)) => is_one_ordinal(one) && is_one_ordinal(other),
        None => is_one_ordinal(text),
    }
}

fn is_one_ordinal(text: &str) -> bool {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '.');
    let ending = text[digits.len()..].to_lowercase();
    let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    let counts = matches!(
        ending.as_str(),
        "." | "st" | "nd" | "rd" | "th" | "e" | "er" | "eme" | "re" | "ere" | "nde" | ""
    );
    is_number && counts
        || vocabulary::is("ordinal", text)
        || !text.is_empty()
            && text
                .trim_end_matches('.')
                .chars()
                .all(|c| matches!(c, 'I' | 'V' | 'X'))
            && text.ends_with('.')
}

/// `1. Preis`: an ordinal in front of an award.
fn is_ordinal_award(parts: &[Part]) -> bool {
    let award = |parts| longest(parts, |phrase| MEANINGS.get(phrase));
    let is_award = |known: &Known| matches!(known.meaning, Meaning::Award | Meaning::Source);
    is_ordinal(&parts[0].text) && award(&parts[1..]).is_some_and(|(known, _)| is_award(known))
}

/// What only French writes among the names of rules: `Circé` is French, `Circe` is not.
const FRENCH_ACCENTS: [char; 12] = ['é', 'è', 'ê', 'à', 'â', 'ç', 'î', 'ô', 'û', 'É', 'È', 'Ê'];

/// The name of a magazine at the front: of how many words it consists.
pub(super) fn magazine(parts: &[Part]) -> Option<usize> {
    let (known, taken) = longest(parts, |phrase| MEANINGS.get(phrase))?;
    (known.meaning == Meaning::Source).then_some(taken)
}

/// Whether words at the front are a rule or ask for something, so that they are no name.
fn is_rule(parts: &[Part]) -> bool {
    let known = longest(parts, |phrase| MEANINGS.get(phrase));
    known.is_some_and(|(known, _)| {
        !matches!(
            known.meaning,
            Meaning::Noise
                | Meaning::Mark
                | Meaning::Award
                | Meaning::Number
                | Meaning::Remark
                | Meaning::Author
                | Meaning::Source
        )
    })
}

fn is_initial(part: &Part) -> bool {
    let mut letters = part.text.chars();
    matches!(
        (letters.next(), letters.next(), letters.next()),
        (Some('A'..='Z'), Some('.'), None)
    ) || part.text.len() > 3
        && part.text.len() < 8
        && part
            .text
            .split_terminator('.')
            .all(|letter| letter.len() == 1 && letter.bytes().all(|c| c.is_ascii_uppercase()))
}

/// `T.R.Dawson` in one word.
fn is_name_with_initials(text: &str) -> bool {
    let is_initial = |part: &str| part.len() == 1 && part.bytes().all(|c| c.is_ascii_uppercase());
    match text.rsplit_once('.') {
        Some((initials, name)) => {
            initials.split(['.', '-']).all(is_initial)
                && name.len() > 2
                && name.starts_with(|c: char| c.is_uppercase())
                && name.chars().all(|c| c.is_alphabetic() || c == '-')
        }
        None => false,
    }
}

/// How many parts at the front may be a name with its year: capitals, numbers and small words
/// between them.
fn name_run(parts: &[Part]) -> usize {
    let is_capital = |part: &Part| part.text.starts_with(|c: char| c.is_uppercase());
    if !parts.first().is_some_and(is_capital) {
        return 0;
    }
    let named = (0..parts.len().min(9)).take_while(|at| {
        let part = &parts[*at];
        let goes_on = *at == 0
            || !part.is_separated()
            || (part.mark == Some('(') || part.mark == Some('/')) && is_year(&part.text);
        let has_form = is_capital(part)
            || starts_number(&part.text)
            || vocabulary::is("name-part", &part.text);
        let rest = &parts[*at..];
        goes_on && has_form && asked(rest).is_none() && !is_rule(rest)
    });
    let mut run = named.count();
    while run > 1 && !is_capital(&parts[run - 1]) && !starts_number(&parts[run - 1].text) {
        run -= 1;
    }
    run
}

/// How many parts behind a source are its year, number and issue: `45, 1978`, `No. 12`, `(5)`.
fn issue(parts: &[Part]) -> usize {
    let mut taken = 0;
    while let Some(part) = parts.get(taken) {
        let rest = &parts[taken..];
        let marked = matches!(part.mark, None | Some(',' | '(' | '/' | ':'));
        let counted = parts
            .get(taken + 1)
            .is_some_and(|next| next.text.starts_with('+'));
        let is_id = part.text.len() > 4
            && part.text.starts_with(['#', 'P'])
            && part.text[1..].bytes().all(|c| c.is_ascii_digit());
        if marked && is_id {
            taken += 1;
            continue;
        }
        if !marked || counted || asked(rest).is_some() || is_label_or_claim(rest) {
            break;
        }
        let word = squeezed(&part.text);
        // `no85`, as `n°85` is folded
        let is_joined = ["no", "nr"].iter().any(|no| {
            let digits = word.strip_prefix(no).unwrap_or("");
            !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
        });
        let is_number = is_joined || is_year(&part.text)
            || !word.is_empty()
                && word.len() < 6
                && part
                    .text
                    .trim_end_matches('.')
                    .bytes()
                    .all(|c| c.is_ascii_digit() || c == b'-' || c == b'#')
            // `1982/I`
            || part.mark == Some('/')
                && taken > 0
                && !part.text.is_empty()
                && part.text.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
        let counts = vocabulary::is("issue", &part.text)
            && parts
                .get(taken + 1)
                .is_some_and(|next| starts_number(&next.text));
        let is_month = vocabulary::is("month", &part.text)
            && parts.get(taken + 1).is_some_and(|next| is_year(&next.text));
        taken += match (is_number, counts || is_month) {
            (true, _) => 1,
            (_, true) => 2,
            _ => break,
        };
    }
    taken
}

fn starts_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// `1987`, `1986-88`, `1986-1988`.
pub(super) fn is_year(text: &str) -> bool {
    let text = text.trim_end_matches('.');
    let one = |text: &str| {
        text.len() == 4
            && text
                .parse::<u16>()
                .is_ok_and(|year| (1700..2100).contains(&year))
    };
    match text.split_once('-') {
        Some((first, last)) => {
            let short = last.len() == 2 && last.bytes().all(|c| c.is_ascii_digit());
            one(first) && (one(last) || short)
        }
        None => one(text),
    }
}

/// How many parts name the program that tested and its version.
fn testers(parts: &[Part]) -> usize {
    let is_program = |part: &Part| {
        let version = part.text.trim_start_matches(['v', 'V']);
        let is_version =
            version.contains('.') && version.chars().all(|c| c.is_ascii_digit() || c == '.');
        vocabulary::is("program", &part.text)
            || vocabulary::is("by-program", &part.text)
            || is_version && counts_as_version(version)
    };
    let count = parts.iter().take_while(|part| is_program(part)).count();
    let ends_in_link =
        |count: &usize| *count > 0 && vocabulary::is("by-program", &parts[*count - 1].text);
    if ends_in_link(&count) {
        count - 1
    } else {
        count
    }
}

/// `3 sec`, `2 min.` behind the program.
fn time_of_test(parts: &[Part]) -> usize {
    // `2h 15min`
    let joined = |part: &&Part| {
        let digits = part.text.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < part.text.len() && vocabulary::is("unit", digits)
    };
    let joined = parts.iter().take_while(joined).count();
    if joined > 0 {
        return joined;
    }
    let unit = parts.get(1);
    let counts = parts.first().is_some_and(|part| starts_number(&part.text));
    2 * usize::from(counts && unit.is_some_and(|unit| vocabulary::is("unit", &unit.text)))
}

/// `4.61`, not `2.1.1.1`.
fn counts_as_version(text: &str) -> bool {
    text.matches('.').count() == 1 || text.split('.').nth(1).is_some_and(|part| part.len() > 1)
}
