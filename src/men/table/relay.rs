//! Men without a power of their own, which borrow those of men that observe
//! them: orphans and friends.

use super::super::walk::{Lenders, Manner};
use super::super::{Men, Piece, Step, WalkId, Which, walk_id};
use super::scene::Wanted;
use super::{Place, WalkTable};
use crate::board::{Side, Square, SquareSet};

impl WalkTable {
    /// The steps of every power borrowed. They are plain moves: a borrowed
    /// double step can not be captured in passing.
    pub(super) fn relay<M: Men>(
        &self,
        lenders: Lenders,
        place: Place<'_, M>,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let which = match (wanted.quiet, wanted.captures) {
            (true, true) => Which::All,
            (true, false) => Which::Quiet,
            _ => Which::Captures,
        };
        for walk in self.borrowed(lenders, place.men, place.side, place.from) {
            let steps = self.collected(place.men, walk, place.side, place.from, which);
            steps.into_iter().for_each(|step| {
                sink(Step {
                    passed: None,
                    ..step
                });
            });
        }
    }

    /// The walks that a man on `at` borrows, each in the form in which it is
    /// lent.
    fn borrowed(&self, lenders: Lenders, men: &dyn Men, side: Side, at: Square) -> Vec<WalkId> {
        let mut walks: Vec<WalkId> = men.occupied().map(|on| men.on(on).walk()).collect();
        walks.sort_unstable();
        walks.dedup();
        let search = Search {
            table: self,
            lenders,
            men,
        };
        walks.retain(|&walk| lends(walk) && search.reaches(walk, side, at));
        walks.into_iter().map(|walk| self.lent_form(walk)).collect()
    }

    fn lent_form(&self, walk: WalkId) -> WalkId {
        let known = self.lent.iter().find(|(own, _)| *own == walk);
        known.map_or(walk, |&(_, lent)| lent)
    }
}

/// Whether men of this walk lend their power: it must be one of their own
/// that can capture.
fn lends(walk: WalkId) -> bool {
    let parts = walk.row().parts;
    let relays = parts
        .iter()
        .any(|part| matches!(part.manner, Manner::Relay(_)));
    !relays && parts.iter().any(|part| part.captures())
}

/// Looks for men that lend a walk, directly or through other borrowers.
struct Search<'a> {
    table: &'a WalkTable,
    lenders: Lenders,
    men: &'a dyn Men,
}

impl Search<'_> {
    /// Whether the walk is lent to a man of `side` on `at`.
    fn reaches(&self, walk: WalkId, side: Side, at: Square) -> bool {
        let mut waiting = vec![(side, at)];
        let mut seen = [SquareSet::EMPTY; 2];
        while let Some((side, at)) = waiting.pop() {
            let lending = match self.lenders {
                Lenders::Hostile => !side,
                Lenders::Own => side,
            };
            for from in self.men.men_of(lending) {
                let own = self.men.on(from).walk();
                let borrows = self.borrows(own);
                if from == at || own != walk && !borrows {
                    continue;
                }
                let seen = &mut seen[lending.index()];
                let power = if borrows {
                    self.table.lent_form(walk)
                } else {
                    walk
                };
                if borrows && seen.contains(from) || !self.observes(power, lending, from, at) {
                    continue;
                }
                if !borrows {
                    return true;
                }
                seen.insert(from);
                waiting.push((lending, from));
            }
        }
        false
    }

    fn borrows(&self, walk: WalkId) -> bool {
        let parts = walk.row().parts;
        parts
            .iter()
            .any(|part| part.manner == Manner::Relay(self.lenders))
    }

    fn observes(&self, walk: WalkId, side: Side, from: Square, at: Square) -> bool {
        self.table.captures_on(&self.men, walk, side, from, at)
    }
}

/// The men of a board with a powerless man of one side put on a square,
/// unless a man of that side is there.
pub(super) struct Assumed<'a> {
    men: &'a dyn Men,
    on: Square,
    side: Side,
}

impl<'a> Assumed<'a> {
    pub fn new(men: &'a dyn Men, on: Square, side: Side) -> Assumed<'a> {
        Assumed { men, on, side }
    }
}

impl Men for Assumed<'_> {
    fn on(&self, square: Square) -> Piece {
        let piece = self.men.on(square);
        if square == self.on && !piece.is_of(self.side) {
            Piece::new(walk_id::DUMMY, self.side.into())
        } else {
            piece
        }
    }

    fn occupied(&self) -> SquareSet {
        self.men.occupied() | SquareSet::of(self.on)
    }

    fn men_of(&self, side: Side) -> SquareSet {
        let own = SquareSet::of(self.on);
        if side == self.side {
            self.men.men_of(side) | own
        } else if self.men.on(self.on).is_of(self.side) {
            self.men.men_of(side)
        } else {
            self.men.men_of(side) & !own
        }
    }
}
