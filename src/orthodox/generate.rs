//! Generation of legal moves, all or only those that can reach a goal.
//!
//! **Invariant:** every move generated is legal: pins and checks are masks.
//! **Invariant:** in listed order moves come as the rules engine lists them.

use super::attack::{
    Bits, DIAGONAL, Each, KING_ORDER, KNIGHT_ORDER, RANK_1, RANK_8, STRAIGHT, ascends, bishop, bit,
    diagonals, king, knight, orthogonals, pawn_captures, queen, ray, ray_through, rook,
};
use super::movement::{Kind, Movement, own_first_rank};
use super::scene::Scene;
use super::state::{CASTLINGS, State, walk};

/// Where the men of each walk are wanted.
pub(super) struct Aim {
    /// By walk.
    arrivals: [Bits; 8],
    /// Men that give check by leaving their line, and the king it leads to.
    uncovering: Bits,
    /// Where pawns are wanted whatever they become.
    promoting: Bits,
    /// The king to be checked, if only checks are wanted.
    checked: Option<usize>,
    /// Where a castling king is wanted.
    castling: Bits,
    /// On which passed squares captures en passant are wanted.
    en_passant: Bits,
}

impl Aim {
    /// Every move.
    pub const ALL: Aim = Aim {
        arrivals: [!0; 8],
        uncovering: 0,
        promoting: 0,
        checked: None,
        castling: !0,
        en_passant: !0,
    };

    /// No move at all.
    pub const NOTHING: Aim = Aim {
        arrivals: [0; 8],
        uncovering: 0,
        promoting: 0,
        checked: None,
        castling: 0,
        en_passant: 0,
    };

    pub fn captures(scene: &Scene) -> Aim {
        Aim {
            arrivals: [scene.foe; 8],
            castling: 0,
            ..Aim::ALL
        }
    }

    /// Moves to a square.
    pub fn arrival(square: usize) -> Aim {
        Aim {
            arrivals: [bit(square); 8],
            castling: bit(square),
            en_passant: bit(square),
            ..Aim::ALL
        }
    }

    /// At least the moves that give check, and few others.
    pub fn checks(scene: &Scene) -> Aim {
        let kings = scene.men.kings & scene.foe;
        if kings == 0 {
            return Aim::NOTHING;
        }
        let target = super::attack::first(kings);
        let diagonal = bishop(target, scene.occupied);
        let straight = rook(target, scene.occupied);
        let pawn = pawn_captures(scene.side ^ 1, target) & !own_first_rank(scene.side);
        let mut arrivals = [0; 8];
        arrivals[walk::PAWN] = pawn;
        arrivals[walk::KNIGHT] = knight(target);
        arrivals[walk::BISHOP] = diagonal;
        arrivals[walk::ROOK] = straight;
        arrivals[walk::QUEEN] = diagonal | straight;
        Aim {
            arrivals,
            uncovering: scene.lone_men_before(target, scene.own) & scene.own,
            checked: Some(target),
            ..Aim::ALL
        }
    }

    /// At least the checks, king's moves and moves to these squares.
    pub fn checks_and(scene: &Scene, squares: Bits) -> Aim {
        let checks = Aim::checks(scene);
        let mut arrivals = checks.arrivals.map(|arrivals| arrivals | squares);
        arrivals[walk::KING] = !0;
        Aim {
            arrivals,
            promoting: squares,
            ..checks
        }
    }

    /// Moves that surely give no check, by men that uncover none and do not promote.
    pub fn quiet(scene: &Scene) -> Aim {
        let checks = Aim::checks(scene);
        Aim {
            arrivals: checks.arrivals.map(|arrivals| !arrivals),
            castling: 0,
            en_passant: 0,
            checked: None,
            ..checks
        }
    }

    /// Men that give check by leaving their line.
    pub fn uncovering(&self) -> Bits {
        self.uncovering
    }

