//! What the rows of `grammar.tsv` about whole statements find: claims, prizes, sources, dates,
//! names, rules with all that belongs to them.

use super::asked::{self, Asked, number};
use super::chart::{Chart, Leaf, Slots};
use super::men::{Own, men, vector_leaper, walk_named};
use super::near::{is_slip, is_slip_in_name, is_slip_of_rule};
use super::part::{Part, label, run_together, squeezed};
use super::phrase::{Known, MEANINGS, REFINEMENTS, is_name, longest, magazine, refinement};
use super::placed::{self, Made};
use super::reader::{Last, Reading};
use super::shape::fits;
use super::vocabulary::{self, Sense};
use crate::board::Geometry;
use crate::notation::fate;
use crate::notation::popeye::read::condition::is_size;
use crate::notation::popeye::words::{Language, Word};
use crate::problem::FateWish;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{digit1, one_of, space0};
use nom::combinator::{all_consuming, map_res, opt, recognize, verify};
use nom::multi::{many0, many1, separated_list1};
use nom::sequence::{delimited, terminated};

/// What fills a slot.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// Words that only count.
    Text,
    Number(u32),
    /// Numbers in a row: a claim move by move, numbers of men.
    Numbers(Vec<u32>),
    Asked(Asked),
    Fate(FateWish),
    Men(Made),
    Known(Known),
    /// Each condition with what is said of it.
    Composed(
        Vec<(&'static Word, &'static Word)>,
        super::phrase::Languages,
    ),
}

/// A row that fits, and what its items found.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) action: &'static str,
    pub(super) leaves: Vec<Leaf<Found>>,
}

/// Reads the slots of the parts of a statement.
pub(super) struct Saying<'a> {
    pub(super) reading: &'a Reading<'a>,
    pub(super) parts: &'a [Part],
}

impl Slots for Saying<'_> {
    type Found = Found;
    type Made = Said;

    fn phrase(&self, at: usize) -> Option<(usize, Sense)> {
        let (known, taken) = self.reading.phrase(&self.parts[at..])?;
        Some((taken, known.sense()))
    }

    fn make(
        &mut self,
        action: &'static str,
        leaves: &[Leaf<Found>],
        _: (usize, usize),
    ) -> Option<Said> {
        Some(Said {
            action,
            leaves: leaves.to_vec(),
        })
    }

    fn slot(&mut self, slot: &str, at: usize) -> Vec<(usize, Found)> {
        let found = self.token(slot, at).map(|found| (at + 1, found));
        let found = found.or_else(|| self.phrase_of(slot, at));
        found.into_iter().collect()
    }
}

