//! Dawson's own solution against a text of anybody's.

use super::difference::{Comparison, compare, compare_printed, play_of};
use super::read::replay;
use super::tree::of_solution;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Writer;
use crate::problem::Problem;
use crate::solution::Outcome;
use crate::solve::{Settings, solve};
use crate::soundness::{problems, text_differences};

/// Solves a problem and compares its solution with a text: one that Popeye prints, or an author's.
///
/// ```
/// use dawson::{Problem, Settings};
/// use dawson::soundness::replay::{Agreement, compare_text};
/// let problem = Problem::from_statement("h#1", "wKg6 wRa1 bKh8")?;
/// let found = compare_text(&problem, "1.Kg8 Ra8#", &Settings::default()).unwrap();
/// assert_ne!(found.agreement, Agreement::Differs);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the problem is not solved to its end, or the text holds no move.
pub fn compare_text(
    problem: &Problem,
    text: &str,
    settings: &Settings,
) -> Result<Comparison, String> {
    let is_program = !problems(text).is_empty();
    let mut problem = problem.clone();
    if !is_program {
        problem.options.variation = true;
        problem.options.defence = problem.options.defence.or(Some(1));
        problem.options.set_play = true;
    }
    let solution = solve(&problem, settings, &());
    match solution.outcome() {
        Outcome::Finished | Outcome::Limited => {}
        Outcome::Refused => return Err("not supported".to_owned()),
        Outcome::TimeUp | Outcome::Interrupted => {
            return Err("stopped before the solution was complete".to_owned());
        }
    }
    let whole = of_solution(&problem, &solution);
    if is_program {
        let printed = |language| Writer::new(language).whole(&problem, &solution);
        let own = Language::ALL.map(printed);
        let nearest = own
            .iter()
            .min_by_key(|own| text_differences(own, text).len());
        let own = nearest.map_or("", String::as_str);
        return Ok(compare_printed(&problem, &whole, own, text));
    }
    let (other, unplayable) = replay(&problem, &play_of(text));
    if other.lines.is_empty() && unplayable.is_empty() {
        return Err("no solution is recognised in the other text".to_owned());
    }
    Ok(compare(&problem, &whole, &other, unplayable, true))
}
