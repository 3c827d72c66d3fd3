//! What the manual knows: one entry for each walk, condition, attribute, goal,
//! kind of play and option.

use crate::attributes;
use crate::conditions::{self, Boards, Definition, NamedForm, Origin, Param};
use crate::men::{WALKS, Walk, WalkId};
use crate::notation::popeye::words::{self, Language, Table, Word};
use crate::notation::statement;
use crate::problem::Condition;
use std::borrow::Cow;
use std::fmt;

/// What an entry is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// How a man moves.
    Walk,
    /// A property of a man.
    Attribute,
    /// A rule for all men.
    Condition,
    /// An aim of play.
    Goal,
    /// Who plays with or against whom.
    Genre,
    /// A wish about search or output.
    Option,
    /// A word behind a condition that changes it.
    Addition,
    /// A rule for all men that is known by name only.
    Unbuilt,
    /// A word of problemists.
    Term,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 9] = [
        Kind::Walk,
        Kind::Attribute,
        Kind::Condition,
        Kind::Goal,
        Kind::Genre,
        Kind::Option,
        Kind::Addition,
        Kind::Unbuilt,
        Kind::Term,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Walk => "walk",
            Kind::Attribute => "attribute",
            Kind::Condition => "condition",
            Kind::Goal => "goal",
            Kind::Genre => "kind of play",
            Kind::Option => "option",
            Kind::Addition => "addition to a condition",
            Kind::Unbuilt => "condition, not supported yet",
            Kind::Term => "term",
        })
    }
}

/// One entry of the manual.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What it is about.
    pub kind: Kind,
    /// Its key in data and JSON.
    pub key: &'static str,
    /// Its names in English, German and French.
    pub names: [&'static str; 3],
    /// How it is written in problems, where that is not its name: letters of
    /// walks, signs of goals and kinds of play.
    pub written: Option<[&'static str; 3]>,
    /// What else it is called.
    pub other_names: Vec<&'static str>,
    /// What it means.
    pub definition: Cow<'static, str>,
    /// What else there is to know.
    pub remarks: &'static str,
    /// The arguments that a condition understands.
    pub options: String,
    /// The boards on which a condition means something.
    pub boards: &'static str,
    /// What a condition does not go with.
    pub excludes: String,
    /// Who invented a condition, when, and where that is said.
    pub inventor: String,
    /// Where the definition was measured or taken from.
    pub source: &'static str,
    /// The walk, if it is one.
    pub walk: Option<WalkId>,
    /// The condition said in full, if it is one.
    pub condition: Option<Condition>,
}

/// Where rules were taken from that the reference knows.
const MEASURED: &str = "as measured with Popeye 4.104";

/// And where those were taken from that it does not know.
const FROM_TEXTS: &str = "the text of the rules; Popeye does not know it";

fn source(word: Option<&Word>) -> &'static str {
    match word.is_some_and(Word::is_own) {
        true => FROM_TEXTS,
        false => MEASURED,
    }
}

/// Every entry, kind by kind.
pub fn entries() -> Vec<Entry> {
    let walks = WalkId::all().map(of_walk);
    let conditions = conditions::DEFINITIONS.iter().map(|definition| Entry {
        kind: Kind::Condition,
        names: definition.names().in_order(),
        definition: definition.means(),
        options: options(definition),
        boards: boards(definition.boards),
        excludes: excludes(definition),
        remarks: definition.decisions,
        inventor: Origin::of(definition.key).to_string(),
        source: source(words::word(Table::Condition, definition.key)),
        condition: Some(Condition::plain(definition.key)),
        ..Entry::new(definition.key)
    });
    let forms = conditions::forms().map(of_form);
    let attributes = attributes::DEFINITIONS.iter().map(|definition| Entry {
        kind: Kind::Attribute,
        names: definition.names.in_order(),
        definition: definition.definition.into(),
        ..Entry::new(definition.key)
    });
    let terms = include_str!("terms.tsv").lines().skip(1).filter_map(term);
    walks
        .chain(attributes)
        .chain(conditions)
        .chain(forms)
        .chain(terms)
        .chain(unbuilt())
        .chain(glossary())
        .map(with_other_names)
        .collect()
}

/// Conditions that statements may name and that are not built; `unbuilt.tsv` defines those with
/// one usual definition.
fn unbuilt() -> impl Iterator<Item = Entry> {
    const NAME_ONLY: &str =
        "Dawson knows this condition by its name only; a problem that needs it is refused.";
    let defined = |key| {
        let mut rows = include_str!("unbuilt.tsv").lines().skip(1);
        rows.find_map(|row| row.strip_prefix(key)?.strip_prefix('\t'))
    };
    statement::unbuilt().map(move |(names, other_names)| {
        let key = names[0];
        let definition = defined(key);
        Entry {
            kind: Kind::Unbuilt,
            names,
            other_names,
            definition: definition.unwrap_or(NAME_ONLY).into(),
            remarks: definition.map_or("", |_| "A problem that needs it is refused."),
            source: "outside the vocabulary of Popeye",
            ..Entry::new(key)
        }
    })
}