impl Saying<'_> {
    /// Slots of one word.
    fn token(&self, slot: &str, at: usize) -> Option<Found> {
        let part = &self.parts[at];
        let text = part.text.as_str();
        let is = |found: bool| found.then_some(Found::Text);
        match slot {
            "word" => Some(Found::Text),
            "number" => number(text).map(Found::Number),
            "length" => Some(Found::Number(text.trim_end_matches('.').parse().ok()?)),
            "roman-issue" => is(at > 0 && fits("roman", text) && is_year(&self.parts[at - 1].text)),
            "tested" => is(vocabulary::words("tested").any(|(.., mark)| mark == text)),
            "issue" => is(self.is_issue(at)),
            "solutions" => {
                let digits = text.bytes().take_while(u8::is_ascii_digit).count();
                let (count, word) = text.split_at(digits);
                let count = count.parse().ok()?;
                vocabulary::is("solutions", word).then_some(Found::Number(count))
            }
            // `III sol.`
            "roman-number" => {
                let mut numbers = vocabulary::words("roman-label");
                let place = numbers.position(|(.., roman)| roman == text)?;
                Some(Found::Number(u32::try_from(place).ok()? + 1))
            }
            // `NR = nightrider`, `NR nightrider`: letters with a sign or a name behind them.
            "letters" => {
                let behind = &self.parts[at + 1..];
                let next = behind.first();
                let is_code = fits("letters-of-man", text);
                let names = |next: &Part| !next.is_separated() && super::men::begins_name(behind);
                is(text.contains('=')
                    || next.is_some_and(|next| next.text == "=" || is_code && names(next)))
            }
            "size" => {
                // `2x1` counts something else.
                let sides = text.split(['x', 'X']).map(str::parse);
                let is_small = sides.flatten().any(|side: u8| side < 3);
                is(is_size(text) && !is_small)
            }
            // A word that says something is no name, an initial in front of a name is.
            "says" => is(self.says(at)),
            "magazine" => is(magazine(&self.parts[at..]).is_some()),
            "initial-of-name" => {
                let next = self.parts.get(at + 1).filter(|next| !next.is_separated());
                is(is_initial(part) && next.is_some_and(|next| fits("long-name", &next.text)))
            }
            "capital-article" => is(vocabulary::is("name-article", text) && is_capital(part)),
            "squares" => is(part.squares().is_some()),
            "move" => {
                let bare = text.trim_end_matches(['#', '+', '!', '?', '=']);
                is(fits("move", text) || super::men::is_man(&part.board, bare))
            }
            "marks" => is(self.reading.takes.is_empty() && fits("marks", text)),
            // `2111` behind `h#2`: a digit for each half-move, and no year.
            "counts-in-a-row" => {
                let asked = self.reading.asked_so_far()?;
                let is_help = self.reading.asks_help() == Some(true);
                let is_claim = is_help && fits(slot, text) && !is_year(text);
                let counts = text.chars().filter_map(|digit| digit.to_digit(10));
                let counts: Vec<u32> = counts.collect();
                let is_whole = is_claim && asked.half_moves() == Some(counts.len());
                is_whole.then_some(Found::Numbers(counts))
            }
            // Neither a stipulation nor a rule stands before it, or its author does.
            "in-front" => is(self.reading.is_at_front()),
            "behind-author" => is(self.is_behind_author(part)),
            "walk-word" => is(walk_named(text, self.reading.language, Own::NONE).is_some()),
            "surname" => {
                let is_free = self.reading.is_at_front() && !self.has_author();
                let own = &self.parts[at..=at];
                let is_name = is_capital(part) && text.len() > 3 && are_names(own);
                is(is_free && is_name && !is_rule(own) && !is_slip_in_name(own))
            }
            // `(v)` is a version, `v` tries.
            "version" => {
                let bare = text.trim_end_matches(')');
                is(bare.eq_ignore_ascii_case("v") && part.mark == Some('('))
            }
            // `1+2 Lösungen`
            "sum" => {
                let numbers = text.contains('+').then(|| text.split('+').map(number));
                let numbers: Option<Vec<u32>> = numbers?.collect();
                numbers.map(Found::Numbers)
            }
            "kind-of-play" => is(asked::kind_of_play(part, "2").is_some()),
            "argument" => is(self.reading.is_argument(part) && self.may_be_argument(at)),
            "neighbour" => {
                let Last::Condition(condition) = self.reading.last else {
                    return None;
                };
                refinement(condition, "neighbour").filter(|_| self.follows_rule(part))?;
                // `Köko N = Nachtreiter` has a legend behind it.
                let next = self.parts.get(at + 1);
                if next.is_some_and(|next| next.text == "=" || next.mark == Some(':')) {
                    return None;
                }
                let walk = walk_named(text, self.reading.language, self.reading.own())?;
                is(walk != crate::men::walk_id::KING)
            }
            "front-number" => is(self.is_number_in_front(at)),
            "unbuilt-goal" => {
                let bare = text.replace(|c: char| c.is_ascii_digit(), "");
                let bare = bare.as_str();
                let mut senses = vocabulary::senses(bare).iter();
                let goal = senses.find(|sense| sense.class == "unbuilt-goal");
                let phrase = || {
                    MEANINGS
                        .get(&squeezed(bare))
                        .filter(|known| known.kind == "unbuilt")
                };
                let found = match goal {
                    Some(goal) => Some(goal.meaning.to_owned()),
                    None => phrase().map(|known| known.written.clone()),
                };
                let found = found.filter(|_| bare.len() < text.len());
                found.map(|written| Found::Known(Known::unbuilt(written)))
            }
            // Every other slot is the shape of a word: a row of `words/shapes.tsv`.
            shape => is(fits(shape, text)),
        }
    }

    /// A walk by its name belongs to the rule right in front, or to the walks of it; else it is a
    /// legend, above all with its letters or squares behind it.
    fn may_be_argument(&self, at: usize) -> bool {
        let part = &self.parts[at];
        let is_name = self.reading.takes.starts_with("walk") && part.text.chars().count() > 3;
        let explains =
            |next: &Part| next.text == "=" || next.mark == Some('(') || next.squares().is_some();
        let is_legend = || self.parts.get(at + 1).is_some_and(explains);
        let next = self.parts.get(at + 1);
        let has_meaning = next.is_some_and(|next| next.text == "=" || next.mark == Some(':'));
        let is_walk = self.reading.takes.starts_with("walk");
        !(is_walk && has_meaning) && (!is_name || self.follows_rule(part) && !is_legend())
    }

    /// Numbers right behind a rule that takes them, with strokes, colons or blanks between them. One
    /// that counts solutions is none of them.
    fn numbers(&self, at: usize) -> Option<usize> {
        let (most, takes_dash) = match self.reading.takes {
            "budget" => (2, true),
            "two-integers?" | "two-integers" => (2, false),
            "integer" | "integer?" => (1, false),
            "rolls" | "rolls?" => (usize::MAX, false),
            _ => return None,
        };
        let rest = &self.parts[at..];
        let is_number = |part: &Part| match takes_dash {
            true => part.text == "-" || part.text.parse::<f32>().is_ok_and(f32::is_finite),
            false => part.text.parse::<i32>().is_ok(),
        };
        let goes_on = |index: usize| match index {
            0 => self.follows_rule(&rest[0]),
            _ => matches!(rest[index].mark, None | Some('/' | ':')),
        };
        let mut numbers = rest.iter().take(most).enumerate();
        let ends = numbers.position(|(index, part)| !goes_on(index) || !is_number(part));
        let taken = ends.unwrap_or(most.min(rest.len()));
        // `SAT 2/1/1/1` counts moves.
        let is_one_more = |next: &Part| next.mark == Some('/') && is_digits(&next.text);
        if rest.get(taken).is_some_and(is_one_more) {
            return None;
        }
        let counts = |next: &Part| !next.is_separated() && vocabulary::is("solutions", &next.text);
        let claimed = usize::from(rest.get(taken).is_some_and(counts));
        let taken = taken.checked_sub(claimed).filter(|taken| *taken > 0)?;
        Some(at + taken)
    }

    /// Whether nothing but brackets stands between the last rule and a part: behind a comma, or a
    /// man, a name is a legend.
    fn follows_rule(&self, part: &Part) -> bool {
        let between = self.reading.text.get(self.reading.rule_end..part.start);
        // Behind the first of a list stand commas, and a word for `and`.
        let goes_on = self.reading.has_argument;
        let is_link =
            |word: &str| goes_on && vocabulary::is("and", word) || vocabulary::is("after", word);
        let links = |c: char| matches!(c, ' ' | '(' | ':' | '/' | '-') || goes_on && c == ',';
        between.is_some_and(|between| {
            let between = between.trim();
            between.chars().all(links) || is_link(between)
        })
    }

    /// How many parts at the front fill a slot.
    pub(super) fn extent(mut self, slot: &str) -> Option<usize> {
        self.slot(slot, 0).first().map(|(end, _)| *end)
    }

    /// Slots of several words.
    fn phrase_of(&mut self, slot: &str, at: usize) -> Option<(usize, Found)> {
        let parts = &self.parts[at..];
        match slot {
            "rule" => {
                let (known, taken) = self.reading.phrase(parts)?;
                let is_rule = known.is_rule() || known.kind == "colourless";
                is_rule.then_some((at + taken, Found::Known(known)))
            }
            // `Längstzüger (s)`, `Maximummer (w+b)`
            "one-sided" => self.one_sided(at, true),
            "sided" => self.one_sided(at, false),
            "name" => self.name(at).map(|end| (end, Found::Text)),
            "asked" => {
                let asked = self.asked(at)?;
                Some((at + asked.taken, Found::Asked(asked)))
            }
            // `1B & sh#3`: a move of White in front of a series of Black's.
            "introduced" => {
                let (moves, side) = parts[0].text.split_at_checked(1)?;
                let is_white = moves.parse::<u8>().is_ok()
                    && side.starts_with(char::is_uppercase)
                    && side_of_letter(side).is_some();
                let joined = parts
                    .get(1)
                    .is_some_and(|next| ["&", "+"].contains(&next.text.as_str()));
                let asked = parts.get(2).filter(|_| is_white && joined)?;
                let asked = (!asked.is_separated())
                    .then(|| self.asked(at + 2))
                    .flatten()?;
                let text = format!("{moves}->{}", asked.text);
                let is_series = asked.text.starts_with("ser-h")
                    && !asked.text.contains('.')
                    && asked.under.is_none();
                let introduced = Asked { text, ..asked };
                let end = at + 2 + introduced.taken;
                is_series.then_some((end, Found::Asked(introduced)))
            }
            "counts" => {
                let (numbers, end) = self.counts(at)?;
                Some((end, Found::Numbers(numbers)))
            }
            // `BGL 8.5/2`
            "numbers" => self.numbers(at).map(|end| (end, Found::Text)),
            // `Köko 1/2`, `Köko (1,2)`
            "vector" => {
                let Last::Condition(condition) = self.reading.last else {
                    return None;
                };
                refinement(condition, "neighbour").filter(|_| self.follows_rule(&parts[0]))?;
                let is_two = |part: &Part| {
                    let numbers = part.text.split(['.', ':']);
                    numbers.clone().count() == 2 && numbers.clone().all(is_digits)
                };
                let is_stroke = |next: &Part| next.mark == Some('/') && is_digits(&next.text);
                let taken = match is_two(&parts[0]) {
                    true => 1,
                    false => is_digits(&parts[0].text)
                        .then_some(2)
                        .filter(|_| parts.get(1).is_some_and(is_stroke))?,
                };
                Some((at + taken, Found::Text))
            }
            // `Grid 2/2`, but not `Circe 2.1...`
            "needless-numbers" => {
                let is_rule = matches!(self.reading.last, Last::Condition(word) if refinement(word, "maximum").is_none());
                let (numbers, end) = self.counts(at)?;
                let asked = self.reading.asked_so_far();
                let plies = asked.and_then(|asked| asked.half_moves());
                let is_one = is_rule
                    && self.follows_rule(&parts[0])
                    && !self.reading.has_argument
                    && parts[1..end - at].iter().all(|part| part.mark == Some('/'))
                    && plies != Some(numbers.len())
                    && !parts[end - at - 1].text.ends_with(['.', '…']);
                is_one.then_some((end, Found::Text))
            }
            // `Sentinelles 8/8`
            "pawns" => {
                let Last::Condition(condition) = self.reading.last else {
                    return None;
                };
                refinement(condition, "maximum").filter(|_| !parts[0].is_separated())?;
                self.counts(at).map(|(_, end)| (end, Found::Text))
            }
            "count-of-men" => self.count_of_men(at),
            "quoted" => self.quoted(at).map(|end| (end, Found::Text)),
            "quoted-rule" => {
                let end = self.quoted(at).filter(|end| self.names_rule(at, *end))?;
                Some((end, Found::Text))
            }
            "exclaimed" => {
                let more = parts[1..].iter().take_while(|part| !part.is_separated());
                let end = at + 1 + more.count();
                let is_one = self.parts[end - 1].text.ends_with('!') && self.are_words(at, end);
                is_one.then_some((end, Found::Text))
            }
            "fate" => {
                let written = self.reading.text.get(parts[0].start..)?;
                let written = written.split([' ', ',', ';', '\n']).next()?;
                let mut languages = [self.reading.language].into_iter().chain(Language::ALL);
                let is_signed = written.starts_with(['+', '-']);
                let read = |language| fate::read(written, language);
                let wish = languages.find_map(read).filter(|_| is_signed)?;
                let end = self.end_of(at, written.len());
                Some((end, Found::Fate(wish)))
            }
            "man" => men(parts, self.reading.own()).map(|(_, taken)| (at + taken, Found::Text)),
            // `(1,4)-leaper`, `(1,1)-zigzag nightrider`
            "leaper" => {
                let coloured = usize::from(super::men::side(&parts[0].text).is_some());
                let behind = parts.get(coloured..).filter(|behind| !behind.is_empty())?;
                let named = men(parts, self.reading.own()).filter(|(man, taken)| {
                    let is_number = starts_number(&behind[0].text);
                    is_number && *taken > 1 + coloured && man.name.is_some()
                });
                let leaper = vector_leaper(behind).map(|(_, taken)| taken);
                let taken = leaper.or(named.map(|(_, taken)| taken))?;
                Some((at + taken, Found::Text))
            }
            "change" => {
                let is_label = label(&parts[0], parts.get(1)).is_some();
                let opens = !is_label && self.reading.opens_change(parts);
                opens.then_some((at + 1, Found::Text))
            }
            "men" => {
                let (made, taken) = placed::men_at_front(parts, self.reading.place(parts))?;
                Some((at + taken, Found::Men(made)))
            }
            "legend" => {
                let (made, taken) = placed::legend_at_front(parts, self.reading.place(parts))?;
                Some((at + taken, Found::Men(made)))
            }
            // `Fairy pieces:`, `Marinefiguren:`
            "heading-of-men" => {
                let behind = parts[1..]
                    .iter()
                    .take(3)
                    .take_while(|part| !part.is_separated());
                let heading = &parts[..=behind.count()];
                let is_one = heading
                    .iter()
                    .any(|part| super::men::is_word_for_men(&part.text));
                // In `h#3 Chinese pieces:` and `Circe Chinese pieces:` the heading begins at the second word.
                let asks =
                    |part: &Part| part.text.contains(|c: char| c.is_ascii_digit() || c == '#');
                let rule = self.reading.phrase(parts).filter(|_| heading.len() > 2);
                let is_ruled = rule.is_some_and(|(known, _)| known.kind == "condition");
                let is_heading = is_one && !heading.iter().any(asks) && !is_ruled;
                is_heading.then_some((at + heading.len(), Found::Text))
            }
            "explained" => {
                let (made, taken) = placed::explained(parts, self.reading.place(parts))?;
                Some((at + taken, Found::Men(made)))
            }
            "squares-rule" => {
                let (_, taken) = rule_of_squares(parts)?;
                let is_one = parts.get(taken)?.squares().is_some();
                is_one.then_some((at + taken, Found::Text))
            }
            "rule-of-squares" => {
                let (known, taken) = rule_of_squares(parts)?;
                Some((at + taken, Found::Known(known)))
            }
            // `Ie6`, `I=e6`, `e6=I`: the rule's initials and its squares in one word.
            "rule-with-squares" => {
                let (name, _) = name_and_squares(&parts[0].board, &parts[0].text)?;
                let name = Part {
                    text: name.to_owned(),
                    ..parts[0].clone()
                };
                let (known, _) = rule_of_squares(&[name])?;
                Some((at + 1, Found::Known(known)))
            }
            "longer-walk" => {
                let (man, taken) = men(parts, self.reading.own())?;
                let is_walk = man.name.is_some() && man.squares.is_empty() && !man.is_special();
                let (_, phrase) = self.reading.phrase(parts)?;
                (is_walk && taken > phrase).then_some((at + taken, Found::Text))
            }
            "composed" => composed_at(parts).map(|(taken, found)| (at + taken, found)),
            "date" => date(parts).map(|taken| (at + taken, Found::Text)),
            "run" => Some(self.run("names", parts))
                .filter(|run| *run > 0)
                .map(|run| (at + run, Found::Text)),
            "dated" => {
                let run = self.run("names", parts);
                let last = (1..run).rev().find(|at| is_year(&parts[*at].text))?;
                let end = (!is_slip(&words(&parts[..last]))).then_some(at + last + 1)?;
                Some((end, Found::Text))
            }
            "author" => {
                let run = match self.run("names", parts) {
                    run if is_initial(&parts[0]) => run,
                    run => self.run("persons", parts).min(run),
                };
                let is_author = run > 0
                    && !parts[..run].iter().any(|part| is_year(&part.text))
                    && (is_initial(&parts[0]) && run > 1
                        || fits("name-with-initials", &parts[0].text)
                        || self.is_author(parts, run));
                // `E. Marsh` is no slip for `Mars`.
                let is_one =
                    is_author && (is_initial(&parts[0]) || !is_slip_in_name(&parts[..run]));
                is_one.then_some((at + run, Found::Text))
            }
            "lone-author" => {
                let run = self.run("persons", parts);
                let is_known = run > 1 && vocabulary::is("first-name", &parts[0].text);
                let before = self.reading.text.get(..parts[0].start).unwrap_or("");
                let ends = |c: char| matches!(c, '.' | '-' | '–' | '—');
                let stands_alone = parts[0].is_separated() || before.trim_end().ends_with(ends);
                let is_free = is_known && stands_alone || self.reading.is_at_front();
                let is_one = is_free
                    && (2..8).contains(&run)
                    && are_names(&parts[..run])
                    && self.ends_name(parts, run)
                    && !is_slip_in_name(&parts[..run]);
                is_one.then_some((at + run, Found::Text))
            }
            "signed" => {
                let run = self.run("persons", parts);
                let is_signed = run > 1 && is_initial(&parts[0]) && are_names(&parts[..run]);
                let is_short = |part: &Part| part.text.len() < 4;
                let is_one = is_signed && !is_short(&parts[run - 1]);
                is_one.then_some((at + run, Found::Text))
            }
            // `No.734 (PT)`
            "signature" => {
                let is_one = self.reading.is_at_front()
                    && matches!(self.last_said(), Some("number" | "source"))
                    && parts[0].mark == Some('(')
                    && fits("signature-letters", &parts[0].text)
                    && !REFINEMENTS.contains_key(&squeezed(&parts[0].text));
                is_one.then_some((at + 1, Found::Text))
            }
            "known-author" => {
                let (end, found) = self.phrase_of("lone-author", at)?;
                vocabulary::is("first-name", &parts[0].text).then_some((end, found))
            }
            // `(Canterbury)`, `Dresden`, `Ludwigshafen / Oelsnitz` behind a name.
            "place" => {
                let run = self.place_run(parts);
                let behind_name = self.last_said().is_some_and(|last| match last {
                    "author" => true,
                    "remark" | "place" => self.reading.is_at_front() && self.has_author(),
                    _ => false,
                });
                let is_free = self.reading.is_at_front() || parts[0].mark == Some('(');
                let before = self.reading.text.get(..parts[0].start).unwrap_or("");
                let behind_dash = before.trim_end().ends_with(['-', '–', '—', '.']);
                let is_one = behind_name
                    && is_free
                    && (parts[0].is_separated() || behind_dash)
                    && (1..5).contains(&run)
                    && (parts[0].mark == Some('(') || !parts[..run].iter().any(is_abbreviation))
                    && self.ends_name(parts, run)
                    && !is_slip_in_name(&parts[..run]);
                is_one.then_some((at + run, Found::Text))
            }
            // `8th FIDE World Cup`, `SuperProblem TT-201`
            "tourney" => {
                let ordinal = usize::from(is_ordinal(&parts[0].text));
                let is_tourney = |part: &Part| {
                    let word = part.text.split('-').next().unwrap_or("");
                    vocabulary::is("tourney", word)
                };
                let last = (ordinal..parts.len().min(7)).find(|at| is_tourney(&parts[*at]))?;
                // `tournoi informel`
                if magazine(parts).is_some_and(|taken| taken > last + 1) {
                    return None;
                }
                let is_name = |at: usize| {
                    let part = &parts[at];
                    let goes_on = at == 0 || !part.is_separated();
                    let is_capital = |part: &Part| is_capital(part) || part.text == "&";
                    let rest = &parts[at..];
                    // `Circe Tourney 2003`
                    let says = || {
                        asked::asked(rest).is_some() || !self.reading.is_at_front() && is_rule(rest)
                    };
                    goes_on && (at < ordinal || is_capital(part) && !says())
                };
                let is_one = (0..last).all(is_name) && !parts[last].is_separated();
                let is_one = is_one && (last > 0 || parts[0].text.len() > 2);
                is_one.then_some((at + last + 1, Found::Text))
            }
            // `Theme Tourney Madrasi, Andernach 1984`: what the tourney was for, up to the next mark.
            "theme-of-tourney" => {
                let is_of_name = |part: &&Part| is_capital(part) || part.text == "&";
                let end = parts.iter().skip(1).take_while(|part| !part.is_separated());
                let theme = &parts[..=end.count()];
                let is_one = self.reading.is_at_front()
                    && !parts[0].is_separated()
                    && theme.iter().all(|part| is_of_name(&part))
                    && (0..theme.len()).any(|at| is_rule(&theme[at..]));
                is_one.then_some((at + theme.len(), Found::Text))
            }
            // `Broodings 12` behind the author.
            "numbered" => {
                let run = self.place_run(parts);
                let number = parts.get(run).filter(|next| !next.is_separated())?;
                let is_free = self.reading.is_at_front()
                    && self.has_author()
                    && parts[0].is_separated()
                    && (1..5).contains(&run)
                    && fits("short-number", &number.text)
                    && parts[..run].iter().all(|part| {
                        let means = |class: &str| vocabulary::is(class, &part.text);
                        let walk = walk_named(&part.text, self.reading.language, Own::NONE);
                        walk.is_none() && !means("prefix") && !is_abbreviation(part)
                    })
                    && !is_slip_in_name(&parts[..run]);
                is_free.then_some((at + run + 1, Found::Text))
            }
            // `Springer 1962`, `Bella Gazette, 1987`
            "titled" => {
                let run = parts.iter().take_while(|part| is_capital(part)).count();
                let year = parts.get(run).filter(|year| is_year(&year.text))?;
                let is_title = (1..5).contains(&run)
                    && parts[1..run].iter().all(|part| !part.is_separated())
                    && matches!(year.mark, None | Some(','))
                    && asked::asked(parts).is_none()
                    && super::men::side(&parts[0].text).is_none()
                    && !is_rule(parts);
                is_title.then_some((at + run + 1, Found::Text))
            }
            // `Gc3 = grasshopper` behind a dash
            "called-man" => {
                let (_, taken) = men(parts, self.reading.own())?;
                let next = parts.get(taken)?;
                (next.text == "=" || next.mark == Some(':')).then_some((at + taken, Found::Text))
            }
            // `PS3210F`, `fs-135`, `TT-5`, `1998-I`, before the stipulation.
            "code" => {
                let told = matches!(
                    self.last_said(),
                    None | Some(
                        "author" | "source" | "number" | "award" | "date" | "remark" | "place"
                    )
                );
                let is_one =
                    told && fits("lettered-number", &parts[0].text) && !self.is_label_or_claim(at);
                let is_one = is_one && asked::asked(parts).is_none();
                is_one.then_some((at + 1, Found::Text))
            }
            _ => None,
        }
    }

    /// The parts within so many bytes.
    fn end_of(&self, at: usize, length: usize) -> usize {
        let end = self.parts[at].start + length;
        let within = self.parts[at..].iter().take_while(|part| part.start < end);
        at + within.count()
    }

    /// A rule of one side, its squares, and the letters of sides in brackets; `Maximummer (b) Pd4-e4` is a twin.
    fn one_sided(&self, at: usize, by_letter: bool) -> Option<(usize, Found)> {
        let parts = &self.parts[at..];
        let known = longest(parts, |phrase| MEANINGS.get(phrase)).map(|(_, taken)| taken);
        let composed_of = || composed_at(parts).map(|(taken, _)| taken);
        let taken = known.or_else(composed_of)?;
        let squares = parts[taken..]
            .iter()
            .take_while(|part| part.squares().is_some());
        let named = taken + squares.count();
        let behind = &parts[named..];
        let first = behind
            .first()
            .filter(|first| first.mark == Some('(') || first.mark == Some(':') && !by_letter)?;
        let more = behind[1..].iter().take_while(|part| !part.is_separated());
        let end = named + 1 + more.count();
        let whose = match by_letter {
            true => side_of_letters(&first.text).filter(|_| end == named + 1)?,
            false => {
                let said = run_together(&parts[named..end]);
                let words = vocabulary::words("whose").chain(vocabulary::words("sided"));
                let mut words = words.filter(|(.., word)| vocabulary::key(word) == said);
                words.next()?.0
            }
        };
        let phrase = run_together(&parts[..taken]);
        let coloured = vocabulary::words("whose").filter(|(side, ..)| *side == whose);
        let names = coloured.map(|(.., word)| format!("{}{phrase}", vocabulary::key(word)));
        let names: Vec<String> = names.collect();
        let known = names.iter().filter_map(|name| MEANINGS.get(name));
        let known = known
            .filter(|known| known.is_rule())
            .cloned()
            .map(Found::Known)
            .next();
        let found = known.or_else(|| names.iter().find_map(|name| composed(name)))?;
        Some((at + end, found))
    }

    /// What is asked; not the square of `h2 = nightrider`.
    fn asked(&self, at: usize) -> Option<Asked> {
        let parts = &self.parts[at..];
        let is_other = |next: &Part| number(&next.text).is_none();
        let names_square = parts[0].squares().is_some()
            && parts.get(1).is_some_and(|next| next.text == "=")
            && parts.get(2).is_some_and(is_other);
        asked::asked(parts).filter(|_| !names_square)
    }

    /// `"Madrasi Dream"`: words between quotation marks of one line, of which nothing can be meant for the task, and
    /// where they end.
    fn quoted(&self, at: usize) -> Option<usize> {
        if self.reading.is_in_quotes {
            return None;
        }
        let text = self.reading.text;
        let is_mark =
            |c: char| vocabulary::words("quotation-mark").any(|(.., mark)| mark.starts_with(c));
        let first = &self.parts[at];
        let (before, behind) = (text.get(..first.start)?, text.get(first.start..)?);
        let opens = behind.starts_with(is_mark) || before.trim_end().ends_with(is_mark);
        let closes = |part: &Part| {
            let (within, behind) = (&text[first.start..part.end], &text[part.end..]);
            let is_whole = part.end > first.start + 1 && within.ends_with(is_mark);
            is_whole || behind.trim_start_matches(' ').starts_with(is_mark)
        };
        let mut ends = (at..self.parts.len()).filter(|_| opens);
        let end = ends.find(|last| closes(&self.parts[*last]))? + 1;
        let is_line = !text[first.start..self.parts[end - 1].end].contains('\n');
        let is_title = || self.are_words(at, end) && !self.is_said(at, end);
        (is_line && is_title()).then_some(end)
    }

    /// Whether parts are words of letters that ask for nothing and name no man, twin or number of solutions.
    fn are_words(&self, at: usize, end: usize) -> bool {
        let is_word = |at: usize| {
            let part = &self.parts[at];
            let text = part.text.trim_end_matches(['!', '?', '.']);
            let is_man = part.board.square_at_end(text).is_some();
            text.starts_with(char::is_alphabetic)
                && !is_man
                && !self.is_label_or_claim(at)
                && asked::asked(&self.parts[at..]).is_none()
        };
        (at..end).all(is_word)
    }

    /// Whether parts say something of the task, or nearly a rule.
    fn is_said(&self, at: usize, end: usize) -> bool {
        let parts = &self.parts[at..end];
        let mut reading = self.reading.of_part();
        reading.is_in_quotes = true;
        reading.sort(parts);
        match reading.finish() {
            Ok(said) => said.says_more() || said.zero_position,
            Err(_) => is_slip_of_rule(parts),
        }
    }

    /// Whether a rule stands among parts.
    fn names_rule(&self, at: usize, end: usize) -> bool {
        let rule = |at: usize| longest(&self.parts[at..end], |phrase| MEANINGS.get(phrase));
        (at..end).any(|at| rule(at).is_some_and(|(known, _)| known.names_rule()))
    }

    /// `5+4`, `12 + 9 + 1n`.
    fn count_of_men(&self, at: usize) -> Option<(usize, Found)> {
        let mut joined = String::new();
        let mut found = None;
        for (index, part) in self.parts[at..].iter().take(5).enumerate() {
            if index > 0 && part.is_separated() {
                break;
            }
            joined.push_str(&part.text);
            let numbers = separated_list1(tag("+"), small_number);
            let mut men = all_consuming(terminated(numbers, opt(one_of("nN"))));
            let read: nom::IResult<&str, Vec<u32>> = men.parse(&joined);
            if let Ok((_, numbers)) = read
                && (2..=3).contains(&numbers.len())
            {
                found = Some((at + index + 1, Found::Numbers(numbers)));
            }
        }
        found
    }

    /// `2.1.1.1`, `2/1/1/1`, `2;1;1;1`, `2.1;1.1`, `2.1...`: how many moves each half-move has.
    fn counts(&self, at: usize) -> Option<(Vec<u32>, usize)> {
        let rest = self.reading.text.get(self.parts[at].start..)?;
        let (behind, numbers) = counts(rest).ok()?;
        let length = rest.len() - behind.len();
        let ends = |c: char| c.is_whitespace() || ",;:()[]{}\"/|".contains(c);
        let is_date = rest[..length].contains('/') && behind.trim_start().starts_with('/');
        let is_whole = !is_date && behind.chars().next().is_none_or(ends);
        is_whole.then(|| (numbers, self.end_of(at, length)))
    }

    /// One word of a name, or the name of a magazine.
    fn name(&self, at: usize) -> Option<usize> {
        let rest = &self.parts[at..];
        if self.is_signed_number(at) {
            return Some(at + 1);
        }
        if asked::asked(rest).is_some() || self.is_label_or_claim(at) {
            return None;
        }
        if let Some(words) = magazine(rest) {
            return Some(at + words);
        }
        let starts = is_capital(&rest[0]) || starts_number(&rest[0].text);
        // `l’AFCE` is folded to `lAFCE`.
        let elided = rest[0]
            .text
            .split_at_checked(1)
            .is_some_and(|(first, name)| {
                vocabulary::is("elision", first) && name.starts_with(char::is_uppercase)
            });
        let links = elided || vocabulary::is("name-link", &rest[0].text);
        ((starts || links) && !is_rule(rest)).then_some(at + 1)
    }

    fn is_label_or_claim(&self, at: usize) -> bool {
        let rest = &self.parts[at..];
        label(&rest[0], rest.get(1)).is_some() || self.reading.extent_of_claim(rest).is_some()
    }

    /// The number, the year or the half-year of a magazine.
    fn is_issue(&self, at: usize) -> bool {
        let part = &self.parts[at];
        let text = part.text.trim_end_matches('.');
        if fits("issue-id", text) {
            return true;
        }
        let counted = self.parts.get(at + 1);
        let counted = counted.is_some_and(|next| next.text.starts_with('+'));
        let asks = |at: usize| asked::asked(&self.parts[at..]).is_some();
        if counted || self.is_label_or_claim(at) || asks(at) && !self.is_signed_number(at) {
            return false;
        }
        let word = squeezed(text);
        // `no85`, as `n°85` is folded
        let mut signs = vocabulary::words("number-sign");
        let joined = signs.find_map(|(.., no)| word.strip_prefix(no));
        joined.is_some_and(is_digits)
            || fits("issue-number", text)
            || part.mark == Some('/') && at > 0 && fits("roman", text)
    }

    /// `StrateGems #49`, where something else asks.
    fn is_signed_number(&self, at: usize) -> bool {
        let part = &self.parts[at];
        let is_number = part.text.strip_prefix('#').is_some_and(is_digits);
        let is_label = |at: &usize| label(&self.parts[*at], self.parts.get(at + 1)).is_some();
        let mut behind = (at + 1..self.parts.len()).take_while(|at| !is_label(at));
        is_number
            && at > 0
            && !part.is_separated()
            && (!self.reading.stipulation.is_empty()
                || behind.any(|at| asked::asked(&self.parts[at..]).is_some()))
    }

    /// `1234. h#2`, `F123 h#2`: what stands in front of all else is the problem's number.
    fn is_number_in_front(&self, at: usize) -> bool {
        let part = &self.parts[at];
        let Some(next) = self.parts.get(at + 1).filter(|_| part.start <= 1) else {
            return false;
        };
        let text = part.text.as_str();
        let letters = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '#');
        let digits = letters.trim_end_matches(['.', ':']);
        let is_number = fits("number-in-front", text)
            && (digits.len() > 2 || letters.ends_with('.') || matches!(next.mark, Some(')' | ':')))
            // `H#2. b) ...` asks.
            && !(text.contains('#') && digits.len() < 4);
        let behind = &self.parts[at + 1..];
        let asks =
            || asked::asked(behind).is_some_and(|asked| asked.text.contains(['#', '=', 'z', 'd']));
        let is_award =
            || is_ordinal(text) && ["award", "source"].iter().any(|kind| is_kind(behind, kind));
        is_number && (asks() || !is_year(digits) && !is_award())
    }

    /// Whether the words at a place ask for something or are a rule.
    fn says(&self, at: usize) -> bool {
        let rest = &self.parts[at..];
        asked::asked(rest).is_some() || is_rule(rest)
    }

    /// How many parts at the front are a run of names, as the rows of a symbol have them.
    fn run(&self, symbol: &str, parts: &[Part]) -> usize {
        let reading = self.reading;
        let parse = Chart::new(parts, Saying { reading, parts }).first(symbol, 0);
        parse.map_or(0, |parse| parse.end)
    }

    /// How many parts at the front may name a place.
    fn place_run(&self, parts: &[Part]) -> usize {
        let run = self.run("places", parts);
        if are_names(&parts[..run]) { run } else { 0 }
    }

    /// Names that nothing but the problem's number stands before.
    fn is_name_in_front(&self, parts: &[Part], run: usize) -> bool {
        let is_free = self.reading.is_at_front() || self.follows_source();
        is_free && are_names(&parts[..run])
    }

    /// What was said last.
    fn last_said(&self) -> Option<&'static str> {
        let last = self.reading.statement.understood.last();
        last.map(|last| last.what)
    }

    /// Whether the author stands in front of a part, and nothing but names and dates beside.
    fn is_behind_author(&self, part: &Part) -> bool {
        let is_named = self.has_author() || self.last_said() == Some("remark");
        self.reading.is_at_front() && is_named && part.is_separated()
    }

    fn has_author(&self) -> bool {
        let kept = &self.reading.statement.kept;
        kept.iter().any(|kept| kept.what == "author")
    }

    /// Whether what stands behind a name does not go on with it.
    fn ends_name(&self, parts: &[Part], run: usize) -> bool {
        let Some(next) = parts.get(run) else {
            return true;
        };
        let behind = &parts[run..];
        let kinds = ["award", "remark", "mark", "source", "dedication"];
        next.is_separated()
            || is_dash(next)
            || asked::asked(behind).is_some()
            || fits("lettered-number", &next.text)
            || is_ordinal(&next.text) && is_kind(&behind[1..], "award")
            || kinds.iter().any(|kind| is_kind(behind, kind))
    }

    /// Whether a source or a prize was the last thing said, and nobody is the author yet.
    fn follows_source(&self) -> bool {
        let statement = &self.reading.statement;
        let is_of = |what: &str| matches!(what, "source" | "award" | "date");
        let last = statement.understood.last();
        last.is_some_and(|last| is_of(last.what))
            && statement.kept.iter().all(|kept| kept.what != "author")
    }

    /// Two names or more that nothing stands before and a source or a prize behind.
    fn is_author(&self, parts: &[Part], run: usize) -> bool {
        let behind = &parts[run..];
        let is_source = || {
            let run = self.run("names", behind).max(1);
            magazine(behind).is_some()
                || behind[..run].iter().any(|part| is_year(&part.text))
                || is_kind(behind, "award")
                || fits("lettered-number", &behind[0].text)
                || is_ordinal(&behind[0].text) && is_kind(&behind[1..], "award")
        };
        let least = if magazine(behind).is_some() { 1 } else { 2 };
        (least..9).contains(&run)
            && self.is_name_in_front(parts, run)
            && !behind.is_empty()
            && is_source()
    }
}

