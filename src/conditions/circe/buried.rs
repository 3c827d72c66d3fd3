//! Men below others: a volcanic rebirth waits below whoever stands on its square, and a man that
//! comes by parachute stands on top of him.

use super::form::{Form, Occupied};
use super::square::Chosen;
use super::subject::Subject;
use crate::board::Square;
use crate::position::{Buried, Effect, Reason};
use crate::rules::{Displaces, Outcome, Promise, Rank, RulesBuilder, View};

/// Lets men come up again when their squares are left.
pub(super) fn install(form: &Form, rules: &mut RulesBuilder<'_>) {
    let from_top = match form.occupied {
        Occupied::Volcanic => false,
        Occupied::Parachute => true,
        _ => return,
    };
    rules.use_men_below(from_top);
    let uncovers_nobody = Promise::rests(|view, from| {
        let below = view.position.buried();
        let stay = |man: &Buried| man.on != from && !view.position.is_free(man.on);
        below.iter().all(stay)
    });
    rules.after(
        Rank::UNEARTH,
        uncovers_nobody.displacing(Displaces::Few(0)),
        move |view, _, outcome| {
            uncover(view, from_top, outcome);
        },
    );
}

/// Of several men the one covered last comes up first by parachute, the one buried first under a
/// volcano.
fn uncover(view: View<'_>, from_top: bool, outcome: &mut Outcome<'_>) {
    let below = view.position.buried();
    for stack in below.chunk_by(|one, other| one.on == other.on) {
        let depth = if from_top { stack.len() - 1 } else { 0 };
        let Buried { on, piece, .. } = stack[depth];
        if view.position.is_free(on) {
            let depth = depth as u8;
            outcome.push(Effect::Unearth { on, depth, piece }, Reason::Rebirth);
        }
    }
}

/// Who stands on a square goes below it.
pub(super) fn make_room(view: View<'_>, on: Square, outcome: &mut Outcome<'_>) {
    let (piece, id) = (view.piece_on(on), view.position.id_on(on));
    outcome.push(Effect::Remove { on }, Reason::Silent);
    outcome.push(Effect::Bury { on, piece, id }, Reason::Silent);
}

/// A man goes below the one on its square, as what it is to be when it comes up.
pub(super) fn go_below(
    view: View<'_>,
    form: &Form,
    subject: &Subject,
    (on, becomes): Chosen,
    outcome: &mut Outcome<'_>,
) {
    let (piece, id) = (subject.man, subject.id);
    outcome.push(Effect::Bury { on, piece, id }, Reason::Burial);
    let piece = becomes.unwrap_or_else(|| form.choose_form(view, subject, on, outcome));
    outcome.push(Effect::AlterBelow { on, piece }, Reason::Promotion);
    if form.turncoats {
        let piece = piece.turned();
        outcome.push(Effect::AlterBelow { on, piece }, Reason::SideChange);
    }
}
