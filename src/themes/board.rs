//! A position of orthodox chess as themes look at it: who attacks what, who is pinned, what a side could play.
//!
//! **Invariant:** this is plain geometry of the usual board. Nothing is solved with it; a theme asks it what would
//! be different if a man were missing.

use crate::board::{Side, Square};
use crate::men::{Piece, walk_id};
use crate::orthodox::attack::{self, Bits, Each, bit};

/// What an orthodox man is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// The kind of a man, if the game has it.
    pub(super) fn of(piece: Piece) -> Option<Kind> {
        let kinds = [
            (walk_id::PAWN, Kind::Pawn),
            (walk_id::KNIGHT, Kind::Knight),
            (walk_id::BISHOP, Kind::Bishop),
            (walk_id::ROOK, Kind::Rook),
            (walk_id::QUEEN, Kind::Queen),
            (walk_id::KING, Kind::King),
        ];
        let row = kinds.iter().find(|(walk, _)| *walk == piece.walk());
        row.map(|(_, kind)| *kind)
    }

    /// Whether it moves along lines.
    pub(super) fn is_rider(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Rook | Kind::Queen)
    }

    /// Whether it is neither king nor pawn.
    pub(super) fn is_officer(self) -> bool {
        !matches!(self, Kind::Pawn | Kind::King)
    }
}

/// A man on the board with its number in the story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unit {
    pub id: u8,
    pub side: Side,
    pub kind: Kind,
}

/// The men of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    men: [Option<Unit>; 64],
    occupied: Bits,
    /// The square behind a pawn that has just moved two squares.
    pub passed: Option<usize>,
}

/// A step of a man, as far as legality matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    pub from: usize,
    pub to: usize,
    pub captured: Option<usize>,
}

/// A man that cannot leave a line without exposing its king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pin {
    pub man: usize,
    pub by: usize,
    pub king: usize,
}

impl Board {
    pub(super) fn new(men: [Option<Unit>; 64], passed: Option<usize>) -> Board {
        let occupied = (0..64).filter(|on| men[*on].is_some()).map(bit).sum();
        Board {
            men,
            occupied,
            passed,
        }
    }

    pub(super) fn on(&self, square: usize) -> Option<Unit> {
        self.men[square & 63]
    }

