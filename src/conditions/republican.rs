//! Republican chess: a side may put the hostile king on the board where it is mated.

use super::{Caption, Definition, Param};
use crate::board::{Side, Square};
use crate::men::{Piece, walk_id};
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::problem::Condition;
use crate::rules::{Displaces, Outcome, PlayedMove, Promise, Rank, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "republican-chess",
    caption: Caption {
        usual_type: Some("type2"),
        ..Caption::PLAIN
    },
    summary: "There need be no kings. Whatever is asked for, the side that moves may put the king of the other side, if \
              that has none, on any empty square on which it is mated.",
    decisions: "Both sides may, so a defender can refute by mating the attacker's king. In type 1 nobody may any more once a \
                king was put on the board; in type 2, the usual one, the side that is mated may answer in kind.",
    install: |condition, rules| install(condition, rules),
    options: Some(&[Param::Flag("type1"), Param::Flag("type2")]),
    kings_free: true,
    samples: &["Type2"],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let king = rules.army().walk(walk_id::KING);
    rules.may_use([king]);
    let asked = rules.slot(Slot::named("mated").lasting(Lifetime::Question));
    let rests = Promise::rests(move |view, _| view.position.slot(asked) != 0);
    let only_once = condition.has_flag("type1");
    let placed = only_once.then(|| rules.slot(Slot::named("king-put-on-board")));
    rules.after_trying(
        Rank::REPUBLIC,
        rests.displacing(Displaces::Few(1)),
        move |rules, position, played, outcome| {
            let is_over = placed.is_some_and(|slot| position.slot(slot) != 0);
            if played.trial || is_over || position.slot(asked) != 0 {
                return;
            }
            let places = place(rules, position, played, (king, asked), outcome);
            if let (true, Some(slot)) = (places, placed) {
                outcome.push(Effect::Set { slot, value: 1 }, Reason::Silent);
            }
        },
    );
}

/// Puts the king on the board if the player likes, and tells whether it does.
fn place(
    rules: &Rules,
    position: &mut Position,
    played: &PlayedMove,
    (king, asked): (crate::men::WalkId, Slot),
    outcome: &mut Outcome<'_>,
) -> bool {
    let side = !played.side;
    if !position.royals_of(side).is_empty() {
        return false;
    }
    let piece = Piece::new(king, side.into()).royal();
    let free = rules.geometry().squares() & !position.men() & !position.holes();
    let squares = outcome.find(|| {
        let possible = rules
            .oracle()
            .squares_of_mates(position, free, piece, played.side);
        let mut mates = |on: &Square| is_mated_on(rules, position, side, *on, piece, asked);
        debug_assert!(
            !(free & !possible).into_iter().any(|on| mates(&on)),
            "a square was left out on which the king is mated"
        );
        possible.filter(mates).map(|on| (on, piece)).collect()
    });
    if squares.is_empty() {
        return false;
    }
    let chosen = squares.get(outcome.choose(squares.len() + 1));
    if let Some(&(on, piece)) = chosen {
        outcome.push(Effect::Place { on, piece, id: 0 }, Reason::Shown);
    }
    chosen.is_some()
}

fn is_mated_on(
    rules: &Rules,
    position: &mut Position,
    side: Side,
    on: Square,
    piece: Piece,
    asked: Slot,
) -> bool {
    position.begin_ply(side);
    let value = 1;
    position.apply(Effect::Set { slot: asked, value }, Reason::Silent);
    position.apply(Effect::Place { on, piece, id: 0 }, Reason::Silent);
    let mated = rules.judge().is_mated(position, side);
    position.rewind();
    mated
}
