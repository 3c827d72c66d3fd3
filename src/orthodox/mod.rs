//! Plain chess on bitboards: a second engine behind [`Game`], much faster than
//! the rules engine and alike in everything a solver can see.
//!
//! **Invariant:** [`Orthodox::of`] takes a problem only when the compiled rules say that
//! nothing but orthodox play happens in it, of which a side may have to choose the best moves.
//! What bounds and tests without play say of free play they use only where it holds of such
//! a choice, too. **Invariant:** moves come in the
//! order of the rules engine and are told in the same words.

pub(crate) mod attack;
mod evade;
mod far_mate;
mod far_stalemate;
mod far_target;
mod force;
mod forced;
mod game;
mod generate;
mod hit_rate;
mod mobile;
mod movement;
mod number;
mod perft;
mod picture;
mod plan;
mod prepare;
mod reach;
mod scene;
mod select;
mod set_up;
mod state;

pub use movement::Movement;

use crate::board::Side;
use crate::rules::{Engine, Ranking, ShortCuts, Target};
use hit_rate::HitRate;
use plan::Stop;
use state::State;
use std::sync::Arc;

/// A position of orthodox chess, able to play and take back.
#[derive(Clone, Debug)]
pub struct Orthodox {
    /// From the diagram on; those beyond the present one are of no account.
    states: Vec<State>,
    /// Where the present one is.
    ply: usize,
    /// The moves being visited, ply above ply.
    moves: Vec<Movement>,
    /// The position in which play is to end, where one is asked for.
    target: Option<Arc<Target>>,
    /// How the moves of each side compare that may play the best ones only.
    rankings: [Option<Arc<Ranking>>; 2],
    /// Which final positions are still possible.
    plans: plan::Plans,
    /// Which bounds are worth asking for.
    worth: HitRate,
    /// What may be spared.
    short_cuts: ShortCuts,
    /// The diagram under the rules engine, which numbers moves.
    diagram: Engine,
}

impl Orthodox {
    /// Limits the memory that constructed final positions may take.
    pub fn limit_plans(&mut self, bytes: usize) {
        self.plans.limit(bytes);
    }

    /// Lets the construction of final positions end when this says so: it is asked often.
    pub fn stop_plans_when(&mut self, must_stop: impl Fn() -> bool + Send + Sync + 'static) {
        self.plans.stop_when(Stop::new(must_stop));
    }

    /// Lets final positions be constructed at the first question whether a goal is out of
    /// reach, not only once search has become long: for comparing them with search.
    pub fn construct_at_once(&mut self) {
        self.plans.make_at_once();
    }

    /// The men of a side by walk, from pawns to kings; none if the board lacks squares.
    pub(crate) fn men_of(&self, side: Side) -> Option<[u64; 6]> {
        let state = self.now();
        let men = far_target::men_by_walk(state)[side.index()];
        (state.men().holes() == 0).then_some(men)
    }

    /// The castlings a side may still do: 1 the long one, 2 the short one.
    pub(crate) fn castlings_of(&self, side: Side) -> u8 {
        self.now().rights() >> (2 * side.index()) & 3
    }

    /// The square on which a pawn can be captured en passant now.
    pub(crate) fn passed_square(&self) -> Option<usize> {
        self.now().passed()
    }

    /// The legal move from square to square that makes its man such a walk (a pawn is 1).
    pub(crate) fn legal_step(&mut self, from: usize, to: usize, walk: usize) -> Option<Movement> {
        let mut moves = self.legal_moves().into_iter();
        moves.find(|movement| {
            (movement.from(), movement.to(), movement.arrives() & 7) == (from, to, walk)
        })
    }

    /// Takes everything back up to the diagram.
    pub(crate) fn rewind_all(&mut self) {
        self.ply = 0;
    }

    #[inline]
    fn now(&self) -> &State {
        &self.states[self.ply]
    }

    /// The present position and room for the next.
    #[inline]
    fn now_and_next(&mut self) -> (&State, &mut State) {
        if self.ply + 1 == self.states.len() {
            self.make_room();
        }
        let (before, after) = self.states.split_at_mut(self.ply + 1);
        self.ply += 1;
        (&before[self.ply - 1], &mut after[0])
    }

    #[cold]
    fn make_room(&mut self) {
        let states = self.states.len();
        self.states.resize(2 * states + 16, self.states[self.ply]);
    }
}
