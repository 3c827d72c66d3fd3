//! What was said between lines of play, or in the middle of one: messages, counts of positions,
//! doubts about a move. Play begins with a blank; what begins at the margin is no play.

use super::heading::is_heading;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{Language, Table, name};
use crate::notation::popeye::write::PlayWords;
use crate::notation::sayings;

/// Words that are no play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Where they stand in the text below the head.
    pub at: usize,
    /// What they say, with the line ends that belong to them.
    pub text: String,
    /// How many bytes of play stand in their place.
    stand_in: usize,
}

/// The end of a row without a time.
const WITHOUT_TIME: &str = " )";

/// Takes the messages out of a text, which then is play alone.
pub(super) fn take(text: &str) -> (String, Vec<Message>) {
    let mut taken = Taken::default();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let starts_line = at == 0 || text[..at].ends_with('\n');
        let length = match starts_line {
            true if at == 0 => empty_line(rest).max(line(rest)).max(aside(rest)),
            true => line(rest).max(aside(rest)),
            false => aside(rest).max(effect_of_passing(&taken.play, rest)),
        };
        let time = sayings::all("popeye no time").find(|time| rest.starts_with(time));
        at += match (length, time) {
            (0, None) => taken.play(rest),
            (0, Some(time)) => taken.message(at, time, WITHOUT_TIME),
            (length, _) => taken.message(at, &rest[..length], ""),
        };
    }
    (taken.play, taken.messages)
}

#[derive(Default)]
struct Taken {
    play: String,
    messages: Vec<Message>,
}

impl Taken {
    /// Takes a sign of play; returns its length.
    fn play(&mut self, rest: &str) -> usize {
        let length = rest.chars().next().map_or(1, char::len_utf8);
        self.play += &rest[..length];
        length
    }

    /// Takes a message with the play that stands in its place; returns its length.
    fn message(&mut self, at: usize, text: &str, stand_in: &str) -> usize {
        self.play += stand_in;
        self.messages.push(Message {
            at,
            text: text.to_owned(),
            stand_in: stand_in.len(),
        });
        text.len()
    }
}

/// Puts the messages back where they stood.
pub(super) fn put(messages: &[Message], play: &str) -> String {
    let mut text = play.to_owned();
    for message in messages {
        let (from, to) = (message.at, message.at + message.stand_in);
        match text.get(from..to) {
            Some(_) => text.replace_range(from..to, &message.text),
            None => text += &message.text,
        }
    }
    text
}

/// The same fault with its place in the text that still has the messages, which begins at `from`.
pub(super) fn moved(fault: Diagnostic, messages: &[Message], from: usize) -> Diagnostic {
    let Diagnostic::Malformed {
        found,
        expected,
        help,
        at,
    } = fault
    else {
        return fault;
    };
    let place = |mut offset: usize| {
        for message in messages {
            if from + message.at <= offset {
                offset += message.text.len() - message.stand_in;
            }
        }
        offset
    };
    let start = place(at.offset());
    // A message may stand in its midst.
    let end = match at.len() {
        0 => start,
        length => place(at.offset() + length - 1) + 1,
    };
    let at = (start, end - start).into();
    Diagnostic::Malformed {
        found,
        expected,
        help,
        at,
    }
}

/// One of two empty lines above the first heading of a twin belongs to what was said before.
fn empty_line(text: &str) -> usize {
    let heading = text
        .strip_prefix("\n\n")
        .and_then(|rest| rest.lines().next());
    usize::from(heading.is_some_and(is_heading))
}

/// How long the line is that begins here, if it is no play.
fn line(text: &str) -> usize {
    let end = text.find('\n').map_or(text.len(), |end| end + 1);
    match is_message(&text[..end]) {
        true => end,
        false => 0,
    }
}

/// How much of what follows was said aside.
fn aside(text: &str) -> usize {
    let starts = |words: &&str| text.starts_with(*words);
    if let Some(aside) = sayings::all("popeye aside").find(starts) {
        let empty = text[aside.len()..].strip_prefix('\n');
        let goes_on = empty.is_some_and(|rest| rest.starts_with(' ') && !rest.starts_with("  "));
        return aside.len() + usize::from(goes_on);
    }
    if let Some(words) = sayings::all("popeye doubt").find(starts) {
        return words.len();
    }
    // Bells.
    text.len() - text.trim_start_matches('\x07').len()
}

/// How long the effects of a pass are that stand behind the word for threats, e.g.
/// `threat:[-wPd7]`.
fn effect_of_passing(before: &str, text: &str) -> usize {
    let threatens = |language| before.ends_with(PlayWords::of(language).threat);
    match text.starts_with('[') && Language::ALL.into_iter().any(threatens) {
        true => text.find('\n').unwrap_or(text.len()),
        false => 0,
    }
}

fn is_message(row: &str) -> bool {
    let zero = |language| name(Table::TwinStart, "zero-position", language);
    let mut zeros = Language::ALL.into_iter().filter_map(zero);
    row.starts_with(|first: char| first.is_ascii_alphanumeric())
        && !is_heading(row)
        && !zeros.any(|zero| row.trim_end() == zero)
}
