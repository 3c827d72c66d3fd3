//! Anticirce: the capturing man is reborn.

use super::super::{Boards, Caption, Definition};
use super::buried::{go_below, make_room};
use super::captured::take_by_rebirth;
use super::delayed::Waiting;
use super::form::{Adapt, Form, LATE, Occupied, Rule};
use super::square::{Place, array_squares};
use super::subject::Subject;
use crate::attributes::mark_promoted_men;
use crate::board::{Square, SquareSet};
use crate::men::Piece;
use crate::position::{Effect, Entry, Reason, Slot};
use crate::problem::Condition;
use crate::rules::{
    Claim, Displaces, EffectScope, Fact, Numbered, Outcome, PlayedMove, Promise, PseudoMove, Rank,
    RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "anti-circe",
    caption: Caption::without(&["rex-inclusive", "calvet"]),
    summary: "A man that captures, kings included, is reborn at once on the square of the array that belongs to it; if \
              that is occupied the capture is illegal. Type Calvet allows a capture on the rebirth square itself, type \
              Cheylan does not.",
    decisions: "In the form relaxed a man that cannot be reborn leaves the board. Under Parrain it is reborn behind the next \
                move, as far from the square of the capture as that move goes.",
    install,
    boards: Boards::Array,
    numbers: |_| Numbered::CAPTURES,
    claims: |condition| match condition.has_flag("cage") {
        true => &[
            Claim::Owns(Thing::Captors),
            Claim::Needs(Thing::QuestionsInMoves),
        ],
        false => &[Claim::Owns(Thing::Captors)],
    },
    facts: &[Fact::CaptorsAreReborn],
    announce: Form::foretell,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let mut form = Form::of(condition, Occupied::Strict, true, rules);
    let now_or_never = "a man that captures is reborn at once, by another rule, or not at all";
    form.announce(rules);
    if form.adapt == Adapt::Frischauf {
        mark_promoted_men(rules);
    }
    if form.square == Rule::Parrain {
        Form::refuse(condition, &ALTERS, now_or_never, rules);
        rules.check_by_playing();
        return install_late(form, rules);
    }
    Form::refuse(condition, &LATE, now_or_never, rules);
    if form.occupied == Occupied::Assassin {
        let form = form.clone();
        take_by_rebirth(rules, move |view, _, way, _| may_hit(view, way, &form));
    }
    let plain = Condition::plain(&condition.key);
    let is_plain = Form {
        never_at_home: false,
        ..form.clone()
    } == Form::of(&plain, Occupied::Strict, true, rules);
    // A man may always stay where it captured.
    let always_stands =
        form.square == Rule::Super && form.occupied == Occupied::Strict && !form.never_at_home;
    // Somewhere a man that captures a king would find room.
    if form.square != Rule::Super {
        rules.check_by_playing();
    }
    let promise = match is_plain && !form.promotes_early {
        true => Promise::homes(array_squares),
        false if always_stands => Promise::from(EffectScope::Captures).standing(),
        false => EffectScope::Captures.into(),
    };
    super::buried::install(&form, rules);
    let promise = promise.displacing(form.displaces(false, rules.army()));
    let turncoats = form.turncoats;
    rules.after(
        Rank::CAPTURER_REBIRTH,
        promise,
        move |view, played, outcome| {
            be_reborn(view, played, &form, outcome);
        },
    );
    if turncoats {
        let promise = Promise::from(EffectScope::Captures).displacing(Displaces::Few(0));
        rules.after(Rank::CAPTURER_REBIRTH, promise, turn_over);
    }
}

/// Words that make another man of the one that is reborn, or want room for it.
const ALTERS: [&str; 10] = [
    "clone",
    "chameleon",
    "einstein",
    "reversal-einstein",
    "couscous",
    "turncoats",
    "assassin",
    "volcanic",
    "parachute",
    "cheylan",
];

/// Under Parrain whoever stands where a man captured goes on behind the next move, as far as that one
/// went.
fn install_late(form: Form, rules: &mut RulesBuilder<'_>) {
    let slot = rules.slot(Slot::named("last-captor"));
    let rank = Rank::CAPTURER_REBIRTH;
    let nobody_waits = Promise::rests(move |view, _| view.position.slot(slot) == 0);
    rules.after(rank, nobody_waits, move |view, played, outcome| {
        let waits = Waiting::of(view.position.slot(slot));
        let way = waits.and_then(|waits| go_on(view, played, &form, &waits, outcome));
        let captor = played
            .captured
            .zip(played.now)
            .map(|(captured, now)| Waiting {
                man: view.piece_on(now),
                id: played.id,
                on: captured.on,
                side: played.side,
                found: Some(match way {
                    Some((from, to)) if from == now => to,
                    _ => now,
                }),
            });
        let value = captor.map_or(0, Waiting::packed);
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    });
}

