//! A problem.

use crate::condition;
use crate::errors::{Fault, InputError, input_error, refused};
use crate::lines::Lines;
use crate::run::{self, Limits};
use crate::solution::{Move, Solution, loads, refusal};
use crate::verdict::Verdict;
use dawson::collection::{self, content_hash, plainly_asked, statement_of};
use dawson::notation::popeye::input::{input, own_block};
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Notation;
use dawson::notation::posed::{Half, Placed, pose};
use dawson::picture::{self, Drawing, Style, Theme};
use dawson::query::why;
use dawson::search::{Checkpoint, Event, Observer, Part};
use dawson::{solve, themes, workshop};
use pyo3::exceptions::{PyKeyError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// A task as an author states it.
#[pyclass(frozen, module = "dawson")]
pub struct Problem {
    /// The problem.
    pub data: Arc<dawson::Problem>,
}

impl Problem {
    /// The same for Python.
    pub fn of(data: dawson::Problem) -> Problem {
        Problem {
            data: Arc::new(data),
        }
    }
}

/// Tells what the command line would warn of, as a `UserWarning`.
fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let text = CString::new(text.replace('\0', " "))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

impl Problem {
    /// The first problem of a text, and what there is to warn of.
    pub fn read(text: &str) -> PyResult<(Problem, Vec<String>)> {
        let nowhere = |_: &str| Err("a text has no folder".to_owned());
        let read = collection::read("-", text.as_bytes(), &nowhere);
        let mut read = read.map_err(|error| InputError::new_err(error.to_string()))?;
        let first = read.next();
        let first = first.ok_or_else(|| InputError::new_err("there is no problem in the text"))?;
        let wrong = first.why_not_solved();
        match wrong.is_empty() {
            true => Ok((Problem::of(first.problem), first.warnings)),
            false => Err(InputError::new_err(wrong.join("\n"))),
        }
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (statement, fen=None, *, position=None, conditions=None))]
    fn new(
        py: Python<'_>,
        statement: &str,
        fen: Option<&str>,
        position: Option<&str>,
        conditions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Problem> {
        // Behind the statement their texts stand where it finds the names.
        let own = condition::conditions(conditions)?;
        let texts: String = own.iter().map(|own| own.text).collect();
        let whole = match own.is_empty() {
            true => statement.to_owned(),
            false => format!("{statement}\n{}", own_block(&texts)),
        };
        let statement = whole.as_str();
        let placed = match (fen, position) {
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err("give either fen or position"));
            }
            (Some(fen), None) => Placed::Fen(fen),
            (None, Some(position)) => Placed::Position(position),
            (None, None) => Placed::Said,
        };
        let mut posed = match (placed, own.is_empty()) {
            (Placed::Said, true) => collection::posed(statement, Language::En),
            _ => pose(statement, placed),
        };
        posed.refuse_odd_men(placed);
        let text = fen.or(position).unwrap_or("");
        let faults = posed.diagnostics.iter().map(|(half, said)| match half {
            Half::Statement => Fault::new("statement", statement, said),
            Half::Position => Fault::new("position", text, said),
        });
        let faults: Vec<Fault> = faults.collect();
        if !posed.is_sound() {
            return Err(input_error(py, &faults));
        }
        for (_, said) in &posed.diagnostics {
            warn(py, &said.to_string())?;
        }
        let mut problem = posed.problem;
        // Those that the statement does not name hold, too.
        for own in own {
            let key = own.definition.key;
            if problem.conditions.iter().all(|known| known.key != key) {
                problem
                    .conditions
                    .push(dawson::problem::Condition::plain(key));
            }
        }
        Ok(Problem::of(problem))
    }

    /// The first problem of a text in any format of a collection, such as Popeye's input.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Problem> {
        let (problem, warnings) = Problem::read(text)?;
        for said in &warnings {
            warn(py, said)?;
        }
        Ok(problem)
    }

    /// Text from which `parse` makes the same problem.
    fn dumps(&self) -> String {
        let entry = collection::Entry::of((*self.data).clone());
        collection::write::entry(collection::write::Target::JsonLines, &entry)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let parse = slf.py().get_type::<Problem>().getattr("parse")?;
        Ok((parse, (slf.get().dumps(),)))
    }

    /// What is asked, on one line.
    #[getter]
    fn statement(&self) -> String {
        statement_of(&self.data)
    }

    /// The stipulation alone.
    #[getter]
    fn stipulation(&self) -> Option<String> {
        Notation::of(&self.data, Language::En).asked(&self.data)
    }

    /// The conditions, as written.
    #[getter]
    fn conditions(&self) -> Vec<String> {
        let notation = Notation::of(&self.data, Language::En);
        notation.captions(&self.data.conditions)
    }

    #[getter]
    fn authors(&self) -> Vec<String> {
        self.data.authors.clone()
    }

    #[getter]
    fn sources(&self) -> Vec<String> {
        self.data.origins.clone()
    }

    #[getter]
    fn awards(&self) -> Vec<String> {
        self.data.awards.clone()
    }

    #[getter]
    fn titles(&self) -> Vec<String> {
        self.data.titles.clone()
    }

    /// The input for Popeye in English, German or French.
    #[pyo3(signature = (language="en"))]
    fn popeye(&self, language: &str) -> PyResult<String> {
        Ok(input([&*self.data], tongue(language)?))
    }

    /// The men of the diagram by their squares, in Popeye's letters with their side before them.
    #[getter]
    fn men<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let notation = Notation::of(&self.data, Language::En);
        let men = PyDict::new(py);
        for (square, man) in self.data.diagram.men() {
            men.set_item(notation.square(square), notation.coloured(man))?;
        }
        Ok(men)
    }

    /// The diagram as (extended) FEN.
    #[getter]
    fn fen(&self) -> String {
        collection::write::fen_of(&self.data)
    }

    /// How many versions there are: the diagram and its twins.
    #[getter]
    fn versions(&self) -> usize {
        self.data.versions().len()
    }

    /// A hash of position, stipulation, conditions, options and twins, whoever made it.
    #[getter]
    fn content_hash(&self) -> String {
        content_hash(&self.data)
    }

    fn __eq__(&self, other: &Problem) -> bool {
        self.data == other.data || plainly_asked(&self.data) == plainly_asked(&other.data)
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&content_hash(&self.data), 16).unwrap_or_default()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        // Python's own quotes, for Rust escapes some letters in another way.
        let quoted = |text: &str| PyResult::Ok(PyString::new(py, text).repr()?.to_string());
        match collection::statement_and_fen(&self.data) {
            Some((statement, fen)) => {
                let (statement, fen) = (quoted(&statement)?, quoted(&fen)?);
                Ok(format!("Problem({statement}, {fen})"))
            }
            None => Ok(format!("Problem.parse({})", quoted(&self.dumps())?)),
        }
    }

    /// Solves the diagram and every twin.
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    #[pyo3(signature = (*, set_play=false, tries=0, variations=true, threads=1, memory=None, time=None,
        max_solutions=None, progress=None, checkpoint=None))]
    fn solve(
        &self,
        py: Python<'_>,
        set_play: bool,
        tries: u16,
        variations: bool,
        threads: usize,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        max_solutions: Option<u32>,
        progress: Option<Py<PyAny>>,
        checkpoint: Option<std::path::PathBuf>,
    ) -> PyResult<Solution> {
        let problem = self.told(set_play, tries, variations);
        let mut settings = Limits::new(
            threads,
            &default(py, memory, 256 << 20)?,
            time,
            max_solutions,
        )?
        .settings();
        let kept = checkpoint.map(|path| {
            let opened = Checkpoint::open(&path);
            opened.map_err(|error| PyValueError::new_err(format!("{}: {error}", path.display())))
        });
        settings.checkpoint = kept.transpose()?.map(Arc::new);
        self.solve_with(py, problem, &settings, progress)
    }

    /// The lines of help and series play as they are found; none is kept.
    #[pyo3(signature = (*, threads=1, memory=None, time=None))]
    fn lines(
        &self,
        py: Python<'_>,
        threads: usize,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
    ) -> PyResult<Lines> {
        let settings = Limits::new(threads, &default(py, memory, 256 << 20)?, time, None)?;
        let problem = dawson::legality::parts(&self.data);
        let problem = problem.as_ref().unwrap_or(&self.data);
        let versions = problem.versions();
        let mut asked = versions.iter().filter_map(|one| one.problem.stipulation);
        if asked.any(|asked| asked.genre.is_battle() && !asked.leads_to_position()) {
            return Err(PyValueError::new_err(
                "lines are those of help and series play; `solve` gives the keys of battle play with what follows",
            ));
        }
        Lines::begin(problem, settings.settings())
    }

    /// Solves with what others found of its parts.
    #[pyo3(signature = (parts, *, set_play=false, tries=0, variations=true, threads=1, memory=None,
        time=None, max_solutions=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn solve_joined(
        &self,
        py: Python<'_>,
        parts: Vec<String>,
        set_play: bool,
        tries: u16,
        variations: bool,
        threads: usize,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        max_solutions: Option<u32>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Solution> {
        let problem = self.told(set_play, tries, variations);
        let mut settings = Limits::new(
            threads,
            &default(py, memory, 256 << 20)?,
            time,
            max_solutions,
        )?
        .settings();
        if !parts.is_empty() {
            let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
            settings.checkpoint = Some(Arc::new(Checkpoint::in_memory(&texts)));
        }
        self.solve_with(py, problem, &settings, progress)
    }

    /// Searches what follows a first move and every `step` first moves from there on, or one reply
    /// to one; gives what was found as text for
    /// `solve_joined`, how many first moves and replies there are, whether it came to its end, and
    /// whether the reply refutes the first move.
    #[pyo3(signature = (first, reply=None, *, step=None, set_play=false, tries=0, variations=true, memory=None,
        time=None, max_solutions=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn solve_part(
        &self,
        py: Python<'_>,
        first: usize,
        reply: Option<usize>,
        step: Option<usize>,
        set_play: bool,
        tries: u16,
        variations: bool,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        max_solutions: Option<u32>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(String, usize, usize, bool, bool)> {
        let problem = self.told(set_play, tries, variations);
        let checkpoint = Arc::new(Checkpoint::in_memory(&[]));
        let mut settings =
            Limits::new(1, &default(py, memory, 256 << 20)?, time, max_solutions)?.settings();
        settings.checkpoint = Some(checkpoint.clone());
        let step = step.unwrap_or(usize::MAX);
        settings.part = Some(Part { first, step, reply });
        let counts = Counts::default();
        let found = run::run(py, &problem, &settings, progress, |observer| {
            let both = Both(observer, &counts);
            solve(&problem, &settings, &both)
        })?;
        let is_whole = !settings.cancel.load(Relaxed)
            && found.twins.iter().all(|twin| {
                use dawson::solution::Outcome::{Finished, Limited, Refused};
                matches!(twin.outcome, Finished | Limited | Refused)
            });
        let text = checkpoint.text().unwrap_or_default();
        let (first, replies) = (counts.first.load(Relaxed), counts.replies.load(Relaxed));
        let is_refuted = counts.refuted.load(Relaxed);
        Ok((text, first, replies, is_whole, is_refuted))
    }

    /// Says whether the problem is sound.
    #[pyo3(signature = (*, threads=1, memory=None, time=None, max_solutions=None, progress=None))]
    fn check(
        &self,
        py: Python<'_>,
        threads: usize,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        max_solutions: Option<u32>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Verdict> {
        let memory = default(py, memory, 128 << 20)?;
        let settings = Limits::new(threads, &memory, time, max_solutions)?.settings();
        let problem = &*self.data;
        let verdict = run::run(py, problem, &settings, progress, |observer| {
            dawson::soundness::check(problem, &settings, observer)
        })?;
        Ok(Verdict::of(verdict))
    }

    /// Answers a question of the workshop, given and answered as JSON.
    #[pyo3(signature = (asked, author=None, *, jobs=None, memory=None, time=None))]
    fn _workshop<'py>(
        &self,
        py: Python<'py>,
        asked: &str,
        author: Option<&str>,
        jobs: Option<usize>,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked: workshop::Asked = serde_json::from_str(asked)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let memory = default(py, memory, 256 << 20)?;
        let settings = Limits::new(1, &memory, time, None)?.settings();
        let problem = &*self.data;
        let jobs = jobs.unwrap_or_else(workshop::usual_jobs).max(1);
        let report = run::quietly(py, &settings, || {
            let former = workshop::Former::new();
            let how = workshop::Run::of(jobs, &former, &());
            workshop::ask(&asked, problem, author, Language::En, &settings, &how)
        })?;
        let report = report.map_err(refused)?;
        let text = serde_json::to_string(&report);
        loads(
            py,
            &text.map_err(|error| PyValueError::new_err(error.to_string()))?,
        )
    }

    /// The themes that the solution shows, each with its evidence.
    #[pyo3(signature = (*, threads=1, memory=None, time=None))]
    fn themes<'py>(
        &self,
        py: Python<'py>,
        threads: usize,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let memory = default(py, memory, 128 << 20)?;
        let settings = Limits::new(threads, &memory, time, None)?.settings();
        let problem = &*self.data;
        let report = run::run(py, problem, &settings, None, |observer| {
            themes::themes(problem, &settings, observer)
        })?;
        let text = serde_json::to_string(&report);
        loads(
            py,
            &text.map_err(|error| PyValueError::new_err(error.to_string()))?,
        )
    }

    /// The legal moves in the diagram, or behind a line of play.
    #[pyo3(signature = (line="", *, twin=None))]
    fn legal_moves(&self, line: &str, twin: Option<char>) -> PyResult<Vec<Move>> {
        let problem = self.version(twin)?;
        let moves = why::legal_moves(&problem, line).map_err(refused)?;
        let notation = Notation::of(&problem, Language::En);
        let moves = moves.iter();
        Ok(moves
            .map(|(side, record)| Move::of(notation, *side, record, None))
            .collect())
    }

    /// Why a move is illegal, no key, or no mate.
    #[pyo3(signature = (line, *, twin=None, time=None))]
    fn why(
        &self,
        py: Python<'_>,
        line: &str,
        twin: Option<char>,
        time: Option<f64>,
    ) -> PyResult<Vec<String>> {
        let problem = self.version(twin)?;
        let memory = default(py, None, 64 << 20)?;
        let settings = Limits::new(1, &memory, time, None)?.settings();
        let answer = run::quietly(py, &settings, || why::why(&problem, line, &settings))?;
        Ok(answer.map_err(refused)?.reasons)
    }

    /// The diagram as a picture: SVG as text, PNG and PDF as bytes.
    #[pyo3(signature = (format="svg", *, square=45, theme="colour", language="en", caption=true,
        coordinates=true))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        square: u16,
        theme: &str,
        language: &str,
        caption: bool,
        coordinates: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let style = style(theme, language, caption, coordinates)?;
        let drawing = picture::draw(&self.data, style);
        let scale = f32::from(square.clamp(4, 512)) / 100.0;
        let bytes = match format {
            "svg" => return Ok(drawing.svg(scale).into_pyobject(py)?.into_any()),
            "png" => drawing.png(scale).map_err(PyValueError::new_err)?,
            "pdf" => drawing.pdf(),
            _ => return Err(PyValueError::new_err("format: expected svg, png or pdf")),
        };
        Ok(pyo3::types::PyBytes::new(py, &bytes).into_any())
    }

    fn _repr_svg_(&self) -> String {
        picture::draw(&self.data, Style::default()).svg(0.45)
    }
}

