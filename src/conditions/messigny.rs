//! Messigny chess: instead of moving, a man may change places with an enemy man of its walk.

use super::{Boards, Definition, Param, Pawns};
use crate::board::{Side, Square, SquareSet};
use crate::position::LastMoveFact;
use crate::rules::{Actor, Displaces, Kind, PseudoMove, Purpose, View, exchanges_first};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "messigny-chess",
    pawns: |_| Pawns::Act,
    summary: "Instead of moving, a man may change places with an enemy man of the same walk anywhere on the board; men \
              just exchanged take no part in an exchange on the next move.",
    decisions: "In an exchange the man of the side that plays counts as the one that moves: volage and half-neutral men \
                change when it is they, not when they are fetched. A man that is lent a walk changes places with the men of \
                that walk, but Bolero lends none for that.",
    install: |condition, rules| {
        let rex_exclusive = condition.has_flag("rex-exclusive");
        rules.remember_last_move([LastMoveFact::Exchange]);
        rules.list_by(exchanges_first);
        rules.add_moves(Displaces::Nothing, move |view, side, into| {
            add_exchanges(view, side, rex_exclusive, into);
        });
    },
    options: Some(&[Param::Flag("rex-exclusive")]),
    boards: Boards::Any,
    samples: &["RexExclusive"],
    ..Definition::BASE
};

fn add_exchanges(view: View<'_>, side: Side, rex_exclusive: bool, into: &mut Vec<PseudoMove>) {
    let exchanged = view.position.last_move().exchange;
    let resting: SquareSet = exchanged.into_iter().flatten().collect();
    let takes_part = |square: Square| !(rex_exclusive && view.piece_on(square).is_royal());
    for from in view.position.men_of(side) & !resting {
        let walks = view.walks(Actor { square: from, side }, Purpose::Exchange);
        let is_alike = |&to: &Square| walks.contains(&view.piece_on(to).walk());
        let partners = view.position.men_of(!side) & !resting & !SquareSet::of(from);
        let mut partners: Vec<Square> = partners.into_iter().filter(is_alike).collect();
        partners.reverse();
        for to in partners
            .into_iter()
            .filter(|&to| takes_part(from) && takes_part(to))
        {
            into.push(PseudoMove {
                from,
                to,
                captured: None,
                kind: Kind::Exchange,
            });
        }
    }
}
