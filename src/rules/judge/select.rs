//! Selection: rules that leave a side only the best of its legal moves.

use crate::board::{Side, Square};
use crate::position::Position;
use crate::rules::Judge;
use crate::rules::hooks::hook::{Measure, Merit, PlayedMove, Preference};
use crate::rules::play::pseudo_move::{Move, PseudoMove};

/// How many rules may judge the moves of a side.
pub(in crate::rules) const JUDGES: usize = 4;

/// How good a pseudo-legal move is, rule by rule; the first rule has the first say.
pub(in crate::rules) type Merits = [i64; JUDGES];

impl<'r> Judge<'r> {
    /// The preferences that bind a side.
    pub(in crate::rules) fn preferences(self, side: Side) -> impl Iterator<Item = &'r Preference> {
        let preferences = self.0.hooks.select.iter();
        preferences.filter(move |preference| preference.side == side)
    }

    /// Whether not all legal moves of a side may be played.
    pub fn selects(self, side: Side) -> bool {
        self.preferences(side).next().is_some()
    }

    /// The merits of a pseudo-legal move of this side.
    pub(in crate::rules) fn merits(
        self,
        position: &Position,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> Merits {
        let view = self.view(position);
        let mut merits = [0; JUDGES];
        for (merit, preference) in merits.iter_mut().zip(self.preferences(side)) {
            if let Measure::Before(measure) = &preference.merit {
                *merit = measure(view, pseudo_move);
            }
        }
        merits
    }

    /// How the only rule on the moves of this side measures a pseudo-legal move, if one alone does.
    pub(in crate::rules) fn only_measure(self, side: Side) -> Option<&'r Merit> {
        let mut preferences = self.preferences(side);
        match (preferences.next().map(|one| &one.merit), preferences.next()) {
            (Some(Measure::Before(measure)), None) => Some(&**measure),
            _ => None,
        }
    }

    /// Whether a rule on the moves of this side measures them after they were played.
    pub(in crate::rules) fn measures_played_moves(self, side: Side) -> bool {
        let mut preferences = self.preferences(side);
        preferences.any(|preference| matches!(preference.merit, Measure::After(_)))
    }

    /// The merits of a move of this side, played and taken back; none if it is illegal.
    pub(in crate::rules) fn played_merits(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> Option<Merits> {
        let mut merits = self.merits(position, side, &movement.pseudo_move);
        let played = self.player().perform(position, movement, side);
        let is_legal = |position: &mut Position, played: &PlayedMove| {
            !self.in_check(position, side) && self.player().stands(position, played)
        };
        let played = played.filter(|played| is_legal(position, played));
        if let Some(played) = &played {
            for (merit, preference) in merits.iter_mut().zip(self.preferences(side)) {
                if let Measure::After(measure) = &preference.merit {
                    *merit = measure(self.0, position, played);
                }
            }
        }
        position.rewind();
        played.map(|_| merits)
    }
}

/// The ways of men of the game in the order of their merits, for a side that may go the best
/// ones only.
#[derive(Debug)]
pub struct Ranking {
    /// By departure and arrival on the usual board.
    quiet: Vec<u16>,
    capturing: Vec<u16>,
    /// By the king's arrival.
    castling: Vec<u16>,
}

/// The squares of the usual board.
const SQUARES: usize = 64;

impl Ranking {
    /// The place of a way, the higher the better.
    #[inline]
    pub fn of_way(&self, from: usize, to: usize, captures: bool) -> u16 {
        let ways = if captures {
            &self.capturing
        } else {
            &self.quiet
        };
        ways[from % SQUARES * SQUARES + to % SQUARES]
    }

    /// The place of the castling that brings the king to this square.
    #[inline]
    pub fn of_castling(&self, king_to: usize) -> u16 {
        self.castling[king_to % SQUARES]
    }
}

impl Judge<'_> {
    /// How the ways of a side compare, if it may go the best ones only: for rules that
    /// [are orthodox](Rules::are_orthodox) otherwise.
    pub fn ranking(self, position: &Position, side: Side) -> Option<Ranking> {
        self.preferences(side).next()?;
        let merits = |pseudo_move: &PseudoMove| self.merits(position, side, pseudo_move);
        let square = |number: usize| Square::new(number as u8);
        let ways = |captures: bool| {
            let way = move |number: usize| {
                let to = square(number % SQUARES);
                let captured = captures.then_some(to);
                merits(&PseudoMove::ordinary(
                    square(number / SQUARES),
                    to,
                    captured,
                ))
            };
            (0..SQUARES * SQUARES).map(way).collect::<Vec<Merits>>()
        };
        let (quiet, capturing) = (ways(false), ways(true));
        let mut castling = vec![Merits::default(); SQUARES];
        for known in self.castlings.iter().filter(|known| known.side == side) {
            castling[known.king_to.index()] = merits(&known.pseudo_move());
        }
        let mut places = [&quiet[..], &capturing, &castling].concat();
        places.sort_unstable();
        places.dedup();
        let place = |merits: &Merits| places.partition_point(|other| other < merits) as u16;
        let placed = |ways: &[Merits]| ways.iter().map(place).collect();
        Some(Ranking {
            quiet: placed(&quiet),
            capturing: placed(&capturing),
            castling: placed(&castling),
        })
    }
}
