//! A second, tiny game: orthodox chess without castling and en passant, played
//! in the slowest and most obvious way.

use dawson::board::{Side, Square};
use dawson::men::{Piece, Sides, WalkId};
use dawson::problem::Goal;
use dawson::rules::{Game, Wanted};
use dawson::solution::{MovePart, MoveRecord};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow::{self, Continue};

#[derive(Clone, Debug)]
pub struct Mini {
    now: State,
    past: Vec<(State, Option<Step>)>,
}

#[derive(Clone, Debug, Hash)]
struct State {
    board: [Option<(Side, char)>; 64],
    side: Side,
}

/// A move: from, to, and what a pawn becomes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    from: usize,
    to: usize,
    promotion: Option<char>,
}

const QUEEN: [(i32, i32); 8] = [
    (-1, -1),
    (1, -1),
    (1, 1),
    (-1, 1),
    (0, -1),
    (-1, 0),
    (0, 1),
    (1, 0),
];
const KNIGHT: [(i32, i32); 8] = [
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
];

impl Mini {
    /// Reads a Forsyth string with `s` for knights; White is to move.
    pub fn new(forsyth: &str) -> Mini {
        let mut board = [None; 64];
        for (row, text) in forsyth.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        let white = letter.is_uppercase();
                        let side = if white { Side::White } else { Side::Black };
                        board[(7 - row) * 8 + file] = Some((side, letter.to_ascii_uppercase()));
                        file += 1;
                    }
                }
            }
        }
        let side = Side::White;
        Mini {
            now: State { board, side },
            past: Vec::new(),
        }
    }

    fn go(&self, from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
        let (file, rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then_some((rank * 8 + file) as usize)
    }

    fn attacks(&self, from: usize) -> Vec<usize> {
        let Some((side, letter)) = self.now.board[from] else {
            return Vec::new();
        };
        let up = if side == Side::White { 1 } else { -1 };
        let step = |vectors: &[(i32, i32)]| {
            let arrivals = vectors.iter().filter_map(|vector| self.go(from, *vector));
            arrivals.collect::<Vec<_>>()
        };
        match letter {
            'K' => step(&QUEEN),
            'S' => step(&KNIGHT),
            'P' => step(&[(1, up), (-1, up)]),
            'Q' => self.ride(from, &QUEEN),
            'B' => self.ride(from, &QUEEN[..4]),
            _ => self.ride(from, &QUEEN[4..]),
        }
    }

    fn ride(&self, from: usize, vectors: &[(i32, i32)]) -> Vec<usize> {
        let mut arrivals = Vec::new();
        for vector in vectors {
            let mut at = self.go(from, *vector);
            while let Some(to) = at {
                arrivals.push(to);
                at = if self.now.board[to].is_none() {
                    self.go(to, *vector)
                } else {
                    None
                };
            }
        }
        arrivals
    }

    fn arrivals(&self, from: usize) -> Vec<usize> {
        let own = |to: &usize| self.now.board[*to].is_some_and(|(side, _)| side == self.now.side);
        let mut arrivals = self.attacks(from);
        arrivals.retain(|to| !own(to));
        if !matches!(self.now.board[from], Some((_, 'P'))) {
            return arrivals;
        }
        arrivals.retain(|to| self.now.board[*to].is_some());
        let (up, home) = if self.now.side == Side::White {
            (1, 1)
        } else {
            (-1, 6)
        };
        let single = self
            .go(from, (0, up))
            .filter(|to| self.now.board[*to].is_none());
        let double = single
            .filter(|_| from / 8 == home)
            .and_then(|at| self.go(at, (0, up)));
        arrivals.extend(single);
        arrivals.extend(double.filter(|to| self.now.board[*to].is_none()));
        arrivals
    }

    fn steps(&self) -> Vec<Step> {
        let mine =
            |from: &usize| self.now.board[*from].is_some_and(|(side, _)| side == self.now.side);
        let mut steps = Vec::new();
        for from in (0..64).filter(mine) {
            for to in self.arrivals(from) {
                let promotes =
                    matches!(self.now.board[from], Some((_, 'P'))) && matches!(to / 8, 0 | 7);
                let choices = if promotes { "QSRB" } else { "-" };
                steps.extend(choices.chars().map(|letter| Step {
                    from,
                    to,
                    promotion: Some(letter).filter(|_| promotes),
                }));
            }
        }
        steps
    }

    fn legal_steps(&mut self) -> Vec<Step> {
        let side = self.now.side;
        let mut steps = self.steps();
        steps.retain(|step| {
            self.play(*step);
            let legal = !self.in_check(side);
            self.rewind();
            legal
        });
        steps
    }

    fn push(&mut self, step: Option<Step>) {
        self.past.push((self.now.clone(), step));
        self.now.side = !self.now.side;
    }

    fn last(&self) -> (&State, Step) {
        let (state, step) = self.past.last().expect("a ply was made");
        (state, step.expect("it was no pass"))
    }
}

