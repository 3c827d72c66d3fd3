//! Whether mate or stalemate is certainly out of reach where one ply is left to the side that is
//! to reach it, for men of any walks.
//!
//! That ply makes a picture: on a square of the king some flights are guarded, and all others
//! must be blocked by men of the king's own side, which need moves to get there. All pictures of
//! the men of one side are drawn at once, for in series they stay where they are.
//!
//! **Invariant:** nobody is in anybody's way, and what men hop over is where they want it: what
//! is not found does not exist. Only rules that leave men their walks and nothing else are
//! thought of.

mod least;
mod picture;

use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, walk_id};
use crate::position::{Position, Slot};
use crate::problem::Goal;
use crate::rules::game::Remaining;
use crate::rules::short_cut::ShortCut;
use crate::rules::{Oracle, Rules};
use least::{AttackSets, Least};
use picture::{Pictures, Players};
use std::collections::HashMap;

/// Pictures of some men are drawn when they have been asked for so often.
const FEW: u32 = 40;
/// No more sets of men than this are kept in mind.
const MOST_SETS: usize = 256;
/// After so many questions pictures must have told of some that the goal is out of reach.
const PATIENCE: u64 = 2000;
/// Of one in so many.
const SELDOM: u64 = 12;

/// What is known of the men of a play, filled as it goes on.
#[derive(Clone, Debug, Default)]
pub(in crate::rules) struct Far {
    /// Whether the rules are such that anything can be told.
    is_able: Option<bool>,
    /// Whether pictures were of little use.
    has_given_up: bool,
    /// Whether pictures are drawn at the first question.
    at_once: bool,
    least: Least,
    views: AttackSets,
    sets: Vec<Asked>,
    /// By what pictures depend on: the place of the set.
    places: HashMap<u128, usize>,
    /// The set that was last asked about.
    last: usize,
    /// How many questions there were, and how many times the goal was out of reach.
    judged: u64,
    cut: u64,
}

/// What was asked of a set of men.
#[derive(Clone, Debug, Default)]
struct Asked {
    number: u128,
    times: u32,
    pictures: Option<Pictures>,
}

/// The men that are looked at and what is to be reached against them.
#[derive(Clone, Copy)]
struct Scene<'a> {
    rules: &'a Rules,
    position: &'a Position,
    /// The side that makes the last ply.
    by: Side,
    stalemate: bool,
}

impl Scene<'_> {
    /// The men of the side that makes the last ply.
    fn force(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let men = self.position.men_of(self.by);
        men.map(|square| (square, self.position.piece_on(square)))
    }

    /// How many men the other side has beside its king.
    fn blockers(&self) -> usize {
        self.position.men_of(!self.by).len() - 1
    }

    /// What pictures depend on, as a number.
    fn number(&self) -> u128 {
        const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let start = u128::from(self.stalemate) << 1 | self.by.index() as u128;
        let start = start << 8 | self.blockers() as u128;
        self.force().fold(start + 1, |number, (square, man)| {
            let man = u128::from(man.bits()) << 8 | u128::from(square.byte());
            (number.rotate_left(43) ^ man).wrapping_mul(SPREAD)
        })
    }
}

impl Far {
    /// From now on nothing waits until it pays.
    pub fn tell_at_once(&mut self) {
        self.at_once = true;
    }

    /// Whether play as described certainly cannot reach its goal.
    pub fn is_out_of_reach(&mut self, rules: &Rules, position: &Position, rest: Remaining) -> bool {
        let (own, others) = (rest.plies[rest.by.index()], rest.plies[(!rest.by).index()]);
        if rest.goal == Goal::Castling {
            return rules.allow(ShortCut::CastlingBound)
                && self.is_able(rules)
                && !rules.oracle().may_castle_yet(position, Some(rest.by));
        }
        if own != 1 || rest.is_forced || !rules.allow(ShortCut::Pictures) {
            return false;
        }
        let possible = self.look(
            rules,
            position,
            (rest.goal, rest.by),
            |pictures, players| pictures.are_possible(players, others),
        );
        let is_far = possible == Some(false);
        self.judge_itself(possible.is_some(), is_far);
        is_far
    }

