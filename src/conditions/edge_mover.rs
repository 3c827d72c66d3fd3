//! Edge movers: a side moves to squares of the edge only.

use super::Definition;
use crate::board::{Geometry, Square};
use crate::rules::{Numbered, Promise, Ring};

/// White's and Black's.
pub static SIDES: [Definition; 2] =
    EDGE_MOVER.for_each_side("white-edge-mover", "black-edge-mover");

const EDGE_MOVER: Definition = Definition {
    summary: "{Side} moves, captures, checks and guards on squares of the edge only.",
    install: |condition, rules| {
        let side = Definition::of(condition).side();
        rules.keep_line(
            Ring::Geometry,
            Promise::geometry(),
            move |view, mover, pseudo_move| {
                mover != side || is_on_edge(view.geometry(), pseudo_move.to)
            },
        );
    },
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn is_on_edge(geometry: &Geometry, square: Square) -> bool {
    let (file, rank) = (geometry.file(square), geometry.rank(square));
    file == 0 || rank == 0 || file + 1 == geometry.width() || rank + 1 == geometry.height()
}
