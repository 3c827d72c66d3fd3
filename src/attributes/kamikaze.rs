//! Kamikaze men: whoever captures vanishes together with its victim.

use super::Definition;
use crate::men::{Attribute, Names};
use crate::position::{Effect, Reason};
use crate::rules::{
    Claim, Displaces, EffectScope, Fact, Outcome, PlayedMove, Promise, Rank, RulesBuilder, Thing,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "kamikaze",
    names: Names {
        en: "Kamikaze",
        de: "Kamikaze",
        fr: "Kamikaze",
    },
    attribute: Some(Attribute::Kamikaze),
    definition: "When the man captures, it vanishes together with the captured man, or is reborn as well under \
                 Circe. It gives check as usual. A kamikaze king cannot capture unless it is reborn.",
    install,
    claims: &[
        Claim::Owns(Thing::Captors),
        Claim::Removes(Thing::SurvivingCaptors),
    ],
    ..Definition::BASE
};

/// A rule that brings the capturing man back sees to that itself.
fn install(rules: &mut RulesBuilder<'_>) {
    if !rules.has(Fact::KamikazeMenReturn) {
        let promise = Promise::from(EffectScope::Captures)
            .moves_of(Attribute::Kamikaze)
            .displacing(Displaces::Few(0));
        rules.after(Rank::KAMIKAZE, promise, |_, played, outcome| {
            vanish(played, outcome)
        });
    }
}

/// A royal man may not vanish; yet it checks like any other.
fn vanish(played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let (Some(on), Some(_)) = (played.now, played.captured) else {
        return;
    };
    if played.departed.is_royal() && !played.trial {
        outcome.refuse();
    } else {
        outcome.push(Effect::Remove { on }, Reason::Vanishing);
    }
}
