//! A text read back: each sentence with the question it answers, and what the text leaves to the usual rules.

use super::check::{names_of, phrases_of};
use super::example::failures;
use super::file::{QUANTIFIERS, Text, capital};
use super::known::{TooMany, known};
use super::table::Tongue;

/// The question that a kind of sentence answers.
fn question(key: &str) -> &'static str {
    match key {
        "not-act" => "may this man not act (neither move, capture, guard nor check)?",
        "capture-only" => "would this capture stand, in moves and in checks?",
        "go-only" => "is this way open, for moves, captures and checks?",
        "move-only" => "may this move be played? Checks are not concerned.",
        "stands-only" | "remains" => "may the played move stand?",
        "prefers" => "which of the legal moves may be played?",
        "like" => "with which walks does a man go?",
        "may-go" | "may-swap" | "may-capture-own" => "what else may this man do?",
        "as-if" => "from which other squares does a man go?",
        "after" | "reborn" => "what happens when a move is played?",
        "before" => "what changes in the diagram before play?",
        "check-only" | "by-playing" | "check-if" | "check-unless" | "check-also" => {
            "is a side in check?"
        }
        "mate-only" | "stalemate-only" | "mate-free" | "wins" => "is the game over?",
        _ => "which moves does the game have?",
    }
}

/// What no text has to say.
const UNSAID: [&str; 7] = [
    "Kings take part unless the text says `not royal`; royal men never change side.",
    "Castling is a move of the king; the rook is its partner, and `may go` means it, too.",
    "A promoted man counts as what it has become, except at the stage `landing`.",
    "Neutral men are own and hostile, and never change side.",
    "A capture en passant captures the pawn on its square.",
    "Checks ask `may not act`, `may capture only if` and `may go only if`, and no other sentence.",
    "All men of one `every` are found before the first of them changes.",
];

/// The explanation of a text.
///
/// # Errors
/// When the program knows too many texts already.
pub fn explain(text: &Text, tongue: Tongue) -> Result<String, TooMany> {
    let own = known(text)?;
    let mut lines = vec![format!("{}  (own condition)", text.name)];
    let names = own.names.in_order();
    if names[1] != names[0] || names[2] != names[0] {
        lines.push(format!("  German: {}; French: {}", names[1], names[2]));
    }
    if !text.also.is_empty() {
        lines.push(format!("  other names: {}", text.also.join(", ")));
    }
    let headers = [("inventor", &text.by), ("source", &text.source)];
    for (head, said) in headers {
        if let Some(said) = said {
            lines.push(format!("  {head}: {said}"));
        }
    }
    lines.push(String::new());
    for (name, meant) in &text.lets {
        lines.push(format!("     `{name}` means: {}", meant.written(tongue)));
    }
    for (number, sentence) in text.sentences.iter().enumerate() {
        let said = capital(&sentence.written(tongue));
        lines.push(format!("  {}. {said}.", number + 1));
        lines.push(format!("     Question: {}", question(sentence.key)));
    }
    for (word, meant) in &text.options {
        lines.push(format!("  Option {word}: {meant}"));
    }
    if !text.excludes.is_empty() {
        lines.push(format!("  Does not go with: {}", text.excludes.join(", ")));
    }
    lines.push(String::new());
    lines.push("  What the text does not say:".to_owned());
    lines.extend(UNSAID.iter().map(|said| format!("  - {said}")));
    lines.push(String::new());
    let (phrases, deep) = phrases_of(text);
    lines.push(format!(
        "  Cost: {phrases} phrases, {deep} choices among men inside one another (at most {QUANTIFIERS})."
    ));
    for (category, head) in [("mark", "Marks"), ("memory", "Remembered")] {
        let names = names_of(text, category);
        if !names.is_empty() {
            lines.push(format!("  {head}: {}", names.join(", ")));
        }
    }
    let failed = failures(text, own);
    let claims: usize = text
        .examples
        .iter()
        .map(|example| example.claims.len())
        .sum();
    lines.push(format!(
        "  Examples: {} of {claims} claims hold.",
        claims - failed.len()
    ));
    for (_, why) in failed {
        lines.push(format!("  - {why}"));
    }
    lines.push(format!("  Hash: {}", text.hash()));
    Ok(lines.join("\n") + "\n")
}
