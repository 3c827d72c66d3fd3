//! Alice chess: two boards; a man changes board with each move.

use super::Definition;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Names, Piece};
use crate::position::{Effect, Position, Reason};
use crate::rules::{
    Displaces, EffectScope, Fact, Guard, Kind, Outcome, PlayedMove, Promise, PseudoMove, Rank,
    RulesBuilder, View,
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
    is_mark: true,
    ..Definition::BASE
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
    is_mark: true,
    ..Definition::BASE
};

/// The rule of the condition; a man is on the second board if it has the mark.
pub fn play_on_two_boards(rules: &mut RulesBuilder<'_>) {
    // Where a side moves men of the other one, all men see each other, but for the capture of a king.
    if !rules.has(Fact::SidesShareMen) {
        rules.limit_sight(Attribute::AliceB);
    }
    rules.list_first(Attribute::AliceB);
    rules.choose_freely();
    rules.keep_move(Promise::nothing(), arrives_on_empty_squares);
    let twice = [Fact::MovesLeaveFromHome, Fact::CapturesLeaveFromHome].map(|fact| rules.has(fact));
    rules.after(
        Rank::ALICE,
        EffectScope::Marks,
        move |view, played, outcome| {
            change_board(view, played, twice, outcome);
        },
    );
    let guard = rules.guard();
    rules.after(
        Rank::KING_LEFT_BOARD,
        Promise::from(EffectScope::Captures).displacing(Displaces::Nothing),
        move |view, played, outcome| match played.trial {
            true => stay_safe_behind_trial(view, played, guard, outcome),
            false => stay_safe_behind_capture(view, played, outcome),
        },
    );
    // Such a check is looked for on both boards at once.
    if rules.has(Fact::ChecksAskAllMoves) {
        return rules.check(|question, position| question.usual(&mut on_one_board(position)));
    }
    // The capture of a king may hang on other rules.
    if !rules.has_one_rule() {
        rules.check(|question, position| {
            let boards = boards(position);
            let royals = question.rules().judge().royals(position, question.side());
            let mut boards = boards.into_iter().filter(|&board| {
                let empty = !position.men();
                !(royals & (board | empty)).is_empty()
            });
            boards.any(|board| question.usual(&mut stage(position, board)))
        });
    }
}

/// The men of the two boards.
fn boards(position: &Position) -> [SquareSet; 2] {
    let second = position.with_attribute(Attribute::AliceB);
    [position.men() & !second, second]
}

/// The men of one board alone, among whom the capture of a king is judged.
fn stage(position: &Position, board: SquareSet) -> Position {
    let mut stage = position.sketch();
    for on in position.men() & !board {
        stage.apply(Effect::Remove { on }, Reason::Silent);
    }
    stage
}

/// The position with all men on the first board, on which other rules judge what a move has led to.
fn on_one_board(position: &Position) -> Position {
    let mut copy = position.sketch();
    for on in position.with_attribute(Attribute::AliceB) {
        let piece = position.piece_on(on).without(Attribute::AliceB);
        copy.apply(Effect::Alter { on, piece }, Reason::Silent);
    }
    copy
}

/// The arrival must be free on both boards, and both men of a castling stand on the same one.
fn arrives_on_empty_squares(view: View<'_>, _: Side, pseudo_move: &PseudoMove) -> bool {
    let is_on_board = |on: Square| {
        let [mover, other] = [pseudo_move.from, on].map(|on| view.piece_on(on));
        mover.has(Attribute::AliceB) == other.has(Attribute::AliceB)
    };
    let is_empty = |on: Square| view.piece_on(on).is_none();
    match (pseudo_move.kind, pseudo_move.captured) {
        (
            Kind::Castling {
                partner_from,
                partner_to,
            },
            _,
        ) => is_on_board(partner_from) && is_empty(pseudo_move.to) && is_empty(partner_to),
        (Kind::Exchange, _) => is_on_board(pseudo_move.to),
        (_, Some(captured)) if captured == pseudo_move.to => true,
        (_, captured) => is_empty(pseudo_move.to) && captured.is_none_or(is_on_board),
    }
}

