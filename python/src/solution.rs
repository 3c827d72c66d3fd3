//! What was found: twins, phases, trees and lines as objects.

use dawson::board::Side;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::{Notation, Writer};
use dawson::notation::{json, played};
use dawson::picture::{self, Style};
use dawson::problem::{Goal, twin_letter};
use dawson::solution::{
    self, Mark, MovePart, MoveRecord, Outcome, PhaseKind, Play, Remark, Threat,
};
use dawson::soundness::ShortNotation;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The solution of a problem.
#[pyclass(frozen, module = "dawson")]
pub struct Solution {
    problem: Arc<dawson::Problem>,
    found: Arc<solution::Solution>,
    elapsed: Duration,
}

impl Solution {
    /// What was found for this problem.
    pub fn new(problem: dawson::Problem, found: solution::Solution, elapsed: Duration) -> Solution {
        Solution {
            problem: Arc::new(problem),
            found: Arc::new(found),
            elapsed,
        }
    }
}

#[pymethods]
impl Solution {
    /// `finished`, `limited`, `time-up` or `interrupted`.
    #[getter]
    fn outcome(&self) -> &'static str {
        outcome(self.found.outcome())
    }

    /// Whether all was searched.
    #[getter]
    fn is_finished(&self) -> bool {
        self.found.outcome() == Outcome::Finished
    }

    /// Wall clock seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64()
    }

    /// The diagram and its twins, in order.
    #[getter]
    fn twins(&self, py: Python<'_>) -> PyResult<Vec<Py<TwinSolution>>> {
        let versions = self.problem.versions();
        let pairs = versions.iter().zip(&self.found.twins);
        let twins = pairs.map(|(version, found)| {
            let told = TwinSolution::of(py, &version.problem, found)?;
            Py::new(py, told)
        });
        twins.collect()
    }

    /// All lines of the actual play of all twins (help and series play).
    #[getter]
    fn lines(&self, py: Python<'_>) -> PyResult<Vec<Py<Line>>> {
        let mut all = Vec::new();
        for (problem, phase) in self.actual() {
            if let Play::Lines(lines) = &phase.play {
                all.extend(lines_of(py, &problem, lines)?);
            }
        }
        Ok(all)
    }

    /// All keys of the actual play of all twins (battle play), each with what follows.
    #[getter]
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<Py<Branch>>> {
        self.first_moves(py, Mark::Key)
    }

    /// All tries of the actual play of all twins (battle play), if they were asked for.
    #[getter]
    fn tries(&self, py: Python<'_>) -> PyResult<Vec<Py<Branch>>> {
        self.first_moves(py, Mark::Try)
    }

    /// As `dawson popeye` prints it: text without diagram.
    #[getter]
    fn text(&self) -> String {
        let writer = Writer::new(Language::En);
        let versions = self.problem.versions();
        let pairs = versions.iter().zip(&self.found.twins);
        let texts: Vec<String> = pairs
            .map(|(version, found)| {
                let label = found.label.as_ref().map(|label| {
                    let notation = Notation::of(&version.problem, Language::En);
                    let changes = notation.changes(label).join(", ");
                    format!("{}) {changes}\n", twin_letter(label.number))
                });
                let play = writer.phases(&version.problem, found);
                label.unwrap_or_default() + play.trim_matches('\n') + "\n"
            })
            .collect();
        texts.join("\n")
    }

    /// As `dawson solve --format json` prints it.
    fn to_json(&self) -> String {
        json::line(&self.problem, &self.found, Some(self.elapsed))
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.to_json())
    }

    /// A web page with a board to play the solution through.
    #[pyo3(signature = (*, square=45))]
    fn to_html(&self, square: u16) -> String {
        let scale = f32::from(square.clamp(8, 200)) / 100.0;
        picture::player(&self.problem, &self.found, Style::default(), scale)
    }

    /// The page in a frame of its own: neither its look nor its script meets those of the notebook.
    fn _repr_html_(&self) -> String {
        let page = self
            .to_html(42)
            .replace('&', "&amp;")
            .replace('"', "&quot;");
        format!(
            "<iframe srcdoc=\"{page}\" title=\"Solution\" style=\"width:100%;height:{}px;border:0\"></iframe>",
            110 + 42 * u32::from(self.problem.diagram.geometry.height())
        )
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let count: usize = self.actual().map(|(_, phase)| count(&phase.play)).sum();
        format!(
            "<Solution: {}, {count} {}>",
            self.outcome(),
            if count == 1 { "solution" } else { "solutions" }
        )
    }

    /// The number of keys or lines.
    fn __len__(&self) -> usize {
        self.actual().map(|(_, phase)| count(&phase.play)).sum()
    }

    fn __bool__(&self) -> bool {
        true
    }
}

