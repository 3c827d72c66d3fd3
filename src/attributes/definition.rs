//! What parsers, printers and the manual know about an attribute.

use crate::men::{Attribute, Names};
use crate::rules::RulesBuilder;

/// An attribute of the registry.
#[derive(Clone, Copy)]
pub struct Definition {
    /// Its key in kebab case.
    pub key: &'static str,
    /// Its name in the three languages.
    pub names: Names,
    /// How a man shows it; none where another property of the man does.
    pub attribute: Option<Attribute>,
    /// The rule in a few sentences.
    pub definition: &'static str,
    /// Puts its hooks into the rules.
    pub install: fn(&mut RulesBuilder<'_>),
}

impl std::fmt::Debug for Definition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Definition")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}
