//! Contact grid chess: a move leaves its cell and ends next to a man of another cell.

use super::super::{Definition, Marks};
use super::grid::Grid;
use crate::board::{Side, Square, SquareSet};
use crate::men::walk_id;
use crate::problem::Condition;
use crate::rules::{Claim, Fact, Promise, Ring, RulesBuilder, Thing, Topic, View};
use std::sync::Arc;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "contact-grid-chess",
    marks: Marks::GridOfContact,
    summary: "The board is divided into cells of two by two squares; a move, check or guard must lead into another cell \
              and end next to a man that stands in a cell other than that of the arrival. A captured man is \
              reborn only next to such a man.",
    decisions: "With grid chess the cells are those of its grid. It takes the place of Köko and its relatives.",
    install,
    claims: |_| &[Claim::Decides(Thing::Contact, 1)],
    facts: &[Fact::MovesLeadSomewhere],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    // One grid serves all rules that ask for cells.
    let cells = rules.said(Topic::Cells).unwrap_or(condition);
    let grid = Grid::of(cells, &rules.diagram().geometry);
    let lines = grid.clone();
    rules.may_use([walk_id::KING]);
    rules.keep_line(
        Ring::Geometry,
        Promise::geometry(),
        move |_, _, pseudo_move| lines.crosses(pseudo_move.from, pseudo_move.to),
    );
    let squares = rules.geometry().squares();
    let mut cells = vec![SquareSet::EMPTY; rules.geometry().span()];
    for on in squares {
        let mates = squares
            .into_iter()
            .filter(|&other| grid.cell(other) == grid.cell(on));
        cells[on.index()] = mates.collect();
    }
    let cells: Arc<[SquareSet]> = cells.into();
    let about = move |view: View<'_>, on: Square| {
        view.table().reach(walk_id::KING, Side::White, on) & !cells[on.index()]
    };
    // Whether a man of another cell stands next to a square.
    let near = about.clone();
    let touches =
        move |view: View<'_>, on: Square| !(near(view, on) & view.position.men()).is_empty();
    rules.keep_rebirth(touches.clone());
    rules.check_by_playing();
    rules.lend_by_playing();
    rules.keep_legal(Promise::company(about), move |rules, position, played| {
        let view = rules.view(position);
        played.now.is_none_or(|on| touches(view, on))
    });
}
