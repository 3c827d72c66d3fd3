//! Writes problems and their solutions as the text of Popeye, byte for byte.
//!
//! **Invariant:** nothing here is searched or measured; the caller hands over
//! what was found. The text comes in pieces in the order of solving: head,
//! versions, end, so it can be shown while the next twin is being solved.

mod caption;
mod diagram;
mod inapplicable;
pub mod notation;
mod play;
mod stipulation;
mod twin;

pub(crate) use caption::special_men;
pub(crate) use diagram::board_of;
pub use notation::Notation;
pub(crate) use notation::told_attributes;
pub(crate) use play::PlayWords;
pub(crate) use twin::letter;

use super::words::{self, Language, Table};
use crate::problem::{Genre, Problem};
use crate::solution::{Line, Outcome, Phase, Remark, Solution, TwinSolution};
use std::time::Duration;

/// Writes one problem after the other in one language.
///
/// ```
/// use dawson::notation::popeye::{words::Language, write::Writer};
/// use dawson::problem::Problem;
/// use dawson::solution::Solution;
///
/// let text = Writer::new(Language::De).whole(&Problem::new(), &Solution::default());
/// assert!(text.ends_with("\nLoesung beendet.\n\n\n"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Writer {
    language: Language,
    times: bool,
}

impl Writer {
    /// A writer of this language.
    pub fn new(language: Language) -> Writer {
        Writer {
            language,
            times: false,
        }
    }

    /// The same, telling how long numbered moves took.
    pub fn with_times(self) -> Writer {
        Writer {
            times: true,
            ..self
        }
    }

    /// The language it writes.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The whole text of a solved problem, without times.
    pub fn whole(&self, problem: &Problem, solution: &Solution) -> String {
        let versions = solution.twins.iter();
        let versions: String = versions.map(|twin| self.version(problem, twin)).collect();
        let (head, end) = (self.head(problem), self.end(solution.outcome(), None));
        head + &versions + &end
    }

    /// Authors and sources, the diagram and its captions.
    pub fn head(&self, problem: &Problem) -> String {
        if problem.options.no_board {
            return String::new();
        }
        let lines = [
            &problem.authors,
            &problem.origins,
            &problem.awards,
            &problem.titles,
        ];
        let lines = lines.into_iter().flatten().map(|line| centred(line) + "\n");
        let above: String = lines.collect();
        let diagram = diagram::diagram(problem, self.language);
        let caption = caption::caption(problem, self.language);
        let grid = diagram::grid_numbers(problem);
        let inapplicable = inapplicable::above(problem, self.language);
        let start = self.start(problem);
        format!("{inapplicable}\n{above}\n{start}{diagram}{caption}{grid}")
    }

    /// In `a=>b` the diagram in which play starts, with the side that begins.
    fn start(&self, problem: &Problem) -> String {
        let Some(start) = &problem.start else {
            return String::new();
        };
        let mut first = problem.clone();
        first.diagram = start.clone();
        let diagram = diagram::diagram(&first, self.language);
        let caption = caption::start_caption(problem, start, self.language);
        let genre = problem.stipulation.map(|asked| asked.genre);
        let series = matches!(genre, Some(Genre::Series | Genre::ParrySeries));
        let side = match problem.options.white_to_play || series {
            true => "white",
            false => "black",
        };
        let side = words::name(Table::Colour, side, self.language).unwrap_or_default();
        let arrow = centred(&format!("=> ({side} ->)"));
        format!("{diagram}{caption}\n\n{arrow}\n\n\n")
    }

    /// What was found for the diagram or one twin, with its heading.
    pub fn version(&self, problem: &Problem, found: &TwinSolution) -> String {
        if found.outcome == Outcome::Refused {
            return String::new();
        }
        let heading = found.label.as_ref();
        let heading = heading.map(|label| twin::heading(problem, label, self.language));
        let before_play = inapplicable::before_play(problem, self.language);
        let above = found.label.as_ref().map_or(String::new(), |label| {
            inapplicable::above_twin(problem, label, self.language)
        });
        above + &heading.unwrap_or_default() + &before_play + &self.phases(problem, found)
    }

