//! Royal dynasty: of several kings none is royal; the last one is.

use super::Definition;
use crate::board::{Side, SquareSet};
use crate::men::{Rank as Kind, walk_id};
use crate::position::{Effect, Position, Reason};
use crate::rules::{Displaces, Kind as Way, Promise, Rank, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "royal-dynasty",
    summary: "A side may have any number of kings, and pawns promote to kings, too. As long as there are several none of \
              them is royal: they may be attacked and captured, and do not castle. The last one is royal again. A side that \
              begins with several kings never castles.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    kings_free: true,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let mut men = rules.men();
    if men.any(|man| man.is_royal() && man.walk().row().rank != Kind::King) {
        rules.refuse("royal dynasty is for kings, not for other royal men");
    }
    if rules.has_neutral() {
        rules.refuse("a neutral king would belong to two dynasties");
    }
    let king = rules.army().walk(walk_id::KING);
    let kings_of = |side: Side| {
        let men = rules.men();
        men.filter(move |man| man.walk() == king && man.is_of(side))
    };
    let began_alone = Side::BOTH.map(|side| kings_of(side).count() < 2);
    rules.add_promotions([king]);
    rules.set_up(move |position| {
        for (effect, reason) in successions(position, king) {
            position.apply(effect, reason);
        }
    });
    rules.keep_move(Promise::nothing(), move |view, side, pseudo_move| {
        !matches!(pseudo_move.kind, Way::Castling { .. })
            || began_alone[side.index()] && view.piece_on(pseudo_move.from).is_royal()
    });
    rules.after(Rank::DYNASTY, Displaces::Few(0), move |view, _, outcome| {
        for (effect, reason) in successions(view.position, king) {
            outcome.push(effect, reason);
        }
    });
}

/// What changes so that a king is royal if and only if his side has no other.
fn successions(position: &Position, king: crate::men::WalkId) -> Vec<(Effect, Reason)> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let kings: SquareSet = position.with_walk(king) & position.men_of(side);
        for on in kings {
            let man = position.piece_on(on);
            let piece = match kings.len() {
                1 => man.royal(),
                _ => man.non_royal(),
            };
            if piece != man {
                found.push((Effect::Alter { on, piece }, Reason::Silent));
            }
        }
    }
    found
}