impl Reading<'_> {
    /// The parse of the first row of a symbol that fits at the front.
    pub(super) fn said(&self, symbol: &str, parts: &[Part]) -> Option<(Said, usize)> {
        let slots = Saying {
            reading: self,
            parts,
        };
        let parse = Chart::new(parts, slots).first(symbol, 0)?;
        Some((parse.made, parse.end))
    }

    /// How many parts at the front claim something.
    pub(super) fn extent_of_claim(&self, parts: &[Part]) -> Option<usize> {
        let begins = parts[0].text.starts_with(|c: char| c.is_ascii_digit());
        let spelled = || number(&parts[0].text).is_some();
        let named = || vocabulary::is("solutions", &parts[0].text);
        let each = || vocabulary::is("each", &parts[0].text);
        (begins || spelled() || named() || each())
            .then(|| self.said("claim", parts).map(|(_, taken)| taken))
            .flatten()
    }
}

/// A number that no claim exceeds.
fn small_number(input: &str) -> nom::IResult<&str, u32> {
    map_res(digit1, |text: &str| match text.len() {
        1..=3 => text.parse().map_err(|_| ()),
        _ => Err(()),
    })
    .parse(input)
}

/// Two numbers or more with strokes or points between them, or those of each move with semicolons;
/// one with points behind it.
fn counts(input: &str) -> nom::IResult<&str, Vec<u32>> {
    let sign = |sign| delimited(space0, tag(sign), space0);
    let points = || recognize(many1(one_of(".,…")));
    let several = |numbers: &Vec<_>| numbers.len() > 1;
    let strokes = verify(separated_list1(sign("/"), small_number), several);
    let group = separated_list1(points(), small_number);
    let groups = verify(separated_list1(sign(";"), group), |groups: &Vec<_>| {
        groups.len() > 1
    });
    let groups = groups.map(|groups: Vec<Vec<u32>>| groups.concat());
    let line = (
        separated_list1(points(), small_number),
        recognize(many0(one_of(".…"))),
    );
    let line = verify(line, |(numbers, tail): &(Vec<_>, &str)| {
        numbers.len() > 1 || tail.len() > 1
    });
    alt((strokes, groups, line.map(|(numbers, _)| numbers))).parse(input)
}

