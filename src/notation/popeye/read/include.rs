//! `Input FILE` on a line of its own: the text of another file in its place.
//!
//! **Invariant:** a file that cannot be put in its place is said once, and its
//! line stays, so that places in the text are right.

use super::lexer::{Token, decode, tokens};
use crate::notation::diagnostic::Diagnostic;

/// Opens a file by the name an input gives it; or says why it cannot.
pub type Open<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

const WORD: &str = "Input";

/// Files within files, no deeper than this.
const DEEPEST: usize = 16;

/// Whether the word asks for another file; only written out in full.
pub(super) fn is_include(token: Token<'_>) -> bool {
    token.starts_line && token.text.eq_ignore_ascii_case(WORD)
}

/// A text in the making.
pub(super) struct Includer<'a> {
    open: &'a Open<'a>,
    text: String,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Includer<'a> {
    /// The text of the file `name` with all files it includes.
    pub(super) fn expand(name: &str, text: &str, open: &'a Open<'a>) -> (String, Vec<Diagnostic>) {
        let mut includer = Includer {
            open,
            text: String::new(),
            diagnostics: Vec::new(),
        };
        includer.append(text, &mut vec![name.to_owned()]);
        (includer.text, includer.diagnostics)
    }

    fn append(&mut self, text: &str, within: &mut Vec<String>) {
        let mut done = 0;
        let words = tokens(text);
        for pair in words.windows(2) {
            let [word, file] = pair else { continue };
            if !is_include(*word) || file.starts_line {
                continue;
            }
            self.text += text.get(done..word.start).unwrap_or("");
            done = word.start;
            if self.include(*word, *file, within) {
                done = file.end;
            }
        }
        self.text += text.get(done..).unwrap_or("");
    }

    /// Appends the file, or says why not.
    fn include(&mut self, word: Token<'_>, file: Token<'_>, within: &mut Vec<String>) -> bool {
        let name = file.text.to_owned();
        let at = (self.text.len() + file.start - word.start, name.len()).into();
        if within.contains(&name) || within.len() > DEEPEST {
            let file = name;
            self.diagnostics
                .push(Diagnostic::IncludesItself { file, at });
            return false;
        }
        let opened = (self.open)(&name);
        let text = opened.and_then(|bytes| match decode(&bytes) {
            (text, None) => Ok(text),
            (_, Some(fault)) => Err(fault.to_string()),
        });
        match text {
            Ok(text) => {
                within.push(name);
                self.append(&text, within);
                within.pop();
                true
            }
            Err(why) => {
                let file = name;
                self.diagnostics
                    .push(Diagnostic::NotIncluded { file, why, at });
                false
            }
        }
    }
}
