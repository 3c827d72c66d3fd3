//! A position as retro play knows it: the men, whose turn it is, and what is known of the game.
//!
//! **Invariant:** only orthodox men stand here; the game array is the one with which games begin.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Piece, walk_id};
use crate::orthodox::attack::{Bits, bishop, bit, first, king, knight, pawn_captures, rook};
use crate::problem::Diagram;
use crate::retro::routes::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WALKS};

/// The ranks on which pawns never stand.
pub(crate) const EDGES: Bits = 0xff00_0000_0000_00ff;
/// The walks' letters in a FEN.
pub(crate) const LETTERS: [char; WALKS] = [' ', 'P', 'N', 'B', 'R', 'Q', 'K'];
/// The light squares.
pub(crate) const LIGHT: Bits = 0x55aa_55aa_55aa_55aa;

/// A position of which retro play asks where it came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// By side and walk; number 0 holds all men of the side.
    pub(crate) men: [[Bits; WALKS]; 2],
    /// The side to move.
    pub(crate) turn: Side,
    /// Kings and rooks that are known never to have moved.
    pub(crate) need: Bits,
    /// The square that the pawn of the last move passed, if that is known.
    pub(crate) passed: Option<u8>,
}

impl State {
    /// The position with which games begin; both sides may castle.
    pub fn array() -> State {
        let mut state = State::empty(Side::White);
        let officers = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        for (file, walk) in officers.into_iter().enumerate() {
            state.put(file, walk, Side::White);
            state.put(8 + file, PAWN, Side::White);
            state.put(48 + file, PAWN, Side::Black);
            state.put(56 + file, walk, Side::Black);
        }
        state
    }

    /// An empty board.
    pub fn empty(turn: Side) -> State {
        State {
            men: [[0; WALKS]; 2],
            turn,
            need: 0,
            passed: None,
        }
    }

    /// The men of a diagram on the usual board; none if other men or other squares are there.
    pub fn of(diagram: &Diagram, turn: Side) -> Option<State> {
        let is_usual = diagram.geometry == Geometry::standard() && diagram.below().is_empty();
        let mut state = State::empty(turn);
        for (square, piece) in diagram.men() {
            let walk = walk_id::NUMBERED
                .iter()
                .position(|walk| *walk == piece.walk())?;
            let is_of = |side: &Side| piece == Piece::usual(piece.walk(), *side);
            let side = Side::BOTH.into_iter().find(is_of)?;
            state.put(square.index(), walk + 1, side);
        }
        is_usual.then_some(state)
    }

    /// The same with rights to castle that are known: the squares of kings and rooks.
    pub fn with_need(self, need: SquareSet) -> State {
        State {
            need: need.0 as Bits,
            ..self
        }
    }

    /// The same with the castlings known that these letters name, as in a FEN; others say nothing.
    ///
    /// ```
    /// use dawson::legality::State;
    /// let state = State::array().with_castlings("Kq");
    /// let needed: Vec<String> = state.needed().into_iter().map(|square| square.to_string()).collect();
    /// assert_eq!(needed, ["e1", "h1", "a8", "e8"]);
    /// ```
    pub fn with_castlings(self, letters: &str) -> State {
        let squares = letters.chars().map(|letter| match letter {
            'K' => bit(4) | bit(7),
            'Q' => bit(4) | bit(0),
            'k' => bit(60) | bit(63),
            'q' => bit(60) | bit(56),
            _ => 0,
        });
        let need = squares.fold(self.need, |all, squares| all | squares);
        State { need, ..self }
    }

    /// The kings and rooks that are known never to have moved.
    pub fn needed(&self) -> SquareSet {
        SquareSet(self.need.into())
    }

    /// The same after a double step over this square.
    pub fn with_passed(self, passed: Option<Square>) -> State {
        State {
            passed: passed.map(Square::byte),
            ..self
        }
    }

    /// The same with the other side to move.
    pub fn with_turn(self, turn: Side) -> State {
        State { turn, ..self }
    }

