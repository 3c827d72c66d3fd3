//! Whether a ply may be playable with the needed men of a cast and with men who are free
//! to be anywhere: no is certain.

use super::board::{Board, Man, walk};
use super::closed::Closed;
use super::scene::{Ply, Scene, Victim, castled};
use super::story::{Cast, Step};
use super::world::World;
use crate::orthodox::attack::{Bits, Each, between, bit};

/// Where men can have stood all the time.
pub(super) struct Stood([[Bits; 6]; 2]);

impl Stood {
    /// In a line, whoever else is on the board.
    pub fn of(closed: &[Closed]) -> Stood {
        Stood(std::array::from_fn(|side| {
            std::array::from_fn(|walk| {
                let man = Man { side, walk };
                closed.iter().fold(!0, |all, closed| all & !closed.to(man))
            })
        }))
    }

    /// Where they can have come by captures, too.
    pub fn or_known(mut self, known: [Bits; 2]) -> Stood {
        for (side, known) in known.into_iter().enumerate() {
            self.0[side].iter_mut().for_each(|stood| *stood |= known);
        }
        self
    }

    fn of_side(&self, side: usize) -> Bits {
        let [king @ .., _] = self.0[side];
        king.iter().fold(0, |all, some| all | some)
    }
}

/// A cast at the end of a line.
pub(super) struct Chance<'a> {
    stood: &'a Stood,
    board: Board,
    unseen: Bits,
    /// Where rooks may have castled from: men of the diagram and men who never moved.
    stayed: Bits,
    /// How many men are free to be anywhere, kings who are not placed yet among them.
    free: usize,
    /// Whose king is not placed yet.
    lacking: [bool; 2],
    /// Whether unseen moves of a side were made by nobody yet.
    is_open: [bool; 2],
}

impl<'a> Chance<'a> {
    /// With nobody placed but the men who are seen.
    pub fn at_first_sight(
        steps: &[Step],
        scene: &Scene,
        men: usize,
        stood: &'a Stood,
    ) -> Chance<'a> {
        let mut is_open = [false; 2];
        for step in steps {
            is_open[step.mover] |= step.ply == Some(Ply::InvisibleMoves);
        }
        Chance {
            stood,
            board: scene.shown,
            unseen: 0,
            stayed: !0,
            free: men,
            lacking: [0, 1].map(|side| scene.shown.king(side).is_none()),
            is_open,
        }
    }

    /// None if men stand on one square.
    pub fn of(steps: &[Step], cast: &Cast, men: usize, stood: &'a Stood) -> Option<Chance<'a>> {
        let time = steps.len() - 1;
        Some(Chance {
            stood,
            board: cast.board(steps, time)?,
            unseen: cast.unseen(steps, time),
            stayed: cast.stayed(time) | steps[time].board.men(),
            free: men - cast.stories().len(),
            lacking: cast.lacking_kings(&steps[0].board),
            is_open: cast.open_moves(steps),
        })
    }

    /// Whether a ply of a side may be playable, unseen moves to these squares excluded.
    pub fn may_be_played(&self, side: usize, excluded: Bits, ply: Ply) -> bool {
        let is_whole = self.free == 0 && self.is_open == [false; 2];
        match ply {
            Ply::InvisibleTakes(_) | Ply::InvisibleMoves if is_whole => {
                self.world().may_be_unseen(side, excluded, ply)
            }
            Ply::Man { .. } => self.may_go(side, ply),
            Ply::Castling { rook } => self.may_castle(side, rook),
            Ply::InvisibleTakes(to) => self.may_take(side, to),
            Ply::InvisibleMoves => {
                let may_come = self.has_spare_man() || self.lacking[side];
                may_come || self.unseen & self.board.of(side) != 0
            }
        }
    }

    fn world(&self) -> World {
        World {
            board: self.board,
            unseen: self.unseen,
        }
    }

    fn may_go(&self, side: usize, ply: Ply) -> bool {
        let Ply::Man {
            from, to, victim, ..
        } = ply
        else {
            return true;
        };
        let is_mover = self.board.on(from).is_some_and(|man| man.side == side);
        let may_come = self.may_come(1 - side, bit(to));
        let world = self.world();
        let after = world.man_played(side, ply, may_come);
        let Some(World { board: after, .. }) = after.filter(|_| is_mover) else {
            return false;
        };
        let comes = self.board.on(to).is_none() && victim.is_on(to);
        let king = after.king(side);
        king.is_none_or(|king| self.shields(&after, king, side, 0, comes.into()))
    }

    /// Whether somebody but a king is free.
    fn has_spare_man(&self) -> bool {
        let kings = self.lacking.into_iter().filter(|lacks| *lacks).count();
        self.free > kings
    }

    /// Whether a man of a side, not the king, may stand on one of these squares who is not
    /// placed yet.
    fn may_come(&self, side: usize, squares: Bits) -> bool {
        let stood = self.stood.of_side(side);
        self.has_spare_man() && (self.is_open[side] || stood & squares != 0)
    }

    /// Whether a man of a side, perhaps the king, may stand there who is not placed yet.
    fn may_stand(&self, side: usize, squares: Bits) -> bool {
        let stood = self.stood.0[side][walk::KING];
        let may_be_king = self.lacking[side] && (self.is_open[side] || stood & squares != 0);
        may_be_king || self.may_come(side, squares)
    }

    /// Whether free men, but for so many, may shield a square from all men but one.
    fn shields(&self, board: &Board, square: usize, side: usize, but: Bits, needed: usize) -> bool {
        let mut left = match self.free.checked_sub(needed) {
            None => return false,
            Some(left) => left,
        };
        Each(board.observers(square, 1 - side) & !but).all(|at| {
            let line = between(at, square);
            let is_left = left > 0;
            left = left.saturating_sub(1);
            is_left && (self.may_stand(0, line) || self.may_stand(1, line)) && line != 0
        })
    }

    fn may_castle(&self, side: usize, rook: usize) -> bool {
        let home = if rook < 8 { 4 } else { 60 };
        let man = Man {
            side,
            walk: walk::ROOK,
        };
        let needed = match self.board.on(rook) {
            Some(stands) if stands != man || self.stayed & bit(rook) == 0 => return false,
            Some(_) => 0,
            None if self.has_spare_man() && self.stood.0[side][walk::ROOK] & bit(rook) != 0 => 1,
            None => return false,
        };
        let is_free = between(home, rook) & self.board.men() == 0;
        let transit = castled(home, rook).1;
        is_free
            && needed <= self.free
            && [home, transit]
                .into_iter()
                .all(|square| self.shields(&self.board, square, side, 0, needed))
    }

    fn may_take(&self, side: usize, to: usize) -> bool {
        let takes = |from: usize| {
            let man = self.board.on(from).expect("an unseen man");
            self.board.reach(man, from).1 & bit(to) != 0
        };
        let king = self.board.king(side);
        let unseen_king = king.is_some_and(|king| self.unseen & bit(king) != 0);
        let is_mover = Each(self.unseen & self.board.of(side)).any(takes);
        let needed = usize::from(!is_mover);
        let has_mover = is_mover || self.has_spare_man() || self.lacking[side];
        has_mover
            && needed <= self.free
            && king.is_none_or(|king| {
                unseen_king || self.shields(&self.board, king, side, bit(to), needed)
            })
    }
}

impl Victim {
    /// Whether somebody must stand there to be captured.
    fn is_on(self, square: usize) -> bool {
        self == Victim::Shown || self == Victim::Seen(square)
    }
}
