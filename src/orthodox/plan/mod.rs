//! Final positions constructed beforehand: which mates and stalemates are still possible, and
//! how many moves each needs at least.
//!
//! A plan gives some men a role: where they stand in the end. All plans are made once for the
//! whole play; along a line those are left that the moves left can still carry out. Where none
//! is left the goal is out of reach. Plans are made only when search has become long enough to
//! pay for them.

mod book;
mod cast;
mod draft;
mod immobile;
mod least;
mod making;
mod parry;
mod stop;

pub(super) use stop::Stop;

use super::movement::{Kind, Movement, en_passant_victim};
use super::reach::kind;
use super::state::{CASTLINGS, State, walk};
use crate::board::Side;
use crate::problem::Goal;
use crate::rules::Remaining;
use book::{Book, NOBODY, Open};
use cast::{MEN, Man};
use draft::Aim;
use least::{CAPTURED, Least, Role, Row, extra, row, stands};
use making::{Made, Making};
use smallvec::SmallVec;
use std::sync::Arc;

/// Play of fewer plies has no plans.
const FEWEST: u16 = 4;
/// Play of more plies has none.
const MOST: u16 = 60;
/// Plans take no more than this, however much memory there is.
const MOST_BYTES: usize = 64 << 20;
/// After so many questions plans are made for the first time.
const FIRST: u64 = 1000;
/// So many steps of making plans are worth one question.
const STEPS: u64 = 8;
/// Each plan may be looked at so often before lines must have been cut off.
const PATIENCE: u64 = 20;
/// One line of so many must be cut off then.
const SELDOM: u64 = 3;
/// Or each that is cut off has taken no more looks at plans than this.
const WORTH: u64 = 16;

/// The plans of one play after the other.
#[derive(Clone, Debug)]
pub(super) struct Plans {
    /// Whether plans are made at the first question, in play of any length.
    at_once: bool,
    /// How many bytes all plans may take.
    most: usize,
    /// When nothing more is to be made.
    stop: Stop,
    least: Option<Arc<Least>>,
    plays: Vec<Play>,
}

/// Play towards a goal from some position on.
#[derive(Clone, Debug)]
struct Play {
    goal: Goal,
    by: Side,
    /// All plies of each side from there.
    plies: [u16; 2],
    start: u128,
    asked: u64,
    /// When plans are to be made next.
    due: u64,
    /// How many steps were spent on that.
    spent: u64,
    making: Option<Making>,
    book: Option<Arc<Book>>,
    /// How often a plan was looked at.
    looks: u64,
    /// How many lines were judged, and how many of them cut off.
    judged: u64,
    cut: u64,
    /// As far as they belong to the line.
    depth: usize,
    levels: Vec<Level>,
}

/// What is left of the plans in a position of the line.
#[derive(Clone, Debug)]
struct Level {
    ply: usize,
    key: u128,
    /// By square: which man stands there.
    on: [u8; 64],
    /// By man: its row of least moves.
    rows: [u16; MEN],
    /// The moves left to each side, and with those made before.
    plies: [u16; 2],
    whole: [u16; 2],
    /// What happened since the level before.
    steps: SmallVec<[Step; 4]>,
    /// How many plans of the level before were looked at: all only once moves are played here.
    seen: usize,
    /// Those that can still be carried out.
    open: Vec<Open>,
}

impl Default for Plans {
    fn default() -> Plans {
        Plans {
            at_once: false,
            most: MOST_BYTES,
            stop: Stop::default(),
            least: None,
            plays: Vec::new(),
        }
    }
}

impl Plans {
    /// Limits the memory that plans may take.
    pub fn limit(&mut self, bytes: usize) {
        self.most = bytes.min(MOST_BYTES);
    }

