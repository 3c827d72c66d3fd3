//! Republican chess: a side may put the hostile king on the board where it is mated.

use super::{Definition, Names, Param};
use crate::board::{Side, Square};
use crate::men::{Piece, walk_id};
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::problem::{Condition, Genre, Goal};
use crate::rules::{Outcome, Promise, Rank, Rules, RulesBuilder, Turn};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "republican-chess",
    names: Names {
        en: "RepublicanChess",
        de: "RepublikanerSchach",
        fr: "EchecsRepublicains",
    },
    summary: "There need be no kings. Where a mate is asked for, a side that moves may put the king of the other side, if \
              that has none, on any empty square on which it is mated. Type 2, the usual one: both sides may, so the \
              defender can refute by mating the attacker's king; type 1: only the attacker.",
    install: |condition, rules| install(condition, rules),
    options: Some(&[Param::Flag("type1"), Param::Flag("type2")]),
    kings_free: true,
    samples: &["Type2"],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let problem = rules.problem();
    if !problem.goals().any(|goal| goal == Goal::Mate) {
        return;
    }
    let mut placing = Side::BOTH.to_vec();
    if condition.has_flag("type1") {
        let genre = problem.stipulation.map(|asked| asked.genre);
        let attacks = [Genre::Direct, Genre::Help, Genre::Series].map(Some);
        if problem.options.duplex || !attacks.contains(&genre) {
            rules.refuse("type 1 of republican chess needs one side that attacks throughout");
        }
        let attacker = match problem.options.half_duplex {
            true => Side::Black,
            false => Side::White,
        };
        placing = vec![attacker];
    }
    let king = rules.army().walk(walk_id::KING);
    rules.may_use([king]);
    let asked = rules.slot(Slot::named("mated").lasting(Lifetime::Question));
    let rests = Promise::rests(move |view, _| view.position.slot(asked) != 0);
    rules.after_trying(
        Rank::REPUBLIC,
        rests,
        move |rules, position, turn, outcome| {
            let may_place = placing.contains(&turn.side) && !turn.trial;
            if may_place && position.slot(asked) == 0 {
                place(rules, position, turn, (king, asked), outcome);
            }
        },
    );
}

fn place(
    rules: &Rules,
    position: &mut Position,
    turn: &Turn,
    (king, asked): (crate::men::WalkId, Slot),
    outcome: &mut Outcome<'_>,
) {
    let side = !turn.side;
    if !position.royals_of(side).is_empty() {
        return;
    }
    let piece = Piece::new(king, side.into()).royal();
    let free = rules.geometry().squares() & !position.men() & !position.holes();
    let mates = |on: &Square| {
        rules.may_be_mated_on(position, *on, turn.side)
            && is_mated_on(rules, position, side, *on, piece, asked)
    };
    let squares: Vec<Square> = free.into_iter().filter(mates).collect();
    if squares.is_empty() {
        return;
    }
    if let Some(&on) = squares.get(outcome.choose(squares.len() + 1)) {
        outcome.push(Effect::Place { on, piece, id: 0 }, Reason::Shown);
    }
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
    let mated = rules.is_mated(position, side);
    position.rewind();
    mated
}
