//! Long calls: the interpreter is let go of, Ctrl-C is seen, a callback is told how far they are.

use dawson::Settings;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Notation;
use dawson::search::{Event, Observer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often signals are looked at and a callback is told.
const BEAT: Duration = Duration::from_millis(50);
/// Deep play recurses deeply.
pub const STACK: usize = 64 << 20;

/// How far a search is.
#[pyclass(frozen, get_all, module = "dawson")]
#[derive(Clone, Default)]
pub struct Progress {
    /// Seconds since it began.
    pub seconds: f64,
    /// Positions visited, about.
    pub positions: u64,
    /// The length in plies that is searched now.
    pub length: u16,
    /// The number of the first move taken up last, from 1.
    pub number: usize,
    /// How many first moves there are.
    pub of: usize,
    /// That move.
    pub text: String,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        format!(
            "<Progress: {}/{} {}, {} positions, {:.1} s>",
            self.number, self.of, self.text, self.positions, self.seconds
        )
    }
}

/// Limits as Python gives them.
pub struct Limits {
    /// How many threads search one problem.
    pub threads: usize,
    /// Bytes.
    pub memory: usize,
    /// For one problem.
    pub time: Option<Duration>,
    /// For one phase.
    pub max_solutions: Option<u32>,
}

impl Limits {
    /// Checks them.
    ///
    /// # Errors
    /// When one is no limit.
    pub fn new(
        threads: usize,
        memory: &Bound<'_, PyAny>,
        time: Option<f64>,
        max_solutions: Option<u32>,
    ) -> PyResult<Limits> {
        let wrong = |what: &str| PyValueError::new_err(what.to_owned());
        let time = time.map(|seconds| {
            let time = Duration::try_from_secs_f64(seconds);
            time.map_err(|_| wrong("time: expected seconds, 0 or more"))
        });
        if max_solutions == Some(0) {
            return Err(wrong("max_solutions: at least one"));
        }
        Ok(Limits {
            threads: threads.max(1),
            memory: bytes(memory)?,
            time: time.transpose()?,
            max_solutions,
        })
    }

    /// The same for the library.
    pub fn settings(&self) -> Settings {
        Settings {
            threads: self.threads,
            memory: self.memory,
            time_limit: self.time,
            max_solutions: self.max_solutions,
            ..Settings::default()
        }
    }
}

/// Bytes as a number, or as `"200M"`.
pub fn bytes(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Ok(bytes) = value.extract::<usize>() {
        return Ok(bytes);
    }
    let wrong = || PyValueError::new_err("memory: expected bytes, or e.g. \"200M\"");
    let text: String = value.extract().map_err(|_| wrong())?;
    let digits = text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" | "KB" => 10,
        "M" | "MB" => 20,
        "G" | "GB" => 30,
        _ => return Err(wrong()),
    };
    let number: usize = digits.trim().parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

/// Runs a search without the interpreter.
///
/// # Errors
/// What Ctrl-C or the callback raised; then the search has ended.
pub fn run<T: Send>(
    py: Python<'_>,
    problem: &dawson::Problem,
    settings: &Settings,
    progress: Option<Py<PyAny>>,
    search: impl FnOnce(&dyn Observer) -> T + Send,
) -> PyResult<T> {
    let tells_seldom = problem.invisible > 0 || problem.target().is_some();
    let aside = settings.threads > 1 || tells_seldom;
    let watch = Watch {
        cancel: settings.cancel.clone(),
        problem,
        progress,
        aside,
        began: Instant::now(),
        polled: Mutex::new(Instant::now()),
        stand: Mutex::new(Progress::default()),
        positions: AtomicU64::new(0),
        raised: Mutex::new(None),
    };
    let found = match aside {
        false => py.detach(|| search(&watch)),
        true => py.detach(|| watch.beside(search))?,
    };
    let raised = watch.raised.into_inner();
    match raised.unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => {
            // Ctrl-C in the last moments.
            py.check_signals()?;
            Ok(found)
        }
    }
}

/// Runs what tells nothing on its way without the interpreter; Ctrl-C is looked for beside it.
///
/// # Errors
/// What Ctrl-C raised; then the run has ended.
pub fn quietly<T: Send>(
    py: Python<'_>,
    settings: &Settings,
    search: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let beside = Settings {
        threads: 2,
        ..settings.clone()
    };
    run(py, &dawson::Problem::default(), &beside, None, |_| search())
}

/// Watches a search.
struct Watch<'a> {
    cancel: Arc<AtomicBool>,
    problem: &'a dawson::Problem,
    progress: Option<Py<PyAny>>,
    /// Whether the search has a thread of its own, and this one only waits for it.
    aside: bool,
    began: Instant,
    polled: Mutex<Instant>,
    stand: Mutex<Progress>,
    positions: AtomicU64,
    raised: Mutex<Option<PyErr>>,
}

impl Watch<'_> {
    fn beside<T: Send>(&self, search: impl FnOnce(&dyn Observer) -> T + Send) -> PyResult<T> {
        let done = (Mutex::new(false), std::sync::Condvar::new());
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(STACK);
            let searching = builder.spawn_scoped(scope, || {
                let found = search(self);
                *done.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
                done.1.notify_all();
                found
            })?;
            while !searching.is_finished() {
                let guard = done.0.lock().unwrap_or_else(PoisonError::into_inner);
                if !*guard {
                    let waited = done.1.wait_timeout(guard, BEAT);
                    drop(waited.unwrap_or_else(PoisonError::into_inner));
                }
                if !searching.is_finished() {
                    self.poll();
                }
            }
            match searching.join() {
                Ok(found) => Ok(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    /// Looks whether somebody wants the search to end, and tells how far it is.
    fn poll(&self) {
        let told = Python::attach(|py| {
            py.check_signals()?;
            let Some(progress) = &self.progress else {
                return Ok(());
            };
            let stand = self.stand.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Progress {
                seconds: self.began.elapsed().as_secs_f64(),
                positions: self.positions.load(Relaxed),
                ..stand.clone()
            };
            drop(stand);
            let answer = progress.call1(py, (now,))?;
            if answer.bind(py).is(pyo3::types::PyBool::new(py, false)) {
                self.cancel.store(true, Relaxed);
            }
            PyResult::Ok(())
        });
        if let Err(error) = told {
            self.cancel.store(true, Relaxed);
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(error);
        }
    }

    fn note(&self, event: Event<'_>) {
        let mut stand = self.stand.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Phase(_) => (stand.number, stand.of) = (0, 0),
            Event::Length(length) => stand.length = length,
            Event::FirstMoves(count) => stand.of = count,
            Event::Started {
                number,
                of,
                movement,
            } => {
                (stand.number, stand.of) = (number, of);
                if self.progress.is_some() {
                    let notation = Notation::of(self.problem, Language::En);
                    stand.text = notation.movement(movement).trim().to_owned();
                }
            }
            _ => {}
        }
    }
}

impl Observer for Watch<'_> {
    fn event(&self, event: Event<'_>) {
        let Event::Nodes(count) = event else {
            return self.note(event);
        };
        self.positions.fetch_add(count, Relaxed);
        if self.aside {
            return;
        }
        let is_time = self.polled.lock().is_ok_and(|mut polled| {
            let is_time = polled.elapsed() >= BEAT;
            if is_time {
                *polled = Instant::now();
            }
            is_time
        });
        if is_time {
            self.poll();
        }
    }
}
