//! What one invisible man does in the course of a line, and what a line asks
//! of all of them.

use super::board::{Board, Man, promotes, walk};
use super::scene::{Ply, Victim, castled};
use crate::orthodox::attack::{Bits, between, bit};

/// The most plies of a line, the diagram counted.
pub(super) const MOST_TIMES: usize = 16;
/// The most invisible men.
pub(super) const MOST_MEN: usize = 8;
/// Where a man is who was captured.
pub(super) const GONE: u8 = 64;

/// A ply of a line, with what is seen after it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// None in the diagram.
    pub ply: Option<Ply>,
    /// Who made it; in the diagram the side that is not to move.
    pub mover: usize,
    /// The men that were never invisible.
    pub board: Board,
    /// Where an invisible man cannot go who moves without being seen to capture.
    pub excluded: Bits,
    /// Who is known after it for certain.
    pub reveals: Vec<(usize, Man)>,
}

/// One invisible man: where and what he is after each ply decided so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Story {
    pub side: u8,
    pub squares: [u8; MOST_TIMES],
    pub walks: [u8; MOST_TIMES],
}

impl Story {
    /// A man of whom only this moment is known.
    pub fn at(time: usize, square: usize, man: Man) -> Story {
        let mut story = Story {
            side: man.side as u8,
            squares: [GONE; MOST_TIMES],
            walks: [0; MOST_TIMES],
        };
        story.set(time, square, man.walk);
        story
    }

    pub fn set(&mut self, time: usize, square: usize, walk: usize) {
        self.squares[time] = square as u8;
        self.walks[time] = walk as u8;
    }

    pub fn side(&self) -> usize {
        self.side.into()
    }

    pub fn square(&self, time: usize) -> Option<usize> {
        let square = self.squares[time];
        (square != GONE).then(|| square.into())
    }

    pub fn man(&self, time: usize) -> Man {
        Man {
            side: self.side(),
            walk: self.walks[time].into(),
        }
    }

    pub fn is_on(&self, time: usize, square: usize) -> bool {
        usize::from(self.squares[time]) == square
    }

    /// Whether he goes from one square to another with this ply.
    pub fn moves_at(&self, time: usize) -> bool {
        let (before, after) = (self.squares[time - 1], self.squares[time]);
        before != after && before != GONE && after != GONE
    }

    pub fn dies_at(&self, time: usize) -> bool {
        self.squares[time - 1] != GONE && self.squares[time] == GONE
    }

    /// Whether everybody knows him after the ply with this number.
    pub fn is_revealed(&self, steps: &[Step], time: usize) -> bool {
        let castled =
            |at: usize| matches!(steps[at].ply, Some(Ply::Castling { .. })) && self.moves_at(at);
        let revealed = |at: usize| {
            let reveals = steps[at].reveals.iter();
            reveals
                .into_iter()
                .any(|(square, _)| self.is_on(at, *square))
        };
        (1..=time).any(|at| castled(at) || revealed(at)) || revealed(0)
    }

    /// Decides the next moment, in which he does nothing by himself.
    pub fn carry_on(&mut self, steps: &[Step], time: usize) {
        let step = &steps[time + 1];
        let mut next = self.squares[time];
        let mut walk = self.walks[time];
        let Some(square) = self.square(time) else {
            self.squares[time + 1] = GONE;
            return;
        };
        match step.ply {
            Some(Ply::Man {
                from,
                to,
                victim,
                becomes,
            }) => {
                let is_mover = square == from && steps[time].board.on(from).is_none();
                let is_victim = square == to || victim == Victim::Seen(square);
                if is_mover {
                    next = to as u8;
                    walk = becomes.map_or(walk, |walk| walk as u8);
                } else if is_victim {
                    next = GONE;
                }
            }
            Some(Ply::Castling { rook }) if square == rook => {
                let home = if rook < 8 { 4 } else { 60 };
                next = castled(home, rook).1 as u8;
            }
            Some(Ply::InvisibleTakes(to)) if square == to => next = GONE,
            _ => {}
        }
        self.squares[time + 1] = next;
        self.walks[time + 1] = walk;
    }
}

/// Invisible men with their stories.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cast {
    stories: [Story; MOST_MEN],
    count: usize,
}

impl Cast {
    pub fn new() -> Cast {
        let nobody = Story {
            side: 0,
            squares: [GONE; MOST_TIMES],
            walks: [0; MOST_TIMES],
        };
        Cast {
            stories: [nobody; MOST_MEN],
            count: 0,
        }
    }

    pub fn with(&self, story: Story) -> Cast {
        let mut cast = *self;
        cast.stories[cast.count] = story;
        cast.count += 1;
        cast
    }

    pub fn stories(&self) -> &[Story] {
        &self.stories[..self.count]
    }

    pub fn stories_mut(&mut self) -> &mut [Story] {
        &mut self.stories[..self.count]
    }

