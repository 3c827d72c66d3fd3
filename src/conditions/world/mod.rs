//! Other boards, and games with an array of their own.
//!
//! **Invariant:** a board keeps the numbers of the diagram's squares, so men, conditions and
//! twins name the same squares on each of them.

pub(super) mod board;
pub(super) mod cells;
mod compatibility;
pub(super) mod cylinder;
pub(super) mod rollerball;
pub(super) mod size;
mod system;

pub use board::board;
pub use cells::{board_of_cells, key_of_cells};
pub(super) use cylinder::joins;
pub use rollerball::RING;
pub use size::{board_of_size, board_said, fit_diagram, naming_board};
pub use system::{array, system, systems};
