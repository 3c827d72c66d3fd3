//! Readers and writers of problems and solutions.

pub mod diagnostic;
pub mod fen;
pub mod popeye;
pub mod statement;
