//! What parsers, printers and the manual know about a condition.

use crate::problem::Condition;
use crate::rules::RulesBuilder;

/// A condition of the registry.
#[derive(Clone, Copy)]
pub struct Definition {
    /// Its key in kebab case.
    pub key: &'static str,
    /// Its name in the three languages.
    pub names: Names,
    /// Who invented it and when, as far as known.
    pub inventor: Option<&'static str>,
    /// The rule in one or two sentences.
    pub summary: &'static str,
    /// Puts its hooks into the rules.
    pub install: fn(&Condition, &mut RulesBuilder<'_>),
}

/// A name in the three languages of input and output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Names {
    /// English.
    pub en: &'static str,
    /// German.
    pub de: &'static str,
    /// French.
    pub fr: &'static str,
}

impl std::fmt::Debug for Definition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Definition")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}
