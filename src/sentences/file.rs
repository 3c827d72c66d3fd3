//! A file of a composer's own conditions: its lines, and what each of them says.

use super::check::check;
use super::fault::Fault;
use super::grammar::{Names, Reader, Stop, Token, is_walk, tokens};
use super::table::{Tongue, rows, word};
use super::tree::{Node, Value};
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_till, take_while1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{map, recognize, rest, verify};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::ops::Range;

/// A file is no longer.
pub const BYTES: usize = 64 * 1024;
/// A file has no more conditions.
pub const CONDITIONS: usize = 8;
/// A file has no more sentences.
pub const SENTENCES: usize = 40;
/// A condition has no more phrases.
pub const PHRASES: usize = 400;
/// Choices among men lie no deeper in one another.
pub const QUANTIFIERS: usize = 3;
/// A condition has no more names for conditions; they may stand in one another.
const LETS: usize = 64;
/// A sentence has no more words.
const WORDS: usize = 1000;

/// A condition as its author wrote it.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// Its name.
    pub name: String,
    /// Its German name, if it has one of its own.
    pub de: Option<String>,
    /// Its French name, if it has one of its own.
    pub fr: Option<String>,
    /// What else it is called, in any language.
    pub also: Vec<String>,
    /// Who invented it.
    pub by: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// Words that a problem may add, with what they mean.
    pub options: Vec<(String, String)>,
    /// Conditions it does not go with.
    pub excludes: Vec<String>,
    /// Names for conditions.
    pub lets: Vec<(String, Node)>,
    /// What it says.
    pub sentences: Vec<Node>,
    /// Positions with what is true there.
    pub examples: Vec<Example>,
    /// Words that could not be read, for whoever goes on in spite of them.
    at: Range<usize>,
}

/// A position of an example with what is claimed of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The men, as in FEN.
    pub fen: String,
    /// Whether White moves.
    pub white: bool,
    /// What is claimed, as written.
    pub claims: Vec<String>,
    /// Where it stands.
    pub at: Range<usize>,
}

/// All conditions of a file.
///
/// ```
/// let text = "condition Patrol\nA man may capture only if some own man observes it.\n";
/// let read = dawson::sentences::read(text).unwrap();
/// assert_eq!(read[0].name, "Patrol");
/// assert!(dawson::sentences::read("condition X\nA man may fly.").is_err());
/// ```
///
/// # Errors
/// Each fault with its place; at least one.
pub fn read(text: &str) -> Result<Vec<Text>, Vec<Fault>> {
    if text.len() > BYTES {
        let why = format!("The file has {} bytes. The limit is {BYTES}.", text.len());
        return Err(vec![Fault::new(text, 0..0, why)]);
    }
    let mut reading = Reading {
        text,
        faults: Vec::new(),
        found: Vec::new(),
        names: Names::default(),
        sentences: 0,
    };
    for (line, at) in lines(text) {
        reading.line(&line, at);
        if reading.faults.len() > MOST_FAULTS {
            break;
        }
    }
    reading.end()
}

/// The names of the conditions of a text, whatever else it says.
pub(super) fn names_in(text: &str) -> Vec<Text> {
    let mut found: Vec<Text> = Vec::new();
    for (said, _) in lines(text) {
        let one = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ");
        let last = found.last_mut();
        match (line(said.trim()), last) {
            (Ok((_, Line::Condition(name))), _) => found.push(Text {
                name: one(name),
                ..Text::default()
            }),
            (Ok((_, Line::De(name))), Some(last)) => last.de = Some(one(name)),
            (Ok((_, Line::Fr(name))), Some(last)) => last.fr = Some(one(name)),
            (Ok((_, Line::Also(names))), Some(last)) => last.also.extend(names.split(',').map(one)),
            _ => {}
        }
    }
    found.truncate(CONDITIONS);
    found
}

/// More faults than these help nobody.
const MOST_FAULTS: usize = 20;

/// The lines of a text, each with those that go on from it and without remarks; the places stay.
fn lines(text: &str) -> Vec<(String, usize)> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let said = line.split('#').next().unwrap_or("");
        // What a remark takes away is filled up, so that places in the text stay right; so is the mark
        // that some programs put before a text.
        let mark = said.len() - said.trim_start_matches('\u{feff}').len();
        let filled = [
            &" ".repeat(mark),
            &said[mark..],
            &" ".repeat(line.len() - said.len()),
        ]
        .concat();
        let goes_on = line.starts_with([' ', '\t']);
        match lines.last_mut() {
            Some((before, _)) if goes_on => *before += &filled,
            _ => lines.push((filled, start)),
        }
        start += line.len();
    }
    lines.retain(|(line, _)| !line.trim().is_empty());
    lines
}

