//! Short cuts: what facts about the rules allow to know without playing.

pub(in crate::rules) mod changes;
pub(in crate::rules) mod far;
pub(in crate::rules) mod fast;
pub(in crate::rules) mod flight;
pub(in crate::rules) mod moved;
pub(in crate::rules) mod reply;
pub(in crate::rules) mod target;
