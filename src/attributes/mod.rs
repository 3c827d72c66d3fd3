//! Attributes: properties of single men that are rules of their own, one file each, installed
//! through the hooks of the rules like conditions.
//!
//! **Invariant:** an attribute is asked for only in problems whose diagram has a man with it, or
//! with a condition that gives it. **Invariant:** search is not known here.

mod alice;
mod anda;
mod chameleon;
mod definition;
mod frischauf;
mod functionary;
mod half_neutral;
mod hurdle_colour;
mod hurdle_move;
mod jigger;
mod kamikaze;
mod magic;
mod neutral;
mod paralysing;
mod patrol;
mod protean;
mod registry;
mod royal;
mod total_invisible;
mod uncapturable;
mod volage;

pub use alice::{ask_on_one_board, gives_check, on_one_board, play_on_two_boards};
pub use anda::change_for_check;
pub use chameleon::{change_walk, next_in, usual_cycle};
pub use definition::Definition;
pub use frischauf::mark_promoted_men;
pub use registry::{DEFINITIONS, find};
pub use uncapturable::keep_uncapturable;
pub use volage::{change_sides, on_other_colour};

use crate::rules::RulesBuilder;

/// Puts the rules of all attributes that the diagram shows into the builder.
pub fn install(rules: &mut RulesBuilder<'_>) {
    for definition in DEFINITIONS {
        let is_there = |attribute| rules.has_attribute(attribute);
        if definition.attribute.is_some_and(is_there) {
            rules.begin(definition.key);
            (definition.install)(rules);
        }
    }
}
