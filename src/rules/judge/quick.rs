//! Questions for which there may be quicker ways than the plain one.

use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::hooks::hook::Actor;
use crate::rules::play::pseudo_move::PseudoMove;

/// Whether a move of a side counts.
pub(in crate::rules) type Counts = fn(&Position, Side, &PseudoMove) -> bool;

/// The ways that are taken.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Quick {
    /// Whether a side has a legal move of a man that counts.
    pub has_legal_move: fn(&Rules, &mut Position, Side, Counts) -> bool,
    /// Whether a man has a quiet move that is certainly legal.
    pub has_certain_step: fn(&Rules, &Position, Actor) -> bool,
    /// Whether the capture of a royal man by a side stands for certain.
    pub capture_stands: fn(&Rules, &Position, &PseudoMove, Side) -> bool,
}

impl Quick {
    /// The plain ways: everything is played.
    pub const NONE: Quick = Quick {
        has_legal_move: |rules, position, side, counts| {
            rules
                .judge()
                .has_legal_move_by_playing(position, side, counts)
        },
        has_certain_step: |_, _, _| false,
        capture_stands: |_, _, _, _| false,
    };
}