impl Solution {
    fn actual(&self) -> impl Iterator<Item = (dawson::Problem, &solution::Phase)> {
        let versions = self.problem.versions().into_iter();
        let pairs = versions.zip(&self.found.twins);
        pairs.flat_map(|(version, found)| {
            let phases = found.phases.iter();
            let phases = phases.filter(|phase| phase.kind != PhaseKind::SetPlay);
            phases.map(move |phase| (version.problem.clone(), phase))
        })
    }

    fn first_moves(&self, py: Python<'_>, mark: Mark) -> PyResult<Vec<Py<Branch>>> {
        let mut all = Vec::new();
        for (problem, phase) in self.actual() {
            if let Play::Tree(tree) = &phase.play {
                let short = ShortNotation::new(&problem, Language::En);
                let teller = Teller {
                    notation: Notation::of(&problem, Language::En),
                    short: &short,
                };
                for branch in tree.branches.iter().filter(|branch| branch.mark == mark) {
                    all.push(Py::new(
                        py,
                        Branch::of(py, teller, branch, phase.starter, &[])?,
                    )?);
                }
            }
        }
        Ok(all)
    }
}

fn count(play: &Play) -> usize {
    match play {
        Play::Lines(lines) => lines.len(),
        Play::Tree(tree) => {
            let keys = tree.branches.iter();
            keys.filter(|branch| branch.mark == Mark::Key).count()
        }
        Play::Dice(_) => 0,
    }
}

/// What was found for the diagram or one twin.
#[pyclass(frozen, get_all, module = "dawson")]
pub struct TwinSolution {
    label: Option<String>,
    changes: Vec<String>,
    outcome: &'static str,
    remarks: Vec<String>,
    phases: Vec<Py<Phase>>,
    text: String,
}

impl TwinSolution {
    fn of(
        py: Python<'_>,
        problem: &dawson::Problem,
        found: &solution::TwinSolution,
    ) -> PyResult<TwinSolution> {
        let notation = Notation::of(problem, Language::En);
        let short = ShortNotation::new(problem, Language::En);
        let teller = Teller {
            notation,
            short: &short,
        };
        let label = found.label.as_ref();
        let phases = found.phases.iter();
        let phases = phases.map(|phase| Py::new(py, Phase::of(py, teller, phase)?));
        Ok(TwinSolution {
            label: label.map(|label| twin_letter(label.number)),
            changes: label.map_or(Vec::new(), |label| notation.changes(label)),
            outcome: outcome(found.outcome),
            remarks: found.remarks.iter().map(remark).collect(),
            phases: phases.collect::<PyResult<_>>()?,
            text: Writer::new(Language::En).phases(problem, found),
        })
    }
}

/// A move of a line, its side, and the goal it reaches.
type Step<'a> = (Side, &'a MoveRecord, Option<Goal>);

/// What tells moves: long notation, and short notation along the moves that lead to them.
#[derive(Clone, Copy)]
struct Teller<'a> {
    notation: Notation<'a>,
    short: &'a ShortNotation<'a>,
}

impl Teller<'_> {
    /// The last move of a line in short notation.
    fn last_short(&self, steps: &[Step<'_>]) -> Option<String> {
        self.short.moves(steps).pop()
    }
}

/// The moves from the first of a phase to one of them.
type Path<'a> = Vec<Step<'a>>;

/// One phase of play.
#[pyclass(frozen, get_all, module = "dawson")]
pub struct Phase {
    kind: &'static str,
    starter: &'static str,
    lines: Vec<Py<Line>>,
    branches: Vec<Py<Branch>>,
    threat: Option<&'static str>,
    threats: Vec<Py<Branch>>,
}

