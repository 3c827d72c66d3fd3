//! Shooters: whoever captures stays where it stands.

use super::Definition;
use crate::men::{Attribute, Names};
use crate::position::{Effect, Reason};
use crate::rules::{
    Claim, Displaces, EffectScope, Outcome, PlayedMove, Promise, Rank, RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "shooter",
    names: Names {
        en: "Shooter",
        de: "Schuetze",
        fr: "Tireur",
    },
    attribute: Some(Attribute::Shooter),
    definition: "When the man captures, it stays where it stands and the captured man vanishes; this is rifle chess for \
                 one man. It moves without capture and checks as usual. A pawn that captures on its last rank is not \
                 promoted, for it does not get there.",
    install,
    claims: &[
        Claim::Owns(Thing::Captors),
        Claim::Needs(Thing::LeftSquares),
    ],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let promise = Promise::from(EffectScope::Captures)
        .moves_of(Attribute::Shooter)
        .displacing(Displaces::Few(0));
    rules.after(Rank::SHOT, promise, go_back);
}

/// It arrives and goes back before anything else happens, promotion among it.
fn go_back(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let (Some(from), Some(_)) = (played.now, played.captured) else {
        return;
    };
    let to = played.pseudo_move.from;
    if played.departed.has(Attribute::Shooter) && view.position.is_free(to) {
        outcome.push(Effect::Move { from, to }, Reason::Bracketed);
    }
}
