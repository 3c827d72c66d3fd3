//! Influencer: a man that moves changes the hostile men next to its arrival.

use super::Definition;
use crate::board::{Side, Square, Vector};
use crate::men::walk_id;
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, Kind, Numbered, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "influencer",
    summary: "A man other than a king that moves turns every hostile man next to its arrival, kings apart, into a pawn, \
              or, on the first and last rank, into a man of its own walk.",
    install: |_, rules| install(rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// The neighbours in the order in which their changes are written.
const AROUND: [(i8, i8); 8] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (-1, 1),
    (1, 1),
    (1, -1),
    (-1, -1),
];

fn install(rules: &mut RulesBuilder<'_>) {
    rules.may_use([walk_id::PAWN]);
    rules.after(Rank::INFLUENCER, Displaces::InPlace, influence_all);
}

fn influence_all(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let (first, then) = match played.pseudo_move.kind {
        Kind::Castling { partner_to, .. } => (played.now, Some(partner_to)),
        Kind::Exchange => (Some(played.pseudo_move.from), played.now),
        _ => (played.now, None),
    };
    for on in [first, then].into_iter().flatten() {
        influence(view, played.side, on, outcome);
    }
}

/// The man on this square changes its neighbours of the side that does not move, whatever side it is of by
/// now. Those that are pawns on their last rank by it are promoted, as the moving side chooses.
fn influence(view: View<'_>, side: Side, from: Square, outcome: &mut Outcome<'_>) {
    let man = view.piece_on(from);
    if man.is_none() || man.is_royal() {
        return;
    }
    let hostile = !side;
    let near = AROUND.iter().filter_map(|&(files, ranks)| {
        let step = Vector::new(files, ranks);
        view.geometry().step(from, step)
    });
    let mut pawns = Vec::new();
    for on in near {
        let piece = view.piece_on(on);
        if piece.is_none() || piece.is_royal() || !piece.is_of(hostile) {
            continue;
        }
        let rank = view.geometry().rank(on);
        let walk = match rank == 0 || rank + 1 == view.geometry().height() {
            true => man.walk(),
            false => walk_id::PAWN,
        };
        let piece = piece.with_walk(walk);
        let effect = match view.piece_on(on).walk() == walk {
            true => Effect::Note(on),
            false => Effect::Alter { on, piece },
        };
        outcome.push(effect, Reason::WalkInfluence);
        if walk.row().is_pawn() && view.rules.promotes_on(walk, hostile, on) {
            pawns.push((on, piece));
        }
    }
    for (on, pawn) in pawns {
        let forms = view.promotions_of(pawn);
        if !forms.is_empty() {
            let piece = forms[outcome.choose(forms.len())];
            outcome.push(Effect::Alter { on, piece }, Reason::Bracketed);
        }
    }
}
