//! Frischauf: the mark of a promoted man, for rebirths that treat such men as fairy ones.

use super::Definition;
use crate::men::{Attribute, Names};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "frischauf",
    names: Names {
        en: "Frischauf",
        de: "Frischauf",
        fr: "Frischauf",
    },
    attribute: Some(Attribute::Frischauf),
    definition: "The mark of a promoted man. Under Frischauf Circe such a man, when captured, is reborn like a \
                 fairy man, on the promotion rank of its side; without that condition the mark has no effect.",
    install: |_| {},
};
