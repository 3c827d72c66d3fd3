//! Circe: a captured man is reborn.

use super::super::{Boards, Definition, Names};
use super::buried::make_room;
use super::form::{Adapt, Event, Form, Occupied, Rule};
use super::square::{Place, Subject, vector};
use crate::attributes::mark_promoted_men;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Piece};
use crate::position::{Effect, ManId, Position, Reason};
use crate::problem::Condition;
use crate::rules::{
    Candidate, Captured, Numbered, Outcome, Promise, Rank, Rules, RulesBuilder, Touch, Turn, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "circe",
    names: Names {
        en: "Circe",
        de: "Circe",
        fr: "Circe",
    },
    inventor: Some("Pierre Monréal and Jean-Pierre Boyer, 1968"),
    summary: "A captured man is reborn on the square of the array that belongs to it, if that is empty; officers on the \
              square of the colour they were captured on, pawns on their file, fairy men on the promotion square of \
              their file. Kings are reborn in the form rex inclusive only.",
    install,
    boards: Boards::Array,
    numbers,
    ..Definition::BASE
};

/// Forms under which the reference looks at all moves of a last ply.
const SEARCHED_IN_FULL: [&str; 7] = [
    "parrain",
    "contra-parrain",
    "assassin",
    "turncoats",
    "volcanic",
    "parachute",
    "rex-inclusive",
];

fn numbers(condition: &Condition) -> Numbered {
    match SEARCHED_IN_FULL.iter().any(|form| condition.has_flag(form)) {
        true => Numbered::CANDIDATES,
        false => Numbered::FEWEST,
    }
}

/// Words about rebirths that come later than the capture.
pub(super) const LATE: [&str; 4] = ["last-move", "wait-capture", "parrain", "contra-parrain"];

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::of(condition, Occupied::Relaxed, false, rules);
    let types = ["calvet", "cheylan"];
    Form::refuse(
        condition,
        &types,
        "only a man that captures is reborn where it is",
        rules,
    );
    if form.square == Rule::Cage && form.kings {
        let why = "whether a king may leave its cage depends on check, and check on cages";
        Form::refuse(condition, &["rex-inclusive"], why, rules);
    }
    form.announce(rules);
    if form.adapt == Adapt::Frischauf {
        mark_promoted_men(rules);
    }
    if [Rule::Cage, Rule::Equipollents, Rule::Parrain].contains(&form.square) {
        rules.pawns_leave_first_rank(SquareSet::ALL);
    }
    if form.kings && form.event == Event::Now && !form.may_decline() {
        rules.check_by_playing();
    }
    if form.occupied == Occupied::Assassin {
        let form = form.clone();
        rules.attack_otherwise(Promise::nothing(), move |rules, position, target, by| {
            may_be_assassinated(rules, position, target, by, &form)
        });
    }
    if rules.has_attribute(Attribute::Kamikaze) {
        install_kamikaze(condition, &form, rules);
    }
    let spares_others = matches!(form.occupied, Occupied::Relaxed | Occupied::Strict);
    let touch = match form.event {
        Event::Now if spares_others && !form.turncoats && !form.kings => Touch::Rebirth,
        Event::Now => Touch::Captures,
        _ => Touch::Anything,
    };
    let turncoats = form.turncoats;
    super::buried::install(&form, rules);
    match form.event {
        Event::Now => {
            let displaces = form.displaces(true, rules.army());
            rules.after(
                Rank::CIRCE,
                Promise::from(touch).displacing(displaces),
                move |view, turn, outcome| {
                    be_reborn(view, turn, &form, outcome);
                },
            );
        }
        _ => super::delayed::install(form, rules),
    }
    if turncoats {
        rules.after(Rank::CIRCE, touch, turn_over);
    }
}

