//! Conditions that composers bring along, in texts: `h#2, Adhesive chess`, `Condition Sticky: A man ...; #2`,
//! blocks `Conditions ... EndConditions`.
//!
//! **Invariant:** a name becomes one sign and blanks, a definition blanks, so all other words keep their
//! places and their meaning. Readers of conditions know the sign as a word.

use crate::conditions::Own;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{Language, Selection, Table, own_sign, select};
use crate::notation::statement;
use crate::sentences::{known, library, read, unaccented};
use std::ops::Range;
use std::sync::LazyLock;

/// A text without its definitions of conditions, and their names as signs.
#[derive(Debug, Default)]
pub(crate) struct OwnConditions {
    /// As long as the text read.
    pub text: String,
    /// What was no definition.
    pub diagnostics: Vec<Diagnostic>,
    /// The places of those that the text names.
    named: Vec<usize>,
    /// What the text defines itself, and where each definition ends.
    defined: Vec<(usize, &'static Own)>,
}

/// What begins a definition in a statement.
static BEGINNINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let words = statement::words_of("own-condition");
    words.map(|word| word.to_lowercase() + " ").collect()
});

/// Names and definitions of a statement.
pub(crate) fn own_conditions(text: &str) -> OwnConditions {
    let mut found = OwnConditions {
        text: text.to_owned(),
        ..OwnConditions::default()
    };
    found.blocks();
    for clause in clauses(&found.text.clone()) {
        found.define(clause);
    }
    let whole = 0..found.text.len();
    found.mark_names(whole);
    found
}

/// The conditions of composers that a statement names, those of its twins among them.
pub fn named_in(text: &str) -> Vec<&'static Own> {
    let found = own_conditions(text);
    let all: Vec<&'static Own> = Own::all().collect();
    let named = found.named.iter();
    named.filter_map(|place| all.get(*place).copied()).collect()
}

/// Names behind `own` in a file of problems, `own "Adhesive chess"`, names as they are in lines of conditions,
/// `Condition Adhesive chess`, and blocks of definitions.
pub(crate) fn quoted_conditions(text: &str) -> OwnConditions {
    let mut found = OwnConditions {
        text: text.to_owned(),
        ..OwnConditions::default()
    };
    found.blocks();
    let mut from = 0;
    while let Some((whole, name)) = quoted(&found.text, from) {
        from = whole.end;
        let said = found.text[name.clone()].trim().to_owned();
        let own = found.defined_before(&said, name.start);
        let known = || crate::sentences::named(&said).and_then(|one| Own::find(&one.key));
        match own.or_else(known) {
            Some(own) => found.replace(whole, own.place()),
            None => found.diagnostics.push(Diagnostic::Malformed {
                found: said,
                expected: "the name of a condition that a file of `--conditions` or a block `Conditions` defines"
                    .to_owned(),
                help: None,
                at: name.into(),
            }),
        }
    }
    // From the end on, so that places before a name stay what they are.
    let mut end = found.text.len();
    for line in found.text.clone().split_inclusive('\n').rev() {
        let start = end - line.len();
        if names_conditions(line) {
            found.mark_names(start..end);
        }
        end = start;
    }
    found
}

/// Whether a line of a file of problems begins with the word for conditions in some language, or its beginning.
fn names_conditions(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    let is_meant = |language| match select(Table::Command, language, first) {
        Selection::One(word) => word.key == "condition",
        _ => false,
    };
    Language::ALL.into_iter().any(is_meant)
}

/// `own "Name"`, from a place on: the whole, and the name in it.
fn quoted(text: &str, from: usize) -> Option<(Range<usize>, Range<usize>)> {
    let mut from = from;
    loop {
        let rest = text.get(from..)?;
        let lower = rest.to_ascii_lowercase();
        let at = from + lower.find("own \"")?;
        let name = at + 5;
        let is_word = text[..at].ends_with(char::is_whitespace);
        let end = name + text[name..].find(['"', '\n'])?;
        if is_word && text[end..].starts_with('"') {
            return Some((at..end + 1, name..end));
        }
        from = end;
    }
}

