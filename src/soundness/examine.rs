//! Examining a problem: which searches its verdict needs, and whether one of them was done already.

use super::judge::{Judged, Need, Searches, judge, unit_of};
use super::legal::faults;
use super::once::once;
use super::replay::PASS;
use super::{Class, Unit, UnitPhase, Verdict, program};
use crate::board::Side;
use crate::legality;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{
    Claim, Genre, Intention, Options, Problem, Role, Stipulation, ToldMove, Version, twin_letter,
};
use crate::search::{Asks, Budget, Event, Observer, Question};
use crate::solution::{MoveRecord, Outcome, Remark, Solution, TwinSolution};
use crate::solve::{Settings, inquire, solve_version};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Examines a problem: all its twins, both sides of a duplex, claimed set play.
///
/// The problem's options of output and its own limits (`MaxSolutions`, `MaxTime`, intervals of
/// move numbers, `StopOnShortSolutions` ...) do not count; options that restrict play do, and the
/// mark says so. `settings` says what it may cost.
///
/// ```
/// use dawson::notation::popeye::read::read;
/// use dawson::soundness::{Class, check};
/// use dawson::Settings;
///
/// let text = "BeginProblem Stipulation #1 Pieces White Kg6 Ra1 Rb1 Black Kh8 EndProblem";
/// let verdict = check(&read(text.as_bytes()).problems[0].problem, &Settings::default(), &());
/// assert_eq!(verdict.verdict, Class::Cooked);
/// assert_eq!(verdict.evidence, ["cooked: 1.Rb8# and 1.Ra8#"]);
/// ```
pub fn check(problem: &Problem, settings: &Settings, observer: &dyn Observer) -> Verdict {
    examine(problem, None, settings, observer)
}

/// The same for a problem that [`solve`](crate::solve()) has solved with these settings: what was found for it is searched
/// no second time. `settings` says what the rest may cost: shorter play, set play that is claimed and was not asked for.
///
/// ```
/// use dawson::soundness::{Class, check_solved};
/// use dawson::{Problem, Settings, solve};
///
/// let problem = Problem::from_statement("h#2, 1 solution", "8/8/8/8/8/1p6/p7/k1K4R")?;
/// let settings = Settings::default();
/// let solution = solve(&problem, &settings, &());
/// let verdict = check_solved(&problem, &solution, &settings, &());
/// assert_eq!(verdict.positions, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_solved(
    problem: &Problem,
    solution: &Solution,
    settings: &Settings,
    observer: &dyn Observer,
) -> Verdict {
    examine(problem, Some(solution), settings, observer)
}

fn examine(
    problem: &Problem,
    solved: Option<&Solution>,
    settings: &Settings,
    observer: &dyn Observer,
) -> Verdict {
    let began = Instant::now();
    let parted = legality::parts(problem);
    let problem = parted.as_ref().unwrap_or(problem);
    let counting = Counting {
        observer,
        positions: AtomicU64::new(0),
    };
    let examiner = Examiner {
        settings,
        budget: settings.budget(&Options::default()),
        observer: &counting,
        intention: &problem.intention,
    };
    let mut units = Vec::new();
    let mut restrictions = Vec::new();
    let versions = problem.versions();
    let solved = solved.filter(|solved| solved.twins.len() == versions.len());
    for (number, version) in versions.iter().enumerate() {
        let solved = solved.map(|solved| &solved.twins[number]);
        let number = number + usize::from(problem.zero_position && problem.twins.is_empty());
        units.extend(examiner.version(version, number, solved, &mut restrictions));
    }
    let is_helped = !problem.options.fates.is_empty();
    if is_helped {
        units.iter_mut().for_each(blame_fates);
    }
    let mut verdict = sum(units);
    restrictions.dedup();
    verdict.mark = mark(verdict.verdict, &restrictions, is_helped);
    verdict.seconds = began.elapsed().as_secs_f64();
    verdict.positions = counting.positions.load(Relaxed);
    verdict
}

/// What was not found may be there with other fates of the men.
fn blame_fates(unit: &mut Unit) {
    if matches!(unit.verdict, Class::Missing | Class::NoSolution) {
        unit.verdict = Class::NotExamined;
        for evidence in &mut unit.evidence {
            evidence.text = format!("with these fates of the men: {}", evidence.text);
        }
    }
}

