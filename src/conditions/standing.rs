//! Moves that move nobody: instead of moving, a side changes one of its men where it stands.

use super::{Definition, Param, Pawns};
use crate::board::{Side, Square};
use crate::men::{Piece, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{
    Claim, Displaces, Outcome, PlayedMove, PseudoMove, Rank, RulesBuilder, Thing, View,
};

/// Another walk.
pub static TRANSFORM: Definition = Definition {
    key: "transform-chess",
    pawns: |_| Pawns::Anywhere,
    summary: "Instead of moving, a side may turn one of its men, but no royal one, into a queen, rook, bishop, knight or \
              pawn, or a fairy man of the diagram, where it stands. It must become something else, and no pawn on its last \
              rank. Such a move gives check like any other. White or Black alone may have it. With Adverse it is a man of \
              the other side that is turned.",
    decisions: "A pawn on its own first rank does not act. Neutral men are not turned. Rooks so made do not castle.",
    install: |condition, rules| install(condition, Change::Walk, rules),
    options: Some(&[
        Param::Flag("white"),
        Param::Flag("black"),
        Param::Flag("adverse"),
    ]),
    samples: &["White", "Black", "Adverse"],
    claims: |_| {
        &[
            Claim::Removes(Thing::Steps),
            Claim::Owns(Thing::MovesInPlace),
        ]
    },
    ..Definition::BASE
};

/// The other side.
pub static MACHIAVELLIAN: Definition = Definition {
    key: "machiavellian-chess",
    summary: "Instead of moving, a side may change the colour of one of its own men, but no royal one, where it stands. Such \
              a move gives check like any other. White or Black alone may have it.",
    decisions: "Neutral men are not changed. A pawn on the last rank of its new side stays a pawn.",
    install: |condition, rules| install(condition, Change::Side, rules),
    options: Some(&[Param::Flag("white"), Param::Flag("black")]),
    samples: &["White", "Black"],
    ..TRANSFORM
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Walk,
    Side,
}

const USUAL: [WalkId; 5] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
    walk_id::PAWN,
];

fn install(condition: &Condition, change: Change, rules: &mut RulesBuilder<'_>) {
    if rules.men().any(|man| man.walk().row().goes_round()) {
        rules.refuse(format!(
            "a man of the diagram can go round to its own square: {}",
            Thing::MovesInPlace.why()
        ));
    }
    let walks = match change {
        Change::Walk => walks_in_play(rules),
        Change::Side => Vec::new(),
    };
    rules.may_use(walks.iter().copied());
    let named = [condition.has_flag("white"), condition.has_flag("black")];
    let may = move |side: Side| named == [false; 2] || named[side.index()];
    let adverse = condition.has_flag("adverse");
    let turns = move |side: Side| if adverse { !side } else { side };
    let shared = walks.clone();
    rules.add_moves(Displaces::Nothing, move |view, side, moves| {
        if !may(side) {
            return;
        }
        for on in view.position.men_of(turns(side)) {
            if !changes(view, on, turns(side), change, &shared).is_empty() {
                moves.push(PseudoMove::ordinary(on, on, None));
            }
        }
    });
    rules.after(
        Rank::STANDING,
        Displaces::Few(0),
        move |view, played, outcome| {
            let side = turns(played.side);
            change_where_it_stands(view, played, side, change, &walks, outcome);
        },
    );
}

/// The usual walks and those of the fairy men of the diagram.
fn walks_in_play(rules: &RulesBuilder<'_>) -> Vec<WalkId> {
    let mut walks = USUAL.to_vec();
    let fairy = rules
        .men()
        .filter(|man| !man.is_royal())
        .map(|man| man.walk());
    walks.extend(fairy.filter(|walk| !walk_id::ORTHODOX.contains(walk)));
    walks.sort_by_key(|walk| {
        USUAL
            .iter()
            .position(|usual| usual == walk)
            .unwrap_or(walk.index() + USUAL.len())
    });
    walks.dedup();
    walks
}

/// What a man may become.
fn changes(view: View<'_>, on: Square, side: Side, change: Change, walks: &[WalkId]) -> Vec<Piece> {
    let man = view.piece_on(on);
    if man.is_royal() || man.is_neutral() {
        return Vec::new();
    }
    let last = view.rules.last_rank(side);
    let may_be = |walk: &WalkId| *walk != walk_id::PAWN || view.geometry().rank(on) != last;
    match change {
        Change::Side => vec![man.turned()],
        Change::Walk => {
            let others = walks
                .iter()
                .filter(|walk| **walk != man.walk() && may_be(walk));
            others.map(|walk| man.with_walk(*walk)).collect()
        }
    }
}

fn change_where_it_stands(
    view: View<'_>,
    played: &PlayedMove,
    side: Side,
    change: Change,
    walks: &[WalkId],
    outcome: &mut Outcome<'_>,
) {
    let on = played.pseudo_move.from;
    if on != played.pseudo_move.to || played.now != Some(on) {
        return;
    }
    let pieces = changes(view, on, side, change, walks);
    if pieces.is_empty() {
        return;
    }
    let piece = pieces[outcome.choose(pieces.len())];
    outcome.push(Effect::Alter { on, piece }, Reason::InPlace);
}
