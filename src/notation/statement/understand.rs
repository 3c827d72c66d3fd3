//! What a statement means, as data for those who show it while it is typed.

use super::{Statement, language_of, spoken_language, statement, summary};
use crate::conditions::Own;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::message::translate;
use crate::notation::own_condition::{find_words, named_in};
use crate::notation::popeye::words::Language;
use crate::problem::Problem;
use serde::Serialize;

/// A statement, understood or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Understood {
    /// The language of its words, `en`, `de` or `fr`, if they agree on one.
    pub language: Option<&'static str>,
    /// The whole in one line of plain words; empty if there are errors.
    pub summary: String,
    /// Each part that was understood, in the order of the text.
    pub parts: Vec<Meant>,
    /// What was not understood, or does not fit.
    pub errors: Vec<Fault>,
    /// What is understood and surprising.
    pub warnings: Vec<Fault>,
}

/// A part of a statement with its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Meant {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
    /// `stipulation`, `condition`, `refinement`, `argument`, `option`, `twin`, `claim`, `men`,
    /// `number of men`, `award`, `source` and so on.
    pub kind: &'static str,
    /// As written.
    pub text: String,
}

/// An error or a warning that points at characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The first byte it points at.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

/// Understands a statement; messages are in the language given, or that of the statement.
///
/// ```
/// use dawson::notation::statement::understand;
/// let good = understand("Madrasi, Rex inclusive, #3", None);
/// assert_eq!(good.summary, "mate in 3, Madrasi with kings");
/// let bad = understand("#2 Cirrce", None);
/// assert_eq!((bad.errors[0].start, bad.errors[0].end), (3, 9));
/// assert_eq!(bad.errors[0].help.as_deref(), Some("did you mean `Circe`?"));
/// ```
pub fn understand(text: &str, language: Option<Language>) -> Understood {
    understand_in(text, None, language)
}

/// The same with the position that the statement goes with.
pub fn understand_in(
    text: &str,
    position: Option<&Problem>,
    language: Option<Language>,
) -> Understood {
    let spoken = spoken_language(text);
    let language = language.unwrap_or_else(|| language_of(text));
    let (read, said) = match statement(text) {
        Ok(read) => {
            let said = read.diagnostics.clone();
            (Some(read), said)
        }
        Err(errors) => (None, errors),
    };
    let mut problem = position.cloned().unwrap_or_default();
    let placed = position.is_some() || read.as_ref().is_some_and(Statement::has_men);
    let fits = read
        .as_ref()
        .map(|read| read.apply_to(&mut problem, placed));
    let said: Vec<Diagnostic> = said.into_iter().chain(fits.into_iter().flatten()).collect();
    let (errors, warnings): (Vec<_>, Vec<_>) = said.iter().partition(|found| found.is_error());
    let faults = |found: Vec<&Diagnostic>| {
        found
            .into_iter()
            .map(|found| fault(found, language))
            .collect()
    };
    let own = named_in(text);
    Understood {
        language: spoken.map(code),
        summary: match errors.is_empty() {
            true => summary(&problem, language),
            false => String::new(),
        },
        parts: read
            .iter()
            .flat_map(|read| meant(read, text, &own))
            .collect(),
        errors: faults(errors),
        warnings: faults(warnings),
    }
}

pub(super) fn code(language: Language) -> &'static str {
    match language {
        Language::En => "en",
        Language::De => "de",
        Language::Fr => "fr",
    }
}

/// Where the name of a composer's condition ends that begins at a place: readers know it as a sign that is
/// shorter than the name.
fn end_of_own_name(own: &[&Own], text: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let said = rest
        .strip_prefix("own ")
        .unwrap_or(rest)
        .trim_start_matches('"');
    let names = own.iter().flat_map(|own| own.all_names());
    let begins = |name: &&str| find_words(said, name, 0).is_some_and(|found| found.start == 0);
    let name = names.filter(begins).max_by_key(|name| name.len())?;
    let found = find_words(said, name, 0)?;
    Some(start + (rest.len() - said.len()) + found.end)
}

fn meant(read: &Statement, text: &str, own: &[&Own]) -> Vec<Meant> {
    let mut parts: Vec<Meant> = read
        .understood
        .iter()
        .map(|part| {
            let (start, end) = (part.at.offset(), part.at.offset() + part.at.len());
            let end = end_of_own_name(own, text, start).unwrap_or(end);
            let text = text.get(start..end).unwrap_or("").to_owned();
            Meant {
                start,
                end,
                kind: part.what,
                text,
            }
        })
        .collect();
    parts.sort_by_key(|part| (part.start, part.end));
    parts
}

fn fault(found: &Diagnostic, language: Language) -> Fault {
    let (start, end) = found
        .span()
        .map_or((0, 0), |span| (span.offset(), span.offset() + span.len()));
    let help = miette::Diagnostic::help(found).map(|help| help.to_string());
    Fault {
        message: translate(language, &found.to_string()),
        help: help.map(|help| translate(language, &help)),
        start,
        end,
    }
}
