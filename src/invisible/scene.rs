//! What everybody sees: the visible men, the squares where an invisible man is
//! known to stand, and the plies that can be written down.

use super::board::{Board, Man, PROMOTIONS, promotes, walk};
use crate::orthodox::attack::{self, Bits, Each, between, bit};

/// A ply as it is written; whether it can be played is another question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ply {
    /// A man that is seen moves.
    Man {
        from: usize,
        to: usize,
        victim: Victim,
        /// What a pawn becomes.
        becomes: Option<usize>,
    },
    /// King and rook castle; the rook may have been invisible.
    Castling { rook: usize },
    /// An invisible man captures on a square.
    InvisibleTakes(usize),
    /// An invisible man moves anywhere else.
    InvisibleMoves,
}

/// Who is captured by a man that is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Victim {
    /// Nobody.
    Nobody,
    /// An invisible man, if one stands there.
    Anybody,
    /// A visible man, or an invisible man known to stand there, on this square.
    Seen(usize),
    /// An invisible man who shows himself by it.
    Shown,
}

/// A position as it is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    /// The men that were never invisible.
    pub base: Board,
    /// These and the men that have been revealed.
    pub shown: Board,
    /// Squares where an invisible man of a side is known to stand.
    pub known: [Bits; 2],
    pub turn: usize,
    /// Squares whose man, if it is the king or rook of the game array, may castle.
    pub homes: Bits,
    /// The square that the pawn of the last ply passed.
    passed: Option<usize>,
}

const KING_HOMES: [usize; 2] = [4, 60];

impl Scene {
    pub fn new(base: Board, turn: usize, homes: Bits) -> Scene {
        Scene {
            base,
            shown: base,
            known: [0; 2],
            turn,
            homes,
            passed: None,
        }
    }

    /// Visible men, known invisible men, holes.
    fn closed(&self) -> Bits {
        self.shown.closed() | self.known[0] | self.known[1]
    }

    /// Where an invisible man cannot go who moves without being seen to capture.
    pub fn excluded(&self) -> Bits {
        let foe = 1 - self.turn;
        self.shown.of(foe) | self.known[foe]
    }

    /// Every ply that can be written for the side to move, in the order of their numbers.
    pub fn plies(&self) -> Vec<Ply> {
        let mut plies = Vec::with_capacity(64);
        for from in Each(self.shown.of(self.turn)) {
            if self.shown.king(self.turn) == Some(from) {
                self.castlings(&mut plies);
            }
            self.plies_of(from, &mut plies);
        }
        let king = self.shown.king(1 - self.turn).map_or(0, bit);
        // An invisible man is not seen to capture another one.
        let targets = self.shown.of(1 - self.turn) & !king;
        let captures = plies.len();
        plies.extend(Each(targets).map(Ply::InvisibleTakes));
        plies[captures..].reverse();
        plies.push(Ply::InvisibleMoves);
        plies
    }

    /// Every ply that the side to move can make, also an invisible man's capture of another one
    /// that is known to be there.
    pub fn replies(&self) -> Vec<Ply> {
        let mut plies = self.plies();
        plies.extend(Each(self.known[1 - self.turn]).map(Ply::InvisibleTakes));
        plies
    }

    fn plies_of(&self, from: usize, plies: &mut Vec<Ply>) {
        let (own, foe) = (self.turn, 1 - self.turn);
        let man = self.shown.on(from).expect("a visible man");
        let mut board = self.shown;
        board.holes = self.closed() & !board.men();
        let (quiet, captures) = board.reach(man, from);
        let holes = self.shown.holes;
        // Known invisible men were walls above; they can be captured.
        let king = self.shown.king(foe).map_or(0, bit);
        let seen = (self.shown.of(foe) | self.known[foe]) & !king;
        let mut walls = self.shown;
        walls.holes |= self.known[own];
        Each(self.known[foe]).for_each(|square| {
            walls.put(
                square,
                Man {
                    side: foe,
                    walk: walk::KNIGHT,
                },
            );
        });
        let captures = captures | walls.reach(man, from).1;
        for to in in_order(man, from, quiet | captures) {
            let victim = match bit(to) & captures & seen != 0 {
                true => Some(Victim::Seen(to)),
                false if man.walk != walk::PAWN => {
                    (bit(to) & quiet != 0).then_some(Victim::Anybody)
                }
                false if bit(to) & quiet != 0 => Some(Victim::Nobody),
                false if bit(to) & (self.closed() | holes) != 0 => None,
                false if self.passed == Some(to) => Some(Victim::Seen(from & 56 | to & 7)),
                false => Some(Victim::Shown),
            };
            if let Some(victim) = victim {
                self.push(man, from, to, victim, plies);
            }
        }
    }

