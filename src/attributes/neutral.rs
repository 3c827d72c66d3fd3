//! Neutral men: they belong to both sides.

use super::Definition;
use crate::men::Names;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "neutral",
    names: Names {
        en: "Neutral",
        de: "Neutral",
        fr: "Neutre",
    },
    attribute: None,
    definition: "The man belongs to both sides: the side that moves may move it like a man of its own, pawns in \
                 its own direction, and may capture it like a hostile one. It gives check to the kings of both \
                 sides.",
    install: |_| {},
    ..Definition::BASE
};
