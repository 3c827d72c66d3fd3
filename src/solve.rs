//! Solving a problem with all its twins: the whole way from data to data.

mod dice;
mod fated;
mod picture;

use crate::conditions::{compile_with_turns, dice, halves};
use crate::invisible;
use crate::legality;
use crate::orthodox::Orthodox;
use crate::problem::{Options, Problem, Version};
use crate::retro;
use crate::rules::{Engine, ShortCut, ShortCuts, Turns};
use crate::search::{self, Budget, Checkpoint, EngineChoice, Observer, Part, Question};
use crate::solution::{MoveRecord, Outcome, Remark, Solution, TwinSolution};
use crate::stipulation::{self, TreeOfPlay};
use dice::Task;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use thiserror::Error;

/// What a caller allows a solution to cost.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many threads search; the solution does not depend on it.
    pub threads: usize,
    /// Bytes for the search, nearly all of them for the hash table.
    pub memory: usize,
    /// How long one problem with its twins may take.
    pub time_limit: Option<Duration>,
    /// How many solutions a phase may have.
    pub max_solutions: Option<u32>,
    /// Set from another thread to stop; what was found until then is the result.
    pub cancel: Arc<AtomicBool>,
    /// Which engine plays; the solution does not depend on it.
    pub engine: EngineChoice,
    /// Which short cuts may be taken; the solution does not depend on it.
    pub short_cuts: ShortCuts,
    /// Where finished first moves are kept, so that a search broken off goes on from there.
    pub checkpoint: Option<Arc<Checkpoint>>,
    /// The part of each version to search, where others search the rest.
    pub part: Option<Part>,
}

/// What a search takes beside its hash table, the program with it: some 8 MiB were measured.
const BESIDE_TABLE: usize = 8 << 20;

/// The part of the memory that constructed final positions may take beside it.
const PLANS: usize = 10;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            memory: 256 << 20,
            time_limit: None,
            max_solutions: None,
            cancel: Arc::default(),
            engine: EngineChoice::default(),
            short_cuts: ShortCuts::ALL,
            checkpoint: None,
            part: None,
        }
    }
}

impl Settings {
    /// With so many threads; without the feature `parallel` there is one.
    pub fn with_threads(self, threads: usize) -> Settings {
        Settings { threads, ..self }
    }

    /// With so many bytes for the search.
    pub fn with_memory(self, memory: usize) -> Settings {
        Settings { memory, ..self }
    }

    /// With so much time for a problem with its twins.
    pub fn with_time_limit(self, limit: Duration) -> Settings {
        Settings {
            time_limit: Some(limit),
            ..self
        }
    }

    /// With so many solutions a phase at most.
    pub fn with_max_solutions(self, most: u32) -> Settings {
        Settings {
            max_solutions: Some(most),
            ..self
        }
    }

    /// Stopped when this flag is set from another thread; what was found until then is the result.
    pub fn with_cancel(self, cancel: Arc<AtomicBool>) -> Settings {
        Settings { cancel, ..self }
    }

    /// The limits for one problem that begins to be solved now.
    pub fn budget(&self, options: &Options) -> Budget {
        let wish = options
            .max_time
            .map(|seconds| Duration::from_secs(seconds.into()));
        let time = [self.time_limit, wish].into_iter().flatten().min();
        let short_cuts = match self.engine {
            EngineChoice::Plain => ShortCuts::NONE,
            _ => self.short_cuts,
        };
        let memory = match short_cuts.allow(ShortCut::Table) {
            true => self.memory - BESIDE_TABLE.min(self.memory / 2),
            false => 0,
        };
        Budget {
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            cancel: self.cancel.clone(),
            max_solutions: self.max_solutions,
            memory,
            threads: self.threads,
            engine: self.engine,
            short_cuts,
            checkpoint: self.checkpoint.clone(),
            part: self.part,
            ..Budget::default()
        }
    }
}

/// Why a problem was not solved.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// A condition, or a combination, that is not supported; or nothing is asked.
    #[error("{0}")]
    Refused(String),
    /// The side to move could capture the king at once.
    #[error("the side to move could capture the king")]
    KingCapturable,
}

