//! Plans in the making, in portions that search has time for: one square of the king after
//! the other.

use super::super::attack::{Bits, Each, bit};
use super::super::state::{State, walk};
use super::book::Book;
use super::cast::{Man, cast};
use super::draft::{Aim, Draft};
use super::least::Least;
use super::stop::Stop;

/// One square takes no more steps than this: plans are given up otherwise.
const MOST: u64 = 1_000_000;
/// It may always take so many.
const FEW: u64 = 20_000;

/// What has been made and what is still to do.
#[derive(Clone, Debug)]
pub(super) struct Making {
    aim: Aim,
    men: Vec<Man>,
    king: usize,
    /// The squares of the king that are still to do.
    targets: Bits,
    /// What the board lacks.
    holes: Bits,
    book: Book,
}

/// How far the making of plans has come.
pub(super) enum Made {
    /// All are made.
    All,
    /// This was enough for now.
    Some,
    /// A square takes more steps than there are now.
    TooFew,
    /// There is no end to it.
    TooMany,
}

impl Making {
    /// Begins, if plans can be made for the position at all. They may take so many bytes.
    pub fn new(start: &State, aim: Aim, least: &Least, bytes: usize) -> Option<Making> {
        let men = cast(start, aim.by, least)?;
        let king = men
            .iter()
            .position(|man| man.is_king() && man.side != aim.by)?;
        let holes = start.men().holes();
        let moves = aim.plies[(!aim.by).index()] as i16;
        Some(Making {
            aim,
            king,
            targets: men[king].within(walk::KING, moves) & !holes,
            holes,
            book: Book::new(men.len(), bytes),
            men,
        })
    }

    /// Makes plans until so many steps are spent. Tells also how many were.
    pub fn go_on(&mut self, (least, stop): (&Least, &Stop), steps: u64) -> (Made, u64) {
        let limit = steps.clamp(FEW, MOST);
        let mut spent = 0;
        for target in Each(self.targets) {
            if spent >= steps {
                return (Made::Some, spent);
            }
            let before = self.book.open.len();
            let draft = Draft::new(least, (&self.men, self.holes), self.aim, &mut self.book);
            let used = draft.make(self.king, target, (limit, stop));
            spent += used.unwrap_or(limit);
            if self.book.is_full() || used.is_none() && limit == MOST {
                return (Made::TooMany, spent);
            }
            if used.is_none() {
                self.book.truncate(before);
                return (Made::TooFew, spent);
            }
            self.targets &= !bit(target);
        }
        (Made::All, spent)
    }

    /// Makes all plans, whatever it costs.
    pub fn complete(&mut self, least: &Least) {
        for target in Each(std::mem::take(&mut self.targets)) {
            let draft = Draft::new(least, (&self.men, self.holes), self.aim, &mut self.book);
            draft.make(self.king, target, (u64::MAX, &Stop::default()));
        }
    }

    /// The men, and the plans that were made.
    pub fn finish(self) -> (Vec<Man>, Book) {
        (self.men, self.book)
    }
}
