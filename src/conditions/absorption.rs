//! Absorption chess: a man that captures keeps its walk and gains that of the captured man.

use super::{Boards, Definition, Pawns};
use crate::board::Square;
use crate::men::WalkId;
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, EffectScope, PlayedMove, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "absorption-chess",
    pawns: |_| Pawns::Anywhere,
    summary: "A man that captures and is not royal keeps its walk and gains that of the captured man, a pawn too. A man \
              that has the walk of a pawn among others is promoted on its last rank and keeps the others.",
    decisions: "A queen gains nothing from a rook or a bishop. The walk of a pawn does not act on its own first rank and is not \
                gained on the last. A step that is a double step of the pawn and one of another walk, too, is one move, the \
                double step. A man with the walk of a pawn counts as a pawn for all rules, any other sum as a fairy man.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Usual,
    ..Definition::BASE
};

/// With more walks there would be too many sums of them.
const MOST_WALKS: usize = 8;

fn install(rules: &mut RulesBuilder<'_>) {
    rules.may_use_beside(sums);
    rules.after(
        Rank::ABSORPTION,
        Promise::from(EffectScope::Mover).displacing(Displaces::Few(0)),
        |view, played, outcome| {
            let Some(on) = played.now else { return };
            let piece = view.piece_on(on);
            let walk = absorbed(view, played, on);
            if walk != piece.walk() && !piece.is_royal() {
                let piece = piece.with_walk(walk);
                outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
            }
        },
    );
}

/// Every sum of the walks in use.
fn sums(walks: &[WalkId]) -> Result<Vec<WalkId>, String> {
    if let Some(walk) = walks.iter().find(|walk| walk.row().borrows()) {
        let name = walk.row().names.en;
        return Err(format!(
            "what a man gains from one that moves like others, such as {name}, is not defined"
        ));
    }
    if walks.len() > MOST_WALKS {
        return Err(format!(
            "absorption chess with more than {MOST_WALKS} walks would have too many sums of them"
        ));
    }
    let sum = |subset: usize| {
        let chosen = walks.iter().enumerate();
        let chosen = chosen.filter(|(place, _)| subset >> place & 1 == 1);
        WalkId::sum(chosen.map(|(_, &walk)| walk))
    };
    let sums: Option<Vec<WalkId>> = (1..1 << walks.len()).map(sum).collect();
    sums.ok_or_else(|| "too many walks of their own in one run of the program".to_owned())
}

/// The walk of the man that moved: its own, what a promoted man was beside a pawn, and that of the captured man.
fn absorbed(view: View<'_>, played: &PlayedMove, on: Square) -> WalkId {
    let walk = view.piece_on(on).walk();
    let mut gained = Vec::new();
    if played.promoted {
        let former = played.departed.walk().powers().into_iter();
        gained.extend(former.filter(|walk| !walk.row().is_pawn()));
    }
    if let Some(captured) = played
        .captured
        .filter(|captured| !captured.piece.is_royal())
    {
        let is_last = view.rules.last_rank(played.side) == view.geometry().rank(on);
        let powers = captured.piece.walk().powers().into_iter();
        gained.extend(powers.filter(|walk| !(is_last && walk.row().is_pawn())));
    }
    if gained.is_empty() {
        return walk;
    }
    gained.push(walk);
    WalkId::sum(gained).unwrap_or(walk)
}
