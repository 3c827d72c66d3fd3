//! Collections, read problem by problem.

use crate::errors::{DawsonError, InputError};
use crate::problem::{Problem, default};
use crate::run::{self, Limits};
use crate::verdict::Examined;
use dawson::collection::{self, files};
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

/// Problems read ahead.
const AHEAD: usize = 64;
/// Nested texts are read by recursion.
const STACK: usize = 16 << 20;

/// What a reading thread sends.
pub enum Sent {
    /// A problem of this file.
    Entry(String, Box<collection::Entry>),
    /// A file that could not be read, and why.
    Fault(String),
}

/// Problems of files as a thread reads them; who drops it ends the reading.
pub fn start(paths: Vec<PathBuf>, trusts: bool) -> std::io::Result<Receiver<Sent>> {
    let (sender, receiver) = sync_channel(AHEAD);
    let builder = std::thread::Builder::new().stack_size(STACK);
    builder.spawn(move || {
        for path in paths {
            if !send_all(&path, trusts, &sender) {
                return;
            }
        }
    })?;
    Ok(receiver)
}

fn send_all(path: &PathBuf, trusts: bool, sender: &SyncSender<Sent>) -> bool {
    let name = path.display().to_string();
    let fault = |why: String| sender.send(Sent::Fault(format!("{}: {why}", path.display())));
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) => return fault(files::why(&error)).is_ok(),
    };
    let open = files::opener(path, trusts);
    let short = path.file_name().unwrap_or_default().to_string_lossy();
    match collection::read(&short, BufReader::new(file), &open) {
        Ok(mut entries) => entries.all(|entry| {
            let sent = sender.send(Sent::Entry(name.clone(), Box::new(entry)));
            sent.is_ok()
        }),
        Err(error) => fault(error.to_string()).is_ok(),
    }
}

/// The files that these paths stand for: themselves, or all collections below a folder.
pub fn all_files(paths: &[PathBuf]) -> PyResult<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if !path.exists() {
            return Err(PyFileNotFoundError::new_err(path.display().to_string()));
        }
        files::files(path, &mut found).map_err(DawsonError::new_err)?;
    }
    Ok(found)
}

/// Problems, read one by one as they are asked for.
#[pyclass(frozen, module = "dawson")]
pub struct Collection {
    entries: Mutex<Receiver<Sent>>,
}

#[pymethods]
impl Collection {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Entry>> {
        let sent = py.detach(|| {
            let entries = self.entries.lock();
            entries.unwrap_or_else(PoisonError::into_inner).recv().ok()
        });
        py.check_signals()?;
        match sent {
            None => Ok(None),
            Some(Sent::Entry(file, data)) => Ok(Some(Entry { file, data: *data })),
            Some(Sent::Fault(why)) => Err(InputError::new_err(why)),
        }
    }
}

/// Reads a file or a folder of problems in any format, one by one.
#[pyfunction]
#[pyo3(signature = (path, *, trust_files=false))]
pub fn read(path: PathBuf, trust_files: bool) -> PyResult<Collection> {
    let entries = start(all_files(&[path])?, trust_files)?;
    Ok(Collection {
        entries: Mutex::new(entries),
    })
}

/// Reads the problems of a text in any format.
#[pyfunction]
pub fn reads(text: &str) -> PyResult<Vec<Entry>> {
    let nowhere = |_: &str| Err("a text has no folder".to_owned());
    let entries = collection::read("-", text.as_bytes(), &nowhere);
    let entries = entries.map_err(|error| InputError::new_err(error.to_string()))?;
    let file = "-".to_owned();
    let entries = entries.map(|data| Entry {
        file: file.clone(),
        data,
    });
    Ok(entries.collect())
}

/// A problem of a collection with all that stands beside it.
#[pyclass(frozen, module = "dawson")]
#[derive(Clone)]
pub struct Entry {
    /// Its file, as it was named.
    pub file: String,
    /// The entry.
    pub data: collection::Entry,
}

