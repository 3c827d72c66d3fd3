//! Many problems examined side by side, on all cores, without the interpreter.

use crate::collection::{Entry, Sent, all_files, start};
use crate::errors::InputError;
use crate::problem::Problem;
use crate::run::{Limits, bytes};
use crate::verdict::Examined;
use dawson::Settings;
use dawson::collection::{self, limits_text};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Problems under way at most.
const WINDOW: usize = 1024;
/// Deep play recurses deeply.
const STACK: usize = 64 << 20;

type Job = (usize, Entry);
type Done = (usize, collection::Examined);

/// Verdicts as they come.
#[pyclass(frozen, module = "dawson")]
pub struct Batch {
    state: Mutex<State>,
    cancel: Arc<AtomicBool>,
}

struct State {
    source: Source,
    jobs: Option<Sender<Job>>,
    done: Receiver<Done>,
    ordered: bool,
    next: usize,
    sent: usize,
    told: usize,
    waiting: BTreeMap<usize, collection::Examined>,
}

enum Source {
    Files(Receiver<Sent>),
    Python(Py<PyIterator>),
    Ended,
}

#[pymethods]
impl Batch {
    /// Verdicts on paths, or on problems and entries that Python has.
    #[new]
    #[pyo3(signature = (problems, *, jobs=None, memory=None, time=None, max_solutions=None, ordered=true))]
    fn new(
        problems: &Bound<'_, PyAny>,
        jobs: Option<usize>,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        max_solutions: Option<u32>,
        ordered: bool,
    ) -> PyResult<Batch> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let workers = jobs.unwrap_or_else(cores).max(1);
        let memory = memory.map_or(Ok(128 << 20), bytes)?;
        let one = (memory / workers).max(1 << 20);
        let one = one.into_pyobject(problems.py())?.into_any();
        let limits = Limits::new(1, &one, time, max_solutions)?;
        let cancel = Arc::new(AtomicBool::new(false));
        let settings = Settings {
            cancel: cancel.clone(),
            ..limits.settings()
        };
        let noted = limits_text(limits.time, limits.max_solutions);
        let (jobs, waiting) = channel::<Job>();
        let (sender, done) = channel::<Done>();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..workers {
            let (waiting, sender) = (waiting.clone(), sender.clone());
            let (settings, noted) = (settings.clone(), noted.clone());
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder.spawn(move || work(&waiting, &sender, &settings, &noted))?;
        }
        let state = State {
            source: source(problems)?,
            jobs: Some(jobs),
            done,
            ordered,
            next: 0,
            sent: 0,
            told: 0,
            waiting: BTreeMap::new(),
        };
        Ok(Batch {
            state: Mutex::new(state),
            cancel,
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Examined>> {
        loop {
            let mut state = self.state(py);
            state.feed(py)?;
            if let Some(found) = state.ready() {
                return Ok(Some(Examined::of(found)));
            }
            if state.told == state.sent && matches!(state.source, Source::Ended) {
                return Ok(None);
            }
            let beat = Duration::from_millis(if state.told == state.sent { 1 } else { 50 });
            drop(state);
            py.detach(|| {
                let state = self.state.lock();
                state.unwrap_or_else(PoisonError::into_inner).wait(beat);
            });
            if let Err(error) = py.check_signals() {
                self.cancel.store(true, Relaxed);
                return Err(error);
            }
        }
    }

    /// Ends all searches.
    fn close(&self, py: Python<'_>) {
        self.cancel.store(true, Relaxed);
        let mut state = self.state(py);
        state.jobs = None;
        state.source = Source::Ended;
        state.told = state.sent;
    }
}

impl Batch {
    fn state(&self, py: Python<'_>) -> MutexGuard<'_, State> {
        loop {
            // Whoever holds it may need the interpreter.
            match self.state.try_lock() {
                Ok(state) => return state,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                }
            }
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.cancel.store(true, Relaxed);
    }
}

fn work(jobs: &Mutex<Receiver<Job>>, sender: &Sender<Done>, settings: &Settings, noted: &str) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((place, entry)) = job else { return };
        if settings.cancel.load(Relaxed) {
            return;
        }
        let examined = collection::examine(&entry.file, entry.data, settings, noted);
        if sender.send((place, examined)).is_err() {
            return;
        }
    }
}

/// A path, several of them, or problems.
fn source(problems: &Bound<'_, PyAny>) -> PyResult<Source> {
    if let Ok(path) = problems.extract::<PathBuf>() {
        return Ok(Source::Files(start(all_files(&[path])?, false)?));
    }
    let is_list = problems.is_instance_of::<pyo3::types::PyList>()
        || problems.is_instance_of::<pyo3::types::PyTuple>();
    if is_list
        && problems.len()? > 0
        && let Ok(paths) = problems.extract::<Vec<PathBuf>>()
    {
        return Ok(Source::Files(start(all_files(&paths)?, false)?));
    }
    Ok(Source::Python(problems.try_iter()?.unbind()))
}

/// A problem or an entry.
fn entry(item: &Bound<'_, PyAny>, number: usize) -> PyResult<Entry> {
    if let Ok(entry) = item.cast::<Entry>() {
        return Ok(entry.get().clone());
    }
    if let Ok(problem) = item.cast::<Problem>() {
        let mut data = collection::Entry::of((*problem.get().data).clone());
        data.number = number;
        return Ok(Entry {
            file: "-".to_owned(),
            data,
        });
    }
    Err(PyTypeError::new_err("expected paths, problems or entries"))
}

impl State {
    /// Hands out problems as long as there is room.
    fn feed(&mut self, py: Python<'_>) -> PyResult<()> {
        while self.sent - self.told < WINDOW {
            let next = match &self.source {
                Source::Ended => return Ok(()),
                Source::Python(items) => match items.bind(py).clone().next() {
                    Some(item) => Some(entry(&item?, self.sent + 1)?),
                    None => None,
                },
                Source::Files(entries) => match entries.try_recv() {
                    Ok(Sent::Entry(file, data)) => Some(Entry { file, data: *data }),
                    Ok(Sent::Fault(why)) => return Err(InputError::new_err(why)),
                    Err(TryRecvError::Empty) => return Ok(()),
                    Err(TryRecvError::Disconnected) => None,
                },
            };
            let Some(next) = next else {
                self.source = Source::Ended;
                self.jobs = None;
                return Ok(());
            };
            if let Some(jobs) = &self.jobs {
                let _ = jobs.send((self.sent, next));
            }
            self.sent += 1;
        }
        Ok(())
    }

    fn ready(&mut self) -> Option<collection::Examined> {
        while let Ok((place, found)) = self.done.try_recv() {
            self.waiting.insert(place, found);
        }
        let found = match self.ordered {
            true => self.waiting.remove(&self.next),
            false => self.waiting.pop_first().map(|(_, found)| found),
        }?;
        self.next += 1;
        self.told += 1;
        Some(found)
    }

    fn wait(&mut self, beat: Duration) {
        match self.done.recv_timeout(beat) {
            Ok((place, found)) => drop(self.waiting.insert(place, found)),
            Err(RecvTimeoutError::Timeout) => {}
            // All workers are gone: what they left is told, and that is all.
            Err(RecvTimeoutError::Disconnected) => {
                if self.waiting.is_empty() {
                    self.source = Source::Ended;
                    self.told = self.sent;
                }
            }
        }
    }
}
