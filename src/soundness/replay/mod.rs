//! Comparing two solutions of a problem by replaying them on the board, so that notation does not
//! matter: Dawson's own, texts of Popeye, authors' solutions in long or short notation.

mod cook;
mod difference;
mod known;
mod label;
mod letters;
mod read;
mod text;
mod token;
mod tree;
pub(crate) mod word;

pub use cook::{calls_unsound, doubted, tells_cook, without_cooks};
pub use difference::{Agreement, Comparison, Difference, compare, compare_printed, play_of};
pub use known::{DifferenceKind, KNOWN, KnownDifference, TERMS, known};
pub use read::{Unplayable, replay};
pub use text::compare_text;
pub(crate) use token::{has_square, pawn_files};
pub(crate) use tree::PASS;
pub use tree::{PathKind, Played, PlayedLine, Said, of_solution};
