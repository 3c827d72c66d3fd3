//! Danger Circe: a man that is attacked may flee to its rebirth square.

use super::super::{Definition, Names};
use super::form::{Form, Occupied, Rule};
use super::immune::{departing, imagined};
use crate::board::{Side, Square};
use crate::problem::Condition;
use crate::rules::{Actor, Candidate, Promise, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "danger-circe",
    names: Names {
        en: "DangerCirce",
        de: "GefahrenCirce",
        fr: "CirceDanger",
    },
    inventor: None,
    summary: "A man, kings included, that is attacked may also go to its Circe rebirth square, if that is empty or holds \
              a hostile man, which is captured.",
    install,
    decisions: "A flight that is also an ordinary move of the man is listed a second time, as the reference does.",
    ..Definition::BASE
};

/// A flight that is also an ordinary move of the man is listed a second time, as the reference does.
fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::of(condition, Occupied::Relaxed, true, rules);
    let fleeing = form.clone();
    rules.add_candidates_of_man(Promise::nothing(), move |rules, position, actor, into| {
        let view = rules.view(position);
        into.extend(refuge(view, actor, &fleeing));
    });
    let homes = form.clone();
    let reach = Promise::reaches(move |view, man, side, on| {
        let subject = imagined(man, 0, side, (on, man.walk()), &homes);
        let home = subject.and_then(|subject| homes.square(view, &subject));
        home.into_iter().collect()
    });
    let depends = form.square == Rule::Diagram;
    let promise = if depends { Promise::nothing() } else { reach };
    rules.attack_otherwise(promise, move |rules, position, target, side| {
        let mut men = position.men_of(side).into_iter();
        men.any(|square| {
            let view = rules.view(position);
            let flight = refuge(view, Actor { square, side }, &form);
            let capture = flight.filter(|candidate| candidate.captured == Some(target));
            capture.is_some_and(|capture| rules.capture_counts(position, capture, side))
        })
    });
}

/// The move of a man to its rebirth square, if it is attacked and may go there.
fn refuge(view: View<'_>, actor: Actor, form: &Form) -> Option<Candidate> {
    let Actor { square: from, side } = actor;
    let walk = view.piece_on(from).walk();
    let subject = departing(view, side, (from, walk), form)?;
    let to = form.square(view, &subject).filter(|to| *to != from)?;
    let captured = match view.piece_on(to) {
        man if man.is_none() => None,
        man if man.is_of(!side) => Some(to),
        _ => return None,
    };
    let is_free = captured.is_some() || view.position.is_free(to);
    (is_free && is_attacked(view, from, !side)).then(|| Candidate::ordinary(from, to, captured))
}

fn is_attacked(view: View<'_>, on: Square, by: Side) -> bool {
    view.is_observed(on, by, Ring::Actor)
}