/// What a line is.
enum Line<'l> {
    Condition(&'l str),
    De(&'l str),
    Fr(&'l str),
    Also(&'l str),
    By(&'l str),
    Source(&'l str),
    Option(&'l str, &'l str),
    Excludes(&'l str),
    Let(&'l str, &'l str),
    Example(&'l str, bool, &'l str),
    Sentences,
}

/// A word that begins a line, in any language, and what follows it.
fn head<'l>(key: &'static str) -> impl FnMut(&'l str) -> IResult<&'l str, &'l str> {
    move |line: &'l str| {
        for tongue in Tongue::ALL {
            let said = word("line", key, tongue);
            let read: IResult<&str, &str> =
                preceded((tag_no_case(said.as_str()), space1), rest).parse(line);
            if read.is_ok() {
                return read;
            }
        }
        Err(nom::Err::Error(nom::error::Error::new(
            line,
            nom::error::ErrorKind::Tag,
        )))
    }
}

fn line(text: &str) -> IResult<&str, Line<'_>> {
    let language = |letters: &'static str| {
        preceded::<_, _, nom::error::Error<&str>, _, _>((tag_no_case(letters), space1), rest)
    };
    let option = (take_till(|sign| sign == ':'), char(':'), rest);
    let means = |text| -> IResult<&str, (&str, &str)> {
        for tongue in Tongue::ALL {
            let said = format!(" {} ", word("line", "mean", tongue));
            if let Some((name, cond)) = text_split(text, &said) {
                return Ok(("", (name, cond)));
            }
        }
        Err(nom::Err::Error(nom::error::Error::new(
            text,
            nom::error::ErrorKind::Tag,
        )))
    };
    let fen = recognize(pair(
        take_while1(|sign: char| {
            sign.is_ascii_alphanumeric() || matches!(sign, '/' | '=' | '-' | '.' | '(' | ')')
        }),
        space0,
    ));
    let turn = alt((
        map(tag_no_case("w"), |_| true),
        map(tag_no_case("b"), |_| false),
    ));
    let example = (fen, terminated(turn, (space0, char(':'), space0)), rest);
    alt((
        map(head("condition"), Line::Condition),
        map(verify(head("also"), is_name), Line::Also),
        map(head("by"), Line::By),
        map(head("source"), Line::Source),
        map(head("option").and_then(option), |(word, _, text)| {
            Line::Option(word, text)
        }),
        map(head("excludes"), Line::Excludes),
        map(head("let").and_then(means), |(name, cond)| {
            Line::Let(name, cond)
        }),
        map(head("example").and_then(example), |(fen, white, claims)| {
            Line::Example(fen, white, claims)
        }),
        map(verify(language("de"), is_name), Line::De),
        map(verify(language("fr"), is_name), Line::Fr),
        map(rest, |_| Line::Sentences),
    ))
    .parse(text)
}

fn is_name(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Why a text is no name of a condition.
const NAME: &str = "A name has 3 to 80 letters, without `,`, `:`, `;` and quotes.";

fn is_proper_name(name: &str) -> bool {
    let is_plain = |sign: char| !sign.is_control() && !matches!(sign, '"' | '`' | ';' | ':' | ',');
    (3..=80).contains(&name.len()) && name.chars().all(is_plain)
}

fn text_split<'t>(text: &'t str, by: &str) -> Option<(&'t str, &'t str)> {
    // A line break may stand in place of a blank.
    let found = text.to_lowercase();
    let by = by.trim();
    let mut from = 0;
    while let Some(at) = found.get(from..)?.find(by) {
        let (start, end) = (from + at, from + at + by.len());
        let is_blank = |sign: Option<char>| sign.is_some_and(char::is_whitespace);
        let alone = is_blank(text.get(..start)?.chars().next_back())
            && is_blank(text.get(end..)?.chars().next());
        if alone && found.len() == text.len() {
            return Some((&text[..start], &text[end..]));
        }
        from = end;
    }
    None
}

struct Reading<'t> {
    text: &'t str,
    faults: Vec<Fault>,
    found: Vec<Text>,
    names: Names,
    sentences: usize,
}

impl Reading<'_> {
    fn fault(&mut self, at: Range<usize>, why: impl Into<String>) {
        self.faults.push(Fault::new(self.text, at, why.into()));
    }

    fn line(&mut self, text: &str, start: usize) {
        let trimmed = text.trim_end();
        let place = |part: &str| {
            let from = part.as_ptr() as usize - text.as_ptr() as usize;
            let lead = part.len() - part.trim_start().len();
            let from = start + from + lead;
            from..from + part.trim().len()
        };
        let whole = start..start + trimmed.len();
        let Ok((_, said)) = line(trimmed.trim_start()) else {
            return self.fault(whole, "This line cannot be read.");
        };
        if let Line::Condition(name) = said {
            return self.condition(name, place(name));
        }
        if self.found.is_empty() {
            return self.fault(whole, "The first line says `condition` and a name.");
        }
        let one = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let last = self.found.len() - 1;
        let own = &mut self.found[last];
        match said {
            Line::Condition(_) => {}
            Line::De(name) => own.de = Some(one(name)),
            Line::Fr(name) => own.fr = Some(one(name)),
            Line::Also(names) => {
                let names = names.split(',').map(one);
                own.also.extend(names.filter(|name| !name.is_empty()));
                if own.also.iter().any(|name| !is_proper_name(name)) {
                    self.fault(whole, NAME);
                }
            }
            Line::By(name) => own.by = Some(one(name)),
            Line::Source(text) => own.source = Some(one(text)),
            Line::Option(word, text) => {
                let word = one(word).to_lowercase();
                own.options.push((word.clone(), one(text)));
                self.name(word);
            }
            Line::Excludes(names) => own.excludes.extend(names.split(',').map(one)),
            Line::Let(name, cond) => {
                let (name, at) = (one(name).to_lowercase(), place(cond));
                if own.lets.len() == LETS {
                    let why = format!("A condition has no more than {LETS} names (`let`).");
                    return self.fault(whole, why);
                }
                let is_known = own.lets.iter().any(|(known, _)| *known == name);
                if is_known {
                    return self.fault(place(name_of(text)), format!("`{name}` is said twice."));
                }
                let at_cond = at.start;
                if let Some(node) = self.read("cond", cond.trim(), at_cond) {
                    self.found[last].lets.push((name.clone(), node));
                    self.name(name);
                }
            }
            Line::Example(fen, white, claims) => {
                let claims = claims.split(';').map(one).filter(|claim| !claim.is_empty());
                let example = Example {
                    fen: fen.trim().to_owned(),
                    white,
                    claims: claims.collect(),
                    at: whole,
                };
                own.examples.push(example);
            }
            Line::Sentences => self.all_sentences(trimmed, start),
        }
    }

    fn condition(&mut self, name: &str, at: Range<usize>) {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = name.trim_end_matches('.').to_owned();
        if !is_proper_name(&name) {
            return self.fault(at, NAME);
        }
        if self.found.len() == CONDITIONS {
            return self.fault(
                at,
                format!("A file has no more than {CONDITIONS} conditions."),
            );
        }
        let is_same = |text: &Text| text.name.to_lowercase() == name.to_lowercase();
        if self.found.iter().any(is_same) {
            return self.fault(at, format!("`{name}` is the name of an earlier condition."));
        }
        self.names = Names::default();
        self.found.push(Text {
            name,
            at,
            ..Text::default()
        });
    }

    fn name(&mut self, name: String) {
        let words = name.split(' ').map(str::to_owned).collect();
        self.names.known.push((words, "atom", name));
    }

    fn all_sentences(&mut self, line: &str, start: usize) {
        let mut from = 0;
        for (at, _) in line.match_indices('.').chain([(line.len(), "")]) {
            let sentence = &line[from..at];
            let begin = start + from + (sentence.len() - sentence.trim_start().len());
            from = (at + 1).min(line.len());
            if sentence.trim().is_empty() {
                continue;
            }
            self.sentences += 1;
            if self.sentences == SENTENCES + 1 {
                let why = format!("A file has no more than {SENTENCES} sentences.");
                return self.fault(begin..begin + sentence.trim().len(), why);
            }
            if let Some(node) = self.read("sentence", sentence.trim(), begin)
                && let Some(own) = self.found.last_mut()
            {
                own.sentences.push(node);
            }
        }
    }

    /// A phrase in whichever language it is written.
    fn read(&mut self, category: &'static str, text: &str, start: usize) -> Option<Node> {
        let tokens = tokens(text, start);
        if tokens.len() > WORDS {
            let why = format!("A sentence has no more than {WORDS} words.");
            self.fault(start..start + text.len(), why);
            return None;
        }
        let mut furthest: Option<(Tongue, Stop)> = None;
        for tongue in Tongue::ALL {
            match Reader::new(tongue, &tokens, &self.names).whole(category) {
                Ok(node) => return Some(node),
                Err(stop) => {
                    let is_further = furthest.as_ref().is_none_or(|(_, other)| {
                        stop.at > other.at || other.why.is_none() && stop.why.is_some()
                    });
                    if is_further {
                        furthest = Some((tongue, stop));
                    }
                }
            }
        }
        let (tongue, stop) = furthest?;
        let (at, why) = explain(&tokens, category, tongue, &stop);
        self.fault(at, why);
        None
    }

    fn end(mut self) -> Result<Vec<Text>, Vec<Fault>> {
        if self.found.is_empty() && self.faults.is_empty() {
            self.fault(0..0, "The first line says `condition` and a name.");
        }
        for own in std::mem::take(&mut self.found) {
            if self.faults.is_empty() && own.sentences.is_empty() {
                self.fault(own.at.clone(), format!("`{}` says nothing.", own.name));
            }
            for (at, why) in check(&own) {
                self.fault(at, why);
            }
            self.found.push(own);
        }
        match self.faults.is_empty() {
            true => Ok(self.found),
            false => Err(self.faults),
        }
    }
}

