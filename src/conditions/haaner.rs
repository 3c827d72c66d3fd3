//! Haaner chess: what a man leaves becomes a hole.

use super::Definition;
use super::holes::avoids_holes;
use crate::board::{Square, SquareSet};
use crate::men::WalkId;
use crate::position::{Effect, Reason, Slot};
use crate::rules::{
    Claim, EffectScope, Kind, Numbered, Outcome, PlayedMove, Promise, PseudoMove, Rank, Ring,
    RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "haaner-chess",
    summary: "A square that a man leaves becomes a hole: nobody can enter or cross it any more. So do the departures of \
              king and rook in castling, and the square of a pawn taken en passant.",
    install: |_, rules| install(rules),
    decisions: "In Alice chess a hole is on both boards.",
    options: Some(&[]),
    numbers: |_| Numbered::FEWEST,
    claims: |_| {
        &[
            Claim::Removes(Thing::Steps),
            Claim::Removes(Thing::LeftSquares),
            Claim::Needs(Thing::Ways),
            Claim::Needs(Thing::SurvivingCaptors),
            Claim::Needs(Thing::Hurdles),
        ]
    },
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let bends = |walk: WalkId| walk.row().bends_at_edges();
    if rules.diagram_walks().any(bends) {
        rules.refuse("Haaner chess with men that bounce or are reflected is not supported yet");
    }
    if !rules.geometry().is_usual() {
        rules.refuse("Haaner chess is for the usual board");
    }
    rules.keep_line(Ring::Geometry, Promise::nothing(), avoids_holes);
    rules.leave_traces("squares become holes");
    rules.after(Rank::HOLE, EffectScope::Memory, leave_hole);
}

fn leave_hole(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let PseudoMove {
        from, to, captured, ..
    } = played.pseudo_move;
    let left: [Option<Square>; 2] = match played.pseudo_move.kind {
        Kind::CastlingVia { rook, .. } => [Some(from), Some(rook)],
        Kind::Castling { partner_from, .. } | Kind::CastlesOn { partner_from, .. } => {
            [Some(from), Some(partner_from)]
        }
        Kind::EnPassant => [Some(from), captured],
        Kind::Exchange | Kind::Board => [None, None],
        Kind::Ordinary | Kind::DoubleStep | Kind::Via { .. } => {
            [Some(from).filter(|&from| from != to), None]
        }
    };
    let holes: SquareSet = left.into_iter().flatten().collect();
    let SquareSet(value) = view.position.holes() | holes;
    let slot = Slot::HOLES;
    outcome.push(Effect::Set { slot, value }, Reason::Silent);
}
