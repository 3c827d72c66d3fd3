//! Alice chess: two boards; a man changes board with each move.

use super::Definition;
use crate::board::{Side, Square};
use crate::men::{Attribute, Names};
use crate::position::{Effect, Reason};
use crate::rules::{
    Candidate, Guard, Kind, Outcome, Promise, Rank, Ring, RulesBuilder, Touch, Turn, View,
};

/// What the parsers, printers and the manual know about it.
pub static FIRST_BOARD: Definition = Definition {
    key: "alice-a",
    names: Names {
        en: "AliceA",
        de: "AliceA",
        fr: "AliceA",
    },
    attribute: None,
    definition: "The man stands on board A of Alice chess, as all men do unless they are said to stand on board \
                 B. A move is legal on the board of the man, then the man goes to the same square of the other \
                 board, which must be empty there. Only men of the same board see each other.",
    install: |_| {},
};

/// What the parsers, printers and the manual know about it.
pub static SECOND_BOARD: Definition = Definition {
    key: "alice-b",
    names: Names {
        en: "AliceB",
        de: "AliceB",
        fr: "AliceB",
    },
    attribute: Some(Attribute::AliceB),
    definition: "The man stands on board B of Alice chess; otherwise as Alice A. Such a man brings the condition \
                 Alice chess about.",
    install: |_| {},
};

/// Conditions that ask for contact when a king could be captured, or recolour what a checking man
/// observes: on which board is not clear.
const REFUSED: [&str; 2] = ["koeko", "masand"];

/// The rule of the condition; a man is on the second board if it has the mark.
pub fn play_on_two_boards(rules: &mut RulesBuilder<'_>) {
    for other in REFUSED {
        if rules.has_condition(other) {
            rules.refuse(format!("Alice chess with {other} is not supported yet"));
        }
    }
    rules.limit_sight(|view, from| {
        let second = view.position.with_attribute(Attribute::AliceB);
        match second.contains(from) {
            true => second,
            false => !second,
        }
    });
    rules.list_first(Attribute::AliceB);
    rules.choose_freely();
    rules.keep_move(Promise::nothing(), arrives_on_empty_squares);
    let twice = ["anti-mars-circe", "mars-circe"].map(|key| rules.has_condition(key));
    let guard = rules.guard();
    rules.after(Rank::ALICE, Touch::Marks, move |view, turn, outcome| {
        change_board((view, guard), turn, twice, outcome);
    });
    rules.after(
        Rank::KING_LEFT_BOARD,
        Touch::Captures,
        move |view, turn, outcome| stay_safe_behind_capture(view, guard, turn, outcome),
    );
}

/// The arrival must be free on both boards, and both men of a castling stand on the same one.
fn arrives_on_empty_squares(view: View<'_>, _: Side, candidate: &Candidate) -> bool {
    let is_on_board = |on: Square| {
        let [mover, other] = [candidate.from, on].map(|on| view.piece_on(on));
        mover.has(Attribute::AliceB) == other.has(Attribute::AliceB)
    };
    let is_empty = |on: Square| view.piece_on(on).is_none();
    match (candidate.kind, candidate.captured) {
        (
            Kind::Castling {
                partner_from,
                partner_to,
            },
            _,
        ) => is_on_board(partner_from) && is_empty(candidate.to) && is_empty(partner_to),
        (Kind::Exchange, _) => is_on_board(candidate.to),
        (_, Some(captured)) if captured == candidate.to => true,
        (_, captured) => is_empty(candidate.to) && captured.is_none_or(is_on_board),
    }
}

/// A king must be safe on its old board too, before it leaves. Under Mars Circe and
/// its like a man is first put on another square: then the change of board is printed behind that
/// square, and again behind the square of arrival.
fn change_board(
    (view, guard): (View<'_>, Guard),
    turn: &Turn,
    [quiet, captures]: [bool; 2],
    outcome: &mut Outcome<'_>,
) {
    let Some(on) = turn.now else { return };
    let matters = turn.departed.is_royal() && !turn.trial && turn.captured.is_none();
    if matters && is_in_check(view, guard, (on, turn.side)) {
        outcome.refuse();
        return;
    }
    let is_put = match turn.captured {
        None => quiet,
        Some(_) => captures,
    };
    let (partner, is_put) = match turn.candidate.kind {
        Kind::Castling { partner_to, .. } => (Some(partner_to), false),
        Kind::CastlingVia { partner_to, .. } | Kind::CastlesOn { partner_to, .. } => {
            (Some(partner_to), true)
        }
        Kind::Exchange => return,
        Kind::Via { .. } => (None, true),
        _ => (None, is_put),
    };
    if is_put {
        outcome.push(Effect::Note(on), Reason::BoardChange);
    }
    for on in [Some(on), partner].into_iter().flatten() {
        let piece = view.piece_on(on);
        let piece = match piece.has(Attribute::AliceB) {
            true => piece.without(Attribute::AliceB),
            false => piece.with(Attribute::AliceB),
        };
        outcome.push(Effect::Alter { on, piece }, Reason::BoardChange);
    }
}

/// Who has captured must have been safe there even if the captured man came back at once.
fn stay_safe_behind_capture(view: View<'_>, guard: Guard, turn: &Turn, outcome: &mut Outcome<'_>) {
    let Some(on) = turn.now.filter(|_| turn.captured.is_some()) else {
        return;
    };
    if turn.departed.is_royal() && !turn.trial {
        let mut before = view.position.sketch();
        let piece = turn.departed;
        before.apply(Effect::Alter { on, piece }, Reason::Silent);
        let view = view.rules.view(&before);
        if is_in_check(view, guard, (on, turn.side)) {
            outcome.refuse();
        }
    }
}

/// Whether the king on this square is in check in the middle of a move. Rules on check that play
/// its moves do not ask for its safety on the old board again.
fn is_in_check(view: View<'_>, guard: Guard, (king, side): (Square, Side)) -> bool {
    let in_check = |view: View<'_>| view.rules.in_check(&mut view.position.sketch(), side);
    view.is_observed(king, !side, Ring::Capture) && view.ask_once(guard, in_check) == Some(true)
}
