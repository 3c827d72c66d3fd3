//! Anticirce: the capturing man is reborn.

use super::super::{Boards, Definition, Names};
use super::buried::make_room;
use super::captured::LATE;
use super::form::{Adapt, Form, Occupied, Rule};
use super::square::{Place, Subject, array_squares, vector};
use crate::attributes::mark_promoted_men;
use crate::board::{Side, Square};
use crate::men::{Attribute, Piece, Sides};
use crate::position::{Effect, Entry, Position, Reason};
use crate::problem::Condition;
use crate::rules::{Outcome, Rank, Rules, RulesBuilder, Touch, Turn, View};

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
    install,
    boards: Boards::Array,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::of(condition, Occupied::Strict, true, rules);
    Form::refuse(
        condition,
        &LATE,
        "a man that captures is reborn at once or not at all",
        rules,
    );
    form.announce(rules);
    if form.occupied == Occupied::Assassin {
        let form = form.clone();
        rules.attack_otherwise(move |rules, position, target, by| {
            may_be_assassinated(rules, position, target, by, &form)
        });
    }
    if form.adapt == Adapt::Frischauf {
        mark_promoted_men(rules);
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
    let act = move |view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>| {
        be_reborn(view, turn, &form, outcome);
    };
    let rank = Rank::CAPTURER_REBIRTH;
    match is_plain && !promotes_early {
        true => rules.move_capturer(rank, array_squares, displaces, act),
        false => rules.after_displacing(rank, Touch::Captures, displaces, act),
    }
    if turncoats {
        rules.after_touching(Rank::CAPTURER_REBIRTH, Touch::Captures, turn_over);
    }
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
    };
    let is_strict = form.occupied == Occupied::Strict;
    let mut becomes = subject.man;
    let to = match form.place(view, &subject) {
        Place::On(to) => to,
        Place::Caged(cages) if cages.is_empty() => None,
        Place::Caged(cages) => {
            let (to, promoted) = cages[outcome.choose(cages.len())];
            becomes = promoted;
            Some(to)
        }
        Place::OneOf(mut squares) => {
            if form.square == Rule::Super && !squares.contains(&from) {
                squares.push(from);
                squares.sort();
            }
            let declines = form.square == Rule::Super && !is_strict;
            let count = squares.len() + usize::from(declines);
            if count == 0 {
                return outcome.refuse();
            }
            match outcome.choose(count).checked_sub(declines.into()) {
                None => return,
                Some(place) => Some(squares[place]),
            }
        }
    };
    let Some(to) = to else {
        if is_strict {
            outcome.refuse();
        }
        return;
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
                Occupied::Relaxed => return,
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