impl Game for Mini {
    type Move = Step;

    fn side_to_move(&self) -> Side {
        self.now.side
    }

    fn set_side_to_move(&mut self, side: Side) {
        self.now.side = side;
    }

    fn visit_moves(
        &mut self,
        _wanted: Wanted,
        first: &[Step],
        visit: &mut dyn FnMut(&mut Self, Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let legal = self.legal_steps();
        let preferred = legal.iter().filter(|step| first.contains(step));
        let others = legal.iter().filter(|step| !first.contains(step));
        for step in preferred.chain(others) {
            self.play(*step);
            let flow = visit(self, *step);
            self.rewind();
            flow?;
        }
        Continue(())
    }

    fn play(&mut self, step: Step) {
        self.push(Some(step));
        let man = self.now.board[step.from].take();
        let letter = |(side, letter)| (side, step.promotion.unwrap_or(letter));
        self.now.board[step.to] = man.map(letter);
    }

    fn plies(&self) -> usize {
        self.past.len()
    }

    fn pass(&mut self) {
        self.push(None);
    }

    fn rewind(&mut self) {
        self.now = self.past.pop().expect("a ply was made").0;
    }

    fn in_check(&mut self, side: Side) -> bool {
        let king = self
            .now
            .board
            .iter()
            .position(|man| *man == Some((side, 'K')));
        let enemy = |from: &usize| self.now.board[*from].is_some_and(|(man, _)| man != side);
        let mut enemies = (0..64).filter(enemy);
        king.is_some_and(|king| enemies.any(|from| self.attacks(from).contains(&king)))
    }

    fn has_move(&mut self) -> bool {
        !self.legal_steps().is_empty()
    }

    fn reaches(&mut self, goal: Goal) -> bool {
        let side = self.now.side;
        match goal {
            Goal::Mate => self.in_check(side) && !self.has_move(),
            Goal::Stalemate => !self.in_check(side) && !self.has_move(),
            Goal::Check => self.in_check(side),
            Goal::Capture => self.last().0.board[self.last().1.to].is_some(),
            Goal::Target(square) => self.last().1.to == square.index(),
            Goal::AnyMove => true,
            _ => unreachable!("this game knows no other goal"),
        }
    }

    fn can_capture_king(&mut self) -> bool {
        self.in_check(!self.now.side)
    }

    fn key(&self) -> u128 {
        let half = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            (seed, &self.now).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(1) << 64 | half(2)
    }

    fn record(&mut self) -> MoveRecord {
        let (before, step) = self.last();
        let (side, letter) = before.board[step.from].expect("a man moved");
        let square = |index: usize| Square::new(index as u8);
        let captured = before.board[step.to].map(|_| square(step.to));
        let movement = MovePart::Movement {
            man: man(side, letter),
            from: square(step.from),
            to: square(step.to),
            captured,
            en_passant: false,
        };
        let promotion = step.promotion.map(|letter| MovePart::Becomes {
            man: man(side, letter),
            on: None,
        });
        let side = self.now.side;
        MoveRecord {
            parts: [movement].into_iter().chain(promotion).collect(),
            check: self.in_check(side),
        }
    }
}

fn man(side: Side, letter: char) -> Piece {
    let walk = WalkId::from_letters(&letter.to_string(), 0).expect("a letter of this game");
    Piece::new(walk, Sides::from(side))
}
