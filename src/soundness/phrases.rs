//! The words in which evidence is told.

use crate::problem::Claim;
use crate::solution::Outcome;

/// Whether a key in short notation is one of those the author gives.
pub(super) fn is_claimed(claim: &Claim, text: &str) -> bool {
    let mut moves = claim.moves.iter();
    moves.any(|claimed| plain(claimed) == plain(text))
}

/// A key without its number and signs.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim_start_matches("1.");
    let signs = text.chars().filter(|sign| !"!?+#=. ".contains(*sign));
    signs.collect()
}

/// `one and two`, `one, two and 3 more`.
pub(super) fn listed(texts: &[&String], untold: usize) -> String {
    let (last, others) = match texts.split_last() {
        Some(split) => split,
        None => return String::new(),
    };
    let others: Vec<&str> = others.iter().map(|text| text.as_str()).collect();
    match (others.is_empty(), untold) {
        (true, 0) => (*last).clone(),
        (false, 0) => format!("{} and {last}", others.join(", ")),
        (true, more) => format!("{last} and {more} more"),
        (false, more) => format!("{}, {last} and {more} more", others.join(", ")),
    }
}

pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        many => format!("{many} {noun}s"),
    }
}

pub(super) fn is_stopped(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::TimeUp | Outcome::Interrupted)
}

pub(super) fn stopped_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::TimeUp => "the time was up".to_owned(),
        _ => "the search was stopped".to_owned(),
    }
}