impl Problem {
    /// Solves the diagram and every twin with the usual settings.
    ///
    /// ```
    /// use dawson::Problem;
    /// let problem = Problem::from_statement("h#1", "7k/1p6/6K1/8/8/8/8/R7")?;
    /// let solution = problem.solve()?;
    /// assert_eq!(solution.twins[0].phases.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When one of its versions cannot be solved: a rule is not supported, nothing is asked, or
    /// a king could be captured at once. That there is no solution is no error.
    pub fn solve(&self) -> Result<Solution, SolveError> {
        let solution = solve(self, &Settings::default(), &());
        let mut remarks = solution.twins.iter().flat_map(|found| &found.remarks);
        let error = remarks.find_map(|remark| match remark {
            Remark::Refused(reason) => Some(SolveError::Refused(reason.clone())),
            Remark::KingCapturable(_) => Some(SolveError::KingCapturable),
            Remark::Note(_) | Remark::Told(_) => None,
        });
        error.map_or(Ok(solution), Err)
    }
}

/// Solves the diagram and every twin.
///
/// ```
/// use dawson::notation::popeye::read::read;
/// use dawson::notation::popeye::write::Writer;
/// use dawson::{Settings, solve};
///
/// let text = "BeginProblem Stipulation h#1 Pieces White Kg6 Ra1 Black Kh8 Pb7 EndProblem";
/// let problem = &read(text.as_bytes()).problems[0].problem;
/// let solution = solve(problem, &Settings::default(), &());
/// let text = Writer::default().whole(problem, &solution);
/// assert!(text.contains("1.Kh8-g8 Ra1-a8 #"));
/// ```
pub fn solve(problem: &Problem, settings: &Settings, observer: &dyn Observer) -> Solution {
    let budget = settings.budget(&problem.options);
    let versions = problem.versions();
    let twins = versions.iter();
    let twins = twins.map(|version| solve_version(version, &budget, observer));
    Solution {
        twins: twins.collect(),
    }
}

/// Solves the diagram or one twin.
pub fn solve_version(version: &Version, budget: &Budget, observer: &dyn Observer) -> TwinSolution {
    let notes = version.notes.iter().cloned().map(Remark::Note);
    let mut found = TwinSolution {
        label: version.label.clone(),
        phases: Vec::new(),
        outcome: Outcome::Refused,
        remarks: notes.collect(),
    };
    let ruled = match legality::rule(&version.problem) {
        Ok(ruled) => ruled,
        Err(reason) => {
            found.remarks.push(Remark::Refused(reason));
            return found;
        }
    };
    let (problem, notes) = match &ruled {
        Some(ruling) => (&ruling.problem, &ruling.notes[..]),
        None => (&version.problem, &[][..]),
    };
    let notes = notes.iter().map(|note| Remark::Told(note.texts()));
    found.remarks.extend(notes);
    for half in halves(problem) {
        if let Some(checkpoint) = &budget.checkpoint {
            let options = (half.options.duplex, half.options.half_duplex);
            checkpoint.begin(&format!(
                "{:?} {options:?} {version:?}",
                budget.max_solutions
            ));
        }
        let before = std::mem::take(&mut found.phases);
        let former = found.outcome;
        if let Err(reason) = search_version(&half, budget, observer, &mut found) {
            found.remarks.push(Remark::Refused(reason));
        }
        if !before.is_empty() && former != Outcome::Finished {
            found.outcome = former;
        }
        found.phases.splice(0..0, before);
    }
    found
}

