//! SAT: a king is in check when it has a flight.

use super::{Definition, Names};
use crate::board::Square;
use crate::position::Position;
use crate::problem::{Argument, Condition};
use crate::rules::{Actor, CheckQuestion, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "sat",
    names: Names {
        en: "SAT",
        de: "SAT",
        fr: "SAT",
    },
    inventor: None,
    summary: "A king is in check when it can step to a square where no hostile man would observe it; whether it is \
              observed where it stands does not matter. With a number, it is in check when it has more such squares, its \
              own among them, than the number says. Kings cannot be captured.",
    install,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let numbers = condition
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Number(_, number) => Some(*number),
            _ => None,
        });
    let numbers: Vec<i32> = numbers.collect();
    if numbers.len() > 1 {
        rules.refuse("SAT with a number for each side is not supported yet");
    }
    let allowed = numbers.first().map_or(0, |&number| number.max(0) as usize);
    rules.check(move |question, position| {
        let royals = position.royals_of(question.side());
        royals
            .into_iter()
            .any(|king| exceeds(question, position, king, allowed))
    });
    rules.forbid_capture_of_hostile_kings();
}

/// Whether the king has more flights than allowed. Its own square counts only where some are.
fn exceeds(
    question: CheckQuestion<'_>,
    position: &mut Position,
    king: Square,
    allowed: usize,
) -> bool {
    let own = usize::from(allowed > 0 && !question.usual(position));
    own + flights(question, position, king) > allowed
}

/// The steps of the king after which it would not be observed.
fn flights(question: CheckQuestion<'_>, position: &mut Position, king: Square) -> usize {
    let (rules, side) = (question.rules(), question.side());
    let actor = Actor { square: king, side };
    let steps = rules.view(position).steps(actor).into_iter();
    let is_safe = |position: &mut Position| !question.usual(position);
    let flees = steps.filter(|step| {
        let after = rules.after_move(position, side, *step, |position, _| is_safe(position));
        after == Some(true)
    });
    flees.count()
}
