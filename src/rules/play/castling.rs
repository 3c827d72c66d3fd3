//! Castling: which castlings a board has, who may still castle, and how.

use super::rights::{concerns, concerns_any, earns, leaves};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Army, Men, Piece, WalkId, walk_id};
use crate::position::{Effect, Entry, Position, Reason, Slot};
use crate::rules::hooks::hook::Actor;
use crate::rules::play::pseudo_move::{Kind, PseudoMove};
use crate::rules::short_cut::ShortCut;
use crate::rules::{Generator, View};

/// One castling of one side.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Castling {
    pub side: Side,
    pub king: Square,
    pub rook: Square,
    pub king_to: Square,
    pub rook_to: Square,
    /// The squares that must be empty.
    way: SquareSet,
    /// The rights of king and rook in [`Slot::CASTLING`].
    rights: u128,
}

impl Castling {
    /// Whether both men have their right among these.
    pub(in crate::rules) fn keeps_rights(&self, rights: u128) -> bool {
        rights & self.rights == self.rights
    }
}

/// The squares whose men may have a castling right, in the order of their bits.
const HOMES: [(Square, Side, WalkId); 6] = [
    (Square::at(4, 0), Side::White, walk_id::KING),
    (Square::at(0, 0), Side::White, walk_id::ROOK),
    (Square::at(7, 0), Side::White, walk_id::ROOK),
    (Square::at(4, 7), Side::Black, walk_id::KING),
    (Square::at(0, 7), Side::Black, walk_id::ROOK),
    (Square::at(7, 7), Side::Black, walk_id::ROOK),
];

/// Which castlings a game knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingWays {
    /// None.
    None,
    /// Those of the array.
    Usual,
    /// Also those in which king and rook meet over the joined edges.
    OverTheSeam,
}

/// King's arrival, rook's file and arrival, and the files between them, the long castling first.
const USUAL: [(u8, u8, u8, &[u8]); 2] = [(2, 0, 3, &[1, 2, 3]), (6, 7, 5, &[5, 6])];

/// The same for the rook of the other wing.
const OVER_THE_SEAM: [(u8, u8, u8, &[u8]); 2] = [(2, 7, 3, &[0, 1, 2, 3]), (6, 0, 5, &[5, 6, 7])];

