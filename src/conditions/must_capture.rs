//! Must capture: a side that can capture must do so.

use super::mummer::ultra::never_check;
use super::{Boards, Definition, Param};
use crate::problem::Condition;
use crate::rules::{Fact, Promise, RulesBuilder};

/// White's and Black's.
pub static SIDES: [Definition; 2] =
    MUST_CAPTURE.for_each_side("white-must-capture", "black-must-capture");

const MUST_CAPTURE: Definition = Definition {
    summary: "If {Side} has a legal capture, en passant included, he must play a capture of his choice. \
              In the form ultra he can do nothing but capture.",
    install,
    options: Some(&[Param::Flag("ultra")]),
    samples: &["Ultra"],
    boards: Boards::Any,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let side = Definition::of(condition).side();
    if condition.has_flag("ultra") {
        if rules.has(Fact::DutiesAreVoid) {
            return never_check(side, rules);
        }
        rules.keep_move(Promise::nothing(), move |_, mover, pseudo_move| {
            mover != side || pseudo_move.is_capture()
        });
        return;
    }
    rules.select_best(side, Promise::ways(), |_, pseudo_move| {
        pseudo_move.is_capture().into()
    });
}
