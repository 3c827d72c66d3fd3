//! What can go wrong, as exceptions; those about a text say where in it.

use dawson::notation::diagnostic::{Diagnostic, line_and_column};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

create_exception!(
    dawson,
    DawsonError,
    PyValueError,
    "Anything that Dawson refuses."
);
create_exception!(
    dawson,
    InputError,
    DawsonError,
    "A text that cannot be understood; `place`, `start`, `end`, `line`, `column`, `help` and `faults` say what and where."
);
create_exception!(
    dawson,
    RefusedError,
    DawsonError,
    "A problem that cannot be solved: a rule is not supported, nothing is asked, or a king could be captured at once."
);

/// Adds them to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("DawsonError", py.get_type::<DawsonError>())?;
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("RefusedError", py.get_type::<RefusedError>())
}

/// Something wrong with a text.
pub struct Fault {
    place: &'static str,
    text: String,
    said: Diagnostic,
}

impl Fault {
    /// A diagnostic that points into `text`, which is the `place` of a problem.
    pub fn new(place: &'static str, text: &str, said: &Diagnostic) -> Fault {
        Fault {
            place,
            text: text.to_owned(),
            said: said.clone(),
        }
    }

    /// Whether it keeps the problem from being read.
    pub fn is_error(&self) -> bool {
        self.said.is_error()
    }

    /// Characters, as Python counts them.
    fn characters(&self, byte: usize) -> usize {
        let before = self.text.get(..byte.min(self.text.len()));
        before.unwrap_or(&self.text).chars().count()
    }

    /// The same as `statement, character 5: unknown word`.
    pub fn told(&self) -> String {
        let at = self.said.span().map(|span| self.characters(span.offset()));
        let at = at.map_or(String::new(), |at| format!(", character {}", at + 1));
        let help = self.said.advice();
        let help = help.map_or(String::new(), |help| format!("; {help}"));
        format!("{}{at}: {}{help}", self.place, self.said)
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let span = self.said.span();
        let byte = span.map_or(0, |span| span.offset());
        let (line, column) = line_and_column(&self.text, byte);
        dict.set_item("place", self.place)?;
        dict.set_item("message", self.said.to_string())?;
        dict.set_item("help", self.said.advice())?;
        dict.set_item("is_error", self.is_error())?;
        let end = span.map(|span| self.characters(span.offset() + span.len()));
        dict.set_item("start", span.map(|_| self.characters(byte)))?;
        dict.set_item("end", end)?;
        dict.set_item("line", span.map(|_| line))?;
        dict.set_item("column", span.map(|_| column))?;
        Ok(dict)
    }
}

/// The exception for these faults; the first error says where.
pub fn input_error(py: Python<'_>, faults: &[Fault]) -> PyErr {
    let errors: Vec<&Fault> = faults.iter().filter(|fault| fault.is_error()).collect();
    let told: Vec<String> = errors.iter().map(|fault| fault.told()).collect();
    let error = InputError::new_err(told.join("\n"));
    match describe(py, &error, faults, errors.first().copied()) {
        Ok(()) => error,
        Err(other) => other,
    }
}

fn describe(
    py: Python<'_>,
    error: &PyErr,
    faults: &[Fault],
    first: Option<&Fault>,
) -> PyResult<()> {
    let value = error.value(py);
    let list = PyList::empty(py);
    for fault in faults {
        list.append(fault.dict(py)?)?;
    }
    value.setattr("faults", list)?;
    if let Some(first) = first {
        let dict = first.dict(py)?;
        for key in ["place", "start", "end", "line", "column", "help", "message"] {
            value.setattr(key, dict.get_item(key)?)?;
        }
        value.setattr("text", first.text.clone())?;
    }
    Ok(())
}

/// A refusal.
pub fn refused(why: impl ToString) -> PyErr {
    RefusedError::new_err(why.to_string())
}
