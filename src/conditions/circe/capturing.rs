//! Anticirce: the capturing man is reborn.

use super::super::{Boards, Definition, Names};
use super::buried::make_room;
use super::captured::LATE;
use super::delayed::{Waiting, displacement};
use super::form::{Adapt, Form, Occupied, Rule};
use super::square::{Place, Subject, array_squares, vector};
use crate::attributes::mark_promoted_men;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Piece, Sides};
use crate::position::{Effect, Entry, Position, Reason, Slot};
use crate::problem::Condition;
use crate::rules::{Numbered, Outcome, Promise, Rank, Rules, RulesBuilder, Touch, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "anti-circe",
    names: Names {
        en: "AntiCirce",
        de: "AntiCirce",
        fr: "AntiCirce",
    },
    inventor: Some("Pierre Monréal and Jean-Pierre Boyer"),
    summary: "A man that captures, kings included, is reborn at once on the square of the array that belongs to it; if \
              that is occupied the capture is illegal. Type Calvet allows a capture on the rebirth square itself, type \
              Cheylan does not.",
    decisions: "In the form relaxed a man that cannot be reborn leaves the board. Under Parrain it is reborn behind the next \
                move, as far from the square of the capture as that move goes.",
    install,
    boards: Boards::Array,
    numbers: |_| Numbered::CAPTURES,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::of(condition, Occupied::Strict, true, rules);
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
        rules.attack_otherwise(Promise::nothing(), move |rules, position, target, by| {
            may_be_assassinated(rules, position, target, by, &form)
        });
    }
    rules.check_by_playing();
    let (turncoats, promotes_early) = (form.turncoats, form.promotes_early);
    let is_plain = Form {
        never_at_home: false,
        ..form.clone()
    } == Form::of(
        &Condition::plain(&condition.key),
        Occupied::Strict,
        true,
        rules,
    );
    super::buried::install(&form, rules);
    let displaces = form.displaces(false, rules.army());
    let (square, occupied, never_at_home) = (form.square, form.occupied, form.never_at_home);
    let act = move |view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>| {
        be_reborn(view, turn, &form, outcome);
    };
    // A man may always stay where it captured.
    let always_stands = square == Rule::Super && occupied == Occupied::Strict && !never_at_home;
    let promise = match is_plain && !promotes_early {
        true => Promise::homes(array_squares),
        false if always_stands => Promise::from(Touch::Captures).standing(),
        false => Touch::Captures.into(),
    };
    rules.after(Rank::CAPTURER_REBIRTH, promise.displacing(displaces), act);
    if turncoats {
        rules.after(Rank::CAPTURER_REBIRTH, Touch::Captures, turn_over);
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
    rules.after(rank, nobody_waits, move |view, turn, outcome| {
        let waits = Waiting::of(view.position.slot(slot));
        let way = waits.and_then(|waits| go_on(view, turn, &form, &waits, outcome));
        let captor = turn.captured.zip(turn.now);
        let captor = captor.map(|(captured, now)| Waiting {
            man: view.piece_on(now),
            id: turn.id,
            on: captured.on,
            side: turn.side,
            found: way
                .filter(|(from, _)| *from == now)
                .map(|(_, to)| to)
                .or(Some(now)),
        });
        let value = captor.map_or(0, Waiting::packed);
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    });
}

