//! All-in, half-in and mainly-in chess: a side may move men of the other side.

use super::Definition;
use crate::board::SquareSet;
use crate::position::LastMoveFact;
use crate::rules::{Fact, Numbered, Promise, Role, RulesBuilder};

/// Both sides' men.
pub static ALL: Definition = Definition {
    key: "all-in-chess",
    summary: "Either side may move men of both, kings too, each as it moves and captures for its own side. A move \
              without capture may not just take back the one before it. No king can be captured, and the own king may not \
              be left in check.",
    install: |_, rules| {
        lend(rules, |own| own);
        forbid_undoing(rules);
    },
    decisions: LENT,
    options: Some(&[]),
    numbers: |_| Numbered::ALL,
    facts: &[Fact::SidesShareMen, Fact::DutiesAreVoid],
    ..Definition::BASE
};

/// The other side's men.
pub static HALF: Definition = Definition {
    key: "half-in-chess",
    summary: "A side moves men of the other side only, each as it moves and captures for that side. No king can be \
              captured, and the own king may not be left in check.",
    decisions: HALF_IN,
    install: |_, rules| lend(rules, |_| SquareSet::EMPTY),
    ..ALL
};

/// Both sides' men but for the one moved last.
pub static MAINLY: Definition = Definition {
    key: "mainly-in-chess",
    summary: "As all-in chess, but the man that made the last move may not move at once again.",
    install: |_, rules| {
        lend(rules, |own| own);
        rest_after_move(rules);
    },
    ..ALL
};

const LENT: &str = "Rules on moves and captures, and their effects, go by the side that moves: it captures nothing under \
                    no capture, whoever owns the man. Ultra-patrol and functionary chess go by the owner. Rules that bind \
                    a side to some of its moves (maximummer, must capture, alphabetic chess, forced squares) bind nobody.";

const HALF_IN: &str = "A neutral man is moved as a man of the other side. Rules on moves and captures, and their effects, \
                       go by the side that moves: it captures nothing under no capture, whoever owns the man. Rules that \
                       bind a side to some of its moves (maximummer, must capture, alphabetic chess, forced squares) bind \
                       nobody.";

fn lend(rules: &mut RulesBuilder<'_>, own: fn(SquareSet) -> SquareSet) {
    rules.sides(
        Promise::nothing(),
        move |view, side, role, men| match role {
            Role::Moves => own(men),
            Role::Lent => view.position.men_of(!side),
            Role::Captured | Role::Observes => men,
        },
    );
    rules.forbid_capture_of_hostile_kings();
    rules.forbid_capture_of_own_kings();
    rules.choose_freely();
}

fn forbid_undoing(rules: &mut RulesBuilder<'_>) {
    rules.remember_last_move([
        LastMoveFact::Departure,
        LastMoveFact::Arrival,
        LastMoveFact::Capture,
        LastMoveFact::Mover,
        LastMoveFact::Arrived,
    ]);
    rules.keep_move(Promise::nothing(), |view, _, pseudo_move| {
        let last = view.position.last_move();
        let undoes =
            last.departure == Some(pseudo_move.to) && last.arrival == Some(pseudo_move.from);
        !undoes || last.captured.is_some() || pseudo_move.is_capture() || last.mover != last.arrived
    });
}

fn rest_after_move(rules: &mut RulesBuilder<'_>) {
    rules.remember_last_move([LastMoveFact::Identities]);
    rules.keep_move(Promise::departure(), |view, _, pseudo_move| {
        let [last, _] = view.position.last_move().identities;
        last == 0 || view.position.id_on(pseudo_move.from) != last
    });
}
