//! Face to face, back to back, cheek to cheek: a man goes like the hostile man beside it.

use super::super::{Definition, Pawns};
use super::neighbour::{WATCH_AND_CHECKS, beside, lend_all};
use crate::rules::{Actor, Claim, Lending, Loan, Manner, RulesBuilder, Thing, View, Walks};

/// Face to face.
pub static FACE: Definition = Definition {
    key: "face-to-face",
    pawns: |_| Pawns::Act,
    decisions: WATCH_AND_CHECKS,
    summary: "A man with a hostile man directly in front of it moves, captures and checks like that man and not by its \
              own walk. Kings included.",
    install: |_, rules| install(&[(0, 1)], false, rules),
    claims: |_| &[Claim::Owns(Thing::Lender)],
    ..Definition::BASE
};

/// Back to back.
pub static BACK: Definition = Definition {
    key: "back-to-back",
    summary: "A man with a hostile man directly behind it moves, captures and checks like that man and not by its own \
              walk. Kings included.",
    install: |_, rules| install(&[(0, -1)], false, rules),
    ..FACE
};

/// Cheek to cheek.
pub static CHEEK: Definition = Definition {
    key: "cheek-to-cheek",
    summary: "A man with a hostile man directly to its left or right moves and captures like that man and not by its own \
              walk; with two such neighbours it has the moves of both. It checks by its own walk as well. Kings included.",
    install: |_, rules| install(&[(1, 0), (-1, 0)], true, rules),
    ..FACE
};

/// Where men `keep` their walk they still check with it.
fn install(places: &'static [(i8, i8)], keep: bool, rules: &mut RulesBuilder<'_>) {
    lend_all(rules);
    let in_place = Lending::of(Loan::Neighbour, Manner::InPlace);
    let lends = move |view: View<'_>, actor: Actor| lent(view, actor, places);
    match keep {
        false => rules.lend(in_place, move |view, actor, _| lends(view, actor)),
        true => {
            rules.lend(in_place.for_moves(), move |view, actor, _| {
                lends(view, actor)
            });
            let beside = Lending::of(Loan::Neighbour, Manner::Beside).for_checks();
            rules.lend(beside, move |view, actor, _| lends(view, actor));
        }
    }
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
