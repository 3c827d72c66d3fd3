//! Snek and Snek circle chess: another man of the losing side takes the captured man's place.

use super::Definition;
use crate::board::{Side, Square};
use crate::men::{Army, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::{
    Captured, Displaces, EffectScope, Numbered, Outcome, Promise, Rank, RulesBuilder, View,
};

/// Snek chess.
pub static SNEK: Definition = Definition {
    key: "snek-chess",
    summary: "When a queen is captured, a rook of its side, at the capturer's choice, becomes a queen; likewise a bishop \
              becomes a rook, a knight a bishop, and for a knight a royal man with the walk of a king takes the knight's \
              walk. After the capture of a pawn the royal man is a king again, whatever its walk.",
    install: |_, rules| install((&LADDER, Rank::SNEK), rules),
    ..Definition::BASE
};

/// Snek circle chess.
pub static CIRCLE: Definition = Definition {
    key: "snek-circle-chess",
    summary: "When a queen is captured, a rook of its side, at the capturer's choice, becomes a queen; likewise a bishop \
              becomes a rook, a knight a bishop and a queen a knight.",
    install: |_, rules| install((&CIRCLE_ROWS, Rank::SNEK_CIRCLE), rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// The captured walk, and who takes it: men of a walk, a royal man with the walk of a king, or the royal
/// man whatever its walk.
type Row = (WalkId, Heir);

#[derive(Clone, Copy)]
enum Heir {
    Walk(WalkId),
    King(WalkId),
    Royal(WalkId),
}

const LADDER: [Row; 5] = [
    (walk_id::QUEEN, Heir::Walk(walk_id::ROOK)),
    (walk_id::ROOK, Heir::Walk(walk_id::BISHOP)),
    (walk_id::BISHOP, Heir::Walk(walk_id::KNIGHT)),
    (walk_id::KNIGHT, Heir::King(walk_id::KNIGHT)),
    (walk_id::PAWN, Heir::Royal(walk_id::KING)),
];

const CIRCLE_ROWS: [Row; 4] = [
    (walk_id::QUEEN, Heir::Walk(walk_id::ROOK)),
    (walk_id::ROOK, Heir::Walk(walk_id::BISHOP)),
    (walk_id::BISHOP, Heir::Walk(walk_id::KNIGHT)),
    (walk_id::KNIGHT, Heir::Walk(walk_id::QUEEN)),
];

fn install((rows, rank): (&'static [Row], Rank), rules: &mut RulesBuilder<'_>) {
    let army = rules.army();
    let rows: Vec<Row> = rows.iter().map(|row| in_army(*row, army)).collect();
    rules.may_use(rows.iter().map(|(walk, _)| *walk));
    let king = army.walk(walk_id::KING);
    rules.may_use([king]);
    rules.after(
        rank,
        Promise::from(EffectScope::Captures).displacing(Displaces::InPlace),
        move |view, played, outcome| {
            let row = |captured: &Captured| {
                let walk = captured.piece.walk();
                rows.iter().find(|row| row.0 == walk)
            };
            if let Some(captured) = played.captured
                && let Some(&(walk, heir)) = row(&captured)
            {
                let hostile = !played.side;
                match heir {
                    Heir::Walk(of) => replace(view, (hostile, played.now), (of, walk), outcome),
                    Heir::King(walk) => crown(view, hostile, (Some(king), walk), outcome),
                    Heir::Royal(walk) => crown(view, hostile, (None, walk), outcome),
                }
            }
        },
    );
}

/// The row in the words of an army.
fn in_army((walk, heir): Row, army: Army) -> Row {
    let heir = match heir {
        Heir::Walk(walk) => Heir::Walk(army.walk(walk)),
        Heir::King(walk) => Heir::King(army.walk(walk)),
        Heir::Royal(walk) => Heir::Royal(army.walk(walk)),
    };
    (army.walk(walk), heir)
}

/// One of the men with the first walk takes the second.
fn replace(
    view: View<'_>,
    (side, mover): (Side, Option<Square>),
    (of, walk): (WalkId, WalkId),
    outcome: &mut Outcome<'_>,
) {
    let is_heir = |&on: &Square| {
        let man = view.piece_on(on);
        man.is_of(side)
    };
    let heirs: Vec<Square> = view.position.with_walk(of).filter(is_heir).collect();
    if !heirs.is_empty() {
        let on = heirs[outcome.choose(heirs.len())];
        let piece = view.piece_on(on).with_walk(walk);
        let reason = match mover == Some(on) {
            true => Reason::Bracketed,
            false => Reason::WalkChange,
        };
        outcome.push(Effect::Alter { on, piece }, reason);
    }
}

/// The royal men of the side, or only those with a certain walk, take the walk.
fn crown(
    view: View<'_>,
    side: Side,
    (former, walk): (Option<WalkId>, WalkId),
    outcome: &mut Outcome<'_>,
) {
    for on in view.position.royals_of(side) {
        let man = view.piece_on(on);
        if former.is_none_or(|former| man.walk() == former) && man.walk() != walk {
            let piece = man.with_walk(walk);
            outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
        }
    }
}
