//! Kobul kings: a king takes the walk of each man that its side loses.

use super::Definition;
use crate::board::Side;
use crate::men::walk_id;
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{Captured, Displaces, EffectScope, Outcome, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "kobul-kings",
    summary: "When a man is captured, the king of its side takes its attributes and its walk, that of a king after the \
              capture of a pawn, and stays royal. White or Black restricts the rule to that king.",
    install,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let sides: Vec<Side> = match ["white", "black"].map(|side| condition.has_flag(side)) {
        [true, false] => vec![Side::White],
        [false, true] => vec![Side::Black],
        _ => Side::BOTH.to_vec(),
    };
    let walks: Vec<_> = rules.diagram_walks().collect();
    rules.may_use(walks);
    rules.may_use([walk_id::KING]);
    rules.after(
        Rank::KOBUL,
        Promise::from(EffectScope::Captures).displacing(Displaces::InPlace),
        move |view, played, outcome| {
            if let Some(captured) = played.captured {
                for &side in sides.iter().filter(|&&side| side != played.side) {
                    inherit(view, captured, side, outcome);
                }
            }
        },
    );
}

fn inherit(view: View<'_>, captured: Captured, side: Side, outcome: &mut Outcome<'_>) {
    let man = captured.piece;
    let walk = match man.walk().row().is_pawn() {
        true => walk_id::KING,
        false => man.walk(),
    };
    for on in view.position.royals_of(side) {
        let king = view.piece_on(on);
        let piece = king.with_walk(walk).with_attributes(man.attributes());
        if piece != king {
            outcome.push(Effect::Alter { on, piece }, Reason::Bracketed);
        }
    }
}
