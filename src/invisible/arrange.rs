//! Looks for an arrangement of the invisible men with which a line can be played.
//!
//! Men are placed only as the line needs them: to move, to be captured, to
//! stand between a king and who would check it. Whoever is not needed then
//! gets any place where he does not disturb. Every way to serve a need is
//! tried, so no arrangement at all means that the line cannot be played.

use super::alibi::{Alibi, settle};
use super::board::{Board, Man, PROMOTIONS, promotes, walk};
use super::challenge::Challenge;
use super::closed::Closed;
use super::scene::Ply;
use super::story::{Cast, Fault, GONE, MOST_MEN, Need, Step, Story};
use crate::orthodox::attack::{Bits, Each, between, bit};
use std::collections::HashSet;

/// Walks of men who are needed somewhere; kings are placed first of all.
const WALKS: [usize; 5] = [
    walk::KNIGHT,
    walk::BISHOP,
    walk::ROOK,
    walk::PAWN,
    walk::QUEEN,
];

/// How many places are tried for men who could be anywhere.
const TRIES: usize = 3;

/// Where rooks stand who may castle.
const CORNERS: Bits = bit(0) | bit(7) | bit(56) | bit(63);

/// What an arrangement has to fulfil.
pub(super) struct Arranger<'a> {
    /// The line.
    pub steps: &'a [Step],
    /// Where nobody can be, ply by ply.
    pub closed: &'a [Closed],
    /// How many invisible men there are.
    pub men: usize,
    /// This man must not stand there at the end.
    pub not: Option<(usize, Man)>,
    /// Somebody must stand on one of these squares at the end.
    pub on: Option<Bits>,
    /// This side must not be in check at the end.
    pub calm: Option<usize>,
    /// Varies where men go who are not needed.
    pub seed: usize,
    /// How much work may still be done.
    pub patience: u64,
    /// Where arrangements of needed men go that are all wanted, instead of the first that suits.
    pub gathered: Option<Vec<Cast>>,
    /// How many of them are kept at most.
    pub most: usize,
    /// Those with nobody left to be placed, as far as the play to come can tell them apart.
    pub whole: HashSet<(Board, Bits, Bits)>,
    /// Last plies that are compared with every arrangement of needed men, until none is left.
    pub challenge: Option<Challenge<'a>>,
    /// Whether every move is tried, also where it leaves the king in check.
    pub is_plain: bool,
}

