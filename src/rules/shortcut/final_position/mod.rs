//! The position in which play is to end (`dia`, `a=>b`), and how far away it is.
//!
//! Men go by the walks of the game, a place for each is asked, and nobody comes back. Then
//! the moves of each side are counted: each place that is empty or taken by another man
//! needs a man that can get there, pawns change files by capturing only, and it is known
//! how many men are left to be captured.

mod astray;
mod course;
mod displaced;
mod routes;
mod share;
mod unlike;

use crate::board::{Side, Square};
use crate::men::{Piece, WalkId, walk_id};
pub(in crate::rules) use course::Course;
pub(in crate::rules) use displaced::{Displaced, Ways};
pub(in crate::rules) use routes::KingSteps;
use routes::{KINDS, KING, MOST_CAPTURES, NEVER, PAWN, ROOK, Routes, bit, each};
use share::{Means, can_fill};
pub(in crate::rules) use unlike::Unlike;

/// Squares of the 8x8 board by side and walk: pawns, knights, bishops, rooks, queens, kings.
pub type MenByWalk = [[u64; KINDS]; 2];

/// These men by side and walk, if all are men of the game on the usual board.
fn sets_of(men: &[(Square, Piece)]) -> Option<MenByWalk> {
    let mut sets = MenByWalk::default();
    for (square, man) in men {
        let side = Side::BOTH.into_iter().find(|side| man.is_of(*side))?;
        let known = number(man.walk()).filter(|_| !man.is_neutral())?;
        sets[side.index()][known] |= 1_u64.checked_shl(square.byte().into())?;
    }
    Some(sets)
}

/// The number of a walk of the game.
pub(in crate::rules) fn number(walk: WalkId) -> Option<usize> {
    walk_id::NUMBERED.iter().position(|known| *known == walk)
}

/// A castling that is still allowed: where king and rook stand, and where they arrive.
#[derive(Clone, Copy, Debug)]
pub struct Castled {
    /// Who castles.
    pub side: Side,
    /// The king's departure and arrival.
    pub king: [u8; 2],
    /// The rook's.
    pub rook: [u8; 2],
}

/// The routes to a target position.
#[derive(Debug)]
pub struct Target {
    men: MenByWalk,
    places: Vec<Place>,
    /// By side and square: the number of the place.
    numbers: [[u8; 64]; 2],
}

/// A square on which a man is to stand.
#[derive(Debug)]
struct Place {
    kind: usize,
    /// By square of departure: the least moves of a man of this walk.
    officer: [u8; 64],
    /// By square of departure and captures at most: the least moves of a pawn.
    pawn: [[u8; MOST_CAPTURES + 1]; 64],
}

impl Target {
    /// The routes to these men; none if some men are no men of the game. Men have these
    /// walks, and pawns may become men of those. All may be in the way, or only some, and kings may
    /// be lent the walks of the others.
    pub(in crate::rules) fn new(
        men: &[(Square, Piece)],
        walks: &[WalkId],
        promotions: &[WalkId],
        all_stop: bool,
        kings: KingSteps,
    ) -> Option<Target> {
        let is_known = walks.iter().all(|walk| number(*walk).is_some());
        let sets = sets_of(men).filter(|_| is_known)?;
        let mut target = Target {
            men: sets,
            places: Vec::new(),
            numbers: [[0; 64]; 2],
        };
        let routes = Routes::to(&sets, all_stop, kings);
        for side in Side::BOTH {
            for (kind, squares) in sets[side.index()].into_iter().enumerate() {
                let promotes = promotions.contains(&walk_id::NUMBERED[kind]);
                for square in each(squares) {
                    target.numbers[side.index()][square] = target.places.len() as u8;
                    let place = Place::new(&routes, side, kind, square, promotes);
                    target.places.push(place);
                }
            }
        }
        Some(target)
    }

    /// The men of the target.
    pub fn men(&self) -> &MenByWalk {
        &self.men
    }