impl OwnConditions {
    /// The condition that the text itself calls so: as the last block before the place says, else the first.
    fn defined_before(&self, name: &str, place: usize) -> Option<&'static Own> {
        let mut fits = self.defined.iter().filter(|(_, own)| own.is_called(name));
        let first = fits.clone().next();
        let last = fits.rfind(|(end, _)| *end <= place);
        last.or(first).map(|(_, own)| *own)
    }

    /// The clause is blanked out if it defines a condition.
    fn define(&mut self, clause: Range<usize>) {
        // The definition may follow on other words and a comma: `h#2, Condition Sticky: A man ...; Sticky`.
        let lower = self.text[clause.clone()].to_ascii_lowercase();
        let commas = lower.match_indices(',').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(commas).map(|at| {
            let blanks = lower[at..].len() - lower[at..].trim_start().len();
            at + blanks
        });
        let begins = |at: usize| {
            BEGINNINGS
                .iter()
                .find(|begin| lower[at..].starts_with(begin.as_str()))
        };
        let is_name = |name: &str| {
            let plain = |sign: char| sign.is_alphanumeric() || " -'".contains(sign);
            name.chars().all(plain)
        };
        let found = starts.filter_map(|at| {
            let begin = at + begins(at)?.len();
            let colon = begin + lower[begin..].find(':')?;
            (at == 0 || is_name(&lower[begin..colon])).then_some((at, begin, colon))
        });
        let Some((at, begin, colon)) = { found }.next() else {
            return;
        };
        let clause = clause.start + at..clause.end;
        let text = &self.text[clause.clone()];
        let (name, sentences) = (&text[begin - at..colon - at], &text[colon - at + 1..]);
        // `Condition : Circe` only announces what it names.
        if name.trim().is_empty() {
            return;
        }
        // Sentences keep their places behind a line of the same length.
        let filled = format!("condition {}\n{}", name.trim(), sentences.trim_start());
        let shift = clause.end as isize - filled.len() as isize;
        let (filled, clause_text) = (filled, text.to_owned());
        self.learn(&filled, clause.clone(), shift);
        let blanks = " ".repeat(clause_text.len());
        self.text.replace_range(clause, &blanks);
    }

    /// Learns the conditions of a text that stands in this one so many bytes later.
    fn learn(&mut self, text: &str, within: Range<usize>, shift: isize) {
        let complain = |found: &str, why: String, at: Range<usize>| Diagnostic::Malformed {
            found: found.to_owned(),
            expected: "sentences of a condition".to_owned(),
            help: Some(why),
            at: at.into(),
        };
        match read(text) {
            Ok(texts) => {
                for one in &texts {
                    match known(one) {
                        Ok(own) => self.defined.push((within.end, own)),
                        Err(why) => {
                            let complaint = complain(&one.name, why.to_string(), within.clone());
                            self.diagnostics.push(complaint);
                        }
                    }
                }
            }
            Err(faults) => {
                for fault in faults {
                    let place = |at: usize| {
                        let at = at.saturating_add_signed(shift);
                        at.clamp(within.start, within.end)
                    };
                    let found = text.get(fault.at.clone()).unwrap_or("").to_owned();
                    let at = place(fault.at.start)..place(fault.at.end);
                    self.diagnostics.push(complain(&found, fault.why, at));
                }
            }
        }
    }

    /// Blocks `Conditions ... EndConditions`, each word on a line of its own.
    fn blocks(&mut self) {
        let text = self.text.clone();
        let mut begun: Option<(usize, usize)> = None;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let end = at + line.len();
            match (begun, line.trim().to_ascii_lowercase().as_str()) {
                (None, "conditions") => begun = Some((at, end)),
                (Some((start, inner)), "endconditions") => {
                    begun = None;
                    self.learn(&text[inner..at], inner..at, inner as isize);
                    let blank = |sign: char| match sign {
                        '\n' => "\n".to_owned(),
                        _ => " ".repeat(sign.len_utf8()),
                    };
                    let blanks: String = text[start..end].chars().map(blank).collect();
                    self.text.replace_range(start..end, &blanks);
                }
                _ => {}
            }
            at = end;
        }
        if let Some((start, inner)) = begun {
            self.diagnostics.push(Diagnostic::Malformed {
                found: text[start..inner].trim().to_owned(),
                expected: "a line `EndConditions` at the end of the conditions".to_owned(),
                help: None,
                at: (start..inner).into(),
            });
        }
    }

    /// The names of all known conditions become signs there: what the text says itself counts before what
    /// others call so.
    fn mark_names(&mut self, within: Range<usize>) {
        let brought = library::bring(&self.text[within.clone()]);
        let defined = self.defined.iter().rev().map(|(_, own)| *own);
        let known: Vec<&Own> = defined.chain(Own::all_offered()).chain(brought).collect();
        let mut names: Vec<(&str, &Own)> = Vec::new();
        for own in known {
            for name in own.all_names() {
                let is_same = |other: &str| other.to_lowercase() == name.to_lowercase();
                if !names.iter().any(|(other, _)| is_same(other)) {
                    names.push((name, own));
                }
            }
        }
        // A name may be the beginning of another.
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        for (name, own) in names {
            self.mark(within.clone(), name, own.place());
        }
    }

    /// Every place there where the name stands as words of their own becomes the sign.
    fn mark(&mut self, within: Range<usize>, name: &str, place: usize) {
        let (mut from, behind) = (within.start, self.text.len() - within.end);
        while let Some(at) = find_words(&self.text[..self.text.len() - behind], name, from) {
            let before = self.text[..at.start].trim_end();
            let says_own = before.to_ascii_lowercase().ends_with("own")
                && !before[..before.len() - 3].ends_with(char::is_alphanumeric);
            let whole = if says_own {
                before.len() - 3..at.end
            } else {
                at.clone()
            };
            from = at.end;
            if says_own || !library::is_taken(name) {
                self.replace(whole, place);
            }
        }
    }

    fn replace(&mut self, at: Range<usize>, place: usize) {
        if !self.named.contains(&place) {
            self.named.push(place);
        }
        let sign = own_sign(place).to_string();
        let blanks = " ".repeat(at.len().saturating_sub(sign.len()));
        self.text.replace_range(at, &(sign + &blanks));
    }
}