    /// The lines of all phases; a side that could capture the king has none.
    pub fn phases(&self, problem: &Problem, found: &TwinSolution) -> String {
        let notation = Notation::of(problem, self.language);
        let illegal = |phase: &Phase| {
            found
                .remarks
                .contains(&Remark::KingCapturable(phase.starter))
        };
        let phases = found.phases.iter().filter(|phase| !illegal(phase));
        let times = self.times.then(|| self.time_word());
        phases
            .map(|phase| play::phase(notation, phase, times))
            .collect()
    }

    /// Lines of a version as its phases have them.
    pub fn lines(&self, version: &Problem, lines: &[Line]) -> String {
        let notation = Notation::of(version, self.language);
        lines
            .iter()
            .map(|line| play::line(notation, line))
            .collect()
    }

    /// How the solving ended and perhaps how long it took.
    pub fn end(&self, outcome: Outcome, elapsed: Option<Duration>) -> String {
        let end = self.end_message(outcome);
        let elapsed = elapsed.map(|elapsed| format!(" {} = {}", self.time_word(), time(elapsed)));
        format!("{end}{}\n\n\n", elapsed.unwrap_or_default())
    }

    fn end_message(&self, outcome: Outcome) -> &'static str {
        match (outcome, self.language) {
            (Outcome::Finished, Language::En) => "\nsolution finished.",
            (Outcome::Finished, Language::De) => "\nLoesung beendet.",
            (Outcome::Finished, Language::Fr) => "\nsolution terminee.",
            (Outcome::Refused, Language::En) => "\nproblem ignored",
            (Outcome::Refused, Language::De) => "\nProblem ignoriert",
            (Outcome::Refused, Language::Fr) => "\nprobleme ignore",
            (_, Language::En) => "Partial solution",
            (_, Language::De) => "Partielle Loesung",
            (_, Language::Fr) => "solution partielle",
        }
    }

    fn time_word(&self) -> &'static str {
        match self.language {
            Language::En => "Time",
            Language::De => "Zeit",
            Language::Fr => "Temps",
        }
    }
}

/// The text in the middle of the diagram's width; too long a text starts at
/// the margin.
fn centred(text: &str) -> String {
    const WIDTH: usize = 37;
    let left = WIDTH.saturating_sub(text.chars().count()) / 2;
    " ".repeat(left) + text
}

/// `0.017 s`, `1:02.000 m:s`, `1:00:02.000 h:m:s`.
fn time(elapsed: Duration) -> String {
    let (seconds, millis) = (elapsed.as_secs(), elapsed.subsec_millis());
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{rest}.{millis:03} s"),
        (0, _) => format!("{minutes}:{rest:02}.{millis:03} m:s"),
        _ => format!("{hours}:{minutes:02}:{rest:02}.{millis:03} h:m:s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_forms() {
        let text = |millis| time(Duration::from_millis(millis));
        assert_eq!(text(17), "0.017 s");
        assert_eq!(text(62_000), "1:02.000 m:s");
        assert_eq!(text(3_602_500), "1:00:02.500 h:m:s");
    }

    #[test]
    fn only_a_finished_search_ends_with_an_empty_line() {
        let writer = Writer::default();
        let end = writer.end(Outcome::Finished, Some(Duration::ZERO));
        assert_eq!(end, "\nsolution finished. Time = 0.000 s\n\n\n");
        assert_eq!(writer.end(Outcome::Limited, None), "Partial solution\n\n\n");
    }

    #[test]
    fn long_texts_start_at_the_margin() {
        assert_eq!(centred("Circe"), format!("{}Circe", " ".repeat(16)));
        let long = "x".repeat(40);
        assert_eq!(centred(&long), long);
    }
}
