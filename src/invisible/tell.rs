//! Tells a ply of total invisible play for notation.

use super::board::Man;
use super::scene::{Ply, Scene, Victim};
use crate::board::{Side, Square};
use crate::men::{Piece, walk_id};
use crate::solution::{MovePart, MoveRecord};

/// What happens with a ply, and who is seen from then on.
pub(super) fn record(scene: &Scene, ply: Ply, shown: &[(usize, Man)]) -> MoveRecord {
    let mut parts = Vec::new();
    match ply {
        Ply::Man {
            from,
            to,
            victim,
            becomes,
        } => {
            let man = scene.shown.on(from).expect("a visible man");
            let captured = match victim {
                Victim::Seen(square) => Some(square),
                Victim::Shown => Some(to),
                Victim::Nobody | Victim::Anybody => None,
            };
            if victim == Victim::Shown {
                parts.push(MovePart::UnseenStands {
                    sides: side(1 - man.side).into(),
                    on: square(to),
                });
            }
            parts.push(MovePart::Movement {
                man: piece(man),
                from: square(from),
                to: square(to),
                captured: captured.map(square),
                en_passant: captured.is_some_and(|victim| victim != to),
            });
            let man = becomes.map(|walk| piece(Man { walk, ..man }));
            parts.extend(man.map(|man| MovePart::Becomes { man, on: None }));
        }
        Ply::Castling { rook } => parts.push(MovePart::Castling {
            long: rook % 8 == 0,
        }),
        Ply::InvisibleTakes(victim) => parts.push(MovePart::UnseenMoves {
            captured: Some(square(victim)),
        }),
        Ply::InvisibleMoves => parts.push(MovePart::UnseenMoves { captured: None }),
    }
    let revealed = shown.iter().map(|(on, man)| MovePart::UnseenIs {
        man: piece(*man),
        on: square(*on),
    });
    parts.extend(revealed);
    MoveRecord {
        parts,
        check: false,
    }
}

fn square(number: usize) -> Square {
    Square::new(number as u8)
}

pub(super) fn side(number: usize) -> Side {
    Side::BOTH[number]
}

fn piece(man: Man) -> Piece {
    Piece::usual(walk_id::NUMBERED[man.walk], side(man.side))
}
