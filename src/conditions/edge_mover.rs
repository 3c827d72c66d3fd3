//! Edge movers: a side moves to squares of the edge only.

use super::Definition;
use crate::board::{Geometry, Side, Square};
use crate::rules::{Numbered, Promise, Ring, RulesBuilder};

/// White moves to the edge only.
pub static WHITE: Definition = Definition {
    key: "white-edge-mover",
    summary: "White moves, captures, checks and guards on squares of the edge only.",
    install: |_, rules| install(Side::White, rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// Black moves to the edge only.
pub static BLACK: Definition = Definition {
    key: "black-edge-mover",
    summary: "Black moves, captures, checks and guards on squares of the edge only.",
    install: |_, rules| install(Side::Black, rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    rules.keep_line(
        Ring::Geometry,
        Promise::geometry(),
        move |view, mover, pseudo_move| {
            mover != side || is_on_edge(view.geometry(), pseudo_move.to)
        },
    );
}

fn is_on_edge(geometry: &Geometry, square: Square) -> bool {
    let (file, rank) = (geometry.file(square), geometry.rank(square));
    file == 0 || rank == 0 || file + 1 == geometry.width() || rank + 1 == geometry.height()
}
