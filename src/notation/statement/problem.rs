//! A statement and a position make a problem, in one call.

use crate::notation::diagnostic::Diagnostic;
use crate::notation::posed::{Half, Placed, pose};
use crate::problem::Problem;
use thiserror::Error;

/// Why a statement and a position make no problem.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputError {
    /// The statement, or how it fits the position: each diagnostic points into its text.
    #[error("the statement cannot be understood: {}", list(.0))]
    Statement(Vec<Diagnostic>),
    /// The position: the diagnostic points into its text.
    #[error("the position cannot be read: {0}")]
    Position(Diagnostic),
}

fn list(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|found| found.is_error());
    let errors: Vec<String> = errors.map(ToString::to_string).collect();
    errors.join("; ")
}

impl Problem {
    /// The problem of a statement such as `h#2 Circe` and a position such as a FEN. An empty
    /// position stands for the men that the statement names.
    ///
    /// ```
    /// use dawson::Problem;
    /// let problem = Problem::from_statement("h#1 Circe", "7k/1p6/6K1/8/8/8/8/R7")?;
    /// let solution = problem.solve()?;
    /// assert_eq!(solution.twins.len(), 1);
    /// let same = Problem::from_statement("h#1 Circe, wKg6 wRa1 bKh8 bPb7", "")?;
    /// assert_eq!(same, problem);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the statement or the position cannot be read, or they do not fit each other.
    pub fn from_statement(text: &str, position: &str) -> Result<Problem, InputError> {
        let placed = match position.trim().is_empty() {
            true => Placed::Said,
            false => Placed::Fen(position),
        };
        let posed = pose(text, placed);
        let faults = |of: Half| {
            let found = posed
                .diagnostics
                .iter()
                .filter(move |(half, _)| *half == of);
            found.map(|(_, said)| said).cloned()
        };
        let fault = faults(Half::Position).find(Diagnostic::is_error);
        match (posed.is_sound(), fault) {
            (true, _) => Ok(posed.problem),
            (false, Some(fault)) => Err(InputError::Position(fault)),
            (false, None) => Err(InputError::Statement(faults(Half::Statement).collect())),
        }
    }
}
