//! Immun chess and Geneva chess: a capture needs a rebirth square that is free, but nobody is reborn.

use super::super::take_and_make::DEFINITION as TAKE_AND_MAKE;
use super::super::{Definition, Names};
use super::captured::{Capture, LATE};
use super::form::{Form, Occupied};
use super::square::{Place, Subject};
use crate::board::{Side, Square};
use crate::men::{Attribute, Piece, WalkId};
use crate::position::{Effect, ManId, Position, Reason};
use crate::problem::Condition;
use crate::rules::{Candidate, Numbered, Promise, RulesBuilder, View};

/// What the parsers, printers and the manual know about Immun chess.
pub static IMMUNE: Definition = Definition {
    key: "immun-chess",
    names: Names {
        en: "ImmunChess",
        de: "Immunschach",
        fr: "Immun",
    },
    inventor: None,
    summary: "A man may be captured only if its Circe rebirth square is free behind the capture; nobody is reborn. Kings \
              are immune in the form rex inclusive only.",
    install: install_immune,
    numbers,
    ..Definition::BASE
};

fn numbers(condition: &Condition) -> Numbered {
    match condition.has_flag("rex-inclusive") {
        true => Numbered::CANDIDATES,
        false => Numbered::FEWEST,
    }
}

/// What the parsers, printers and the manual know about Geneva chess.
pub static GENEVA: Definition = Definition {
    key: "geneva-chess",
    names: Names {
        en: "GenevaChess",
        de: "GenferSchach",
        fr: "EchecsGeneve",
    },
    inventor: None,
    summary: "A man may capture only if its own Circe rebirth square is free, and not from that square. Kings capture as \
              usual except in the form rex inclusive.",
    install: install_geneva,
    ..Definition::BASE
};

/// Words about men that are put back on the board.
pub(super) const REBORN_ONLY: [&str; 6] = [
    "calvet",
    "cheylan",
    "turncoats",
    "assassin",
    "volcanic",
    "parachute",
];
const NOBODY: &str = "nobody is reborn";
/// Why cages have no meaning where captures depend on them.
pub(super) const NO_CAGE: &str =
    "whether a man may leave its cage depends on check, and check on cages";

/// Conditions that have a say in what follows the capture of a king.
const JUDGING_CAPTURES: [&str; 3] = ["alice-chess", "bicolores", "isardam"];

/// Has captures of kings played where other rules judge what follows them; for the sake of the rule that
/// asks it they need not be.
pub fn play_captures_of_kings(rules: &mut RulesBuilder<'_>) {
    if JUDGING_CAPTURES.iter().any(|key| rules.has_condition(key)) {
        rules.check_by_playing();
    }
}

fn install_immune(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::of(condition, Occupied::Strict, false, rules);
    Form::refuse(condition, &REBORN_ONLY, NOBODY, rules);
    Form::refuse(condition, &LATE, NOBODY, rules);
    Form::refuse(condition, &["cage"], NO_CAGE, rules);
    form.announce(rules);
    play_captures_of_kings(rules);
    let goes_on = rules.has_condition(TAKE_AND_MAKE.key);
    if form.occupied == Occupied::Strict {
        let of_kings = form.clone();
        rules.keep_capture(move |view, side, candidate| {
            let takes_man = candidate.captured.is_some() && !view.takes_royal(candidate);
            takes_man || may_be_captured(view, side, candidate, goes_on, &of_kings)
        });
        rules.keep_move(Promise::captures(), move |view, side, candidate| {
            may_be_captured(view, side, candidate, goes_on, &form)
        });
    }
}

/// Whether the man captured could be reborn behind the capture; `goes_on` if whoever captures leaves the
/// square of the capture.
fn may_be_captured(
    view: View<'_>,
    side: Side,
    candidate: &Candidate,
    goes_on: bool,
    form: &Form,
) -> bool {
    let Some(capture) = Capture::ahead(view, side, candidate) else {
        return true;
    };
    let on = capture.captured.on;
    let Some(subject) = form.subject(view, &capture) else {
        return true;
    };
    if form.has_choice() {
        let behind = behind(view, candidate);
        return match form.place(view.rules.view(&behind), &subject) {
            place @ (Place::AnyOf(_) | Place::OneOf(_)) => !place.squares().is_empty(),
            Place::On(_) | Place::Caged(_) => false,
        };
    }
    form.square(view, &subject).is_some_and(|square| {
        let is_left = square == candidate.from || square == on;
        let stays = square == candidate.to && !(goes_on && square == on);
        !stays && (is_left || view.position.is_free(square))
    })
}

/// The position behind a capture without any effects.
fn behind(view: View<'_>, candidate: &Candidate) -> Position {
    let mut copy = view.position.sketch();
    let (from, to) = (candidate.from, candidate.to);
    copy.begin_ply(!view.position.turn());
    if let Some(on) = candidate.captured {
        copy.apply(Effect::Remove { on }, Reason::Silent);
    }
    if from != to {
        copy.apply(Effect::Move { from, to }, Reason::Silent);
    }
    copy
}

fn install_geneva(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::of(condition, Occupied::Strict, false, rules);
    Form::refuse(condition, &REBORN_ONLY, NOBODY, rules);
    Form::refuse(condition, &LATE, NOBODY, rules);
    Form::refuse(condition, &["cage"], NO_CAGE, rules);
    Form::refuse(condition, &NEEDS_CAPTURE, NO_CAPTURE, rules);
    form.announce(rules);
    play_captures_of_kings(rules);
    if form.occupied == Occupied::Strict {
        rules.keep_capture(move |view, side, candidate| may_capture(view, side, candidate, &form));
    }
}

/// Words about a capture that has been made.
pub(super) const NEEDS_CAPTURE: [&str; 5] =
    ["pwc", "capture-square", "equipollents", "couscous", "clone"];
pub(super) const NO_CAPTURE: &str = "there has been no capture yet that would tell the square";

fn may_capture(view: View<'_>, side: Side, candidate: &Candidate, form: &Form) -> bool {
    let walk = view.piece_on(candidate.from).walk();
    let Some(subject) = departing(view, side, (candidate.from, walk), form) else {
        return true;
    };
    match form.place(view, &subject) {
        Place::On(square) => square.is_some_and(|square| {
            let is_left = candidate.captured == Some(square) && candidate.to != square;
            is_left || view.position.is_free(square)
        }),
        place @ (Place::AnyOf(_) | Place::OneOf(_)) => !place.squares().is_empty(),
        Place::Caged(_) => false,
    }
}

/// A man imagined on the rebirth square of a walk before it moves; none if it is not concerned.
pub(super) fn departing(
    view: View<'_>,
    side: Side,
    (from, walk): (Square, WalkId),
    form: &Form,
) -> Option<Subject> {
    let (man, id) = (view.piece_on(from), view.position.id_on(from));
    imagined(man, id, side, (from, walk), form)
}

/// The same of a man that is only thought to stand there.
pub(super) fn imagined(
    man: Piece,
    id: ManId,
    side: Side,
    (from, walk): (Square, WalkId),
    form: &Form,
) -> Option<Subject> {
    let walk = form.reborn_as(walk, None);
    form.concerns(man.is_royal(), walk).then(|| Subject {
        man: man.with_walk(walk),
        was: man,
        id,
        chooser: id,
        side,
        walk,
        promoted: man.has(Attribute::Frischauf),
        home: side,
        on: from,
        from,
        stands: Some(from),
        went: (0, 0),
        tried: false,
    })
}
