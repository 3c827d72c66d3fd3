//! Chameleon chess: every officer changes its walk when it moves.

use super::{Definition, Names};
use crate::men::{Attribute, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{Kind, Outcome, Rank, RulesBuilder, Touch, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "chameleon-chess",
    names: Names {
        en: "ChameleonChess",
        de: "ChamaeleonSchach",
        fr: "EchecsCameleon",
    },
    inventor: None,
    summary: "Every officer takes the next walk of the cycle queen, knight, bishop, rook (or of the cycle named) when \
              it moves. Kings, pawns and a pawn just promoted keep theirs.",
    install,
};

const USUAL: [WalkId; 4] = [
    walk_id::QUEEN,
    walk_id::KNIGHT,
    walk_id::BISHOP,
    walk_id::ROOK,
];

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let cycle = cycle_of(condition);
    rules.may_use(cycle.iter().copied());
    rules.after_touching(Rank::CHAMELEON, Touch::Mover, move |view, turn, outcome| {
        change(view, turn, &cycle, outcome)
    });
}

/// The rule of the attribute: only the men marked in the diagram change.
pub(super) fn install_attribute(rules: &mut RulesBuilder<'_>) {
    if rules.diagram_walks().any(|walk| walk.row().is_pawn()) {
        rules.refuse("the promotion of pawns to chameleon men is not supported yet");
    }
    rules.may_use(USUAL);
    rules.after_touching(Rank::CHAMELEON, Touch::Mover, |view, turn, outcome| {
        if turn.departed.has(Attribute::Chameleon) {
            change(view, turn, &USUAL, outcome);
        }
    });
}

/// The walks in order, without repeating the first at the end.
fn cycle_of(condition: &Condition) -> Vec<WalkId> {
    let mut cycle: Vec<WalkId> = condition.walks().collect();
    if cycle.len() > 1 && cycle.first() == cycle.last() {
        cycle.pop();
    }
    if cycle.is_empty() {
        USUAL.to_vec()
    } else {
        cycle
    }
}

/// The king is no officer, and the rook of a castling does not change either.
fn change(view: View<'_>, turn: &Turn, cycle: &[WalkId], outcome: &mut Outcome<'_>) {
    let on = match turn.candidate.kind {
        Kind::Castling { .. } | Kind::Exchange => None,
        _ => turn.now,
    };
    let Some(on) = on else { return };
    let piece = view.piece_on(on);
    if let Some(place) = cycle.iter().position(|&walk| walk == piece.walk()) {
        let next = cycle[(place + 1) % cycle.len()];
        outcome.push(
            Effect::Alter {
                on,
                piece: piece.with_walk(next),
            },
            Reason::WalkChange,
        );
    }
}
