//! What was said between lines of play: messages and counts of positions, each a line that
//! begins at the margin, where no play begins.

use super::heading::is_heading;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{Language, Table, name};

/// A line that is no play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Which line of the text below the head it is, from 0.
    pub line: usize,
    /// What it says.
    pub text: String,
}

/// Takes the messages out of a text, which then is play alone.
pub(super) fn take(text: &str) -> (String, Vec<Message>) {
    let mut play = String::new();
    let mut messages = Vec::new();
    for (line, row) in text.split_inclusive('\n').enumerate() {
        match is_message(row) {
            true => messages.push(Message {
                line,
                text: row.to_owned(),
            }),
            false => play += row,
        }
    }
    (play, messages)
}

/// Puts the messages back where they stood.
pub(super) fn put(messages: &[Message], play: &str) -> String {
    let mut rows: Vec<&str> = play.split_inclusive('\n').collect();
    for message in messages {
        rows.insert(message.line.min(rows.len()), &message.text);
    }
    rows.concat()
}

/// The same fault with its place in the text that still has the messages.
pub(super) fn moved(
    fault: Diagnostic,
    messages: &[Message],
    text: &str,
    from: usize,
) -> Diagnostic {
    let Diagnostic::Malformed {
        found,
        expected,
        help,
        at,
    } = fault
    else {
        return fault;
    };
    let mut offset = at.offset();
    let mut start = from;
    for (line, row) in text.split_inclusive('\n').enumerate() {
        if start > offset {
            break;
        }
        if messages.iter().any(|message| message.line == line) {
            offset += row.len();
        }
        start += row.len();
    }
    let at = (offset, at.len()).into();
    Diagnostic::Malformed {
        found,
        expected,
        help,
        at,
    }
}

fn is_message(row: &str) -> bool {
    let zero = |language| name(Table::TwinStart, "zero-position", language);
    let mut zeros = Language::ALL.into_iter().filter_map(zero);
    row.starts_with(|first: char| first.is_ascii_alphanumeric())
        && !is_heading(row)
        && !zeros.any(|zero| row.trim_end() == zero)
}