    /// Where a man of this walk is wanted if it comes from here.
    #[inline]
    fn from(&self, walk: usize, from: usize) -> Bits {
        let direct = self.arrivals[walk];
        match self.checked {
            Some(king) if self.uncovering & bit(from) != 0 => direct | !ray_through(king, from),
            _ => direct,
        }
    }
}

/// Appends the legal moves. `LISTED` asks for the order of the rules engine;
/// otherwise arrivals come from a1 on, which is faster.
pub(super) fn moves<const LISTED: bool>(
    state: &State,
    scene: &Scene,
    aim: &Aim,
    into: &mut Vec<Movement>,
) {
    let parrying = scene.parrying();
    let men = match parrying {
        0 => scene.men.kings & scene.own,
        _ => scene.own,
    };
    let mut generator = Generator::<LISTED> {
        state,
        scene,
        aim,
        parrying,
        into,
    };
    for from in Each(men) {
        generator.man(from);
    }
}

/// How many legal moves there are.
pub(super) fn count(state: &State, scene: &Scene, spare: &mut Vec<Movement>) -> usize {
    let parrying = scene.parrying();
    let men = match parrying {
        0 => scene.men.kings & scene.own,
        _ => scene.own,
    };
    let mut generator = Generator::<false> {
        state,
        scene,
        aim: &Aim::ALL,
        parrying,
        into: spare,
    };
    Each(men).map(|from| generator.count(from)).sum()
}

/// Whether some of these men has a legal move.
pub(super) fn any_goes(
    state: &State,
    scene: &Scene,
    aim: &Aim,
    men: Bits,
    spare: &mut Vec<Movement>,
) -> bool {
    let start = spare.len();
    let mut generator = Generator::<false> {
        state,
        scene,
        aim,
        parrying: scene.parrying(),
        into: spare,
    };
    let found = Each(men).any(|from| {
        generator.man(from);
        generator.into.len() > start
    });
    spare.truncate(start);
    found
}

/// Whether this is one of the legal moves: only its man's moves are generated.
pub(super) fn is_among(
    state: &State,
    scene: &Scene,
    aim: &Aim,
    movement: Movement,
    spare: &mut Vec<Movement>,
) -> bool {
    let (from, start) = (movement.from(), spare.len());
    if state.code_on(from) != movement.departs() || scene.own & bit(from) == 0 {
        return false;
    }
    let parrying = scene.parrying();
    if parrying == 0 && scene.king != Some(from) {
        return false;
    }
    let mut generator = Generator::<false> {
        state,
        scene,
        aim,
        parrying,
        into: spare,
    };
    generator.man(from);
    let found = spare[start..].contains(&movement);
    spare.truncate(start);
    found
}

struct Generator<'a, const LISTED: bool> {
    state: &'a State,
    scene: &'a Scene,
    aim: &'a Aim,
    parrying: Bits,
    into: &'a mut Vec<Movement>,
}

