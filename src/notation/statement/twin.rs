//! Twins of a statement: `b) wPe4->e5`, `c) -Sd4`, `d) Rh2=B`, `+e) h#3`.

use super::change::{Changes, Made, signs_apart};
use super::chart::{Chart, Parse, Step, cheapest};
use super::men::{NamedMen, men};
use super::part::{Label, Part, base, label, span, squeezed};
use super::phrase::{MEANINGS, longest};
use super::placed;
use super::reader::Reading;
use super::vocabulary;
use super::{StatedTwin, WrittenChange};
use crate::board::{Square, SquareSet};
use crate::notation::diagnostic::Diagnostic;
use crate::problem::{Change, Condition, Options};

/// A change as it is written; the man it speaks of is looked for on the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Written {
    /// Nothing is left open.
    Done(Change),
    /// `Rh2->g2`, `rook to g2`.
    Move(NamedMen, Square),
    /// `a1=>a2`: the man on the first square moves, or without one the whole position.
    ShiftOrMove(Square, Square),
    /// `wRh2->wBh2`, `Rh2=B`, `Rh2 black`: another man in its place.
    Become(NamedMen, NamedMen),
    /// `R==>B`: all men of a walk.
    Substitute(NamedMen, NamedMen),
    /// `Rh2<->Pd4`.
    Exchange(NamedMen, NamedMen),
    /// `-Pd4`.
    Remove(NamedMen),
    /// `Pe5` behind `-Pd4,`: goes, too, if it stands there, else it comes.
    RemoveToo(NamedMen),
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