/// The longest of such names at the front, and of how many parts it consists.
fn composed_at(parts: &[Part]) -> Option<(usize, Found)> {
    let behind = parts[1..].iter().take_while(|part| !part.is_separated());
    let lengths = 1..=behind.take(4).count() + 1;
    lengths.rev().find_map(|taken| {
        let words = parts[..taken].iter().map(|part| part.text.as_str());
        composed(&words.collect::<String>()).map(|found| (taken, found))
    })
}

/// `Ultramaximummer`, `weißer Exaktlängstzüger`: a refinement and its condition in one word.
fn composed(text: &str) -> Option<Found> {
    let phrase = squeezed(text);
    let refined = |prefix: &str| {
        let (front, behind) = phrase
            .split_once(prefix)
            .filter(|(_, rest)| rest.len() > 3)?;
        let known = MEANINGS
            .get(&format!("{front}{behind}"))
            .filter(|known| known.is_rule())?;
        let refining = REFINEMENTS.get(prefix)?;
        let both = known.words.iter().map(|word| {
            let mut refining = refining.words.iter();
            let found = refining.find(|found| found.refines(word.key))?;
            Some((*word, *found))
        });
        let both: Option<Vec<_>> = both.collect();
        Some(Found::Composed(
            both?,
            known.languages.and(refining.languages),
        ))
    };
    vocabulary::words("prefix").find_map(|(.., prefix)| refined(prefix))
}

