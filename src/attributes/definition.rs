//! What parsers, printers and the manual know about an attribute.

use crate::men::{Attribute, Names};
use crate::rules::{Claim, RulesBuilder};

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
    /// What it owns, decides, needs and removes.
    pub claims: &'static [Claim],
    /// Whether it only marks men for a condition that it brings about.
    pub is_mark: bool,
    /// Puts its hooks into the rules.
    pub install: fn(&mut RulesBuilder<'_>),
}

impl Definition {
    /// An attribute that goes with all rules.
    pub const BASE: Definition = Definition {
        key: "",
        names: Names {
            en: "",
            de: "",
            fr: "",
        },
        attribute: None,
        definition: "",
        claims: &[],
        is_mark: false,
        install: |_| {},
    };
}

impl std::fmt::Debug for Definition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Definition")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}
