//! Danger Circe: a man that is attacked may flee to its rebirth square.

use super::super::Definition;
use super::form::{Form, Occupied, Rule};
use crate::board::Square;
use crate::problem::Condition;
use crate::rules::{Actor, Claim, Fact, Promise, PseudoMove, Ring, RulesBuilder, Thing, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "danger-circe",
    summary: "A man, kings included, that is attacked may also go to its Circe rebirth square, if that is empty or holds \
              a hostile man, which is captured.",
    install,
    claims: |_| &[Claim::Removes(Thing::CountedAttacks)],
    facts: &[Fact::ChecksAskAllMoves],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let form = Form::of(condition, Occupied::Relaxed, true, rules);
    let [fleeing, homes] = [form.clone(), form.clone()];
    rules.add_moves_of_man(Promise::nothing(), move |rules, position, actor, into| {
        let view = rules.view(position);
        let home = home(view, actor, &fleeing);
        let flight = home.and_then(|home| refuge(view, actor, home));
        into.extend(flight.filter(|flight| !view.steps(actor).contains(flight)));
    });
    let reach = Promise::reaches(move |view, man, side, on| {
        let subject = homes.imagined(man, 0, side, on);
        let home = subject.and_then(|subject| homes.square(view, &subject));
        home.into_iter().collect()
    });
    let promise = match form.square {
        Rule::Diagram => Promise::nothing(),
        _ => reach,
    };
    rules.attack_otherwise(promise, move |rules, position, target, side| {
        let mut men = position.men_of(side).into_iter();
        men.any(|square| {
            let (view, actor) = (rules.view(position), Actor { square, side });
            let home = home(view, actor, &form).filter(|home| *home == target);
            let flight = home.and_then(|home| refuge(view, actor, home));
            let capture = flight.filter(|pseudo_move| pseudo_move.captured == Some(target));
            capture.is_some_and(|capture| rules.judge().capture_counts(position, capture, side))
        })
    });
}

/// The rebirth square of a man, as if it had been captured where it stands, unless it stands there.
fn home(view: View<'_>, actor: Actor, form: &Form) -> Option<Square> {
    let walk = view.piece_on(actor.square).walk();
    let subject = form.departing(view, actor, walk)?;
    let home = form.square(view, &subject);
    home.filter(|home| *home != actor.square)
}

/// The move of a man to its rebirth square, if it is attacked and may go there.
fn refuge(view: View<'_>, actor: Actor, to: Square) -> Option<PseudoMove> {
    let Actor { square: from, side } = actor;
    let captured = match view.piece_on(to) {
        man if man.is_none() => None,
        man if man.is_of(!side) => Some(to),
        _ => return None,
    };
    let is_free = captured.is_some() || view.position.is_free(to);
    (is_free && view.is_observed(from, !side, Ring::Actor))
        .then(|| PseudoMove::ordinary(from, to, captured))
}
