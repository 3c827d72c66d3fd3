//! All integration tests in one program: it is linked once. `cargo test --test all statement::` runs one file.

mod absorption;
mod architecture;
mod attributes;
mod beyond;
mod bounds;
mod cli;
mod common;
mod conditions;
mod dice;
mod differences;
mod engine;
mod fairy_games;
mod files;
mod further_walks;
mod fuzz;
mod in_force;
#[cfg(feature = "index")]
mod index;
mod legality;
mod many_kings;
#[cfg(feature = "parallel")]
mod many_threads;
mod orthodox;
mod own_conditions;
mod perft;
mod pictures;
mod popeye_text;
mod proof_games;
mod public_api;
mod query;
mod reader;
mod readings;
mod rebirths;
mod report;
mod retractors;
mod retro;
mod rewriting;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod short_cuts;
mod soundness;
mod statement;
mod statement_words;
mod stipulations;
mod styles;
mod telling;
mod text;
mod themes;
mod turns;
mod un_moves;
mod walks;
mod workshop;
mod worlds;
mod wrong_inputs;
