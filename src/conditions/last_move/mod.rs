//! Conditions that look at the move just played.

pub(super) mod chameleon_pursuit;
pub(super) mod disparate;
pub(super) mod duellist;
pub(super) mod follow_my_leader;
pub(super) mod fuddled;
pub(super) mod last_capture;
