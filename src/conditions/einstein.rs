//! Einstein chess: men lose power by moving and gain it by capturing.

use super::{Boards, Definition, Pawns};
use crate::men::{WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::{
    Claim, EffectScope, Fact, Kind, Loan, Outcome, PlayedMove, Rank, RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "einstein-chess",
    pawns: |_| Pawns::Act,
    summary: "Moving without capture turns queen into rook, rook into bishop, bishop into knight, knight into pawn; \
              capturing goes the other way. Pawns do not promote and advance up to three squares from the first rank.",
    install: |_, rules| install(Rank::EINSTEIN, [1, -1], Changing::EveryPart, rules),
    options: Some(&[]),
    boards: Boards::Array,
    claims: |_| &[Claim::Needs(Thing::UsualOfficers)],
    facts: &[Fact::PawnsStandAnywhere],
    ..Definition::BASE
};

/// Reversal Einstein chess.
pub static REVERSAL: Definition = Definition {
    key: "reversal-einstein-chess",
    pawns: |_| Pawns::Act,
    summary: "Moving without capture turns pawn into knight, knight into bishop, bishop into rook, rook into queen; \
              capturing goes the other way. Pawns do not promote and advance up to three squares from the first rank.",
    decisions: "In a move of several parts (series capture) a man changes with the first part alone. A man that the other side \
                moves (All-in and Half-in chess) keeps its walk.",
    install: |_, rules| {
        install(
            Rank::REVERSAL_EINSTEIN,
            [-1, 1],
            Changing::FirstPartOfOwnMen,
            rules,
        );
    },
    claims: |_| &[Claim::Needs(Thing::UsualOfficers)],
    facts: &[Fact::PawnsStandAnywhere],
    ..Definition::BASE
};

/// Anti-Einstein chess.
pub static ANTI: Definition = Definition {
    key: "anti-einstein-chess",
    summary: "Moving without capture turns queen into rook, rook into bishop, bishop into knight, knight into pawn; \
              capturing changes nothing. Pawns do not promote and advance up to three squares from the first rank.",
    install: |_, rules| {
        install(
            Rank::ANTI_EINSTEIN,
            [1, 0],
            Changing::FirstPartOfOwnMen,
            rules,
        );
    },
    ..REVERSAL
};

/// From the strongest to the weakest.
const LADDER: [WalkId; 5] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
    walk_id::PAWN,
];

/// Which parts of moves change men.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Changing {
    EveryPart,
    FirstPartOfOwnMen,
}

/// How many steps down the ladder a move without capture leads, and a capture.
fn install(rank: Rank, steps: [isize; 2], changing: Changing, rules: &mut RulesBuilder<'_>) {
    let known = |walk: WalkId| LADDER.contains(&walk) || walk == walk_id::KING;
    if !rules.diagram_walks().all(known) {
        rules.refuse("Einstein chess is for orthodox men");
    }
    rules.may_use(LADDER);
    rules.may_use([walk_id::EINSTEIN_PAWN]);
    rules.set_promotions(Vec::new());
    rules.borrow_walk(Loan::Pawn, |view, actor, _, walks| {
        if view.piece_on(actor.square).walk() == walk_id::PAWN {
            for walk in walks.iter_mut().filter(|walk| **walk == walk_id::PAWN) {
                *walk = walk_id::EINSTEIN_PAWN;
            }
        }
    });
    rules.after(rank, EffectScope::Mover, move |view, played, outcome| {
        let is_first_of_own = || !played.goes_on && played.departed.is_of(played.side);
        let castles = || matches!(played.pseudo_move.kind, Kind::Castling { .. });
        if changing == Changing::EveryPart || is_first_of_own() || castles() {
            climb(view, played, steps, outcome);
        }
    });
}

/// Looks at the arrival square as generated; in castling it is the rook that descends.
fn climb(
    view: View<'_>,
    played: &PlayedMove,
    [moves, captures]: [isize; 2],
    outcome: &mut Outcome<'_>,
) {
    let on = match played.pseudo_move.kind {
        Kind::Castling { partner_to, .. } => partner_to,
        Kind::Exchange | Kind::Board => return,
        _ => played.pseudo_move.to,
    };
    let piece = view.piece_on(on);
    let Some(place) = LADDER
        .iter()
        .position(|&walk| piece.is_some() && walk == piece.walk())
    else {
        return;
    };
    let steps = if played.captured.is_some() {
        captures
    } else {
        moves
    };
    let next = place.saturating_add_signed(steps).min(LADDER.len() - 1);
    if steps == 0 {
        return;
    }
    outcome.push(
        Effect::Alter {
            on,
            piece: piece.with_walk(LADDER[next]),
        },
        Reason::BareWalkChange,
    );
}
