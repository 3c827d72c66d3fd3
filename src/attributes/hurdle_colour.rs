//! Men that turn over whom they hop over.

use super::Definition;
use crate::men::{Attribute, Names, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "hurdle-colour-changing",
    names: Names {
        en: "HurdleColourChanging",
        de: "SprungbockFarbeWechselnd",
        fr: "CouleurEchangeantSautoir",
    },
    attribute: Some(Attribute::HurdleColourChanging),
    definition: "The hopper changes the side of the man it hops over. Kings and neutral men keep theirs; a royal \
                 man other than a king does change. A move without hurdle has no effect.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    super::hurdle_move::refuse_unless_hoppers(Attribute::HurdleColourChanging, rules);
    rules.promotions_carry(Attribute::HurdleColourChanging);
    rules.follow_hurdles(|piece| piece.has(Attribute::HurdleColourChanging));
    let promise = Promise::nothing()
        .moves_of(Attribute::HurdleColourChanging)
        .displacing(Displaces::Few(1));
    rules.after(Rank::HURDLE_COLOUR, promise, turn_over);
}

fn turn_over(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let Some(on) = played.hurdle else { return };
    let piece = view.piece_on(on);
    if piece.is_some() && piece.walk() != walk_id::KING && !piece.is_neutral() {
        let piece = piece.turned();
        outcome.push(Effect::Alter { on, piece }, Reason::Recolouring);
    }
}
