//! What may be asked of rules: the questions, their promises, and the builder that collects them.

pub(in crate::rules) mod builder;
pub(in crate::rules) mod hook;
pub(in crate::rules) mod rank;
