//! Holes that play leaves behind: whether a man finds a way round them.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, WalkId, Which, walk_id};
use crate::rules::{Actor, Kind, PseudoMove, Purpose, Relocated, View};

/// Some way of the man leads over no hole and ends on none.
pub(super) fn avoids_holes(view: View<'_>, side: Side, pseudo_move: &PseudoMove) -> bool {
    let holes = view.position.holes();
    if holes.is_empty() || matches!(pseudo_move.kind, Kind::Castling { .. } | Kind::Exchange) {
        return true;
    }
    let (which, purpose) = match pseudo_move.captured {
        None => (Which::NonCapture, Purpose::NonCapture),
        Some(_) => (Which::Captures, Purpose::Capture),
    };
    let Actor { square, side } = view.actor(pseudo_move.from, side);
    let table = view.table();
    // A man that leaves from elsewhere stands there, and not on its own square.
    let origin = pseudo_move.origin();
    let men = Relocated {
        position: view.position,
        from: square,
        origin,
        hostile: None,
    };
    let goes_round = |walk: WalkId| match walk.row().has_passages() {
        true => {
            let to = (pseudo_move.to, which);
            table.some_passage(&men, (walk, side), origin, to, |passage| {
                (passage.empty & holes).is_empty()
            })
        }
        false => {
            let walled = Walled {
                men: &men,
                holes,
                side,
            };
            let mut found = false;
            table.steps(&walled, walk, side, origin, which, &mut |step| {
                found |= (step.to, step.captured) == (pseudo_move.to, pseudo_move.captured);
            });
            found
        }
    };
    // A leap to a rebirth square is no way of the man at all.
    let goes = |walk: WalkId| {
        let mut found = false;
        table.steps(&men, walk, side, origin, which, &mut |step| {
            found |= (step.to, step.captured) == (pseudo_move.to, pseudo_move.captured);
        });
        found
    };
    let walks = view.walks(Actor { square, side }, purpose);
    let but_leap = || walks.iter().all(|&walk| table.does_but_leap(walk, side));
    let has_way = || walks.iter().any(|&walk| goes_round(walk));
    let leaps = || !walks.iter().any(|&walk| goes(walk));
    !holes.contains(pseudo_move.to) && (but_leap() || has_way() || leaps())
}

/// The men of a position with powerless ones of one side in the holes: what that side can do with
/// them as it does without them leads over no hole.
struct Walled<'a> {
    men: &'a Relocated<'a>,
    holes: SquareSet,
    side: Side,
}

impl Men for Walled<'_> {
    fn on(&self, square: Square) -> Piece {
        match self.holes.contains(square) {
            true => Piece::new(walk_id::DUMMY, self.side.into()),
            false => self.men.on(square),
        }
    }

    fn occupied(&self) -> SquareSet {
        self.men.occupied() | self.holes
    }

    fn men_of(&self, side: Side) -> SquareSet {
        let men = self.men.men_of(side);
        match side == self.side {
            true => men | self.holes,
            false => men,
        }
    }
}
