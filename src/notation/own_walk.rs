//! Walks that a problem defines itself: `Walk DE Dervish: leap 1:2 + ride 0:1`.
//!
//! **Invariant:** a definition is blanked out of the text before anything else
//! is read, so all other words keep their places and their meaning.

use crate::men::{WalkId, define};
use crate::notation::diagnostic::Diagnostic;
use std::ops::Range;

/// A text without its definitions, and what they said.
#[derive(Debug, Default)]
pub(crate) struct OwnWalks {
    /// As long as the text read.
    pub text: String,
    /// Each walk with the place of its definition.
    pub walks: Vec<(usize, WalkId)>,
    /// What was no definition.
    pub diagnostics: Vec<Diagnostic>,
}

/// Takes the definitions out of a text, where each ends at one of `ends`.
pub(crate) fn own_walks(text: &str, ends: &[char]) -> OwnWalks {
    let mut found = OwnWalks {
        text: text.to_owned(),
        ..OwnWalks::default()
    };
    for clause in clauses(text, ends) {
        let Some(definition) = definition(&text[clause.clone()]) else {
            continue;
        };
        let blanks = " ".repeat(clause.len());
        found.text.replace_range(clause.clone(), &blanks);
        match define(definition) {
            Ok(walk) => found.walks.push((clause.start, walk)),
            Err(error) => found.diagnostics.push(Diagnostic::Malformed {
                found: definition.trim().to_owned(),
                expected: "a walk such as `DE Dervish: leap 1:2 + ride 0:1`".to_owned(),
                help: Some(error.to_string()),
                at: match error.place() {
                    Some(place) => {
                        let start = clause.end - definition.len();
                        (start + place.start..start + place.end).into()
                    }
                    None => clause.into(),
                },
            }),
        }
    }
    found
}

/// The clauses between the ends, without blanks around them.
fn clauses<'a>(text: &'a str, ends: &'a [char]) -> impl Iterator<Item = Range<usize>> + 'a {
    text.split(ends).map(move |clause| {
        let start = clause.as_ptr() as usize - text.as_ptr() as usize;
        let blanks = clause.len() - clause.trim_start().len();
        start + blanks..start + blanks + clause.trim().len()
    })
}

/// What follows the word `Walk`, if it is written out and letters with a colon follow.
fn definition(clause: &str) -> Option<&str> {
    let (word, rest) = clause.split_at_checked(4)?;
    let is_walk = word.eq_ignore_ascii_case("walk") && rest.starts_with([' ', '\t']);
    (is_walk && rest.contains(':')).then_some(rest)
}