    /// All men with their squares.
    pub(super) fn men(&self) -> impl Iterator<Item = (usize, Unit)> + '_ {
        Each(self.occupied).filter_map(|on| Some((on, self.men[on]?)))
    }

    /// Those of a side.
    pub(super) fn men_of(&self, side: Side) -> impl Iterator<Item = (usize, Unit)> + '_ {
        self.men().filter(move |(_, unit)| unit.side == side)
    }

    /// Where a man of the story stands.
    pub(super) fn find(&self, id: u8) -> Option<usize> {
        self.men().find(|(_, unit)| unit.id == id).map(|(on, _)| on)
    }

    pub(super) fn king(&self, side: Side) -> Option<usize> {
        let mut kings = self
            .men_of(side)
            .filter(|(_, unit)| unit.kind == Kind::King);
        let first = kings.next()?;
        kings.next().is_none().then_some(first.0)
    }

    /// The same without the man of a square.
    pub(super) fn without(&self, square: usize) -> Board {
        let mut board = self.clone();
        board.put(square, None);
        board
    }

    /// The same with a man on a square.
    pub(super) fn with(&self, square: usize, unit: Unit) -> Board {
        let mut board = self.clone();
        board.put(square, Some(unit));
        board
    }

    fn put(&mut self, square: usize, unit: Option<Unit>) {
        self.men[square & 63] = unit;
        match unit {
            Some(_) => self.occupied |= bit(square),
            None => self.occupied &= !bit(square),
        }
    }

    /// The squares that the man of a square attacks.
    pub(super) fn attacks(&self, square: usize) -> Bits {
        self.attacks_over(square, self.occupied)
    }

    fn attacks_over(&self, square: usize, occupied: Bits) -> Bits {
        let Some(unit) = self.on(square) else {
            return 0;
        };
        match unit.kind {
            Kind::Pawn => attack::pawn_captures(unit.side.index(), square),
            Kind::Knight => attack::knight(square),
            Kind::Bishop => attack::bishop(square, occupied),
            Kind::Rook => attack::rook(square, occupied),
            Kind::Queen => attack::queen(square, occupied),
            Kind::King => attack::king(square),
        }
    }

    /// The squares of the men of a side that attack a square.
    pub(super) fn attackers(&self, square: usize, side: Side) -> Vec<usize> {
        self.attackers_over(square, side, self.occupied)
    }

    fn attackers_over(&self, square: usize, side: Side, occupied: Bits) -> Vec<usize> {
        let men = self.men_of(side).map(|(on, _)| on);
        men.filter(|on| self.attacks_over(*on, occupied) & bit(square) != 0)
            .collect()
    }

    /// The men of the other side that attack a square, seen through the king of this one.
    pub(super) fn guards(&self, square: usize, king: usize) -> Vec<usize> {
        let Some(unit) = self.on(king) else {
            return Vec::new();
        };
        self.attackers_over(square, !unit.side, self.occupied & !bit(king))
    }

    pub(super) fn in_check(&self, side: Side) -> bool {
        !self.checkers(side).is_empty()
    }

    /// The squares of the men that check a king.
    pub(super) fn checkers(&self, side: Side) -> Vec<usize> {
        self.king(side)
            .map_or(Vec::new(), |king| self.attackers(king, !side))
    }

    /// The squares beside a square.
    pub(super) fn field(square: usize) -> impl Iterator<Item = usize> {
        Each(attack::king(square))
    }

    /// The squares strictly between two squares of a line; nothing if they are on none.
    pub(super) fn between(one: usize, other: usize) -> Vec<usize> {
        let Some((step, count)) = line(one, other) else {
            return Vec::new();
        };
        (1..count)
            .map(|place| (one as i32 + step * place) as usize)
            .collect()
    }

    /// The men of a side that are pinned.
    pub(super) fn pins(&self, side: Side) -> Vec<Pin> {
        let Some(king) = self.king(side) else {
            return Vec::new();
        };
        let riders = self
            .men_of(!side)
            .filter(|(_, unit)| unit.kind.is_rider())
            .map(|(on, _)| on);
        riders
            .filter_map(|by| {
                let way = Board::between(by, king);
                if !self.sees_along(by, king) {
                    return None;
                }
                let mut men = way.into_iter().filter(|on| self.on(*on).is_some());
                let man = men.next()?;
                let own = self.on(man)?.side == side;
                (own && men.next().is_none()).then_some(Pin { man, by, king })
            })
            .collect()
    }

    /// Whether a rider would reach a square on the empty board.
    pub(super) fn sees_along(&self, rider: usize, square: usize) -> bool {
        self.attacks_over(rider, bit(rider)) & bit(square) != 0
    }

    /// Every step of a side, whether it leaves its king in check or not; castling and what a pawn becomes do not matter.
    pub(super) fn steps(&self, side: Side) -> Vec<Reply> {
        self.men_of(side)
            .flat_map(|(from, unit)| self.steps_of(from, unit))
            .collect()
    }

    fn steps_of(&self, from: usize, unit: Unit) -> Vec<Reply> {
        let mut steps = Vec::new();
        let own = |to: usize| self.on(to).is_some_and(|other| other.side == unit.side);
        if unit.kind != Kind::Pawn {
            for to in Each(self.attacks(from)).filter(|to| !own(*to)) {
                let captured = self.on(to).map(|_| to);
                steps.push(Reply { from, to, captured });
            }
            return steps;
        }
        let ahead: i32 = if unit.side == Side::White { 8 } else { -8 };
        let (start, rank) = (if unit.side == Side::White { 1 } else { 6 }, from / 8);
        let one = from as i32 + ahead;
        if (0..64).contains(&one) && self.on(one as usize).is_none() {
            let quiet = |to: i32| Reply {
                from,
                to: to as usize,
                captured: None,
            };
            steps.push(quiet(one));
            if rank == start && self.on((one + ahead) as usize).is_none() {
                steps.push(quiet(one + ahead));
            }
        }
        for to in Each(attack::pawn_captures(unit.side.index(), from)) {
            if self.on(to).is_some() && !own(to) {
                let captured = Some(to);
                steps.push(Reply { from, to, captured });
            } else if self.passed == Some(to) && self.on(to).is_none() {
                let captured = Some((to as i32 - ahead) as usize);
                steps.push(Reply { from, to, captured });
            }
        }
        steps
    }

    /// The position after a step.
    pub(super) fn after(&self, step: Reply) -> Board {
        let mut board = self.clone();
        if let Some(captured) = step.captured {
            board.put(captured, None);
        }
        let unit = self.on(step.from);
        board.put(step.from, None);
        board.put(step.to, unit);
        board.passed = None;
        board
    }

    /// The steps of a side that do not leave its king in check.
    pub(super) fn legal(&self, side: Side) -> Vec<Reply> {
        let mut steps = self.steps(side);
        steps.retain(|step| {
            let takes_king = step
                .captured
                .and_then(|on| self.on(on))
                .is_some_and(|unit| unit.kind == Kind::King);
            !takes_king && !self.after(*step).in_check(side)
        });
        steps
    }

    pub(super) fn is_mate(&self, side: Side) -> bool {
        self.in_check(side) && self.legal(side).is_empty()
    }

    pub(super) fn is_stalemate(&self, side: Side) -> bool {
        !self.in_check(side) && self.legal(side).is_empty()
    }

    /// The squares that the king of a side can go to.
    pub(super) fn flights(&self, side: Side) -> Vec<usize> {
        let Some(king) = self.king(side) else {
            return Vec::new();
        };
        let legal = self.legal(side).into_iter();
        legal
            .filter(|step| step.from == king)
            .map(|step| step.to)
            .collect()
    }
}

