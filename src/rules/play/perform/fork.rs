//! Taking a move up again where its last open choice was: the ways that differ in it alone have
//! everything before it in common.

use crate::board::Side;
use crate::position::{Mark, Position};
use crate::rules::Player;
use crate::rules::hooks::hook::{Found, PlayedMove, Promotes};
use crate::rules::play::pseudo_move::{Choices, Move, PseudoMove};
use crate::rules::short_cut::ShortCut;

/// What was reached when a choice was asked for.
#[derive(Clone, Debug)]
pub(super) struct Fork {
    pub mark: Mark,
    pub played: PlayedMove,
    pub choices: Choices,
    /// The step of play after the movement.
    pub step: usize,
    /// Where a man promotes in it, if that is what remains of the step.
    pub promotion: Option<Promotes>,
    /// What the rule found there to choose among, if it says so.
    pub found: Option<Found>,
    /// Whether the move is taken up here.
    pub resumed: bool,
    /// How the man might go on, if that is the choice.
    pub going_on: Option<Box<GoingOn>>,
}

/// A move of several parts where the man may go on.
#[derive(Clone, Debug)]
pub(super) struct GoingOn {
    /// The part just made.
    pub part: PlayedMove,
    /// How many there were before it.
    pub parts: usize,
    pub ways: Vec<PseudoMove>,
}

impl Fork {
    /// What was found in this step, if the move is taken up there.
    pub fn found_in(&mut self, step: usize) -> Option<Found> {
        match self.resumed && self.step == step {
            true => self.found.take(),
            false => None,
        }
    }
}

/// The ways to play a pseudo-legal move, one after the other: each is played with
/// [`perform_way`](Player::perform_way) and taken back by [`turn_to_next`](Ways::turn_to_next).
#[derive(Debug)]
pub(in crate::rules) struct Ways {
    may_fork: bool,
    fork: Option<Fork>,
    /// Whether the next way begins at the fork.
    resumes: bool,
}

impl Ways {
    /// Before the first way. Each is played from the start if that is all that may be done.
    pub fn new(may_fork: bool) -> Ways {
        Ways {
            may_fork,
            fork: None,
            resumes: false,
        }
    }

    /// Takes back what the next way does differently. If there is none, the whole ply is taken
    /// back, and the answer is false.
    #[inline]
    pub fn turn_to_next(&mut self, position: &mut Position, movement: &mut Move) -> bool {
        let fork = self.fork.as_ref();
        let fork =
            fork.filter(|fork| self.may_fork && movement.choices.is_open_since(&fork.choices));
        let goes_on = movement.choices.advance();
        match fork.filter(|_| goes_on) {
            Some(fork) => position.rewind_to(fork.mark),
            None => position.rewind(),
        }
        self.resumes = goes_on && fork.is_some();
        goes_on
    }
}

impl Player<'_> {
    /// Plays one way of a pseudo-legal move and writes into `played`, which is as [`PlayedMove::of`] made it; false
    /// when a rule refuses the way. The ply is open in any case.
    #[inline]
    pub(in crate::rules) fn perform_way(
        self,
        position: &mut Position,
        movement: &mut Move,
        played: &mut PlayedMove,
        ways: &mut Ways,
    ) -> bool {
        let played = match ways.resumes {
            true => self.resume(position, &mut movement.choices, played, &mut ways.fork),
            false => {
                ways.fork = None;
                self.perform_from_start(position, movement, played, &mut ways.fork)
            }
        };
        played.is_ok()
    }

    /// Whether some way to play a pseudo-legal move is legal; `is_legal` plays a way and tells whether it is.
    pub(in crate::rules) fn has_legal_way(
        self,
        position: &mut Position,
        pseudo_move: PseudoMove,
        mut is_legal: impl FnMut(&mut Position, &mut Move, &mut Ways) -> bool,
    ) -> bool {
        let mut movement = Move::first(pseudo_move);
        let mut ways = Ways::new(self.allow(ShortCut::Forks));
        loop {
            if is_legal(position, &mut movement, &mut ways) {
                position.rewind();
                return true;
            }
            if !ways.turn_to_next(position, &mut movement) {
                return false;
            }
        }
    }

    /// Plays a way and tells whether it is legal.
    pub(in crate::rules) fn play_way(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
        ways: &mut Ways,
    ) -> bool {
        let mut played = PlayedMove::of(side);
        self.perform_way(position, movement, &mut played, ways)
            && !self.judge().in_check(position, side)
            && self.stands(position, &played)
    }

    /// Goes on from a fork with the choices taken now.
    fn resume(
        self,
        position: &mut Position,
        choices: &mut Choices,
        played: &mut PlayedMove,
        next: &mut Option<Fork>,
    ) -> Result<(), &'static str> {
        let fork = next.as_mut().expect("a move goes on where it forked");
        fork.resumed = true;
        *played = fork.played;
        choices.return_to(&fork.choices);
        if let Some(going_on) = fork.going_on.clone() {
            return self.finish(position, played, choices, (Some(going_on), next));
        }
        let (mut step, promotion) = (fork.step, fork.promotion);
        if promotion.is_some() {
            self.promote(position, played, promotion, choices, (step, next));
            step += 1;
        }
        self.run_after(position, played, choices, (step, next))?;
        self.finish(position, played, choices, (None, next))
    }
}
