//! Plays moves that were told on a diagram, happening by happening, without any rules.
//!
//! What a move did is all in its parts, so a picture can follow play without an engine.

use super::{MovePart, MoveRecord};
use crate::board::{Side, Square};
use crate::men::{Attribute, Piece, walk_id};
use crate::problem::Diagram;

/// A position as far as pictures know it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The men.
    pub diagram: Diagram,
    /// Where the imitators stand.
    pub imitators: Vec<Square>,
}

impl Scene {
    /// A diagram with its imitators.
    pub fn new(diagram: Diagram, imitators: Vec<Square>) -> Scene {
        Scene { diagram, imitators }
    }

    /// Plays a move; gives the scene after each part that changed something, the last one included.
    ///
    /// ```
    /// use dawson::board::{Side, Square};
    /// use dawson::men::{Piece, Sides, walk_id};
    /// use dawson::problem::Problem;
    /// use dawson::solution::{MovePart, MoveRecord, Scene};
    ///
    /// let [a1, a8] = ["a1", "a8"].map(|name| Square::from_name(name).unwrap());
    /// let man = Piece::new(walk_id::ROOK, Sides::White);
    /// let mut diagram = Problem::new().diagram;
    /// diagram.put(a1, man);
    /// let part = MovePart::Movement { man, from: a1, to: a8, captured: None, en_passant: false };
    /// let record = MoveRecord { parts: vec![part], check: false };
    /// let mut scene = Scene::new(diagram, Vec::new());
    /// assert_eq!(scene.play(Side::White, &record).len(), 1);
    /// assert_eq!(scene.diagram.on(a8), man);
    /// ```
    pub fn play(&mut self, side: Side, record: &MoveRecord) -> Vec<Scene> {
        let mut steps = Vec::new();
        let mut spot = None;
        for (place, part) in record.parts.iter().enumerate() {
            let before = self.clone();
            // Who goes below another is not seen where he comes.
            match (part, record.parts.get(place + 1)) {
                (MovePart::Transfers { from, .. }, Some(MovePart::GoesBelow)) => self.clear(*from),
                (MovePart::Appears { .. }, Some(MovePart::GoesBelow)) => {}
                _ => self.part(side, part, &mut spot),
            }
            if *self != before {
                steps.push(self.clone());
            }
        }
        steps
    }

    fn part(&mut self, side: Side, part: &MovePart, spot: &mut Option<Square>) {
        let here = *spot;
        match part {
            MovePart::Movement {
                man,
                from,
                to,
                captured,
                ..
            } => {
                if let Some(captured) = captured {
                    self.clear(*captured);
                }
                self.clear(*from);
                self.put(*to, *man);
                *spot = Some(*to);
            }
            MovePart::Turns { to } | MovePart::GoesOn { to, .. } => {
                if let Some(from) = here {
                    self.shift(from, *to);
                }
                *spot = Some(*to);
            }
            MovePart::Castling { long } => *spot = self.castle(side, *long),
            MovePart::Exchange { first, second } => {
                self.put(first.1, second.0);
                self.put(second.1, first.0);
                *spot = Some(second.1);
            }
            MovePart::Becomes { man, on } => {
                *spot = on.or(here);
                self.change(*spot, |_| *man);
            }
            MovePart::TakesWalk { walk, on } => {
                *spot = on.or(here);
                self.change(*spot, |man| man.with_walk(*walk));
            }
            MovePart::ChangesSide { sides, on } | MovePart::ChangesPhase { sides, on } => {
                *spot = on.or(here);
                self.change(*spot, |man| man.with_sides(*sides));
            }
            MovePart::ChangesNeutrality { man } => self.change(here, |_| *man),
            MovePart::ChangesBoard { second } => self.change(here, |man| {
                let marks = man.attributes();
                man.with_attributes(match second {
                    true => marks.with(Attribute::AliceB),
                    false => marks.without(Attribute::AliceB),
                })
            }),
            MovePart::Appears { man, on } | MovePart::UnseenIs { man, on } => {
                self.put(*on, *man);
                *spot = Some(*on);
            }
            MovePart::Vanishes { on, .. } => self.clear(*on),
            MovePart::Transfers {
                man,
                from,
                to,
                becomes,
            } => {
                self.clear(*from);
                self.put(*to, becomes.unwrap_or(*man));
                *spot = Some(*to);
            }
            MovePart::Partner { man, from, to } => {
                if self.diagram.on(*from).walk() == man.walk() {
                    self.clear(*from);
                }
                self.put(*to, *man);
            }
            MovePart::BecomesImitator => {
                if let Some(on) = here {
                    self.clear(on);
                    self.imitators.push(on);
                }
            }
            MovePart::Imitators(squares) => self.imitators.clone_from(squares),
            MovePart::UnseenMoves { captured } => {
                if let Some(captured) = captured {
                    self.clear(*captured);
                }
            }
            MovePart::Pass
            | MovePart::UnseenStands { .. }
            | MovePart::GoesBelow
            | MovePart::ExchangesRoles
            | MovePart::Further
            | MovePart::BglBalance(_) => {}
        }
    }

    fn clear(&mut self, square: Square) {
        self.diagram.put(square, Piece::NONE);
    }

    fn put(&mut self, square: Square, man: Piece) {
        self.diagram.put(square, man);
    }

    fn shift(&mut self, from: Square, to: Square) {
        let man = self.diagram.put(from, Piece::NONE);
        self.put(to, man);
    }

    fn change(&mut self, on: Option<Square>, change: impl FnOnce(Piece) -> Piece) {
        if let Some(on) = on.filter(|on| self.diagram.on(*on).is_some()) {
            let man = self.diagram.on(on);
            self.put(on, change(man));
        }
    }

    /// The king goes two squares towards the outermost man on that side, who lands beside it.
    fn castle(&mut self, side: Side, long: bool) -> Option<Square> {
        let geometry = self.diagram.geometry.clone();
        let home = match side {
            Side::White => 0,
            Side::Black => i16::from(geometry.height()) - 1,
        };
        let at = |file: i16| geometry.square(file, home);
        let files = || 0..i16::from(geometry.width());
        let is_king = |file: &i16| {
            let man = at(*file).map(|on| self.diagram.on(on));
            man.is_some_and(|man| man.is_some() && man.is_royal() && man.is_of(side))
        };
        let king = files().find(is_king).or_else(|| {
            // Kings need not be royal: then castling is that of the walk.
            files().find(|file| {
                let man = at(*file).map(|on| self.diagram.on(on));
                man.is_some_and(|man| {
                    man.is_some() && man.walk() == walk_id::KING && man.is_of(side)
                })
            })
        })?;
        let way = if long { -1 } else { 1 };
        let own = |file: &i16| {
            let man = at(*file).map(|on| self.diagram.on(on));
            man.is_some_and(|man| man.is_some() && man.is_of(side))
        };
        let partner = match long {
            true => files().find(|file| *file < king && own(file)),
            false => files().rev().find(|file| *file > king && own(file)),
        };
        let (from, to) = (at(king)?, at(king + 2 * way)?);
        let rook = partner
            .and_then(at)
            .map(|rook| self.diagram.put(rook, Piece::NONE));
        self.shift(from, to);
        if let (Some(rook), Some(beside)) = (rook, at(king + way)) {
            self.put(beside, rook);
        }
        Some(to)
    }
}
