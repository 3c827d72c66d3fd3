//! The problem language of Popeye: its words, its reader and its writer.

pub mod input;
pub mod read;
pub mod reread;
pub mod words;
pub mod write;
