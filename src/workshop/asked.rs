//! Questions as data, so that the command line, Python, the HTTP interface and the page ask the same.

use super::critique::{Critique, critique};
use super::repair::{Findings, repair};
use super::run::Run;
use super::trial::{Answer, Trier, heading, told};
use super::twin::twins;
use super::variant::{Kind, Menu};
use super::wish::{Wish, lines_of_solution, lines_of_text};
use crate::board::SquareSet;
use crate::men::WalkId;
use crate::notation::popeye::words::Language;
use crate::problem::{Intention, Problem};
use crate::search::Budget;
use crate::solution::Outcome;
use crate::solve::{Settings, solve};
use crate::soundness::replay::without_cooks;
use crate::stipulation;
use crate::themes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// What may be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// What is each man there for?
    Critique,
    /// Which changes leave the wished solutions alone?
    #[default]
    Repair,
    /// Which changes make a twin?
    Twin,
    /// Under which conditions is the position sound?
    Conditions,
    /// With which other lengths, goals and kinds of play is it sound?
    Extend,
}

/// A question with its wishes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Asked {
    /// What is asked.
    pub question: Question,
    /// Lines that stay: `1.Kf7 Kf5 2.Rgf8 Qe6#`; of direct play the key, or more.
    pub keep: Vec<String>,
    /// Lines that go.
    pub kill: Vec<String>,
    /// How many solutions are wished: `2`, `2.1.1.1`, `b) 1`.
    pub solutions: Vec<String>,
    /// Names of themes that the variants are to show, in any language.
    pub themes: Vec<String>,
    /// Letters of the men that may be added or take another's place.
    pub with: Vec<String>,
    /// Squares that stay empty.
    pub not_on: Vec<String>,
    /// Squares whose men stay.
    pub stay: Vec<String>,
    /// Only these kinds of change.
    pub kinds: Vec<Kind>,
    /// So many pairs of changes are tried, too.
    pub pairs: usize,
    /// A further twin starts from the last one instead of the diagram.
    pub continued: bool,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// What was asked.
    pub question: Question,
    /// The solutions that are to stay, or that the problem has, in short notation.
    pub intended: Vec<String>,
    /// What the problem itself is, measured by the wish.
    pub now: Answer,
    /// The variants that are what was wished.
    #[serde(flatten)]
    pub findings: Findings,
    /// What each man is there for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critique: Option<Critique>,
    /// Whether the user stopped it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_stopped: bool,
    /// Wall clock seconds.
    pub seconds: f64,
}

/// Answers a question about a problem. `author` is the author's solution, if a collection has it; `language` that of
/// letters in the question.
///
/// ```
/// use dawson::workshop::{Asked, Former, Kind, Question, Run, ask};
/// use dawson::{Problem, Settings};
/// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/RR6")?;
/// let asked = Asked {
///     question: Question::Repair,
///     keep: vec!["1.Ra8#".to_owned()],
///     kinds: vec![Kind::Removed],
///     ..Asked::default()
/// };
/// let former = Former::new();
/// let how = Run::of(1, &former, &());
/// let report = ask(&asked, &problem, None, dawson::notation::popeye::words::Language::En, &Settings::default(), &how)?;
/// assert_eq!(report.findings.findings.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the question cannot be asked: nothing is asked of the problem, a line cannot be played, nobody says which
/// solution is meant.
pub fn ask(
    asked: &Asked,
    problem: &Problem,
    author: Option<&str>,
    language: Language,
    settings: &Settings,
    how: &Run<'_>,
) -> Result<Report, String> {
    let began = Instant::now();
    match stipulation::of_problem(problem) {
        None => return Err("nothing is asked: a stipulation is missing".to_owned()),
        Some(tree) => drop(tree?),
    }
    let menu = asked.menu(problem, language)?;
    let wish = asked.wish(problem, author, settings)?;
    let trier = Trier::new(problem, wish.clone(), settings, how.jobs);
    let versions = problem.versions();
    let intended = wish.keep.iter().filter_map(|kept| {
        let version = versions.get(kept.twin)?;
        Some(heading(version) + &told(&version.problem, kept))
    });
    let mut report = Report {
        question: asked.question,
        intended: intended.collect(),
        now: trier.answer_as_it_stands(),
        findings: Findings::default(),
        critique: None,
        is_stopped: false,
        seconds: 0.0,
    };
    match asked.question {
        Question::Repair | Question::Conditions | Question::Extend => {
            report.findings = repair(problem, &wish, &menu, asked.pairs, settings, how);
        }
        Question::Critique => {
            let (critique, findings) = critique(problem, &wish, &report.now, settings, how);
            report.findings = findings;
            report.critique = Some(critique);
        }
        Question::Twin => {
            report.findings = twins(problem, &wish, &menu, asked.continued, settings, how);
        }
    }
    report.is_stopped = trier.is_cancelled() || how.is_over();
    report.seconds = began.elapsed().as_secs_f64();
    Ok(report)
}

