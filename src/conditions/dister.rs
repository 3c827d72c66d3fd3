//! Max- and Mindister: a side must bring two men of the diagram as far apart, or as near, as it can.

use super::{Definition, Names};
use crate::board::{Side, Square};
use crate::problem::Condition;
use crate::rules::RulesBuilder;

/// White maxdister.
pub static WHITE_MAX: Definition = Definition {
    key: "white-max-dister",
    names: Names {
        en: "WhiteMaxDister",
        de: "WeisserMaxDister",
        fr: "BlancMaxDister",
    },
    inventor: None,
    summary: "White must play a move after which the two men that stood on these squares in the diagram are as far apart \
              as possible, measured between the centres of their squares. If one of them is gone the distance is zero.",
    install: |condition, rules| install(condition, Side::White, 1, rules),
    ..Definition::BASE
};

/// Black maxdister.
pub static BLACK_MAX: Definition = Definition {
    key: "black-max-dister",
    names: Names {
        en: "BlackMaxDister",
        de: "SchwarzerMaxDister",
        fr: "NoirMaxDister",
    },
    inventor: None,
    summary: "Black must play a move after which the two men that stood on these squares in the diagram are as far apart \
              as possible, measured between the centres of their squares. If one of them is gone the distance is zero.",
    install: |condition, rules| install(condition, Side::Black, 1, rules),
    ..Definition::BASE
};

/// White mindister.
pub static WHITE_MIN: Definition = Definition {
    key: "white-min-dister",
    names: Names {
        en: "WhiteMinDister",
        de: "WeisserMinDister",
        fr: "BlancMinDister",
    },
    inventor: None,
    summary: "White must play a move after which the two men that stood on these squares in the diagram are as near as \
              possible, measured between the centres of their squares. If one of them is gone nothing is farther.",
    install: |condition, rules| install(condition, Side::White, -1, rules),
    ..Definition::BASE
};

/// Black mindister.
pub static BLACK_MIN: Definition = Definition {
    key: "black-min-dister",
    names: Names {
        en: "BlackMinDister",
        de: "SchwarzerMinDister",
        fr: "NoirMinDister",
    },
    inventor: None,
    summary: "Black must play a move after which the two men that stood on these squares in the diagram are as near as \
              possible, measured between the centres of their squares. If one of them is gone nothing is farther.",
    install: |condition, rules| install(condition, Side::Black, -1, rules),
    ..Definition::BASE
};

/// `sign` is 1 where the distance shall be long and -1 where it shall be short.
fn install(condition: &Condition, side: Side, sign: i64, rules: &mut RulesBuilder<'_>) {
    let squares: Vec<Square> = condition.squares().collect();
    let [first, second] = squares[..] else {
        return rules.refuse("the distance is that of two men: name their two squares");
    };
    let is_there = |square| {
        rules
            .problem()
            .start_of_play()
            .men()
            .any(|(on, _)| on == square)
    };
    if sign < 0 && !(is_there(first) && is_there(second)) {
        rules.refuse("mindister needs a man on each of its two squares");
    }
    rules.tell_men_apart();
    rules.select_best_played(side, move |rules, position, _| {
        let square_now = |home| position.square_of(rules.id_from(home)?);
        let squares = square_now(first).zip(square_now(second));
        let worst = if sign < 0 { i64::MIN } else { 0 };
        squares.map_or(worst, |(one, other)| {
            let geometry = rules.geometry();
            let files = geometry.file(one).abs_diff(geometry.file(other));
            let ranks = geometry.rank(one).abs_diff(geometry.rank(other));
            sign * (i64::from(files).pow(2) + i64::from(ranks).pow(2))
        })
    });
}
