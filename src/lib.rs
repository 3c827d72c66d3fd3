//! Dawson solves chess problems, fairy chess above all: a [`Problem`] goes in, a [`Solution`] comes out.
//!
//! **Solve** what stands below a diagram in a magazine:
//!
//! ```
//! use dawson::{Language, Look, Problem, report};
//!
//! let problem = Problem::from_statement("h#1", "7k/8/6K1/8/8/8/8/R7")?;
//! let solution = problem.solve()?;
//! let text = report(&problem, &solution, Language::En, Look::Plain);
//! assert!(text.contains("1. Kh8-g8 Ra1-a8 #"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Judge** it, with limits, on all that was found:
//!
//! ```
//! use dawson::{Class, Problem, Settings, check_solved, solve};
//! use std::time::Duration;
//!
//! let problem = Problem::from_statement("#2, Circe", "7k/8/6K1/8/8/8/8/RR6")?;
//! let settings = Settings::default()
//!     .with_threads(2)
//!     .with_time_limit(Duration::from_secs(10));
//! let solution = solve(&problem, &settings, &());
//! let verdict = check_solved(&problem, &solution, &settings, &());
//! assert_eq!(verdict.verdict, Class::Short);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Walk** through its lines:
//!
//! ```
//! use dawson::{Language, Play, Problem, ShortNotation};
//!
//! let problem = Problem::from_statement("h#1", "7k/8/6K1/8/8/8/8/R7")?;
//! let solution = problem.solve()?;
//! let notation = ShortNotation::new(&problem, Language::En);
//! let mut texts = Vec::new();
//! for phase in solution.twins.iter().flat_map(|twin| &twin.phases) {
//!     match &phase.play {
//!         // Each move of a line is data, too: `line.moves`.
//!         Play::Lines(lines) => texts.extend(lines.iter().map(|line| notation.line(line))),
//!         // Keys and tries, each with the replies to it, these with theirs.
//!         Play::Tree(tree) => texts.extend(tree.branches.iter().map(|key| notation.key(phase.starter, key))),
//!         _ => {}
//!     }
//! }
//! assert_eq!(texts, ["1.Kg8 Ra8#"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Read** a file in any format, and judge what is in it:
//!
//! ```
//! use dawson::{Class, Settings, read_collection};
//!
//! let file = "7k/8/6K1/8/8/8/8/R7 ; #1\n7k/8/6K1/8/8/8/8/RR6 ; #1\n";
//! let nowhere = |_: &str| Err("it includes no other file".to_owned());
//! let entries = read_collection("mine.epd", file.as_bytes(), &nowhere)?;
//! let verdicts = entries.map(|entry| entry.check(&Settings::default(), &()).verdict);
//! assert_eq!(verdicts.collect::<Vec<_>>(), [Class::Sound, Class::Cooked]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Play** under any rules:
//!
//! ```
//! use dawson::{Game, Problem, Wanted, compile};
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
//! What stands on this page is what keeps: docs/public-api.txt lists it, and a test holds it to that. Modules that are not
//! shown here can be reached, for the program, the Python package and the tests are built of them; they change without notice.
//!
//! The library never prints and never exits; the command line does.
//!
//! # Feature flags
//!
//! All are on by default. Without default features the library compiles none of what they stand on:
//! `dawson = { version = "0.1", default-features = false, features = ["parallel"] }`.
//!
//! - `parallel`: searches on several threads (rayon).
//! - `picture`: diagrams as SVG, PNG and PDF.
//! - `index`: collections in an SQLite file; needs a C compiler.
//! - `serve`: the page and the HTTP interface; brings `picture` (axum, tokio).
//! - `cli`: the program; brings `parallel` and `picture` (clap).

#[doc(hidden)]
pub mod attributes;
#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod collection;
#[doc(hidden)]
pub mod conditions;
#[cfg(feature = "index")]
#[doc(hidden)]
pub mod index;
mod invisible;
#[doc(hidden)]
pub mod legality;
#[doc(hidden)]
pub mod manual;
#[doc(hidden)]
pub mod men;
#[doc(hidden)]
pub mod notation;
#[doc(hidden)]
pub mod orthodox;
#[cfg(feature = "picture")]
#[doc(hidden)]
pub mod picture;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod problem;
#[doc(hidden)]
pub mod query;
#[doc(hidden)]
pub mod retract;
#[doc(hidden)]
pub mod retro;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod sentences;
#[cfg(feature = "serve")]
#[doc(hidden)]
pub mod serve;
#[doc(hidden)]
pub mod solution;
mod solve;
#[doc(hidden)]
pub mod soundness;
#[doc(hidden)]
pub mod stipulation;
#[doc(hidden)]
pub mod themes;
mod threads;
#[doc(hidden)]
pub mod workshop;

// In the order of need: a problem, its solution, the verdict, play, texts, collections.
#[doc(inline)]
pub use {
    board::{Geometry, Side, Square},
    collection::{Collection, Entry, read as read_collection},
    conditions::compile,
    men::{Piece, Sides, WalkId},
    notation::{
        popeye::words::Language,
        report::{Look, report},
        statement::InputError,
    },
    problem::{Condition, Diagram, Goal, Intention, Options, Problem, Stipulation, Twin},
    rules::{Engine, Game, Refusal, Wanted},
    search::{Event, Observer},
    solution::{
        Branch, Line, Mark, MovePart, MoveRecord, Outcome, Phase, PhaseKind, Play, Solution, Tree,
        TwinSolution,
    },
    solve::{Settings, SolveError, solve, solve_version},
    soundness::{Class, ShortNotation, Unit, Verdict, check, check_solved},
};
