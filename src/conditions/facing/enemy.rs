//! Face to face, back to back, cheek to cheek: a man goes like the hostile man beside it.

use super::super::{Definition, Pawns};
use super::{Checks, WATCH_AND_CHECKS, beside, lend_all, settle_checks};
use crate::conditions::bolero::BOLERO_INVERSE;
use crate::rules::{Actor, Purpose, Ring, RulesBuilder, View, Walks};

/// Face to face.
pub static FACE: Definition = Definition {
    key: "face-to-face",
    pawns: |_| Pawns::Act,
    decisions: WATCH_AND_CHECKS,
    summary: "A man with a hostile man directly in front of it moves, captures and checks like that man and not by its \
              own walk. Kings included.",
    install: |_, rules| install(&[(0, 1)], false, rules),
    ..Definition::BASE
};

/// Back to back.
pub static BACK: Definition = Definition {
    key: "back-to-back",
    pawns: |_| Pawns::Act,
    decisions: WATCH_AND_CHECKS,
    summary: "A man with a hostile man directly behind it moves, captures and checks like that man and not by its own \
              walk. Kings included.",
    install: |_, rules| install(&[(0, -1)], false, rules),
    ..Definition::BASE
};

/// Cheek to cheek.
pub static CHEEK: Definition = Definition {
    key: "cheek-to-cheek",
    pawns: |_| Pawns::Act,
    decisions: WATCH_AND_CHECKS,
    summary: "A man with a hostile man directly to its left or right moves and captures like that man and not by its own \
              walk; with two such neighbours it has the moves of both. It checks by its own walk as well. Kings included.",
    install: |_, rules| install(&[(1, 0), (-1, 0)], true, rules),
    ..Definition::BASE
};

/// Where men `keep` their walk they still check with it.
fn install(places: &'static [(i8, i8)], keep: bool, rules: &mut RulesBuilder<'_>) {
    lend_all(rules);
    let checks = match keep {
        true => Checks::WithLent,
        false => Checks::WithOwn,
    };
    settle_checks(rules, checks, move |view, actor| lent(view, actor, places));
    let bolero = rules.has_condition(BOLERO_INVERSE.key);
    rules.borrow_walk(move |view, actor, purpose, walks| {
        let checks = purpose == Purpose::Observe(Ring::Capture);
        if purpose.is_to_watch() || bolero && checks {
            return;
        }
        let lent = lent(view, actor, places);
        if keep && checks {
            walks.extend(lent);
        } else if !lent.is_empty() {
            *walks = lent;
        }
    });
}

/// The walks of the hostile men on these squares beside a man.
fn lent(view: View<'_>, actor: Actor, places: &[(i8, i8)]) -> Walks {
    let squares = places
        .iter()
        .filter_map(|&(files, ranks)| beside(view, actor.square, actor.side, files, ranks));
    let men = squares.map(|on| view.piece_on(on));
    let mut lent: Walks = men
        .filter(|man| man.is_of(!actor.side))
        .map(|man| man.walk())
        .collect();
    lent.dedup();
    lent
}
