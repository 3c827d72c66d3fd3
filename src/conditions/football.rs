//! Football: a man that arrives on an outer file may be replaced.

use super::{Caption, Definition, Printed};
use crate::board::{Square, SquareSet};
use crate::men::WalkId;
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{EffectScope, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "football",
    caption: Caption::of(Printed::IfAny),
    summary: "A man other than a king that arrives on the first or last file may be replaced by a man of one of the walks named, or stay what it is.",
    install,
    samples: &["Q G"],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let named: Vec<WalkId> = condition.walks().collect();
    rules.may_use(named.iter().copied());
    let board = rules.geometry();
    let is_outer = |on: &Square| [0, board.width() - 1].contains(&board.file(*on));
    let outer: SquareSet = board.squares().filter(is_outer).collect();
    rules.after(
        Rank::FOOTBALL,
        Promise::arrivals(outer).touching(EffectScope::Mover),
        move |view, played, outcome| {
            replace(view, played, &named, outcome);
        },
    );
}

fn replace(view: View<'_>, played: &PlayedMove, named: &[WalkId], outcome: &mut Outcome<'_>) {
    let Some(on) = played.now else { return };
    let (piece, file) = (view.piece_on(on), view.geometry().file(on));
    if piece.is_royal() || (file != 0 && file + 1 != view.geometry().width()) {
        return;
    }
    let walks: Vec<WalkId> = named
        .iter()
        .copied()
        .filter(|walk| *walk != piece.walk())
        .collect();
    let choice = outcome.choose(walks.len() + 1);
    if let Some(&walk) = choice.checked_sub(1).and_then(|place| walks.get(place)) {
        let piece = piece.with_walk(walk);
        outcome.push(Effect::Alter { on, piece }, Reason::BareWalkChange);
    }
}
