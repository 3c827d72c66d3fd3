//! Short cuts: what facts about the rules allow to know without playing.
//!
//! **Invariant:** `play` and `judge` do without this room, and it asks facts and promises, never the
//! lists of hooks.

pub(in crate::rules) mod aim;
pub(in crate::rules) mod changes;
pub(in crate::rules) mod check_lines;
pub(in crate::rules) mod departures;
pub(in crate::rules) mod escape;
pub(in crate::rules) mod far;
pub(in crate::rules) mod final_position;
pub(in crate::rules) mod flight;
pub(in crate::rules) mod gives_check;
pub(in crate::rules) mod legality;
pub(in crate::rules) mod mobility;
pub(in crate::rules) mod moved;
pub(in crate::rules) mod reply;
