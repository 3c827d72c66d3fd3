//! Men without a power of their own, which borrow those of men that observe
//! them: orphans and friends.

use super::super::walk::{Lenders, Manner, Part};
use super::super::{Men, Piece, Step, WalkId, Which, walk_id};
use super::scene::{Scene, Wanted};
use super::{Place, WalkTable};
use crate::board::{Side, Square, SquareSet};
use smallvec::{SmallVec, smallvec};

impl WalkTable {
    /// The steps of every power borrowed. They are plain moves: a borrowed
    /// double step can not be captured in passing.
    pub(super) fn relay<M: Men>(
        &self,
        lenders: Lenders,
        place: &Place<'_, M>,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let which = match (wanted.quiet, wanted.captures) {
            (true, true) => Which::All,
            (true, false) => Which::NonCapture,
            _ => Which::Captures,
        };
        let men: &dyn Men = &place.men;
        let search = Search::new(self, lenders, men);
        for &(walk, lent) in &self.lent {
            if search.reaches(walk, lent, place.side, place.from) {
                let steps = self.collected(men, lent, place.side, place.from, which);
                steps.into_iter().for_each(|step| {
                    sink(Step {
                        passed: None,
                        ..step
                    });
                });
            }
        }
    }

    /// Whether a power borrowed captures on the target. Who lends it is asked last: that takes
    /// a search, and most powers do not lead there.
    pub(super) fn relays_capture(
        &self,
        lenders: Lenders,
        (men, scene): (&dyn Men, &Scene),
        side: Side,
        from: Square,
        target: Square,
    ) -> bool {
        let mut search = None;
        self.lent.iter().any(|&(walk, lent)| {
            self.captures_in((&men, || *scene), lent, side, from, target)
                && search
                    .get_or_insert_with(|| Search::new(self, lenders, men))
                    .reaches(walk, lent, side, from)
        })
    }
}

/// Whether men of this walk lend their power: it must be one of their own
/// that can capture.
pub(super) fn lends(walk: WalkId) -> bool {
    !walk.row().borrows() && walk.row().parts.iter().any(|part| part.captures())
}

/// Whether men of this walk borrow from these.
pub(super) fn relays(walk: WalkId, lenders: Lenders) -> bool {
    let relays = |part: &Part| part.manner == Manner::Relay(lenders);
    walk.row().parts.iter().any(relays)
}

/// Looks for men that lend a walk, directly or through other borrowers.
struct Search<'a> {
    table: &'a WalkTable,
    lenders: Lenders,
    men: &'a dyn Men,
    /// The men of each side, and what they see.
    sides: [(SquareSet, Scene); 2],
    /// The walks that pass powers on.
    borrowing: &'a [WalkId],
}

impl<'a> Search<'a> {
    fn new(table: &'a WalkTable, lenders: Lenders, men: &'a dyn Men) -> Search<'a> {
        let [hostile, own] = &table.borrowers;
        let borrowing = match lenders {
            Lenders::Hostile => hostile,
            Lenders::Own => own,
        };
        Search {
            table,
            lenders,
            men,
            sides: Side::BOTH.map(|side| (men.men_of(side), Scene::of(&men, side))),
            borrowing,
        }
    }

    /// Whether the walk is lent to a man of `side` on `at`; borrowers pass it
    /// on in the form `lent`.
    fn reaches(&self, walk: WalkId, lent: WalkId, side: Side, at: Square) -> bool {
        let mut waiting: SmallVec<[(Side, Square); 16]> = smallvec![(side, at)];
        let mut seen = [SquareSet::EMPTY; 2];
        while let Some((side, at)) = waiting.pop() {
            let lending = match self.lenders {
                Lenders::Hostile => !side,
                Lenders::Own => side,
            };
            let shut = self.table.shut[lending.index()].get(at.index());
            let shut = shut.copied().unwrap_or(SquareSet::EMPTY);
            let others = self.sides[lending.index()].0 & !SquareSet::of(at) & !shut;
            let owners = others & self.table.reach(walk, lending, at);
            let mut owners = owners.filter(|&from| self.men.on(from).walk() == walk);
            if owners.any(|from| self.observes(walk, lending, from, at)) {
                return true;
            }
            let seen = &mut seen[lending.index()];
            for from in others & !*seen & self.table.reach(lent, lending, at) {
                let passes_on = self.borrowing.contains(&self.men.on(from).walk());
                if passes_on && self.observes(lent, lending, from, at) {
                    seen.insert(from);
                    waiting.push((lending, from));
                }
            }
        }
        false
    }

    fn observes(&self, walk: WalkId, side: Side, from: Square, at: Square) -> bool {
        let scene = &self.sides[side.index()].1;
        self.table
            .captures_in((&self.men, || *scene), walk, side, from, at)
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
