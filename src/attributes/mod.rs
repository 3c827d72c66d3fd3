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
mod hurdle_walk;
mod immobile;
mod jigger;
mod kamikaze;
mod magic;
mod neutral;
mod paralysing;
mod patrol;
mod protean;
mod registry;
mod royal;
mod shooter;
mod splittable;
mod total_invisible;
mod transferable;
mod uncapturable;
mod volage;

pub use alice::play_on_two_boards;
pub use anda::change_for_check;
pub use chameleon::{change_walk, next_in, usual_cycle};
pub use definition::Definition;
pub use frischauf::mark_promoted_men;
pub use registry::{DEFINITIONS, find};
pub use uncapturable::keep_uncapturable;
pub use volage::{change_sides, on_other_colour};

use crate::problem::Problem;

/// The attributes that men of the problem have, so far as they have rules.
pub fn shown_by(problem: &Problem) -> impl Iterator<Item = &'static Definition> {
    let is_there = |mark| problem.men().any(|man| man.has(mark));
    let all = DEFINITIONS.iter().copied();
    all.filter(move |definition| definition.attribute.is_some_and(is_there))
}