impl Reading<'_> {
    /// `b) wPe4->e5`: the changes up to the next label.
    pub(super) fn twin(&mut self, mut label: Label, parts: &[Part]) -> usize {
        // `i)` and `ii)` count in Roman numbers.
        if label.letter == 'i' && self.statement.twins.is_empty() {
            label.letter = 'a';
        }
        let taken = 1 + to_next_label(&parts[1..]);
        let taken = self.before_legend(&parts[..taken]);
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
        self.changes(&mut twin, &changes, is_last);
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

    /// Where a twin ends: at a line below it that is a legend, `Grasshopper d1`, and so says what stands in all
    /// versions.
    fn before_legend(&self, parts: &[Part]) -> usize {
        let is_line = |at: &usize| parts[*at].mark == Some('\n');
        let is_legend = |at: &usize| self.is_line_of_legend(&parts[*at..]);
        let mut lines = (2..parts.len()).filter(is_line);
        lines.find(is_legend).unwrap_or(parts.len())
    }

    /// Whether the first line consists of men with their squares or letters, perhaps below a heading.
    fn is_line_of_legend(&self, parts: &[Part]) -> bool {
        let ends = |at: usize| parts.get(at).is_none_or(|part| part.mark == Some('\n'));
        let heads = (1..parts.len().min(5)).find(|at| parts[*at].mark == Some(':'));
        let heading = heads.filter(|at| {
            let mut words = parts[..*at].iter();
            words.any(|part| super::men::is_word_for_men(&part.text))
        });
        let mut at = heading.unwrap_or(0);
        let mut explains = heading.is_some() || super::names_man(&parts[0].text);
        while at == 0 || !ends(at) {
            let rest = &parts[at..];
            let place = self.place(rest);
            let read =
                placed::men_at_front(rest, place).or_else(|| placed::legend_at_front(rest, place));
            let Some((made, taken)) = read else {
                return false;
            };
            explains |= made.legend.is_some_and(|(_, letters)| letters.is_some());
            at += taken;
        }
        explains
    }

    /// `b) & c): Pd4 to d5, d6`: as many twins as labels, each with its own end of one change.
    pub(super) fn several_twins(&mut self, parts: &[Part]) -> Option<usize> {
        let (labels, first) = labels_in_front(parts);
        let behind = &parts[first..];
        let behind = &behind[..to_next_label(behind)];
        let ends = |part: &Part| matches!(part.mark, Some(';' | '\n'));
        let end = behind.iter().skip(1).position(ends);
        let behind = &behind[..end.map_or(behind.len(), |end| end + 1)];
        // `b) and c) Pd4 to d5, d6 2.1…`: the claim is that of each.
        let is_claim = |at: &usize| self.extent_of_claim(&behind[*at..]) == Some(behind.len() - at);
        let claim = (1..behind.len()).find(is_claim).unwrap_or(behind.len());
        let (changed, claim) = behind.split_at(claim);
        let mut pieces: Vec<Vec<Part>> = Vec::new();
        for part in changed {
            let is_link = vocabulary::is("and", &part.text);
            match pieces.last_mut() {
                Some(piece) if !is_link && !matches!(part.mark, Some(',' | '/')) => {
                    piece.push(part.clone());
                }
                _ if is_link => pieces.push(Vec::new()),
                _ => pieces.push(vec![part.clone()]),
            }
        }
        pieces.retain(|piece| !piece.is_empty());
        let own = pieces.last()?.len();
        let same = pieces[1..].iter().all(|piece| piece.len() == own);
        let front = pieces[0].len().checked_sub(own)?;
        if labels.len() < 2 || pieces.len() != labels.len() || !same {
            return None;
        }
        let front: Vec<Part> = pieces[0].drain(..front).collect();
        for (label, piece) in labels.iter().zip(pieces) {
            let mut twin = vec![parts[0].clone()];
            twin.extend(front.iter().cloned());
            twin.extend(piece);
            twin.extend(claim.iter().cloned());
            twin.iter_mut().skip(1).for_each(|part| part.mark = None);
            self.twin(*label, &twin);
        }
        Some(first + behind.len())
    }

    /// What stands behind `a)`: as a rule a claim, or nothing.
    fn first_of_twins(&mut self, parts: &[Part]) {
        self.names_diagram = true;
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

    /// What is asked behind the changes of the last twin, and nowhere in front, is asked of all:
    /// `zeroposition a) ... b) Pd4->d6; h#2`.
    pub(super) fn asked_behind_twins(&mut self) {
        if self.statement.stipulation.is_some() {
            return;
        }
        let Some((last, before)) = self.statement.twins.split_last_mut() else {
            return;
        };
        let is_asked = |change: &WrittenChange| {
            matches!(change.written, Written::Done(Change::Stipulation(_)))
        };
        let moves = last.changes.len() > 1 && last.changes.last().is_some_and(is_asked);
        if !moves || before.iter().any(StatedTwin::asks_otherwise) {
            return;
        }
        if let Some(WrittenChange {
            written: Written::Done(Change::Stipulation(asked)),
            at,
        }) = last.changes.pop()
        {
            self.statement.stipulation = Some(asked);
            self.statement.diagnostics.push(Diagnostic::Odd {
                what: "the stipulation behind the last twin is taken to hold in all versions"
                    .to_owned(),
                at,
            });
        }
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
        if let Some(further) = says_further(parts) {
            // `zusätzlich wDb6` adds to the diagram.
            let (rest, _) = signs_apart(&parts[further..]);
            let named = men(&rest, self.own());
            let adds_men = named.as_ref().is_some_and(|(man, taken)| {
                man.sides.is_some() && *taken == rest.len() && vocabulary::is("added", &first.text)
            });
            // The first twin has nothing before it but the diagram.
            twin.continued = !adds_men && !self.statement.twins.is_empty();
            // `additionally +bPa7`, and `additionally Circe` beside what holds already.
            let adds = match named.is_some() {
                true => adds_men,
                false => parts.len() > further && self.opens_change(parts),
            };
            return (&parts[if adds { 0 } else { further }..]).into();
        }
        if names_base(first)
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
            return match says_further(&parts[1..]) {
                Some(_) => self.base(twin, label, &parts[1..]),
                None => (&parts[1..]).into(),
            };
        }
        let mut parts = parts.to_vec();
        parts[0].text = rest.to_owned();
        parts.into()
    }

    /// Takes the changes, claims and remarks of a twin, as the cheapest way through its words.
    fn changes(&mut self, twin: &mut StatedTwin, whole: &[Part], is_last: bool) {
        let (parts, sources) = signs_apart(whole);
        let parts = &parts[..];
        let asked = self.asked_so_far();
        let slots = Changes::new(parts, self.text, self.language, self.own(), asked);
        let mut chart = Chart::new(parts, slots);
        let mut steps: Vec<Vec<Step<Next>>> = Vec::new();
        let mut reached = vec![false; parts.len() + 1];
        reached[0] = true;
        for at in 0..parts.len() {
            let found = match reached[at] {
                true => self.next_steps(&mut chart, parts, at),
                false => Vec::new(),
            };
            for step in &found {
                reached[step.end] = true;
            }
            steps.push(found);
        }
        if !reached[parts.len()] {
            let is_whole = |at: usize| at == 0 || sources[at] != sources[at - 1];
            let places = (0..parts.len()).filter(|at| reached[*at] && is_whole(*at));
            let places: Vec<usize> = places.collect();
            let from = self.start_of_rest(whole, &sources, &places);
            let rest = Step {
                end: parts.len(),
                cost: 150,
                value: Next::Rest,
            };
            steps[from].push(rest);
        }
        let path = cheapest(parts.len(), |at| std::mem::take(&mut steps[at]));
        let mut at = 0;
        for step in path.unwrap_or_default() {
            match step.value {
                Next::Rest => self.rest_of_twin(twin, &whole[sources[at]..], is_last),
                next => self.take_step(twin, &parts[at..], step.end - at, next),
            }
            at = step.end;
        }
    }

    fn take_step(&mut self, twin: &mut StatedTwin, parts: &[Part], taken: usize, next: Next) {
        let at = span(&parts[..taken]);
        let written = match next {
            Next::Made(Made::Nothing) => return,
            Next::Made(Made::Changes(written)) => written,
            Next::Made(Made::Stipulation(asked)) => {
                vec![Written::Done(Change::Stipulation(asked))]
            }
            Next::Made(Made::Asked(asked)) => {
                self.mark(&asked.marks);
                let part = Part {
                    text: asked.text,
                    start: parts[0].start,
                    end: parts[taken - 1].end,
                    mark: None,
                    board: parts[0].board.clone(),
                };
                let asked = self.read(&[part], |reader, word| reader.stipulation(word));
                let asked = asked.map(|asked| Written::Done(Change::Stipulation(asked)));
                asked.into_iter().collect()
            }
            Next::Claim | Next::Rest => {
                self.claim_of_twin(twin, parts);
                return;
            }
        };
        let written = written.into_iter();
        twin.changes
            .extend(written.map(|written| WrittenChange { written, at }));
    }

    /// From where the words of a twin are no changes: where the rest is understood, and the
    /// farther the better.
    fn start_of_rest(&self, whole: &[Part], sources: &[usize], places: &[usize]) -> usize {
        const TRIED: usize = 6;
        let is_understood = |at: &&usize| {
            let mut reading = self.of_part();
            reading.sort(&whole[sources[**at]..]);
            reading.finish().is_ok()
        };
        let understood = places.iter().rev().take(TRIED).find(is_understood);
        understood.or(places.last()).copied().unwrap_or(0)
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
            () if vocabulary::is("mirrored", first) => {
                Some(lacks("an axis, e.g. `mirror a1<->h1`"))
            }
            () if vocabulary::is("turned", first) => Some(lacks("90, 180 or 270 degrees")),
            () if twin.changes.is_empty() && names_starter(parts) => {
                Some(Diagnostic::Unsupported {
                    what: "an option of one twin alone:",
                    word: self.text[span(parts).offset()..][..span(parts).len()].to_owned(),
                    at: span(parts),
                })
            }
            () if after_key(&phrase) => Some(Diagnostic::Unsupported {
                what: "a twin",
                word: "after the key".to_owned(),
                at: span(parts),
            }),
            () => None,
        }
    }

    /// Behind the changes: claims, conditions, prizes.
    fn rest_of_twin(&mut self, twin: &mut StatedTwin, parts: &[Part], is_last: bool) {
        if let Some(fault) = self.incomplete(twin, parts) {
            return self.errors.push(fault);
        }
        if twin.changes.is_empty()
            && let Some(conditions) = self.refined(parts)
        {
            twin.changes.push(WrittenChange {
                written: Written::Done(Change::Conditions(conditions)),
                at: span(parts),
            });
            return;
        }
        let mut reading = self.of_part();
        reading.sort(parts);
        reading.give_claims_of_all(self);
        let said = match reading.finish() {
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
        let says_rights = !said.granted.is_empty()
            || said.options.no_castling != SquareSet::EMPTY
            || !said.options.en_passant.is_empty();
        if says_rights {
            return self.errors.push(self.option_of_one(parts));
        }
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
            && self.rules.is_empty()
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

    fn option_of_one(&self, parts: &[Part]) -> Diagnostic {
        let at = span(parts);
        Diagnostic::Unsupported {
            what: "an option of one twin alone:",
            word: self.text[at.offset()..][..at.len()].to_owned(),
            at,
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
            return self.errors.push(self.option_of_one(parts));
        }
        if asks {
            self.statement.diagnostics.push(Diagnostic::Odd {
                what: "the option behind the last twin is taken to hold in all versions".to_owned(),
                at,
            });
        }
        self.statement.add_options(options);
    }

    /// All that may come next: changes by the order of their rows, claims, words without importance.
    fn next_steps(
        &self,
        chart: &mut Chart<'_, Changes<'_>>,
        parts: &[Part],
        at: usize,
    ) -> Vec<Step<Next>> {
        let step = |cost, parse: Parse<Made>| Step {
            end: parse.end,
            cost,
            value: Next::Made(parse.made),
        };
        let changes = chart.parses("change", at).into_iter();
        let mut steps: Vec<Step<Next>> = changes.map(|parse| step(100, parse)).collect();
        let links = chart.parses("link", at).into_iter();
        steps.extend(links.map(|parse| step(20, parse)));
        let claim = self.extent_of_claim(&parts[at..]);
        steps.extend(claim.map(|taken| Step {
            end: at + taken,
            cost: 60,
            value: Next::Claim,
        }));
        steps
    }

    /// Whether a change stands at the front.
    pub(super) fn opens_change(&self, parts: &[Part]) -> bool {
        let (parts, _) = signs_apart(parts);
        let asked = self.asked_so_far();
        let slots = Changes::new(&parts, self.text, self.language, self.own(), asked);
        let mut chart = Chart::new(&parts, slots);
        !chart.parses("change", 0).is_empty()
    }
}

/// What comes next in a twin.
#[derive(Clone, Debug)]
enum Next {
    Made(Made),
    Claim,
    /// Up to the end: conditions, options, remarks.
    Rest,
}

/// The labels of `b) & c)`, `b), c)`, `b)-d)`, `b) to d)`, and of how many parts they consist.
fn labels_in_front(parts: &[Part]) -> (Vec<Label>, usize) {
    let mut labels: Vec<Label> = label(&parts[0], parts.get(1)).into_iter().collect();
    let mut taken = 1;
    while let (Some(last), Some(first)) = (labels.last().copied(), parts.get(taken)) {
        let is = |class| vocabulary::is(class, &first.text);
        // `-d)`, `...d)`
        let joined = first.text.trim_start_matches(['-', '.']);
        let is_joined = joined.len() < first.text.len() && !joined.is_empty();
        let is_range = is_joined || is("until");
        let at = taken + usize::from(!is_joined && (is_range || is("and")));
        let Some(end) = parts.get(at) else { break };
        let end = Part {
            text: if is_joined {
                joined.to_owned()
            } else {
                end.text.clone()
            },
            ..end.clone()
        };
        let Some(end) = label(&end, parts.get(at + 1)).map(|end| end.letter) else {
            break;
        };
        let next = char::from_u32(u32::from(last.letter) + 1);
        let fits = match is_range {
            true => labels.len() == 1 && end > last.letter,
            false => Some(end) == next,
        };
        if !fits {
            break;
        }
        labels.extend((last.letter..=end).skip(1).map(|letter| Label {
            letter,
            continued: false,
        }));
        taken = at + 1;
    }
    (labels, taken)
}

/// Whether these words say who moves.
fn names_starter(parts: &[Part]) -> bool {
    let known = longest(parts, |phrase| MEANINGS.get(phrase));
    known.is_some_and(|(known, _)| known.kind == "starter")
}

/// Of how many parts the words `further`, `de plus` consist, that set a twin on the one before.
fn says_further(parts: &[Part]) -> Option<usize> {
    (1..=parts.len().min(2)).rev().find(|taken| {
        let words: String = parts[..*taken]
            .iter()
            .map(|part| part.text.as_str())
            .collect();
        vocabulary::is("continued", &words)
    })
}

/// `=` or `like` in front of the twin that another one starts from.
fn names_base(part: &Part) -> bool {
    part.text == "=" || vocabulary::is("like", &part.text)
}

/// Whether words run together begin with `after the key`.
fn after_key(phrase: &str) -> bool {
    let mut words = vocabulary::words("after-key");
    words.any(|(.., word)| phrase.starts_with(&vocabulary::key(word)))
}

fn to_next_label(parts: &[Part]) -> usize {
    let starts = |at: &usize| {
        let found = label(&parts[*at], parts.get(at + 1));
        // `b)+wKb3->c3`, `=a)`, `= b)` and `like b)` name a base.
        let is_base = *at > 0 && names_base(&parts[*at - 1]);
        found.is_some() && !is_base && (*at > 0 || found.is_some_and(|label| label.continued))
    };
    (0..parts.len()).find(starts).unwrap_or(parts.len())
}

pub(super) fn to_next_mark(parts: &[Part]) -> usize {
    let marked = |at: &usize| *at > 0 && parts[*at].is_separated();
    (0..parts.len()).find(marked).unwrap_or(parts.len())
}