    fn push(&self, man: Man, from: usize, to: usize, victim: Victim, plies: &mut Vec<Ply>) {
        let ply = |becomes| Ply::Man {
            from,
            to,
            victim,
            becomes,
        };
        match man.walk == walk::PAWN && promotes(man.side, to) {
            true => plies.extend(PROMOTIONS.map(|walk| ply(Some(walk)))),
            false => plies.push(ply(None)),
        }
    }

    fn castlings(&self, plies: &mut Vec<Ply>) {
        let side = self.turn;
        let home = KING_HOMES[side];
        if self.homes & bit(home) == 0 || self.shown.king(side) != Some(home) {
            return;
        }
        for rook in [home - 4, home + 3] {
            let stands = self.shown.on(rook);
            let may_be = match stands {
                Some(man) => {
                    let is_rook = man
                        == Man {
                            side,
                            walk: walk::ROOK,
                        };
                    is_rook && (self.homes & bit(rook) != 0 || self.base.on(rook).is_none())
                }
                None => (self.shown.holes | self.known[0] | self.known[1]) & bit(rook) == 0,
            };
            if may_be && between(home, rook) & self.closed() == 0 {
                plies.push(Ply::Castling { rook });
            }
        }
    }

    /// What is seen after a ply.
    pub fn after(&self, ply: Ply) -> Scene {
        let mut next = *self;
        next.turn = 1 - self.turn;
        next.passed = None;
        match ply {
            Ply::Man {
                from,
                to,
                victim,
                becomes,
            } => {
                if let Victim::Seen(square) = victim {
                    next.vanish(square);
                }
                let man = next.shown.lift(from).expect("a visible man");
                if man.walk == walk::PAWN && from.abs_diff(to) == 16 {
                    next.passed = Some((from + to) / 2);
                }
                let man = Man {
                    walk: becomes.unwrap_or(man.walk),
                    ..man
                };
                next.shown.put(to, man);
                if next.base.lift(from).is_some() {
                    next.base.put(to, man);
                }
                next.homes &= !(bit(from) | bit(to));
            }
            Ply::Castling { rook } => {
                let home = KING_HOMES[self.turn];
                let (king_to, rook_to) = castled(home, rook);
                let king = next.shown.lift(home).expect("a king to castle");
                next.base.lift(home);
                next.base.put(king_to, king);
                next.shown.put(king_to, king);
                next.shown.lift(rook);
                let man = Man {
                    side: self.turn,
                    walk: walk::ROOK,
                };
                next.shown.put(rook_to, man);
                if next.base.lift(rook).is_some() {
                    next.base.put(rook_to, man);
                }
                next.homes &= !(bit(home) | bit(rook));
            }
            Ply::InvisibleTakes(square) => {
                next.vanish(square);
                next.known[self.turn] |= bit(square);
            }
            Ply::InvisibleMoves => next.known[self.turn] = 0,
        }
        next
    }

    fn vanish(&mut self, square: usize) {
        self.shown.lift(square);
        self.base.lift(square);
        self.known
            .iter_mut()
            .for_each(|known| *known &= !bit(square));
        self.homes &= !bit(square);
    }

    /// A man is certain to be there: from now on he is seen.
    pub fn reveal(&mut self, square: usize, man: Man) {
        self.shown.put(square, man);
        self.known[man.side] &= !bit(square);
    }
}

/// Where king and rook come to stand.
pub(super) fn castled(home: usize, rook: usize) -> (usize, usize) {
    match rook > home {
        true => (home + 2, home + 1),
        false => (home - 2, home - 1),
    }
}

/// Squares in the order in which a man's moves are numbered: riders' from afar, pawns' ahead first.
fn in_order(man: Man, from: usize, squares: Bits) -> Vec<usize> {
    let order = match man.walk {
        walk::PAWN => {
            let ahead = [16, 8].map(|step| match man.side {
                0 => from.wrapping_add(step),
                _ => from.wrapping_sub(step),
            });
            let mut aside: Vec<usize> = Each(attack::pawn_captures(man.side, from)).collect();
            aside.reverse();
            ahead.into_iter().chain(aside).collect()
        }
        walk::KNIGHT => attack::KNIGHT_ORDER[from].map(usize::from).to_vec(),
        walk::KING => attack::KING_ORDER[from].map(usize::from).to_vec(),
        _ => {
            let along = |direction| {
                let mut ray: Vec<usize> = Each(attack::ray(direction, from)).collect();
                if attack::ascends(direction) {
                    ray.reverse();
                }
                ray
            };
            (0..8).flat_map(along).collect()
        }
    };
    let is_among = |to: &usize| *to < 64 && squares & bit(*to) != 0;
    order.into_iter().filter(is_among).collect()
}
