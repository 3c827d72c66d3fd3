//! Paralysing men: they capture nothing, and whom they observe cannot act.

use super::Definition;
use crate::board::{Side, Square};
use crate::men::{Attribute, Names};
use crate::position::Position;
use crate::rules::{Actor, End, Promise, Ring, Rules, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "paralysing",
    names: Names {
        en: "Paralysing",
        de: "Paralysierend",
        fr: "Paralysante",
    },
    attribute: Some(Attribute::Paralysing),
    definition: "The man captures nothing and gives no check. Hostile men that it observes are paralysed: they \
                 neither move nor check, not even the king. A paralysed paralysing man still paralyses. A side with \
                 paralysed men that could not move a man even if its king were safe is never mated but counts as \
                 stalemated.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(|view, _, pseudo_move| {
        !view.piece_on(pseudo_move.from).has(Attribute::Paralysing)
    });
    rules.forbid_actor(
        Promise::observed_by(|_, other| other.has(Attribute::Paralysing)),
        |view, actor| is_paralysed(view, actor.square, actor.side),
    );
    rules.goal(Promise::ends_play(), |question, position| {
        let rules = question.rules();
        match question.end() {
            End::Mate(side) => {
                question.usual(position) && !is_held_by_paralysis(rules, position, side)
            }
            End::Stalemate(side) => {
                question.usual(position)
                    || !rules.judge().has_way_out(position, side)
                        && is_held_by_paralysis(rules, position, side)
            }
            End::Goal(_) => question.usual(position),
        }
    });
}

/// Asks the geometry ring only: a paralysed man still paralyses.
fn is_paralysed(view: View<'_>, square: Square, side: Side) -> bool {
    let hostile = view.position.men_of(!side);
    hostile.into_iter().any(|from| {
        let observer = Actor {
            square: from,
            side: !side,
        };
        view.piece_on(from).has(Attribute::Paralysing)
            && view.observes(observer, square, Ring::Geometry)
    })
}

/// Whether some man of the side is paralysed and no other could go anywhere, check or not.
fn is_held_by_paralysis(rules: &Rules, position: &mut Position, side: Side) -> bool {
    let view = rules.view(position);
    let mut men = view.position.men_of(side).into_iter();
    men.any(|square| is_paralysed(view, square, side))
        && !rules.judge().has_pseudo_move(position, side)
}