/// The castlings of the array; boards of another size have none.
pub(in crate::rules) fn castlings_of(geometry: &Geometry, ways: CastlingWays) -> Vec<Castling> {
    if !geometry.is_usual() {
        return Vec::new();
    }
    let forms = match ways {
        CastlingWays::None => vec![],
        CastlingWays::Usual => USUAL.to_vec(),
        CastlingWays::OverTheSeam => [USUAL, OVER_THE_SEAM].concat(),
    };
    let of_side = |side| forms.iter().map(move |&form| castling(side, form));
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

fn castling(side: Side, (king_to, rook, rook_to, way): (u8, u8, u8, &[u8])) -> Castling {
    let (rank, shift) = match side {
        Side::White => (0, 0),
        Side::Black => (7, 3),
    };
    let square = |file| Square::at(file, rank);
    let rook_bit = if rook == 0 { 0b010 } else { 0b100 };
    Castling {
        side,
        king: square(4),
        rook: square(rook),
        king_to: square(king_to),
        rook_to: square(rook_to),
        way: way.iter().map(|&file| square(file)).collect(),
        rights: (0b001 | rook_bit) << shift,
    }
}

/// The rights that a diagram suggests: every king and rook on its home square has not moved,
/// unless the author forbids it.
pub(in crate::rules) fn rights_of(position: &Position, army: Army, forbidden: SquareSet) -> u128 {
    let right = |(bit, home): (usize, &(Square, Side, WalkId))| {
        let square = home.0;
        let allowed =
            !forbidden.contains(square) && is_home_man(position.piece_on(square), army, home);
        u128::from(allowed) << bit
    };
    HOMES.iter().enumerate().map(right).sum()
}

/// For each pair of rooks: the right of the one that castles, and that of the other.
pub(in crate::rules) fn exclusive_rights(pairs: &[[Square; 2]]) -> Vec<[u128; 2]> {
    let right = |square: Square| {
        let place = HOMES.iter().position(|home| home.0 == square);
        place.map_or(0, |bit| 1 << bit)
    };
    let both_ways = pairs
        .iter()
        .flat_map(|&[one, other]| [[one, other], [other, one]]);
    both_ways.map(|pair| pair.map(right)).collect()
}

/// All of these squares.
const HOME_SQUARES: SquareSet = {
    let mut squares = 0;
    let mut place = 0;
    while place < HOMES.len() {
        squares |= SquareSet::of(HOMES[place].0).0;
        place += 1;
    }
    SquareSet(squares)
};

impl Generator<'_> {
    /// Whether the man stands where a castling begins, and any right is left.
    #[inline]
    pub(in crate::rules) fn may_castle(self, position: &Position, actor: Actor) -> bool {
        let begins =
            |castling: &Castling| castling.king == actor.square && castling.side == actor.side;
        position.slot(Slot::CASTLING) != 0 && self.castlings.iter().any(begins)
    }

    /// The castlings of `side` whose men are in place and whose way is free and safe.
    pub(in crate::rules) fn castling_pseudo_moves(
        self,
        position: &mut Position,
        side: Side,
        into: &mut Vec<PseudoMove>,
    ) {
        for castling in self
            .castlings
            .iter()
            .filter(|castling| castling.side == side)
        {
            if position.slot(Slot::CASTLING) & castling.rights == castling.rights
                && men_are_at_home(position, castling)
                && self.way_is_free(position, castling)
                && self.may_pass(position, side, castling.king, castling.rook_to)
            {
                into.push(castling.pseudo_move());
            }
        }
    }

    /// The rights that the men of a position suggest: whoever stands at home has not moved.
    pub(in crate::rules) fn suggested_rights(self, position: &Position) -> u128 {
        match self.castlings.is_empty() {
            true => 0,
            false => rights_of(position, self.army, SquareSet::EMPTY),
        }
    }

    /// The castlings of a side, each with the squares that must be empty, whatever the rights.
    pub fn castlings_of(self, side: Side) -> impl Iterator<Item = (PseudoMove, SquareSet)> {
        let castlings = self
            .0
            .castlings
            .iter()
            .filter(move |castling| castling.side == side);
        castlings.map(|castling| (castling.pseudo_move(), castling.way))
    }

    /// Whether the castling is one of the array, as opposed to one that a rule made.
    pub fn is_usual_castling(self, pseudo_move: &PseudoMove) -> bool {
        let mut castlings = self.castlings.iter();
        castlings.any(|castling| castling.pseudo_move() == *pseudo_move)
    }

    fn way_is_free(self, position: &Position, castling: &Castling) -> bool {
        let men = match self.judge().seen_by(
            position,
            Actor {
                square: castling.king,
                side: castling.side,
            },
        ) {
            None => position.men(),
            Some(seen) => seen.occupied(),
        };
        let barred = men | position.holes() | !self.geometry.squares();
        (castling.way & barred).is_empty()
    }

    /// Whether the king on `king` is in check neither there nor on the square it passes; its
    /// arrival is judged after the move like any other.
    pub fn may_pass(
        self,
        position: &mut Position,
        side: Side,
        king: Square,
        passed: Square,
    ) -> bool {
        // The king may not see who stands there, but nor can it stand there.
        if position.men().contains(passed) || self.judge().in_check(position, side) {
            return false;
        }
        let played = position.turn();
        position.begin_ply(played);
        position.apply(
            Effect::Move {
                from: king,
                to: passed,
            },
            Reason::Silent,
        );
        let safe = !self.judge().in_check(position, side);
        position.rewind();
        safe
    }

    /// Whether men that leave or arrive on these squares may take or lose a right by that alone.
    #[inline]
    pub(in crate::rules) fn may_change_rights(
        self,
        position: &Position,
        on: [Option<Square>; 3],
    ) -> bool {
        let is_home = |square: Square| HOME_SQUARES.contains(square);
        let may_change = position.slot(Slot::CASTLING) != 0 || self.castles_anew;
        may_change && on.into_iter().flatten().any(is_home)
    }

    /// Takes rights from squares where neither a king nor a rook of the side stands any more, after
    /// a move in which no man goes anywhere.
    pub(in crate::rules) fn keep_castling_at_home(self, position: &mut Position) {
        if self.castles_anew {
            return self.suggest_castling(position);
        }
        let before = position.slot(Slot::CASTLING);
        let stays = |(bit, home): (usize, &(Square, Side, WalkId))| {
            let is_home = is_home_man(position.piece_on(home.0), self.army, home);
            if is_home { before & 1 << bit } else { 0 }
        };
        let value = HOMES.iter().enumerate().map(stays).sum();
        if value != before {
            let slot = Slot::CASTLING;
            position.apply(Effect::Set { slot, value }, Reason::Silent);
        }
    }

    /// Whether a man is at home that a rule or a promotion may have brought there: a neutral pawn becomes
    /// a rook at home, or any pawn where promotion squares are named.
    #[inline]
    fn can_earn_rights(self, position: &Position) -> bool {
        let is_home =
            |home: &(Square, Side, WalkId)| is_home_man(position.piece_on(home.0), self.army, home);
        let mut homes = HOMES.iter();
        !self.castlings.is_empty()
            && !(position.men() & HOME_SQUARES).is_empty()
            && homes.any(is_home)
    }

    /// Whoever is at home may castle, whatever was played.
    fn suggest_castling(self, position: &mut Position) {
        let (slot, value) = (Slot::CASTLING, self.suggested_rights(position));
        if value != position.slot(slot) {
            position.apply(Effect::Set { slot, value }, Reason::Silent);
        }
    }

    /// Takes rights from men that left or changed and gives them to those that were
    /// reborn, changed side or became a rook at home; to be called when a move's effects are done.
    pub(in crate::rules) fn update_castling(self, position: &mut Position) {
        if self.castles_anew {
            return self.suggest_castling(position);
        }
        let before = position.slot(Slot::CASTLING);
        let may_be_idle =
            before == 0 && self.allow(ShortCut::CastlingScan) && !self.can_earn_rights(position);
        if may_be_idle || !position.last_ply().iter().any(concerns_homes) {
            return;
        }
        let mut rights = before;
        for entry in position.last_ply() {
            for (bit, home) in HOMES.iter().enumerate() {
                if concerns(entry, home.0) {
                    let earned = earns(entry) && !self.castlings.is_empty();
                    let man_is_home = is_home_man(position.piece_on(home.0), self.army, home);
                    let right = man_is_home
                        && (earned || (rights >> bit & 1 != 0 && !leaves(entry, home.0)));
                    rights = rights & !(1 << bit) | u128::from(right) << bit;
                }
            }
        }
        let castles = position
            .last_ply()
            .iter()
            .any(|entry| entry.reason == Reason::Castling);
        for [castled, other] in self.exclusive_rights.iter().filter(|_| castles) {
            if before & castled != 0 && rights & castled == 0 {
                rights &= !other;
            }
        }
        if rights != before {
            position.apply(
                Effect::Set {
                    slot: Slot::CASTLING,
                    value: rights,
                },
                Reason::Silent,
            );
        }
    }
}

