//! Royal men: they must not be lost.

use super::Definition;
use crate::men::Names;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "royal",
    names: Names {
        en: "Royal",
        de: "Koeniglich",
        fr: "Royale",
    },
    attribute: None,
    definition: "The man plays the part of the king of its side: it may not be left in check and is mated like a \
                 king. It keeps its own way of moving, and a royal pawn stays royal when it promotes.",
    install: |_| {},
    ..Definition::BASE
};
