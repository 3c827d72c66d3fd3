//! Where a man can be who has no part in a line: he stands in nobody's way,
//! nobody captures him, and he checks no king that must not be in check.

use super::arrange::spread;
use super::board::{Board, Man, OUTER_RANKS, promotes, walk};
use super::scene::{Ply, castled};
use super::story::{Cast, MOST_TIMES, Step, Story};
use crate::orthodox::attack::{self, Bits, Each, between, bit};

/// Walks of men who make moves that nobody sees, the handiest first.
const MOVERS: [usize; 5] = [
    walk::KNIGHT,
    walk::ROOK,
    walk::BISHOP,
    walk::QUEEN,
    walk::PAWN,
];

/// The squares where a further man can be beside those of a cast, ply by ply.
///
/// Men with an alibi do not disturb each other either: a further man on a line can only
/// shield a king.
pub(super) struct Alibi {
    boards: [Board; MOST_TIMES],
    closed: [[[Bits; 6]; 2]; MOST_TIMES],
    last: usize,
    /// Who makes the next ply.
    attacker: usize,
}

impl Alibi {
    /// For a cast with which the line can be played up to its end.
    pub fn of(steps: &[Step], cast: &Cast) -> Option<Alibi> {
        let last = steps.len() - 1;
        let mut alibi = Alibi {
            boards: [Board::default(); MOST_TIMES],
            closed: [[[0; 6]; 2]; MOST_TIMES],
            last,
            attacker: 1 - steps[last].mover,
        };
        for time in 0..=last {
            alibi.boards[time] = cast.board(steps, time)?;
        }
        for time in 0..=last {
            alibi.look_at(steps, cast, time);
        }
        Some(alibi)
    }

    fn look_at(&mut self, steps: &[Step], cast: &Cast, time: usize) {
        let board = &self.boards[time];
        let closed = &mut self.closed[time];
        let mut ways = board.closed();
        let mut watch = |square: usize, foe: usize| observe(board, square, foe, &mut closed[foe]);
        let mover = steps[time].mover;
        if let Some(king) = board.king(mover) {
            watch(king, 1 - mover);
        }
        if time < self.last {
            let next = &steps[time + 1];
            match next.ply {
                Some(Ply::Man { from, to, .. }) => ways |= between(from, to) | bit(to),
                Some(Ply::Castling { rook }) => {
                    let home = if rook < 8 { 4 } else { 60 };
                    ways |= between(home, rook);
                    watch(home, 1 - next.mover);
                    watch(castled(home, rook).1, 1 - next.mover);
                }
                _ => {
                    let story = cast.mover(next, time + 1);
                    let way =
                        story.and_then(|story| story.square(time).zip(story.square(time + 1)));
                    ways |= way.map_or(0, |(from, to)| between(from, to) | bit(to));
                }
            }
        }
        for side in closed {
            side.iter_mut().for_each(|closed| *closed |= ways);
            side[walk::PAWN] |= OUTER_RANKS;
        }
    }

    /// Where such a man can be all the time.
    pub fn throughout(&self, man: Man) -> Bits {
        self.during(0, self.last, man)
    }

    /// Where such a man can be from one moment to another.
    fn during(&self, from: usize, to: usize, man: Man) -> Bits {
        let closed = self.closed[from..=to].iter();
        !closed.fold(0, |all, closed| all | closed[man.side][man.walk])
    }

    /// Where a king can be all the time, in an order that varies.
    pub fn kings(&self, steps: &[Step], side: usize, seed: usize) -> impl Iterator<Item = usize> {
        let walk = walk::KING;
        let open = self.throughout(Man { side, walk });
        let is_safe = move |square: &usize| {
            let mut boards = steps.iter().zip(&self.boards);
            boards.all(|(step, board)| step.mover != side || !board.is_observed(*square, 1 - side))
        };
        spread(open, seed).filter(is_safe)
    }

