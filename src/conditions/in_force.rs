//! Conditions that are in force during some plies, or in moves for which the mover chooses them: words that
//! any condition may have.

use super::Definition;
use crate::problem::{Argument, Condition};
use crate::rules::InForce;

/// The key of the word before the first ply.
pub const FROM_PLY: &str = "from-ply";
/// The key of the word before the last ply.
pub const UNTIL_PLY: &str = "until-ply";
/// The key of the word of conditions among which the mover chooses.
pub const CHOSEN: &str = "fes";

/// Whether an argument says when a condition is in force, not what it says.
pub fn says_when(argument: &Argument) -> bool {
    match argument {
        Argument::Number(word, _) => word == FROM_PLY || word == UNTIL_PLY,
        Argument::Flag(word) => word == CHOSEN,
        _ => false,
    }
}

/// The condition without what says when it is in force, and when that is.
///
/// # Errors
/// With the reason, when it never is.
pub fn split(condition: &Condition) -> Result<(Condition, InForce), String> {
    let number = |word| match condition.number(word) {
        Some(number) => u16::try_from(number)
            .ok()
            .filter(|ply| *ply > 0)
            .map(Some)
            .ok_or("the first ply has the number 1"),
        None => Ok(None),
    };
    let when = InForce {
        from: number(FROM_PLY)?.unwrap_or(1),
        until: number(UNTIL_PLY)?,
        chosen: condition.has_flag(CHOSEN),
    };
    if when.until.is_some_and(|until| until < when.from) {
        return Err("it ends before it begins".to_owned());
    }
    let mut plain = condition.clone();
    plain.arguments.retain(|argument| !says_when(argument));
    Ok((plain, when))
}

/// Why conditions do not go together in view of when they are in force.
pub(super) fn clash(
    conditions: &[(&'static Definition, Condition)],
    times: &[InForce],
) -> Option<String> {
    let chosen = times.iter().filter(|when| when.chosen).count();
    if chosen == 1 {
        return Some(
            "there is but one condition to choose for a move: say FES of each of them".to_owned(),
        );
    }
    let of = |place: usize| (conditions[place].0, times[place]);
    let pairs = (0..times.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    let mut pairs = pairs.map(|(one, other)| (of(one), of(other)));
    let (name, _) = pairs.find_map(|((one, when), (other, then))| {
        let both = when != InForce::ALWAYS || then != InForce::ALWAYS;
        let clashes =
            both && one.key == other.key && when.meets(then) && !(when.chosen && then.chosen);
        clashes.then(|| (one.names().en, ()))
    })?;
    Some(format!("two forms of {name} are in force at the same time"))
}
