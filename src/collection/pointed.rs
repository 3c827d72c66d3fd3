//! What is said of a text, with the characters it speaks of.

use super::{Entry, read, said};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::Language;
use crate::notation::posed::{Half, Placed, Posed, pose_in};
use miette::SourceSpan;

/// Something that is said of a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Pointed {
    /// The same in one line, as errors and warnings have it.
    pub said: String,
    /// The line of the file, from 1, where the text begins.
    pub line: usize,
    /// The text.
    pub text: String,
    /// What is said, with its place in the text.
    pub diagnostic: Diagnostic,
}

/// The problem of a text, read as a file is. A text of one line is a statement with its men, and so is one that holds no
/// problem; `usual` is the language of letters then, if the words do not say it.
///
/// ```
/// use dawson::collection::posed;
/// use dawson::notation::popeye::words::Language;
/// let posed = posed("Anna Müller\nDie Schwalbe 1976\nwKg6 wRb1 / bKh8\n#1", Language::En);
/// assert!(posed.is_sound());
/// assert_eq!(posed.problem.authors, ["Anna Müller"]);
/// ```
pub fn posed(text: &str, usual: Language) -> Posed {
    let nowhere = |_: &str| Err("a text has no folder".to_owned());
    let entries = match text.trim().contains('\n') {
        true => read("-", text.as_bytes(), &nowhere).map_or_else(|_| Vec::new(), Iterator::collect),
        false => Vec::new(),
    };
    let as_statement = || pose_in(text, Placed::Said, None, usual);
    match <[Entry; 1]>::try_from(entries) {
        Ok([entry]) => entry.posed(text),
        Err(entries) => {
            let mut posed = as_statement();
            if entries.len() > 1 && !posed.is_sound() {
                let count = entries.len();
                let at = (0, text.trim_end().len()).into();
                posed.diagnostics =
                    vec![(Half::Statement, Diagnostic::SeveralProblems { count, at })];
            }
            posed
        }
    }
}

/// A line of a text, or what stands in it behind a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    pub(super) text: String,
}

/// The lines that a statement was joined of.
pub(super) struct Joined<'a> {
    pub(super) lines: &'a [Line],
    /// What stands between two of them.
    pub(super) mark: &'a str,
    /// The line that the statement is said to begin at.
    pub(super) line: usize,
    /// All lines of the record, and the number of the first.
    pub(super) raw: &'a [&'a str],
    pub(super) first: usize,
}

impl Joined<'_> {
    pub(super) fn text(&self) -> String {
        let texts: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        texts.join(self.mark)
    }

    /// The same in the line of the file where it stands.
    fn place(&self, pointed: &Pointed) -> Option<Pointed> {
        let span = pointed.diagnostic.span()?;
        // Lines that stay lines are found by their number.
        let before = match self.mark {
            "\n" => pointed.line.checked_sub(self.line)?,
            _ => 0,
        };
        let mut offset = span.offset();
        let line = self.lines.iter().skip(before).find(|line| {
            let is_in = offset <= line.text.len();
            offset -= if is_in {
                0
            } else {
                line.text.len() + self.mark.len()
            };
            is_in
        })?;
        let length = span.len().min(line.text.len().checked_sub(offset)?);
        let shown = self.raw.get(line.number.checked_sub(self.first)?)?;
        let column = shown.find(&line.text);
        let shown = column.map_or(line.text.as_str(), |_| shown);
        let at: SourceSpan = (column.unwrap_or(0) + offset, length).into();
        let diagnostic = pointed.diagnostic.clone().moved(at);
        Some(Pointed::new(shown, diagnostic, line.number))
    }
}

impl Pointed {
    /// What a diagnostic says of a text whose first line has this number.
    fn new(text: &str, diagnostic: Diagnostic, first: usize) -> Pointed {
        let said = said(text, &diagnostic, first);
        let span = diagnostic.span().unwrap_or((0, 0).into());
        let offset = span.offset().min(text.len());
        let before = text.get(..offset).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        let length = span.len().min((start + line.len()).saturating_sub(offset));
        Pointed {
            said,
            line: first + before.matches('\n').count(),
            text: line.to_owned(),
            diagnostic: diagnostic.moved((offset - start, length).into()),
        }
    }

    /// The line with the characters marked below, if there are any.
    pub fn excerpt(&self) -> Option<String> {
        let span = self.diagnostic.span()?;
        let before = self.text.get(..span.offset())?.chars().count();
        let marked = self.text.get(span.offset()..span.offset() + span.len())?;
        let marked = marked.chars().count().max(1);
        let is_shown = !self.text.trim().is_empty();
        is_shown.then(|| {
            format!(
                "{}\n{}{}",
                self.text,
                " ".repeat(before),
                "^".repeat(marked)
            )
        })
    }
}

impl Entry {
    /// Says where each fault stands in the lines of the file.
    pub(super) fn point_at_lines(&mut self, joined: &Joined<'_>) {
        for pointed in &mut self.pointed {
            let Some(placed) = joined.place(pointed) else {
                continue;
            };
            let texts = self.errors.iter_mut().chain(&mut self.warnings);
            for text in texts.filter(|text| **text == pointed.said) {
                text.clone_from(&placed.said);
            }
            *pointed = placed;
        }
    }

    /// The problem with what is to be said of its text.
    fn posed(self, text: &str) -> Posed {
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(end, _)| end + 1));
        let place = |pointed: &Pointed| {
            let span = pointed.diagnostic.span()?;
            let start = *starts.get(pointed.line.checked_sub(1)?)?;
            let is_shown = !pointed.text.trim().is_empty();
            let below = || Some(start + text[start..].find(&pointed.text)?);
            let at = is_shown.then(|| below().or_else(|| text.find(&pointed.text)))?;
            // What the text has in other signs is the line as a whole.
            let line = || {
                (
                    start,
                    text[start..].lines().next().unwrap_or_default().len(),
                )
            };
            let at = at.map_or_else(line, |at| (at + span.offset(), span.len()));
            Some(pointed.diagnostic.clone().moved(at.into()))
        };
        let whole: SourceSpan = (0, text.trim_end().len()).into();
        let said = |what: &String, is_error: bool| {
            let pointed = self.pointed.iter().find(|pointed| pointed.said == *what);
            pointed.and_then(place).unwrap_or_else(|| {
                let (what, at) = (what.clone(), whole);
                match is_error {
                    true => Diagnostic::Wrong { what, at },
                    false => Diagnostic::Odd { what, at },
                }
            })
        };
        let errors = self.errors.iter().chain(&self.faults);
        let errors = errors.map(|what| said(what, true));
        let warnings = self.warnings.iter().map(|what| said(what, false));
        let diagnostics = errors.chain(warnings);
        Posed {
            diagnostics: diagnostics.map(|said| (Half::Statement, said)).collect(),
            problem: self.problem,
            language: self.language,
            letters: None,
            intended: None,
            kept: Vec::new(),
        }
    }

    /// Notes what a diagnostic says of a text whose first line has this number.
    pub(super) fn point(&mut self, text: &str, diagnostic: Diagnostic, first: usize) {
        let texts = match diagnostic.is_error() {
            true => &mut self.errors,
            false => &mut self.warnings,
        };
        let pointed = Pointed::new(text, diagnostic, first);
        texts.push(pointed.said.clone());
        self.pointed.push(pointed);
    }
}