    /// Where a ply must arrive after which `by` can reach the goal at once, as far as that is
    /// known: if the king makes it, and if another man does.
    pub fn preparing_arrivals(
        &mut self,
        rules: &Rules,
        position: &Position,
        aim: (Goal, Side),
    ) -> Option<[SquareSet; 2]> {
        if !rules.allow(ShortCut::PreparingPictures) {
            return None;
        }
        self.look(rules, position, aim, |pictures, players| {
            pictures.preparing_arrivals(players)
        })
    }

    fn is_able(&mut self, rules: &Rules) -> bool {
        *self
            .is_able
            .get_or_insert_with(|| rules.leave_walks_alone())
    }

    /// Shows the pictures of the last ply towards this goal by this side, if there are any.
    fn look<T>(
        &mut self,
        rules: &Rules,
        position: &Position,
        (goal, by): (Goal, Side),
        visit: impl FnOnce(&mut Pictures, &Players<'_>) -> T,
    ) -> Option<T> {
        let stalemate = match goal {
            Goal::Mate => false,
            Goal::Stalemate => true,
            _ => return None,
        };
        if !*self
            .is_able
            .get_or_insert_with(|| rules.leave_walks_alone())
        {
            return None;
        }
        let scene = Scene {
            rules,
            position,
            by,
            stalemate,
        };
        let king = the_king(&scene).filter(|_| !rules.oracle().may_castle_yet(position, None))?;
        let place = self.place(&scene);
        let asked = &mut self.sets[place];
        asked.times += 1;
        if asked.times < FEW && !self.at_once {
            return None;
        }
        if asked.pictures.is_none() {
            self.least.prepare(rules, !by);
            asked.pictures = Some(Pictures::draw(&scene, &mut self.views));
        }
        let players = Players {
            position,
            side: !by,
            king,
            least: &self.least,
        };
        Some(visit(asked.pictures.as_mut()?, &players))
    }

    /// The place of the set of men on the board.
    fn place(&mut self, scene: &Scene<'_>) -> usize {
        let number = scene.number();
        if self
            .sets
            .get(self.last)
            .is_some_and(|set| set.number == number)
        {
            return self.last;
        }
        if self.sets.len() > MOST_SETS && !self.places.contains_key(&number) {
            self.forget();
        }
        let sets = &mut self.sets;
        self.last = *self.places.entry(number).or_insert_with(|| {
            sets.push(Asked {
                number,
                ..Asked::default()
            });
            sets.len() - 1
        });
        self.last
    }

    fn forget(&mut self) {
        self.sets.clear();
        self.places.clear();
    }

    /// Gives up where little comes of it.
    fn judge_itself(&mut self, is_told: bool, is_far: bool) {
        self.judged += u64::from(is_told);
        self.cut += u64::from(is_far);
        if self.judged > PATIENCE && self.cut * SELDOM < self.judged && !self.at_once {
            self.has_given_up = true;
            self.forget();
        }
    }
}

/// The king that is to lose its moves, if all men are of one side and it is one.
fn the_king(scene: &Scene<'_>) -> Option<Square> {
    let (position, side) = (scene.position, !scene.by);
    let neutral = position.men_of(Side::White) & position.men_of(Side::Black);
    let royals = position.royals_of(side);
    let king = royals.first()?;
    let is_usual = position.piece_on(king).walk() == walk_id::KING;
    (neutral.is_empty() && royals.len() == 1 && is_usual).then_some(king)
}

impl Oracle<'_> {
    /// Whether a castling may still be played, now or later, by one side or any.
    fn may_castle_yet(self, position: &Position, side: Option<Side>) -> bool {
        let rights = position.slot(Slot::CASTLING);
        let is_by = |by: Side| side.is_none_or(|side| side == by);
        let mut castlings = self.castlings.iter();
        rights != 0
            && castlings.any(|castling| is_by(castling.side) && castling.keeps_rights(rights))
    }
}
