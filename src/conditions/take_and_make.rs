//! Take & make: a capture is followed at once by a quiet step with the captured man's walk.

use super::{Boards, Caption, Definition, Param, Printed};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, Step, Which, walk_id};
use crate::position::Position;
use crate::rules::{Claim, Displaces, Fact, Kind, Promise, PseudoMove, Thing, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "take-and-make-chess",
    caption: Caption::of(Printed::Nothing),
    summary: "A capture is completed by a step of the capturing man, without capture, with the walk of the captured \
              man; without such a step the capture is illegal. Check is as usual; in the form absolute the capture of \
              the king must be completed too.",
    install: |condition, rules| {
        if condition.has_flag("absolute") {
            rules.check_by_playing_on();
        }
        let anywhere = Displaces::Captor(Box::new(|geometry, _, _| geometry.squares()));
        let promise = Promise::captures().displacing(anywhere);
        rules.rewrite(promise, |rules, position, side, pseudo_move, into| {
            add_make(rules.view(position), side, pseudo_move, into);
        });
    },
    decisions: "Conditions on geometry (grid, bichrom, monochrom, edge movers) judge a capture by departure and last arrival, \
                and check by the capture of the king itself.",
    options: Some(&[Param::Flag("absolute")]),
    boards: Boards::Array,
    claims: |_| &[Claim::Owns(Thing::FurtherSteps), Claim::Needs(Thing::Ways)],
    facts: &[Fact::CaptorsGoOn],
    ..Definition::BASE
};

fn add_make(view: View<'_>, side: Side, pseudo_move: PseudoMove, into: &mut Vec<PseudoMove>) {
    let Some(captured) = pseudo_move.captured else {
        return;
    };
    let victim = view.piece_on(captured);
    let arrived = After {
        position: view.position,
        pseudo_move,
        holes: SquareSet::EMPTY,
    };
    let mut seen = SquareSet::EMPTY;
    let make = |men: &After<'_>, sink: &mut dyn FnMut(Step)| {
        let which = Which::NonCapture;
        view.table().steps(
            men,
            victim.walk(),
            !side,
            pseudo_move.to,
            which,
            &mut |step| sink(step),
        );
    };
    let holes = view.position.holes();
    let mut past_holes = !SquareSet::EMPTY;
    if !holes.is_empty() {
        past_holes = SquareSet::EMPTY;
        let walled = After { holes, ..arrived };
        make(&walled, &mut |step| past_holes.insert(step.to));
    }
    make(&arrived, &mut |step| {
        let to = step.to;
        let is_new = !seen.contains(to) && past_holes.contains(to);
        if is_new && !is_pawn_at_home(view, side, pseudo_move.from, to) {
            let kind = match pseudo_move.kind {
                Kind::Via { .. } => pseudo_move.kind,
                _ => Kind::Ordinary,
            };
            into.push(PseudoMove {
                to,
                kind,
                ..pseudo_move
            });
        }
        seen.insert(to);
    });
}

/// A pawn may not go back to its own first rank, unless it could go on from there.
fn is_pawn_at_home(view: View<'_>, side: Side, from: Square, to: Square) -> bool {
    view.piece_on(from).walk().row().is_pawn()
        && !view.rules.free_pawns().contains(to)
        && view.geometry().rank(to) == view.rules.last_rank(!side)
}

/// The board between take and make: the victim gone, the capturer on its square, men without power
/// in the holes.
#[derive(Clone, Copy)]
struct After<'a> {
    position: &'a Position,
    pseudo_move: PseudoMove,
    holes: SquareSet,
}

impl Men for After<'_> {
    fn on(&self, square: Square) -> Piece {
        if self.holes.contains(square) {
            return Piece::new(walk_id::DUMMY, Side::White.into());
        }
        if square == self.pseudo_move.to {
            return self.position.piece_on(self.pseudo_move.from);
        }
        let gone = square == self.pseudo_move.from || Some(square) == self.pseudo_move.captured;
        if gone {
            Piece::NONE
        } else {
            self.position.piece_on(square)
        }
    }

    fn occupied(&self) -> SquareSet {
        self.without(self.position.men()) | self.holes
    }

    fn men_of(&self, side: Side) -> SquareSet {
        self.without(self.position.men_of(side))
    }
}

impl After<'_> {
    fn without(&self, mut squares: SquareSet) -> SquareSet {
        let moves = squares.contains(self.pseudo_move.from);
        squares.remove(self.pseudo_move.from);
        if let Some(captured) = self.pseudo_move.captured {
            squares.remove(captured);
        }
        if moves {
            squares.insert(self.pseudo_move.to);
        }
        squares
    }
}
