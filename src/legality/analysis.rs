//! What is known of all games that lead to a position: rules narrow it until nothing new follows.
//!
//! **Invariant:** each field holds of every game, so a contradiction proves that there is none.

use super::finding::Finding;
use super::kernel::{Answer, Task};
use super::rules::{Cage, RULES};
use super::state::{LIGHT, State, homes};
use crate::board::Side;
use crate::orthodox::attack::Bits;
use crate::retro::routes::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};
use std::collections::HashMap;

/// The kinds of officers of which a side has a fixed number at first: bishops by their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sort {
    pub walk: usize,
    /// Where they move.
    pub field: Bits,
    pub first: u32,
}

/// All sorts; the numbers of [`Analysis::promoted`].
pub(crate) const SORTS: [Sort; 5] = [
    Sort {
        walk: QUEEN,
        field: !0,
        first: 1,
    },
    Sort {
        walk: ROOK,
        field: !0,
        first: 2,
    },
    Sort {
        walk: KNIGHT,
        field: !0,
        first: 2,
    },
    Sort {
        walk: BISHOP,
        field: LIGHT,
        first: 1,
    },
    Sort {
        walk: BISHOP,
        field: !LIGHT,
        first: 1,
    },
];

/// What rules may cost, and what they need not find out twice.
pub(crate) struct Desk {
    /// Positions of the pawns that are tried to find out how they passed each other.
    pub passages: usize,
    /// What came of it.
    pub known: HashMap<Task, Answer>,
    /// Positions looked at to show that a part of the board is a cage.
    pub cages: usize,
    /// The most files of such a part.
    pub widest: usize,
    /// Which parts are cages.
    pub zones: HashMap<Cage, bool>,
}

impl Desk {
    pub fn new(passages: usize) -> Desk {
        Desk {
            passages,
            known: HashMap::new(),
            cages: 1500,
            widest: 6,
            zones: HashMap::new(),
        }
    }
}

/// What is known so far.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    pub state: State,
    /// Men that never moved.
    pub steady: Bits,
    /// Homes of officers that never left them and are gone: they were captured there.
    pub tombs: Bits,
    /// By side and sort: the least number of promoted men on the board.
    pub promoted: [[u32; 5]; 2],
    /// Men on the board that are certainly promoted.
    pub newcomers: Bits,
    /// By side: the least captures of its pawns.
    pub by_pawns: [u32; 2],
    /// The steps of the deduction.
    pub findings: Vec<Finding>,
    /// Whether the last step is a contradiction.
    pub is_illegal: bool,
    changed: bool,
}

impl Analysis {
    pub fn new(state: &State) -> Analysis {
        Analysis {
            state: *state,
            steady: 0,
            tombs: 0,
            promoted: [[0; 5]; 2],
            newcomers: 0,
            by_pawns: [0; 2],
            findings: Vec::new(),
            is_illegal: false,
            changed: false,
        }
    }

    /// Runs all rules until nothing new follows; after news the simplest ones come first again.
    pub fn run(mut self, desk: &mut Desk) -> Analysis {
        let mut next = 0;
        while let Some(rule) = RULES.get(next) {
            self.changed = false;
            (rule.apply)(&mut self, desk);
            if self.is_illegal {
                break;
            }
            next = if self.changed && next > 0 {
                0
            } else {
                next + 1
            };
        }
        self
    }

    /// The position cannot be.
    pub fn refute(&mut self, finding: Finding) {
        self.findings.push(finding);
        self.is_illegal = true;
    }

    /// Men that never moved.
    pub fn learn_steady(&mut self, men: Bits, finding: Finding) {
        if men & !self.steady != 0 {
            self.findings.push(finding.on(men & !self.steady));
            self.steady |= men;
            self.changed = true;
        }
    }

    /// Officers that died where they began.
    pub fn learn_tombs(&mut self, tombs: Bits, finding: Finding) {
        if tombs & !self.tombs != 0 {
            self.findings.push(finding.on(tombs & !self.tombs));
            self.tombs |= tombs;
            self.changed = true;
        }
    }

    /// At least so many men of a sort are promoted.
    pub fn learn_promoted(&mut self, side: Side, sort: usize, least: u32, finding: Finding) {
        if least > self.promoted[side.index()][sort] {
            self.promoted[side.index()][sort] = least;
            self.findings.push(finding);
            self.changed = true;
        }
    }

    /// Men that are certainly promoted.
    pub fn learn_newcomers(&mut self, men: Bits) {
        if men & !self.newcomers != 0 {
            self.newcomers |= men;
            self.changed = true;
        }
    }

    /// A side's pawns captured at least so often.
    pub fn learn_pawn_captures(&mut self, side: Side, least: u32) {
        if least > self.by_pawns[side.index()] {
            self.by_pawns[side.index()] = least;
            self.changed = true;
        }
    }

    /// How many promoted men a side has at least.
    pub fn promoted_men(&self, side: Side) -> u32 {
        self.promoted[side.index()].iter().sum()
    }

    pub fn pawns(&self, side: Side) -> u32 {
        self.state.of_walk(side, PAWN).count_ones()
    }

    /// How many captures a side made.
    pub fn captures(&self, side: Side) -> u32 {
        self.state.missing(!side)
    }

    /// How many of them its pawns may have made: nobody else reaches a tomb.
    pub fn captures_off_tombs(&self, side: Side) -> u32 {
        let tombs = self.tombs & own_half(!side);
        self.captures(side).saturating_sub(tombs.count_ones())
    }

    /// The men of a sort on the board.
    pub fn men(&self, side: Side, sort: Sort) -> Bits {
        self.state.of_walk(side, sort.walk) & sort.field
    }

    /// Where the men of a sort began that have not died there.
    pub fn origins(&self, side: Side, sort: Sort) -> Bits {
        homes(side, sort.walk) & sort.field & !self.tombs
    }
}

/// The two ranks on which a side's men begin.
pub(crate) fn own_half(side: Side) -> Bits {
    match side {
        Side::White => 0xffff,
        Side::Black => 0xffff << 48,
    }
}
