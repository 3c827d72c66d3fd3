//! Haaner chess: what a man leaves becomes a hole.

use super::{Definition, Names};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, WalkId, Which};
use crate::position::{Effect, Reason, Slot};
use crate::rules::{
    Actor, Candidate, Kind, Outcome, Purpose, Rank, RulesBuilder, Touch, Turn, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "haaner-chess",
    names: Names {
        en: "HaanerChess",
        de: "HaanerSchach",
        fr: "Haan",
    },
    inventor: None,
    summary: "A square that a man leaves becomes a hole: nobody can enter or cross it any more. So do the departures of \
              king and rook in castling, and the square of a pawn taken en passant.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    excludes: &[("kamikaze", "what vanishes leaves no hole")],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let known = |walk: WalkId| walk.row().goes_by_passages();
    if !rules.diagram_walks().all(known) {
        rules.refuse(
            "Haaner chess is for leapers, riders, pawns and men that hop over one man, no others",
        );
    }
    if !rules.geometry().is_usual() {
        rules.refuse("Haaner chess is for the usual board");
    }
    let others = [
        "alice-chess",
        "imitator",
        "take-and-make-chess",
        "trigonometric-chess",
    ];
    if let Some(other) = others.iter().find(|other| rules.has_condition(other)) {
        rules.refuse(format!("Haaner chess with `{other}` is not supported yet"));
    }
    if [Attribute::Bul, Attribute::Dob]
        .iter()
        .any(|&attribute| rules.has_attribute(attribute))
    {
        rules.refuse("Haaner chess with bul and dob men is not supported yet");
    }
    rules.keep_line(avoids_holes);
    rules.after_touching(Rank::HOLE, Touch::Memory, leave_hole);
}

/// Some way of the man leads over no hole and ends on none.
fn avoids_holes(view: View<'_>, side: Side, candidate: &Candidate) -> bool {
    let holes = view.position.holes();
    if holes.is_empty() || matches!(candidate.kind, Kind::Castling { .. } | Kind::Exchange) {
        return true;
    }
    let (which, purpose) = match candidate.captured {
        None => (Which::Quiet, Purpose::Quiet),
        Some(_) => (Which::Captures, Purpose::Capture),
    };
    let square = candidate.from;
    let passages = |walk: WalkId| {
        let table = view.table();
        table.passages(view.position, walk, side, square, (candidate.to, which))
    };
    let walks = view.walks(Actor { square, side }, purpose).into_iter();
    let mut passages = walks.flat_map(passages);
    !holes.contains(candidate.to) && passages.any(|passage| (passage.empty & holes).is_empty())
}

fn leave_hole(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    let Candidate {
        from, to, captured, ..
    } = turn.candidate;
    let left: [Option<Square>; 2] = match turn.candidate.kind {
        Kind::CastlingVia { rook, .. } => [Some(from), Some(rook)],
        Kind::Castling { partner_from, .. } => [Some(from), Some(partner_from)],
        Kind::EnPassant => [Some(from), captured],
        Kind::Exchange | Kind::Bare => [None, None],
        Kind::Ordinary | Kind::DoubleStep | Kind::Via { .. } => {
            [Some(from).filter(|&from| from != to), None]
        }
    };
    let holes: SquareSet = left.into_iter().flatten().collect();
    let SquareSet(value) = view.position.holes() | holes;
    let slot = Slot::HOLES;
    outcome.push(Effect::Set { slot, value }, Reason::Silent);
}