/// A man that was reborn changes sides.
fn turn_over(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    if let Some(on) = turn.reborn {
        let man = view.piece_on(on);
        // A king that is reborn has not been taken, whatever becomes of it.
        if turn.trial && man.is_royal() {
            return;
        }
        let piece = man.with_sides(man.sides().swapped());
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}

fn install_kamikaze(condition: &Condition, form: &Form, rules: &mut RulesBuilder<'_>) {
    let is_plain = form.event == Event::Now && !form.has_choice();
    if !is_plain || form.occupied != Occupied::Relaxed {
        let key = &condition.key;
        rules.refuse(format!(
            "kamikaze men in this form of `{key}` are not defined"
        ));
    }
    let form = form.clone();
    rules.after(Rank::CIRCE, Touch::Captures, move |view, turn, outcome| {
        bring_back_kamikaze(view, turn, &form, outcome);
    });
}

/// A kamikaze man that captures is reborn too, if it can be, and takes the walk that the form gives to men
/// reborn. That it vanishes otherwise is not printed.
fn bring_back_kamikaze(view: View<'_>, turn: &Turn, form: &Form, outcome: &mut Outcome<'_>) {
    let (Some(captured), Some(from)) = (turn.captured, turn.now) else {
        return;
    };
    let was = view.piece_on(from);
    if !was.has(Attribute::Kamikaze) {
        return;
    }
    let lent = Some(captured.piece).filter(|man| !man.is_royal());
    let man = match was.is_royal() {
        true => was,
        false => was.with_walk(form.other_reborn_as(was.walk(), lent.map(Piece::walk))),
    };
    let Candidate { from: left, to, .. } = turn.candidate;
    let subject = Subject {
        man,
        was,
        id: turn.id,
        chooser: turn.id,
        side: turn.side,
        walk: man.walk(),
        promoted: man.has(Attribute::Frischauf),
        home: turn.side,
        on: to,
        from: left,
        stands: None,
        went: vector(view.geometry(), left, to),
        tried: false,
    };
    let reason = Reason::CapturerRebirth;
    let on = form.square(view, &subject);
    match on.filter(|&on| on == from || view.position.is_free(on)) {
        Some(on) if on == from => outcome.push(Effect::Note(from), reason),
        Some(to) => outcome.push(Effect::Move { from, to }, reason),
        None if man.is_royal() && !turn.trial => return outcome.refuse(),
        None => return outcome.push(Effect::Remove { on: from }, Reason::Silent),
    }
    if let Some(on) = on.filter(|_| man != was) {
        outcome.push(Effect::Alter { on, piece: man }, reason);
    }
}

/// A capture, as far as rebirths depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    /// The captured man.
    pub captured: Captured,
    /// The capturing man as it is behind the capture.
    pub captor: Piece,
    /// The same as it was before.
    pub departed: Piece,
    /// Who it is.
    pub captor_id: ManId,
    /// Who captures.
    pub side: Side,
    /// Departure and arrival.
    pub way: (Square, Square),
}

impl Capture {
    /// That of the move being played.
    pub fn of(view: View<'_>, turn: &Turn) -> Option<Capture> {
        Some(Capture {
            captured: turn.captured?,
            captor: turn.now.map_or(turn.departed, |on| view.piece_on(on)),
            departed: turn.departed,
            captor_id: turn.id,
            side: turn.side,
            way: (turn.candidate.from, turn.candidate.to),
        })
    }

    /// That of a candidate, before anything happens.
    pub fn ahead(view: View<'_>, side: Side, candidate: &Candidate) -> Option<Capture> {
        let on = candidate.captured?;
        let (piece, id) = (view.piece_on(on), view.position.id_on(on));
        let departed = view.piece_on(candidate.from);
        Some(Capture {
            captured: Captured { piece, id, on },
            captor: departed,
            departed,
            captor_id: view.position.id_on(candidate.from),
            side,
            way: (candidate.from, candidate.to),
        })
    }
}

impl Form {
    /// What a capture makes of the captured man; none if it is not concerned.
    pub fn subject(&self, view: View<'_>, capture: &Capture) -> Option<Subject> {
        let Capture {
            captured, captor, ..
        } = *capture;
        let lent = Some(capture.departed).filter(|man| !man.is_royal());
        let lent = lent.map(Piece::walk);
        let walk = self.reborn_as(captured.piece.walk(), lent);
        let man = captured.piece.with_walk(walk);
        let chosen_by = if self.of_other { captor.walk() } else { walk };
        self.concerns(man.is_royal(), chosen_by).then(|| Subject {
            man,
            was: captured.piece,
            id: captured.id,
            chooser: match self.of_other {
                true => capture.captor_id,
                false => captured.id,
            },
            side: !capture.side,
            walk: chosen_by,
            promoted: if self.of_other { captor } else { man }.has(Attribute::Frischauf),
            home: if self.of_other {
                capture.side
            } else {
                !capture.side
            },
            on: captured.on,
            from: capture.way.0,
            stands: None,
            went: vector(view.geometry(), capture.way.0, capture.way.1),
            tried: false,
        })
    }
}

fn be_reborn(view: View<'_>, turn: &Turn, form: &Form, outcome: &mut Outcome<'_>) {
    let Some(capture) = Capture::of(view, turn) else {
        return;
    };
    match form.subject(view, &capture) {
        Some(subject) => {
            let place = form.place(view, &subject);
            put_back(view, turn, form, &subject, place, outcome);
        }
        None if form.only.is_some() && form.occupied != Occupied::Strict => {
            list_again(form, outcome);
        }
        None => {}
    }
}

