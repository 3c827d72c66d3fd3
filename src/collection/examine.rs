//! Examining a problem of a collection: its own solution may be its claim, and what could not be
//! read is a verdict too.

use super::{Entry, Examined};
use crate::problem::Problem;
use crate::search::Observer;
use crate::solution::Solution;
use crate::solve::Settings;
use crate::soundness::{Class, Verdict, check, check_retro, check_solved};
use std::time::Duration;

impl Entry {
    /// Says whether it is sound, as `dawson check` does: its own solution may be its claim, and what could not be read is a
    /// verdict, too.
    pub fn check(&self, settings: &Settings, observer: &dyn Observer) -> Verdict {
        examine_observed("", self.clone(), settings, "", observer).judged
    }
}

/// Examines an entry of this file. `limits` are those of the settings, as they are noted.
///
/// ```
/// use dawson::collection::{Entry, examine};
/// use dawson::{Problem, Settings};
/// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/1R6")?;
/// let examined = examine("-", Entry::of(problem), &Settings::default(), "");
/// assert_eq!(examined.judged.verdict.name(), "sound");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn examine(file: &str, entry: Entry, settings: &Settings, limits: &str) -> Examined {
    examine_observed(file, entry, settings, limits, &())
}

/// The same for a problem that was solved with these settings, with as much play as one likes: nothing of that is
/// searched again.
pub fn examine_solved(
    file: &str,
    entry: Entry,
    solution: &Solution,
    settings: &Settings,
    limits: &str,
) -> Examined {
    judged(file, entry, limits, settings, |problem| {
        check_solved(problem, solution, settings, &())
    })
}

/// The same, told how far it is.
pub fn examine_observed(
    file: &str,
    entry: Entry,
    settings: &Settings,
    limits: &str,
    observer: &dyn Observer,
) -> Examined {
    judged(file, entry, limits, settings, |problem| {
        check(problem, settings, observer)
    })
}

fn judged(
    file: &str,
    mut entry: Entry,
    limits: &str,
    settings: &Settings,
    judge: impl FnOnce(&Problem) -> Verdict,
) -> Examined {
    entry.settle_claim();
    if let Some(retraction) = &entry.retro {
        let (intention, language) = (&entry.problem.intention, entry.language);
        let verdict = check_retro(&retraction.task, intention, language, settings);
        return Examined::new(file, &entry, verdict, limits);
    }
    let mut verdict = match (entry.is_read(), entry.faults.is_empty()) {
        (false, _) => Verdict::not_read(entry.errors.clone()),
        (true, true) => judge(&entry.problem),
        (true, false) => Verdict {
            verdict: Class::IllegalPosition,
            ..Verdict::not_read(entry.faults.clone())
        },
    };
    if verdict.verdict == Class::Sound && !entry.unread.is_empty() {
        verdict.verdict = Class::NotExamined;
        verdict.mark = None;
        verdict.evidence.extend(entry.unread.clone());
    }
    if verdict.verdict == Class::Sound
        && let Some(keyword) = entry.unsound_by()
    {
        verdict.mark = None;
        let text = format!("its {keyword} says otherwise: no mark is given");
        entry.warnings.push(text);
    }
    Examined::new(file, &entry, verdict, limits)
}

/// The limits of a problem, as they are noted with each result.
pub fn limits_text(time: Option<Duration>, max_solutions: Option<u32>) -> String {
    let time = time.map(|time| format!("time {}", time.as_secs_f64()));
    let most = max_solutions.map(|most| format!("max-solutions {most}"));
    let parts: Vec<String> = time.into_iter().chain(most).collect();
    parts.join(", ")
}