impl Arranger<'_> {
    /// Every arrangement of needed men with which the line can be played, as far as is known
    /// without those who are not needed; none if there are too many. They are those of the line
    /// without its last ply, carried on by that ply.
    pub fn gather(&mut self, former: Option<&[Cast]>) -> Option<Vec<Cast>> {
        self.gathered = Some(Vec::new());
        match former {
            Some(former) => former.iter().for_each(|cast| {
                self.advance(self.last() - 1, cast);
            }),
            None => {
                self.find();
            }
        }
        let gathered = self.gathered.take()?;
        (self.patience > 0).then_some(gathered)
    }

    /// Compares the last plies in question with arrangements of the line up to an earlier ply.
    /// Gives the number of the one that cleared the last of them.
    pub fn compare(&mut self, known: Option<(usize, &[Cast])>) -> Option<usize> {
        match known {
            Some((time, casts)) if time == self.last() => {
                casts.iter().position(|cast| self.arrive(*cast).is_some())
            }
            Some((time, casts)) => {
                let mut casts = casts.iter();
                casts.position(|cast| self.advance(time, cast).is_some())
            }
            None => self.find().map(|_| 0),
        }
    }

    /// Those of these arrangements, with further men if need be, that fit what is known by now.
    pub fn sift(&mut self, casts: &[Cast]) -> Option<Vec<Cast>> {
        self.gathered = Some(Vec::new());
        let last = self.last();
        for cast in casts {
            self.extend(last, last, *cast);
        }
        let gathered = self.gathered.take()?;
        (self.patience > 0).then_some(gathered)
    }

    /// The first of these arrangements of needed men that all others can join, each as he likes.
    pub fn fill_up(&mut self, casts: &[Cast]) -> Option<Cast> {
        casts.iter().find_map(|cast| self.finish(*cast))
    }

    /// Likewise for an arrangement of the line up to an earlier ply.
    pub fn carry_on(&mut self, time: usize, cast: &Cast) -> Option<Cast> {
        self.advance(time, cast)
    }

    /// An arrangement, if there is one. When patience is at an end nothing is known.
    pub fn find(&mut self) -> Option<Cast> {
        let base = &self.steps[0].board;
        let missing: Vec<usize> = (0..2).filter(|side| base.king(*side).is_none()).collect();
        if self.men > MOST_MEN || missing.len() > self.men || !self.may_be_legal() {
            return None;
        }
        match self.is_plain {
            true => self.place_kings(&missing, Cast::new()),
            false => self.extend(0, 0, Cast::new()),
        }
    }

    /// Whether invisible men could save each king from the men that are seen.
    fn may_be_legal(&self) -> bool {
        self.steps.iter().all(|step| {
            let king = step.board.king(step.mover);
            king.is_none_or(|king| {
                let observers = step.board.observers(king, 1 - step.mover);
                let lines = Each(observers).filter(|at| between(*at, king) != 0);
                let lines = lines.count();
                lines == observers.count_ones() as usize && lines <= self.men
            })
        })
    }

    /// Who can still join a cast, kings who are not placed yet among them.
    fn newcomers(
        &self,
        side: Option<usize>,
        walk: Option<usize>,
        cast: &Cast,
    ) -> impl Iterator<Item = Man> + use<> {
        let lacking = cast.lacking_kings(&self.steps[0].board);
        let missing = lacking.into_iter().filter(|lacks| *lacks).count();
        let has_room = cast.stories().len() + missing < self.men;
        let kings = men(side, Some(walk::KING))
            .filter(move |man| walk.is_none_or(|walk| walk == man.walk) && lacking[man.side]);
        men(side, walk)
            .filter(move |man| has_room && man.walk != walk::KING)
            .chain(kings)
    }

    fn last(&self) -> usize {
        self.steps.len() - 1
    }

    fn place_kings(&mut self, missing: &[usize], cast: Cast) -> Option<Cast> {
        let Some((&side, rest)) = missing.split_first() else {
            return self.extend(0, 0, cast);
        };
        let man = Man {
            side,
            walk: walk::KING,
        };
        let free = !self.closed[0].to(man);
        Each(free).find_map(|square| self.place_kings(rest, cast.with(Story::at(0, square, man))))
    }

    /// Goes on with stories decided up to `time` and checked before `from`.
    fn extend(&mut self, from: usize, time: usize, cast: Cast) -> Option<Cast> {
        let mut before = match from {
            0 => None,
            _ => Some(cast.board(self.steps, from - 1)?),
        };
        for at in from..=time {
            if self.patience == 0 {
                return None;
            }
            self.patience -= 1;
            match cast.check(self.steps, at, before.as_ref()) {
                Ok(board) => before = Some(board),
                Err(Fault::Hopeless) => return None,
                Err(Fault::Needs(need)) => return self.introduce(time, need, &cast),
            }
        }
        match time == self.last() {
            true => self.arrive(cast),
            false => self.advance(time, &cast),
        }
    }

    /// The line is played with the men who are needed.
    fn arrive(&mut self, cast: Cast) -> Option<Cast> {
        if let Some(challenge) = &mut self.challenge {
            return challenge.meet(self.steps, &cast).then_some(cast);
        }
        if self.gathered.is_none() {
            return self.finish(cast);
        }
        if cast.stories().len() == self.men && !cast.has_open_moves(self.steps) {
            let last = self.last();
            let board = cast.board(self.steps, last)?;
            let corners = CORNERS & board.with_walk(walk::ROOK);
            let (unseen, stayed) = (cast.unseen(self.steps, last), cast.stayed(last) & corners);
            if !self.whole.insert((board, unseen, stayed)) {
                return None;
            }
        }
        let gathered = self.gathered.as_mut()?;
        match gathered.len() < self.most {
            true => gathered.push(cast),
            false => self.patience = 0,
        }
        None
    }

    /// Another man does what is needed.
    fn introduce(&mut self, time: usize, need: Need, cast: &Cast) -> Option<Cast> {
        if cast.stories().len() == self.men {
            return None;
        }
        match need {
            Need::Stand {
                time: at,
                squares,
                side,
                walk,
            } => {
                for square in Each(squares) {
                    for man in self.newcomers(side, walk, cast) {
                        if self.is_closed(at, square, man) || !self.may_be_of(man.side, time, cast)
                        {
                            continue;
                        }
                        let story = Story::at(at, square, man);
                        let found = self.remember(at, story, (at, time), cast);
                        if found.is_some() {
                            return found;
                        }
                    }
                }
                None
            }
            Need::Move { time: at, to } => self.introduce_mover(time, (at, to), cast),
        }
    }

    fn introduce_mover(
        &mut self,
        time: usize,
        (at, to): (usize, usize),
        cast: &Cast,
    ) -> Option<Cast> {
        let side = self.steps[at].mover;
        if cast.stories().len() == self.men || !self.may_be_of(side, time, cast) {
            return None;
        }
        let board = cast.board(self.steps, at - 1)?;
        let is_capture = board.on(to).is_some();
        for from in Each(!board.closed()) {
            for man in self.newcomers(Some(side), None, cast) {
                if self.is_closed(at - 1, from, man) {
                    continue;
                }
                let (quiet, captures) = board.reach(man, from);
                let reached = if is_capture { captures } else { quiet };
                if reached & bit(to) == 0 {
                    continue;
                }
                for walk in arrivals(man, to) {
                    if self.is_closed(at, to, Man { walk, side }) {
                        continue;
                    }
                    let mut story = Story::at(at, to, Man { walk, side });
                    story.set(at - 1, from, man.walk);
                    let found = self.remember(at - 1, story, (at, time), cast);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }

    fn is_closed(&self, time: usize, square: usize, man: Man) -> bool {
        self.closed[time].to(man) & bit(square) != 0
    }

    /// Whether a new man of this side leaves enough men for the unseen moves of the other.
    fn may_be_of(&self, side: usize, time: usize, cast: &Cast) -> bool {
        let is_last = cast.stories().len() + 1 == self.men;
        !is_last || !(1..=time).any(|at| self.is_open(at, 1 - side, cast))
    }

    /// Whether nobody but the new man is left to make an unseen move.
    fn is_last(&self, cast: &Cast) -> bool {
        cast.stories().len() + 1 == self.men
    }

    /// Decides what a new man did before `at`; then what he did from `ends.0` to `ends.1`.
    fn remember(
        &mut self,
        at: usize,
        story: Story,
        ends: (usize, usize),
        cast: &Cast,
    ) -> Option<Cast> {
        if at == 0 {
            return self.foresee(story, ends, cast);
        }
        let (square, walk) = (story.squares[at], story.walks[at]);
        let mut stays = story;
        stays.set(at - 1, square.into(), walk.into());
        let mut carried = stays;
        carried.carry_on(self.steps, at - 1);
        let must_move = self.is_last(cast) && self.is_open(at, story.side(), cast);
        let is_closed = self.is_closed(at - 1, square.into(), stays.man(at - 1));
        if !must_move && !is_closed && carried.squares[at] == square && carried.walks[at] == walk {
            let found = self.remember(at - 1, stays, ends, cast);
            if found.is_some() {
                return found;
            }
        }
        if !self.is_open(at, story.side(), cast) {
            return None;
        }
        let (side, to) = (story.side(), usize::from(square));
        let board = self.steps[at - 1].board;
        for from in Each(!board.closed() & !bit(to)) {
            for before in departures(story.man(at), to) {
                if self.is_closed(at - 1, from, before) {
                    continue;
                }
                let (quiet, captures) = board.reach(before, from);
                if (quiet | captures) & bit(to) == 0 || before.side != side {
                    continue;
                }
                let mut moved = story;
                moved.set(at - 1, from, before.walk);
                let found = self.remember(at - 1, moved, ends, cast);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Decides what a new man does after `at`, up to `end`.
    fn foresee(&mut self, story: Story, (at, end): (usize, usize), cast: &Cast) -> Option<Cast> {
        if at == end {
            return self.extend(0, end, cast.with(story));
        }
        let next = at + 1;
        let is_last = self.is_last(cast);
        if !(is_last && self.is_open(next, story.side(), cast)) {
            let mut stays = story;
            stays.carry_on(self.steps, at);
            let square = stays.square(next);
            let is_closed = |square| self.is_closed(next, square, stays.man(next));
            if !square.is_some_and(is_closed) {
                let found = self.foresee(stays, (next, end), cast);
                if found.is_some() {
                    return found;
                }
            }
        }
        story.square(at)?;
        let is_king = story.man(at).walk == walk::KING;
        if !is_king && !is_last && self.is_open(next, 1 - story.side(), cast) {
            let mut dies = story;
            dies.squares[next] = GONE;
            let found = self.foresee(dies, (next, end), cast);
            if found.is_some() {
                return found;
            }
        }
        if !self.is_open(next, story.side(), cast) || story.is_revealed(self.steps, at) {
            return None;
        }
        let from = usize::from(story.squares[at]);
        let (quiet, captures) = self.steps[at].board.reach(story.man(at), from);
        for to in Each(quiet | captures & !self.steps[at].board.men()) {
            for walk in arrivals(story.man(at), to) {
                let mut moved = story;
                moved.set(next, to, walk);
                if self.is_closed(next, to, moved.man(next)) {
                    continue;
                }
                let found = self.foresee(moved, (next, end), cast);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Whether a ply is an unseen move of a side of which nobody knows who made it.
    fn is_open(&self, time: usize, side: usize, cast: &Cast) -> bool {
        let step = &self.steps[time];
        step.ply == Some(Ply::InvisibleMoves)
            && step.mover == side
            && cast.mover(step, time).is_none()
    }

    /// The next ply, by every man placed who may make it, and by somebody else.
    fn advance(&mut self, time: usize, cast: &Cast) -> Option<Cast> {
        let next = time + 1;
        let mut carried = *cast;
        for story in carried.stories_mut() {
            story.carry_on(self.steps, time);
        }
        let step = &self.steps[next];
        let nobody_left = cast.stories().len() == self.men;
        let must_move = nobody_left && step.ply == Some(Ply::InvisibleMoves);
        if !must_move {
            let found = self.extend(next, next, carried);
            if found.is_some() {
                return found;
            }
        }
        let goal = match step.ply {
            Some(Ply::InvisibleTakes(to)) => bit(to),
            Some(Ply::InvisibleMoves) => !step.excluded,
            _ => return None,
        };
        let board = cast.board(self.steps, time)?;
        let side = step.mover;
        let parries = match self.is_plain {
            true => !0,
            false => parries(&board, side, nobody_left),
        };
        for (number, story) in cast.stories().iter().enumerate() {
            let Some(from) = story.square(time) else {
                continue;
            };
            if story.side() != side || story.is_revealed(self.steps, time) {
                continue;
            }
            let (quiet, captures) = board.reach(story.man(time), from);
            let goal = match story.man(time).walk {
                walk::KING => goal,
                _ => goal & parries,
            };
            for to in Each((quiet | captures & board.of(1 - side)) & goal) {
                for walk in arrivals(story.man(time), to) {
                    if self.is_closed(next, to, Man { side, walk }) {
                        continue;
                    }
                    let mut moved = carried;
                    for other in moved.stories_mut() {
                        if other.is_on(time, to) {
                            other.squares[next] = GONE;
                        }
                    }
                    moved.stories_mut()[number].set(next, to, walk);
                    let found = self.extend(next, next, moved);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        if step.ply != Some(Ply::InvisibleMoves) || cast.stories().len() == self.men {
            return None;
        }
        for (number, story) in cast.stories().iter().enumerate() {
            let dies = story
                .square(time)
                .is_some_and(|square| goal & bit(square) != 0);
            if story.side() == side || !dies || story.man(time).walk == walk::KING {
                continue;
            }
            let mut captured = carried;
            captured.stories_mut()[number].squares[next] = GONE;
            let found = self.extend(next, next, captured);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The line is played: what is wanted at its end, and a place for everybody.
    fn finish(&mut self, cast: Cast) -> Option<Cast> {
        let last = self.last();
        if let Some((square, man)) = self.not {
            let mut stories = cast.stories().iter();
            if stories.any(|story| story.is_on(last, square) && story.man(last) == man) {
                return None;
            }
        }
        if let Some(squares) = self.on {
            let stands =
                |story: &Story| story.square(last).is_some_and(|at| squares & bit(at) != 0);
            if !cast.stories().iter().any(stands) {
                let need = Need::Stand {
                    time: last,
                    squares,
                    side: None,
                    walk: None,
                };
                return self.introduce(last, need, &cast);
            }
        }
        let lacking = cast.lacking_kings(&self.steps[0].board);
        if let Some(side) = self.calm {
            if lacking[side] {
                return self.introduce_king(side, &cast);
            }
            let board = cast.board(self.steps, last)?;
            let king = board.king(side)?;
            match super::story::is_safe(&board, last, king, side) {
                Ok(()) => {}
                Err(Fault::Hopeless) => return None,
                Err(Fault::Needs(need)) => return self.introduce(last, need, &cast),
            }
        }
        if !self.is_plain
            && let Some(cast) = self.finish_at_once(&cast)
        {
            return Some(cast);
        }
        if let Some(side) = (0..2).find(|side| lacking[*side]) {
            return self.introduce_king(side, &cast);
        }
        let left = self.men - cast.stories().len();
        let open = |side| {
            (1..=last)
                .rev()
                .find(|time| self.is_open(*time, side, &cast))
        };
        let open: Vec<usize> = (0..2).filter_map(open).collect();
        match open.first() {
            _ if open.len() > left => None,
            Some(time) => self.introduce_any_mover(*time, &cast),
            None if left == 0 => Some(cast),
            None => self.fill(&cast),
        }
    }

    /// A king is somewhere.
    fn introduce_king(&mut self, side: usize, cast: &Cast) -> Option<Cast> {
        let walk = walk::KING;
        let man = Man { side, walk };
        let (last, seed, steps) = (self.last(), self.seed, self.steps);
        let is_open = cast.open_moves(steps)[side];
        if !is_open && self.is_last(cast) {
            // Nobody else is left who could shield him, and he stays where he is.
            let alibi = Alibi::of(steps, cast)?;
            return alibi.kings(steps, side, seed).find_map(|square| {
                let mut story = Story::at(0, square, man);
                (1..=last).for_each(|time| story.set(time, square, walk));
                self.extend(0, last, cast.with(story))
            });
        }
        let free = !self.closed[0].to(man);
        spread(free, seed)
            .find_map(|square| self.foresee(Story::at(0, square, man), (0, last), cast))
    }

    /// Somebody makes an unseen move.
    fn introduce_any_mover(&mut self, time: usize, cast: &Cast) -> Option<Cast> {
        let last = self.last();
        let board = cast.board(self.steps, time - 1)?;
        let goal = !board.closed() & !self.steps[time].excluded;
        let seed = self.seed;
        spread(goal, seed).find_map(|to| self.introduce_mover(last, (time, to), cast))
    }

    /// With the first men at hand who make the moves that are left, and everybody else where
    /// he has an alibi.
    fn finish_at_once(&self, cast: &Cast) -> Option<Cast> {
        let has_choice = cast.stories().len() < self.men;
        let tries = if has_choice { TRIES } else { 1 };
        (0..tries).find_map(|turn| self.settled(cast, self.seed + turn))
    }

    fn settled(&self, cast: &Cast, seed: usize) -> Option<Cast> {
        let (cast, alibi) = settle(self.steps, cast, self.men, seed)?;
        let last = self.last();
        let is_wanted = self.not.is_none_or(|(square, man)| {
            let mut stories = cast.stories().iter();
            !stories.any(|story| story.is_on(last, square) && story.man(last) == man)
        });
        let is_calm = self.calm.is_none_or(|side| {
            let board = cast.board(self.steps, last);
            board.is_some_and(|board| !board.in_check(side))
        });
        match is_wanted && is_calm {
            true => self.fill_at_once(&cast, &alibi),
            false => None,
        }
    }

    fn fill_at_once(&self, cast: &Cast, alibi: &Alibi) -> Option<Cast> {
        let last = self.last();
        let mut filled = *cast;
        let mut taken = 0;
        if filled.stories().len() == self.men {
            return Some(filled);
        }
        for turn in 0..2 * WALKS.len() {
            let turn = (turn * 3 + self.seed) % (2 * WALKS.len());
            let man = Man {
                side: turn % 2,
                walk: WALKS[turn / 2],
            };
            if self.calm.is_some_and(|side| side != man.side) {
                continue;
            }
            let unwanted = self.not.map_or(0, |(square, not)| match man == not {
                true => bit(square),
                false => 0,
            });
            let open = alibi.throughout(man) & !unwanted & !taken;
            if let Some(square) = spread(open, self.seed + turn).next() {
                let mut story = Story::at(0, square, man);
                (1..=last).for_each(|time| story.set(time, square, man.walk));
                filled = filled.with(story);
                taken |= bit(square);
                if filled.stories().len() == self.men {
                    return Some(filled);
                }
            }
        }
        None
    }

    /// Somebody stands where he does not disturb.
    fn fill(&mut self, cast: &Cast) -> Option<Cast> {
        let last = self.last();
        let free = !cast.board(self.steps, 0)?.closed();
        let (seed, steps) = (self.seed, self.steps);
        for square in spread(free, seed) {
            for turn in 0..2 * WALKS.len() {
                let turn = (turn + seed + square) % (2 * WALKS.len());
                let man = Man {
                    side: turn % 2,
                    walk: WALKS[turn / 2],
                };
                if self.is_closed(0, square, man) {
                    continue;
                }
                let mut story = Story::at(0, square, man);
                (0..last).for_each(|time| story.carry_on(steps, time));
                let found = self.extend(0, last, cast.with(story));
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// Where a man must go, not the king, to end the checks from men who cannot be shielded off by
/// anybody not placed so far.
fn parries(board: &Board, side: usize, nobody_left: bool) -> Bits {
    let Some(king) = board.king(side) else {
        return !0;
    };
    let checkers = Each(board.observers(king, 1 - side));
    let parries = checkers.map(|checker| match between(checker, king) {
        0 => bit(checker),
        line if nobody_left => line | bit(checker),
        _ => !0,
    });
    parries.fold(!0, |all, some| all & some)
}

/// Squares in an order that scatters them.
pub(super) fn spread(squares: u64, seed: usize) -> impl Iterator<Item = usize> {
    let all = (0..64).map(move |number| (number * 37 + seed * 11 + 5) % 64);
    all.filter(move |square| squares & bit(*square) != 0)
}

fn men(side: Option<usize>, walk: Option<usize>) -> impl Iterator<Item = Man> {
    let sides = (0..2).filter(move |one| side.is_none_or(|side| side == *one));
    sides.flat_map(move |side| {
        let walks = WALKS.into_iter().chain([walk::KING]);
        let walks = walks.filter(move |one| match walk {
            Some(walk) => walk == *one,
            None => *one != walk::KING,
        });
        walks.map(move |walk| Man { side, walk })
    })
}

/// What a man is once he has gone to a square.
fn arrivals(man: Man, to: usize) -> impl Iterator<Item = usize> {
    let promoted = man.walk == walk::PAWN && promotes(man.side, to);
    let walks: &[usize] = if promoted { &PROMOTIONS } else { &[] };
    let same = (!promoted).then_some(man.walk);
    walks.iter().copied().chain(same)
}

/// What a man may have been before he went to a square.
fn departures(man: Man, to: usize) -> impl Iterator<Item = Man> {
    let promoted = promotes(man.side, to) && !matches!(man.walk, walk::KING | walk::PAWN);
    let pawn = Man {
        walk: walk::PAWN,
        ..man
    };
    std::iter::once(man).chain(promoted.then_some(pawn))
}