fn name_of(text: &str) -> &str {
    text.trim_end()
}

/// Why a sentence stops where it does, and where that is.
fn explain(
    tokens: &[Token<'_>],
    category: &'static str,
    tongue: Tongue,
    stop: &Stop,
) -> (Range<usize>, String) {
    let end = tokens.last().map_or(0, |token| token.at.end);
    let token = tokens.get(stop.at);
    let at = token.map_or(end..end, |token| token.at.clone());
    if let Some(why) = &stop.why {
        return (at, format!("This is too much: {why}."));
    }
    let names_a_walk = tokens
        .first()
        .is_some_and(|first| is_walk(&first.lower, tongue));
    if stop.at == 0 && category == "sentence" && !names_a_walk {
        let begin: Vec<&str> = tokens.iter().take(3).map(|token| token.text).collect();
        let why = format!(
            "No sentence begins with `{}`. Sentences begin with {}.",
            begin.join(" "),
            beginnings(tongue)
        );
        return (at, why);
    }
    let mut expected = stop.expected.clone();
    expected.sort();
    expected.dedup();
    let Some(token) = token else {
        return (
            at,
            format!(
                "The sentence is not finished: {} is missing.",
                listed(&expected)
            ),
        );
    };
    let article = expected
        .iter()
        .find(|word| ["a", "ein", "un"].contains(&word.as_str()));
    if let Some(article) = article.filter(|_| is_walk(&token.lower, tongue)) {
        let why = format!(
            "`{0}` is a walk; a man is meant. Did you mean `{article} {0}`?",
            token.text
        );
        return (at, why);
    }
    let near = nearest(&token.lower, &expected);
    let mut why = format!("`{}` cannot stand here.", token.text);
    // A short word is near to many: then all that may stand here are named, too.
    let is_short = token.lower.chars().count() <= SHORT;
    if let Some(near) = &near {
        why += &format!(" Did you mean `{near}`?");
    }
    let is_clear = near.is_some() && (!is_short || expected.len() == 1);
    if !is_clear && !expected.is_empty() {
        why += &format!(" Here may stand {}.", listed(&expected));
    }
    (at, why)
}

fn beginnings(tongue: Tongue) -> String {
    let firsts = ["not-act", "capture-only", "move-only", "after", "prefers"];
    let of = rows("sentence")
        .iter()
        .filter(|row| firsts.contains(&row.key));
    let said = of.map(|row| {
        let node = Node {
            category: row.category,
            key: row.key,
            kids: Vec::new(),
            value: Value::None,
            at: 0..0,
        };
        node.written(tongue)
    });
    let said: Vec<String> = said.map(|text| format!("`... {text} ...`")).collect();
    said.join(", ")
}

fn listed(words: &[String]) -> String {
    let some: Vec<String> = words
        .iter()
        .take(12)
        .map(|word| format!("`{word}`"))
        .collect();
    match (some.is_empty(), words.len() > 12) {
        (true, _) => "a name".to_owned(),
        (_, true) => format!("{} ...", some.join(", ")),
        _ => some.join(", "),
    }
}

/// So many letters a word has that is near to many others.
const SHORT: usize = 3;

/// The word that is most like another, if it is like enough. A short word is like one that has its letters in
/// another order or one letter more or less, and like any that is one letter off if no other is.
pub(super) fn nearest(word: &str, among: &[String]) -> Option<String> {
    let distance = |other: &String| strsim::damerau_levenshtein(word, &other.to_lowercase());
    let best = among.iter().min_by_key(|other| distance(other))?;
    let letters = word.chars().count();
    let enough = (letters.div_ceil(3)).max(1);
    let alike = among
        .iter()
        .filter(|other| distance(other) == distance(best));
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_certain =
        letters > SHORT || letters > 1 && alike.count() == 1 || sorted(word) == sorted(best);
    (distance(best) <= enough && is_certain).then(|| best.clone())
}

impl Text {
    /// Its names for conditions, by name.
    pub(super) fn meant(&self) -> HashMap<String, Node> {
        self.lets.iter().cloned().collect()
    }

    /// The text in a language, without remarks; that in English says which rule it is.
    pub fn written(&self, tongue: Tongue) -> String {
        let line = |key: &str| word("line", key, tongue);
        let mut text = format!("{} {}\n", line("condition"), self.name);
        let mut say = |key: &str, said: &str| text += &format!("{key} {said}\n");
        let headers = [
            ("de".to_owned(), &self.de),
            ("fr".to_owned(), &self.fr),
            (line("by"), &self.by),
            (line("source"), &self.source),
        ];
        for (key, said) in &headers {
            if let Some(said) = said {
                say(key, said);
            }
        }
        if !self.also.is_empty() {
            say(&line("also"), &self.also.join(", "));
        }
        for (word, meant) in &self.options {
            say(&line("option"), &format!("{word}: {meant}"));
        }
        if !self.excludes.is_empty() {
            say(&line("excludes"), &self.excludes.join(", "));
        }
        for (name, meant) in &self.lets {
            let said = format!("{name} {} {}", line("mean"), meant.written(tongue));
            say(&line("let"), &said);
        }
        for sentence in &self.sentences {
            text += &capital(&sentence.written(tongue));
            text += ".\n";
        }
        for example in &self.examples {
            let turn = if example.white { "w" } else { "b" };
            let claims = example.claims.join("; ");
            text += &format!("{} {} {turn}: {claims}\n", line("example"), example.fen);
        }
        text
    }
}

impl Text {
    /// What tells the rule from all others: the words alone, whatever the language and the remarks.
    pub fn hash(&self) -> String {
        let mut said = String::new();
        for (name, meant) in &self.lets {
            said += &format!("{name}={};", meant.written(Tongue::En));
        }
        for sentence in &self.sentences {
            said += &format!("{}.", sentence.written(Tongue::En));
        }
        for (word, _) in &self.options {
            said += &format!("({word})");
        }
        let digest = Sha256::digest(said.as_bytes());
        let digits = digest.iter().map(|byte| format!("{byte:02x}"));
        format!("sha256:{}", digits.collect::<String>())
    }

    /// Its tree as JSON: the form for machines.
    pub fn json(&self) -> serde_json::Value {
        let lets = self.lets.iter();
        let lets: Vec<_> = lets
            .map(|(name, meant)| serde_json::json!({"name": name, "means": meant.json()}))
            .collect();
        let sentences: Vec<_> = self.sentences.iter().map(Node::json).collect();
        serde_json::json!({"let": lets, "sentences": sentences})
    }
}

/// With a capital letter at the beginning.
pub(super) fn capital(text: &str) -> String {
    let mut signs = text.chars();
    match signs.next() {
        Some(first) => first.to_uppercase().chain(signs).collect(),
        None => String::new(),
    }
}
