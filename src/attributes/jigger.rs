//! Jiggers: they may arrive only next to another man.

use super::Definition;
use crate::board::Side;
use crate::men::{Attribute, Names, walk_id};
use crate::position::Position;
use crate::rules::{PlayedMove, Promise, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "jigger",
    names: Names {
        en: "Jigger",
        de: "Jigger",
        fr: "Jigger",
    },
    attribute: Some(Attribute::Jigger),
    definition: "The man may move only to squares on which, after the move, it touches another man of either \
                 side, on one of the eight squares around it. Its check is a check only if the capture of the \
                 king would be such a move.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.may_use([walk_id::KING]);
    rules.check_by_playing_of(Attribute::Jigger);
    rules.keep_legal(Promise::nothing(), touches_another);
}

fn touches_another(rules: &Rules, position: &mut Position, played: &PlayedMove) -> bool {
    let Some(on) = played
        .now
        .filter(|_| played.departed.has(Attribute::Jigger))
    else {
        return true;
    };
    let table = rules.view(position).table();
    let near = table.reach(walk_id::KING, Side::White, on);
    !(near & position.men()).is_empty()
}
