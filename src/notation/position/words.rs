//! The words, signs and letters of lists of men in a dozen languages.
//!
//! **Invariant:** they are rows of `words.tsv`; fairy letters and names come from the walks.

use crate::attributes;
use crate::men::{Attribute, Sides, WalkId, walk_id};
use crate::notation::popeye::words::{self as popeye, Language, Table};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Whose letters name the men of a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Letters {
    /// English as problemists write it: S is the knight, N the nightrider.
    English,
    /// English as programs for the game write it: N is the knight.
    Game,
    /// German: K D T L S B.
    German,
    /// French: R D T F C P.
    French,
    /// Spanish: R D T A C P.
    Spanish,
    /// Italian: R D T A C P.
    Italian,
    /// Russian: Кр Ф Л С К п.
    Russian,
    /// Dutch: K D T L P pi.
    Dutch,
    /// Danish, Norwegian and Swedish: K D T L S B.
    Scandinavian,
    /// Portuguese: R D T B C P.
    Portuguese,
    /// Polish: K H W G S p.
    Polish,
    /// Czech: K D V S J p.
    Czech,
    /// Hungarian: K V B F H gy.
    Hungarian,
    /// Romanian: R D T N C P.
    Romanian,
    /// Finnish: K D T L R S.
    Finnish,
    /// German letters with the turns of figures, as databases and LaTeX write them: `DU` is a queen
    /// upside down, a grasshopper.
    Figures,
}

impl Letters {
    /// Those that a list may be written with where nothing is known; figures are never guessed.
    pub(crate) const ALL: [Letters; 15] = [
        Letters::English,
        Letters::Game,
        Letters::German,
        Letters::French,
        Letters::Spanish,
        Letters::Italian,
        Letters::Russian,
        Letters::Dutch,
        Letters::Scandinavian,
        Letters::Portuguese,
        Letters::Polish,
        Letters::Czech,
        Letters::Hungarian,
        Letters::Romanian,
        Letters::Finnish,
    ];

    /// Whether a list is read with them only where its first word says so: `Wit: Kg1`. Other lists would have
    /// too many readings.
    pub(super) const fn needs_word(self) -> bool {
        matches!(
            self,
            Letters::Dutch
                | Letters::Scandinavian
                | Letters::Portuguese
                | Letters::Polish
                | Letters::Czech
                | Letters::Hungarian
                | Letters::Romanian
                | Letters::Finnish
        )
    }

    /// The letters of a language.
    pub const fn of(language: Language) -> Letters {
        match language {
            Language::En => Letters::English,
            Language::De => Letters::German,
            Language::Fr => Letters::French,
        }
    }

    /// The language, if statements can be written in it.
    pub const fn language(self) -> Option<Language> {
        match self {
            Letters::English | Letters::Game => Some(Language::En),
            Letters::German | Letters::Figures => Some(Language::De),
            Letters::French => Some(Language::Fr),
            _ => None,
        }
    }

    /// The name of the language.
    pub const fn name(self) -> &'static str {
        match self {
            Letters::English | Letters::Game => "English",
            Letters::German | Letters::Figures => "German",
            Letters::French => "French",
            Letters::Spanish => "Spanish",
            Letters::Italian => "Italian",
            Letters::Russian => "Russian",
            Letters::Dutch => "Dutch",
            Letters::Scandinavian => "Scandinavian",
            Letters::Portuguese => "Portuguese",
            Letters::Polish => "Polish",
            Letters::Czech => "Czech",
            Letters::Hungarian => "Hungarian",
            Letters::Romanian => "Romanian",
            Letters::Finnish => "Finnish",
        }
    }

    pub(crate) const fn code(self) -> &'static str {
        match self {
            Letters::English => "en",
            Letters::Game => "game",
            Letters::German => "de",
            Letters::French => "fr",
            Letters::Spanish => "es",
            Letters::Italian => "it",
            Letters::Russian => "ru",
            Letters::Dutch => "nl",
            Letters::Scandinavian => "nordic",
            Letters::Portuguese => "pt",
            Letters::Polish => "pl",
            Letters::Czech => "cs",
            Letters::Hungarian => "hu",
            Letters::Romanian => "ro",
            Letters::Finnish => "fi",
            Letters::Figures => "figure",
        }
    }

    /// The walk with these letters.
    pub(crate) fn walk(self, letters: &str) -> Option<WalkId> {
        let of = |language| WalkId::from_key(popeye::walk(language, letters)?.key);
        match self {
            Letters::English => of(Language::En),
            Letters::German => of(Language::De),
            Letters::French => of(Language::Fr),
            _ => WalkId::from_key(ROWS.find("letter", self.code(), &fold(letters))?),
        }
    }
}

