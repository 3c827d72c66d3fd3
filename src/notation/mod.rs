//! Readers and writers of problems and solutions.

pub mod diagnostic;
pub mod fen;
pub mod json;
mod own_walk;
pub mod popeye;
pub mod report;
pub mod statement;
