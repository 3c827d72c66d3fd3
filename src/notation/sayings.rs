//! What reports, dice and the reference's text say, in three languages.
//!
//! **Invariant:** the texts are data: `sayings.tsv`, where each is said and its three languages.

use super::popeye::words::Language;
use std::sync::LazyLock;

/// A row: where it is said, and the text in English, German and French.
struct Saying {
    place: &'static str,
    texts: [String; 3],
}

static ROWS: LazyLock<Vec<Saying>> = LazyLock::new(|| {
    let lines = include_str!("sayings.tsv").lines().skip(1);
    let rows = lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let place = fields.next()?;
        let mut text = || fields.next().unwrap_or("").replace("\\n", "\n");
        Some(Saying {
            place,
            texts: [text(), text(), text()],
        })
    });
    rows.collect()
});

/// What is said there for this English text, in a language.
pub(crate) fn said(place: &str, english: &str, language: Language) -> Option<&'static str> {
    let mut rows = ROWS.iter().filter(|row| row.place == place);
    let row = rows.find(|row| row.texts[0] == english)?;
    Some(&row.texts[language.column()])
}

/// All texts that are said there, in any language.
pub(crate) fn all(place: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let rows = ROWS.iter().filter(move |row| row.place == place);
    let texts = rows.flat_map(|row| row.texts.iter().map(String::as_str));
    texts.filter(|text| !text.is_empty())
}
