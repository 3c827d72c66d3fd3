//! Dawson solves chess problems, fairy chess above all: a [`Problem`] goes in, a [`Solution`] comes out.
//!
//! **Solve** what stands below a diagram in a magazine:
//!
//! ```
//! use dawson::Problem;
//! use dawson::notation::{popeye::words::Language, report};
//!
//! let problem = Problem::from_statement("h#1", "7k/1p6/6K1/8/8/8/8/R7")?;
//! let solution = problem.solve()?;
//! let text = report::report(&problem, &solution, Language::En, report::Look::Plain);
//! assert!(text.contains("1. Kh8-g8 Ra1-a8 #"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Judge** it, with limits, on all that was found:
//!
//! ```
//! use dawson::soundness::{Class, check_solved};
//! use dawson::{Problem, Settings, solve};
//! use std::time::Duration;
//!
//! let problem = Problem::from_statement("#2, Circe", "7k/8/6K1/8/8/8/8/RR6")?;
//! let settings = Settings {
//!     threads: 2,
//!     time_limit: Some(Duration::from_secs(10)),
//!     ..Settings::default()
//! };
//! let solution = solve(&problem, &settings, &());
//! let verdict = check_solved(&problem, &solution, &settings, &());
//! assert_eq!(verdict.verdict, Class::Short);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Play** under any rules:
//!
//! ```
//! use dawson::conditions::compile;
//! use dawson::rules::{Game, Wanted};
//! use dawson::Problem;
//! use std::ops::ControlFlow::Continue;
//!
//! let problem = Problem::from_statement("#2, Circe", "7k/8/6K1/8/8/8/8/RR6")?;
//! let mut game = compile(&problem)?;
//! let mut moves = 0;
//! let _ = game.visit_moves(Wanted::All, &[], &mut |_, _| {
//!     moves += 1;
//!     Continue(())
//! });
//! assert_eq!(moves, 26);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The library never prints and never exits; the command line does. Without the features `cli` (the program), `serve` (the
//! page), `index` (SQLite) and `picture` (SVG, PNG, PDF) it compiles none of what they stand on.

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
#[cfg(feature = "picture")]
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
