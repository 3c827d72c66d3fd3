//! Immun chess and Geneva chess: a capture needs a rebirth square that is free, but nobody is reborn.

use super::super::Definition;
use super::captured::{Capture, numbers};
use super::form::{Form, NEEDS_CAPTURE, NO_CAPTURE, Occupied};
use crate::board::Side;
use crate::position::{Effect, Position, Reason};
use crate::problem::Condition;
use crate::rules::{Actor, Fact, Promise, PseudoMove, RulesBuilder, View};

/// What the parsers, printers and the manual know about Immun chess.
pub static IMMUNE: Definition = Definition {
    key: "immun-chess",
    summary: "A man may be captured only if its Circe rebirth square is free behind the capture; nobody is reborn. Kings \
              are immune in the form rex inclusive only.",
    install: install_immune,
    numbers,
    facts: &[Fact::CapturesNeedARebirth],
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about Geneva chess.
pub static GENEVA: Definition = Definition {
    key: "geneva-chess",
    summary: "A man may capture only if its own Circe rebirth square is free, and not from that square. Kings capture as \
              usual except in the form rex inclusive.",
    install: install_geneva,
    ..Definition::BASE
};

fn install_immune(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::asked(condition, false, rules);
    rules.check_by_playing_if_judged();
    let goes_on = rules.has(Fact::CaptorsGoOn);
    if form.occupied == Occupied::Strict {
        let of_kings = form.clone();
        rules.keep_capture(Promise::nothing(), move |view, side, pseudo_move| {
            let takes_man = pseudo_move.captured.is_some() && !view.takes_royal(pseudo_move);
            takes_man || may_be_captured(view, side, pseudo_move, goes_on, &of_kings)
        });
        rules.keep_move(Promise::captures(), move |view, side, pseudo_move| {
            may_be_captured(view, side, pseudo_move, goes_on, &form)
        });
    }
}

/// Whether the man captured could be reborn behind the capture; `goes_on` if whoever captures leaves the
/// square of the capture.
fn may_be_captured(
    view: View<'_>,
    side: Side,
    pseudo_move: &PseudoMove,
    goes_on: bool,
    form: &Form,
) -> bool {
    let Some(capture) = Capture::ahead(view, side, pseudo_move) else {
        return true;
    };
    let Some(subject) = form.subject(view, &capture) else {
        return true;
    };
    if form.has_choice() {
        let behind = behind(view, pseudo_move);
        let place = form.place(view.rules.view(&behind), &subject);
        return !place.squares().is_empty();
    }
    form.square(view, &subject).is_some_and(|square| {
        let is_taken = square == subject.on;
        let stays = square == pseudo_move.to && !(goes_on && is_taken);
        !stays && (square == pseudo_move.from || is_taken || view.position.is_free(square))
    })
}

/// The position behind a capture without any effects.
fn behind(view: View<'_>, pseudo_move: &PseudoMove) -> Position {
    let mut copy = view.position.sketch();
    let (from, to) = (pseudo_move.from, pseudo_move.to);
    copy.begin_ply(!view.position.turn());
    if let Some(on) = pseudo_move.captured {
        copy.apply(Effect::Remove { on }, Reason::Silent);
    }
    if from != to {
        copy.apply(Effect::Move { from, to }, Reason::Silent);
    }
    copy
}

fn install_geneva(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::asked(condition, false, rules);
    Form::refuse(condition, &NEEDS_CAPTURE, NO_CAPTURE, rules);
    rules.check_by_playing_if_judged();
    if form.occupied == Occupied::Strict {
        rules.keep_capture(Promise::nothing(), move |view, side, pseudo_move| {
            may_capture(view, side, pseudo_move, &form)
        });
    }
}

fn may_capture(view: View<'_>, side: Side, pseudo_move: &PseudoMove, form: &Form) -> bool {
    let square = pseudo_move.from;
    let walk = view.piece_on(square).walk();
    let Some(subject) = form.departing(view, Actor { square, side }, walk) else {
        return true;
    };
    if form.has_choice() {
        return !form.place(view, &subject).squares().is_empty();
    }
    form.square(view, &subject).is_some_and(|square| {
        let is_left = pseudo_move.captured == Some(square) && pseudo_move.to != square;
        is_left || view.position.is_free(square)
    })
}