    /// Whether the target is certainly too far away from these men for so many plies of each
    /// side. What was known before the last ply is not asked again: nothing has changed for the
    /// other side if only men of `lately` have moved.
    pub fn is_far(
        &self,
        men: &MenByWalk,
        castlings: &[Castled],
        plies: [u16; 2],
        lately: Option<Side>,
    ) -> bool {
        let captured = Side::BOTH.map(|side| self.captured(men, side));
        let [Some(white), Some(black)] = captured else {
            return true;
        };
        let captured = [white, black];
        let changed = |side: &Side| lately.is_none_or(|lately| lately == *side);
        Side::BOTH.into_iter().filter(changed).any(|side| {
            let (own, other) = (side.index(), (!side).index());
            captured[other] > plies[own].into()
                || !self.can_move(&men[own], castlings, side, plies[own], captured[other])
        })
    }

    /// How many men of a side are left to be captured; none if too few are there.
    fn captured(&self, men: &MenByWalk, side: Side) -> Option<usize> {
        let count = |men: &MenByWalk| {
            let all = men[side.index()].iter().fold(0, |all, set| all | set);
            all.count_ones() as usize
        };
        count(men).checked_sub(count(&self.men))
    }

    /// Whether the side may bring its men home, castling or not.
    fn can_move(
        &self,
        men: &[u64; KINDS],
        castlings: &[Castled],
        side: Side,
        moves: u16,
        captures: usize,
    ) -> bool {
        let mut castlings = castlings.iter().filter(|castling| castling.side == side);
        self.can_walk(men, [0; KINDS], side, moves, captures)
            || moves > 0
                && castlings.any(|castling| {
                    let (men, castled) = castling.play(men);
                    self.can_walk(&men, castled, side, moves - 1, captures)
                })
    }

    /// Whether the men, two of them perhaps castled already, may walk home.
    fn can_walk(
        &self,
        men: &[u64; KINDS],
        castled: [u64; KINDS],
        side: Side,
        moves: u16,
        captures: usize,
    ) -> bool {
        let target = &self.men[side.index()];
        let pawns = [men, target].map(|men| men[PAWN].count_ones() as usize);
        let Some(promotions) = pawns[0].checked_sub(pawns[1]) else {
            return false;
        };
        let astray: [u64; KINDS] = std::array::from_fn(|kind| men[kind] & !target[kind]);
        let needed: [u64; KINDS] = std::array::from_fn(|kind| target[kind] & !men[kind]);
        let open: [u64; KINDS] = std::array::from_fn(|kind| needed[kind] & !castled[kind]);
        let castled: [u64; KINDS] = std::array::from_fn(|kind| castled[kind] & !needed[kind]);
        let count: u32 = open.iter().map(|squares| squares.count_ones()).sum();
        if count == 0 || count > moves.into() {
            return count == 0;
        }
        let mut places = [&self.places[0]; 64];
        let numbers = &self.numbers[side.index()];
        let squares = open.into_iter().flat_map(each);
        for (place, square) in places.iter_mut().zip(squares) {
            *place = &self.places[usize::from(numbers[square])];
        }
        let means = Means {
            moves,
            captures,
            promotions,
        };
        can_fill(&places[..count as usize], &astray, &castled, means)
    }
}

impl Place {
    fn new(routes: &Routes, side: Side, kind: usize, square: usize, promotes: bool) -> Place {
        let officer = match kind {
            PAWN => [NEVER; 64],
            _ => routes.officer(kind, square),
        };
        let by_captures = match kind {
            PAWN => routes.pawn(side, square),
            _ if promotes => routes.promoted(side, &officer),
            _ => [[NEVER; 64]; MOST_CAPTURES + 1],
        };
        Place {
            kind,
            officer,
            pawn: std::array::from_fn(|from| by_captures.map(|moves| moves[from])),
        }
    }
}

impl Castled {
    /// The men that are left without the two, and those two after the castling. They are
    /// counted apart, for the squares where they arrive may still be taken by other men.
    fn play(&self, men: &[u64; KINDS]) -> ([u64; KINDS], [u64; KINDS]) {
        let (mut left, mut castled) = (*men, [0; KINDS]);
        for (kind, [from, to]) in [(KING, self.king), (ROOK, self.rook)] {
            left[kind] &= !bit(from.into());
            castled[kind] = bit(to.into());
        }
        (left, castled)
    }
}
