//! Conditions that composers bring along: rows that come into being while the program runs.
//!
//! **Invariant:** a key names one rule for as long as the program runs. What a rule means never
//! depends on when or in which order texts were read. What a *name* means is no matter of this table:
//! a text knows the conditions it defines itself, those offered to all texts, and contributed ones.

use super::{Definition, Pawns};
use crate::men::Names;
use crate::rules::{Claim, Thing};
use std::sync::OnceLock;

/// So many texts are known in one run of the program.
pub const AT_MOST: usize = 2048;

static OWN: [OnceLock<Own>; AT_MOST] = [const { OnceLock::new() }; AT_MOST];

/// A condition of a composer's own.
#[derive(Debug)]
pub struct Own {
    /// What the program knows about it.
    pub definition: Definition,
    /// Its names.
    pub names: Names,
    /// What else it is called.
    pub also: &'static [&'static str],
    /// Its text, by which it is known again.
    pub text: &'static str,
    /// What tells its rule from all others, whatever its name: `sha256:` and 64 digits.
    pub hash: &'static str,
    /// What pawns may do under it.
    pub pawns: Pawns,
    /// What it owns.
    pub claims: &'static [Claim],
    /// Names of conditions it does not go with.
    pub excludes: &'static [String],
    /// Why it cannot be played, if its text has faults: a problem that names it is refused.
    pub faults: Option<&'static str>,
    /// Set if whoever runs the program offers it to all texts.
    pub offered: OnceLock<()>,
}

impl Own {
    /// The condition with this text. If the text is new, `make` builds it from a key that no other
    /// condition has and the text itself. None if there is no room.
    pub fn of(
        text: &str,
        slug: &str,
        make: impl Fn(&'static str, &'static str) -> Own,
    ) -> Option<&'static Own> {
        let is_known = |slot: &OnceLock<Own>| slot.get().is_some_and(|own| own.text == text);
        if let Some(slot) = OWN.iter().find(|slot| is_known(slot)) {
            return slot.get();
        }
        let text: &'static str = String::leak(text.to_owned());
        for slot in &OWN {
            if slot.get().is_none() {
                let key = String::leak(key_of(slug));
                // Another thread may have filled it meanwhile, even with this text.
                if slot.set(make(key, text)).is_ok() || is_known(slot) {
                    return slot.get();
                }
            }
        }
        None
    }

    /// The condition with this key.
    pub fn find(key: &str) -> Option<&'static Own> {
        if let Some(place) = key.strip_prefix("own@") {
            return OWN.get(place.parse::<usize>().ok()?)?.get();
        }
        let is_own = key.starts_with("own:");
        let mut all = is_own.then(Own::all).into_iter().flatten();
        all.find(|own| own.definition.key == key)
    }

    /// The key of the condition that a word of a text stands for: `own@3` for the fourth that is known.
    pub fn key_of_word(word: &str) -> &str {
        match word.starts_with("own@") {
            true => Own::find(word).map_or(word, |own| own.definition.key),
            false => word,
        }
    }

    /// Lets all texts name it: it came with the command line, say, and not with one problem.
    pub fn offer(&self) {
        let _ = self.offered.set(());
    }

    /// Those that all texts may name, the latest first.
    pub fn all_offered() -> impl Iterator<Item = &'static Own> {
        let mut offered: Vec<&'static Own> = Own::all().collect();
        offered.retain(|own| own.offered.get().is_some());
        offered.into_iter().rev()
    }

    /// Everything it is called: the names of three languages first.
    pub fn all_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names
            .in_order()
            .into_iter()
            .chain(self.also.iter().copied())
    }

    /// Whether it is called so in some language; capitals do not matter.
    pub fn is_called(&self, name: &str) -> bool {
        let mut names = self.all_names();
        names.any(|own| own.to_lowercase() == name.to_lowercase())
    }

    /// The first eight digits of the hash.
    pub fn digits(&self) -> &'static str {
        let digits = self.hash.rsplit(':').next().unwrap_or("");
        digits.get(..8).unwrap_or(digits)
    }

    /// The place among those that are known.
    pub fn place(&self) -> usize {
        let mut all = Own::all();
        all.position(|own| own.text == self.text).unwrap_or(0)
    }

    /// All that are known.
    pub fn all() -> impl Iterator<Item = &'static Own> {
        OWN.iter().map_while(OnceLock::get)
    }
}

/// A key that no other text has: a second rule of that name gets a number.
fn key_of(slug: &str) -> String {
    let mut key = format!("own:{slug}");
    let mut number = 1;
    while Own::find(&key).is_some() {
        number += 1;
        key = format!("own:{slug}-{number}");
    }
    key
}

/// Where a condition that is said in sentences has its place among all, whatever the order in which a problem
/// names them: behind the built-in ones; those that let captured men be reborn come first, then the name counts.
pub(super) fn place(key: &str) -> Option<(bool, &'static str)> {
    let own = Own::find(key)?;
    let is_rebirth = own.claims.contains(&Claim::Owns(Thing::CapturedMen));
    Some((!is_rebirth, own.text))
}

/// The first of these conditions whose author says that it does not go with another one of them.
pub(super) fn excluded(
    definitions: impl Iterator<Item = &'static Definition> + Clone,
) -> Option<String> {
    let own = definitions.clone().filter_map(|row| Own::find(row.key));
    for one in own {
        let is_meant = |name: &&'static Definition| {
            let names = name.names().in_order();
            let mut excluded = one.excludes.iter();
            excluded.any(|other| names.iter().any(|name| name.eq_ignore_ascii_case(other)))
        };
        if let Some(other) = definitions.clone().find(is_meant) {
            return Some(format!(
                "{} does not go with {}: its author says so",
                one.names.en,
                other.names().en
            ));
        }
    }
    None
}
