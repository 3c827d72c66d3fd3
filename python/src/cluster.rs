//! What `dawson.cluster` needs of the library: the files of a collection, results that are kept
//! once, parts of a search joined.

use crate::collection::all_files;
use crate::errors::DawsonError;
use dawson::collection::limits_text;
use dawson::collection::results::{self, key};
use dawson::search::Checkpoint;
use pyo3::prelude::*;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The files that paths stand for, in the order of `dawson batch`.
#[pyfunction]
pub fn files(paths: Vec<PathBuf>) -> PyResult<Vec<PathBuf>> {
    all_files(&paths)
}

/// Limits as results note them.
#[pyfunction]
#[pyo3(signature = (time=None, max_solutions=None))]
pub fn limits(time: Option<f64>, max_solutions: Option<u32>) -> String {
    let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limits_text(time, max_solutions)
}

/// What parts of one search found, as one text.
#[pyfunction]
pub fn join_parts(parts: Vec<String>) -> String {
    let title = Checkpoint::in_memory(&[]).text().unwrap_or_default();
    let lines = parts.iter();
    let lines = lines.map(|part| part.strip_prefix(title.as_str()).unwrap_or_default());
    title.clone() + &lines.collect::<String>()
}

/// A file of results, as `dawson batch` writes it: every problem once.
#[pyclass(frozen, module = "dawson")]
pub struct Results {
    state: Mutex<State>,
}

/// The open file, and the keys of the problems that it holds.
struct State {
    file: results::Results,
    done: HashSet<u64>,
}

#[pymethods]
impl Results {
    /// Opens a new file, or one to go on with.
    #[new]
    #[pyo3(signature = (path, options="", *, resume=true))]
    fn new(path: PathBuf, options: &str, resume: bool) -> PyResult<Results> {
        let opened = results::Results::open(&path, resume, options);
        let (file, done) = opened.map_err(DawsonError::new_err)?;
        let done = done.into_keys().collect();
        Ok(Results {
            state: Mutex::new(State { file, done }),
        })
    }

    /// Whether the problem is done.
    fn has(&self, file: &str, number: usize, hash: &str) -> bool {
        self.state().done.contains(&key(file, number, hash))
    }

    /// Appends a result, unless there is one of this problem; whether it did.
    fn add(&self, file: &str, number: usize, hash: &str, line: &str) -> PyResult<bool> {
        let mut state = self.state();
        if !state.done.insert(key(file, number, hash)) {
            return Ok(false);
        }
        state.file.append(line)?;
        Ok(true)
    }

    /// Puts the results into the order of these files.
    fn sort(&self, files: Vec<String>) -> PyResult<()> {
        Ok(self.state().file.sort(&files)?)
    }

    fn __len__(&self) -> usize {
        self.state().done.len()
    }
}

impl Results {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
