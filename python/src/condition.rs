//! Conditions of one's own, in sentences.

use crate::errors::DawsonError;
use dawson::conditions::Own;
use dawson::sentences::{self, Text, Tongue};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A text that defines one condition or more.
#[pyclass(frozen, module = "dawson")]
pub struct Condition {
    texts: Vec<Text>,
    /// The conditions of the text, in its order.
    pub own: Vec<&'static Own>,
    source: String,
}

#[pymethods]
impl Condition {
    #[new]
    fn new(text: &str) -> PyResult<Condition> {
        let wrong = |faults: Vec<sentences::Fault>| {
            let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
            crate::errors::InputError::new_err(said.join("\n"))
        };
        let texts = sentences::read(text).map_err(wrong)?;
        let known = texts.iter().map(sentences::known);
        let own: Result<Vec<_>, _> = known.collect();
        Ok(Condition {
            own: own.map_err(|error| DawsonError::new_err(error.to_string()))?,
            texts,
            source: text.to_owned(),
        })
    }

    /// The conditions of a file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Condition> {
        Condition::new(&std::fs::read_to_string(path)?)
    }

    /// The name of the first condition.
    #[getter]
    fn name(&self) -> &str {
        &self.texts[0].name
    }

    /// The names of all conditions of the text.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.texts.iter().map(|text| text.name.as_str()).collect()
    }

    /// The text as it was given.
    #[getter]
    fn text(&self) -> &str {
        &self.source
    }

    /// What tells the first rule from all others, whatever its name.
    #[getter]
    fn hash(&self) -> String {
        self.texts[0].hash()
    }

    /// Each sentence with the question it answers, what the text does not say, and its examples.
    #[pyo3(signature = (language="en"))]
    fn explain(&self, language: &str) -> PyResult<String> {
        let tongue = tongue(language)?;
        let pages = self
            .texts
            .iter()
            .map(|text| sentences::explain(text, tongue));
        let pages: Result<Vec<String>, _> = pages.collect();
        Ok(pages
            .map_err(|error| DawsonError::new_err(error.to_string()))?
            .join("\n"))
    }

    /// The text in another language.
    fn translate(&self, language: &str) -> PyResult<String> {
        let tongue = tongue(language)?;
        let texts: Vec<String> = self.texts.iter().map(|text| text.written(tongue)).collect();
        Ok(texts.join("\n"))
    }

    /// The examples that fail, each with the reason; none if all hold.
    fn check_examples(&self) -> Vec<String> {
        let all = self.texts.iter().zip(&self.own);
        let failed = all.flat_map(|(text, own)| sentences::failures(text, own));
        failed
            .map(|(example, why)| format!("{}: {why}", example.fen))
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("<Condition {}>", self.names().join(", "))
    }
}

fn tongue(language: &str) -> PyResult<Tongue> {
    let found = Tongue::ALL
        .into_iter()
        .find(|tongue| tongue.letters() == language);
    found.ok_or_else(|| PyValueError::new_err("language: expected en, de or fr"))
}

/// The conditions of an argument `conditions`: texts, or conditions that were read.
pub fn conditions(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<&'static Own>> {
    let Some(given) = given else {
        return Ok(Vec::new());
    };
    if let Some(own) = of_one(given)? {
        return Ok(own);
    }
    let mut found = Vec::new();
    for one in given.try_iter()? {
        let own = of_one(&one?)?;
        found.extend(own.ok_or_else(|| PyTypeError::new_err("conditions: expected texts"))?);
    }
    Ok(found)
}

/// Those of one text, or of one condition that was read; none of anything else.
fn of_one(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<&'static Own>>> {
    if let Ok(condition) = given.cast::<Condition>() {
        return Ok(Some(condition.get().own.clone()));
    }
    match given.extract::<String>() {
        Ok(text) => Ok(Some(Condition::new(&text)?.own)),
        Err(_) => Ok(None),
    }
}