    /// All men after a ply; none if two of them stand on one square.
    pub fn board(&self, steps: &[Step], time: usize) -> Option<Board> {
        let mut board = steps[time].board;
        for story in self.stories() {
            let Some(square) = story.square(time) else {
                continue;
            };
            if board.closed() & bit(square) != 0 {
                return None;
            }
            board.put(square, story.man(time));
        }
        Some(board)
    }

    /// Of which sides the king stands neither on the board nor among the men of the cast.
    pub fn lacking_kings(&self, board: &Board) -> [bool; 2] {
        let is_king = |story: &Story, side| story.side() == side && story.man(0).walk == walk::KING;
        std::array::from_fn(|side| {
            let placed = self.stories().iter().any(|story| is_king(story, side));
            board.king(side).is_none() && !placed
        })
    }

    fn on(&self, time: usize, square: usize) -> Option<&Story> {
        self.stories()
            .iter()
            .find(|story| story.is_on(time, square))
    }

    /// Where men stand of whom nobody knows.
    pub fn unseen(&self, steps: &[Step], time: usize) -> Bits {
        let stories = self.stories().iter();
        let unseen = stories.filter(|story| !story.is_revealed(steps, time));
        unseen.filter_map(|story| story.square(time)).map(bit).sum()
    }

    /// Where men stand who have not moved since the diagram.
    pub fn stayed(&self, time: usize) -> Bits {
        let stayed = |story: &&Story| {
            story.squares[..=time]
                .iter()
                .all(|at| *at == story.squares[0])
        };
        let stories = self.stories().iter().filter(stayed);
        stories
            .filter_map(|story| story.square(time))
            .map(bit)
            .sum()
    }

    /// Whether nobody was found so far for some unseen moves.
    pub fn has_open_moves(&self, steps: &[Step]) -> bool {
        self.open_moves(steps) != [false; 2]
    }

    /// Of which sides nobody was found so far for some unseen moves.
    pub fn open_moves(&self, steps: &[Step]) -> [bool; 2] {
        let mut open = [false; 2];
        for (time, step) in steps.iter().enumerate() {
            let is_unseen = step.ply == Some(Ply::InvisibleMoves);
            open[step.mover] |= is_unseen && self.mover(step, time).is_none();
        }
        open
    }

    /// The man who makes a move that is not seen.
    pub fn mover(&self, step: &Step, time: usize) -> Option<&Story> {
        let is_unseen = matches!(step.ply, Some(Ply::InvisibleTakes(_) | Ply::InvisibleMoves));
        let movers = self.stories().iter();
        let mut movers = movers.filter(|story| is_unseen && story.moves_at(time));
        movers.next()
    }
}

/// Why a line cannot be played with the invisible men placed so far.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// Whoever is placed beside them.
    Hopeless,
    /// Unless a further man does this.
    Needs(Need),
}

/// What a further invisible man is needed for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Need {
    /// To stand on one of these squares after a ply.
    Stand {
        time: usize,
        squares: Bits,
        side: Option<usize>,
        walk: Option<usize>,
    },
    /// To go to a square with a ply.
    Move { time: usize, to: usize },
}

fn stand(time: usize, square: usize, side: usize, walk: Option<usize>) -> Fault {
    Fault::Needs(Need::Stand {
        time,
        squares: bit(square),
        side: Some(side),
        walk,
    })
}

impl Cast {
    /// Whether a ply could be played, everybody being where the stories say, on the board
    /// before it; gives the board after it.
    pub fn check(
        &self,
        steps: &[Step],
        time: usize,
        before: Option<&Board>,
    ) -> Result<Board, Fault> {
        let now = self.board(steps, time).ok_or(Fault::Hopeless)?;
        let step = &steps[time];
        if let (Some(ply), Some(before)) = (step.ply, before) {
            self.check_ply(steps, time, ply, before)?;
        }
        for (square, man) in &step.reveals {
            match self.on(time, *square) {
                Some(story) if story.man(time) == *man => {}
                Some(_) => return Err(Fault::Hopeless),
                None => return Err(stand(time, *square, man.side, Some(man.walk))),
            }
        }
        if let Some(king) = now.king(step.mover) {
            is_safe(&now, time, king, step.mover)?;
        }
        Ok(now)
    }

    fn check_ply(
        &self,
        steps: &[Step],
        time: usize,
        ply: Ply,
        before: &Board,
    ) -> Result<(), Fault> {
        match ply {
            Ply::Man {
                from, to, victim, ..
            } => self.check_man(steps, time, (from, to), victim, before),
            Ply::Castling { rook } => self.check_castling(steps, time, rook, before),
            Ply::InvisibleTakes(to) => self.check_capture(steps, time, to, before),
            Ply::InvisibleMoves => self.check_move(steps, time, before),
        }
    }

