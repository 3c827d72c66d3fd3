//! Anda and its inverse: a man changes between neutral and one side for the check it gives.

use super::Definition;
use crate::attributes::change_for_check;
use crate::men::Attribute;
use crate::position::{Effect, Position, Reason};
use crate::rules::{EffectScope, Numbered, Rank, RulesBuilder};

/// Anda.
pub static ANDA: Definition = Definition {
    key: "anda",
    decisions: "A check from elsewhere (phantom chess, plus chess) is not given by the man itself.",
    summary: "If after its move a man other than a king itself gives check, it changes: a white or black man becomes \
              neutral, a neutral one takes the side that moved it.",
    install: |_, rules| install((Attribute::Anda, Rank::ANDA_CHESS), true, rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// The inverse of Anda.
pub static INVERSE: Definition = Definition {
    key: "anda-inverse",
    summary: "If after its move a man other than a king itself gives no check, it changes: a white or black man becomes \
              neutral, a neutral one takes the side that moved it.",
    install: |_, rules| {
        install(
            (Attribute::AndaInverse, Rank::ANDA_INVERSE_CHESS),
            false,
            rules,
        )
    },
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// All men have the attribute, so it marks none.
fn install((attribute, rank): (Attribute, Rank), for_check: bool, rules: &mut RulesBuilder<'_>) {
    rules.set_up(move |position| unmark_all(attribute, position));
    rules.after(
        rank,
        EffectScope::MoverSide,
        move |view, played, outcome| {
            let is_royal = |on| view.piece_on(on).is_royal() || played.departed.is_royal();
            if played.now.is_some_and(|on| !is_royal(on)) {
                change_for_check(view, played, for_check, outcome);
            }
        },
    );
}

fn unmark_all(attribute: Attribute, position: &mut Position) {
    for on in position.men() {
        let piece = position.piece_on(on).without(attribute);
        position.apply(Effect::Alter { on, piece }, Reason::Silent);
    }
}