impl Asked {
    fn menu(&self, problem: &Problem, language: Language) -> Result<Menu, String> {
        let usual: Vec<Kind> = match self.question {
            Question::Repair => Kind::OF_MEN.to_vec(),
            Question::Critique => Vec::new(),
            Question::Twin => [Kind::OF_MEN.as_slice(), &Kind::OF_BOARD].concat(),
            Question::Conditions => vec![Kind::Condition],
            Question::Extend => super::EXTENSIONS.to_vec(),
        };
        let with: Result<Vec<WalkId>, String> = self
            .with
            .iter()
            .map(|letters| walk(letters, language))
            .collect();
        Ok(Menu {
            kinds: if self.kinds.is_empty() {
                usual
            } else {
                self.kinds.clone()
            },
            with: Some(with?).filter(|walks| !walks.is_empty()),
            not_on: squares(&self.not_on, problem)?,
            stay: squares(&self.stay, problem)?,
        })
    }

    /// What is to stay: named lines, the author's, or those that the problem has if they are as many as they are to be.
    fn wish(
        &self,
        problem: &Problem,
        author: Option<&str>,
        settings: &Settings,
    ) -> Result<Wish, String> {
        let mut wish = Wish {
            intention: problem.intention.clone(),
            ..Wish::default()
        };
        let mut asked = Intention::default();
        for text in &self.solutions {
            asked.read(text)?;
        }
        wish.intention.overrule(asked);
        for name in &self.themes {
            let theme = themes::named(name);
            let theme = theme.ok_or_else(|| {
                format!("unknown theme `{name}`; `dawson themes --list` lists them")
            })?;
            wish.themes.push(theme.key.to_owned());
        }
        for (texts, lines) in [(&self.keep, &mut wish.keep), (&self.kill, &mut wish.kill)] {
            for text in texts {
                lines.extend(lines_of_text(problem, text).map_err(|error| error.to_string())?);
            }
        }
        let needs_solution = matches!(self.question, Question::Repair | Question::Critique);
        if wish.keep.is_empty() && needs_solution {
            wish.keep = match author {
                Some(text) => lines_of_text(problem, &without_cooks(text))
                    .map_err(|error| error.to_string())?,
                None => self.found(problem, &wish, settings)?,
            };
        }
        Ok(wish)
    }

    /// The solutions of the problem as it stands, if they can be meant.
    fn found(
        &self,
        problem: &Problem,
        wish: &Wish,
        settings: &Settings,
    ) -> Result<Vec<super::Kept>, String> {
        let solution = solve(
            &Trier::new(problem, wish.clone(), settings, 1)
                .problem()
                .clone(),
            settings,
            &(),
        );
        if solution.outcome() != Outcome::Finished {
            return Err(
                "the problem was not solved to its end; name the solution with --keep".to_owned(),
            );
        }
        let lines = lines_of_solution(&solution);
        let is_battle = lines.iter().any(|line| line.is_battle);
        for (twin, _) in solution.twins.iter().enumerate() {
            let here = lines.iter().filter(|line| line.twin == twin);
            let (mut count, mut starter) = (0, None);
            for line in here {
                count += 1;
                starter = Some(line.starter);
            }
            let said = starter.and_then(|side| wish.intention.of(twin, side).play.as_ref());
            let wanted = match said {
                Some(play) => play.lines() as usize,
                None if is_battle => 1,
                None => count,
            };
            if count > wanted {
                let versions = problem.versions();
                let texts = lines
                    .iter()
                    .take(6)
                    .filter_map(|line| Some(told(&versions.get(line.twin)?.problem, line)));
                let texts: Vec<String> = texts.collect();
                return Err(format!(
                    "there are {count} solutions, and nobody says which is meant; name it with --keep: {}",
                    texts.join(", ")
                ));
            }
        }
        Ok(lines)
    }
}

fn walk(letters: &str, language: Language) -> Result<WalkId, String> {
    let column = match language {
        Language::En => 0,
        Language::De => 1,
        Language::Fr => 2,
    };
    let found = WalkId::from_letters(&letters.trim().to_uppercase(), column);
    found.ok_or_else(|| format!("`{letters}` are no letters of a man, e.g. `P`, `S`, `G`"))
}

fn squares(names: &[String], problem: &Problem) -> Result<SquareSet, String> {
    let board = &problem.diagram.geometry;
    let mut squares = SquareSet::default();
    for name in names.iter().map(|name| name.trim()) {
        let found = board.square_named(name);
        squares.insert(found.ok_or_else(|| format!("`{name}` is no square of the board"))?);
    }
    Ok(squares)
}

/// The JSON schema of a [`Report`].
pub fn schema() -> String {
    let schema = schemars::schema_for!(Report);
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}

/// How many trials run side by side where nobody says it.
pub fn usual_jobs() -> usize {
    std::thread::available_parallelism().map_or(Budget::default().threads, usize::from)
}