    fn check_man(
        &self,
        steps: &[Step],
        time: usize,
        (from, to): (usize, usize),
        victim: Victim,
        before: &Board,
    ) -> Result<(), Fault> {
        let side = steps[time].mover;
        let base = &steps[time - 1].board;
        let is_mover = before.on(from).is_some_and(|man| man.side == side);
        if !is_mover || between(from, to) & before.men() != 0 {
            return Err(Fault::Hopeless);
        }
        let stands = self.on(time - 1, to);
        match (victim, stands) {
            (Victim::Nobody, Some(_)) => Err(Fault::Hopeless),
            (Victim::Anybody | Victim::Shown, Some(story)) if story.side() == side => {
                Err(Fault::Hopeless)
            }
            (Victim::Shown, None) => Err(stand(time - 1, to, 1 - side, None)),
            (Victim::Seen(square), Some(_)) if square != to => Err(Fault::Hopeless),
            (Victim::Seen(square), _) => {
                let is_there = before.on(square).is_some_and(|man| man.side != side);
                match is_there {
                    true => Ok(()),
                    false if base.on(square).is_some() => Err(Fault::Hopeless),
                    false => Err(stand(time - 1, square, 1 - side, None)),
                }
            }
            _ => Ok(()),
        }
    }

    fn check_castling(
        &self,
        steps: &[Step],
        time: usize,
        rook: usize,
        before: &Board,
    ) -> Result<(), Fault> {
        let side = steps[time].mover;
        let home = if rook < 8 { 4 } else { 60 };
        let stood = time - 1;
        if between(home, rook) & before.men() != 0 {
            return Err(Fault::Hopeless);
        }
        if steps[stood].board.on(rook).is_none() {
            match self.on(stood, rook) {
                None => return Err(stand(stood, rook, side, Some(walk::ROOK))),
                Some(story) => {
                    let is_rook = story.side() == side && story.man(0).walk == walk::ROOK;
                    let stayed = (0..=stood).all(|at| story.is_on(at, rook));
                    if !is_rook || !stayed {
                        return Err(Fault::Hopeless);
                    }
                }
            }
        }
        let transit = castled(home, rook).1;
        is_safe(before, stood, home, side)?;
        is_safe(before, stood, transit, side)
    }

    fn check_capture(
        &self,
        steps: &[Step],
        time: usize,
        to: usize,
        before: &Board,
    ) -> Result<(), Fault> {
        let side = steps[time].mover;
        match before.on(to) {
            Some(man) if man.side == side || man.walk == walk::KING => {
                return Err(Fault::Hopeless);
            }
            Some(_) => {}
            None => return Err(stand(time - 1, to, 1 - side, None)),
        }
        let Some(mover) = self.mover(&steps[time], time) else {
            return Err(Fault::Needs(Need::Move { time, to }));
        };
        match mover.is_on(time, to) && may_go(steps, mover, time, before) {
            true => Ok(()),
            false => Err(Fault::Hopeless),
        }
    }

    fn check_move(&self, steps: &[Step], time: usize, before: &Board) -> Result<(), Fault> {
        let mut victims = self.stories().iter().filter(|story| story.dies_at(time));
        let victim = victims.next();
        let victim_square = victim.and_then(|victim| victim.square(time - 1));
        let Some(mover) = self.mover(&steps[time], time) else {
            return match victim_square {
                Some(to) => Err(Fault::Needs(Need::Move { time, to })),
                None => Ok(()),
            };
        };
        let to = mover.square(time).unwrap_or_default();
        let movers = self.stories().iter().filter(|story| story.moves_at(time));
        let is_one = movers.count() == 1 && victims.next().is_none();
        let dies = before.on(to).is_some();
        let fits = victim_square.map_or(!dies, |square| square == to);
        let excluded = steps[time].excluded & bit(to) != 0;
        match is_one && fits && !excluded && may_go(steps, mover, time, before) {
            true => Ok(()),
            false => Err(Fault::Hopeless),
        }
    }
}

/// Whether a man may make the unseen move that his story tells.
fn may_go(steps: &[Step], story: &Story, time: usize, before: &Board) -> bool {
    let side = steps[time].mover;
    let (Some(from), Some(to)) = (story.square(time - 1), story.square(time)) else {
        return false;
    };
    let (man, becomes) = (story.man(time - 1), story.man(time));
    let (quiet, captures) = before.reach(man, from);
    let reached = match before.on(to) {
        Some(victim) => victim.side != side && captures & bit(to) != 0,
        None => quiet & bit(to) != 0,
    };
    let promoted = man.walk == walk::PAWN && promotes(side, to);
    let changes = man.walk != becomes.walk;
    let is_officer = !matches!(becomes.walk, walk::PAWN | walk::KING);
    let fits = if promoted { is_officer } else { !changes };
    story.side() == side && reached && fits && !story.is_revealed(steps, time - 1)
}

/// Whether a square is not observed; if it is by lines alone, men between can help.
pub(super) fn is_safe(board: &Board, time: usize, square: usize, side: usize) -> Result<(), Fault> {
    let observers = board.observers(square, 1 - side);
    if observers == 0 {
        return Ok(());
    }
    let mut lines = crate::orthodox::attack::Each(observers).map(|at| between(at, square));
    let first = lines.next().expect("an observer");
    if first == 0 || lines.any(|line| line == 0) {
        return Err(Fault::Hopeless);
    }
    Err(Fault::Needs(Need::Stand {
        time,
        squares: first,
        side: None,
        walk: None,
    }))
}
