//! Moves taken back as magazines print them: `Kg5xSh5(Ke1)`, `e2xRf3(Ra8)`, `a7xSb8=Q`, `R: 1.a Sb 2.c & 1.d#`.

use crate::board::{Side, Square};
use crate::men::{Piece, walk_id};
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::notation::position::board_text;
use crate::problem::{Goal, Problem};
use crate::retract::{Code, ForwardLine, Kinds, RetroTree, Scene, UnMove, Wing};
use crate::solution::MoveRecord;

/// Writes the moves and positions of one retro problem.
#[derive(Clone, Copy)]
pub struct Scribe<'a> {
    problem: &'a Problem,
    notation: Notation<'a>,
    kinds: &'a Kinds,
}

impl<'a> Scribe<'a> {
    /// Writes in this language.
    pub fn new(problem: &'a Problem, kinds: &'a Kinds, language: Language) -> Scribe<'a> {
        Scribe {
            problem,
            notation: Notation::of(problem, language),
            kinds,
        }
    }

    /// A position as a FEN of four fields: men, turn, castling rights that are needed, and the square that
    /// must have been passed.
    pub fn fen(self, scene: &Scene) -> String {
        let diagram = self.kinds.diagram(scene, &self.problem.diagram);
        let board = board_text(&diagram, false);
        let turn = if scene.turn == Side::White { "w" } else { "b" };
        let passed = scene
            .passed()
            .map_or_else(|| "-".to_owned(), |square| self.notation.square(square));
        format!("{board} {turn} {} {passed}", scene.need.letters())
    }

    /// The name of a square; none for no square.
    pub fn square(self, number: u8) -> Option<String> {
        (number < 64).then(|| self.notation.square(Square::new(number)))
    }

    fn name(self, number: u8) -> String {
        self.square(number).unwrap_or_default()
    }

    fn letters(self, man: Code) -> &'static str {
        self.notation.letters(self.kinds.piece(man).walk())
    }

    /// The letter of a man in FEN; none for nobody.
    pub fn fen_letter(self, man: Code) -> Option<String> {
        let piece = self.kinds.piece(man);
        if piece.is_none() {
            return None;
        }
        let mut diagram = crate::problem::Diagram::empty(self.problem.diagram.geometry.clone());
        let on = diagram.geometry.squares().next()?;
        diagram.put(on, piece);
        let text = board_text(&diagram, false);
        let letters: String = text
            .chars()
            .filter(|letter| !letter.is_ascii_digit() && *letter != '/')
            .collect();
        Some(letters)
    }

    /// A move taken back.
    pub fn un_move(self, one: &UnMove) -> String {
        match one.castling {
            Some(Wing::Short) => return "0-0".into(),
            Some(Wing::Long) => return "0-0-0".into(),
            None => {}
        }
        let piece = self.kinds.piece(one.man);
        let mut text = self.notation.mover(piece) + &self.name(one.from);
        match one.captured {
            0 => text += "-",
            captured => text = text + "x" + self.letters(captured),
        }
        text += &self.name(one.arrival);
        if one.en_passant {
            text += " ep";
        }
        if one.promotion != 0 {
            text = text + "=" + self.letters(one.promotion);
        }
        if one.to != one.arrival && one.to < 64 {
            let man = if one.promotion == 0 {
                one.man
            } else {
                one.promotion
            };
            text = format!(
                "{text}({}{})",
                self.mover(self.kinds.piece(man)),
                self.name(one.to)
            );
        }
        if one.reborn < 64 {
            text = format!(
                "{text}({}{})",
                self.mover(self.kinds.piece(one.captured)),
                self.name(one.reborn)
            );
        }
        text
    }

    fn mover(self, piece: Piece) -> String {
        match piece.walk() == walk_id::PAWN {
            true => String::new(),
            false => self.notation.mover(piece),
        }
    }

    /// A forward move with the sign of the goal it reaches.
    pub fn forward(self, record: &MoveRecord, goal: Option<Goal>) -> String {
        let text = self.notation.movement_reaching(record, goal);
        text.replace(" #", "#")
            .replace(" =", "=")
            .replace(" +", "+")
    }

    /// Forward play behind `&`, numbered.
    pub fn forward_line(self, line: &ForwardLine) -> String {
        let goal = self.problem.goals().next();
        let last = line.len().saturating_sub(1);
        let mut text = String::new();
        let starter = line.first().map(|(side, _)| *side);
        for (place, (side, record)) in line.iter().enumerate() {
            let reaches = place == last
                && self
                    .problem
                    .stipulation
                    .as_ref()
                    .is_some_and(|asked| !asked.genre.is_battle() || asked.length.moves <= 1);
            let number = match Some(*side) == starter {
                true => format!("{}.", place / 2 + 1),
                false => String::new(),
            };
            let goal = goal.filter(|_| reaches);
            text = format!("{text} {number}{}", self.forward(record, goal));
        }
        text.trim().to_owned()
    }

    /// Moves taken back, numbered by those of the side that begins.
    pub fn back_line(self, line: &[UnMove]) -> String {
        let first = line.first().map(|one| one.before.turn);
        let mut number = 0;
        let mut text = String::new();
        for one in line {
            if Some(one.before.turn) == first {
                number += 1;
                text = format!("{text} {number}.{}", self.un_move(one));
            } else {
                text = format!("{text} {}", self.un_move(one));
            }
        }
        text.trim().to_owned()
    }

    /// The longest line of the play after a key.
    pub fn main_line(self, key: &UnMove, tree: Option<&RetroTree>) -> String {
        let mut line = vec![*key];
        let mut forward = None;
        let mut tree = tree;
        while let Some(now) = tree {
            forward = now.forward.first();
            let Some(variation) = now.variations.first() else {
                break;
            };
            let Some((answer, next)) = variation.answers.iter().flatten().next() else {
                break;
            };
            line.extend([variation.defence, *answer]);
            tree = Some(next);
        }
        let back = format!("R: {}", self.back_line(&line));
        match forward {
            Some(forward) => format!("{back} & {}", self.forward_line(forward)),
            None => back,
        }
    }
}
