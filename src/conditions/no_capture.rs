//! No capture: captures are not played; check is as usual.

use super::{Boards, Definition};
use crate::board::Side;
use crate::rules::{Numbered, Promise, RulesBuilder};

/// Neither side captures.
pub static BOTH: Definition = Definition {
    key: "no-capture",
    summary: "Captures are illegal for both sides. Checks, guards and mates are as usual.",
    install: |_, rules| {
        rules.keep_move(Promise::captures(), |_, _, pseudo_move| {
            !pseudo_move.is_capture()
        })
    },
    options: Some(&[]),
    boards: Boards::Any,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// White does not capture.
pub static WHITE: Definition = Definition {
    key: "no-white-capture",
    summary: "Captures are illegal for White. Checks, guards and mates are as usual.",
    install: |_, rules| forbid(Side::White, rules),
    options: Some(&[]),
    boards: Boards::Any,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// Black does not capture.
pub static BLACK: Definition = Definition {
    key: "no-black-capture",
    summary: "Captures are illegal for Black. Checks, guards and mates are as usual.",
    install: |_, rules| forbid(Side::Black, rules),
    options: Some(&[]),
    boards: Boards::Any,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn forbid(side: Side, rules: &mut RulesBuilder<'_>) {
    rules.keep_move(Promise::captures(), move |_, mover, pseudo_move| {
        mover != side || !pseudo_move.is_capture()
    });
}
