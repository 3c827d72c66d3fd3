//! Anti-Köko and new Köko: Köko turned round, and Köko that keeps things as they are.

use super::contact::{has_contact, is_near};
use super::{Caption, Definition, Pawns, Printed};
use crate::board::SquareSet;
use crate::men::walk_id;
use crate::position::{Effect, Entry, Position};
use crate::problem::Condition;
use crate::rules::{Claim, Kind, PlayedMove, Promise, Rules, RulesBuilder, Thing};

/// Anti-Köko.
pub static ANTI: Definition = Definition {
    key: "anti-koeko",
    caption: Caption::of(Printed::Contact),
    decisions: "Köko and contact grid chess prevail over it: one condition says which contact a move needs.",
    summary: "The man that moves must not end next to another man (next to: by a king's step, or by the leaper named). A \
              check counts only if the capture of the king would end without contact.",
    install: |condition, rules| install_anti(condition, rules),
    claims: |_| &[Claim::Decides(Thing::Contact, 3)],
    ..Definition::BASE
};

/// New Köko.
pub static NEW: Definition = Definition {
    key: "new-koeko",
    pawns: |_| Pawns::Usual,
    decisions: "Köko, Anti-Köko and contact grid chess prevail over it: one condition says which contact a move needs.",
    summary: "A man that stands next to another one must move next to another one; a man that stands alone must stay \
              alone. A check counts only if the capture of the king would be such a move.",
    install: |_, rules| install_new(rules),
    claims: |_| &[Claim::Decides(Thing::Contact, 4)],
    ..Definition::BASE
};

fn install_anti(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let leaper = condition.walks().next().unwrap_or(walk_id::KING);
    rules.may_use([leaper]);
    rules.check_by_playing();
    rules.lend_by_playing();
    rules.keep_legal(Promise::nothing(), move |rules, position, played| {
        !played
            .now
            .is_some_and(|on| has_contact(rules, position, leaper, on))
    });
}

fn install_new(rules: &mut RulesBuilder<'_>) {
    rules.check_by_playing();
    rules.lend_by_playing();
    rules.keep_legal(Promise::nothing(), |rules, position, played| {
        let after = |on| has_contact(rules, position, walk_id::KING, on);
        let is_own = |on| position.piece_on(on).is_of(played.side);
        let castles = is_own(played.pseudo_move.from) && is_own(played.pseudo_move.to);
        let moves = match played.pseudo_move.kind {
            Kind::Exchange => castles,
            Kind::Board => false,
            _ => played.pseudo_move.from != played.pseudo_move.to,
        };
        // Who vanished in the move stands alone.
        let is_near = || played.now.is_some_and(after);
        !moves || is_near() == had_contact(rules, position, played)
    });
}

/// Whether the man that moved stood next to another one before.
fn had_contact(rules: &Rules, position: &Position, played: &PlayedMove) -> bool {
    let men = occupied_before(position);
    is_near(
        rules.view(position),
        walk_id::KING,
        men,
        played.pseudo_move.from,
    )
}

/// The occupied squares before the move just played.
fn occupied_before(position: &Position) -> SquareSet {
    let entries = position.last_ply().iter().rev();
    entries.fold(position.men(), take_back)
}

fn take_back(mut men: SquareSet, entry: &Entry) -> SquareSet {
    match entry.effect {
        Effect::Move { from, to } => {
            men.remove(to);
            men.insert(from);
        }
        Effect::Remove { on } => men.insert(on),
        Effect::Place { on, .. } => men.remove(on),
        _ => {}
    }
    men
}
