//! Whole positions that the play so far allows, and what a ply does in them.

use super::board::{Board, Man, PROMOTIONS, promotes, walk};
use super::scene::{Ply, Scene, Victim, castled};
use crate::orthodox::attack::{Bits, Each, between, bit};

/// All men, those who are not seen among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct World {
    pub board: Board,
    /// Where men stand who are not seen.
    pub unseen: Bits,
}

impl World {
    /// The worlds that a ply leads to: none if it cannot be played here, several where an
    /// unseen man moves.
    pub fn played(&self, scene: &Scene, ply: Ply) -> Vec<World> {
        let mut after = Vec::new();
        self.leads_to(scene, ply, &mut |world| {
            after.push(*world);
            false
        });
        after
    }

    /// Whether a ply leads to a world of this kind.
    pub fn leads_to(
        &self,
        scene: &Scene,
        ply: Ply,
        is_kind: &mut impl FnMut(&World) -> bool,
    ) -> bool {
        let side = scene.turn;
        let mut suits =
            |board: Board, unseen: Bits| !board.in_check(side) && is_kind(&World { board, unseen });
        match ply {
            Ply::Man { .. } => self
                .man_played(side, ply, false)
                .is_some_and(|world| suits(world.board, world.unseen)),
            // Whether a rook that was once unseen may castle is not known here.
            Ply::Castling { rook } => {
                let was_seen = scene.base.on(rook).is_some();
                let after = was_seen.then(|| self.castled(side, rook)).flatten();
                after.is_some_and(|board| suits(board, self.unseen))
            }
            _ => self.unseen_moved(side, scene.excluded(), ply, &mut suits),
        }
    }

    /// Whether somebody who is not seen can make a ply and leave his king out of check.
    pub fn may_be_unseen(&self, side: usize, excluded: Bits, ply: Ply) -> bool {
        self.unseen_moved(side, excluded, ply, &mut |board, _| !board.in_check(side))
    }

    /// After a move of a man who is seen, if he can make it, perhaps with a victim who is still
    /// to come; his king may be in check.
    pub fn man_played(&self, side: usize, ply: Ply, may_come: bool) -> Option<World> {
        let Ply::Man {
            from,
            to,
            victim,
            becomes,
        } = ply
        else {
            return None;
        };
        if !fits(victim, to, side, self.board.on(to), may_come)
            || between(from, to) & self.board.men() != 0
        {
            return None;
        }
        let mut board = self.board.after(from, to);
        let mut unseen = self.unseen & !bit(to);
        if let Victim::Seen(square) = victim
            && square != to
        {
            board.lift(square);
            unseen &= !bit(square);
        }
        if let Some(walk) = becomes {
            board.lift(to);
            board.put(to, Man { side, walk });
        }
        Some(World { board, unseen })
    }

    /// After castling with a rook who may castle, unless squares are in the way or observed.
    pub fn castled(&self, side: usize, rook: usize) -> Option<Board> {
        let home = if rook < 8 { 4 } else { 60 };
        let (king_to, rook_to) = castled(home, rook);
        let foe = 1 - side;
        let is_free = between(home, rook) & self.board.men() == 0;
        let is_safe = |square| !self.board.is_observed(square, foe);
        let may = is_free && is_safe(home) && is_safe(rook_to);
        may.then(|| self.board.after(home, king_to).after(rook, rook_to))
    }

    fn unseen_moved(
        &self,
        side: usize,
        excluded: Bits,
        ply: Ply,
        suits: &mut impl FnMut(Board, Bits) -> bool,
    ) -> bool {
        let foe = 1 - side;
        let goal = match ply {
            Ply::InvisibleTakes(to) => bit(to) & self.board.of(foe),
            Ply::InvisibleMoves => !excluded,
            _ => 0,
        };
        for from in Each(self.unseen & self.board.of(side)) {
            let man = self.board.on(from).expect("an unseen man");
            let (quiet, captures) = self.board.reach(man, from);
            for to in Each((quiet | captures & self.board.of(foe)) & goal) {
                let mut board = self.board.after(from, to);
                let unseen = self.unseen & !bit(from) | bit(to);
                let is_promoted = man.walk == walk::PAWN && promotes(side, to);
                let walks: &[usize] = if is_promoted {
                    &PROMOTIONS
                } else {
                    &[man.walk]
                };
                for &walk in walks {
                    board.lift(to);
                    board.put(to, Man { side, walk });
                    if suits(board, unseen) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Whether a capture finds its victim, or a quiet move nobody; perhaps somebody comes there.
fn fits(victim: Victim, to: usize, side: usize, stands: Option<Man>, may_come: bool) -> bool {
    match victim {
        Victim::Nobody => stands.is_none(),
        Victim::Anybody => stands.is_none_or(|man| man.side != side),
        Victim::Seen(square) if square != to => stands.is_none(),
        Victim::Shown | Victim::Seen(_) => stands.map_or(may_come, |man| man.side != side),
    }
}