/// `1987`, `5/1987`, `12.03.1987`.
fn date(parts: &[Part]) -> Option<usize> {
    let is_part = |at: &usize| {
        let part = &parts[*at];
        let is_plain = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        part.text.chars().all(is_plain) && (*at == 0 || part.mark == Some('/'))
    };
    let taken = (0..parts.len()).take_while(is_part).count();
    let last = parts.get(taken.checked_sub(1)?)?;
    let mut ends = last.text.split(['.', '-']);
    let (first, year) = (ends.next().unwrap_or(""), ends.next_back());
    (is_year(first) || year.is_some_and(is_year)).then_some(taken)
}

/// `KK`, `AMU`: short capitals, as rules have them.
fn is_abbreviation(part: &Part) -> bool {
    fits("abbreviation", &part.text)
}

fn is_dash(part: &Part) -> bool {
    matches!(part.text.as_str(), "-" | "--")
}

/// Letters, points and hyphens only, and no word that stands in names of rules.
fn are_names(parts: &[Part]) -> bool {
    parts.iter().all(|part| {
        let word = squeezed(&part.text);
        part.text
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '&'))
            && !vocabulary::words("no-name")
                .any(|(.., rule)| word.ends_with(&vocabulary::key(rule)))
    })
}

/// Parts that begin with no digit.
fn words(parts: &[Part]) -> Vec<Part> {
    let words = parts.iter().filter(|part| !starts_number(&part.text));
    words.cloned().collect()
}

