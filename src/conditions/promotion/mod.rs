//! Conditions on what pawns may become, and where.

pub mod chinese;
pub mod none;
pub mod only;
pub mod squares;
