//! What the judge says.

use crate::problem::Problem;
use crate::solution::loads;
use dawson::collection;
use dawson::soundness;
use pyo3::prelude::*;

/// The verdict on a problem.
#[pyclass(frozen, module = "dawson")]
pub struct Verdict {
    data: soundness::Verdict,
}

impl Verdict {
    /// The same for Python.
    pub fn of(data: soundness::Verdict) -> Verdict {
        Verdict { data }
    }
}

#[pymethods]
impl Verdict {
    /// `sound`, `cooked`, `no solution` ...
    #[getter]
    fn verdict(&self) -> &'static str {
        self.data.verdict.name()
    }

    /// `C+ Dawson 0.1.0`, or nothing.
    #[getter]
    fn mark(&self) -> Option<String> {
        self.data.mark.clone()
    }

    #[getter]
    fn solutions(&self) -> Option<usize> {
        self.data.solutions
    }

    #[getter]
    fn intended(&self) -> Option<u32> {
        self.data.intended
    }

    #[getter]
    fn evidence(&self) -> Vec<String> {
        self.data.evidence.clone()
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.data.seconds
    }

    #[getter]
    fn positions(&self) -> u64 {
        self.data.positions
    }

    #[getter]
    fn is_sound(&self) -> bool {
        self.data.verdict == soundness::Class::Sound
    }

    #[pyo3(signature = (*, strict=false))]
    fn is_unsound(&self, strict: bool) -> bool {
        self.data.is_unsound(strict)
    }

    fn to_json(&self) -> PyResult<String> {
        let told = serde_json::to_string(&self.data);
        told.map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.to_json()?)
    }

    fn __str__(&self) -> String {
        let mut text = self.data.verdict.name().to_owned();
        for evidence in &self.data.evidence {
            text += "\n  ";
            text += evidence;
        }
        text
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}>", self.data.verdict.name())
    }
}

/// The verdict on a problem of a collection: what a line of `dawson check --format jsonl` holds.
#[pyclass(frozen, module = "dawson")]
pub struct Examined {
    data: collection::Examined,
}

impl Examined {
    /// The same for Python.
    pub fn of(data: collection::Examined) -> Examined {
        Examined { data }
    }
}

#[pymethods]
impl Examined {
    #[getter]
    fn file(&self) -> &str {
        &self.data.file
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

    #[getter]
    fn content_hash(&self) -> &str {
        &self.data.hash
    }

    #[getter]
    fn authors(&self) -> Vec<String> {
        self.data.authors.clone()
    }

    #[getter]
    fn statement(&self) -> &str {
        &self.data.statement
    }

    #[getter]
    fn verdict(&self) -> &'static str {
        self.data.judged.verdict.name()
    }

    #[getter]
    fn evidence(&self) -> Vec<String> {
        self.data.judged.evidence.clone()
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.data.judged.seconds
    }

    #[getter]
    fn is_sound(&self) -> bool {
        self.data.judged.verdict == soundness::Class::Sound
    }

    /// The problem itself; nothing if it could not be read.
    #[getter]
    fn problem(&self) -> PyResult<Option<Problem>> {
        match self.data.input.is_empty() {
            true => Ok(None),
            false => Problem::read(&self.data.input).map(|(problem, _)| Some(problem)),
        }
    }

    fn judged(&self) -> Verdict {
        Verdict::of(self.data.judged.clone())
    }

    #[pyo3(signature = (*, strict=false))]
    fn is_unsound(&self, strict: bool) -> bool {
        self.data.judged.is_unsound(strict)
    }

    fn to_json(&self) -> String {
        self.data.json()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.to_json())
    }

    fn __repr__(&self) -> String {
        let data = &self.data;
        format!(
            "<Examined: {} {}, {}>",
            data.file,
            data.number,
            data.judged.verdict.name()
        )
    }
}
