//! Reads the text of solutions back into solution data: Popeye's text and ours,
//! in three languages.
//!
//! **Invariant:** what is read is written again byte for byte, or refused with
//! the place of what was not understood.

mod head;
mod heading;
pub mod message;
mod movement;
mod play;
mod word;

use super::words::Language;
use super::write::Writer;
use crate::notation::diagnostic::Diagnostic;
use crate::problem::Problem;
use crate::solution::{Outcome, Solution, TwinSolution};
use message::Message;

/// One problem of a text, solved.
#[derive(Clone, PartialEq, Debug)]
pub struct Reread {
    /// What stands above the play, as printed: authors, diagram, captions.
    pub head: String,
    /// The problem, as far as the diagram tells it.
    pub problem: Problem,
    /// What was found.
    pub solution: Solution,
    /// What was said between the lines of play.
    pub messages: Vec<Message>,
    /// The language of its words.
    pub language: Language,
    /// Whether numbered moves tell their times.
    times: bool,
    /// What stands behind the last phase: the message and empty lines.
    end: String,
}

impl Reread {
    /// The text again.
    ///
    /// ```
    /// use dawson::notation::popeye::reread::reread;
    /// let text = "\n  1.a5-a4 Rh2-h8 #\n\nsolution finished.\n\n\n";
    /// assert_eq!(reread(text).unwrap()[0].text(), text);
    /// ```
    pub fn text(&self) -> String {
        let writer = match self.times {
            true => Writer::new(self.language).with_times(),
            false => Writer::new(self.language),
        };
        let twins = self.solution.twins.iter();
        let twins: String = twins
            .map(|twin| writer.version(&self.problem, twin))
            .collect();
        self.head.clone() + &message::put(&self.messages, &twins) + &self.end
    }
}

/// Reads all problems of a text, e.g. a run's output or a protocol. What follows
/// the last end message is left out.
///
/// # Errors
/// The first thing that cannot be read, with its place.
pub fn reread(text: &str) -> Result<Vec<Reread>, Diagnostic> {
    let mut problems = Vec::new();
    let mut from = 0;
    while let Some(end) = find_end(text, from) {
        problems.push(problem(text, from, &end)?);
        from = end.to;
    }
    Ok(problems)
}

/// An end message with the empty lines around it.
struct End {
    from: usize,
    to: usize,
    language: Language,
    outcome: Outcome,
}

/// The messages that end a problem. A finished one is set off by an empty line.
const MESSAGES: [(&str, Language, Outcome); 9] = [
    ("\nsolution finished.", Language::En, Outcome::Finished),
    ("\nLoesung beendet.", Language::De, Outcome::Finished),
    ("\nsolution terminee.", Language::Fr, Outcome::Finished),
    // Current versions print them with their letters.
    ("\nLösung beendet.", Language::De, Outcome::Finished),
    ("\nsolution terminée.", Language::Fr, Outcome::Finished),
    ("Partial solution", Language::En, Outcome::Limited),
    ("Partielle Loesung", Language::De, Outcome::Limited),
    ("Teilloesung", Language::De, Outcome::Limited),
    ("solution partielle", Language::Fr, Outcome::Limited),
];

/// The end of a text that has none, in this language.
pub(crate) fn end_in(language: Language) -> &'static str {
    let mut ends = MESSAGES
        .iter()
        .filter(|(_, of, outcome)| *of == language && *outcome == Outcome::Limited);
    ends.next().map_or("", |(message, ..)| message)
}

fn find_end(text: &str, from: usize) -> Option<End> {
    let found = MESSAGES
        .into_iter()
        .filter_map(|(message, language, outcome)| {
            let line = message.trim_start();
            let at = line_starting(text, from, line)?;
            let start = at - (message.len() - line.len()).min(at - from);
            let behind = at + text[at..].find('\n').map_or(text.len() - at, |end| end + 1);
            let blank = text[behind..]
                .bytes()
                .take(2)
                .take_while(|byte| *byte == b'\n');
            Some(End {
                from: start,
                to: behind + blank.count(),
                language,
                outcome,
            })
        });
    found.min_by_key(|end| end.from)
}

/// Where a line starts with these words.
fn line_starting(text: &str, from: usize, words: &str) -> Option<usize> {
    let mut found = text[from..].match_indices(words).map(|(at, _)| from + at);
    found.find(|at| *at == from || text[..*at].ends_with('\n'))
}

fn problem(text: &str, from: usize, end: &End) -> Result<Reread, Diagnostic> {
    let body = from + head::length(&text[from..end.from]);
    let problem = head::problem(&text[from..body], end.language);
    let below = &text[body..end.from];
    let (play, messages) = message::take(below);
    let twins = twins(&play, body, &problem, end);
    let twins = twins.map_err(|fault| message::moved(fault, &messages, body))?;
    Ok(Reread {
        head: text[from..body].to_owned(),
        problem,
        solution: Solution { twins },
        messages,
        language: end.language,
        times: play::tells_times(&play),
        end: text[end.from..end.to].to_owned(),
    })
}

/// Diagram and twins in a text of play that stands at this place.
fn twins(
    text: &str,
    body: usize,
    problem: &Problem,
    end: &End,
) -> Result<Vec<TwinSolution>, Diagnostic> {
    let mut twins: Vec<TwinSolution> = Vec::new();
    for part in heading::versions(text) {
        let base = body + part.at;
        let read = heading::Reading {
            problem,
            language: end.language,
            base,
        };
        let label = match part.heading {
            Some(heading) => Some(read.label(heading)?),
            None => None,
        };
        let play = play::Reading {
            problem,
            language: end.language,
            text: part.play,
            base: base + part.heading.map_or(0, str::len),
        };
        twins.push(TwinSolution {
            label,
            phases: play.phases()?,
            outcome: end.outcome,
            remarks: Vec::new(),
        });
    }
    Ok(twins)
}

/// Something that cannot be read, with its place in the whole text.
fn unreadable(found: &str, at: usize, expected: &str) -> Diagnostic {
    Diagnostic::Malformed {
        found: found.chars().take(40).collect(),
        expected: expected.to_owned(),
        help: None,
        at: (at, found.len()).into(),
    }
}
