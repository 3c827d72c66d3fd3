//! The parts a position's key is made of: 128 bits, so that a collision in a
//! long search is beyond worry.

use super::ManId;
use crate::board::{Side, Square};
use crate::men::Piece;

/// The part of one man on one square.
#[inline]
pub(super) fn of_man(square: Square, piece: Piece) -> u128 {
    spread(piece.bits() << 8 | u64::from(square.byte()))
}

/// The part of one man's identity, where it counts.
pub(super) fn of_identity(square: Square, id: ManId) -> u128 {
    let number = u64::from(id) << 8 | u64::from(square.byte());
    spread(number ^ 0xa076_1d64_78bd_642f)
}

/// The part of one man below a square.
pub(super) fn of_buried(square: Square, depth: usize, piece: Piece) -> u128 {
    let place = (depth as u64) << 8 | u64::from(square.byte());
    spread(piece.bits() ^ place.wrapping_mul(0x8cb9_2ba7_2f3d_8dd7) ^ 0x6c62_272e_07bb_0142)
}

/// The part of one slot; nothing remembered adds nothing.
#[inline]
pub(super) fn of_slot(slot: usize, value: u128) -> u128 {
    if value == 0 {
        return 0;
    }
    let place = (slot as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let low = spread(value as u64 ^ place);
    match (value >> 64) as u64 {
        0 => low,
        high => low ^ spread(high ^ place.rotate_left(32)),
    }
}

/// The part of the side to move.
#[inline]
pub(super) fn of_turn(turn: Side) -> u128 {
    match turn {
        Side::White => 0,
        Side::Black => 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834,
    }
}

/// Two independent 64-bit mixes of the same number (the finishers of the
/// SplitMix64 and MurmurHash3 generators).
#[inline]
fn spread(number: u64) -> u128 {
    let low = mix(
        number.wrapping_add(0x9e37_79b9_7f4a_7c15),
        0xbf58_476d_1ce4_e5b9,
        0x94d0_49bb_1331_11eb,
    );
    let high = mix(
        number.wrapping_add(0xc2b2_ae3d_27d4_eb4f),
        0xff51_afd7_ed55_8ccd,
        0xc4ce_b9fe_1a85_ec53,
    );
    u128::from(high) << 64 | u128::from(low)
}

#[inline]
fn mix(mut number: u64, first: u64, second: u64) -> u64 {
    number = (number ^ (number >> 30)).wrapping_mul(first);
    number = (number ^ (number >> 27)).wrapping_mul(second);
    number ^ (number >> 31)
}
