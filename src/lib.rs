//! Dawson solves chess problems, fairy chess above all: a [`problem::Problem`]
//! goes in, a [`solution::Solution`] comes out.
//!
//! The library never prints and never exits; the command line does.

pub mod attributes;
pub mod board;
pub mod collection;
pub mod conditions;
#[cfg(feature = "index")]
pub mod index;
mod invisible;
pub mod legality;
pub mod manual;
pub mod men;
pub mod notation;
pub mod orthodox;
pub mod picture;
pub mod position;
pub mod problem;
pub mod query;
pub mod retract;
pub mod retro;
pub mod rules;
pub mod search;
pub mod sentences;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solution;
mod solve;
pub mod soundness;
pub mod stipulation;
pub mod themes;
pub mod workshop;

pub use problem::Problem;
pub use solution::Solution;
pub use solve::{Settings, SolveError, solve, solve_version};
