//! Games without royal kings: losing chess and extinction chess.

use super::Definition;
use crate::board::{Side, SquareSet};
use crate::men::{Rank, walk_id};
use crate::position::{Effect, Position, Reason};
use crate::problem::Goal;
use crate::rules::{Claim, Fact, Numbered, Promise, PseudoMove, Rules, RulesBuilder, Thing, View};

/// Losing chess.
pub static LOSING: Definition = Definition {
    key: "losing-chess",
    no_goals: (&[Goal::Mate, Goal::Check], "it knows no check and no mate"),
    summary: "Who can capture must do so. Kings are men like all others: there is no check and no mate, and pawns promote \
              to kings, too.",
    install: |_, rules| {
        install(rules);
        for side in Side::BOTH {
            rules.select_best(side, Promise::ways(), |_, pseudo_move| {
                pseudo_move.is_capture().into()
            });
        }
    },
    options: Some(&[]),
    kings_free: true,
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// Extinction chess.
pub static EXTINCTION: Definition = Definition {
    key: "extinction-chess",
    summary: "A side is in check if the last of its men of some kind, kings, queens, rooks, bishops, knights or pawns, \
              could be captured, and mated if it cannot prevent that. Kings are men like all others; pawns promote to \
              kings, too, and the last pawn may promote.",
    install: |_, rules| {
        install(rules);
        rules.check(|question, position| {
            may_lose_a_kind(question.rules(), position, question.side())
        });
    },
    options: Some(&[]),
    kings_free: true,
    claims: |_| {
        &[
            Claim::Needs(Thing::OneBoard),
            Claim::Removes(Thing::Check),
            Claim::Removes(Thing::QuestionsInMoves),
        ]
    },
    facts: &[Fact::ChecksWithoutKings],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let mut men = rules.men();
    if men.any(|man| man.is_royal() && man.walk().row().rank != Rank::King) {
        rules.refuse("royal men other than kings have no meaning where nobody is royal");
    }
    let king = rules.army().walk(walk_id::KING);
    rules.add_promotions([king]);
    rules.set_up_first(dethrone);
}

/// Kings become men like all others.
fn dethrone(position: &mut Position) {
    for on in position.men() {
        let man = position.piece_on(on);
        if man.is_royal() {
            let piece = man.non_royal();
            position.apply(Effect::Alter { on, piece }, Reason::Silent);
        }
    }
}

/// Whether a capture, with all that follows it, could leave the side without men of a kind that it
/// has.
fn may_lose_a_kind(rules: &Rules, position: &mut Position, side: Side) -> bool {
    let view = rules.view(position);
    let last = last_of_their_kind(view, side);
    let takes = |way: &PseudoMove| way.captured.is_some_and(|on| last.contains(on));
    let captures = rules.judge().captures(position, !side);
    captures.into_iter().filter(takes).any(|way| {
        let walk = way.captured.map(|on| position.piece_on(on).walk());
        rules
            .judge()
            .some_capture_leaves(position, way, !side, |position| {
                let left = walk.map(|walk| position.with_walk(walk) & position.men_of(side));
                left.is_some_and(|left| left.is_empty())
            })
    })
}

fn last_of_their_kind(view: View<'_>, side: Side) -> SquareSet {
    let men = view.position.men_of(side);
    let is_last = |on: &crate::board::Square| {
        let alike = view.position.with_walk(view.piece_on(*on).walk()) & men;
        alike.len() == 1
    };
    men.into_iter().filter(is_last).collect()
}