    /// A man who makes all these moves, which nobody sees, and captures nobody.
    fn mover(
        &self,
        side: usize,
        moves: &[usize],
        excluded: impl Fn(usize) -> Bits,
    ) -> Option<Story> {
        // A pawn of the attacker guards least.
        let first = (self.attacker == side).then_some(walk::PAWN);
        first.into_iter().chain(MOVERS).find_map(|walk| {
            let man = Man { side, walk };
            Each(self.during(0, moves[0] - 1, man)).find_map(|from| {
                let mut story = Story::at(0, from, man);
                (1..moves[0]).for_each(|time| story.set(time, from, walk));
                self.moved(story, from, moves, &excluded)
            })
        })
    }

    fn moved(
        &self,
        story: Story,
        from: usize,
        moves: &[usize],
        excluded: &impl Fn(usize) -> Bits,
    ) -> Option<Story> {
        let Some((&time, rest)) = moves.split_first() else {
            return Some(story);
        };
        let man = story.man(0);
        let (quiet, _) = self.boards[time - 1].reach(man, from);
        let end = rest.first().map_or(self.last, |next| next - 1);
        let mut open = quiet & self.during(time, end, man) & !excluded(time);
        if end == self.last
            && let Some(king) = self.boards[end].king(1 - man.side)
        {
            // A check would have to be answered.
            open &= !observers(man, king, self.boards[end].closed());
        }
        Each(open).find_map(|to| {
            if man.walk == walk::PAWN && promotes(man.side, to) {
                return None;
            }
            let mut story = story;
            (time..=end).for_each(|time| story.set(time, to, man.walk));
            self.moved(story, to, rest, excluded)
        })
    }
}

/// Where men of a side would observe a square.
fn observe(board: &Board, square: usize, side: usize, closed: &mut [Bits; 6]) {
    for (walk, closed) in closed.iter_mut().enumerate() {
        *closed |= observers(Man { side, walk }, square, board.closed());
    }
}

/// From where a man observes a square.
pub(super) fn observers(man: Man, square: usize, closed: Bits) -> Bits {
    match man.walk {
        walk::PAWN => attack::pawn_captures(1 - man.side, square) & !OUTER_RANKS,
        walk::KNIGHT => attack::knight(square),
        walk::BISHOP => attack::bishop(square, closed),
        walk::ROOK => attack::rook(square, closed),
        walk::QUEEN => attack::queen(square, closed),
        _ => attack::king(square),
    }
}

/// A cast with its kings and with men for all moves of which nobody knows who made them, with
/// the alibi beside it; none if that takes too many men or none is found at once.
pub(super) fn settle(
    steps: &[Step],
    cast: &Cast,
    men: usize,
    seed: usize,
) -> Option<(Cast, Alibi)> {
    let mut cast = *cast;
    let mut alibi = Alibi::of(steps, &cast)?;
    let lacking = cast.lacking_kings(&steps[0].board);
    for side in (0..2).filter(|side| lacking[*side]) {
        if cast.stories().len() == men {
            return None;
        }
        let square = alibi.kings(steps, side, seed).next()?;
        let walk = walk::KING;
        let mut story = Story::at(0, square, Man { side, walk });
        (1..steps.len()).for_each(|time| story.set(time, square, walk));
        cast = cast.with(story);
        alibi = Alibi::of(steps, &cast)?;
    }
    for side in 0..2 {
        let is_open = |time: &usize| {
            let step = &steps[*time];
            let is_unseen = step.ply == Some(Ply::InvisibleMoves) && step.mover == side;
            is_unseen && cast.mover(step, *time).is_none()
        };
        let mut moves = [0; MOST_TIMES];
        let mut count = 0;
        for time in (1..steps.len()).filter(is_open) {
            moves[count] = time;
            count += 1;
        }
        if count == 0 {
            continue;
        }
        if cast.stories().len() == men {
            return None;
        }
        let story = alibi.mover(side, &moves[..count], |time| steps[time].excluded)?;
        cast = cast.with(story);
        alibi = Alibi::of(steps, &cast)?;
    }
    Some((cast, alibi))
}
