//! Plain chess on bitboards: a second engine behind [`Game`], much faster than
//! the rules engine and alike in everything a solver can see.
//!
//! **Invariant:** [`Orthodox::of`] takes a problem only when the compiled rules say that
//! nothing but orthodox play happens in it. **Invariant:** moves come in the
//! order of the rules engine and are told in the same words.

mod attack;
mod evade;
mod game;
mod generate;
mod movement;
mod perft;
mod scene;
mod set_up;
mod state;

pub use movement::Movement;

use state::State;

/// A position of orthodox chess, able to play and take back.
#[derive(Clone, Debug)]
pub struct Orthodox {
    /// From the diagram to the present position.
    states: Vec<State>,
    /// The moves being visited, ply above ply.
    moves: Vec<Movement>,
}

impl Orthodox {
    #[inline]
    fn now(&self) -> &State {
        self.states.last().expect("the diagram is always there")
    }
}
