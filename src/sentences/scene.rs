//! What a sentence can see when it is asked: the man it speaks of, the move, the men it has named.

use crate::board::{Side, Square, SquareSet};
use crate::men::Piece;
use crate::position::{Position, Slot, unpack_squares};
use crate::rules::{Actor, Kind, PlayedMove, PseudoMove, Ring, View};

/// A man as a sentence means it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    /// Who.
    pub piece: Piece,
    /// Where it stands or stood.
    pub on: Square,
    /// For whom it acts.
    pub side: Side,
    /// Whether it is on the board.
    pub here: bool,
}

/// The move in which a sentence is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Going<'a> {
    pub candidate: PseudoMove,
    pub side: Side,
    /// The move being played; before it is played there is none.
    pub turn: Option<&'a PlayedMove>,
}

/// What a sentence sees.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub view: View<'a>,
    /// The man a sentence speaks of.
    pub it: Option<Man>,
    /// For which side men are own.
    pub side: Side,
    /// Men with letters.
    pub named: [Option<Man>; 4],
    /// The square a sentence speaks of.
    pub square: Option<Square>,
    pub going: Option<Going<'a>>,
}

impl<'a> Scene<'a> {
    /// A man is asked about, before any move.
    pub fn of_actor(view: View<'a>, actor: Actor) -> Scene<'a> {
        let scene = Scene::of_side(view, actor.side);
        let it = Man {
            piece: view.piece_on(actor.square),
            on: actor.square,
            side: actor.side,
            here: true,
        };
        Scene {
            it: Some(it),
            ..scene
        }
    }

    /// A side is asked about.
    pub fn of_side(view: View<'a>, side: Side) -> Scene<'a> {
        Scene {
            view,
            it: None,
            side,
            named: [None; 4],
            square: None,
            going: None,
        }
    }

    /// A candidate is asked about.
    pub fn before(view: View<'a>, side: Side, candidate: &PseudoMove) -> Scene<'a> {
        // A man that is lent to the side acts for the other one.
        let actor = Actor {
            square: candidate.from,
            side,
        };
        let going = Going {
            candidate: *candidate,
            side,
            turn: None,
        };
        Scene {
            going: Some(going),
            ..Scene::of_actor(view, actor)
        }
    }

    /// A move that was played is asked about.
    pub fn after(view: View<'a>, turn: &'a PlayedMove) -> Scene<'a> {
        let going = Going {
            candidate: turn.pseudo_move,
            side: turn.side,
            turn: Some(turn),
        };
        let mut scene = Scene {
            going: Some(going),
            ..Scene::of_side(view, turn.side)
        };
        scene.it = scene.mover();
        scene
    }

    /// The man on a square.
    pub fn man_on(&self, on: Square) -> Option<Man> {
        let piece = self.view.piece_on(on);
        piece.is_some().then(|| Man {
            piece,
            on,
            side: self.side_of(piece),
            here: true,
        })
    }

    /// For whom a man acts: a neutral one for the side that is asked about.
    pub fn side_of(&self, piece: Piece) -> Side {
        match piece.is_of(self.side) {
            true => self.side,
            false => !self.side,
        }
    }

    /// The same scene as a condition on this man sees it.
    pub fn about(&self, it: Man) -> Scene<'a> {
        Scene {
            it: Some(it),
            side: it.side,
            ..*self
        }
    }

    pub fn mover(&self) -> Option<Man> {
        let going = self.going?;
        let Some(turn) = going.turn else {
            let on = going.candidate.from;
            return self.man_on(on).map(|man| Man {
                side: going.side,
                ..man
            });
        };
        match turn.now {
            Some(on) => self.man_on(on),
            None => Some(self.gone(turn.departed, turn.pseudo_move.to)),
        }
    }

    /// The man that moves as it was on its departure.
    pub fn mover_before(&self) -> Option<Man> {
        match self.going?.turn {
            Some(turn) => Some(self.gone(turn.departed, turn.pseudo_move.from)),
            None => self.mover(),
        }
    }

    pub fn victim(&self) -> Option<Man> {
        let going = self.going?;
        match going.turn {
            Some(turn) => {
                let captured = turn.captured?;
                Some(self.gone(captured.piece, captured.on))
            }
            None => self.man_on(going.candidate.captured?),
        }
    }

    pub fn captor(&self) -> Option<Man> {
        let going = self.going?;
        let captures = match going.turn {
            Some(turn) => turn.captured.is_some(),
            None => going.candidate.is_capture(),
        };
        captures.then(|| self.mover()).flatten()
    }

    pub fn partner(&self) -> Option<Man> {
        let going = self.going?;
        let (before, after) = match going.candidate.kind {
            Kind::Castling {
                partner_from,
                partner_to,
            } => (partner_from, partner_to),
            Kind::Exchange => (going.candidate.to, going.candidate.from),
            _ => return None,
        };
        self.man_on(if going.turn.is_some() { after } else { before })
    }

    /// A man that has left the board.
    pub fn gone(&self, piece: Piece, on: Square) -> Man {
        Man {
            piece,
            on,
            side: self.side_of(piece),
            here: false,
        }
    }

    /// Whether a man could capture the one on the square, a pawn in passing among them.
    pub fn reaches(&self, man: Man, target: Square, ring: Ring) -> bool {
        let actor = Actor {
            square: man.on,
            side: man.side,
        };
        man.here
            && (self.view.observes(actor, target, ring)
                || man.piece.walk().row().captures_en_passant()
                    && passed(self.view.position, target)
                        .any(|on| self.view.observes(actor, on, ring)))
    }

    /// The men of a side that could capture the one on a square.
    pub fn reaching(&self, target: Square, by: Side, ring: Ring) -> SquareSet {
        let mut found = self.view.observers(target, by, ring);
        for on in passed(self.view.position, target) {
            let pawns = self.view.observers(on, by, ring);
            let takes = |on: &Square| {
                let walk = self.view.piece_on(*on).walk();
                walk.row().captures_en_passant()
            };
            found |= pawns.filter(takes).collect();
        }
        found
    }

    /// Whether any man of a side could capture the one on a square.
    pub fn is_reached(&self, target: Square, by: Side, ring: Ring) -> bool {
        self.view.is_observed(target, by, ring)
            || self.view.position.slot(Slot::EN_PASSANT) != 0
                && !self.reaching(target, by, ring).is_empty()
    }
}

/// The squares that the pawn on `target` has just passed.
fn passed(position: &Position, target: Square) -> impl Iterator<Item = Square> + use<> {
    let packed = position.slot(Slot::EN_PASSANT);
    let mut squares = unpack_squares(packed);
    let is_meant = packed != 0 && squares.next_back() == Some(target);
    squares.take(if is_meant { usize::MAX } else { 0 })
}