/// The reference lists a capture of a man that is not concerned once for each way in which it looks
/// for squares.
fn list_again(form: &Form, outcome: &mut Outcome<'_>) {
    let ways = match form.square {
        _ if form.may_decline() => 2,
        Rule::Cage => 3,
        _ => 1,
    };
    outcome.choose(ways);
}

/// Puts a man back on the board, as far as the squares there are let it.
pub(super) fn put_back(
    view: View<'_>,
    turn: &Turn,
    form: &Form,
    subject: &Subject,
    place: Place,
    outcome: &mut Outcome<'_>,
) {
    let is_strict = form.occupied == Occupied::Strict;
    let (piece, id) = (subject.man, subject.id);
    // A side that captures a pawn of its own does not promote it.
    let victim = turn.captured.filter(|captured| captured.on == subject.on);
    let is_own = victim.is_some_and(|captured| !captured.piece.is_of(!turn.side));
    let mut caged = None;
    let on = match place.among(|on| view.may_be_reborn(on)) {
        Place::On(on) => on,
        Place::Caged(cages) if cages.is_empty() && is_strict => return outcome.refuse(),
        Place::Caged(cages) if cages.is_empty() => return,
        Place::Caged(cages) => {
            let (on, becomes) = cages[outcome.choose(cages.len())];
            caged = Some(becomes);
            Some(on)
        }
        place @ (Place::AnyOf(_) | Place::OneOf(_)) => {
            // The first choice may be to leave the man off the board.
            match place.choose(form.may_decline(), outcome) {
                None => return,
                chosen => chosen,
            }
        }
    };
    let Some(on) = on else {
        if is_strict {
            outcome.refuse();
        }
        return;
    };
    if !view.position.is_free(on) {
        let man = view.piece_on(on);
        match form.occupied {
            Occupied::Assassin if man.is_some() && !(man.is_royal() && man.is_of(turn.side)) => {
                outcome.push(Effect::Remove { on }, Reason::Silent);
            }
            Occupied::Assassin | Occupied::Strict => return outcome.refuse(),
            occupied => {
                if occupied == Occupied::Relaxed || man.is_none() {
                    return;
                }
                if occupied == Occupied::Volcanic {
                    return go_below(view, form, subject, (on, caged), outcome);
                }
                make_room(view, on, outcome);
            }
        }
    }
    outcome.bring_back(Captured {
        piece: subject.was,
        id,
        on: subject.on,
    });
    outcome.push(Effect::Place { on, piece, id }, Reason::Rebirth);
    match caged {
        Some(piece) => outcome.push(Effect::Alter { on, piece }, Reason::Promotion),
        None if form.promotes() && !is_own => outcome.promote_on(on, subject.side),
        None => {}
    }
}

/// The man goes below the one on its square, as what it is to be when it comes up.
fn go_below(
    view: View<'_>,
    form: &Form,
    subject: &Subject,
    (on, caged): (Square, Option<Piece>),
    outcome: &mut Outcome<'_>,
) {
    let (piece, id) = (subject.man, subject.id);
    outcome.push(Effect::Bury { on, piece, id }, Reason::Burial);
    let becomes = caged.unwrap_or_else(|| form.choose_form(view, subject, on, outcome));
    outcome.push(Effect::AlterBelow { on, piece: becomes }, Reason::Promotion);
    if form.turncoats {
        let piece = becomes.with_sides(becomes.sides().swapped());
        outcome.push(Effect::AlterBelow { on, piece }, Reason::SideChange);
    }
}

/// Whether a capture of some other man would bring this one back on `target` and so take who
/// stands there.
fn may_be_assassinated(
    rules: &Rules,
    position: &mut Position,
    target: Square,
    by: Side,
    form: &Form,
) -> bool {
    let captures = rules.captures(position, by);
    captures.into_iter().any(|candidate| {
        let view = rules.view(position);
        let subject = Capture::ahead(view, by, &candidate)
            .filter(|capture| capture.captured.on != target)
            .and_then(|capture| form.subject(view, &capture));
        // A pawn that promotes by its capture may choose another square for the man.
        let may_hit = |subject: &Subject| {
            form.of_other || form.has_choice() || form.square(view, subject) == Some(target)
        };
        subject.is_some_and(|subject| may_hit(&subject))
            && rules.capture_takes_royal(position, candidate, by)
    })
}
