//! In which order the effects of several conditions happen in one move.

use crate::conditions;
use crate::notation::statement::statement;
use crate::problem::Problem;
use crate::rules::Rank;
use std::fmt::Write;

/// A position in which every condition has men to act on.
const SCENE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The order in which the effects of conditions happen, and what is decided between them. The order in
/// which they are named makes no difference.
///
/// ```
/// use dawson::manual::order;
/// let text = order(&["Circe", "Andernach", "Einstein"]).unwrap();
/// assert_eq!(text, order(&["Einstein", "Circe", "Andernach"]).unwrap());
/// assert!(text.contains("EinsteinChess\n") && text.contains("AndernachChess\n"));
/// ```
///
/// # Errors
/// When a word is not understood, or the conditions exclude each other: the reason.
pub fn order(names: &[&str]) -> Result<String, String> {
    if names.is_empty() {
        return Ok(table());
    }
    let text = format!("#2, {}", names.join(", "));
    let said = |faults: &[crate::notation::diagnostic::Diagnostic]| {
        let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
        texts.join("; ")
    };
    if let Err(faults) = statement(&text) {
        return Err(said(&faults));
    }
    let problem = Problem::from_statement(&text, SCENE).map_err(|fault| fault.to_string())?;
    let engine = conditions::compile(&problem).map_err(|refusal| refusal.to_string())?;
    let name = |rule: &'static str| conditions::find(rule).map_or(rule, |row| row.names().en);
    let mut text = String::from("The effects of a move happen in this order:\n");
    let mut number = 0;
    let mut place = None;
    for (rank, rule) in engine.rules().effects_in_order() {
        let line = match place.replace(rank) == Some(rank) {
            true => "   ".to_owned(),
            false => {
                number += 1;
                format!("{number:2}.")
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line} {}", name(rule));
    }
    if number == 0 {
        text = "A move has no effects but its own under these conditions.\n".to_owned();
    }
    let mut rules: Vec<&str> = problem
        .conditions
        .iter()
        .map(|one| one.key.as_str())
        .collect();
    rules.sort_unstable();
    for definition in rules.iter().filter_map(|key| conditions::find(key)) {
        if !definition.decisions.is_empty() {
            let _ = writeln!(text, "{}: {}", definition.names().en, definition.decisions);
        }
    }
    Ok(text)
}

/// The whole order: each rank, and what happens there.
fn table() -> String {
    let mut text = String::from("The captured man leaves, the men move; then, in this order:\n");
    for (place, (name, happens)) in Rank::ORDER.iter().enumerate() {
        let name = name.to_lowercase().replace('_', " ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:2}. {name}: {happens}", place + 1);
    }
    text
}
