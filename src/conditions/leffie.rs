//! Leffie: a move must not leave a man on the board that Eiffel chess would paralyse.

use super::Definition;
use super::meeting::{is_met_by, paralyser};
use crate::board::{Side, Square};
use crate::rules::{Promise, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "leffie",
    summary: "A move is illegal if after it any man would be paralysed in Eiffel chess. A king is in check only if its \
              capture would be legal in this sense.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.check_by_playing();
    rules.lend_by_playing();
    rules.keep_legal(Promise::nothing(), |rules, position, played| {
        let view = rules.view(position);
        !match played.trial {
            true => some_are_paralysed(view),
            false => view.among_all(some_are_paralysed),
        }
    });
}

fn some_are_paralysed(view: View<'_>) -> bool {
    view.position.men().any(|on| is_paralysed(view, on))
}

fn is_paralysed(view: View<'_>, on: Square) -> bool {
    let man = view.piece_on(on);
    let Some(walk) = paralyser(man.walk()).filter(|_| !man.is_royal()) else {
        return false;
    };
    let mut sides = Side::BOTH.into_iter().filter(|&side| man.is_of(side));
    sides.any(|side| is_met_by(view, walk, on, side))
}