/// From where to where a man goes on, if any does.
fn go_on(
    view: View<'_>,
    played: &PlayedMove,
    form: &Form,
    waits: &Waiting,
    outcome: &mut Outcome<'_>,
) -> Option<(Square, Square)> {
    let from = waits.found?;
    let stands = view.piece_on(from).is_some();
    let man = match stands {
        true => view.piece_on(from),
        false => waits.man,
    };
    let subject = Waiting { man, ..*waits }.subject(view, played);
    let concerned = stands && form.concerns(&subject);
    let to = form.square(view, &subject);
    let Some(to) = to.filter(|&to| to == from || view.position.is_free(to)) else {
        match form.occupied {
            Occupied::Strict if concerned || !stands => outcome.refuse(),
            Occupied::Strict => {}
            _ if concerned => outcome.push(Effect::Remove { on: from }, Reason::Silent),
            _ => {}
        }
        return None;
    };
    match to == from {
        _ if !concerned => return None,
        true => outcome.push(Effect::Note(from), Reason::CapturerRebirth),
        false => {
            outcome.push(Effect::Move { from, to }, Reason::CapturerRebirth);
            outcome.promote_on(to, waits.side);
        }
    }
    Some((from, to))
}

/// A man that was reborn changes sides.
fn turn_over(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let is_rebirth = |entry: &Entry| entry.reason == Reason::CapturerRebirth;
    let reborn = view.position.last_ply().iter().any(is_rebirth);
    if let Some(on) = played.now.filter(|_| reborn) {
        let piece = view.piece_on(on).turned();
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}

/// The square is that of the walk after promotion, from the square of the captured man.
fn be_reborn(view: View<'_>, played: &PlayedMove, form: &Form, outcome: &mut Outcome<'_>) {
    let (Some(captured), Some(from)) = (played.captured, played.now) else {
        return;
    };
    // Another rule may have turned the man over before; one that the other side moves is reborn at the
    // home of that side.
    let man = view.piece_on(from);
    let side = match man.is_of(played.side) == played.departed.is_of(played.side) {
        true => played.side,
        false => !played.side,
    };
    let PseudoMove { from: left, to, .. } = played.pseudo_move;
    let other = captured.piece;
    let walk = form.reborn_as(man.walk(), Some(other));
    let subject = Subject {
        stands: Some(from),
        tried: played.trial,
        ..Subject::of(man.with_walk(walk), played.id, side, captured.on).behind(view, left, to)
    };
    let subject = match form.of_other {
        true => subject.where_other_is(other, captured.id, !side),
        false => subject,
    };
    if !form.concerns(&subject) {
        return;
    }
    let place = match form.place_now(view, &subject, outcome) {
        Place::AnyOf(squares) => Place::AnyOf(squares | SquareSet::of(from)),
        place => place,
    };
    if place.is_nowhere() {
        return match form.occupied {
            Occupied::Strict => outcome.refuse(),
            Occupied::Relaxed if form.square != Rule::Cage => {
                outcome.push(Effect::Remove { on: from }, Reason::Silent);
            }
            _ => {}
        };
    }
    let Some((to, becomes)) = place.choose(form.may_decline(), outcome) else {
        return;
    };
    if to == from && form.never_at_home {
        return outcome.refuse();
    }
    if to != from && !view.position.is_free(to) {
        let other = view.piece_on(to);
        let is_own_king = other.is_royal() && other.is_of(played.side);
        match form.occupied {
            Occupied::Assassin if other.is_some() && !is_own_king => {
                outcome.push(Effect::Remove { on: to }, Reason::Silent);
            }
            Occupied::Volcanic if other.is_some() => {
                outcome.push(Effect::Remove { on: from }, Reason::Burial);
                return go_below(view, form, &subject, (to, becomes), outcome);
            }
            Occupied::Parachute if other.is_some() => make_room(view, to, outcome),
            Occupied::Relaxed => {
                return outcome.push(Effect::Remove { on: from }, Reason::Silent);
            }
            _ => return outcome.refuse(),
        }
    }
    let effect = match to == from {
        true => Effect::Note(from),
        false => Effect::Move { from, to },
    };
    outcome.push(effect, Reason::CapturerRebirth);
    if walk != man.walk() {
        let piece = man.with_walk(walk);
        outcome.push(Effect::Alter { on: to, piece }, Reason::CapturerRebirth);
    }
    match becomes {
        Some(Piece::NONE) => outcome.become_no_man_on(to, played.side),
        Some(piece) if piece != subject.man => {
            outcome.push(Effect::Alter { on: to, piece }, Reason::Promotion);
        }
        None if form.promotes() => outcome.promote_on(to, played.side),
        _ => {}
    }
}

/// Whoever captures may be reborn on any square, as far as is known here.
fn may_hit(view: View<'_>, pseudo_move: &PseudoMove, form: &Form) -> bool {
    form.kings || !view.piece_on(pseudo_move.from).is_royal()
}
