//! Themes: what a solution shows, recognised in its moves and positions, never in a text.
//!
//! [`themes`] solves a problem with set play and tries and follows every man through every line; each theme is a row of
//! `words.tsv` (names, keywords, definition, source) with a function, or a pattern of `letters.tsv`, that looks at what was
//! followed and gives its evidence.
//!
//! **Invariant:** a theme is claimed only with the lines that show it. Where an effect is claimed (a line closed, a man
//! pinned, a square blocked), the mate was tried without it and fails. **Invariant:** what needs to know who guards what is
//! looked for in orthodox play only; under other rules only men's ways, promotions and captures are.

mod battle;
mod board;
mod choice;
mod diagram;
mod finals;
mod letters;
mod manoeuvres;
mod moves;
mod proof;
mod registry;
mod roles;
mod story;
mod strategy;

pub use proof::Evidence;
pub use registry::{Theme, all, named};

use crate::problem::Problem;
use crate::search::Observer;
use crate::solution::{Mark, Outcome, PhaseKind, Play, Remark, Solution};
use crate::solve::{Settings, solve};
use proof::Proof;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use story::Story;

/// A theme that was recognised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    /// The key of the theme.
    pub theme: String,
    /// Its English name.
    pub name: String,
    /// The keywords of YACPDB for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// How often it is shown.
    pub count: usize,
    /// What shows it, the first eight showings.
    pub evidence: Vec<Evidence>,
}

/// The themes of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Those that were recognised, in the order of the table.
    pub themes: Vec<Shown>,
    /// Whether the solution was searched to its end; if not, themes may be missing.
    pub is_complete: bool,
}

/// So many showings of a theme are told.
const TOLD: usize = 8;

/// Recognises the themes of a problem. It is solved for that, with set play and with the tries that have one refutation
/// in two-movers.
///
/// ```
/// use dawson::{Problem, Settings, themes};
/// let problem = Problem::from_statement("h#1", "7k/8/6K1/8/8/8/8/R7")?;
/// let report = themes::themes(&problem, &Settings::default(), &());
/// assert!(report.themes.iter().any(|shown| shown.theme == "ideal-mate" || shown.theme == "pure-mate"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn themes(problem: &Problem, settings: &Settings, observer: &dyn Observer) -> Report {
    let solution = solve(&asked(problem), settings, observer);
    of_solution(problem, &solution)
}

/// The problem with all the play in which themes are looked for. Its solution serves [`of_solution`], and a verdict too.
pub fn asked(problem: &Problem) -> Problem {
    let mut asked = problem.clone();
    let options = &mut asked.options;
    let asks = problem.stipulation;
    options.variation = true;
    options.no_threat = false;
    options.no_short_variations = false;
    options.max_solutions = None;
    options.set_play =
        asks.is_some_and(|asked| asked.length.moves > 1 && !asked.leads_to_position());
    let has_tries = asks.is_some_and(|asked| asked.genre.is_battle() && asked.length.moves == 2);
    options.defence = has_tries.then_some(1);
    asked
}

/// What the problem itself wants to see of the solution of what is [`asked`]; nothing where that must be searched for.
pub fn as_asked(problem: &Problem, solution: &Solution) -> Option<Solution> {
    let options = &problem.options;
    let is_part = options.variation
        && !options.no_threat
        && !options.no_short_variations
        && options.max_solutions.is_none()
        && options.defence.is_none();
    let mut remarks = solution.twins.iter().flat_map(|found| &found.remarks);
    // Whether set play is meant by such a remark, it does not say.
    if !is_part || remarks.any(|remark| matches!(remark, Remark::KingCapturable(_))) {
        return None;
    }
    let mut wanted = solution.clone();
    for found in &mut wanted.twins {
        if !options.set_play {
            found
                .phases
                .retain(|phase| phase.kind != PhaseKind::SetPlay);
        }
        for phase in &mut found.phases {
            if let Play::Tree(tree) = &mut phase.play {
                tree.branches.retain(|first| first.mark != Mark::Try);
            }
        }
    }
    Some(wanted)
}

/// The themes in the solution of what is [`asked`].
pub fn of_solution(problem: &Problem, solution: &Solution) -> Report {
    let mut report = recognise(problem, solution);
    report.is_complete &= solution.outcome() == Outcome::Finished;
    report
}

/// Recognises the themes of a solution. What it does not tell (set play, tries, play after the key) has no themes.
pub fn recognise(problem: &Problem, solution: &Solution) -> Report {
    let story = Story::new(problem, solution);
    let mut report = Report {
        themes: Vec::new(),
        is_complete: !story.is_cut,
    };
    if story.solutions().next().is_none() {
        return report;
    }
    for theme in all() {
        let proofs = registry::find(theme.key, &story);
        if proofs.is_empty() {
            continue;
        }
        let told = proofs
            .iter()
            .take(TOLD)
            .map(|proof: &Proof| proof.told(&story));
        report.themes.push(Shown {
            theme: theme.key.to_owned(),
            name: theme.names[0].to_owned(),
            keywords: theme.keywords().map(str::to_owned).collect(),
            count: proofs.len(),
            evidence: told.collect(),
        });
    }
    report
}

impl Report {
    /// The keywords of themes that a collection claims and the solution does not show. Words that are no theme known here
    /// are nobody's claim.
    ///
    /// ```
    /// use dawson::{Problem, Settings, themes};
    /// let problem = Problem::from_statement("h#1", "7k/8/6K1/8/8/8/8/R7")?;
    /// let report = themes::themes(&problem, &Settings::default(), &());
    /// let claimed = ["Ideal mate", "Zilahi", "First prize"].map(str::to_owned);
    /// assert_eq!(report.not_shown(&claimed), ["Zilahi"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn not_shown(&self, claimed: &[String]) -> Vec<String> {
        let is_shown = |word: &str| {
            registry::meant(word)
                .any(|theme| self.themes.iter().any(|shown| shown.theme == theme.key))
        };
        let known = |word: &&String| registry::meant(word).next().is_some();
        let claimed = claimed.iter().filter(known);
        claimed.filter(|word| !is_shown(word)).cloned().collect()
    }

    /// The keywords of YACPDB for what is shown, each once.
    pub fn keywords(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for word in self.themes.iter().flat_map(|shown| &shown.keywords) {
            if !words.contains(word) {
                words.push(word.clone());
            }
        }
        words
    }
}

/// The JSON schema of a [`Report`].
pub fn schema() -> String {
    let schema = schemars::schema_for!(Report);
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}