    /// Lets the making of plans end when it is told to.
    pub fn stop_when(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// From now on plans are made whatever they cost.
    pub fn make_at_once(&mut self) {
        self.at_once = true;
    }

    /// Whether the rest of a line, of which all positions are given, cannot reach its goal.
    pub fn are_exhausted(&mut self, line: &[State], rest: Remaining) -> Option<bool> {
        let plies = whole(line, rest.plies);
        let total = plies[0] + plies[1];
        let fewest = if self.at_once { 1 } else { FEWEST };
        if !(fewest..=MOST).contains(&total) || plies[rest.by.index()] == 0 {
            return None;
        }
        let start = line[0].key();
        let found = self.find(rest, plies, start);
        let index = match found {
            Some(index) => index,
            None if line.len() <= 3 && rest.plies[0] + rest.plies[1] + 1 >= fewest => {
                self.begin(rest, plies, start)
            }
            None => return None,
        };
        let play = &mut self.plays[index];
        play.asked += 1;
        if play.book.is_none() {
            if play.asked < play.due {
                return None;
            }
            self.make(index, &line[0]);
        }
        let play = &mut self.plays[index];
        if !self.at_once {
            play.give_up_in_vain();
        }
        play.book.is_some().then(|| {
            let least = self.least.as_ref().expect("plans are made with it");
            play.is_exhausted(line, (rest.plies, plies), least)
        })
    }

    /// The play of a line that began so: where a side has passed, that in which it could have
    /// moved.
    fn find(&self, rest: Remaining, plies: [u16; 2], start: u128) -> Option<usize> {
        let is_such =
            |play: &&Play| (play.goal, play.by, play.start) == (rest.goal, rest.by, start);
        let place = |fits: &dyn Fn([u16; 2]) -> bool| {
            let mut plays = self.plays.iter();
            plays.position(|play| is_such(&play) && fits(play.plies))
        };
        let has_room = |all: [u16; 2]| all[0] >= plies[0] && all[1] >= plies[1];
        place(&|all| all == plies).or_else(|| place(&has_room))
    }

    /// Makes plans for a play that began so, with the room that is left.
    fn make(&mut self, index: usize, start: &State) {
        let room = match self.at_once {
            true => usize::MAX,
            false => self.most.saturating_sub(self.bytes()),
        };
        let least = self.least.get_or_insert_with(|| Arc::new(Least::new()));
        let play = &mut self.plays[index];
        play.make(start, (least, &self.stop), room, self.at_once);
    }

    /// What the plans that are made take.
    fn bytes(&self) -> usize {
        let books = self.plays.iter().filter_map(|play| play.book.as_deref());
        books.map(Book::bytes).sum()
    }

    fn begin(&mut self, rest: Remaining, plies: [u16; 2], start: u128) -> usize {
        /// More plays than this are not kept in mind.
        const PLAYS: usize = 4;
        if self.plays.len() == PLAYS {
            self.plays.remove(0);
        }
        self.plays.push(Play {
            goal: rest.goal,
            by: rest.by,
            plies,
            start,
            asked: 0,
            due: if self.at_once { 1 } else { FIRST },
            spent: 0,
            making: None,
            book: None,
            looks: 0,
            judged: 0,
            cut: 0,
            depth: 0,
            levels: Vec::new(),
        });
        self.plays.len() - 1
    }
}

/// The plies of each side from the beginning of a line.
fn whole(line: &[State], left: [u16; 2]) -> [u16; 2] {
    let mut plies = left;
    for pair in line.windows(2) {
        if pair[1].last.is_move() {
            plies[pair[0].turn.index()] += 1;
        }
    }
    plies
}

impl Play {
    /// Makes plans, as many as search has time for.
    fn make(&mut self, start: &State, (least, stop): (&Least, &Stop), bytes: usize, at_once: bool) {
        if self.making.is_none() {
            let aim = Aim {
                stalemate: self.goal == Goal::Stalemate,
                by: self.by,
                plies: self.plies,
            };
            self.making = Making::new(start, aim, least, bytes);
        }
        let Some(making) = &mut self.making else {
            self.due = u64::MAX;
            return;
        };
        if at_once {
            making.complete(least);
            return self.finish(start);
        }
        let (made, spent) = making.go_on((least, stop), self.asked * STEPS - self.spent);
        self.spent += spent;
        match made {
            Made::All => self.finish(start),
            Made::Some => self.due = self.spent.div_ceil(STEPS) + FIRST,
            Made::TooFew => self.due = 2 * self.spent.div_ceil(STEPS) + FIRST,
            Made::TooMany => {
                self.making = None;
                self.due = u64::MAX;
            }
        }
    }

    /// All plans are made.
    fn finish(&mut self, start: &State) {
        if let Some(making) = self.making.take() {
            let (men, book) = making.finish();
            self.levels = vec![Level::first(start, &men, &book)];
            self.depth = 1;
            self.book = Some(Arc::new(book));
        }
    }