/// Whether the longest phrase at the front is of this kind.
fn is_kind(parts: &[Part], kind: &str) -> bool {
    let known = longest(parts, |phrase| MEANINGS.get(phrase));
    known.is_some_and(|(known, _)| known.kind == kind)
}

/// The side that a letter stands for, as `whose` has it.
fn side_of_letter(letter: &str) -> Option<&'static str> {
    let key = vocabulary::key(letter);
    let mut senses = vocabulary::senses(&key).iter();
    let sign = senses.find(|sense| sense.class == "sign")?;
    ["white", "black"]
        .into_iter()
        .find(|side| *side == sign.meaning)
}

/// `b`, `s.`, `w+b`: the side of its letter, or both.
fn side_of_letters(text: &str) -> Option<&'static str> {
    let signs = text.trim_end_matches([')', '.']).split(['+', '/', '&']);
    let sides: Option<Vec<&str>> = signs.map(side_of_letter).collect();
    match sides?.as_slice() {
        [side] => Some(*side),
        [one, other] if one != other => Some("both"),
        _ => None,
    }
}

/// Whether words at the front are a rule or ask for something, so that they are no name.
fn is_rule(parts: &[Part]) -> bool {
    let known = longest(parts, |phrase| MEANINGS.get(phrase));
    known.is_some_and(|(known, _)| !is_name(known))
}