/// Where a name stands in a text, whatever its capitals and accents, with no letters about it.
pub(crate) fn find_words(text: &str, name: &str, from: usize) -> Option<Range<usize>> {
    let wanted: Vec<char> = name.chars().flat_map(small).collect();
    let places = text[from..].char_indices().map(|(at, _)| from + at);
    for start in places {
        let mut signs = text[start..].char_indices();
        let mut matched = 0;
        let mut end = start;
        while matched < wanted.len() {
            let Some((at, sign)) = signs.next() else {
                break;
            };
            if !small(sign).all(|sign| {
                let fits = wanted.get(matched) == Some(&sign);
                matched += usize::from(fits);
                fits
            }) {
                matched = usize::MAX;
                break;
            }
            end = start + at + sign.len_utf8();
        }
        let is_letter = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
        let alone =
            !is_letter(text[..start].chars().next_back()) && !is_letter(text[end..].chars().next());
        if matched == wanted.len() && alone {
            return Some(start..end);
        }
    }
    None
}

fn small(sign: char) -> impl Iterator<Item = char> {
    sign.to_lowercase().map(unaccented)
}

/// The clauses of a statement, without blanks around them.
fn clauses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices([';', '\n']).chain([(text.len(), "")]) {
        let clause = &text[start..at];
        let blanks = clause.len() - clause.trim_start().len();
        let begin = start + blanks;
        found.push(begin..begin + clause.trim().len());
        start = (at + 1).min(text.len());
    }
    found
}
