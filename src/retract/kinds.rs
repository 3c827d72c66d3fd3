//! The men of a problem by number, and diagrams as scenes.

use super::scene::{Code, Need, Scene, code};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, walk_id};
use crate::problem::Diagram;

/// Which men have which numbers: those of the game their fixed ones, others in the order in which they
/// were met.
#[derive(Clone, Debug)]
pub struct Kinds(Vec<Piece>);

impl Default for Kinds {
    fn default() -> Kinds {
        let mut pieces = vec![Piece::NONE; usize::from(code::OTHERS)];
        for side in Side::BOTH {
            for (number, walk) in walk_id::NUMBERED.iter().enumerate() {
                let place = usize::from(code::BLACK) * side.index() + number + 1;
                pieces[place] = Piece::usual(*walk, side);
            }
        }
        Kinds(pieces)
    }
}

impl Kinds {
    /// The man with a number.
    pub fn piece(&self, man: Code) -> Piece {
        self.0.get(usize::from(man)).copied().unwrap_or(Piece::NONE)
    }

    /// The number of a man, if it has one.
    pub fn code(&self, piece: Piece) -> Option<Code> {
        if piece.is_none() {
            return Some(0);
        }
        let place = self.0.iter().skip(1).position(|&known| known == piece)?;
        Code::try_from(place + 1).ok()
    }

    /// The number of a man, which gets one if it has none; none if all are taken.
    pub fn code_or_new(&mut self, piece: Piece) -> Option<Code> {
        let known = self.code(piece);
        known.or_else(|| {
            let next = Code::try_from(self.0.len()).ok()?;
            self.0.push(piece);
            Some(next)
        })
    }

    /// All men with numbers.
    pub fn all(&self) -> impl Iterator<Item = (Code, Piece)> + '_ {
        let pieces = self.0.iter().enumerate().skip(1);
        pieces
            .filter(|(_, piece)| piece.is_some())
            .map(|(place, piece)| (place as Code, *piece))
    }

    /// A diagram with the side to move and what is needed of its history; none if the board has squares
    /// beyond the 64th or there are too many kinds of men.
    pub fn scene(&mut self, diagram: &Diagram, turn: Side, need: Need) -> Option<Scene> {
        let mut scene = Scene::empty(turn);
        for (on, piece) in diagram.men() {
            if on.index() >= 64 {
                return None;
            }
            scene.put(on.index(), self.code_or_new(piece)?);
        }
        scene.need = need;
        Some(scene)
    }

    /// The men of a scene on the board of a diagram.
    pub fn diagram(&self, scene: &Scene, like: &Diagram) -> Diagram {
        let mut diagram = Diagram::empty(like.geometry.clone());
        for on in SquareSet(scene.men().into()) {
            diagram.put(on, self.piece(scene.on(on.index())));
        }
        diagram
    }

    /// The square a man stands on, as the board names it.
    pub fn square(number: u8) -> Option<Square> {
        (number < 64).then(|| Square::new(number))
    }
}
