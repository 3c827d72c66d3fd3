//! The Circe family: captured men, or their captors, are reborn.

mod buried;
pub(super) mod captured;
pub(super) mod capturing;
pub(super) mod danger;
pub(super) mod delayed;
pub(super) mod departing;
mod form;
pub(super) mod immune;
mod names;
mod square;

const OTHER: &str = "not all attacks can be counted by the men that make them";

/// Conditions under which kings are attacked otherwise than by captures where they stand, for
/// conditions that count attackers.
pub(super) const OTHER_ATTACKS: &[(&str, &str)] = &[("danger-circe", OTHER)];

pub use form::name_cycle;
pub(super) use form::{CAGES, NO_CAGE};
pub(super) use names::gather;
pub use names::{FORMS, NamedForm, REBIRTHS, asks_for_rebirth, spell_out};
pub(super) use square::home_square;
