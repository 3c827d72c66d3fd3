//! Candidates and moves: what may be tried, before and after its choices.

use crate::board::Square;

/// A way for a man to go, before anybody asked whether it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Departure of the man that moves (in castling the royal man).
    pub from: Square,
    /// Arrival.
    pub to: Square,
    /// Where the captured man stands, if one is captured.
    pub captured: Option<Square>,
    /// What kind of move it is.
    pub kind: Kind,
}

/// Kinds of candidates.
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
    /// The men on departure and arrival change places.
    Exchange,
    /// No man goes anywhere; a rule says what happens instead.
    Bare,
}

impl Candidate {
    /// A move along a walk, with or without capture.
    pub fn ordinary(from: Square, to: Square, captured: Option<Square>) -> Candidate {
        Candidate {
            from,
            to,
            captured,
            kind: Kind::Ordinary,
        }
    }

    /// The null move: a square changes places with itself.
    pub(in crate::rules) const NULL: Candidate = Candidate {
        from: Square::new(0),
        to: Square::new(0),
        captured: None,
        kind: Kind::Exchange,
    };

    /// The move of a rule in which no man goes anywhere.
    pub(in crate::rules) const BARE: Candidate = Candidate {
        kind: Kind::Bare,
        ..Candidate::NULL
    };

    /// Whether it is the null move.
    #[inline]
    pub(in crate::rules) fn is_null(&self) -> bool {
        *self == Candidate::NULL
    }

    /// Whether it captures.
    pub fn is_capture(&self) -> bool {
        self.captured.is_some()
    }
}

/// How many choices one move may ask for.
const DEPTH: usize = 6;

/// The choices taken while a move was played (promotion, rebirth square, ...),
/// and how many alternatives there were each time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    taken: [u8; DEPTH],
    of: [u8; DEPTH],
    asked: u8,
}

impl Choices {
    /// Before playing: nothing asked yet, the recorded indices will be taken again.
    pub(crate) fn restart(&mut self) {
        self.asked = 0;
    }

    /// Which of `count` alternatives to take. The first time the first, and
    /// the others when the move is played again after [`advance`](Choices::advance).
    ///
    /// # Panics
    /// When `count` is 0 or above 255, or more than six choices arise in a move.
    pub fn choose(&mut self, count: usize) -> usize {
        assert!((1..=255).contains(&count), "1 to 255 alternatives");
        if count == 1 {
            return 0;
        }
        let place = usize::from(self.asked);
        self.of[place] = count as u8;
        self.asked += 1;
        // What was recorded in another position may not be there in this one.
        if self.taken[place] >= self.of[place] {
            self.taken[place] = 0;
        }
        usize::from(self.taken[place])
    }

    /// Whether playing a recorded move again asked for the choices that were recorded, and for no
    /// others: in another position they may be different ones.
    pub(crate) fn repeat(&self, recorded: &Choices) -> bool {
        let unasked = &self.taken[usize::from(self.asked)..];
        self == recorded && unasked.iter().all(|taken| *taken == 0)
    }

    /// Turns to the next combination of choices; false when all were seen.
    pub(crate) fn advance(&mut self) -> bool {
        for place in (0..usize::from(self.asked)).rev() {
            if self.taken[place] + 1 < self.of[place] {
                self.taken[place] += 1;
                return true;
            }
            self.taken[place] = 0;
        }
        false
    }
}

/// Two moves make the same choices when the same indices are taken.
impl PartialEq for Choices {
    fn eq(&self, other: &Choices) -> bool {
        self.taken == other.taken
    }
}

impl Eq for Choices {}

/// A candidate with all its choices: playing it is deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The candidate.
    pub candidate: Candidate,
    /// Its choices.
    pub choices: Choices,
}

impl Move {
    /// The candidate with the first alternative of every choice.
    pub fn first(candidate: Candidate) -> Move {
        Move {
            candidate,
            choices: Choices::default(),
        }
    }
}