/// Answers questions about single moves of battle play in the diagram of a version; see [`search::inquire`].
pub(crate) fn inquire(
    problem: &Problem,
    questions: &[Question<'_>],
    tell: &dyn Fn(&MoveRecord) -> String,
    budget: &Budget,
    observer: &dyn Observer,
) -> Option<Vec<Option<bool>>> {
    let ruling = legality::rule(problem).ok()?;
    let problem = ruling.as_ref().map_or(problem, |ruling| &ruling.problem);
    let tree = stipulation::of_problem(problem)?.ok()?;
    let is_play = matches!(dice::task(problem, dice(problem)), Ok(Task::Play));
    let mut engine = compile_with_turns(problem).ok()?;
    if !is_play || engine.rules().turns().is_some() || problem.invisible > 0 {
        return None;
    }
    engine.use_only(budget.short_cuts);
    let orthodox = Orthodox::of(&engine).filter(|_| {
        budget.engine == EngineChoice::Fastest
            && budget.short_cuts.allow(ShortCut::Orthodox)
            && problem.goals().all(Orthodox::knows)
    });
    let limits = (&problem.options, budget, observer);
    Some(match orthodox {
        Some(game) => search::inquire(&game, &tree, limits, tell, questions),
        None => search::inquire(&engine, &tree, limits, tell, questions),
    })
}

fn search_version(
    problem: &Problem,
    budget: &Budget,
    observer: &dyn Observer,
    found: &mut TwinSolution,
) -> Result<(), String> {
    let tree =
        stipulation::of_problem(problem).ok_or("nothing is asked: there is no stipulation")??;
    let task = dice::task(problem, dice(problem))?;
    let mut engine = compile_with_turns(problem).map_err(|refusal| refusal.to_string())?;
    if engine.rules().turns().is_some() {
        return search_turns((problem, &tree), engine, budget, observer, found);
    }
    engine.use_only(budget.short_cuts);
    let is_shared = problem.invisible == 0 && matches!(task, Task::Play | Task::PlayWithoutThreats);
    if budget.part.is_some() && !is_shared {
        return Ok(());
    }
    if problem.invisible > 0 {
        let geometry = engine.rules().geometry();
        let solved = invisible::solve(problem, geometry, &tree, budget, observer)?;
        found.phases = solved.phases;
        found.outcome = solved.outcome;
        found.remarks.extend(solved.remarks);
        return Ok(());
    }
    let orthodox = match budget.engine {
        EngineChoice::Rules | EngineChoice::Plain => None,
        EngineChoice::Fastest if !budget.short_cuts.allow(ShortCut::Orthodox) => None,
        _ => Orthodox::of(&engine).filter(|_| problem.goals().all(Orthodox::knows)),
    };
    let options = &problem.options;
    retro::refuse_fates(problem, &engine)?;
    let solved = match (task, orthodox) {
        (Task::Play, Some(mut game)) => {
            game.limit_plans(budget.memory / PLANS / budget.threads.max(1));
            let until = budget.clone();
            game.stop_plans_when(move || until.is_cancelled() || until.is_time_up());
            let may_deduce = budget.short_cuts.allow(ShortCut::Deduction);
            let target = problem.target().filter(|_| may_deduce);
            let deduced = target
                .and_then(|target| retro::solve(&game, target, &tree, options, budget, observer));
            deduced.unwrap_or_else(|| {
                fated::solve(problem, budget, |options, budget| {
                    search::solve(&game, &tree, options, budget, observer)
                })
            })
        }
        _ if budget.engine == EngineChoice::Orthodox => Err("the problem is not orthodox")?,
        (Task::Play, None) => fated::solve(problem, budget, |options, budget| {
            search::solve(&engine, &tree, options, budget, observer)
        }),
        (Task::PlayWithoutThreats, _) => {
            // A threat would be a second move in a row, but every move has a roll of its own.
            let options = Options {
                no_threat: true,
                ..options.clone()
            };
            search::solve(&engine, &tree, &options, budget, observer)
        }
        (Task::Gamble(gamble), _) => {
            search::chance::solve(&engine, &gamble, options, budget, observer)
        }
    };
    found.phases = solved.phases;
    found.outcome = solved.outcome;
    if picture_limit(problem).is_some_and(|most| picture::limit(problem, most, &mut found.phases))
        && found.outcome == Outcome::Finished
    {
        found.outcome = Outcome::Limited;
    }
    found.remarks.extend(solved.remarks);
    Ok(())
}

/// The same where a turn has several moves: a ply of the tree is a whole turn.
fn search_turns(
    (problem, tree): (&Problem, &TreeOfPlay),
    engine: Engine,
    budget: &Budget,
    observer: &dyn Observer,
    found: &mut TwinSolution,
) -> Result<(), String> {
    let options = &problem.options;
    if budget.part.is_some() || problem.invisible > 0 || !options.fates.is_empty() {
        return Err("this is not supported where a turn has several moves".to_owned());
    }
    let plies = problem.stipulation.map_or(u16::MAX, |asked| {
        let moves = asked.length.moves.saturating_add(asked.introduction);
        moves.saturating_mul(2).saturating_add(2)
    });
    let turns = Turns::new(engine, problem.goals(), plies)?;
    let solved = search::solve(&turns, tree, options, budget, observer);
    found.phases = solved.phases;
    found.outcome = solved.outcome;
    found.remarks.extend(solved.remarks);
    Ok(())
}

/// How many lines may end in the same picture, where `Intelligent` says so and applies.
fn picture_limit(problem: &Problem) -> Option<usize> {
    let most = problem.options.intelligent.filter(|&most| most > 0)?;
    problem.conditions.is_empty().then_some(most as usize)
}
