//! The ply before a mate in one move: which moves of the side to be mated may allow it.

use super::attack::{Bits, Each, between, bit, king};
use super::force::{Force, Man};
use super::movement::Movement;
use super::reach::{reach, steps};
use super::state::{Men, walk};

/// At least the moves after which the other side can mate at once.
#[derive(Clone, Copy, Default)]
pub(super) struct Preparation {
    /// Where the king may go.
    king_to: Bits,
    /// Whose leaving may do.
    from: Bits,
    /// Where arriving may do.
    to: Bits,
    king: Bits,
}

impl Preparation {
    /// What may prepare a mate by the force, the king's side being to move; none if
    /// nothing can.
    pub fn new(force: &Force, men: &Men) -> Option<Preparation> {
        let mut found = Preparation {
            king: bit(force.king),
            ..Preparation::default()
        };
        let kings = Each(king(force.king) & !force.foe);
        let mated = kings.filter(|&square| {
            let field = Field::new(force, square);
            force.men().iter().any(|man| field.mates(man))
        });
        found.king_to = mated.fold(0, |squares, square| squares | bit(square));
        let field = Field::new(force, force.king);
        for man in force.men() {
            field.prepare(man, &mut found);
        }
        found.to &= force.blocks(men, 1);
        (found.king_to | found.from | found.to != 0).then_some(found)
    }

    /// Whether the move is among them.
    pub fn allows(&self, movement: Movement) -> bool {
        let (from, to) = (bit(movement.from()), bit(movement.to()));
        match from & self.king {
            0 => from & self.from != 0 || to & self.to != 0,
            _ => to & self.king_to != 0,
        }
    }
}

/// A king on a square and the men around it, before a single move that is to mate.
struct Field<'a> {
    force: &'a Force,
    target: usize,
    /// Its flights as far as no men of its side stand there.
    ring: Bits,
}

impl<'a> Field<'a> {
    fn new(force: &'a Force, target: usize) -> Field<'a> {
        let ring = king(target) & !force.foe;
        Field {
            force,
            target,
            ring,
        }
    }

    /// Whether the man may mate, nobody else having moved but the king.
    fn mates(&self, man: &Man) -> bool {
        let flights = self.ring & !self.force.blocked.without(man.blocked);
        let uncovers = self.force.uncovers(man, self.target);
        self.is_worth_a_look(man, uncovers, flights, 0)
            && self.ends(man, uncovers).any(|end| {
                let ring = self.ring | end.captured(self);
                let stays = self.force.blocked.without(man.blocked) | end.attacked;
                end.ways & (self.force.own | self.force.foe) == 0
                    && bit(end.to) & self.force.own == 0
                    && ring & !stays == 0
            })
    }

    /// Adds what the other men can do for a mate by this man.
    fn prepare(&self, man: &Man, found: &mut Preparation) {
        let uncovers = self.force.may_uncover(man, self.target);
        let opened = self.force.through.without(man.through);
        if !self.is_worth_a_look(man, uncovers, self.ring & !opened, 1) {
            return;
        }
        let stays = self.force.blocked.without(man.blocked);
        for end in self.ends(man, uncovers) {
            let ring = self.ring | end.captured(self);
            let open = ring & !(opened | end.attacked);
            let ways = end.ways & self.force.foe;
            let is_blocked = end.ways & self.force.own != 0 || ways & ways.wrapping_sub(1) != 0;
            if is_blocked || open & open.wrapping_sub(1) != 0 {
                continue;
            }
            let closed = ring & !(stays | end.attacked);
            found.add(self, &end, (ways, open, closed));
        }
    }

    /// Whether the man may check and may guard all but `left` of the flights.
    fn is_worth_a_look(&self, man: &Man, uncovers: bool, flights: Bits, left: u32) -> bool {
        flights.count_ones() <= man.most_guarded(1) + left
            && (flights & !man.reach(1)).count_ones() <= left
            && (uncovers || man.checks(1) & bit(self.target) != 0)
    }

    /// How the man's move may end, as far as it checks.
    fn ends(&self, man: &Man, uncovers: bool) -> impl Iterator<Item = End> {
        let (target, left) = (self.target, !bit(man.square()));
        let arrivals = Each(steps(man.kind(), man.square()));
        let (square, kind) = (man.square(), man.kind());
        arrivals.flat_map(move |to| {
            kinds(kind, to).iter().filter_map(move |&kind| {
                let attacked = reach(kind, 0, to);
                let checks = kind != walk::KING && attacked & bit(target) != 0;
                let line = if checks && !uncovers {
                    between(to, target)
                } else {
                    0
                };
                (checks || uncovers).then_some(End {
                    to,
                    attacked,
                    ways: (between(square, to) | line) & left,
                })
            })
        })
    }

    /// The hostile men on lines of standing men to these squares.
    fn shutters(&self, squares: Bits) -> Bits {
        let mut shutters = 0;
        for man in self.force.men() {
            for square in Each(man.through & !man.blocked & squares) {
                shutters |= between(man.square(), square) & self.force.foe;
            }
        }
        shutters
    }
}

impl Preparation {
    /// Notes what helps a move to end so: `ways` blocked by hostile men, flights open
    /// even if lines are opened, and flights open now.
    fn add(&mut self, field: &Field<'_>, end: &End, (ways, open, closed): (Bits, Bits, Bits)) {
        let recaptures = bit(end.to) & field.force.own;
        if recaptures | open != 0 {
            self.to |= if recaptures != 0 { recaptures } else { open };
        } else if ways != 0 {
            self.from |= ways;
        } else if closed == 0 {
            self.from = !0;
        } else {
            self.from |= field.shutters(closed);
            self.to |= closed
                & closed
                    .wrapping_neg()
                    .wrapping_mul(u64::from(closed.count_ones() == 1));
        }
    }
}

/// How a move may end.
struct End {
    to: usize,
    /// What the man attacks there, through all others.
    attacked: Bits,
    /// The squares that must be empty.
    ways: Bits,
}

impl End {
    /// A blocked flight that is open if the man captures there.
    fn captured(&self, field: &Field<'_>) -> Bits {
        bit(self.to) & field.force.foe & king(field.target)
    }
}

/// What a man may be once it arrives.
fn kinds(kind: usize, to: usize) -> &'static [usize] {
    const PROMOTED: [usize; 2] = [walk::QUEEN, walk::KNIGHT];
    const ITSELF: [usize; 7] = [0, 1, 2, 3, 4, 5, 6];
    match kind {
        0 | walk::PAWN if matches!(to / 8, 0 | 7) => &PROMOTED,
        _ => &ITSELF[kind..=kind],
    }
}
