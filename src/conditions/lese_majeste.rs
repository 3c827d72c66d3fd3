//! Lese majeste: kings cannot be captured, so a check may be left standing by the side that gives it.

use super::Definition;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "lese-majeste",
    summary: "Kings cannot be captured. In the diagram the king of the side that does not move may be in check: that side \
              has to parry when its turn comes. Every move must leave the own king out of check.",
    install: |_, rules| {
        rules.forbid_capture_of_hostile_kings();
        rules.check_may_stand();
    },
    options: Some(&[]),
    ..Definition::BASE
};
