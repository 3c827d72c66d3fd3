//! Texts as conditions: what the registry has to know about each.

use super::check::names_of;
use super::file::{Text, names_in, read};
use super::install::{Promises, install};
use super::making::Meanings;
use super::table::Tongue;
use crate::conditions::{Boards, Definition, Own, Pawns};
use crate::men::Names;
use crate::problem::{Argument, Condition};
use crate::rules::{Claim, Fact, Rules, RulesBuilder, Thing};
use std::sync::OnceLock;
use thiserror::Error;

/// The flag of a condition whose sentences are to promise nothing.
pub const NO_PROMISES: &str = "without-promises";

/// The program knows too many texts already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("too many conditions of their own in one run of the program")]
pub struct TooMany;

/// The condition of a text: the same text is the same condition.
///
/// # Errors
/// When there is no room for another text.
pub fn known(text: &Text) -> Result<&'static Own, TooMany> {
    let written = text.written(Tongue::En);
    let own = Own::of(&written, &slug(&text.name), |key, stored| Own {
        definition: definition(text, key),
        names: names(text),
        also: also(text),
        text: stored,
        hash: String::leak(text.hash()),
        pawns: pawns(text),
        claims: Vec::leak(claims(text)),
        excludes: Vec::leak(text.excludes.clone()),
        faults: None,
        offered: OnceLock::new(),
    });
    own.ok_or(TooMany)
}

/// Keeps the names of conditions whose text has faults. A problem that names one of them gets these faults as its
/// error, even if another condition has the same name.
///
/// # Errors
/// When there is no room for another text.
pub fn known_with_faults(text: &str, faults: &str) -> Result<Vec<&'static Own>, TooMany> {
    let named = names_in(text).into_iter().map(|named| {
        // The same text without faults, of the same names, is another condition.
        let key = format!("# {} {faults}\n{text}", named.name);
        let own = Own::of(&key, &slug(&named.name), |key, stored| {
            let mut definition = definition(&named, key);
            definition.kings_free = true;
            Own {
                definition,
                names: names(&named),
                also: also(&named),
                text: stored,
                hash: "",
                pawns: Pawns::Act,
                claims: &[],
                excludes: &[],
                faults: Some(String::leak(faults.to_owned())),
                offered: OnceLock::new(),
            }
        });
        own.ok_or(TooMany)
    });
    named.collect()
}

fn definition(text: &Text, key: &'static str) -> Definition {
    let mut row = Definition::BASE.saying(String::leak(summary(text)));
    row.key = key;
    row.install = install_own;
    row.boards = Boards::Straight;
    row.kings_free = frees_kings(text);
    row.pawns = |condition| Own::find(&condition.key).map_or(Pawns::Anywhere, |own| own.pawns);
    row.facts = Vec::leak(facts(text));
    row.claims = |condition| Own::find(&condition.key).map_or(&[], |own| own.claims);
    row
}

/// The condition with this name in any language, of those offered to all texts and of contributed ones;
/// capitals, accents and blanks do not matter.
pub fn named(name: &str) -> Option<Condition> {
    let asked = slug(name);
    let is_meant = |own: &&Own| own.all_names().any(|name| slug(name) == asked);
    let own = Own::all_offered()
        .chain(super::library::bring(name))
        .find(is_meant)?;
    Some(Condition::plain(own.definition.key))
}

/// The text of a condition that composers have brought along.
pub fn text_of(key: &str) -> Option<Text> {
    let own = Own::find(key)?;
    read(own.text).ok()?.into_iter().next()
}

