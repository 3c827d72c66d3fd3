//! Playing by the rules: pseudo-legal moves, castling, promotion, and the effects of a move in their order.

pub(in crate::rules) mod castling;
pub(in crate::rules) mod generate;
pub(in crate::rules) mod moved;
pub(in crate::rules) mod perform;
pub(in crate::rules) mod pseudo_move;
mod rights;
