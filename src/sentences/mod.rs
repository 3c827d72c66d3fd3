//! Conditions in sentences: a composer writes a rule in plain words, and it is a rule like any other.
//!
//! A text is a name and some sentences, each of which answers one question of the rules:
//!
//! ```text
//! condition Adhesive chess
//! A man may not act if some hostile man A where A is like it and A touches it
//!   and not A reaches it and not it reaches A.
//! example 4k3/8/8/8/8/8/1r6/R3K3 w: Ra1 has no move
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `words.tsv`, `table.rs` | the words in English, German and French |
//! | `grammar.rs`, `tree.rs` | a sentence as a tree, and back in any language |
//! | `file.rs`, `check.rs`, `fault.rs` | lines, limits, what may be asked where, messages |
//! | `scene.rs`, `making.rs`, `squares.rs` | what a sentence sees, conditions as functions, or as sets of squares |
//! | `naive.rs`, `compared.rs` | the slow way to answer, the oracle of the closures |
//! | `promise.rs`, `install.rs` | sentences as hooks of the rules, with the promises that follow from their words |
//! | `known.rs`, `library.rs` | texts as conditions that problems name, contributed ones among them |
//! | `example.rs`, `explain.rs`, `witness.rs` | examples tried out, a text read back, what stands against a move |
//!
//! **Invariant:** nothing in a text can go on for ever, read a file, or remember anything outside the
//! position. What a text costs is bounded when it is read.

mod check;
mod compared;
mod example;
mod explain;
mod fault;
mod file;
mod grammar;
mod install;
mod known;
pub mod library;
mod making;
mod naive;
mod promise;
mod scene;
mod squares;
mod table;
mod tree;
mod witness;

pub use compared::closures_against_tree;
pub use example::{failures, learn};
pub use explain::explain;
pub use fault::Fault;
pub use file::{Example, Text, read};
pub use known::{NO_PROMISES, TooMany, known, known_with_faults, named, text_of, unaccented};
pub use table::Tongue;
pub use tree::{Node, Value};
pub use witness::witness;
