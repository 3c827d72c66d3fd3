//! Circe: a captured man is reborn.

use super::super::{Boards, Caption, Definition, Pawns};
use super::buried::{go_below, make_room};
use super::chain::push_along;
use super::form::{Adapt, Event, Form, NO_CAGE, Occupied, Rule, pawns};
use super::square::Place;
use super::subject::Subject;
use crate::attributes::mark_promoted_men;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Piece};
use crate::position::{Effect, ManId, Reason};
use crate::problem::Condition;
use crate::rules::{
    Captured, Claim, Displaces, EffectScope, Fact, Numbered, Outcome, PlayedMove, Promise,
    PseudoMove, Rank, RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "circe",
    pawns,
    caption: Caption::without(&["rex-exclusive", "last-move", "obligatory"]),
    summary: "A captured man is reborn on the square of the array that belongs to it, if that is empty; officers on the \
              square of the colour they were captured on, pawns on their file, fairy men on the promotion square of \
              their file. Kings are reborn in the form rex inclusive only.",
    install,
    boards: Boards::Array,
    numbers,
    claims: |condition| match condition.has_flag("cage") {
        true => &[
            Claim::Owns(Thing::CapturedMen),
            Claim::Needs(Thing::QuestionsInMoves),
        ],
        false => &[Claim::Owns(Thing::CapturedMen)],
    },
    facts: &[Fact::KamikazeMenReturn],
    announce: Form::foretell,
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

pub(super) fn numbers(condition: &Condition) -> Numbered {
    match SEARCHED_IN_FULL.iter().any(|form| condition.has_flag(form)) {
        true => Numbered::CANDIDATES,
        false => Numbered::FEWEST,
    }
}

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let mut form = Form::of(condition, Occupied::Relaxed, false, rules);
    let why = "only a man that captures is reborn where it is";
    Form::refuse(condition, &["calvet", "cheylan"], why, rules);
    if form.square == Rule::Cage && form.kings {
        Form::refuse(condition, &["rex-inclusive"], NO_CAGE, rules);
    }
    form.announce(rules);
    // Men that are marked have the same rule already.
    if form.adapt == Adapt::Frischauf && !rules.has_attribute(Attribute::Frischauf) {
        mark_promoted_men(rules);
    }
    if pawns(condition) == Pawns::Act {
        rules.pawns_leave_first_rank(SquareSet::ALL);
    }
    if form.kings && form.event == Event::Now && !form.may_decline() {
        rules.check_by_playing();
    }
    if form.occupied == Occupied::Assassin {
        let form = form.clone();
        take_by_rebirth(rules, move |view, side, way, on| {
            may_hit(view, side, way, on, &form)
        });
    }
    if rules.has_attribute(Attribute::Kamikaze) {
        install_kamikaze(condition, &form, rules);
    }
    let spares_others = matches!(form.occupied, Occupied::Relaxed | Occupied::Strict);
    if condition.has_flag("nuclear") {
        super::chain::install_nuclear(condition, &form, rules);
    }
    if form.occupied == Occupied::Chain {
        super::chain::refuse_what_has_no_chain(condition, &form, rules);
    }
    let touch = match form.event {
        Event::Now if spares_others && !form.turncoats && !form.kings => EffectScope::Rebirth,
        Event::Now => EffectScope::Captures,
        _ => EffectScope::Anything,
    };
    let turncoats = form.turncoats;
    super::buried::install(&form, rules);
    match form.event {
        Event::Now => {
            let promise = Promise::from(touch).displacing(form.displaces(true, rules.army()));
            // Kings are then none of its business.
            let promise = match form.kings {
                true => promise,
                false => promise.standing(),
            };
            rules.after(Rank::CIRCE, promise, move |view, played, outcome| {
                be_reborn(view, played, &form, outcome);
            });
        }
        _ => super::delayed::install(form, rules),
    }
    if turncoats {
        let promise = Promise::from(touch).displacing(Displaces::Few(0));
        rules.after(Rank::CIRCE, promise, turn_over);
    }
}

