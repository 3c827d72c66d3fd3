//! Transferable men: with each move of their side they go over to the other.

use super::Definition;
use crate::men::{Attribute, Names};
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, Outcome, PlayedMove, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "transferable",
    names: Names {
        en: "Transferable",
        de: "Uebertragbar",
        fr: "Transferable",
    },
    attribute: Some(Attribute::Transferable),
    definition: "After each move of White all white transferable men become black, after each move of Black all black ones become white. Check is judged after that. Neutral men stay neutral; kings cannot be transferable.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let is_royal = |man: &crate::men::Piece| man.is_royal() && man.has(Attribute::Transferable);
    if rules.men().any(|man| is_royal(&man)) {
        rules.refuse("royal men cannot be transferable".to_owned());
    }
    rules.after(Rank::TRANSFER, Displaces::InPlace, go_over);
}

fn go_over(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    // The solution names the man that moved before the others.
    let others = view.position.men_of(played.side).into_iter();
    let others = others.filter(|&on| Some(on) != played.now);
    for on in played.now.into_iter().chain(others) {
        let man = view.piece_on(on);
        let goes = man.is_of(played.side) && man.has(Attribute::Transferable);
        if goes && !man.is_neutral() && !man.is_royal() {
            let piece = man.turned();
            outcome.push(Effect::Alter { on, piece }, Reason::Shown);
        }
    }
}
