//! Men below others: a volcanic rebirth waits below whoever stands on its square, and a man that
//! comes by parachute stands on top of him.

use super::form::{Form, Occupied};
use crate::board::Square;
use crate::position::{Buried, Effect, Reason};
use crate::rules::{Captured, Outcome, Rank, RulesBuilder, Touch, View};

/// Lets men come up again when their squares are left.
pub(super) fn install(form: &Form, rules: &mut RulesBuilder<'_>) {
    let from_top = match form.occupied {
        Occupied::Volcanic => false,
        Occupied::Parachute => true,
        _ => return,
    };
    let promotes = form.promotes();
    rules.after_touching(Rank::UNEARTH, Touch::Anything, move |view, _, outcome| {
        uncover(view, from_top, promotes, outcome);
    });
}

/// Of several men the one covered last comes up first by parachute, the one buried first under a
/// volcano.
fn uncover(view: View<'_>, from_top: bool, promotes: bool, outcome: &mut Outcome<'_>) {
    let below = view.position.buried();
    for stack in below.chunk_by(|one, other| one.on == other.on) {
        let depth = if from_top { stack.len() - 1 } else { 0 };
        let Buried { on, piece, .. } = stack[depth];
        if view.position.is_free(on) {
            let depth = depth as u8;
            outcome.push(Effect::Unearth { on, depth, piece }, Reason::Rebirth);
            if promotes {
                outcome.promote_on(on);
            }
        }
    }
}

/// A man gets to its square although somebody stands there; `from` is where it stands itself, if it
/// is on the board.
pub(super) fn settle(
    view: View<'_>,
    occupied: Occupied,
    man: Captured,
    from: Option<Square>,
    outcome: &mut Outcome<'_>,
) {
    let Captured { piece, id, on } = man;
    if occupied == Occupied::Volcanic {
        if let Some(on) = from {
            outcome.push(Effect::Remove { on }, Reason::Burial);
        }
        return outcome.push(Effect::Bury { on, piece, id }, Reason::Burial);
    }
    let (covered, below) = (view.piece_on(on), view.position.id_on(on));
    outcome.push(Effect::Remove { on }, Reason::Silent);
    let buries = Effect::Bury {
        on,
        piece: covered,
        id: below,
    };
    outcome.push(buries, Reason::Silent);
    match from {
        Some(from) => outcome.push(Effect::Move { from, to: on }, Reason::CapturerRebirth),
        None => outcome.push(Effect::Place { on, piece, id }, Reason::Rebirth),
    }
}
