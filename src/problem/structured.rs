//! Structured stipulations: play told as a tree of stretches, as written.
//!
//! **Invariant:** this is what the author wrote, with its short forms; what they
//! mean for a solver is said in `stipulation`.

use super::Goal;
use crate::board::Side;

/// A stipulation such as `white 3a[#]d`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structured {
    /// The side that begins.
    pub side: Side,
    /// What it plays.
    pub play: Expression,
}

/// What is to hold or to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A goal is reached.
    Goal(Goal),
    /// A stretch of play.
    Stretch(Box<Stretch>),
    /// `!`: not.
    Not(Box<Expression>),
    /// `&`: both.
    And(Box<Expression>, Box<Expression>),
    /// `|`: at least one.
    Or(Box<Expression>, Box<Expression>),
}

/// A stretch of play such as `>2:4a[#]d{!+}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// `>`: the outer play ends as soon as this one has a solution.
    pub ends_outer: bool,
    /// `/`: its moves are not told.
    pub untold: bool,
    /// `-`: the side that has just moved begins.
    pub again: bool,
    /// The least number of half-moves, if it is given.
    pub min: Option<u16>,
    /// The most half-moves.
    pub max: u16,
    /// Who plays the first, third ... half-move.
    pub first: Letter,
    /// What each of them has to reach.
    pub first_forks: Vec<Expression>,
    /// Goals that each of them has to reach whether play ends there or not.
    pub first_constraint: Option<Expression>,
    /// `?+?`: the side of the second letter moves only out of check.
    pub parry: bool,
    /// Who plays the second, fourth ... half-move, if it is said.
    pub second: Option<Letter>,
    /// What each of those has to reach.
    pub second_forks: Vec<Expression>,
    /// What must hold before moves.
    pub constraint: Option<Expression>,
}

/// How a half-move is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Letter {
    /// `s`: one side moves alone.
    Series,
    /// `a`: one move that succeeds is enough.
    Attack,
    /// `d`: all moves must be answered.
    Defence,
    /// `h`: both sides cooperate.
    Help,
}

impl Letter {
    /// As written.
    pub const fn text(self) -> char {
        match self {
            Letter::Series => 's',
            Letter::Attack => 'a',
            Letter::Defence => 'd',
            Letter::Help => 'h',
        }
    }
}

impl Expression {
    /// All goals in it.
    pub fn goals(&self) -> Vec<Goal> {
        match self {
            Expression::Goal(goal) => vec![*goal],
            Expression::Stretch(stretch) => stretch.goals(),
            Expression::Not(inner) => inner.goals(),
            Expression::And(first, second) | Expression::Or(first, second) => {
                [first.goals(), second.goals()].concat()
            }
        }
    }

    /// Whether it is about goals alone, without further play.
    pub fn is_leaf(&self) -> bool {
        match self {
            Expression::Goal(_) => true,
            Expression::Stretch(_) => false,
            Expression::Not(inner) => inner.is_leaf(),
            Expression::And(first, second) | Expression::Or(first, second) => {
                first.is_leaf() && second.is_leaf()
            }
        }
    }
}

impl Stretch {
    fn goals(&self) -> Vec<Goal> {
        let forks = self.first_forks.iter().chain(&self.second_forks);
        let constraints = self.first_constraint.iter().chain(&self.constraint);
        let inner = forks.chain(constraints);
        inner.flat_map(Expression::goals).collect()
    }
}