/// The verdict on a problem from those on its units.
fn sum(units: Vec<Unit>) -> Verdict {
    let worst = units.iter().map(|unit| unit.verdict).max();
    let actual = || units.iter().filter(|unit| unit.phase != UnitPhase::SetPlay);
    let solutions: Option<Vec<usize>> = actual().map(|unit| unit.solutions).collect();
    let intended: Option<Vec<u32>> = actual().map(intended_lines).collect();
    let several = units.len() > 1;
    let evidence = units.iter().flat_map(|unit| {
        let heading = if several {
            unit.heading()
        } else {
            String::new()
        };
        let texts = unit.evidence.iter();
        texts.map(move |evidence| format!("{heading}{}", evidence.text))
    });
    Verdict {
        verdict: worst.unwrap_or(Class::NotExamined),
        mark: None,
        solutions: solutions.map(|counts| counts.iter().sum()),
        intended: intended.map(|counts| counts.iter().sum()),
        evidence: evidence.collect(),
        units,
        seconds: 0.0,
        positions: 0,
    }
}

fn intended_lines(unit: &Unit) -> Option<u32> {
    let claim = Claim::read(unit.intended.as_deref()?).ok()?;
    claim.play.map(|count| count.lines())
}

/// Only what is sound gets a mark. Where the user said what became of men, games in which something
/// else did were not looked for: that is never `C+`.
fn mark(class: Class, restrictions: &[String], is_helped: bool) -> Option<String> {
    let sign = match (is_helped, restrictions.is_empty()) {
        (true, _) => "HC+",
        (false, true) => "C+",
        (false, false) => "C%",
    };
    let program = program();
    let mark = match restrictions.is_empty() {
        true => format!("{sign} {program}"),
        false => format!("{sign} {program} ({})", restrictions.join(", ")),
    };
    (class == Class::Sound).then_some(mark)
}

/// Counts positions on their way to the observer.
struct Counting<'a> {
    observer: &'a dyn Observer,
    positions: AtomicU64,
}

impl Observer for Counting<'_> {
    fn event(&self, event: Event<'_>) {
        if let Event::Nodes(positions) = event {
            self.positions.fetch_add(positions, Relaxed);
        }
        self.observer.event(event);
    }
}

struct Examiner<'a> {
    settings: &'a Settings,
    budget: Budget,
    observer: &'a Counting<'a>,
    intention: &'a Intention,
}

impl Examiner<'_> {
    fn version(
        &self,
        version: &Version,
        number: usize,
        solved: Option<&TwinSolution>,
        why: &mut Vec<String>,
    ) -> Vec<Unit> {
        let problem = examined(&version.problem, self.intention, number, why);
        let label = version.label.as_ref();
        let twin = label.map(|label| twin_letter(label.number));
        let refused = |class, reasons: Vec<String>| vec![unit_of(&twin, class, reasons)];
        if !version.notes.is_empty() {
            return refused(Class::NotExamined, version.notes.clone());
        }
        if !problem.asks() {
            return refused(Class::NotExamined, vec!["nothing is asked".to_owned()]);
        }
        let faults = faults(&problem);
        if !faults.is_empty() {
            return refused(Class::IllegalPosition, faults);
        }
        if self.settings.max_solutions.is_some() {
            why.push("max-solutions".to_owned());
        }
        let searches = OfVersion {
            examiner: self,
            version,
            problem: &problem,
            solved,
        };
        let found = searches.search(&Need {
            length: None,
            set_play: problem.options.set_play,
            variations: problem.options.variation,
        });
        if found.outcome == Outcome::Refused {
            let reasons = found.remarks.iter().map(told).collect();
            return refused(Class::NotSupported, reasons);
        }
        let judged = Judged {
            problem: &problem,
            intention: self.intention,
            twin,
            number,
        };
        let (units, unsearched) = judge(judged, &found, &searches);
        why.extend(unsearched);
        units
    }
}

/// The searches of one version.
struct OfVersion<'a> {
    examiner: &'a Examiner<'a>,
    version: &'a Version,
    /// The version with the options of its examination.
    problem: &'a Problem,
    /// What was found for the version as it stands.
    solved: Option<&'a TwinSolution>,
}