/// A king must be safe on its old board too, before it leaves. Nobody leaves it where the capture of a
/// king is tried. Under Mars Circe and
/// its like a man is first put on another square: then the change of board is printed behind that
/// square, and again behind the square of arrival.
fn change_board(
    view: View<'_>,
    played: &PlayedMove,
    [quiet, captures]: [bool; 2],
    outcome: &mut Outcome<'_>,
) {
    let Some(on) = played.now.filter(|_| !played.trial) else {
        return;
    };
    let matters = played.departed.is_royal() && played.captured.is_none();
    if matters && is_in_check(view, played.side) {
        outcome.refuse();
        return;
    }
    let is_put = match played.captured {
        None => quiet,
        Some(_) => captures,
    };
    let (partner, is_put) = match played.pseudo_move.kind {
        Kind::Castling { partner_to, .. } => (Some(partner_to), false),
        Kind::CastlingVia { partner_to, .. } | Kind::CastlesOn { partner_to, .. } => {
            (Some(partner_to), true)
        }
        Kind::Exchange => {
            if !keeps_kings_safe(view, played) {
                outcome.refuse();
            }
            return;
        }
        Kind::Via { .. } => (None, true),
        _ => (None, is_put),
    };
    if is_put {
        outcome.push(Effect::Note(on), Reason::BoardChange);
    }
    for on in [Some(on), partner].into_iter().flatten() {
        let piece = on_the_other_board(view.piece_on(on));
        outcome.push(Effect::Alter { on, piece }, Reason::BoardChange);
    }
}

/// Whether a king that changes places with another man is safe on both boards.
fn keeps_kings_safe(view: View<'_>, played: &PlayedMove) -> bool {
    let PseudoMove { from, to, .. } = played.pseudo_move;
    let exchanged = SquareSet::of(from) | SquareSet::of(to);
    let kings = view.position.royals_of(played.side) & exchanged;
    kings.into_iter().all(|on| {
        let mut there = view.position.sketch();
        let piece = on_the_other_board(view.piece_on(on));
        there.apply(Effect::Alter { on, piece }, Reason::Silent);
        !is_in_check(view.rules.view(&there), played.side)
    })
}

/// The man on the other board.
fn on_the_other_board(man: Piece) -> Piece {
    match man.has(Attribute::AliceB) {
        true => man.without(Attribute::AliceB),
        false => man.with(Attribute::AliceB),
    }
}

/// Who has captured must have been safe there even if the captured man came back at once.
fn stay_safe_behind_capture(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let Some(on) = played.now.filter(|_| played.captured.is_some()) else {
        return;
    };
    if played.departed.is_royal() {
        let mut before = view.position.sketch();
        let piece = played.departed;
        before.apply(Effect::Alter { on, piece }, Reason::Silent);
        let view = view.rules.view(&before);
        if is_in_check(view, played.side) {
            outcome.refuse();
        }
    }
}

/// A king that would capture the other one must be safe then, where it is at last.
fn stay_safe_behind_trial(
    view: View<'_>,
    played: &PlayedMove,
    guard: Guard,
    outcome: &mut Outcome<'_>,
) {
    let is_king = played.now.is_some() && played.departed.is_royal();
    let in_check = |view: View<'_>| {
        view.rules
            .judge()
            .in_check(&mut view.position.sketch(), played.side)
    };
    if is_king && view.ask_once(guard, in_check) == Some(true) {
        outcome.refuse();
    }
}

/// Whether a king is in check in the middle of a move.
fn is_in_check(view: View<'_>, side: Side) -> bool {
    view.rules
        .judge()
        .in_check(&mut view.position.sketch(), side)
}
