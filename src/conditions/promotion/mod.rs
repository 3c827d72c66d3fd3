//! Conditions on what pawns may become.

pub mod none;
pub mod only;