/// From where to where a man goes on, if any does.
fn go_on(
    view: View<'_>,
    turn: &Turn,
    form: &Form,
    waits: &Waiting,
    outcome: &mut Outcome<'_>,
) -> Option<(Square, Square)> {
    let from = waits.found?;
    let stands = view.piece_on(from).is_some();
    let man = if stands {
        view.piece_on(from)
    } else {
        waits.man
    };
    let subject = Subject {
        man,
        was: man,
        id: waits.id,
        chooser: waits.id,
        side: waits.side,
        walk: man.walk(),
        promoted: man.has(Attribute::Frischauf),
        home: waits.side,
        on: waits.on,
        from: turn.candidate.from,
        stands: Some(from),
        went: displacement(view, &turn.candidate),
        tried: turn.trial,
    };
    let to = form.square(view, &subject);
    let is_open = |&to: &Square| to == from || view.position.is_free(to);
    let concerned = stands && form.concerns(man.is_royal(), man.walk());
    let Some(to) = to.filter(is_open) else {
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
fn turn_over(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    let is_rebirth = |entry: &Entry| entry.reason == Reason::CapturerRebirth;
    let reborn = view.position.last_ply().iter().any(is_rebirth);
    if let Some(on) = turn.now.filter(|_| reborn) {
        let man = view.piece_on(on);
        let piece = man.with_sides(man.sides().swapped());
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}

/// The square is that of the walk after promotion, from the square of the captured man.
fn be_reborn(view: View<'_>, turn: &Turn, form: &Form, outcome: &mut Outcome<'_>) {
    let (Some(captured), Some(from)) = (turn.captured, turn.now) else {
        return;
    };
    // Another rule may have turned the man over before.
    let man = view.piece_on(from);
    let side = match man.sides() {
        Sides::White => Side::White,
        Sides::Black => Side::Black,
        Sides::Both => turn.side,
    };
    // A man that the other side moves is reborn at the home of that side.
    let side = match turn.departed.is_of(turn.side) {
        true => side,
        false => !side,
    };
    let lent = Some(captured.piece).filter(|man| !man.is_royal());
    let lent = lent.map(Piece::walk);
    let walk = form.reborn_as(man.walk(), lent);
    let other = captured.piece;
    let chosen_by = if form.of_other { other.walk() } else { walk };
    if !form.concerns(man.is_royal(), chosen_by) {
        return;
    }
    let subject = Subject {
        man: man.with_walk(walk),
        was: man,
        id: turn.id,
        chooser: if form.of_other { captured.id } else { turn.id },
        side,
        walk: chosen_by,
        promoted: match form.of_other {
            true => other.has(Attribute::Frischauf),
            false => man.has(Attribute::Frischauf),
        },
        home: if form.of_other { !side } else { side },
        on: captured.on,
        from: turn.candidate.from,
        stands: Some(from),
        went: vector(view.geometry(), turn.candidate.from, turn.candidate.to),
        tried: turn.trial,
    };
    let is_strict = form.occupied == Occupied::Strict;
    let mut becomes = subject.man;
    let place = match form.place(view, &subject) {
        Place::AnyOf(squares) => Place::AnyOf(squares | SquareSet::of(from)),
        place => place,
    };
    let to = match place {
        Place::On(to) => to,
        Place::Caged(cages) if cages.is_empty() && !is_strict => return,
        Place::Caged(cages) if cages.is_empty() => None,
        Place::Caged(cages) => {
            let (to, promoted) = cages[outcome.choose(cages.len())];
            becomes = promoted;
            Some(to)
        }
        place @ (Place::AnyOf(_) | Place::OneOf(_)) => {
            match place.choose(form.may_decline(), outcome) {
                None => return,
                chosen => chosen,
            }
        }
    };
    let Some(to) = to else {
        return match form.occupied {
            Occupied::Strict => outcome.refuse(),
            Occupied::Relaxed => outcome.push(Effect::Remove { on: from }, Reason::Silent),
            Occupied::Assassin | Occupied::Volcanic | Occupied::Parachute => {}
        };
    };
    if form.never_at_home && to == from {
        return outcome.refuse();
    }
    if to == from {
        outcome.push(Effect::Note(from), Reason::CapturerRebirth);
    } else {
        if !view.position.is_free(to) {
            let other = view.piece_on(to);
            let is_own_king = other.is_royal() && other.is_of(turn.side);
            match form.occupied {
                Occupied::Assassin if other.is_some() && !is_own_king => {
                    outcome.push(Effect::Remove { on: to }, Reason::Silent);
                }
                Occupied::Volcanic if other.is_some() => {
                    let (piece, id) = (subject.man, turn.id);
                    outcome.push(Effect::Remove { on: from }, Reason::Burial);
                    outcome.push(Effect::Bury { on: to, piece, id }, Reason::Burial);
                    if form.square != Rule::Cage {
                        becomes = form.choose_form(view, &subject, to, outcome);
                    }
                    let promotes = Effect::AlterBelow {
                        on: to,
                        piece: becomes,
                    };
                    outcome.push(promotes, Reason::Promotion);
                    if form.turncoats {
                        let piece = becomes.with_sides(becomes.sides().swapped());
                        outcome.push(Effect::AlterBelow { on: to, piece }, Reason::SideChange);
                    }
                    return;
                }
                Occupied::Parachute if other.is_some() => make_room(view, to, outcome),
                Occupied::Relaxed => {
                    return outcome.push(Effect::Remove { on: from }, Reason::Silent);
                }
                _ => return outcome.refuse(),
            }
        }
        outcome.push(Effect::Move { from, to }, Reason::CapturerRebirth);
    }
    if walk != man.walk() {
        let piece = man.with_walk(walk);
        outcome.push(Effect::Alter { on: to, piece }, Reason::CapturerRebirth);
    }
    if becomes != subject.man {
        let piece = becomes;
        outcome.push(Effect::Alter { on: to, piece }, Reason::Promotion);
    } else if form.promotes() && form.square != Rule::Cage {
        outcome.promote_on(to, turn.side);
    }
}

/// Whether a man that captures elsewhere would be reborn on `target` and so take who stands there.
fn may_be_assassinated(
    rules: &Rules,
    position: &mut Position,
    target: Square,
    by: Side,
    form: &Form,
) -> bool {
    let captures = rules.captures(position, by);
    captures.into_iter().any(|candidate| {
        let man = position.piece_on(candidate.from);
        let elsewhere = candidate.captured.is_some_and(|on| on != target);
        elsewhere
            && (form.kings || !man.is_royal())
            && rules.capture_takes_royal(position, candidate, by)
    })
}
