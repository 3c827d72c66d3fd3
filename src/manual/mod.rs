//! The manual: everything with a name that a problem may use, found by any of
//! its names and told in a few lines.
//!
//! **Invariant:** nothing is described here that a registry describes: walks,
//! attributes and conditions bring their definitions along; `terms.tsv` has those
//! of goals, kinds of play and options, whose words the readers know, and `glossary.tsv`
//! explains the words of problemists.

mod capture;
mod contrast;
mod diagram;
mod entry;
mod find;
mod order;
mod text;

pub use entry::{Entry, Kind, entries};
pub use find::{Found, find};
pub use order::order;
pub use text::{line, page, page_in};
