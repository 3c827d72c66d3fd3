//! How far a position is from the target: men out of their places.

use super::{Castled, MenByWalk};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, WalkId, walk_id};
use crate::position::{Effect, Position, Slot};
use crate::rules::Oracle;
use crate::rules::judge::goal::is_like;
use crate::rules::play::castling::Castling;
use crate::rules::short_cut::ShortCut;
use smallvec::SmallVec;

/// What a side may still do beside usual plies; looked at only where it matters.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Prospects {
    /// Whether each side has castling rights.
    pub castles: [bool; 2],
    /// The most captures en passant.
    pub passing: usize,
}

impl From<&Castling> for Castled {
    fn from(castling: &Castling) -> Castled {
        Castled {
            side: castling.side,
            king: [castling.king, castling.king_to].map(Square::byte),
            rook: [castling.rook, castling.rook_to].map(Square::byte),
        }
    }
}

impl Oracle<'_> {
    /// The castlings for which king and rook have the right.
    pub(super) fn castlings_left(self, position: &Position) -> SmallVec<[Castled; 4]> {
        let rights = position.slot(Slot::CASTLING);
        let castlings = self.castlings.iter();
        let castlings = castlings.filter(|castling| castling.keeps_rights(rights));
        castlings.map(Castled::from).collect()
    }

    /// Whether the target position is too far away for so many plies of each side.
    pub(in crate::rules) fn is_far(self, position: &Position, plies: [u16; 2]) -> bool {
        match &self.routes {
            Some(_) if !self.allow(ShortCut::Routes) => false,
            Some(target) => men_by_walk(position).is_some_and(|men| {
                let castlings = self.castlings_left(position);
                target.is_far(&men, &castlings, plies, moved_lately(position))
            }),
            None => {
                self.allow(ShortCut::Displacements) && self.is_displaced(position, plies)
                    || self.allow(ShortCut::Places)
                        && (self.are_too_many_unlike(position, plies)
                            || self.are_too_many_astray(position, plies))
            }
        }
    }

    /// Whether men are too far from their places, wherever rules may bring them.
    fn is_displaced(self, position: &Position, plies: [u16; 2]) -> bool {
        let (Some(bound), Some(men)) = (&self.displaced, men_by_walk(position)) else {
            return false;
        };
        bound.is_far(&men, plies, || {
            let left = self.castlings_left(position);
            let all_plies = usize::from(plies[0] + plies[1]);
            let passes = self.may_capture_in_passing(position, all_plies);
            Prospects {
                castles: Side::BOTH.map(|side| left.iter().any(|one| one.side == side)),
                passing: if passes { all_plies.div_ceil(2) } else { 0 },
            }
        })
    }

    /// Whether more men are out of place than plies are left. Each ply brings one man to its
    /// place, a castling two, and captures at most one.
    fn are_too_many_astray(self, position: &Position, plies: [u16; 2]) -> bool {
        let Some(target) = self.target.as_ref().filter(|_| self.facts.keep_places()) else {
            return false;
        };
        let neutral = position.men_of(Side::White) & position.men_of(Side::Black);
        if !neutral.is_empty() || target.iter().any(|(_, man)| man.is_neutral()) {
            return false;
        }
        let castlings = Side::BOTH.map(|side| self.castlings_that_stay(position, target, side));
        let [white, black] = plies.map(usize::from);
        let astray = |of: &dyn Fn(Piece) -> bool, own: usize, other: usize, castlings: usize| {
            let men = || target.iter().filter(|(_, man)| of(*man));
            let missing = men().filter(|(square, man)| !is_like(position.piece_on(*square), *man));
            let standing = position.men().filter(|on| of(position.piece_on(*on)));
            let captured = standing.count().checked_sub(men().count());
            missing.count() > own + castlings || captured.is_none_or(|captured| captured > other)
        };
        let [own, other] = castlings;
        match self.facts.keep_sides() {
            true => {
                astray(&|man| man.is_of(Side::White), white, black, own)
                    || astray(&|man| man.is_of(Side::Black), black, white, other)
            }
            false => astray(&|_| true, white + black, white + black, own + other),
        }
    }

    /// Whether there may be a capture en passant within so many plies: with three left, only by a
    /// pawn that is beyond its third rank already.
    pub(super) fn may_capture_in_passing(self, position: &Position, plies: usize) -> bool {
        let is_near = |pawn: Square| matches!(self.geometry.rank(pawn), 3 | 4);
        let is_ready = |walk: &WalkId| {
            let mut men = position.with_walk(*walk);
            walk.row().captures_en_passant()
                && (*walk != walk_id::PAWN && !men.is_empty() || men.any(is_near))
        };
        plies > 3
            || self.geometry.height() != 8
            || position.slot(Slot::EN_PASSANT) != 0
            || self.walks.iter().any(is_ready)
    }

    /// How many castlings of `side` bring two men to where they may stay: one, or none if its king
    /// has to be at home in the end.
    fn castlings_that_stay(
        self,
        position: &Position,
        target: &[(Square, Piece)],
        side: Side,
    ) -> usize {
        let castlings = self.castlings_left(position);
        let is_home = |home: u8| {
            let is_king = |(square, man): &(Square, Piece)| {
                square.byte() == home && man.is_royal() && man.is_of(side)
            };
            position.royals_of(side).len() == 1 && target.iter().any(is_king)
        };
        let mut own = castlings.iter().filter(|castling| castling.side == side);
        own.any(|castling| !is_home(castling.king[0])).into()
    }
}

/// The side of which alone men went somewhere in the last ply, if nothing else happened to men.
fn moved_lately(position: &Position) -> Option<Side> {
    let mut moved = [false; 2];
    for entry in position.last_ply() {
        match entry.effect {
            Effect::Move { to, .. } => {
                let man = position.piece_on(to);
                for side in Side::BOTH {
                    moved[side.index()] |= man.is_of(side);
                }
            }
            Effect::Set { .. } | Effect::Note(_) => {}
            _ => return None,
        }
    }
    match moved {
        [true, false] => Some(Side::White),
        [false, true] => Some(Side::Black),
        _ => None,
    }
}

/// The men of a position, if all are men of the game.
pub(super) fn men_by_walk(position: &Position) -> Option<MenByWalk> {
    let sides = Side::BOTH.map(|side| position.men_of(side));
    let mut men = MenByWalk::default();
    let mut known = SquareSet::EMPTY;
    for (kind, &walk) in walk_id::NUMBERED.iter().enumerate() {
        let alike = position.with_walk(walk);
        known |= alike;
        for (men, own) in men.iter_mut().zip(sides) {
            men[kind] = (alike & own).0 as u64;
        }
    }
    let is_neutral = !(sides[0] & sides[1]).is_empty();
    (known == position.men() && !is_neutral).then_some(men)
}
