//! PAD: a man that captures a second time vanishes.

use super::{Definition, Param};
use crate::men::{Attribute, Piece};
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{Displaces, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "pad-chess",
    summary: "A man that has captured once vanishes with the next man that it captures; a captured man that comes back \
              starts afresh. With Strict it may not capture again and gives no check. Kings may capture as often as \
              they like, with RexInclusive only once.",
    install: |condition, rules| install(condition, rules),
    options: Some(&[
        Param::Flag("strict"),
        Param::Flag("rex-inclusive"),
        Param::Flag("rex-exclusive"),
    ]),
    samples: &["Strict", "RexInclusive"],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    rules.check_by_playing_if_judged();
    let strict = condition.has_flag("strict");
    let rex_inclusive = condition.has_flag("rex-inclusive");
    let is_bound =
        move |man: Piece| man.has(Attribute::HasCaptured) && (rex_inclusive || !man.is_royal());
    if strict {
        rules.keep_capture(Promise::departure(), move |view, _, pseudo_move| {
            !is_bound(view.piece_on(pseudo_move.from))
        });
    } else if rex_inclusive {
        rules.keep_capture(Promise::departure(), move |view, _, pseudo_move| {
            let man = view.piece_on(pseudo_move.from);
            !(man.is_royal() && is_bound(man))
        });
    }
    rules.after(
        Rank::PAD,
        Displaces::Few(0),
        move |view, played, outcome| {
            capture(is_bound(played.departed), view, played, outcome);
        },
    );
    rules.after(Rank::PAD_ANEW, Displaces::Few(0), start_afresh);
}

fn capture(vanishes: bool, view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let (Some(on), Some(_)) = (played.now, played.captured) else {
        return;
    };
    match vanishes {
        true => outcome.push(Effect::Remove { on }, Reason::Vanishing),
        false => {
            let piece = view.piece_on(on).with(Attribute::HasCaptured);
            outcome.push(Effect::Alter { on, piece }, Reason::Silent);
        }
    }
}

fn start_afresh(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    if let Some(on) = played.reborn {
        let piece = view.piece_on(on).without(Attribute::HasCaptured);
        outcome.push(Effect::Alter { on, piece }, Reason::Silent);
    }
}