/// Words of problemists, from `glossary.tsv`.
fn glossary() -> impl Iterator<Item = Entry> {
    let rows = include_str!("glossary.tsv").lines().skip(1);
    rows.filter_map(|row| {
        let mut fields = row.split('\t');
        let mut next = || fields.next();
        let key = next()?;
        Some(Entry {
            kind: Kind::Term,
            names: [next()?, next()?, next()?],
            definition: next()?.into(),
            source: "the usage of problemists",
            ..Entry::new(key)
        })
    })
}

/// In the English words of the input.
fn options(definition: &Definition) -> String {
    let word = |key| words::name(Table::SubOption, key, Language::En).unwrap_or(key);
    let told = definition.options.into_iter().flatten();
    let told = told.map(|option| match *option {
        Param::Flag(key) => word(key).to_owned(),
        Param::Number(key) => format!("{} and a number", word(key)),
        Param::Text(key) => format!("{} and what it is", word(key)),
        Param::Squares => "squares".to_owned(),
        Param::Walks => "letters of men".to_owned(),
    });
    told.collect::<Vec<_>>().join(", ")
}

fn boards(boards: Boards) -> &'static str {
    match boards {
        Boards::Usual => "the usual board",
        Boards::Array => "all with the squares of the usual one",
        Boards::Straight => "all of squares on which directions do not turn",
        Boards::Any => "all",
        Boards::Own => "its own",
    }
}

fn excludes(definition: &Definition) -> String {
    let condition = Condition::plain(definition.key);
    let others = conditions::DEFINITIONS.iter().filter(|other| {
        let other = Condition::plain(other.key);
        conditions::why_apart(&condition, &other).is_some()
    });
    let marks = attributes::DEFINITIONS.iter();
    let marks = marks.filter(|mark| conditions::why_without(&condition, mark.key).is_some());
    let names = others
        .map(|other| other.names().en)
        .chain(marks.map(|mark| mark.names.en));
    names.collect::<Vec<_>>().join(", ")
}

/// Adds what people call an entry that no reader knows.
fn with_other_names(mut entry: Entry) -> Entry {
    let rows = include_str!("other_names.tsv").lines().skip(1);
    let rows = rows.filter_map(|row| row.split_once('\t'));
    let of_entry = rows.filter(|(key, _)| entry.walk.is_none() && *key == entry.key);
    let names: Vec<&str> = of_entry.flat_map(|(_, names)| names.split(", ")).collect();
    entry.other_names.extend(names);
    entry
}

impl Entry {
    fn new(key: &'static str) -> Entry {
        Entry {
            kind: Kind::Option,
            key,
            names: [key; 3],
            written: None,
            other_names: Vec::new(),
            definition: "".into(),
            remarks: "",
            options: String::new(),
            boards: "",
            excludes: String::new(),
            inventor: String::new(),
            source: MEASURED,
            walk: None,
            condition: None,
        }
    }
}

/// The entry of a form with a name of its own.
fn of_form(form: NamedForm) -> Entry {
    let word = words::word(Table::Condition, form.key);
    Entry {
        kind: Kind::Condition,
        names: word.map_or([form.key; 3], in_three_languages),
        definition: form.summary.into(),
        inventor: Origin::of(form.key).to_string(),
        source: source(word),
        condition: Some(form.spelled_out()),
        ..Entry::new(form.key)
    }
}

/// The entry of a walk; hunters and walks of a composer's own have one too.
pub(super) fn of_walk(walk: WalkId) -> Entry {
    let row = walk.row();
    let description = row.description();
    let other_names = description.map_or("", |description| description.other_names);
    let is_hunter = row.key.contains('/');
    let definition = match description {
        Some(description) => description.definition,
        None if is_hunter => {
            "Goes away from its own base line like the first of its two walks and back like the \
             second; moves along a rank are excluded."
        }
        None => "A walk of the composer's own, as written.",
    };
    Entry {
        kind: Kind::Walk,
        names: row.names.in_order(),
        written: Some(row.letters),
        other_names: split(other_names),
        definition: definition.into(),
        remarks: description.map_or("", |description| description.remarks),
        source: match walk.index() < WALKS.len() || is_hunter {
            true => MEASURED,
            false => "the definition itself",
        },
        walk: Some(walk),
        ..Entry::new(row.key)
    }
}

fn split(names: &'static str) -> Vec<&'static str> {
    let names = names.split(';').map(str::trim);
    names.filter(|name| !name.is_empty()).collect()
}

/// A line of the table of terms; its words come from the readers' vocabulary.
fn term(line: &'static str) -> Option<Entry> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let (kind, key, name, definition) = (next()?, next()?, next()?, next()?);
    let (kind, table) = match kind {
        "goal" => (Kind::Goal, Table::Goal),
        "genre" => (Kind::Genre, Table::Genre),
        "addition" => (Kind::Addition, Table::SubOption),
        _ => (Kind::Option, Table::Option),
    };
    let word = words::word(table, key);
    let written = word.map(in_three_languages)?;
    let is_named = !name.is_empty();
    Some(Entry {
        kind,
        names: if is_named { [name; 3] } else { written },
        written: is_named.then_some(written),
        definition: definition.into(),
        source: source(word),
        ..Entry::new(key)
    })
}

fn in_three_languages(word: &Word) -> [&'static str; 3] {
    [Language::En, Language::De, Language::Fr].map(|language| word.name(language))
}

/// Whether a walk is one that a diagram may hold.
pub(super) fn is_for_diagrams(row: &Walk) -> bool {
    !row.letters[0].starts_with('(')
}
