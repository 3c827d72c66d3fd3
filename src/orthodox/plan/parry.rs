//! Plans for mate: what would parry the only check must be pinned or obstructed, or another
//! man gives check as well.

use super::super::attack::{
    Bits, DIAGONALS, Each, RANK_1, RANK_8, between, bit, pawn_captures, queen, ray_through,
};
use super::super::state::walk;
use super::draft::{Choices, Draft, Sketch, each_man, stands_on};
use super::least::stands;
use crate::board::Side;

impl Draft<'_> {
    /// The choices against the parry that leaves fewest: none if nothing parries, nothing at
    /// all if a parry cannot be helped.
    pub(super) fn most_urgent_parry(&self, now: &Sketch) -> Option<Option<Choices>> {
        let mut checkers = self.checkers(now);
        let (Some(checker), None) = (checkers.next(), checkers.next()) else {
            return Some(None);
        };
        let way = bit(checker) | between(checker, self.target);
        let mut best: Option<Choices> = None;
        let mut more_checks = None;
        for man in self.defenders(now) {
            let parries = self.moves(now, man) & way;
            if parries == 0 || self.is_pinned(now, man) {
                continue;
            }
            let checks = more_checks.get_or_insert_with(|| self.guards(now, self.target, false));
            for parry in Each(parries) {
                let mut choices = checks.clone();
                self.add_pins(now, man, &mut choices);
                self.add_obstructions(now, man, parry, &mut choices);
                if choices.count == 0 {
                    return None;
                }
                if best.as_ref().is_none_or(|best| choices.count < best.count) {
                    best = Some(choices);
                }
            }
        }
        Some(best)
    }

    /// The squares from which standing men give check.
    fn checkers<'a>(&'a self, now: &'a Sketch) -> impl Iterator<Item = usize> + 'a {
        let men = now.own | now.foe;
        let checkers = self.standing(now).filter(move |(_, walk, square)| {
            *walk != walk::KING && self.attacked(*walk, *square, men) & bit(self.target) != 0
        });
        checkers.map(|(_, _, square)| square)
    }

    /// The standing men of the king's side of which it is known how they move: what is
    /// promoted may be any rider.
    fn defenders<'a>(&'a self, now: &'a Sketch) -> impl Iterator<Item = usize> + 'a {
        let men = self.men.iter().enumerate();
        let men = men.filter(|(man, one)| {
            let walk = || stands_on(now, *man).0;
            let is_defender = one.side != self.aim.by && !one.is_king();
            is_defender && stands(now.roles[*man]) && !(one.is_pawn() && walk() == walk::QUEEN)
        });
        men.map(|(man, _)| man)
    }

    /// Where a standing man of the king's side may go.
    fn moves(&self, now: &Sketch, man: usize) -> Bits {
        let (walk, square) = stands_on(now, man);
        let men = now.own | now.foe;
        match walk {
            walk::PAWN if bit(square) & (RANK_1 | RANK_8) != 0 => 0,
            walk::PAWN => {
                let side = (!self.aim.by).index();
                let captures = pawn_captures(side, square) & now.own;
                let one = self.ahead(square) & !men;
                let two = match (one, square / 8) {
                    (0, _) => 0,
                    (_, 1) if side == 0 => bit(square + 16),
                    (_, 6) if side == 1 => bit(square - 16),
                    _ => 0,
                };
                captures | one | two & !men
            }
            _ => self.attacked(walk, square, men),
        }
    }

    /// The squares from which a man of the king's side could be pinned.
    fn pinning_squares(&self, now: &Sketch, man: usize) -> Bits {
        let (_, square) = stands_on(now, man);
        let men = now.own | now.foe;
        let way = between(self.target, square);
        let line = ray_through(self.target, square) & !way & !bit(square);
        match way & men {
            0 => line & queen(square, men),
            _ => 0,
        }
    }

    fn is_pinned(&self, now: &Sketch, man: usize) -> bool {
        let line = self.pinning_squares(now, man);
        self.standing(now)
            .any(|(_, walk, square)| line & bit(square) != 0 && self.pins_along(walk, line))
    }

    fn add_pins(&self, now: &Sketch, man: usize, choices: &mut Choices) {
        let line = self.pinning_squares(now, man);
        if line != 0 {
            self.add_pinners(now, line, choices);
        }
    }

    /// Adds the men without a role that may pin from one of these squares.
    pub(super) fn add_pinners(&self, now: &Sketch, line: Bits, choices: &mut Choices) {
        for man in each_man(self.open_of(now, self.aim.by)) {
            for &walk in self.men[man].walks(!self.aim.stalemate) {
                if self.pins_along(walk, line) {
                    choices.add(man, walk, line & self.free_squares(man, walk));
                }
            }
        }
    }

    /// Whether a man of the walk pins along the line.
    pub(super) fn pins_along(&self, walk: usize, line: Bits) -> bool {
        let is_diagonal = line & DIAGONALS[self.target] != 0;
        match walk {
            walk::QUEEN => true,
            walk::BISHOP => is_diagonal,
            walk::ROOK => !is_diagonal,
            _ => false,
        }
    }

    /// Adds the men that may stand in the way of a parry.
    fn add_obstructions(&self, now: &Sketch, man: usize, parry: usize, choices: &mut Choices) {
        let (_, square) = stands_on(now, man);
        for obstructed in Each(between(square, parry)) {
            for side in Side::BOTH {
                self.add_standing(now, obstructed, side, choices);
            }
        }
    }
}