/// A name in the form of a key.
pub(super) fn slug(name: &str) -> String {
    let lower = plain(name);
    let words = lower.split(|sign: char| !sign.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Small letters without accents.
pub(super) fn plain(name: &str) -> String {
    name.to_lowercase().chars().map(unaccented).collect()
}

/// A small letter without its accent; what dots make of a letter is another one.
pub fn unaccented(letter: char) -> char {
    match letter {
        'à' | 'â' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' => 'o',
        'û' | 'ù' => 'u',
        'ç' => 'c',
        letter => letter,
    }
}

fn also(text: &Text) -> &'static [&'static str] {
    let leak = |name: &String| -> &'static str { String::leak(name.clone()) };
    Vec::leak(text.also.iter().map(leak).collect())
}

fn names(text: &Text) -> Names {
    let leak = |name: &str| -> &'static str { String::leak(name.to_owned()) };
    let en = leak(&text.name);
    Names {
        en,
        de: text.de.as_deref().map_or(en, leak),
        fr: text.fr.as_deref().map_or(en, leak),
    }
}

fn summary(text: &Text) -> String {
    let sentences = text.sentences.iter();
    let said = sentences.map(|one| super::file::capital(&one.written(Tongue::En)) + ".");
    said.collect::<Vec<_>>().join(" ")
}

/// Whether a side may have several kings or none, by what the sentences say of kings.
fn frees_kings(text: &Text) -> bool {
    let says = |one: &super::tree::Node| {
        matches!(one.key, "check-if" | "wins") || one.has("verb", &["royal", "unroyal"])
    };
    text.sentences.iter().any(says)
}

/// Where men go in other ways than their own, pawns may come to their first rank and go on from there.
fn pawns(text: &Text) -> Pawns {
    let moves_pawns = |key: &str| ["like", "reborn", "may-swap", "as-if"].contains(&key);
    let keys = text.sentences.iter().map(|one| one.key);
    let places = |verb: &&super::tree::Node| {
        verb.category == "verb" && ["goes-to", "swaps", "becomes"].contains(&verb.key)
    };
    let puts = text
        .sentences
        .iter()
        .any(|one| one.all().iter().any(places));
    match { keys }.any(moves_pawns) || puts {
        true => Pawns::Act,
        false => Pawns::Usual,
    }
}

/// What rules that are installed later have to know.
fn facts(text: &Text) -> Vec<Fact> {
    let mut facts = Vec::new();
    for sentence in text.sentences.iter().filter(|one| one.key == "as-if") {
        let found: &[Fact] = match sentence.kid(1).key {
            "captures" => &[Fact::CapturesLeaveFromHome],
            "moves" => &[Fact::MovesLeaveFromHome],
            "goes" => &[Fact::CapturesLeaveFromHome, Fact::MovesLeaveFromHome],
            "moves-also" => &[],
            _ => &[Fact::CapturesLeaveFromElsewhere],
        };
        facts.extend(found);
    }
    facts
}

/// What follows from the sentences for rules that want to own the same.
fn claims(text: &Text) -> Vec<Claim> {
    let mut claims = Vec::new();
    if text.sentences.iter().any(|one| one.key == "check-if") {
        claims.extend([Claim::Owns(Thing::Check), Claim::Needs(Thing::Check)]);
    }
    for sentence in &text.sentences {
        let thing = match sentence.key {
            "like" if !sentence.kid(1).key.ends_with("-also") => Thing::Lender,
            "reborn" if sentence.kid(0).key == "captured" => Thing::CapturedMen,
            "reborn" => Thing::Captors,
            "go-only" if sentence.has("atom", &["same-colour", "other-colour"]) => {
                Thing::SquareColours
            }
            _ => continue,
        };
        let claim = Claim::Owns(thing);
        if !claims.contains(&claim) {
            claims.push(claim);
        }
    }
    claims
}

fn install_own(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let own = Own::find(&condition.key);
    if let Some((own, faults)) = own.and_then(|own| Some((own, own.faults?))) {
        let name = own.names.en;
        return rules.refuse(format!(
            "`{name}` cannot be played: its text has faults: {faults}"
        ));
    }
    let Some(text) = text_of(&condition.key) else {
        return rules.refuse(format!("`{}` has no text", condition.key));
    };
    let mut meanings = meanings(&text, condition);
    // For tests that compare: the same rule without any promise.
    let promises = match condition.has_flag(NO_PROMISES) {
        true => Promises::None,
        false => Promises::Derived,
    };
    let names = [names_of(&text, "mark"), names_of(&text, "memory")];
    for name in &names[0] {
        let mark = rules.private_mark(name);
        meanings.marks.insert(name.clone(), mark);
    }
    for name in &names[1] {
        let slot = rules.private_slot(name);
        meanings.slots.insert(name.clone(), slot);
    }
    install(&text.sentences, &meanings, promises, rules);
}

/// What the names of a text mean under the rules of a problem that has it.
pub(super) fn meanings_under(text: &Text, key: &str, rules: &Rules) -> Meanings {
    let mut meanings = meanings(text, &Condition::plain(key));
    for name in names_of(text, "mark") {
        let mark = rules.private_mark(key, &name);
        meanings.marks.extend(mark.map(|mark| (name, mark)));
    }
    for name in names_of(text, "memory") {
        let slot = rules.private_slot(key, &name);
        meanings.slots.extend(slot.map(|slot| (name, slot)));
    }
    meanings
}

fn meanings(text: &Text, condition: &Condition) -> Meanings {
    let flag = |argument: &Argument| match argument {
        Argument::Flag(word) => Some(word.replace('-', " ")),
        _ => None,
    };
    Meanings {
        lets: text.meant(),
        chosen: condition.arguments.iter().filter_map(flag).collect(),
        ..Meanings::default()
    }
}
