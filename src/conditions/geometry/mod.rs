//! Conditions of pure geometry: which squares a move may join.

pub(super) mod chrome;
pub(super) mod contact_grid;
pub(super) mod grid;

pub use grid::Grid;
