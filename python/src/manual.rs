//! The manual, and sheets of pictures.

use crate::collection::Entry;
use crate::errors::DawsonError;
use crate::problem::{Problem, default, style};
use crate::run::{self, Limits};
use crate::solution::loads;
use dawson::manual::{Found, entries, find, page};
use dawson::picture::{Drawing, draw, sheet as pdf, web_page};
use dawson::query::retract::answer as query;
use dawson::retract::level_named;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

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

/// Moves taken back: un-moves, help and defensive retractors, and what the past of a position says.
#[pyfunction]
#[pyo3(signature = (statement, fen, *, legality=None, threads=1, memory=None, time=None))]
pub fn retract<'py>(
    py: Python<'py>,
    statement: &str,
    fen: &str,
    legality: Option<&str>,
    threads: usize,
    memory: Option<&Bound<'py, PyAny>>,
    time: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let wrong = "legality: expected none, checks, last=N or full";
    let level = legality.map(|name| level_named(name).ok_or_else(|| PyValueError::new_err(wrong)));
    let level = level.transpose()?;
    let memory = default(py, memory, 256 << 20)?;
    let settings = Limits::new(threads, &memory, time, None)?.settings();
    let answer = run::quietly(py, &settings, || query(statement, fen, level, &settings))?;
    loads(py, &answer.map_err(DawsonError::new_err)?.to_string())
}
