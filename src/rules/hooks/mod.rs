//! What may be asked of rules: the questions, their promises, and the builder that collects them.

pub(in crate::rules) mod asked;
pub(in crate::rules) mod builder;
mod captor;
pub(in crate::rules) mod displaces;
pub(in crate::rules) mod facts;
mod foresight;
pub(in crate::rules) mod hook;
mod kept;
pub(in crate::rules) mod private;
pub(in crate::rules) mod promise;
mod questions;
pub(in crate::rules) mod rank;
