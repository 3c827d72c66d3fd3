//! The manual, and sheets of pictures.

use crate::collection::Entry;
use crate::errors::DawsonError;
use crate::problem::{Problem, style};
use dawson::manual::{Found, entries, find, page};
use dawson::picture::{Drawing, draw, sheet as pdf, web_page};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use dawson::Settings;
use dawson::query::retract::answer as query;
use dawson::retract::level_named;
use pyo3::types::PyBytes;
use std::time::Duration;

/// The pages of the manual about everything that is called so.
#[pyfunction]
pub fn explain(name: &str) -> PyResult<String> {
    match find(name) {
        Found::Entries(found) => {
            let pages: Vec<String> = found.iter().map(page).collect();
            Ok(pages.join("\n"))
        }
        Found::NoDefinition(error) => Err(DawsonError::new_err(error.to_string())),
        Found::Nothing(near) => {
            let near = match near.is_empty() {
                true => String::new(),
                false => format!("; did you mean `{}`?", near.join("`, `")),
            };
            Err(PyKeyError::new_err(format!("unknown name `{name}`{near}")))
        }
    }
}

/// The names of everything of a kind: `walk`, `condition`, `goal` ...
#[pyfunction]
pub fn names(kind: &str) -> PyResult<Vec<&'static str>> {
    let known = entries().into_iter();
    let found = known.filter(|entry| entry.kind.to_string() == kind);
    let found: Vec<&'static str> = found.map(|entry| entry.names[0]).collect();
    match found.is_empty() {
        true => Err(PyValueError::new_err(format!("there is no kind `{kind}`"))),
        false => Ok(found),
    }
}

/// Many problems as a PDF (bytes) or a web page (text).
#[pyfunction]
#[pyo3(signature = (problems, format="html", *, columns=2, square=45, theme="colour", language="en"))]
pub fn sheet<'py>(
    problems: &Bound<'py, PyAny>,
    format: &str,
    columns: usize,
    square: u16,
    theme: &str,
    language: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problems.py();
    let style = style(theme, language, true, true)?;
    let mut drawings: Vec<Drawing> = Vec::new();
    for item in problems.try_iter()? {
        let item = item?;
        if let Ok(problem) = item.cast::<Problem>() {
            drawings.push(problem.get().drawing(style));
        } else if let Ok(entry) = item.cast::<Entry>() {
            drawings.push(draw(&entry.get().data.problem, style));
        } else {
            return Err(PyTypeError::new_err("expected problems or entries"));
        }
    }
    match format {
        "pdf" => Ok(PyBytes::new(py, &pdf(&drawings, columns.clamp(1, 8))).into_any()),
        "html" => {
            let scale = f32::from(square.clamp(4, 512)) / 100.0;
            Ok(web_page(&drawings, scale).into_pyobject(py)?.into_any())
        }
        _ => Err(PyValueError::new_err("format: expected html or pdf")),
    }
}

/// Moves taken back: the answer to a retro statement, as JSON.
#[pyfunction]
#[pyo3(signature = (statement, fen, legality=None, time=None, threads=1, memory=256 << 20))]
pub fn retract(
    py: Python<'_>,
    statement: &str,
    fen: &str,
    legality: Option<&str>,
    time: Option<f64>,
    threads: usize,
    memory: usize,
) -> PyResult<String> {
    let level = match legality {
        None => None,
        Some(name) => match level_named(name) {
            Some(level) => Some(level),
            None => return Err(PyValueError::new_err("legality: expected none, checks, last=N or full")),
        },
    };
    let time_limit = match time.map(Duration::try_from_secs_f64) {
        Some(Err(error)) => return Err(PyValueError::new_err(format!("time: {error}"))),
        Some(Ok(time)) => Some(time),
        None => None,
    };
    let settings = Settings {
        threads,
        memory,
        time_limit,
        ..Settings::default()
    };
    let answer = py.detach(|| query(statement, fen, level, &settings));
    let answer = answer.map_err(DawsonError::new_err)?;
    Ok(answer.to_string())
}