/// The step of a line from one square to another, and how many of them lead there.
pub(super) fn line(one: usize, other: usize) -> Option<(i32, i32)> {
    let (files, ranks) = (
        other as i32 % 8 - one as i32 % 8,
        other as i32 / 8 - one as i32 / 8,
    );
    let on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let count = files.abs().max(ranks.abs());
    (on_line && count > 0).then(|| (files.signum() + 8 * ranks.signum(), count))
}

/// Whether a square lies strictly between two others on a line.
pub(super) fn is_between(square: usize, one: usize, other: usize) -> bool {
    Board::between(one, other).contains(&square)
}

pub(super) fn square(number: usize) -> Square {
    Square::new((number & 63) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(men: &[(&str, Side, Kind)]) -> Board {
        let mut all = [None; 64];
        for (id, (name, side, kind)) in men.iter().enumerate() {
            let on = Square::from_name(name).expect("a square").index();
            all[on] = Some(Unit {
                id: id as u8,
                side: *side,
                kind: *kind,
            });
        }
        Board::new(all, None)
    }

    #[test]
    fn a_pinned_man_is_found_and_cannot_leave() {
        let board = board(&[
            ("e8", Side::Black, Kind::King),
            ("e5", Side::Black, Kind::Knight),
            ("e1", Side::White, Kind::Rook),
            ("a1", Side::White, Kind::King),
        ]);
        let pins = board.pins(Side::Black);
        assert_eq!(pins.len(), 1);
        assert_eq!(square(pins[0].man).to_string(), "e5");
        let knight = pins[0].man;
        assert!(
            board
                .legal(Side::Black)
                .iter()
                .all(|step| step.from != knight)
        );
    }

    #[test]
    fn mates_and_stalemates_are_told_apart() {
        let mate = board(&[
            ("h8", Side::Black, Kind::King),
            ("g6", Side::White, Kind::King),
            ("a8", Side::White, Kind::Rook),
        ]);
        assert!(mate.is_mate(Side::Black) && !mate.is_stalemate(Side::Black));
        let stalemate = board(&[
            ("h8", Side::Black, Kind::King),
            ("g6", Side::White, Kind::King),
            ("g1", Side::White, Kind::Rook),
            ("f7", Side::White, Kind::Knight),
        ]);
        assert!(!stalemate.is_mate(Side::Black) || stalemate.in_check(Side::Black));
    }
}
