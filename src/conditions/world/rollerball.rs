//! Rollerball: chess round a ring, won by mate or by running the king round to the square
//! where the enemy king started.
//!
//! The ring itself and the walks on it are geometry (`board/ring.rs`, `men/ring.rs`); here
//! are promotion, the kings' runs and what the ring refuses.

use super::super::{Boards, Definition, Param};
use crate::board::{Course, Geometry, Joins, Side, Sideways, Square, SquareSet};
use crate::men::{WalkId, walk_id};
use crate::position::{Effect, Reason, Slot};
use crate::problem::{Condition, Goal};
use crate::rules::{
    CastlingWays, EffectScope, Numbered, Outcome, PlayedMove, Rank, RulesBuilder, View,
};

/// The key of the condition that plays on the ring.
pub const RING: &str = "rollerball";

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: RING,
    summary: "Seven by seven squares with a hole of three by three. Rooks, bishops and pawns go far only clockwise: \
              forward is west on the south side, north on the west side, and so on. A rook of the outer ring rebounds \
              once in a corner, a bishop once off an edge; backward they go one step. Pawns become rook or bishop \
              where the enemy pawns start. A king also wins by coming clockwise to the square where the enemy king \
              started. Narrow lets rooks go one step only against the traffic; WhiteRun and BlackRun say that a king of \
              the diagram has already crossed its start line.",
    install,
    options: Some(&[
        Param::Flag("narrow"),
        Param::Flag("white-run"),
        Param::Flag("black-run"),
    ]),
    boards: Boards::Own,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// The ring in place of the usual board; the squares a1 to g7 keep their numbers.
pub(super) fn ring(board: &Geometry, condition: &Condition) -> Result<Geometry, String> {
    let fits = matches!((board.width(), board.height()), (8, 8) | (7, 7));
    if !fits || !board.has_ranks() || board.joins() != Joins::None || board.course() != Course::Open
    {
        return Err("Rollerball has a board of its own".to_owned());
    }
    Ok(Geometry::ring(match condition.has_flag("narrow") {
        true => Sideways::Step,
        false => Sideways::Slide,
    }))
}

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let stranger = rules.diagram_walks().find(|&walk| !goes_on_ring(walk));
    if let Some(walk) = stranger {
        let name = walk.row().names.en;
        rules.refuse(format!("how the {name} goes round the ring is not defined"));
    }
    let runs = Side::BOTH.map(|side| condition.has_flag(running(side)));
    for side in Side::BOTH.into_iter().filter(|side| runs[side.index()]) {
        if !has_king(rules, side) {
            rules.refuse(format!("{side:?} has no king that could be on its run"));
        }
    }
    let goal = rules.stipulation().map(|stipulation| stipulation.goal);
    if goal == Some(Goal::Run) && !Side::BOTH.iter().any(|&side| has_king(rules, side)) {
        rules.refuse("there is no king that could run");
    }
    rules.set_promotions(vec![walk_id::ROOK, walk_id::BISHOP]);
    rules.set_castlings(CastlingWays::None);
    let slot = rules.slot(Slot::named("runs"));
    rules.set_up(move |position| {
        let value = runs_of(runs);
        position.apply(Effect::Set { slot, value }, Reason::Silent);
    });
    rules.after(
        Rank::RUN,
        EffectScope::Memory,
        move |view, played, outcome| {
            run(slot, view, played, outcome);
        },
    );
    rules.end_game(move |view| {
        let wins = |side: &Side| view.position.slot(slot) & completed(*side) != 0;
        Side::BOTH.into_iter().find(wins)
    });
}

/// The word for a king of this side on its run.
fn running(side: Side) -> &'static str {
    match side {
        Side::White => "white-run",
        Side::Black => "black-run",
    }
}

/// The walks of Rollerball, the queen as rook and bishop in one, and leapers.
fn goes_on_ring(walk: WalkId) -> bool {
    let own = [
        walk_id::KING,
        walk_id::QUEEN,
        walk_id::ROOK,
        walk_id::BISHOP,
        walk_id::PAWN,
    ];
    own.contains(&walk) || walk.row().is_leaper() && !walk.row().is_pawn()
}

fn has_king(rules: &RulesBuilder<'_>, side: Side) -> bool {
    let mut men = rules.diagram().men();
    men.any(|(_, man)| is_king(man) && man.is_of(side))
}

fn is_king(man: crate::men::Piece) -> bool {
    man.is_royal() && man.walk() == walk_id::KING
}

fn on_run(side: Side) -> u128 {
    1 << side.index()
}

fn completed(side: Side) -> u128 {
    4 << side.index()
}

/// The kings that are on their run in the diagram.
fn runs_of(runs: [bool; 2]) -> u128 {
    let flags = Side::BOTH.map(|side| if runs[side.index()] { on_run(side) } else { 0 });
    flags[0] | flags[1]
}

/// A king that crosses its start line clockwise is on its run, one that crosses it the other
/// way is not; on its run it wins on the square where the enemy king started.
fn run(slot: Slot, view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let (from, to) = (played.pseudo_move.from, played.pseudo_move.to);
    if !is_king(played.departed) || from == to {
        return;
    }
    let before = view.position.slot(slot);
    let mut value = before;
    let board = view.geometry();
    let (start, beyond) = (
        board.before_start_line(played.side),
        board.array_of_pawns(played.side),
    );
    if crosses(from, to, start, beyond) {
        value |= on_run(played.side);
    } else if crosses(from, to, beyond, start) {
        value &= !on_run(played.side);
    }
    if value & on_run(played.side) != 0 && board.array_of_king(!played.side).contains(to) {
        value |= completed(played.side);
    }
    if value != before {
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    }
}

fn crosses(from: Square, to: Square, start: SquareSet, end: SquareSet) -> bool {
    start.contains(from) && end.contains(to)
}
