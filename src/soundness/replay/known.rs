//! Differences from the reference that are known and explained: the rows of `differences.tsv`.
//!
//! **Invariant:** a row says by name which conditions, attributes, walks or options it is about. That a
//! problem holds a neutral man, or any hunter, explains nothing.

use crate::attributes;
use crate::conditions::spell_out;
use crate::men::Piece;
use crate::problem::{Goal, Problem};
use std::sync::LazyLock;

/// A known difference: a row of the table.
#[derive(PartialEq, Eq, Debug)]
pub struct KnownDifference {
    /// Its name.
    pub key: &'static str,
    /// Why answers differ.
    pub kind: DifferenceKind,
    /// What it is about, as a heading.
    pub about: &'static str,
    /// To which problems it applies: terms that all hold, each `what=one|or another`.
    pub when: &'static str,
    /// What one of the lines that differ holds, if that tells it from a fault: `one|or another`.
    pub lines: &'static str,
    /// What the reference does.
    pub there: &'static str,
    /// What Dawson does.
    pub here: &'static str,
    /// Where that was measured.
    pub evidence: &'static str,
    /// A problem that shows it; empty where none of a few moves is known.
    pub input: String,
    /// Lines that only the solution of the reference has, in single blanks; the first of them.
    pub only_there: Vec<&'static str>,
    /// Lines that only the solution here has.
    pub only_here: Vec<&'static str>,
}

/// Why answers differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DifferenceKind {
    /// The published definition says otherwise than the reference: the definition is followed.
    Definition,
    /// No definition says anything, and the reference does something by accident: the ranks are followed.
    Quirk,
    /// There are two published readings; each is a form with a name.
    Reading,
}

impl DifferenceKind {
    fn named(name: &str) -> DifferenceKind {
        match name {
            "definition" => DifferenceKind::Definition,
            "reading" => DifferenceKind::Reading,
            _ => DifferenceKind::Quirk,
        }
    }
}

/// All of them, in the order of the table.
pub static KNOWN: LazyLock<Vec<KnownDifference>> = LazyLock::new(|| {
    let rows = include_str!("differences.tsv").lines().skip(1);
    rows.map(row).collect()
});

fn row(line: &'static str) -> KnownDifference {
    let mut fields = line.split('\t');
    let mut next = || fields.next().unwrap_or_default();
    KnownDifference {
        key: next(),
        kind: DifferenceKind::named(next()),
        about: next(),
        when: next(),
        lines: next(),
        there: next(),
        here: next(),
        evidence: next(),
        input: next().replace("\\n", "\n"),
        only_there: lines(next()),
        only_here: lines(next()),
    }
}

fn lines(field: &'static str) -> Vec<&'static str> {
    field.split("\\n").filter(|line| !line.is_empty()).collect()
}

/// The known difference that may explain why answers to a problem differ in these lines: of rows that a problem
/// shows, the first of those that say most.
pub fn known(problem: &Problem, differing: &[String]) -> Option<&'static KnownDifference> {
    let says = |row: &KnownDifference| {
        let mut parts = row.lines.split('|');
        parts.any(|part| differing.is_empty() || differing.iter().any(|line| line.contains(part)))
    };
    let shown = KNOWN.iter().filter(|row| !row.input.is_empty());
    let explaining = shown.filter(|row| row.applies(problem) && says(row));
    explaining.min_by_key(|row| std::cmp::Reverse(row.when.split(' ').count()))
}

impl KnownDifference {
    /// Whether it is about problems such as this one.
    pub fn applies(&self, problem: &Problem) -> bool {
        let mut terms = self.when.split(' ').filter_map(|term| term.split_once('='));
        terms.all(|(what, names)| names.split('|').any(|name| holds(problem, what, name)))
    }
}

/// The heads that a term may have.
pub const TERMS: [&str; 8] = [
    "condition",
    "attribute",
    "walk",
    "neutral",
    "royal",
    "goal",
    "play",
    "option",
];

fn holds(problem: &Problem, what: &str, name: &str) -> bool {
    let any_man = |is_meant: &dyn Fn(Piece) -> bool| problem.men().any(is_meant);
    let walks = |man: &Piece| is_like(man.walk().row().key, name);
    match what {
        "condition" => has_condition(problem, name),
        "attribute" => any_man(&|man| has_quality(man, name)),
        "walk" => any_man(&|man| walks(&man)),
        "neutral" => any_man(&|man| man.is_neutral() && walks(&man)),
        "royal" => any_man(&|man| man.is_royal() && has_quality(man, name)),
        "goal" => problem.goals().any(|goal: Goal| goal.row().key == name),
        "play" => problem.stipulation.is_some_and(|asked| match name {
            "battle" => asked.genre.is_battle(),
            _ => asked.genre.is_series(),
        }),
        "option" => match name {
            "intelligent" => problem.options.intelligent.is_some(),
            "invisible" => problem.invisible > 0,
            _ => problem.options.move_numbers,
        },
        _ => false,
    }
}

/// `orphan`, `double-*`, `*-transmuted-king`, `*/*`: a star is any text.
fn is_like(key: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return key == pattern;
    };
    key.strip_prefix(start).is_some_and(|key| {
        let ends = key.char_indices().map(|(at, _)| &key[at..]);
        ends.chain([""]).any(|end| is_like(end, rest))
    })
}

/// Whether the problem has a condition such as `circe+rex-inclusive`: its key with words. Forms with names of
/// their own count as what they stand for.
fn has_condition(problem: &Problem, name: &str) -> bool {
    let mut parts = name.split('+');
    let key = parts.next().unwrap_or_default();
    problem.conditions.iter().any(|condition| {
        let mut condition = condition.clone();
        spell_out(&mut condition);
        is_like(&condition.key, key) && parts.clone().all(|word| condition.has_flag(word))
    })
}

/// Whether a man has an attribute, or is neutral.
fn has_quality(man: Piece, key: &str) -> bool {
    let attribute = attributes::find(key).and_then(|row| row.attribute);
    match key {
        "neutral" => man.is_neutral(),
        _ => attribute.is_some_and(|attribute| man.has(attribute)),
    }
}
