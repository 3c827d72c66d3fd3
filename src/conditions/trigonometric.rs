//! Trigonometric chess: before every move a die says by how much the move is turned about the
//! square it starts from.
//!
//! While no roll is known every one of the four may have come, so a side is mated only if no
//! roll gives it a move, and in help play it takes the roll it likes.

use super::{Boards, Caption, Definition, Printed};
use crate::board::{Course, Joins, Roll, Side};
use crate::position::{Effect, Position, Reason, Rolls, Slot};
use crate::problem::{Argument, Condition, Dice, Problem};
use crate::rules::{Claim, Kind, Numbered, Promise, PseudoMove, Rules, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "trigonometric-chess",
    caption: Caption::of(Printed::Dice),
    summary: "Before each move a die is thrown: 0, 90, 180 or -90 degrees. A man other than a pawn makes its move, \
              capturing if it captures, and is then turned by that angle about its departure to a square that must \
              be empty; only the final position must be legal, but a king may not pass an attacked square. Castling \
              needs 0. Check is as usual. Whoever has no move for his roll is mated, or stalemated, by it.",
    install,
    boards: Boards::Straight,
    numbers: |_| Numbered::FEWEST,
    claims: |_| &[Claim::Removes(Thing::Steps), Claim::Removes(Thing::Ways)],
    ..Definition::BASE
};

/// Which dice are thrown and what is known of the rolls; none without this condition.
///
/// ```
/// use dawson::conditions::dice;
/// use dawson::problem::{Condition, Problem};
/// let mut problem = Problem::new();
/// assert!(dice(&problem).is_none());
/// problem.conditions.push(Condition::plain("trigonometric-chess"));
/// assert!(dice(&problem).is_some_and(|(_, rolls)| rolls.is_empty()));
/// ```
pub fn dice(problem: &Problem) -> Option<(Dice, Vec<Roll>)> {
    let mut conditions = problem.conditions.iter();
    let condition = conditions.find(|condition| condition.key == DEFINITION.key)?;
    let dice = match condition.has_flag(Dice::TwoD6.key()) {
        true => Dice::TwoD6,
        false => Dice::D12,
    };
    Some((dice, rolls(condition)))
}

/// The rolls among the arguments.
fn rolls(condition: &Condition) -> Vec<Roll> {
    let roll = |argument: &Argument| match argument {
        Argument::Number(name, degrees) if name == "roll" => Roll::from_degrees(*degrees),
        _ => None,
    };
    condition.arguments.iter().filter_map(roll).collect()
}

/// The condition with these dice and rolls.
pub fn trigonometric(dice: Dice, rolls: &[Roll]) -> Condition {
    let mut condition = Condition::plain(DEFINITION.key);
    let rolls = rolls
        .iter()
        .map(|roll| Argument::Number("roll".to_owned(), roll.degrees()));
    condition.arguments.extend(rolls);
    if dice != Dice::default() {
        let flag = Argument::Flag(dice.key().to_owned());
        condition.arguments.push(flag);
    }
    condition
}

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let known = rolls(condition);
    if known.len() > Rolls::LIMIT {
        let reason = format!("at most {} rolls", Rolls::LIMIT);
        rules.refuse_argument(DEFINITION.names().en, reason);
    }
    let board = rules.geometry();
    if board.joins() != Joins::None || board.course() != Course::Open {
        rules.refuse("trigonometric chess: a way round the board has no angle");
    }
    if rules.options().set_play && !known.is_empty() {
        rules.refuse("set play with given rolls: whose roll is the first?");
    }
    rules.set_up(move |position| {
        let (slot, value) = (Slot::ROLLS, Rolls::known(&known).packed());
        position.apply(Effect::Set { slot, value }, Reason::Silent);
    });
    rules.rewrite(Promise::nothing(), turn);
}

/// Every way the die may turn a pseudo-legal move.
fn turn(
    rules: &Rules,
    position: &mut Position,
    side: Side,
    pseudo_move: PseudoMove,
    into: &mut Vec<PseudoMove>,
) {
    let known = Rolls::of_slot(position.slot(Slot::ROLLS)).and_then(Rolls::next);
    let piece = position.piece_on(pseudo_move.from);
    let is_turned = pseudo_move.kind == Kind::Ordinary && !piece.walk().row().is_pawn();
    if !is_turned {
        let any_roll = piece.walk().row().is_pawn();
        if any_roll || known.is_none_or(|roll| roll == Roll::Zero) {
            into.push(pseudo_move);
        }
        return;
    }
    if matches!(known, None | Some(Roll::Zero)) {
        into.push(pseudo_move);
    }
    let turns = Roll::ALL.into_iter().filter(|roll| *roll != Roll::Zero);
    let turns = turns.filter(|roll| known.is_none_or(|known| known == *roll));
    let arrivals = turns.filter_map(|roll| arrival(rules, position, &pseudo_move, roll));
    let arrivals: Vec<PseudoMove> = arrivals.collect();
    let may_pass = !piece.is_royal() || arrivals.is_empty();
    if may_pass || is_safe(rules, position, side, &pseudo_move) {
        into.extend(arrivals);
    }
}

/// The pseudo-legal move turned by a roll, if its square is there and empty.
fn arrival(
    rules: &Rules,
    position: &Position,
    pseudo_move: &PseudoMove,
    roll: Roll,
) -> Option<PseudoMove> {
    let to = roll.carried(rules.geometry(), pseudo_move.from, pseudo_move.to)?;
    let empty = position.piece_on(to).is_none() || pseudo_move.captured == Some(to);
    empty.then_some(PseudoMove { to, ..*pseudo_move })
}

/// Whether a royal man could stop where it passes.
fn is_safe(rules: &Rules, position: &mut Position, side: Side, pseudo_move: &PseudoMove) -> bool {
    position.begin_ply(!side);
    if let Some(on) = pseudo_move.captured {
        position.apply(Effect::Remove { on }, Reason::Capture);
    }
    let (from, to) = (pseudo_move.from, pseudo_move.to);
    if from != to {
        position.apply(Effect::Move { from, to }, Reason::Movement);
    }
    let safe = !rules.judge().in_check(position, side);
    position.rewind();
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_tell_what_they_were_made_of() {
        let mut problem = Problem::new();
        let rolls = [Roll::Left, Roll::Zero];
        problem.conditions.push(trigonometric(Dice::TwoD6, &rolls));
        assert_eq!(dice(&problem), Some((Dice::TwoD6, rolls.to_vec())));
    }
}
