//! Immobile men: they stay where they are.

use super::Definition;
use crate::men::{Attribute, Names};
use crate::rules::{Kind, Promise, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "immobile",
    names: Names {
        en: "Immobile",
        de: "Unbeweglich",
        fr: "Immobile",
    },
    attribute: Some(Attribute::Immobile),
    definition: "The man never moves, captures or castles. It observes, checks, guards and blocks as usual, which a paralysed man does not.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_move(Promise::nothing(), |view, _, pseudo_move| {
        let partner = match pseudo_move.kind {
            Kind::Castling { partner_from, .. } | Kind::CastlesOn { partner_from, .. } => {
                Some(partner_from)
            }
            Kind::Exchange if pseudo_move.from == pseudo_move.to => return true,
            Kind::Exchange => Some(pseudo_move.to),
            _ => None,
        };
        let mut goes = [Some(pseudo_move.from), partner].into_iter().flatten();
        !goes.any(|square| view.piece_on(square).has(Attribute::Immobile))
    });
}
