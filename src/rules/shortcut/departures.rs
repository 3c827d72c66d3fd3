//! Ways from elsewhere: where men capture from other squares than their own, or otherwise than along
//! their walks, which squares bound what is in check.
//!
//! **Invariant:** a man has no other ways than those from the squares that rules named beforehand,
//! from its own as things stand and from the others while they are free, and to the squares that
//! rules named, whatever stands where.

use crate::board::{Side, Square};
use crate::men::{Men, Piece};
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::judge::elsewhere::Relocated;
use crate::rules::play::pseudo_move::{Kind, PseudoMove};
use crate::rules::shortcut::check_lines::CheckLines;

impl Oracle<'_> {
    /// Whether a man that stands on `from` among these men for `by` has a way to `target` from any
    /// square from which it may capture, or may take a man there otherwise.
    pub(in crate::rules) fn has_some_way<M: Men>(
        self,
        position: &Position,
        men: &M,
        (man, by, from): (Piece, Side, Square),
        target: Square,
    ) -> bool {
        if self
            .reach_otherwise(position, man, by, from)
            .contains(target)
        {
            return true;
        }
        let walk = man.walk();
        let near = self.table.reach(walk, by, target);
        let mut origins = self.departures(position, man, by, from) & near;
        origins.any(|origin| {
            let here = Relocated {
                position: men,
                from,
                origin,
                hostile: None,
            };
            match origin == from {
                true => self.table.captures_on(men, walk, by, from, target),
                false => {
                    !men.occupied().contains(origin)
                        && self.table.captures_on(&here, walk, by, origin, target)
                }
            }
        })
    }

    /// What decides whether men of `by` have a way to a royal man, added to the check lines.
    pub(in crate::rules) fn add_departures(
        self,
        position: &Position,
        by: Side,
        royal: Square,
        check_lines: &mut CheckLines,
    ) {
        for from in position.men_of(by) {
            let man = position.piece_on(from);
            let walk = man.walk();
            let near = self.table.reach(walk, by, royal);
            for origin in self.departures(position, man, by, from) & near {
                if origin != from {
                    check_lines.lines.insert(origin);
                }
                if !self.table.is_leaper(walk, by) {
                    check_lines.add(self.table.ways_from(walk, by, origin, royal));
                }
            }
        }
    }

    /// Whether a man goes from one square to another and nothing else happens beside a capture,
    /// wherever it sets out.
    #[inline]
    pub(in crate::rules) fn goes_and_stays(pseudo_move: &PseudoMove) -> bool {
        let from_elsewhere = matches!(
            pseudo_move.kind,
            Kind::Via {
                double_step: false,
                ..
            }
        );
        pseudo_move.is_step() || from_elsewhere && pseudo_move.from != pseudo_move.to
    }
}
