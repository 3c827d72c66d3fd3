//! Structured stipulations: read far enough to tell good from bad ones.

use super::Reader;
use super::lexer::Token;
use crate::notation::popeye::words::{self, Selection, Table};

impl<'a> Reader<'a> {
    /// Passes over side and expression; well-formed ones are not supported yet.
    pub(super) fn structured_stipulation(&mut self, word: Token<'a>) {
        let Some(side) = self.cursor.peek().filter(|next| !self.ends_list(*next)) else {
            return self.missing(word, "a side and a branch, e.g. `white 3a[#]d`");
        };
        self.cursor.take();
        let colour = words::select(Table::Colour, self.language, side.text);
        let is_side =
            matches!(colour, Selection::One(word) if matches!(word.key, "white" | "black"));
        if !is_side {
            self.malformed::<()>(side, "the side that starts");
            return;
        }
        let mut expression = None;
        while let Some(next) = self.cursor.peek().filter(|next| self.is_part(*next)) {
            self.cursor.take();
            let fault = fault(next.text);
            if let Some((at, expected)) = fault {
                self.malformed_part::<()>(next, at, &next.text[at..], expected);
                return;
            }
            expression.get_or_insert(next);
        }
        match expression {
            Some(token) => _ = self.unsupported::<()>("structured stipulation", token),
            None => self.missing(side, "a branch behind it, e.g. `3a[#]d`"),
        }
    }

    fn is_part(&self, token: Token<'a>) -> bool {
        let part = |c: char| c.is_ascii_alphanumeric() || "[]{}()!&|>-/:?+#=~%<".contains(c);
        let is_word = token.text.chars().all(|c| c.is_ascii_alphabetic()) && token.text.len() > 3;
        !is_word && !self.ends_list(token) && token.text.chars().all(part)
    }
}

/// The first thing that is wrong with brackets, lengths or forks.
fn fault(text: &str) -> Option<(usize, &'static str)> {
    let mut open = Vec::new();
    let mut number = None;
    for (at, c) in text.char_indices() {
        match c {
            '[' => open.push((']', at)),
            '{' => open.push(('}', at)),
            '(' => open.push((')', at)),
            ']' | '}' | ')' => match open.pop() {
                Some((close, from)) if close == c && from + 1 < at => {}
                Some((close, _)) if close == c => return Some((at, "a goal or a branch")),
                _ => return Some((at, "no bracket that was not opened")),
            },
            '0'..='9' => {}
            's' | 'a' | 'd' | 'h' | 'S' | 'A' | 'D' | 'H' => {
                let length = number.and_then(|from: usize| text.get(from..at));
                if length.is_some_and(|length| length.bytes().all(|digit| digit == b'0')) {
                    return Some((number.unwrap_or(at), "a length of at least 1"));
                }
            }
            _ => {}
        }
        number = match (c.is_ascii_digit(), number) {
            (true, None) => Some(at),
            (true, from) => from,
            (false, _) => None,
        };
    }
    let (at, expected) = match open.pop()? {
        (']', at) => (at, "a fork closed with `]`"),
        ('}', at) => (at, "a constraint closed with `}`"),
        (_, at) => (at, "a group closed with `)`"),
    };
    Some((at, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_found_where_they_are() {
        assert_eq!(fault("3a[#]d"), None);
        assert_eq!(fault("4hh[>2:3ad[#]]{!1a[#]d}"), None);
        assert_eq!(fault("3a[#d").map(|(at, _)| at), Some(2));
        assert_eq!(fault("3a[]d").map(|(at, _)| at), Some(3));
        assert_eq!(fault("0s[#]").map(|(at, _)| at), Some(0));
    }
}
