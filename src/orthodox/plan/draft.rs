//! Making plans: for each square of the king all ways to close the squares around it, the
//! moves shared out among the men.
//!
//! **Invariant:** whatever position the goal is reached in, some plan asks for nothing else.
//! A square is closed by a man that stands there or guards it, so all of these are tried; those
//! that were tried before are left out of what comes after them.

use super::super::attack::{Bits, Each, bishop, bit, king, knight, pawn_captures, queen, rook};
use super::super::state::walk;
use super::book::{Book, NOBODY};
use super::cast::{MEN, Man};
use super::least::{CAPTURED, FREE, Least, Role, away, extra, role, stands};
use super::stop::Stop;
use crate::board::Side;
use smallvec::SmallVec;

/// Steps between two questions whether to stop.
const POLL: u64 = 1024;

/// What is to be planned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub stalemate: bool,
    pub by: Side,
    pub plies: [u16; 2],
}

/// Plans in the making, the king's square being chosen.
pub(super) struct Draft<'a> {
    pub(super) least: &'a Least,
    pub(super) men: &'a [Man],
    /// By side: its men.
    sides: [u32; 2],
    /// What the board lacks.
    holes: Bits,
    pub(super) aim: Aim,
    pub(super) target: usize,
    pub(super) ring: Bits,
    /// By man and walk: where it does not stand, for that was tried before.
    tried: [[Bits; 7]; MEN],
    /// By man and walk: where the men without a role may stand as far as is known.
    free: [[Bits; 7]; MEN],
    /// How many steps may still be made.
    steps: u64,
    /// What may end them sooner.
    stop: Option<&'a Stop>,
    book: &'a mut Book,
}

/// How far a plan has come.
#[derive(Clone, Copy)]
pub(super) struct Sketch {
    pub(super) roles: [Role; MEN],
    /// The men without a role.
    pub(super) open: u32,
    /// The moves left to each side.
    pub(super) left: [i16; 2],
    /// Where men of the side that acts stand.
    pub(super) own: Bits,
    /// Where those of the other stand, its king among them, and what the board lacks.
    pub(super) foe: Bits,
    /// Where a man of the king's side must stand.
    pub(super) wants_foe: Bits,
    /// Where anybody must stand.
    pub(super) wants_any: Bits,
    /// Where no man of the side that acts may stand.
    pub(super) no_own: Bits,
    /// Where nobody may stand.
    pub(super) empty: Bits,
    /// Standing men that may have moves yet.
    pub(super) loose: u32,
    pub(super) captures: u8,
    /// Who gives check as nobody but who moved last can.
    pub(super) last: u8,
}

/// A man that may stand on one of these squares.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    man: u8,
    walk: u8,
    squares: Bits,
}

impl Choice {
    pub(super) fn man(&self) -> usize {
        self.man.into()
    }

    pub(super) fn walk(&self) -> usize {
        self.walk.into()
    }

    pub(super) fn squares(&self) -> Bits {
        self.squares
    }
}

/// The choices for one want, with their number.
#[derive(Clone)]
pub(super) struct Choices {
    pub(super) list: SmallVec<[Choice; 16]>,
    pub(super) count: u32,
}

impl Choices {
    pub(super) fn new() -> Choices {
        Choices {
            list: SmallVec::new(),
            count: 0,
        }
    }

    pub(super) fn add(&mut self, man: usize, walk: usize, squares: Bits) {
        if squares != 0 {
            self.count += squares.count_ones();
            let (man, walk) = (man as u8, walk as u8);
            self.list.push(Choice { man, walk, squares });
        }
    }
}

/// Takes in what is possible for one want.
pub(super) trait Gather {
    /// Takes in a man that may stand on these squares.
    fn add(&mut self, man: usize, walk: usize, squares: Bits);

    /// How many squares more matter.
    fn room(&self) -> u32;

    /// Whether the rest does not matter.
    fn is_enough(&self) -> bool {
        self.room() == 0
    }
}

impl Gather for Choices {
    fn add(&mut self, man: usize, walk: usize, squares: Bits) {
        Choices::add(self, man, walk, squares);
    }

    fn room(&self) -> u32 {
        u32::MAX
    }
}

/// Only the number of choices, as far as it is below a limit.
pub(super) struct Count {
    pub(super) count: u32,
    limit: u32,
}

impl Count {
    pub(super) fn below(limit: u32) -> Count {
        Count { count: 0, limit }
    }
}