impl<const LISTED: bool> Generator<'_, LISTED> {
    #[inline]
    fn man(&mut self, from: usize) {
        let code = self.state.code_on(from);
        let walk = code & 7;
        match walk {
            walk::PAWN => return self.pawn(from, code),
            walk::KING => return self.king(from, code),
            walk::DUMMY => return,
            _ => {}
        }
        let arrivals = self.officer(walk, from);
        match walk {
            _ if !LISTED => self.push_each(from, code, arrivals),
            walk::KNIGHT => self.push_leaps(from, code, arrivals, &KNIGHT_ORDER[from & 63]),
            walk::BISHOP => self.push_lines(from, code, arrivals, DIAGONAL),
            walk::ROOK => self.push_lines(from, code, arrivals, STRAIGHT),
            _ => self.push_lines(from, code, arrivals, 0..8),
        }
    }

    /// Where an officer may go.
    #[inline]
    fn officer(&self, walk: usize, from: usize) -> Bits {
        let scene = self.scene;
        let wanted =
            self.aim.from(walk, from) & self.parrying & scene.free_way(from) & !scene.closed();
        let occupied = scene.occupied;
        match walk {
            walk::KNIGHT => knight(from) & wanted,
            walk::BISHOP if diagonals(from) & wanted == 0 => 0,
            walk::BISHOP => bishop(from, occupied) & wanted,
            walk::ROOK if orthogonals(from) & wanted == 0 => 0,
            walk::ROOK => rook(from, occupied) & wanted,
            _ if (diagonals(from) | orthogonals(from)) & wanted == 0 => 0,
            _ => queen(from, occupied) & wanted,
        }
    }

    /// How many moves a man has.
    #[inline]
    fn count(&mut self, from: usize) -> usize {
        let code = self.state.code_on(from);
        let arrivals = match code & 7 {
            walk::PAWN => None,
            walk::KING if self.state.rights() != 0 => None,
            walk::KING => Some(self.scene.flights()),
            walk::DUMMY => Some(0),
            walk => Some(self.officer(walk, from)),
        };
        if let Some(arrivals) = arrivals {
            return arrivals.count_ones() as usize;
        }
        let start = self.into.len();
        self.man(from);
        let count = self.into.len() - start;
        self.into.truncate(start);
        count
    }

    fn king(&mut self, from: usize, code: usize) {
        if self.scene.checkers == 0 && self.state.rights() != 0 {
            self.castlings(from, code);
        }
        let wanted = self.aim.from(walk::KING, from) & king(from);
        if wanted == 0 {
            return;
        }
        let arrivals = self.scene.flights() & wanted;
        if LISTED {
            self.push_leaps(from, code, arrivals, &KING_ORDER[from & 63]);
        } else {
            self.push_each(from, code, arrivals);
        }
    }

    #[cold]
    fn castlings(&mut self, from: usize, code: usize) {
        let scene = self.scene;
        for castling in &CASTLINGS {
            let (king_to, rook) = (usize::from(castling.king_to), usize::from(castling.rook));
            let passed = usize::from(castling.rook_to);
            let is_own = usize::from(castling.king) == from && scene.own & bit(rook) != 0;
            let wanted = self.aim.castling & bit(king_to) != 0;
            let is_safe =
                |square: usize| scene.attackers(square, scene.side ^ 1, scene.occupied) == 0;
            if self.state.rights() & castling.right != 0
                && is_own
                && wanted
                && super::attack::between(from, rook) & scene.occupied == 0
                && is_safe(passed)
                && is_safe(king_to)
            {
                self.into.push(Movement::new(
                    from,
                    king_to,
                    code,
                    code,
                    Kind::Castling,
                    false,
                ));
            }
        }
    }

    #[inline]
    fn pawn(&mut self, from: usize, code: usize) {
        let scene = self.scene;
        if bit(from) & own_first_rank(scene.side) != 0 {
            return;
        }
        let (steps, double) = self.pawn_steps(from);
        let captures = pawn_captures(scene.side, from) & scene.foe;
        let allowed = self.parrying & scene.free_way(from);
        let wanted = self.aim.from(walk::PAWN, from) & allowed;
        if double & wanted != 0 {
            self.push(from, super::attack::first(double), code, Kind::DoubleStep);
        }
        if (steps | captures) & (RANK_1 | RANK_8) != 0 {
            self.promotions(from, code, steps & allowed);
            self.each_capture(captures & allowed, |this, to| {
                this.promotions(from, code, to)
            });
            return;
        }
        if steps & wanted != 0 {
            self.push(from, super::attack::first(steps), code, Kind::Ordinary);
        }
        self.each_capture(captures & wanted, |this, to| {
            this.push(from, super::attack::first(to), code, Kind::Ordinary);
        });
        if let Some(passed) = self.state.passed() {
            self.en_passant(from, code, passed);
        }
    }

    /// The single step and the double step, as far as the way is free.
    #[inline]
    fn pawn_steps(&self, from: usize) -> (Bits, Bits) {
        let free = !self.scene.occupied;
        match self.scene.side {
            0 => {
                let one = bit(from) << 8 & free;
                (one, (one & 0xff << 16) << 8 & free)
            }
            _ => {
                let one = bit(from) >> 8 & free;
                (one, (one & 0xff << 40) >> 8 & free)
            }
        }
    }

    /// The capture towards the h-file comes first.
    #[inline]
    fn each_capture(&mut self, captures: Bits, mut show: impl FnMut(&mut Self, Bits)) {
        if captures != 0 {
            let last = captures & captures.wrapping_neg();
            if captures != last {
                show(self, captures ^ last);
            }
            show(self, last);
        }
    }

    /// What the pawn may become on one square, or nothing.
    fn promotions(&mut self, from: usize, code: usize, to: Bits) {
        if to == 0 {
            return;
        }
        let side = code & 8;
        let captures = self.scene.foe & to != 0;
        for choice in self.state.promotions.each() {
            if self.is_wanted_promotion(from, to, choice) {
                let to = super::attack::first(to);
                let arrives = choice | side;
                self.into.push(Movement::new(
                    from,
                    to,
                    code,
                    arrives,
                    Kind::Ordinary,
                    captures,
                ));
            }
        }
    }

    /// The pawn itself may have stood in the way of a check.
    fn is_wanted_promotion(&self, from: usize, to: Bits, choice: usize) -> bool {
        let Some(target) = self.aim.checked else {
            return self.aim.arrivals[choice] & to != 0;
        };
        let uncovers = self.aim.uncovering & bit(from) != 0 && ray_through(target, from) & to == 0;
        if uncovers || self.aim.promoting & to != 0 {
            return true;
        }
        let occupied = self.scene.occupied ^ bit(from);
        let checks = match choice {
            walk::KNIGHT => knight(target),
            walk::BISHOP => bishop(target, occupied),
            walk::ROOK => rook(target, occupied),
            walk::DUMMY => 0,
            _ => queen(target, occupied),
        };
        checks & to != 0
    }

    #[cold]
    fn en_passant(&mut self, from: usize, code: usize, passed: usize) {
        let is_wanted = self.aim.en_passant & bit(passed) != 0;
        let catches = self.scene.catchers(passed) & bit(from) != 0;
        if is_wanted && catches && self.scene.is_safe_en_passant(from, passed) {
            let kind = Kind::EnPassant;
            self.into
                .push(Movement::new(from, passed, code, code, kind, true));
        }
    }

    #[inline]
    fn push(&mut self, from: usize, to: usize, code: usize, kind: Kind) {
        let captures = self.scene.foe >> to & 1 != 0;
        self.into
            .push(Movement::new(from, to, code, code, kind, captures));
    }

    #[inline]
    fn push_each(&mut self, from: usize, code: usize, arrivals: Bits) {
        for to in Each(arrivals) {
            self.push(from, to, code, Kind::Ordinary);
        }
    }

    #[inline]
    fn push_leaps(&mut self, from: usize, code: usize, arrivals: Bits, order: &[u8; 8]) {
        if arrivals == 0 {
            return;
        }
        for to in order.map(usize::from) {
            if to < 64 && arrivals & bit(to) != 0 {
                self.push(from, to, code, Kind::Ordinary);
            }
        }
    }

    /// Direction by direction, the farthest square first.
    #[inline]
    fn push_lines(
        &mut self,
        from: usize,
        code: usize,
        arrivals: Bits,
        directions: std::ops::Range<usize>,
    ) {
        if arrivals == 0 {
            return;
        }
        for direction in directions {
            let mut line = ray(direction, from) & arrivals;
            while line != 0 {
                let to = match ascends(direction) {
                    true => (63 - line.leading_zeros()) as usize,
                    false => line.trailing_zeros() as usize,
                };
                line ^= bit(to);
                self.push(from, to, code, Kind::Ordinary);
            }
        }
    }
}