    /// Placement, turn, castlings known and the square passed, as in a FEN without clocks.
    ///
    /// ```
    /// use dawson::legality::State;
    /// let fen = State::array().with_castlings("KQkq").fen();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    /// ```
    pub fn fen(&self) -> String {
        let ranks = (0..8).rev().map(|rank| self.rank(rank));
        let placement: Vec<String> = ranks.collect();
        let turn = if self.turn == Side::White { "w" } else { "b" };
        let castlings = [
            ('K', 0x90),
            ('Q', 0x11),
            ('k', 0x90 << 56),
            ('q', 0x11 << 56),
        ];
        let needed = castlings.iter().filter(|(_, men)| self.need & men == *men);
        let mut needed: String = needed.map(|(letter, _)| *letter).collect();
        if needed.is_empty() {
            needed.push('-');
        }
        let passed = self.passed.map(|on| Square::new(on).to_string());
        let passed = passed.unwrap_or_else(|| "-".to_owned());
        format!("{} {turn} {needed} {passed}", placement.join("/"))
    }

    fn rank(&self, rank: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for on in 8 * rank..8 * rank + 8 {
            let man = Side::BOTH.map(|side| self.walk_on(side, on));
            let letter = match man {
                [0, 0] => {
                    empty += 1;
                    continue;
                }
                [0, walk] => LETTERS[walk].to_ascii_lowercase(),
                [walk, _] => LETTERS[walk],
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(letter);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(crate) fn put(&mut self, square: usize, walk: usize, side: Side) {
        let men = &mut self.men[side.index()];
        men[walk] |= bit(square);
        men[0] |= bit(square);
    }

    #[inline]
    pub(crate) fn lift(&mut self, square: usize, walk: usize, side: Side) {
        let men = &mut self.men[side.index()];
        men[walk] &= !bit(square);
        men[0] &= !bit(square);
    }

    /// The men of a walk.
    #[inline]
    pub(crate) fn of_walk(&self, side: Side, walk: usize) -> Bits {
        self.men[side.index()][walk]
    }

    /// All men of a side.
    #[inline]
    pub(crate) fn all(&self, side: Side) -> Bits {
        self.men[side.index()][0]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bits {
        self.men[0][0] | self.men[1][0]
    }

    /// The walk of the side's man on a square, 0 for none.
    #[inline]
    pub(crate) fn walk_on(&self, side: Side, square: usize) -> usize {
        let men = &self.men[side.index()];
        (PAWN..WALKS)
            .find(|walk| men[*walk] & bit(square) != 0)
            .unwrap_or(0)
    }

    /// The men of a side that attack a square past these men.
    #[inline]
    pub(crate) fn attackers(&self, side: Side, square: usize, occupied: Bits) -> Bits {
        let men = &self.men[side.index()];
        let queens = men[QUEEN];
        bishop(square, occupied) & (men[BISHOP] | queens)
            | rook(square, occupied) & (men[ROOK] | queens)
            | knight(square) & men[KNIGHT]
            | king(square) & men[KING]
            | pawn_captures((!side).index(), square) & men[PAWN]
    }

    /// The men that give check to a side's king.
    #[inline]
    pub(crate) fn checkers(&self, side: Side) -> Bits {
        match self.of_walk(side, KING) {
            0 => 0,
            kings => self.attackers(!side, first(kings), self.occupied()),
        }
    }

    /// How many men a side has lost.
    pub(crate) fn missing(&self, side: Side) -> u32 {
        16_u32.saturating_sub(self.all(side).count_ones())
    }
}

/// What stands on a square of the game array: side and walk.
pub(crate) fn at_home(square: usize) -> Option<(Side, usize)> {
    const OFFICERS: [usize; 8] = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
    match square / 8 {
        0 => Some((Side::White, OFFICERS[square % 8])),
        1 => Some((Side::White, PAWN)),
        6 => Some((Side::Black, PAWN)),
        7 => Some((Side::Black, OFFICERS[square % 8])),
        _ => None,
    }
}

/// The homes of a side's men of a walk.
pub(crate) fn homes(side: Side, walk: usize) -> Bits {
    let white: Bits = match walk {
        PAWN => 0xff00,
        KNIGHT => 0x42,
        BISHOP => 0x24,
        ROOK => 0x81,
        QUEEN => 0x08,
        KING => 0x10,
        _ => 0,
    };
    match side {
        Side::White => white,
        Side::Black => white.swap_bytes(),
    }
}
