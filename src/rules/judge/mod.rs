//! Judging by the rules: observation, check, legality, the best of the moves, goals.

pub(in crate::rules) mod check;
mod checker;
pub(in crate::rules) mod elsewhere;
pub(in crate::rules) mod explain;
pub(in crate::rules) mod goal;
pub(in crate::rules) mod mobility;
pub(in crate::rules) mod observe;
pub(in crate::rules) mod probe;
pub(in crate::rules) mod quick;
pub(in crate::rules) mod select;
mod sight;