impl Gather for Count {
    #[inline]
    fn add(&mut self, _man: usize, _walk: usize, squares: Bits) {
        self.count += squares.count_ones();
    }

    #[inline]
    fn room(&self) -> u32 {
        self.limit.saturating_sub(self.count)
    }
}

/// The men of a set.
pub(super) fn each_man(mut men: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let man = (men != 0).then_some(men.trailing_zeros() as usize);
        men &= men.wrapping_sub(1);
        man
    })
}

impl<'a> Draft<'a> {
    pub(super) fn new(
        least: &'a Least,
        (men, holes): (&'a [Man], Bits),
        aim: Aim,
        book: &'a mut Book,
    ) -> Draft<'a> {
        let mut sides = [0; 2];
        for (index, man) in men.iter().enumerate() {
            sides[man.side.index()] |= 1 << index;
        }
        Draft {
            least,
            men,
            sides,
            holes,
            aim,
            target: 0,
            ring: 0,
            tried: [[0; 7]; MEN],
            free: [[0; 7]; MEN],
            steps: 0,
            stop: None,
            book,
        }
    }

    /// Adds all plans in which the king of the other side stands on the square. Tells how many
    /// steps that took, if they were not more than a limit.
    pub(super) fn make(
        mut self,
        king: usize,
        target: usize,
        (limit, stop): (u64, &'a Stop),
    ) -> Option<u64> {
        (self.steps, self.stop) = (limit, Some(stop));
        self.begin(king, target);
        (self.steps > 0).then(|| limit - self.steps)
    }

    fn begin(&mut self, foe_king: usize, target: usize) {
        self.target = target;
        self.ring = king(target);
        let everybody = (1_u64 << self.men.len()) - 1;
        let mut start = Sketch {
            roles: [FREE; MEN],
            open: everybody as u32,
            left: self.aim.plies.map(|plies| plies as i16),
            own: 0,
            foe: self.holes,
            wants_foe: 0,
            wants_any: 0,
            no_own: 0,
            empty: 0,
            loose: 0,
            captures: 0,
            last: NOBODY,
        };
        for (index, man) in self.men.iter().enumerate() {
            if man.is_king() && man.side == self.aim.by {
                start.roles[index] = away(target);
            }
        }
        let Some(start) = self.placed(&start, foe_king, walk::KING, target) else {
            return;
        };
        let start = Sketch { loose: 0, ..start };
        match self.aim.stalemate {
            true => self.go_on(&start),
            false => {
                self.note_free_squares(&start);
                let checks = self.guards(&start, target, false);
                self.try_each(&start, &checks);
            }
        }
    }

    /// Whether the search for plans has ended for want of time or room.
    fn is_over(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        if self.steps.is_multiple_of(POLL) && self.stop.is_some_and(Stop::has_come) {
            self.steps = 0;
        }
        self.steps == 0 || self.book.is_full()
    }

    /// Completes a plan in all ways.
    pub(super) fn go_on(&mut self, now: &Sketch) {
        if self.is_over() {
            return;
        }
        self.note_free_squares(now);
        if self.aim.stalemate {
            return self.go_on_to_stalemate(now);
        }
        let Some(flights) = self.most_urgent_flight(now) else {
            return;
        };
        let Some(parries) = self.most_urgent_parry(now) else {
            return;
        };
        match (flights, parries) {
            (Some(one), Some(other)) if other.count < one.count => self.try_each(now, &other),
            (Some(choices), _) | (None, Some(choices)) => self.try_each(now, &choices),
            (None, None) => self.finish(now),
        }
    }

    /// The choices for the flight that has fewest: none if all are closed, nothing at all if
    /// one cannot be closed.
    fn most_urgent_flight(&self, now: &Sketch) -> Option<Option<Choices>> {
        let urgent = self.fewest_choices(now)?;
        Some(urgent.map(|(flight, _)| self.closing(now, flight)))
    }

    /// The choices to close a flight.
    pub(super) fn closing(&self, now: &Sketch, flight: usize) -> Choices {
        let mut choices = self.guards(now, flight, true);
        self.add_standing(now, flight, !self.aim.by, &mut choices);
        choices
    }

    /// The flight that has fewest choices, with their number: none if all are closed, nothing
    /// at all if one cannot be closed.
    pub(super) fn fewest_choices(&self, now: &Sketch) -> Option<Option<(usize, u32)>> {
        let open = self.ring & !now.foe & !self.guarded(now);
        let (mut best, mut fewest) = (None, u32::MAX);
        let (mut forced, by) = (0, self.aim.by);
        for flight in Each(open) {
            let mut count = Count::below(fewest);
            self.add_guards(now, flight, true, &mut count);
            let is_guarded = count.count > 0;
            if !is_guarded {
                forced += self.cheapest(now, flight);
            }
            self.add_standing(now, flight, !by, &mut count);
            if count.count == 0 {
                return None;
            }
            if count.count < fewest {
                (best, fewest) = (Some((flight, count.count)), count.count);
            }
        }
        (forced <= now.left[(!by).index()]).then_some(best)
    }

    /// The least moves in which a man of the king's side comes to the square.
    fn cheapest(&self, now: &Sketch, square: usize) -> i16 {
        let mut choices = Choices::new();
        self.add_standing(now, square, !self.aim.by, &mut choices);
        let moves = choices.list.iter().map(|choice| {
            self.least.row(self.men[choice.man()].row)[usize::from(role(choice.walk(), square))]
        });
        moves.min().unwrap_or(0).into()
    }

    /// Tries all choices. Each is left out of what follows it.
    pub(super) fn try_each(&mut self, now: &Sketch, choices: &Choices) {
        for choice in &choices.list {
            let (man, walk, squares) = (choice.man(), choice.walk(), choice.squares);
            for square in Each(squares & !self.tried[man][walk]) {
                if let Some(next) = self.placed(now, man, walk, square) {
                    self.go_on(&next);
                }
            }
            self.tried[man][walk] |= squares;
        }
        for choice in &choices.list {
            self.tried[choice.man()][choice.walk()] &= !choice.squares;
        }
    }

    /// The men that may guard a square, or give check there if the king may not help.
    pub(super) fn guards(&self, now: &Sketch, square: usize, with_king: bool) -> Choices {
        let mut choices = Choices::new();
        self.add_guards(now, square, with_king, &mut choices);
        choices
    }

    /// Adds the same men.
    fn add_guards(&self, now: &Sketch, square: usize, with_king: bool, choices: &mut impl Gather) {
        let by = self.aim.by;
        let (diagonal, straight) = self.lines(now, square);
        for man in each_man(self.open_of(now, by)) {
            let one = &self.men[man];
            if one.is_king() && !with_king {
                continue;
            }
            for &walk in one.walks(!self.aim.stalemate) {
                let from = match walk {
                    walk::PAWN => pawn_captures(1 - by.index(), square),
                    walk::KNIGHT => knight(square),
                    walk::BISHOP => diagonal,
                    walk::ROOK => straight,
                    walk::QUEEN => diagonal | straight,
                    _ => king(square) & !self.ring,
                };
                let free = self.free_squares(man, walk);
                choices.add(man, walk, from & free);
                if choices.is_enough() {
                    return;
                }
            }
        }
    }

    /// From where riders attack the square.
    fn lines(&self, now: &Sketch, square: usize) -> (Bits, Bits) {
        let men = (now.own | now.foe) & !bit(self.target);
        (bishop(square, men), rook(square, men))
    }

    /// The men of a side without a role.
    #[inline]
    pub(super) fn open_of(&self, now: &Sketch, side: Side) -> u32 {
        now.open & self.sides[side.index()]
    }

    /// Notes where the men may stand as far as is known.
    fn note_free_squares(&mut self, now: &Sketch) {
        let taken = now.own | now.foe | now.empty;
        for man in each_man(now.open) {
            let one = &self.men[man];
            let closed = match one.side == self.aim.by {
                true => taken | now.no_own | now.wants_foe,
                false => taken,
            };
            let left = now.left[one.side.index()];
            for &walk in one.walks(!self.aim.stalemate) {
                let squares = one.within(walk, left) & !closed;
                self.free[man][walk] = squares & !self.tried[man][walk];
            }
        }
    }

    /// Where the man may stand, when that was last noted.
    #[inline]
    pub(super) fn free_squares(&self, man: usize, walk: usize) -> Bits {
        self.free[man % MEN][walk % 7]
    }

    /// Adds the men of a side that may stand on the square.
    pub(super) fn add_standing(
        &self,
        now: &Sketch,
        square: usize,
        side: Side,
        choices: &mut impl Gather,
    ) {
        for man in each_man(self.open_of(now, side)) {
            for &walk in self.men[man].walks(!self.aim.stalemate) {
                let free = self.free_squares(man, walk) & bit(square);
                choices.add(man, walk, free);
                if choices.is_enough() {
                    return;
                }
            }
        }
    }

    /// The plan with the man on a square, if that is possible.
    pub(super) fn placed(
        &self,
        now: &Sketch,
        man: usize,
        walk: usize,
        square: usize,
    ) -> Option<Sketch> {
        let one = &self.men[man];
        let role = role(walk, square);
        let mut next = *now;
        next.roles[man] = role;
        next.open &= !(1 << man);
        let left = &mut next.left[one.side.index()];
        let cost = self.least.row(one.row)[usize::from(role)];
        *left -= i16::from(cost);
        let allowed = match one.side == self.aim.by {
            true => {
                next.own |= bit(square);
                let is_beside = one.is_king() && self.ring & bit(square) != 0;
                let checks = self.checks_directly(walk, square);
                let is_told = !(one.is_pawn() && walk == walk::QUEEN);
                if checks && is_told && !self.aim.stalemate {
                    if next.last != NOBODY {
                        return None;
                    }
                    next.last = man as u8;
                    let row = self.least.row(one.row);
                    next.left[one.side.index()] -= i16::from(extra(one.row, row, role));
                }
                !(is_beside || self.aim.stalemate && checks)
            }
            false => {
                next.foe |= bit(square);
                next.loose |= 1 << man;
                true
            }
        };
        let affordable = next.left[one.side.index()] >= 0;
        (affordable && allowed).then_some(next)
    }

    /// Whether a man of the side that acts gives check with nothing between.
    fn checks_directly(&self, walk: usize, square: usize) -> bool {
        let attacked = self.attacked(walk, square, !0);
        walk != walk::KING && attacked & bit(self.target) != 0
    }

    /// What a man of the side that acts attacks.
    pub(super) fn attacked(&self, walk: usize, square: usize, men: Bits) -> Bits {
        match walk {
            walk::PAWN => pawn_captures(self.aim.by.index(), square),
            walk::KNIGHT => knight(square),
            walk::BISHOP => bishop(square, men),
            walk::ROOK => rook(square, men),
            walk::QUEEN => queen(square, men),
            _ => king(square),
        }
    }

    /// What the standing men of the side that acts attack.
    pub(super) fn guarded(&self, now: &Sketch) -> Bits {
        let men = (now.own | now.foe) & !bit(self.target);
        let standing = self.standing(now);
        standing.fold(0, |guarded, (_, walk, square)| {
            guarded | self.attacked(walk, square, men)
        })
    }

    /// The men of the side that acts that stand somewhere in the end.
    pub(super) fn standing<'s>(
        &'s self,
        now: &'s Sketch,
    ) -> impl Iterator<Item = (usize, usize, usize)> + 's {
        let men = self.men.iter().zip(&now.roles).enumerate();
        let own = men.filter(|(_, (man, role))| man.side == self.aim.by && stands(**role));
        own.map(|(index, (_, role))| {
            let role = usize::from(*role);
            (index, role / 64 + 1, role % 64)
        })
    }

    /// Notes a plan that is complete.
    pub(super) fn finish(&mut self, now: &Sketch) {
        let mut moves = [0_u16; 2];
        for (man, role) in self.men.iter().zip(&now.roles) {
            moves[man.side.index()] += u16::from(self.least.row(man.row)[usize::from(*role)]);
        }
        let enough = moves.iter().zip(self.aim.plies);
        if enough.clone().all(|(moves, plies)| *moves <= plies) && self.pawns_have_victims(now) {
            let roles = &now.roles[..self.men.len()];
            debug_assert!(
                roles.iter().filter(|role| **role == CAPTURED).count() == usize::from(now.captures)
            );
            let moves = moves.map(|moves| moves as u8);
            self.book.add(roles, moves, now.captures, now.last);
        }
    }

    /// Whether there are men enough that stand nowhere in the end for pawns to capture.
    fn pawns_have_victims(&self, now: &Sketch) -> bool {
        let mut captures = [0; 2];
        let mut victims = [0; 2];
        for (man, &role) in self.men.iter().zip(&now.roles) {
            let side = man.side.index();
            let to = usize::from(role);
            if man.is_pawn() && stands(role) && to / 64 + 1 == walk::PAWN {
                captures[side] += (man.square % 8).abs_diff(to % 8);
            }
            victims[1 - side] += usize::from(!stands(role) && !man.is_king());
        }
        captures[0] <= victims[0] && captures[1] <= victims[1]
    }
}

/// Where a man with a role stands.
pub(super) fn stands_on(now: &Sketch, man: usize) -> (usize, usize) {
    let role = usize::from(now.roles[man]);
    (role / 64 + 1, role % 64)
}
