//! Transmission menace: a threatened man may also move like those that threaten it.

use super::facing::WATCH;
use super::{Definition, Names};
use crate::rules::{Ring, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "transmission-menace",
    names: Names {
        en: "TransmissionMenace",
        de: "TransmissionMenace",
        fr: "TransmissionMenace",
    },
    summary: "A man, kings included, that hostile men observe with walks of their own also moves, captures and checks \
              like each of these.",
    decisions: WATCH,
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.list_by_squares();
    let guard = rules.guard();
    rules.borrow_walk(move |view, actor, purpose, walks| {
        if purpose.is_to_watch() {
            return;
        }
        let observers = view.ask_once(guard, |view| {
            view.observers(actor.square, !actor.side, Ring::Actor)
        });
        for on in observers.unwrap_or_default() {
            let walk = view.piece_on(on).walk();
            if !walks.contains(&walk) {
                walks.push(walk);
            }
        }
    });
}