impl Phase {
    fn of(py: Python<'_>, teller: Teller<'_>, phase: &solution::Phase) -> PyResult<Phase> {
        let mut told = Phase {
            kind: match phase.kind {
                PhaseKind::SetPlay => "set",
                PhaseKind::Actual => "actual",
                PhaseKind::PostKey => "after-key",
                PhaseKind::Defence => "defence",
            },
            starter: side_name(phase.starter),
            lines: Vec::new(),
            branches: Vec::new(),
            threat: None,
            threats: Vec::new(),
        };
        match &phase.play {
            Play::Lines(lines) => {
                for line in lines {
                    told.lines.push(Py::new(py, Line::of(py, teller, line)?)?);
                }
            }
            Play::Tree(tree) => {
                told.branches = Branch::all(py, teller, &tree.branches, phase.starter, &[])?;
                (told.threat, told.threats) =
                    threat(py, teller, &tree.threat, !phase.starter, &[])?;
            }
            Play::Dice(_) => {}
        }
        Ok(told)
    }
}

/// One line of help or series play.
#[pyclass(frozen, get_all, module = "dawson")]
pub struct Line {
    moves: Vec<Py<Move>>,
    goal: Option<&'static str>,
    text: String,
}

/// Lines of this version for Python.
pub fn lines_of(
    py: Python<'_>,
    problem: &dawson::Problem,
    lines: &[solution::Line],
) -> PyResult<Vec<Py<Line>>> {
    let short = ShortNotation::new(problem, Language::En);
    let teller = Teller {
        notation: Notation::of(problem, Language::En),
        short: &short,
    };
    let told = lines
        .iter()
        .map(|line| Py::new(py, Line::of(py, teller, line)?));
    told.collect()
}

impl Line {
    fn of(py: Python<'_>, teller: Teller<'_>, line: &solution::Line) -> PyResult<Line> {
        let last = line.moves.len().saturating_sub(1);
        let steps = line
            .moves
            .iter()
            .enumerate()
            .map(|(index, (side, record))| (*side, record, line.goal.filter(|_| index == last)));
        let steps: Path<'_> = steps.collect();
        let shorts = teller.short.moves(&steps);
        let mut moves = Vec::new();
        for ((side, record, goal), short) in steps.into_iter().zip(shorts) {
            let mut told = Move::of(teller.notation, side, record, goal);
            told.short = Some(short);
            moves.push(Py::new(py, told)?);
        }
        Ok(Line {
            moves,
            goal: line.goal.map(|goal| goal.row().key),
            text: played::line_text(teller.notation, line),
        })
    }
}

#[pymethods]
impl Line {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Line: {}>", self.text)
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<Move>> {
        let length = self.moves.len() as isize;
        let at = if index < 0 { index + length } else { index };
        let found = usize::try_from(at).ok().and_then(|at| self.moves.get(at));
        let found = found.map(|found| found.clone_ref(py));
        found.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("the line has fewer moves"))
    }
}

/// A move of a battle with all that follows.
#[pyclass(frozen, get_all, module = "dawson")]
pub struct Branch {
    r#move: Py<Move>,
    mark: Option<&'static str>,
    goal: Option<&'static str>,
    threat: Option<&'static str>,
    threats: Vec<Py<Branch>>,
    answers: Vec<Py<Branch>>,
    refutations: Vec<Py<Branch>>,
    text: String,
}