fn concerns_homes(entry: &Entry) -> bool {
    concerns_any(entry, HOME_SQUARES)
}

/// Whether men of the side stand where king and rook began: in the middle of a move one may be
/// gone whose right is not taken yet.
fn men_are_at_home(position: &Position, castling: &Castling) -> bool {
    let men = [castling.king, castling.rook];
    men.iter()
        .all(|&on| position.piece_on(on).is_of(castling.side))
}

impl Castling {
    pub(in crate::rules) fn pseudo_move(&self) -> PseudoMove {
        let kind = Kind::Castling {
            partner_from: self.rook,
            partner_to: self.rook_to,
        };
        PseudoMove {
            from: self.king,
            to: self.king_to,
            captured: None,
            kind,
        }
    }
}

fn is_home_man(piece: Piece, army: Army, &(_, side, walk): &(Square, Side, WalkId)) -> bool {
    piece.is_some()
        && piece.is_of(side)
        && piece.walk() == army.walk(walk)
        && (walk != walk_id::KING || piece.is_royal())
}

impl View<'_> {
    /// Whether the king or rook that belongs on this square may still castle from there. In the middle of a move it may
    /// be gone, and its right not taken yet.
    pub fn has_castling_right(self, square: Square) -> bool {
        let rights = self.position.slot(Slot::CASTLING);
        let may_castle = |(bit, home): (usize, &(Square, Side, WalkId))| {
            home.0 == square && rights >> bit & 1 != 0 && self.piece_on(square).is_of(home.1)
        };
        HOMES.iter().enumerate().any(may_castle)
    }
}
