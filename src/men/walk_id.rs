//! The walks that code must name; all others are known by their rows alone.

use super::WalkId;

/// The king.
pub const KING: WalkId = WalkId::of("king");
/// The pawn.
pub const PAWN: WalkId = WalkId::of("pawn");
/// The queen.
pub const QUEEN: WalkId = WalkId::of("queen");
/// The knight.
pub const KNIGHT: WalkId = WalkId::of("knight");
/// The rook.
pub const ROOK: WalkId = WalkId::of("rook");
/// The bishop.
pub const BISHOP: WalkId = WalkId::of("bishop");
/// The man without any power.
pub const DUMMY: WalkId = WalkId::of("dummy");
/// The queen-line hopper.
pub const GRASSHOPPER: WalkId = WalkId::of("grasshopper");
/// The rider along knight vectors.
pub const NIGHTRIDER: WalkId = WalkId::of("nightrider");
/// The king without royalty.
pub const ERLKING: WalkId = WalkId::of("erlking");
/// The pawn that steps diagonally and captures straight.
pub const BEROLINA_PAWN: WalkId = WalkId::of("berolina-pawn");
/// The lame knight.
pub const MAO: WalkId = WalkId::of("mao");
/// The Chinese queen.
pub const LEO: WalkId = WalkId::of("leo");
/// The Chinese rook, or cannon.
pub const PAO: WalkId = WalkId::of("pao");
/// The Chinese bishop.
pub const VAO: WalkId = WalkId::of("vao");
/// The pawn of Einstein chess, which moves from the first rank too.
pub const EINSTEIN_PAWN: WalkId = WalkId::of("einstein-pawn");
/// The pawn that moves towards its own first rank.
pub const REVERSE_PAWN: WalkId = WalkId::of("reverse-pawn");
/// The man that moves as the game array has it on its file.
pub const QUERQUISITE: WalkId = WalkId::of("querquisite");
/// The walks of the game array.
pub const ORTHODOX: [WalkId; 6] = [KING, PAWN, QUEEN, KNIGHT, ROOK, BISHOP];
/// The same in the order in which bitboards number them.
pub const NUMBERED: [WalkId; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
