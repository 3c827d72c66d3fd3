//! Max- and Mindister: a side must bring two men of the diagram as far apart, or as near, as it can.

use super::Definition;
use crate::board::Square;
use crate::position::{Effect, Reason, Slot};
use crate::problem::Condition;
use crate::rules::{EffectScope, Fact, Kind, Rank, RulesBuilder};

/// White's and Black's.
pub static SIDES_MAX: [Definition; 2] = MAX.for_each_side("white-max-dister", "black-max-dister");

/// White's and Black's.
pub static SIDES_MIN: [Definition; 2] = MIN.for_each_side("white-min-dister", "black-min-dister");

const MAX: Definition = Definition {
    summary: "{Side} must play a move after which the two men that stood on these squares in the diagram are as far apart \
              as possible, measured between the centres of their squares. If one of them is gone the distance is zero.",
    decisions: NOBODY_THERE,
    install: |condition, rules| install(condition, 1, rules),
    samples: &["b1d6"],
    ..Definition::BASE
};

const MIN: Definition = Definition {
    summary: "{Side} must play a move after which the two men that stood on these squares in the diagram are as near as \
              possible, measured between the centres of their squares. If one of them is gone nothing is farther.",
    install: |condition, rules| install(condition, -1, rules),
    ..MAX
};

const NOBODY_THERE: &str = "A man that is reborn is another one: its own is gone. If nobody stands on one of the squares in the diagram, captures, but those en passant, are measured from the corner \
                            beyond h8 and other moves count as if that man were gone: as measured.";

/// `sign` is 1 where the distance shall be long and -1 where it shall be short.
fn install(condition: &Condition, sign: i64, rules: &mut RulesBuilder<'_>) {
    let squares: Vec<Square> = condition.squares().collect();
    let [first, second] = squares[..] else {
        return rules.refuse("the distance is that of two men: name their two squares");
    };
    rules.tell_men_apart();
    let gone = rules.slot(Slot::named("reborn-men-of-the-distance"));
    let captors = rules.has(Fact::CaptorsAreReborn);
    rules.after(
        Rank::MEMORY,
        EffectScope::Memory,
        move |view, played, outcome| {
            let captor = played
                .now
                .filter(|&on| captors && on != played.pseudo_move.to);
            let is_reborn = |home: Square| {
                let id = view.rules.id_from(home);
                let reborn = [played.reborn, captor.filter(|_| played.captured.is_some())];
                let mut reborn = reborn.into_iter().flatten();
                reborn.any(|on| id.is_some_and(|id| view.position.id_on(on) == id))
            };
            let before = view.position.slot(gone);
            let value = before | u128::from(is_reborn(first)) | u128::from(is_reborn(second)) << 1;
            if value != before {
                outcome.push(Effect::Set { slot: gone, value }, Reason::Silent);
            }
        },
    );
    let side = Definition::of(condition).side();
    rules.select_best_played(side, move |rules, position, played| {
        let geometry = rules.geometry();
        let place = |home| match rules.id_from(home) {
            Some(id) => {
                let on = position.square_of(id)?;
                Some([geometry.file(on), geometry.rank(on)])
            }
            None if played.pseudo_move.kind == Kind::EnPassant => None,
            None => played.captured.map(|_| NOBODY),
        };
        let is_gone = position.slot(gone);
        let [one, other] = [(first, 1), (second, 2)]
            .map(|(home, mark)| place(home).filter(|_| is_gone & mark == 0));
        let places = one.zip(other);
        let worst = if sign < 0 { i64::MIN } else { 0 };
        places.map_or(worst, |(one, other)| {
            let [files, ranks] = [0, 1].map(|axis| i64::from(one[axis].abs_diff(other[axis])));
            sign * (files.pow(2) + ranks.pow(2))
        })
    });
}

/// Where a man who is missing in the diagram counts as standing while something is captured, in files
/// and ranks: beyond the corner h8.
const NOBODY: [u8; 2] = [8, 8];