impl Letters {
    /// The letters of a language of lists alone, in capitals.
    pub(crate) fn alphabet(self) -> impl Iterator<Item = (String, WalkId)> {
        let rows = ROWS.0["letter"].iter();
        rows.filter_map(move |(letter, rows)| {
            let (_, key) = rows.iter().find(|(language, _)| *language == self.code())?;
            Some((letter.to_uppercase(), WalkId::from_key(key)?))
        })
    }

    /// The walk that a short form means: `Kt`, `Kn`.
    pub(super) fn spelled(self, letters: &str) -> Option<WalkId> {
        let is_short = letters.len() > 1 && letters.starts_with(char::is_uppercase);
        let small = || fold(letters).to_lowercase();
        let key = is_short.then(|| ROWS.find("short", self.code(), &small()))?;
        WalkId::from_key(key?)
    }
}

impl Letters {
    /// Whether a small letter is a pawn where the capital is another man: `p` beside `P`, the Dutch knight.
    pub(super) fn is_small_pawn(self, letter: &str) -> bool {
        let key = ROWS.find("small-letter", self.code(), letter);
        key.and_then(WalkId::from_key) == Some(walk_id::PAWN)
    }
}

/// The side of a sign such as `w`, among those of a language.
pub(crate) fn sign(signs: Letters, sign: &str) -> Option<Sides> {
    sides(ROWS.find("sign", signs.code(), sign)?)
}

/// The side of a heading such as `W:`.
pub(super) fn heading(signs: Letters, word: &str) -> Option<Sides> {
    sides(ROWS.find("heading", signs.code(), &fold(word))?)
}

/// Whether a word heads the men of a side in some language: `W`.
pub(crate) fn heading_in_any(word: &str) -> bool {
    !ROWS.all("heading", &fold(word)).is_empty()
}

/// The side of a word such as `White`, and its languages.
pub(crate) fn colour(word: &str) -> Option<(Sides, Vec<&'static str>)> {
    let rows = ROWS.all("colour", &fold(word));
    let (_, key) = rows.first()?;
    Some((sides(key)?, rows.iter().map(|row| row.0).collect()))
}

fn sides(key: &str) -> Option<Sides> {
    match key {
        "white" => Some(Sides::White),
        "black" => Some(Sides::Black),
        "neutral" => Some(Sides::Both),
        _ => None,
    }
}

/// What `and` or `on` is: its key.
pub(super) fn link(word: &str) -> Option<&'static str> {
    ROWS.all("link", &fold(word)).first().map(|row| row.1)
}

/// Whether it is a word for men.
pub(super) fn is_men(word: &str) -> bool {
    !ROWS.all("men", &fold(word)).is_empty()
}

/// The man that a figurine shows.
pub(crate) fn figurine(sign: char) -> Option<(Sides, WalkId)> {
    let mut buffer = [0; 4];
    let rows = ROWS.all("figurine", sign.encode_utf8(&mut buffer));
    let (colour, walk) = rows.first()?.1.split_once('-')?;
    Some((sides(colour)?, WalkId::from_key(walk)?))
}

/// What sets a man apart from others of its walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quality {
    Royal,
    Attribute(Attribute),
}

/// The quality that a word names.
pub(crate) fn quality(word: &str) -> Option<Quality> {
    QUALITIES.get(&fold(word)).copied()
}

/// The quality that two words name: `half neutral`, but not the anda men in `and a rook`.
pub(crate) fn quality_in_two(word: &str, next: &str) -> Option<Quality> {
    let named = quality(&format!("{word}{next}"));
    named.filter(|_| link(word).is_none())
}

/// All words for qualities.
pub(crate) fn qualities() -> impl Iterator<Item = &'static str> {
    QUALITIES.keys().map(String::as_str)
}

static QUALITIES: LazyLock<HashMap<String, Quality>> = LazyLock::new(|| {
    let mut qualities = HashMap::new();
    for row in attributes::DEFINITIONS {
        let Some(attribute) = row.attribute else {
            continue;
        };
        for name in row.names.in_order() {
            qualities.insert(fold(name), Quality::Attribute(attribute));
        }
    }
    for (word, rows) in &ROWS.0["quality"] {
        let attribute = attributes::find(rows[0].1).and_then(|row| row.attribute);
        let quality = attribute.map_or(Quality::Royal, Quality::Attribute);
        qualities.insert(word.clone(), quality);
    }
    qualities
});