/// A man that was reborn changes sides.
fn turn_over(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    if let Some(on) = played.reborn {
        let man = view.piece_on(on);
        // A king that is reborn has not been taken, whatever becomes of it.
        if played.trial && man.is_royal() {
            return;
        }
        let piece = man.turned();
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
    rules.after(
        Rank::CIRCE,
        Promise::from(EffectScope::Captures).displacing(Displaces::Few(1)),
        move |view, played, outcome| {
            bring_back_kamikaze(view, played, &form, outcome);
        },
    );
}

/// A kamikaze man that captures is reborn too, if it can be, and takes the walk that the form gives to men
/// reborn. That it vanishes otherwise is not printed.
fn bring_back_kamikaze(
    view: View<'_>,
    played: &PlayedMove,
    form: &Form,
    outcome: &mut Outcome<'_>,
) {
    let (Some(captured), Some(from)) = (played.captured, played.now) else {
        return;
    };
    let was = view.piece_on(from);
    if !was.has(Attribute::Kamikaze) {
        return;
    }
    let man = match was.is_royal() {
        true => was,
        false => was.with_walk(form.other_reborn_as(was.walk(), Some(captured.piece))),
    };
    let PseudoMove { from: left, to, .. } = played.pseudo_move;
    let subject = Subject::of(man, played.id, played.side, to).behind(view, left, to);
    let reason = Reason::CapturerRebirth;
    let on = form.square(view, &subject);
    match on.filter(|&on| on == from || view.position.is_free(on)) {
        Some(on) if on == from => outcome.push(Effect::Note(from), reason),
        Some(to) => outcome.push(Effect::Move { from, to }, reason),
        None if man.is_royal() && !played.trial => return outcome.refuse(),
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
    pub fn of(view: View<'_>, played: &PlayedMove) -> Option<Capture> {
        Some(Capture {
            captured: played.captured?,
            captor: played.now.map_or(played.departed, |on| view.piece_on(on)),
            departed: played.departed,
            captor_id: played.id,
            side: played.side,
            way: (played.pseudo_move.from, played.pseudo_move.to),
        })
    }

    /// That of a pseudo-legal move, before anything happens.
    pub fn ahead(view: View<'_>, side: Side, pseudo_move: &PseudoMove) -> Option<Capture> {
        let on = pseudo_move.captured?;
        let (piece, id) = (view.piece_on(on), view.position.id_on(on));
        let departed = view.piece_on(pseudo_move.from);
        Some(Capture {
            captured: Captured { piece, id, on },
            captor: departed,
            departed,
            captor_id: view.position.id_on(pseudo_move.from),
            side,
            way: (pseudo_move.from, pseudo_move.to),
        })
    }
}

impl Form {
    /// What a capture makes of the captured man; none if it is not concerned.
    pub fn subject(&self, view: View<'_>, capture: &Capture) -> Option<Subject> {
        let Capture { captured, side, .. } = *capture;
        let (from, to) = capture.way;
        let walk = self.reborn_as(captured.piece.walk(), Some(capture.departed));
        let man = captured.piece.with_walk(walk);
        let subject = Subject {
            was: captured.piece,
            ..Subject::of(man, captured.id, !side, captured.on).behind(view, from, to)
        };
        let subject = match self.of_other {
            true => subject.where_other_is(capture.captor, capture.captor_id, side),
            false => subject,
        };
        self.concerns(&subject).then_some(subject)
    }
}

fn be_reborn(view: View<'_>, played: &PlayedMove, form: &Form, outcome: &mut Outcome<'_>) {
    let Some(capture) = Capture::of(view, played) else {
        return;
    };
    if let Some(subject) = form.subject(view, &capture) {
        let place = form.place_now(view, &subject, outcome);
        put_back(view, played, form, &subject, place, outcome);
    }
}

/// Puts a man back on the board, as far as the squares there are let it.
pub(super) fn put_back(
    view: View<'_>,
    played: &PlayedMove,
    form: &Form,
    subject: &Subject,
    place: Place,
    outcome: &mut Outcome<'_>,
) {
    let (piece, id) = (subject.man, subject.id);
    // A side that captures a pawn of its own does not promote it.
    let victim = played.captured.filter(|captured| captured.on == subject.on);
    let is_own = victim.is_some_and(|captured| !captured.piece.is_of(!played.side));
    let place = match view.some_rebirths_are_kept() {
        true => place.among(|on| view.may_be_reborn(on)),
        false => place,
    };
    if place.is_nowhere() {
        if form.occupied == Occupied::Strict {
            outcome.refuse();
        }
        return;
    }
    let Some((on, becomes)) = place.choose(form.may_decline(), outcome) else {
        return;
    };
    if !view.position.is_free(on) {
        let man = view.piece_on(on);
        match form.occupied {
            Occupied::Assassin if man.is_some() && !(man.is_royal() && man.is_of(played.side)) => {
                outcome.push(Effect::Remove { on }, Reason::Silent);
            }
            Occupied::Volcanic if man.is_some() => {
                return go_below(view, form, subject, (on, becomes), outcome);
            }
            Occupied::Parachute if man.is_some() => make_room(view, on, outcome),
            Occupied::Chain if man.is_some() => {
                if !push_along(view, form, !played.side, on, outcome) {
                    return outcome.refuse();
                }
            }
            Occupied::Assassin | Occupied::Strict => return outcome.refuse(),
            Occupied::Relaxed | Occupied::Volcanic | Occupied::Parachute | Occupied::Chain => {
                return;
            }
        }
    }
    outcome.bring_back(Captured {
        piece: subject.was,
        id,
        on: subject.on,
    });
    outcome.push(Effect::Place { on, piece, id }, Reason::Rebirth);
    match becomes {
        Some(Piece::NONE) => outcome.become_no_man_on(on, subject.side),
        Some(piece) => outcome.push(Effect::Alter { on, piece }, Reason::Promotion),
        None if form.promotes() && !is_own => outcome.promote_on(on, subject.side),
        None => {}
    }
}

/// Men are taken where a capture of some other man brings one back: `may_hit` says whether a capture may
/// bring one back on a square.
pub fn take_by_rebirth(
    rules: &mut RulesBuilder<'_>,
    may_hit: impl Fn(View<'_>, Side, &PseudoMove, Square) -> bool + Send + Sync + 'static,
) {
    rules.attack_otherwise(Promise::nothing(), move |rules, position, target, by| {
        rules
            .judge()
            .captures(position, by)
            .into_iter()
            .any(|pseudo_move| {
                pseudo_move.captured != Some(target)
                    && may_hit(rules.view(position), by, &pseudo_move, target)
                    && rules.judge().capture_takes_royal(position, pseudo_move, by)
            })
    });
}

fn may_hit(
    view: View<'_>,
    side: Side,
    pseudo_move: &PseudoMove,
    target: Square,
    form: &Form,
) -> bool {
    let subject =
        Capture::ahead(view, side, pseudo_move).and_then(|capture| form.subject(view, &capture));
    // A pawn that promotes by its capture may choose another square for the man.
    subject.is_some_and(|subject| {
        form.of_other || form.has_choice() || form.square(view, &subject) == Some(target)
    })
}
