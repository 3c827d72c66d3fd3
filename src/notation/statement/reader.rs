//! Makes a statement of its parts: what the rows of `grammar.tsv` find is put where it belongs.

use super::chart::Leaf;
use super::men::{Own, side, walk_named};
use super::near::nearest;
use super::part::{Label, Part, label, run_together, span, squeezed};
use super::phrase::{
    Known, Languages, MEANINGS, REFINEMENTS, as_written, longest, magazine, refinement, rolling,
};
use super::placed;
use super::rights::{self, Castlings};
use super::say::{Found, Said, Saying};
use super::vocabulary::{self, Sense};
use super::{Claim, Kept, MenCount, Statement, Understanding};
use crate::board::{Geometry, Side, SquareSet};
use crate::conditions::one_that;
use crate::men::{Sides, WalkId};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::read::Reader;
use crate::notation::popeye::read::lexer::{Cursor, Token};
use crate::notation::popeye::words::{self, Language, Table, Word};
use crate::problem::{Argument, Condition};
use miette::SourceSpan;

/// Takes what is said, one thing after the other.
pub(super) struct Reading<'a> {
    pub(super) text: &'a str,
    pub(super) language: Language,
    pub(super) stipulation: Vec<Part>,
    pub(super) rules: Vec<Rule>,
    /// How many of them the last name stands for.
    named_at_once: usize,
    /// Words that refine a condition and stand before it.
    pending: Vec<(Vec<&'static Word>, Part)>,
    /// Those of them that have found a condition; another one may take them, too.
    fronted: Vec<(Vec<&'static Word>, Part)>,
    /// What refines the dice, wherever it stands.
    dice: Vec<Part>,
    options: Vec<Part>,
    pub(super) last: Last,
    /// What the last word takes.
    pub(super) takes: &'static str,
    /// The byte behind the last rule and what belongs to it.
    pub(super) rule_end: usize,
    /// Whether something does.
    pub(super) has_argument: bool,
    /// Whether `a)` stands before the twins.
    pub(super) names_diagram: bool,
    /// Whether it reads what stands between quotation marks.
    pub(super) is_in_quotes: bool,
    /// Who is said to move first.
    starter: Option<(Side, SourceSpan)>,
    /// Who is said to reach the goal.
    actor: Option<(Side, SourceSpan)>,
    /// Words for the kind of play beside the stipulation.
    kinds: Vec<Part>,
    /// The sign of a goal that stands alone: `= Circe`.
    goal: Option<Part>,
    /// What is claimed of each twin, said of one.
    claim_of_all: Option<Claim>,
    /// What is claimed of the diagram and the twins in their order.
    claims_in_order: Option<(Vec<u32>, SourceSpan)>,
    /// The languages in which all words so far exist.
    spoken: Languages,
    /// What the legends of the whole text say of letters.
    pub(super) legend: Vec<(String, WalkId)>,
    pub(super) statement: Statement,
    pub(super) errors: Vec<Diagnostic>,
}

/// A condition as the problem language writes it: its name, and what belongs to it.
#[derive(Clone)]
pub(super) struct Rule {
    word: &'static Word,
    parts: Vec<Part>,
}

/// What was named last.
#[derive(Clone, Copy)]
pub(super) enum Last {
    Nothing,
    Condition(&'static Word),
    Dice,
    Option,
}

/// As many words as the longest phrase has.
const LONGEST: usize = 8;

impl<'a> Reading<'a> {
    pub(super) fn new(text: &'a str, language: Language) -> Reading<'a> {
        Reading {
            text,
            language,
            stipulation: Vec::new(),
            rules: Vec::new(),
            named_at_once: 1,
            pending: Vec::new(),
            fronted: Vec::new(),
            dice: Vec::new(),
            options: Vec::new(),
            last: Last::Nothing,
            takes: "",
            rule_end: 0,
            has_argument: false,
            names_diagram: false,
            is_in_quotes: false,
            starter: None,
            actor: None,
            kinds: Vec::new(),
            goal: None,
            claim_of_all: None,
            claims_in_order: None,
            spoken: Languages::ALL,
            legend: Vec::new(),
            statement: Statement::default(),
            errors: Vec::new(),
        }
    }

    /// The same for some of the parts: nothing is said so far, but walks are known.
    pub(super) fn of_part(&self) -> Reading<'a> {
        let mut reading = Reading::new(self.text, self.language);
        reading.statement.walks.clone_from(&self.statement.walks);
        reading.legend.clone_from(&self.legend);
        reading
    }

    pub(super) fn sort(&mut self, parts: &[Part]) {
        // It may stand behind the twins, whose labels it changes.
        let names_zero = |at: usize| {
            let known = longest(&parts[at..], |phrase| MEANINGS.get(phrase));
            known.is_some_and(|(known, _)| known.kind == "zero-position")
        };
        let has_first = (0..parts.len()).any(|at| {
            let label = label(&parts[at], parts.get(at + 1));
            label.is_some_and(|label| ['a', 'i'].contains(&label.letter))
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

    /// What letters mean beside those of a language.
    pub(super) fn own(&self) -> Own<'_> {
        Own {
            walks: &self.statement.walks,
            letters: &self.legend,
        }
    }

    /// Whether help play is asked for, if anything is.
    pub(super) fn asks_help(&self) -> Option<bool> {
        let asked = self.stipulation.first();
        asked.map(|asked| asked.text.starts_with('h'))
    }

    /// Whether neither a stipulation nor a condition stands in front.
    pub(super) fn is_at_front(&self) -> bool {
        self.stipulation.is_empty() && self.rules.is_empty()
    }

    pub(super) fn understood(&mut self, at: SourceSpan, what: &'static str) {
        self.statement.understood.push(Understanding { at, what });
    }

    /// Understands what stands at the front; says of how many parts it consists.
    fn take(&mut self, parts: &[Part]) -> usize {
        if let Some(label) = label(&parts[0], parts.get(1)) {
            return match (self.lacks_a_side(parts), self.several_twins(parts)) {
                (Some(taken), _) => self.twin_or_side(&parts[..taken]),
                (None, Some(taken)) => taken,
                (None, None) => self.twin(label, parts),
            };
        }
        let mut symbols = ["first", "claim", "say"].into_iter();
        match symbols.find_map(|symbol| self.said(symbol, parts)) {
            Some((said, taken)) => self.act(said, &parts[..taken], parts),
            None => self.unknown(parts),
        }
    }

    /// `b. maximummer`: twin b), or Black's? Behind `a)` it is a twin. Says of how many parts it
    /// consists.
    fn lacks_a_side(&self, parts: &[Part]) -> Option<usize> {
        let is_open = self.statement.twins.is_empty() && !self.names_diagram;
        let is_one_sided = |known: &Known, phrase: &str| {
            let mut words = known.words.iter();
            known.kind == "colourless" || words.any(|word| lacks_its_side(word, phrase))
        };
        let known = longest(&parts[1..], |phrase| MEANINGS.get(phrase));
        let (known, taken) = known?;
        let rule = &parts[1..=taken];
        let phrase = run_together(rule);
        let is_doubtful = is_open
            && parts[0].text.ends_with('.')
            && side(&rule[0].text).is_none()
            && is_one_sided(known, &phrase);
        is_doubtful.then_some(1 + taken)
    }

    fn twin_or_side(&mut self, parts: &[Part]) -> usize {
        let (at, rule) = (parts[0].span(), self.written(span(&parts[1..])));
        let label = parts[0].text.trim_end_matches('.');
        self.errors.push(Diagnostic::Missing {
            word: self.written(at),
            needs: format!(
                "a side or a bracket: write `white {rule}` or `black {rule}`, or `{label}) {rule}` for a twin"
            ),
            at,
        });
        parts.len()
    }

    /// Says so if a name belongs to two walks, and no letters decide.
    fn doubt_names(&mut self, made: &placed::Made, parts: &[Part]) {
        let named = made
            .placed
            .iter()
            .chain(made.legend.iter().map(|(named, _)| named));
        let walk = named
            .filter_map(|named| named.walk(self.language, self.own()))
            .next();
        let letters = made
            .legend
            .as_ref()
            .and_then(|(_, letters)| letters.as_deref());
        let Some(walk) = walk else { return };
        if letters.is_some_and(|letters| walk.row().letters.contains(&letters)) {
            return;
        }
        let doubtful = |part: &&Part| vocabulary::is("doubtful-walk", &part.text);
        for part in parts.iter().filter(doubtful) {
            let mut others = vocabulary::words("doubtful-walk");
            let key = vocabulary::key(&part.text);
            let other = others.find(|(.., word)| vocabulary::key(word) == key);
            let other = other.and_then(|(other, ..)| WalkId::from_key(other));
            let Some(other) = other.filter(|other| *other != walk) else {
                continue;
            };
            let [read, other] = [walk, other].map(|walk| walk.row().names.en);
            self.statement.diagnostics.push(Diagnostic::Odd {
                what: format!("it is read as `{read}`; `{other}` has the name, too"),
                at: part.span(),
            });
        }
    }

    /// What letters stand for; the same letters stand for one man.
    fn explain(&mut self, (letters, walk): (String, WalkId), at: SourceSpan) {
        let letters = letters.to_uppercase();
        let mut known = self.statement.letters.iter();
        let other = known.find(|(known, _)| *known == letters);
        let other = other.map(|(_, other)| *other);
        if other == Some(walk) {
            return;
        }
        if let Some(other) = other {
            let [first, second] = [other, walk].map(|walk| walk.row().names.en.to_lowercase());
            self.errors.push(Diagnostic::Conflict {
                first: format!("`{letters}` = {first}"),
                second: format!("`{letters}` = {second}"),
                reason: "letters stand for one man in a problem",
                at,
            });
        }
        self.statement.letters.push((letters, walk));
    }

    /// Does what a row says with what its items found.
    fn act(&mut self, said: Said, parts: &[Part], whole: &[Part]) -> usize {
        let at = span(parts);
        for leaf in &said.leaves {
            let Leaf::Word(sense) = leaf else { continue };
            // Magazines keep their names in every language.
            if sense.is_phrase && !matches!(sense.class, "noise" | "source") {
                self.speak(sense.languages);
            }
            // `2 Lösungen` beside a FEN; words of many languages stand in the first column.
            if sense.class == "solutions" && sense.languages.only() != Some(Language::En) {
                let agreed = self.spoken.and(sense.languages);
                self.speak(agreed);
            }
        }
        let numbers: Vec<u32> = said.leaves.iter().filter_map(number_of).collect();
        let senses = said.leaves.iter().filter_map(sense_of);
        let senses: Vec<Sense> = senses.collect();
        let found = said.leaves.into_iter().find_map(|leaf| match leaf {
            Leaf::Found(Found::Text) | Leaf::Word(_) => None,
            Leaf::Found(found) => Some(found),
        });
        let (action, what) = said.action.split_once(' ').unwrap_or((said.action, ""));
        match (action, found) {
            ("Keep", _) => return self.keep(what, parts),
            ("Named", _) => {
                let mut told = format!("`{}` is taken to be the {what}", self.written(at));
                let rule = longest(parts, |phrase| MEANINGS.get(phrase));
                if let Some((_, taken)) = rule.filter(|(known, _)| known.names_rule()) {
                    let name = self.written(span(&parts[..taken]));
                    told += &format!("; for the condition write `{name}` behind what is asked");
                }
                self.statement
                    .diagnostics
                    .push(Diagnostic::Odd { what: told, at });
                return self.keep(what, parts);
            }
            ("ClaimInARow", Some(Found::Numbers(numbers))) => {
                let points: Vec<String> = numbers.iter().map(u32::to_string).collect();
                self.statement.diagnostics.push(Diagnostic::Odd {
                    what: format!("`{}` is read as `{}`", self.written(at), points.join(".")),
                    at,
                });
                self.claim(numbers, true, at, whole);
            }
            ("Noted", _) => {
                let meaning = self.phrase(parts).map_or("", |(known, _)| known.meaning);
                self.statement.diagnostics.push(Diagnostic::Odd {
                    what: format!(
                        "`{}` is taken to speak of men on the board; {meaning}",
                        self.written(at)
                    ),
                    at,
                });
                return self.keep("remark", parts);
            }
            ("Claim", Some(Found::Numbers(numbers))) => self.claim(numbers, true, at, whole),
            ("Claim", _) => self.claim(numbers, false, at, whole),
            ("ClaimOfAll", _) => {
                self.claim_of_all = Some(Claim {
                    numbers,
                    per_move: false,
                    at,
                });
                self.understood(at, "claim");
            }
            ("ClaimSetPlay", _) => self.claim_of_set_play(numbers, at),
            ("ClaimInOrder", Some(Found::Numbers(numbers))) => {
                self.claims_in_order = Some((numbers, at));
                self.understood(at, "claim");
            }
            ("Version", _) => {
                if self.asks_help() == Some(false) {
                    self.statement.diagnostics.push(Diagnostic::Odd {
                        what: "`(v)` is taken to say version; for tries write `v`".to_owned(),
                        at,
                    });
                }
                return self.keep("remark", parts);
            }
            ("Doubted", _) => {
                let written = self.written(at);
                self.statement.diagnostics.push(Diagnostic::Odd {
                    what: format!(
                        "`{written}` is taken to be the award; for a helpmate write `h#`"
                    ),
                    at,
                });
                return self.keep("award", parts);
            }
            ("Kind", _) => {
                self.kinds.push(parts[0].clone());
                self.understood(at, "stipulation");
            }
            ("Pawns", _) => {
                self.errors.push(Diagnostic::Malformed {
                    found: self.written(at),
                    expected: "a number of pawns for both sides together".to_owned(),
                    help: Some("write `MaximumWhite 5 MaximumBlack 3` for each side".to_owned()),
                    at,
                });
                self.takes = "";
            }
            ("Tries", _) => {
                self.statement.options.defence = Some(1);
                self.understood(at, "option");
            }
            ("Count", Some(Found::Numbers(numbers))) => {
                let counts = numbers.into_iter().map(|number| number as usize).collect();
                self.statement.men = Some(MenCount { counts, at });
                self.understood(at, "number of men");
            }
            ("Marks", _) => {
                self.mark(&parts[0].text);
                self.understood(at, "mark");
            }
            ("Fate", Some(Found::Fate(wish))) => {
                self.statement.options.fates.push(wish);
                self.understood(at, "fate of a man");
            }
            ("Stipulation", Some(Found::Asked(asked))) => self.stipulation(asked, parts),
            ("Show", _) => {
                let option = self.phrase(parts).map_or("", |(known, _)| known.meaning);
                let word = words::word(Table::Option, option);
                let option = word.map(|word| named(&parts[0], word.name(Language::En)));
                self.options.extend(option);
                (self.last, self.takes) = (Last::Option, "");
                self.understood(at, "option");
            }
            ("Chance", _) => {
                let text = parts
                    .last()
                    .map_or("", |last| last.text.trim_end_matches('.'));
                let joined = named(&parts[0], &format!("{what}{text}"));
                match super::asked::asked(std::slice::from_ref(&joined)) {
                    Some(asked) => self.stipulation(asked, parts),
                    None => return self.unknown(whole),
                }
            }
            ("Twin", _) => {
                let letter = self.due_label();
                let continued = false;
                return self.twin(Label { letter, continued }, whole);
            }
            ("Men" | "Legend", Some(Found::Men(made))) => {
                let what = if made.placed.is_empty() {
                    "legend"
                } else {
                    "men"
                };
                self.doubt_names(&made, parts);
                self.statement.placed.extend(made.placed);
                if let Some((named, letters)) = made.legend {
                    let walk = named.walk(self.language, self.own());
                    letters
                        .zip(walk)
                        .into_iter()
                        .for_each(|known| self.explain(known, at));
                    self.statement.legend.push(named);
                }
                self.understood(at, what);
            }
            ("Rule" | "OneSided", Some(Found::Known(known))) => {
                self.say_source(parts, whole);
                if action == "OneSided" {
                    let names = known
                        .words
                        .iter()
                        .map(|word| as_written(word.name(self.language), self.language));
                    let taken = names.collect::<Vec<_>>().join(", ");
                    let what = format!("`{}` is read as `{taken}`", self.written(at));
                    self.statement
                        .diagnostics
                        .push(Diagnostic::Odd { what, at });
                }
                self.rule(known, parts);
                self.rule_end = at.offset() + at.len();
                self.has_argument = false;
                // `royal square e4 (Black)`
                for part in parts.iter().filter(|part| part.squares().is_some()) {
                    self.argument(part);
                }
            }
            ("RuleAt", Some(Found::Known(known))) => {
                self.rule(known, parts);
                for part in parts {
                    if let Some((_, on)) = super::say::name_and_squares(&part.board, &part.text) {
                        self.argument(&named(part, on));
                    }
                }
            }
            (_, Some(Found::Composed(refined, languages))) => {
                self.speak(languages);
                for (word, refining) in refined {
                    let before = self.rules.len();
                    self.add(word, &parts[0]);
                    self.name_at_once(before);
                    let refining = named(&parts[0], refining.name(Language::En));
                    self.belongs(refining);
                }
                self.understood(at, "condition");
            }
            ("Argument", _) => self.argument(&parts[0]),
            ("Arguments", _) => {
                let is_word = |part: &&Part| part.text.starts_with(char::is_alphabetic);
                let numbers = parts.iter().filter(|part| !is_word(part));
                numbers.for_each(|part| self.argument(part));
            }
            ("Needless", _) => {
                let name = match self.last {
                    Last::Condition(word) => as_written(word.name(self.language), self.language),
                    _ => String::new(),
                };
                self.errors.push(Diagnostic::Malformed {
                    found: self.written(at),
                    expected: format!("what `{name}` takes"),
                    help: Some(format!(
                        "for numbers of solutions write `, {} solutions`",
                        parts[0].text
                    )),
                    at,
                });
            }
            ("Neighbour", _) => {
                let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
                self.neighbour(&named(&parts[0], &texts.join(":").replace('.', ":")));
                self.rule_end = at.offset() + at.len();
                self.has_argument = true;
            }
            ("Size", _) => self.size(&parts[0]),
            ("Zero", _) => {
                self.speak_of_rule(Languages::ALL, at);
                self.statement.zero_position = true;
                self.understood(at, "zero position");
            }
            ("MayCastle" | "MayNotCastle", _) => {
                let castlings = Castlings::of(&senses);
                self.say_castlings(castlings, action == "MayCastle", parts);
            }
            ("CastlingRights", _) => {
                let (granted, lost) = rights::named_rights(parts);
                self.statement.granted.extend(granted);
                self.lose_castlings(lost, &parts[0]);
            }
            ("Passed", _) => match rights::passed(parts) {
                Some(passed) => {
                    self.put_option("en-passant", &passed, &parts[0]);
                    self.understood(at, "option");
                }
                None => return self.unknown(whole),
            },
            ("Starter", _) => {
                let side = if what == "white" {
                    Side::White
                } else {
                    Side::Black
                };
                self.starter = Some((side, at));
                self.understood(at, "side to move");
            }
            // In self and reflex play Black has to, as everybody knows.
            ("MustMate", _) => {
                use crate::problem::Genre;
                let genre = self.asked_so_far().map(|asked| asked.genre);
                let says_nothing_new = match genre {
                    Some(Genre::Self_ | Genre::SemiReflex) => what == "black",
                    Some(Genre::Reflex) => true,
                    _ => false,
                };
                return match says_nothing_new {
                    true => self.keep("remark", parts),
                    false => self.unknown(parts),
                };
            }
            ("Study", _) => self.errors.push(study(self.written(at), at)),
            ("Moves", _) => self.errors.push(Diagnostic::Unsupported {
                what: "moves instead of a number of moves:",
                word: self.written(at),
                at,
            }),
            ("Played", _) => self.errors.push(Diagnostic::Unsupported {
                what: "a position after moves:",
                word: self.written(at),
                at,
            }),
            ("Goal", _) => self.goal = self.goal.take().or(Some(parts[0].clone())),
            ("Unknown", _) => return self.unknown(parts),
            ("Introduced", Some(Found::Asked(asked))) => {
                self.statement.diagnostics.push(Diagnostic::Odd {
                    what: format!("`{}` is read as a move of White in front", parts[0].text),
                    at: parts[0].span(),
                });
                self.stipulation(asked, parts);
            }
            ("Unbuilt", Some(Found::Known(known))) => self.errors.push(Diagnostic::Unsupported {
                what: "goal",
                word: known.written,
                at,
            }),
            ("Unbuilt", _) => self.errors.push(Diagnostic::Unsupported {
                what: "condition",
                word: self
                    .phrase(parts)
                    .map_or(String::new(), |(known, _)| known.written),
                at,
            }),
            ("Vague", _) => self.errors.push(Diagnostic::Missing {
                word: self.written(at),
                needs: self
                    .phrase(parts)
                    .map_or(String::new(), |(known, _)| known.meaning.to_owned()),
                at,
            }),
            _ => {}
        }
        parts.len()
    }

    fn speak(&mut self, languages: Languages) {
        if languages != Languages::NONE {
            self.spoken = self.spoken.and(languages);
        }
    }

    /// What only French writes in the names of rules is French: `Circé`.
    fn speak_of_rule(&mut self, languages: Languages, at: SourceSpan) {
        self.speak(languages);
        let written = self.written(at);
        if vocabulary::words("french-letter").any(|(.., letter)| written.contains(letter)) {
            self.speak(languages.and(Languages::of(Language::Fr)));
        }
    }

    fn stipulation(&mut self, asked: super::asked::Asked, taken: &[Part]) {
        self.mark(&asked.marks);
        self.speak(asked.languages);
        if self
            .stipulation
            .first()
            .is_some_and(|other| other.text != asked.text)
        {
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
        let under = asked
            .under
            .and_then(|key| words::word(Table::Condition, key));
        if let Some(word) = under {
            self.add(word, &joined(taken));
            (self.last, self.takes) = (Last::Nothing, "");
        }
        self.stipulation = vec![Part {
            text: asked.text,
            start: taken[0].start,
            end: taken[taken.len() - 1].end,
            mark: None,
            board: taken[0].board.clone(),
        }];
        self.understood(span(taken), "stipulation");
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
    fn claim(&mut self, numbers: Vec<u32>, per_move: bool, at: SourceSpan, parts: &[Part]) {
        let claim = Claim {
            numbers,
            per_move,
            at,
        };
        self.understood(at, "claim");
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
    }

    /// `1 set play`.
    fn claim_of_set_play(&mut self, numbers: Vec<u32>, at: SourceSpan) {
        let claim = Claim {
            numbers,
            per_move: false,
            at,
        };
        self.understood(at, "claim");
        let put = claim.put(&mut self.statement.set_claim, self.text);
        self.errors.extend(put.err());
        self.statement.options.set_play = true;
    }

    pub(super) fn mark(&mut self, marks: &str) {
        self.statement.star |= marks.contains('*');
        self.statement.options.set_play |= marks.contains('*');
        if marks.contains(['v', 'V']) {
            self.statement.options.defence = Some(1);
        }
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

    /// What stands in front of men, and what their words mean beside.
    pub(super) fn place(&self, parts: &[Part]) -> placed::Place<'_> {
        let counted =
            usize::from(parts.len() > 1 && super::asked::number(&parts[0].text).is_some());
        let refining = longest(&parts[counted..], |phrase| REFINEMENTS.get(phrase));
        placed::Place {
            own: self.own(),
            takes: self.takes,
            is_refined: self.is_refined_by(&parts[0]),
            refines: refining.is_some(),
        }
    }

    /// The longest phrase with a meaning.
    pub(super) fn phrase(&self, parts: &[Part]) -> Option<(Known, usize)> {
        let mut joined = String::new();
        let mut best = None;
        for (index, part) in parts.iter().take(LONGEST).enumerate() {
            // `Masand (generalised)`
            if index > 0 && part.is_separated() && part.mark != Some('(') {
                break;
            }
            // A sign ends no phrase: `Prize = 2`.
            let word = squeezed(&part.text);
            joined += &word;
            // `Circe, and a rook` has no anda men.
            let is_name =
                |known: &Known| index > 0 && ["condition", "attribute"].contains(&known.kind);
            let is_link = || vocabulary::is("and", &parts[0].text);
            let known = self
                .meaning(&joined, &parts[0])
                .filter(|known| !is_name(known) || !is_link());
            if let Some(known) = known.filter(|_| !word.is_empty()) {
                best = Some((known, index + 1));
            }
        }
        // `mit Königen` is more than `mit`, also where it refines nothing.
        let refining =
            longest(parts, |phrase| REFINEMENTS.get(phrase)).map_or(0, |(_, taken)| taken);
        best.filter(|(known, taken)| known.kind != "noise" || *taken >= refining)
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
                kind: "refinement",
                meaning: word.key,
                words: vec![word],
                written: refining.written.clone(),
                languages: refining.languages,
            })
        };
        let is_noise = known.is_none_or(|known| known.kind == "noise");
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

    /// Names of conditions, options and refinements.
    fn rule(&mut self, known: Known, parts: &[Part]) {
        let at = span(parts);
        self.speak_of_rule(known.languages, at);
        let part = Part {
            mark: Some(','),
            ..joined(parts)
        };
        if known.kind == "colourless" {
            let written = self.written(at);
            self.errors.push(Diagnostic::Missing {
                word: written.clone(),
                needs: format!("a side: write `white {written}` or `black {written}`"),
                at,
            });
            // One of the sides, so that its arguments are understood.
            let word = words::word(Table::Condition, &format!("white-{}", known.meaning));
            let before = self.rules.len();
            word.into_iter().for_each(|word| self.add(word, &part));
            return self.name_at_once(before);
        }
        let refines = known
            .words
            .iter()
            .all(|word| word.table == Table::SubOption);
        let before = self.rules.len();
        known.words.iter().for_each(|word| self.add(word, &part));
        self.name_at_once(before);
        let what = match self.last {
            Last::Option => "option",
            _ if refines => "refinement",
            _ => "condition",
        };
        self.understood(at, what);
    }

    /// A rule where a source may be meant: between the author and a year, or before words that go on to a year.
    fn say_source(&mut self, parts: &[Part], whole: &[Part]) {
        if !self.is_at_front() {
            return;
        }
        let behind = &whole[parts.len()..];
        let behind_author =
            parts[0].is_separated() && self.statement.kept.iter().any(|kept| kept.what == "author");
        let before_year = behind.first().is_some_and(|year| {
            super::say::is_year(&year.text) && matches!(year.mark, None | Some(','))
        });
        let taken = match behind_author && before_year {
            true => Some(parts.len()),
            false => self.unknown_title(behind).map(|title| parts.len() + title),
        };
        if let Some(taken) = taken {
            let rule = self.written(span(parts));
            let title = self.written(span(&whole[..taken]));
            self.statement.diagnostics.push(Diagnostic::Odd {
                what: match title == rule {
                    true => format!("`{rule}` is read as the condition, not as the source"),
                    false => format!(
                        "`{rule}` is read as the condition; `{title}` may be the source as a whole"
                    ),
                },
                at: span(parts),
            });
        }
    }

    /// Of how many parts a title with its year consists that goes on with the words before it, if it is no
    /// magazine that is known.
    fn unknown_title(&self, parts: &[Part]) -> Option<usize> {
        let goes_on = parts.first().is_some_and(|first| !first.is_separated());
        let is_known = magazine(parts).is_some();
        (goes_on && !is_known).then_some(())?;
        Saying {
            reading: self,
            parts,
        }
        .extent("dated")
    }

    fn written(&self, at: SourceSpan) -> String {
        let written = self.text.get(at.offset()..at.offset() + at.len());
        written.unwrap_or("").to_owned()
    }

    fn add(&mut self, word: &'static Word, part: &Part) {
        let part = named(part, word.name(Language::En));
        let refines_alone = word.table == Table::SubOption && word.takes.is_empty();
        let of_dice = word.refined().any(|key| key == rolling());
        self.takes = match of_dice {
            true => "rolls",
            // `magic squares type 2 d4`
            false if refines_alone && !self.has_argument => self.takes,
            false => word.takes,
        };
        match word.table {
            Table::Option => {
                // `with set play` claims it, as a star does.
                self.statement.star |= is_set_play(&part);
                self.options.push(part);
                self.last = Last::Option;
            }
            Table::SubOption if of_dice => {
                self.dice.push(part);
                self.last = Last::Dice;
            }
            Table::SubOption => self.belongs(part),
            _ => self.add_condition(word, part),
        }
    }

    /// The rules from here on were named together; what stood before and refines one of them is
    /// theirs.
    fn name_at_once(&mut self, from: usize) {
        let new = &self.rules[from..];
        let refined = |words: &[&'static Word]| {
            let refines = |rule: &Rule| words.iter().any(|word| word.refines(rule.word.key));
            new.iter().any(refines)
        };
        // `rex inclusive Circe Madrasi`: the first takes it.
        for (words, part) in &self.fronted {
            let between = new.first().and_then(|rule| {
                let start = rule.parts.first()?.start;
                self.text.get(part.end..start)
            });
            let goes_on = between.is_some_and(|between| !between.contains([',', ';', ':', '\n']));
            if goes_on && refined(words) {
                self.statement.diagnostics.push(Diagnostic::Odd {
                    what: format!(
                        "`{}` is taken to belong to the first condition behind it alone",
                        self.written(part.span())
                    ),
                    at: part.span(),
                });
            }
        }
        self.fronted.retain(|(words, _)| !refined(words));
        let (placed, pending) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|(words, _)| refined(words));
        self.pending = pending;
        self.fronted.extend::<Vec<_>>(placed);
        if !new.is_empty() {
            self.named_at_once = new.len();
        }
    }

    /// Adds a part to the last condition; one that refines all that were named at once, to each:
    /// `oscillating kings type B`.
    fn belongs(&mut self, part: Part) {
        let first = self.rules.len().saturating_sub(self.named_at_once);
        let all = &self.rules[first..];
        let refines = |rule: &Rule| {
            let mut words = words::words(Table::SubOption).iter();
            let is_named = |word: &&Word| word.name(Language::En) == part.text;
            words.any(|word| is_named(&word) && word.refines(rule.word.key))
        };
        let first = match all.iter().all(refines) {
            true => first,
            false => self.rules.len().saturating_sub(1),
        };
        for rule in &mut self.rules[first..] {
            rule.parts.push(part.clone());
        }
    }

    fn add_condition(&mut self, word: &'static Word, part: Part) {
        let mut parts = vec![part];
        for (words, part) in &self.pending {
            let found = words.iter().find(|found| found.refines(word.key));
            parts.extend(found.map(|found| named(part, found.name(Language::En))));
        }
        self.rules.push(Rule { word, parts });
        self.last = Last::Condition(word);
    }

    pub(super) fn is_argument(&self, part: &Part) -> bool {
        let (text, board) = (&part.text, &part.board);
        match self.takes {
            "" => false,
            "walk" => self.walk_in(text).is_some(),
            "walks" | "walks+" => self.walks_in(text).is_some(),
            "size" => crate::notation::popeye::read::condition::is_size(text),
            "square" | "cells" => part.squares().is_some(),
            "square-pair" => board.squares_named(&text.replace('-', "")).is_some(),
            "squares" => part.squares().is_some() || squares_between(board, text).is_some(),
            "lines" | "grid-lines" | "man" => text.len() < 17,
            _ => text.starts_with(|c: char| c.is_ascii_digit() || c == '-'),
        }
    }

    fn argument(&mut self, part: &Part) {
        let mut part = part.clone();
        self.understood(part.span(), "argument");
        self.rule_end = part.end;
        self.has_argument = true;
        match self.last {
            Last::Option => self.options.push(part),
            Last::Dice => self.dice.push(part),
            Last::Condition(word) if word.key == rolling() => self.dice.push(part),
            _ => {
                let takes_list = matches!(self.takes, "squares" | "square-pair");
                if let Some(walks) = self.walks_in(&part.text)
                    && self.takes.starts_with("walk")
                {
                    self.say_hunter(&part, &walks);
                    let walks = walks.iter().map(|walk| named(&part, walk.row().letters[0]));
                    let walks: Vec<Part> = walks.collect();
                    return self.put_arguments(walks);
                }
                if self.takes == "square-pair" {
                    part.text = part.text.replace('-', "");
                }
                if self.takes == "squares"
                    && let Some(line) = squares_between(&part.board, &part.text)
                {
                    part.text = line;
                }
                let Some(rule) = self.rules.last_mut() else {
                    return;
                };
                let mut parts = rule.parts.iter_mut().skip(1);
                match parts.find(|part| part.squares().is_some()) {
                    Some(list) if takes_list => {
                        list.text += &part.text;
                        list.end = part.end;
                    }
                    _ => self.put_arguments(vec![part]),
                }
            }
        }
    }

    /// Puts arguments behind the name of the last rule: its own ones stand before the words that
    /// refine it, those of such a word behind all.
    fn put_arguments(&mut self, arguments: Vec<Part>) {
        let takes = self.takes;
        let Some(rule) = self.rules.last_mut() else {
            return;
        };
        let refined =
            |part: &Part| words::whole(Table::SubOption, Language::En, &part.text).is_some();
        let first = rule.parts.iter().position(refined);
        let at = first.filter(|_| rule.word.takes == takes && !takes.is_empty());
        let at = at.unwrap_or(rule.parts.len());
        rule.parts.splice(at..at, arguments);
    }

    fn walk_in(&self, text: &str) -> Option<WalkId> {
        walk_named(text, self.language, self.own())
    }

    /// `QG`, `Q-R-B-S`, `Q->R->B`: one walk, or several in a word.
    fn walks_in(&self, text: &str) -> Option<Vec<WalkId>> {
        if let Some(walk) = self.walk_in(text) {
            return Some(vec![walk]);
        }
        let signs = |c: char| matches!(c, '-' | '/' | '>' | '=' | '+');
        let apart: Vec<&str> = text.split(signs).filter(|part| !part.is_empty()).collect();
        let is_list = apart.len() > 1;
        let is_run = !is_list
            && (2..6).contains(&text.len())
            && text.bytes().all(|c| c.is_ascii_uppercase());
        let walks = match (is_list, is_run) {
            (true, _) => apart,
            (false, true) => text.split("").filter(|letter| !letter.is_empty()).collect(),
            (false, false) => return None,
        };
        walks.into_iter().map(|walk| self.walk_in(walk)).collect()
    }

    /// `PromOnly Q/G` is a hunter in the problem language, and may be meant for two walks.
    fn say_hunter(&mut self, part: &Part, walks: &[WalkId]) {
        let [only] = walks else { return };
        let Some((first, second)) = part.text.split_once('/') else {
            return;
        };
        if self.walk_in(first).is_some() && self.walk_in(second).is_some() {
            self.statement.diagnostics.push(Diagnostic::Odd {
                what: format!(
                    "`{}` is read as one man, {}; for two write `{first} {second}`",
                    part.text,
                    only.row().names.en.to_lowercase()
                ),
                at: part.span(),
            });
        }
    }

    /// `10x8`: a board of its own; `8x8` is the usual one.
    fn size(&mut self, part: &Part) {
        let word = words::word(Table::Condition, "board");
        if let Some(word) = word.filter(|_| !part.text.eq_ignore_ascii_case("8x8")) {
            self.add_condition(word, named(part, word.name(Language::En)));
            self.named_at_once = 1;
            self.belongs(part.clone());
        }
        self.takes = "";
        self.understood(part.span(), "board");
    }

    /// The walk of Köko in another form: `Köko Springer`, `Köko 1:2`.
    fn neighbour(&mut self, part: &Part) {
        let Last::Condition(condition) = self.last else {
            return;
        };
        let word = refinement(condition, "neighbour");
        let walk = walk_named(&part.text, self.language, self.own());
        if let (Some(word), Some(walk), Some(rule)) = (word, walk, self.rules.last_mut()) {
            rule.parts.push(named(part, word.name(Language::En)));
            rule.parts.push(named(part, walk.row().letters[0]));
        }
        self.understood(part.span(), "argument");
    }

    /// `White may castle`, `no castling`: what is possible is checked with the diagram.
    fn say_castlings(&mut self, castlings: Castlings, are_possible: bool, parts: &[Part]) {
        let at = span(parts);
        if are_possible {
            self.lose_castlings(castlings.others_lost(), &joined(parts));
            let granted = castlings.granted(self.written(at), at);
            self.statement.granted.push(granted);
            return self.understood(at, "option");
        }
        let forbids = one_that(|row| row.forbids_castling).map(|row| row.key);
        let rule = forbids.and_then(|key| words::word(Table::Condition, key));
        match rule.filter(|_| castlings.are_all()) {
            Some(rule) => {
                let before = self.rules.len();
                self.add(rule, &joined(parts));
                self.name_at_once(before);
                self.understood(at, "condition");
            }
            None => self.lose_castlings(castlings.lost(), &joined(parts)),
        }
    }

    /// Kings and rooks that may not castle.
    fn lose_castlings(&mut self, lost: SquareSet, part: &Part) {
        let squares: String = lost.map(|square| part.board.name(square)).collect();
        if !squares.is_empty() {
            self.put_option("no-castling", &squares, part);
        }
        self.understood(part.span(), "option");
    }

    /// An option with its argument.
    fn put_option(&mut self, key: &str, argument: &str, part: &Part) {
        let word = words::word(Table::Option, key);
        let name = word.map(|word| named(part, word.name(Language::En)));
        self.options.extend(name);
        self.options.push(named(part, argument));
        (self.last, self.takes) = (Last::Option, "");
    }

    /// A claim at the front, for a twin.
    pub(super) fn claim_of_twin(
        &mut self,
        twin: &mut super::StatedTwin,
        parts: &[Part],
    ) -> Option<usize> {
        let mut swap = |reading: &mut Self| {
            std::mem::swap(&mut reading.statement.claim, &mut twin.claim);
            std::mem::swap(&mut reading.statement.set_claim, &mut twin.set_claim);
        };
        let (said, taken) = self.said("claim", parts)?;
        swap(self);
        self.act(said, &parts[..taken], parts);
        swap(self);
        Some(taken)
    }

    /// A word that nobody knows; the one it may be a slip for consists of several, perhaps.
    fn unknown(&mut self, parts: &[Part]) -> usize {
        let refining = longest(parts, |phrase| REFINEMENTS.get(phrase));
        if let Some((refining, taken)) = refining {
            let part = Part {
                mark: None,
                ..joined(&parts[..taken])
            };
            self.speak(refining.languages);
            self.understood(part.span(), "refinement");
            self.pending.push((refining.words.clone(), part));
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
        if let Some(name) = super::men::off_the_board(&part.board, text, self.own()) {
            let squares = part.board.extent();
            return Some(format!(
                "`{name}` is no square of the board, which has {squares}"
            ));
        }
        if part.squares().is_some() {
            return Some("name the man that stands there, e.g. `Ge4`".to_owned());
        }
        let word = squeezed(text);
        if vocabulary::words("promotion").any(|(.., end)| word.ends_with(&vocabulary::key(end))) {
            let advice =
                "walks on the board may be promoted to; for others write e.g. `PromOnly QG`";
            return Some(advice.to_owned());
        }
        let is_man = super::men::is_part_of_man(&part.text, self.own());
        is_man.then(|| "men need their letters and squares, e.g. `neutral royal Ge4`".to_owned())
    }

    /// Lets the reader of the problem language read some parts; with what it says about them.
    fn read_quietly<T>(
        &self,
        parts: &[Part],
        read: impl for<'b> FnOnce(&mut Reader<'b>, Token<'b>) -> T,
    ) -> (T, Vec<Diagnostic>) {
        let tokens = parts.iter().map(|part| Token {
            text: &part.text,
            start: part.start,
            end: part.end,
            starts_line: false,
        });
        let tokens: Vec<Token<'_>> = tokens.collect();
        let word = tokens.first().copied().unwrap_or(Token {
            text: "",
            start: 0,
            end: 0,
            starts_line: false,
        });
        let walks = self.statement.walks.iter().map(|&walk| (0, walk));
        let board = parts
            .first()
            .map_or_else(Geometry::standard, |part| (*part.board).clone());
        let reader = Reader::new(Cursor::of_tokens(self.text, tokens), Language::En);
        let reader = reader.on_board(board);
        let mut reader = reader.with_walks(walks.collect());
        let result = read(&mut reader, word);
        (result, reader.into_diagnostics())
    }

    /// The same; errors and warnings are the statement's.
    pub(super) fn read<T>(
        &mut self,
        parts: &[Part],
        read: impl for<'b> FnOnce(&mut Reader<'b>, Token<'b>) -> T,
    ) -> T {
        let (result, said) = self.read_quietly(parts, read);
        for diagnostic in said {
            match diagnostic.is_error() {
                true => self.errors.push(diagnostic),
                false => self.statement.diagnostics.push(diagnostic),
            }
        }
        result
    }

    /// The stipulation in front of the twins; what is wrong with it is said at the end.
    pub(super) fn asked_so_far(&self) -> Option<crate::problem::Stipulation> {
        let is_asked = !self.stipulation.is_empty();
        let read = || self.read_quietly(&self.stipulation, |reader, word| reader.stipulation(word));
        is_asked.then(read).and_then(|(asked, _)| asked)
    }

    /// Puts what stands before or far behind its condition to it.
    fn place_pending(&mut self) {
        for (words, part) in std::mem::take(&mut self.pending) {
            let refines = |rule: &mut Rule| {
                let found = words.iter().find(|word| word.refines(rule.word.key))?;
                rule.parts.insert(1, named(&part, found.name(Language::En)));
                Some(())
            };
            if self.rules.iter_mut().rev().find_map(refines).is_some() {
                continue;
            }
            if self.is_side_of_task(&part) {
                continue;
            }
            let all = self.rules.iter().map(|rule| rule.word.name(Language::En));
            let all: Vec<String> = all.map(super::phrase::spaced).collect();
            let mut needs = "a condition that it goes with".to_owned();
            if !all.is_empty() {
                needs += &format!("; {} is none", all.join(", "));
            }
            self.errors.push(Diagnostic::Missing {
                word: self.written(part.span()),
                needs,
                at: part.span(),
            });
        }
    }

    /// `#2 Black`, `Black: #2`: a side alone beside what one side plays for is that side.
    fn is_side_of_task(&mut self, part: &Part) -> bool {
        let said = self.starter.is_some() || self.actor.is_some() || !self.rules.is_empty();
        let asked = self.statement.stipulation.filter(|asked| !asked.is_help());
        let side = match side(&part.text).filter(|_| !said && asked.is_some()) {
            Some(Sides::White) => Side::White,
            Some(Sides::Black) => Side::Black,
            _ => return false,
        };
        self.actor = Some((side, part.span()));
        true
    }

    /// The conditions in front with what words add to the only one that they refine: `b) Rex inclusive`.
    pub(super) fn refined(&self, parts: &[Part]) -> Option<Vec<Condition>> {
        let (refining, taken) = longest(parts, |phrase| REFINEMENTS.get(phrase))?;
        let found = |rule: &Rule| {
            let mut words = refining.words.iter();
            words.find(|word| word.refines(rule.word.key)).copied()
        };
        let mut refined = self.rules.iter().enumerate();
        let mut refined = refined
            .by_ref()
            .filter_map(|(at, rule)| Some((at, found(rule)?)));
        let (at, word) = refined.next().filter(|_| taken == parts.len())?;
        let is_only = refined.next().is_none();
        let read = |with: bool| {
            let mut reading = self.of_part();
            reading.rules = self.rules.clone();
            if with {
                let part = named(&parts[0], word.name(Language::En));
                reading.rules[at].parts.push(part);
            }
            reading.finish().ok().map(|said| said.conditions)
        };
        let (with, without) = (read(true)?, read(false)?);
        (is_only && with != without).then_some(with)
    }

    /// The conditions, the rolls behind the one that throws dice.
    fn conditions_with_dice(&mut self) -> Vec<Part> {
        self.place_pending();
        let dice = std::mem::take(&mut self.dice);
        let thrown = self
            .rules
            .iter_mut()
            .rev()
            .find(|rule| rule.word.key == rolling());
        match (thrown, dice.first()) {
            (Some(rule), _) => _ = rule.parts.splice(1..1, dice),
            (None, Some(first)) => self.errors.push(Diagnostic::Missing {
                word: self.written(first.span()),
                needs: "a condition that throws dice, e.g. `trigonometric chess`".to_owned(),
                at: first.span(),
            }),
            (None, None) => {}
        }
        let rules = std::mem::take(&mut self.rules).into_iter();
        rules.flat_map(|rule| rule.parts).collect()
    }

    /// Who begins, if that is not who begins anyway.
    fn begin(&mut self) {
        let Some((side, at)) = self.starter.or(self.actor) else {
            return;
        };
        self.statement.begins = Some(side);
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
        let asked = parts.first().map(|part| part.text.clone());
        if !parts.is_empty() {
            self.statement.stipulation = self.read(&parts, |reader, word| reader.stipulation(word));
        }
        self.asked_behind_twins();
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
        self.check_goal();
        self.check_kinds(asked.as_deref());
        if let Some(claim) = self.claim_of_all.take() {
            let put = claim.put(&mut self.statement.claim, self.text);
            self.errors.extend(put.err());
        }
        self.put_claims_in_order();
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

    /// What the end of a twin claims of all belongs to the whole.
    pub(super) fn give_claims_of_all(&mut self, whole: &mut Reading<'_>) {
        let of_all = self.claim_of_all.take();
        whole.claim_of_all = of_all.or(whole.claim_of_all.take());
        let in_order = self.claims_in_order.take();
        whole.claims_in_order = in_order.or(whole.claims_in_order.take());
    }

    /// Without a stipulation `= Circe` asks for a draw, `+ Circe` for a win and `# Circe` for a mate without a number of
    /// moves. With one, `+ Circe` only adds a rule.
    fn check_goal(&mut self) {
        let Some(sign) = self.goal.take() else { return };
        if self.statement.stipulation.is_some() || !self.statement.twins.is_empty() {
            return;
        }
        let (word, at) = (sign.text.clone(), sign.span());
        self.errors.push(match word.as_str() {
            "#" => Diagnostic::Missing {
                word,
                needs: "a number of moves: write `#2`".to_owned(),
                at,
            },
            _ => study(word, at),
        });
    }

    /// `h#3, Hilfsmatt`: the word says the same as the stipulation.
    fn check_kinds(&mut self, asked: Option<&str>) {
        for kind in std::mem::take(&mut self.kinds) {
            let word = self.written(kind.span());
            let Some(asked) = asked else {
                self.errors.push(Diagnostic::Missing {
                    needs: format!("a number of moves: write `{word} in 3`"),
                    word,
                    at: kind.span(),
                });
                continue;
            };
            let moves = asked.trim_start_matches(|c: char| !c.is_ascii_digit());
            if super::asked::kind_of_play(&kind, moves).as_deref() != Some(asked) {
                self.errors.push(Diagnostic::Conflict {
                    first: format!("`{asked}`"),
                    second: format!("`{word}`"),
                    reason: "a problem has one stipulation; another one belongs to a twin, e.g. `b) h#3`",
                    at: kind.span(),
                });
            }
        }
    }

    /// `1+2 solutions`: one of the diagram, two of the twin; of a duplex, one for each side.
    fn put_claims_in_order(&mut self) {
        let Some((numbers, at)) = self.claims_in_order.take() else {
            return;
        };
        let said = &mut self.statement;
        let sides = said.options.duplex && said.twins.is_empty();
        let twins = said.twins.iter_mut().map(|twin| &mut twin.claim);
        let places: Vec<&mut Option<Claim>> = match (sides, said.zero_position) {
            (true, _) => vec![&mut said.claim, &mut said.second_claim],
            (false, true) => twins.collect(),
            (false, false) => [&mut said.first_claim].into_iter().chain(twins).collect(),
        };
        if places.len() != numbers.len() {
            return self.errors.push(Diagnostic::Malformed {
                found: self.text[at.offset()..][..at.len()].to_owned(),
                expected: format!("as many numbers as there are twins, {}", places.len()),
                help: None,
                at,
            });
        }
        for (place, number) in places.into_iter().zip(numbers) {
            let claim = Claim {
                numbers: vec![number],
                per_move: false,
                at,
            };
            self.errors.extend(claim.put(place, self.text).err());
        }
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

/// The error for a study, which asks for a win or a draw without a number of moves.
fn study(word: String, at: SourceSpan) -> Diagnostic {
    let what = "a study (play without a number of moves):";
    Diagnostic::Unsupported { what, word, at }
}

/// Whether an option asks for set play.
fn is_set_play(option: &Part) -> bool {
    let word = words::word(Table::Option, "set-play");
    word.is_some_and(|word| word.name(Language::En) == option.text)
}

/// Whether a word is a rule of one side that this phrase does not name.
fn lacks_its_side(word: &Word, phrase: &str) -> bool {
    let is_of_side = word.key.starts_with("black-") || word.key.starts_with("white-");
    let mut names = Language::ALL
        .map(|language| squeezed(word.name(language)))
        .into_iter();
    word.table == Table::OneSidedCondition || is_of_side && names.all(|name| name != phrase)
}

/// `c3-c5`: all squares of a line, in one word.
fn squares_between(board: &Geometry, text: &str) -> Option<String> {
    let (first, last) = text.split_once('-')?;
    let (first, last) = (board.square_named(first)?, board.square_named(last)?);
    let place = |square| [board.file(square), board.rank(square)].map(i16::from);
    let (start, end) = (place(first), place(last));
    let distances = [0, 1].map(|axis| end[axis] - start[axis]);
    let [files, ranks] = distances;
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = files.abs().max(ranks.abs());
    if !is_line || length == 0 {
        return None;
    }
    let steps = (0..=length).map(|step| {
        let [file, rank] = [0, 1].map(|axis| start[axis] + step * distances[axis].signum());
        board.square(file, rank).map(|square| board.name(square))
    });
    steps.collect()
}

/// The number that a leaf is.
fn number_of(leaf: &Leaf<Found>) -> Option<u32> {
    match leaf {
        Leaf::Found(Found::Number(number)) => Some(*number),
        _ => None,
    }
}

/// The word that a leaf is.
fn sense_of(leaf: &Leaf<Found>) -> Option<Sense> {
    match leaf {
        Leaf::Word(sense) => Some(*sense),
        Leaf::Found(_) => None,
    }
}

/// A part with another text.
fn named(part: &Part, text: &str) -> Part {
    Part {
        text: text.to_owned(),
        ..part.clone()
    }
}

/// The parts as one.
fn joined(parts: &[Part]) -> Part {
    let at = span(parts);
    Part {
        text: parts.iter().map(|part| part.text.as_str()).collect(),
        start: at.offset(),
        end: at.offset() + at.len(),
        mark: parts[0].mark,
        board: parts[0].board.clone(),
    }
}
