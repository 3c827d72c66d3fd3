//! Total invisible men: known to exist, but not where and what they are.

use super::Definition;
use crate::men::Names;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "total-invisible",
    names: Names {
        en: "TotalInvisible",
        de: "TotalUnsichtbar",
        fr: "TotalInvisible",
    },
    attribute: None,
    definition: "A number of further men of unknown walk, side and square are on the board. A move is possible \
                 if it is legal for some arrangement of them; a solution must reach its goal for every \
                 arrangement that the play allows. Help mates with orthodox men are solved.",
    install: |_| {},
    ..Definition::BASE
};
