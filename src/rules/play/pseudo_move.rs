//! Pseudo-legal moves and moves: what may be tried, before and after its choices.

use crate::board::Square;

/// A way for a man to go, before anybody asked whether it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PseudoMove {
    /// Departure of the man that moves (in castling the royal man).
    pub from: Square,
    /// Arrival.
    pub to: Square,
    /// Where the captured man stands, if one is captured.
    pub captured: Option<Square>,
    /// What kind of move it is.
    pub kind: Kind,
}

/// Where a pseudo-legal move stands in a list; equal ones stay as they were generated.
pub type ListPlace = fn(&PseudoMove) -> i32;

/// From the last square to the first, and so the arrivals of each.
pub fn from_last_square(pseudo_move: &PseudoMove) -> i32 {
    let [from, to] = [pseudo_move.from, pseudo_move.to].map(|square| square.index() as i32);
    -(from << 8 | to)
}

/// The exchanges of each man before its other moves.
pub fn exchanges_first(pseudo_move: &PseudoMove) -> i32 {
    let from = pseudo_move.from.index() as i32;
    from << 1 | i32::from(pseudo_move.kind != Kind::Exchange)
}

/// Captures first.
pub fn captures_first(pseudo_move: &PseudoMove) -> i32 {
    i32::from(!pseudo_move.is_capture())
}

/// Kinds of pseudo-legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A man goes along its walk.
    Ordinary,
    /// A pawn passes squares on which it may be captured en passant.
    DoubleStep,
    /// A pawn captures another on a square that one passed.
    EnPassant,
    /// The royal man and a partner both move.
    Castling {
        /// Departure of the partner.
        partner_from: Square,
        /// Arrival of the partner.
        partner_to: Square,
    },
    /// A man goes along its walk, but from another square, which must be empty.
    Via {
        /// Where it sets out.
        origin: Square,
        /// Whether it passes squares on which it may be captured en passant.
        double_step: bool,
    },
    /// The royal man and a partner are put where castlings begin, and castle.
    CastlingVia {
        /// Where the royal man and its partner start.
        homes: [Square; 2],
        /// Where the partner stands.
        rook: Square,
        /// Arrival of the partner.
        partner_to: Square,
    },
    /// A man castles as a king of the other side would, then goes on along its walk.
    CastlesOn {
        /// Where it goes on from.
        king_to: Square,
        /// Departure of the partner.
        partner_from: Square,
        /// Arrival of the partner.
        partner_to: Square,
    },
    /// The men on departure and arrival change places.
    Exchange,
    /// No man goes anywhere; a rule says what happens instead.
    Board,
}

impl PseudoMove {
    /// A move along a walk, with or without capture.
    pub fn ordinary(from: Square, to: Square, captured: Option<Square>) -> PseudoMove {
        PseudoMove {
            from,
            to,
            captured,
            kind: Kind::Ordinary,
        }
    }

    /// The null move: a square changes places with itself.
    pub(in crate::rules) const NULL: PseudoMove = PseudoMove {
        from: Square::new(0),
        to: Square::new(0),
        captured: None,
        kind: Kind::Exchange,
    };

    /// The move of a rule in which no man goes anywhere.
    pub(in crate::rules) const BARE: PseudoMove = PseudoMove {
        kind: Kind::Board,
        ..PseudoMove::NULL
    };

    /// Whether it is the null move.
    #[inline]
    pub(in crate::rules) fn is_null(&self) -> bool {
        *self == PseudoMove::NULL
    }

    /// Whether a man goes along its walk, and nothing beside it.
    #[inline]
    pub(in crate::rules) fn is_step(&self) -> bool {
        matches!(self.kind, Kind::Ordinary | Kind::DoubleStep)
    }

    /// The square from which the man goes along its walk or castles: not its own where a rule lets it
    /// leave from elsewhere.
    pub fn origin(&self) -> Square {
        match self.kind {
            Kind::Via { origin, .. } => origin,
            Kind::CastlesOn { king_to, .. } => king_to,
            Kind::CastlingVia { homes, .. } => homes[0],
            _ => self.from,
        }
    }

    /// Whether it captures.
    pub fn is_capture(&self) -> bool {
        self.captured.is_some()
    }
}

/// The choices taken while a move was played (promotion, rebirth square, ...).
///
/// Each choice takes as many bits as its alternatives need, side by side in the order in which
/// they arise. They all fit: a move of several parts goes on only while there [is room](Choices::have_room) for one more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    taken: u128,
    /// How many bits the choices that were asked for take.
    asked: u8,
    /// How many of them say what a pawn becomes.
    forms: u8,
    /// Where the last choice begins and ends that has alternatives left.
    open: Option<(u8, u8)>,
}

impl Choices {
    /// Before playing: nothing asked yet, the recorded indices will be taken again.
    pub(crate) fn restart(&mut self) {
        (self.asked, self.forms, self.open) = (0, 0, None);
    }

