//! Plans for stalemate: every man of the king's side is captured, or stands where it is
//! blocked or pinned.

use super::super::attack::{
    Bits, DIAGONALS, Each, ORTHOGONALS, RANK_1, RANK_8, between, bit, king, knight, pawn_captures,
    queen, ray_through,
};
use super::super::state::walk;
use super::draft::{Choices, Count, Draft, Gather, Sketch, each_man, stands_on};
use super::least::{CAPTURED, role};
use crate::board::Side;

/// What a plan may need next, before the choices are listed.
enum Vague {
    Nothing,
    /// Somebody of the king's side is to stand on the square.
    Foe(usize),
    /// Anybody is.
    Anybody(usize),
    /// A flight is to be closed.
    Flight(usize),
    /// A standing man is to lose its moves.
    Rest(usize),
    /// A man needs a role.
    Fate(usize),
}

/// What a plan needs next.
enum Want {
    /// A square is to be closed, or somebody is to stand on it.
    Square(Choices),
    /// A standing man is to lose its moves.
    Rest(usize, Choices),
    /// A man needs a role.
    Fate(usize, Choices),
}

impl Draft<'_> {
    /// Completes a plan for stalemate in all ways.
    pub(super) fn go_on_to_stalemate(&mut self, now: &Sketch) {
        let Some(want) = self.most_urgent(now) else {
            return;
        };
        match want {
            None if !self.is_in_check(now) => self.finish(now),
            None => {}
            Some(Want::Square(choices)) => self.try_each(now, &choices),
            Some(Want::Rest(man, pins)) => {
                let now = Sketch {
                    loose: now.loose & !(1 << man),
                    ..*now
                };
                if let Some(next) = self.blocked(&now, man) {
                    self.go_on(&next);
                }
                self.go_on_if_pinned(&now, man, &pins);
            }
            Some(Want::Fate(man, choices)) => {
                if i16::from(now.captures) < self.aim.plies[self.aim.by.index()] as i16 {
                    let mut next = *now;
                    next.roles[man] = CAPTURED;
                    next.open &= !(1 << man);
                    next.captures += 1;
                    self.go_on(&next);
                }
                self.try_each(now, &choices);
            }
        }
    }

    /// The want with the fewest choices: none if nothing is wanted, nothing at all if something
    /// cannot be had.
    fn most_urgent(&self, now: &Sketch) -> Option<Option<Want>> {
        let (by, mut least, mut best) = (self.aim.by, u32::MAX, Vague::Nothing);
        if !self.can_fill(now) {
            return None;
        }
        for square in Each(now.wants_foe & !now.foe) {
            let mut count = Count::below(least);
            self.add_standing(now, square, !by, &mut count);
            if count.count == 0 {
                return None;
            }
            if count.count < least {
                (least, best) = (count.count, Vague::Foe(square));
            }
        }
        for man in each_man(now.loose) {
            let count = self.pins(now, man).count;
            if count < least {
                (least, best) = (count + 1, Vague::Rest(man));
            }
        }
        let flight = self.fewest_choices(now)?;
        if let Some((flight, count)) = flight.filter(|(_, count)| *count < least) {
            (least, best) = (count, Vague::Flight(flight));
        }
        for square in Each(now.wants_any & !(now.own | now.foe)) {
            let mut count = Count::below(least);
            self.add_anybody(now, square, &mut count);
            if count.count == 0 {
                return None;
            }
            if count.count < least {
                (least, best) = (count.count, Vague::Anybody(square));
            }
        }
        for man in each_man(self.open_of(now, !by)) {
            let mut count = Count::below(least);
            self.add_fates(now, man, &mut count);
            if count.count < least {
                (least, best) = (count.count + 1, Vague::Fate(man));
            }
        }
        Some(self.told(now, best))
    }

    /// What is wanted, with the choices for it.
    fn told(&self, now: &Sketch, want: Vague) -> Option<Want> {
        let mut choices = Choices::new();
        match want {
            Vague::Nothing => return None,
            Vague::Flight(flight) => choices = self.closing(now, flight),
            Vague::Rest(man) => return Some(Want::Rest(man, self.pins(now, man))),
            Vague::Foe(square) => self.add_standing(now, square, !self.aim.by, &mut choices),
            Vague::Anybody(square) => self.add_anybody(now, square, &mut choices),
            Vague::Fate(man) => {
                self.add_fates(now, man, &mut choices);
                return Some(Want::Fate(man, choices));
            }
        }
        Some(Want::Square(choices))
    }

    /// Adds the men of both sides that may stand on the square.
    fn add_anybody(&self, now: &Sketch, square: usize, choices: &mut impl Gather) {
        let by = self.aim.by;
        self.add_standing(now, square, !by, choices);
        self.add_standing(now, square, by, choices);
    }

    /// Whether there are men enough for the squares on which men of the king's side must
    /// stand, and moves enough to bring them there.
    fn can_fill(&self, now: &Sketch) -> bool {
        let by = self.aim.by;
        let (mut squares, mut moves) = (0, 0);
        for square in Each(now.wants_foe & !now.foe) {
            let men = each_man(self.open_of(now, !by));
            let least = men.flat_map(|man| {
                let row = self.least.row(self.men[man].row);
                let walks = self.men[man].walks(false).iter();
                walks.map(move |walk| row[usize::from(role(*walk, square))])
            });
            moves += i16::from(least.min().unwrap_or(u8::MAX));
            squares += 1;
        }
        squares <= self.open_foes(now) && moves <= now.left[(!by).index()]
    }

    fn open_foes(&self, now: &Sketch) -> u32 {
        self.open_of(now, !self.aim.by).count_ones()
    }

    /// The squares that must hold men of its own side if an officer is to be blocked.
    fn exits(walk: usize, square: usize) -> Bits {
        let around = king(square);
        match walk {
            walk::KNIGHT => knight(square),
            walk::BISHOP => around & DIAGONALS[square],
            walk::ROOK => around & ORTHOGONALS[square],
            _ => around,
        }
    }

    /// Whether a pawn of the king's side has no moves there in any case.
    fn rests(square: usize) -> bool {
        bit(square) & (RANK_1 | RANK_8) != 0
    }

    /// The square before a pawn of the king's side.
    pub(super) fn ahead(&self, square: usize) -> Bits {
        match self.aim.by {
            Side::White => bit(square) >> 8,
            Side::Black => bit(square) << 8,
        }
    }

    /// The plan in which a standing man is blocked, if that is possible.
    fn blocked(&self, now: &Sketch, man: usize) -> Option<Sketch> {
        let (walk, square) = stands_on(now, man);
        let mut next = *now;
        match walk {
            walk::PAWN if Self::rests(square) => {}
            walk::PAWN => {
                next.wants_any |= self.ahead(square);
                next.no_own |= pawn_captures((!self.aim.by).index(), square);
            }
            _ => {
                next.wants_foe |= Self::exits(walk, square);
                next.no_own |= next.wants_foe;
            }
        }
        self.is_consistent(&next).then_some(next)
    }

    fn is_consistent(&self, now: &Sketch) -> bool {
        let wanted = (now.wants_foe | now.wants_any) & !(now.own | now.foe);
        now.no_own & now.own == 0
            && now.empty & (now.own | now.foe) == 0
            && wanted & now.empty == 0
            && now.wants_foe & now.own == 0
    }

    /// The squares behind a standing man from which it can be pinned so that it has no moves,
    /// as far as men that stand are not in the way.
    fn pin_line(&self, now: &Sketch, man: usize) -> Bits {
        let (walk, square) = stands_on(now, man);
        let line = ray_through(self.target, square);
        let men = now.own | now.foe;
        let is_diagonal = DIAGONALS[self.target] & bit(square) != 0;
        let open = line & bit(square) != 0 && between(self.target, square) & men == 0;
        let behind = line & !between(self.target, square) & !bit(square);
        let seen = behind & queen(square, men);
        match walk {
            _ if !open => 0,
            walk::KNIGHT => seen,
            walk::BISHOP if !is_diagonal => seen,
            walk::ROOK if is_diagonal => seen,
            walk::PAWN => seen & !pawn_captures((!self.aim.by).index(), square),
            _ => 0,
        }
    }

    /// The men without a role that may pin a standing man.
    fn pins(&self, now: &Sketch, man: usize) -> Choices {
        let mut choices = Choices::new();
        let line = self.pin_line(now, man);
        if line == 0 {
            return choices;
        }
        self.add_pinners(now, line, &mut choices);
        choices
    }

    fn go_on_if_pinned(&mut self, now: &Sketch, man: usize, pins: &Choices) {
        let line = self.pin_line(now, man);
        let standing: Vec<_> = self.standing(now).collect();
        for (_, walk, square) in standing {
            if line & bit(square) != 0 && self.pins_along(walk, line) {
                self.go_on_with_pin(now, man, square);
            }
        }
        for choice in &pins.list {
            for square in Each(choice.squares()) {
                if let Some(next) = self.placed(now, choice.man(), choice.walk(), square) {
                    self.go_on_with_pin(&next, man, square);
                }
            }
        }
    }

    fn go_on_with_pin(&mut self, now: &Sketch, man: usize, pinner: usize) {
        let (walk, square) = stands_on(now, man);
        let mut next = *now;
        next.empty |= between(self.target, pinner) & !bit(square);
        let on_file = self.target % 8 == square % 8;
        if walk == walk::PAWN && on_file && !Self::rests(square) {
            next.wants_any |= self.ahead(square);
        }
        if self.is_consistent(&next) {
            self.go_on(&next);
        }
    }

    /// Adds where a man of the king's side may end.
    fn add_fates(&self, now: &Sketch, man: usize, choices: &mut impl Gather) {
        let others = self.open_foes(now) - 1;
        for &walk in self.men[man].walks(false) {
            let free = self.free_squares(man, walk);
            let rests = match walk {
                walk::PAWN => free,
                _ => Each(free)
                    .filter(|&square| self.may_rest(now, walk, square, others))
                    .take(choices.room() as usize)
                    .fold(0, |squares, square| squares | bit(square)),
            };
            choices.add(man, walk, rests);
            if choices.is_enough() {
                return;
            }
        }
    }

    /// Whether a man may have no moves on a square with so many more men to block it.
    fn may_rest(&self, now: &Sketch, walk: usize, square: usize, others: u32) -> bool {
        let exits = Self::exits(walk, square);
        let open = exits & !now.foe;
        let may_be_blocked = exits & now.own == 0 && open.count_ones() <= others;
        let line = DIAGONALS[self.target] | ORTHOGONALS[self.target];
        may_be_blocked || walk != walk::QUEEN && line & bit(square) != 0
    }

    /// Whether a man that stands gives check, whoever stands between.
    fn is_in_check(&self, now: &Sketch) -> bool {
        let men = now.own | now.foe;
        let spare = self.open_of(now, self.aim.by) != 0;
        let checks = |(_, walk, square): (usize, usize, usize)| {
            walk != walk::KING
                && self.attacked(walk, square, men) & bit(self.target) != 0
                && (!spare || between(square, self.target) & !now.empty == 0)
        };
        self.standing(now).any(checks)
    }
}