impl Problem {
    /// The drawing in this style.
    pub fn drawing(&self, style: Style) -> Drawing {
        picture::draw(&self.data, style)
    }

    fn told(&self, set_play: bool, tries: u16, variations: bool) -> dawson::Problem {
        let mut problem = (*self.data).clone();
        let options = &mut problem.options;
        options.set_play |= set_play;
        options.variation |= variations;
        if tries > 0 && options.defence.is_none() {
            options.defence = Some(tries);
        }
        problem
    }

    fn solve_with(
        &self,
        py: Python<'_>,
        problem: dawson::Problem,
        settings: &dawson::Settings,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Solution> {
        // Rights that exclude each other make parts of the solution.
        let problem = dawson::legality::parts(&problem).unwrap_or(problem);
        let (found, elapsed) = run::run(py, &problem, settings, progress, |observer| {
            let began = Instant::now();
            let found = solve(&problem, settings, observer);
            (found, began.elapsed())
        })?;
        let mut remarks = found.twins.iter().flat_map(|found| &found.remarks);
        match remarks.find_map(refusal) {
            Some(why) => Err(refused(why)),
            None => Ok(Solution::new(problem, found, elapsed)),
        }
    }

    fn version(&self, twin: Option<char>) -> PyResult<dawson::Problem> {
        let versions = self.data.versions();
        let wanted = |label: &dawson::problem::TwinLabel| {
            let letter = dawson::problem::twin_letter(label.number);
            twin.is_some_and(|twin| letter == twin.to_string())
        };
        let found = match twin {
            None => versions.into_iter().next(),
            Some(_) => versions
                .into_iter()
                .find(|version| version.label.as_ref().is_some_and(wanted)),
        };
        let found = found.map(|version| version.problem);
        found.ok_or_else(|| PyKeyError::new_err("there is no such twin"))
    }
}

/// How many first moves and replies a search has.
#[derive(Default)]
struct Counts {
    first: AtomicUsize,
    replies: AtomicUsize,
    refuted: AtomicBool,
}

struct Both<'a>(&'a dyn Observer, &'a Counts);

impl Observer for Both<'_> {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::FirstMoves(count) => drop(self.1.first.fetch_max(count, Relaxed)),
            Event::Refuted => self.1.refuted.store(true, Relaxed),
            Event::Replies(count) => drop(self.1.replies.fetch_max(count, Relaxed)),
            _ => {}
        }
        self.0.event(event);
    }
}

/// What was given, or so many bytes.
pub fn default<'py>(
    py: Python<'py>,
    given: Option<&Bound<'py, PyAny>>,
    bytes: usize,
) -> PyResult<Bound<'py, PyAny>> {
    match given {
        Some(given) => Ok(given.clone()),
        None => Ok(bytes.into_pyobject(py)?.into_any()),
    }
}

/// A language by its abbreviation.
pub fn tongue(name: &str) -> PyResult<Language> {
    match name {
        "en" => Ok(Language::En),
        "de" => Ok(Language::De),
        "fr" => Ok(Language::Fr),
        _ => Err(PyValueError::new_err("language: expected en, de or fr")),
    }
}

/// How a picture looks.
pub fn style(theme: &str, language: &str, caption: bool, coordinates: bool) -> PyResult<Style> {
    let theme = match theme {
        "colour" => Theme::Colour,
        "print" => Theme::Print,
        _ => return Err(PyValueError::new_err("theme: expected colour or print")),
    };
    Ok(Style {
        theme,
        coordinates,
        caption,
        language: tongue(language)?,
    })
}