    /// Which of `count` alternatives to take. The first time the first, and
    /// the others when the move is played again after [`advance`](Choices::advance).
    ///
    /// Where there is no alternative at all it answers 0, too.
    pub fn choose(&mut self, count: usize) -> usize {
        let width = usize::BITS - count.saturating_sub(1).leading_zeros();
        let begin = u32::from(self.asked);
        let end = begin + width;
        debug_assert!(end <= u128::BITS, "too many choices in one move");
        if width == 0 || end > u128::BITS {
            return 0;
        }
        self.asked = end as u8;
        let mask = (1 << width) - 1;
        let taken = (self.taken >> begin & mask) as usize;
        // What was recorded in another position may not be there in this one.
        let taken = if taken < count { taken } else { 0 };
        self.taken = self.taken & !(mask << begin) | (taken as u128) << begin;
        if taken + 1 < count {
            self.open = Some((begin as u8, end as u8));
        }
        taken
    }

    /// Whether there is room for all that one more part of a move may ask for.
    pub(in crate::rules) fn have_room(&self) -> bool {
        u32::from(self.asked) + A_PART <= u128::BITS
    }

    /// Whether the last open choice was asked for since these.
    #[inline]
    pub(in crate::rules) fn is_open_since(&self, before: &Choices) -> bool {
        self.open.is_some_and(|(begin, _)| begin >= before.asked)
    }

    /// Asked for no more than these, but as it was recorded.
    pub(in crate::rules) fn return_to(&mut self, before: &Choices) {
        (self.asked, self.forms, self.open) = (before.asked, before.forms, before.open);
    }

    /// The same for what a pawn becomes.
    pub(crate) fn choose_form(&mut self, count: usize) -> usize {
        let before = self.asked;
        let choice = self.choose(count);
        self.forms += self.asked - before;
        choice
    }

    /// Whether there were alternatives other than what a pawn becomes.
    pub(crate) fn asked_for_more(&self) -> bool {
        self.asked > self.forms
    }

    /// Whether playing a recorded move again asked for the choices that were recorded, and for no
    /// others: in another position they may be different ones.
    pub(crate) fn repeat(&self, recorded: &Choices) -> bool {
        self == recorded && self.taken & !bits_below(self.asked) == 0
    }

    /// Turns to the next combination of choices; false when all were seen.
    pub(crate) fn advance(&mut self) -> bool {
        let Some((begin, end)) = self.open else {
            self.taken = 0;
            return false;
        };
        self.taken = (self.taken & bits_below(end)) + (1 << begin);
        true
    }
}

/// How many bits the choices of one part of a move take at most: where it goes, what a pawn becomes, where men are
/// reborn, and as what.
const A_PART: u32 = 40;

fn bits_below(end: u8) -> u128 {
    1_u128
        .checked_shl(end.into())
        .map_or(u128::MAX, |bit| bit - 1)
}

/// Two moves make the same choices when the same indices are taken.
impl PartialEq for Choices {
    fn eq(&self, other: &Choices) -> bool {
        self.taken == other.taken
    }
}

impl Eq for Choices {}

/// A pseudo-legal move with all its choices: playing it is deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The pseudo-legal move.
    pub pseudo_move: PseudoMove,
    /// Its choices.
    pub choices: Choices,
}

impl Move {
    /// The pseudo-legal move with the first alternative of every choice.
    pub fn first(pseudo_move: PseudoMove) -> Move {
        Move {
            pseudo_move,
            choices: Choices::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways through a move that asks for so many alternatives, one choice after another;
    /// the second way of the first choice asks for nothing more.
    fn ways(counts: &[usize]) -> Vec<Vec<usize>> {
        let mut choices = Choices::default();
        let mut ways = Vec::new();
        loop {
            choices.restart();
            let first = choices.choose(counts[0]);
            let rest: &[usize] = if first == 1 { &[] } else { &counts[1..] };
            let rest = rest.iter().map(|&count| choices.choose(count));
            ways.push([first].into_iter().chain(rest).collect());
            if !choices.advance() {
                return ways;
            }
        }
    }

    #[test]
    fn every_combination_of_choices_comes_once() {
        let expected = [
            vec![0, 0, 0],
            vec![0, 0, 1],
            vec![0, 0, 2],
            vec![1],
            vec![2, 0, 0],
            vec![2, 0, 1],
            vec![2, 0, 2],
        ];
        assert_eq!(ways(&[3, 1, 3]), expected);
    }

    #[test]
    fn a_move_may_ask_for_many_choices() {
        assert_eq!(ways(&[2; 12]).len(), (1 << 11) + 1);
        assert_eq!(ways(&[2, 1000]).len(), 1001);
    }

    #[test]
    fn a_recorded_move_is_repeated_only_with_its_own_choices() {
        let mut recorded = Choices::default();
        recorded.choose(4);
        assert!(recorded.advance());
        let mut again = recorded;
        again.restart();
        assert_eq!(again.choose(4), 1);
        assert!(again.repeat(&recorded));
        again.restart();
        assert!(!again.repeat(&recorded), "nothing was asked");
        again.restart();
        assert_eq!(again.choose(1), 0);
        assert!(!again.repeat(&recorded));
    }

    #[test]
    fn a_part_is_begun_only_where_its_choices_fit() {
        let mut choices = Choices::default();
        while choices.have_room() {
            let before = choices.asked;
            while u32::from(choices.asked - before) < A_PART - 8 {
                choices.choose(200);
            }
        }
        assert!(u32::from(choices.asked) > u128::BITS - A_PART);
    }
}
