//! Haaner chess: what a man leaves becomes a hole.

use super::Definition;
use super::alice::DEFINITION as ALICE;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Men, Piece, WalkId, Which, walk_id};
use crate::position::{Effect, Reason, Slot};
use crate::rules::{
    Actor, Candidate, Kind, Numbered, Outcome, Promise, Purpose, Rank, Relocated, Ring,
    RulesBuilder, Touch, Turn, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "haaner-chess",
    summary: "A square that a man leaves becomes a hole: nobody can enter or cross it any more. So do the departures of \
              king and rook in castling, and the square of a pawn taken en passant.",
    install: |_, rules| install(rules),
    decisions: "In Alice chess a hole is on neither board and bars nobody.",
    options: Some(&[]),
    excludes: &[("kamikaze", "what vanishes leaves no hole")],
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_condition(ALICE.key) {
        return;
    }
    let bends = |walk: WalkId| walk.row().bends_at_edges();
    if rules.diagram_walks().any(bends) {
        rules.refuse("Haaner chess with men that bounce or are reflected is not supported yet");
    }
    if !rules.geometry().is_usual() {
        rules.refuse("Haaner chess is for the usual board");
    }
    let others = ["imitator", "trigonometric-chess"];
    if let Some(other) = others.iter().find(|other| rules.has_condition(other)) {
        rules.refuse(format!("Haaner chess with `{other}` is not supported yet"));
    }
    if [Attribute::Bul, Attribute::Dob]
        .iter()
        .any(|&attribute| rules.has_attribute(attribute))
    {
        rules.refuse("Haaner chess with bul and dob men is not supported yet");
    }
    rules.keep_line(Ring::Geometry, Promise::nothing(), avoids_holes);
    rules.after(Rank::HOLE, Touch::Memory, leave_hole);
}

/// Some way of the man leads over no hole and ends on none.
pub(super) fn avoids_holes(view: View<'_>, side: Side, candidate: &Candidate) -> bool {
    let holes = view.position.holes();
    if holes.is_empty() || matches!(candidate.kind, Kind::Castling { .. } | Kind::Exchange) {
        return true;
    }
    let (which, purpose) = match candidate.captured {
        None => (Which::Quiet, Purpose::Quiet),
        Some(_) => (Which::Captures, Purpose::Capture),
    };
    let Actor { square, side } = view.actor(candidate.from, side);
    let table = view.table();
    // A man that leaves from elsewhere stands there, and not on its own square.
    let origin = candidate.origin();
    let men = Relocated {
        position: view.position,
        from: square,
        origin,
        hostile: None,
    };
    let goes_round = |walk: WalkId| match walk.row().has_passages() {
        true => {
            let to = (candidate.to, which);
            let passages = table.passages(&men, walk, side, origin, to);
            let mut passages = passages.iter();
            passages.any(|passage| (passage.empty & holes).is_empty())
        }
        false => {
            let walled = Walled {
                men: &men,
                holes,
                side,
            };
            let mut found = false;
            table.steps(&walled, walk, side, origin, which, &mut |step| {
                found |= (step.to, step.captured) == (candidate.to, candidate.captured);
            });
            found
        }
    };
    // A leap to a rebirth square is no way of the man at all.
    let goes = |walk: WalkId| {
        let mut found = false;
        table.steps(&men, walk, side, origin, which, &mut |step| {
            found |= (step.to, step.captured) == (candidate.to, candidate.captured);
        });
        found
    };
    let walks = view.walks(Actor { square, side }, purpose);
    let has_way = || walks.iter().any(|&walk| goes_round(walk));
    let leaps = || !walks.iter().any(|&walk| goes(walk));
    !holes.contains(candidate.to) && (has_way() || leaps())
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

fn leave_hole(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    let Candidate {
        from, to, captured, ..
    } = turn.candidate;
    let left: [Option<Square>; 2] = match turn.candidate.kind {
        Kind::CastlingVia { rook, .. } => [Some(from), Some(rook)],
        Kind::Castling { partner_from, .. } | Kind::CastlesOn { partner_from, .. } => {
            [Some(from), Some(partner_from)]
        }
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
