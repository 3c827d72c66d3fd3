//! A variant that is what was asked for, as data.

use super::run::Tried;
use super::variant::{Kind, Variant};
use crate::collection::statement_of;
use crate::notation::popeye::input::input;
use crate::notation::popeye::words::Language;
use crate::problem::{Problem, Twin};
use crate::soundness::Class;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A variant that holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// What was changed.
    pub kind: Kind,
    /// The change: `wKa1-->b1`, `+bPe7`.
    pub change: String,
    /// `sound`, or `dual`.
    pub verdict: Class,
    /// What is to be said against it: duals.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Its solutions, in short notation.
    pub found: Vec<String>,
    /// How many men the changed diagram has.
    pub men: usize,
    /// Remarks, e.g. what makes a twin a good one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The change as a twin in the problem language, where it is one: `Twin Move a1 b1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// What is asked after the change.
    pub statement: String,
    /// The changed problem in the problem language.
    pub input: String,
}

impl Finding {
    /// The variant with what was found about it; none if it cannot be made.
    pub(super) fn of(problem: &Problem, variant: &Variant, tried: &Tried) -> Option<Finding> {
        let (changed, _) = variant.apply(problem).ok()?;
        Some(Finding {
            kind: variant.kind,
            change: tried.change.clone(),
            verdict: tried.answer.class,
            reason: tried.answer.reason.clone(),
            found: tried.answer.found.clone(),
            men: changed.diagram.men().count(),
            remarks: Vec::new(),
            twin: twin_text(problem, variant),
            statement: statement_of(&changed),
            input: input([&changed], Language::En),
        })
    }
}

/// A variant as a twin of its problem, as it is written in the problem language.
pub fn twin_text(problem: &Problem, variant: &Variant) -> Option<String> {
    if variant.options.is_some() {
        return None;
    }
    let mut twin = problem.clone();
    twin.twins = vec![Twin {
        continued: false,
        changes: variant.changes.clone(),
    }];
    twin.zero_position = false;
    let text = input([&twin], Language::En);
    let line = text.lines().rev().find(|line| line.starts_with("Twin"));
    line.map(str::to_owned)
}
