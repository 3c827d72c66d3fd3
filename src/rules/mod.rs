//! The rules of play: candidates, playing, observation, check, legality.

mod game;

pub use game::{Game, Wanted};
