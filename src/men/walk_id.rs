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
/// The man that hops over a man in the middle of its way.
pub const EQUIHOPPER: WalkId = WalkId::of("equihopper");
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
/// The marine queen.
pub const SIREN: WalkId = WalkId::of("siren");
/// The marine rook.
pub const TRITON: WalkId = WalkId::of("triton");
/// The marine bishop.
pub const NEREID: WalkId = WalkId::of("nereid");
/// The marine knight.
pub const MARINE_KNIGHT: WalkId = WalkId::of("marine-knight");
/// The marine king.
pub const POSEIDON: WalkId = WalkId::of("poseidon");
/// The marine pawn.
pub const MARINE_PAWN: WalkId = WalkId::of("marine-pawn");
/// The Argentinian queen.
pub const SENORA: WalkId = WalkId::of("senora");
/// The Argentinian rook.
pub const FARO: WalkId = WalkId::of("faro");
/// The Argentinian bishop.
pub const LOCO: WalkId = WalkId::of("loco");
/// The Argentinian knight.
pub const SALTADOR: WalkId = WalkId::of("saltador");
/// The pawn of Einstein chess, which moves from the first rank too.
pub const EINSTEIN_PAWN: WalkId = WalkId::of("einstein-pawn");
/// The pawn that moves towards its own first rank.
pub const REVERSE_PAWN: WalkId = WalkId::of("reverse-pawn");
/// The bishop of billiards chess, which the edges throw back.
pub const BILLIARD_BISHOP: WalkId = WalkId::of("billiard-bishop");
/// The queen of billiards chess.
pub const BILLIARD_QUEEN: WalkId = WalkId::of("billiard-queen");
/// The rider along three axes at once, on boards with levels.
pub const UNICORN: WalkId = WalkId::of("unicorn");
/// The man that moves as the game array has it on its file.
pub const QUERQUISITE: WalkId = WalkId::of("querquisite");
/// The walks of the game array.
pub const ORTHODOX: [WalkId; 6] = [KING, PAWN, QUEEN, KNIGHT, ROOK, BISHOP];
/// The same in the order in which bitboards number them.
pub const NUMBERED: [WalkId; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
