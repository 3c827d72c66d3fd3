//! No capture: captures are not played; check is as usual.

use super::{Boards, Definition};
use crate::rules::{Numbered, Promise};

/// Neither side captures.
pub static BOTH: Definition = Definition {
    key: "no-capture",
    summary: "Captures are illegal for both sides. Checks, guards and mates are as usual.",
    ..NO_CAPTURE
};

/// White's and Black's.
pub static SIDES: [Definition; 2] =
    NO_CAPTURE.for_each_side("no-white-capture", "no-black-capture");

const NO_CAPTURE: Definition = Definition {
    summary: "Captures are illegal for {Side}. Checks, guards and mates are as usual.",
    install: |condition, rules| {
        let sides = Definition::of(condition).sides;
        rules.keep_move(Promise::captures(), move |_, mover, pseudo_move| {
            !sides.contains(&mover) || !pseudo_move.is_capture()
        });
    },
    options: Some(&[]),
    boards: Boards::Any,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};
