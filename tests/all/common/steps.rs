//! Steps of the usual men, for checkers that share no code with the engine.

/// Files and ranks.
pub type Step = (i8, i8);

pub const ROOK: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const BISHOP: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const KNIGHT: [Step; 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];
