//! Circe: a captured man is reborn on its square of the array if that is empty.

use super::super::{Definition, Names};
use super::rebirth;
use crate::men::Attribute;
use crate::position::{Effect, Reason};
use crate::problem::{Argument, Condition};
use crate::rules::{Outcome, Rank, RulesBuilder, Turn, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "circe",
    names: Names {
        en: "Circe",
        de: "Circe",
        fr: "Circe",
    },
    inventor: Some("Pierre Monréal and Jean-Pierre Boyer, 1968"),
    summary: "A captured man is reborn on the square of the array that belongs to it, if that is empty; officers on the \
              square of the colour they were captured on, pawns on their file, fairy men on the promotion square of \
              their file. Kings are reborn in the form rex inclusive only.",
    install,
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    if let Some(option) = unknown_option(condition, &["rex-inclusive", "rex-exclusive", "relaxed"])
    {
        rules.refuse(format!("the Circe option `{option}` is not supported yet"));
    }
    let rex_inclusive = condition.has_flag("rex-inclusive");
    if rex_inclusive {
        rules.check_by_playing();
    }
    rules.after(Rank::CIRCE, bring_back_kamikaze);
    rules.after(Rank::CIRCE, move |view, turn, outcome| {
        be_reborn(view, turn, rex_inclusive, outcome)
    });
}

/// A kamikaze man that captures is reborn too, if it can be.
fn bring_back_kamikaze(view: View<'_>, turn: &Turn, outcome: &mut Outcome<'_>) {
    let (Some(_), Some(from)) = (turn.captured, turn.now) else {
        return;
    };
    let piece = view.piece_on(from);
    if !piece.has(Attribute::Kamikaze) {
        return;
    }
    match rebirth::square(view, piece, turn.candidate.to, turn.side) {
        Some(to) if to == from => outcome.push(Effect::Note(from), Reason::CapturerRebirth),
        Some(to) if view.piece_on(to).is_none() => {
            outcome.push(Effect::Move { from, to }, Reason::CapturerRebirth);
        }
        _ if piece.is_royal() && !turn.trial => outcome.refuse(),
        _ => outcome.push(Effect::Remove { on: from }, Reason::Vanishing),
    }
}

/// The first option that is not among those built.
pub(super) fn unknown_option<'c>(condition: &'c Condition, known: &[&str]) -> Option<&'c str> {
    condition
        .arguments
        .iter()
        .find_map(|argument| match argument {
            Argument::Flag(flag) if known.contains(&flag.as_str()) => None,
            Argument::Flag(flag) => Some(flag.as_str()),
            _ => Some("with arguments"),
        })
}

fn be_reborn(view: View<'_>, turn: &Turn, rex_inclusive: bool, outcome: &mut Outcome<'_>) {
    let Some(captured) = turn.captured else {
        return;
    };
    if captured.piece.is_royal() && !rex_inclusive {
        return;
    }
    let home = rebirth::square(view, captured.piece, captured.on, !turn.side);
    if let Some(on) = home.filter(|&on| view.piece_on(on).is_none()) {
        outcome.push(
            Effect::Place {
                on,
                piece: captured.piece,
                id: captured.id,
            },
            Reason::Rebirth,
        );
    }
}