#[pymethods]
impl Entry {
    #[getter]
    fn file(&self) -> &str {
        &self.file
    }

    #[getter]
    fn number(&self) -> usize {
        self.data.number
    }

    #[getter]
    fn line(&self) -> usize {
        self.data.line
    }

    #[getter]
    fn id(&self) -> Option<&str> {
        self.data.id.as_deref()
    }

    /// The problem, with what its solution claims where nothing else says it; an exception if it could not be read.
    #[getter]
    fn problem(&self) -> PyResult<Problem> {
        match self.data.is_read() {
            true => {
                let mut data = self.data.clone();
                data.settle_claim();
                Ok(Problem::of(data.problem))
            }
            false => Err(InputError::new_err(self.data.errors.join("\n"))),
        }
    }

    /// The author's solution, as written.
    #[getter]
    fn solution(&self) -> Option<&str> {
        self.data.solution.as_deref()
    }

    /// What else the collection says.
    #[getter]
    fn details<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::Value::Object(self.data.details.clone()).to_string();
        crate::solution::loads(py, &text)
    }

    #[getter]
    fn errors(&self) -> Vec<String> {
        self.data.errors.clone()
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.data.warnings.clone()
    }

    #[getter]
    fn is_read(&self) -> bool {
        self.data.is_read()
    }

    /// A hash of what is asked, whoever made it.
    #[getter]
    fn content_hash(&self) -> String {
        collection::content_hash(&self.data.problem)
    }

    /// Says whether it is sound; what could not be read is a verdict, too.
    #[pyo3(signature = (*, threads=1, memory=None, time=None, max_solutions=None))]
    fn check(
        &self,
        py: Python<'_>,
        threads: usize,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        max_solutions: Option<u32>,
    ) -> PyResult<Examined> {
        let memory = default(py, memory, 128 << 20)?;
        let limits = Limits::new(threads, &memory, time, max_solutions)?;
        let settings = limits.settings();
        let noted = collection::limits_text(limits.time, limits.max_solutions);
        let problem = self.data.problem.clone();
        let examined = run::run(py, &problem, &settings, None, |observer| {
            let entry = self.data.clone();
            collection::examine_observed(&self.file, entry, &settings, &noted, observer)
        })?;
        Ok(Examined::of(examined))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, EntryParts)> {
        let py = slf.py();
        let this = slf.get();
        let class = py.get_type::<Entry>().getattr("_rebuilt")?;
        let data = &this.data;
        let text = collection::write::entry(collection::write::Target::JsonLines, data);
        let place = (this.file.clone(), data.number, data.line);
        let said = (
            data.errors.clone(),
            data.warnings.clone(),
            data.faults.clone(),
        );
        Ok((class, (text, place, said, data.claims_by_default)))
    }

    #[staticmethod]
    fn _rebuilt(text: &str, place: EntryPlace, said: EntrySaid, claims: bool) -> PyResult<Entry> {
        let nowhere = |_: &str| Err("a text has no folder".to_owned());
        let mut entries = collection::read("-", text.as_bytes(), &nowhere)
            .map_err(|error| InputError::new_err(error.to_string()))?;
        let nothing = || InputError::new_err("there is no problem in the text");
        let mut data = entries.next().ok_or_else(nothing)?;
        let file;
        (file, data.number, data.line) = place;
        (data.errors, data.warnings, data.faults) = said;
        data.claims_by_default = claims;
        Ok(Entry { file, data })
    }

    fn _repr_svg_(&self) -> Option<String> {
        let read = self.data.is_read();
        read.then(|| {
            dawson::picture::draw(&self.data.problem, dawson::picture::Style::default()).svg(0.45)
        })
    }

    fn __repr__(&self) -> String {
        let statement = collection::statement_of(&self.data.problem);
        format!("<Entry: {} {}, {statement}>", self.file, self.data.number)
    }
}

type EntryPlace = (String, usize, usize);
type EntrySaid = (Vec<String>, Vec<String>, Vec<String>);
type EntryParts = (String, EntryPlace, EntrySaid, bool);
