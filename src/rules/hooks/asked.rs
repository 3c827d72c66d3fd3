//! What a rule gets to see when it is asked about check and goals, and the words of some questions.

use crate::board::Side;
use crate::position::Position;
use crate::problem::Goal;
use crate::rules::{Actor, Guard, PseudoMove, Rules};

/// What a man does for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The side may move it.
    Moves,
    /// The side may move it for the other side; usually there are none.
    Lent,
    /// The side may capture it.
    Captured,
    /// It observes the king of the other side.
    Observes,
}

/// From where rules judge a man that a rule lets leave from another square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stance {
    /// From its own square, where it stands before the move.
    Home,
    /// Its moves from its own square, but its checks and what it observes from where it sets out, as
    /// if it stood there.
    OriginInChecks,
}

/// Which moves a filter compares with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// Those of one man.
    Man,
    /// All of a side.
    Side,
}

/// Whether a side is in check, asked of a rule that says what check is.
#[derive(Clone, Copy)]
pub struct CheckQuestion<'a> {
    pub(in crate::rules) rules: &'a Rules,
    pub(in crate::rules) side: Side,
    /// So many rules have their say after this one.
    pub(in crate::rules) inner: usize,
}

impl<'a> CheckQuestion<'a> {
    /// The rules of the problem.
    pub fn rules(self) -> &'a Rules {
        self.rules
    }

    /// The side that may be in check.
    pub fn side(self) -> Side {
        self.side
    }

    /// The answer without this rule.
    pub fn usual(self, position: &mut Position) -> bool {
        self.usual_of(self.side, position)
    }

    /// The men that attack royal men of the side; none of those that attack otherwise than by a
    /// capture.
    pub fn checkers(self, position: &mut Position) -> Vec<Actor> {
        let (rules, side) = (self.rules, self.side);
        let mut found = Vec::new();
        for royal in rules.judge().royals(position, side) {
            found.extend(rules.judge().all_attackers(position, royal, side));
        }
        let checker = |square| Actor {
            square,
            side: !side,
        };
        found.into_iter().map(checker).collect()
    }

    /// The answer to a question in which the rule itself keeps silent; none if it is just being
    /// asked. The position is given back as it was.
    pub fn ask_once<T>(
        self,
        guard: Guard,
        position: &mut Position,
        ask: impl FnOnce(&mut Position) -> T,
    ) -> Option<T> {
        let Guard(slot) = guard;
        (position.slot(slot) == 0).then(|| position.asked_with(slot, 1, ask))
    }

    /// The answer without this rule behind a step of the own royal man with its first choices; none
    /// if a rule refuses the step.
    pub fn usual_behind(self, position: &mut Position, step: PseudoMove) -> Option<bool> {
        let (rules, side) = (self.rules, self.side);
        let told = match self.inner {
            0 => rules.oracle().would_be_observed(position, side, &step),
            _ => None,
        };
        let mut play = || {
            rules
                .judge()
                .after_move(position, side, step, |position, _| self.usual(position))
        };
        debug_assert!(
            told.is_none() || told == play(),
            "{step:?} was told wrongly"
        );
        told.or_else(play)
    }

    /// The answer without this rule, for a side that need not be the one asked about.
    pub fn usual_of(self, side: Side, position: &mut Position) -> bool {
        self.rules.judge().in_check_by(position, side, self.inner)
    }
}

/// What may be asked about the end of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Is this side mated?
    Mate(Side),
    /// Is this side stalemated?
    Stalemate(Side),
    /// Did the last ply reach this goal?
    Goal(Goal),
}

/// Whether play has come to an end, asked of a rule that says what an end is.
#[derive(Clone, Copy)]
pub struct GoalQuestion<'a> {
    pub(in crate::rules) rules: &'a Rules,
    pub(in crate::rules) end: End,
    /// So many rules have their say after this one.
    pub(in crate::rules) inner: usize,
}

impl<'a> GoalQuestion<'a> {
    /// The rules of the problem.
    pub fn rules(self) -> &'a Rules {
        self.rules
    }

    /// Which end is asked about.
    pub fn end(self) -> End {
        self.end
    }

    /// The answer without this rule.
    pub fn usual(self, position: &mut Position) -> bool {
        self.rules.judge().ends_by(position, self.end, self.inner)
    }
}
