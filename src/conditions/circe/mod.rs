//! The Circe family: captured men, or their captors, are reborn.

mod buried;
pub(super) mod captured;
pub(super) mod capturing;
mod chain;
pub(super) mod danger;
pub(super) mod delayed;
pub(super) mod departing;
mod form;
pub(super) mod immune;
mod names;
pub(super) mod square;
mod subject;

pub use captured::take_by_rebirth;
pub use departing::{Way as Leaving, leave_from};
pub use form::name_cycle;
pub(super) use names::gather;
pub use names::{NamedForm, REBIRTHS, asks_for_rebirth, forms, spell_out};
pub(super) use square::home_square;