    /// Forgets the plans if too few lines are cut off for all the looks at them.
    fn give_up_in_vain(&mut self) {
        let Some(book) = &self.book else { return };
        let is_time = self.looks > PATIENCE * book.open.len() as u64 && self.judged > FIRST;
        let is_seldom = self.cut * SELDOM < self.judged;
        if is_time && is_seldom && self.looks > WORTH * self.cut {
            self.book = None;
            self.levels = Vec::new();
            self.due = u64::MAX;
        }
    }

    /// Whether no plan is left in the last position of the line.
    fn is_exhausted(
        &mut self,
        line: &[State],
        (plies, whole): ([u16; 2], [u16; 2]),
        least: &Least,
    ) -> bool {
        let Some(book) = self.book.as_deref() else {
            return false;
        };
        let now = line.len() - 1;
        while self.depth > 1 && !self.levels[self.depth - 1].tells_of(line, whole) {
            self.depth -= 1;
        }
        let last = &self.levels[self.depth - 1];
        let is_known = line[last.ply + 1..].iter().all(|one| !one.last.is_move());
        if is_known || last.open.is_empty() {
            return last.open.is_empty();
        }
        let (by, depth) = (self.by, self.depth);
        let follow = |plies| Follow {
            book,
            least,
            by,
            plies,
        };
        if let [.., before, last] = &mut self.levels[..depth] {
            self.looks += (before.open.len() - last.seen) as u64;
            last.look_at_all(before, &follow(last.plies));
        }
        if depth == self.levels.len() {
            self.levels.push(self.levels[0].without_plans());
        }
        if let [.., last, next] = &mut self.levels[..=depth] {
            (next.ply, next.key) = (now, line[now].key());
            (next.plies, next.whole) = (plies, whole);
            next.follow(last, line);
            next.look_for_one(last, &follow(plies));
        }
        self.depth += 1;
        let next = &self.levels[depth];
        self.looks += next.seen as u64;
        self.judged += 1;
        self.cut += u64::from(next.open.is_empty());
        next.open.is_empty()
    }
}

/// What does not change along a line.
struct Follow<'a> {
    book: &'a Book,
    least: &'a Least,
    by: Side,
    /// The moves left.
    plies: [u16; 2],
}

impl Level {
    fn first(start: &State, men: &[Man], book: &Book) -> Level {
        let mut level = Level {
            ply: 0,
            key: start.key(),
            on: [NOBODY; 64],
            rows: [0; MEN],
            plies: [0; 2],
            whole: [0; 2],
            steps: SmallVec::new(),
            seen: 0,
            open: book.open.clone(),
        };
        for (index, man) in men.iter().enumerate() {
            level.on[man.square] = index as u8;
            level.rows[index] = man.row;
        }
        level
    }

