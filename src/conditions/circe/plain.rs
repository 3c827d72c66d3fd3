//! Circe: a captured man is reborn on its square of the array if that is empty.

use super::super::{Boards, Definition, Names};
use super::rebirth;
use crate::attributes::mark_promoted_men;
use crate::men::Attribute;
use crate::position::{Effect, Reason};
use crate::problem::{Argument, Condition};
use crate::rules::{Outcome, Rank, RulesBuilder, Touch, Turn, View};

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
    boards: Boards::Array,
    ..Definition::BASE
};

/// Frischauf Circe: the same with promoted men reborn as fairy men.
pub static FRISCHAUF: Definition = Definition {
    key: "frisch-auf-circe",
    names: Names {
        en: "FrischAufCirce",
        de: "FrischAufCirce",
        fr: "FrischAufCirce",
    },
    inventor: None,
    summary: "As Circe, but a man that promoted is reborn like a fairy man, on the promotion square of its file.",
    install: |condition, rules| {
        let mut condition = condition.clone();
        let frischauf = Argument::Flag("frischauf".to_owned());
        condition.arguments.push(frischauf);
        install(&condition, rules);
    },
    ..Definition::BASE
};

/// The options that are built.
const KNOWN: [&str; 4] = ["rex-inclusive", "rex-exclusive", "relaxed", "frischauf"];

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    if let Some(option) = unknown_option(condition, &KNOWN) {
        rules.refuse(format!("the Circe option `{option}` is not supported yet"));
    }
    let rex_inclusive = condition.has_flag("rex-inclusive");
    let homes = match condition.has_flag("frischauf") {
        true => Homes::Frischauf,
        false => Homes::Usual,
    };
    if homes == Homes::Frischauf {
        mark_promoted_men(rules);
    }
    if rex_inclusive {
        rules.check_by_playing();
    }
    if rules.has_attribute(Attribute::Kamikaze) {
        rules.after_touching(Rank::CIRCE, Touch::Captures, bring_back_kamikaze);
    }
    rules.after_touching(Rank::CIRCE, Touch::Rebirth, move |view, turn, outcome| {
        be_reborn(view, turn, homes, rex_inclusive, outcome)
    });
}

/// Which men count as fairy men.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Homes {
    /// As their walks say.
    Usual,
    /// Promoted men too.
    Frischauf,
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
        Some(to) if view.position.is_free(to) => {
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

fn be_reborn(
    view: View<'_>,
    turn: &Turn,
    homes: Homes,
    rex_inclusive: bool,
    outcome: &mut Outcome<'_>,
) {
    let Some(captured) = turn.captured else {
        return;
    };
    if captured.piece.is_royal() && !rex_inclusive {
        return;
    }
    let is_promoted = captured.piece.has(Attribute::Frischauf) && homes == Homes::Frischauf;
    let home = match is_promoted {
        true => rebirth::promotion_square(view, captured.on, !turn.side),
        false => rebirth::square(view, captured.piece, captured.on, !turn.side),
    };
    if let Some(on) = home.filter(|&on| view.position.is_free(on)) {
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