impl Branch {
    fn all(
        py: Python<'_>,
        teller: Teller<'_>,
        branches: &[solution::Branch],
        side: Side,
        before: &[Step<'_>],
    ) -> PyResult<Vec<Py<Branch>>> {
        let told = branches.iter();
        let told = told.map(|branch| Py::new(py, Branch::of(py, teller, branch, side, before)?));
        told.collect()
    }

    fn of(
        py: Python<'_>,
        teller: Teller<'_>,
        branch: &solution::Branch,
        side: Side,
        before: &[Step<'_>],
    ) -> PyResult<Branch> {
        let mut movement = Move::of(teller.notation, side, &branch.movement, branch.goal);
        let mut path: Path<'_> = before.to_vec();
        path.push((side, &branch.movement, branch.goal));
        movement.short = teller.last_short(&path);
        let (said, threats) = threat(py, teller, &branch.threat, side, &path)?;
        let sign = match branch.mark {
            Mark::Key => " !",
            Mark::Try => " ?",
            Mark::Refutation => " !",
            _ => "",
        };
        Ok(Branch {
            text: format!("{}{sign}", movement.text),
            r#move: Py::new(py, movement)?,
            mark: match branch.mark {
                Mark::None => None,
                Mark::Key => Some("key"),
                Mark::Try => Some("try"),
                Mark::Refutation | Mark::Refutes => Some("refutation"),
                Mark::ReflexViolation => Some("violation"),
            },
            goal: branch.goal.map(|goal| goal.row().key),
            threat: said,
            threats,
            answers: Branch::all(py, teller, &branch.answers, !side, &path)?,
            refutations: Branch::all(py, teller, &branch.refutations, !side, &path)?,
        })
    }
}

#[pymethods]
impl Branch {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Branch: {}>", self.text)
    }
}

fn threat(
    py: Python<'_>,
    teller: Teller<'_>,
    threat: &Threat,
    side: Side,
    before: &[Step<'_>],
) -> PyResult<(Option<&'static str>, Vec<Py<Branch>>)> {
    Ok(match threat {
        Threat::Unsaid => (None, Vec::new()),
        Threat::Zugzwang => (Some("zugzwang"), Vec::new()),
        Threat::Check => (Some("check"), Vec::new()),
        Threat::Threats { moves, .. } => (
            Some("threat"),
            Branch::all(py, teller, moves, side, before)?,
        ),
    })
}

/// A move as it is told.
#[pyclass(frozen, get_all, module = "dawson")]
pub struct Move {
    text: String,
    side: &'static str,
    origin: Option<String>,
    target: Option<String>,
    is_capture: bool,
    is_check: bool,
    /// The walk of the man that moves.
    piece: Option<&'static str>,
    /// Where the captured man stood: en passant and in fairy chess not always where the captor arrives.
    captured: Option<String>,
    /// The walk that a promotion gives.
    promotion: Option<&'static str>,
    /// Departures and arrivals of all men that move, in order.
    squares: Vec<String>,
    /// In short notation, where the moves before it are known.
    short: Option<String>,
}

impl Move {
    /// A move of this side, that may reach a goal.
    pub fn of(notation: Notation<'_>, side: Side, record: &MoveRecord, goal: Option<Goal>) -> Move {
        let text = notation.movement_reaching(record, goal);
        let (mut piece, mut captured, mut promotion) = (None, None, None);
        let mut squares = Vec::new();
        for part in &record.parts {
            match part {
                MovePart::Movement {
                    man,
                    from,
                    to,
                    captured: taken,
                    ..
                } => {
                    piece.get_or_insert(man.walk().row().key);
                    captured = captured.or(taken.map(|square| notation.square(square)));
                    squares.extend([notation.square(*from), notation.square(*to)]);
                }
                MovePart::Exchange {
                    first: (man, first),
                    second: (_, second),
                } => {
                    piece.get_or_insert(man.walk().row().key);
                    squares.extend([notation.square(*first), notation.square(*second)]);
                }
                MovePart::Castling { .. } => drop(piece.get_or_insert("king")),
                MovePart::Becomes { man, on: None } => promotion = Some(man.walk().row().key),
                MovePart::TakesWalk { walk, on: None } => promotion = Some(walk.row().key),
                _ => {}
            }
        }
        Move {
            text: text.trim().to_owned(),
            side: side_name(side),
            origin: squares.first().cloned(),
            target: squares.get(1).cloned(),
            is_capture: captured.is_some(),
            is_check: record.check,
            piece,
            captured,
            promotion,
            squares,
            short: None,
        }
    }
}

#[pymethods]
impl Move {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move: {}>", self.text)
    }
}

fn remark(remark: &Remark) -> String {
    match remark {
        Remark::KingCapturable(side) => {
            format!("{} to play could capture the king", side_name(*side))
        }
        Remark::Refused(text) | Remark::Note(text) | Remark::Told([text, ..]) => text.clone(),
    }
}

/// Why a version was not solved, if it was not.
pub fn refusal(remark: &Remark) -> Option<String> {
    match remark {
        Remark::Refused(reason) => Some(reason.clone()),
        Remark::KingCapturable(_) => Some("the side to move could capture the king".to_owned()),
        Remark::Note(_) | Remark::Told(_) => None,
    }
}

pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Finished => "finished",
        Outcome::Limited => "limited",
        Outcome::TimeUp => "time-up",
        Outcome::Interrupted => "interrupted",
        Outcome::Refused => "refused",
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// JSON as dictionaries.
pub fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}