    fn without_plans(&self) -> Level {
        Level {
            open: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether it is a position of the line, and plans were kept for so many moves at least.
    fn tells_of(&self, line: &[State], whole: [u16; 2]) -> bool {
        let state = line.get(self.ply);
        let is_on = state.is_some_and(|state| state.key() == self.key);
        is_on && self.whole[0] >= whole[0] && self.whole[1] >= whole[1]
    }

    /// Takes over what a level knows, and the moves of a line since; no plans yet.
    fn follow(&mut self, last: &Level, line: &[State]) {
        (self.on, self.rows, self.seen) = (last.on, last.rows, 0);
        self.open.clear();
        self.steps.clear();
        for pair in line[last.ply..].windows(2) {
            if pair[1].last.is_move() {
                self.take_steps(pair[1].last, pair[0].turn);
            }
        }
    }

    /// Looks for a plan of the level before that can still be carried out.
    fn look_for_one(&mut self, last: &Level, follow: &Follow<'_>) {
        let sieve = follow.sieve(&self.steps);
        let mut plans = last.open.iter();
        let found = plans.find_map(|&open| {
            let passes = sieve.as_ref().is_none_or(|sieve| sieve.passes(&open));
            passes.then(|| follow.keep(open, &self.steps, &self.rows))?
        });
        self.seen = last.open.len() - plans.len();
        self.open.extend(found);
    }

    /// Looks at all plans of the level before that were not looked at.
    fn look_at_all(&mut self, last: &Level, follow: &Follow<'_>) {
        let sieve = follow.sieve(&self.steps);
        let plans = last.open[self.seen..].iter();
        let kept = plans.filter_map(|&open| {
            let passes = sieve.as_ref().is_none_or(|sieve| sieve.passes(&open));
            passes.then(|| follow.keep(open, &self.steps, &self.rows))?
        });
        self.open.extend(kept);
        self.seen = last.open.len();
    }

    /// Takes the men along with a move; adds what that means for plans.
    fn take_steps(&mut self, movement: Movement, side: Side) {
        let (from, to) = (movement.from(), movement.to());
        let victim = match movement.kind() {
            Kind::EnPassant => en_passant_victim(to),
            _ => to,
        };
        let captured = std::mem::replace(&mut self.on[victim], NOBODY);
        let row = row(kind(movement.arrives()), to);
        self.take(from, to, row, side, captured);
        if movement.kind() == Kind::Castling
            && let Some(castling) = CASTLINGS
                .iter()
                .find(|castling| usize::from(castling.king_to) == to)
        {
            let (from, to) = (castling.rook.into(), castling.rook_to.into());
            let row = least::row(walk::ROOK, to);
            self.take(from, to, row, side, NOBODY);
        }
    }

    fn take(&mut self, from: usize, to: usize, row: u16, side: Side, captured: u8) {
        let man = std::mem::replace(&mut self.on[from], NOBODY);
        self.on[to] = man;
        self.steps.push(Step {
            man,
            side: side as u8,
            before: std::mem::replace(&mut self.rows[usize::from(man)], row),
            after: row,
            captured,
        });
    }
}

/// What a man's step means for plans.
#[derive(Clone, Copy, Debug)]
struct Step {
    man: u8,
    side: u8,
    /// Its rows of least moves.
    before: u16,
    after: u16,
    /// The man it captured, or nobody.
    captured: u8,
}

/// Tells quickly of most plans that a single step leaves too few moves for them.
struct Sieve<'a> {
    /// The roles of the man, plan by plan.
    roles: &'a [Role],
    before: &'a Row,
    after: &'a Row,
    side: usize,
    plies: u16,
}

impl Sieve<'_> {
    #[inline]
    fn passes(&self, open: &Open) -> bool {
        let role = usize::from(self.roles[open.plan as usize]);
        let moves = u16::from(open.moves[self.side]) + u16::from(self.after[role]);
        moves <= self.plies + u16::from(self.before[role])
    }
}

impl Follow<'_> {
    fn sieve(&self, steps: &[Step]) -> Option<Sieve<'_>> {
        let [step] = steps else { return None };
        let side = usize::from(step.side);
        Some(Sieve {
            roles: self.book.roles(step.man.into()),
            before: self.least.row(step.before),
            after: self.least.row(step.after),
            side,
            plies: self.plies[side],
        })
    }

    /// What is left to do for a plan after these steps, if the moves left suffice.
    #[inline]
    fn keep(&self, mut open: Open, steps: &[Step], rows: &[u16; MEN]) -> Option<Open> {
        let plan = open.plan as usize;
        for step in steps {
            let role = usize::from(self.book.roles(step.man.into())[plan]);
            let [before, after] = [step.before, step.after].map(|row| self.least.row(row)[role]);
            let moves = &mut open.moves[usize::from(step.side)];
            *moves = moves.saturating_add(after) - before;
            if step.captured != NOBODY {
                let role = self.book.roles(step.captured.into())[plan];
                open.captures -= u8::from(role == CAPTURED);
                if stands(role) {
                    return None;
                }
            }
        }
        let enough = |side: usize| u16::from(open.moves[side]) <= self.plies[side];
        let captures = u16::from(open.captures) <= self.plies[self.by.index()];
        let may_end = enough(0) && enough(1) && captures && self.may_end(&open, rows);
        may_end.then_some(open)
    }

    /// Whether the man that must move last can do so yet.
    #[inline]
    fn may_end(&self, open: &Open, rows: &[u16; MEN]) -> bool {
        let (plan, by) = (open.plan as usize, self.by.index());
        let Some(man) = self.book.last(plan).filter(|_| self.plies[by] > 0) else {
            return true;
        };
        let extra = extra(
            rows[man],
            self.least.row(rows[man]),
            self.book.roles(man)[plan],
        );
        u16::from(open.moves[by]) + u16::from(extra) <= self.plies[by]
    }
}
