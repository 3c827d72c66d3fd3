//! The vectors that walks are built from, in the order in which moves along
//! them are listed.

use crate::board::Vector;

/// One square down, left, up, right.
pub const WAZIR: &[Vector] = &straight(1);
/// One square diagonally.
pub const FERS: &[Vector] = &diagonal(1);
/// Two squares along file or rank.
pub const DABBABA: &[Vector] = &straight(2);
/// Two squares diagonally.
pub const ALFIL: &[Vector] = &diagonal(2);
/// One square along three axes at once, on boards with levels.
pub const TRIAGONAL: &[Vector] = &[
    Vector::in_space(-1, -1, -1),
    Vector::in_space(1, -1, -1),
    Vector::in_space(-1, 1, -1),
    Vector::in_space(1, 1, -1),
    Vector::in_space(-1, -1, 1),
    Vector::in_space(1, -1, 1),
    Vector::in_space(-1, 1, 1),
    Vector::in_space(1, 1, 1),
];
/// (1,2).
pub const KNIGHT: &[Vector] = &oblique(1, 2);
/// (1,3).
pub const CAMEL: &[Vector] = &oblique(1, 3);
/// (1,4).
pub const GIRAFFE: &[Vector] = &oblique(1, 4);
/// (2,3).
pub const ZEBRA: &[Vector] = &oblique(2, 3);
/// (3,4).
pub const ANTELOPE: &[Vector] = &oblique(3, 4);

/// The eight directions of the queen.
pub const QUEEN: &[Vector] = &EIGHT;

/// The eight directions of the queen, the other way round.
pub const QUEEN_REVERSED: &[Vector] = &[
    EIGHT[7], EIGHT[6], EIGHT[5], EIGHT[4], EIGHT[3], EIGHT[2], EIGHT[1], EIGHT[0],
];

/// One square right, up, left, down.
pub const WAZIR_REVERSED: &[Vector] = &[EIGHT[7], EIGHT[6], EIGHT[5], EIGHT[4]];
/// One square diagonally, the other way round.
pub const FERS_REVERSED: &[Vector] = &[EIGHT[3], EIGHT[2], EIGHT[1], EIGHT[0]];

/// The knight's vectors, each an eighth of a turn beyond the last.
pub const CIRCLE: &[Vector; 8] = &oblique(1, 2);

/// The knight's vectors round the other way, from (2,-1).
pub const CIRCLE_REVERSED: &[Vector; 8] = &[
    CIRCLE[3], CIRCLE[2], CIRCLE[1], CIRCLE[0], CIRCLE[7], CIRCLE[6], CIRCLE[5], CIRCLE[4],
];

const EIGHT: [Vector; 8] = {
    let ([a, b, c, d], [e, f, g, h]) = (diagonal(1), straight(1));
    [a, b, c, d, e, f, g, h]
};

/// The four vectors of length `n` along files and ranks.
pub const fn straight(n: i8) -> [Vector; 4] {
    [
        Vector::new(0, -n),
        Vector::new(-n, 0),
        Vector::new(0, n),
        Vector::new(n, 0),
    ]
}

/// The four vectors (n,n).
pub const fn diagonal(n: i8) -> [Vector; 4] {
    [
        Vector::new(-n, -n),
        Vector::new(n, -n),
        Vector::new(n, n),
        Vector::new(-n, n),
    ]
}

/// The eight vectors (m,n) with `m` less than `n`.
pub const fn oblique(m: i8, n: i8) -> [Vector; 8] {
    [
        Vector::new(-n, -m),
        Vector::new(-m, -n),
        Vector::new(m, -n),
        Vector::new(n, -m),
        Vector::new(n, m),
        Vector::new(m, n),
        Vector::new(-m, n),
        Vector::new(-n, m),
    ]
}

/// A queen's directions, counter-clockwise from the right.
pub const ROUND: [Vector; 8] = [
    Vector::new(1, 0),
    Vector::new(1, 1),
    Vector::new(0, 1),
    Vector::new(-1, 1),
    Vector::new(-1, 0),
    Vector::new(-1, -1),
    Vector::new(0, -1),
    Vector::new(1, -1),
];

/// A queen's direction turned by `eighths` of a full turn, counter-clockwise.
pub fn turned(direction: Vector, eighths: i8) -> Vector {
    let at = ROUND.iter().position(|&vector| vector == direction);
    at.map_or(direction, |at| {
        ROUND[(at as i8 + eighths).rem_euclid(8) as usize]
    })
}
