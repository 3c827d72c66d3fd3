//! Breton: with each captured man another one of its kind vanishes.

use super::Definition;
use crate::board::{Side, SquareSet};
use crate::men::WalkId;
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{
    Displaces, EffectScope, Outcome, PlayedMove, Promise, PseudoMove, Rank, RulesBuilder, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "breton",
    summary: "When a man is captured, a man of the same walk of the capturing side, at the mover's choice, vanishes too. \
              Adverse: a man of the captured side. Chromatic: it changes sides instead. PY: the choice is made after \
              promotion and rebirth of the capturer, and takes in neutral men, which become black in the chromatic form. \
              Royal men vanish like others, so a king cannot take the other one.",
    install,
    ..Definition::BASE
};

#[derive(Clone, Copy)]
struct Form {
    adverse: bool,
    chromatic: bool,
    py: bool,
}

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form {
        adverse: condition.has_flag("adverse"),
        chromatic: condition.has_flag("chromatic"),
        py: condition.has_flag("py"),
    };
    if !form.adverse && !form.chromatic {
        // The own king would vanish with the other one.
        rules.keep_move(Promise::captures(), |view, side, pseudo_move| {
            !captures_like_king(view, side, pseudo_move)
        });
    }
    let rank = match form.py {
        true => Rank::BRETON_AFTER_REBIRTH,
        false => Rank::BRETON,
    };
    rules.after(
        rank,
        Promise::from(EffectScope::Captures).displacing(Displaces::Few(1)),
        move |view, played, outcome| follow(view, played, form, outcome),
    );
}

fn captures_like_king(view: View<'_>, side: Side, pseudo_move: &PseudoMove) -> bool {
    let taken = pseudo_move.captured.map(|on| view.piece_on(on));
    let king = taken.filter(|man| man.is_royal());
    let own = view.position.royals_of(side);
    king.is_some_and(|king| !(own & view.position.with_walk(king.walk())).is_empty())
}

fn follow(view: View<'_>, played: &PlayedMove, form: Form, outcome: &mut Outcome<'_>) {
    let Some(captured) = played.captured else {
        return;
    };
    let side = if form.adverse {
        !played.side
    } else {
        played.side
    };
    let mut victims = pseudo_moves(view, captured.piece.walk(), side);
    if !form.py {
        victims &= !(view.position.men_of(side) & view.position.men_of(!side));
    }
    if victims.is_empty() {
        return;
    }
    let Some(on) = victims.nth(outcome.choose(victims.len())) else {
        return;
    };
    if form.chromatic {
        let piece = view.piece_on(on);
        let sides = match piece.is_neutral() {
            true => Side::Black.into(),
            false => piece.sides().swapped(),
        };
        let piece = piece.with_sides(sides);
        outcome.push(Effect::Alter { on, piece }, Reason::Recolouring);
    } else {
        outcome.push(Effect::Remove { on }, Reason::Vanishing);
    }
}

fn pseudo_moves(view: View<'_>, walk: WalkId, side: Side) -> SquareSet {
    view.position.with_walk(walk) & view.position.men_of(side)
}
