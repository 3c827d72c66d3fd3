//! Bichrom and monochrom chess: moves must change, or keep, the colour of the square.

use super::super::{Definition, Names};
use crate::rules::{Candidate, RulesBuilder, View};

/// Bichrom chess.
pub static BICHROM: Definition = Definition {
    key: "bichrom-chess",
    names: Names {
        en: "BichromChess",
        de: "BichromesSchach",
        fr: "Bichromatique",
    },
    inventor: None,
    summary: "Only moves between squares of different colour are legal; observation and check follow the same rule.",
    install: |_, rules| {
        rules.keep_fixed_line(|view, _, candidate| changes_colour(view, candidate));
        refuse_both(rules);
    },
};

/// Monochrom chess.
pub static MONOCHROM: Definition = Definition {
    key: "monochrom-chess",
    names: Names {
        en: "MonochromChess",
        de: "MonochromesSchach",
        fr: "Monochromatique",
    },
    inventor: None,
    summary: "Only moves between squares of the same colour are legal; observation and check follow the same rule.",
    install: |_, rules| {
        rules.keep_fixed_line(|view, _, candidate| !changes_colour(view, candidate));
        refuse_both(rules);
    },
};

/// A castling is judged by the king's squares.
fn changes_colour(view: View<'_>, candidate: &Candidate) -> bool {
    view.geometry().is_light(candidate.from) != view.geometry().is_light(candidate.to)
}

fn refuse_both(rules: &mut RulesBuilder<'_>) {
    if rules.has_condition(BICHROM.key) && rules.has_condition(MONOCHROM.key) {
        rules.refuse("bichrom and monochrom chess together leave no move");
    }
}