fn is_capital(part: &Part) -> bool {
    part.text.starts_with(char::is_uppercase)
}

fn starts_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// `1.`, `2nd`, `3e`, `1er`, `1st-2nd`, `=1st`, `II.`, `Special`.
fn is_ordinal(text: &str) -> bool {
    fits("ordinal", text)
}

/// `Ie6`, `I=e6`, `e6=I`, `e6`: a name, perhaps none, and squares.
pub(super) fn name_and_squares<'t>(board: &Geometry, word: &'t str) -> Option<(&'t str, &'t str)> {
    let is_name = |c: char| c.is_ascii_uppercase();
    let (first, second) = match word.split_once('=') {
        Some(halves) => halves,
        None => word.split_at(word.len() - word.trim_start_matches(is_name).len()),
    };
    let (name, on) = match board.squares_named(first) {
        Some(_) => (second, first),
        None => (first, second),
    };
    board.squares_named(on).map(|_| (name, on))
}

/// The rule that takes squares at the front, and of how many parts its name consists.
fn rule_of_squares(parts: &[Part]) -> Option<(Known, usize)> {
    let (known, taken) = longest(parts, |phrase| MEANINGS.get(phrase))?;
    let takes = known.is_rule() && known.words.iter().all(|word| word.takes == "squares");
    takes.then(|| (known.clone(), taken))
}

/// `1987`, `1986-88`, `1986-1988`.
pub(super) fn is_year(text: &str) -> bool {
    fits("year", text)
}

/// `T.` or `T.R.`.
fn is_initial(part: &Part) -> bool {
    fits("initial", &part.text)
}
