//! SAT: a king is in check when it has a flight.

use super::{Caption, Definition, Printed};
use crate::board::{Side, Square};
use crate::position::{Effect, Position, Reason, Slot};
use crate::problem::{Argument, Condition};
use crate::rules::{Actor, CheckQuestion, CheckTurn, Claim, Displaces, Ring, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "sat",
    caption: Caption::of(Printed::Roman),
    summary: "A king is in check when it can step to a square where no hostile man would observe it; whether it is \
              observed where it stands does not matter. With a number, it is in check when it has more such squares, its \
              own among them, than the number says. Kings cannot be captured.",
    install: |condition, rules| install(false, condition, rules),
    claims: |_| {
        &[
            Claim::Needs(Thing::OneBoard),
            Claim::Decides(Thing::Flights, 2),
            Claim::Removes(Thing::StandingKings),
        ]
    },
    ..Definition::BASE
};

/// The strict form.
pub static STRICT: Definition = Definition {
    key: "strict-sat",
    summary: "As SAT, but for a king that was observed before in the play, or is in the diagram, its own square counts as a \
              flight, too, while nobody observes it.",
    install: |condition, rules| install(true, condition, rules),
    claims: |_| {
        &[
            Claim::Needs(Thing::OneBoard),
            Claim::Decides(Thing::Flights, 1),
            Claim::Removes(Thing::StandingKings),
        ]
    },
    ..DEFINITION
};

fn install(is_strict: bool, condition: &Condition, rules: &mut RulesBuilder<'_>) {
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
    let observed = is_strict.then(|| remember_observed_kings(rules));
    let guard = rules.guard();
    rules.turn_check(CheckTurn::Flights, move |question, position| {
        // Rules on what a king's flight leads to may ask for checks themselves.
        let exceeds = question.ask_once(guard, position, |position| {
            let royals = position.royals_of(question.side());
            let was_observed =
                observed.is_some_and(|slot| position.slot(slot) & bit(question.side()) != 0);
            let stays = was_observed || !is_strict && allowed > 0;
            royals
                .into_iter()
                .any(|king| exceeds(question, position, (king, stays), allowed))
        });
        exceeds.unwrap_or_else(|| question.usual(position))
    });
    rules.forbid_capture_of_hostile_kings();
}

/// Before each move it is noted which kings are observed.
fn remember_observed_kings(rules: &mut RulesBuilder<'_>) -> Slot {
    let slot = rules.slot(Slot::named("kings-observed-before"));
    rules.before(Displaces::Nothing, move |view, _, _, outcome| {
        let is_observed = |side: &Side| {
            let mut kings = view.position.royals_of(*side);
            kings.any(|king| view.is_observed(king, !*side, Ring::Capture))
        };
        let former = view.position.slot(slot);
        let now = Side::BOTH.into_iter().filter(is_observed);
        let value = now.fold(former, |bits, side| bits | bit(side));
        if value != former {
            outcome.push(Effect::Set { slot, value }, Reason::Silent);
        }
    });
    slot
}

fn bit(side: Side) -> u128 {
    1 << side.index()
}

/// Whether the king has more flights than allowed. Its own square counts only where some are, or
/// where the strict form says so.
fn exceeds(
    question: CheckQuestion<'_>,
    position: &mut Position,
    (king, stays): (Square, bool),
    allowed: usize,
) -> bool {
    let own = usize::from(stays && !question.usual(position));
    own > allowed || has_flights(question, position, king, allowed + 1 - own)
}

/// Whether the king has at least so many steps after which it would not be observed.
fn has_flights(
    question: CheckQuestion<'_>,
    position: &mut Position,
    king: Square,
    least: usize,
) -> bool {
    let (rules, side) = (question.rules(), question.side());
    let actor = Actor { square: king, side };
    let kings = position.royals_of(!side);
    let steps = rules.view(position).steps(actor).into_iter();
    let steps = steps.filter(|step| step.captured.is_none_or(|on| !kings.contains(on)));
    let mut flees = steps.filter(|step| {
        let is_free = step.captured == Some(step.to) || position.is_free(step.to);
        is_free && question.usual_behind(position, *step) == Some(false)
    });
    flees.nth(least - 1).is_some()
}