impl Searches for OfVersion<'_> {
    fn search(&self, need: &Need) -> TwinSolution {
        let mut problem = self.problem.clone();
        problem.options.set_play = need.set_play;
        problem.options.variation = need.variations;
        if let (Some(moves), Some(asked)) = (need.length, &mut problem.stipulation) {
            asked.length.moves = moves;
        }
        let solved = self.solved.filter(|solved| {
            need.length.is_none()
                && answers(&self.version.problem.options, solved, &problem.options)
        });
        if let Some(solved) = solved {
            return once(solved.clone());
        }
        let version = Version {
            label: self.version.label.clone(),
            problem,
            notes: Vec::new(),
        };
        let Examiner {
            budget, observer, ..
        } = self.examiner;
        once(solve_version(&version, budget, *observer))
    }

    fn holds(&self, told: &[&ToldMove]) -> Vec<Option<bool>> {
        let paths = told.iter().map(|told| {
            let steps = told.moves.iter();
            let steps = steps.map(|text| Some(text.as_str()).filter(|text| *text != PASS));
            steps.collect()
        });
        let paths: Vec<Vec<Option<&str>>> = paths.collect();
        let questions = told.iter().zip(&paths).map(|(told, moves)| Question {
            moves,
            set_play: told.set_play,
            asks: match told.role {
                Role::Refutes => Asks::Refutes,
                Role::Leads | Role::Mentioned | Role::Dual => Asks::Leads,
            },
        });
        let questions: Vec<Question<'_>> = questions.collect();
        let Examiner {
            budget, observer, ..
        } = self.examiner;
        let notation = Notation::of(self.problem, Language::En);
        let tell = |record: &MoveRecord| notation.movement(record).trim().to_owned();
        let answers = inquire(self.problem, &questions, &tell, budget, *observer);
        answers.unwrap_or_else(|| vec![None; told.len()])
    }
}

/// Whether what was found with these options holds all that a search with the options needed would find. More than is
/// needed does no harm: set play, tries, variations.
fn answers(had: &Options, found: &TwinSolution, needed: &Options) -> bool {
    let is_limited = match found.outcome {
        Outcome::Finished | Outcome::Refused => false,
        Outcome::Limited => true,
        Outcome::TimeUp | Outcome::Interrupted => had.max_time.is_some(),
    };
    // Which play the remark is about, it does not say.
    let is_capturable = |remark: &Remark| matches!(remark, Remark::KingCapturable(_));
    let set_play = match found.remarks.iter().any(is_capturable) {
        true => had.set_play,
        false => had.set_play && needed.set_play,
    };
    let same = Options {
        max_solutions: needed.max_solutions,
        max_time: needed.max_time,
        move_numbers: needed.move_numbers,
        defence: needed.defence,
        trivial_tries_avoid: needed.trivial_tries_avoid,
        set_play,
        variation: had.variation && needed.variation,
        ..had.clone()
    };
    !is_limited && same == *needed
}

/// The problem as it is examined: without wishes about output and limits of its own. What
/// restricts play stays and is noted.
fn examined(
    problem: &Problem,
    intention: &Intention,
    number: usize,
    restrictions: &mut Vec<String>,
) -> Problem {
    let mut problem = problem.clone();
    let options = &mut problem.options;
    options.max_solutions = None;
    options.max_time = None;
    options.move_numbers = false;
    options.start_move_number = Vec::new();
    options.up_to_move_number = Vec::new();
    options.stop_on_short_solutions = false;
    options.no_short_variations = false;
    options.no_threat = false;
    options.trivial_tries_avoid = false;
    options.defence = None;
    options.intelligent = options.intelligent.map(|_| 0);
    let claims = [Side::White, Side::Black].map(|side| intention.of(number, side));
    options.set_play = claims.iter().any(|claim| claim.set_play.is_some());
    let restricting = [
        (options.max_flights.is_some(), "MaxFlightsquares"),
        (options.non_trivial.is_some(), "NonTrivial"),
        (options.threat.is_some(), "MaxThreatLength"),
        (options.keep_mating_piece, "KeepMatingPiece"),
        (options.post_key_play, "PostKeyPlay"),
    ];
    let restricting = restricting.iter().filter(|(is_set, _)| *is_set);
    restrictions.extend(restricting.map(|(_, name)| (*name).to_owned()));
    // The play after the key of a short problem costs nothing; of a longer one it is searched
    // once the key stands.
    let is_short =
        |asked: Stipulation| asked.length.moves <= 2 && matches!(asked.genre, Genre::Direct);
    options.variation = problem.stipulation.is_some_and(is_short);
    problem
}

fn told(remark: &Remark) -> String {
    match remark {
        Remark::KingCapturable(side) => format!("{} could capture the king", side.name()),
        Remark::Refused(text) | Remark::Note(text) | Remark::Told([text, ..]) => text.clone(),
    }
}