/// The walk with this name in any language, in the singular and, roughly, in the plural.
pub(super) fn named(name: &str) -> Option<WalkId> {
    NAMES.get(&fold(name)).copied()
}

/// The names of walks that the rows say in the languages of statements.
pub(crate) fn names_in_rows() -> impl Iterator<Item = (String, WalkId)> {
    let ours = Language::ALL.map(|language| Letters::of(language).code());
    let rows = ROWS.0["name"].iter();
    rows.filter_map(move |(word, rows)| {
        let mut rows = rows.iter();
        let (_, key) = rows.find(|(language, _)| ours.contains(language))?;
        Some((word.clone(), WalkId::from_key(key)?))
    })
}

/// The words of the rows of a kind in a language, with their keys.
pub(crate) fn words(kind: &str, language: &str) -> Vec<(&'static str, &'static str)> {
    let rows = include_str!("words.tsv").lines().skip(1);
    let rows = rows.filter_map(|row| {
        let mut fields = row.split('\t');
        let is_it = fields.next()? == kind && fields.next()? == language;
        Some((fields.next()?, fields.next()?)).filter(|_| is_it)
    });
    rows.flat_map(|(key, words)| words.split(' ').map(move |word| (key, word)))
        .collect()
}

static NAMES: LazyLock<HashMap<String, WalkId>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for (word, rows) in &ROWS.0["name"] {
        names.extend(WalkId::from_key(rows[0].1).map(|walk| (word.clone(), walk)));
    }
    names.extend(names_in_rows());
    let plurals = || ROWS.0["plural"].keys().map(String::as_str);
    for walk in WalkId::all() {
        for name in walk.row().names.in_order() {
            for plural in [""].into_iter().chain(plurals()) {
                names.entry(fold(name) + plural).or_insert(walk);
            }
        }
    }
    names
});

/// The names of men in languages of their own: rows of the table.
pub(crate) fn names_of_men() -> impl Iterator<Item = (&'static str, WalkId)> {
    let rows = ROWS.0.get("name").into_iter().flatten();
    rows.filter_map(|(word, rows)| Some((word.as_str(), WalkId::from_key(rows[0].1)?)))
}

/// Words by kind and spelling: their languages and keys.
struct Rows(HashMap<&'static str, HashMap<String, Vec<Row>>>);

/// A language and a key.
type Row = (&'static str, &'static str);

impl Rows {
    fn all(&self, kind: &str, word: &str) -> &[Row] {
        let rows = self.0.get(kind).and_then(|words| words.get(word));
        rows.map_or(&[], Vec::as_slice)
    }

    fn find(&self, kind: &str, language: &str, word: &str) -> Option<&'static str> {
        let mut rows = self.all(kind, word).iter();
        rows.find(|row| row.0 == language).map(|row| row.1)
    }
}

static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let mut rows: HashMap<_, HashMap<String, Vec<_>>> = HashMap::new();
    for line in include_str!("words.tsv").lines().skip(1) {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or("");
        let (kind, language, key, words) = (next(), next(), next(), next());
        for word in words.split(' ') {
            let row = rows.entry(kind).or_default().entry(spelled(word));
            row.or_default().push((language, key));
        }
    }
    Rows(rows)
});

/// Whether a word stands in front of a FEN, as `FEN:` does.
pub(super) fn heads_field(word: &str) -> bool {
    !ROWS
        .all("field-heading", &fold(word).to_lowercase())
        .is_empty()
}

/// Every walk has letters of the languages of problems, so this names it in a message.
pub(super) fn letters_of(letters: Letters, walk: WalkId) -> String {
    let word = popeye::word(Table::Walk, walk.row().key);
    let name = letters
        .language()
        .zip(word)
        .map(|(language, word)| word.name(language));
    name.map_or_else(|| walk.row().letters[0].to_owned(), str::to_uppercase)
}

/// A word of a row as it is looked up; figurines stay what they are.
fn spelled(word: &str) -> String {
    let folded = fold(word);
    if word.chars().count() == 1 {
        word.to_owned()
    } else {
        folded
    }
}

/// Small letters and digits, without accents, umlauts as two letters.
pub(super) fn fold(text: &str) -> String {
    crate::notation::statement::folded(text)
}
