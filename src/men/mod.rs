//! Men: how they move (walks), whose they are (sides), what marks them
//! (royal, attributes).
//!
//! **Invariant:** side, royalty and walk are three independent facts of a
//! [`Piece`]. **Invariant:** moving, capturing and observing read the same row
//! of the walk catalogue.

mod piece;

pub use piece::{Attribute, Attributes, Piece, Sides, WalkId};
