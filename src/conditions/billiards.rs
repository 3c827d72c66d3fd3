//! Billiards: the edges throw bishops back.

use super::{Boards, Definition, Pawns};
use crate::men::{WalkId, walk_id};
use crate::rules::{Claim, Lending, Loan, Manner, RulesBuilder, Thing, Walks};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "billiards",
    pawns: |_| Pawns::Usual,
    summary: "Bishops, and queens on their diagonals, go on from a square of the edge at a right angle, any number of \
              times, and capture and check so. A man that finds its whole way round empty may go back to its own square. \
              In a corner a way ends.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    claims: |_| &[Claim::Owns(Thing::MovesInPlace)],
    ..Definition::BASE
};

/// Who goes how.
const FIGURES: [(WalkId, WalkId); 2] = [
    (walk_id::BISHOP, walk_id::BILLIARD_BISHOP),
    (walk_id::QUEEN, walk_id::BILLIARD_QUEEN),
];

fn install(rules: &mut RulesBuilder<'_>) {
    rules.may_use(FIGURES.map(|(_, goes_as)| goes_as));
    let lending = Lending::of(Loan::Figure, Manner::InPlace)
        .for_all_purposes()
        .heard();
    rules.lend(lending, |view, actor, _| {
        let walk = view.piece_on(actor.square).walk();
        let figure = FIGURES.into_iter().find(|(usual, _)| *usual == walk);
        figure
            .map(|(_, goes_as)| goes_as)
            .into_iter()
            .collect::<Walks>()
    });
}
