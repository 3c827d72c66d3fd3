//! Forms with a name of their own: `MirrorCirce` is `Circe Mirror`.
//!
//! **Invariant:** a form is a row of `forms.tsv`; its name in other languages is in the vocabulary.

use crate::conditions::says_when;
use crate::problem::{Argument, Condition};

/// A form with a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct NamedForm {
    /// The key of its name.
    pub key: &'static str,
    /// The condition it is a form of.
    pub condition: &'static str,
    /// The refining words it stands for, with blanks between them.
    pub words: &'static str,
    /// Its rule in one sentence.
    pub summary: &'static str,
}

impl NamedForm {
    /// The condition said in full.
    pub fn spelled_out(&self) -> Condition {
        let words = self.words.split(' ').map(str::to_owned);
        Condition {
            key: self.condition.to_owned(),
            arguments: words.map(Argument::Flag).collect(),
        }
    }
}

/// All forms with names of their own.
pub fn forms() -> impl Iterator<Item = NamedForm> {
    let rows = include_str!("forms.tsv").lines().skip(1);
    rows.map(|row| {
        let mut fields = row.split('\t');
        let mut next = || fields.next().unwrap_or_default();
        NamedForm {
            key: next(),
            condition: next(),
            words: next(),
            summary: next(),
        }
    })
}

/// Says in full what a name of its own says.
pub fn spell_out(condition: &mut Condition) {
    if let Some(form) = forms().find(|form| form.key == condition.key) {
        let full = form.spelled_out();
        condition.key = full.key;
        condition.arguments.splice(0..0, full.arguments);
    }
}

/// The conditions said in full. Two forms of one condition are one that has the words of both; where
/// two words answer the same question the later one counts.
pub fn gather(conditions: &[Condition]) -> Vec<Condition> {
    let mut gathered: Vec<Condition> = Vec::new();
    for condition in conditions {
        let mut condition = condition.clone();
        spell_out(&mut condition);
        let is_limited = |one: &Condition| one.arguments.iter().any(says_when);
        let limited = is_limited(&condition);
        let same = |other: &&mut Condition| {
            other.key == condition.key
                && asks_for_rebirth(&other.key)
                && !limited
                && !is_limited(other)
        };
        match gathered.iter_mut().find(same) {
            Some(former) => former.arguments.extend(condition.arguments),
            None => gathered.push(condition),
        }
    }
    gathered
}

/// The keys of the conditions under which men are reborn, or asked where they would be.
pub const REBIRTHS: [&str; 9] = [
    "anti-circe",
    "anti-mars-circe",
    "circe",
    "danger-circe",
    "geneva-chess",
    "immun-chess",
    "mars-circe",
    "phantom-chess",
    "plus-chess",
];

/// Whether the condition with this key is one of [`REBIRTHS`].
pub fn asks_for_rebirth(key: &str) -> bool {
    REBIRTHS.contains(&key)
}
