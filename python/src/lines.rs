//! Lines one after the other while the search goes on: whoever looks at the first need not wait for the last, and
//! however many there are, none is kept.

use crate::errors::refused;
use crate::run::STACK;
use crate::solution::{Line, lines_of, outcome, refusal};
use dawson::board::Side;
use dawson::problem::{Version, twin_letter};
use dawson::search::Observer;
use dawson::solution::{self, Outcome, PhaseKind, Play};
use dawson::{Settings, solve_version};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often signals are looked at.
const BEAT: Duration = Duration::from_millis(50);
/// So many lines are found ahead; then the search waits.
const AHEAD: usize = 1024;
/// So many are made Python's at once.
const AT_ONCE: usize = 256;

/// A line, and the place of its version.
type Told = (usize, solution::Line);

/// The lines of help and series play, an iterator.
#[pyclass(module = "dawson")]
pub struct Lines {
    versions: Arc<Vec<Version>>,
    cancel: Arc<AtomicBool>,
    receiver: Option<Mutex<Receiver<Told>>>,
    search: Option<JoinHandle<Result<Outcome, String>>>,
    ready: VecDeque<Py<Line>>,
    /// A line of the next version, which came with others of this one.
    held: Option<Told>,
    version: usize,
    outcome: Option<Outcome>,
}

impl Lines {
    /// Begins the search.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn begin(problem: &dawson::Problem, settings: Settings) -> PyResult<Lines> {
        let versions = Arc::new(problem.versions());
        let (sender, receiver) = sync_channel(AHEAD);
        let cancel = settings.cancel.clone();
        let budget = settings.budget(&problem.options);
        let searched = versions.clone();
        let search = move || {
            let sending = Sending {
                sender,
                version: AtomicUsize::new(0),
                cancel: settings.cancel,
            };
            let mut ended = Outcome::Finished;
            for (index, version) in searched.iter().enumerate() {
                sending.version.store(index, Relaxed);
                let found = solve_version(version, &budget, &sending);
                if let Some(why) = found.remarks.iter().find_map(refusal) {
                    return Err(why);
                }
                // Play that is searched in other ways tells nothing on its way.
                for phase in &found.phases {
                    if let Play::Lines(lines) = &phase.play {
                        sending.lines(phase.kind, phase.starter, lines);
                    }
                }
                if found.outcome != Outcome::Finished {
                    ended = found.outcome;
                    if found.outcome != Outcome::Limited {
                        break;
                    }
                }
            }
            Ok(ended)
        };
        let builder = std::thread::Builder::new().stack_size(STACK);
        Ok(Lines {
            versions,
            cancel,
            receiver: Some(Mutex::new(receiver)),
            search: Some(builder.spawn(search)?),
            ready: VecDeque::new(),
            held: None,
            version: 0,
            outcome: None,
        })
    }

    /// Makes this line, and those that wait behind it, Python's.
    fn take(&mut self, py: Python<'_>, (version, first): Told) -> PyResult<()> {
        let mut lines = vec![first];
        if let Some(receiver) = &mut self.receiver {
            let receiver = receiver.get_mut().unwrap_or_else(PoisonError::into_inner);
            while lines.len() < AT_ONCE
                && self.held.is_none()
                && let Ok(told) = receiver.try_recv()
            {
                match told.0 == version {
                    true => lines.push(told.1),
                    false => self.held = Some(told),
                }
            }
        }
        self.version = version;
        self.ready = lines_of(py, &self.versions[version].problem, &lines)?.into();
        Ok(())
    }

    fn end(&mut self) -> PyResult<()> {
        self.receiver = None;
        match self.search.take().map(JoinHandle::join) {
            Some(Ok(Ok(outcome))) => self.outcome = Some(outcome),
            Some(Ok(Err(why))) => {
                self.outcome = Some(Outcome::Refused);
                return Err(refused(why));
            }
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => {}
        }
        Ok(())
    }

    fn stop(&mut self) {
        self.cancel.store(true, Relaxed);
        // Whoever waits to send goes on, and sees that it is to stop.
        self.receiver = None;
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.stop();
    }
}

#[pymethods]
impl Lines {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<Line>>> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Ok(Some(line));
            }
            if let Some(told) = self.held.take() {
                self.take(py, told)?;
                continue;
            }
            let Some(receiver) = &self.receiver else {
                return Ok(None);
            };
            let told = py.detach(|| {
                let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
                receiver.recv_timeout(BEAT)
            });
            match told {
                Ok(told) => self.take(py, told)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.end()?,
            }
            if let Err(error) = py.check_signals() {
                self.stop();
                return Err(error);
            }
        }
    }

    /// How the search ended, once it has.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.outcome.map(outcome)
    }

    /// The letter of the twin whose line came last.
    #[getter]
    fn twin(&self) -> Option<String> {
        let label = self.versions.get(self.version)?.label.as_ref();
        label.map(|label| twin_letter(label.number).to_string())
    }

    /// Ends the search.
    fn close(&mut self) {
        self.ready.clear();
        self.held = None;
        self.stop();
    }
}

/// Sends what is found to whoever iterates.
struct Sending {
    sender: SyncSender<Told>,
    version: AtomicUsize,
    cancel: Arc<AtomicBool>,
}

impl Observer for Sending {
    fn takes_lines_from(&self) -> Option<usize> {
        Some(1)
    }

    fn lines(&self, kind: PhaseKind, _starter: Side, lines: &[solution::Line]) {
        if kind != PhaseKind::Actual {
            return;
        }
        let version = self.version.load(Relaxed);
        for line in lines {
            if self.sender.send((version, line.clone())).is_err() {
                return self.cancel.store(true, Relaxed);
            }
        }
    }
}
