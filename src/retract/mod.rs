//! Moves taken back: what can have led to a position, and problems in which the sides take back moves.
//!
//! **Invariant:** an un-move is a pair of an earlier position and a move that is legal there and leads
//! to the present one; nothing else. Fast ways to find them are compared with guessing and playing forward.

mod defend;
mod forward;
mod general;
mod generator;
mod help;
mod kinds;
mod limit;
mod material;
mod memo;
pub mod orthodox;
mod reborn;
mod scene;
mod solve;
mod task;
mod unmove;
mod why;

pub use defend::{DefensiveFound, RetroAnswer, RetroKey, RetroTree, RetroVariation};
pub use forward::{Forward, ForwardLine, castlings_at_home, possible_passed};
pub use general::{General, Guess};
pub use generator::{Generator, Ways};
pub use help::HelpSolution;
pub use kinds::Kinds;
pub use limit::{Limit, Stopped};
pub use material::Material;
pub use memo::Memo;
pub use scene::{Bits, Code, Need, Scene, code};
pub use solve::{RetroFound, RetroSolution, Wanted, explain, level_named, scene_of, solve};
pub use task::{Defence, DefenceKind, Level, RetroProblem, RetroRules, Task};
pub use unmove::{UnMove, Wing};
pub use why::{LastMoveVerdict, why};
